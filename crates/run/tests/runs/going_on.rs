//! What a command changes, what it refuses, and what always holds.

use foretold_content::{ItemSlot, PlaceKind};
use foretold_run::{
    JournalEntry, Map, PlaceId, Rest, Run, RunCommand, RunDice, RunEnd, RunOffer, RunRefusal,
    RunStage,
};

use crate::{begin, give, on_map, play_until, run_with};

/// Everything that a player could try, sensible or not.
fn attempts(run: &Run) -> Vec<RunCommand> {
    let mut all = vec![
        RunCommand::Choose {
            companions: vec![0, 1, 2],
        },
        RunCommand::Choose {
            companions: vec![0, 0, 1],
        },
        RunCommand::Choose {
            companions: vec![9],
        },
        RunCommand::Teach {
            companion: 9,
            rules: Vec::new(),
        },
        RunCommand::Wear {
            companion: 0,
            item: "nothing".to_owned(),
        },
        RunCommand::TakeOff {
            companion: 0,
            slot: ItemSlot::Charm,
        },
        RunCommand::Go {
            to: PlaceId {
                floor: 10,
                column: 0,
            },
        },
        RunCommand::Go {
            to: PlaceId {
                floor: 77,
                column: 99,
            },
        },
        RunCommand::Step { steps: 0 },
        RunCommand::TakeBack { step: u32::MAX },
        RunCommand::TakeBack { step: 0 },
        RunCommand::Take {
            offer: 200,
            companion: Some(200),
        },
        RunCommand::Leave,
        RunCommand::Camp(Rest::Heal),
        RunCommand::Camp(Rest::Slot { companion: 99 }),
        RunCommand::Camp(Rest::Learn {
            companion: 0,
            skill: "nothing".to_owned(),
        }),
    ];
    all.extend((0..3).map(|offer| RunCommand::Take {
        offer,
        companion: None,
    }));
    all.extend(run.choices());
    all
}

fn check_laws(run: &Run) {
    assert!(run.company().len() <= 4, "{:?}", run.company());
    for companion in run.company() {
        let most = run.max_hp(companion);
        assert!(
            (1..=most).contains(&companion.hp),
            "{companion:?} of {most}"
        );
        assert!(companion.wounds <= 3 && (1..=6).contains(&companion.slots));
        assert!(companion.rules.len() <= usize::from(companion.slots));
    }
    let known = run.plan().words;
    assert!(known.minus(run.words()).is_empty(), "no word is forgotten");
}

#[test]
fn whatever_is_tried_the_laws_hold_and_a_refusal_changes_nothing() {
    let mut refused = 0;
    for seed in 0..12 {
        let mut run = begin(seed);
        let mut dice = RunDice::new(seed, "attempts");
        for _ in 0..120 {
            let attempts = attempts(&run);
            let attempt = attempts[dice.below(attempts.len())].clone();
            let before = run.fingerprint();
            match run.command(attempt.clone()) {
                Ok(()) => check_laws(&run),
                Err(refusal) => {
                    refused += 1;
                    assert_eq!(run.fingerprint(), before, "{attempt:?}");
                    assert!(!refusal.to_string().is_empty());
                }
            }
            if matches!(run.stage(), RunStage::Fighting) {
                // A lost battle with omens left stays where it is.
                let _ = run.command(RunCommand::Step { steps: 1_000 });
            }
        }
    }
    assert!(refused > 300, "only {refused} attempts were refused");
}

#[test]
fn every_choice_that_is_listed_is_possible() {
    let mut taken = 0;
    for seed in 0..20 {
        let mut run = begin(seed);
        let mut dice = RunDice::new(seed, "choices");
        while run.end().is_none() {
            let choices = run.choices();
            for choice in &choices {
                let mut other = run.clone();
                give(&mut other, choice.clone());
                taken += 1;
            }
            let decided = |now: &Run| now.commands().len() > run.commands().len();
            let mut next = run.clone();
            play_until(&mut next, &mut dice, decided);
            run = next;
        }
    }
    assert!(taken > 300, "only {taken}");
}

#[test]
fn a_run_begins_with_three_of_four() {
    let mut run = begin(1);
    let RunStage::Choosing(offered) = run.stage().clone() else {
        panic!("{:?}", run.stage());
    };
    assert_eq!(offered.len(), 4);
    let too_few = RunCommand::Choose {
        companions: vec![0, 1],
    };
    let refused = run.command(too_few).expect_err("three are chosen");
    assert_eq!(refused, RunRefusal::WrongNumber { expected: 3 });
    let companions = vec![3, 0, 1];
    give(&mut run, RunCommand::Choose { companions });
    let company: Vec<&str> = run.company().iter().map(|it| it.unit.as_str()).collect();
    assert_eq!(company, [&offered[3], &offered[0], &offered[1]]);
    assert_eq!((run.omens(), run.stage()), (2, &RunStage::OnMap));
}

#[test]
fn only_ways_can_be_gone() {
    let mut run = on_map(3);
    let boss = PlaceId {
        floor: 10,
        column: 0,
    };
    assert_eq!(
        run.command(RunCommand::Go { to: boss }),
        Err(RunRefusal::NoWay { to: boss })
    );
    let ways = run.ways();
    assert!(ways.len() >= 2 && ways.iter().all(|to| to.floor == 1));
    give(&mut run, RunCommand::Go { to: ways[0] });
    assert_eq!(run.place(), Some(ways[0]));
    assert_eq!(run.map().kind(ways[0]), Some(PlaceKind::Fight));
}

#[test]
fn what_is_made_does_not_depend_on_what_was_done() {
    let (one, mut other) = (on_map(5), begin(5));
    let companions = vec![3, 1, 2];
    give(&mut other, RunCommand::Choose { companions });
    play_until(&mut other, &mut RunDice::new(5, "other"), |run| {
        run.place().is_some_and(|place| place.floor == 3)
    });
    assert_eq!(one.map(), other.map());
    for place in one.map().places().filter(|place| place.floor <= 4) {
        assert_eq!(one.fight(place), other.fight(place), "{place}");
    }
}

#[test]
fn two_seeds_have_other_maps_and_other_fights() {
    let runs: Vec<Run> = (100..130).map(on_map).collect();
    let mut maps: Vec<&Map> = Vec::new();
    for run in &runs {
        assert!(!maps.contains(&run.map()), "seed {}", run.start().seed);
        maps.push(run.map());
    }
    let first = PlaceId {
        floor: 1,
        column: 0,
    };
    let boards: Vec<_> = runs
        .iter()
        .filter_map(|run| Some(run.fight(first)?.site.board.clone()))
        .collect();
    for (number, board) in boards.iter().enumerate() {
        assert!(!boards[..number].contains(board));
    }
}

#[test]
fn a_camp_heals_half_and_takes_the_wounds_away() {
    let hurt = |run: &Run| {
        *run.stage() == RunStage::AtCamp && run.company().iter().any(|it| it.wounds > 0)
    };
    let mut run = run_with(hurt);
    let before: Vec<u16> = run.company().iter().map(|it| it.hp).collect();
    give(&mut run, RunCommand::Camp(Rest::Heal));
    for (companion, before) in run.company().iter().zip(before) {
        let most = run.max_hp(companion);
        assert_eq!(companion.wounds, 0);
        assert_eq!(companion.hp, (before + most / 2).min(most));
    }
    assert_eq!(*run.stage(), RunStage::OnMap);
}

#[test]
fn a_camp_teaches_one_or_gives_a_slot() {
    let mut run = run_with(|run| *run.stage() == RunStage::AtCamp);
    let learn = run.choices().into_iter().find_map(|choice| match choice {
        RunCommand::Camp(rest @ Rest::Learn { .. }) => Some(rest),
        _ => None,
    });
    let Some(Rest::Learn { companion, skill }) = learn else {
        panic!("somebody can learn something");
    };
    let mut other = run.clone();
    let rest = Rest::Learn {
        companion,
        skill: skill.clone(),
    };
    give(&mut run, RunCommand::Camp(rest));
    let pupil = &run.company()[usize::from(companion)];
    assert!(pupil.knows(run.realm(), &skill) && pupil.learned == [skill]);
    let slots = other.company()[0].slots;
    give(&mut other, RunCommand::Camp(Rest::Slot { companion: 0 }));
    assert_eq!(other.company()[0].slots, slots + 1);
}

#[test]
fn an_item_is_worn_and_taken_off() {
    let mut run = run_with(|run| !run.bag().is_empty() && *run.stage() == RunStage::OnMap);
    let id = run.bag()[0].clone();
    let item = run.realm().item(&id).expect("it is in the content").clone();
    let before = run.max_hp(&run.company()[0]);
    let wear = RunCommand::Wear {
        companion: 0,
        item: id.clone(),
    };
    give(&mut run, wear.clone());
    let wearer = &run.company()[0];
    assert_eq!(wearer.items.get(&item.slot), Some(&id));
    if wearer.wounds == 0 {
        let expected = (i32::from(before) + i32::from(item.hp)).max(1);
        assert_eq!(i32::from(run.max_hp(wearer)), expected);
    }
    assert!(matches!(
        run.command(wear),
        Err(RunRefusal::NotInBag { .. })
    ));
    let take_off = RunCommand::TakeOff {
        companion: 0,
        slot: item.slot,
    };
    give(&mut run, take_off);
    assert!(run.bag().contains(&id) && run.company()[0].items.is_empty());
}

#[test]
fn an_offer_for_one_companion_needs_a_name() {
    let is_slot = |offer: &RunOffer| *offer == RunOffer::Slot;
    let mut run = run_with(|run| match run.stage() {
        RunStage::Offered(offers) => offers.iter().any(is_slot),
        _ => false,
    });
    let RunStage::Offered(offers) = run.stage().clone() else {
        panic!("{:?}", run.stage());
    };
    assert!(offers.len() <= 3);
    let offer = offers.iter().position(is_slot).expect("it is there") as u8;
    let take = |companion| RunCommand::Take { offer, companion };
    assert_eq!(run.command(take(None)), Err(RunRefusal::NeedsCompanion));
    let no_one = run.command(take(Some(7)));
    assert_eq!(no_one, Err(RunRefusal::NoSuchCompanion));
    give(&mut run, take(Some(0)));
    let taken = JournalEntry::Took(RunOffer::Slot, Some(0));
    assert_eq!(run.journal().last(), Some(&taken));
    assert_eq!(*run.stage(), RunStage::OnMap);
}

#[test]
fn a_bargain_is_paid_and_given_or_neither() {
    let mut run = run_with(|run| matches!(run.stage(), RunStage::AtShrine(Some(_))));
    let before = run.fingerprint();
    let nobody = RunCommand::Take {
        offer: 0,
        companion: Some(99),
    };
    if run.command(nobody).is_err() {
        assert_eq!(run.fingerprint(), before);
        let choice = run.choices().remove(0);
        give(&mut run, choice);
    }
    assert_ne!(run.fingerprint(), before);
    assert_eq!(*run.stage(), RunStage::OnMap);
}

#[test]
fn a_run_that_is_given_up_is_over() {
    let mut run = on_map(2);
    give(&mut run, RunCommand::GiveUp);
    assert_eq!(run.end(), Some(RunEnd::GivenUp));
    assert_eq!(run.command(RunCommand::Leave), Err(RunRefusal::Over));
}

#[test]
fn no_walk_of_the_shipped_run_has_three_places_in_a_row_without_a_choice() {
    for seed in 0..300 {
        let run = begin(seed);
        let map = run.map();
        let is_forced = |id: &PlaceId| map.ways_from(Some(*id)).len() == 1;
        for first in map.places().filter(|id| id.floor <= 6 && is_forced(id)) {
            let second = map.ways_from(Some(first))[0];
            let third = is_forced(&second).then(|| map.ways_from(Some(second))[0]);
            let corridor = third.is_some_and(|third| is_forced(&third));
            assert!(!corridor, "seed {seed}: from {first} on");
        }
    }
}
