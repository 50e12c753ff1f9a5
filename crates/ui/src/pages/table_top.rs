//! The table that pages lie on, where no battle and no title is behind them.

use foretold_view::{BoardCovered, bare_table};

use super::{Page, PageSystems, Pages};
use crate::prelude::*;

impl Page {
    /// Whether it lies on the bare table: others have a battle behind them.
    pub(super) fn lies_on_table(self) -> bool {
        self != Page::Title && !self.is_window()
    }
}

/// The picture of the table. It stays the same one, whatever is painted on it.
#[derive(Resource)]
pub(super) struct TableTop(Handle<Image>);

impl FromWorld for TableTop {
    fn from_world(world: &mut World) -> Self {
        TableTop(world.resource::<Assets<Image>>().reserve_handle())
    }
}

impl TableTop {
    /// What shows it.
    pub(super) fn image(&self) -> ImageNode {
        ImageNode::new(self.0.clone()).with_mode(NodeImageMode::Stretch)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<TableTop>().add_systems(
        Update,
        (lay, cover.run_if(resource_changed::<Pages>)).in_set(PageSystems),
    );
}

/// Nothing of a battle is seen behind such a page.
fn cover(pages: Res<Pages>, mut covered: ResMut<BoardCovered>) {
    covered.set_if_neq(BoardCovered(pages.top().is_some_and(Page::lies_on_table)));
}

/// Paints the table for the first page that lies on it, and again when the screen or the palette has
/// changed.
fn lay(
    (pages, screen, look): (Res<Pages>, Res<Screen>, Res<Look>),
    (table, mut images): (Res<TableTop>, ResMut<Assets<Image>>),
    mut laid: Local<Option<(Vec2, f32, foretold_content::Palette)>>,
) {
    let palette = look.theme.palette;
    let now = Some((screen.size, screen.density, palette));
    if *laid != now && pages.top().is_some_and(Page::lies_on_table) {
        *laid = now;
        // The resource has the handle, so there is a place for the picture.
        let _ = images.insert(table.0.id(), bare_table(&screen, &palette));
    }
}
