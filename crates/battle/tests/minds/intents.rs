//! What a card brain shows: attack n, defend n, buff, debuff, unknown (rules §6).

use foretold_battle::testing::{
    RuleDraft, Story, UnitDraft, assert_log, attack, bash, blow, board, guard, heavy_punch, howl,
    light_punch, lot, mend, multiattack, rally, recruit, strike, venom, war_cry, web,
};
use foretold_battle::{Amount, Check, DamageKind, Intent, Order, Phase, Status, narrate};

fn holder(card: RuleDraft) -> UnitDraft {
    recruit().cards([(card, 1)])
}

/// What e shows with one card in its hand.
fn shown(unit: UnitDraft) -> Option<Intent> {
    let story = board("A e").unit('A', recruit()).unit('e', unit).story();
    intent(&story)
}

fn intent(story: &Story) -> Option<Intent> {
    story.battle.intent(story.id('e'))
}

const fn attack_of(damage: u16, strikes: u8) -> Option<Intent> {
    Some(Intent::Attack { damage, strikes })
}

#[test]
fn each_kind_of_card_shows_its_kind_and_number() {
    let dice = strike(Check::Sure, Amount::dice(3, 6, 2), DamageKind::Fire);
    let triple = strike(Check::Sure, Amount::flat(4), DamageKind::Cold);
    for (card, intent) in [
        (blow(6), attack_of(6, 1)),
        (heavy_punch(), attack_of(25, 1)),
        // 3d6+2 is 12½ on average, 1d8+3 is 7½: rounded down.
        (attack("Flame", [dice]), attack_of(12, 1)),
        (multiattack(), attack_of(7, 2)),
        (attack("Claws", [triple; 3]), attack_of(4, 3)),
        (guard(), Some(Intent::Defend(8))),
        (mend(), Some(Intent::Buff)),
        (rally(), Some(Intent::Buff)),
        (war_cry(), Some(Intent::Buff)),
        (web(), Some(Intent::Debuff)),
        (venom(), Some(Intent::Debuff)),
        (howl(), Some(Intent::Debuff)),
        (bash(), Some(Intent::Debuff)),
    ] {
        let name = format!("{card:?}");
        assert_eq!(shown(holder(card)), intent, "{name}");
    }
}

#[test]
fn strength_and_weakness_count_for_each_strike_that_is_shown() {
    let strong = |unit: UnitDraft, amount| unit.with_amount(Status::Strengthened, 2, amount);
    let weak = |unit: UnitDraft, amount| unit.with_amount(Status::Weakened, 2, amount);
    assert_eq!(shown(strong(holder(blow(6)), 4)), attack_of(10, 1));
    assert_eq!(shown(weak(holder(blow(6)), 4)), attack_of(2, 1));
    assert_eq!(shown(weak(holder(blow(6)), 9)), attack_of(0, 1));
    let both = weak(strong(holder(multiattack()), 4), 1);
    assert_eq!(shown(both), attack_of(10, 2));
    assert_eq!(
        shown(strong(holder(guard()), 4)),
        Some(Intent::Defend(8)),
        "strength raises no block"
    );
}

#[test]
fn what_an_attack_shows_is_what_it_does() {
    let scene = board("A e")
        .unit('A', recruit())
        .unit('e', holder(blow(6)).with_amount(Status::Strengthened, 9, 4))
        .rolls([lot(1, 0), lot(1, 0)]);
    assert_log!(
        scene.ticks(1),
        [
            "t1 e → A: Blow hit, 6 +4, 10 dealt, 90/100",
            "t1 e intends Blow (1 in 1)",
        ]
    );
}

#[test]
fn a_buff_changes_the_number_of_the_next_intent() {
    let mut story = board("A e")
        .unit('A', recruit())
        .unit('e', recruit().cards([(war_cry(), 1), (blow(6), 1)]))
        .rolls([lot(2, 0), lot(2, 1)])
        .story();
    assert_eq!(intent(&story), Some(Intent::Buff));
    story.ticks(1);
    assert_eq!(intent(&story), attack_of(10, 1));
}

#[test]
fn the_intent_is_shown_while_walking_and_winding_up() {
    let mut story = board("A . e")
        .unit('A', recruit())
        .unit('e', recruit().cards([(heavy_punch(), 1), (guard(), 1)]))
        .rolls([lot(2, 0), lot(2, 1)])
        .story();
    for _ in 0..3 {
        assert_eq!(intent(&story), attack_of(25, 1));
        story.ticks(1);
    }
    assert_eq!(intent(&story), Some(Intent::Defend(8)));
}

#[test]
fn who_follows_rules_shows_no_intent() {
    let story = board("A e")
        .unit('A', recruit().gambits([light_punch()]))
        .unit('e', recruit())
        .story();
    assert_eq!(story.battle.intent(story.id('A')), None);
}

#[test]
fn an_unknown_intent_hides_kind_and_number_whatever_it_is() {
    for card in [blow(6), guard(), mend(), web(), multiattack()] {
        assert_eq!(shown(holder(card).hidden()), Some(Intent::Unknown));
    }
}

#[test]
fn an_unknown_intent_stays_unknown_on_the_way_and_shows_once_it_acts() {
    let mut story = board("A . e")
        .unit('A', recruit())
        .unit('e', holder(heavy_punch().cost(3)).hidden())
        .story();
    assert_eq!(intent(&story), Some(Intent::Unknown));
    story.ticks(1);
    assert_eq!(intent(&story), Some(Intent::Unknown), "only walking");
    let skill = |story: &Story| story.battle.intended_skill(story.id('e'));
    assert_eq!(skill(&story), None);
    story.ticks(1);
    assert_eq!(intent(&story), attack_of(25, 1), "winding up");
    assert!(skill(&story).is_some());
    story.ticks(1);
    assert_eq!(intent(&story), attack_of(25, 1), "winding up");
    story.ticks(1);
    assert_eq!(intent(&story), Some(Intent::Unknown), "the next card");
}

#[test]
fn a_quick_unknown_intent_shows_in_the_tick_in_which_it_acts() {
    let mut story = board("A e")
        .unit('A', recruit())
        .unit('e', holder(blow(6)).hidden())
        .story();
    story.run(Phase::Decide);
    assert_eq!(intent(&story), attack_of(6, 1));
}

#[test]
fn an_unknown_intent_stays_unknown_while_an_order_winds_up_something_else() {
    let mut story = board("E a")
        .unit('E', holder(guard()).hidden().knows([heavy_punch()]))
        .unit('a', recruit())
        .story();
    let order = Order::Use {
        skill: story.skill("Heavy Punch"),
        at: story.unit('a').cell,
    };
    story.battle.set_player(true);
    story.order('E', order).expect("a stands next to E");
    story.ticks(1);
    assert!(story.unit('E').wind_up().is_some());
    let shown = story.battle.intent(story.id('E'));
    assert_eq!(shown, Some(Intent::Unknown));
}

#[test]
fn the_log_does_not_betray_a_hidden_intent() {
    let story = board("A e")
        .unit('A', recruit())
        .unit('e', recruit().cards([(blow(6), 3), (guard(), 4)]).hidden())
        .story();
    let arena = story.battle.arena();
    let line = narrate(arena, &story.events[0]);
    let betrays = ["Blow", "Guard", "in 7"];
    assert!(!betrays.iter().any(|word| line.contains(word)), "{line}");
}
