//! The table under everything: planks in the light of candles, the grounds of panels, and the frame
//! that the board lies in. All but the frame is one picture: a ground of its own for each panel was
//! measured to cost far more.

use bevy::asset::RenderAssetUsages;
use bevy::image::ImageSampler;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bevy::sprite_render::AlphaMode2d;
use foretold_content::{Colour, Palette};
use foretold_sim::Shown;

use crate::ViewSystems;
use crate::board_space::BoardSpace;
use crate::canvas::BoardPlace;
use crate::drawing::{Drawing, layer};
use crate::ground::brush::{Brush, chance, shade, shadow};
use crate::look::{Look, colour};
use crate::picture::Picture;
use crate::raster::image_from;
use crate::screen::Screen;

/// How high a plank is, in logical pixels of a screen of 720 lines.
const PLANK: f32 = 46.0;
/// How round the corners of panels are at 100%.
const CORNER: f32 = 8.0;
/// How far the table reaches under the edges of a board that is turned.
const SEAM: f32 = 2.0;
/// How sharp the table is where little is seen of it: it is painted in a quarter of the time.
const SOFT: f32 = 0.5;
/// How wide the frame around the board is, in cells.
const FRAME: f32 = 0.13;
/// Where a candle stands beside a table without a board, in shares of the screen, and its light.
const CANDLE: Vec2 = Vec2::new(0.5, 0.3);
const CANDLE_LIGHT: Colour = Colour {
    red: 0x5A,
    green: 0x38,
    blue: 0x18,
    alpha: 0x90,
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn_table)
        .add_systems(Update, lay_table.in_set(ViewSystems::Paint));
}

/// The table, and what was painted on it.
#[derive(Component, Default)]
struct Table(Option<(Screen, BoardSpace, Palette, bool)>);

#[derive(Component)]
struct Frame;

fn spawn_table(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    // Without blending, a whole screen costs little.
    let material = ColorMaterial {
        alpha_mode: AlphaMode2d::Opaque,
        ..default()
    };
    commands.spawn((
        Name::new("Table"),
        Table::default(),
        Mesh2d(meshes.add(Rectangle::new(1.0, 1.0))),
        MeshMaterial2d(materials.add(material)),
        Transform::from_xyz(0.0, 0.0, layer::TABLE),
        Visibility::Hidden,
    ));
    commands.spawn((
        Name::new("Frame of the board"),
        Frame,
        Drawing::default(),
        Transform::from_xyz(0.0, 0.0, layer::FRAME),
    ));
}

type TableAssets<'w> = (
    ResMut<'w, Assets<Mesh>>,
    ResMut<'w, Assets<ColorMaterial>>,
    ResMut<'w, Assets<Image>>,
);

/// Paints the table again if the screen, the place of the board or the palette has changed.
fn lay_table(
    (screen, space, look): (Res<Screen>, Res<BoardSpace>, Res<Look>),
    board_place: Res<BoardPlace>,
    shown: Option<Res<Shown>>,
    table: Single<(
        &mut Table,
        &mut Transform,
        &mut Visibility,
        &Mesh2d,
        &MeshMaterial2d<ColorMaterial>,
    )>,
    mut frame: Single<&mut Drawing, With<Frame>>,
    mut background: ResMut<ClearColor>,
    (mut meshes, mut materials, mut images): TableAssets,
) {
    let (mut table, mut place, mut visible, mesh, material) = table.into_inner();
    let palette = look.theme.palette;
    let laid = Some((*screen, *space, palette, shown.is_some()));
    if table.0 == laid {
        return;
    }
    table.0 = laid;
    let board = shown.map(|_| space.rect());
    frame.set_if_neq(Drawing(
        board.map_or_else(Picture::default, |board| framed(board, &space, &palette)),
    ));
    visible.set_if_neq(Visibility::Inherited);
    // Where the camera is turned, the table reaches beyond the corners of the screen.
    let turned = *board_place == BoardPlace::Table;
    let screen = Screen {
        size: screen.size * if turned { 1.4 } else { 1.0 },
        ..*screen
    };
    place.scale = screen.size.extend(1.0);
    let under = Rect::from_center_size(screen.to_screen(space.centre), space.rect().size());
    let holes = if board.is_some() && !turned {
        let panels = screen.panels();
        let round = Vec2::splat(CORNER * screen.ui_scale);
        let inside = |panel: Rect| {
            let ground = screen.ground_of(panel);
            Rect::from_corners(ground.min + round, ground.max - round)
        };
        background.0 = colour(palette.panel);
        vec![inside(panels.skills), inside(panels.evaluations), under]
    } else {
        background.0 = colour(palette.background);
        // Turned edges meet on no whole pixel.
        board.map(|_| under.inflate(-SEAM)).into_iter().collect()
    };
    // Nobody else has the handle, so the mesh lives as long as the entity.
    let _ = meshes.insert(mesh.0.id(), sheet_with_holes(screen.size, &holes));
    if let Some(mut material) = materials.get_mut(&material.0) {
        // Behind the title it is mostly in the dark.
        let density = screen.density * if turned { SOFT } else { 1.0 };
        let pixels = (screen.size * density).ceil().as_uvec2();
        let mut brush = Brush::new(pixels.x, pixels.y, density);
        paint_table(&mut brush, &screen, &space, board, &palette);
        if board.is_some() && !turned {
            paint_panels(&mut brush, &screen, &palette);
        }
        let image = image_of_table(brush, turned);
        material.texture = Some(images.add(image));
    }
}

/// The table without a board, for the pages that lie on it: the same wood, lit by a candle.
pub fn bare_table(screen: &Screen, palette: &Palette) -> Image {
    let density = screen.density * SOFT;
    let pixels = (screen.size * density).ceil().as_uvec2();
    let mut brush = Brush::new(pixels.x, pixels.y, density);
    paint_table(&mut brush, screen, &BoardSpace::default(), None, palette);
    if !is_even(palette) {
        let middle = screen.size * CANDLE;
        brush.glow(middle.into(), screen.size.y * 0.95, CANDLE_LIGHT);
    }
    image_of_table(brush, true)
}

/// A sheet as large as the screen, its middle at (0, 0) and its sides 1 long, without what lies under
/// the board and within the panels: whatever nobody sees costs nothing.
fn sheet_with_holes(size: Vec2, holes: &[Rect]) -> Mesh {
    let cuts = |of: fn(Vec2) -> f32| {
        let edges = holes.iter().flat_map(|hole| [of(hole.min), of(hole.max)]);
        let most = of(size);
        let mut cuts: Vec<f32> = edges.map(|cut| cut.clamp(0.0, most)).collect();
        cuts.extend([0.0, most]);
        cuts.sort_by(f32::total_cmp);
        cuts
    };
    let (columns, rows) = (cuts(|point| point.x), cuts(|point| point.y));
    let (mut positions, mut uvs, mut indices) = (Vec::new(), Vec::new(), Vec::new());
    for row in rows.windows(2) {
        for column in columns.windows(2) {
            let piece = Rect::new(column[0], row[0], column[1], row[1]);
            let in_hole = holes.iter().any(|hole| hole.contains(piece.center()));
            if piece.is_empty() || in_hole {
                continue;
            }
            let first = positions.len() as u32;
            for (x, y) in [
                (piece.min.x, piece.min.y),
                (piece.max.x, piece.min.y),
                (piece.max.x, piece.max.y),
                (piece.min.x, piece.max.y),
            ] {
                let share = Vec2::new(x, y) / size;
                uvs.push(share.to_array());
                positions.push([share.x - 0.5, 0.5 - share.y, 0.0]);
            }
            indices.extend([0, 2, 1, 0, 3, 2].map(|corner| first + corner));
        }
    }
    // On the smallest screens nothing would be left, and no mesh may be empty.
    if positions.is_empty() && !holes.is_empty() {
        return sheet_with_holes(size, &[]);
    }
    Mesh::new(
        PrimitiveTopology::TriangleList,
        RenderAssetUsages::default(),
    )
    .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
    .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, uvs)
    .with_inserted_indices(Indices::U32(indices))
}

/// Whether the table is one colour: high contrast needs an even ground, and on light wood the joints
/// would run through the texts.
fn is_even(palette: &Palette) -> bool {
    [Palette::high_contrast(), Palette::light()].contains(palette)
}

/// The planks, and the shadow of the board on them.
fn paint_table(
    brush: &mut Brush,
    screen: &Screen,
    space: &BoardSpace,
    board: Option<Rect>,
    palette: &Palette,
) {
    if is_even(palette) {
        brush.rect((0.0, 0.0), screen.size.into(), palette.background);
        return;
    }
    paint_planks(brush, screen, wood(palette));
    if let Some(board) = board {
        let middle = screen.to_screen(board.center());
        // Several faint squares on top of each other fade like one soft shadow.
        for ring in (0..8u8).rev() {
            let wide = board.half_size() + space.cell * (0.14 + 0.09 * f32::from(ring));
            let corner = middle - wide + Vec2::splat(space.cell * 0.08);
            let size = wide * 2.0;
            let round = space.cell * (0.1 + 0.1 * f32::from(ring));
            brush.rounded(corner.into(), size.into(), round, shadow(0.1));
        }
    }
    let dim = |part: u8| Colour {
        red: part,
        green: part,
        blue: part,
        alpha: u8::MAX,
    };
    let middle = board.map_or(screen.size / 2.0, |board| screen.to_screen(board.center()));
    let stops = [(0.0, dim(255)), (0.4, dim(250)), (1.0, dim(185))];
    let reach = screen.size.length() * 0.62;
    brush.vignette(screen.size.into(), middle.into(), reach, &stops);
}

/// The grounds of the two panels beside the board.
fn paint_panels(brush: &mut Brush, screen: &Screen, palette: &Palette) {
    let panels = screen.panels();
    let (round, line) = (CORNER * screen.ui_scale, screen.ui_scale.max(1.0));
    for panel in [panels.skills, panels.evaluations] {
        let ground = screen.ground_of(panel);
        for (rect, round, ink) in [
            (ground, round, palette.border),
            (ground.inflate(-line), round - line, palette.panel),
        ] {
            brush.rounded(rect.min.into(), rect.size().into(), round, ink);
        }
    }
}

/// The table as an image, pixel by pixel unless it is soft.
fn image_of_table(brush: Brush, soft: bool) -> Image {
    let mut image = image_from(brush.size().into(), brush.into_bytes());
    // Nobody reads it again, and it is as large as the screen.
    image.asset_usage = RenderAssetUsages::RENDER_WORLD;
    if !soft {
        image.sampler = ImageSampler::nearest();
    }
    image
}

/// The wood of the table: the background, a little towards the border.
fn wood(palette: &Palette) -> Colour {
    let mix = |ground: u8, border: u8| {
        let (ground, border) = (f32::from(ground), f32::from(border));
        (ground + (border - ground) * 0.17).round() as u8
    };
    let (ground, border) = (palette.background, palette.border);
    Colour {
        red: mix(ground.red, border.red),
        green: mix(ground.green, border.green),
        blue: mix(ground.blue, border.blue),
        alpha: u8::MAX,
    }
}

/// Broad planks across the screen, hardly seen.
fn paint_planks(brush: &mut Brush, screen: &Screen, wood: Colour) {
    let Vec2 {
        x: width,
        y: height,
    } = screen.size;
    let plank = PLANK * (height / 720.0).max(0.5);
    let line = (height / 720.0).max(1.0) * 2.0;
    brush.rect((0.0, 0.0), (width, height), wood);
    let rows = (height / plank).ceil().min(200.0) as u8;
    for row in 0..rows {
        let top = f32::from(row) * plank;
        let tone = shade(wood, (chance((row, 0), 1) - 0.3) * 0.07);
        brush.rect((0.0, top), (width, plank), tone);
        for grain in 0..3u8 {
            let salt = 10 + u32::from(grain);
            let down =
                top + plank * (0.2 + 0.25 * f32::from(grain) + chance((row, 1), salt) * 0.15);
            let from = chance((row, 2), salt) * width * 0.6;
            let length = width * (0.2 + chance((row, 3), salt) * 0.4);
            brush.rect((from, down), (length, line * 0.5), shade(tone, -0.12));
        }
        brush.rect((0.0, top), (width, line), shade(wood, -0.4));
        brush.rect((0.0, top + line), (width, line * 0.5), shade(wood, 0.05));
        let joint = width * (0.1 + chance((row, 4), 5) * 0.8);
        brush.rect((joint, top), (line, plank), shade(wood, -0.4));
    }
}

/// The frame of dark wood around the board, with a finer edge inside.
fn framed(board: Rect, space: &BoardSpace, palette: &Palette) -> Picture {
    let mut picture = Picture::default();
    let wide = (space.cell * FRAME).max(2.0).round();
    let line = space.pixel.max(1.0).round();
    let wood = colour(shade(palette.border, -0.28));
    picture.frame(board.inflate(wide), wide, wood);
    picture.frame(
        board.inflate(wide),
        line,
        colour(shade(palette.border, 0.16)),
    );
    picture.frame(
        board.inflate(line),
        line,
        colour(shade(palette.border, -0.7)),
    );
    picture
}
