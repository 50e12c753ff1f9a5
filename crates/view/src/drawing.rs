//! Puts pictures on screen: one mesh for the polygons of a picture, a sprite for each figure, a text
//! for each label.
//! Only pictures that have changed are drawn again.

use bevy::asset::RenderAssetUsages;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bevy::sprite::{Anchor, update_text2d_layout};
use bevy::text::TextLayoutInfo;

use crate::ViewSystems;
use crate::figures::FigurePainter;
use crate::look::Faces;
use crate::picture::{Fill, Label, Picture, PlacedFigure};
use crate::screen::Screen;

/// A picture on screen. Its `Transform` says where, and its z what it covers.
#[derive(Component, Clone, PartialEq, Debug, Default)]
#[require(Transform, Visibility)]
pub struct Drawing(pub Picture);

/// What covers what, from the ground up: the z of drawings.
pub(crate) mod layer {
    /// The table; the tiles of the board are at 0.
    pub(crate) const TABLE: f32 = -2.0;
    /// The frame of the board.
    pub(crate) const FRAME: f32 = -1.0;
    /// The light of fires.
    pub(crate) const FLAMES: f32 = 0.5;
    /// Cells that burn.
    pub(crate) const FIRES: f32 = 0.8;
    /// Names of rows and columns, numbers on the ground.
    pub(crate) const GROUND: f32 = 1.0;
    /// The hovered and the selected cell.
    pub(crate) const MARKS: f32 = 2.0;
    /// What an overlay shows on the ground.
    pub(crate) const OVERLAY: f32 = 2.4;
    /// Where the selected unit can walk, and which units it can attack.
    pub(crate) const OPTIONS: f32 = 2.5;
    /// Areas that are about to be hit.
    pub(crate) const AREAS: f32 = 2.6;
    /// Cells that light up before a blow.
    pub(crate) const GLOWS: f32 = 2.7;
    /// Fallen units.
    pub(crate) const FALLEN: f32 = 3.0;
    /// The plinths of tokens.
    pub(crate) const PLINTHS: f32 = 4.0;
    /// Intent lines.
    pub(crate) const LINES: f32 = 5.0;
    /// Where shoves lead.
    pub(crate) const SHOVES: f32 = 5.3;
    /// The figures of tokens.
    pub(crate) const FIGURES: f32 = 5.6;
    /// Plates, bars, shields and statuses of tokens.
    pub(crate) const TAGS: f32 = 6.0;
    /// The corners around the selected unit.
    pub(crate) const SELECTED: f32 = 6.6;
    /// What tokens are about to do.
    pub(crate) const BADGES: f32 = 7.0;
    /// Damage numbers, and the ticks on lines.
    pub(crate) const NUMBERS: f32 = 8.0;
    /// What an overlay shows over the tokens.
    pub(crate) const OVERLAY_SIGNS: f32 = 8.8;
    /// Missiles, sparks and dust.
    pub(crate) const IMPACTS: f32 = 9.2;
    /// Results of a step.
    pub(crate) const FLOATS: f32 = 9.4;
}

/// A label of its parent, a drawing.
#[derive(Component)]
struct DrawnLabel;

/// A figure of its parent, a drawing.
#[derive(Component)]
struct DrawnFigure;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Ink>()
        .add_systems(Update, draw.in_set(ViewSystems::Draw))
        .add_systems(
            PostUpdate,
            sharpen_labels
                .after(update_text2d_layout)
                .before(TransformSystems::Propagate),
        );
}

/// The material of all polygons: white, so that the corners' own colours show.
#[derive(Resource)]
struct Ink(Handle<ColorMaterial>);

impl FromWorld for Ink {
    fn from_world(world: &mut World) -> Self {
        let mut materials = world.resource_mut::<Assets<ColorMaterial>>();
        Ink(materials.add(ColorMaterial::default()))
    }
}

type Drawn = (
    Entity,
    Ref<'static, Drawing>,
    Option<&'static Mesh2d>,
    Option<&'static Children>,
);
type Written = (
    &'static mut Text2d,
    &'static mut TextFont,
    &'static mut TextColor,
    &'static mut Anchor,
    &'static mut Transform,
);

fn draw(
    mut commands: Commands,
    drawings: Query<Drawn>,
    mut labels: Query<Written, With<DrawnLabel>>,
    sprites: Query<(), With<DrawnFigure>>,
    mut painter: FigurePainter,
    mut meshes: ResMut<Assets<Mesh>>,
    (ink, faces, screen): (Res<Ink>, Res<Faces>, Res<Screen>),
) {
    let pixel = 1.0 / screen.density.max(0.1);
    for (entity, drawing, mesh, children) in &drawings {
        let again = painter.is_changed() && !drawing.0.figures.is_empty();
        // Soft edges are as wide as a pixel of this screen.
        if !drawing.is_changed() && !screen.is_changed() && !again {
            continue;
        }
        let picture = &drawing.0;
        match (mesh, picture.fills.is_empty()) {
            (Some(_), true) => {
                commands.entity(entity).remove::<Mesh2d>();
            }
            (None, true) => {}
            (Some(mesh), false) => {
                // Nobody else has the handle, so its mesh lives as long as the entity.
                let _ = meshes.insert(mesh.0.id(), mesh_of(&picture.fills, pixel));
            }
            (None, false) => {
                let mesh = Mesh2d(meshes.add(mesh_of(&picture.fills, pixel)));
                commands
                    .entity(entity)
                    .insert((mesh, MeshMaterial2d(ink.0.clone())));
            }
        }
        let figures = picture.figures.iter().filter_map(|placed| {
            let side = placed.square.width() / pixel;
            let (image, rect) = painter.pixels(&placed.figure, placed.tone, side)?;
            Some((sprite_of(placed, image, rect), place_of_figure(placed)))
        });
        let mut figures: Vec<(Sprite, Transform)> = figures.collect();
        for child in children.into_iter().flatten() {
            if sprites.contains(*child) {
                match figures.pop() {
                    Some(figure) => {
                        commands.entity(*child).insert(figure);
                    }
                    None => commands.entity(*child).despawn(),
                }
            }
        }
        for figure in figures {
            commands.spawn((DrawnFigure, figure, ChildOf(entity)));
        }
        let written: Vec<Entity> = children
            .into_iter()
            .flatten()
            .copied()
            .filter(|child| labels.contains(*child))
            .collect();
        for (&child, label) in written.iter().zip(&picture.labels) {
            if let Ok((mut text, mut font, mut colour, mut anchor, mut place)) =
                labels.get_mut(child)
            {
                if text.0 != label.text {
                    text.0.clone_from(&label.text);
                    // While no camera looks, Bevy forgets that a text has changed, but not a font.
                    font.set_changed();
                }
                font.set_if_neq(font_of(label, &faces));
                colour.set_if_neq(TextColor(label.colour));
                anchor.set_if_neq(label.anchor);
                place.set_if_neq(place_of(label));
            }
        }
        for &child in written.iter().skip(picture.labels.len()) {
            commands.entity(child).despawn();
        }
        for label in picture.labels.iter().skip(written.len()) {
            commands.spawn((
                DrawnLabel,
                Text2d::new(label.text.clone()),
                font_of(label, &faces),
                TextColor(label.colour),
                label.anchor,
                place_of(label),
                ChildOf(entity),
            ));
        }
    }
}

fn font_of(label: &Label, faces: &Faces) -> TextFont {
    TextFont {
        font: faces.handle(label.face).into(),
        font_size: FontSize::Px(label.size),
        ..default()
    }
}

/// Labels that were laid out or moved since the last frame.
type Settled = (
    With<DrawnLabel>,
    Or<(Changed<TextLayoutInfo>, Changed<Transform>)>,
);

/// Moves labels by less than a pixel, so that each letter begins on a whole one and stays sharp.
fn sharpen_labels(
    screen: Res<Screen>,
    mut labels: Query<(&TextLayoutInfo, &Anchor, &mut Transform), Settled>,
) {
    for (layout, anchor, mut place) in &mut labels {
        let corner =
            place.translation.xy() + (Anchor::TOP_LEFT.as_vec() - anchor.as_vec()) * layout.size;
        let whole = (corner * screen.density).round() / screen.density;
        if whole != corner {
            place.translation += (whole - corner).extend(0.0);
        }
    }
}

/// Labels are in front of the polygons of their own picture, and behind the next layer.
fn place_of(label: &Label) -> Transform {
    Transform::from_translation(label.at.round().extend(0.5))
}

fn sprite_of(placed: &PlacedFigure, image: Handle<Image>, rect: Rect) -> Sprite {
    Sprite {
        image,
        rect: Some(rect),
        custom_size: Some(placed.square.size()),
        flip_x: placed.mirrored,
        ..default()
    }
}

/// Figures are in front of the polygons of their own picture, and behind its labels.
fn place_of_figure(placed: &PlacedFigure) -> Transform {
    Transform::from_translation(placed.square.center().extend(0.25))
        .with_rotation(Quat::from_rotation_z(placed.turned))
}

/// All polygons as one mesh with coloured corners. Edges fade over a pixel, which costs far less
/// than multisampling the whole window.
fn mesh_of(fills: &[Fill], pixel: f32) -> Mesh {
    let mut mesh = Corners::default();
    for Fill {
        points,
        hole,
        colour,
    } in fills
    {
        let solid = colour.to_linear().to_f32_array();
        let clear = colour.with_alpha(0.0).to_linear().to_f32_array();
        let half = pixel / 2.0;
        let inner = mesh.ring(&moved_out(points, -half), solid);
        let outer = mesh.ring(&moved_out(points, half), clear);
        mesh.join(inner, outer, points.len());
        if hole.is_empty() {
            for corner in 2..points.len() as u32 {
                mesh.indices
                    .extend([inner, inner + corner - 1, inner + corner]);
            }
        } else {
            let rim = mesh.ring(&moved_out(hole, half), solid);
            let inside = mesh.ring(&moved_out(hole, -half), clear);
            mesh.join(rim, inner, points.len());
            mesh.join(inside, rim, points.len());
        }
    }
    let triangles = PrimitiveTopology::TriangleList;
    Mesh::new(triangles, RenderAssetUsages::default())
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, mesh.positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, mesh.colours)
        .with_inserted_indices(Indices::U32(mesh.indices))
}

/// The corners of a mesh that is being built.
#[derive(Default)]
struct Corners {
    positions: Vec<[f32; 3]>,
    colours: Vec<[f32; 4]>,
    indices: Vec<u32>,
}

impl Corners {
    /// Adds the corners of a polygon, and returns the index of the first.
    fn ring(&mut self, points: &[Vec2], colour: [f32; 4]) -> u32 {
        let first = self.positions.len() as u32;
        self.positions
            .extend(points.iter().map(|point| [point.x, point.y, 0.0]));
        self.colours.extend(points.iter().map(|_| colour));
        first
    }

    /// Fills the area between two rings of this many corners.
    fn join(&mut self, inner: u32, outer: u32, corners: usize) {
        let corners = corners as u32;
        for this in 0..corners {
            let next = (this + 1) % corners;
            self.indices
                .extend([inner + this, outer + this, outer + next]);
            self.indices
                .extend([inner + this, outer + next, inner + next]);
        }
    }
}

/// A polygon with every edge moved outwards.
fn moved_out(points: &[Vec2], by: f32) -> Vec<Vec2> {
    /// A sharp corner would move far: it moves at most this many times the distance.
    const FURTHEST: f32 = 2.0;
    let count = points.len();
    let outwards = |from: Vec2, to: Vec2| -(to - from).normalize_or_zero().perp();
    (0..count)
        .map(|this| {
            let (before, after) = (
                points[(this + count - 1) % count],
                points[(this + 1) % count],
            );
            let (one, other) = (
                outwards(before, points[this]),
                outwards(points[this], after),
            );
            let way = (one + other) / (1.0 + one.dot(other)).max(0.01);
            points[this] + way.clamp_length_max(FURTHEST) * by
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_fade_over_one_pixel_around_the_shape() {
        let mut picture = Picture::default();
        picture.rectangle(Rect::new(0.0, 0.0, 10.0, 4.0), Color::WHITE);
        let fill = &picture.fills[0];
        let (inner, outer) = (moved_out(&fill.points, -0.5), moved_out(&fill.points, 0.5));
        let bounds = |points: &[Vec2]| {
            let first = Rect::from_corners(points[0], points[0]);
            points
                .iter()
                .fold(first, |rect, point| rect.union_point(*point))
        };
        assert_eq!(bounds(&inner), Rect::new(0.5, 0.5, 9.5, 3.5));
        assert_eq!(bounds(&outer), Rect::new(-0.5, -0.5, 10.5, 4.5));
        let mesh = mesh_of(&picture.fills, 1.0);
        assert_eq!(mesh.count_vertices(), 8);
        // Two for the middle, two for each edge.
        assert_eq!(mesh.indices().map(|indices| indices.len() / 3), Some(10));
    }

    #[test]
    fn a_ring_has_a_hole() {
        let mut picture = Picture::default();
        picture.diamond_ring(Vec2::ZERO, 10.0, 2.0, Color::WHITE);
        let mesh = mesh_of(&picture.fills, 1.0);
        let solid: Vec<[f32; 3]> = match mesh.attribute(Mesh::ATTRIBUTE_POSITION) {
            Some(positions) => positions.as_float3().map(<[_]>::to_vec).unwrap_or_default(),
            None => Vec::new(),
        };
        assert_eq!(solid.len(), 16);
        assert!(
            solid
                .iter()
                .all(|[x, y, _]| Vec2::new(*x, *y).length() > 5.0)
        );
    }

    #[test]
    fn a_sharp_corner_does_not_run_away() {
        let needle = [Vec2::ZERO, Vec2::new(100.0, 0.5), Vec2::new(0.0, 1.0)];
        let moved = moved_out(&needle, 0.5);
        assert!(
            moved
                .iter()
                .zip(needle)
                .all(|(to, from)| to.distance(from) <= 1.01)
        );
    }
}
