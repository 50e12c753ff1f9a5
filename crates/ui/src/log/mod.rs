//! The event log: what happened up to the moment on screen, filtered, searched, copied, exported.
//!
//! Only the lines in view are nodes, so a long log costs no more than a short one.

mod log_lines;
mod rows;
mod tools;

use bevy::input::mouse::MouseScrollUnit;
use bevy::picking::events::Scroll;
use foretold_sim::RewindRequest;
use foretold_view::Unfolded;

use crate::acts::{ALT, CTRL};
use crate::evaluations::Evaluations;
use crate::new_battle::NewBattle;
use crate::prelude::*;
use log_lines::{LogFilter, LogLines};
pub(crate) use log_lines::{actor, is_loud};
use rows::spawn_row;

/// The height of a line, in sizes of its letters.
const LINE: f32 = 1.3;
/// The least width of a line that has others beside it, in pixels at 100%.
const COLUMN: f32 = 440.0;

/// What of the log is in view.
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
struct LogView {
    filter: LogFilter,
    /// The first line in view, if it does not follow the newest.
    held_at: Option<usize>,
    /// The line that the keyboard is at.
    cursor: Option<usize>,
}

/// How many lines have room, and how many there are.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Extent {
    room: usize,
    /// Those that pass the filters.
    count: usize,
    all: usize,
}

impl LogView {
    /// Changes the filter. The log follows the newest again: what was held may be gone.
    fn set_filter(&mut self, change: impl FnOnce(&mut LogFilter)) {
        change(&mut self.filter);
        (self.held_at, self.cursor) = (None, None);
    }

    /// The first line in view.
    fn first(&self, extent: Extent) -> usize {
        let last = extent.count.saturating_sub(extent.room);
        self.held_at.map_or(last, |first| first.min(last))
    }

    /// Moves what is in view; at the end it follows the newest again.
    fn scroll(&mut self, by: isize, extent: Extent) {
        let last = extent.count.saturating_sub(extent.room);
        let to = self.first(extent).saturating_add_signed(by).min(last);
        self.held_at = (to < last).then_some(to);
    }

    /// Moves the cursor, and what is in view with it.
    fn move_cursor(&mut self, to: usize, extent: Extent) {
        let Some(last) = extent.count.checked_sub(1) else {
            return;
        };
        let to = to.min(last);
        self.cursor = Some(to);
        let first = self.first(extent);
        if to < first {
            self.held_at = Some(to);
        } else if to >= first + extent.room {
            self.scroll((to + 1 - first - extent.room) as isize, extent);
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LogLines>()
        .init_resource::<LogView>()
        .init_resource::<Extent>()
        .add_plugins(tools::plugin)
        .add_systems(
            Update,
            (
                build_panel.run_if(any_changed!(Look, Unfolded)),
                measure,
                follow,
                write_lines,
            )
                .chain()
                .in_set(ViewSystems::Paint),
        );
}

/// The place for the lines.
#[derive(Component)]
struct LogList;

/// Three lines beside what opens them, or the lines below the tools.
fn build_panel(
    mut panels: PanelBuilder,
    unfolded: Res<Unfolded>,
    look: Res<Look>,
    mut was_open: Local<Option<bool>>,
) {
    let open = unfolded.log;
    if was_open.replace(open) == Some(open) && !look.is_changed() {
        return;
    }
    let lines = || {
        (
            LogList,
            CapturesKeys::List,
            AccessibleLabel::new("Event log"),
            Node::column(px(0))
                .wrap(px(0))
                .share(1.0)
                .min_height(px(0))
                .min_width(px(0))
                .clipped(),
            observe(walk_by_keys),
            observe(scroll_by_wheel),
        )
    };
    panels.set(Panel::Log, |panel, style| {
        if open {
            tools::spawn(panel, style);
            panel.spawn(lines());
        } else {
            panel
                .spawn(Node::row(style.space()).share(1.0).min_height(px(0)))
                .with_children(|row| {
                    row.spawn(lines());
                    tools::spawn_folded(row, style);
                });
        }
    });
}

fn scroll_by_wheel(
    scroll: On<Pointer<Scroll>>,
    extent: Res<Extent>,
    style: UiStyle,
    mut view: ResMut<LogView>,
    mut turned: Local<f32>,
) {
    // A notch is three lines; a touchpad reports pixels.
    *turned -= match scroll.unit {
        MouseScrollUnit::Line => scroll.y * 3.0,
        MouseScrollUnit::Pixel => scroll.y / line_height(&style),
    };
    let lines = turned.trunc();
    *turned -= lines;
    if lines != 0.0 {
        view.scroll(lines as isize, *extent);
    }
}

fn line_height(style: &UiStyle) -> f32 {
    (f32::from(style.sizes().text) * LINE).round()
}

/// How many lines have room: the folded log is three lines high, but has several beside each other.
fn measure(
    list: Single<&ComputedNode, With<LogList>>,
    (screen, style): (Res<Screen>, UiStyle),
    mut extent: ResMut<Extent>,
) {
    let height = list.size().y * list.inverse_scale_factor;
    let high = (height / line_height(&style)).floor().max(1.0) as usize;
    let room = high * columns(&screen, &style);
    let now = Extent { room, ..*extent };
    extent.set_if_neq(now);
}

/// The width for lines.
fn lines_width(screen: &Screen, style: &UiStyle) -> f32 {
    let beside = if screen.unfolded.log {
        0.0
    } else {
        tools::FOLDED + f32::from(style.sizes().space)
    };
    Panel::Log.room(screen) - beside
}

/// How many lines are beside each other.
fn columns(screen: &Screen, style: &UiStyle) -> usize {
    if screen.unfolded.log {
        1
    } else {
        (lines_width(screen, style) / COLUMN).floor().max(1.0) as usize
    }
}

fn follow(
    battle: If<Res<Shown>>,
    mut another: NewBattle,
    mut view: ResMut<LogView>,
    mut lines: ResMut<LogLines>,
    mut extent: ResMut<Extent>,
) {
    if another.read() {
        // Who was meant may be another now, and what was held is gone.
        view.set_filter(|filter| filter.unit = None);
    }
    // Looking is no change.
    let quiet = lines.bypass_change_detection();
    if quiet.follow(&battle, &view.filter) {
        lines.set_changed();
    }
    let tick = battle.battle().tick();
    extent.set_if_neq(Extent {
        count: lines.count(tick),
        all: lines.count_all(tick),
        ..*extent
    });
}

/// Looks at the moment after a step, stops time for it, and asks why it went so.
#[derive(SystemParam)]
struct Jump<'w> {
    clock: MessageWriter<'w, ClockRequest>,
    rewinds: MessageWriter<'w, RewindRequest>,
    evaluations: ResMut<'w, Evaluations>,
    selection: ResMut<'w, Selection>,
}

impl Jump<'_> {
    fn to(&mut self, tick: u32, by: Option<UnitId>) {
        self.clock.write(ClockRequest::Pause);
        self.rewinds.write(RewindRequest { to: tick });
        self.evaluations.happened = Some(tick);
        if by.is_some() {
            self.selection.set_if_neq(Selection(by));
        }
    }
}

fn write_lines(
    mut commands: Commands,
    battle: If<Res<Shown>>,
    (lines, view, extent): (Res<LogLines>, Res<LogView>, Res<Extent>),
    focus: Res<InputFocus>,
    list: Single<(Entity, Ref<LogList>)>,
    (screen, style): (Res<Screen>, UiStyle),
) {
    let (list, mark) = list.into_inner();
    let news = lines.is_changed() || view.is_changed() || extent.is_changed();
    if !news && !focus.is_changed() && !screen.is_changed() && !mark.is_added() {
        return;
    }
    let mut place = commands.entity(list);
    place.despawn_children();
    let (now, focused) = (battle.battle(), focus.get() == Some(list));
    let width = lines_width(&screen, &style) / columns(&screen, &style) as f32;
    let first = view.first(*extent);
    let mut numbers: Vec<usize> = (first..(first + extent.room).min(extent.count)).collect();
    // Where there is little room, what has happened comes before what comes next: that is on the
    // board.
    let follows = view.held_at.is_none() && view.cursor.is_none();
    if !screen.unfolded.log && follows {
        let is_loud = |number: &usize| lines.get(*number).is_some_and(|line| line.is_loud);
        let newest = (0..extent.count).rev().filter(is_loud).take(extent.room);
        let happened: Vec<usize> = newest.collect();
        if !happened.is_empty() {
            numbers = happened.into_iter().rev().collect();
        }
    }
    place.with_children(|rows| {
        if extent.count == 0 {
            let none = if view.filter == LogFilter::default() {
                "Nothing has happened yet: let time run, or step."
            } else {
                "No line passes the filters."
            };
            rows.spawn(style.plain(none, style.muted()));
        }
        for number in numbers {
            let Some(line) = lines.get(number) else {
                break;
            };
            let at_cursor = focused && view.cursor == Some(number);
            spawn_row(rows, now, line, at_cursor, width, &style);
        }
    });
}

/// The arrows, the page keys, Home and End move in the log; Enter goes to the line's moment.
fn walk_by_keys(
    input: On<FocusedInput<KeyboardInput>>,
    held: Res<ButtonInput<KeyCode>>,
    (lines, extent): (Res<LogLines>, Res<Extent>),
    mut view: ResMut<LogView>,
    mut jump: Jump,
) {
    let chord = held.any_pressed(CTRL) || held.any_pressed(ALT);
    if extent.count == 0 || chord || input.input.repeat || !input.input.state.is_pressed() {
        return;
    }
    let newest = extent.count - 1;
    let here = view.cursor.unwrap_or(newest).min(newest);
    let page = extent.room.max(2) - 1;
    let to = match input.input.key_code {
        KeyCode::ArrowUp => here.saturating_sub(1),
        KeyCode::ArrowDown => here + 1,
        KeyCode::PageUp => here.saturating_sub(page),
        KeyCode::PageDown => here + page,
        KeyCode::Home => 0,
        KeyCode::End => newest,
        KeyCode::Enter | KeyCode::NumpadEnter => {
            if let Some(line) = lines.get(here) {
                jump.to(line.tick, line.by);
            }
            return;
        }
        _ => return,
    };
    view.move_cursor(to, *extent);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_view_stays_inside_the_log() {
        let extent = Extent {
            room: 5,
            count: 20,
            all: 20,
        };
        let mut view = LogView::default();
        assert_eq!(view.first(extent), 15, "it follows the newest");
        view.scroll(-3, extent);
        assert_eq!((view.first(extent), view.held_at), (12, Some(12)));
        view.scroll(-100, extent);
        assert_eq!(view.first(extent), 0);
        view.scroll(100, extent);
        assert_eq!(view.held_at, None, "at the end it follows again");
        view.move_cursor(3, extent);
        assert_eq!(view.first(extent), 3);
        view.move_cursor(9, extent);
        assert_eq!(view.first(extent), 5);
        view.move_cursor(99, extent);
        assert_eq!((view.cursor, view.held_at), (Some(19), None));
        assert_eq!(view.first(Extent { count: 2, ..extent }), 0);
    }
}
