//! Letters: fonts, sizes and colours of the theme for whoever writes something.

use foretold_content::Sizes;
use foretold_view::Faces;

use crate::prelude::*;

/// Fonts, sizes and colours for whoever writes something.
#[derive(SystemParam)]
pub(crate) struct UiStyle<'w> {
    pub(crate) look: Res<'w, Look>,
    faces: Res<'w, Faces>,
}

/// A text that is only read.
pub(crate) type StyledText = (Text, TextFont, TextColor, Pickable);

impl UiStyle<'_> {
    /// How large things are.
    pub(crate) fn sizes(&self) -> &Sizes {
        &self.look.theme.sizes
    }

    /// The distance between things that belong together.
    pub(crate) fn gap(&self) -> Val {
        px(self.sizes().gap)
    }

    /// The distance between things that do not.
    pub(crate) fn space(&self) -> Val {
        px(self.sizes().space)
    }

    /// How round corners are.
    pub(crate) fn corner(&self) -> BorderRadius {
        BorderRadius::all(px(self.sizes().corner))
    }

    /// Letters of a face and a size.
    pub(crate) fn font(&self, face: Face, size: u16) -> TextFont {
        TextFont {
            font: self.faces.handle(face).into(),
            font_size: FontSize::Px(f32::from(size)),
            ..default()
        }
    }

    fn write(&self, text: impl Into<String>, face: Face, size: u16, ink: Color) -> StyledText {
        let font = self.font(face, size);
        (Text::new(text), font, TextColor(ink), Pickable::IGNORE)
    }

    /// What is read.
    pub(crate) fn plain(&self, text: impl Into<String>, ink: Color) -> StyledText {
        self.write(text, Face::Regular, self.sizes().text, ink)
    }

    /// What is read first.
    pub(crate) fn bold(&self, text: impl Into<String>, ink: Color) -> StyledText {
        self.write(text, Face::Bold, self.sizes().text, ink)
    }

    /// The heading of a panel.
    pub(crate) fn heading(&self, text: impl Into<String>, ink: Color) -> StyledText {
        self.write(text, Face::Display, self.sizes().heading, ink)
    }

    /// The title of a page.
    pub(crate) fn headline(&self, text: impl Into<String>, ink: Color) -> StyledText {
        self.write(text, Face::Display, self.sizes().title, ink)
    }

    /// A remark beside something else.
    pub(crate) fn remark(&self, text: impl Into<String>) -> StyledText {
        self.small(text, self.muted())
    }

    /// What is read last.
    pub(crate) fn small(&self, text: impl Into<String>, ink: Color) -> StyledText {
        self.write(text, Face::Regular, self.sizes().small, ink)
    }

    /// An icon as large as the letters beside it.
    pub(crate) fn sign(&self, icon: Icon, ink: Color) -> StyledText {
        self.write(char::from(icon), Face::Icon, self.sizes().text, ink)
    }

    /// An icon on a button of its own.
    pub(crate) fn icon(&self, icon: Icon, ink: Color) -> StyledText {
        self.write(char::from(icon), Face::Icon, self.sizes().icon, ink)
    }

    /// A piece of a text, in a face and a colour of its own.
    pub(crate) fn span(
        &self,
        text: impl Into<String>,
        face: Face,
        ink: Color,
    ) -> (TextSpan, TextFont, TextColor) {
        let font = self.font(face, self.sizes().text);
        (TextSpan::new(text), font, TextColor(ink))
    }

    /// Everything that is read, in its plain colour.
    pub(crate) fn ink(&self) -> Color {
        colour(self.look.theme.palette.text)
    }

    /// What matters less.
    pub(crate) fn muted(&self) -> Color {
        colour(self.look.theme.palette.muted)
    }
}

/// A word of more letters than these may be wider than what it stands in.
const LONG_WORD: usize = 20;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PostUpdate,
        break_long_words.before(bevy::ui::UiSystems::Content),
    );
}

type NewText = Or<(Changed<Text>, Changed<Children>)>;

/// A name or a path without a space is broken where its line ends, and stays inside its panel.
fn break_long_words(
    mut texts: Query<(&Text, Option<&Children>, &mut TextLayout), NewText>,
    spans: Query<&TextSpan>,
) {
    let is_long = |text: &str| {
        let mut words = text.split_whitespace();
        words.any(|word| word.chars().count() > LONG_WORD)
    };
    for (text, children, mut layout) in &mut texts {
        let mut pieces = children.into_iter().flatten();
        let in_pieces = pieces.any(|piece| spans.get(*piece).is_ok_and(|span| is_long(&span.0)));
        if layout.linebreak == LineBreak::WordBoundary && (in_pieces || is_long(&text.0)) {
            layout.linebreak = LineBreak::WordOrCharacter;
        }
    }
}

/// As much of a text as fits a width in pixels, with an ellipsis if something is left out.
pub(crate) fn fits(text: &str, face: Face, size: u16, width: f32) -> String {
    if text_width(text, face, size) <= width {
        return text.to_owned();
    }
    let advance = |letter: char| face.advance(letter) * f32::from(size);
    let mut room = width - advance('…');
    let kept: String = text
        .chars()
        .take_while(|&letter| {
            room -= advance(letter);
            room >= 0.0
        })
        .collect();
    format!("{}…", kept.trim_end())
}

/// How wide a text is on one line, in pixels.
pub(crate) fn text_width(text: &str, face: Face, size: u16) -> f32 {
    let letters = text.chars();
    letters.map(|letter| face.advance(letter)).sum::<f32>() * f32::from(size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_is_too_long_ends_in_an_ellipsis_and_fits() {
        let long = "Bartholomew the Unreasonably Long-Named";
        assert_eq!(fits(long, Face::Regular, 13, 1_000.0), long);
        for room in [20.0, 60.0, 100.0, 180.0] {
            let short = fits(long, Face::Regular, 13, room);
            assert!(
                short.ends_with('…') && text_width(&short, Face::Regular, 13) <= room,
                "{short}"
            );
        }
        assert_eq!(fits(long, Face::Regular, 13, 0.0), "…");
        assert_eq!(fits("", Face::Regular, 13, 0.0), "");
    }
}
