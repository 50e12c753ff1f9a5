//! Areas wound up, cells on fire and shoves: such a battle is saved, replayed and forecast like any
//! other, and random battles are full of them (rules §13).

use std::collections::BTreeMap;
use std::sync::Arc;

use foretold_battle::brain::{Criterion, Test};
use foretold_battle::testing::{board, fireball, heavy_punch, move_towards, recruit, shove};
use foretold_battle::{
    Action, Aim, Area, Arena, Battle, Decision, Event, Happening, Harm, Session, Shove, Silent,
    Sink, SkillKind, Struck, Suffering, Tempo, Terrain, UnitId, Why, forecast,
};

use crate::random_battle_in;

/// Two fire throwers and two units that push, close to a pit.
fn inferno(tempo: Tempo) -> Arc<Arena> {
    let mage = || {
        recruit()
            .hp(60)
            .gambits([fireball().burns(2).cost(2), move_towards()])
    };
    let guard = || recruit().gambits([shove().cooldown(1), heavy_punch(), move_towards()]);
    let scene = board(
        "
        A . . . . a
        . . # o . .
        B . . . . b
        ",
    )
    .tempo(tempo)
    .unit('A', mage())
    .unit('B', guard())
    .unit('a', mage())
    .unit('b', guard());
    Arc::new(Arena::new(scene.setup()).expect("the inferno is in order"))
}

/// Whether an attack with an area is wound up.
fn winds_up_an_area(battle: &Battle) -> bool {
    battle.units().any(|(_, unit)| {
        let skill = unit
            .wind_up()
            .map(|(skill, ..)| battle.arena().skill(skill));
        skill.is_some_and(
            |skill| matches!(skill.deed, SkillKind::Attack { area, .. } if area != Area::Cell),
        )
    })
}

#[test]
fn in_every_step_it_is_saved_restored_and_forecast() {
    for tempo in Tempo::ALL {
        let mut straight = Battle::start(&inferno(tempo), 5, &mut Silent);
        let mut saved = straight.clone();
        let (mut burnt, mut wound_up) = (0, 0);
        while straight.outcome().is_none() {
            burnt += usize::from(straight.burning().next().is_some());
            wound_up += usize::from(winds_up_an_area(&straight));
            let text = serde_json::to_string(&saved).expect("a battle can be written");
            saved = serde_json::from_str(&text).expect("and read");
            assert!(saved.burning().eq(straight.burning()), "{tempo:?}");
            assert_eq!(saved.blows(), straight.blows(), "{tempo:?}");
            let odds = [&saved, &straight].map(|battle| forecast(battle, 3, 0..2));
            assert_eq!(odds[0], odds[1], "{tempo:?}");
            let (mut one, mut other): (Vec<Event>, Vec<Event>) = Default::default();
            straight.step(&mut one);
            saved.step(&mut other);
            assert_eq!(one, other, "{tempo:?}");
            assert_eq!(saved.fingerprint(), straight.fingerprint(), "{tempo:?}");
        }
        assert!(burnt > 2, "{tempo:?}: fire burnt in {burnt} steps");
        // Nothing winds up where units take turns.
        assert_eq!(wound_up > 2, tempo == Tempo::Ticks, "{tempo:?}: {wound_up}");
    }
}

#[test]
fn it_replays_to_the_bit() {
    for tempo in Tempo::ALL {
        let arena = inferno(tempo);
        let mut session = Session::start(&arena, "inferno", 5);
        while session.step().is_none() {}
        let replay = session.replay();
        assert_eq!(replay.verify(&arena), Ok(()), "{tempo:?}");
        let end = replay.play(&arena, replay.steps());
        let end = end.map(|session| session.battle().fingerprint());
        assert_eq!(end, Ok(session.battle().fingerprint()), "{tempo:?}");
    }
}

/// How often each thing of §13 came about in some battles, by its name.
struct Census {
    arena: Arc<Arena>,
    found: BTreeMap<&'static str, u32>,
}

/// Everything that random battles must have in them.
const ALL_OF_IT: [&str; 21] = [
    "a burst struck",
    "a line struck",
    "a cone struck",
    "an area struck two",
    "an area missed everyone",
    "an attack spared friends",
    "a pull hit",
    "a shove moved a unit",
    "a bump hurt",
    "a unit fell into a pit",
    "a cell was set on fire",
    "a fire hurt",
    "a fire went out",
    "a drain healed",
    "a price was paid",
    "start block was there",
    "it would hit enough enemies",
    "it would not hit enough enemies",
    "it would hit an ally",
    "it would hit no ally",
    "the most hit was chosen",
];

impl Census {
    fn note(&mut self, name: &'static str, found: bool) {
        assert!(ALL_OF_IT.contains(&name), "{name}");
        *self.found.entry(name).or_default() += u32::from(found);
    }

    fn struck(&mut self, struck: Struck) {
        let arena = Arc::clone(&self.arena);
        let skill = arena.skill(struck.skill);
        let strike = skill.strikes()[usize::from(struck.strike)];
        match skill.area() {
            Area::Cell => {}
            Area::Burst(_) => self.note("a burst struck", true),
            Area::Line(_) => self.note("a line struck", true),
            Area::Cone(_) => self.note("a cone struck", true),
        }
        self.note("a pull hit", strike.shoves == Some(Shove::Towards));
        let taken = |harm: Harm| harm.hp_before > harm.hp_after;
        let drained = strike.drains.is_some() && struck.harm.is_some_and(taken);
        self.note("a drain healed", drained);
    }
}

impl Sink for Census {
    fn event(&mut self, event: Event) {
        match event.what {
            Happening::Struck(struck) => self.struck(struck),
            Happening::Whiffed { skill, .. } => {
                let wide = self.arena.skill(skill).area().is_wide();
                self.note("an area missed everyone", wide);
            }
            Happening::Shoved { to, .. } => {
                let pit = self.arena.setup().board.get(to) == Terrain::Pit;
                self.note("a unit fell into a pit", pit);
                self.note("a shove moved a unit", !pit);
            }
            Happening::Suffered { cause, harm, .. } => match cause {
                Suffering::Bump { .. } => self.note("a bump hurt", harm.dealt > 0),
                Suffering::Fire => self.note("a fire hurt", true),
                Suffering::Price => self.note("a price was paid", true),
                Suffering::Poison | Suffering::Hazard => {}
            },
            Happening::SetOnFire { .. } => self.note("a cell was set on fire", true),
            Happening::FireWentOut { .. } => self.note("a fire went out", true),
            _ => {}
        }
    }

    fn wants_why(&self) -> bool {
        true
    }

    fn decided(&mut self, unit: UnitId, decision: Decision) {
        let Why::Gambit(reports) = decision.why else {
            return;
        };
        let arena = Arc::clone(&self.arena);
        let rules = arena.sheet(unit).brain.rules();
        for (rule, report) in rules.iter().zip(reports) {
            let most_hit = rule.on.criterion == Criterion::MostHit;
            let several = report.selection.candidates.len() > 1;
            self.note("the most hit was chosen", most_hit && several);
            for test in report.tests {
                let holds = test.holds != test.clause.negated;
                match test.clause.test {
                    Test::WouldHitEnemies(_) => {
                        self.note("it would hit enough enemies", holds);
                        self.note("it would not hit enough enemies", !holds);
                    }
                    Test::WouldHitAlly => {
                        self.note("it would hit an ally", holds);
                        self.note("it would hit no ally", !holds);
                    }
                    _ => {}
                }
            }
        }
    }
}

/// The 192 battles of the golden fingerprints have everything in them, in each tempo. The equality
/// battles and the property tests draw many more from the same hat.
#[test]
fn random_battles_have_everything_in_them() {
    for (place, tempo) in (0..).zip(Tempo::ALL) {
        let mut found = BTreeMap::new();
        for seed in (0..64).map(|group| 3 * group + place) {
            let mut battle = random_battle_in(tempo, seed);
            let arena = Arc::clone(battle.arena());
            let mut census = Census { arena, found };
            let blocks = battle.units().any(|(_, unit)| unit.block > 0);
            census.note("start block was there", blocks);
            while battle.outcome().is_none() {
                for (by, _) in battle.units() {
                    note_coming(&mut census, &battle, by);
                }
                battle.step(&mut census);
            }
            found = census.found;
        }
        let rare = ALL_OF_IT.iter().filter(|name| found.get(*name) < Some(&5));
        let rare: Vec<_> = rare.collect();
        assert!(rare.is_empty(), "{tempo:?}: {rare:?} of {found:#?}");
    }
}

/// What the attack that a unit is about to land would hit.
fn note_coming(census: &mut Census, battle: &Battle, by: UnitId) {
    let action = battle.decide(by).map(|decision| decision.action);
    let Some(Action::Use {
        skill,
        aim: Aim::Cell(at),
        left: 1,
    }) = action
    else {
        return;
    };
    let (arena, cells) = (battle.arena(), battle.cells_hit(by, skill, at));
    let victims = battle.victims(by, skill, at);
    census.note("an area struck two", victims.len() > 1);
    let spared = battle
        .units()
        .any(|(id, unit)| cells.contains(unit.cell) && unit.is_up() && !victims.contains(id));
    census.note(
        "an attack spared friends",
        arena.skill(skill).spares() && spared,
    );
}
