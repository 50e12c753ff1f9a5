//! Where something stands that opens beside a control: a list, an explanation.

use bevy::prelude::*;
use foretold_view::Screen;

use super::NodeExt;

/// Between what opens and the edges of the screen.
const MARGIN: f32 = 4.0;

/// A control and the screen around it, in pixels at 100%.
pub(super) struct Anchor {
    pub(super) control: Rect,
    pub(super) screen: Vec2,
}

impl Anchor {
    pub(super) fn new(node: &ComputedNode, place: &UiGlobalTransform, screen: &Screen) -> Self {
        let rect = Rect::from_center_size(place.translation, node.size());
        let at_100 = |corner: Vec2| corner * node.inverse_scale_factor;
        Self {
            control: Rect::from_corners(at_100(rect.min), at_100(rect.max)),
            screen: screen.size / screen.ui_scale,
        }
    }

    /// How much of a width the screen has room for.
    pub(super) fn width(&self, wanted: f32) -> f32 {
        wanted.min(self.screen.x - 2.0 * MARGIN)
    }

    /// How much room there is above the control, and below it.
    pub(super) fn room(&self) -> (f32, f32) {
        let edges = 2.0 * MARGIN;
        (
            self.control.min.y - edges,
            self.screen.y - self.control.max.y - edges,
        )
    }

    /// Puts a node of a width below the control, or above it.
    pub(super) fn put(&self, node: Node, width: f32, below: bool, gap: f32) -> Node {
        let left = self.control.min.x.min(self.screen.x - width - MARGIN);
        let node = node.absolute().left(px(left.max(MARGIN)));
        if below {
            node.top(px(self.control.max.y + gap))
        } else {
            node.bottom(px(self.screen.y - self.control.min.y + gap))
        }
    }
}
