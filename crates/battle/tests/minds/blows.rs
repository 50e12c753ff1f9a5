//! Blows on their way: their numbers are known before they land (rules §5, §7, §9).

use foretold_battle::board::CellSet;
use foretold_battle::brain::{Selector, Test};
use foretold_battle::testing::{
    RuleDraft, Story, UnitDraft, aid, aimed_shot, assert_log, attack, block, blow, board, cell,
    d100, dodge, guard, heavy_punch, hold, light_punch, longsword, lot, move_away, multiattack,
    recruit, strike, web,
};
use foretold_battle::{
    Aid, Amount, Blow, Chance, Check, DamageKind, Deck, Happening, Luck, Odds, Order, Outcome,
    Phase, Status, Tempo, Terrain, turn_in_words,
};

use crate::preview::duel;

/// The blows that can be seen coming, a line for each.
fn coming(story: &Story) -> Vec<String> {
    let arena = story.battle.arena();
    let line = |blow: Blow| {
        let by = &arena.sheet(blow.by).name;
        let skill = &arena.setup().skills[blow.skill.index()].name;
        let target = blow.target.map_or("nobody", |it| &arena.sheet(it).name);
        let odds = blow.odds.map_or("–".to_owned(), |odds| odds.to_string());
        format!(
            "{by} → {target} on {}: {} × {skill} in {}, {odds}, {} to {}, {} blocked",
            blow.cell, blow.strikes, blow.left, blow.least, blow.most, blow.blocked
        )
    };
    story.battle.blows().into_iter().map(line).collect()
}

/// The damage that an attacker does, at the least and at the most.
fn damage(attacker: UnitDraft, target: UnitDraft) -> (u16, u16) {
    let story = duel(attacker, target).story();
    let blow = story.battle.blows()[0];
    (blow.least, blow.most)
}

/// Gives the nearest ally block.
fn shield(amount: u16) -> RuleDraft {
    let aid_of = Aid {
        block: Some(amount),
        ..Aid::default()
    };
    aid("Shield", Selector::NEAREST_ALLY, aid_of)
}

#[test]
fn a_quick_punch_at_a_neighbour_is_known_with_all_its_numbers() {
    let mut story = duel(recruit().gambits([light_punch()]), recruit()).story();
    let expected = Blow {
        by: story.id('A'),
        skill: story.skill("Light Punch"),
        aim: cell("B1"),
        cells: CellSet::of(cell("B1")),
        cell: cell("B1"),
        left: 1,
        target: Some(story.id('e')),
        least: 10,
        most: 10,
        blocked: 0,
        strikes: 1,
        odds: Some(Odds::CERTAIN),
        chance: Some(Chance::Sure),
        shove: None,
    };
    assert_eq!(story.battle.blows(), [expected]);
    assert_log!(
        story.ticks(1),
        ["t1 A → e: Light Punch hit, 10 dealt, 90/100"]
    );
}

#[test]
fn a_heavy_punch_comes_nearer_tick_by_tick() {
    let mut story = duel(recruit().gambits([heavy_punch().cost(3)]), recruit()).story();
    for left in [3, 2, 1, 3] {
        assert_eq!(
            coming(&story),
            [format!(
                "A → e on B1: 1 × Heavy Punch in {left}, 100%, 25 to 25, 0 blocked"
            )]
        );
        story.ticks(1);
    }
}

#[test]
fn a_guard_that_is_about_to_rise_is_taken_off() {
    let mut story = duel(
        recruit().gambits([light_punch()]),
        recruit().gambits([guard()]),
    )
    .story();
    assert_eq!(
        coming(&story),
        ["A → e on B1: 1 × Light Punch in 1, 100%, 2 to 2, 8 blocked"]
    );
    assert_log!(
        story.ticks(1),
        [
            "t1 e raises block 8, now 8",
            "t1 A → e: Light Punch hit, 8 blocked, 2 dealt, 98/100",
        ]
    );
}

#[test]
fn all_who_strike_at_one_guard_share_it_in_the_order_in_which_they_land() {
    // A joined first, but its heavy punch lands last.
    let mut story = board(
        "
        A B
        e C
        ",
    )
    .unit('A', recruit().gambits([heavy_punch()]))
    .unit('B', recruit().gambits([blow(7)]))
    .unit('C', recruit().gambits([light_punch()]))
    .unit('e', recruit().gambits([block(20)]))
    .story();
    let quick = [
        "B → e on A2: 1 × Blow in 1, 100%, 0 to 0, 7 blocked",
        "C → e on A2: 1 × Light Punch in 1, 100%, 0 to 0, 10 blocked",
    ];
    // This tick's guard is gone when it lands; the next one has 3 left by then.
    let wound_up = "A → e on A2: 1 × Heavy Punch in 2, 100%, 25 to 25, 0 blocked";
    let landing = "A → e on A2: 1 × Heavy Punch in 1, 100%, 22 to 22, 3 blocked";
    assert_eq!(coming(&story), [quick[0], quick[1], wound_up]);
    story.ticks(1);
    assert_eq!(coming(&story), [quick[0], quick[1], landing]);
    assert_log!(
        story.ticks(1),
        [
            "t2 e raises block 20, now 20",
            "t2 B → e: Blow hit, 7 blocked, 0 dealt, 100/100",
            "t2 C → e: Light Punch hit, 10 blocked, 0 dealt, 100/100",
            "t2 A → e: Heavy Punch hit, 3 blocked, 22 dealt, 78/100",
        ]
    );
}

#[test]
fn dice_give_a_range_and_share_a_guard_at_both_of_its_ends() {
    let mut story = board("A e B")
        .unit('A', recruit().gambits([longsword()]))
        .unit('B', recruit().gambits([longsword()]))
        .unit('e', recruit().gambits([block(10).cooldown(9)]))
        .rolls([lot(20, 9), lot(8, 0), lot(20, 9), lot(8, 0)])
        .story();
    // 1d8+3, or 2d8+3 with a natural 20: 4 to 19. If the first does 4, it leaves 6.
    assert_eq!(
        coming(&story),
        [
            "A → e on B1: 1 × Longsword in 1, 80%, 0 to 9, 10 blocked",
            "B → e on B1: 1 × Longsword in 1, 80%, 0 to 19, 6 blocked",
        ]
    );
    story.ticks(1);
    assert_eq!(
        coming(&story),
        [
            "A → e on B1: 1 × Longsword in 1, 80%, 4 to 19, 0 blocked",
            "B → e on B1: 1 × Longsword in 1, 80%, 4 to 19, 0 blocked",
        ]
    );
    story.end();
}

#[test]
fn a_shot_is_foretold_with_the_chance_that_its_roll_then_uses() {
    // The target dodges in the same tick, before the shot.
    let mut story = board("A . e")
        .unit(
            'A',
            recruit().gambits([aimed_shot()]).deck(Deck::standard()),
        )
        .unit('e', recruit().gambits([dodge()]))
        .terrain("C1", Terrain::HalfCover)
        .rolls([d100(100)])
        .story();
    assert_eq!(
        coming(&story),
        ["A → e on C1: 1 × Aimed Shot in 1, 15%, 4 to 10, 0 blocked"]
    );
    let foretold = story.battle.blows()[0].odds;
    story.ticks(1);
    let rolled = story.events.iter().find_map(|event| match event.what {
        Happening::Struck(struck) => Some(struck.chance.odds()),
        _ => None,
    });
    assert_eq!(foretold, rolled);
}

#[test]
fn strength_and_resistance_are_in_the_numbers() {
    let kind = DamageKind::Bludgeoning;
    let strong = || {
        recruit()
            .gambits([blow(7)])
            .with_amount(Status::Strengthened, 3, 4)
    };
    assert_eq!(damage(strong(), recruit()), (11, 11));
    assert_eq!(damage(strong(), recruit().resists(kind)), (5, 5));
    assert_eq!(damage(strong(), recruit().vulnerable(kind)), (22, 22));
    assert_eq!(damage(strong(), recruit().immune(kind)), (0, 0));
    let weak = recruit()
        .gambits([blow(7)])
        .with_amount(Status::Weakened, 3, 9);
    assert_eq!(damage(weak, recruit()), (0, 0));
}

#[test]
fn words_say_how_the_target_takes_the_damage() {
    let says = |target: UnitDraft| {
        let story = duel(recruit().gambits([blow(7)]), target).story();
        turn_in_words(&story.battle, &story.battle.foretell_round()[0])
    };
    let kind = DamageKind::Bludgeoning;
    assert_eq!(
        says(recruit()),
        "A uses Blow on e: hits without a roll, 7 damage, no block."
    );
    assert_eq!(
        says(recruit().resists(kind)),
        "A uses Blow on e: hits without a roll, 3 damage, no block, it resists bludgeoning."
    );
    assert_eq!(
        says(recruit().immune(kind)),
        "A uses Blow on e: hits without a roll, 0 damage, no block, it is immune to bludgeoning."
    );
}

#[test]
fn every_strike_counts_and_one_without_damage_is_still_a_blow() {
    let story = board(
        "
        e A
        . B
        ",
    )
    .unit('A', recruit().gambits([multiattack()]))
    .unit('B', recruit().gambits([web()]))
    .unit('e', recruit())
    .story();
    assert_eq!(
        coming(&story),
        [
            "A → e on A1: 2 × Multiattack in 1, 80%, 8 to 38, 0 blocked",
            "B → e on A1: 1 × Web in 1, 100%, 0 to 0, 0 blocked",
        ]
    );
}

#[test]
fn certain_luck_leaves_one_number() {
    let story = duel(recruit().gambits([longsword()]), recruit().armour_class(15));
    let story = story.house(|house| house.luck = Luck::Certain).story();
    assert_eq!(
        coming(&story),
        ["A → e on B1: 1 × Longsword in 1, 55%, 7 to 7, 0 blocked"]
    );
}

#[test]
fn a_secret_blow_is_known_only_once_it_is_wound_up() {
    let mut story = duel(recruit(), recruit().cards([(heavy_punch(), 1)]).hidden()).story();
    assert!(coming(&story).is_empty());
    story.ticks(1);
    assert_eq!(
        coming(&story),
        ["e → A on A1: 1 × Heavy Punch in 1, 100%, 25 to 25, 0 blocked"]
    );
    story.ticks(1);
    assert!(coming(&story).is_empty());
}

#[test]
fn what_is_ordered_is_no_secret() {
    let mut story = duel(recruit().cards([(light_punch(), 1)]).hidden(), recruit()).story();
    assert!(coming(&story).is_empty());
    let punch = Order::Use {
        skill: story.skill("Light Punch"),
        at: cell("B1"),
    };
    assert_eq!(story.order('A', punch), Ok(()));
    assert_eq!(
        coming(&story),
        ["A → e on B1: 1 × Light Punch in 1, 100%, 10 to 10, 0 blocked"]
    );
}

#[test]
fn a_secret_guard_is_not_given_away_by_the_numbers() {
    let story = duel(
        recruit().gambits([light_punch()]),
        recruit().cards([(guard(), 1)]).hidden(),
    )
    .story();
    assert_eq!(
        coming(&story),
        ["A → e on B1: 1 × Light Punch in 1, 100%, 10 to 10, 0 blocked"]
    );
}

#[test]
fn help_that_may_go_astray_is_not_foretold_but_a_confused_units_own_guard_is() {
    let scene = |helper: UnitDraft, target: UnitDraft| {
        board("A e f")
            .unit('A', recruit().gambits([light_punch()]))
            .unit('e', target)
            .unit('f', helper)
            .story()
    };
    let dizzy = || recruit().with(Status::Confused, 3);
    let blocked = |story: &Story| story.battle.blows()[0].blocked;
    let helper = || [shield(6)];
    assert_eq!(blocked(&scene(recruit().gambits(helper()), recruit())), 6);
    assert_eq!(blocked(&scene(dizzy().gambits(helper()), recruit())), 0);
    let on_guard = dizzy().gambits([guard()]);
    assert_eq!(blocked(&scene(recruit(), on_guard)), 8);
}

#[test]
fn a_locked_cell_that_is_empty_shows_what_it_would_do_to_nobody_in_particular() {
    let mut story = duel(
        recruit().gambits([heavy_punch()]),
        recruit()
            .gambits([move_away()])
            .vulnerable(DamageKind::Bludgeoning),
    )
    .story();
    assert_eq!(
        coming(&story),
        ["A → e on B1: 1 × Heavy Punch in 2, 100%, 50 to 50, 0 blocked"]
    );
    assert_log!(
        story.ticks(1),
        [
            "t1 A winds up Heavy Punch on B1 (2 ticks)",
            "t1 e moves B1 → C2",
        ]
    );
    assert_eq!(
        coming(&story),
        ["A → nobody on B1: 1 × Heavy Punch in 1, –, 25 to 25, 0 blocked"]
    );
}

#[test]
fn a_heavy_blow_of_this_tick_misses_a_unit_that_steps_aside_before_it() {
    let mut story = duel(
        recruit().gambits([heavy_punch()]),
        recruit().gambits([move_away().when(Test::MyCellTargeted)]),
    )
    .story();
    story.ticks(1);
    assert_eq!(
        coming(&story),
        ["A → nobody on B1: 1 × Heavy Punch in 1, –, 25 to 25, 0 blocked"]
    );
    assert_log!(
        story.ticks(1),
        ["t2 e moves B1 → C2", "t2 A → B1: Heavy Punch whiffs"]
    );
}

#[test]
fn an_attack_on_nobody_has_its_dice_and_its_strength_but_no_cards() {
    for (luck, least, most) in [(Luck::True, 2, 22), (Luck::Certain, 12, 12)] {
        let dice = strike(Check::Sure, Amount::dice(2, 6, 3), DamageKind::Cold);
        let gust = attack("Gust", [dice, dice]).draws_card();
        let mut story = board("A . e")
            .unit(
                'A',
                recruit()
                    .manual()
                    .knows([gust])
                    .deck(Deck::standard())
                    .with_amount(Status::Weakened, 3, 4),
            )
            .unit('e', recruit())
            .house(|house| house.luck = luck)
            .story();
        let skill = story.skill("Gust");
        let at = cell("B1");
        assert_eq!(story.order('A', Order::Use { skill, at }), Ok(()));
        assert_eq!(
            coming(&story),
            [format!(
                "A → nobody on B1: 2 × Gust in 1, –, {least} to {most}, 0 blocked"
            )]
        );
    }
}

#[test]
fn what_has_run_out_when_a_blow_lands_does_not_count() {
    for (turns, least) in [(1, 25), (2, 29)] {
        let strong = recruit()
            .gambits([heavy_punch()])
            .with_amount(Status::Strengthened, turns, 4);
        // The guard of this tick is gone in the next.
        let mut story = duel(strong, recruit().gambits([guard().cooldown(9)])).story();
        let blow = story.battle.blows()[0];
        assert_eq!((blow.left, blow.least, blow.blocked), (2, least, 0));
        story.ticks(2);
        assert_eq!(100 - story.unit('e').hp, least);
    }
}

#[test]
fn a_dodge_of_this_tick_still_counts_in_the_next() {
    let shot = aimed_shot().cost(2);
    let mut story = board("A e")
        .unit('A', recruit().gambits([shot]))
        .unit('e', recruit().gambits([dodge().cooldown(9), hold()]))
        .rolls([d100(45)])
        .story();
    for _ in 0..2 {
        let odds = story.battle.blows()[0].odds;
        assert_eq!(odds.map(Odds::hundredths), Some(4_500));
        story.ticks(1);
    }
    assert_eq!(story.unit('e').hp, 95);
}

#[test]
fn where_units_take_turns_those_who_wait_meet_the_block_that_stands() {
    let mut story = board("e A f")
        .tempo(Tempo::Phases)
        .unit('A', recruit().gambits([guard().cooldown(9)]))
        .unit('e', recruit().gambits([blow(5)]))
        .unit('f', recruit().gambits([heavy_punch()]))
        .story();
    let line = |letter, name, numbers| {
        format!("{letter} → A on B1: 1 × {name} in 1, 100%, {numbers} blocked")
    };
    assert_eq!(
        coming(&story),
        [
            line('e', "Blow", "5 to 5, 0"),
            line('f', "Heavy Punch", "25 to 25, 0"),
        ]
    );
    story.ticks(1);
    assert_eq!(story.unit('A').block, 8);
    assert_eq!(
        coming(&story),
        [
            line('e', "Blow", "0 to 0, 5"),
            line('f', "Heavy Punch", "22 to 22, 3"),
        ]
    );
}

#[test]
fn there_are_none_in_the_middle_of_a_tick_and_once_it_is_over() {
    let mut story = duel(
        recruit().gambits([light_punch()]),
        recruit().hp(10).gambits([light_punch()]),
    )
    .story();
    assert_eq!(story.battle.blows().len(), 2);
    for phase in Phase::ALL {
        story.run(phase);
        assert!(coming(&story).is_empty(), "after {phase:?}");
    }
    assert_eq!(story.battle.outcome(), Some(Outcome::Victory));
}
