//! Deciding: against the start of the tick, without chance, and open to every question.

use foretold_battle::brain::{Percent, Test};
use foretold_battle::testing::{
    Story, assert_log, board, cell, dodge, guard, heavy_punch, hold, light_punch, move_away,
    move_towards, recruit,
};
use foretold_battle::{Action, Aim, Battle, Decision, Event, Happening, Phase, Sink, UnitId, Why};

use crate::common::{made_up_battle, now_only_uses};

#[test]
fn nobody_reacts_to_a_blow_of_the_same_tick() {
    let unhurt = Percent::new(100).expect("100 is a percentage");
    let scene = board("A e")
        .unit('A', recruit().gambits([light_punch()]))
        .unit(
            'e',
            recruit().gambits([guard().when(Test::MyHpBelow(unhurt)), light_punch()]),
        );
    assert_log!(
        scene.ticks(2),
        [
            "t1 A → e: Light Punch hit, 10 dealt, 90/100",
            "t1 e → A: Light Punch hit, 10 dealt, 90/100",
            "t2 e raises block 8, now 8",
            "t2 A → e: Light Punch hit, 8 blocked, 2 dealt, 88/100",
        ]
    );
}

#[test]
fn nobody_reacts_to_a_step_of_the_same_tick_whoever_joined_first() {
    let expected = [
        "t1 e moves C1 → B1",
        "t2 A → e: Light Punch hit, 10 dealt, 90/100",
    ];
    let scene = board("A . e");
    let a = recruit().gambits([light_punch()]);
    let e = recruit().gambits([move_towards()]);
    let a_first = scene.clone().unit('A', a.clone()).unit('e', e.clone());
    let e_first = scene.unit('e', e).unit('A', a);
    assert_eq!(a_first.ticks(2).lines, expected);
    assert_eq!(e_first.ticks(2).lines, expected);
}

#[test]
fn a_step_is_decided_from_where_everyone_stood() {
    // Both see two free cells between them, so both take one.
    let walker = recruit().gambits([light_punch(), move_towards()]);
    let scene = board("A . . e").unit('A', walker.clone()).unit('e', walker);
    assert_log!(
        scene.ticks(2),
        [
            "t1 A moves A1 → B1",
            "t1 e moves D1 → C1",
            "t2 A → e: Light Punch hit, 10 dealt, 90/100",
            "t2 e → A: Light Punch hit, 10 dealt, 90/100",
        ]
    );
}

#[test]
fn my_cell_is_targeted_is_blind_to_strikes_of_the_same_tick() {
    let wary = recruit().gambits([dodge().when(Test::MyCellTargeted)]);
    let quick = board("A e")
        .unit('A', recruit().gambits([light_punch()]))
        .unit('e', wary.clone());
    assert_log!(
        quick.ticks(2),
        [
            "t1 A → e: Light Punch hit, 10 dealt, 90/100",
            "t2 A → e: Light Punch hit, 10 dealt, 80/100",
        ]
    );
    let heavy = board("A e")
        .unit('A', recruit().gambits([heavy_punch()]))
        .unit('e', wary);
    assert_log!(
        heavy.ticks(2),
        [
            "t1 A winds up Heavy Punch on B1 (2 ticks)",
            "t2 e is dodging for 1",
            "t2 A → e: Heavy Punch hit, 25 dealt, 75/100",
        ]
    );
}

#[test]
fn a_unit_in_the_middle_of_an_action_goes_on_with_it() {
    // Once e has walked off, A's first rule would apply; but its blow is on the way.
    let scene = board(
        "
        A e
        ",
    )
    .unit(
        'A',
        recruit().gambits([
            hold().when_not(Test::EnemyInRange(1)),
            heavy_punch().cost(3),
        ]),
    )
    .unit('e', recruit().gambits([move_away()]));
    let mut story = scene.story();
    assert_log!(
        story.ticks(1),
        [
            "t1 A winds up Heavy Punch on B1 (3 ticks)",
            "t1 e moves B1 → C2",
        ]
    );
    assert_eq!(story.decision('A').why, Why::Busy);
    assert_eq!(story.decision('A').action, heavy_punch_on(&story, "B1", 2));
    assert_log!(
        story.ticks(2),
        [
            "t2 e moves C2 → D2",
            "t3 e moves D2 → E2",
            "t3 A → B1: Heavy Punch whiffs",
        ]
    );
    assert_eq!(story.decision('A').action, Action::Hold);
}

fn heavy_punch_on(story: &Story, name: &str, left: u8) -> Action {
    Action::Use {
        skill: story.skill("Heavy Punch"),
        aim: Aim::Cell(cell(name)),
        left,
    }
}

#[test]
fn asking_shows_what_is_about_to_happen() {
    let scene = board("A e")
        .unit('A', recruit().gambits([heavy_punch()]))
        .unit('e', recruit().gambits([move_away()]));
    let story = scene.story();
    assert_eq!(story.decision('A').action, heavy_punch_on(&story, "B1", 2));
    let away = Action::Step { to: cell("C2") };
    assert_eq!(story.decision('e').action, away);
}

#[test]
fn an_edit_changes_what_is_about_to_happen_at_once() {
    let scene = board("A e")
        .unit('A', recruit().gambits([hold()]).knows([light_punch()]))
        .unit('e', recruit());
    let mut story = scene.story();
    assert_eq!(story.decision('A').action, Action::Hold);
    now_only_uses(&mut story, 'A', "Light Punch");
    assert_eq!(
        story.decision('A').action,
        Action::Use {
            skill: story.skill("Light Punch"),
            aim: Aim::Cell(cell("B1")),
            left: 1
        }
    );
    assert_log!(
        story.ticks(1),
        ["t1 A → e: Light Punch hit, 10 dealt, 90/100"]
    );
}

#[test]
fn an_edit_waits_for_the_end_of_a_wind_up() {
    let scene = board("A e")
        .unit(
            'A',
            recruit().gambits([heavy_punch()]).knows([light_punch()]),
        )
        .unit('e', recruit());
    let mut story = scene.story();
    story.ticks(1);
    now_only_uses(&mut story, 'A', "Light Punch");
    assert_eq!(story.decision('A').why, Why::Busy);
    assert_log!(
        story.ticks(2),
        [
            "t2 A → e: Heavy Punch hit, 25 dealt, 75/100",
            "t3 A → e: Light Punch hit, 10 dealt, 65/100",
        ]
    );
}

#[test]
fn an_edit_between_deciding_and_resolving_comes_too_late_for_the_tick() {
    let scene = board("A e")
        .unit('A', recruit().gambits([light_punch()]).knows([move_away()]))
        .unit('e', recruit());
    let mut story = scene.story();
    story.run(Phase::Decide);
    now_only_uses(&mut story, 'A', "Move away");
    for phase in &Phase::ALL[1..] {
        story.run(*phase);
    }
    assert_log!(story.log(), ["t1 A → e: Light Punch hit, 10 dealt, 90/100"]);
}

/// Asks everyone between all ticks, and writes down what they then really do.
#[derive(Default)]
struct Questioner {
    decided: Vec<(UnitId, Action)>,
    heard: Vec<(UnitId, Decision)>,
}

impl Sink for Questioner {
    fn event(&mut self, event: Event) {
        if let Happening::Decided { unit, action, .. } = event.what {
            self.decided.push((unit, action));
        }
    }

    fn wants_why(&self) -> bool {
        true
    }

    fn decided(&mut self, unit: UnitId, decision: Decision) {
        self.heard.push((unit, decision));
    }
}

fn ask_all(battle: &Battle) -> Vec<(UnitId, Decision)> {
    let standing = battle.units().filter(|(_, unit)| unit.is_up());
    standing
        .map(|(id, _)| (id, battle.decide(id).expect("the id is of this battle")))
        .collect()
}

#[test]
fn asking_changes_nothing_and_everyone_does_as_they_said() {
    for seed in 0..60 {
        let mut asked = made_up_battle(seed);
        let mut unasked = asked.clone();
        while asked.outcome().is_none() {
            let before = asked.fingerprint();
            let answers = ask_all(&asked);
            assert_eq!(answers, ask_all(&asked), "seed {seed}: asked twice");
            assert_eq!(
                asked.fingerprint(),
                before,
                "seed {seed}: asking left a trace"
            );
            let mut questioner = Questioner::default();
            asked.step(&mut questioner);
            let actions: Vec<_> = answers
                .iter()
                .map(|(id, said)| (*id, said.action))
                .collect();
            assert_eq!(
                questioner.decided,
                actions,
                "seed {seed}, tick {}",
                asked.tick()
            );
            assert_eq!(
                questioner.heard,
                answers,
                "seed {seed}, tick {}",
                asked.tick()
            );
            let mut nobody_asks: Vec<Event> = Vec::new();
            unasked.step(&mut nobody_asks);
            assert_eq!(asked.fingerprint(), unasked.fingerprint(), "seed {seed}");
        }
    }
}
