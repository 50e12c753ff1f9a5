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

impl Hint {
    const ALL: [Hint; 6] = [
        Hint::Play,
        Hint::Look,
        Hint::Back,
        Hint::Why,
        Hint::Change,
        Hint::Try,
    ];

    /// Its name in the player's settings.
    fn name(self) -> &'static str {
        match self {
            Hint::Play => "play",
            Hint::Look => "look",
            Hint::Back => "back",
            Hint::Why => "why",
            Hint::Change => "change",
            Hint::Try => "try",
        }
    }

    /// What to do, with the keys that do it.
    fn words(self, keys: &KeysInForce) -> String {
        let key = |act: Act| {
            let first = keys.keys().chords(act).first();
            first.map_or_else(
                || "its button".to_owned(),
                |chord| match chord.to_string() {
                    sign if sign.len() == 1 && !sign.starts_with(char::is_alphanumeric) => {
                        format!("“{sign}”")
                    }
                    name => name,
                },
            )
        };
        match self {
            Hint::Play => format!(
                "Ada fights by her rules. Let time run: press {}, or the button at the top.",
                key(Act::PlayPause)
            ),
            Hint::Look => format!(
                "Stop time with {}, and point at Brand, the orange diamond: you see what he is about to do, and what it would do to Ada.",
                key(Act::PlayPause)
            ),
            Hint::Back => format!(
                "Nothing is lost: press {} to go a step back, or pull the timeline.",
                key(Act::StepBack)
            ),
            Hint::Why => format!(
                "This panel tells why they do what they do. Press {}, or a button below, for more of it.",
                key(Act::Depth)
            ),
            Hint::Change => format!(
                "Change Ada's mind: click a boxed word on the left and choose another. By keyboard: {}, Tab and Enter.",
                key(Act::NextPanel)
            ),
            Hint::Try => format!(
                "Was it wise? Press {} to try the change: the odds before and after.",
                key(Act::TryRules)
            ),
        }
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
            show.run_if(
                resource_changed::<PlayerSettings>
                    .or_else(on_message::<BattleStarted>)
                    .or_else(resource_changed::<KeysInForce>)
                    .or_else(resource_changed::<Look>),
            )
            // The panel that it stands in may just have been built.
            .after(crate::evaluations::build_panel)
            .in_set(ViewSystems::Paint),
        ),
    );
}

/// Whether the first battle is fought by somebody who has not seen all hints.
fn is_teaching(settings: Res<PlayerSettings>, battle: Option<Res<Shown>>) -> bool {
    settings.0.hints.shown && battle.is_some_and(|it| it.encounter().name == FIRST_BATTLE)
}

/// The first hint that was not followed yet.
fn next(settings: &PlayerSettings) -> Option<Hint> {
    let done = &settings.0.hints.done;
    Hint::ALL
        .into_iter()
        .find(|hint| !done.contains(hint.name()))
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
    let changed = battle
        .session()
        .entries()
        .iter()
        .any(|entry| matches!(entry.command, Command::Rules { .. }));
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
    let learnt: Vec<&str> = Hint::ALL
        .into_iter()
        .filter(|hint| !known.contains(hint.name()) && done(*hint))
        .map(Hint::name)
        .collect();
    tried.clear();
    if learnt.is_empty() {
        return;
    }
    let hints = &mut settings.0.hints;
    hints.done.extend(learnt.into_iter().map(str::to_owned));
    if hints.done.len() >= Hint::ALL.len() {
        hints.shown = false;
        let text = "You know all that a first battle can teach. The rest is in the help, and in the other battles.";
        toasts.push(Toast::news(text));
    }
}

fn show(
    mut commands: Commands,
    panels: Query<(Entity, &Panel)>,
    cards: Query<Entity, With<HintCard>>,
    battle: Option<Res<Shown>>,
    (settings, keys): (Res<PlayerSettings>, Res<KeysInForce>),
    style: UiStyle,
) {
    for card in &cards {
        commands.entity(card).try_despawn();
    }
    let first = battle.is_some_and(|it| it.encounter().name == FIRST_BATTLE);
    let hint = next(&settings).filter(|_| first && settings.0.hints.shown);
    let panel = panels
        .iter()
        .find(|(_, panel)| **panel == Panel::Evaluations);
    let (Some(hint), Some((panel, _))) = (hint, panel) else {
        return;
    };
    let (number, count) = (hint as usize + 1, Hint::ALL.len());
    let palette = &style.look.theme.palette;
    let card = commands
        .spawn((
            HintCard,
            Node::column(style.gap())
                .fixed()
                .padding(style.space().all())
                .framed(style.corner()),
            BackgroundColor(colour(palette.raised)),
            BorderColor::all(colour(palette.accent)),
        ))
        .with_children(|card| {
            card.spawn(style.bold(format!("Hint {number} of {count}"), style.ink()));
            card.spawn(style.plain(hint.words(&keys), style.ink()));
            let skip = |_: On<Activate>, mut settings: ResMut<PlayerSettings>| {
                settings.0.hints.shown = false;
            };
            let mut button = card.spawn((button("Skip the hints", &style), observe(skip)));
            button
                .entry::<Node>()
                .and_modify(|mut node| node.align_self = AlignSelf::Start);
            button.caption("Skip the hints", &style);
        })
        .id();
    commands.entity(panel).insert_children(0, &[card]);
}
