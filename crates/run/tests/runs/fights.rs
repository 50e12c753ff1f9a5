//! Fights of a run: what they leave behind, omens, and the gate.

use std::collections::BTreeSet;
use std::sync::Arc;

use foretold_battle::{AutofightMode, Cell, Command, Faction, Luck, Order, Outcome, Session};
use foretold_content::PlaceKind;
use foretold_run::policy::{Lore, Player, Policy};
use foretold_run::{JournalEntry, PlaceId, Run, RunCommand, RunDice, RunEnd, RunRefusal, RunStage};

use crate::{begin, give, on_map, play_until, run_with};

fn is_lost(run: &Run) -> bool {
    *run.stage() == RunStage::Fighting
        && run
            .battle()
            .is_some_and(|fight| fight.session.battle().outcome().is_some())
}

#[test]
fn the_battle_is_of_this_company_against_the_fight_that_was_foretold() {
    let mut run = on_map(4);
    let to = run.ways()[0];
    let foretold = run.fight(to).expect("floor 1 is all fights");
    let encounter = run.encounter(to).expect("they can meet");
    give(&mut run, RunCommand::Go { to });
    let fight = run.battle().expect("it has begun");
    assert_eq!(fight.encounter.setup(), encounter.setup());
    let units = &fight.encounter.setup().units;
    let enemies = units.iter().filter(|it| it.faction == Faction::Enemy);
    let stand: Vec<_> = enemies.map(|it| it.cell).collect();
    let foretold: Vec<_> = foretold.enemies.iter().map(|(_, cell)| *cell).collect();
    assert_eq!(stand, foretold);
    for (companion, sheet) in run.company().iter().zip(units) {
        assert_eq!(companion.hp, sheet.hp);
        assert_eq!(companion.rules.len(), sheet.brain.rules().len());
    }
}

#[test]
fn who_foresees_takes_a_lost_battle_back_and_does_something_else() {
    let mut run = run_with(|run| is_lost(run) && run.omens() == 2);
    let lost = run.battle().expect("it is there").session.clone();
    let lore = Arc::new(Lore::of(run.realm()));
    let mut player = Player::new(Policy::Foreseer, &lore, run.start().seed, 0);
    let mut commands = Vec::new();
    loop {
        let command = player.next(&run);
        if matches!(command, RunCommand::Step { .. }) {
            break;
        }
        commands.push(command.clone());
        give(&mut run, command);
    }
    assert!(matches!(commands[0], RunCommand::TakeBack { .. }));
    assert!(commands.len() > 1, "something is changed: {commands:?}");
    let last = lost.last_step();
    let mut goes_on = run.battle().expect("it goes on").session.clone();
    while goes_on.last_step() < last && goes_on.battle().outcome().is_none() {
        goes_on.step();
    }
    let events = |session: &Session| session.events_until(last).copied().collect::<Vec<_>>();
    assert_ne!(events(&goes_on), events(&lost), "{commands:?}");
}

#[test]
fn who_plays_at_random_takes_lost_battles_back_to_any_step_or_gives_up() {
    let lost = run_with(|run| is_lost(run) && run.omens() == 2);
    let last = lost.battle().expect("it is there").session.last_step();
    let lore = Arc::new(Lore::of(lost.realm()));
    let (mut steps, mut changes, mut given_up) = (BTreeSet::new(), 0, 0);
    for seed in 0..400 {
        let mut run = lost.clone();
        let mut player = Player::new(Policy::Random, &lore, seed, 0);
        loop {
            let command = player.next(&run);
            match &command {
                RunCommand::TakeBack { step } => _ = steps.insert(*step),
                RunCommand::GiveUp => given_up += 1,
                RunCommand::Step { .. } => break,
                _ => changes += 1,
            }
            give(&mut run, command);
            if run.end().is_some() {
                break;
            }
        }
    }
    assert_eq!(steps, (0..last).collect(), "every step of {last}");
    assert!(changes > 100, "it mostly does something else: {changes}");
    assert!((1..100).contains(&given_up), "{given_up}");
}

#[test]
fn enemies_stand_in_the_best_cells_of_their_site() {
    for seed in 0..20 {
        let run = on_map(seed);
        for to in run.ways() {
            let fight = run.fight(to).expect("floor 1 is all fights");
            let taken = |cell: &Cell| fight.enemies.iter().any(|(_, stands)| stands == cell);
            for cells in [&fight.site.front, &fight.site.back] {
                let best = cells.iter().take_while(|cell| taken(cell)).count();
                let all = cells.iter().filter(|cell| taken(cell)).count();
                assert_eq!(best, all, "{}{:?}", fight.site, fight.enemies);
            }
        }
    }
}

#[test]
fn after_a_victory_those_who_stand_heal_and_those_who_fell_are_wounded() {
    let won_with_losses = |run: &Run| match run.journal().last() {
        Some(JournalEntry::Fought { outcome, fell, .. }) => {
            *outcome == Outcome::Victory && !fell.is_empty() && run.end().is_none()
        }
        _ => false,
    };
    let run = run_with(won_with_losses);
    let Some(JournalEntry::Fought { fell, .. }) = run.journal().last() else {
        panic!("{:?}", run.journal());
    };
    assert!(matches!(run.stage(), RunStage::Offered(_)));
    for (place, companion) in run.company().iter().enumerate() {
        let most = run.max_hp(companion);
        if fell.contains(&(place as u8)) {
            assert!(companion.wounds >= 1);
            assert_eq!(companion.hp, (most / 4).max(1));
        } else {
            assert!(companion.hp > most / 5, "{} of {most}", companion.hp);
        }
    }
}

#[test]
fn an_omen_takes_a_lost_battle_back_and_costs_one() {
    let mut run = run_with(|run| is_lost(run) && run.omens() == 2);
    let again = run.command(RunCommand::Step { steps: 1 });
    assert_eq!(again, Err(RunRefusal::BattleLost));
    let last = run.battle().expect("it is there").session.last_step();
    let too_late = run.command(RunCommand::TakeBack { step: last });
    assert_eq!(too_late, Err(RunRefusal::NoSuchStep { last }));
    give(&mut run, RunCommand::TakeBack { step: 0 });
    assert_eq!(run.omens(), 1);
    let session = &run.battle().expect("it goes on").session;
    assert_eq!(session.last_step(), 0);
    assert_eq!(session.branches().len(), 1, "the way it went is kept");
    // The same rules, the same dice: it is lost again, and once more.
    for omens in [0, 0] {
        give(&mut run, RunCommand::Step { steps: 1_000 });
        if run.end().is_none() {
            give(&mut run, RunCommand::TakeBack { step: 0 });
            assert_eq!(run.omens(), omens);
        }
    }
    assert_eq!(run.end(), Some(RunEnd::Lost));
}

#[test]
fn an_omen_takes_back_the_orders_of_its_step_and_keeps_earlier_ones_and_rules() {
    let mut run = on_map(4);
    let to = run.ways()[0];
    give(&mut run, RunCommand::Go { to });
    let battle = run.battle().expect("it has begun").session.battle();
    let unit = battle.arena().side(Faction::Friendly).iter().next();
    let unit = unit.expect("there are three");
    let rules = battle.unit(unit).expect("it fights").rules[1..].to_vec();
    let order = Command::Order {
        unit,
        order: Order::Autofight(AutofightMode::MoveAndAttack),
        until_released: false,
    };
    let edit = Command::Rules { unit, rules };
    for command in [&order, &edit] {
        give(&mut run, RunCommand::Battle(order.clone()));
        give(&mut run, RunCommand::Battle(command.clone()));
        give(&mut run, RunCommand::Step { steps: 1 });
    }
    let kept = |run: &Run| {
        let session = &run.battle().expect("it goes on").session;
        let entries = session.entries().iter();
        let kept: Vec<_> = entries.map(|it| (it.step, it.command.clone())).collect();
        (session.last_step(), kept)
    };
    let all = [(0, &order), (0, &order), (1, &order), (1, &edit)];
    let all = all.map(|(step, command)| (step, command.clone()));
    assert_eq!(kept(&run), (2, all.to_vec()));
    give(&mut run, RunCommand::TakeBack { step: 1 });
    let [first, second, _, edited] = all;
    assert_eq!(kept(&run), (1, vec![first, second, edited]));
    give(&mut run, RunCommand::TakeBack { step: 0 });
    assert_eq!(kept(&run), (0, Vec::new()));
}

#[test]
fn without_omens_a_lost_battle_is_the_end() {
    let mut run = run_with(|run| is_lost(run) && run.omens() == 2);
    for _ in 0..2 {
        give(&mut run, RunCommand::TakeBack { step: 0 });
        give(&mut run, RunCommand::Step { steps: 1_000 });
    }
    assert_eq!(run.end(), Some(RunEnd::Lost));
    assert!(run.battle().is_some(), "it can still be looked at");
}

#[test]
fn an_elite_leaves_an_item_besides_the_reward() {
    let won_elite = |run: &Run| {
        let kind = run.place().and_then(|place| run.map().kind(place));
        kind == Some(PlaceKind::Elite) && matches!(run.stage(), RunStage::Offered(_))
    };
    // Towards elites, wherever a way leads to one.
    let mut runs = (0..400).filter_map(|seed| {
        let mut run = on_map(seed);
        let mut dice = RunDice::new(seed, "elites");
        while run.end().is_none() && !won_elite(&run) {
            let elite = |to: &&PlaceId| run.map().kind(**to) == Some(PlaceKind::Elite);
            let to = run.ways().iter().find(elite).copied();
            match to {
                Some(to) => give(&mut run, RunCommand::Go { to }),
                None => {
                    let before = run.commands().len();
                    play_until(&mut run, &mut dice, |now| now.commands().len() > before);
                }
            }
        }
        won_elite(&run).then_some(run)
    });
    let run = runs.next().expect("some elite is beaten");
    assert!(matches!(
        run.journal().last(),
        Some(JournalEntry::Took(foretold_run::RunOffer::Item(_), None))
    ));
}

#[test]
fn steps_in_a_row_are_one_command() {
    let mut run = on_map(4);
    let to = run.ways()[0];
    give(&mut run, RunCommand::Go { to });
    let before = run.commands().len();
    let mut other = run.clone();
    for _ in 0..3 {
        give(&mut run, RunCommand::Step { steps: 1 });
    }
    give(&mut other, RunCommand::Step { steps: 3 });
    assert_eq!(run.commands(), other.commands());
    assert_eq!(run.commands().len(), before + 1);
    assert_eq!(run.fingerprint(), other.fingerprint());
}

#[test]
fn most_fights_come_through_the_gate() {
    let (mut fights, mut outside) = (0, 0);
    for seed in 0..4 {
        let run = begin(seed);
        for place in run.map().places() {
            let Some(fight) = run.fight(place) else {
                continue;
            };
            let bands = run.plan().bands;
            let (low, high) = match fight.kind {
                PlaceKind::Elite => bands.elite,
                PlaceKind::Boss => bands.boss,
                _ => bands.fight,
            };
            let odds = fight.reference.win().odds.hundredths() / 100;
            fights += 1;
            outside += u32::from(!(u16::from(low)..=u16::from(high)).contains(&odds));
            assert!((1..=40).contains(&fight.tried));
            assert!(!fight.enemies.is_empty());
        }
    }
    assert!(fights > 50, "only {fights} fights");
    assert!(
        outside * 20 <= fights,
        "{outside} of {fights} are outside of their band"
    );
}

#[test]
fn luck_is_not_for_sale() {
    let mut run = on_map(4);
    let to = run.ways()[0];
    give(&mut run, RunCommand::Go { to });
    let before = run.fingerprint();
    let luck = RunCommand::Battle(Command::Luck(Luck::Certain));
    assert_eq!(run.command(luck), Err(RunRefusal::TrueDiceOnly));
    assert_eq!(run.fingerprint(), before);
}

#[test]
fn an_order_can_be_taken_back_before_dice_are_rolled() {
    let mut run = on_map(4);
    let to = run.ways()[0];
    give(&mut run, RunCommand::Go { to });
    let before = run.fingerprint();
    let battle = run.battle().expect("it has begun").session.battle();
    let enemy = battle.arena().side(Faction::Enemy).iter().next();
    let unit = enemy.expect("there are enemies");
    let mark = Command::Mark { unit, marked: true };
    give(&mut run, RunCommand::Battle(mark));
    assert_ne!(run.fingerprint(), before);
    give(&mut run, RunCommand::Undo);
    assert_eq!(run.fingerprint(), before);
    assert!(run.command(RunCommand::Undo).is_err());
}
