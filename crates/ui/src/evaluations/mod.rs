//! Rule evaluations: what everyone is about to do at the moment on screen, and why.

mod fold;
mod reasons;

use bevy::ui_widgets::{ActivateOnPress, Button};
use foretold_battle::{Depth, Life};
use foretold_sim::{Fate, Forethought, ForetoldTurns, ReadModel, Sequence};

use crate::layout::title_line;
use crate::prelude::*;
use fold::{Fold, ReasonSpace};
use reasons::{acted, explanations, fates, own_side_hit};

/// The depths, as the tabs call them.
#[rustfmt::skip]
const DEPTHS: [(Depth, &str, &str); 3] = [
    (Depth::Simple, "Simple", "What each does, and which rule decided."),
    (Depth::Detailed, "Detailed", "Every rule looked at, with what its tests measured. Of others: why not the rules above."),
    (Depth::Expert, "Expert", "Also candidates, scores, ties, the other rules, and the rolls that followed."),
];

/// How much is explained, and of which units.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Evaluations {
    /// How deep the selected unit is explained.
    pub depth: Depth,
    /// Whether everybody else is too; else they have a line each.
    pub everyone: bool,
    /// Whether the selected unit's list is shown even where it leaves no room for the others.
    pub unfolded: bool,
    /// The step that is explained after it happened. At any other moment, and if it is none, what is
    /// about to happen is explained.
    pub happened: Option<u32>,
}

impl Evaluations {
    /// Whether what has happened is explained at this step; before the first nothing has.
    fn looks_back(&self, tick: u32) -> bool {
        tick > 0 && self.happened == Some(tick)
    }
}

impl Default for Evaluations {
    fn default() -> Self {
        Evaluations {
            depth: Depth::Detailed,
            everyone: false,
            unfolded: false,
            happened: None,
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Evaluations>().add_systems(
        Update,
        (
            change_depth.in_set(ActSystems),
            (
                forget_happened.run_if(resource_changed::<Forethought>),
                build_panel.run_if(resource_changed::<Look>),
                check_tabs.run_if(any_changed!(Evaluations, Forethought, Look)),
                fill.run_if(any_changed!(
                    Evaluations,
                    Forethought,
                    Look,
                    Selection,
                    Screen
                )),
            )
                .chain()
                .in_set(ViewSystems::Paint),
        ),
    );
}

/// The line above everything.
#[derive(Component)]
struct Heading;
/// A button above the reasons.
#[derive(Component, Clone, Copy)]
enum Tab {
    Depth(Depth),
    Everyone,
    Happened,
}
/// The explanations.
#[derive(Component)]
struct Reasons;

fn change_depth(acts: Res<Acts>, mut evaluations: ResMut<Evaluations>) {
    if acts.contains(Act::Depth) {
        evaluations.depth = match evaluations.depth {
            Depth::Simple => Depth::Detailed,
            Depth::Detailed => Depth::Expert,
            Depth::Expert => Depth::Simple,
        };
    }
    if acts.contains(Act::Everyone) {
        evaluations.everyone = !evaluations.everyone;
    }
}

pub(crate) fn build_panel(mut panels: PanelBuilder) {
    panels.set(Panel::Evaluations, |panel, style| {
        panel.spawn((Heading, style.heading("", style.ink())));
        panel.spawn(title_line(style));
        panel
            .spawn(Node::row(style.gap()).wrap(style.gap()).fixed())
            .with_children(|tabs| {
                for (depth, name, about) in DEPTHS {
                    let set = move |_: On<Activate>, mut evaluations: ResMut<Evaluations>| {
                        evaluations.depth = depth;
                    };
                    text_button(tabs, name, style, set)
                        .insert((Tab::Depth(depth), Tooltip(about.to_owned())));
                }
                tabs.spawn((act_button(Act::Everyone, style), Tab::Everyone))
                    .caption_icon(Icon::Users, style)
                    .caption("all", style);
                let label = "What has just happened, and why";
                let tip = "Why the last step went as it did, or what comes next.".to_owned();
                icon_button(tabs, label, Icon::History, style, look_back)
                    .insert((Tab::Happened, Tooltip(tip)))
                    .caption("last", style);
            });
        scroll_area(panel, style, Reasons);
    });
}

/// Another moment is about what comes next again.
fn forget_happened(battle: Option<Res<Shown>>, mut evaluations: ResMut<Evaluations>) {
    let now = battle.map(|battle| battle.battle().tick());
    if evaluations.happened.is_some() && evaluations.happened != now {
        evaluations.happened = None;
    }
}

/// Explains what has just happened, or again what comes next.
fn look_back(_: On<Activate>, battle: Option<Res<Shown>>, mut evaluations: ResMut<Evaluations>) {
    let now = battle.map(|battle| battle.battle().tick());
    evaluations.happened = if evaluations.happened == now {
        None
    } else {
        now
    };
}

fn check_tabs(
    mut commands: Commands,
    evaluations: Res<Evaluations>,
    battle: Option<Res<Shown>>,
    tabs: Query<(Entity, Has<Checked>, &Tab)>,
) {
    let back = battle.is_some_and(|battle| evaluations.looks_back(battle.battle().tick()));
    for (entity, checked, tab) in &tabs {
        let in_force = match *tab {
            Tab::Depth(depth) => depth == evaluations.depth,
            Tab::Everyone => evaluations.everyone,
            Tab::Happened => back,
        };
        if in_force != checked {
            commands.entity(entity).check(in_force);
        }
    }
}

type HeadingText = (With<Heading>, Without<Reasons>);

fn fill(
    mut commands: Commands,
    (battle, forethought): (If<Res<Shown>>, Res<Forethought>),
    (turns, sequence): (Res<ForetoldTurns>, Res<Sequence>),
    (selection, evaluations): (Res<Selection>, Res<Evaluations>),
    mut heading: Single<&mut Text, HeadingText>,
    reasons: Single<Entity, With<Reasons>>,
    (screen, style): (Res<Screen>, UiStyle),
) {
    let mut area = commands.entity(*reasons);
    area.despawn_children();
    let now = battle.battle();
    let step = now.arena().tempo().step_word();
    let back = evaluations.looks_back(now.tick());
    // The moment in which they decided, and the one after it.
    let decided = if back { now.tick() - 1 } else { now.tick() };
    let at = |step: u32| battle.session().moment(step);
    let moment = at(decided).map_or(now, |moment| &moment.battle);
    let came = at(decided + 1).map_or(&[][..], |moment| &moment.events);
    let back_then = back.then(|| Forethought::of(moment));
    let thoughts = back_then.as_ref().unwrap_or(&forethought).thoughts();
    let title = match (back, now.outcome()) {
        (true, _) => format!("Why {step} {} went so", decided + 1),
        (false, None) => format!("Next, {step} {}, and why", decided + 1),
        (false, Some(_)) => "The battle is over".to_owned(),
    };
    heading.set_if_neq(Text(title));
    area.with_children(|area| {
        if now.outcome().is_some() && !back {
            let hint = "Click a line of the log to learn why it came about, or look back with the timeline.";
            area.spawn(style.plain(hint, style.muted()));
        }
        let fallen = selection.0.and_then(|unit| {
            let state = moment.unit(unit)?;
            (state.life == Life::Fallen).then(|| battle.unit_name(unit))
        });
        if let Some(name) = fallen {
            area.spawn(style.bold(format!("{name} has fallen."), style.muted()));
        }
        if back && acted(came).is_empty() {
            area.spawn(style.plain("Nobody acted: the turn of a side ended.", style.muted()));
        }
        let turns = (!back).then_some((&*turns, &*sequence));
        let mut space = ReasonSpace::of(&screen, &style);
        for (icon, text, ink) in warnings(now, turns.map(|(turns, _)| turns), &style) {
            space.take_warning(&text);
            area.spawn(Node::row(style.gap()).fixed())
                .with_child(style.sign(icon, ink))
                .with_child(style.bold(text, ink));
        }
        let explained = explanations(moment, thoughts, turns, came, selection.0, *evaluations);
        let folds = Fold::fitting(&explained, &space, *evaluations);
        let mut all = explained.iter().zip(&folds);
        let unfolded = evaluations.unfolded && all.any(|(it, fold)| fold.hides_list(it));
        for (explained, fitting) in explained.iter().zip(folds) {
            if let Some(sheet) = now.arena().get_sheet(explained.unit) {
                let is_selected = selection.0 == Some(explained.unit);
                let offer = fitting.offer(explained, unfolded);
                let fold = if unfolded { Fold::List } else { fitting };
                let who = (explained.unit, sheet.name.as_str());
                let block = spawn_block(area, who, is_selected, offer.is_some(), &style);
                area.commands().entity(block).with_children(|block| {
                    let side = style.look.side_text(sheet.faction);
                    let deed = fold.deed(explained, &space);
                    write_deed(block, &deed, &sheet.name, side, &style);
                    for line in fold.reasons(explained) {
                        write_reason(block, line, &style);
                    }
                    if let Some(text) = offer {
                        block.spawn(style.small(text, style.ink()));
                    }
                });
            }
        }
    });
}

/// What must not be overlooked: the units that will fall or may fall, and those that are hit by their
/// own side.
fn warnings(
    battle: &Battle,
    turns: Option<&ForetoldTurns>,
    style: &UiStyle,
) -> Vec<(Icon, String, Color)> {
    let bad = colour(style.look.theme.palette.bad);
    let fates = turns.into_iter().flat_map(|turns| fates(battle, turns));
    let fates = fates.map(|(text, fate)| match fate {
        Fate::Falls => (Icon::Skull, text, bad),
        Fate::Survives | Fate::MayFall => (Icon::Skull, text, style.ink()),
    });
    let own = turns
        .into_iter()
        .flat_map(|turns| own_side_hit(battle, turns));
    let own = own.map(|text| (Icon::TriangleAlert, text, style.ink()));
    fates.chain(own).collect()
}

/// The place for the reasons of a unit. It selects its unit, and folds or unfolds its list where that
/// does not fit.
fn spawn_block(
    area: &mut ChildSpawnerCommands<'_>,
    (unit, name): (UnitId, &str),
    is_selected: bool,
    folds: bool,
    style: &UiStyle,
) -> Entity {
    let press = move |_: On<Activate>,
                      mut selection: ResMut<Selection>,
                      mut evaluations: ResMut<Evaluations>| {
        selection.set_if_neq(Selection(Some(unit)));
        if folds {
            evaluations.unfolded ^= true;
        }
    };
    // The selected unit has a line beside it, so that colour is not the only sign.
    let edge = match is_selected {
        true => colour(style.look.theme.palette.accent),
        false => Color::NONE,
    };
    area.spawn((
        Button,
        ActivateOnPress,
        CapturesKeys::Button,
        AccessibleLabel::new(format!("Why {name}")),
        Node::column(px(2))
            .fixed()
            .padding(UiRect::axes(px(6), px(1)))
            .border(UiRect::left(px(2))),
        BorderColor::all(edge),
        observe(press),
    ))
    .id()
}

/// Writes what a unit does: its name in the colour of its side, the deed, and, more quietly, the
/// rule that decided.
fn write_deed(
    parent: &mut ChildSpawnerCommands<'_>,
    line: &str,
    name: &str,
    side: Color,
    style: &UiStyle,
) {
    let deed = line.strip_prefix(name).unwrap_or(line);
    let name = &line[..line.len() - deed.len()];
    // The full stop before it belongs to the deed.
    let rule = deed.find(". Rule ").map_or(deed.len(), |place| place + 1);
    let (deed, rule) = deed.split_at(rule);
    let row = (style.plain("", style.ink()), Node::default().fixed());
    parent.spawn(row).with_children(|row| {
        row.spawn(style.span(name, Face::Bold, side));
        row.spawn(style.span(deed, Face::Regular, style.ink()));
        row.spawn(style.span(rule, Face::Regular, style.muted()));
    });
}

/// Writes a reason. Ticks and crosses come from the icons, since the letters have none.
fn write_reason(parent: &mut ChildSpawnerCommands<'_>, line: &str, style: &UiStyle) {
    let text = line.trim_start();
    let indent = line.len() - text.len();
    let indented = UiRect::left(px(indent as f32 * 5.0));
    let ink = style.muted();
    let row = (
        style.small("", ink),
        Node::default().fixed().margin(indented),
    );
    let small = style.sizes().small;
    parent.spawn(row).with_children(|row| {
        for (icon, text) in pieces(text) {
            if let Some(icon) = icon {
                let mut sign = row.spawn(style.span(char::from(icon), Face::Icon, style.ink()));
                sign.insert(style.font(Face::Icon, small));
            }
            let mut words = row.spawn(style.span(text, Face::Regular, ink));
            words.insert(style.font(Face::Regular, small));
        }
    });
}

/// A text in pieces, each with the icon that stands in front of it.
fn pieces(text: &str) -> Vec<(Option<Icon>, &str)> {
    let mut pieces = Vec::new();
    let (mut icon, mut begins) = (None, 0);
    for (place, letter) in text.char_indices() {
        let next = match letter {
            '✓' => Icon::Check,
            '✗' => Icon::X,
            _ => continue,
        };
        pieces.push((icon.take(), &text[begins..place]));
        (icon, begins) = (Some(next), place + letter.len_utf8());
    }
    pieces.push((icon, &text[begins..]));
    pieces.retain(|(icon, text)| icon.is_some() || !text.is_empty());
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_and_crosses_become_icons_and_nothing_is_lost() {
        let found: Vec<_> = pieces("Rule 1 ✓ near ✗ far")
            .into_iter()
            .map(|(icon, text)| (icon.map(char::from), text))
            .collect();
        let [yes, no] = [Icon::Check, Icon::X].map(|icon| Some(char::from(icon)));
        assert_eq!(found, [(None, "Rule 1 "), (yes, " near "), (no, " far")]);
        assert_eq!(pieces("plain").len(), 1);
        assert!(pieces("").is_empty());
    }
}
