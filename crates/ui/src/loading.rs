//! What is on screen while the content is being read, if that takes long enough to be noticed: until
//! then the first frame waits for it.

use crate::prelude::*;

/// Above the pages, which are empty without content.
const LAYER: i32 = 55;

#[derive(Component)]
struct LoadingPage;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        say_so
            .run_if(any_changed!(GameContent, Look))
            .in_set(ViewSystems::Paint),
    );
}

fn say_so(
    mut commands: Commands,
    content: Res<GameContent>,
    old: Query<Entity, With<LoadingPage>>,
    style: UiStyle,
    mut redraw: ResMut<RedrawRequests>,
) {
    for old in &old {
        commands.entity(old).despawn();
        redraw.request();
    }
    if !content.is_awaited() {
        return;
    }
    redraw.request();
    let page = Node::column(px(12))
        .absolute()
        .middle()
        .size(percent(100), percent(100));
    let large = style.font(Face::Display, style.sizes().display);
    commands
        .spawn((
            Name::new("Loading"),
            LoadingPage,
            page,
            BackgroundColor(colour(style.look.theme.palette.background)),
            GlobalZIndex(LAYER),
        ))
        .with_children(|page| {
            page.spawn(style.headline("Foretold", style.ink()))
                .insert(large);
            page.spawn(style.plain("Reading the content…", style.muted()));
        });
}
