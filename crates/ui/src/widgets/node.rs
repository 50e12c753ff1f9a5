//! [`Node`]s in a line: rows and columns, and what most of them change. A node with rarer fields
//! writes those down and takes the rest from here.

use crate::prelude::*;

macro_rules! node_ext {
    ($($(#[$doc:meta])* $name:ident($($value:ident: $type:ty),*) { $($field:ident = $to:expr),* })*) => {
        /// Makes nodes, and changes one thing about them.
        pub(crate) trait NodeExt: Sized {
            /// Children side by side, with a gap between them.
            fn row(gap: Val) -> Self;

            /// Children below each other, with a gap between them.
            fn column(gap: Val) -> Self;

            $($(#[$doc])* fn $name(self, $($value: $type),*) -> Self;)*
        }

        impl NodeExt for Node {
            fn row(gap: Val) -> Self {
                Self {
                    column_gap: gap,
                    ..default()
                }
            }

            fn column(gap: Val) -> Self {
                Self {
                    flex_direction: FlexDirection::Column,
                    row_gap: gap,
                    ..default()
                }
            }

            $(fn $name(mut self, $($value: $type),*) -> Self {
                $(self.$field = $to;)*
                self
            })*
        }
    };
}

node_ext! {
    /// Out of the way of the others: see [`Self::left`] and its like.
    absolute() { position_type = PositionType::Absolute }
    left(left: Val) { left = left }
    right(right: Val) { right = right }
    top(top: Val) { top = top }
    bottom(bottom: Val) { bottom = bottom }
    /// A row that goes on in another below it if it is too long, with a gap between them.
    wrap(gap: Val) { flex_wrap = FlexWrap::Wrap, row_gap = gap }
    /// Children in the middle across its direction.
    centred() { align_items = AlignItems::Center }
    /// Children in the middle both ways.
    middle() { align_items = AlignItems::Center, justify_content = JustifyContent::Center }
    align(items: AlignItems) { align_items = items }
    space_between() { justify_content = JustifyContent::SpaceBetween }
    /// As large as its content, and what is left over.
    grow() { flex_grow = 1.0 }
    /// A share of the whole, whatever its content.
    share(share: f32) { flex_grow = share, flex_basis = px(0) }
    /// Does not shrink if there is too little room.
    fixed() { flex_shrink = 0.0 }
    size(width: Val, height: Val) { width = width, height = height }
    width(width: Val) { width = width }
    height(height: Val) { height = height }
    min_width(width: Val) { min_width = width }
    min_height(height: Val) { min_height = height }
    max_width(width: Val) { max_width = width }
    padding(padding: UiRect) { padding = padding }
    margin(margin: UiRect) { margin = margin }
    border(border: UiRect) { border = border }
    radius(radius: BorderRadius) { border_radius = radius }
    /// A thin line around it.
    framed(radius: BorderRadius) { border = px(1).all(), border_radius = radius }
    /// Nothing shows outside it.
    clipped() { overflow = Overflow::clip() }
}
