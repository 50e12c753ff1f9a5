//! The first run teaches: four hints, each done by doing it. They stand on the page that they are about,
//! and never in the way. The settings show them again.

use foretold_run::{JournalEntry, Run, RunCommand, RunStage};
use foretold_sim::{CurrentRun, RunHappened};

use crate::pages::{Page, Pages};
use crate::prelude::*;

/// What messages of hints are about.
const ABOUT: &str = "run-hint";
/// How wide a hint on a page is at most, in pixels at 100%.
const WIDTH: f32 = 640.0;
/// Above pages, below dialogs.
const LAYER: i32 = 39;

/// What is known of a hint.
#[derive(Clone, Copy)]
struct RunHintFacts {
    /// Its name in the player's settings.
    name: &'static str,
    says: &'static str,
}

enum_table! {
    /// Something to learn by doing it.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    enum RunHint {
        fn facts() -> RunHintFacts;
        Choose => RunHintFacts {
            name: "run-choose",
            says: "Choose three of the four. Each card shows what a companion can do, and the rules it follows.",
        },
        Odds => RunHintFacts {
            name: "run-odds",
            says: "Every fight in reach is foretold: look at one, and read its board, its enemies and your odds. Then go.",
        },
        Word => RunHintFacts {
            name: "run-word",
            says: "You have learned a word. Choose a companion below, and put it into a rule: the odds on the map change with it.",
        },
        Omen => RunHintFacts {
            name: "run-omen",
            says: "Looking back is free. Go back to a step, and change a rule or give an order there: for an omen the battle goes on from that step.",
        },
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            learn,
            show.run_if(any_changed!(CurrentRun, Pages, PlayerSettings, Shown)),
        )
            .chain()
            .after(SimSystems::Refresh)
            .before(ViewSystems::Paint),
    );
}

/// The hint for what is on screen, whether it was followed or not.
fn hint_for(run: &Run, page: Option<Page>, battle: Option<&Shown>) -> Option<RunHint> {
    let lost_somebody = |battle: &&Shown| {
        // Also while the player looks back.
        let now = battle.session().battle();
        let mut friends = now.arena().side(Faction::Friendly).iter();
        battle.is_of_run() && friends.any(|unit| now.unit(unit).is_some_and(|it| !it.is_up()))
    };
    match (run.stage(), page) {
        (RunStage::Choosing(_), Some(Page::NewRun)) => Some(RunHint::Choose),
        (RunStage::OnMap, Some(Page::Map)) if run.words() != run.plan().words => {
            Some(RunHint::Word)
        }
        (RunStage::OnMap, Some(Page::Map)) => Some(RunHint::Odds),
        (RunStage::Fighting, None) => battle
            .filter(lost_somebody)
            .map(|_| RunHint::Omen)
            .filter(|_| run.omens() > 0),
        _ => None,
    }
}

/// Notes what was done.
fn learn(
    mut happened: MessageReader<RunHappened>,
    run: Res<CurrentRun>,
    mut settings: ResMut<PlayerSettings>,
) {
    let mut done: Vec<RunHint> = Vec::new();
    for RunHappened(entry) in happened.read() {
        done.extend(match entry {
            JournalEntry::SetOut(_) => Some(RunHint::Choose),
            JournalEntry::Came(..) => Some(RunHint::Odds),
            JournalEntry::TookBack(_) => Some(RunHint::Omen),
            _ => None,
        });
    }
    let taught = |run: &Run| {
        let last = run.commands().last();
        run.words() != run.plan().words && matches!(last, Some(RunCommand::Teach { .. }))
    };
    if run.is_changed() && run.get().is_some_and(taught) {
        done.push(RunHint::Word);
    }
    for hint in done {
        let name = hint.facts().name;
        if !settings.0.hints.done.contains(name) {
            settings.0.hints.done.insert(name.to_owned());
        }
    }
}

/// A hint on a page of the run.
#[derive(Component)]
struct RunHintStrip;

/// Says what to do next, until it was done once: at the top of a page, and beside the board in a battle.
fn show(
    run: Res<CurrentRun>,
    (pages, battle): (Res<Pages>, Option<Res<Shown>>),
    settings: Res<PlayerSettings>,
    mut toasts: ResMut<Toasts>,
    (mut commands, style): (Commands, UiStyle),
    strips: Query<Entity, With<RunHintStrip>>,
    mut last: Local<Option<RunHint>>,
) {
    let under_way = run.under_way();
    let hint = under_way.and_then(|run| hint_for(run, pages.top(), battle.as_deref()));
    let known = &settings.0.hints.done;
    let hint = hint.filter(|hint| !known.contains(hint.facts().name));
    if std::mem::replace(&mut *last, hint) == hint {
        return;
    }
    for strip in &strips {
        commands.entity(strip).despawn();
    }
    match hint {
        Some(RunHint::Omen) => {
            toasts.push(
                Toast::news(RunHint::Omen.facts().says)
                    .about(ABOUT)
                    .staying(),
            );
        }
        Some(hint) => spawn_strip(&mut commands, hint, &style),
        None => toasts.forget(ABOUT),
    }
}

fn spawn_strip(commands: &mut Commands, hint: RunHint, style: &UiStyle) {
    let palette = &style.look.theme.palette;
    let place = Node {
        left: px(0),
        right: px(0),
        top: px(6),
        justify_content: JustifyContent::Center,
        ..Node::row(px(0)).absolute()
    };
    let strip = Node::row(px(10))
        .centred()
        .max_width(px(WIDTH))
        .padding(UiRect::axes(px(12), px(6)))
        .framed(BorderRadius::all(px(6)));
    commands
        .spawn((
            Name::new("Hint"),
            RunHintStrip,
            place,
            GlobalZIndex(LAYER),
            Pickable::IGNORE,
        ))
        .with_children(|place| {
            place
                .spawn((
                    strip,
                    BackgroundColor(colour(palette.panel)),
                    BorderColor::all(colour(palette.accent)),
                    Pickable::IGNORE,
                ))
                .with_children(|strip| {
                    strip.spawn(style.icon(Icon::Lightbulb, colour(palette.accent)));
                    strip.spawn(style.plain(hint.facts().says, style.ink()));
                });
        });
}
