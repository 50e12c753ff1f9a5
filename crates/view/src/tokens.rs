//! Tokens: where units are, and in what state. Friends are circles, enemies are diamonds.

use bevy::prelude::*;
use foretold_battle::{
    Battle, Cell, Effect, Faction, Intent, Life, SkillId, Status, TurnPartKind, UnitId,
};
use foretold_sim::{ForetoldTurns, Intents, Shown, SimSystems};
use lucide_icons::Icon;

use crate::ViewSystems;
use crate::drawing::{Drawing, layer};
use crate::label_layout::LabelLayout;
use crate::look::{Look, colour};
use crate::motion::Motion;
use crate::picture::{Face, Picture, contrast_to};
use crate::screen::BoardSpace;
use crate::skill_effects::effect_icon;
use crate::tags::{status_icon, tags, unit_icon};

/// The radius of a friend's circle, in cells.
const CIRCLE: f32 = 0.4;
/// Half the diagonal of an enemy's diamond, in cells.
const DIAMOND: f32 = 0.49;
/// The middles of what is written on a token, above the middle of its cell, in cells.
const TAG_AT: f32 = 0.1;
const ICON_AT: f32 = -0.16;
const HP_AT: f32 = -0.37;
const SANITY_AT: f32 = -0.485;
/// Where a badge may be, from the middle of its cell, the best first, in cells.
const BADGE_PLACES: [(f32, f32); 7] = [
    (0.0, 0.46),
    (0.3, 0.46),
    (-0.3, 0.46),
    (0.5, 0.28),
    (-0.5, 0.28),
    (0.55, 0.0),
    (-0.55, 0.0),
];
/// The size of a badge's letters, in cells.
const BADGE_LETTERS: f32 = 0.19;
/// The size of its letters, in cells, if it has one letter or two.
const ONE_LETTER: f32 = 0.31;
const TWO_LETTERS: f32 = 0.26;
/// The size of the number of its HP, in cells.
const HP_LETTERS: f32 = 0.17;
/// How dark the bar behind that number is, from 0 to 1: white letters on it can be read.
const HP_SHADE: f32 = 0.45;
/// More statuses than this do not fit beside a token; the hover card lists them all.
const SHOWN_STATUSES: usize = 3;

/// Tokens on the board.
pub struct TokenPlugin;

impl Plugin for TokenPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<TokenFaces>().add_systems(
            Update,
            (
                update_faces
                    .run_if(resource_changed::<ForetoldTurns>)
                    .after(SimSystems::Refresh)
                    .before(ViewSystems::Follow),
                (show_tokens.run_if(crate::board_changed), place_tokens)
                    .chain()
                    .in_set(ViewSystems::Paint),
            ),
        );
    }
}

/// What the tokens show at the moment on screen, in slot order.
#[derive(Resource, Clone, PartialEq, Debug, Default)]
pub(crate) struct TokenFaces(pub(crate) Vec<TokenFace>);

fn update_faces(
    shown: If<Res<Shown>>,
    (turns, intents): (Res<ForetoldTurns>, Res<Intents>),
    mut all: ResMut<TokenFaces>,
) {
    all.0 = faces(shown.battle(), &turns, &intents);
}

/// What a token shows of its unit.
#[derive(Clone, PartialEq, Debug)]
pub struct TokenFace {
    /// Its letters.
    pub tag: String,
    /// Its icon.
    pub icon: char,
    /// Its side: the shape and the colour.
    pub side: Faction,
    /// Where it stands, lies or fell.
    pub cell: Cell,
    /// Standing, down or fallen.
    pub life: Life,
    /// HP and their maximum.
    pub hp: (u16, u16),
    /// Block now.
    pub block: u16,
    /// Sanity and its maximum, if it knows fear.
    pub sanity: Option<(u16, u16)>,
    /// Its statuses.
    pub statuses: Vec<Status>,
    /// What it will do that no line shows.
    pub badge: Option<Badge>,
    /// Whether its turn is running, where units take turns.
    pub in_turn: bool,
}

/// An icon and a number above a token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Badge {
    /// What kind of thing it will do.
    pub icon: char,
    /// How much; empty if there is no number.
    pub number: String,
}

/// What the token of each unit shows, in slot order.
pub fn faces(battle: &Battle, turns: &ForetoldTurns, intents: &Intents) -> Vec<TokenFace> {
    let setup = battle.arena().setup();
    let takes_turns = battle.arena().tempo().takes_turns();
    let sheets = setup.units.iter().zip(tags(setup));
    battle
        .units()
        .zip(sheets)
        .map(|((id, unit), (sheet, tag))| TokenFace {
            tag,
            icon: char::from(unit_icon(setup, sheet)),
            side: sheet.faction,
            cell: unit.cell,
            life: unit.life,
            hp: (unit.hp, sheet.max_hp),
            block: unit.block,
            sanity: sheet.sanity.map(|most| (unit.sanity, most)),
            statuses: unit.statuses.iter().collect(),
            badge: badge(battle, turns, intents, id).filter(|_| unit.is_up()),
            in_turn: takes_turns && unit.is_up() && battle.in_turn().contains(id),
        })
        .collect()
}

/// A card brain's intent. Of other units only help for themselves, which no line could show.
fn badge(battle: &Battle, turns: &ForetoldTurns, intents: &Intents, unit: UnitId) -> Option<Badge> {
    let turn = turns.of_unit(unit)?;
    let badge = |icon: Icon, number: String| {
        let icon = char::from(icon);
        Some(Badge { icon, number })
    };
    match intents.of_unit(unit) {
        Some(Intent::Attack { damage, strikes: 1 }) => badge(Icon::Sword, damage.to_string()),
        Some(Intent::Attack { damage, strikes }) => {
            let sum = u32::from(damage) * u32::from(strikes);
            badge(Icon::Swords, format!("{damage}×{strikes} ({sum})"))
        }
        Some(Intent::Defend(block)) => badge(Icon::Shield, block.to_string()),
        Some(Intent::Buff | Intent::Debuff) => effect_badge(battle, intents.skill_of(unit)?),
        Some(Intent::Unknown) => badge(Icon::CircleQuestionMark, String::new()),
        None => turn.parts.iter().find_map(|part| match part.what {
            TurnPartKind::Help { skill, target, .. } if target == unit => {
                effect_badge(battle, skill)
            }
            _ => None,
        }),
    }
}

/// The effect of a skill without damage.
fn effect_badge(battle: &Battle, skill: SkillId) -> Option<Badge> {
    let arena = battle.arena();
    let effects = Effect::of(arena.skill(skill), arena.house().luck);
    let effect = *effects.first()?;
    Some(Badge {
        icon: char::from(effect_icon(effect)),
        number: effect.number(),
    })
}

/// A part of a unit's token: intent lines run over the body and under the rest.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub(crate) unit: UnitId,
    part: TokenPart,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TokenPart {
    Body,
    /// Letters, bars, shields, statuses.
    Tag,
    /// Over the tags of others: it reaches above its own cell.
    Badge,
}

impl TokenPart {
    const ALL: [TokenPart; 3] = [TokenPart::Body, TokenPart::Tag, TokenPart::Badge];
}

/// Draws each token whose face has changed.
fn show_tokens(
    mut commands: Commands,
    faces: Res<TokenFaces>,
    space: Res<BoardSpace>,
    look: Res<Look>,
    mut tokens: Query<(Entity, &Token, &mut Drawing)>,
) {
    let faces = &faces.0;
    let (_, badges) = place_badges(faces, &space);
    let picture = |token: &Token| {
        let face = faces.get(token.unit.slot())?;
        Some(Drawing(match token.part {
            TokenPart::Body => body(face, space.cell, &look),
            TokenPart::Tag => tag(face, &space, &look),
            TokenPart::Badge => {
                let at = badges.get(token.unit.slot()).copied().flatten();
                badge_above(face, at, &space, &look)
            }
        }))
    };
    let mut drawn = 0;
    for (entity, token, mut drawing) in &mut tokens {
        match picture(token) {
            Some(now) => {
                drawing.set_if_neq(now);
                drawn += 1;
            }
            None => commands.entity(entity).despawn(),
        }
    }
    for slot in drawn / TokenPart::ALL.len()..faces.len() {
        let Some(unit) = UnitId::new(slot) else {
            continue;
        };
        for part in TokenPart::ALL {
            let token = Token { unit, part };
            if let Some(drawing) = picture(&token) {
                commands.spawn((Name::new("Token"), token, drawing));
            }
        }
    }
}

/// Puts each token where its unit is, or on its way there.
fn place_tokens(
    shown: If<Res<Shown>>,
    space: Res<BoardSpace>,
    motion: Res<Motion>,
    mut tokens: Query<(&Token, &mut Transform)>,
) {
    for (token, mut place) in &mut tokens {
        let Some(unit) = shown.battle().unit(token.unit) else {
            continue;
        };
        let at = space.middle(unit.cell) + motion.offset(token.unit) * space.cell;
        let z = match (token.part, unit.life) {
            (_, Life::Fallen) => layer::FALLEN,
            (TokenPart::Body, _) => layer::BODIES,
            (TokenPart::Tag, _) => layer::TAGS,
            (TokenPart::Badge, _) => layer::BADGES,
        };
        let scale = Vec3::splat(motion.swell(token.unit));
        place.set_if_neq(Transform::from_translation(at.extend(z)).with_scale(scale));
    }
}

/// Draws all of a token in its cell.
pub(crate) fn draw_token(picture: &mut Picture, face: &TokenFace, space: &BoardSpace, look: &Look) {
    let at = space.middle(face.cell);
    picture.add(body(face, space.cell, look), at);
    picture.add(tag(face, space, look), at);
    let (_, badges) = place_badges(std::slice::from_ref(face), space);
    let badge = badges.first().copied().flatten();
    picture.add(badge_above(face, badge, space, look), at);
}

/// The shape of a token, as large as a cell allows.
fn body(face: &TokenFace, cell: f32, look: &Look) -> Picture {
    let mut picture = Picture::default();
    let palette = &look.theme.palette;
    let side = look.side(face.side);
    let rim = (cell * 0.035).max(1.0);
    let mut shape = |radius: f32, ink: Color| match face.side {
        Faction::Friendly => picture.disc(Vec2::ZERO, cell * CIRCLE + radius, ink),
        // Measured along the diagonal, an edge is √2 as thick.
        Faction::Enemy => picture.diamond(Vec2::ZERO, cell * DIAMOND + radius * 1.4, ink),
    };
    match face.life {
        Life::Fallen => shape(0.0, colour(palette.fallen).with_alpha(0.45)),
        Life::Down { .. } | Life::Stable => {
            shape(0.0, side);
            shape(-rim * 2.0, colour(palette.fallen));
        }
        Life::Up => {
            if face.in_turn {
                shape(rim * 1.5, colour(palette.text));
            }
            shape(0.0, Color::BLACK);
            shape(-rim, side);
        }
    }
    if face.life == Life::Fallen {
        let arm = cell * 0.28;
        for across in [Vec2::ONE, Vec2::new(1.0, -1.0)] {
            let reach = across * arm;
            picture.line(-reach, reach, rim * 2.0, colour(palette.background));
            picture.line(-reach, reach, rim, colour(palette.muted));
        }
    }
    picture
}

/// The signs on a token: letters, icon, bars, block, statuses, intent.
fn tag(face: &TokenFace, space: &BoardSpace, look: &Look) -> Picture {
    let mut picture = Picture::default();
    let cell = space.cell;
    let palette = &look.theme.palette;
    let at = |x: f32, y: f32| Vec2::new(x, y) * cell;
    let ink = match face.life {
        Life::Fallen => colour(palette.muted).with_alpha(0.7),
        Life::Down { .. } | Life::Stable => colour(palette.text),
        Life::Up => contrast_to(look.side(face.side)),
    };
    let size = cell * tag_share(face);
    // Lines of other units may run under it: the letters need a background.
    if face.life == Life::Up {
        picture.disc(at(0.0, TAG_AT), size * 0.62, look.side(face.side));
    }
    picture.label(&face.tag, Face::Bold, size, at(0.0, TAG_AT), ink);
    let icon = match face.life {
        Life::Up => face.icon,
        Life::Down { .. } => char::from(Icon::HeartPulse),
        Life::Stable => char::from(Icon::Heart),
        Life::Fallen => return picture,
    };
    picture.label(icon, Face::Icon, cell * 0.2, at(0.0, ICON_AT), ink);
    let health = colour(palette.health).mix(&Color::BLACK, HP_SHADE);
    let hp = hp_rect(space);
    bar(&mut picture, face.hp, hp, health, look);
    let letters = space.letters(HP_LETTERS);
    picture.label(
        face.hp.0.to_string(),
        Face::Bold,
        letters,
        hp.center(),
        Color::WHITE,
    );
    if let Some(sanity) = face.sanity {
        let rect = Rect::from_center_size(at(0.0, SANITY_AT), at(0.76, 0.05));
        bar(&mut picture, sanity, rect, colour(palette.sanity), look);
    }
    if face.block > 0 {
        let centre = at(0.34, -0.17);
        chip(
            &mut picture,
            centre,
            at(0.36, 0.24),
            colour(palette.block),
            cell,
        );
        let ink = contrast_to(colour(palette.block));
        picture.icon(Icon::Shield, cell * 0.16, centre - at(0.09, 0.0), ink);
        picture.label(
            face.block.to_string(),
            Face::Bold,
            space.letters(0.18),
            centre + at(0.07, 0.0),
            ink,
        );
    }
    for (row, status) in face.statuses.iter().take(SHOWN_STATUSES).enumerate() {
        let centre = at(-0.38, 0.3 - 0.24 * row as f32);
        chip(
            &mut picture,
            centre,
            at(0.23, 0.23),
            colour(palette.panel),
            cell,
        );
        let ink = colour(palette.text);
        picture.icon(status_icon(*status), cell * 0.17, centre, ink);
    }
    picture
}

/// What the unit will do, at a place above its letters.
fn badge_above(face: &TokenFace, at: Option<Vec2>, space: &BoardSpace, look: &Look) -> Picture {
    let mut picture = Picture::default();
    if let Some((badge, at)) = face.badge.as_ref().zip(at) {
        let from_middle = at - space.middle(face.cell);
        let plate = Rect::from_center_size(from_middle, badge_size(badge, space));
        draw_badge(
            &mut picture,
            badge,
            plate,
            space,
            look.side(face.side),
            look,
        );
    }
    picture
}

/// The size of a token's letters, in cells.
fn tag_share(face: &TokenFace) -> f32 {
    match face.tag.chars().count() {
        1 => ONE_LETTER,
        _ => TWO_LETTERS,
    }
}

/// The bar of HP, with room for its number, around the middle of its cell.
fn hp_rect(space: &BoardSpace) -> Rect {
    let height = (0.19 * space.cell).max(space.letters(HP_LETTERS) * 0.95);
    let middle = Vec2::new(0.0, HP_AT * space.cell);
    Rect::from_center_size(middle, Vec2::new(0.76 * space.cell, height))
}

/// What must stay visible of a token: its letters and its HP.
fn signs_of(face: &TokenFace, space: &BoardSpace) -> impl Iterator<Item = Rect> {
    let letters = Vec2::new(1.3, 1.0) * tag_share(face) * space.cell;
    let tag = Rect::from_center_size(Vec2::new(0.0, TAG_AT * space.cell), letters);
    let middle = space.middle(face.cell);
    let signs = [tag, hp_rect(space)].into_iter();
    signs
        .filter(|_| face.life != Life::Fallen)
        .map(move |sign| Rect::from_center_size(sign.center() + middle, sign.size()))
}

/// The layout with what all tokens show, and the middle of the badge of each unit that has one. A badge is
/// above its token, or beside it if there it would cover another.
pub(crate) fn place_badges(
    faces: &[TokenFace],
    space: &BoardSpace,
) -> (LabelLayout, Vec<Option<Vec2>>) {
    // Above the first row is room too.
    let mut layout = LabelLayout::new(space.rect().inflate(space.cell * 0.3));
    for sign in faces.iter().flat_map(|face| signs_of(face, space)) {
        layout.keep_free(sign);
    }
    let places = faces.iter().map(|face| {
        let size = badge_size(face.badge.as_ref()?, space);
        let middle = space.middle(face.cell);
        let around = BADGE_PLACES.map(|(x, y)| middle + Vec2::new(x, y) * space.cell);
        Some(layout.place(size, around))
    });
    let places = places.collect();
    (layout, places)
}

/// How much is left, as a bar.
fn bar(picture: &mut Picture, (now, most): (u16, u16), full: Rect, ink: Color, look: &Look) {
    let edge = (full.width() * 0.026).max(1.0);
    picture.rectangle(full.inflate(edge), Color::BLACK);
    let lost = colour(look.theme.palette.health_lost).mix(&Color::BLACK, HP_SHADE);
    picture.rectangle(full, lost);
    if now == 0 {
        return;
    }
    let share = f32::from(now) / f32::from(most.max(1));
    // A unit that lives has some bar left to see.
    let width = (full.width() * share).max(1.0);
    let left = Rect::from_corners(full.min, Vec2::new(full.min.x + width, full.max.y));
    picture.rectangle(left, ink);
}

/// A small plate to write on.
fn chip(picture: &mut Picture, centre: Vec2, size: Vec2, ink: Color, cell: f32) {
    let rect = Rect::from_center_size(centre, size);
    let edge = (cell * 0.02).max(1.0);
    picture.rounded(rect.inflate(edge), cell * 0.09, Color::BLACK);
    picture.rounded(rect, cell * 0.08, ink);
}

/// The size of a badge.
fn badge_size(badge: &Badge, space: &BoardSpace) -> Vec2 {
    let size = space.letters(BADGE_LETTERS);
    let letters = badge.number.chars().count() as f32;
    Vec2::new(size * (1.5 + letters * 0.56), size * 1.35)
}

/// Icon and number above the token, with the side's colour around them.
fn draw_badge(
    picture: &mut Picture,
    badge: &Badge,
    plate: Rect,
    space: &BoardSpace,
    side: Color,
    look: &Look,
) {
    let palette = &look.theme.palette;
    let (cell, size) = (space.cell, space.letters(BADGE_LETTERS));
    let middle = plate.center();
    let text_width = plate.width() - size * 1.5;
    let rim = (cell * 0.03).max(1.0);
    picture.rounded(plate.inflate(rim * 1.6), size * 0.5, Color::BLACK);
    picture.rounded(plate.inflate(rim), size * 0.45, side);
    picture.rounded(plate, size * 0.35, colour(palette.panel));
    let ink = colour(palette.text);
    let icon = middle - Vec2::new(text_width / 2.0, 0.0);
    picture.label(badge.icon, Face::Icon, size, icon, ink);
    if !badge.number.is_empty() {
        let number = middle + Vec2::new(size * 0.58, 0.0);
        picture.label(&badge.number, Face::Bold, size, number, ink);
    }
}
