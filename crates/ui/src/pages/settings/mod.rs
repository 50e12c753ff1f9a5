//! The settings: what the player may change about the game, and which keys do what.

mod key_list;
mod knobs;
mod rebind;
mod restore;

use foretold_content::{Hints, Settings};

use self::knobs::SettingsKnob;
use super::{Page, PageBuilder, PageSystems, must_build, on_top, plate};
use crate::prelude::*;
use crate::settings::LaunchOptions;

/// From this width on, in pixels at 100%, the keys stand beside the other settings, not below them.
const WIDE: f32 = 900.0;

/// Where both stand, one below the other.
#[derive(Component)]
struct AllRows;
/// Where the settings stand besides the keys.
#[derive(Component)]
struct Rows;
/// Where the keys stand.
#[derive(Component)]
struct KeyRows;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(rebind::plugin).add_systems(
        Update,
        (
            build
                .run_if(must_build(Page::Settings, any_changed!(Screen)))
                .in_set(PageSystems),
            (fill, key_list::fill)
                .run_if(on_top(Page::Settings))
                .after(PageSystems)
                .in_set(ViewSystems::Paint),
        ),
    );
}

fn build(mut page: PageBuilder, screen: Res<Screen>) {
    let wide = screen.size.x / screen.ui_scale >= WIDE;
    page.set(Page::Settings, "Settings", |frame, style| {
        if wide {
            let both = Node::row(px(16)).share(1.0).min_height(px(0));
            frame.spawn(both).with_children(|both| {
                plate(both, 1.0, style).with_children(|left| {
                    scroll_area(left, style, Rows);
                });
                plate(both, 1.2, style).with_children(|right| {
                    scroll_area(right, style, KeyRows);
                });
            });
        } else {
            plate(frame, 1.0, style).with_children(|all| {
                scroll_area(all, style, AllRows)
                    .with_child((Rows, Node::column(px(4)).fixed()))
                    .with_child((KeyRows, Node::column(px(4)).fixed()));
            });
        }
    });
}

/// The heading of some settings, apart from what is above.
fn heading(list: &mut ChildSpawnerCommands<'_>, text: &str, style: &UiStyle) {
    list.spawn((
        style.heading(text, colour(style.look.theme.palette.accent)),
        Node::default().fixed().margin(UiRect::top(style.space())),
    ));
}

fn fill(
    mut commands: Commands,
    settings: Res<PlayerSettings>,
    scale: Res<TextScale>,
    place: Single<(Entity, Ref<Rows>)>,
    style: UiStyle,
) {
    let (place, rows) = place.into_inner();
    if !rows.is_added() && !settings.is_changed() && !scale.is_changed() {
        return;
    }
    use SettingsKnob::{
        Ambience, Autofight, Effects, Hints, Luck, Motion, Palette, Scale, Speed, Window,
    };
    let sections: [(&str, &[SettingsKnob]); 3] = [
        ("Screen", &[Scale, Window, Palette, Motion]),
        ("Sound", &[Effects, Ambience]),
        ("Battles", &[Luck, Speed, Autofight, Hints]),
    ];
    let mut place = commands.entity(place);
    place.despawn_children().with_children(|list| {
        for (title, knobs) in sections {
            heading(list, title, &style);
            for &knob in knobs {
                row(list, knob, &settings.0, &scale, &style);
            }
        }
        restore::offer(list, &style);
    });
}

/// A setting: what it is called, what it means, and what it is changed with.
fn row(
    rows: &mut ChildSpawnerCommands<'_>,
    knob: SettingsKnob,
    settings: &Settings,
    scale: &TextScale,
    style: &UiStyle,
) {
    let (name, about, _) = knob.words();
    let line = Node::row(px(16))
        .centred()
        .fixed()
        .padding(UiRect::vertical(px(3)));
    rows.spawn(line).with_children(|line| {
        line.spawn(Node::column(px(1)).share(1.0))
            .with_child(style.bold(name, style.ink()))
            .with_child(style.plain(about, style.muted()));
        line.spawn(Node::default().fixed())
            .with_children(|place| match knob {
                SettingsKnob::Motion => {
                    checkbox(place, name, settings.reduced_motion, style, reduce_motion);
                }
                SettingsKnob::Effects => {
                    volume(place, name, settings.effects, style).observe(set_effects);
                }
                SettingsKnob::Ambience => {
                    volume(place, name, settings.ambience(), style).observe(set_ambience);
                }
                SettingsKnob::Hints => {
                    let mut again = place.spawn(button("Show the hints again", style));
                    again
                        .observe(show_hints_again)
                        .caption("Show them again", style);
                    if settings.hints == Hints::default() {
                        again.switch_off("They will be shown in the first battle.");
                    }
                }
                _ => spawn_list(place, knob, settings.clone(), scale, style),
            });
    });
}

fn reduce_motion(change: On<ValueChange<bool>>, mut settings: ResMut<PlayerSettings>) {
    settings.0.reduced_motion = change.value;
}

/// A volume, in percent.
fn volume<'a>(
    place: &'a mut ChildSpawnerCommands<'_>,
    name: &str,
    percent: u8,
    style: &UiStyle,
) -> EntityCommands<'a> {
    let number = Stepper {
        value: percent.into(),
        least: 0,
        most: 100,
        step: 10,
    };
    place.spawn(stepper(name, &format!("{percent}%"), number, style))
}

fn set_effects(moved: On<Stepped>, mut settings: ResMut<PlayerSettings>) {
    let settings = &mut settings.0;
    // The other volume stays as it is.
    settings.ambience = Some(settings.ambience());
    settings.effects = u8::try_from(moved.value).unwrap_or(100).min(100);
}

fn set_ambience(moved: On<Stepped>, mut settings: ResMut<PlayerSettings>) {
    settings.0.ambience = Some(u8::try_from(moved.value).unwrap_or(100).min(100));
}

fn show_hints_again(_: On<Activate>, mut settings: ResMut<PlayerSettings>) {
    settings.0.hints = Hints::default();
}

/// What a setting is chosen from.
fn spawn_list(
    place: &mut ChildSpawnerCommands<'_>,
    knob: SettingsKnob,
    mut settings: Settings,
    scale: &TextScale,
    style: &UiStyle,
) {
    // The command line may have asked for another.
    settings.scale = Some((scale.0 * 100.0).round() as u16);
    let (items, chosen) = knob.list(&mut settings, None);
    let shown = chosen.and_then(|chosen| items.get(chosen)).cloned();
    let menu = drop_down(knob.words().0, Menu::of(items, chosen), style);
    place
        .spawn((menu, knob, observe(choose)))
        .caption(shown.unwrap_or_default(), style)
        .caption_icon(Icon::ChevronDown, style);
}

/// Chooses an item of a list. It goes before what the command line asked for.
fn choose(
    chosen: On<Chosen>,
    knobs: Query<&SettingsKnob>,
    mut settings: ResMut<PlayerSettings>,
    mut launch: ResMut<LaunchOptions>,
) {
    let Ok(knob) = knobs.get(chosen.entity) else {
        return;
    };
    match knob {
        SettingsKnob::Scale => launch.scale = None,
        SettingsKnob::Speed => launch.speed = None,
        _ => {}
    }
    knob.list(&mut settings.0, Some(chosen.index));
}
