//! The actions: what the selected unit can be told, with the reason where it cannot.

use foretold_battle::{AutofightMode, Order, OrderRefusal, Skill, SkillId};
use foretold_sim::Options;
use foretold_view::OrderMode;
use foretold_view::attack_previews::whole_turn;

use super::order_writer::{OrderWriter, no_target, no_undo, nobody_to_help};
use super::refusals::{after, remedy, stop_in_words};
use crate::prelude::*;
use crate::toasts::capital;

/// How wide a name may be, in pixels at 100%.
const NAME: f32 = 78.0;
/// How large a pip is.
const PIP: f32 = 10.0;

/// What can be told, as it stands in the panel.
const ACTIONS: [(Act, Icon, &str); 12] = [
    (Act::Attack, Icon::Sword, "Attack"),
    (Act::Aid, Icon::HeartHandshake, "Help"),
    (Act::MoveMode, Icon::Footprints, "Move"),
    (Act::Guard, Icon::Shield, "Guard"),
    (Act::EndTurn, Icon::Hourglass, "End turn"),
    (Act::Autofight, Icon::Zap, "Autofight"),
    (Act::AutofightStay, Icon::Anchor, "In place"),
    (Act::AutofightFire, Icon::Crosshair, "Fire only"),
    (Act::FightOn, Icon::Repeat, "Fight on"),
    (Act::Mark, Icon::Flag, "Mark"),
    (Act::Release, Icon::LogOut, "Release"),
    (Act::AutofightSettings, Icon::Settings2, "Settings"),
];

/// What the panel is filled with.
#[derive(Component)]
struct Actions;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            build.run_if(resource_changed::<Look>),
            fill.run_if(
                resource_changed::<Look>
                    .or_else(resource_changed::<Options>)
                    .or_else(resource_changed::<Selection>)
                    .or_else(resource_changed::<OrderMode>)
                    .or_else(resource_changed::<KeysInForce>),
            ),
        )
            .chain()
            .in_set(ViewSystems::Paint),
    );
}

fn build(mut panels: PanelBuilder) {
    panels.set(Panel::Actions, |panel, style| {
        scroll_area(panel, style, Actions);
    });
}

fn fill(
    mut commands: Commands,
    area: Single<Entity, With<Actions>>,
    battle: If<Res<Shown>>,
    (selection, options): (Res<Selection>, Res<Options>),
    (mode, keys): (Res<OrderMode>, Res<KeysInForce>),
    style: UiStyle,
    mut shown: Local<Option<ActionBar>>,
) {
    let now = ActionBar::of(&battle, &options, selection.0, *mode);
    // Most steps of the others change nothing here.
    if shown.as_ref() == Some(&now) && !style.look.is_changed() && !keys.is_changed() {
        return;
    }
    let mut area = commands.entity(*area);
    area.despawn_children();
    let now = &*shown.insert(now);
    area.with_children(|area| {
        write_unit(area, now, &style);
        for ((act, icon, text), why) in ACTIONS.into_iter().zip(&now.why_not) {
            let mut button = area.spawn(act_button(act, &style));
            let aims = |hostile: bool| match *mode {
                OrderMode::Attack(skill) => is_hostile(battle.battle(), skill) == hostile,
                OrderMode::Free | OrderMode::Move => false,
            };
            let in_force = match act {
                Act::Attack => aims(true),
                Act::Aid => aims(false),
                Act::MoveMode => *mode == OrderMode::Move,
                _ => false,
            };
            button.check(in_force);
            let ink = if why.is_some() {
                style.muted()
            } else {
                style.ink()
            };
            button.with_child(style.sign(icon, ink));
            button.with_child((style.plain(text, ink), TextLayout::no_wrap()));
            if let Some(why) = why {
                button.switch_off(capital(why));
            }
        }
        write_undo(area, now.no_undo, &keys, &style);
        write_mode(area, battle.battle(), *mode, &keys, &style);
        if let Some(stop) = &now.stop {
            area.spawn(style.plain(stop, colour(style.look.theme.palette.bad)));
        }
    });
}

/// What the panel shows: it is built anew only if that is something else.
#[derive(Clone, PartialEq, Eq, Debug)]
struct ActionBar {
    /// Who is selected.
    who: Option<(String, Faction)>,
    /// How many actions they have left, of how many.
    points: Option<(u8, u8)>,
    /// Why each action is off, if it is.
    why_not: Vec<Option<String>>,
    no_undo: Option<&'static str>,
    mode: OrderMode,
    /// Why autofight stopped, and what to do.
    stop: Option<String>,
}

impl ActionBar {
    fn of(
        current: &Shown,
        options: &Options,
        selected: Option<UnitId>,
        mode: OrderMode,
    ) -> ActionBar {
        let battle = current.battle();
        let who = selected.and_then(|unit| battle.arena().setup().units.get(unit.slot()));
        let why_not = ACTIONS.map(|(act, ..)| why_not(battle, options, selected, act));
        let stop = selected.and_then(|unit| battle.autofight_stop(unit));
        ActionBar {
            who: who.map(|sheet| (sheet.name.clone(), sheet.faction)),
            points: selected.and_then(|unit| points(battle, unit)),
            why_not: why_not.to_vec(),
            no_undo: no_undo(current),
            mode,
            stop: stop.map(|stop| format!("{} {}", stop_in_words(current, stop), after(stop))),
        }
    }
}

/// The key for it asks where the focus is; the button means orders, as the one beside the rules means
/// rules.
fn write_undo(
    area: &mut ChildSpawnerCommands<'_>,
    why: Option<&'static str>,
    keys: &KeysInForce,
    style: &UiStyle,
) {
    let take_back = |_: On<Activate>, mut hand: OrderWriter| hand.undo();
    let label = "Take the last order back.";
    let mut undo = area.spawn((button(label, style), observe(take_back)));
    let ink = if why.is_some() {
        style.muted()
    } else {
        style.ink()
    };
    undo.with_child(style.sign(Icon::Undo2, ink));
    undo.with_child((style.plain("Undo", ink), TextLayout::no_wrap()));
    if let Some(why) = why {
        undo.switch_off(why);
    } else {
        let key = key_for(keys, Act::Undo);
        let tip = key.map_or_else(|| label.to_owned(), |key| format!("{label} Key: {key}"));
        undo.insert(Tooltip(tip));
    }
}

/// Whether a skill hurts.
fn is_hostile(battle: &Battle, skill: SkillId) -> bool {
    let skills = &battle.arena().setup().skills;
    skills.get(skill.index()).is_some_and(Skill::is_hostile)
}

/// Who can be told something, and how much of the turn is left.
fn write_unit(area: &mut ChildSpawnerCommands<'_>, shown: &ActionBar, style: &UiStyle) {
    let Some((name, side)) = &shown.who else {
        area.spawn(style.plain("Nobody is selected.", style.muted()));
        return;
    };
    let ink = style.look.side_text(*side);
    let name = fits(name, Face::Bold, style.sizes().text, NAME);
    area.spawn(style.bold(name, ink));
    let Some((left, most)) = shown.points else {
        return;
    };
    let told = match left {
        1 => "1 action".to_owned(),
        left => format!("{left} actions"),
    };
    area.spawn(Node::row(px(3)).wrap(px(0)).centred().fixed())
        .with_children(|pips| {
            for number in 0..most {
                let full = number < left;
                let ground = if full { ink } else { Color::NONE };
                pips.spawn((
                    Node::default()
                        .size(px(PIP), px(PIP))
                        .framed(BorderRadius::MAX),
                    BackgroundColor(ground),
                    BorderColor::all(ink),
                    Pickable::IGNORE,
                ));
            }
            pips.spawn(style.remark(told));
        });
}

/// How many actions a unit has left in its turn, of how many; nothing where none are counted.
fn points(battle: &Battle, unit: UnitId) -> Option<(u8, u8)> {
    let most = battle.points_of_a_turn(unit)?;
    let state = battle.unit(unit)?;
    let in_turn = battle.in_turn().contains(unit) && !state.turn.over;
    Some((if in_turn { state.turn.points } else { 0 }, most))
}

/// What a click or Enter means now.
fn write_mode(
    area: &mut ChildSpawnerCommands<'_>,
    battle: &Battle,
    mode: OrderMode,
    keys: &KeysInForce,
    style: &UiStyle,
) {
    let text = match mode {
        OrderMode::Free => return,
        OrderMode::Move => "Choose a green cell.".to_owned(),
        OrderMode::Attack(skill) => {
            let skills = &battle.arena().setup().skills;
            let name = skills.get(skill.index()).map_or("", |skill| &skill.name);
            let act = if is_hostile(battle, skill) {
                Act::Attack
            } else {
                Act::Aid
            };
            let again = key_for(keys, act)
                .map_or_else(String::new, |key| format!(" {key}: another skill."));
            let cost =
                whole_turn(battle, skill).map_or_else(String::new, |cost| format!(" {cost}"));
            format!("{name}: choose a red target.{cost}{again}")
        }
    };
    area.spawn(style.plain(text, style.ink()));
}

/// Why something cannot be told to the selected unit now.
fn why_not(
    battle: &Battle,
    options: &Options,
    selected: Option<UnitId>,
    act: Act,
) -> Option<String> {
    let Some(unit) = selected else {
        return Some("Select one of your units first.".to_owned());
    };
    let options = options.of_unit(unit);
    let in_words = |why: OrderRefusal| match why {
        OrderRefusal::Autofight(stop) => {
            let setup = battle.arena().setup();
            let told = setup.autofight_messages.text(stop);
            format!("{told} {}", after(stop))
        }
        other => format!("{other}. {}", remedy(&other)),
    };
    let check = |order: Order| battle.check_order(unit, order).err().map(in_words);
    // A press is also how one goes on after it stopped: only what no press changes switches it off.
    let fights = |mode: AutofightMode| match check(Order::EndTurn) {
        None if battle.autofight_stop(unit).is_none() => {
            battle.autofight_plan(unit, mode).err().map(in_words)
        }
        why => why,
    };
    match act {
        Act::Attack | Act::Aid => {
            let hostile = act == Act::Attack;
            let skills = &battle.arena().setup().skills;
            let any = options.is_some_and(|options| {
                let mut uses = options.uses.iter();
                uses.any(|(skill, _)| skills[skill.index()].is_hostile() == hostile)
            });
            (!any).then(|| {
                if hostile {
                    no_target(battle, unit)
                } else {
                    nobody_to_help(battle, unit)
                }
            })
        }
        Act::MoveMode => {
            let stuck = options.is_none_or(|options| options.walks.is_empty());
            let why = check(Order::EndTurn);
            stuck.then(|| why.unwrap_or_else(|| "There is nowhere to walk.".to_owned()))
        }
        Act::Guard => check(Order::Guard),
        Act::EndTurn => check(Order::EndTurn),
        Act::Autofight => fights(AutofightMode::MoveAndAttack),
        Act::AutofightStay => fights(AutofightMode::AttackOnly),
        Act::AutofightFire => fights(AutofightMode::FireOnly),
        // It also begins when nothing is left of this turn.
        Act::FightOn => check(Order::EndTurn),
        Act::Release => {
            let ordered = battle.unit(unit).is_some_and(|unit| unit.order.is_some());
            (!ordered).then(|| "It follows no order of yours. Give one first.".to_owned())
        }
        Act::Mark => {
            let sheet = battle.arena().setup().units.get(unit.slot());
            let own = sheet.is_some_and(|sheet| sheet.faction == Faction::Friendly);
            own.then(|| {
                "Select an enemy, or point at one and use the key: autofight goes for the marked first."
                    .to_owned()
            })
        }
        Act::AutofightSettings => {
            let sheet = battle.arena().setup().units.get(unit.slot());
            let own = sheet.is_some_and(|sheet| sheet.faction == Faction::Friendly);
            (!own).then(|| "Only your own units can be told how to fight.".to_owned())
        }
        _ => None,
    }
}
