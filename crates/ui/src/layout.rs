//! The battle screen: top bar, strip, viewer, two panels, log. [`Screen::panels`] says where each stands;
//! here they become nodes that others fill.

use bevy::input_focus::tab_navigation::TabGroup;
use foretold_view::Panels;

use crate::prelude::*;

/// The room on both sides of what is in the strip.
pub(crate) const STRIP_PADDING: f32 = 8.0;

/// A panel of the battle screen. It has no ground of its own: what is behind everything is dark
/// enough, and large areas cost the most to draw.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Panel {
    /// Clock, timeline, battle, seed and tick.
    Bar,
    /// What the selected unit can be ordered to do.
    Actions,
    /// The selected unit, its skills and its rules.
    Skills,
    /// Why they do what they do.
    Evaluations,
    /// What happened.
    Log,
    /// Who acts after whom. The last one, so that it is one key back from the board.
    Strip,
}

impl Panel {
    pub(crate) const ALL: [Panel; 6] = [
        Panel::Bar,
        Panel::Actions,
        Panel::Skills,
        Panel::Evaluations,
        Panel::Log,
        Panel::Strip,
    ];

    /// What a screen reader calls it.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Panel::Bar => "Time and battle",
            Panel::Actions => "Orders",
            Panel::Skills => "The selected unit, its skills and rules",
            Panel::Evaluations => "Why they act",
            Panel::Log => "Log",
            Panel::Strip => "Who acts when",
        }
    }

    fn rect(self, panels: &Panels) -> Rect {
        match self {
            Panel::Bar => panels.bar,
            Panel::Actions => panels.actions,
            Panel::Skills => panels.skills,
            Panel::Evaluations => panels.evaluations,
            Panel::Log => panels.log,
            Panel::Strip => panels.strip,
        }
    }

    /// The room around what is in it. The actions and the strip have little.
    fn padding(self) -> UiRect {
        match self {
            Panel::Actions => px(4).all(),
            Panel::Strip => UiRect::horizontal(px(STRIP_PADDING)),
            Panel::Bar | Panel::Skills | Panel::Evaluations | Panel::Log => px(8).all(),
        }
    }

    /// The line between the panel and what is left of it or above it; below it for the bar and the
    /// strip, right of the actions.
    fn line(self, panels: &Panels) -> Rect {
        let mut line = self.rect(panels);
        match self {
            Panel::Bar | Panel::Strip => line.min.y = line.max.y - 1.0,
            Panel::Log => line.max.y = line.min.y + 1.0,
            Panel::Actions => line.min.x = line.max.x - 1.0,
            Panel::Skills | Panel::Evaluations => line.max.x = line.min.x + 1.0,
        }
        line
    }
}

/// Where panels are filled.
#[derive(SystemParam)]
pub(crate) struct PanelBuilder<'w, 's> {
    commands: Commands<'w, 's>,
    style: UiStyle<'w>,
    panels: Query<'w, 's, (Entity, &'static Panel)>,
}

impl PanelBuilder<'_, '_> {
    /// Fills a panel, in place of what was in it.
    pub(crate) fn set(
        &mut self,
        panel: Panel,
        fill: impl FnOnce(&mut ChildSpawnerCommands<'_>, &UiStyle),
    ) {
        if let Some((entity, _)) = self.panels.iter().find(|(_, found)| **found == panel) {
            let mut panel = self.commands.entity(entity);
            panel
                .despawn_children()
                .with_children(|panel| fill(panel, &self.style));
        }
    }
}

/// The line beside a panel.
#[derive(Component, Clone, Copy)]
struct LineOf(Panel);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PreStartup, spawn_panels).add_systems(
        Update,
        (place_panels, place_lines)
            .run_if(any_changed!(Screen, Look))
            .in_set(ViewSystems::Paint),
    );
}

fn spawn_panels(mut commands: Commands) {
    for panel in Panel::ALL {
        commands.spawn((
            Name::new(format!("{panel:?}")),
            panel,
            TabGroup::modal(),
            Node::column(px(4))
                .absolute()
                .padding(panel.padding())
                .clipped(),
        ));
        commands.spawn((
            LineOf(panel),
            Node::default().absolute(),
            BackgroundColor::default(),
            Pickable::IGNORE,
        ));
    }
}

fn place_panels(screen: Res<Screen>, mut panels: Query<(&Panel, &mut Node)>) {
    let places = screen.panels();
    for (panel, mut node) in &mut panels {
        put(&mut node, panel.rect(&places), &screen);
    }
}

fn place_lines(
    screen: Res<Screen>,
    look: Res<Look>,
    mut lines: Query<(&LineOf, &mut Node, &mut BackgroundColor)>,
) {
    let places = screen.panels();
    for (LineOf(panel), mut node, mut ink) in &mut lines {
        put(&mut node, panel.line(&places), &screen);
        ink.set_if_neq(BackgroundColor(colour(look.theme.palette.border)));
    }
}

/// Puts a node on a part of the screen. Nodes count in pixels at 100%.
fn put(node: &mut Node, rect: Rect, screen: &Screen) {
    let scaled = |length: f32| px(length / screen.ui_scale);
    (node.left, node.top) = (scaled(rect.min.x), scaled(rect.min.y));
    (node.width, node.height) = (scaled(rect.width()), scaled(rect.height()));
}
