//! The settings: what the player may change about the game, and which keys do what.

mod key_list;
mod knobs;
mod rebind;
mod restore;

use foretold_content::Hints;

use self::knobs::SettingsKnob;
pub(super) use self::knobs::all_in_words;
use super::{Page, PageBuilder, PageSystems, on_top, turned_to};
use crate::prelude::*;

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
    let here = on_top(Page::Settings);
    app.add_plugins(rebind::plugin).add_systems(
        Update,
        (
            build
                .run_if(
                    turned_to(Page::Settings)
                        .or_else(here.clone().and_then(resource_changed::<Screen>)),
                )
                .in_set(PageSystems),
            (fill, key_list::fill)
                .run_if(here)
                .after(PageSystems)
                .in_set(ViewSystems::Paint),
        ),
    );
}

fn build(mut stage: PageBuilder, screen: Res<Screen>) {
    let wide = screen.size.x / screen.ui_scale >= WIDE;
    stage.set(Page::Settings, "Settings", |frame, style| {
        if wide {
            let both = Node::row(px(24)).share(1.0).min_height(px(0));
            let half = |share: f32| Node::default().share(share).min_width(px(0));
            frame.spawn(both).with_children(|both| {
                both.spawn(half(1.0)).with_children(|left| {
                    scroll_area(left, style, Rows);
                });
                both.spawn(half(1.2)).with_children(|right| {
                    scroll_area(right, style, KeyRows);
                });
            });
        } else {
            scroll_area(frame, style, AllRows).with_children(|area| {
                area.spawn((Rows, Node::column(px(4)).fixed()));
                area.spawn((KeyRows, Node::column(px(4)).fixed()));
            });
        }
    });
}

/// The heading of some settings, apart from what is above.
fn heading(list: &mut ChildSpawnerCommands<'_>, text: &str, style: &UiStyle) {
    list.spawn((
        style.heading(text, style.ink()),
        Node::default().fixed().margin(UiRect::top(style.space())),
    ));
}

/// A setting: what it is called, what it means, and what it is changed with.
fn row(
    parent: &mut ChildSpawnerCommands<'_>,
    knob: SettingsKnob,
    style: &UiStyle,
    control: impl FnOnce(&mut ChildSpawnerCommands<'_>),
) {
    let (name, about, _) = knob.words();
    let line = Node::row(px(16))
        .centred()
        .fixed()
        .padding(UiRect::vertical(px(5)));
    parent.spawn(line).with_children(|line| {
        line.spawn(Node::column(px(1)).share(1.0))
            .with_children(|words| {
                words.spawn(style.bold(name, style.ink()));
                words.spawn(style.plain(about, style.muted()));
            });
        line.spawn(Node::default().fixed()).with_children(control);
    });
}

fn fill(
    mut commands: Commands,
    settings: Res<PlayerSettings>,
    scale: Res<UiScale>,
    place: Single<(Entity, Ref<Rows>)>,
    style: UiStyle,
) {
    let (place, rows) = place.into_inner();
    if !rows.is_added() && !settings.is_changed() && !scale.is_changed() {
        return;
    }
    let chosen = &settings.0;
    let mut place = commands.entity(place);
    place.despawn_children().with_children(|list| {
        heading(list, "Screen", &style);
        for knob in [SettingsKnob::Scale, SettingsKnob::Palette] {
            turn(list, knob, &settings, &scale, &style);
        }
        row(list, SettingsKnob::Motion, &style, |place| {
            let (label, on) = (SettingsKnob::Motion.words().0, chosen.reduced_motion);
            let change = |change: On<ValueChange<bool>>, mut settings: ResMut<PlayerSettings>| {
                settings.0.reduced_motion = change.value;
            };
            checkbox(place, label, on, &style, change);
        });
        heading(list, "Battles", &style);
        for knob in [
            SettingsKnob::Luck,
            SettingsKnob::Speed,
            SettingsKnob::Autofight,
        ] {
            turn(list, knob, &settings, &scale, &style);
        }
        row(list, SettingsKnob::Volume, &style, |place| {
            let number = Stepper {
                value: chosen.volume.into(),
                least: 0,
                most: 100,
                step: 10,
            };
            let text = format!("{}%", chosen.volume);
            place.spawn((
                stepper(SettingsKnob::Volume.words().0, &text, number, &style),
                observe(|moved: On<Stepped>, mut settings: ResMut<PlayerSettings>| {
                    settings.0.volume = u8::try_from(moved.value).unwrap_or(100).min(100);
                }),
            ));
        });
        row(list, SettingsKnob::Hints, &style, |place| {
            let mut again = place.spawn((
                button("Show the hints again", &style),
                observe(|_: On<Activate>, mut settings: ResMut<PlayerSettings>| {
                    settings.0.hints = Hints::default();
                }),
            ));
            again.caption("Show them again", &style);
            if chosen.hints == Hints::default() {
                again.switch_off("They will be shown in the first battle.");
            }
        });
        restore::offer(list, &style);
    });
}

/// A setting with a list to choose from.
fn turn(
    list: &mut ChildSpawnerCommands<'_>,
    knob: SettingsKnob,
    settings: &PlayerSettings,
    scale: &UiScale,
    style: &UiStyle,
) {
    row(list, knob, style, |place| {
        let items = knob.items();
        let chosen = match knob {
            // The command line may have asked for another.
            SettingsKnob::Scale => knobs::step_of(scale),
            _ => knob.chosen(&settings.0),
        };
        let shown = chosen.and_then(|chosen| items.get(chosen)).cloned();
        let menu = Menu { items, chosen };
        let mut list = place.spawn((
            drop_down(knob.words().0, menu, style),
            knob,
            observe(choose),
        ));
        list.caption(shown.unwrap_or_default(), style);
        list.caption_icon(Icon::ChevronDown, style);
    });
}

fn choose(chosen: On<Chosen>, knobs: Query<&SettingsKnob>, mut choice: knobs::SettingsWriter) {
    if let Ok(knob) = knobs.get(chosen.entity) {
        choice.make(*knob, chosen.index);
    }
}
