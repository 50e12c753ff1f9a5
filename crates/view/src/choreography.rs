//! The script of a step's motion: what each token does when, made from the events of the step.

use std::f32::consts::PI;

use bevy::prelude::*;
use foretold_battle::{Battle, Cell, Event, Happening, Harm, SkillId, Struck, UnitId, Verdict};

use crate::impacts::{Impact, ImpactKind, Missile};
use crate::motion::Pose;

// Times below are in slides: the time in which a unit walks to the next cell.

/// A strike takes this long, and lands after this much of it. A missile leaves before.
pub(crate) const STRIKE: f32 = 1.6;
pub(crate) const CONTACT: f32 = 0.7;
const LET_GO: f32 = 0.25;
/// The next strike of the same skill lands this much later.
const NEXT_STRIKE: f32 = 0.2;

/// What comes next begins when this part of what came before is done.
const NEXT_BEGINS: f32 = 0.7;

// Lengths below are in cells.

/// How far a striker draws back, how far it lunges, and how much further with a heavy blow.
const DRAW_BACK: f32 = 0.08;
const LUNGE: f32 = 0.26;
const HEAVY: f32 = 1.4;
/// How far a shooter leans into its shot.
const SHOT: f32 = 0.1;
/// A skill that reaches further than a pole has a missile.
const POLE: u8 = 2;
/// How far a blow knocks its target back: one that is blocked, a hit, and a quarter of its HP or
/// more.
const BLOCKED_KNOCK: f32 = 0.04;
const HIT_KNOCK: f32 = 0.09;
const THUD_KNOCK: f32 = 0.18;
/// How far a unit that is missed leans aside.
const DODGE: f32 = 0.1;

/// What one token does for a while.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Gesture {
    pub(crate) unit: UnitId,
    kind: GestureKind,
    /// When it begins and how long it lasts, in slides.
    pub(crate) begins: f32,
    lasts: f32,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum GestureKind {
    /// Walks from its old cell to its new one, an offset in cells from the new one.
    Slide { from: Vec2 },
    /// Draws back, lunges this way, and returns.
    Lunge { by: Vec2 },
    /// Is knocked back this far, and returns.
    Hit { by: Vec2, flash: f32 },
    /// Leans aside, and returns.
    Dodge { by: Vec2 },
    /// Grows, and shrinks again: helped.
    Swell,
    /// Tips over.
    Fall,
}

impl Gesture {
    /// Adds what the unit does at a time, in slides.
    pub(crate) fn pose_at(&self, pose: &mut Pose, now: f32) {
        let done = (now - self.begins) / self.lasts;
        if done < 1.0 && (done >= 0.0 || self.is_awaited()) {
            self.pose(pose, done.max(0.0));
        }
    }

    /// Adds what the unit does when this share of the gesture is done, from 0 to 1.
    fn pose(&self, pose: &mut Pose, done: f32) {
        // Out and back.
        let wave = (done * PI).sin();
        match self.kind {
            GestureKind::Slide { from } => {
                pose.offset += from * (1.0 - ease(done));
                // A hop: higher in the middle of the way, and squashed where it lands.
                pose.offset.y += 0.08 * wave;
                pose.scale.y *= 1.0 + 0.05 * wave;
            }
            GestureKind::Lunge { by } => {
                let contact = CONTACT / STRIKE;
                let reach = if done < contact {
                    // Back until half of the time before contact, then fast forward.
                    let before = done / contact;
                    let back = -DRAW_BACK / LUNGE;
                    if before < 0.5 {
                        back * ease(before * 2.0)
                    } else {
                        back + (1.0 - back) * (before * 2.0 - 1.0).powi(2)
                    }
                } else {
                    1.0 - ease((done - contact) / (1.0 - contact))
                };
                pose.offset += by * reach;
                pose.angle -= 0.6 * by.x * reach;
            }
            GestureKind::Hit { by, flash } => {
                // At once, and slowly back.
                let knocked = (1.0 - done).powi(2);
                pose.offset += by * knocked;
                pose.angle -= 1.2 * by.x * knocked;
                pose.flash = pose.flash.max(flash * (1.0 - done * 2.0).max(0.0));
                pose.scale *= Vec2::new(
                    1.0 + 0.6 * by.length() * knocked,
                    1.0 - by.length() * knocked,
                );
            }
            GestureKind::Dodge { by } => pose.offset += by * wave,
            GestureKind::Swell => pose.scale *= 1.0 + 0.1 * wave,
            GestureKind::Fall => pose.standing = pose.standing.max(1.0 - done * done),
        }
    }

    /// The same for eyes that see many steps a second.
    pub(crate) fn without_flash(mut self) -> Gesture {
        if let GestureKind::Hit { flash, .. } = &mut self.kind {
            *flash = 0.0;
        }
        self
    }

    /// Whether something is done to the unit.
    pub(crate) fn is_reaction(&self) -> bool {
        !matches!(
            self.kind,
            GestureKind::Slide { .. } | GestureKind::Lunge { .. }
        )
    }

    /// Whether it shows before it begins: a unit that will walk is still where it was.
    fn is_awaited(&self) -> bool {
        matches!(self.kind, GestureKind::Slide { .. } | GestureKind::Fall)
    }
}

/// The motion of a step while it is written, event by event. Strikes and walks take turns as they
/// did in the step: quick strikes, then walks, then heavy strikes.
pub(crate) struct Choreography<'a> {
    battle: &'a Battle,
    /// Where each unit is after the events so far, in slot order.
    cells: Vec<Cell>,
    pub(crate) gestures: Vec<Gesture>,
    pub(crate) impacts: Vec<Impact>,
    pub(crate) thuds: Vec<f32>,
    pub(crate) last_fall: Option<f32>,
    /// Whether a side has won.
    pub(crate) is_over: bool,
    scene: Option<MotionScene>,
    /// When the present scene begins, and when all is over, in slides.
    begins: f32,
    pub(crate) ends: f32,
}

/// What units do at the same time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum MotionScene {
    Strikes,
    Walks,
}

impl<'a> Choreography<'a> {
    /// The motion for the events of a step.
    pub(crate) fn of(battle: &'a Battle, events: &[Event]) -> Choreography<'a> {
        let mut cells: Vec<Cell> = battle.units().map(|(_, unit)| unit.cell).collect();
        // Where they were before, the last change first.
        for event in events.iter().rev() {
            if let Happening::Moved { unit, from, .. } | Happening::Shoved { unit, from, .. } =
                event.what
                && let Some(cell) = cells.get_mut(unit.slot())
            {
                *cell = from;
            }
        }
        let mut choreography = Choreography {
            battle,
            cells,
            gestures: Vec::new(),
            impacts: Vec::new(),
            thuds: Vec::new(),
            last_fall: None,
            is_over: false,
            scene: None,
            begins: 0.0,
            ends: 0.0,
        };
        for event in events {
            choreography.add(event);
        }
        choreography
    }

    fn add(&mut self, event: &Event) {
        match event.what {
            Happening::Moved { unit, from, to } => {
                self.enter(MotionScene::Walks);
                self.slide(unit, (from, to), self.begins);
            }
            Happening::Shoved { unit, from, to, .. } => {
                self.slide(unit, (from, to), self.contact());
            }
            Happening::Struck(struck) => self.strike(&struck),
            Happening::Whiffed { by, skill, cell } => {
                self.enter(MotionScene::Strikes);
                self.swing(by, (skill, 0), cell);
                self.impact(
                    ImpactKind::Dust {
                        way: Vec2::ZERO,
                        chips: 4,
                    },
                    cell,
                    (self.contact(), 0.8),
                );
            }
            Happening::Suffered { unit, harm, .. } => {
                self.hit(unit, Vec2::ZERO, Some(harm), self.contact());
            }
            Happening::Healed { unit, .. }
            | Happening::BlockRaised { unit, .. }
            | Happening::GotUp { unit, .. } => {
                self.gesture(unit, GestureKind::Swell, (self.contact(), 1.0));
            }
            Happening::Fell { unit, .. } | Happening::WentDown { unit, .. } => {
                self.last_fall = Some(self.contact());
                self.gesture(unit, GestureKind::Fall, (self.contact(), 0.9));
            }
            Happening::Over { outcome } => self.is_over = outcome.winner().is_some(),
            _ => {}
        }
    }

    /// Begins a scene, unless it is the present one.
    fn enter(&mut self, scene: MotionScene) {
        if self.scene == Some(scene) {
            return;
        }
        if self.scene.is_some() {
            self.begins += (self.ends - self.begins) * NEXT_BEGINS;
        }
        self.scene = Some(scene);
    }

    /// When a strike of the present scene lands.
    fn contact(&self) -> f32 {
        match self.scene {
            Some(MotionScene::Strikes) => self.begins + CONTACT,
            Some(MotionScene::Walks) | None => self.begins,
        }
    }

    fn gesture(&mut self, unit: UnitId, kind: GestureKind, (begins, lasts): (f32, f32)) {
        self.ends = self.ends.max(begins + lasts);
        self.gestures.push(Gesture {
            unit,
            kind,
            begins,
            lasts,
        });
    }

    fn slide(&mut self, unit: UnitId, (from, to): (Cell, Cell), begins: f32) {
        let from = between(to, from);
        self.gesture(unit, GestureKind::Slide { from }, (begins, 1.0));
        if let Some(cell) = self.cells.get_mut(unit.slot()) {
            *cell = to;
        }
    }

    fn strike(&mut self, struck: &Struck) {
        self.enter(MotionScene::Strikes);
        let Some(&cell) = self.cells.get(struck.target.slot()) else {
            return;
        };
        if struck.strike == 0 {
            self.swing(struck.by, (struck.skill, struck.strike), cell);
        } else {
            self.missile(struck.by, (struck.skill, struck.strike), cell);
        }
        let way = self.way(struck.by, cell);
        let contact = self.contact() + f32::from(struck.strike) * NEXT_STRIKE;
        if struck.verdict == Verdict::Miss {
            let by = way.perp() * DODGE;
            self.gesture(
                struck.target,
                GestureKind::Dodge { by },
                (contact - 0.3, 0.8),
            );
        } else {
            self.hit(struck.target, way, struck.harm, contact);
        }
    }

    /// The striker's part of the first strike at a cell.
    fn swing(&mut self, by: UnitId, strike: (SkillId, u8), cell: Cell) {
        let skill = self.battle.arena().skill(strike.0);
        let heavy = skill.cost > 1;
        let reach = match (skill.range > POLE, heavy) {
            (true, _) => SHOT,
            (false, true) => LUNGE * HEAVY,
            (false, false) => LUNGE,
        };
        let lunge = GestureKind::Lunge {
            by: self.way(by, cell) * reach,
        };
        self.gesture(by, lunge, (self.begins, STRIKE));
        if heavy {
            self.impact(ImpactKind::Glow, cell, (self.begins, STRIKE));
        }
        self.missile(by, strike, cell);
    }

    /// What a strike from afar sends to its cell.
    fn missile(&mut self, by: UnitId, (skill, strike): (SkillId, u8), cell: Cell) {
        let skill = self.battle.arena().skill(skill);
        let from = self.cells.get(by.slot()).copied();
        let strikes = skill.strikes();
        if let (Some(from), Some(sent)) = (from, strikes.get(usize::from(strike)))
            && skill.range > POLE
        {
            let missile = Missile::of(sent);
            let begins = self.begins + LET_GO + f32::from(strike) * NEXT_STRIKE;
            let flight = (begins, CONTACT - LET_GO);
            self.impact(ImpactKind::Flight { missile, from }, cell, flight);
        }
    }

    fn impact(&mut self, kind: ImpactKind, cell: Cell, (begins, lasts): (f32, f32)) {
        self.ends = self.ends.max(begins + lasts);
        self.impacts.push(Impact {
            kind,
            cell,
            begins,
            lasts,
        });
    }

    /// The target's part of a strike that comes this way.
    fn hit(&mut self, target: UnitId, way: Vec2, harm: Option<Harm>, contact: f32) {
        let most = self.battle.arena().sheet(target).max_hp;
        let knock = match harm {
            Some(harm) if is_thud(&harm, most) => THUD_KNOCK,
            Some(harm) if harm.dealt == 0 => BLOCKED_KNOCK,
            Some(_) | None => HIT_KNOCK,
        };
        if let (Some(harm), Some(&cell)) = (harm, self.cells.get(target.slot())) {
            if harm.blocked > 0 {
                self.impact(ImpactKind::Spark { way }, cell, (contact, 0.6));
            }
            if harm.dealt > 0 {
                let chips = if is_thud(&harm, most) { 9 } else { 4 };
                self.impact(ImpactKind::Dust { way, chips }, cell, (contact, 0.9));
            }
            if is_thud(&harm, most) {
                self.thuds.push(contact);
            }
        }
        let hit = GestureKind::Hit {
            by: way * knock,
            flash: (knock / HIT_KNOCK).min(1.0),
        };
        self.gesture(target, hit, (contact, STRIKE - CONTACT));
    }

    /// The way from a unit to a cell.
    fn way(&self, unit: UnitId, cell: Cell) -> Vec2 {
        let from = self.cells.get(unit.slot()).copied().unwrap_or(cell);
        between(from, cell).normalize_or_zero()
    }
}

/// Whether a blow takes a quarter of someone's HP or more.
fn is_thud(harm: &Harm, max_hp: u16) -> bool {
    u32::from(harm.dealt) * 4 >= u32::from(max_hp)
}

/// From one cell to another, in cells; y upwards.
fn between(from: Cell, to: Cell) -> Vec2 {
    let point = |cell: Cell| Vec2::new(f32::from(cell.x()), -f32::from(cell.y()));
    point(to) - point(from)
}

/// Fast first, then slower.
fn ease(done: f32) -> f32 {
    1.0 - (1.0 - done).powi(3)
}
