//! Where a hint stands: beside the thing it is about, with a frame around that and an arrow to it.

use bevy::ui::UiSystems;
use foretold_view::BoardSpace;

use super::{HintCard, PointsAt, open_hint};
use crate::prelude::*;
use crate::widgets::ButtonAction;

/// How large the arrow is that leads from a hint to what it is about.
const ARROW: f32 = 30.0;
/// Between what a hint is about, its frame, the arrow and the hint.
const GAP: f32 = 4.0;
/// How far the plate above a unit's head stands out of its cell, in cells.
const PLATE: f32 = 0.3;

/// What stands around the thing that a hint is about.
#[derive(Component, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pointer {
    Frame,
    Arrow,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PostUpdate,
        // Panels and buttons have their places now. A move is seen in the frame after this one.
        point.after(UiSystems::Layout),
    );
}

/// Spawns frame and arrow. Where they stand is known once the screen is laid out.
pub(super) fn spawn_pointers(commands: &mut Commands, over: impl Bundle + Clone, style: &UiStyle) {
    let accent = colour(style.look.theme.palette.accent);
    let around = Node::default()
        .absolute()
        .border(px(3).all())
        .radius(style.corner());
    commands.spawn((
        Pointer::Frame,
        around,
        BorderColor::all(accent),
        over.clone(),
        Pickable::IGNORE,
    ));
    let (_, _, ink, ignored) = style.sign(Icon::ArrowUp, accent);
    commands.spawn((
        Pointer::Arrow,
        Text::default(),
        style.font(Face::Icon, ARROW as u16),
        ink,
        ignored,
        Node::default().absolute(),
        over,
    ));
}

/// Where something is in pixels at 100%, as nodes count.
fn rect_of(node: &ComputedNode, place: &UiGlobalTransform) -> Rect {
    let scale = node.inverse_scale_factor;
    Rect::from_center_size(place.translation * scale, node.size() * scale)
}

type Place = (&'static ComputedNode, &'static UiGlobalTransform);

/// Finds what hints are about.
#[derive(SystemParam)]
struct Targets<'w, 's> {
    battle: If<Res<'w, Shown>>,
    screen: Res<'w, Screen>,
    space: Res<'w, BoardSpace>,
    buttons: Query<'w, 's, (&'static ButtonAction, Place)>,
    controls: Query<'w, 's, (&'static AccessibleLabel, Place)>,
    panels: Query<'w, 's, (&'static Panel, Place)>,
}

impl Targets<'_, '_> {
    /// Where a target is, if it is on screen, in pixels at 100%.
    fn find(&self, target: PointsAt) -> Option<Rect> {
        let place = match target {
            PointsAt::Enemy => {
                let battle = self.battle.battle();
                let unit = battle.arena().side(Faction::Enemy).first()?;
                let middle = self.space.middle(battle.unit(unit)?.cell);
                let size = Vec2::splat(self.space.cell);
                let mut cell = Rect::from_center_size(self.screen.to_screen(middle), size);
                // What it will do stands above its head.
                cell.min.y -= size.y * PLATE;
                return Some(self.unscaled(cell));
            }
            PointsAt::Button(act) => {
                let mut buttons = self.buttons.iter();
                buttons.find(|(action, _)| action.0 == act)?.1
            }
            PointsAt::Control(label) => {
                let mut controls = self.controls.iter();
                controls.find(|(found, _)| found.0 == label)?.1
            }
            PointsAt::Panel(panel) => {
                let mut panels = self.panels.iter();
                panels.find(|(found, _)| **found == panel)?.1
            }
        };
        Some(rect_of(place.0, place.1)).filter(|rect| !rect.is_empty())
    }

    /// A part of the screen in pixels at 100%.
    fn unscaled(&self, rect: Rect) -> Rect {
        let scale = self.screen.ui_scale;
        Rect::from_corners(rect.min / scale, rect.max / scale)
    }
}

/// Where a hint and its arrow stand.
#[derive(Clone, Copy, Debug)]
struct Placed {
    card: Vec2,
    arrow: Vec2,
    icon: Icon,
}

/// A hint of this size beside its target: below what is in the bar or on the board, left of what is in
/// the panels right of the board, and never outside the screen.
fn beside(target: Rect, card: Vec2, viewer: Rect, screen: Vec2) -> Placed {
    let aside = GAP + ARROW + GAP;
    let (wanted, arrow, icon, room) = if target.min.x < viewer.max.x {
        // Over the board it covers no rules.
        let room = if target.max.y < viewer.min.y {
            screen.x
        } else {
            viewer.max.x
        };
        let card = Vec2::new(target.center().x - card.x / 2.0, target.max.y + aside);
        let arrow = Vec2::new(target.center().x - ARROW / 2.0, target.max.y + GAP);
        (card, arrow, Icon::ArrowUp, Vec2::new(room, screen.y))
    } else {
        let card = Vec2::new(
            target.min.x - aside - card.x,
            target.center().y - card.y / 2.0,
        );
        let middle = target.center().y - ARROW / 2.0;
        let arrow = Vec2::new(target.min.x - GAP - ARROW, middle);
        (card, arrow, Icon::ArrowRight, screen)
    };
    let most = (room - card - GAP).max(Vec2::ZERO);
    Placed {
        card: wanted.clamp(Vec2::splat(GAP).min(most), most),
        arrow,
        icon,
    }
}

type Moved<Of, Not> = (With<Of>, Without<Not>);

/// Puts the hint beside what it is about, with a frame around that and an arrow to it.
fn point(
    targets: Targets,
    settings: Res<PlayerSettings>,
    card: Single<(&ComputedNode, &mut Node, &mut Visibility), Moved<HintCard, Pointer>>,
    mut pointers: Query<
        (&Pointer, &mut Node, &mut Visibility, Option<&mut Text>),
        Without<HintCard>,
    >,
    mut redraw: ResMut<RedrawRequests>,
) {
    let Some(hint) = open_hint(&settings, &targets.battle) else {
        return;
    };
    let screen = targets.screen.size / targets.screen.ui_scale;
    let viewer = targets.unscaled(targets.screen.panels().viewer);
    let (measured, mut node, mut visible) = card.into_inner();
    let size = measured.size() * measured.inverse_scale_factor;
    let mut moved = false;
    let mut put = |node: &mut Mut<Node>, at: Vec2, size: Option<Vec2>| {
        let mut wanted = (**node).clone().left(px(at.x)).top(px(at.y));
        if let Some(size) = size {
            wanted = wanted.size(px(size.x), px(size.y));
        }
        moved |= node.set_if_neq(wanted);
    };
    let target = targets.find(hint.facts().points_at);
    // What is not on screen cannot be pointed at: then the hint stands on the board alone.
    let at = target.unwrap_or(Rect::from_center_size(viewer.center(), Vec2::ZERO));
    let framed = Rect::from_corners((at.min - GAP).max(Vec2::ZERO), (at.max + GAP).min(screen));
    let placed = beside(framed, size, viewer, screen);
    put(&mut node, placed.card, None);
    let shown = if target.is_some() {
        Visibility::Inherited
    } else {
        Visibility::Hidden
    };
    for (pointer, mut node, mut visible, text) in &mut pointers {
        match pointer {
            Pointer::Frame => put(&mut node, framed.min, Some(framed.size())),
            Pointer::Arrow => put(&mut node, placed.arrow, None),
        }
        if let Some(mut text) = text {
            text.set_if_neq(Text::new(char::from(placed.icon)));
        }
        visible.set_if_neq(shown);
    }
    // Its height is known from the second frame on.
    let measured = size.y > 0.0;
    if measured {
        visible.set_if_neq(Visibility::Inherited);
    }
    if moved || !measured {
        redraw.request();
    }
}

#[cfg(test)]
mod tests {
    use super::super::WIDTH;
    use super::*;

    const SCREEN: Vec2 = Vec2::new(1280.0, 720.0);
    const CARD: Vec2 = Vec2::new(WIDTH, 130.0);

    #[test]
    fn a_hint_stands_beside_what_it_is_about_and_inside_the_screen() {
        let viewer = Rect::new(112.0, 48.0, 640.0, 579.0);
        for target in [
            Rect::new(330.0, 10.0, 390.0, 36.0),
            Rect::new(2.0, 10.0, 30.0, 36.0),
            Rect::new(1240.0, 10.0, 1270.0, 36.0),
            Rect::new(500.0, 280.0, 540.0, 320.0),
            Rect::new(590.0, 80.0, 630.0, 120.0),
            Rect::new(680.0, 150.0, 760.0, 172.0),
            Rect::new(650.0, 545.0, 710.0, 570.0),
            Rect::new(960.0, 48.0, 1280.0, 579.0),
        ] {
            let placed = beside(target, CARD, viewer, SCREEN);
            let card = Rect::from_corners(placed.card, placed.card + CARD);
            let arrow = Rect::from_corners(placed.arrow, placed.arrow + ARROW);
            let screen = Rect::from_corners(Vec2::ZERO, SCREEN);
            for (thing, name) in [(card, "hint"), (arrow, "arrow")] {
                assert!(thing.intersect(target).is_empty(), "{name} on {target:?}");
                assert_eq!(screen.union(thing), screen, "{name} of {target:?}");
            }
            assert!(card.intersect(arrow).is_empty(), "{target:?}: {placed:?}");
        }
    }
}
