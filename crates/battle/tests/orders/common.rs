//! What the stories of this folder share: a player at the table, in any tempo.

use foretold_battle::brain::Percent;
use foretold_battle::testing::{
    Log, Scene, ScriptedRoll, Story, UnitDraft, cell, d20, light_punch, recruit,
};
use foretold_battle::{
    AutofightMode, AutofightSettings, Happening, Interrupts, Order, OrderRefusal, Plan, Stop,
    Tempo, UnitId,
};

/// All three.
pub(crate) const TEMPOS: [Tempo; 3] = [Tempo::Ticks, Tempo::Initiative, Tempo::Phases];
/// The two in which units take turns.
pub(crate) const TURNS: [Tempo; 2] = [Tempo::Initiative, Tempo::Phases];

/// The one key: Tab.
pub(crate) const TAB: Order = Order::Autofight(AutofightMode::MoveAndAttack);
/// Shift+Tab: no moving.
pub(crate) const SHIFT_TAB: Order = Order::Autofight(AutofightMode::AttackOnly);
/// Ctrl+Tab: fire only.
pub(crate) const CTRL_TAB: Order = Order::Autofight(AutofightMode::FireOnly);

/// A player sits down, and no die is ever rolled; initiative follows the slots.
pub(crate) fn seated(scene: Scene, tempo: Tempo) -> Story {
    seated_with(scene, tempo, [])
}

/// A player sits down, and after initiative these dice are rolled, no others.
pub(crate) fn seated_with(
    scene: Scene,
    tempo: Tempo,
    rolls: impl IntoIterator<Item = ScriptedRoll>,
) -> Story {
    let mut script = Vec::new();
    if tempo == Tempo::Initiative {
        let units = scene.setup().units.len() as u32;
        script.extend((0..units).map(|slot| d20(20 - slot)));
    }
    script.extend(rolls);
    let mut story = scene.tempo(tempo).rolls(script).story();
    story.battle.set_player(true);
    story
}

/// Asserts a log that comes from a table; a failure prints the board.
#[track_caller]
pub(crate) fn assert_lines(log: Log, expected: &[&str]) {
    assert!(
        log.lines
            .iter()
            .map(String::as_str)
            .eq(expected.iter().copied()),
        "the story went differently\n-- log:\n{}\n-- expected:\n{}\n-- board:\n{}",
        log.lines.join("\n"),
        expected.join("\n"),
        log.picture
    );
}

/// The same without the lines that only say whose turn it is.
#[track_caller]
pub(crate) fn assert_deeds(mut log: Log, expected: &[&str]) {
    log.lines.retain(|line| !line.contains(" round "));
    assert_lines(log, expected);
}

/// Autofight's answer when it does not go ahead.
pub(crate) const fn refuses<T>(stop: Stop) -> Result<T, OrderRefusal> {
    Err(OrderRefusal::Autofight(stop))
}

/// What the player does at the table, in few words.
pub(crate) trait Table {
    /// Walk there.
    fn walk(&mut self, letter: char, to: &str) -> Result<(), OrderRefusal>;
    /// Use a skill there.
    fn use_skill(&mut self, letter: char, skill: &str, at: &str) -> Result<(), OrderRefusal>;
    /// An order until released.
    fn keep(&mut self, letter: char, order: Order) -> Result<(), OrderRefusal>;
    /// The one key, once.
    fn press(&mut self, letter: char) -> Result<(), OrderRefusal>;
    /// The one key, and go on.
    fn repeat(&mut self, letter: char) -> Result<(), OrderRefusal>;
    /// What Tab would do.
    fn plan(&self, letter: char) -> Result<Plan, OrderRefusal>;
    /// The letter of Tab's target.
    fn target(&self, letter: char) -> Result<char, OrderRefusal>;
    /// Whether the unit fights on by itself.
    fn repeats(&self, letter: char) -> bool;
    /// Why the unit stopped fighting on.
    fn stopped(&self, letter: char) -> Option<Stop>;
    /// The letters of the units that the battle waits for.
    fn waits_for(&self) -> String;
    /// The name of a unit.
    fn letter(&self, unit: UnitId) -> char;
    /// Every interrupt so far.
    fn interrupts(&self) -> Vec<Stop>;
}

impl Table for Story {
    fn walk(&mut self, letter: char, to: &str) -> Result<(), OrderRefusal> {
        self.order(letter, Order::MoveTo(cell(to)))
    }

    fn use_skill(&mut self, letter: char, skill: &str, at: &str) -> Result<(), OrderRefusal> {
        let skill = self.skill(skill);
        self.order(
            letter,
            Order::Use {
                skill,
                at: cell(at),
            },
        )
    }

    fn keep(&mut self, letter: char, order: Order) -> Result<(), OrderRefusal> {
        let unit = self.id(letter);
        self.battle.order(unit, order, true)
    }

    fn press(&mut self, letter: char) -> Result<(), OrderRefusal> {
        self.order(letter, TAB)
    }

    fn repeat(&mut self, letter: char) -> Result<(), OrderRefusal> {
        self.keep(letter, TAB)
    }

    fn plan(&self, letter: char) -> Result<Plan, OrderRefusal> {
        self.battle
            .autofight_plan(self.id(letter), AutofightMode::MoveAndAttack)
    }

    fn target(&self, letter: char) -> Result<char, OrderRefusal> {
        self.plan(letter).map(|plan| self.letter(plan.target))
    }

    fn repeats(&self, letter: char) -> bool {
        self.unit(letter)
            .order
            .is_some_and(|standing| standing.kept && matches!(standing.order, Order::Autofight(_)))
    }

    fn stopped(&self, letter: char) -> Option<Stop> {
        self.battle.autofight_stop(self.id(letter))
    }

    fn waits_for(&self) -> String {
        self.battle
            .waits_for()
            .iter()
            .map(|unit| self.letter(unit))
            .collect()
    }

    fn letter(&self, unit: UnitId) -> char {
        let name = &self.battle.arena().sheet(unit).name;
        name.chars().next().expect("units are named by a letter")
    }

    fn interrupts(&self) -> Vec<Stop> {
        let stop = |what: &Happening| match *what {
            Happening::Interrupted { stop, .. } => Some(stop),
            _ => None,
        };
        self.events
            .iter()
            .filter_map(|event| stop(&event.what))
            .collect()
    }
}

/// Presses again and again until the repeat goes on; returns the reasons against it.
pub(crate) fn insist(story: &mut Story, letter: char) -> Vec<Stop> {
    let mut stops = Vec::new();
    for _ in 0..4 {
        match story.repeat(letter) {
            Ok(()) => {
                story.ticks(1);
                if story.repeats(letter) {
                    return stops;
                }
                stops.extend(story.stopped(letter));
            }
            Err(OrderRefusal::Autofight(stop)) => stops.push(stop),
            Err(refusal) => panic!("{refusal}"),
        }
    }
    panic!("it never goes on: {stops:?}");
}

/// Plays until something is so; fails if it never is.
#[track_caller]
pub(crate) fn play_until(story: &mut Story, is_so: impl Fn(&Story) -> bool) {
    for _ in 0..50 {
        if is_so(story) {
            return;
        }
        story.ticks(1);
    }
    panic!("it never came to that\n{}", story.log().lines.join("\n"));
}

/// A unit with Light Punch that the player commands, and how it fights on its own.
pub(crate) fn fighter(settings: AutofightSettings) -> UnitDraft {
    recruit()
        .manual()
        .knows([light_punch()])
        .autofight(settings)
}

/// A percentage.
pub(crate) fn percent(share: u8) -> Percent {
    Percent::new(share).expect("at most 100")
}

/// The default settings, changed.
pub(crate) fn settings(change: impl FnOnce(&mut AutofightSettings)) -> AutofightSettings {
    let mut settings = AutofightSettings::default();
    change(&mut settings);
    settings
}

/// Nothing stops a repeat but these.
pub(crate) fn only(change: impl FnOnce(&mut Interrupts)) -> AutofightSettings {
    settings(|settings| {
        settings.interrupts = Interrupts {
            hp_lost: false,
            ambiguous: false,
            target_dead: false,
            hazard: false,
            moved: false,
            ..Interrupts::default()
        };
        change(&mut settings.interrupts);
    })
}
