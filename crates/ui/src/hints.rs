//! The first battle teaches: six hints, each done by doing it. They can be skipped, and shown again
//! from the settings.

use foretold_battle::Command;
use foretold_sim::{Grid, Rewound, TrialRequest};

use crate::evaluations::Evaluations;
use crate::prelude::*;

/// The battle that teaches.
const FIRST_BATTLE: &str = "first-blood";

/// Something to learn by doing it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Hint {
    Play,
    Look,
    Back,
    Why,
    Change,
    Try,
}

/// Each hint in its order: its name in the player's settings, the act that it teaches, and what it
/// says, with `{}` for the key of that act.
const HINTS: [(Hint, &str, Act, &str); 6] = [
    (
        Hint::Play,
        "play",
        Act::PlayPause,
        "Ada fights by her rules. Let time run: press {}, or the button at the top.",
    ),
    (
        Hint::Look,
        "look",
        Act::PlayPause,
        "Stop time with {}, and point at Brand, the orange diamond: you see what he is about to do, and what it would do to Ada.",
    ),
    (
        Hint::Back,
        "back",
        Act::StepBack,
        "Nothing is lost: press {} to go a step back, or pull the timeline.",
    ),
    (
        Hint::Why,
        "why",
        Act::Depth,
        "This panel shows why they do what they do. Press {}, or a button below, for more of it.",
    ),
    (
        Hint::Change,
        "change",
        Act::NextPanel,
        "Change Ada's mind: click a boxed word on the left and choose another. By keyboard: {}, Tab and Enter.",
    ),
    (
        Hint::Try,
        "try",
        Act::TryRules,
        "Was it wise? Press {} to try the change: the odds before and after.",
    ),
];

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

/// The hint on screen.
#[derive(Component)]
struct HintCard;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            learn
                .run_if(is_teaching)
                .after(SimSystems::Refresh)
                .before(ViewSystems::Measure),
            (clear, show.run_if(is_teaching))
                .chain()
                .run_if(
                    any_changed!(PlayerSettings, KeysInForce, Look)
                        .or_else(on_message::<BattleStarted>),
                )
                // The panel that it stands in may just have been built.
                .after(crate::evaluations::build_panel)
                .in_set(ViewSystems::Paint),
        ),
    );
}

/// Whether this is the first battle, and the player has not seen all hints.
fn is_teaching(settings: Res<PlayerSettings>, battle: Option<Res<Shown>>) -> bool {
    settings.0.hints.shown && battle.is_some_and(|it| it.encounter().name == FIRST_BATTLE)
}

/// Notes what was done of all that the hints are about.
fn learn(
    (battle, grid): (Res<Shown>, Res<Grid>),
    (clock, hover, evaluations): (Res<Clock>, Res<Hover>, Res<Evaluations>),
    mut rewound: MessageReader<Rewound>,
    mut started: MessageReader<BattleStarted>,
    mut tried: MessageReader<TrialRequest>,
    mut settings: ResMut<PlayerSettings>,
    (mut toasts, mut depth): (ResMut<Toasts>, Local<Option<Evaluations>>),
) {
    let now = battle.battle();
    let enemy = hover.0.is_some_and(|cell| {
        let unit = grid.occupant(cell);
        unit.is_some_and(|unit| now.arena().side(Faction::Enemy).contains(unit))
    });
    // A battle that begins again goes back too, but nobody went.
    let back = rewound.read().any(|rewound| rewound.to < rewound.from);
    let back = back && started.read().count() == 0;
    let deeper = depth.replace(*evaluations);
    let deeper = deeper.is_some_and(|before| before.depth != evaluations.depth);
    let mut entries = battle.session().entries().iter();
    let changed = entries.any(|entry| matches!(entry.command, Command::Rules { .. }));
    let done = |hint: Hint| match hint {
        // At the greatest speed the battle may be over in the same frame.
        Hint::Play => clock.playing || now.outcome().is_some(),
        Hint::Look => enemy && !clock.playing,
        Hint::Back => back,
        Hint::Why => deeper,
        Hint::Change => changed,
        Hint::Try => !tried.is_empty(),
    };
    let known = &settings.0.hints.done;
    let learnt: Vec<String> = HINTS
        .into_iter()
        .filter(|(hint, name, ..)| !known.contains(*name) && done(*hint))
        .map(|(_, name, ..)| name.to_owned())
        .collect();
    tried.clear();
    if learnt.is_empty() {
        return;
    }
    let hints = &mut settings.0.hints;
    hints.done.extend(learnt);
    if hints.done.len() >= HINTS.len() {
        hints.shown = false;
        let text = "You know all that a first battle can teach. The rest is in the help, and in the other battles.";
        toasts.push(Toast::news(text));
    }
}

fn clear(mut commands: Commands, card: Single<Entity, With<HintCard>>) {
    commands.entity(*card).try_despawn();
}

/// Shows the first hint that was not followed yet.
fn show(
    mut commands: Commands,
    panels: Query<(Entity, &Panel)>,
    (settings, keys): (Res<PlayerSettings>, Res<KeysInForce>),
    style: UiStyle,
) {
    let known = &settings.0.hints.done;
    let next = HINTS
        .into_iter()
        .find(|(_, name, ..)| !known.contains(*name));

    let panel = panels
        .iter()
        .find(|(_, panel)| **panel == Panel::Evaluations);
    let (Some((hint, _, act, text)), Some((panel, _))) = (next, panel) else {
        return;
    };
    let title = format!("Hint {} of {}", hint as usize + 1, HINTS.len());
    let text = text.replace("{}", &key_in_words(&keys, act));
    let palette = &style.look.theme.palette;
    let card = (
        HintCard,
        Node::column(style.gap())
            .fixed()
            .padding(style.space().all())
            .framed(style.corner()),
        BackgroundColor(colour(palette.raised)),
        BorderColor::all(colour(palette.accent)),
    );
    let mut card = commands.spawn(card);
    card.with_children(|card| {
        card.spawn(style.bold(title, style.ink()));
        card.spawn(style.plain(text, style.ink()));
        let skip = |_: On<Activate>, mut settings: ResMut<PlayerSettings>| {
            settings.0.hints.shown = false;
        };
        text_button(card, "Skip the hints", &style, skip)
            .change_node(|mut node| node.align_self = AlignSelf::Start);
    });
    let card = card.id();
    commands.entity(panel).insert_children(0, &[card]);
}
