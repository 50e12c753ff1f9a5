//! Short messages over the board: reloads, refusals, errors in files.

use std::time::Duration;

use bevy::time::Real;
use bevy::ui_widgets::{ActivateOnPress, Button};
use foretold_battle::Happening;
use foretold_content::{ContentError, plain_path};
use foretold_sim::{
    BattleEvent, BattleReplayed, ContentReloaded, Interrupted, Refused, ReplayKept, Request,
    RequestRefusal,
};
use foretold_view::Figures;

use crate::acts::InputDevice;
use crate::command::{after, dropped_in_words, refused_in_words};
use crate::prelude::*;

/// Between the messages and the edge of their panel, in pixels.
const GAP: f32 = 8.0;
/// More errors than this are counted, not shown.
const MOST_ERRORS: usize = 4;
/// More messages than this at once nobody reads: the oldest go.
const MOST_TOASTS: usize = 5;
/// A message begins to age only after this many frames: where the clock jumps after a sleep, the jump
/// may fall into any of them.
const FRESH: u8 = 3;

/// A short message.
#[derive(Clone, PartialEq, Debug)]
pub struct Toast {
    /// What it says.
    pub text: String,
    /// What kind of news it is.
    pub kind: ToastKind,
    /// For how many frames more it does not grow older.
    fresh: u8,
    age: Duration,
    /// Whether it stays until it is taken away.
    stays: bool,
    /// A message about the same thing takes its place.
    about: Option<&'static str>,
}

/// What kind of news a message is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ToastKind {
    /// Something was done.
    News,
    /// Something could not be done.
    Bad,
}

impl Toast {
    /// Something was done.
    pub fn news(text: impl Into<String>) -> Toast {
        Toast {
            text: text.into(),
            kind: ToastKind::News,
            fresh: FRESH,
            age: Duration::ZERO,
            stays: false,
            about: None,
        }
    }

    /// The same message, which stays until it is taken away.
    pub(crate) fn staying(self) -> Toast {
        let stays = true;
        Toast { stays, ..self }
    }

    /// The same message, which takes the place of another about the same thing.
    pub fn about(self, thing: &'static str) -> Toast {
        let about = Some(thing);
        Toast { about, ..self }
    }

    /// Something could not be done.
    pub fn bad(text: impl Into<String>) -> Toast {
        let kind = ToastKind::Bad;
        Toast {
            kind,
            ..Toast::news(text)
        }
    }
}

/// The messages on screen, the latest last.
#[derive(Resource, Clone, PartialEq, Debug, Default)]
pub struct Toasts(Vec<Toast>);

impl Toasts {
    /// Shows a message. The same one again begins anew.
    pub fn push(&mut self, toast: Toast) {
        let same = |other: &Toast| {
            other.text == toast.text || other.about.is_some() && other.about == toast.about
        };
        self.0.retain(|other| !same(other));
        self.0.push(toast);
        let too_many = self.0.len().saturating_sub(MOST_TOASTS);
        self.0.drain(..too_many);
    }

    /// Takes away what is said about a thing: it is no longer true.
    pub(crate) fn forget(&mut self, thing: &str) {
        if self.speaks_about(thing) {
            self.0.retain(|toast| toast.about != Some(thing));
        }
    }

    /// Whether something is said about a thing now.
    pub(crate) fn speaks_about(&self, thing: &str) -> bool {
        self.0.iter().any(|toast| toast.about == Some(thing))
    }

    /// What is shown now.
    pub fn iter(&self) -> impl Iterator<Item = &Toast> {
        self.0.iter()
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Toasts>()
        .add_systems(Startup, spawn_stack)
        // Before anything new is said: the frame that says it may come after a long sleep.
        .add_systems(PreUpdate, age_toasts)
        .add_systems(
            Update,
            (
                dismiss_by_key.in_set(ActSystems),
                report_news
                    .after(SimSystems::Refresh)
                    .before(ViewSystems::Paint),
                show_toasts
                    .run_if(any_changed!(Toasts, GameContent, Figures, Screen, Look))
                    .in_set(ViewSystems::Paint),
            ),
        );
}

/// Says what came of reloads and requests.
fn report_news(
    mut reloaded: MessageReader<ContentReloaded>,
    mut replayed: MessageReader<BattleReplayed>,
    mut refused: MessageReader<Refused>,
    mut kept: MessageReader<ReplayKept>,
    (mut interrupted, mut happened): (MessageReader<Interrupted>, MessageReader<BattleEvent>),
    battle: Option<Res<Shown>>,
    mut toasts: ResMut<Toasts>,
) {
    // The first time is no news.
    if reloaded.read().any(|reloaded| reloaded.generation > 1) && replayed.is_empty() {
        toasts.push(Toast::news("Files changed: content loaded again."));
    }
    for replayed in replayed.read() {
        toasts.push(replayed_in_words(replayed));
    }
    // A jump beyond the end has gone as far as there is.
    let jumped = |refused: &&Refused| {
        let jump = matches!(refused.request, Request::Clock(ClockRequest::Jump(_)));
        jump && refused.reason == RequestRefusal::Over
    };
    // Whether an omen may be spent is asked.
    let asked = |refused: &&Refused| matches!(refused.reason, RequestRefusal::CostsAnOmen { .. });
    let refused = refused.read().filter(|refused| !asked(refused));
    for refused in refused.filter(|refused| !jumped(refused)) {
        let toast = Toast::bad(refused_in_words(refused, battle.as_deref()));
        // The next refusal of an order is more to the point than the one before.
        toasts.push(match refused.request {
            Request::Order(_) => toast.about("order"),
            _ => toast,
        });
    }
    for kept in kept.read() {
        toasts.push(Toast::news(format!("Replay: {}", plain_path(&kept.file))));
    }
    for BattleEvent(event) in happened.read() {
        if let (Happening::OrderDropped { unit, refusal, .. }, Some(battle)) = (event.what, &battle)
        {
            toasts.push(Toast::bad(dropped_in_words(battle, unit, &refusal)));
        }
    }
    for interrupted in interrupted.read() {
        let name = battle
            .as_ref()
            .map_or("?", |battle| battle.unit_name(interrupted.unit));
        let (message, then) = (&interrupted.message, after(interrupted.stop));
        toasts.push(Toast::bad(format!("{name}: {message} {then}")));
    }
}

fn replayed_in_words(replayed: &BattleReplayed) -> Toast {
    if !replayed.vanished.is_empty() {
        let gone = replayed.vanished.join(", ");
        return Toast::bad(format!(
            "No longer in this battle: {gone}. It goes on as it was; restart it to fight with the new files."
        ));
    }
    let mut text = format!(
        "Files changed: the battle was played again to step {} with the new numbers.",
        replayed.step
    );
    for (step, why) in &replayed.skipped {
        text += &format!("\nSkipped at step {step}: {why}");
    }
    Toast::news(text)
}

/// A sentence begins with a capital.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// A sentence as it goes on after a colon: without a capital.
pub(crate) fn uncapital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_lowercase);
    first.chain(letters).collect()
}

/// A text with quotation marks in place of the signs that mark names on a command line.
pub(crate) fn quoted(text: &str) -> String {
    let mut marks = ['“', '”'].into_iter().cycle();
    let mark = |letter| match letter {
        '`' => marks.next().unwrap_or(letter),
        _ => letter,
    };
    text.chars().map(mark).collect()
}

/// Messages go after a while, each when it could be read for its whole time.
fn age_toasts(
    time: Res<Time<Real>>,
    look: Res<Look>,
    mut toasts: ResMut<Toasts>,
    mut redraw: ResMut<RedrawRequests>,
) {
    if toasts.0.iter().all(|toast| toast.stays) {
        return;
    }
    redraw.request_soon();
    let lasts = Duration::from_millis(u64::from(look.theme.timings.toast));
    // The screen looks up at least this often: what a frame lasts longer is a jump of the clock.
    let passed = time.delta().min(RedrawRequests::SOON);
    // Growing older is nothing to draw.
    let still = toasts.bypass_change_detection();
    for toast in still.0.iter_mut().filter(|toast| !toast.stays) {
        match toast.fresh.checked_sub(1) {
            Some(left) => toast.fresh = left,
            None => toast.age += passed,
        }
    }
    if still.0.iter().any(|toast| toast.age >= lasts) {
        toasts.0.retain(|toast| toast.age < lasts);
    }
}

/// Whoever goes back has read them.
fn dismiss_by_key(acts: Res<Acts>, mut toasts: ResMut<Toasts>) {
    if acts.device(Act::Cancel) == Some(InputDevice::Keyboard) && !toasts.0.is_empty() {
        toasts.0.retain(|toast| toast.stays);
    }
}

/// The message that a press takes away.
#[derive(Component)]
struct DismissButton(String);

fn dismiss(press: On<Activate>, buttons: Query<&DismissButton>, mut toasts: ResMut<Toasts>) {
    if let Ok(DismissButton(text)) = buttons.get(press.entity) {
        toasts.0.retain(|toast| toast.text != *text);
    }
}

/// The place for messages: at the bottom of the panel on the right, where they cover no board.
#[derive(Component)]
struct Stack;

fn spawn_stack(mut commands: Commands) {
    commands.spawn((
        Name::new("Toasts"),
        Stack,
        Node::column(px(6)).absolute(),
        // Above dialogs: they are what a message is often about.
        GlobalZIndex(45),
        Pickable::IGNORE,
    ));
}

/// What is wrong with the files, as long as it is.
fn errors_in_words(content: &GameContent) -> Option<String> {
    let then = match content.content() {
        Some(_) => "The game goes on with the last good ones.",
        None => "Mend them, and the battle begins.",
    };
    list_errors(format!("The files have errors. {then}"), content.errors())
}

/// What is wrong with figures, as long as it is.
fn figure_errors_in_words(figures: &Figures) -> Option<String> {
    let text = "Some figures cannot be drawn. Their units show letters.";
    list_errors(text.to_owned(), figures.errors())
}

fn list_errors(mut text: String, errors: &[ContentError]) -> Option<String> {
    for error in errors.iter().take(MOST_ERRORS) {
        text += &format!("\n{error}");
    }
    if errors.len() > MOST_ERRORS {
        text += &format!("\nand {} more", errors.len() - MOST_ERRORS);
    }
    (!errors.is_empty()).then_some(text)
}

fn show_toasts(
    mut commands: Commands,
    toasts: Res<Toasts>,
    (content, figures): (Res<GameContent>, Res<Figures>),
    screen: Res<Screen>,
    style: UiStyle,
    stack: Single<(Entity, &mut Node), With<Stack>>,
    mut redraw: ResMut<RedrawRequests>,
) {
    redraw.request();
    let (stack, mut node) = stack.into_inner();
    let panel = screen.panels().evaluations;
    let scaled = |length: f32| px(length / screen.ui_scale);
    node.left = scaled(panel.min.x + GAP);
    node.bottom = scaled(screen.size.y - panel.max.y + GAP);
    node.width = scaled((panel.width() - 2.0 * GAP).max(0.0));
    let palette = &style.look.theme.palette;
    let errors = [errors_in_words(&content), figure_errors_in_words(&figures)];
    let errors: Vec<Toast> = errors.into_iter().flatten().map(Toast::bad).collect();
    // What went well before is no news beside an error.
    let news = |toast: &&Toast| errors.is_empty() || toast.kind == ToastKind::Bad;
    commands
        .entity(stack)
        .despawn_children()
        .with_children(|stack| {
            // What is wrong with the files stays until it is mended.
            let errors = errors.iter().map(|toast| (toast, false));
            let others = toasts.0.iter().filter(news).map(|toast| (toast, true));
            for (toast, goes) in errors.chain(others) {
                let (icon, ink) = match toast.kind {
                    ToastKind::News => (Icon::Info, palette.good),
                    ToastKind::Bad => (Icon::TriangleAlert, palette.bad),
                };
                let ink = colour(ink);
                let frame = Node::row(px(8))
                    .padding(px(8).all())
                    .framed(BorderRadius::all(px(6)));
                let ground = BackgroundColor(colour(palette.raised));
                let mut shown = stack.spawn((frame, ground, BorderColor::all(ink)));
                shown
                    .with_child(style.icon(icon, ink))
                    .with_child(style.plain(quoted(&toast.text), style.ink()));
                if goes {
                    let button = DismissButton(toast.text.clone());
                    shown.insert((Button, ActivateOnPress, button, observe(dismiss)));
                } else {
                    shown.insert(Pickable::IGNORE);
                }
            }
        });
}
