//! Asking a mind changes nothing, and the tick does what was answered (rules §5, §6).

use std::sync::Arc;

use foretold_battle::testing::{aimed_shot, board, random_setup, recruit};
use foretold_battle::{
    Arena, Battle, Cell, Decision, Deck, Event, Happening, Silent, Sink, SkillId, UnitId,
};

/// Listens to the decisions and their reasons.
#[derive(Default)]
struct Curious {
    reasons: Vec<(UnitId, Decision)>,
    events: Vec<Event>,
}

impl Sink for Curious {
    fn event(&mut self, event: Event) {
        self.events.push(event);
    }

    fn wants_why(&self) -> bool {
        true
    }

    fn decided(&mut self, unit: UnitId, decision: Decision) {
        self.reasons.push((unit, decision));
    }
}

fn any_battle(seed: u64) -> Battle {
    let setup = random_setup(seed);
    let arena = Arena::new(setup).unwrap_or_else(|errors| panic!("{errors:?}"));
    Battle::start(&Arc::new(arena), seed, &mut Silent)
}

fn asked(battle: &Battle) -> Vec<(UnitId, Decision)> {
    let standing = battle.units().filter(|(_, unit)| unit.is_up());
    let ask = |id| battle.decide(id).expect("the id is of this battle");
    standing.map(|(id, _)| (id, ask(id))).collect()
}

#[test]
fn asking_changes_nothing_and_the_tick_does_what_was_answered() {
    for seed in 0..60 {
        let mut battle = any_battle(seed);
        while battle.outcome().is_none() && battle.tick() < 40 {
            let before = battle.fingerprint();
            let answers = asked(&battle);
            assert_eq!(battle.fingerprint(), before, "seed {seed}: asking is free");
            assert_eq!(asked(&battle), answers, "seed {seed}: asking twice");
            let mut curious = Curious::default();
            battle.step(&mut curious);
            assert_eq!(curious.reasons, answers, "seed {seed}: the same reasons");
            let done: Vec<_> = curious
                .events
                .iter()
                .filter_map(|event| match event.what {
                    Happening::Decided { unit, action, .. } => Some((unit, action)),
                    _ => None,
                })
                .collect();
            let meant: Vec<_> = answers
                .iter()
                .map(|(unit, decision)| (*unit, decision.action))
                .collect();
            assert_eq!(done, meant, "seed {seed}: the same actions");
        }
    }
}

#[test]
fn a_battle_goes_the_same_way_whether_anyone_wants_to_know_why() {
    for seed in 60..120 {
        let (mut quiet, mut watched) = (any_battle(seed), any_battle(seed));
        for _ in 0..40 {
            quiet.step(&mut Silent);
            watched.step(&mut Curious::default());
            assert_eq!(quiet.fingerprint(), watched.fingerprint(), "seed {seed}");
        }
    }
}

#[test]
fn all_other_questions_are_free_as_well() {
    for seed in 0..20 {
        let mut battle = any_battle(seed);
        for _ in 0..5 {
            battle.step(&mut Silent);
        }
        let before = battle.fingerprint();
        let ids: Vec<UnitId> = battle.units().map(|(id, _)| id).collect();
        let skills = 0..battle.arena().setup().skills.len();
        for skill in skills.map(|at| SkillId(at as u8)) {
            for &unit in &ids {
                for &target in &ids {
                    battle.preview(unit, skill, target);
                }
                for from in Cell::all().step_by(7) {
                    battle.valid_targets(unit, skill, from);
                    battle.reach(skill, from, from);
                }
                battle.intent(unit);
                battle.pile(unit);
            }
        }
        for cell in Cell::all() {
            battle.threats(cell);
        }
        assert_eq!(battle.fingerprint(), before, "seed {seed}");
    }
}

#[test]
fn there_is_no_answer_about_who_and_what_is_not_there() {
    let scene = board("A e")
        .unit(
            'A',
            recruit().gambits([aimed_shot()]).deck(Deck::standard()),
        )
        .unit('e', recruit());
    let battle = scene.start(1);
    let [a, e, nobody] = [0, 1, 2].map(|slot| UnitId::new(slot).expect("slots go up to 23"));
    let (shot, nothing) = (SkillId(0), SkillId(1));
    assert_eq!(battle.decide(nobody), None);
    assert_eq!(battle.intent(nobody), None);
    assert_eq!(battle.intended_skill(nobody), None);
    assert!(battle.pile(a).is_some());
    assert!(battle.pile(e).is_none());
    assert!(battle.pile(nobody).is_none());
    let corner = battle.units().map(|(_, unit)| unit.cell).min();
    let corner = corner.expect("there are units");
    assert_eq!(battle.reach(nothing, corner, corner), None);
    assert!(battle.valid_targets(a, nothing, corner).is_empty());
    assert!(battle.valid_targets(nobody, shot, corner).is_empty());
    assert!(battle.preview(a, shot, e).is_some());
    assert_eq!(battle.preview(nobody, shot, e), None);
    assert_eq!(battle.preview(a, shot, nobody), None);
    assert_eq!(battle.preview(a, nothing, e), None);
}
