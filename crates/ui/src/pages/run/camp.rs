//! A camp: heal, learn a skill, or one more rule.

use foretold_battle::MAX_RULES;
use foretold_content::PlaceKind;
use foretold_run::{Rest, Run, RunCommand, RunStage};
use foretold_sim::CurrentRun;
use foretold_view::skill_effects::skill_icon;

use super::parts::{Ask, ask_button, side_by_side, spawn_card, thing_lines, who_row};
use super::portrait::company_row;
use super::scene::{PlaceScene, SceneMaker, set_elsewhere, spawn_leave, spawn_scene};
use super::words::{
    ThingWords, companion_name, gain_lines, healed, plain_lines, skill_in_numbers, skill_name,
};
use crate::pages::{Page, PageBuilder, PageSystems, must_build};
use crate::prelude::*;

/// How high the scene is, in pixels at 100%: the cards are higher than elsewhere.
const SCENE: f32 = 106.0;

/// The cards as a whole.
#[derive(Component)]
struct CampCards;

/// Who learns what, and who gets a slot, as far as the player has said so.
#[derive(Resource, Default, PartialEq, Eq, Debug)]
struct CampPlans {
    /// How long the journal was.
    at: usize,
    pupil: Option<u8>,
    skill: Option<String>,
    slot: Option<u8>,
}

pub(super) fn plugin(app: &mut App) {
    let changed = any_changed!(CurrentRun, CampPlans, Screen);
    app.init_resource::<CampPlans>().add_systems(
        Update,
        build
            .run_if(must_build(Page::Camp, changed))
            .in_set(PageSystems),
    );
}

fn build(
    mut page: PageBuilder,
    run: Res<CurrentRun>,
    mut plans: ResMut<CampPlans>,
    mut maker: SceneMaker,
) {
    let at_camp = |run: &&Run| *run.stage() == RunStage::AtCamp;
    let Some(run) = run.get().filter(at_camp) else {
        set_elsewhere(&mut page, Page::Camp, "Your company is at no camp now");
        return;
    };
    if plans.at != run.journal().len() {
        *plans.bypass_change_detection() = CampPlans {
            at: run.journal().len(),
            ..default()
        };
    }
    let room = maker.make(SCENE);
    page.set(Page::Camp, "", |frame, style| {
        let scene = PlaceScene {
            page: Page::Camp,
            kind: PlaceKind::Camp,
            title: "A camp: one of three",
            text: "The fire lasts until dawn: long enough for one thing.",
        };
        spawn_scene(frame, &scene, run, &room, style);
        side_by_side(frame, style, CampCards, |area| {
            spawn_heal(area, run, style);
            spawn_learn(area, run, &plans, style);
            spawn_slot(area, run, &plans, style);
        });
        spawn_leave(frame, "Leave the camp", style);
        company_row(frame, run, &maker.screen, style);
    });
}

fn words(icon: Icon, kind: &str, name: &str, text: String) -> ThingWords {
    ThingWords {
        icon,
        kind: kind.to_owned(),
        name: name.to_owned(),
        text,
        lines: Vec::new(),
    }
}

fn spawn_heal(area: &mut ChildSpawnerCommands<'_>, run: &Run, style: &UiStyle) {
    let heals = run.plan().camp_heals;
    let text = format!("All heal {heals}% and lose their wounds.");
    let head = words(Icon::Flame, "Everyone", "Rest", text);
    spawn_card(area, &head, style, |card| {
        thing_lines(card, &plain_lines(healed(run, heals, true)), style);
        card.spawn(Node::default().grow());
        let rest = RunCommand::Camp(Rest::Heal);
        ask_button(card, ("Rest", "Rest"), Ask::AmongOthers, rest, style);
    });
}

/// What everyone could learn.
fn lessons(run: &Run) -> Vec<(u8, String)> {
    let choices = run.choices().into_iter();
    choices
        .filter_map(|choice| match choice {
            RunCommand::Camp(Rest::Learn { companion, skill }) => Some((companion, skill)),
            _ => None,
        })
        .collect()
}

fn spawn_learn(area: &mut ChildSpawnerCommands<'_>, run: &Run, plans: &CampPlans, style: &UiStyle) {
    let lessons = lessons(run);
    let mut who: Vec<u8> = lessons.iter().map(|(place, _)| *place).collect();
    who.dedup();
    let pupil = plans.pupil.filter(|place| who.contains(place));
    let pupil = pupil.or(who.first().copied());
    let open = lessons.iter().filter(|(place, _)| Some(*place) == pupil);
    let open: Vec<&String> = open.map(|(_, skill)| skill).collect();
    let wanted = plans.skill.as_ref().filter(|skill| open.contains(skill));
    let wanted = wanted.or(open.first().copied());
    let text = "One companion learns a skill. Then give it a rule on the company page.".to_owned();
    let head = words(Icon::GraduationCap, "One companion", "Learn", text);
    spawn_card(area, &head, style, |card| {
        let (Some(companion), Some(skill)) = (pupil, wanted) else {
            let text = "Everyone knows all that they can learn.";
            card.spawn(style.plain(text, style.ink()));
            return;
        };
        let choose = |place: u8| {
            move |_: On<Activate>, mut plans: ResMut<CampPlans>| {
                plans.pupil = Some(place);
                plans.skill = None;
            }
        };
        who_row(card, run, ("Learn", &who), pupil, style, choose);
        for id in &open {
            spawn_lesson(card, run, id, *id == skill, style);
        }
        card.spawn(Node::default().grow());
        let name = skill_name(run.realm(), skill);
        let pupil = companion_name(run, companion);
        let learn = RunCommand::Camp(Rest::Learn {
            companion,
            skill: skill.clone(),
        });
        let label = format!("Learn {name}: {pupil}");
        let caption = format!("Learn {name}");
        ask_button(card, (&label, &caption), Ask::AmongOthers, learn, style);
    });
}

/// A skill to choose: its name, and what it does.
fn spawn_lesson(
    card: &mut ChildSpawnerCommands<'_>,
    run: &Run,
    id: &str,
    chosen: bool,
    style: &UiStyle,
) {
    let Some(skill) = run.realm().content().skill(id) else {
        return;
    };
    let wanted = id.to_owned();
    let choose = move |_: On<Activate>, mut plans: ResMut<CampPlans>| {
        plans.skill = Some(wanted.clone());
    };
    let mut row = card.spawn((
        button(format!("Choose {}", skill.name), style),
        observe(choose),
    ));
    row.check(chosen)
        .change_node(|mut node| {
            node.justify_content = JustifyContent::FlexStart;
            node.column_gap = px(8);
            node.flex_shrink = 0.0;
            node.padding = UiRect::axes(px(8), px(4));
        })
        .with_children(|row| {
            let mark = if chosen {
                Icon::CircleDot
            } else {
                Icon::Circle
            };
            row.spawn(style.sign(mark, style.ink()));
            row.spawn(style.sign(skill_icon(&skill), style.ink()));
            row.spawn((
                Node::column(px(0)).share(1.0).min_width(px(0)),
                Pickable::IGNORE,
            ))
            .with_children(|lines| {
                lines.spawn(style.bold(&skill.name, style.ink()));
                lines.spawn(style.small(skill_in_numbers(&skill), style.muted()));
            });
        });
}

fn spawn_slot(area: &mut ChildSpawnerCommands<'_>, run: &Run, plans: &CampPlans, style: &UiStyle) {
    let who = run.choices().into_iter().filter_map(|choice| match choice {
        RunCommand::Camp(Rest::Slot { companion }) => Some(companion),
        _ => None,
    });
    let who: Vec<u8> = who.collect();
    let chosen = plans.slot.filter(|place| who.contains(place));
    let chosen = chosen.or(who.first().copied());
    let text = "One companion gets one more rule slot.".to_owned();
    let head = words(Icon::ListPlus, "One companion", "Think", text);
    spawn_card(area, &head, style, |card| {
        let Some(companion) = chosen else {
            let text = format!("Everyone has the {MAX_RULES} rule slots there are.");
            card.spawn(style.plain(text, style.ink()));
            return;
        };
        let lines = run.company().iter().enumerate().map(|(place, it)| {
            let name = companion_name(run, place as u8);
            let (rules, slots) = (it.rules.len(), it.slots);
            match place == usize::from(companion) {
                true => format!("{name}: {slots} → {} rules, {rules} in use", slots + 1),
                false => format!("{name}: {slots} rules, {rules} in use"),
            }
        });
        thing_lines(card, &gain_lines(lines, companion.into()), style);
        let choose = |place: u8| {
            move |_: On<Activate>, mut plans: ResMut<CampPlans>| plans.slot = Some(place)
        };
        who_row(card, run, ("Think", &who), chosen, style, choose);
        card.spawn(Node::default().grow());
        let slot = RunCommand::Camp(Rest::Slot { companion });
        let label = format!("A rule slot for the {}", companion_name(run, companion));
        let words = (label.as_str(), label.as_str());
        ask_button(card, words, Ask::AmongOthers, slot, style);
    });
}
