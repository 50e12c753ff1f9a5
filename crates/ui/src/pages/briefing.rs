//! What a battle is about, over its board, before it begins.

use std::collections::HashSet;

use super::battles::terms;
use super::page_action::{PageAction, leading_action};
use super::{Page, PageBuilder, PageSystems, Pages, must_build};
use crate::goal::goal;
use crate::hints::teaches;
use crate::prelude::*;
use crate::progress::is_fought;
use crate::settings::LaunchOptions;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            make_way
                .after(SimSystems::Refresh)
                .before(ViewSystems::Paint),
            build
                .run_if(must_build(Page::Briefing, any_changed!(Shown, KeysInForce)))
                .in_set(PageSystems),
        ),
    );
}

/// A battle that begins is what its player wants to see: the first time with its briefing.
fn make_way(
    mut started: MessageReader<BattleStarted>,
    battle: If<Res<Shown>>,
    (mut pages, launch): (ResMut<Pages>, Res<LaunchOptions>),
    (settings, keys): (Res<PlayerSettings>, Res<KeysInForce>),
    progress: Res<PlayerProgress>,
    (mut toasts, mut redraw): (ResMut<Toasts>, ResMut<RedrawRequests>),
    // The battles that were fought since the game was opened.
    mut known: Local<HashSet<String>>,
) {
    if started.read().count() == 0 {
        return;
    }
    let from_page = pages.top().is_some();
    // Whoever commands a battle of a run is asked at once; whoever practises looks around first.
    if battle.is_of_run() || battle.is_practice() {
        pages.run_on(battle.is_of_run() && battle.encounter().by_hand);
    }
    if from_page {
        pages.close();
        // Time may run on with the next frame.
        redraw.request();
    }
    let first = is_fought(&battle) && known.insert(battle.encounter().name.clone());
    // The first hint is a briefing too.
    if teaches(&settings, &battle) {
        return;
    }
    // A player who goes on with a battle knows it.
    let left = progress.0.battle.as_ref().map(|left| &left.replay);
    let resumed = left.is_some_and(|left| {
        (&left.battle, left.seed) == (&battle.encounter().name, battle.session().seed())
    });
    let briefs = first && !resumed && !battle.encounter().text.is_empty();
    if briefs && (from_page || launch.briefing) {
        pages.open(Page::Briefing);
    } else if from_page && !pages.runs_on {
        let key = key_for(&keys, Act::PlayPause);
        let key = key.unwrap_or_else(|| "The button with the triangle".to_owned());
        let text = format!("Time stands still: look around. {key} lets it run.");
        toasts.push(Toast::news(text).about("time"));
    }
}

fn build(mut page: PageBuilder, battle: Option<Res<Shown>>, keys: Res<KeysInForce>) {
    let Some(battle) = battle else {
        return;
    };
    let encounter = battle.encounter();
    let goes_on = if encounter.by_hand {
        "Nothing happens until you give your orders.".to_owned()
    } else {
        let key = key_for(&keys, Act::PlayPause);
        let key = key.unwrap_or_else(|| "the button with the triangle".to_owned());
        format!("Time stands still until you press {key}: look around, and change rules.")
    };
    page.set(Page::Briefing, &encounter.title, |frame, style| {
        frame.spawn(style.plain(terms(encounter), style.muted()));
        frame.spawn(style.heading(goal(encounter.setup()), style.ink()));
        frame.spawn(style.plain(&encounter.text, style.ink()));
        frame.spawn(style.plain(goes_on, style.muted()));
        leading_action(frame, PageAction::Begin, style);
    });
}
