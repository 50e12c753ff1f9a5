//! The blows that are foretold are the blows that land, and nothing else is given away.

use foretold_battle::testing::{
    block, blow, board, heavy_punch, longsword, multiattack, random_command, recruit,
};
use foretold_battle::{
    Battle, Blow, Card, Cell, Deck, Event, Happening, HeavyStrikes, Intent, Luck, Phase, Silent,
    Status, Struck, UnitId, Verdict,
};
use proptest::prelude::{ProptestConfig, any, prop_assert, prop_assert_eq, proptest};
use proptest::test_runner::TestCaseError;
use serde_json::Value;

use crate::{any_battle, random_battle};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn what_lands_at_once_is_what_was_foretold(seed in any::<u64>()) {
        check_all(random_battle(seed))?;
    }

    #[test]
    fn telling_changes_nothing_and_knows_neither_the_dice_nor_a_hidden_card(
        battle in any_battle(),
        seed in any::<u64>(),
    ) {
        let mut battle = battle;
        for step in 0..12 {
            let _ = battle.command(&random_command(&battle, seed.wrapping_add(step)));
            let before = battle.fingerprint();
            let (blows, sequence) = (battle.blows(), battle.sequence());
            prop_assert_eq!(battle.fingerprint(), before);
            let other = with_other_secrets(&battle, seed);
            prop_assert_eq!(other.blows(), blows);
            prop_assert_eq!(other.sequence(), sequence);
            for cell in Cell::all().step_by(5) {
                let threats = battle.threats(cell);
                prop_assert_eq!(battle.fingerprint(), before);
                prop_assert_eq!(other.threats(cell), threats);
            }
            battle.step(&mut Silent);
        }
    }
}

#[test]
fn a_crowd_around_one_guard_does_what_was_foretold() -> Result<(), TestCaseError> {
    let scene = board(
        "
        A B C
        D e F
        ",
    )
    .unit('A', recruit().gambits([longsword()]))
    .unit('B', recruit().gambits([multiattack()]))
    .unit(
        'C',
        recruit()
            .gambits([blow(5).draws_card()])
            .deck(Deck::standard()),
    )
    .unit('D', recruit().gambits([heavy_punch()]))
    .unit('F', recruit().gambits([longsword()]))
    .unit(
        'e',
        recruit().hp(2_000).armour_class(1).gambits([block(20)]),
    )
    .house(|house| house.heavy_strikes = HeavyStrikes::BeforeMovement);
    (0..20).try_for_each(|seed| check_all(scene.start(seed)))
}

/// Compares what was foretold with what then happens, tick by tick.
fn check_all(mut battle: Battle) -> Result<(), TestCaseError> {
    while battle.outcome().is_none() && battle.tick() < 60 {
        let is_open = battle
            .units()
            .filter(|(_, unit)| unit.is_up())
            .all(|(id, unit)| {
                !unit.has(Status::Confused) && battle.intent(id) != Some(Intent::Unknown)
            });
        let blows = battle.blows();
        let mut log: Vec<Event> = Vec::new();
        for phase in [Phase::Decide, Phase::Guards, Phase::QuickStrikes] {
            battle.run(phase, &mut log);
        }
        if is_open {
            check_landed(&battle, &blows, &log)?;
        }
        battle.step(&mut Silent);
    }
    Ok(())
}

/// Compares the blows that land before anyone moves with those that were foretold.
fn check_landed(battle: &Battle, blows: &[Blow], log: &[Event]) -> Result<(), TestCaseError> {
    let arena = battle.arena();
    let at_once = |blow: &&Blow| {
        let is_quick = arena.setup().skills[blow.skill.index()].cost == 1;
        blow.left == 1 && (is_quick || arena.house().heavy_strikes == HeavyStrikes::BeforeMovement)
    };
    let blows: Vec<&Blow> = blows.iter().filter(at_once).collect();
    let struck: Vec<Struck> = log
        .iter()
        .filter_map(|event| match event.what {
            Happening::Struck(struck) => Some(struck),
            _ => None,
        })
        .collect();
    let landed = log.iter().filter_map(|event| match event.what {
        Happening::Struck(struck) if struck.strike == 0 => Some((
            struck.by,
            struck.skill,
            Some(struck.target),
            Some(struck.chance.odds()),
        )),
        Happening::Whiffed { by, skill, .. } => Some((by, skill, None, None)),
        _ => None,
    });
    let foretold = blows
        .iter()
        .map(|blow| (blow.by, blow.skill, blow.target, blow.odds));
    prop_assert!(landed.eq(foretold), "other blows, or in another order");

    let reshuffled = |struck: &Struck| struck.harm.is_some_and(|harm| harm.reshuffled);
    if struck.iter().any(reshuffled) {
        // A unit drew from a pile that was not there yet when the blow was foretold.
        return Ok(());
    }
    for (target, _) in battle.units() {
        let at_it: Vec<&Struck> = struck.iter().filter(|it| it.target == target).collect();
        let all_hit = at_it.iter().all(|struck| {
            let card = struck.harm.and_then(|harm| harm.card);
            struck.verdict != Verdict::Miss && card != Some(Card::Null)
        });
        if !all_hit && arena.house().luck == Luck::True {
            continue;
        }
        for blow in blows.iter().filter(|blow| blow.target == Some(target)) {
            check_bounds(blow, &at_it)?;
        }
    }
    Ok(())
}

fn check_bounds(blow: &Blow, struck: &[&Struck]) -> Result<(), TestCaseError> {
    let harms = || {
        struck
            .iter()
            .filter(|it| it.by == blow.by)
            .filter_map(|it| it.harm)
    };
    let dealt: u16 = harms().map(|harm| harm.dealt).sum();
    let blocked: u16 = harms().map(|harm| harm.blocked).sum();
    prop_assert!(
        (blow.least..=blow.most).contains(&dealt),
        "{dealt} dealt: {blow:?}"
    );
    prop_assert!(blocked <= blow.blocked, "{blocked} blocked: {blow:?}");
    Ok(())
}

/// The same battle as far as anyone can know: with other dice, and other cards behind hidden intents.
pub(crate) fn with_other_secrets(battle: &Battle, seed: u64) -> Battle {
    let value = |battle: &Battle| serde_json::to_value(battle).expect("a battle can be written");
    let other = Battle::start(battle.arena(), seed, &mut Silent);
    let mut saved = value(battle);
    saved["state"]["dice"] = value(&other)["state"]["dice"].take();
    let hidden = |id: &UnitId| battle.intent(*id) == Some(Intent::Unknown);
    for id in battle.units().map(|(id, _)| id).filter(hidden) {
        let moves = battle.arena().sheet(id).brain.moves();
        let card = &mut saved["state"]["units"][id.slot()]["card"];
        let next = card.as_u64().map(|card| (card + 1) % moves.len() as u64);
        *card = Value::from(next);
    }
    serde_json::from_value(saved).expect("another battle of the same kind")
}
