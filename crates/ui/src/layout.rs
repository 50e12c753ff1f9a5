//! The battle screen: top bar, viewer, two panels, log. Where each stands says
//! [`Screen::panels`]; here they become nodes that others fill.

use bevy::prelude::*;
use foretold_view::{Look, Panels, Screen, ViewSystems, colour};

/// A panel of the battle screen.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Panel {
    /// Clock, timeline, battle, seed and tick.
    Bar,
    /// The selected unit and its rules.
    Skills,
    /// Why they do what they do.
    Evaluations,
    /// What happened.
    Log,
}

impl Panel {
    const ALL: [Panel; 4] = [Panel::Bar, Panel::Skills, Panel::Evaluations, Panel::Log];

    fn rect(self, panels: &Panels) -> Rect {
        match self {
            Panel::Bar => panels.bar,
            Panel::Skills => panels.skills,
            Panel::Evaluations => panels.evaluations,
            Panel::Log => panels.log,
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PreStartup, spawn_panels).add_systems(
        Update,
        place_panels
            .run_if(resource_changed::<Screen>.or_else(resource_changed::<Look>))
            .in_set(ViewSystems::Paint),
    );
}

fn spawn_panels(mut commands: Commands) {
    for panel in Panel::ALL {
        commands.spawn((
            Name::new(format!("{panel:?}")),
            panel,
            Node {
                position_type: PositionType::Absolute,
                flex_direction: FlexDirection::Column,
                overflow: Overflow::clip(),
                ..default()
            },
            BackgroundColor::default(),
            BorderColor::default(),
        ));
    }
}

type Placed = (
    &'static Panel,
    &'static mut Node,
    &'static mut BackgroundColor,
    &'static mut BorderColor,
);

fn place_panels(screen: Res<Screen>, look: Res<Look>, mut panels: Query<Placed>) {
    let places = screen.panels();
    let palette = &look.theme.palette;
    for (panel, mut node, mut back, mut border) in &mut panels {
        let rect = panel.rect(&places);
        // Nodes count in pixels at 100%.
        let scaled = |length: f32| px(length / screen.ui_scale);
        (node.left, node.top) = (scaled(rect.min.x), scaled(rect.min.y));
        (node.width, node.height) = (scaled(rect.width()), scaled(rect.height()));
        node.padding = px(8).all();
        node.row_gap = px(4);
        node.border = match panel {
            Panel::Bar => UiRect::bottom(px(1)),
            Panel::Skills | Panel::Evaluations => UiRect::left(px(1)),
            Panel::Log => UiRect::top(px(1)),
        };
        back.set_if_neq(BackgroundColor(colour(palette.panel)));
        border.set_if_neq(BorderColor::all(colour(palette.border)));
    }
}
