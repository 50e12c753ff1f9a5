//! The actions: what the selected unit can be told, with the reason where it cannot.

use bevy::ecs::relationship::RelatedSpawnerCommands;
use bevy::prelude::*;
use foretold_battle::{AutofightMode, Battle, Faction, Order, OrderRefusal, Tempo, UnitId};
use foretold_content::Act;
use foretold_sim::CurrentBattle;
use foretold_view::picture::Face;
use foretold_view::{Look, Mode, Prospects, Selection, ViewSystems, colour};
use lucide_icons::Icon;

use super::hand::{no_target, nobody_to_help};
use super::refusals::{remedy, stop_in_words};
use crate::controls::key_for;
use crate::layout::Panel;
use crate::settings::KeysInForce;
use crate::toasts::capital;
use crate::widgets::{Pen, Themed, act_button, caption_icon, fits, scroll_area, switch_off};

/// How wide a name may be, in pixels at 100%.
const NAME: f32 = 78.0;
/// How large a pip is.
const PIP: f32 = 10.0;

/// What can be told, as it stands in the panel.
const ACTIONS: [(Act, Icon, &str); 9] = [
    (Act::Attack, Icon::Sword, "Attack"),
    (Act::Aid, Icon::HeartHandshake, "Help"),
    (Act::MoveMode, Icon::Footprints, "Move"),
    (Act::Guard, Icon::Shield, "Guard"),
    (Act::EndTurn, Icon::Hourglass, "End turn"),
    (Act::Autofight, Icon::Zap, "Autofight"),
    (Act::FightOn, Icon::Repeat, "Fight on"),
    (Act::Undo, Icon::Undo2, "Undo"),
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
                    .or_else(resource_changed::<Prospects>)
                    .or_else(resource_changed::<Mode>)
                    .or_else(resource_changed::<KeysInForce>),
            ),
        )
            .chain()
            .in_set(ViewSystems::Paint),
    );
}

fn build(mut commands: Commands, panels: Query<(Entity, &Panel)>, pen: Pen) {
    if let Some((panel, _)) = panels.iter().find(|(_, panel)| **panel == Panel::Actions) {
        commands
            .entity(panel)
            .despawn_children()
            .with_children(|panel| {
                scroll_area(panel, &pen, Actions);
            });
    }
}

fn fill(
    mut commands: Commands,
    area: Single<Entity, With<Actions>>,
    battle: Option<Res<CurrentBattle>>,
    selection: Res<Selection>,
    (mode, keys): (Res<Mode>, Res<KeysInForce>),
    pen: Pen,
) {
    let mut area = commands.entity(*area);
    area.despawn_children();
    let Some(battle) = battle else {
        return;
    };
    area.with_children(|area| {
        write_unit(area, &battle, selection.0, &pen);
        for (act, icon, text) in ACTIONS {
            let why = why_not(battle.battle(), selection.0, act);
            let mut button = area.spawn(act_button(act, &pen));
            let aims = |hostile: bool| match *mode {
                Mode::Attack(skill) => {
                    let skills = &battle.battle().arena().setup().skills;
                    skills[skill.index()].is_hostile() == hostile
                }
                Mode::Free | Mode::Move => false,
            };
            let in_force = match act {
                Act::Attack => aims(true),
                Act::Aid => aims(false),
                Act::MoveMode => *mode == Mode::Move,
                _ => false,
            };
            button.insert(Themed { in_force });
            if act == Act::Undo {
                // The rules have a button for it too.
                button.insert(AccessibleLabel::new("Take the last order back."));
            }
            caption_icon(&mut button, icon, &pen);
            button.with_child((pen.plain(text, pen.ink()), TextLayout::no_wrap()));
            if let Some(why) = why {
                switch_off(&mut button, capital(&why));
            }
        }
        write_mode(area, battle.battle(), *mode, &keys, &pen);
        let stop = selection
            .0
            .and_then(|unit| battle.battle().autofight_stop(unit));
        if let Some(stop) = stop {
            let ink = colour(pen.look.theme.palette.bad);
            area.spawn(pen.plain(stop_in_words(&battle, stop), ink));
        }
    });
}

/// Who can be told something, and how much of the turn is left.
fn write_unit(
    area: &mut RelatedSpawnerCommands<'_, ChildOf>,
    battle: &CurrentBattle,
    selected: Option<UnitId>,
    pen: &Pen,
) {
    let Some((unit, sheet)) = selected.and_then(|unit| {
        let sheet = battle.battle().arena().setup().units.get(unit.slot())?;
        Some((unit, sheet))
    }) else {
        area.spawn(pen.plain("Nobody is selected.", pen.muted()));
        return;
    };
    let ink = pen.look.side_text(sheet.faction);
    let name = fits(&sheet.name, Face::Bold, pen.sizes().text, NAME);
    area.spawn(pen.bold(name, ink));
    let Some((left, most)) = points(battle.battle(), unit) else {
        return;
    };
    let told = match left {
        1 => "1 action".to_owned(),
        left => format!("{left} actions"),
    };
    area.spawn(Node {
        column_gap: px(3),
        align_items: AlignItems::Center,
        flex_wrap: FlexWrap::Wrap,
        flex_shrink: 0.0,
        ..default()
    })
    .with_children(|pips| {
        for number in 0..most {
            let full = number < left;
            let ground = if full { ink } else { Color::NONE };
            pips.spawn((
                Node {
                    width: px(PIP),
                    height: px(PIP),
                    border: px(1).all(),
                    border_radius: BorderRadius::MAX,
                    ..default()
                },
                BackgroundColor(ground),
                BorderColor::all(ink),
                Pickable::IGNORE,
            ));
        }
        pips.spawn(pen.remark(told));
    });
}

/// How many actions a unit has left in its turn, of how many; nothing where none are counted.
fn points(battle: &Battle, unit: UnitId) -> Option<(u8, u8)> {
    let sheet = battle.arena().setup().units.get(unit.slot())?;
    let most = match (battle.arena().tempo(), sheet.faction) {
        (Tempo::Ticks, _) => return None,
        (Tempo::Phases, Faction::Friendly) => battle.arena().house().action_points,
        (Tempo::Phases | Tempo::Initiative, _) => 1,
    };
    let state = battle.unit(unit)?;
    let in_turn = battle.in_turn().contains(unit) && !state.turn.over;
    Some((if in_turn { state.turn.points } else { 0 }, most))
}

/// What a click or Enter means now.
fn write_mode(
    area: &mut RelatedSpawnerCommands<'_, ChildOf>,
    battle: &Battle,
    mode: Mode,
    keys: &KeysInForce,
    pen: &Pen,
) {
    let text = match mode {
        Mode::Free => return,
        Mode::Move => "Choose a green cell.".to_owned(),
        Mode::Attack(skill) => {
            let name = &battle.arena().setup().skills[skill.index()].name;
            let again = key_for(keys, Act::Attack)
                .map_or_else(String::new, |key| format!(" {key}: another skill."));
            format!("{name}: choose a red target.{again}")
        }
    };
    area.spawn(pen.plain(text, pen.ink()));
}

/// Why something cannot be told to the selected unit now.
fn why_not(battle: &Battle, selected: Option<UnitId>, act: Act) -> Option<String> {
    let Some(unit) = selected else {
        return Some("Select one of your units first.".to_owned());
    };
    let in_words = |why: OrderRefusal| match why {
        OrderRefusal::Autofight(stop) => {
            let setup = battle.arena().setup();
            setup.autofight_messages.text(stop).to_owned()
        }
        other => format!("{other}. {}", remedy(&other)),
    };
    let check = |order: Order| battle.check_order(unit, order).err().map(in_words);
    match act {
        Act::Attack | Act::Aid => {
            let hostile = act == Act::Attack;
            let skills = &battle.arena().setup().skills;
            let uses = battle.uses(unit);
            let any = uses
                .iter()
                .any(|(skill, _)| skills[skill.index()].is_hostile() == hostile);
            (!any).then(|| {
                if hostile {
                    no_target(battle, unit)
                } else {
                    nobody_to_help(battle, unit)
                }
            })
        }
        Act::MoveMode => {
            let stuck = battle.walks(unit).is_empty();
            let why = check(Order::EndTurn);
            stuck.then(|| why.unwrap_or_else(|| "There is nowhere to walk.".to_owned()))
        }
        Act::Guard => check(Order::Guard),
        Act::EndTurn => check(Order::EndTurn),
        // A press is also how one goes on after it stopped: only what no press changes switches it off.
        Act::Autofight | Act::FightOn => match check(Order::EndTurn) {
            None if battle.autofight_stop(unit).is_none() => {
                let plan = battle.autofight_plan(unit, AutofightMode::MoveAndAttack);
                plan.err().map(in_words)
            }
            why => why,
        },
        Act::AutofightSettings => {
            let sheet = battle.arena().setup().units.get(unit.slot());
            let own = sheet.is_some_and(|sheet| sheet.faction == Faction::Friendly);
            (!own).then(|| "Only your own units can be told how to fight.".to_owned())
        }
        _ => None,
    }
}
