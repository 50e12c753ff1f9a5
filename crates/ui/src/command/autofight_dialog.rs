//! How one unit autofights: presets, when it refuses, what stops it, which enemies it goes for. What
//! is set holds at once and is kept for this unit in all battles.

use std::collections::BTreeSet;

use foretold_battle::brain::Percent;
use foretold_battle::{AutofightSettings, Ranking};

use crate::prelude::*;
use crate::toasts::capital;

/// One thing that can be set.
#[derive(Clone, Copy)]
enum Knob {
    /// Yes or no.
    Switch(fn(&mut AutofightSettings) -> &mut bool),
    /// A share in percent; 0 is never.
    Share(fn(&mut AutofightSettings) -> &mut Option<Percent>),
    /// A number; 0 is never.
    Count(fn(&mut AutofightSettings) -> &mut Option<u8>),
}

/// Everything that can be set, as it stands in the dialog: headings, and below them what in which
/// words.
#[rustfmt::skip]
const KNOBS: [(&str, &[(&str, Knob)]); 2] = [
    ("It refuses", &[
        ("at this share of HP or less", Knob::Share(|it| &mut it.preconditions.injured)),
        ("while confused", Knob::Switch(|it| &mut it.preconditions.confused)),
        ("while caught", Knob::Switch(|it| &mut it.preconditions.caught)),
    ]),
    ("It stops", &[
        ("when it lost HP", Knob::Switch(|it| &mut it.interrupts.hp_lost)),
        ("before two equal targets", Knob::Switch(|it| &mut it.interrupts.ambiguous)),
        ("when its target is dead", Knob::Switch(|it| &mut it.interrupts.target_dead)),
        ("before a hazard on the way", Knob::Switch(|it| &mut it.interrupts.hazard)),
        ("when it was moved by force", Knob::Switch(|it| &mut it.interrupts.moved)),
        ("when a new enemy appears", Knob::Switch(|it| &mut it.interrupts.new_enemy)),
        ("when it was attacked", Knob::Switch(|it| &mut it.interrupts.attacked)),
        ("when it hit an enemy", Knob::Switch(|it| &mut it.interrupts.hit_enemy)),
        ("after a hit of this share of HP", Knob::Share(|it| &mut it.interrupts.big_hit)),
        ("with this many enemies in range", Knob::Count(|it| &mut it.interrupts.enemies_in_range)),
        ("when an ally is below this share of HP", Knob::Share(|it| &mut it.interrupts.ally_below)),
    ]),
];

/// The dialog, and whose it is.
#[derive(Component, Clone, Copy)]
struct AutofightDialog(UnitId);
/// What is filled anew when something was set.
#[derive(Component)]
struct Rows;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            open.run_if(asked_for(Act::AutofightSettings))
                .in_set(ActSystems),
            fill.run_if(
                resource_changed::<PlayerSettings>
                    .or_else(|rows: Query<(), Added<Rows>>| !rows.is_empty()),
            )
            .in_set(ViewSystems::Paint),
        ),
    );
}

fn open(
    mut dialogs: Dialogs,
    battle: If<Res<Shown>>,
    selection: Res<Selection>,
    style: UiStyle,
    mut toasts: ResMut<Toasts>,
) {
    let friends = battle.battle().arena().side(Faction::Friendly);
    let Some(unit) = selection.0.filter(|unit| friends.contains(*unit)) else {
        toasts.push(Toast::bad("Select one of your own units first."));
        return;
    };
    let title = format!("How {} autofights", battle.unit_name(unit));
    dialogs.open(&title, AutofightDialog(unit), &style, |frame| {
        frame.spawn(style.plain(
            "What you set holds at once, and for this unit in all battles.",
            style.muted(),
        ));
        scroll_box(frame, 520.0, &style, Rows);
    });
}

/// Changes how the unit autofights whose dialog is open.
#[derive(SystemParam)]
struct Tuner<'w, 's> {
    dialog: Single<'w, 's, &'static AutofightDialog>,
    battle: If<Res<'w, Shown>>,
    player: ResMut<'w, PlayerSettings>,
}

impl Tuner<'_, '_> {
    fn change(&mut self, how: impl FnOnce(&mut AutofightSettings)) {
        let (unit, battle) = (self.dialog.0, &self.battle);
        let own = &battle.session().battle().arena().sheet(unit).autofight;
        let id = battle.encounter().unit_id(unit).to_owned();
        let settings = self.player.0.autofight.entry(id);
        how(settings.or_insert_with(|| own.clone()));
    }

    /// The unit has no settings of its own any more.
    fn forget(&mut self) {
        let id = self.battle.encounter().unit_id(self.dialog.0);
        self.player.0.autofight.remove(id);
    }
}

fn fill(
    mut commands: Commands,
    rows: Single<Entity, With<Rows>>,
    dialog: Single<&AutofightDialog>,
    battle: If<Res<Shown>>,
    (player, content): (Res<PlayerSettings>, Res<GameContent>),
    style: UiStyle,
) {
    let unit = dialog.0;
    let id = battle.encounter().unit_id(unit);
    let own = player.0.autofight.get(id);
    let sheet = battle.session().battle().arena().sheet(unit);
    let mut settings = own.unwrap_or(&sheet.autofight).clone();
    let mut rows = commands.entity(*rows);
    rows.despawn_children().with_children(|rows| {
        write_presets(rows, &content, &settings, own.is_some(), &style);
        for (heading, knobs) in KNOBS {
            rows.spawn(style.heading(heading, style.ink()));
            for (words, knob) in knobs {
                let label = format!("{heading} {words}");
                line(rows, words, &style, |row| {
                    write_knob(row, &label, *knob, &mut settings, &style);
                });
            }
        }
        write_order(rows, &settings, &style);
        write_kinds(rows, &battle, &settings, &style);
    });
}

/// A row: words on the left, what sets them on the right.
fn line(
    rows: &mut ChildSpawnerCommands<'_>,
    words: &str,
    style: &UiStyle,
    fill: impl FnOnce(&mut ChildSpawnerCommands<'_>),
) {
    rows.spawn(Node::row(style.space()).centred().space_between().fixed())
        .with_children(|row| {
            row.spawn(style.plain(words, style.ink()));
            fill(row);
        });
}

fn write_presets(
    rows: &mut ChildSpawnerCommands<'_>,
    content: &GameContent,
    settings: &AutofightSettings,
    own: bool,
    style: &UiStyle,
) {
    let presets = content.content().into_iter();
    rows.spawn(Node::row(style.gap()).wrap(style.gap()).fixed())
        .with_children(|row| {
            for (name, preset) in presets.flat_map(|content| content.autofight_presets()) {
                let in_force = settings == preset;
                let preset = preset.clone();
                let load = move |_: On<Activate>, mut tuner: Tuner| {
                    tuner.change(|it| it.clone_from(&preset));
                };
                row.spawn((button(format!("Preset: {name}"), style), observe(load)))
                    .check(in_force)
                    .caption(capital(name), style);
            }
            if own {
                let forget = |_: On<Activate>, mut tuner: Tuner| tuner.forget();
                text_button(row, "As everybody else", style, forget);
            }
        });
}

fn write_knob(
    row: &mut ChildSpawnerCommands<'_>,
    label: &str,
    knob: Knob,
    settings: &mut AutofightSettings,
    style: &UiStyle,
) {
    let set = move |tuner: &mut Tuner, value: i32| {
        let number = u8::try_from(value).ok().filter(|number| *number > 0);
        tuner.change(|it| match knob {
            Knob::Switch(part) => *part(it) = value > 0,
            Knob::Share(part) => *part(it) = number.and_then(Percent::new),
            Knob::Count(part) => *part(it) = number,
        });
    };
    let mut steps = |value: i32, most: i32, step: i32, unit: &str| {
        let stepped = move |stepped: On<Stepped>, mut tuner: Tuner| set(&mut tuner, stepped.value);
        let number = Stepper {
            value,
            least: 0,
            most,
            step,
        };
        let text = match value {
            0 => "never".to_owned(),
            value => format!("{value}{unit}"),
        };
        row.spawn((stepper(label, &text, number, style), observe(stepped)));
    };
    match knob {
        Knob::Switch(part) => {
            let on = *part(settings);
            let change = move |change: On<ValueChange<bool>>, mut tuner: Tuner| {
                set(&mut tuner, i32::from(change.value));
            };
            checkbox(row, label, on, style, change);
        }
        Knob::Share(part) => {
            let share = part(settings).map_or(0, |share| i32::from(share.get()));
            steps(share, 100, 5, "%");
        }
        Knob::Count(part) => {
            let count = part(settings).map_or(0, i32::from);
            steps(count, 12, 1, "");
        }
    }
}

/// What a way to compare is called.
fn ranking_in_words(ranking: Ranking) -> &'static str {
    match ranking {
        Ranking::Marked => "is marked by you",
        Ranking::CanAttackNow => "can be attacked now",
        Ranking::NotHarmless => "is not harmless",
        Ranking::Helpless => "is stunned",
        Ranking::Distance => "is nearer",
        Ranking::HoldingMe => "holds it",
        Ranking::Hindered => "is rooted or confused",
        Ranking::Injury => "is more injured",
        Ranking::Threat => "hits it harder",
        Ranking::PreferredKind => "is of a kind that it prefers",
    }
}

/// Which enemies it goes for: the first difference decides.
fn write_order(rows: &mut ChildSpawnerCommands<'_>, settings: &AutofightSettings, style: &UiStyle) {
    rows.spawn(style.heading("It goes first for an enemy that", style.ink()));
    for (place, ranking) in settings.order.iter().copied().enumerate() {
        let words = ranking_in_words(ranking);
        line(rows, &format!("{}. {words}", place + 1), style, |row| {
            let up = move |_: On<Activate>, mut tuner: Tuner| {
                tuner.change(|it| {
                    if place > 0 && place < it.order.len() {
                        it.order.swap(place, place - 1);
                    }
                });
            };
            let label = format!("More important: {words}");
            icon_button(row, label, Icon::ChevronUp, style, up)
                .switch_off_if((place == 0).then_some("It is the most important already."));
        });
    }
}

/// What it does about each kind of enemy in this battle.
const STANCES: [&str; 3] = ["fights", "prefers", "leaves alone"];

fn write_kinds(
    rows: &mut ChildSpawnerCommands<'_>,
    battle: &Shown,
    settings: &AutofightSettings,
    style: &UiStyle,
) {
    let units = battle.battle().arena().setup().units.iter();
    let enemies = units.filter(|sheet| sheet.faction == Faction::Enemy);
    let kinds: BTreeSet<&str> = enemies.map(|sheet| sheet.kind.as_str()).collect();
    rows.spawn(style.heading("Of these enemies it", style.ink()));
    for kind in kinds {
        let has = |list: &[String]| list.iter().any(|other| other == kind);
        let stance = match (has(&settings.prefer), has(&settings.ignore)) {
            (_, true) => 2,
            (true, false) => 1,
            (false, false) => 0,
        };
        line(rows, kind, style, |row| {
            let menu = Menu::of(STANCES, Some(stance));
            let label = format!("What it does about the kind {kind}");
            let kind = kind.to_owned();
            let choose = move |chosen: On<Chosen>, mut tuner: Tuner| {
                tuner.change(|it| {
                    it.prefer.retain(|other| *other != kind);
                    it.ignore.retain(|other| *other != kind);
                    match chosen.index {
                        1 => it.prefer.push(kind.clone()),
                        2 => it.ignore.push(kind.clone()),
                        _ => {}
                    }
                });
            };
            row.spawn((drop_down(label, menu, style), observe(choose)))
                .caption(STANCES[stance], style)
                .caption_icon(Icon::ChevronDown, style);
        });
    }
}
