//! The battles to choose from, each with a small picture of its board.

use std::collections::HashMap;

use bevy::asset::RenderAssetUsages;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use foretold_battle::board::SIDE;
use foretold_content::{Encounter, Palette, fresh_seed};
use foretold_view::miniature;

use super::run_words::won_of;
use super::{Page, PageBuilder, PageSystems, Pages, must_build};
use crate::prelude::*;

/// How many pixels of a picture a cell has.
const CELL: u32 = 20;
/// How large a picture is on screen, in pixels at 100%.
const PICTURE: f32 = 132.0;
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
    let changed = any_changed!(GameContent, PlayerProgress);
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
    look: Res<Look>,
    mut pictures: ResMut<Miniatures>,
    mut images: ResMut<Assets<Image>>,
    progress: Res<PlayerProgress>,
    (mut focus, mut was_empty): (Focus, Local<bool>),
) {
    let won = &progress.0.won;
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
        cards.with_children(|list| {
            for battle in &battles {
                let won = won.contains(&battle.name);
                spawn_card(list, battle, picture_of(battle), won, style);
            }
        });
        let first = battles.first();
        let first = first.map(|battle| label(battle, won.contains(&battle.name)));
        spawn_seed(frame, first, style);
    });
}

/// The picture of a board.
fn draw(battle: &Encounter, palette: &Palette) -> Image {
    let side = CELL * u32::from(SIDE);
    Image::new(
        Extent3d {
            width: side,
            height: side,
            depth_or_array_layers: 1,
        },
        TextureDimension::D2,
        miniature(battle.setup(), palette, CELL),
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::default(),
    )
}

fn spawn_card(
    list: &mut ChildSpawnerCommands<'_>,
    battle: &Encounter,
    picture: Handle<Image>,
    won: bool,
    style: &UiStyle,
) {
    let card = BattleCard {
        battle: battle.name.clone(),
        by_hand: battle.by_hand,
    };
    let mut spawned = list.spawn((button(label(battle, won), style), card, observe(fight)));
    spawned.insert(Node {
        flex_basis: px(CARD),
        ..Node::row(px(12))
            .grow()
            .max_width(percent(100))
            .padding(px(8).all())
            .framed(style.corner())
    });
    spawned.with_children(|card| {
        card.spawn((
            ImageNode::new(picture),
            Node::default().fixed().size(px(PICTURE), px(PICTURE)),
            Pickable::IGNORE,
        ));
        let words = Node::column(px(6)).share(1.0).min_width(px(0));
        card.spawn((words, Pickable::IGNORE))
            .with_children(|words| {
                let line = Node::row(px(6)).centred();
                words.spawn((line, Pickable::IGNORE)).with_children(|line| {
                    let icon = if battle.by_hand {
                        Icon::Hand
                    } else {
                        Icon::ScrollText
                    };
                    line.spawn(style.sign(icon, style.ink()));
                    line.spawn(style.heading(&battle.title, style.ink()));
                    if won {
                        spawn_won(line, style);
                    }
                });
                words.spawn(style.plain(terms(battle), style.muted()));
                words.spawn(style.plain(&battle.text, style.ink()));
            });
    });
}

/// The mark of a battle that was won: a sign and a word at the end of the line.
fn spawn_won(line: &mut ChildSpawnerCommands<'_>, style: &UiStyle) {
    let ink = colour(style.look.theme.palette.good);
    let mark = Node::row(px(4))
        .centred()
        .fixed()
        .margin(UiRect::left(auto()));
    line.spawn((mark, Pickable::IGNORE)).with_children(|mark| {
        mark.spawn(style.sign(Icon::Trophy, ink));
        mark.spawn(style.bold("Won", ink));
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
            "The same number gives the same dice. Left empty, they are fresh.",
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
