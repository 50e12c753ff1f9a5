//! The school: the battles to choose from, each with a small picture of its board, what it teaches and
//! what came of it.

use std::collections::HashMap;

use foretold_battle::board::SIDE;
use foretold_content::{BestResult, Encounter, Palette, fresh_seed};
use foretold_view::picture::Picture;
use foretold_view::{image_from, image_of, miniature};

use super::lessons::won_of;
use super::{Page, PageBuilder, PageSystems, Pages, must_build};
use crate::prelude::*;

/// How many pixels of a picture a cell has.
const CELL: u32 = 20;
/// How large a picture is on screen, in pixels at 100%.
const PICTURE: f32 = 136.0;
/// How wide the card of a battle is at least.
const CARD: f32 = 480.0;

/// The pictures of boards, as long as files and palette stay.
#[derive(Resource, Default)]
struct Miniatures {
    palette: Option<Palette>,
    made: HashMap<String, Handle<Image>>,
}

/// The card of a battle.
#[derive(Component)]
struct BattleCard {
    battle: String,
    by_hand: bool,
}

/// Where the seed of the battle is typed.
#[derive(Component)]
struct SeedField;

/// The list as a whole.
#[derive(Component)]
struct Cards;

pub(super) fn plugin(app: &mut App) {
    let changed = any_changed!(GameContent, PlayerProgress, Screen);
    app.init_resource::<Miniatures>().add_systems(
        Update,
        build
            .run_if(must_build(Page::Battles, changed))
            .in_set(PageSystems),
    );
}

/// The label of a battle's card.
fn label(battle: &Encounter, won: bool) -> String {
    let won = if won { ", won" } else { "" };
    format!("Fight: {}{won}", battle.title)
}

/// How many units meet, and how they fight.
pub(super) fn terms(battle: &Encounter) -> String {
    let units = &battle.setup().units;
    let count = |side: Faction| units.iter().filter(|unit| unit.faction == side).count();
    let (yours, others) = (count(Faction::Friendly), count(Faction::Enemy));
    let tempo = battle.setup().tempo.order_of_battle();
    let by = if battle.by_hand {
        "you command"
    } else {
        "they follow their rules"
    };
    format!("{yours} against {others} · {tempo} · {by}")
}

fn build(
    mut page: PageBuilder,
    content: Res<GameContent>,
    (look, screen): (Res<Look>, Res<Screen>),
    mut pictures: ResMut<Miniatures>,
    mut images: ResMut<Assets<Image>>,
    progress: Res<PlayerProgress>,
    (mut focus, mut was_empty): (Focus, Local<bool>),
) {
    let palette = look.theme.palette;
    if content.is_changed() || pictures.palette != Some(palette) {
        pictures.made.clear();
        pictures.palette = Some(palette);
    }
    let battles: Vec<Encounter> = content
        .content()
        .into_iter()
        .flat_map(|content| content.encounters_in_order().cloned())
        .collect();
    let mut picture_of = |battle: &Encounter| {
        let made = pictures.made.entry(battle.name.clone());
        let made = made.or_insert_with(|| images.add(draw(battle, &palette)));
        made.clone()
    };
    let shown: Vec<Handle<Image>> = battles.iter().map(&mut picture_of).collect();
    let scale = screen.density * screen.ui_scale;
    let seal = images.add(image_of(
        &draw_seal(&look),
        SEAL,
        scale * SEALED / SEAL.width(),
    ));
    // What had the focus for want of anything else loses it to the first battle.
    if std::mem::replace(&mut *was_empty, battles.is_empty()) {
        focus.leave();
    }
    let names = battles.iter().map(|battle| battle.name.as_str());
    let title = match won_of(&progress.0, names) {
        0 => "School".to_owned(),
        won => format!("School: {won} of {} won", battles.len()),
    };
    page.set(Page::Battles, &title, |frame, style| {
        if battles.is_empty() {
            frame.spawn(style.plain(
                "There is no battle to choose from: the files are being read, or have errors. Mend them, and the battles are here.",
                style.ink(),
            ));
        }
        let mut cards = scroll_area(frame, style, Cards);
        cards.entry::<Node>().and_modify(|mut node| {
            node.flex_direction = FlexDirection::Row;
            node.flex_wrap = FlexWrap::Wrap;
            node.align_content = AlignContent::FlexStart;
            node.column_gap = px(12);
            node.row_gap = px(12);
        });
        let is_won = |battle: &Encounter| progress.0.won.contains(&battle.name);
        cards.with_children(|list| {
            for ((number, battle), picture) in (1..).zip(&battles).zip(shown) {
                let lesson = Lesson {
                    number,
                    battle,
                    seal: is_won(battle).then(|| seal.clone()),
                    best: progress.0.best.get(&battle.name),
                };
                spawn_card(list, &lesson, picture, style);
            }
        });
        let first = battles.first();
        let first = first.map(|battle| label(battle, is_won(battle)));
        spawn_seed(frame, first, style);
    });
}

/// A card of the school.
struct Lesson<'a> {
    number: usize,
    battle: &'a Encounter,
    /// The seal on it, if it is won.
    seal: Option<Handle<Image>>,
    best: Option<&'a BestResult>,
}

/// What the seal of a battle that was won takes, in pixels at 100%.
const SEAL: Rect = Rect {
    min: Vec2::splat(-11.0),
    max: Vec2::splat(11.0),
};
/// How large it is on a card.
const SEALED: f32 = 34.0;

/// The seal: a disc of gold wax with a tick in it.
fn draw_seal(look: &Look) -> Picture {
    let palette = &look.theme.palette;
    let (gold, dark) = (colour(palette.accent), colour(palette.background));
    let mut picture = Picture::default();
    for knob in 0..12 {
        let angle = std::f32::consts::TAU * knob as f32 / 12.0;
        picture.disc(Vec2::from_angle(angle) * 8.4, 2.4, gold);
    }
    picture.disc(Vec2::ZERO, 9.0, gold);
    picture.ring(Vec2::ZERO, 7.6, 0.9, dark.with_alpha(0.5));
    let tick = [
        Vec2::new(-4.0, 0.2),
        Vec2::new(-1.2, -2.8),
        Vec2::new(4.0, 3.4),
    ];
    for ends in tick.windows(2) {
        picture.line(ends[0], ends[1], 2.2, dark);
        picture.disc(ends[1], 1.1, dark);
    }
    picture
}

/// The picture of a board.
fn draw(battle: &Encounter, palette: &Palette) -> Image {
    let side = CELL * u32::from(SIDE);
    image_from(UVec2::splat(side), miniature(battle, palette, CELL))
}

fn spawn_card(
    list: &mut ChildSpawnerCommands<'_>,
    lesson: &Lesson,
    picture: Handle<Image>,
    style: &UiStyle,
) {
    let battle = lesson.battle;
    let card = BattleCard {
        battle: battle.name.clone(),
        by_hand: battle.by_hand,
    };
    let label = label(battle, lesson.seal.is_some());
    let mut spawned = list.spawn((button(label, style), card, observe(fight)));
    spawned.insert(Node {
        flex_basis: px(CARD),
        ..Node::row(px(14))
            .grow()
            .max_width(percent(100))
            .padding(px(10).all())
            .framed(BorderRadius::all(px(8)))
    });
    spawned.with_children(|card| {
        card.spawn((
            ImageNode::new(picture),
            Node::default()
                .fixed()
                .size(px(PICTURE), px(PICTURE))
                .radius(style.corner()),
            Pickable::IGNORE,
        ))
        .with_children(|picture| {
            let corner = Node::default().absolute().right(px(4)).bottom(px(4));
            if let Some(seal) = &lesson.seal {
                picture.spawn((
                    ImageNode::new(seal.clone()),
                    corner.size(px(SEALED), px(SEALED)),
                    Pickable::IGNORE,
                ));
            }
        });
        let words = Node::column(px(4)).share(1.0).min_width(px(0));
        card.spawn((words, Pickable::IGNORE))
            .with_children(|words| spawn_words(words, lesson, style));
    });
}

/// What a card says: its number and name, what it teaches, what it is about, and how it is fought.
fn spawn_words(words: &mut ChildSpawnerCommands<'_>, lesson: &Lesson, style: &UiStyle) {
    let battle = lesson.battle;
    let line = Node::row(px(10)).align(AlignItems::Baseline);
    words.spawn((line, Pickable::IGNORE)).with_children(|line| {
        let gold = colour(style.look.theme.palette.accent);
        line.spawn(style.headline(lesson.number.to_string(), gold));
        line.spawn(style.headline(&battle.title, style.ink()));
    });
    if let Some(teaches) = &battle.teaches {
        words.spawn(style.bold(teaches, style.ink()));
    }
    words.spawn(style.plain(&battle.text, style.ink()));
    // What is known about it stands at the foot of the card.
    words.spawn((Node::default().grow(), Pickable::IGNORE));
    if lesson.seal.is_some() {
        let word = battle.setup().tempo.step_word();
        let won = lesson.best.map_or("Won".to_owned(), |best| {
            format!("Won in {} {word}s, {}% HP left", best.steps, best.hp)
        });
        words.spawn(style.bold(won, colour(style.look.theme.palette.accent)));
    }
    let foot = Node::row(px(6)).centred();
    words.spawn((foot, Pickable::IGNORE)).with_children(|foot| {
        let icon = if battle.by_hand {
            Icon::Hand
        } else {
            Icon::ScrollText
        };
        foot.spawn(style.sign(icon, style.muted()));
        foot.spawn(style.remark(terms(battle)));
    });
}

fn spawn_seed(frame: &mut ChildSpawnerCommands<'_>, first: Option<String>, style: &UiStyle) {
    let row = Node::row(style.space()).centred().fixed();
    // Enter says that it is typed: a battle is chosen next.
    let go_on = move |_: On<Entered>, mut focus: Focus| {
        if let Some(first) = &first {
            focus.find_again(first);
        }
    };
    frame.spawn(row).with_children(|row| {
        row.spawn(style.plain("Seed", style.ink()));
        row.spawn((
            field("The seed of the next battle", "", 1, 20, style),
            SeedField,
            observe(go_on),
        ))
        .entry::<Node>()
        .and_modify(|mut node| node.width = px(180));
        row.spawn(style.plain(
            "The same seed gives the same dice. Leave it empty for fresh ones.",
            style.muted(),
        ));
    });
}

/// The seed that a text says; a fresh one if it says none.
fn seed(text: &str) -> Result<u64, String> {
    match text.trim() {
        "" => Ok(fresh_seed()),
        typed => typed.parse().map_err(|_| {
            format!("“{typed}” is no seed: type a whole number from 0 to {}, or nothing for fresh dice.", u64::MAX)
        }),
    }
}

fn fight(
    press: On<Activate>,
    cards: Query<&BattleCard>,
    typed: Single<&EditableText, With<SeedField>>,
    mut pages: ResMut<Pages>,
    mut requests: MessageWriter<BattleRequest>,
    mut toasts: ResMut<Toasts>,
) {
    let Ok(card) = cards.get(press.entity) else {
        return;
    };
    match seed(&field_text(&typed)) {
        Ok(seed) => {
            let battle = card.battle.clone();
            requests.write(BattleRequest::Start { battle, seed });
            // A player who commands is asked at once; one who watches looks around first.
            pages.run_on(card.by_hand);
        }
        Err(why) => toasts.push(Toast::bad(why)),
    }
}

#[cfg(test)]
mod tests {
    use super::seed;

    #[test]
    fn a_seed_is_a_number_or_a_fresh_one() {
        assert_eq!(seed(" 42 "), Ok(42));
        assert_eq!(seed("18446744073709551615"), Ok(u64::MAX));
        assert!(seed("").is_ok());
        for bad in ["-1", "seven", "1.5", "18446744073709551616"] {
            let message = seed(bad).expect_err("it is no number");
            assert!(message.contains(bad), "{message}");
        }
    }
}
