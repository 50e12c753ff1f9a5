//! What listens to a battle: everything that happens goes to a [`Sink`].

use crate::brain::Decision;
use crate::event::Event;
use crate::ids::UnitId;

/// A listener to a battle. Methods that it does not override cost nothing.
pub trait Sink {
    /// Something happened.
    fn event(&mut self, event: Event);

    /// Whether decisions should come with their reasons, by [`Sink::decided`].
    fn wants_why(&self) -> bool {
        false
    }

    /// A unit decided, and why. Only called if [`Sink::wants_why`].
    fn decided(&mut self, unit: UnitId, decision: Decision) {
        let _ = (unit, decision);
    }

    /// Loaded dice, for tests: a roll from 1 to `sides`. `None` leaves the dice alone.
    fn rigged_roll(&mut self, sides: u32) -> Option<u32> {
        let _ = sides;
        None
    }
}

/// Listens to nothing: for playouts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Sink for Silent {
    #[inline]
    fn event(&mut self, _: Event) {}
}

impl Sink for Vec<Event> {
    fn event(&mut self, event: Event) {
        self.push(event);
    }
}
