//! Commanding by hand: with keys and clicks, in turns and as an override in ticks.

use bevy::prelude::*;
use foretold_battle::{
    AutofightMode, Battle, Command, CommandRefusal, Faction, Order, OrderRefusal, Outcome, Stop,
    UnitId, WhyNot,
};
use foretold_sim::{
    BattleRequest, Clock, ClockRequest, Interrupted, OrderRequest, Refused, Request,
    RequestRefusal, Shown, Speed,
};
use foretold_ui::{Page, Pages, Toasts};
use foretold_view::testing::{frames, settle};
use foretold_view::{Flash, OrderMode, Selection};

use crate::common::{
    assert_reads, click, click_on, focused, game, middle_of, options, point_at, press, press_with,
    texts, tick,
};

fn battle(app: &App) -> &Battle {
    app.world().resource::<Shown>().battle()
}

fn selected(app: &App) -> UnitId {
    let selection = app.world().resource::<Selection>();
    selection.0.expect("somebody is selected")
}

fn cell_of(app: &App, unit: UnitId) -> String {
    battle(app).unit(unit).expect("it joined").cell.to_string()
}

fn enemies(app: &App) -> Vec<UnitId> {
    let arena = battle(app).arena();
    arena.side(Faction::Enemy).iter().collect()
}

fn words_of(app: &App, stop: Stop) -> String {
    let setup = battle(app).arena().setup();
    setup.autofight_messages.text(stop).to_owned()
}

fn click_on_cell(app: &mut App, cell: &str) {
    let at = middle_of(app, cell);
    point_at(app, at);
    click(app, MouseButton::Left);
}

fn said(app: &App) -> Vec<String> {
    let toasts = app.world().resource::<Toasts>();
    toasts.iter().map(|toast| toast.text.clone()).collect()
}

#[track_caller]
fn assert_said(app: &App, words: &str) {
    let said = said(app);
    assert!(said.iter().any(|text| text.contains(words)), "{said:?}");
}

/// The crypt by hand, which waits for Vera and Paul at once, paused.
fn crypt() -> App {
    let mut app = game("crypt-by-hand", 2);
    frames(&mut app, 3);
    app
}

/// A battle by hand at the moment at which it first waits, as fast as can be.
fn by_hand(name: &str, seed: u64) -> App {
    let mut app = game(name, seed);
    press(&mut app, KeyCode::Digit6);
    press(&mut app, KeyCode::Space);
    settle(&mut app);
    assert!(!battle(&app).waits_for().is_empty(), "{name} waits");
    app
}

fn refuse(app: &mut App, unit: UnitId, refusal: OrderRefusal) {
    let order = OrderRequest::Give {
        unit,
        order: Order::Guard,
        until_released: false,
    };
    app.world_mut().write_message(Refused {
        request: Request::Order(order),
        reason: RequestRefusal::Command(CommandRefusal::Order(refusal)),
    });
    frames(app, 2);
}

#[test]
fn the_card_shows_the_skill_that_is_chosen() {
    let mut app = by_hand("crypt-by-hand", 2);
    // Vera walks up until both a quick and a slow attack reach somebody.
    let reach = |app: &App| {
        let uses = options(app).uses.into_iter();
        let mut skills: Vec<_> = uses.map(|(skill, _)| skill).collect();
        let arena = battle(app).arena();
        skills.retain(|skill| arena.skill(*skill).is_hostile());
        skills.dedup();
        skills.len()
    };
    for _ in 0..40 {
        if reach(&app) > 1
            && battle(&app)
                .unit(selected(&app))
                .is_some_and(|unit| unit.turn.points > 1)
        {
            break;
        }
        press(&mut app, KeyCode::Tab);
        settle(&mut app);
        if battle(&app).waits_for().is_empty() {
            break;
        }
    }
    assert!(reach(&app) > 1, "nobody has a choice");
    let mut named = Vec::new();
    for _ in 0..reach(&app) {
        press(&mut app, KeyCode::KeyA);
        frames(&mut app, 2);
        let OrderMode::Attack(skill) = *app.world().resource::<OrderMode>() else {
            panic!("A chooses an attack");
        };
        let skill = battle(&app).arena().skill(skill).clone();
        let card = texts(&mut app);
        let heading = format!(": {}, ", skill.name);
        assert!(
            card.iter()
                .any(|text| text.contains(&heading) && text.ends_with("to hit")),
            "{}: {card:#?}",
            skill.name
        );
        if skill.cost > 1 {
            assert_said(&app, "It takes the whole turn: 2 actions.");
            assert!(
                card.iter()
                    .any(|text| text == "It takes the whole turn: 2 actions.")
            );
        }
        named.push((skill.name, skill.cost));
    }
    named.dedup();
    assert!(named.len() > 1, "{named:?}");
    assert!(named.iter().any(|(_, cost)| *cost > 1), "{named:?}");
}

#[test]
fn a_click_walks_to_a_green_cell_at_once_and_can_be_taken_back() {
    let mut app = crypt();
    let vera = selected(&app);
    let green = options(&app).walks;
    let near =
        |(cell, steps): &(foretold_battle::Cell, u8)| cell.to_string() == "E9" && *steps == 1;
    assert!(green.iter().any(near), "{green:?}");
    assert_reads(&mut app, "2 actions");
    assert!(!app.world().resource::<Clock>().playing);
    click_on_cell(&mut app, "E9");
    settle(&mut app);
    // The clock was paused: an order lets time run.
    assert_eq!(cell_of(&app, vera), "E9");
    assert_reads(&mut app, "1 action");
    // Nobody rolled dice.
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyZ);
    settle(&mut app);
    assert_eq!((cell_of(&app, vera), tick(&app)), ("F10".to_owned(), 0));
    // The mouse still points at the cell: a click would cost one of them again.
    assert_reads(&mut app, "2 → 1");
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyZ);
    assert!(battle(&app).has_player(), "nobody loses their chair");
}

#[test]
fn undo_selects_the_unit_whose_order_it_took_back() {
    let mut app = crypt();
    let vera = selected(&app);
    click_on_cell(&mut app, "E9");
    settle(&mut app);
    press(&mut app, KeyCode::KeyG);
    settle(&mut app);
    let paul = selected(&app);
    assert_ne!(paul, vera, "her turn is over: the next is selected");
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyZ);
    settle(&mut app);
    assert_eq!(selected(&app), vera, "she may guard elsewhere");
    // By the button too; and what cannot be taken back selects nobody.
    app.world_mut().resource_mut::<Selection>().0 = Some(paul);
    frames(&mut app, 2);
    click_on(&mut app, "Take the last order back.");
    settle(&mut app);
    assert_eq!(
        (cell_of(&app, vera), selected(&app)),
        ("F10".to_owned(), vera)
    );
    app.world_mut().resource_mut::<Selection>().0 = Some(paul);
    frames(&mut app, 2);
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyZ);
    settle(&mut app);
    assert_eq!(selected(&app), paul);
}

#[test]
fn the_keyboard_alone_walks_guards_and_ends_the_turn() {
    let mut app = crypt();
    let vera = selected(&app);
    press(&mut app, KeyCode::KeyM);
    assert_eq!(*app.world().resource::<OrderMode>(), OrderMode::Move);
    assert_reads(&mut app, "Choose a green cell.");
    press(&mut app, KeyCode::ArrowUp);
    press(&mut app, KeyCode::Enter);
    settle(&mut app);
    assert_eq!(cell_of(&app, vera), "F9");
    assert_eq!(*app.world().resource::<OrderMode>(), OrderMode::Free);
    press(&mut app, KeyCode::KeyG);
    settle(&mut app);
    assert!(battle(&app).unit(vera).expect("she joined").block > 0);
    assert_ne!(
        selected(&app),
        vera,
        "her turn is over: the next is selected"
    );
    press(&mut app, KeyCode::KeyE);
    assert_said(
        &app,
        "Paul can still act. Press E or the button again to end the turn anyway.",
    );
    assert_eq!(battle(&app).round(), 1);
    press(&mut app, KeyCode::KeyE);
    settle(&mut app);
    assert_eq!(battle(&app).round(), 2);
    assert!(
        !battle(&app).waits_for().is_empty(),
        "the enemies have acted"
    );
}

#[test]
fn attack_mode_says_how_many_targets_there_are_and_refuses_without_any() {
    let mut app = crypt();
    press(&mut app, KeyCode::KeyA);
    assert_said(&app, "Vera: no valid target, out of range");
    assert_said(&app, "Walk closer first.");
    assert_eq!(*app.world().resource::<OrderMode>(), OrderMode::Free);
    // Help is another key, and Esc leaves the mode.
    press(&mut app, KeyCode::KeyH);
    assert_said(&app, "valid targets.");
    let mode = *app.world().resource::<OrderMode>();
    assert!(matches!(mode, OrderMode::Attack(_)), "she can help");
    let options = options(&app);
    assert!(mode.walks(&options).is_empty(), "the green is hidden");
    press(&mut app, KeyCode::Escape);
    assert_eq!(*app.world().resource::<OrderMode>(), OrderMode::Free);
    let selection = app.world().resource::<Selection>();
    assert!(selection.0.is_some(), "only the mode was left");
    // Another selection leaves it too.
    press(&mut app, KeyCode::KeyH);
    press(&mut app, KeyCode::BracketRight);
    frames(&mut app, 2);
    assert_eq!(*app.world().resource::<OrderMode>(), OrderMode::Free);
}

#[test]
fn a_click_on_a_red_target_attacks_it() {
    let mut app = by_hand("hounds", 1);
    for _ in 0..200 {
        assert_eq!(battle(&app).outcome(), None, "nobody was ever in reach");
        let targets = OrderMode::Free.targets(&options(&app), battle(&app));
        if let Some(target) = targets.first().copied() {
            let entries = |app: &App| {
                let battle = app.world().resource::<Shown>();
                battle.session().entries().to_vec()
            };
            let before = entries(&app).len();
            let at = cell_of(&app, target);
            click_on_cell(&mut app, &at);
            let ordered = entries(&app)[before].command.clone();
            let aimed = match ordered {
                Command::Order {
                    order: Order::Use { at, .. },
                    ..
                } => at.to_string(),
                other => panic!("{other:?}"),
            };
            assert_eq!(aimed, at);
            return;
        }
        press(&mut app, KeyCode::KeyE);
        press(&mut app, KeyCode::KeyE);
        settle(&mut app);
    }
    panic!("it never ends");
}

#[test]
fn tab_fights_on_the_board_and_goes_on_in_a_panel() {
    let mut app = crypt();
    let vera = selected(&app);
    press(&mut app, KeyCode::F6);
    let first = focused(&app);
    press(&mut app, KeyCode::Tab);
    assert_ne!(focused(&app), first);
    assert_eq!(cell_of(&app, vera), "F10");
    press(&mut app, KeyCode::Escape);
    // Without moving there is nobody to fight.
    press_with(&mut app, KeyCode::ShiftLeft, KeyCode::Tab);
    assert_said(&app, "No target in range.");
    let plan = options(&app).plan;
    let path = plan.expect("it is shown before it acts").path;
    press(&mut app, KeyCode::Tab);
    settle(&mut app);
    let at = cell_of(&app, vera);
    let on_the_way = path.iter().any(|cell| cell.to_string() == at);
    assert!(on_the_way, "{at} is on {path:?}");
}

#[test]
fn a_second_press_too_soon_is_reckless() {
    let mut app = crypt();
    let unit = selected(&app);
    for _ in 0..2 {
        app.world_mut().write_message(OrderRequest::Give {
            unit,
            order: Order::Autofight(AutofightMode::FireOnly),
            until_released: false,
        });
    }
    frames(&mut app, 3);
    assert_eq!(battle(&app).autofight_stop(unit), Some(Stop::Reckless));
    assert_reads(&mut app, "Too fast: look before you strike.");
}

#[test]
fn x_marks_an_enemy_and_autofight_goes_for_it() {
    let mut app = crypt();
    press(&mut app, KeyCode::KeyX);
    assert_said(&app, "Point at an enemy to mark it");
    let target = |app: &App| options(app).plan.map(|plan| plan.target);
    let before = target(&app);
    let others = enemies(&app);
    let other = others.into_iter().find(|unit| Some(*unit) != before);
    let other = other.expect("there are several");
    let at = middle_of(&app, &cell_of(&app, other));
    point_at(&mut app, at);
    press(&mut app, KeyCode::KeyX);
    frames(&mut app, 2);
    assert!(battle(&app).marked().contains(other));
    assert_eq!(target(&app), Some(other));
    press(&mut app, KeyCode::KeyX);
    frames(&mut app, 2);
    assert_eq!(target(&app), before);
}

#[test]
fn a_repeat_stops_with_its_reason_and_goes_on_when_acknowledged() {
    let mut app = by_hand("hounds", 1);
    let (mut stops, mut repeats) = (0, 0);
    for _ in 0..400 {
        if battle(&app).outcome().is_some() {
            break;
        }
        let (unit, before) = (selected(&app), tick(&app));
        press(&mut app, KeyCode::KeyF);
        settle(&mut app);
        repeats += u32::from(tick(&app) > before);
        if let Some(stop) = battle(&app).autofight_stop(unit) {
            stops += 1;
            if selected(&app) == unit {
                let words = words_of(&app, stop);
                assert_reads(&mut app, &words);
            }
        }
        if tick(&app) == before {
            press(&mut app, KeyCode::KeyE);
            press(&mut app, KeyCode::KeyE);
            settle(&mut app);
        }
    }
    assert!(stops > 0 && repeats > 0, "{stops} stops, {repeats} repeats");
}

#[test]
fn an_order_in_ticks_goes_before_the_rules_and_can_be_released() {
    let mut app = game("first-blood", 3);
    frames(&mut app, 3);
    let ada = selected(&app);
    let action = |app: &App| battle(app).decide(ada).expect("she decides").action;
    let by_rules = action(&app);
    press(&mut app, KeyCode::KeyM);
    click_on_cell(&mut app, "C10");
    frames(&mut app, 2);
    assert_eq!(tick(&app), 0, "in ticks time waits for the player");
    assert_ne!(action(&app), by_rules);
    press(&mut app, KeyCode::Period);
    assert_eq!(cell_of(&app, ada), "C8");
    press(&mut app, KeyCode::Backspace);
    frames(&mut app, 2);
    assert_said(&app, "follows its own rules again.");
    assert_eq!(battle(&app).unit(ada).expect("she joined").order, None);
}

#[test]
fn what_stands_in_the_way_of_a_shot_flashes_for_a_while() {
    let mut app = crypt();
    let (unit, cell) = (selected(&app), "E7".parse().expect("a cell"));
    let why = WhyNot::NoSight { blocked_at: cell };
    refuse(&mut app, unit, OrderRefusal::Skill(why));
    assert_eq!(app.world().resource::<Flash>().cell(), Some(cell));
    assert_reads(&mut app, "E7");
    settle(&mut app);
    assert_eq!(app.world().resource::<Flash>().cell(), None);
}

/// Every reason for which an order can be refused. A new one does not compile until it is listed.
fn refusals() -> Vec<OrderRefusal> {
    let cell = "E7".parse().expect("a cell");
    let (distance, range) = (5, 1);
    let skill = [
        WhyNot::Disabled,
        WhyNot::NoTarget,
        WhyNot::ConditionFalse,
        WhyNot::OutOfRange { distance, range },
        WhyNot::NoSight { blocked_at: cell },
        WhyNot::Cooldown { turns: 2 },
        WhyNot::Rooted,
        WhyNot::NowhereToGo,
        WhyNot::NoWalkLeft,
        WhyNot::NoActionLeft,
        WhyNot::NeedsWholeTurn,
        WhyNot::NoDirection,
    ];
    let mut all = vec![
        OrderRefusal::Over,
        OrderRefusal::InTheMiddle,
        OrderRefusal::NoSuchUnit,
        OrderRefusal::NotYours,
        OrderRefusal::OutOfAction,
        OrderRefusal::NotYourTurn,
        OrderRefusal::NoActionsLeft,
        OrderRefusal::AlreadyThere,
        OrderRefusal::NoWay,
        OrderRefusal::TooFar { steps: 9, left: 6 },
        OrderRefusal::UnknownSkill,
        OrderRefusal::NobodyThere,
        OrderRefusal::NoGuard,
    ];
    all.extend(skill.map(OrderRefusal::Skill));
    let listed = |refusal: &OrderRefusal| match refusal {
        OrderRefusal::Over
        | OrderRefusal::InTheMiddle
        | OrderRefusal::NoSuchUnit
        | OrderRefusal::NotYours
        | OrderRefusal::OutOfAction
        | OrderRefusal::NotYourTurn
        | OrderRefusal::NoActionsLeft
        | OrderRefusal::AlreadyThere
        | OrderRefusal::NoWay
        | OrderRefusal::TooFar { .. }
        | OrderRefusal::UnknownSkill
        | OrderRefusal::NobodyThere
        | OrderRefusal::NoGuard
        | OrderRefusal::Autofight(_) => 1,
        OrderRefusal::Skill(why) => match why {
            WhyNot::Disabled
            | WhyNot::NoTarget
            | WhyNot::ConditionFalse
            | WhyNot::OutOfRange { .. }
            | WhyNot::NoSight { .. }
            | WhyNot::Cooldown { .. }
            | WhyNot::Rooted
            | WhyNot::NowhereToGo
            | WhyNot::NoWalkLeft
            | WhyNot::NoActionLeft
            | WhyNot::NeedsWholeTurn
            | WhyNot::NoDirection => 1,
        },
    };
    assert_eq!(all.iter().map(listed).sum::<usize>(), all.len());
    all
}

#[test]
fn every_refusal_is_on_screen_with_who_why_and_what_to_do() {
    let mut app = crypt();
    let unit = selected(&app);
    for refusal in refusals() {
        refuse(&mut app, unit, refusal);
        let told = said(&app).pop().expect("it is told");
        // Why, and then what to do.
        assert!(told.matches('.').count() >= 2, "{told}");
        let words = refusal.to_string()[1..].to_owned();
        assert!(told.starts_with("Vera: ") && !words.is_empty());
        assert!(told.contains(&words), "{told} does not say {words}");
        let on_screen = texts(&mut app).join("\n");
        assert!(on_screen.contains(&told), "{told}");
    }
}

#[test]
fn every_stop_is_on_screen_with_its_words() {
    let mut app = crypt();
    let unit = selected(&app);
    for stop in Stop::ALL {
        let message = words_of(&app, stop);
        app.world_mut().write_message(Interrupted {
            unit,
            stop,
            by: None,
            message: message.clone(),
        });
        frames(&mut app, 2);
        assert_reads(&mut app, &format!("Vera: {message}"));
        // The same as the answer to a press.
        app.world_mut()
            .resource_mut::<Toasts>()
            .set_if_neq(Toasts::default());
        app.world_mut().write_message(Refused {
            request: Request::Order(OrderRequest::Give {
                unit,
                order: Order::Autofight(AutofightMode::MoveAndAttack),
                until_released: false,
            }),
            reason: RequestRefusal::Autofight {
                stop,
                message: message.clone(),
            },
        });
        frames(&mut app, 2);
        let told = said(&app).pop().expect("it is told");
        assert!(told.starts_with(&format!("Vera: {message} ")), "{told}");
        assert_reads(&mut app, &told);
    }
}

#[test]
fn an_enemy_cannot_be_told_anything() {
    let mut app = crypt();
    let enemy = enemies(&app).first().copied();
    app.world_mut().resource_mut::<Selection>().0 = enemy;
    frames(&mut app, 3);
    press(&mut app, KeyCode::KeyG);
    assert_said(&app, "It is not yours to command. Select one of your own");
}

#[test]
fn the_whole_crypt_can_be_fought_with_one_key() {
    let mut app = by_hand("crypt-by-hand", 2);
    assert_eq!(app.world().resource::<Clock>().speed, Speed::Instant);
    for _ in 0..600 {
        if let Some(outcome) = battle(&app).outcome() {
            assert!(matches!(outcome, Outcome::Victory | Outcome::Defeat));
            assert!(battle(&app).autofight_count().uses > 4);
            return;
        }
        let before = tick(&app);
        press(&mut app, KeyCode::Tab);
        settle(&mut app);
        if tick(&app) == before {
            // It refuses, too injured perhaps: the turn ends.
            press(&mut app, KeyCode::KeyE);
            press(&mut app, KeyCode::KeyE);
            settle(&mut app);
        }
    }
    panic!("it never ends");
}

#[test]
fn in_attack_mode_nothing_is_wasted_on_a_free_cell_or_on_oneself() {
    let mut app = crypt();
    let vera = selected(&app);
    press(&mut app, KeyCode::Tab);
    settle(&mut app);
    press(&mut app, KeyCode::KeyA);
    assert!(matches!(
        *app.world().resource::<OrderMode>(),
        OrderMode::Attack(_)
    ));
    let points = |app: &App| battle(app).unit(vera).expect("she joined").turn.points;
    let (before, left) = (tick(&app), points(&app));
    let far = cell_of(&app, enemies(&app)[0]);
    for cell in [cell_of(&app, vera), "B9".to_owned()] {
        click_on_cell(&mut app, &cell);
        settle(&mut app);
        assert_said(&app, "Choose a red target");
        assert_eq!((tick(&app), points(&app)), (before, left));
    }
    assert!(matches!(
        *app.world().resource::<OrderMode>(),
        OrderMode::Attack(_)
    ));
    // Nobody helps an enemy by a slip.
    press(&mut app, KeyCode::KeyH);
    assert!(matches!(
        *app.world().resource::<OrderMode>(),
        OrderMode::Attack(_)
    ));
    click_on_cell(&mut app, &far);
    settle(&mut app);
    assert_said(&app, "Choose a red target");
    assert_eq!((tick(&app), points(&app)), (before, left));
}

#[test]
fn who_looks_back_is_asked_before_an_order_cuts_off_what_came_after() {
    let mut app = crypt();
    press(&mut app, KeyCode::KeyG);
    settle(&mut app);
    let last = tick(&app);
    press(&mut app, KeyCode::Home);
    frames(&mut app, 3);
    // A mark would change the battle too.
    let at = middle_of(&app, &cell_of(&app, enemies(&app)[0]));
    point_at(&mut app, at);
    press(&mut app, KeyCode::KeyX);
    frames(&mut app, 2);
    assert_said(&app, "begins another branch of the battle");
    // A click looks around, and changes nothing.
    click_on_cell(&mut app, "E9");
    settle(&mut app);
    let steps = |app: &App| {
        app.world()
            .resource::<foretold_sim::Shown>()
            .session()
            .last_step()
    };
    assert_eq!((tick(&app), steps(&app)), (0, last));
    app.world_mut().resource_mut::<Selection>().0 = UnitId::new(0);
    frames(&mut app, 2);
    press(&mut app, KeyCode::KeyM);
    click_on_cell(&mut app, "E9");
    settle(&mut app);
    assert_said(&app, "begins another branch of the battle");
    assert_eq!((tick(&app), steps(&app)), (0, last));
    click_on_cell(&mut app, "E9");
    settle(&mut app);
    assert_eq!(cell_of(&app, UnitId::new(0).expect("a slot")), "E9");
    let branches = app.world().resource::<Shown>().session().branches();
    assert_eq!(branches.len(), 1, "what came after is kept");
    // It can be watched from the page of replays.
    app.world_mut().resource_mut::<Pages>().open(Page::Replays);
    frames(&mut app, 3);
    click_on(&mut app, "Watch branch 1");
    frames(&mut app, 3);
    assert_eq!(steps(&app), last);
}

#[test]
fn another_battle_begins_in_no_mode() {
    let mut app = crypt();
    press(&mut app, KeyCode::KeyH);
    assert!(matches!(
        *app.world().resource::<OrderMode>(),
        OrderMode::Attack(_)
    ));
    for request in [
        BattleRequest::Start {
            battle: "first-blood".to_owned(),
            seed: 3,
        },
        BattleRequest::Restart { seed: None },
    ] {
        app.world_mut().write_message(request);
        frames(&mut app, 3);
        assert_eq!(*app.world().resource::<OrderMode>(), OrderMode::Free);
        press(&mut app, KeyCode::KeyM);
    }
}

#[test]
fn who_was_chosen_stays_chosen_while_nobody_acts() {
    let mut app = crypt();
    let vera = selected(&app);
    press(&mut app, KeyCode::KeyG);
    press(&mut app, KeyCode::KeyG);
    settle(&mut app);
    let paul = selected(&app);
    assert_ne!(paul, vera, "she has done what she could");
    app.world_mut().resource_mut::<Selection>().0 = Some(vera);
    let enemy = enemies(&app)[0];
    app.world_mut().write_message(OrderRequest::Mark {
        unit: enemy,
        marked: true,
    });
    frames(&mut app, 3);
    assert!(battle(&app).marked().contains(enemy));
    assert_eq!(selected(&app), vera);
}

#[test]
fn ending_the_turn_of_nobody_lets_no_time_run() {
    let mut app = by_hand("goblin-ambush", 1);
    press(&mut app, KeyCode::Space);
    app.world_mut().resource_mut::<Selection>().0 = None;
    frames(&mut app, 2);
    assert!(!app.world().resource::<Clock>().playing);
    press(&mut app, KeyCode::KeyE);
    frames(&mut app, 2);
    assert_said(&app, "Select one of your units first.");
    assert!(!app.world().resource::<Clock>().playing);
}

#[test]
fn a_press_that_was_too_fast_leaves_what_can_be_taken_back() {
    let mut app = crypt();
    let vera = selected(&app);
    click_on_cell(&mut app, "E9");
    settle(&mut app);
    for _ in 0..2 {
        app.world_mut().write_message(OrderRequest::Give {
            unit: vera,
            order: Order::Autofight(AutofightMode::FireOnly),
            until_released: false,
        });
    }
    frames(&mut app, 3);
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyZ);
    settle(&mut app);
    assert_eq!(cell_of(&app, vera), "F10");
}

#[test]
fn a_battle_that_is_watched_again_is_announced_like_the_first_time() {
    let mut app = by_hand("crypt-by-hand", 2);
    while battle(&app).outcome().is_none() {
        press(&mut app, KeyCode::KeyE);
        press(&mut app, KeyCode::KeyE);
        settle(&mut app);
    }
    app.world_mut().resource_mut::<Pages>().close();
    let last = tick(&app);
    app.world_mut().write_message(ClockRequest::Jump(last - 3));
    app.world_mut()
        .write_message(ClockRequest::Speed(Speed::Normal));
    app.world_mut().write_message(ClockRequest::Play);
    let results = |app: &mut App| {
        let mut names = app.world_mut().query::<&Name>();
        let all = names.iter(app.world());
        all.filter(|name| name.as_str() == "Result").count()
    };
    let mut at_the_end = 0;
    for _ in 0..400 {
        app.update();
        if tick(&app) == last {
            at_the_end += results(&mut app);
        }
    }
    assert!(at_the_end > 0, "also the last blow is seen again");
}
