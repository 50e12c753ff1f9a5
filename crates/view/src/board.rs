//! The board: its ground as tiles, fire that flickers, names of rows and columns, damage of hazards.

use bevy::image::ImageSampler;
use bevy::prelude::*;
use bevy::render::RenderApp;
use bevy_ecs_tilemap::prelude::{
    TileBundle, TilePos, TileStorage, TileTextureIndex, TilemapAnchor, TilemapBundle, TilemapId,
    TilemapPlugin, TilemapSize, TilemapTexture, TilemapTileSize,
};
use foretold_battle::board::SIDE;
use foretold_battle::{Board, Cell};
use foretold_content::{GroundStyle, Palette};
use foretold_sim::{Clock, Grid, Shown};
use lucide_icons::Icon;

use crate::ViewSystems;
use crate::board_space::BoardSpace;
use crate::canvas::BoardPlace;
use crate::drawing::{Drawing, layer};
use crate::ground::{self, Painter};
use crate::look::{Look, colour};
use crate::picture::{Face, Picture};
use crate::raster::image_from;
use crate::screen::Screen;

/// Tiles, and what is written on the ground.
pub struct BoardPlugin;

impl Plugin for BoardPlugin {
    fn build(&self, app: &mut App) {
        // The tilemap panics without a renderer.
        if app.get_sub_app(RenderApp).is_some() {
            app.add_plugins(TilemapPlugin);
        }
        app.init_resource::<LaidGround>()
            .init_resource::<GroundTexture>()
            .add_systems(Startup, spawn_names)
            .add_systems(
                Update,
                (lay_tiles, name_cells)
                    .run_if(
                        resource_exists::<Shown>
                            .and_then(resource_changed::<Shown>.or_else(crate::board_changed)),
                    )
                    .in_set(ViewSystems::Paint),
            )
            .add_systems(
                Update,
                flicker
                    .run_if(|clock: Res<Clock>, look: Res<Look>| clock.playing && look.moves())
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
    ground: GroundStyle,
    space: BoardSpace,
    density: f32,
    palette: Palette,
}

/// The picture of the ground, cut into a tile for each cell. The tilemap never drops a texture, so
/// there is one, and it is painted over.
#[derive(Resource, Default)]
struct GroundTexture(Option<Handle<Image>>);

impl GroundTexture {
    fn paint(&mut self, laid: &Laid, side: u32, images: &mut Assets<Image>) -> Handle<Image> {
        let mut painted = painted(laid, side);
        painted.sampler = ImageSampler::nearest();
        match &self.0 {
            Some(texture) => {
                // Nobody removes it, so its handle stays good.
                let _ = images.insert(texture.id(), painted);
                texture.clone()
            }
            None => self.0.insert(images.add(painted)).clone(),
        }
    }
}

fn painted(laid: &Laid, side: u32) -> Image {
    let painter = Painter::new(&laid.board, &laid.ground, &laid.palette, side);
    let brush = painter.paint();
    image_from(brush.size().into(), brush.into_bytes())
}

#[derive(Component)]
struct TileMap;

/// What is painted for one board.
type Painted = Or<(With<TileMap>, With<Flame>)>;

/// Lays the tiles again if the board, its place or the palette has changed.
fn lay_tiles(
    mut commands: Commands,
    (grid, shown): (Res<Grid>, Res<Shown>),
    (space, screen, look): (Res<BoardSpace>, Res<Screen>, Res<Look>),
    (mut ground, mut texture): (ResMut<LaidGround>, ResMut<GroundTexture>),
    mut images: ResMut<Assets<Image>>,
    old: Query<Entity, Painted>,
) {
    let laid = Laid {
        board: grid.board().clone(),
        ground: shown.encounter().ground,
        space: *space,
        density: screen.density,
        palette: look.theme.palette,
    };
    if ground.0.as_ref() == Some(&laid) {
        return;
    }
    for old in &old {
        commands.entity(old).despawn();
    }
    // One pixel of the texture is one pixel of the screen.
    let side = (laid.space.cell * laid.density).round().max(1.0) as u32;
    let texture = texture.paint(&laid, side, &mut images);
    spawn_tiles(&mut commands, &laid, side, texture);
    spawn_flames(&mut commands, &laid, &mut images);
    ground.0 = Some(laid);
}

fn spawn_tiles(commands: &mut Commands, laid: &Laid, side: u32, texture: Handle<Image>) {
    let map = commands.spawn((Name::new("Tiles"), TileMap)).id();
    let size = TilemapSize::new(u32::from(SIDE), u32::from(SIDE));
    let mut storage = TileStorage::empty(size);
    for (tile, cell) in (0..).zip(Cell::all()) {
        // The tilemap counts rows from below.
        let position = TilePos::new(u32::from(cell.x()), u32::from(SIDE - 1 - cell.y()));
        let bundle = TileBundle {
            position,
            tilemap_id: TilemapId(map),
            texture_index: TileTextureIndex(tile),
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

/// The light of a fire, over what is painted of it: which one it is of its board.
#[derive(Component)]
struct Flame(f32);

/// How far its light reaches, in cells, and how bright it is at rest.
const FLAME_REACH: f32 = 1.3;
const FLAME: f32 = 0.1;

fn spawn_flames(commands: &mut Commands, laid: &Laid, images: &mut Assets<Image>) {
    let Some(light) = laid.ground.colours(&laid.palette).light else {
        return;
    };
    let glow = images.add(glow());
    let corner = laid.space.rect().min + Vec2::new(0.0, laid.space.rect().height());
    for (number, (x, y)) in (0u16..).zip(ground::lights(&laid.board, &laid.ground)) {
        let at = corner + Vec2::new(x, -y) * laid.space.cell;
        commands.spawn((
            Name::new("Flame"),
            Flame(f32::from(number)),
            Sprite {
                image: glow.clone(),
                color: colour(light).with_alpha(FLAME),
                custom_size: Some(Vec2::splat(2.0 * FLAME_REACH * laid.space.cell)),
                ..default()
            },
            Transform::from_translation(at.extend(layer::FLAMES)),
        ));
    }
}

/// White that fades out from the middle.
fn glow() -> Image {
    const SIDE: u32 = 32;
    let middle = Vec2::splat(SIDE as f32 / 2.0);
    let pixels = (0..SIDE * SIDE).flat_map(|pixel| {
        let at = Vec2::new((pixel % SIDE) as f32 + 0.5, (pixel / SIDE) as f32 + 0.5);
        let near = (1.0 - at.distance(middle) / middle.x).max(0.0);
        [255, 255, 255, (near * near * 255.0) as u8]
    });
    image_from(UVec2::splat(SIDE), pixels.collect())
}

/// Fire flickers while the battle runs, softly and less than three times a second.
fn flicker(time: Res<Time<Virtual>>, mut flames: Query<(&Flame, &mut Sprite)>) {
    let now = time.elapsed_secs_wrapped();
    for (flame, mut sprite) in &mut flames {
        let sway = (now * 9.0 + flame.0 * 2.1).sin() * 0.6 + (now * 14.0 + flame.0).sin() * 0.4;
        sprite.color.set_alpha(FLAME * (1.0 + 0.6 * sway));
    }
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
    (space, look, place): (Res<BoardSpace>, Res<Look>, Res<BoardPlace>),
    mut names: Single<&mut Drawing, With<CellNames>>,
) {
    // Behind the title nobody looks for a cell.
    names.set_if_neq(Drawing(match *place {
        BoardPlace::Viewer => written_on(grid.board(), &space, &look),
        BoardPlace::Table => Picture::default(),
    }));
}

/// Between the middle of the first row or column and its names, in cells.
const NAMES_AWAY: f32 = 0.8;
/// How large these are, as a share of a cell.
const NAME_LETTERS: f32 = 0.28;

/// Where the names of the columns are.
pub(crate) fn column_letters(space: &BoardSpace) -> impl Iterator<Item = Rect> {
    let size = Vec2::splat(space.letters(NAME_LETTERS));
    let above = Vec2::new(0.0, NAMES_AWAY * space.cell);
    let first_row = Cell::all().take(SIDE.into());
    first_row.map(move |cell| Rect::from_center_size(space.middle(cell) + above, size))
}

/// Names of rows and columns, and what each hazard costs.
fn written_on(board: &Board, space: &BoardSpace, look: &Look) -> Picture {
    let mut picture = Picture::default();
    let palette = &look.theme.palette;
    let size = space.letters(NAME_LETTERS);
    let corner = Cell::all()
        .next()
        .map_or(space.centre, |cell| space.middle(cell));
    let margin = space.cell * NAMES_AWAY;
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
    let size = space.letters(0.27);
    let at = space.middle(cell) + Vec2::new(0.28, 0.32) * space.cell;
    let ink = colour(look.theme.palette.text);
    let aside = |share: f32| at + Vec2::new(space.cell * share, 0.0);
    let plate = Vec2::new(space.cell * 0.14 + size, size * 1.25);
    let plate = Rect::from_center_size(aside(-0.02), plate);
    picture.rounded(plate, size * 0.3, colour(look.theme.palette.panel));
    picture.icon(Icon::Flame, size, aside(-0.13), ink);
    let damage = damage.to_string();
    picture.label(damage, Face::Bold, size, aside(0.08), ink);
}

#[cfg(test)]
mod tests {
    use foretold_battle::Terrain;

    use super::*;

    #[test]
    fn there_is_one_picture_of_the_ground_however_often_it_is_painted() {
        let (mut texture, mut images) = (GroundTexture::default(), Assets::default());
        let mut laid = Laid {
            board: Board::default(),
            ground: GroundStyle::default(),
            space: Screen::default().board(),
            density: 1.0,
            palette: Palette::default(),
        };
        for side in [20, 21, 22, 20] {
            for palette in [Palette::default(), Palette::light()] {
                laid.palette = palette;
                let handle = texture.paint(&laid, side, &mut images);
                let image = images.get(&handle).expect("it is there");
                assert_eq!(image.width(), side * u32::from(SIDE));
            }
        }
        assert_eq!(images.len(), 1);
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
