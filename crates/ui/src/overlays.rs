//! The overlays on the board: their keys, and the plate that says what they show.

use foretold_sim::{Forethought, Sequence, Sight, Threats};
use foretold_view::{CardDetails, Overlay};

use crate::prelude::*;

/// Each overlay and the key that shows it.
const OVERLAYS: [(Act, Overlay); 4] = [
    (Act::Threat, Overlay::Threat),
    (Act::AllThreats, Overlay::AllThreats),
    (Act::Cover, Overlay::Sight),
    (Act::Sequence, Overlay::Sequence),
];
/// Around the text, in pixels at 100%.
const PADDING: f32 = 8.0;
/// What the sign that closes the plate takes beside the text.
const CLOSE: f32 = 72.0;

/// The plate above the board.
#[derive(Component)]
struct Plate;
/// What it says.
#[derive(Component)]
struct Meaning;

pub(super) fn plugin(app: &mut App) {
    let rebuilt = any_changed!(Overlay, Look, Screen, KeysInForce);
    let reworded = any_changed!(Forethought, Selection, Hover);
    app.add_systems(
        Update,
        (
            choose_overlay.in_set(ActSystems),
            toggle_details
                .run_if(asked_for(Act::CardDetails))
                .in_set(ActSystems),
            (
                build_plate.run_if(rebuilt.clone()),
                write_plate.run_if(reworded.or_else(rebuilt)),
            )
                .chain()
                .in_set(ViewSystems::Paint),
        ),
    );
}

/// A key shows its overlay or takes it away; Esc closes whatever there is, before anything else.
pub(crate) fn choose_overlay(
    mut acts: ResMut<Acts>,
    battle: Option<Res<Shown>>,
    mut overlay: ResMut<Overlay>,
    mut redraw: ResMut<RedrawRequests>,
) {
    let now = *overlay;
    let mut wanted = now;
    for (act, shown) in OVERLAYS {
        if acts.take(act) {
            wanted = if now == shown { Overlay::None } else { shown };
        }
    }
    let closed = now != Overlay::None && acts.take(Act::Cancel);
    if closed || battle.is_none() {
        wanted = Overlay::None;
    }
    if overlay.set_if_neq(wanted) {
        redraw.request();
    }
}

fn toggle_details(mut details: ResMut<CardDetails>, mut redraw: ResMut<RedrawRequests>) {
    details.0 = !details.0;
    redraw.request();
}

fn build_plate(
    mut commands: Commands,
    (overlay, screen, keys): (Res<Overlay>, Res<Screen>, Res<KeysInForce>),
    old: Query<Entity, With<Plate>>,
    style: UiStyle,
) {
    for plate in &old {
        commands.entity(plate).despawn();
    }
    let Some(title) = overlay.title() else {
        return;
    };
    let (rect, scale) = (overlay.plate(&screen), screen.ui_scale);
    let act = OVERLAYS.iter().find(|(_, shown)| *shown == *overlay);
    let key = act.and_then(|(act, _)| key_for(&keys, *act));
    let tip = match &key {
        Some(key) => format!("Click to close it. Key: {key}, or Esc"),
        None => "Click to close it.".to_owned(),
    };
    let close =
        |_: On<Activate>, mut overlay: ResMut<Overlay>, mut redraw: ResMut<RedrawRequests>| {
            overlay.set_if_neq(Overlay::None);
            redraw.request();
        };
    let label = format!("Close the view: {title}");
    let node = Node::row(style.space())
        .absolute()
        .centred()
        .space_between()
        .size(px(rect.width() / scale), px(rect.height() / scale))
        .left(px(rect.min.x / scale))
        .top(px(rect.min.y / scale))
        .padding(UiRect::axes(px(PADDING), px(3)))
        .border(px(1).all())
        .clipped();
    let mut plate = commands.spawn((
        Name::new("Overlay plate"),
        Plate,
        bare_button(label, 0, &style),
        Tooltip(tip),
        observe(close),
    ));
    plate.insert(node).with_children(|plate| {
        // In a column of its own the text knows how wide it may be.
        let width = px(rect.width() / scale - 2.0 * PADDING - CLOSE);
        plate
            .spawn(Node::column(px(0)).fixed().width(width))
            .with_children(|column| {
                column
                    .spawn(style.bold(format!("{title} "), style.ink()))
                    .with_child((Meaning, style.span("", Face::Regular, style.ink())));
            });
        plate
            .spawn(Node::row(style.gap()).centred().fixed())
            .with_children(|close| {
                let side = px(style.sizes().row);
                let edge = colour(style.look.theme.palette.edge);
                close
                    .spawn((
                        Node::default()
                            .middle()
                            .size(side, side)
                            .framed(style.corner()),
                        BorderColor::all(edge),
                        Pickable::IGNORE,
                    ))
                    .with_child(style.sign(Icon::X, style.ink()));
                close.spawn(style.remark(key.unwrap_or_default()));
            });
    });
}

fn write_plate(
    (overlay, sight, threats, sequence): (Res<Overlay>, Res<Sight>, Res<Threats>, Res<Sequence>),
    battle: If<Res<Shown>>,
    (selection, hover, screen): (Res<Selection>, Res<Hover>, Res<Screen>),
    mut meanings: Query<&mut TextSpan, With<Meaning>>,
    style: UiStyle,
) {
    let Some(title) = overlay.title() else {
        return;
    };
    let text = overlay.meaning(
        battle.battle(),
        (&sight, &threats, &sequence),
        *selection,
        *hover,
    );
    let size = style.sizes().text;
    let room = overlay.plate(&screen).size() / screen.ui_scale;
    let em = f32::from(size);
    let rows = ((room.y - PADDING) / (em * 1.2)).floor().max(1.0);
    let row = room.x - 2.0 * PADDING - CLOSE;
    // Rows end at words, and the title is before it.
    let width = row * (rows * 0.95) - title.len() as f32 * em * 0.62;
    let now = fits(&text, Face::Regular, size, width);
    for mut meaning in &mut meanings {
        if meaning.0 != now {
            meaning.0.clone_from(&now);
        }
    }
}
