//! A window that is too small for the game says so, and how large it should be.

use crate::prelude::*;

/// Above everything else.
const LAYER: i32 = 60;

#[derive(Component)]
struct TooSmall;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        say_so
            .run_if(any_changed!(Screen, Look, KeysInForce))
            .in_set(ViewSystems::Paint),
    );
}

fn say_so(
    mut commands: Commands,
    (screen, keys): (Res<Screen>, Res<KeysInForce>),
    old: Query<Entity, With<TooSmall>>,
    style: UiStyle,
    mut redraw: ResMut<RedrawRequests>,
) {
    for old in &old {
        commands.entity(old).despawn();
    }
    if screen.is_large_enough() {
        return;
    }
    redraw.request();
    commands
        .spawn((
            Name::new("Too small"),
            TooSmall,
            Node::default()
                .absolute()
                .middle()
                .size(percent(100), percent(100))
                .padding(px(8).all())
                .clipped(),
            BackgroundColor(colour(style.look.theme.palette.background)),
            GlobalZIndex(LAYER),
        ))
        .with_child(style.plain(in_words(&screen, key_for(&keys, Act::Smaller)), style.ink()));
}

/// How large the window is, how large it should be, and what else would help.
fn in_words(screen: &Screen, smaller: Option<String>) -> String {
    let least = screen.least_size();
    let mut text = format!(
        "This window is too small for the game: {} × {}. Make it at least {} × {}",
        screen.size.x.round(),
        screen.size.y.round(),
        least.x,
        least.y,
    );
    let ui_scale = 0.8;
    let with_small_text = Screen {
        ui_scale,
        ..*screen
    };
    if let Some(key) = smaller.filter(|_| with_small_text.is_large_enough()) {
        text += &format!(", or the text smaller with {key}");
    }
    text + "."
}
