//! Rule evaluations: what everyone is about to do at the moment on screen, and why.

use bevy::ui_widgets::{ActivateOnPress, Button};
use foretold_battle::{
    Depth, Event, Happening, Life, ShoveEnd, explain, explain_turn, narrate, rules_passed_over,
};
use foretold_sim::{Fate, Forethought, ForetoldBlow, ForetoldTurns, ReadModel, Sequence, Thought};

use crate::layout::title_line;
use crate::log::{actor, is_loud};
use crate::prelude::*;

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
                fill.run_if(any_changed!(Evaluations, Forethought, Look, Selection)),
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

/// Who acted in a step, by what happened in it.
fn acted(came: &[Event]) -> Vec<UnitId> {
    let decided = |event: &Event| match event.what {
        Happening::Decided { unit, .. } => Some(unit),
        _ => None,
    };
    came.iter().filter_map(decided).collect()
}

/// Units with their explanations, line by line. The moment is the one in which they decided; the
/// events are what came of it, if that is known. A step in the past has no turns to come, and only
/// units that acted in it are explained.
fn explanations(
    battle: &Battle,
    thoughts: &[Thought],
    turns: Option<(&ForetoldTurns, &Sequence)>,
    came: &[Event],
    selected: Option<UnitId>,
    evaluations: Evaluations,
) -> Vec<(UnitId, Vec<String>)> {
    let acted = turns.is_none().then(|| acted(came));
    // Where one unit acts after another, the player asks about the one that did.
    let alone = acted.as_ref().is_some_and(|acted| acted.len() == 1);
    let mut decided: Vec<&Thought> = thoughts
        .iter()
        .filter(|it| acted.as_ref().is_none_or(|acted| acted.contains(&it.unit)))
        .collect();
    decided.retain(|thought| {
        let state = battle.unit(thought.unit);
        state.is_some_and(|state| state.life != Life::Fallen)
    });
    // The selected unit comes first, the others in the order in which they act.
    let place = |unit: UnitId| turns?.1.0.iter().position(|due| due.unit == unit);
    decided.sort_by_key(|thought| {
        let place = place(thought.unit).unwrap_or(usize::MAX);
        (Some(thought.unit) != selected, place)
    });
    let explained = decided.into_iter().map(|thought| {
        let unit = thought.unit;
        let deep = evaluations.everyone || alone || Some(unit) == selected;
        let depth = if deep {
            evaluations.depth
        } else {
            Depth::Simple
        };
        let turn = turns.and_then(|(turns, _)| turns.of_unit(unit));
        let mut lines = match turn {
            Some(turn) => explain_turn(battle, turn, &thought.decision, depth),
            None => explain(battle, unit, &thought.decision, depth),
        };
        if !deep && evaluations.depth > Depth::Simple && !thought.is_secret {
            let first = turn.and_then(|turn| turn.first.as_ref());
            let decision = first.unwrap_or(&thought.decision);
            let passed = rules_passed_over(battle, unit, decision);
            // Further on in its turn other rules may apply.
            let several = turn.is_some_and(|turn| turn.parts.len() > 1);
            let from = turn.filter(|_| several).map(|turn| turn.from);
            let from = from.map_or(String::new(), |cell| format!("At {cell}: "));
            lines.extend(passed.map(|text| format!("  {from}{text}")));
        }
        let mut own = came
            .iter()
            .filter(|event| actor(&event.what) == Some(unit) && is_loud(&event.what))
            .map(|event| format!("    {}", narrate(battle.arena(), event)))
            .peekable();
        if depth == Depth::Expert && own.peek().is_some() {
            lines.push("  what came of it".to_owned());
            lines.extend(own);
        }
        (unit, lines)
    });
    explained.collect()
}

/// The units that will fall or may fall, by everything that is foretold: `Ada falls: 34 damage on 27
/// HP, no block.`
fn fates(battle: &Battle, turns: &ForetoldTurns) -> Vec<(String, Fate)> {
    let blows = turns.blows(battle);
    let struck = battle.units().filter_map(|(id, unit)| {
        let on_it = || blows.iter().filter(|it| it.blow.target == Some(id));
        let fate = on_it().map(|it| it.fate).max()?;
        // Up to the blow that brings it down.
        let last = on_it().position(|it| it.fate == fate)?;
        let most: u32 = match fate {
            Fate::Falls => on_it().take(last + 1).map(with_bump).sum(),
            Fate::Survives | Fate::MayFall => on_it().map(with_bump).sum(),
        };
        let name = battle.arena().unit_name(id);
        let blocked: u32 = on_it().map(|it| u32::from(it.blow.blocked)).sum();
        let hp = match (blocked, unit.block) {
            (0, 0) => format!("{} HP, no block", unit.hp),
            (0, _) => format!("{} HP", unit.hp),
            (blocked, _) => format!("{} HP, after {blocked} block", unit.hp),
        };
        let pit = on_it().find_map(|it| match it.blow.shove?.end {
            ShoveEnd::Falls(pit) if it.fate == fate => Some(pit),
            _ => None,
        });
        match (fate, pit) {
            (Fate::MayFall, Some(pit)) => {
                Some((format!("{name} may be pushed into the pit on {pit}."), fate))
            }
            (Fate::Falls, Some(pit)) => {
                Some((format!("{name} falls into the pit on {pit}."), fate))
            }
            (Fate::Survives, _) => None,
            (Fate::MayFall, None) => Some((
                format!("{name} may fall: up to {most} damage on {hp}."),
                fate,
            )),
            (Fate::Falls, None) => Some((format!("{name} falls: {most} damage on {hp}."), fate)),
        }
    });
    struck.collect()
}

/// The most that a blow takes from its target, with the bump of its shove.
fn with_bump(it: &ForetoldBlow) -> u32 {
    let bump = match it.blow.shove.map(|shove| shove.end) {
        Some(ShoveEnd::Bumps { damage, .. }) => damage,
        Some(ShoveEnd::Moves(_) | ShoveEnd::Falls(_) | ShoveEnd::Resists) | None => 0,
    };
    u32::from(it.blow.most) + u32::from(bump)
}

type HeadingText = (With<Heading>, Without<Reasons>);

fn fill(
    mut commands: Commands,
    (battle, forethought): (If<Res<Shown>>, Res<Forethought>),
    (turns, sequence): (Res<ForetoldTurns>, Res<Sequence>),
    (selection, evaluations): (Res<Selection>, Res<Evaluations>),
    mut heading: Single<&mut Text, HeadingText>,
    reasons: Single<Entity, With<Reasons>>,
    style: UiStyle,
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
        for (text, fate) in turns.iter().flat_map(|(turns, _)| fates(now, turns)) {
            let ink = if fate == Fate::Falls { colour(style.look.theme.palette.bad) } else { style.ink() };
            area.spawn(Node::row(style.gap()).fixed())
                .with_child(style.sign(Icon::Skull, ink))
                .with_child(style.bold(text, ink));
        }
        let explained = explanations(moment, thoughts, turns, came, selection.0, *evaluations);
        for (unit, lines) in explained {
            let Some(sheet) = now.arena().get_sheet(unit) else {
                continue;
            };
            let select = move |_: On<Activate>, mut selection: ResMut<Selection>| {
                selection.set_if_neq(Selection(Some(unit)));
            };
            area.spawn((
                Button,
                ActivateOnPress,
                CapturesKeys::Button,
                AccessibleLabel::new(format!("Why {}", sheet.name)),
                // The selected unit has a line beside it, so that colour is not the only sign.
                Node::column(px(2))
                    .fixed()
                    .padding(UiRect::axes(px(6), px(2)))
                    .border(UiRect::left(px(2))),
                BorderColor::all(if Some(unit) == selection.0 {
                    colour(style.look.theme.palette.accent)
                } else {
                    Color::NONE
                }),
                observe(select),
            ))
            .with_children(|block| {
                let side = style.look.side_text(sheet.faction);
                for (place, line) in lines.iter().enumerate() {
                    if place == 0 {
                        write_deed(block, line, &sheet.name, side, &style);
                    } else {
                        write_reason(block, line, &style);
                    }
                }
            });
        }
    });
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
