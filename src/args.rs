//! The command line of `foretold`.

use std::path::PathBuf;

use bevy::math::UVec2;
use clap::Parser;
use foretold_sim::Speed;
use foretold_ui::Page;

const EXAMPLES: &str = "\
Examples:
  foretold
  foretold --battle crypt --seed 7 --paused
  foretold --page battles
  foretold --run kept.run.ron --page map
  foretold --battle bonelord --seed 7 --tick 12 --screenshot bonelord.png";

/// Foretold: a tactics auto-battler where every blow is foretold
///
/// Opens a window with the title, or with a battle if one is named. F1 shows what the keys do.
#[derive(Parser, Clone, Debug)]
#[command(name = "foretold", version, after_help = EXAMPLES)]
pub(crate) struct GameArgs {
    /// The battle to begin with, named like its file; your progress is then neither read nor written
    /// [default: first-blood with --seed, --tick or --screenshot, else none]
    #[arg(long, value_name = "NAME")]
    pub(crate) battle: Option<String>,

    /// The page to begin with: title, battles, replays, settings, new-run or chronicle, over a
    /// battle briefing, pause or result, which plays it to its end, and of a run map or company
    /// [default: title, or none with a battle]
    #[arg(long, value_name = "NAME", value_parser = page)]
    pub(crate) page: Option<Page>,

    /// The seed of the dice: the same seed gives the same battle [default: a fresh one]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,

    /// A kept run to look at: it is neither gone on with nor written
    #[arg(long, value_name = "FILE", conflicts_with_all = ["battle", "seed"])]
    pub(crate) run: Option<PathBuf>,

    /// Play this many ticks (steps, where units take turns) before showing anything; of a run, this
    /// many of its commands
    #[arg(long, value_name = "N")]
    pub(crate) tick: Option<u32>,

    /// How fast time runs: 0.5, 1, 2, 4, 8 or max [default: as in the settings]
    #[arg(long, value_name = "S", value_parser = speed)]
    pub(crate) speed: Option<Speed>,

    /// Begin paused
    #[arg(long)]
    pub(crate) paused: bool,

    /// The folder with the content [default: `assets` here or in a folder above]
    #[arg(long, value_name = "DIR")]
    pub(crate) assets: Option<PathBuf>,

    /// The size of the window or picture, in pixels, each side 1 to 8192
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = size)]
    pub(crate) size: UVec2,

    /// The size of text and lines, in percent: 80 to 200 [default: as in the settings]
    #[arg(long, value_name = "P", value_parser = percent)]
    pub(crate) ui_scale: Option<u16>,

    /// Draw the screen to a PNG file, without a window, and exit
    #[arg(long, value_name = "FILE.png", value_parser = png)]
    pub(crate) screenshot: Option<PathBuf>,
}

impl GameArgs {
    /// The battle to begin with, if any.
    pub(crate) fn first_battle(&self) -> Option<String> {
        if self.run.is_some() {
            return None;
        }
        let wants_one = self.seed.is_some()
            || self.tick.is_some()
            || self.screenshot.is_some() && self.page.is_none()
            || self.page.is_some_and(Page::is_window);
        let own = || wants_one.then(|| "first-blood".to_owned());
        self.battle.clone().or_else(own)
    }

    /// The page to begin with, if it is not the battle.
    pub(crate) fn first_page(&self) -> Option<Page> {
        let has_page = self.first_battle().is_none() && self.run.is_none();
        let title = || has_page.then_some(Page::Title);
        self.page.or_else(title)
    }
}

/// The least and the most pixels along a side.
const SIDES: std::ops::RangeInclusive<u32> = 1..=8192;
const PERCENTS: std::ops::RangeInclusive<u16> = 80..=200;

fn speed(text: &str) -> Result<Speed, String> {
    let means = |speed: &Speed| {
        let on_button = speed.button().trim_end_matches('×');
        [speed.typed(), on_button].contains(&text)
    };
    Speed::ALL.into_iter().find(means).ok_or_else(|| {
        let [others @ .., last] = Speed::ALL.map(Speed::typed);
        format!("expected {} or {last}", others.join(", "))
    })
}

fn page(text: &str) -> Result<Page, String> {
    let named = Page::ALL.into_iter().find(|page| page.name() == text);
    named.ok_or_else(|| {
        let names = Page::ALL.map(Page::name).join(", ");
        format!("expected one of {names}")
    })
}

fn size(text: &str) -> Result<UVec2, String> {
    let side = |text: &str| text.parse().ok().filter(|side| SIDES.contains(side));
    text.split_once(['x', '×'])
        .and_then(|(width, height)| Some(UVec2::new(side(width)?, side(height)?)))
        .ok_or_else(|| {
            let (least, most) = (SIDES.start(), SIDES.end());
            format!("expected width x height such as 1920x1080, each {least} to {most}")
        })
}

fn percent(text: &str) -> Result<u16, String> {
    let number = text.trim_end_matches('%').parse().ok();
    number
        .filter(|percent| PERCENTS.contains(percent))
        .ok_or_else(|| format!("expected {} to {}", PERCENTS.start(), PERCENTS.end()))
}

fn png(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match path.extension() {
        Some(extension) if extension.eq_ignore_ascii_case("png") => Ok(path),
        _ => Err("expected the name of a file that ends in .png".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        GameArgs::command().debug_assert();
    }

    #[test]
    fn without_a_battle_the_game_begins_with_its_title() {
        let typed = |text: &str| {
            let words = text.split_whitespace();
            let args = GameArgs::try_parse_from(std::iter::once("foretold").chain(words));
            let args = args.expect("it can be typed");
            (args.first_battle(), args.first_page())
        };
        let first = Some("first-blood".to_owned());
        assert_eq!(typed(""), (None, Some(Page::Title)));
        assert_eq!(typed("--battle crypt"), (Some("crypt".to_owned()), None));
        assert_eq!(typed("--seed 3"), (first.clone(), None));
        assert_eq!(typed("--tick 0"), (first.clone(), None));
        assert_eq!(typed("--screenshot a.png"), (first.clone(), None));
        assert_eq!(
            typed("--screenshot a.png --page battles"),
            (None, Some(Page::Battles))
        );
        assert_eq!(typed("--page result"), (first, Some(Page::Result)));
        assert!(page("battle").is_err());
    }

    #[test]
    fn what_is_typed_is_read_or_refused() {
        assert_eq!(size("1920x1080"), Ok(UVec2::new(1920, 1080)));
        assert_eq!(size("1x1"), Ok(UVec2::ONE));
        for bad in ["", "1920", "0x0", "1920x", "99999x720", "-5x5", "1e3x720"] {
            assert!(size(bad).is_err(), "{bad}");
        }
        assert_eq!((percent("150"), percent("80%")), (Ok(150), Ok(80)));
        for bad in ["", "79", "201", "-1", "1.5"] {
            assert!(percent(bad).is_err(), "{bad}");
        }
        assert_eq!(speed("max"), Ok(Speed::Instant));
        assert_eq!(
            (speed("0.5"), speed("½")),
            (Ok(Speed::Half), Ok(Speed::Half))
        );
        let refused = Err("expected 0.5, 1, 2, 4, 8 or max".to_owned());
        assert_eq!(speed("3"), refused);
        assert!(png("a.png").is_ok() && png("a.PNG").is_ok());
        assert!(png("a.jpg").is_err() && png("png").is_err());
    }
}
