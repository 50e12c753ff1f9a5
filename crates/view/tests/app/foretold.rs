//! What the screen shows of a state, as data: lines, numbers, faces, cards, results.

use bevy::prelude::App;
use foretold_battle::testing::{
    UnitDraft, aimed_shot, board, fire_pot, guard, heavy_punch, hold, light_punch, move_away,
    move_towards, recruit, shove,
};
use foretold_battle::{
    Battle, Cell, DamageKind, Deck, Effect, Event, Faction, Status, Tempo, Terrain,
};
use foretold_content::Timings;
use foretold_sim::testing::{run_ticks, setup_app};
use foretold_sim::{Fate, Forethought, ForetoldTurns, Intents, Shown};
use foretold_view::damage_numbers::damage_numbers;
use foretold_view::floating_results::{ResultTone, floating_results, shown_for};
use foretold_view::hover_card::{CardLine, CellContext, card_lines};
use foretold_view::intent_line::{IntentLine, LineKind, intent_lines};
use foretold_view::tokens::{TokenFace, faces};
use foretold_view::{CardDetails, OrderMode, Selection};

/// Nobody is selected.
const NOTHING_CHOSEN: (Selection, OrderMode) = (Selection(None), OrderMode::Free);

/// The whole card of a cell.
fn whole_card(app: &App, cell: Cell) -> Vec<CardLine> {
    card_lines(known(app), NOTHING_CHOSEN, cell, CardDetails(true))
}

/// What is known about the moment on screen.
fn known(app: &App) -> CellContext<'_> {
    let world = app.world();
    CellContext {
        battle: world.resource::<Shown>().battle(),
        forethought: world.resource::<Forethought>(),
        turns: world.resource::<ForetoldTurns>(),
        threats: world.resource(),
        previews: world.resource(),
    }
}

fn faces_in(app: &App) -> Vec<TokenFace> {
    let CellContext { battle, turns, .. } = known(app);
    faces(battle, turns, app.world().resource::<Intents>())
}

/// A battle with its forethought.
struct ForetoldBattle {
    app: App,
}

impl ForetoldBattle {
    fn new(battle: &Battle) -> ForetoldBattle {
        ForetoldBattle {
            app: setup_app(battle.arena().setup().clone(), 1),
        }
    }

    fn after(mut self, ticks: u32) -> ForetoldBattle {
        run_ticks(&mut self.app, ticks);
        self
    }

    fn battle(&self) -> &Battle {
        known(&self.app).battle
    }

    fn faces(&self) -> Vec<TokenFace> {
        faces_in(&self.app)
    }

    /// Each line in words: `attack A1 B1 2 aside`.
    fn lines(&self) -> Vec<String> {
        let in_words = |line: &IntentLine| {
            let kind = match line.kind {
                LineKind::Attack => "attack",
                LineKind::Move => "move",
                LineKind::Help => "help",
            };
            let side = match line.side {
                Faction::Friendly => "friend",
                Faction::Enemy => "enemy",
            };
            let aside = if line.lane > 0 { " aside" } else { "" };
            let asks = if line.confused { " ?" } else { "" };
            let perhaps = if line.sure { "" } else { " perhaps" };
            let cells: Vec<String> = line.cells.iter().map(Cell::to_string).collect();
            let (cells, left) = (cells.join(" "), line.left);
            format!("{side} {kind} {cells} {left}{aside}{asks}{perhaps}")
        };
        let lines = intent_lines(self.battle(), known(&self.app).turns);
        lines.iter().map(in_words).collect()
    }

    /// The most damage of each plate, and what becomes of the target: `B1: 10`, `B1: 25 falls`.
    fn numbers(&self) -> Vec<String> {
        damage_numbers(self.battle(), known(&self.app).turns)
            .iter()
            .map(|number| {
                let fate = match number.fate {
                    Fate::Survives => "",
                    Fate::MayFall => " may fall",
                    Fate::Falls => " falls",
                };
                let most = number.damage.unwrap_or_default().1;
                format!("{}: {most}{fate}", number.cell)
            })
            .collect()
    }
}

#[test]
fn two_units_that_strike_each_other_have_opposite_lines_and_numbers() {
    let seen = ForetoldBattle::new(
        &board("A e")
            .unit('A', recruit().gambits([light_punch()]))
            .unit('e', recruit().gambits([heavy_punch()]))
            .start(1),
    );
    assert_eq!(
        seen.lines(),
        ["friend attack A1 B1 1 aside", "enemy attack B1 A1 2 aside"]
    );
    assert_eq!(seen.numbers(), ["B1: 10", "A1: 25"]);
    let seen = seen.after(1);
    assert_eq!(seen.lines()[1], "enemy attack B1 A1 1 aside");
}

#[test]
fn what_would_land_after_its_striker_has_fallen_threatens_nobody() {
    let seen = |hp: u16| {
        let battle = board("A e")
            .unit('A', recruit().hp(20).gambits([light_punch()]))
            .unit('e', recruit().hp(hp).gambits([heavy_punch()]))
            .start(1);
        ForetoldBattle::new(&battle)
    };
    assert_eq!(seen(11).numbers(), ["B1: 10", "A1: 25 may fall"]);
    assert_eq!(seen(11).lines()[1], "enemy attack B1 A1 2 aside");
    // Line, plate and sentence agree.
    let seen = seen(10);
    assert_eq!(seen.numbers(), ["B1: 10 falls", "A1: 25"]);
    assert_eq!(seen.lines()[1], "enemy attack B1 A1 2 aside perhaps");
    let card = whole_card(&seen.app, Cell::new(1, 0).expect("it is on the board"));
    let says = |words: &str| card.iter().any(|line| line.text.contains(words));
    assert!(
        says("winds up Heavy Punch on A, but falls before it lands in 2 ticks"),
        "{card:?}"
    );
}

#[test]
fn nobody_falls_for_certain_while_an_earlier_shot_may_leave_its_block() {
    let seen = |shooter: UnitDraft| {
        let battle = board(
            "
            A B
            e .
            ",
        )
        .unit('A', shooter)
        .unit('B', recruit().gambits([light_punch()]))
        .unit(
            'e',
            recruit().hp(10).start_block(5).gambits([heavy_punch()]),
        )
        .start(1);
        ForetoldBattle::new(&battle).numbers()
    };
    let shot = seen(recruit().gambits([aimed_shot()]));
    assert_eq!(shot[1], "A2: 10 may fall", "{shot:?}");
    let punch = seen(recruit().gambits([light_punch()]));
    assert_eq!(punch[1], "A2: 10 falls", "{punch:?}");
}

#[test]
fn a_unit_that_walks_has_a_line_to_the_next_cell_and_no_number() {
    let seen = ForetoldBattle::new(
        &board("A . . . e")
            .unit('A', recruit().gambits([move_towards()]))
            .unit('e', recruit().gambits([move_away()]))
            .start(1),
    );
    let lines = seen.lines();
    assert_eq!(lines[0], "friend move A1 B1 1");
    assert!(lines[1].starts_with("enemy move E1"), "{lines:?}");
    assert_eq!(seen.numbers(), [""; 0]);
}

#[test]
fn where_units_take_turns_a_line_is_the_whole_walk_and_then_the_blow() {
    let seen = ForetoldBattle::new(
        &board("A . . . . e")
            .unit('A', recruit().gambits([]))
            .unit(
                'e',
                recruit().gambits([light_punch(), move_towards()]).speed(6),
            )
            .tempo(Tempo::Phases)
            .start(1),
    );
    assert_eq!(
        seen.lines(),
        ["enemy move F1 E1 D1 C1 B1 1", "enemy attack B1 A1 1"]
    );
    assert_eq!(seen.numbers(), ["A1: 10"]);
    let card = card(&seen, "F1");
    let does = "e walks F1 → B1 by rule 2, then uses Light Punch on A by rule 1: hits without a roll, 10 damage, no block.";
    assert!(
        card.iter().any(|line| line.starts_with(does)),
        "the card says the same: {card:?}"
    );
}

#[test]
fn a_stack_of_numbers_stands_where_all_of_them_strike() {
    let puncher = || recruit().gambits([light_punch()]);
    let seen = ForetoldBattle::new(
        &board(
            "
            A B .
            C e .
        ",
        )
        .unit('A', puncher())
        .unit('B', recruit().gambits([heavy_punch()]))
        .unit('C', puncher())
        .unit('e', recruit().hp(45))
        .start(1),
    );
    // Quick ones land first.
    assert_eq!(seen.numbers(), ["B2: 10", "B2: 10", "B2: 25 may fall"]);
    let cell = "B2".parse().expect("it is on the board");
    let card: Vec<String> = whole_card(&seen.app, cell)
        .into_iter()
        .map(|line| line.text)
        .collect();
    let sum = card.iter().find(|line| line.starts_with("Will land here"));
    assert_eq!(
        sum.map(String::as_str),
        Some("Will land here: 45 damage if all hit")
    );
    assert!(card.contains(&"e may fall.".to_owned()), "{card:?}");
    assert!(card.contains(&"A: Light Punch 10".to_owned()), "{card:?}");
    assert!(
        card.contains(&"B: Heavy Punch 25, in 2 ticks".to_owned()),
        "{card:?}"
    );
}

/// What the card of a cell says.
fn card(seen: &ForetoldBattle, cell: &str) -> Vec<String> {
    let cell = cell.parse().expect("it is on the board");
    let lines = whole_card(&seen.app, cell);
    lines.into_iter().map(|line| line.text).collect()
}

#[test]
fn the_card_shows_stats_the_deck_and_who_can_hit_from_where() {
    let seen = ForetoldBattle::new(
        &board(
            "
            A . . e
            . . . .
            . . . .
        ",
        )
        .unit(
            'A',
            recruit()
                .gambits([aimed_shot()])
                .deck(Deck::standard())
                .resists(DamageKind::Fire),
        )
        .unit('e', recruit().gambits([light_punch()]))
        .start(1),
    );
    let own = card(&seen, "A1");
    assert!(
        own.contains(&"accuracy 75, armour class 10, resists fire".to_owned()),
        "{own:?}"
    );
    let deck = "Standard deck, 20 of 20 left: NULL 5%, ×2 5%, +2 5%, +1 25%, +0 35%, −1 25%";
    assert!(own.contains(&deck.to_owned()), "{own:?}");
    assert!(!own.contains(&"Can be hit here by".to_owned()), "{own:?}");
    let other = card(&seen, "D1");
    assert!(
        other.contains(&"Can be hit here by".to_owned()),
        "{other:?}"
    );
    let threat = other
        .iter()
        .find(|line| line.starts_with("A from A1: Aimed Shot "));
    assert!(threat.is_some_and(|line| line.ends_with('%')), "{other:?}");
}

#[test]
fn of_a_hazard_and_a_fire_the_card_gives_the_worse() {
    for (hazard, harm) in [(3, 5), (8, 8)] {
        let seen = ForetoldBattle::new(
            &board("A . e")
                .unit('A', recruit().gambits([fire_pot()]))
                .unit('e', recruit().gambits([hold()]))
                .terrain("C1", Terrain::Hazard(hazard))
                .house(|house| house.fire = 5)
                .start(1),
        );
        let ground = |seen: &ForetoldBattle| {
            let lines = card(seen, "C1").into_iter();
            lines
                .filter(|line| line.contains("C1 · "))
                .collect::<String>()
        };
        let before = ground(&seen);
        assert!(
            before.ends_with(&format!("{hazard} damage a turn")),
            "{before}"
        );
        let burning = ground(&seen.after(1));
        assert!(burning.contains(", burns for "), "{burning}");
        assert!(
            burning.ends_with(&format!(", {harm} damage a turn")),
            "{burning}"
        );
        assert_eq!(burning.matches("damage").count(), 1, "{burning}");
    }
}

#[test]
fn what_an_attack_costs_its_user_or_does_to_the_ground_is_not_done_to_its_target() {
    let seen = ForetoldBattle::new(
        &board("A e")
            .unit('A', recruit().gambits([light_punch().burns(2).pays(3)]))
            .unit('e', recruit().gambits([hold()]))
            .start(1),
    );
    let numbers = damage_numbers(seen.battle(), known(&seen.app).turns);
    let effects: Vec<Option<Effect>> = numbers.iter().map(|number| number.effect).collect();
    assert_eq!(effects, [None]);
    let card = card(&seen, "B1");
    for line in [
        "Will land here: 10 damage if all hit",
        "A: Light Punch 10; the attack: fire (2 turns), costs 3 HP",
    ] {
        assert!(card.contains(&line.to_owned()), "{card:?}");
    }
    let pot = ForetoldBattle::new(
        &board("A e")
            .unit('A', recruit().gambits([fire_pot()]))
            .unit('e', recruit().gambits([hold()]))
            .start(1),
    );
    let numbers = damage_numbers(pot.battle(), known(&pot.app).turns);
    assert_eq!(numbers[0].effect, Some(Effect::Burn(2)), "it does no more");
}

#[test]
fn a_unit_that_another_is_shoved_against_has_its_number_too() {
    let seen = |tempo: Tempo, hp: u16| {
        ForetoldBattle::new(
            &board("A e f")
                .unit('A', recruit().gambits([shove().cooldown(3)]))
                .unit('e', recruit().gambits([hold()]))
                .unit('f', recruit().hp(hp).gambits([hold()]))
                .tempo(tempo)
                .start(1),
        )
    };
    let ticks = seen(Tempo::Ticks, 40);
    assert_eq!(ticks.numbers(), ["B1: 0", "C1: 5"]);
    let bump = "A: Shove bumps e into it, 5 damage".to_owned();
    assert!(card(&ticks, "C1").contains(&bump));
    assert!(!card(&ticks, "B1").contains(&bump));
    // In ticks anyone may have walked away by then.
    assert_eq!(seen(Tempo::Ticks, 5).numbers(), ["B1: 0", "C1: 5 may fall"]);
    // Where units take turns it is known, and part of what the shoved unit takes.
    assert_eq!(seen(Tempo::Phases, 5).numbers(), ["B1: 5", "C1: 5 falls"]);
}

#[test]
fn a_confused_unit_has_a_question_mark() {
    let seen = ForetoldBattle::new(
        &board("A e")
            .unit(
                'A',
                recruit().gambits([light_punch()]).with(Status::Confused, 3),
            )
            .unit('e', recruit())
            .start(1),
    );
    assert_eq!(seen.lines(), ["friend attack A1 B1 1 ?"]);
    let faces = seen.faces();
    assert_eq!(faces[0].statuses, [Status::Confused]);
}

#[test]
fn card_brains_show_what_they_hold_above_their_tokens() {
    let mut app = foretold_sim::testing::battle_app("bonelord", 7);
    let mut shown = Vec::new();
    for _ in 0..40 {
        let faces = faces_in(&app);
        assert!(
            faces[0]
                .badge
                .as_ref()
                .is_none_or(|badge| badge.number.len() < 4)
        );
        shown.extend(faces[4].badge.clone().map(|badge| badge.number));
        run_ticks(&mut app, 1);
    }
    // The grave blow, the bone storm, the coat of bones, the war cry; the gaze is hidden.
    for number in ["45", "4×3 (12)", "+20", "4", ""] {
        assert!(
            shown.iter().any(|shown| shown == number),
            "{number}: {shown:?}"
        );
    }
}

#[test]
fn what_does_no_damage_shows_its_own_number() {
    let mut app = foretold_sim::testing::battle_app("hounds", 44);
    let mut texts = Vec::new();
    let mut badges = Vec::new();
    for _ in 0..60 {
        let CellContext { battle, turns, .. } = known(&app);
        for blow in turns.blows(battle) {
            let card = whole_card(&app, blow.blow.cell);
            texts.extend(card.into_iter().map(|line| line.text));
        }
        badges.extend(faces_in(&app).into_iter().filter_map(|face| face.badge));
        run_ticks(&mut app, 1);
    }
    let lands = |line: &&String| line.contains(": Howl ") && !line.contains(" from ");
    let howls = texts.iter().filter(lands);
    let howls: Vec<&String> = howls.collect();
    assert!(!howls.is_empty(), "nobody howls: choose another seed");
    assert!(
        howls.iter().all(|line| line.contains(": Howl 8 sanity")),
        "{howls:?}"
    );
    assert!(
        texts
            .iter()
            .any(|line| line == "Will land here: 8 sanity if all hit")
    );
    assert!(
        texts.iter().all(|line| !line.contains(": 0 damage")),
        "{texts:#?}"
    );
    let brain = char::from(lucide_icons::Icon::Brain);
    assert!(
        badges
            .iter()
            .any(|badge| badge.icon == brain && badge.number == "8")
    );
}

#[test]
fn an_intent_that_nobody_knows_has_no_line_and_no_number() {
    let mut app = foretold_sim::testing::battle_app("bonelord", 7);
    let mut hidden = 0;
    for _ in 0..60 {
        let CellContext { battle, turns, .. } = known(&app);
        let lord = foretold_battle::UnitId::new(4).expect("the Bonelord is the fifth");
        if battle.outcome().is_some() {
            break;
        }
        let intent = app.world().resource::<Intents>().of_unit(lord);
        if intent == Some(foretold_battle::Intent::Unknown) {
            hidden += 1;
            let cell = battle.unit(lord).expect("he is there").cell;
            let lines = intent_lines(battle, turns);
            assert!(lines.iter().all(|line| line.cells[0] != cell));
            let blows = turns.blows(battle);
            assert!(blows.iter().all(|it| it.blow.by != lord));
        }
        run_ticks(&mut app, 1);
    }
    assert!(hidden > 0, "no hidden move came up: choose another seed");
}

#[test]
fn nobody_is_about_to_do_anything_once_it_is_over() {
    let seen = ForetoldBattle::new(
        &board("A e . f")
            .unit('A', recruit().gambits([light_punch()]))
            .unit('e', recruit().hp(10))
            .unit('f', recruit().gambits([move_towards()]))
            .house(|house| house.max_ticks = 2)
            .start(1),
    )
    .after(2);
    assert!(seen.battle().outcome().is_some());
    assert_eq!((seen.lines(), seen.numbers()), (vec![], vec![]));
    let faces = seen.faces();
    assert!(faces.iter().all(|face| face.badge.is_none()));
}

#[test]
fn results_are_shown_in_words() {
    let mut battle = board("A e")
        .unit('A', recruit().gambits([light_punch()]))
        .unit('e', recruit().hp(10).gambits([heavy_punch()]))
        .start(1);
    let mut events: Vec<Event> = Vec::new();
    battle.step(&mut events);
    let results = floating_results(&battle, &events);
    assert_eq!(results.len(), 1, "one for each unit: {results:?}");
    assert_eq!(results[0].cell.to_string(), "B1");
    let pieces = results[0].pieces.iter();
    let pieces: Vec<(&str, ResultTone)> = pieces
        .map(|piece| (piece.text.as_str(), piece.tone))
        .collect();
    assert_eq!(
        pieces,
        [
            ("−10", ResultTone::Harm),
            ("interrupted", ResultTone::Nothing),
            ("fallen", ResultTone::Fall),
        ]
    );
}

#[test]
fn the_damage_of_several_blows_is_added_up() {
    let puncher = || recruit().gambits([light_punch()]);
    let mut battle = board("A e B")
        .unit('A', puncher())
        .unit('B', puncher())
        .unit('e', recruit().gambits([guard()]))
        .start(1);
    let mut events: Vec<Event> = Vec::new();
    battle.step(&mut events);
    let results = floating_results(&battle, &events);
    let texts: Vec<Vec<&str>> = results
        .iter()
        .map(|result| {
            let pieces = result.pieces.iter();
            pieces.map(|piece| piece.text.as_str()).collect()
        })
        .collect();
    assert_eq!(texts, [["−12", "8 blocked"]]);
}

#[test]
fn where_units_take_turns_a_blow_is_announced_and_a_fall_comes_after_a_pause() {
    let mut battle = board("A e")
        .unit('A', recruit().gambits([light_punch()]))
        .unit('e', recruit().hp(10))
        .tempo(Tempo::Phases)
        .start(1);
    let mut events: Vec<Event> = Vec::new();
    battle.step(&mut events);
    let timings = Timings::default();
    let results = floating_results(&battle, &events);
    let results: Vec<(String, u128, u128)> = results
        .iter()
        .map(|result| {
            let (after, length) = shown_for(result, Tempo::Phases, &timings);
            let text = result.pieces[0].text.clone();
            (text, after.as_millis(), length.as_millis())
        })
        .collect();
    assert_eq!(
        results,
        [
            ("10 DAMAGE".to_owned(), 0, 600),
            ("INCAPACITATED".to_owned(), 900, 800),
        ]
    );
}
