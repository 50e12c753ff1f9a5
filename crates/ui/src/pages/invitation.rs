//! A page with nothing on it yet: what will stand there, and the button that leads to it.

use crate::prelude::*;

/// How large the emblem is, and how wide the words are at most, in pixels at 100%.
const EMBLEM: f32 = 104.0;
const WORDS: f32 = 520.0;

/// Spawns an invitation in the middle of what is left of a page, and its buttons.
pub(super) fn spawn_invitation(
    frame: &mut ChildSpawnerCommands<'_>,
    icon: Icon,
    (title, text): (&str, &str),
    style: &UiStyle,
    buttons: impl FnOnce(&mut ChildSpawnerCommands<'_>),
) {
    let palette = &style.look.theme.palette;
    let gold = colour(palette.accent);
    let middle = Node::column(px(14))
        .middle()
        .share(1.0)
        .min_height(px(0))
        .padding(UiRect::bottom(px(40)));
    frame
        .spawn((middle, Pickable::IGNORE))
        .with_children(|middle| {
            let disc = Node::default()
                .middle()
                .fixed()
                .size(px(EMBLEM), px(EMBLEM))
                .border(px(3).all())
                .radius(BorderRadius::MAX);
            middle
                .spawn((
                    disc,
                    BackgroundColor(colour(palette.panel)),
                    BorderColor::all(gold),
                    Pickable::IGNORE,
                ))
                .with_children(|disc| {
                    let large = style.font(Face::Icon, style.sizes().display);
                    disc.spawn(style.icon(icon, gold)).insert(large);
                });
            let centred = TextLayout::justify(Justify::Center);
            middle.spawn((style.headline(title, style.ink()), centred));
            middle.spawn((
                style.plain(text, style.ink()),
                centred,
                Node::default().max_width(px(WORDS)),
            ));
            let row = Node::row(px(10)).wrap(px(6)).fixed();
            middle.spawn(row).with_children(buttons);
        });
}
