//! The turns that are foretold are the turns that are taken, and nothing else is given away.

use std::fmt;

use foretold_battle::testing::random_command;
use foretold_battle::{
    Action, Aim, AutofightMode, Battle, Blow, Card, Cell, Event, Faction, ForetoldTurn, Happening,
    Luck, Odds, Order, Phase, Silent, SkillId, Struck, Suffering, Tempo, Terrain, TurnEnd,
    TurnPartKind, UnitId, UnitSet, Verdict,
};
use proptest::prelude::{ProptestConfig, any, prop_assert_eq, proptest};

use crate::blows::with_other_secrets;
use crate::shares::{Luckiness, Share};
use crate::{any_battle, random_battle, random_battle_in};

/// Battles by initiative, and as many by phases: more than 50,000 turns together.
const BATTLES: u64 = 300;

/// What a unit decides to do in a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Did {
    Step(Cell),
    Strike(SkillId, Cell),
    Help(SkillId, UnitId),
}

/// A step of a unit as it came.
struct CameStep {
    did: Did,
    log: Vec<Event>,
}

/// What was foretold against what came, over many battles.
#[derive(Default)]
struct Ledger {
    turns: u32,
    /// Of the unit that acts next: steps that no die and no secret comes before.
    sure: u32,
    /// Of the unit that acts next: what comes after its own dice.
    after_dice: Share,
    /// Of the units after it on its side.
    walks: Share,
    targets: Share,
    blows: Share,
    /// They had their turn at all.
    turns_taken: Share,
    hits: Luckiness,
    kills: Luckiness,
}

impl fmt::Display for Ledger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "turns of the unit that acts next: {}", self.turns)?;
        writeln!(f, "  steps that are sure:   {} (all came true)", self.sure)?;
        writeln!(f, "  steps after own dice:  {}", self.after_dice)?;
        writeln!(f, "units after it on its side")?;
        writeln!(f, "  had their turn:        {}", self.turns_taken)?;
        writeln!(f, "  walks:                 {}", self.walks)?;
        writeln!(f, "  targets:               {}", self.targets)?;
        writeln!(f, "  blows:                 {}", self.blows)?;
        let (hits, kills) = (&self.hits, &self.kills);
        writeln!(
            f,
            "hits: {} tries, {} over",
            hits.tries,
            hits.surplus / 10_000
        )?;
        write!(
            f,
            "kills: {} tries, {} over",
            kills.tries,
            kills.surplus / 10_000
        )
    }
}

/// Each step that was foretold, and whether it is sure.
fn steps(turn: &ForetoldTurn) -> Vec<(Did, bool)> {
    let each = |what: &TurnPartKind| match what {
        TurnPartKind::Walk(cells) => cells.iter().copied().map(Did::Step).collect(),
        TurnPartKind::Strike { blow, .. } => vec![Did::Strike(blow.skill, blow.aim)],
        &TurnPartKind::Help { skill, target, .. } => vec![Did::Help(skill, target)],
    };
    let parts = turn.parts.iter();
    parts
        .flat_map(|part| each(&part.what).into_iter().map(|did| (did, part.sure)))
        .collect()
}

fn did(action: Action) -> Option<Did> {
    match action {
        Action::Idle | Action::Hold => None,
        Action::Step { to } => Some(Did::Step(to)),
        Action::Use { skill, aim, .. } => Some(match aim {
            Aim::Cell(cell) => Did::Strike(skill, cell),
            Aim::Unit(unit) => Did::Help(skill, unit),
        }),
    }
}

/// The unit that acts next, if it still has something of its turn.
fn next_up(battle: &Battle) -> Option<UnitId> {
    let unit = battle.acts_next().first()?;
    let state = battle.unit(unit)?;
    (state.is_up() && !state.turn.over && battle.outcome().is_none()).then_some(unit)
}

/// Plays on as long as the unit is in its turn and the next to act.
fn play_turn(battle: &mut Battle, unit: UnitId) -> Vec<CameStep> {
    let round = battle.round();
    let mut came = Vec::new();
    while next_up(battle) == Some(unit) && battle.round() == round {
        let mut log: Vec<Event> = Vec::new();
        battle.step(&mut log);
        let decided = log.iter().find_map(|event| match event.what {
            Happening::Decided {
                unit: who, action, ..
            } if who == unit => did(action),
            _ => None,
        });
        came.extend(decided.map(|did| CameStep { did, log }));
    }
    came
}

impl Ledger {
    /// The unit that acts next does what was foretold of it.
    fn check_next(&mut self, battle: &Battle, turn: &ForetoldTurn, came: &[CameStep]) {
        let interrupted = battle.in_turn().contains(turn.unit)
            && battle.unit(turn.unit).is_some_and(|unit| !unit.turn.over)
            && battle.outcome().is_none();
        let foretold = steps(turn);
        let dids: Vec<Did> = came.iter().map(|step| step.did).collect();
        let sure: Vec<Did> = foretold
            .iter()
            .take_while(|(_, sure)| *sure)
            .map(|(did, _)| *did)
            .collect();
        if interrupted && dids.len() < sure.len() {
            // Another unit has an order, and comes first.
            assert!(sure.starts_with(&dids), "{turn:?}\ncame: {dids:?}");
            return;
        }
        assert!(dids.starts_with(&sure), "{turn:?}\ncame: {dids:?}");
        let only_walks = sure.iter().all(|did| matches!(did, Did::Step(_)));
        if only_walks && turn.end == TurnEnd::Over {
            assert_eq!(dids, sure, "{turn:?}");
        }
        self.turns += 1;
        self.sure += sure.len() as u32;
        if turn.end == TurnEnd::Over && foretold.len().max(dids.len()) > sure.len() {
            let all: Vec<Did> = foretold.iter().map(|(did, _)| *did).collect();
            self.after_dice.note(all == dids);
        }
        if turn.end == TurnEnd::Astray {
            return;
        }
        let strikes = turn.parts.iter().filter(|part| part.sure);
        let strikes = strikes.filter_map(|part| match &part.what {
            TurnPartKind::Strike {
                blow, kill, others, ..
            } => {
                let all = [(*blow, *kill)].into_iter().chain(others.iter().copied());
                Some(all.collect::<Vec<_>>())
            }
            _ => None,
        });
        let landed = came[..sure.len()]
            .iter()
            .filter(|step| matches!(step.did, Did::Strike(..)));
        for (blows, step) in strikes.zip(landed) {
            for (blow, kill) in &blows {
                self.check_blow(battle, blow, *kill, &step.log);
            }
            let struck = step.log.iter().filter_map(|event| match event.what {
                Happening::Struck(struck) if struck.strike == 0 => Some(struck.target),
                _ => None,
            });
            let foretold: UnitSet = blows.iter().filter_map(|(blow, _)| blow.target).collect();
            assert_eq!(struck.collect::<UnitSet>(), foretold, "{turn:?}");
        }
        for step in &came[..sure.len()] {
            let arrives = |event: &Event| match (event.what, step.did) {
                (Happening::Moved { unit, to, .. }, Did::Step(cell)) => {
                    unit == turn.unit && to == cell
                }
                (_, did) => !matches!(did, Did::Step(_)),
            };
            assert!(step.log.iter().any(arrives), "{turn:?} does not arrive");
        }
    }

    /// A blow hits whom it should, as likely and as hard as it should.
    fn check_blow(&mut self, battle: &Battle, blow: &Blow, kill: Odds, log: &[Event]) {
        let strikes: Vec<Struck> = log
            .iter()
            .filter_map(|event| match event.what {
                Happening::Struck(struck) if struck.by == blow.by => Some(struck),
                _ => None,
            })
            .filter(|struck| blow.target.is_none_or(|target| struck.target == target))
            .collect();
        let Some(first) = strikes.first() else {
            assert_eq!(blow.target, None, "{blow:?} whiffed");
            return;
        };
        assert_eq!(Some(first.target), blow.target, "{blow:?}");
        assert_eq!(Some(first.chance.odds()), blow.odds, "{blow:?}");
        let harms = || strikes.iter().filter_map(|struck| struck.harm);
        let dealt: u16 = harms().map(|harm| harm.dealt).sum();
        let blocked: u16 = harms().map(|harm| harm.blocked).sum();
        assert!(dealt <= blow.most, "{dealt} dealt: {blow:?}");
        assert!(blocked <= blow.blocked, "{blocked} blocked: {blow:?}");
        let certain = battle.arena().house().luck == Luck::Certain;
        let missed = strikes.iter().any(|it| it.verdict == Verdict::Miss);
        let null = harms().any(|harm| harm.card == Some(Card::Null));
        if certain || !(missed || null) {
            assert!(dealt >= blow.least, "{dealt} dealt: {blow:?}");
        }
        if !certain {
            self.hits
                .note(first.chance.odds(), first.verdict != Verdict::Miss);
        }
        let board = &battle.arena().setup().board;
        let pushed = |event: &Event| match event.what {
            Happening::Shoved { unit, to, .. } => {
                unit == first.target && board.get(to) == Terrain::Pit
            }
            _ => false,
        };
        if kill == Odds::NEVER && log.iter().any(pushed) {
            // The downed fall, too; for them no chance to kill is given.
            return;
        }
        let bumps = log.iter().filter_map(|event| match event.what {
            Happening::Suffered { unit, cause, harm } if unit == first.target => {
                matches!(cause, Suffering::Bump { .. }).then_some(harm)
            }
            _ => None,
        });
        let killed = harms()
            .chain(bumps)
            .any(|harm| harm.hp_before > 0 && harm.hp_after == 0)
            || log.iter().any(pushed);
        if kill == Odds::CERTAIN || kill == Odds::NEVER {
            assert_eq!(killed, kill == Odds::CERTAIN, "{blow:?}");
        }
        self.kills.note(kill, killed);
    }

    /// A unit after the next one, against a board that hangs on dice.
    fn note_later(&mut self, turn: &ForetoldTurn, came: &[CameStep]) {
        let foretold: Vec<Did> = steps(turn).into_iter().map(|(did, _)| did).collect();
        let dids: Vec<Did> = came.iter().map(|step| step.did).collect();
        let walk = |dids: &[Did]| -> Vec<Did> {
            let steps = dids.iter().copied();
            steps
                .take_while(|did| matches!(did, Did::Step(_)))
                .collect()
        };
        let act = |dids: &[Did]| {
            dids.iter()
                .copied()
                .find(|did| !matches!(did, Did::Step(_)))
        };
        self.turns_taken.note(true);
        if turn.end == TurnEnd::Astray {
            // Only the first thing that it means to do can be known.
            self.walks.note(walk(&dids).starts_with(&walk(&foretold)));
            return;
        }
        self.walks.note(walk(&foretold) == walk(&dids));
        match (act(&foretold), act(&dids)) {
            (None, None) => {}
            (foretold, came) => {
                let target = |did: Option<Did>| match did {
                    Some(Did::Strike(_, cell)) => Some(Err(cell)),
                    Some(Did::Help(_, unit)) => Some(Ok(unit)),
                    Some(Did::Step(_)) | None => None,
                };
                let skill = |did: Option<Did>| match did {
                    Some(Did::Strike(skill, _) | Did::Help(skill, _)) => Some(skill),
                    Some(Did::Step(_)) | None => None,
                };
                self.targets.note(target(foretold) == target(came));
                self.blows.note(skill(foretold) == skill(came));
            }
        }
    }
}

fn side(battle: &Battle, unit: UnitId) -> Faction {
    battle.arena().sheet(unit).faction
}

/// Plays a battle out and compares every turn with what was foretold right before it, and those
/// of a side in a row with what was foretold before the first of them.
fn compare(battle: &mut Battle, ledger: &mut Ledger) {
    let mut later: Vec<ForetoldTurn> = Vec::new();
    let mut running = None;
    while battle.outcome().is_none() {
        let Some(unit) = next_up(battle) else {
            battle.step(&mut Silent);
            continue;
        };
        let before = battle.fingerprint();
        let turn = battle.foretell(unit).expect("it is its turn");
        let row = (battle.arena().tempo() == Tempo::Phases).then(|| battle.round());
        if running != Some((side(battle, unit), row)) {
            running = Some((side(battle, unit), row));
            later.iter().for_each(|_| ledger.turns_taken.note(false));
            let all = battle.foretell_all();
            assert_eq!(all.first(), Some(&turn), "both questions have one answer");
            let mates = all
                .iter()
                .take_while(|it| side(battle, it.unit) == side(battle, unit));
            later = mates.skip(1).cloned().collect();
        }
        assert_eq!(battle.fingerprint(), before, "asking changes nothing");
        let came = play_turn(battle, unit);
        ledger.check_next(battle, &turn, &came);
        if let Some(place) = later.iter().position(|later| later.unit == unit) {
            let turn = later.remove(place);
            if turn.end != TurnEnd::Hidden {
                ledger.note_later(&turn, &came);
            }
        }
    }
}

fn check_battles(tempo: Tempo) {
    let mut ledger = Ledger::default();
    for seed in 0..BATTLES {
        compare(&mut random_battle_in(tempo, seed), &mut ledger);
    }
    println!("{tempo:?}\n{ledger}\n");
    assert!(
        ledger.turns > 20_000 && ledger.sure > ledger.turns,
        "{ledger}"
    );
    assert!(ledger.hits.is_fair() && ledger.kills.is_fair(), "{ledger}");
    assert!(ledger.walks.is_at_least(95), "{ledger}");
    assert!(ledger.targets.is_at_least(95), "{ledger}");
}

#[test]
fn by_initiative_the_turns_that_are_foretold_are_the_turns_that_come() {
    check_battles(Tempo::Initiative);
}

#[test]
fn by_phases_the_turns_that_are_foretold_are_the_turns_that_come() {
    check_battles(Tempo::Phases);
}

#[test]
fn orders_and_autofight_do_what_was_foretold_until_the_player_is_asked() {
    let mut ledger = Ledger::default();
    for seed in 0..120 {
        let tempo = [Tempo::Initiative, Tempo::Phases][seed as usize % 2];
        let mut battle = random_battle_in(tempo, seed);
        battle.set_player(true);
        let mut whim = seed << 32;
        while battle.outcome().is_none() {
            for _ in 0..3 {
                whim += 1;
                let _ = battle.command(&random_command(&battle, whim));
            }
            if let Some(waiting) = battle.waits_for().first() {
                let asked = battle.foretell(waiting).expect("it is its turn");
                assert_eq!((asked.parts, asked.end), (vec![], TurnEnd::Asked));
                // Nobody can order an enemy that waits: the player leaves it to its rules.
                let passed = battle.order(waiting, Order::EndTurn, false).is_ok();
                battle.set_player(passed);
            }
            let Some(unit) = next_up(&battle) else {
                battle.step(&mut Silent);
                continue;
            };
            let turn = battle.foretell(unit).expect("it is its turn");
            let came = play_turn(&mut battle, unit);
            ledger.check_next(&battle, &turn, &came);
        }
    }
    println!("with orders\n{ledger}\n");
    assert!(ledger.sure > 10_000, "{ledger}");
    assert!(ledger.hits.is_fair() && ledger.kills.is_fair(), "{ledger}");
}

#[test]
fn in_ticks_a_turn_is_the_coming_action_with_its_blow() {
    let mut actions = 0;
    for seed in 0..100 {
        let mut battle = random_battle(seed);
        while battle.outcome().is_none() {
            let turns = battle.foretell_all();
            let mut blows = battle.blows();
            blows.sort_by_key(|blow| (blow.by, blow.target));
            let parts = turns.iter().flat_map(|turn| &turn.parts);
            let foretold = parts.filter_map(|part| match &part.what {
                TurnPartKind::Strike { blow, others, .. } => {
                    let others = others.iter().map(|(blow, _)| *blow);
                    Some([*blow].into_iter().chain(others))
                }
                TurnPartKind::Walk(_) | TurnPartKind::Help { .. } => None,
            });
            let mut foretold: Vec<Blow> = foretold.flatten().collect();
            foretold.sort_by_key(|blow| (blow.by, blow.target));
            assert_eq!(foretold, blows, "{turns:?}");
            let asked = |turn: &ForetoldTurn| battle.foretell(turn.unit).as_ref() == Some(turn);
            assert!(turns.iter().all(asked), "both questions have one answer");
            let mut log: Vec<Event> = Vec::new();
            battle.run(Phase::Decide, &mut log);
            for turn in turns.iter().filter(|turn| turn.end != TurnEnd::Hidden) {
                let action = battle.unit(turn.unit).expect("it is there").action;
                let came: Vec<(Did, bool)> =
                    did(action).into_iter().map(|did| (did, true)).collect();
                assert_eq!(steps(turn), came, "{turn:?}");
                actions += 1;
            }
            battle.step(&mut Silent);
        }
    }
    assert!(actions > 10_000, "{actions}");
}

#[test]
fn what_a_unit_will_hit_is_within_what_it_can_hit() {
    let mut blows = 0;
    for seed in 0..90 {
        let tempo = [Tempo::Initiative, Tempo::Phases, Tempo::Ticks][seed as usize % 3];
        let mut battle = random_battle_in(tempo, seed);
        while battle.outcome().is_none() {
            for (id, unit) in battle.units() {
                // A blow that was begun earlier may have lost its reach, and a unit that had its
                // turn rests and heals until the next.
                let busy = matches!(unit.action, Action::Use { left: 1.., .. });
                let turn = battle.foretell(id).filter(|_| !busy && !unit.turn.over);
                let Some((blow, _)) = turn.as_ref().and_then(ForetoldTurn::blow) else {
                    continue;
                };
                // One that spares its own side may find nobody there, and that is no danger to mark.
                let aimed_at = battle.unit_at(blow.aim);
                let at_friend = aimed_at.is_some_and(|it| side(&battle, it) == side(&battle, id));
                if blow.target.is_none() && at_friend {
                    continue;
                }
                // Strange rules strike their own side, which is no danger to mark.
                if blow
                    .target
                    .is_some_and(|it| side(&battle, it) == side(&battle, id))
                {
                    continue;
                }
                let danger = battle.danger_of(id);
                let reach = danger.now | danger.after_walk;
                assert!(reach.contains(blow.cell), "{tempo:?} {seed}: {turn:?}");
                blows += 1;
            }
            battle.step(&mut Silent);
        }
    }
    assert!(blows > 10_000, "{blows}");
}

#[test]
fn turns_are_foretold_in_the_order_of_things() {
    for seed in 0..60 {
        let tempo = [Tempo::Initiative, Tempo::Phases][seed as usize % 2];
        let mut battle = random_battle_in(tempo, seed);
        while battle.outcome().is_none() {
            let order: Vec<UnitId> = battle.sequence().iter().map(|due| due.unit).collect();
            let place = |turn: ForetoldTurn| order.iter().position(|unit| *unit == turn.unit);
            // Units that fall and are helped up change the order.
            let falls = |turn: &ForetoldTurn| {
                let mut parts = turn.parts.iter();
                parts.any(|part| {
                    matches!(
                        part.what,
                        TurnPartKind::Strike {
                            kill: Odds::CERTAIN,
                            ..
                        }
                    )
                })
            };
            let turns = battle.foretell_all().into_iter();
            let places: Vec<usize> = turns
                .take_while(|it| !falls(it))
                .filter_map(place)
                .collect();
            assert!(places.is_sorted(), "{order:?} {places:?}");
            battle.step(&mut Silent);
        }
    }
}

#[test]
fn what_an_order_would_do_is_what_it_then_does() {
    let mut orders = 0;
    for seed in 0..60 {
        let tempo = [Tempo::Initiative, Tempo::Phases][seed as usize % 2];
        let mut battle = random_battle_in(tempo, seed);
        battle.set_player(true);
        while battle.outcome().is_none() {
            if let Some(unit) = battle.waits_for().first() {
                let order = Order::Autofight(AutofightMode::default());
                let before = battle.fingerprint();
                let foretold = battle.foretell_order(unit, order);
                assert_eq!(battle.fingerprint(), before, "asking changes nothing");
                let accepted = battle.order(unit, order, false).is_ok();
                assert_eq!(foretold.is_some(), accepted);
                if accepted {
                    assert_eq!(foretold, battle.foretell(unit));
                    orders += 1;
                }
                battle.set_player(accepted);
            }
            battle.step(&mut Silent);
            battle.set_player(true);
        }
    }
    assert!(orders > 500, "{orders}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn asking_changes_nothing_and_knows_neither_the_dice_nor_a_hidden_card(
        battle in any_battle(),
        seed in any::<u64>(),
        ahead in 0..90,
    ) {
        let mut battle = battle;
        for _ in 0..ahead {
            battle.step(&mut Silent);
        }
        for step in 0..12 {
            let _ = battle.command(&random_command(&battle, seed.wrapping_add(step)));
            let before = battle.fingerprint();
            let other = with_other_secrets(&battle, seed);
            prop_assert_eq!(battle.foretell_all(), other.foretell_all());
            prop_assert_eq!(battle.foretell_round(), other.foretell_round());
            for (unit, _) in battle.units() {
                prop_assert_eq!(battle.foretell(unit), other.foretell(unit));
            }
            prop_assert_eq!(battle.fingerprint(), before);
            battle.step(&mut Silent);
        }
    }
}
