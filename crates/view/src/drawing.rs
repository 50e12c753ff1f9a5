//! Puts pictures on screen: one mesh for the polygons of a picture, one text for each label.
//! Only pictures that have changed are drawn anew.

use bevy::asset::RenderAssetUsages;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bevy::sprite::Anchor;

use crate::ViewSystems;
use crate::look::Faces;
use crate::picture::{Fill, Label, Picture};

/// A picture on screen; its `Transform` says where, and z what it covers.
#[derive(Component, Clone, PartialEq, Debug, Default)]
#[require(Transform, Visibility)]
pub struct Drawing(pub Picture);

/// What covers what, from the ground up: the z of drawings.
pub(crate) mod layer {
    /// Names of rows and columns, numbers on the ground.
    pub(crate) const GROUND: f32 = 1.0;
    /// The hovered and the selected cell.
    pub(crate) const MARKS: f32 = 2.0;
    /// Those who have fallen.
    pub(crate) const FALLEN: f32 = 3.0;
    /// The bodies of tokens.
    pub(crate) const BODIES: f32 = 4.0;
    /// Intent lines.
    pub(crate) const LINES: f32 = 5.0;
    /// Letters, bars, shields and statuses of tokens.
    pub(crate) const TAGS: f32 = 6.0;
    /// What tokens are about to do.
    pub(crate) const BADGES: f32 = 7.0;
    /// Damage numbers, and the ticks on lines.
    pub(crate) const NUMBERS: f32 = 8.0;
    /// Results that float up.
    pub(crate) const FLOATS: f32 = 9.0;
}

/// A label of the drawing that it is a child of.
#[derive(Component)]
struct DrawnLabel;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Ink>()
        .add_systems(Update, draw.in_set(ViewSystems::Draw));
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
    &'static Drawing,
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
    drawings: Query<Drawn, Changed<Drawing>>,
    mut labels: Query<Written, With<DrawnLabel>>,
    mut meshes: ResMut<Assets<Mesh>>,
    ink: Res<Ink>,
    faces: Res<Faces>,
) {
    for (entity, Drawing(picture), mesh, children) in &drawings {
        match (mesh, picture.fills.is_empty()) {
            (Some(_), true) => {
                commands.entity(entity).remove::<Mesh2d>();
            }
            (None, true) => {}
            (Some(mesh), false) => {
                // The handle is ours alone, so its mesh is there as long as the entity is.
                let _ = meshes.insert(mesh.0.id(), mesh_of(&picture.fills));
            }
            (None, false) => {
                let mesh = Mesh2d(meshes.add(mesh_of(&picture.fills)));
                commands
                    .entity(entity)
                    .insert((mesh, MeshMaterial2d(ink.0.clone())));
            }
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

/// Labels are in front of the polygons of their own picture, and behind the next layer.
fn place_of(label: &Label) -> Transform {
    Transform::from_translation(label.at.round().extend(0.5))
}

/// All polygons as one mesh: its corners carry the colours.
fn mesh_of(fills: &[Fill]) -> Mesh {
    let mut positions: Vec<[f32; 3]> = Vec::new();
    let mut colours: Vec<[f32; 4]> = Vec::new();
    let mut corners: Vec<u32> = Vec::new();
    for Fill { points, colour } in fills {
        let first = positions.len() as u32;
        let colour = colour.to_linear().to_f32_array();
        positions.extend(points.iter().map(|point| [point.x, point.y, 0.0]));
        colours.extend(points.iter().map(|_| colour));
        for corner in 2..points.len() as u32 {
            corners.extend([first, first + corner - 1, first + corner]);
        }
    }
    Mesh::new(
        PrimitiveTopology::TriangleList,
        RenderAssetUsages::default(),
    )
    .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
    .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colours)
    .with_inserted_indices(Indices::U32(corners))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mesh_has_a_triangle_less_than_corners_for_each_polygon() {
        let mut picture = Picture::default();
        picture.diamond(Vec2::ZERO, 5.0, Color::WHITE);
        picture.disc(Vec2::ZERO, 5.0, Color::BLACK);
        let mesh = mesh_of(&picture.fills);
        let corners: usize = picture.fills.iter().map(|fill| fill.points.len()).sum();
        assert_eq!(mesh.count_vertices(), corners);
        let triangles = mesh.indices().map_or(0, |indices| indices.len() / 3);
        assert_eq!(triangles, corners - 2 * picture.fills.len());
    }
}
