//! The charts of the report, drawn as SVG. The colours are those of a light page; the style sheet
//! replaces them on a dark one.

use foretold_battle::{Estimate, Faction};
use maud::{Markup, PreEscaped, html};
use plotters::coord::Shift;
use plotters::prelude::{
    ChartBuilder, DrawingArea, EmptyElement, IntoDrawingArea, IntoFont, PathElement, RGBColor,
    Rectangle, SVGBackend, Text, TextStyle,
};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, ShapeStyle};

/// The colours that the style sheet knows.
const INK: RGBColor = RGBColor(0x1c, 0x1b, 0x22);
const GRID: RGBColor = RGBColor(0xd8, 0xd6, 0xd0);
const FRIENDLY: RGBColor = RGBColor(0x2f, 0x6f, 0xb3);
const ENEMY: RGBColor = RGBColor(0xb5, 0x3a, 0x3a);
const NEITHER: RGBColor = RGBColor(0x7a, 0x77, 0x70);

const WIDTH: u32 = 920;
/// The most letters in the name of a bar, and how wide one is.
const LETTERS: usize = 52;
const LETTER: f64 = 8.2;
const ROW: u32 = 26;
const AXIS: u32 = 44;
/// The most columns of a histogram.
const COLUMNS: usize = 60;

/// A bar of a chart.
pub(super) struct ChartBar {
    name: String,
    value: f64,
    /// The ends of the 95% interval.
    interval: Option<(f64, f64)>,
    side: Option<Faction>,
    /// The value in words.
    text: String,
}

impl ChartBar {
    /// A share with its interval, in percent.
    pub(super) fn odds(name: &str, share: Estimate, side: Option<Faction>) -> ChartBar {
        let percent = |odds: foretold_battle::Odds| f64::from(odds.hundredths()) / 100.0;
        let value = percent(share.odds);
        ChartBar {
            name: name.to_owned(),
            value,
            interval: Some((percent(share.low), percent(share.high))),
            side,
            text: format!("{value:.2}%"),
        }
    }

    /// A mean, given in hundredths.
    pub(super) fn mean(name: &str, hundredths: u64, side: Faction) -> ChartBar {
        let value = hundredths as f64 / 100.0;
        ChartBar {
            name: name.to_owned(),
            value,
            interval: None,
            side: Some(side),
            text: format!("{value:.2}"),
        }
    }
}

/// Bars below each other.
pub(super) struct Chart {
    /// Unlike all others on the page.
    pub(super) id: String,
    pub(super) title: String,
    pub(super) desc: String,
    /// What the axis counts.
    pub(super) axis: &'static str,
    pub(super) bars: Vec<ChartBar>,
    /// Where the axis ends; behind the longest bar if it is not said.
    pub(super) most: Option<f64>,
}

type Paper<'a> = DrawingArea<SVGBackend<'a>, Shift>;

impl Chart {
    pub(super) fn draw(&self) -> Markup {
        if self.bars.is_empty() {
            return html! { p { "Nothing to draw: no damage was dealt." } };
        }
        let height = ROW * self.bars.len() as u32 + AXIS;
        figure(&self.id, &self.title, &self.desc, height, |area| {
            self.draw_on(area)
        })
    }

    fn draw_on(&self, area: &Paper<'_>) -> Option<()> {
        let longest = self.bars.iter().map(|bar| bar.value).fold(0.0, f64::max);
        // Room for the numbers behind the bars.
        let most = self.most.unwrap_or(longest.max(0.01)) * 1.18;
        let rows = self.bars.len() as f64;
        let names = self.bars.iter().map(|bar| cut(&bar.name).chars().count());
        let names = names.max().unwrap_or(0) as f64 * LETTER + 16.0;
        let mut chart = ChartBuilder::on(area)
            .y_label_area_size(names)
            .x_label_area_size(AXIS - 6)
            .margin_right(8)
            .build_cartesian_2d(0.0..most, rows..0.0)
            .ok()?;
        let ticks = |value: &f64| match self.most {
            Some(most) if *value > most => String::new(),
            _ => format!("{value}"),
        };
        chart
            .configure_mesh()
            .disable_y_mesh()
            .disable_y_axis()
            .axis_style(GRID)
            .bold_line_style(GRID)
            .light_line_style(GRID.mix(0.0))
            .x_labels(6)
            .x_label_formatter(&ticks)
            .x_desc(self.axis)
            .axis_desc_style(words(13.0))
            .label_style(words(13.0))
            .draw()
            .ok()?;
        for (row, bar) in self.bars.iter().enumerate() {
            let (top, middle) = (row as f64, row as f64 + 0.5);
            let colour = match bar.side {
                Some(Faction::Friendly) => FRIENDLY,
                Some(Faction::Enemy) => ENEMY,
                None => NEITHER,
            };
            let corners = [(0.0, top + 0.18), (bar.value, top + 0.82)];
            let rectangle = Rectangle::new(corners, colour.filled());
            chart.draw_series([rectangle]).ok()?;
            let mut end = bar.value;
            if let Some((low, high)) = bar.interval {
                let line = |from: (f64, f64), to: (f64, f64)| {
                    PathElement::new(vec![from, to], ShapeStyle::from(INK).stroke_width(2))
                };
                let lines = [
                    line((low, middle), (high, middle)),
                    line((low, top + 0.3), (low, top + 0.7)),
                    line((high, top + 0.3), (high, top + 0.7)),
                ];
                chart.draw_series(lines).ok()?;
                end = end.max(high);
            }
            let name = EmptyElement::at((0.0, middle))
                + Text::new(
                    cut(&bar.name),
                    (-8, 0),
                    words(15.0).pos(Pos::new(HPos::Right, VPos::Center)),
                );
            chart.draw_series([name]).ok()?;
            let value = EmptyElement::at((end, middle))
                + Text::new(
                    bar.text.clone(),
                    (8, 0),
                    words(14.0).pos(Pos::new(HPos::Left, VPos::Center)),
                );
            chart.draw_series([value]).ok()?;
        }
        Some(())
    }
}

/// How many battles took how long.
pub(super) fn lengths(id: &str, lengths: &[u64], word: &str) -> Markup {
    let first = lengths.iter().position(|&battles| battles > 0).unwrap_or(0);
    let spread = lengths.len().saturating_sub(first).max(1);
    let wide = spread.div_ceil(COLUMNS);
    let columns: Vec<u64> = lengths
        .get(first..)
        .unwrap_or_default()
        .chunks(wide)
        .map(|some| {
            some.iter()
                .fold(0, |sum: u64, more| sum.saturating_add(*more))
        })
        .collect();
    let most = columns.iter().copied().max().unwrap_or(0).max(1);
    let title = format!("How long the battles took, in {word}s");
    let desc = "A column for each length; the higher, the more battles. The quartiles stand below.";
    figure(id, &title, desc, 240, |area| {
        let start = first as f64;
        let end = start + (columns.len() * wide) as f64;
        let mut chart = ChartBuilder::on(area)
            .y_label_area_size(70)
            .x_label_area_size(AXIS - 6)
            .margin_right(8)
            .margin_top(8)
            .build_cartesian_2d(start - 0.5..end - 0.5, 0.0..most as f64 * 1.05)
            .ok()?;
        let axis = format!("{word}s");
        chart
            .configure_mesh()
            .disable_x_mesh()
            .axis_style(GRID)
            .bold_line_style(GRID)
            .light_line_style(GRID.mix(0.0))
            .x_labels(12)
            .y_labels(5)
            .x_label_formatter(&|value| format!("{value:.0}"))
            .y_label_formatter(&|value| super::grouped(*value as u64))
            .x_desc(axis)
            .y_desc("battles")
            .axis_desc_style(words(13.0))
            .label_style(words(13.0))
            .draw()
            .ok()?;
        let column = |(at, battles): (usize, &u64)| {
            let left = start + (at * wide) as f64 - 0.5;
            let gap = wide as f64 * 0.08;
            let corners = [
                (left + gap, 0.0),
                (left + wide as f64 - gap, *battles as f64),
            ];
            Rectangle::new(corners, NEITHER.filled())
        };
        let drawn = columns
            .iter()
            .enumerate()
            .filter(|(_, battles)| **battles > 0);
        chart.draw_series(drawn.map(column)).ok()?;
        Some(())
    })
}

/// A picture with its name and its meaning, for those who do not see it as well.
fn figure(
    id: &str,
    title: &str,
    desc: &str,
    height: u32,
    draw: impl FnOnce(&Paper<'_>) -> Option<()>,
) -> Markup {
    let mut svg = String::new();
    let area = SVGBackend::with_string(&mut svg, (WIDTH, height)).into_drawing_area();
    let drawn = draw(&area).and_then(|()| area.present().ok());
    drop(area);
    let inside = svg
        .split_once('>')
        .and_then(|(_, rest)| rest.trim_end().strip_suffix("</svg>"));
    html! {
        @match inside.filter(|_| drawn.is_some()) {
            Some(inside) => figure {
                svg.chart role="img" aria-labelledby={ (id) "-title " (id) "-desc" }
                    viewBox={ "0 0 " (WIDTH) " " (height) } {
                    title id={ (id) "-title" } { (title) }
                    desc id={ (id) "-desc" } { (desc) }
                    (PreEscaped(inside))
                }
                figcaption { (title) }
            },
            None => p { (title) ": this could not be drawn; the table has the numbers." },
        }
    }
}

fn words(size: f64) -> TextStyle<'static> {
    ("sans-serif", size * 1.24).into_font().color(&INK)
}

/// A name that fits beside its bar.
fn cut(name: &str) -> String {
    if name.chars().count() <= LETTERS {
        return name.to_owned();
    }
    name.chars().take(LETTERS - 1).chain(['…']).collect()
}
