//! The place looked at: who waits there and how it would go, or what is found there, and the button
//! that leads there.

use foretold_battle::Tally;
use foretold_battle::board::SIDE;
use foretold_content::{Encounter, PlaceKind, RewardKind};
use foretold_run::{PlaceId, Run, RunStage};
use foretold_sim::{CurrentRun, RunOdds, RunRequest};
use foretold_view::{FigureImage, FigureTone, image_from, miniature};

use super::super::word_chips;
use super::{LookedAt, cost, foes, go, way_out};
use crate::pages::page_action::leading_button;
use crate::pages::{Page, PageSystems, on_top};
use crate::prelude::*;
use crate::top_bar::{IF_RULES_PLAY_ON, interval_text, percent_text};

/// How large the board is, in pixels at 100%, where there is room, and how many pixels of its picture
/// a cell has.
const BOARD: f32 = 152.0;
const CELL: u32 = 28;
/// How large a figure on it is, in cells.
const FIGURE: f32 = 1.45;

/// The panel as a whole: how wide it is inside.
#[derive(Component)]
struct PlacePanel(f32);

/// What scrolls in it.
#[derive(Component)]
struct PlaceWords;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        fill.after(super::look_around)
            .run_if(on_top(Page::Map))
            .in_set(PageSystems),
    );
}

pub(super) fn spawn(parent: &mut ChildSpawnerCommands<'_>, width: f32, style: &UiStyle) {
    let palette = &style.look.theme.palette;
    let panel = Node::column(px(8))
        .fixed()
        .size(px(width), percent(100))
        .padding(px(14).all())
        .framed(BorderRadius::all(px(8)))
        .clipped();
    parent.spawn((
        PlacePanel(width - 30.0),
        panel,
        BackgroundColor(colour(palette.panel)),
        BorderColor::all(colour(palette.border)),
    ));
}

/// The picture of the board that was shown last.
type LastBoard = Option<(PlaceId, u64, Handle<Image>)>;

fn fill(
    panels: Query<(Entity, Ref<PlacePanel>)>,
    (current, odds, looked): (Res<CurrentRun>, Res<RunOdds>, Res<LookedAt>),
    (mut commands, mut images): (Commands, ResMut<Assets<Image>>),
    (style, mut last): (UiStyle, Local<LastBoard>),
    mut redraw: ResMut<RedrawRequests>,
) {
    let (Ok((entity, panel)), Some(run)) = (panels.single(), current.get()) else {
        return;
    };
    if !(panel.is_added() || odds.is_changed() || looked.is_changed()) {
        return;
    }
    redraw.request();
    let Some(place) = looked.place().or(run.place()) else {
        return;
    };
    let Some(kind) = run.map().kind(place) else {
        return;
    };
    let fight = odds.encounter(place).map(|battle| {
        let palette = &style.look.theme.palette;
        let key = battle.setup().content_hash();
        let board = match &*last {
            Some((known, of, board)) if *known == place && *of == key => board.clone(),
            _ => {
                let side = UVec2::splat(CELL * u32::from(SIDE));
                images.add(image_from(side, miniature(battle, palette, CELL)))
            }
        };
        *last = Some((place, key, board.clone()));
        let tally = odds.odds(place);
        (&**battle, board, tally)
    });
    let width = panel.0;
    let mut spawned = commands.entity(entity);
    spawned.despawn_children();
    spawned.with_children(|panel| {
        let mut area = scroll_area(panel, &style, PlaceWords);
        area.change_node(|mut node| node.row_gap = px(6));
        area.with_children(|words| {
            spawn_head(
                words,
                run,
                (place, kind),
                fight.as_ref().map(|it| it.0),
                &style,
            );
            if let Some((battle, board, tally)) = &fight {
                spawn_fight(words, (battle, board.clone()), *tally, width, &style);
                way_out::spawn(words, run, &odds, place, &style);
                // Above the enemies, of whom there may be many: it decides the way too.
                spawn_reward(words, run, kind, &style);
                spawn_foes(words, battle, *tally, &style);
            } else {
                spawn_unknown(words, run, (place, kind), &style);
                spawn_reward(words, run, kind, &style);
            }
            word_chips::spawn(words, run, &style);
        });
        spawn_button(panel, run, (place, kind), &style);
    });
}

/// Title, kind, floor, and how it is fought.
fn spawn_head(
    words: &mut ChildSpawnerCommands<'_>,
    run: &Run,
    (place, kind): (PlaceId, PlaceKind),
    battle: Option<&Encounter>,
    style: &UiStyle,
) {
    let boss = || {
        let pack = run.realm().pack(&run.plan().boss)?;
        Some(pack.name.clone()).filter(|_| kind == PlaceKind::Boss)
    };
    let title = battle.map(|battle| battle.title.clone()).or_else(boss);
    let title = title.unwrap_or_else(|| title_of(kind).to_owned());
    words.spawn(style.headline(title, style.ink())).insert((
        style.font(Face::Display, style.sizes().heading + 5),
        Node::default().fixed(),
    ));
    let mut about = format!("{} · floor {}", kind.words(), place.floor);
    if let Some(battle) = battle {
        let by = if battle.by_hand {
            "you command"
        } else {
            "by your rules"
        };
        about += &format!(" · {}, {by}", battle.setup().tempo.order_of_battle());
    }
    words.spawn((style.remark(about), Node::default().fixed()));
    let rule = Node::default().fixed().height(px(1));
    let ink = colour(style.look.theme.palette.border);
    words.spawn((rule, BackgroundColor(ink), Pickable::IGNORE));
    if battle.is_some_and(|battle| battle.by_hand) {
        notice(
            words,
            Icon::Hand,
            "You command this fight. Your rules are off.",
            style,
        );
    }
}

/// Spawns a line that must not be missed.
pub(super) fn notice(
    words: &mut ChildSpawnerCommands<'_>,
    icon: Icon,
    text: &str,
    style: &UiStyle,
) {
    let gold = colour(style.look.theme.palette.accent);
    let plate = Node::row(px(8))
        .centred()
        .fixed()
        .padding(UiRect::axes(px(9), px(4)))
        .framed(BorderRadius::all(px(6)));
    words
        .spawn((
            plate,
            BackgroundColor(gold.with_alpha(0.14)),
            BorderColor::all(gold.with_alpha(0.7)),
            Pickable::IGNORE,
        ))
        .with_children(|plate| {
            plate.spawn((style.sign(icon, gold), Node::default().fixed()));
            let rest = Node::default().share(1.0).min_width(px(0));
            plate.spawn((style.bold(text, gold), rest));
        });
}

const fn title_of(kind: PlaceKind) -> &'static str {
    match kind {
        PlaceKind::Fight => "A fight",
        PlaceKind::Elite => "A hard fight",
        PlaceKind::Camp => "A camp",
        PlaceKind::Teacher => "A teacher",
        PlaceKind::Cache => "A cache",
        PlaceKind::Shrine => "A shrine",
        PlaceKind::Boss => "The last fight",
    }
}

/// A fight at a glance: board and odds.
fn spawn_fight(
    words: &mut ChildSpawnerCommands<'_>,
    (battle, board): (&Encounter, Handle<Image>),
    tally: Option<&Tally>,
    width: f32,
    style: &UiStyle,
) {
    // Beside each other where both have room, else one below the other, the odds first.
    let side = BOARD.min(width);
    let is_wide = width >= BOARD + 150.0;
    let row = if is_wide {
        Node::row(px(14)).fixed()
    } else {
        let column = Node::column(px(8)).fixed();
        Node {
            flex_direction: FlexDirection::ColumnReverse,
            ..column
        }
    };
    words.spawn((row, Pickable::IGNORE)).with_children(|row| {
        spawn_board(row, (battle, board), side, style);
        let beside = Node::column(px(6)).min_width(px(0));
        let beside = if is_wide { beside.share(1.0) } else { beside };
        row.spawn((beside, Pickable::IGNORE))
            .with_children(|beside| {
                spawn_odds(beside, tally, battle.by_hand, style);
                beside.spawn(style.plain(&battle.text, style.muted()));
            });
    });
}

/// What it would cost, and whom the company would meet.
fn spawn_foes(
    words: &mut ChildSpawnerCommands<'_>,
    battle: &Encounter,
    tally: Option<&Tally>,
    style: &UiStyle,
) {
    if let Some(tally) = tally {
        cost::spawn(words, battle, tally, style);
    }
    for group in foes::groups(battle) {
        foes::spawn(words, &group, style);
    }
}

/// The board with everyone on it.
fn spawn_board(
    row: &mut ChildSpawnerCommands<'_>,
    (battle, board): (&Encounter, Handle<Image>),
    side: f32,
    style: &UiStyle,
) {
    let frame = Node::default()
        .fixed()
        .size(px(side), px(side))
        .radius(style.corner());
    row.spawn((
        ImageNode::new(board).with_mode(NodeImageMode::Stretch),
        frame,
        Pickable::IGNORE,
    ))
    .with_children(|board| {
        let cell = side / f32::from(SIDE);
        let size = cell * FIGURE;
        for (slot, sheet) in battle.setup().units.iter().enumerate() {
            let Some(unit) = UnitId::new(slot) else {
                continue;
            };
            let middle = Vec2::new(sheet.cell.x().into(), sheet.cell.y().into()) + 0.5;
            let corner = middle * cell - Vec2::new(size / 2.0, size * 0.62);
            board.spawn((
                FigureImage {
                    figure: battle.figure(unit).to_owned(),
                    tone: FigureTone::Side(sheet.faction),
                },
                Node::default()
                    .absolute()
                    .left(px(corner.x))
                    .top(px(corner.y))
                    .size(px(size), px(size)),
                Pickable::IGNORE,
            ));
        }
    });
}

/// The odds, large, with what they are, and as a bar.
fn spawn_odds(
    beside: &mut ChildSpawnerCommands<'_>,
    tally: Option<&Tally>,
    by_hand: bool,
    style: &UiStyle,
) {
    let palette = &style.look.theme.palette;
    let light = colour(palette.friendly_light);
    let Some(tally) = tally else {
        beside.spawn(style.plain("The odds are being worked out …", style.muted()));
        return;
    };
    let win = tally.win();
    let row = Node::row(px(8)).align(AlignItems::Baseline);
    beside.spawn((row, Pickable::IGNORE)).with_children(|row| {
        row.spawn(style.headline(percent_text(win.odds), light))
            .insert(style.font(Face::Display, style.sizes().title * 3 / 2));
        row.spawn((style.remark(interval_text(tally)), TextLayout::no_wrap()));
    });
    let what = if by_hand {
        "to win if your rules fought it"
    } else {
        IF_RULES_PLAY_ON
    };
    beside.spawn(style.plain(what, style.ink()));
    let round = BorderRadius::all(px(4));
    let track = Node::default()
        .fixed()
        .height(px(8))
        .radius(round)
        .clipped();
    let share = f32::from(win.odds.hundredths()) / 100.0;
    beside
        .spawn((track, BackgroundColor(Color::BLACK), Pickable::IGNORE))
        .with_child((
            Node::default()
                .size(percent(share), percent(100))
                .radius(round),
            BackgroundColor(colour(palette.friendly).mix(&light, 0.5)),
            Pickable::IGNORE,
        ));
}

/// What there is to say of a place that is not foretold, or has no enemies.
fn spawn_unknown(
    words: &mut ChildSpawnerCommands<'_>,
    run: &Run,
    (place, kind): (PlaceId, PlaceKind),
    style: &UiStyle,
) {
    let plan = run.plan();
    let offers = plan.offers;
    let text = match kind {
        PlaceKind::Fight | PlaceKind::Elite | PlaceKind::Boss => {
            let is_next = run.map().is_way(run.place(), place);
            if is_next && *run.stage() == RunStage::OnMap {
                "Who waits there, and how you would fare, is being foretold …".to_owned()
            } else if run.place().is_some_and(|here| here.floor >= place.floor) {
                "It lies behind you.".to_owned()
            } else {
                "Who waits there is foretold once a way leads straight to it.".to_owned()
            }
        }
        PlaceKind::Camp => format!(
            "A fire, and time for one thing: all heal {}% and lose their wounds, or one learns a skill, or one gets a rule slot.",
            plan.camp_heals
        ),
        PlaceKind::Teacher => {
            format!(
                "Somebody who knows better. Learn one of {offers} words; the whole company may use it in rules."
            )
        }
        PlaceKind::Cache => format!("Left behind, and well hidden. Take one of {offers} items."),
        PlaceKind::Shrine => {
            "A bargain. All its terms are told before you take it, and you may leave it.".to_owned()
        }
    };
    words.spawn((style.plain(text, style.ink()), Node::default().fixed()));
}

/// What is won.
fn spawn_reward(words: &mut ChildSpawnerCommands<'_>, run: &Run, kind: PlaceKind, style: &UiStyle) {
    let gold = colour(style.look.theme.palette.accent);
    let text = match kind {
        PlaceKind::Fight => format!("Reward: {}", one_of(run)),
        PlaceKind::Elite => format!("Reward: an item, and {}", one_of(run)),
        PlaceKind::Boss => "Reward: the run is won.".to_owned(),
        _ => return,
    };
    words.spawn((style.bold(text, gold), Node::default().fixed()));
}

/// `one of 3 things: a word, a skill, …`.
fn one_of(run: &Run) -> String {
    let plan = run.plan();
    let is_full = run.company().len() >= usize::from(plan.most);
    let kinds = plan
        .rewards
        .iter()
        .filter(|(kind, weight)| *weight > 0 && !(is_full && *kind == RewardKind::Companion));
    let kinds: Vec<&str> = kinds
        .map(|(kind, _)| match kind {
            RewardKind::Word => "a word",
            RewardKind::Skill => "a skill",
            RewardKind::Slot => "a rule slot",
            RewardKind::Item => "an item",
            RewardKind::Card => "a card",
            RewardKind::Companion => "a companion",
            RewardKind::Healing => "healing",
        })
        .collect();
    let list = match kinds.as_slice() {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    };
    format!("one of {} things: {list}.", plan.offers)
}

/// The button that goes there, or says why not.
fn spawn_button(
    panel: &mut ChildSpawnerCommands<'_>,
    run: &Run,
    (place, kind): (PlaceId, PlaceKind),
    style: &UiStyle,
) {
    let (label, icon) = if kind.is_fight() {
        ("Fight here", Icon::Swords)
    } else {
        ("Go here", Icon::Footprints)
    };
    let why_not = if run.ways().contains(&place) {
        None
    } else if *run.stage() != RunStage::OnMap {
        Some("The company cannot go on yet.")
    } else if run.place() == Some(place) {
        Some("You are here.")
    } else if run.place().is_some_and(|here| here.floor >= place.floor) {
        Some("It lies behind you: no way leads back.")
    } else {
        Some("No way leads straight there from where you are.")
    };
    let lead = move |_: On<Activate>, mut requests: MessageWriter<RunRequest>| {
        go(place, &mut requests);
    };
    if let Some(why) = why_not {
        panel.spawn((style.plain(why, style.muted()), Node::default().fixed()));
    }
    let mut button = leading_button(panel, label, icon, style);
    button.observe(lead).switch_off_if(why_not);
    button.change_node(|mut node| {
        node.justify_content = JustifyContent::Center;
        node.min_height = px(44);
        node.flex_shrink = 0.0;
    });
}
