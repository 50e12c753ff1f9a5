//! Any size of the window is drawn, costs no memory for good, and says so if it is too small.

use bevy::prelude::*;
use bevy::text::FontAtlasSet;
use foretold_sim::ClockRequest;
use foretold_ui::{Page, Pages};
use foretold_view::testing::{frames, settle};

use crate::common::{game, press, resize, texts};

/// The crypt with blows on their way, two of them at one cell.
fn crypt() -> App {
    let mut app = game("crypt", 12);
    for _ in 0..8 {
        app.world_mut().write_message(ClockRequest::Step);
        settle(&mut app);
    }
    app
}

fn resize_to(app: &mut App, (width, height): (u32, u32)) {
    resize(app, (width as f32, height as f32), 1.0);
}

fn too_small(app: &mut App) -> Option<String> {
    let says = |text: &String| text.starts_with("This window is too small");
    texts(app).into_iter().find(says)
}

const TINY: [(u32, u32); 8] = [
    (1, 1),
    (320, 320),
    (321, 240),
    (320, 400),
    (1280, 300),
    (1600, 200),
    (5, 900),
    (8192, 320),
];

#[test]
fn a_window_of_any_size_is_drawn_and_one_that_is_too_small_says_so() {
    let mut app = crypt();
    for (width, height) in TINY {
        resize_to(&mut app, (width, height));
        let told = too_small(&mut app).expect("it is said");
        let size = format!("{width} × {height}");
        assert!(told.contains(&size), "{told}");
        assert!(told.contains("at least 960 × 540"), "{told}");
        // Playing on breaks nothing.
        press(&mut app, KeyCode::Period);
        resize_to(&mut app, (1280, 720));
        assert_eq!(too_small(&mut app), None);
    }
    resize_to(&mut app, (960, 540));
    assert_eq!(too_small(&mut app), None);
}

#[test]
fn pages_are_drawn_in_any_window() {
    let mut app = crypt();
    for page in Page::ALL {
        app.world_mut().resource_mut::<Pages>().only(page);
        for (width, height) in TINY {
            resize_to(&mut app, (width, height));
            assert!(too_small(&mut app).is_some(), "{page:?}");
        }
    }
}

#[test]
fn with_large_text_smaller_text_is_the_other_way_out() {
    let mut app = crypt();
    resize_to(&mut app, (1000, 600));
    assert_eq!(too_small(&mut app), None);
    app.world_mut().resource_mut::<foretold_view::TextScale>().0 = 2.0;
    frames(&mut app, 3);
    let told = too_small(&mut app).expect("it is said");
    assert!(
        told.contains("at least 1280 × 720, or the text smaller with Ctrl+"),
        "{told}"
    );
}

/// Textures with letters, and all textures.
fn textures(app: &App) -> (usize, usize) {
    let letters = app.world().resource::<FontAtlasSet>();
    let letters = letters.values().map(Vec::len).sum();
    (letters, app.world().resource::<Assets<Image>>().len())
}

#[test]
fn new_sizes_of_the_window_cost_no_memory_for_good() {
    let mut app = crypt();
    let size = |number: u32| (1000 + number * 17, 600 + number * 11);
    let mut most = (0, 0);
    for number in 0..40 {
        let (width, height) = size(number);
        resize_to(&mut app, (width, height));
        let (letters, all) = textures(&app);
        if number == 10 {
            most = (letters + 8, all - letters);
        }
        assert!(number < 10 || letters <= most.0, "{letters} after {number}");
    }
    // A tile has one texture for each of its sizes, and the same again when the window comes back.
    let all = textures(&app);
    for number in (0..40).rev() {
        let (width, height) = size(number);
        resize_to(&mut app, (width, height));
    }
    let again = textures(&app);
    assert_eq!(all.1 - all.0, again.1 - again.0);
    assert!(all.1 - all.0 - most.1 < 40, "{all:?}");
}
