//! The first battle teaches: six hints, each done by doing it. While one is open, time does only what
//! the lesson needs, so the battle cannot run away. A hint can be skipped, all of them too, and the
//! settings show them again.

use bevy::ui::UiSystems;
use foretold_battle::{Command, Happening, Session};
use foretold_sim::{Refused, RequestRefusal, Trial};
use foretold_view::BoardSpace;

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
/// How large the arrow is that leads from a hint to what it is about.
const ARROW: f32 = 30.0;
/// Between what a hint is about, its frame, the arrow and the hint.
const GAP: f32 = 4.0;
/// How far the plate above a unit's head stands out of its cell, in cells.
const PLATE: f32 = 0.3;
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

/// What stands around the thing that a hint is about.
#[derive(Component, Clone, Copy, PartialEq, Eq)]
enum Pointer {
    Frame,
    Arrow,
}

pub(super) fn plugin(app: &mut App) {
    let reworded = any_changed!(PlayerSettings, KeysInForce, Look)
        .or_else(on_message::<BattleStarted>)
        .or_else(on_message::<foretold_sim::BattleOver>);
    app.add_systems(
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
    )
    .add_systems(
        PostUpdate,
        // Panels and buttons have their places now. A move is seen in the frame after this one.
        point.after(UiSystems::Layout),
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
    let accent = colour(style.look.theme.palette.accent);
    let over = (GlobalZIndex(LAYER), Visibility::Hidden);
    let around = Node::default()
        .absolute()
        .border(px(3).all())
        .radius(style.corner());
    commands.spawn((
        Pointer::Frame,
        around,
        BorderColor::all(accent),
        over,
        Pickable::IGNORE,
    ));
    let (_, _, ink, ignored) = style.sign(Icon::ArrowUp, accent);
    commands.spawn((
        Pointer::Arrow,
        Text::default(),
        style.font(Face::Icon, ARROW as u16),
        ink,
        ignored,
        Node::default().absolute(),
        over,
    ));
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
        BorderColor::all(accent),
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

/// Where something is in pixels at 100%, as nodes count.
fn rect_of(node: &ComputedNode, place: &UiGlobalTransform) -> Rect {
    let scale = node.inverse_scale_factor;
    Rect::from_center_size(place.translation * scale, node.size() * scale)
}

type Place = (&'static ComputedNode, &'static UiGlobalTransform);

/// Finds what hints are about.
#[derive(SystemParam)]
struct Targets<'w, 's> {
    battle: If<Res<'w, Shown>>,
    screen: Res<'w, Screen>,
    space: Res<'w, BoardSpace>,
    buttons: Query<'w, 's, (&'static ButtonAction, Place)>,
    controls: Query<'w, 's, (&'static AccessibleLabel, Place)>,
    panels: Query<'w, 's, (&'static Panel, Place)>,
}

impl Targets<'_, '_> {
    /// Where a target is, if it is on screen, in pixels at 100%.
    fn find(&self, target: PointsAt) -> Option<Rect> {
        let place = match target {
            PointsAt::Enemy => {
                let battle = self.battle.battle();
                let unit = battle.arena().side(Faction::Enemy).first()?;
                let middle = self.space.middle(battle.unit(unit)?.cell);
                let size = Vec2::splat(self.space.cell);
                let mut cell = Rect::from_center_size(self.screen.to_screen(middle), size);
                // What it will do stands above its head.
                cell.min.y -= size.y * PLATE;
                return Some(self.unscaled(cell));
            }
            PointsAt::Button(act) => {
                let mut buttons = self.buttons.iter();
                buttons.find(|(action, _)| action.0 == act)?.1
            }
            PointsAt::Control(label) => {
                let mut controls = self.controls.iter();
                controls.find(|(found, _)| found.0 == label)?.1
            }
            PointsAt::Panel(panel) => {
                let mut panels = self.panels.iter();
                panels.find(|(found, _)| **found == panel)?.1
            }
        };
        Some(rect_of(place.0, place.1)).filter(|rect| !rect.is_empty())
    }

    /// A part of the screen in pixels at 100%.
    fn unscaled(&self, rect: Rect) -> Rect {
        let scale = self.screen.ui_scale;
        Rect::from_corners(rect.min / scale, rect.max / scale)
    }
}

/// Where a hint and its arrow stand.
#[derive(Clone, Copy, Debug)]
struct Placed {
    card: Vec2,
    arrow: Vec2,
    icon: Icon,
}

/// A hint of this size beside its target: below what is in the bar or on the board, left of what is in
/// the panels right of the board, and never outside the screen.
fn beside(target: Rect, card: Vec2, viewer: Rect, screen: Vec2) -> Placed {
    let aside = GAP + ARROW + GAP;
    let (wanted, arrow, icon, room) = if target.min.x < viewer.max.x {
        // Over the board it covers no rules.
        let room = if target.max.y < viewer.min.y {
            screen.x
        } else {
            viewer.max.x
        };
        let card = Vec2::new(target.center().x - card.x / 2.0, target.max.y + aside);
        let arrow = Vec2::new(target.center().x - ARROW / 2.0, target.max.y + GAP);
        (card, arrow, Icon::ArrowUp, Vec2::new(room, screen.y))
    } else {
        let card = Vec2::new(
            target.min.x - aside - card.x,
            target.center().y - card.y / 2.0,
        );
        let middle = target.center().y - ARROW / 2.0;
        let arrow = Vec2::new(target.min.x - GAP - ARROW, middle);
        (card, arrow, Icon::ArrowRight, screen)
    };
    let most = (room - card - GAP).max(Vec2::ZERO);
    Placed {
        card: wanted.clamp(Vec2::splat(GAP).min(most), most),
        arrow,
        icon,
    }
}

type Moved<Of, Not> = (With<Of>, Without<Not>);

/// Puts the hint beside what it is about, with a frame around that and an arrow to it.
fn point(
    targets: Targets,
    settings: Res<PlayerSettings>,
    card: Single<(&ComputedNode, &mut Node, &mut Visibility), Moved<HintCard, Pointer>>,
    mut pointers: Query<
        (&Pointer, &mut Node, &mut Visibility, Option<&mut Text>),
        Without<HintCard>,
    >,
    mut redraw: ResMut<RedrawRequests>,
) {
    let Some(hint) = open_hint(&settings, &targets.battle) else {
        return;
    };
    let screen = targets.screen.size / targets.screen.ui_scale;
    let viewer = targets.unscaled(targets.screen.panels().viewer);
    let (measured, mut node, mut visible) = card.into_inner();
    let size = measured.size() * measured.inverse_scale_factor;
    let mut moved = false;
    let mut put = |node: &mut Mut<Node>, at: Vec2, size: Option<Vec2>| {
        let mut wanted = (**node).clone().left(px(at.x)).top(px(at.y));
        if let Some(size) = size {
            wanted = wanted.size(px(size.x), px(size.y));
        }
        moved |= node.set_if_neq(wanted);
    };
    let target = targets.find(hint.facts().points_at);
    // What is not on screen cannot be pointed at: then the hint stands on the board alone.
    let at = target.unwrap_or(Rect::from_center_size(viewer.center(), Vec2::ZERO));
    let framed = Rect::from_corners((at.min - GAP).max(Vec2::ZERO), (at.max + GAP).min(screen));
    let placed = beside(framed, size, viewer, screen);
    put(&mut node, placed.card, None);
    let shown = if target.is_some() {
        Visibility::Inherited
    } else {
        Visibility::Hidden
    };
    for (pointer, mut node, mut visible, text) in &mut pointers {
        match pointer {
            Pointer::Frame => put(&mut node, framed.min, Some(framed.size())),
            Pointer::Arrow => put(&mut node, placed.arrow, None),
        }
        if let Some(mut text) = text {
            text.set_if_neq(Text::new(char::from(placed.icon)));
        }
        visible.set_if_neq(shown);
    }
    // Its height is known from the second frame on.
    let measured = size.y > 0.0;
    if measured {
        visible.set_if_neq(Visibility::Inherited);
    }
    if moved || !measured {
        redraw.request();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCREEN: Vec2 = Vec2::new(1280.0, 720.0);
    const CARD: Vec2 = Vec2::new(WIDTH, 130.0);

    #[test]
    fn a_hint_stands_beside_what_it_is_about_and_inside_the_screen() {
        let viewer = Rect::new(112.0, 48.0, 640.0, 579.0);
        for target in [
            Rect::new(330.0, 10.0, 390.0, 36.0),
            Rect::new(2.0, 10.0, 30.0, 36.0),
            Rect::new(1240.0, 10.0, 1270.0, 36.0),
            Rect::new(500.0, 280.0, 540.0, 320.0),
            Rect::new(590.0, 80.0, 630.0, 120.0),
            Rect::new(680.0, 150.0, 760.0, 172.0),
            Rect::new(650.0, 545.0, 710.0, 570.0),
            Rect::new(960.0, 48.0, 1280.0, 579.0),
        ] {
            let placed = beside(target, CARD, viewer, SCREEN);
            let card = Rect::from_corners(placed.card, placed.card + CARD);
            let arrow = Rect::from_corners(placed.arrow, placed.arrow + ARROW);
            let screen = Rect::from_corners(Vec2::ZERO, SCREEN);
            for (thing, name) in [(card, "hint"), (arrow, "arrow")] {
                assert!(thing.intersect(target).is_empty(), "{name} on {target:?}");
                assert_eq!(screen.union(thing), screen, "{name} of {target:?}");
            }
            assert!(card.intersect(arrow).is_empty(), "{target:?}: {placed:?}");
        }
    }
}
