//! What is foretold of each blow and of each help, as a plate on its line: damage after block,
//! chance, effect, and a skull if its target may fall.

use bevy::prelude::*;
use foretold_battle::{
    Battle, Cell, Effect, Faction, ForetoldTurn, Odds, TurnEnd, TurnPartKind, UnitId, range,
};
use foretold_sim::{Fate, ForetoldBlow, ForetoldTurns, Shown};
use lucide_icons::Icon;

use crate::ViewSystems;
use crate::drawing::{Drawing, layer};
use crate::hover_card::deals_damage;
use crate::intent_line::{IntentLine, LineEnds, LineKind, REMARK_ALONG, draw_remark, point_on};
use crate::intent_lines::{HiddenInMotion, IntentLines};
use crate::label_layout::{LabelLayout, PlacedLabel};
use crate::look::{Look, colour};
use crate::picture::{Face, Picture, width_of};
use crate::screen::BoardSpace;
use crate::skill_effects::effect_icon;
use crate::tags::tags;
use crate::tokens::{TokenFace, TokenFaces, place_badges};

/// The opacity of plates that hang on dice, secrets or orders before them.
const FAINT: f32 = 0.72;
/// The places on a line where its plate may be, the best first, as shares of its way.
const ALONG: [f32; 5] = [0.55, 0.7, 0.4, 0.85, 0.25];
/// How far aside of its line a plate may be, the best first, in its own heights.
const ASIDE: [f32; 3] = [0.0, 0.7, -0.7];

/// Between the letters of who strikes and of who is struck.
const TO: char = '→';
/// The most blows that one plate speaks of: a wider one would find no place.
const MOST_JOINED: usize = 4;
/// The size of a plate's letters, in cells, and of a skull, in letters.
const LETTERS: f32 = 0.23;
const SKULL: f32 = 1.3;
/// Plates beside a target point at the edge of its token, this far from its middle, in cells.
const STACK_AT: f32 = 0.4;
/// A badge that is further from the middle of its unit's cell, in cells, has a leader.
const BADGE_NEAR: f32 = 0.8;
/// The head of an arrow, in cells.
const HEAD: f32 = 0.24;

/// Damage numbers before blows land, and results afterwards.
pub struct DamageOverlayPlugin;

impl Plugin for DamageOverlayPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((
            crate::floating_results::plugin,
            crate::coming_ground::plugin,
        ))
        .add_systems(Startup, spawn_layer)
        .add_systems(
            Update,
            draw_damage
                .run_if(crate::board_changed)
                .in_set(ViewSystems::Paint),
        );
    }
}

/// What is foretold of one blow or one help.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DamageNumber {
    /// Who does it.
    pub by: UnitId,
    /// Its letters and those of the unit that is hit, if others do something to the same cell.
    pub tag: Option<String>,
    /// Its side: the colour of the border.
    pub side: Faction,
    /// The cell that it goes to.
    pub cell: Cell,
    /// The least and the most damage after block; `None` if it does none.
    pub damage: Option<(u16, u16)>,
    /// What block takes at most.
    pub blocked: u16,
    /// What it does to its target besides damage, the most important first.
    pub effect: Option<Effect>,
    /// The number of strikes, and the chance of each in whole percents, if it is not certain; the
    /// hover card shows it exactly.
    pub chance: Option<(u8, u16)>,
    /// What becomes of its target.
    pub fate: Fate,
    /// Whether no die, secret or order comes before it.
    pub sure: bool,
}

/// The numbers of everything that is foretold: blows in the order in which they land, then bumps,
/// then help.
pub fn damage_numbers(battle: &Battle, turns: &ForetoldTurns) -> Vec<DamageNumber> {
    let blows = turns.blows(battle);
    let blows = blows.iter().map(|blow| of_blow(battle, blow));
    let bumps = turns.turns().iter().flat_map(|turn| of_bumps(battle, turn));
    let help = turns.turns().iter().flat_map(|turn| of_help(battle, turn));
    let mut numbers: Vec<DamageNumber> = blows.chain(bumps).chain(help).collect();
    let tags = tags(battle.arena().setup());
    let cells: Vec<Cell> = numbers.iter().map(|number| number.cell).collect();
    for number in &mut numbers {
        let crowded = cells.iter().filter(|cell| **cell == number.cell).count() > 1;
        let by = tags.get(number.by.slot()).filter(|_| crowded);
        let at = battle.unit_at(number.cell);
        number.tag = by.map(|by| match at.and_then(|unit| tags.get(unit.slot())) {
            Some(at) => format!("{by}{TO}{at}"),
            None => by.clone(),
        });
    }
    numbers
}

fn of_blow(battle: &Battle, foretold: &ForetoldBlow) -> DamageNumber {
    let arena = battle.arena();
    let blow = &foretold.blow;
    let skill = arena.skill(blow.skill);
    let damage = deals_damage(battle, blow.skill).then_some((blow.least, blow.most));
    let effects = match damage {
        Some(_) => Effect::on_target(skill, arena.house().luck),
        // Of a pot that does nothing but burn the fire is shown.
        None => Effect::of(skill, arena.house().luck),
    };
    let odds = blow.odds.filter(|odds| *odds != Odds::CERTAIN);
    DamageNumber {
        by: blow.by,
        tag: None,
        side: arena.sheet(blow.by).faction,
        cell: blow.cell,
        damage,
        blocked: blow.blocked,
        effect: effects.first().copied(),
        chance: odds.map(|odds| (blow.strikes, whole_percents(odds))),
        fate: foretold.fate,
        sure: foretold.sure,
    }
}

/// What a turn does to units that others are shoved against.
fn of_bumps(battle: &Battle, turn: &ForetoldTurn) -> impl Iterator<Item = DamageNumber> {
    let arena = battle.arena();
    let strikes = turn.parts.iter().filter_map(|part| match &part.what {
        TurnPartKind::Strike { blow, bumped, .. } => Some((blow, bumped, part.sure)),
        TurnPartKind::Walk(_) | TurnPartKind::Help { .. } => None,
    });
    // In ticks everyone walks before a shove comes.
    let knows_shoves = arena.tempo().takes_turns() && turn.end != TurnEnd::Astray;
    strikes.flat_map(move |(blow, bumped, sure)| {
        let effects = Effect::on_target(arena.skill(blow.skill), arena.house().luck);
        let mut effects = effects.into_iter();
        let shove = effects.find(|effect| matches!(effect, Effect::Shove(_)));
        let odds = blow.odds.filter(|odds| *odds != Odds::CERTAIN);
        let hurt = bumped.iter().filter(|it| it.damage > 0);
        hurt.map(move |it| DamageNumber {
            by: turn.unit,
            tag: None,
            side: arena.sheet(turn.unit).faction,
            cell: it.cell,
            damage: Some((it.damage, it.damage)),
            blocked: 0,
            effect: shove,
            chance: odds.map(|odds| (1, whole_percents(odds))),
            fate: match it.kill {
                Odds::NEVER => Fate::Survives,
                Odds::CERTAIN if sure && knows_shoves => Fate::Falls,
                _ => Fate::MayFall,
            },
            sure,
        })
    })
}

fn whole_percents(odds: Odds) -> u16 {
    (odds.hundredths() + 50) / 100
}

/// Help for another unit; what a unit does for itself is shown above its token.
fn of_help(battle: &Battle, turn: &ForetoldTurn) -> impl Iterator<Item = DamageNumber> {
    let arena = battle.arena();
    let others = turn.parts.iter().filter_map(|part| match part.what {
        TurnPartKind::Help {
            skill,
            target,
            cell,
            ..
        } if target != turn.unit => Some((skill, cell, part.sure)),
        _ => None,
    });
    others.map(|(skill, cell, sure)| DamageNumber {
        by: turn.unit,
        tag: None,
        side: arena.sheet(turn.unit).faction,
        cell,
        damage: None,
        blocked: 0,
        effect: Effect::on_target(arena.skill(skill), arena.house().luck)
            .first()
            .copied(),
        chance: None,
        fate: Fate::Survives,
        sure,
    })
}

#[derive(Component)]
struct DamageLayer;

fn spawn_layer(mut commands: Commands) {
    commands.spawn((
        Name::new("Damage numbers"),
        DamageLayer,
        HiddenInMotion,
        Drawing::default(),
        Transform::from_xyz(0.0, 0.0, layer::NUMBERS),
    ));
}

fn draw_damage(
    shown: If<Res<Shown>>,
    (turns, lines, faces): (Res<ForetoldTurns>, Res<IntentLines>, Res<TokenFaces>),
    space: Res<BoardSpace>,
    look: Res<Look>,
    mut layer: Single<&mut Drawing, With<DamageLayer>>,
) {
    let numbers = damage_numbers(shown.battle(), &turns);
    let labels = MomentLabels::new(&faces.0, &lines.0, &numbers, &space, &look);
    let mut picture = Picture::default();
    for (leader, border) in &labels.leaders {
        draw_leader(&mut picture, *leader, *border, &space);
    }
    for (line, placed) in lines.0.iter().zip(&labels.remarks) {
        if let Some(placed) = placed {
            draw_remark(&mut picture, line, placed.middle(), &space, &look);
        }
    }
    for (plate, at) in &labels.plates {
        plate.draw(&mut picture, *at, &look);
    }
    layer.set_if_neq(Drawing(picture));
}

/// A thin line from a label that had to move aside to what it is about.
pub(crate) fn draw_leader(picture: &mut Picture, leader: LineEnds, ink: Color, space: &BoardSpace) {
    let rim = rim(space.cell);
    for (out, ink) in [(1.0, Color::BLACK), (0.0, ink)] {
        picture.line(leader.from, leader.to, rim + 2.0 * out, ink);
        picture.disc(leader.to, rim + out, ink);
    }
}

/// All that is written about what is foretold, in its place.
pub(crate) struct MomentLabels {
    /// With room for more.
    pub(crate) layout: LabelLayout,
    /// The remark of each line that has one.
    remarks: Vec<Option<PlacedLabel>>,
    /// The plate of each number that says something, and its middle.
    pub(crate) plates: Vec<(ForetoldPlate, Vec2)>,
    /// From plates and badges that had to move aside, with their colours.
    pub(crate) leaders: Vec<(LineEnds, Color)>,
}

impl MomentLabels {
    /// Finds the places: badges above tokens, remarks and plates on lines. Plates that do not fit
    /// there stand in a stack beside their target.
    pub(crate) fn new(
        faces: &[TokenFace],
        lines: &[IntentLine],
        numbers: &[DamageNumber],
        space: &BoardSpace,
        look: &Look,
    ) -> MomentLabels {
        let (mut layout, badges) = place_badges(faces, space);
        let badges = faces.iter().zip(badges);
        let leaders = badges.filter_map(|(face, badge)| {
            let (from, to) = (badge?, space.middle(face.cell));
            let far = from.distance(to) > BADGE_NEAR * space.cell;
            far.then(|| (LineEnds { from, to }, look.side(face.side)))
        });
        let leaders = leaders.collect();
        let strokes = &look.theme.strokes;
        for line in lines {
            // Whom it is about must stay visible.
            if let (LineKind::Attack, Some(tip)) = (line.kind, line.track(space, strokes).last()) {
                let head = Vec2::splat(HEAD * space.cell);
                layout.keep_free(Rect::from_center_size(*tip, head));
            }
            if let Some(tag) = line.tag_rect(space, strokes) {
                layout.keep_free(tag);
            }
        }
        let remarks = lines.iter().map(|line| {
            let size = line.remark_size(space)?;
            let track = line.track(space, strokes);
            place_on(&mut layout, &track, size, &REMARK_ALONG, f32::INFINITY)
        });
        let mut labels = MomentLabels {
            remarks: remarks.collect(),
            layout,
            plates: Vec::new(),
            leaders,
        };
        let mut stacks: Vec<(Cell, Vec<ForetoldPlate>)> = Vec::new();
        for number in numbers {
            let Some(plate) = ForetoldPlate::of(number, space) else {
                continue;
            };
            let own = lines.iter().find(|line| {
                let leads_there = line.cells.last() == Some(&number.cell);
                line.unit == number.by && line.kind != LineKind::Move && leads_there
            });
            let track = own.map(|line| line.track(space, strokes));
            let placed = track.and_then(|track| {
                let size = plate.dimensions();
                place_on(&mut labels.layout, &track, size, &ALONG, 0.0)
            });
            match placed {
                Some(placed) => labels.plates.push((plate, placed.middle())),
                None => match stacks.iter_mut().find(|(cell, _)| *cell == number.cell) {
                    Some((_, stack)) => {
                        if !stack.iter_mut().any(|other| other.join(&plate)) {
                            stack.push(plate);
                        }
                    }
                    None => stacks.push((number.cell, vec![plate])),
                },
            }
        }
        for (cell, stack) in stacks {
            labels.place_stack(space.middle(cell), stack, space, look);
        }
        labels
    }

    /// Puts plates below each other, as near as possible to the middle of their target's cell.
    fn place_stack(
        &mut self,
        target: Vec2,
        stack: Vec<ForetoldPlate>,
        space: &BoardSpace,
        look: &Look,
    ) {
        let sizes = stack.iter().map(ForetoldPlate::dimensions);
        let size = sizes.fold(Vec2::ZERO, |sum, size| {
            Vec2::new(sum.x.max(size.x), sum.y + size.y)
        });
        let beside = space.cell / 2.0 + size / 2.0;
        let places = [Vec2::Y, Vec2::NEG_Y, Vec2::X, Vec2::NEG_X].map(|way| target + way * beside);
        let edge = |at: Vec2| target + (at - target).normalize_or(Vec2::Y) * STACK_AT * space.cell;
        let placed = self.layout.place_about(size, &places, f32::INFINITY, edge);
        let Some(placed) = placed else {
            return;
        };
        let border = stack.first().map(|plate| plate.border(look));
        self.leaders.extend(placed.leader().zip(border));
        let mut top = placed.rect.max.y;
        for plate in stack {
            let height = plate.dimensions().y;
            let at = Vec2::new(placed.middle().x, top - height / 2.0);
            self.plates.push((plate, at));
            top -= height;
        }
    }
}

/// Puts a label on a track, at one of these shares of its way, or beside it, or at most `reach` away.
fn place_on(
    layout: &mut LabelLayout,
    track: &[Vec2],
    size: Vec2,
    along: &[f32],
    reach: f32,
) -> Option<PlacedLabel> {
    let (from, to) = match track {
        [.., from, to] => (*from, *to),
        _ => return None,
    };
    let across = (to - from).normalize_or(Vec2::X).perp() * size.y;
    let places: Vec<Vec2> = ASIDE
        .into_iter()
        .flat_map(|aside| along.iter().map(move |along| (*along, aside)))
        .map(|(along, aside)| point_on(track, along) + across * aside)
        .collect();
    // Its beginning is often under its unit's token.
    let leg = Segment2d::new(from.lerp(to, 0.4), to);
    layout.place_about(size, &places, reach, |at| leg.closest_point(at))
}

/// Something on a plate.
#[derive(Clone, Debug)]
enum PlatePiece {
    Icon(Icon),
    /// The unit falls for certain.
    Skull,
    Text(String),
    Gap,
    /// Letters of who does it, and to whom, in the colour of its side.
    Tag(String),
}

impl PlatePiece {
    /// Whether it is the same as another.
    fn is(&self, other: &PlatePiece) -> bool {
        match (self, other) {
            (PlatePiece::Icon(one), PlatePiece::Icon(other)) => {
                char::from(*one) == char::from(*other)
            }
            (PlatePiece::Text(one), PlatePiece::Text(other))
            | (PlatePiece::Tag(one), PlatePiece::Tag(other)) => one == other,
            (PlatePiece::Skull, PlatePiece::Skull) | (PlatePiece::Gap, PlatePiece::Gap) => true,
            _ => false,
        }
    }

    /// Its width in letter sizes.
    fn width(&self) -> f32 {
        match self {
            PlatePiece::Icon(Icon::Skull) => SKULL + 0.1,
            PlatePiece::Icon(_) => 1.05,
            PlatePiece::Skull => SKULL + 0.2,
            PlatePiece::Text(text) => width_of(text),
            PlatePiece::Gap => 0.35,
            PlatePiece::Tag(tag) => width_of(tag) + 0.3,
        }
    }
}

/// A plate with numbers on it.
#[derive(Clone, Debug)]
pub(crate) struct ForetoldPlate {
    side: Faction,
    pieces: Vec<PlatePiece>,
    /// How many blows it speaks of.
    pub(crate) blows: usize,
    sure: bool,
    /// Whether its target falls for certain.
    kills: bool,
    /// Its font size.
    size: f32,
    /// The width of its border.
    rim: f32,
}

impl ForetoldPlate {
    /// The plate of a number; `None` if there is nothing to say.
    pub(crate) fn of(number: &DamageNumber, space: &BoardSpace) -> Option<ForetoldPlate> {
        let mut pieces = Vec::new();
        if let Some(tag) = &number.tag {
            pieces.push(PlatePiece::Tag(tag.clone()));
        }
        match number.fate {
            Fate::Survives => {}
            Fate::MayFall => pieces.push(PlatePiece::Icon(Icon::Skull)),
            Fate::Falls => pieces.push(PlatePiece::Skull),
        }
        if let Some((least, most)) = number.damage {
            pieces.push(PlatePiece::Text(range(u32::from(least), u32::from(most))));
        }
        if number.blocked > 0 {
            pieces.push(PlatePiece::Gap);
            pieces.push(PlatePiece::Text("(".to_owned()));
            pieces.push(PlatePiece::Icon(Icon::Shield));
            pieces.push(PlatePiece::Text(format!("{})", number.blocked)));
        }
        if let Some(effect) = number.effect {
            pieces.push(PlatePiece::Icon(effect_icon(effect)));
            // Beside damage its number would be taken for more of it.
            if number.damage.is_none() {
                pieces.push(PlatePiece::Text(effect.number()));
            }
        }
        if let Some((strikes, chance)) = number.chance {
            pieces.push(PlatePiece::Gap);
            pieces.push(PlatePiece::Text(match strikes {
                0 | 1 => format!("{chance}%"),
                _ => format!("{strikes}×{chance}%"),
            }));
        }
        let plate = ForetoldPlate {
            side: number.side,
            pieces,
            blows: 1,
            sure: number.sure,
            kills: number.fate == Fate::Falls,
            size: space.letters(LETTERS),
            rim: rim(space.cell),
        };
        (!plate.pieces.is_empty()).then_some(plate)
    }

    /// Takes in another plate that says the same of the same unit: `Fi B→A 10 each`. In a crowd six
    /// plates become two.
    fn join(&mut self, other: &ForetoldPlate) -> bool {
        let of_all = if self.blows > 1 { 2 } else { 0 };
        let says_same = |one: &[PlatePiece], other: &[PlatePiece]| match (one, other) {
            ([PlatePiece::Tag(one), more @ ..], [PlatePiece::Tag(other), rest @ ..]) => {
                let to = |tag: &str| tag.split_once(TO).map(|(_, to)| to.to_owned());
                let mut pairs = more.iter().zip(rest);
                to(one) == to(other)
                    && more.len() == rest.len()
                    && pairs.all(|(one, other)| one.is(other))
            }
            _ => false,
        };
        let own = &self.pieces[..self.pieces.len() - of_all];
        let alike = (self.side, self.sure, self.kills) == (other.side, other.sure, other.kills);
        if !alike || self.blows >= MOST_JOINED || !says_same(own, &other.pieces) {
            return false;
        }
        if let [PlatePiece::Tag(tag), ..] = self.pieces.as_mut_slice()
            && let Some(PlatePiece::Tag(more)) = other.pieces.first()
            && let (Some((by, to)), Some((more, _))) = (tag.split_once(TO), more.split_once(TO))
        {
            *tag = format!("{by} {more}{TO}{to}");
        }
        if self.blows == 1 {
            self.pieces.push(PlatePiece::Gap);
            self.pieces.push(PlatePiece::Text("each".to_owned()));
        }
        self.blows += 1;
        true
    }

    fn width(&self) -> f32 {
        self.pieces.iter().map(PlatePiece::width).sum::<f32>() * self.size
    }

    /// With its border.
    pub(crate) fn dimensions(&self) -> Vec2 {
        let inside = Vec2::new(self.width() + 0.45 * self.size, 1.3 * self.size);
        inside + 2.0 * (self.rim + 1.0)
    }

    fn border(&self, look: &Look) -> Color {
        let palette = &look.theme.palette;
        match (self.kills, self.sure) {
            (true, _) => colour(palette.bad),
            (false, true) => look.side_text(self.side),
            (false, false) => look.side_text(self.side).mix(&colour(palette.panel), 0.45),
        }
    }

    /// Draws it around a point.
    pub(crate) fn draw(&self, picture: &mut Picture, middle: Vec2, look: &Look) {
        let palette = &look.theme.palette;
        let (size, rim) = (self.size, self.rim);
        let faint = if self.sure { 1.0 } else { FAINT };
        let plate = Rect::from_center_size(middle, self.dimensions()).inflate(-rim - 1.0);
        let ground = colour(if self.kills {
            palette.health_lost
        } else {
            palette.panel
        });
        for (out, ink) in [
            (rim + 1.0, Color::BLACK),
            (rim, self.border(look)),
            (0.0, ground),
        ] {
            let rect = plate.inflate(out);
            picture.rounded(rect, size * 0.3 + out, ink.with_alpha(faint));
        }
        let ink = colour(palette.text);
        let mut left = middle.x - self.width() / 2.0;
        for piece in &self.pieces {
            let width = piece.width() * size;
            let at = Vec2::new(left + width / 2.0, middle.y);
            match piece {
                PlatePiece::Text(text) => picture.label(text, Face::Bold, size, at, ink),
                PlatePiece::Gap => {}
                PlatePiece::Tag(tag) => {
                    let ink = look.side_text(self.side);
                    let at = at - Vec2::new(0.15 * size, 0.0);
                    picture.label(tag, Face::Bold, size, at, ink);
                }
                PlatePiece::Icon(Icon::Skull) => {
                    picture.icon(Icon::Skull, size * SKULL, at, ink);
                }
                PlatePiece::Icon(Icon::Shield) => {
                    picture.shield(at, size * 0.95, colour(palette.block));
                }
                PlatePiece::Icon(icon) => picture.icon(*icon, size, at, ink),
                PlatePiece::Skull => skull(picture, at, size * SKULL, ink, ground),
            }
            left += width;
        }
    }
}

/// A filled skull, this high: an icon of thin lines would be lost on a small board.
fn skull(picture: &mut Picture, at: Vec2, height: f32, ink: Color, ground: Color) {
    let part = |x: f32, y: f32| at + Vec2::new(x, y) * height;
    picture.disc(part(0.0, 0.1), height * 0.4, ink);
    let jaw = Rect::from_corners(part(-0.22, -0.48), part(0.22, 0.0));
    picture.rounded(jaw, height * 0.08, ink);
    for side in [-1.0, 1.0] {
        picture.disc(part(side * 0.17, 0.04), height * 0.11, ground);
        let gap = Vec2::new(height * 0.05, height * 0.2);
        picture.rectangle(
            Rect::from_center_size(part(side * 0.075, -0.4), gap),
            ground,
        );
    }
    let nose = [part(0.0, -0.07), part(-0.06, -0.19), part(0.06, -0.19)];
    picture.polygon(nose, ground);
}

/// The width of a plate's border.
fn rim(cell: f32) -> f32 {
    (cell * 0.03).max(1.5)
}

#[cfg(test)]
mod tests {
    use foretold_battle::{Affliction, Status};

    use super::*;

    fn number(damage: (u16, u16), chance: Option<(u8, u16)>) -> DamageNumber {
        DamageNumber {
            by: UnitId::new(0).expect("the first"),
            tag: None,
            side: Faction::Enemy,
            cell: "D4".parse().expect("a cell"),
            damage: Some(damage),
            blocked: 0,
            effect: None,
            chance,
            fate: Fate::Survives,
            sure: true,
        }
    }

    fn space(cell: f32) -> BoardSpace {
        BoardSpace {
            cell,
            lettering: cell,
            ..BoardSpace::default()
        }
    }

    /// What a plate says; icons in brackets.
    fn text(number: &DamageNumber) -> String {
        words(&ForetoldPlate::of(number, &space(60.0)).expect("it says something"))
    }

    fn words(plate: &ForetoldPlate) -> String {
        let piece = |piece: &PlatePiece| match piece {
            PlatePiece::Text(text) => text.clone(),
            PlatePiece::Gap => " ".to_owned(),
            PlatePiece::Tag(tag) => format!("{tag}: "),
            PlatePiece::Icon(icon) => format!("[{icon:?}]"),
            PlatePiece::Skull => "[[Skull]]".to_owned(),
        };
        plate.pieces.iter().map(piece).collect()
    }

    #[test]
    fn a_plate_has_damage_after_block_the_chance_and_a_skull() {
        assert_eq!(text(&number((25, 25), None)), "25");
        assert_eq!(text(&number((4, 10), Some((1, 65)))), "4–10 65%");
        let storm = DamageNumber {
            blocked: 6,
            fate: Fate::MayFall,
            ..number((0, 12), Some((3, 65)))
        };
        assert_eq!(text(&storm), "[Skull]0–12 ([Shield]6) 3×65%");
        let last = DamageNumber {
            fate: Fate::Falls,
            ..number((25, 25), None)
        };
        assert_eq!(text(&last), "[[Skull]]25");
    }

    #[test]
    fn what_does_no_damage_has_its_own_number() {
        let by = |effect: Effect| DamageNumber {
            damage: None,
            effect: Some(effect),
            ..number((0, 0), Some((1, 50)))
        };
        let web = by(Effect::Afflict(Affliction::new(Status::Rooted, 3)));
        assert_eq!(text(&web), "[Anchor]3 50%");
        assert_eq!(text(&by(Effect::Fear(8, 8))), "[Brain]8 50%");
        let bite = DamageNumber {
            effect: web.effect,
            ..number((4, 4), None)
        };
        assert_eq!(text(&bite), "4[Anchor]");
    }

    #[test]
    fn plates_that_say_the_same_of_one_unit_are_joined() {
        let plate = |tag: &str, most: u16| {
            let number = DamageNumber {
                tag: Some(tag.to_owned()),
                ..number((most, most), None)
            };
            ForetoldPlate::of(&number, &space(60.0)).expect("it says something")
        };
        let mut first = plate("Fi→A", 10);
        assert!(first.join(&plate("B→A", 10)) && first.join(&plate("P→A", 10)));
        assert!(!first.join(&plate("L→A", 12)), "another number");
        assert!(!first.join(&plate("B→N", 10)), "another unit");
        assert_eq!(words(&first), "Fi B P→A: 10 each");
        assert!(
            first.join(&plate("L→A", 10)) && !first.join(&plate("R→A", 10)),
            "full"
        );
        assert_eq!(first.blows, 4);
    }

    #[test]
    fn the_plates_of_a_crowd_do_not_lie_on_each_other() {
        let space = space(41.0);
        let look = Look::default();
        let around = ["C3", "D3", "E3", "C4", "E4", "C5", "D5", "E5"];
        let cell = |name: &str| -> Cell { name.parse().expect("a cell") };
        let unit = |slot: usize| UnitId::new(slot).expect("a unit");
        let lines: Vec<IntentLine> = (0..)
            .zip(around)
            .map(|(slot, from)| IntentLine {
                unit: unit(slot),
                side: Faction::Enemy,
                kind: LineKind::Attack,
                cells: vec![cell(from), cell("D4")],
                from_token: true,
                left: 1,
                confused: false,
                sure: true,
                lane: 0,
                tag: String::new(),
            })
            .collect();
        let numbers: Vec<DamageNumber> = (0..8)
            .map(|slot| DamageNumber {
                by: unit(slot),
                ..number((4, 10), Some((1, 65)))
            })
            .collect();
        let plates = MomentLabels::new(&[], &lines, &numbers, &space, &look).plates;
        assert_eq!(plates.len(), 8);
        let rects: Vec<Rect> = plates
            .iter()
            .map(|(plate, at)| Rect::from_center_size(*at, plate.dimensions()))
            .collect();
        for (place, one) in rects.iter().enumerate() {
            for other in &rects[place + 1..] {
                // Those of a stack touch.
                let shared = one.intersect(*other).inflate(-0.01);
                assert!(shared.is_empty(), "{one:?} {other:?}");
            }
        }
    }

    #[test]
    fn a_cell_of_any_size_is_drawn() {
        for cell in (1..=400).map(|tenths| tenths as f32 / 10.0) {
            let plate = ForetoldPlate::of(&number((10, 14), Some((1, 65))), &space(cell));
            let mut picture = Picture::default();
            let plate = plate.expect("it has a number");
            plate.draw(&mut picture, Vec2::ZERO, &Look::default());
            for label in &picture.labels {
                assert!(label.at.is_finite() && label.size > 0.0, "{cell}");
            }
        }
    }
}
