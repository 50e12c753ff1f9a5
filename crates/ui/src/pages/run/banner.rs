//! A banner over the board when a fight of the run begins that the player commands: the rules do not
//! play it. It goes with the first order, or by itself.

use std::time::Duration;

use foretold_battle::{Command, Session, Setup};

use crate::command::listed;
use crate::pages::Pages;
use crate::prelude::*;
use crate::toasts::capital;
use crate::widgets::EaseIn;

/// How long it stays if no order is given.
const STAYS: Duration = Duration::from_secs(6);
/// Above panels, below hints.
const LAYER: i32 = 19;
/// How far it stands below the upper edge of the board, in pixels at 100%.
const BELOW: f32 = 2.0;

/// The banner, and for how long it stays.
#[derive(Component)]
struct CommandBanner(Duration);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            raise.run_if(on_message::<BattleStarted>),
            lower.run_if(any_with_component::<CommandBanner>),
        )
            .chain()
            .in_set(ViewSystems::Paint),
    );
}

/// Who is commanded, and what that means.
fn says(setup: &Setup) -> (String, String) {
    let friends = setup
        .units
        .iter()
        .filter(|unit| unit.faction == Faction::Friendly);
    let names: Vec<&str> = friends.map(|unit| unit.name.as_str()).collect();
    let order = capital(setup.tempo.order_of_battle());
    (
        format!("You command: {}", listed(&names)),
        format!("{order}. Your rules rest: every unit waits for your order."),
    )
}

/// Whether an order was given yet.
fn has_order(session: &Session) -> bool {
    let mut entries = session.entries().iter();
    entries.any(|entry| matches!(entry.command, Command::Order { .. }))
}

/// Where it stands: over the upper edge of the board.
fn place(screen: &Screen) -> Node {
    let viewer = screen.panels().viewer;
    let [left, top, width] =
        [viewer.min.x, viewer.min.y, viewer.width()].map(|length| length / screen.ui_scale);
    Node::row(px(0))
        .absolute()
        .middle()
        .left(px(left))
        .top(px(top + BELOW))
        .width(px(width))
}

/// Raises the banner for a battle that has just begun.
fn raise(
    battle: If<Res<Shown>>,
    old: Query<Entity, With<CommandBanner>>,
    screen: Res<Screen>,
    (mut commands, style): (Commands, UiStyle),
) {
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let is_commanded = battle.is_of_run() && battle.encounter().by_hand;
    if !is_commanded || has_order(battle.session()) {
        return;
    }
    let (title, text) = says(battle.encounter().setup());
    let gold = colour(style.look.theme.palette.accent);
    let plate = Node::column(px(2))
        .centred()
        .max_width(percent(94))
        .padding(UiRect::axes(px(18), px(5)))
        .framed(BorderRadius::all(px(8)));
    commands
        .spawn((
            Name::new("Banner"),
            CommandBanner(STAYS),
            place(&screen),
            GlobalZIndex(LAYER),
            Pickable::IGNORE,
            EaseIn::default(),
        ))
        .with_children(|place| {
            let ground = colour(style.look.theme.palette.panel);
            place
                .spawn((
                    plate,
                    BackgroundColor(ground),
                    BorderColor::all(gold),
                    Pickable::IGNORE,
                ))
                .with_children(|plate| {
                    let centred = TextLayout::justify(Justify::Center);
                    plate.spawn((style.heading(title, gold), centred));
                    plate.spawn((style.small(text, style.ink()), centred));
                });
        });
}

/// Keeps it over the board, and takes it down after a while, with the first order, and when a page is
/// opened.
fn lower(
    time: Res<Time>,
    battle: Option<Res<Shown>>,
    (pages, screen): (Res<Pages>, Res<Screen>),
    mut banner: Single<(Entity, &mut CommandBanner, &mut Node)>,
    (mut commands, mut redraw): (Commands, ResMut<RedrawRequests>),
) {
    redraw.request();
    let (entity, left, node) = &mut *banner;
    node.set_if_neq(place(&screen));
    left.0 = left.0.saturating_sub(time.delta());
    let is_ordered = battle.is_none_or(|battle| has_order(battle.session()));
    if left.0.is_zero() || is_ordered || pages.top().is_some() {
        commands.entity(*entity).despawn();
    }
}
