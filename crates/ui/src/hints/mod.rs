//! The first battle teaches: six hints, each done by doing it. While one is open, time does only what
//! the lesson needs, so the battle cannot run away. A hint can be skipped, all of them too, and the
//! settings show them again.

mod pointing;

use foretold_battle::{Command, Happening, Session};
use foretold_sim::{Refused, RequestRefusal, Trial};

use self::pointing::{Pointer, spawn_pointers};
use crate::clock_keys::keep_time;
use crate::evaluations::Evaluations;
use crate::goal::goal;
use crate::prelude::*;
use crate::progress::is_fought;
use crate::widgets::ButtonAction;

/// The battle that teaches.
const FIRST_BATTLE: &str = "first-blood";
/// How wide a hint is, in pixels at 100%.
const WIDTH: f32 = 300.0;
/// Above panels, below pages.
const LAYER: i32 = 20;
/// What messages about time are about.
const ABOUT: &str = "hint";

/// What a hint frames and points at.
#[derive(Clone, Copy)]
enum PointsAt {
    /// The cell of the first enemy.
    Enemy,
    /// The button of an act.
    Button(Act),
    /// The control with this label.
    Control(&'static str),
    Panel(Panel),
}

/// What is known of a hint.
#[derive(Clone, Copy)]
struct HintFacts {
    /// Its name in the player's settings.
    name: &'static str,
    points_at: PointsAt,
    /// The act that it teaches.
    act: Act,
    /// What it says: `{goal}`, the names of the first `{friend}` and the first `{enemy}`, and the
    /// `{key}` of its act.
    says: &'static str,
}

enum_table! {
    /// Something to learn by doing it, in order.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    enum Hint {
        fn facts() -> HintFacts;
        Look => HintFacts {
            name: "look",
            points_at: PointsAt::Enemy,
            act: Act::NextUnit,
            says: "{goal} Click {enemy}, or press {key}: the line on the board and the panel on the right say what {enemy} does next, before it happens.",
        },
        Play => HintFacts {
            name: "play",
            points_at: PointsAt::Button(Act::PlayPause),
            act: Act::PlayPause,
            says: "{friend} fights by rules, not by your clicks. Press {key}, or this button: time runs until the first blow, and stops by itself.",
        },
        Back => HintFacts {
            name: "back",
            points_at: PointsAt::Button(Act::StepBack),
            act: Act::StepBack,
            says: "That was the first blow. Press {key}, or this button, to go one step back: nothing is lost, and all of it can still go another way.",
        },
        Why => HintFacts {
            name: "why",
            points_at: PointsAt::Panel(Panel::Evaluations),
            act: Act::Depth,
            says: "Here you read what everyone does next, and why. Press {key}, or one of the buttons Simple, Detailed and Expert, to read more or less of it.",
        },
        Change => HintFacts {
            name: "change",
            points_at: PointsAt::Control("Rule 1: what it does"),
            act: Act::NextPanel,
            says: "Now change {friend}'s mind: click this word and choose Heavy Punch. By keyboard it is {key}, Tab and Enter. The line on the board changes at once.",
        },
        Try => HintFacts {
            name: "try",
            points_at: PointsAt::Button(Act::TryRules),
            act: Act::TryRules,
            says: "Was it wise? Press {key}, or this button: it plays the battle on many times, and shows the odds before and after your change.",
        },
    }
}

impl Hint {
    /// `hint 2 of 6`.
    fn number(self) -> String {
        format!("hint {} of {}", self as usize + 1, Hint::ALL.len())
    }

    /// What it says about this battle.
    fn text(self, battle: &Battle, keys: &KeysInForce) -> String {
        let HintFacts { says, act, .. } = self.facts();
        let first = |side: Faction| {
            let unit = battle.arena().side(side).first();
            let sheet = unit.and_then(|unit| battle.arena().get_sheet(unit));
            sheet.map_or("?", |sheet| sheet.name.as_str())
        };
        says.replace("{goal}", &goal(battle.arena().setup()))
            .replace("{friend}", first(Faction::Friendly))
            .replace("{enemy}", first(Faction::Enemy))
            .replace("{key}", &key_in_words(keys, act))
    }
}

/// The key of an act, as a sentence calls it.
fn key_in_words(keys: &KeysInForce, act: Act) -> String {
    match key_for(keys, act) {
        None => "its button".to_owned(),
        Some(sign) if sign.len() == 1 && !sign.starts_with(char::is_alphanumeric) => {
            format!("“{sign}”")
        }
        Some(name) => name,
    }
}

/// Whether the first battle is on screen, still fought, and the player wants hints in it.
pub(crate) fn teaches(settings: &PlayerSettings, battle: &Shown) -> bool {
    settings.0.hints.shown
        && battle.encounter().name == FIRST_BATTLE
        && is_fought(battle)
        && battle.session().battle().outcome().is_none()
}

/// The hint that is open: the first that was not followed yet.
fn open_hint(settings: &PlayerSettings, battle: &Shown) -> Option<Hint> {
    let known = &settings.0.hints.done;
    let mut hints = Hint::ALL.into_iter();
    let next = hints.find(|hint| !known.contains(hint.facts().name))?;
    teaches(settings, battle).then_some(next)
}

/// Whether a blow has fallen, for good or ill.
fn has_blow(session: &Session) -> bool {
    let mut events = session.events_until(session.last_step());
    events.any(|event| matches!(event.what, Happening::Struck(_) | Happening::Whiffed { .. }))
}

/// Whether time stands still: at first, and from the first blow until all hints are done.
fn holds(hint: Hint, battle: &Shown) -> bool {
    hint == Hint::Look || has_blow(battle.session())
}

/// Whether more than a step could pass in a frame.
fn is_fast(speed: Speed) -> bool {
    speed as u8 > Speed::Normal as u8
}

/// The hint on screen.
#[derive(Component)]
struct HintCard;

pub(super) fn plugin(app: &mut App) {
    let reworded = any_changed!(PlayerSettings, KeysInForce, Look)
        .or_else(on_message::<BattleStarted>)
        .or_else(on_message::<foretold_sim::BattleOver>);
    app.add_plugins(pointing::plugin).add_systems(
        Update,
        (
            refuse_to_run.in_set(ActSystems).before(keep_time),
            skip.run_if(asked_for(Act::SkipHint)).in_set(ActSystems),
            hold_time
                .after(SimSystems::Requests)
                .before(SimSystems::Clock),
            learn
                .after(SimSystems::Refresh)
                .before(ViewSystems::Measure),
            show.run_if(reworded).in_set(ViewSystems::Paint),
        ),
    );
}

/// Says why time does not run, or not faster.
fn refuse_to_run(
    mut acts: ResMut<Acts>,
    (settings, battle): (Res<PlayerSettings>, If<Res<Shown>>),
    keys: Res<KeysInForce>,
    mut toasts: ResMut<Toasts>,
) {
    let Some(hint) = open_hint(&settings, &battle) else {
        return;
    };
    let skip = key_in_words(&keys, Act::SkipHint);
    let fast = Speed::ALL.into_iter().filter(|speed| is_fast(*speed));
    if fast.filter(|speed| acts.take(speed.act())).count() > 0 {
        let text = format!(
            "Faster would be too fast to see while hints are open. Follow them, or skip them with {skip}."
        );
        toasts.push(Toast::bad(text).about(ABOUT));
    }
    // What was played can be looked at, as far as it goes.
    let steps = battle.is_live() && acts.contains(Act::StepForward);
    if holds(hint, &battle) && (steps || acts.contains(Act::PlayPause)) {
        acts.take(Act::StepForward);
        acts.take(Act::PlayPause);
        let text = format!(
            "Time waits for {}: do what it says, or skip it with {skip}.",
            hint.number()
        );
        toasts.push(Toast::bad(text).about(ABOUT));
    }
}

/// Time stands still whoever asks, and runs no faster than a step can be seen.
fn hold_time(
    (settings, battle): (Res<PlayerSettings>, If<Res<Shown>>),
    clock: Res<Clock>,
    mut requests: ResMut<Messages<ClockRequest>>,
) {
    let Some(hint) = open_hint(&settings, &battle) else {
        return;
    };
    let held = holds(hint, &battle);
    let asked: Vec<ClockRequest> = requests.drain().collect();
    let begun = is_fast(clock.speed).then_some(ClockRequest::Speed(clock.speed));
    let plays = clock.playing.then_some(ClockRequest::Play).filter(|_| held);
    for request in begun.into_iter().chain(plays).chain(asked) {
        requests.write(match request {
            ClockRequest::Speed(speed) if is_fast(speed) => ClockRequest::Speed(Speed::Normal),
            ClockRequest::Play if held => ClockRequest::Pause,
            other => other,
        });
    }
}

/// Goes on to the next hint when the open one is done.
fn learn(
    (battle, trial, evaluations): (If<Res<Shown>>, Res<Trial>, Res<Evaluations>),
    mut refused: MessageReader<Refused>,
    mut lesson: LessonWriter,
    mut depth: Local<Option<Evaluations>>,
) {
    let had_nothing_to_try = refused
        .read()
        .any(|it| matches!(it.reason, RequestRefusal::NothingToTry));
    let depth_before = depth.replace(*evaluations);
    let Some(hint) = open_hint(&lesson.settings, &battle) else {
        return;
    };
    let done = match hint {
        Hint::Look => lesson.has_selected(&battle, Faction::Enemy),
        Hint::Play => has_blow(battle.session()),
        Hint::Back => !battle.is_live(),
        Hint::Why => depth_before.is_some_and(|before| before.depth != evaluations.depth),
        Hint::Change => {
            let mut entries = battle.session().entries().iter();
            entries.any(|entry| matches!(entry.command, Command::Rules { .. }))
        }
        // The change may have been skipped or taken back.
        Hint::Try => trial.unit().is_some() || had_nothing_to_try,
    };
    if done {
        lesson.finish(hint, &battle);
    }
}

fn skip(battle: If<Res<Shown>>, mut lesson: LessonWriter) {
    if let Some(hint) = open_hint(&lesson.settings, &battle) {
        lesson.finish(hint, &battle);
    }
}

/// Where it is noted which hints are done.
#[derive(SystemParam)]
struct LessonWriter<'w> {
    settings: ResMut<'w, PlayerSettings>,
    selection: ResMut<'w, Selection>,
    keys: Res<'w, KeysInForce>,
    toasts: ResMut<'w, Toasts>,
}

impl LessonWriter<'_> {
    /// Whether a unit of this side is selected.
    fn has_selected(&self, battle: &Shown, side: Faction) -> bool {
        let units = battle.battle().arena().side(side);
        self.selection.0.is_some_and(|unit| units.contains(unit))
    }

    /// Goes on to the hint after this one, or to the battle.
    fn finish(&mut self, hint: Hint, battle: &Shown) {
        // The rest is about a unit with rules. The one that was just selected stays so for a while.
        if hint != Hint::Look && !self.has_selected(battle, Faction::Friendly) {
            let friends = battle.battle().arena().side(Faction::Friendly);
            self.selection.set_if_neq(Selection(friends.first()));
        }
        let hints = &mut self.settings.0.hints;
        hints.done.insert(hint.facts().name.to_owned());
        self.toasts.forget(ABOUT);
        if Hint::ALL
            .iter()
            .all(|hint| hints.done.contains(hint.facts().name))
        {
            hints.shown = false;
            let [play, help] = [Act::PlayPause, Act::Help].map(|act| key_in_words(&self.keys, act));
            let text = format!(
                "That was the last hint, and the battle is yours: {play} lets time run. {help} shows all the rest."
            );
            self.toasts.push(Toast::news(text).about(ABOUT));
        }
    }
}

/// What hints have on screen.
type OfHints = Or<(With<HintCard>, With<Pointer>)>;

/// Shows the hint that is open, and what points at the thing it is about.
fn show(
    mut commands: Commands,
    old: Query<Entity, OfHints>,
    battle: If<Res<Shown>>,
    (settings, keys): (Res<PlayerSettings>, Res<KeysInForce>),
    style: UiStyle,
    mut redraw: ResMut<RedrawRequests>,
) {
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let Some(hint) = open_hint(&settings, &battle) else {
        return;
    };
    redraw.request();
    let over = (GlobalZIndex(LAYER), Visibility::Hidden);
    spawn_pointers(&mut commands, over, &style);
    let card = (
        HintCard,
        Name::new("Hint"),
        Node::column(style.gap())
            .absolute()
            .width(px(WIDTH))
            .padding(style.space().all())
            .border(px(3).all())
            .radius(style.corner()),
        BackgroundColor(colour(style.look.theme.palette.raised)),
        BorderColor::all(colour(style.look.theme.palette.accent)),
        over,
    );
    commands.spawn(card).with_children(|card| {
        let title = hint.number().replacen('h', "H", 1);
        card.spawn(style.bold(title, style.ink()));
        card.spawn(style.plain(hint.text(battle.battle(), &keys), style.ink()));
        let row = Node::row(style.space()).wrap(style.gap());
        card.spawn(row).with_children(|row| {
            let key = key_for(&keys, Act::SkipHint);
            row.spawn((
                bare_button("Skip this hint", style.sizes().gap + 2, &style),
                ButtonAction(Act::SkipHint),
                observe(|_: On<Activate>, mut acts: ResMut<Acts>| acts.ask(Act::SkipHint)),
            ))
            .caption("Skip this hint", &style)
            .with_child(style.remark(key.unwrap_or_default()));
            let skip_all = |_: On<Activate>, mut settings: ResMut<PlayerSettings>| {
                settings.0.hints.shown = false;
            };
            let tip = Tooltip("The settings show them again.".to_owned());
            row.spawn((
                bare_button("Skip all hints", style.sizes().gap + 2, &style),
                tip,
                observe(skip_all),
            ))
            .caption("Skip all hints", &style);
        });
    });
}
