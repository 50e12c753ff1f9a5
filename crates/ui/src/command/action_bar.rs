//! The actions: what you can order the selected unit to do, and why not where you cannot.

use foretold_battle::{AutofightMode, Order, OrderRefusal, Skill, SkillId};
use foretold_sim::Options;
use foretold_view::attack_previews::whole_turn;
use foretold_view::{OrderMode, Unfolded};

use super::end_turn::counted;
use super::no_target::no_target;
use super::order_writer::{OrderWriter, SELECT_FIRST, no_undo};
use super::refusals::{stop_in_words, why_in_words};
use crate::new_battle::NewBattle;
use crate::prelude::*;
use crate::toasts::capital;
use crate::widgets::TipNote;

/// How wide a name may be, in pixels at 100%.
const NAME: f32 = 78.0;
/// How large a pip is.
const PIP: f32 = 10.0;

/// What can be ordered, as it stands in the panel.
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

/// What is part of every turn: it stays in the panel, and says why if it cannot be used.
const ALWAYS: [Act; 5] = [
    Act::Attack,
    Act::MoveMode,
    Act::Guard,
    Act::EndTurn,
    Act::Autofight,
];

/// What the panel is filled with.
#[derive(Component)]
struct Actions;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            fold.after(SimSystems::Refresh).before(ViewSystems::Measure),
            build
                .run_if(any_changed!(Look, Unfolded))
                .in_set(ViewSystems::Paint)
                .before(fill),
        ),
    )
    .add_systems(
        Update,
        (
            fill.run_if(any_changed!(
                Look,
                Unfolded,
                Options,
                Selection,
                OrderMode,
                KeysInForce
            )),
            fill_pips.run_if(any_changed!(
                Look,
                Unfolded,
                Options,
                Selection,
                OrderMode,
                KeysInForce,
                Hover
            )),
        )
            .chain()
            .in_set(ViewSystems::Paint),
    );
}

/// The orders are there if the player commands by hand, is about to choose a target, or wants them;
/// else there is one button for them.
fn fold(
    acts: Res<Acts>,
    battle: Option<Res<Shown>>,
    (mode, mut another): (Res<OrderMode>, NewBattle),
    mut unfolded: ResMut<Unfolded>,
    mut wanted: Local<Option<bool>>,
) {
    if another.read() {
        *wanted = None;
    }
    if acts.contains(Act::Orders) {
        *wanted = Some(!unfolded.orders);
    }
    let by_hand = battle.is_some_and(|battle| battle.battle().has_player());
    let aims = *mode != OrderMode::Free;
    let orders = aims || wanted.unwrap_or(by_hand);
    let now = Unfolded {
        orders,
        ..*unfolded
    };
    unfolded.set_if_neq(now);
}

fn build(mut panels: PanelBuilder, unfolded: Res<Unfolded>, keys: Res<KeysInForce>) {
    panels.set(Panel::Actions, |panel, style| {
        if unfolded.orders {
            scroll_area(panel, style, Actions);
        } else {
            let key = key_for(&keys, Act::Orders).unwrap_or_default();
            panel
                .spawn(act_button(Act::Orders, style))
                .caption_icon(Icon::Swords, style)
                .caption("Orders", style)
                .change_node(|mut node| node.padding = UiRect::horizontal(px(6)))
                .with_child(style.remark(key));
        }
    });
}

fn fill(
    mut commands: Commands,
    area: Single<(Entity, Ref<Actions>)>,
    battle: If<Res<Shown>>,
    (selection, options): (Res<Selection>, Res<Options>),
    (mode, keys): (Res<OrderMode>, Res<KeysInForce>),
    style: UiStyle,
    mut shown: Local<Option<ActionBar>>,
) {
    let (entity, area) = area.into_inner();
    let now = ActionBar::of(&battle, &options, selection.0, *mode);
    // Most steps of the others change nothing here.
    if shown.as_ref() == Some(&now) && !area.is_added() && !keys.is_changed() {
        return;
    }
    let mut area = commands.entity(entity);
    area.despawn_children();
    let now = &*shown.insert(now);
    area.with_children(|area| {
        write_unit(area, now, &style);
        let aims = |hostile: bool| match *mode {
            OrderMode::Attack(skill) => is_hostile(battle.battle(), skill) == hostile,
            OrderMode::Free | OrderMode::Move => false,
        };
        let shown = ACTIONS.into_iter().zip(&now.actions);
        for ((act, icon, text), (why, cost)) in
            shown.filter(|((act, ..), (why, _))| why.is_none() || ALWAYS.contains(act))
        {
            let button = (act_button(act, &style), TipNote(cost.clone()));
            let in_force = match act {
                Act::Attack => aims(true),
                Act::Aid => aims(false),
                Act::MoveMode => *mode == OrderMode::Move,
                _ => false,
            };
            spawn_action(area, button, icon, text, why.as_deref(), &style).check(in_force);
        }
        if now.no_undo.is_none() {
            spawn_undo(area, &keys, &style);
        }
        write_mode(area, battle.battle(), *mode, &keys, &style);
        if let Some(stop) = &now.stop {
            area.spawn(style.plain(stop, colour(style.look.theme.palette.bad)));
        }
        if !battle.battle().has_player() {
            area.spawn(act_button(Act::Orders, &style))
                .caption_icon(Icon::ChevronLeft, &style)
                .caption("Fold", &style);
        }
    });
}

/// Its key asks where the focus is. The button means orders, as the one beside the rules means
/// rules.
fn spawn_undo(area: &mut ChildSpawnerCommands<'_>, keys: &KeysInForce, style: &UiStyle) {
    let undo = |_: On<Activate>, mut orders: OrderWriter| orders.undo();
    let label = "Take the last order back.";
    let key = key_for(keys, Act::Undo);
    let tip = key.map_or_else(|| label.to_owned(), |key| format!("{label} Key: {key}"));
    let button = (button(label, style), Tooltip(tip), observe(undo));
    spawn_action(area, button, Icon::Undo2, "Undo", None, style);
}

/// What the panel shows: it is built anew only if that is something else.
#[derive(Clone, PartialEq, Eq, Debug)]
struct ActionBar {
    /// The selected unit.
    unit: Option<(String, Faction)>,
    /// How many actions they have left, of how many.
    points: Option<(u8, u8)>,
    /// Why each action is off, if it is, and what it costs.
    actions: Vec<(Option<String>, String)>,
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
        let sheet = selected.and_then(|unit| battle.arena().get_sheet(unit));
        let actions = ACTIONS.map(|(act, ..)| {
            let cost = selected.and_then(|unit| cost_in_words(battle, options, unit, act));
            let why_not = why_not(battle, options, selected, act);
            (why_not, cost.unwrap_or_default())
        });
        let stop = selected.and_then(|unit| battle.autofight_stop(unit));
        ActionBar {
            unit: sheet.map(|sheet| (sheet.name.clone(), sheet.faction)),
            points: selected.and_then(|unit| points(battle, unit)),
            actions: actions.to_vec(),
            no_undo: no_undo(current),
            mode,
            stop: stop.map(|stop| stop_in_words(battle, stop)),
        }
    }
}

/// Spawns the button of an action, off if there is a reason.
fn spawn_action<'a>(
    area: &'a mut ChildSpawnerCommands<'_>,
    button: impl Bundle,
    icon: Icon,
    text: &str,
    why_not: Option<&str>,
    style: &UiStyle,
) -> EntityCommands<'a> {
    let mut action = area.spawn(button);
    action
        .caption_icon(icon, style)
        .with_child((style.plain(text, style.ink()), TextLayout::no_wrap()))
        .switch_off_if(why_not.map(capital));
    action
}

/// Whether a skill hurts.
fn is_hostile(battle: &Battle, skill: SkillId) -> bool {
    let skills = &battle.arena().setup().skills;
    skills.get(skill.index()).is_some_and(Skill::is_hostile)
}

/// Who is selected, and how much of the turn is left.
fn write_unit(area: &mut ChildSpawnerCommands<'_>, shown: &ActionBar, style: &UiStyle) {
    let Some((name, side)) = &shown.unit else {
        area.spawn(style.plain("Nobody is selected.", style.muted()));
        return;
    };
    let ink = style.look.side_text(*side);
    let name = fits(name, Face::Bold, style.sizes().text, NAME);
    area.spawn(style.bold(name, ink));
    if shown.points.is_some() {
        area.spawn((Pips, Node::row(px(3)).wrap(px(0)).centred().fixed()));
    }
}

/// The actions that are left, and which of them the order that is about to be given takes.
#[derive(Component)]
struct Pips;

fn fill_pips(
    mut commands: Commands,
    pips: Single<(Entity, Ref<Pips>)>,
    (battle, hover): (If<Res<Shown>>, Res<Hover>),
    orders: OrderWriter,
    style: UiStyle,
    mut shown: Local<Option<(u8, u8, Option<u8>)>>,
) {
    let battle = battle.battle();
    let selected = orders.selected();
    let points = selected.and_then(|unit| Some((unit, points(battle, unit)?)));
    let (Some((unit, (left, most))), (entity, pips)) = (points, pips.into_inner()) else {
        return;
    };
    let chosen = orders.chosen_order(hover.0);
    let after = chosen.and_then(|order| orders.turn_after(order));
    let after = after.map(|turn| turn.points);
    let now = (left, most, after);
    if *shown == Some(now) && !pips.is_added() {
        return;
    }
    *shown = Some(now);
    let ink = style.look.side_text(battle.arena().sheet(unit).faction);
    let kept = after.unwrap_or(left);
    commands
        .entity(entity)
        .despawn_children()
        .with_children(|row| {
            for number in 0..most {
                spawn_pip(row, ink, number < kept, number < left);
            }
            // In one line: what stands below it must not move.
            let text = after.map_or_else(
                || counted(left.into(), "action"),
                |after| format!("{left} → {after}"),
            );
            row.spawn(style.remark(text));
        });
}

/// A disc for an action that stays, a ring with a dot for one that is about to be spent, an empty
/// ring for one that is gone.
fn spawn_pip(row: &mut ChildSpawnerCommands<'_>, ink: Color, stays: bool, is_left: bool) {
    let ground = if stays { ink } else { Color::NONE };
    let dot = if is_left && !stays { ink } else { Color::NONE };
    let ring = Node::default().middle().size(px(PIP), px(PIP));
    row.spawn((
        ring.framed(BorderRadius::MAX),
        BackgroundColor(ground),
        BorderColor::all(ink),
        Pickable::IGNORE,
    ))
    .with_child((
        Node::default().size(px(4), px(4)).radius(BorderRadius::MAX),
        BackgroundColor(dot),
        Pickable::IGNORE,
    ));
}

/// What an action costs now, and what is left after it; nothing where none are counted.
fn cost_in_words(battle: &Battle, options: &Options, unit: UnitId, act: Act) -> Option<String> {
    let options = options.of_unit(unit)?;
    let (points, _) = points(battle, unit)?;
    let order = match act {
        Act::MoveMode => Order::MoveTo(options.walks.first()?.0),
        Act::Guard => Order::Guard,
        Act::Attack | Act::Aid => {
            let hostile = act == Act::Attack;
            let mut uses = options.uses.iter();
            let &(skill, target) = uses.find(|(skill, _)| is_hostile(battle, *skill) == hostile)?;
            let at = battle.unit(target)?.cell;
            Order::Use { skill, at }
        }
        _ => return None,
    };
    let after = battle.turn_after(unit, order)?.points;
    let left = counted(after.into(), "action");
    Some(match points.saturating_sub(after) {
        0 => format!("It costs no action: {left} left."),
        cost => format!("It costs {}: {left} left.", counted(cost.into(), "action")),
    })
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

/// Why the selected unit cannot be ordered to do something now.
fn why_not(
    battle: &Battle,
    options: &Options,
    selected: Option<UnitId>,
    act: Act,
) -> Option<String> {
    let Some(unit) = selected else {
        return Some(SELECT_FIRST.to_owned());
    };
    let options = options.of_unit(unit);
    let own = battle.arena().side(Faction::Friendly).contains(unit);
    let in_words = |why: OrderRefusal| why_in_words(battle, &why);
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
            let any = options.is_some_and(|options| {
                let mut uses = options.uses.iter();
                uses.any(|(skill, _)| is_hostile(battle, *skill) == hostile)
            });
            (!any).then(|| no_target(battle, unit, hostile))
        }
        Act::MoveMode => {
            let stuck = options.is_none_or(|options| options.walks.is_empty());
            let why = check(Order::EndTurn);
            stuck.then(|| why.unwrap_or_else(|| "There is nowhere to walk.".to_owned()))
        }
        Act::Guard => check(Order::Guard),
        // Fighting on also begins when nothing is left of this turn.
        Act::EndTurn | Act::FightOn => check(Order::EndTurn),
        Act::Autofight => fights(AutofightMode::MoveAndAttack),
        Act::AutofightStay => fights(AutofightMode::AttackOnly),
        Act::AutofightFire => fights(AutofightMode::FireOnly),
        Act::Release => {
            let ordered = battle.unit(unit).is_some_and(|unit| unit.order.is_some());
            (!ordered).then(|| "It follows no order of yours. Give one first.".to_owned())
        }
        Act::Mark => own.then(|| {
            "Select an enemy, or point at one and use the key: autofight goes for the marked first."
                .to_owned()
        }),
        Act::AutofightSettings => {
            (!own).then(|| "You can only set how your own units fight.".to_owned())
        }
        _ => None,
    }
}
