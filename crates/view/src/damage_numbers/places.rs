//! Places for all that is written about what is foretold: badges above tokens, remarks and plates on
//! lines, stacks of plates beside their target.

use bevy::prelude::*;
use foretold_battle::Cell;

use super::number::DamageNumber;
use super::plate::{ForetoldPlate, rim};
use crate::board_space::BoardSpace;
use crate::intent_line::{IntentLine, LineKind, REMARK_ALONG};
use crate::label_layout::{LabelLayout, PlacedLabel};
use crate::look::Look;
use crate::picture::Picture;
use crate::tokens::{TokenFace, place_badges};
use crate::track::{LineEnds, point_on};

/// The places on a line where its plate may be, the best first, as shares of its way.
const ALONG: [f32; 5] = [0.55, 0.7, 0.4, 0.85, 0.25];
/// How far aside of its line a plate may be, the best first, in its own heights.
const ASIDE: [f32; 3] = [0.0, 0.7, -0.7];
/// Plates beside a target point at the edge of its token, this far from its middle, in cells.
const STACK_AT: f32 = 0.4;
/// A badge that is further from the middle of its unit's cell, in cells, has a leader.
const BADGE_NEAR: f32 = 0.8;
/// The head of an arrow, in cells.
const HEAD: f32 = 0.24;

/// All that is written about what is foretold, in its place.
pub(crate) struct MomentLabels {
    /// With room for more.
    pub(crate) layout: LabelLayout,
    /// The remark of each line that has one.
    pub(super) remarks: Vec<Option<PlacedLabel>>,
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

/// A thin line from a label that had to move aside to what it is about.
pub(crate) fn draw_leader(picture: &mut Picture, leader: LineEnds, ink: Color, space: &BoardSpace) {
    let rim = rim(space.cell);
    for (out, ink) in [(1.0, Color::BLACK), (0.0, ink)] {
        picture.line(leader.from, leader.to, rim + 2.0 * out, ink);
        picture.disc(leader.to, rim + out, ink);
    }
}

#[cfg(test)]
mod tests {
    use foretold_battle::{Faction, UnitId};

    use super::*;
    use crate::damage_numbers::plate::tests::{number, space};

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
}
