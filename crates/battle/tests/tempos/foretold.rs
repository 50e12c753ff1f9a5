//! Whole turns before they happen, on boards small enough to read (rules §5, §7, §9, §11).

use foretold_battle::testing::{
    Story, aimed_shot, blow, cell, d20, light_punch, lot, mend, move_towards, recruit,
};
use foretold_battle::{ForetoldTurn, Odds, Order, Selector, SkillId, Status, TurnPartKind, UnitId};

use crate::common::{FIRST, initiative, phases, scimitar};

/// What the unit with this letter will do.
fn foretold(story: &Story, letter: char) -> ForetoldTurn {
    let turn = story.battle.foretell(story.id(letter));
    turn.expect("it has a turn to come")
}

/// A turn as text: cells, skills with target, `?` for what is not sure, and how it ends.
fn text(story: &Story, turn: &ForetoldTurn) -> String {
    let arena = story.battle.arena();
    let name = |unit: UnitId| arena.sheet(unit).name.as_str();
    let skill = |skill: SkillId| arena.setup().skills[skill.index()].name.as_str();
    let mut words = vec![name(turn.unit).to_owned()];
    for part in &turn.parts {
        let what = match &part.what {
            TurnPartKind::Walk(cells) => {
                let cells: Vec<String> = cells.iter().map(ToString::to_string).collect();
                cells.join(" ")
            }
            TurnPartKind::Strike { blow, .. } => {
                let target = blow.target.map_or("nobody", name);
                format!("{} at {target}", skill(blow.skill))
            }
            TurnPartKind::Help {
                skill: id, target, ..
            } => format!("{} for {}", skill(*id), name(*target)),
        };
        let mark = if part.sure { "" } else { "?" };
        words.push(format!("{what}{mark}"));
    }
    format!("{}: {:?}", words.join(", "), turn.end)
}

fn all(story: &Story) -> Vec<String> {
    let turns = story.battle.foretell_all();
    turns.iter().map(|turn| text(story, turn)).collect()
}

#[test]
fn a_walk_is_foretold_to_its_end_and_the_blow_after_it_with_its_numbers() {
    let story = phases("A . . . e")
        .unit('A', recruit().hp(20))
        .unit('e', recruit().gambits([scimitar(), move_towards()]))
        .story();
    let turn = foretold(&story, 'e');
    assert_eq!(text(&story, &turn), "e, D1 C1 B1, Scimitar at A: Over");
    assert_eq!(turn.from, cell("E1"));
    assert_eq!(turn.walk(), [cell("D1"), cell("C1"), cell("B1")]);
    let (blow, kill) = turn.blow().expect("it strikes");
    assert_eq!((blow.target, blow.cell), (Some(story.id('A')), cell("A1")));
    // 1d6+2; a critical doubles the die.
    assert_eq!((blow.least, blow.most), (3, 14));
    assert_eq!(kill, Odds::NEVER);
    let odds = blow.odds.expect("somebody is there");
    let real = story.battle.preview(turn.unit, blow.skill, story.id('A'));
    assert_eq!(odds, real.expect("it is an attack").strikes[0].odds);
}

#[test]
fn where_another_rule_applies_further_on_its_decision_is_kept_with_its_place() {
    let story = phases("A . . . e")
        .unit('A', recruit().hp(20))
        .unit('e', recruit().gambits([scimitar(), move_towards()]))
        .story();
    let turn = foretold(&story, 'e');
    let first = turn.first.as_ref().expect("all is known");
    assert_eq!(first.rule(), Some(1), "it begins by walking");
    let later: Vec<_> = turn.later.iter().map(|(at, it)| (*at, it.rule())).collect();
    assert_eq!(later, [(cell("B1"), Some(0))], "it strikes from there");
}

#[test]
fn a_certain_kill_makes_room_for_the_next_and_one_that_hangs_on_dice_does_not() {
    let scene = |first| {
        phases(
            "
            A e .
            B f .
            ",
        )
        .unit('A', recruit().hp(5))
        .unit('B', recruit())
        .unit('e', recruit().gambits([first]))
        .unit('f', recruit().gambits([light_punch()]))
        .story()
    };
    let certain = scene(blow(5));
    assert_eq!(
        all(&certain)[2..],
        ["e, Blow at A: Over", "f, Light Punch at B: Over"]
    );
    let (_, kill) = foretold(&certain, 'e')
        .blow()
        .map(|(b, k)| (*b, k))
        .expect("a blow");
    assert_eq!(kill, Odds::CERTAIN);
    // Against the present board the nearest to f is A.
    assert_eq!(
        text(&certain, &foretold(&certain, 'f')),
        "f, Light Punch at A: Over"
    );
    let dicey = scene(aimed_shot());
    assert_eq!(
        all(&dicey)[2..],
        ["e, Aimed Shot at A: Over", "f, Light Punch at A?: Over"]
    );
}

#[test]
fn what_the_player_decides_and_what_nobody_knows_is_left_open() {
    let mut story = phases("A . . e . f")
        .unit('A', recruit().manual().knows([light_punch()]))
        .unit('e', recruit().cards([(blow(4), 1)]).hidden())
        .unit(
            'f',
            recruit()
                .gambits([move_towards()])
                .with(Status::Confused, 9),
        )
        .rolls([lot(1, 0)])
        .story();
    story.battle.set_player(true);
    assert_eq!(text(&story, &foretold(&story, 'A')), "A: Asked");
    assert_eq!(text(&story, &foretold(&story, 'e')), "e: Hidden");
    assert_eq!(text(&story, &foretold(&story, 'f')), "f, E1: Astray");
    // A holds; the enemies' phase comes, and then the player can answer.
    assert_eq!(all(&story), ["e: Hidden", "f, E1?: Astray"]);
    assert_eq!(story.order('A', Order::MoveTo(cell("C1"))), Ok(()));
    assert_eq!(
        all(&story),
        ["A, B1 C1: Asked", "e: Hidden", "f, E1?: Astray"]
    );
}

#[test]
fn initiative_is_foretold_up_to_the_next_unit_that_waits() {
    let mut story = initiative("A . . e . f . . B")
        .unit('A', recruit().manual().initiative(FIRST))
        .unit(
            'e',
            recruit().gambits([move_towards()]).speed(2).initiative(40),
        )
        .unit('B', recruit().manual().initiative(30))
        .unit('f', recruit().gambits([move_towards()]).initiative(20))
        .rolls([d20(1), d20(1), d20(1), d20(1)])
        .story();
    story.battle.set_player(true);
    assert_eq!(all(&story), ["e, C1 B1: Over"]);
    let round = story.battle.foretell_round();
    let round: Vec<String> = round.iter().map(|turn| text(&story, turn)).collect();
    assert_eq!(round[..3], ["A: Asked", "e, C1 B1: Over", "B: Asked"]);
    assert!(
        round[3].starts_with("f, ") && round[3].contains('?'),
        "not sure: {round:?}"
    );
    assert_eq!(round.len(), 4, "everyone once, as if A and B held");
    story.battle.set_player(false);
    let letters: Vec<String> = all(&story)
        .iter()
        .map(|line| line[..1].to_owned())
        .collect();
    assert_eq!(letters, ["A", "e", "B", "f"], "everyone once");
}

#[test]
fn points_buy_several_deeds_and_a_card_that_is_not_drawn_yet_ends_them() {
    let story = phases(
        "
        A . . e
        B . . .
        ",
    )
    .unit(
        'A',
        recruit().speed(2).gambits([light_punch(), move_towards()]),
    )
    .unit(
        'B',
        recruit()
            .cards([(mend().on(Selector::NEAREST_ALLY), 1)])
            .hurt_to(50),
    )
    .unit('e', recruit())
    .rolls([lot(1, 0)])
    .story();
    assert_eq!(
        text(&story, &foretold(&story, 'A')),
        "A, B1 C1, Light Punch at e: Over"
    );
    assert_eq!(text(&story, &foretold(&story, 'B')), "B, Mend for A: Draws");
}

#[test]
fn an_order_does_not_give_away_whether_it_is_the_hidden_card() {
    let with_card = |card| {
        let cards = [(light_punch(), 1), (blow(4), 1)];
        let mut story = phases("A e")
            .unit('A', recruit().cards(cards).hidden())
            .unit('e', recruit())
            .rolls([lot(2, card)])
            .story();
        let (skill, at) = (story.skill("Light Punch"), cell("B1"));
        assert_eq!(story.order('A', Order::Use { skill, at }), Ok(()));
        text(&story, &foretold(&story, 'A'))
    };
    assert_eq!(with_card(0), "A, Light Punch at e: Draws");
    assert_eq!(with_card(1), with_card(0));
}
