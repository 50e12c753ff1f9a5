//! Every event has a line, and the line names the units it is about.

use std::collections::BTreeSet;
use std::sync::Arc;

use foretold_battle::testing::{cell, random_command, random_setup_in};
use foretold_battle::{
    Arena, Battle, BreakCause, DrawReason, Event, Happening, MoveFailure, Outcome, SaveResult,
    Setup, ShoveStop, Suffering, Tempo, UnitId, Verdict, narrate, narrate_result,
};

/// What kind of event it is, down to its cause, and the units its line must name.
fn kind(what: &Happening) -> (&'static str, Vec<UnitId>) {
    match *what {
        Happening::Decided { unit, .. } => ("decided", vec![unit]),
        Happening::BlockRaised { unit, by, .. } if unit == by => ("raised own block", vec![unit]),
        Happening::BlockRaised { unit, by, .. } => ("gave block", vec![unit, by]),
        Happening::Struck(ref struck) => {
            let kind = match struck.verdict {
                Verdict::Miss => "missed",
                Verdict::Hit => "hit",
                Verdict::Critical => "critical",
            };
            (kind, vec![struck.by, struck.target])
        }
        Happening::Whiffed { by, .. } => ("whiffed", vec![by]),
        Happening::HelpLost { by, .. } => ("help lost", vec![by]),
        Happening::InitiativeRolled { unit, .. } => ("initiative", vec![unit]),
        Happening::TurnBegan { unit, .. } => ("turn", vec![unit]),
        Happening::PhaseBegan { .. } => ("phase", vec![]),
        Happening::OrderDropped { unit, .. } => ("order dropped", vec![unit]),
        Happening::Interrupted { unit, .. } => ("interrupted", vec![unit]),
        Happening::WentAstray { unit, .. } => ("went astray", vec![unit]),
        Happening::Moved { unit, .. } => ("moved", vec![unit]),
        Happening::MoveFailed { unit, cause, .. } => match cause {
            MoveFailure::Held { by } => ("held", vec![unit, by]),
            MoveFailure::HeadOn { with } => ("head on", vec![unit, with]),
            MoveFailure::LostContest { to, .. } => ("lost contest", vec![unit, to]),
            MoveFailure::Ring { to } => ("ring", vec![unit, to]),
            MoveFailure::Terrain => ("no way", vec![unit]),
        },
        Happening::Healed { unit, by, .. } => ("healed", vec![unit, by]),
        Happening::SanityChanged { unit, .. } => ("sanity", vec![unit]),
        Happening::StatusBegan { unit, .. } => ("status began", vec![unit]),
        Happening::StatusEnded { unit, .. } => ("status ended", vec![unit]),
        Happening::WindUpBroken { unit, cause, .. } => {
            let kind = match cause {
                BreakCause::Stun => "broken by stun",
                BreakCause::Shove => "broken by shove",
                BreakCause::Panic => "broken by panic",
                BreakCause::Falling => "broken by falling",
            };
            (kind, vec![unit])
        }
        Happening::Shoved { unit, by, .. } => ("shoved", vec![unit, by]),
        Happening::ShoveStopped {
            unit, by, cause, ..
        } => match cause {
            ShoveStop::Rooted => ("shove: rooted", vec![unit, by]),
            ShoveStop::Edge => ("shove: edge", vec![unit, by]),
            ShoveStop::Terrain { .. } => ("shove: terrain", vec![unit, by]),
            ShoveStop::Unit { unit: other } => ("shove: unit", vec![unit, by, other]),
        },
        Happening::DeathSave { unit, result, .. } => {
            let kind = match result {
                SaveResult::Pending => "save: pending",
                SaveResult::Stable => "save: stable",
                SaveResult::Revived => "save: revived",
                SaveResult::Dead => "save: dead",
            };
            (kind, vec![unit])
        }
        Happening::HurtWhileDown {
            unit,
            unsettled: false,
            ..
        } => ("hurt while down", vec![unit]),
        Happening::HurtWhileDown { unit, .. } => ("unsettled", vec![unit]),
        Happening::Suffered { unit, cause, .. } => match cause {
            Suffering::Poison => ("poison", vec![unit]),
            Suffering::Hazard => ("hazard", vec![unit]),
            // Whoever pushed is in the line before.
            Suffering::Bump { .. } => ("bump", vec![unit]),
            Suffering::Fire => ("fire", vec![unit]),
            Suffering::Price => ("price", vec![unit]),
        },
        Happening::SetOnFire { by, .. } => ("set on fire", vec![by]),
        Happening::FireWentOut { .. } => ("fire out", vec![]),
        Happening::WentDown { unit, .. } => ("went down", vec![unit]),
        Happening::GotUp { unit, .. } => ("got up", vec![unit]),
        Happening::Fell { unit, .. } => ("fell", vec![unit]),
        Happening::IntentDrawn { unit, .. } => ("intent", vec![unit]),
        Happening::Over { outcome } => match outcome {
            Outcome::Victory => ("victory", vec![]),
            Outcome::Defeat => ("defeat", vec![]),
            Outcome::Draw(DrawReason::BothFell) => ("both fell", vec![]),
            Outcome::Draw(DrawReason::TimeLimit) => ("time limit", vec![]),
        },
    }
}

/// Every kind of event there is.
const KINDS: [&str; 54] = [
    "help lost",
    "initiative",
    "turn",
    "phase",
    "order dropped",
    "interrupted",
    "decided",
    "raised own block",
    "gave block",
    "missed",
    "hit",
    "critical",
    "whiffed",
    "went astray",
    "moved",
    "held",
    "head on",
    "lost contest",
    "ring",
    "no way",
    "healed",
    "sanity",
    "status began",
    "status ended",
    "broken by stun",
    "broken by shove",
    "broken by panic",
    "broken by falling",
    "shoved",
    "shove: rooted",
    "shove: edge",
    "shove: terrain",
    "shove: unit",
    "save: pending",
    "save: stable",
    "save: revived",
    "save: dead",
    "hurt while down",
    "unsettled",
    "poison",
    "hazard",
    "bump",
    "fire",
    "price",
    "set on fire",
    "fire out",
    "went down",
    "got up",
    "fell",
    "intent",
    "victory",
    "defeat",
    "both fell",
    "time limit",
];

/// A random battle in which every unit has a name that cannot be mistaken.
fn named_setup(seed: u64) -> Setup {
    let tempo = [Tempo::Ticks, Tempo::Initiative, Tempo::Phases][seed as usize % 3];
    let mut setup = random_setup_in(tempo, seed);
    for (slot, unit) in setup.units.iter_mut().enumerate() {
        unit.name = format!("<Unit {slot:02}>");
    }
    setup
}

/// A battle's events, the set-up's own included.
fn play(setup: Setup, seed: u64) -> (Arc<Arena>, Vec<Event>) {
    let arena = Arc::new(Arena::new(setup).expect("a good set-up"));
    let mut events = Vec::new();
    let mut battle = Battle::start(&arena, seed, &mut events);
    // A player who gives orders at random, then leaves.
    battle.set_player(true);
    for step in 0..40 {
        let _ = battle.command(&random_command(
            &battle,
            seed.wrapping_mul(97).wrapping_add(step),
        ));
        battle.step(&mut events);
    }
    battle.play(&mut events);
    (arena, events)
}

#[test]
fn every_event_has_a_line_that_names_whom_it_is_about() {
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for seed in 0..300 {
        let (arena, events) = play(named_setup(seed), seed);
        for event in &events {
            let line = narrate(&arena, event);
            let (kind_of_event, units) = kind(&event.what);
            seen.insert(kind_of_event);
            let text = line
                .strip_prefix(&format!("t{} ", event.tick))
                .unwrap_or_else(|| panic!("{line:?} does not begin with its tick"));
            assert!(!text.trim().is_empty(), "{event:?}");
            assert!(!line.contains('?'), "{line}");
            assert!(!line.contains('\n'), "{line}");
            assert!(!line.contains("  "), "{line}");
            let brief = narrate_result(&arena, event);
            for unit in units {
                let name = &arena.sheet(unit).name;
                assert!(line.contains(name.as_str()), "{name} is not in {line}");
                assert!(brief.contains(name.as_str()), "{name} is not in {brief}");
            }
            // How it came about is left out, not what came of it.
            let last = |line: &str| line.rsplit(", ").next().map(str::to_owned);
            if line.contains(" dealt, ") {
                assert_eq!(last(&line), last(&brief));
                assert!(!brief.contains("rolled"), "{brief}");
                assert!(!brief.contains("card"), "{brief}");
            }
        }
    }
    // Rare collisions and a rare end, made up.
    let [a, b] = [0, 1].map(|slot| UnitId::new(slot).expect("one of 24"));
    let arena = Arena::new(named_setup(0)).expect("a good set-up");
    for (cause, words) in [
        (MoveFailure::HeadOn { with: b }, "head on with <Unit 01>"),
        (MoveFailure::Ring { to: b }, "<Unit 01> takes it in a ring"),
    ] {
        let [cell, to] = ["C3", "D4"].map(cell);
        let what = Happening::MoveFailed {
            unit: a,
            cell,
            to,
            cause,
        };
        seen.insert(kind(&what).0);
        assert_eq!(
            narrate(&arena, &Event { tick: 7, what }),
            format!("t7 <Unit 00> stays on C3, not D4: {words}")
        );
    }
    let what = Happening::Over {
        outcome: Outcome::Draw(DrawReason::BothFell),
    };
    seen.insert(kind(&what).0);
    assert_eq!(
        narrate(&arena, &Event { tick: 7, what }),
        "t7 draw: the last of both sides fell together"
    );
    let missing: Vec<&&str> = KINDS.iter().filter(|kind| !seen.contains(*kind)).collect();
    assert!(missing.is_empty(), "never happened: {missing:?}");
}
