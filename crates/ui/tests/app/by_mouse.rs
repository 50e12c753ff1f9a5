//! A whole battle with the mouse alone. `scripts/try-window` makes the same clicks in a real window.

use bevy::prelude::*;
use foretold_battle::{Battle, Cell, Outcome, UnitId};
use foretold_sim::{ReplayFolder, Shown};
use foretold_view::testing::settle;
use foretold_view::{OrderMode, Selection};

use crate::common::{click, game, labelled, middle_of, options, point_at};

fn battle(app: &App) -> &Battle {
    app.world().resource::<Shown>().battle()
}

/// Clicks on a point of the window, and tells where for whoever wants to do the same.
fn click_at(app: &mut App, at: Vec2) {
    println!("click {} {}", at.x.round(), at.y.round());
    point_at(app, at.round());
    click(app, MouseButton::Left);
    settle(app);
}

fn click_on(app: &mut App, label: &str) {
    let at = labelled(app, label);
    click_at(app, at);
}

/// Where a player would click next: on the weakest target, or else on the green cell next to an enemy.
fn next_click(app: &App) -> Option<Cell> {
    let (battle, options) = (battle(app), options(app));
    let cell = |unit: UnitId| battle.unit(unit).expect("it joined").cell;
    let targets = OrderMode::Free.targets(&options, battle);
    let weakest = targets
        .into_iter()
        .min_by_key(|unit| battle.unit(*unit).map(|unit| unit.hp));
    if let Some(target) = weakest {
        return Some(cell(target));
    }
    let me = cell(app.world().resource::<Selection>().0?);
    let enemies: Vec<Cell> = battle
        .arena()
        .side(foretold_battle::Faction::Enemy)
        .iter()
        .filter_map(|unit| battle.unit(unit).filter(|unit| unit.is_up()))
        .map(|unit| unit.cell)
        .collect();
    let nearest = |from: Cell| enemies.iter().map(|enemy| from.chebyshev(*enemy)).min();
    let walks = OrderMode::Free.walks(&options);
    let best = walks
        .iter()
        .min_by_key(|(cell, steps)| (nearest(*cell), *steps))?;
    (nearest(best.0) < nearest(me)).then_some(best.0)
}

#[test]
fn the_hounds_are_beaten_with_the_mouse_alone() {
    let folder = tempfile::tempdir().expect("there is a place for it");
    let mut app = game("hounds", 1);
    app.insert_resource(ReplayFolder(Some(folder.path().to_owned())));
    settle(&mut app);
    click_on(&mut app, "To the end at once.");
    for _ in 0..300 {
        if let Some(outcome) = battle(&app).outcome() {
            assert_eq!(outcome, Outcome::Victory);
            settle(&mut app);
            click_on(&mut app, "Keep the replay");
            let kept = std::fs::read_dir(folder.path()).expect("it is there");
            assert_eq!(kept.count(), 1);
            return;
        }
        match next_click(&app) {
            Some(cell) => {
                let at = middle_of(&app, &cell.to_string());
                click_at(&mut app, at);
            }
            // Nothing is left to do for this one; the second click says that it is meant.
            None => {
                let round = battle(&app).round();
                click_on(&mut app, "End the turn.");
                if battle(&app).round() == round && battle(&app).outcome().is_none() {
                    click_on(&mut app, "End the turn.");
                }
            }
        }
    }
    panic!("it never ends");
}
