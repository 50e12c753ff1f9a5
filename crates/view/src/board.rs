//! The ground: a tile for each terrain, names of rows and columns, damage of hazards.

use bevy::asset::RenderAssetUsages;
use bevy::image::ImageSampler;
use bevy::prelude::*;
use bevy::render::RenderApp;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy_ecs_tilemap::prelude::{
    TileBundle, TilePos, TileStorage, TileTextureIndex, TilemapAnchor, TilemapBundle, TilemapId,
    TilemapPlugin, TilemapSize, TilemapTexture, TilemapTileSize,
};
use foretold_battle::board::SIDE;
use foretold_battle::{Board, Cell};
use foretold_content::Palette;
use foretold_sim::{Grid, Shown};
use lucide_icons::Icon;

use crate::ViewSystems;
use crate::drawing::{Drawing, layer};
use crate::look::{Look, colour};
use crate::picture::{Face, Picture};
use crate::screen::{BoardSpace, Screen};
use crate::tiles::{Tile, paint};

/// Tiles, and what is written on the ground.
pub struct BoardPlugin;

impl Plugin for BoardPlugin {
    fn build(&self, app: &mut App) {
        // The tilemap panics without a renderer.
        if app.get_sub_app(RenderApp).is_some() {
            app.add_plugins(TilemapPlugin);
        }
        app.init_resource::<LaidGround>()
            .init_resource::<TileTextures>()
            .add_systems(Startup, spawn_names)
            .add_systems(
                Update,
                (lay_tiles, name_cells)
                    .run_if(resource_exists::<Shown>.and_then(crate::board_changed))
                    .in_set(ViewSystems::Paint),
            );
    }
}

/// What the tiles on screen were laid for.
#[derive(Resource, Clone, PartialEq, Debug, Default)]
struct LaidGround(Option<Laid>);

#[derive(Clone, PartialEq, Debug)]
struct Laid {
    board: Board,
    space: BoardSpace,
    density: f32,
    palette: Palette,
}

/// The textures of the tiles, by palette and by the side of a tile in pixels. The tilemap never
/// drops a texture, so there is one for each size and not one for each change.
#[derive(Resource, Default)]
struct TileTextures(Vec<(u32, Palette, Handle<Image>)>);

impl TileTextures {
    fn get(&mut self, side: u32, palette: &Palette, images: &mut Assets<Image>) -> Handle<Image> {
        let same = |known: &&(u32, Palette, _)| known.0 == side && known.1 == *palette;
        if let Some((.., texture)) = self.0.iter().find(same) {
            return texture.clone();
        }
        let texture = images.add(texture_of(side, palette));
        self.0.push((side, *palette, texture.clone()));
        texture
    }
}

/// All tiles side by side.
fn texture_of(side: u32, palette: &Palette) -> Image {
    let size = Extent3d {
        width: side * Tile::ALL.len() as u32,
        height: side,
        depth_or_array_layers: 1,
    };
    let mut image = Image::new(
        size,
        TextureDimension::D2,
        paint(side, palette),
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::default(),
    );
    image.sampler = ImageSampler::nearest();
    image
}

/// The tile of each cell in order: `A1`, `B1`, … `L12`.
pub(crate) fn tiles(board: &Board) -> Vec<Tile> {
    Cell::all()
        .map(|cell| Tile::of(board.get(cell), (cell.x() + cell.y()) % 2 == 1))
        .collect()
}

#[derive(Component)]
struct TileMap;

/// Lays the tiles again if the board, its place or the palette has changed.
fn lay_tiles(
    mut commands: Commands,
    grid: Res<Grid>,
    (space, screen, look): (Res<BoardSpace>, Res<Screen>, Res<Look>),
    (mut ground, mut textures): (ResMut<LaidGround>, ResMut<TileTextures>),
    mut images: ResMut<Assets<Image>>,
    maps: Query<Entity, With<TileMap>>,
) {
    let laid = Laid {
        board: grid.board().clone(),
        space: *space,
        density: screen.density,
        palette: look.theme.palette,
    };
    if ground.0.as_ref() == Some(&laid) {
        return;
    }
    for old in &maps {
        commands.entity(old).despawn();
    }
    // One pixel of the texture is one pixel of the screen.
    let side = (laid.space.cell * laid.density).round().max(1.0) as u32;
    let texture = textures.get(side, &laid.palette, &mut images);
    spawn_tiles(&mut commands, &laid, side, texture);
    ground.0 = Some(laid);
}

fn spawn_tiles(commands: &mut Commands, laid: &Laid, side: u32, texture: Handle<Image>) {
    let map = commands.spawn((Name::new("Tiles"), TileMap)).id();
    let size = TilemapSize::new(u32::from(SIDE), u32::from(SIDE));
    let mut storage = TileStorage::empty(size);
    for (cell, tile) in Cell::all().zip(tiles(&laid.board)) {
        // The tilemap counts rows from below.
        let position = TilePos::new(u32::from(cell.x()), u32::from(SIDE - 1 - cell.y()));
        let bundle = TileBundle {
            position,
            tilemap_id: TilemapId(map),
            texture_index: TileTextureIndex(tile as u32),
            ..default()
        };
        storage.set(&position, commands.spawn((bundle, ChildOf(map))).id());
    }
    let tile_size = TilemapTileSize::new(side as f32, side as f32);
    commands.entity(map).insert(TilemapBundle {
        size,
        storage,
        tile_size,
        grid_size: tile_size.into(),
        texture: TilemapTexture::Single(texture),
        anchor: TilemapAnchor::Center,
        transform: Transform::from_translation(laid.space.centre.extend(0.0))
            .with_scale(Vec2::splat(1.0 / laid.density).extend(1.0)),
        ..default()
    });
}

#[derive(Component)]
struct CellNames;

fn spawn_names(mut commands: Commands) {
    commands.spawn((
        Name::new("Names of rows and columns"),
        CellNames,
        Drawing::default(),
        Transform::from_xyz(0.0, 0.0, layer::GROUND),
    ));
}

fn name_cells(
    grid: Res<Grid>,
    (space, look): (Res<BoardSpace>, Res<Look>),
    mut names: Single<&mut Drawing, With<CellNames>>,
) {
    names.set_if_neq(Drawing(written_on(grid.board(), &space, &look)));
}

/// Names of rows and columns, and what each hazard costs.
fn written_on(board: &Board, space: &BoardSpace, look: &Look) -> Picture {
    let mut picture = Picture::default();
    let palette = &look.theme.palette;
    let size = space.letters(0.27);
    let corner = Cell::all()
        .next()
        .map_or(space.centre, |cell| space.middle(cell));
    let margin = space.cell * 0.78;
    for along in 0..SIDE {
        let away = f32::from(along) * space.cell;
        let (column, row) = (char::from(b'A' + along), along + 1);
        let ink = colour(palette.muted);
        picture.label(
            column,
            Face::Regular,
            size,
            corner + Vec2::new(away, margin),
            ink,
        );
        picture.label(
            row.to_string(),
            Face::Regular,
            size,
            corner + Vec2::new(-margin, -away),
            ink,
        );
    }
    for cell in Cell::all() {
        if let Some(damage) = board.get(cell).harm() {
            draw_harm(&mut picture, cell, damage, space, look);
        }
    }
    picture
}

/// What the ground of a cell costs.
pub(crate) fn draw_harm(
    picture: &mut Picture,
    cell: Cell,
    damage: u16,
    space: &BoardSpace,
    look: &Look,
) {
    let size = space.letters(0.22);
    let at = space.middle(cell) + Vec2::new(0.28, 0.32) * space.cell;
    let ink = colour(look.theme.palette.text);
    let aside = |share: f32| at + Vec2::new(space.cell * share, 0.0);
    picture.icon(Icon::Flame, size, aside(-0.13), ink);
    let damage = damage.to_string();
    picture.label(damage, Face::Bold, size, aside(0.08), ink);
}

#[cfg(test)]
mod tests {
    use foretold_battle::Terrain;

    use super::*;

    #[test]
    fn a_size_and_a_palette_have_one_texture_however_often_they_come_back() {
        let (mut textures, mut images) = (TileTextures::default(), Assets::default());
        for side in (20..60).chain((20..60).rev()) {
            for palette in [Palette::default(), Palette::light()] {
                textures.get(side, &palette, &mut images);
            }
        }
        assert_eq!(images.len(), 80);
    }

    #[test]
    fn larger_text_makes_no_number_on_the_ground_smaller() {
        let mut board = Board::default();
        let corner = "B2".parse().expect("a cell of the board");
        board.set(corner, Terrain::Hazard(5));
        let number = |ui_scale: f32| {
            let screen = Screen {
                ui_scale,
                ..Screen::default()
            };
            let picture = written_on(&board, &screen.board(), &Look::default());
            let five = picture.labels.iter().filter(|label| label.text == "5");
            five.map(|label| label.size).fold(f32::MAX, f32::min)
        };
        assert!(
            number(1.5) >= number(1.0),
            "{} after {}",
            number(1.5),
            number(1.0)
        );
    }
}
