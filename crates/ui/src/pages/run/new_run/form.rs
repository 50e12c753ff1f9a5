//! Level and seed of the run to begin.

use foretold_content::{RunPlan, fresh_seed};
use foretold_run::Run;
use foretold_sim::{CurrentRun, KeptRuns, RunRequest};

use super::day::seed_of_today;
use super::{NewRun, start, waiting};
use crate::pages::{Page, PageSystems, on_top};
use crate::prelude::*;

/// What messages about a seed are about.
const SEED: &str = "seed";

/// Where the seed of the run is typed, in which form.
#[derive(Component)]
struct RunSeedField(u32);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        read_seed
            .run_if(on_top(Page::NewRun))
            .before(super::begin)
            .in_set(PageSystems),
    );
}

pub(super) fn spawn(
    frame: &mut ChildSpawnerCommands<'_>,
    plan: &RunPlan,
    (new, kept): (&NewRun, &KeptRuns),
    style: &UiStyle,
) {
    let most = kept.chronicle().open_level().min(plan.levels.len() as u8);
    let row = Node::row(px(18)).centred().wrap(px(6)).fixed();
    frame.spawn(row).with_children(|row| {
        let group = || Node::row(style.space()).centred().fixed();
        row.spawn(group()).with_children(|group| {
            group.spawn(style.plain("Level", style.ink()));
            let number = Stepper {
                value: new.level.into(),
                least: 0,
                most: most.into(),
                step: 1,
            };
            let text = new.level.to_string();
            group.spawn((stepper("Level", &text, number, style), observe(step)));
        });
        row.spawn(group()).with_children(|group| {
            group.spawn(style.plain("Seed", style.ink()));
            group
                .spawn((
                    field("The seed of the run", &new.typed, 1, 20, style),
                    RunSeedField(new.form),
                    observe(go_on),
                ))
                .entry::<Node>()
                .and_modify(|mut node| node.width = px(170));
        });
        row.spawn(group()).with_children(|group| {
            text_button(group, "Fresh seed", style, take_fresh).insert(Tooltip(
                "Another run, with other companions and another map.".to_owned(),
            ));
            text_button(group, "Today's run", style, take_today).insert(Tooltip(
                "The same run for everybody today: its seed is the date.".to_owned(),
            ));
        });
    });
    let told = usize::from(new.level);
    let levels = plan.levels.iter().take(told);
    let changes: Vec<&str> = levels.map(|level| level.text.as_str()).collect();
    let text = match (changes.as_slice(), most) {
        ([], 0) => "Level 0, the game as it is. Win a run to open level 1.".to_owned(),
        ([], most) => format!("Level 0, the game as it is. Levels up to {most} are open."),
        (changes, _) => format!("Level {told}: {}", changes.join(" ")),
    };
    frame.spawn((style.plain(text, style.ink()), Node::default().fixed()));
}

/// Which run it is that is offered.
pub(super) fn told_seed(run: &Run) -> String {
    let seed = run.start().seed;
    let today = if seed == seed_of_today() {
        " Today's run."
    } else {
        ""
    };
    format!("Seed {seed} offers these companions.{today}")
}

/// Begins the run anew, with this seed.
fn anew(
    seed: u64,
    new: &NewRun,
    kept: &KeptRuns,
    current: &CurrentRun,
    requests: &mut MessageWriter<RunRequest>,
) {
    let start = start(seed, new, kept);
    if waiting(current).is_some_and(|(run, _)| run.start() != start) {
        requests.write(RunRequest::Begin(start));
    }
}

fn step(
    stepped: On<Stepped>,
    (kept, current): (Res<KeptRuns>, Res<CurrentRun>),
    mut new: ResMut<NewRun>,
    mut requests: MessageWriter<RunRequest>,
) {
    let Some((run, _)) = waiting(&current) else {
        return;
    };
    new.level = stepped.value.try_into().unwrap_or(0);
    new.form += 1;
    anew(run.start().seed, &new, &kept, &current, &mut requests);
}

fn take_fresh(
    _: On<Activate>,
    (kept, current): (Res<KeptRuns>, Res<CurrentRun>),
    mut new: ResMut<NewRun>,
    mut requests: MessageWriter<RunRequest>,
    mut toasts: ResMut<Toasts>,
) {
    toasts.forget(SEED);
    new.retype(String::new());
    anew(fresh_seed(), &new, &kept, &current, &mut requests);
}

fn take_today(
    _: On<Activate>,
    (kept, current): (Res<KeptRuns>, Res<CurrentRun>),
    mut new: ResMut<NewRun>,
    mut requests: MessageWriter<RunRequest>,
    mut toasts: ResMut<Toasts>,
) {
    toasts.forget(SEED);
    let seed = seed_of_today();
    new.retype(seed.to_string());
    anew(seed, &new, &kept, &current, &mut requests);
}

/// What is typed is begun at once; what is no number is refused.
fn read_seed(
    fields: Query<(&EditableText, &RunSeedField), Changed<EditableText>>,
    (kept, current): (Res<KeptRuns>, Res<CurrentRun>),
    mut new: ResMut<NewRun>,
    mut requests: MessageWriter<RunRequest>,
    mut toasts: ResMut<Toasts>,
) {
    // A form that is about to be shown anew says nothing any more.
    let fresh = fields.single().ok().filter(|(_, it)| it.0 == new.form);
    let Some((field, _)) = fresh else {
        return;
    };
    let text = field_text(field);
    if text == new.typed {
        return;
    }
    let seed = text.trim().parse();
    // The page stays as it is: only what is offered changes.
    new.bypass_change_detection().typed = text;
    match seed {
        Err(_) if !new.typed.trim().is_empty() => toasts.push(no_seed(new.typed.trim())),
        Ok(seed) => {
            toasts.forget(SEED);
            anew(seed, &new, &kept, &current, &mut requests);
        }
        Err(_) => toasts.forget(SEED),
    }
}

fn no_seed(typed: &str) -> Toast {
    let why = format!(
        "“{typed}” is no seed: type a whole number from 0 to {}, or take a fresh one.",
        u64::MAX
    );
    Toast::bad(why).about(SEED)
}

/// Enter says that it is typed: companions are chosen next.
fn go_on(
    entered: On<Entered>,
    current: Res<CurrentRun>,
    mut focus: Focus,
    mut toasts: ResMut<Toasts>,
) {
    let typed = entered.text.trim();
    if !typed.is_empty() && typed.parse::<u64>().is_err() {
        toasts.push(no_seed(typed));
        return;
    }
    let Some((run, [first, ..])) = waiting(&current) else {
        return;
    };
    let realm = run.realm();
    if let Some(recruit) = realm.recruit(first) {
        focus.find_again(&recruit.sheet.name);
    }
}
