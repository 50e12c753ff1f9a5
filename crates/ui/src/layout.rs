//! The battle screen: top bar, strip, rosters, viewer, two panels, log. [`Screen::panels`] says where each stands;
//! here they become nodes that others fill.

use bevy::input_focus::tab_navigation::TabGroup;
use foretold_view::Panels;

use crate::prelude::*;

/// The room on both sides of what is in the strip and the rosters.
const STRIP_PADDING: f32 = 8.0;

/// The room around what is in a panel with a ground: its line is on the table.
const PADDING: f32 = 10.0;

/// A panel of the battle screen. The two that are read have a ground, which is painted on the table;
/// the others stand on the table itself.
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
    /// A card for each friend.
    Friends,
    /// A card for each enemy.
    Enemies,
    /// Who acts after whom. The last one, so that it is one key back from the board.
    Strip,
}

impl Panel {
    pub(crate) const ALL: [Panel; 8] = [
        Panel::Bar,
        Panel::Actions,
        Panel::Skills,
        Panel::Evaluations,
        Panel::Log,
        Panel::Friends,
        Panel::Enemies,
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
            Panel::Friends => "Your units",
            Panel::Enemies => "Enemies",
            Panel::Strip => "Who acts when",
        }
    }

    /// Its part of the screen.
    fn rect(self, panels: &Panels) -> Rect {
        match self {
            Panel::Bar => panels.bar,
            Panel::Actions => panels.actions,
            Panel::Skills => panels.skills,
            Panel::Evaluations => panels.evaluations,
            Panel::Log => panels.log,
            Panel::Friends => panels.friends,
            Panel::Enemies => panels.enemies,
            Panel::Strip => panels.strip,
        }
    }

    /// The room around what is in it.
    fn padding(self) -> UiRect {
        match self {
            Panel::Actions => UiRect::axes(px(6), px(0)),
            Panel::Strip => UiRect::horizontal(px(STRIP_PADDING)),
            Panel::Friends | Panel::Enemies => UiRect::axes(px(STRIP_PADDING), px(2)),
            Panel::Skills | Panel::Evaluations => px(PADDING).all(),
            Panel::Log => UiRect::axes(px(12), px(3)),
            Panel::Bar => UiRect::axes(px(12), px(4)),
        }
    }

    /// Where its node is: on its ground, if it has one.
    fn place(self, screen: &Screen) -> Rect {
        let rect = self.rect(&screen.panels());
        match self {
            Panel::Skills | Panel::Evaluations => screen.ground_of(rect),
            _ => rect,
        }
    }

    /// How wide what is in it may be, in pixels at 100%.
    pub(crate) fn room(self, screen: &Screen) -> f32 {
        let width = self.place(screen).width() / screen.ui_scale;
        match self {
            Panel::Skills | Panel::Evaluations => width - 2.0 * PADDING,
            Panel::Log | Panel::Bar => width - 24.0,
            Panel::Actions => width - 12.0,
            Panel::Strip | Panel::Friends | Panel::Enemies => width - 2.0 * STRIP_PADDING,
        }
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

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PreStartup, spawn_panels).add_systems(
        Update,
        place_panels
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
    }
}

/// The line below the title of a panel.
pub(crate) fn title_line(style: &UiStyle) -> impl Bundle {
    (
        Node::default()
            .fixed()
            .height(px(1))
            .margin(UiRect::vertical(px(2))),
        BackgroundColor(colour(style.look.theme.palette.border)),
        Pickable::IGNORE,
    )
}

fn place_panels(screen: Res<Screen>, mut panels: Query<(&Panel, &mut Node)>) {
    for (panel, mut node) in &mut panels {
        put(&mut node, panel.place(&screen), &screen);
    }
}

/// Puts a node on a part of the screen. Nodes count in pixels at 100%.
fn put(node: &mut Node, rect: Rect, screen: &Screen) {
    let scaled = |length: f32| px(length / screen.ui_scale);
    (node.left, node.top) = (scaled(rect.min.x), scaled(rect.min.y));
    (node.width, node.height) = (scaled(rect.width()), scaled(rect.height()));
}
