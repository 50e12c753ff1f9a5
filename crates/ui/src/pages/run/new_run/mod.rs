//! A new run: level, seed, and the first companions. Whatever level and seed say is begun at once, so
//! that the cards show who is offered; a run that has not set out yet may be begun anew.
//!
//! `form` has level and seed, `recruits` the cards, `day` the seed of the day.

mod day;
mod form;
mod recruits;

use foretold_content::fresh_seed;
use foretold_run::{Run, RunCommand, RunStage, RunStart};
use foretold_sim::{CurrentRun, KeptRuns, RunRealm, RunRequest};

use self::recruits::RecruitCard;
use crate::pages::invitation::spawn_invitation;
use crate::pages::page_action::{PageAction, action_button, leading_button, off_button};
use crate::pages::{Page, PageBuilder, PageSystems, Pages, must_build, on_top, plate};
use crate::prelude::*;

/// What a run is, in a line.
const ABOUT: &str = "Ten floors, with a boss on the last. Wounds stay, words are found on the way, and the run ends if all fall.";

/// Below this height, in pixels at 100%, the companions need all the room.
const LOW: f32 = 480.0;

/// What the player has said about the run to begin.
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
struct NewRun {
    level: u8,
    /// What is typed as seed; without, it is fresh.
    typed: String,
    /// Which of those offered come along, by their places.
    chosen: Vec<u8>,
    /// The run that they were chosen for.
    begun: Option<RunStart>,
    /// How often level or seed were set by anything but typing: the form shows them anew.
    form: u32,
}

impl NewRun {
    /// Puts another seed into the form.
    fn retype(&mut self, typed: String) {
        self.typed = typed;
        self.form += 1;
    }
}

pub(super) fn plugin(app: &mut App) {
    let changed = any_changed!(RunRealm, Screen).or_eager(form_changed);
    app.init_resource::<NewRun>()
        .add_plugins(form::plugin)
        .add_systems(
            Update,
            (
                begin.run_if(on_top(Page::NewRun)),
                build.run_if(must_build(Page::NewRun, changed)),
                fill.run_if(on_top(Page::NewRun)),
            )
                .chain()
                .in_set(PageSystems),
        );
}

/// The run that waits for its companions.
fn waiting(current: &CurrentRun) -> Option<(&Run, &[String])> {
    let run = current.get()?;
    match run.stage() {
        RunStage::Choosing(offered) => Some((run, offered)),
        _ => None,
    }
}

/// The run that must be over before another begins; how far it came.
fn under_way(current: &CurrentRun, kept: &KeptRuns) -> Option<u8> {
    match current.get() {
        Some(run) => {
            let set_out = !matches!(run.stage(), RunStage::Choosing(_));
            (run.end().is_none() && set_out).then(|| run.floor())
        }
        None => kept.under_way().map(foretold_run::RunRecord::floor),
    }
}

/// Where a run with this seed would begin.
fn start(seed: u64, new: &NewRun, kept: &KeptRuns) -> RunStart {
    RunStart {
        seed,
        level: new.level,
        finished: kept.chronicle().finished(),
    }
}

/// A run is begun as soon as the page is open, if none waits; what was chosen belongs to the run it
/// was chosen for.
fn begin(
    (current, kept, realm): (Res<CurrentRun>, Res<KeptRuns>, Res<RunRealm>),
    (pages, mut new): (Res<Pages>, ResMut<NewRun>),
    mut requests: MessageWriter<RunRequest>,
) {
    if let Some((run, _)) = waiting(&current) {
        if new.begun != Some(run.start()) {
            new.begun = Some(run.start());
            if new.level != run.start().level {
                new.level = run.start().level;
                new.form += 1;
            }
            new.chosen.clear();
        }
    } else if (pages.is_changed() || realm.is_changed())
        && realm.realm().is_some()
        && under_way(&current, &kept).is_none()
    {
        new.retype(String::new());
        let start = start(fresh_seed(), &new, &kept);
        requests.write(RunRequest::Begin(start));
    }
}

/// Whether level and seed must be shown anew. Typing does not: the field would lose its place.
fn form_changed(
    (current, kept, new): (Res<CurrentRun>, Res<KeptRuns>, Res<NewRun>),
    mut before: Local<Option<(bool, Option<u8>, u32)>>,
) -> bool {
    let now = Some((
        waiting(&current).is_some(),
        under_way(&current, &kept),
        new.form,
    ));
    std::mem::replace(&mut *before, now) != now
}

/// Who is offered, and the way on: this wide, in pixels at 100%.
#[derive(Component)]
struct Offered(f32);

/// The list of companions.
#[derive(Component)]
struct Cards;

fn build(
    mut page: PageBuilder,
    (current, kept, realm): (Res<CurrentRun>, Res<KeptRuns>, Res<RunRealm>),
    (new, screen): (Res<NewRun>, Res<Screen>),
) {
    let whole = screen.size / screen.ui_scale;
    let (room, is_low) = (whole.x * 0.97 - 40.0, whole.y < LOW);
    page.set(Page::NewRun, "A new run", |frame, style| {
        let Some(realm) = realm.realm() else {
            let why = realm.error().unwrap_or("The files are being read.");
            frame.spawn(style.plain(why, style.ink()));
            return;
        };
        if let Some(floor) = under_way(&current, &kept) {
            spawn_under_way(frame, floor, style);
            return;
        }
        let mut head = plate(frame, 0.0, style);
        head.change_node(|mut node| {
            node.flex_basis = auto();
            node.flex_shrink = 0.0;
            node.row_gap = px(6);
        });
        head.with_children(|head| {
            if !is_low {
                head.spawn(style.bold(&realm.plan().text, style.ink()));
            }
            head.spawn(style.plain(ABOUT, style.muted()));
            form::spawn(head, realm.plan(), (&new, &kept), style);
        });
        let offered = Node::column(px(10)).share(1.0).min_height(px(0));
        frame.spawn((Offered(room), offered));
    });
}

/// Shows who is offered now.
fn fill(
    places: Query<(Entity, Ref<Offered>)>,
    (current, new): (Res<CurrentRun>, Res<NewRun>),
    (mut commands, style): (Commands, UiStyle),
    mut redraw: ResMut<RedrawRequests>,
) {
    let (Ok((entity, offered)), Some((run, ids))) = (places.single(), waiting(&current)) else {
        return;
    };
    if !(offered.is_added() || current.is_changed() || new.is_changed()) {
        return;
    }
    redraw.request();
    let room = offered.0;
    let mut place = commands.entity(entity);
    place.despawn_children();
    place.with_children(|place| {
        place.spawn((
            style.plain(form::told_seed(run), style.ink()),
            Node::default().fixed(),
        ));
        let mut cards = scroll_area(place, &style, Cards);
        cards.change_node(|mut node| {
            node.flex_direction = FlexDirection::Row;
            node.flex_wrap = FlexWrap::Wrap;
            node.align_content = AlignContent::FlexStart;
            node.column_gap = px(12);
            node.row_gap = px(12);
        });
        cards.with_children(|list| {
            for candidate in RecruitCard::all(run, ids) {
                recruits::spawn(list, &candidate, &new.chosen, room, &style);
            }
        });
        spawn_foot(place, run, &new, &style);
    });
}

/// How many are chosen, and the way on.
fn spawn_foot(frame: &mut ChildSpawnerCommands<'_>, run: &Run, new: &NewRun, style: &UiStyle) {
    let (chosen, wanted) = (new.chosen.len(), usize::from(run.plan().chosen));
    let row = Node::row(px(16)).centred().space_between().fixed();
    frame.spawn(row).with_children(|row| {
        let ink = if chosen == wanted {
            colour(style.look.theme.palette.accent)
        } else {
            style.ink()
        };
        let missing = wanted.saturating_sub(chosen);
        let told = match missing {
            0 => format!("{chosen} of {wanted} chosen"),
            _ => format!("{chosen} of {wanted} chosen: choose {missing} more to set out"),
        };
        row.spawn(style.heading(told, ink));
        let mut button = if missing == 0 {
            leading_button(row, "Set out", Icon::Footprints, style)
        } else {
            let why = format!("Choose {missing} more first.");
            off_button(row, "Set out", why, style)
        };
        button.observe(set_out);
        button.change_node(|mut node| {
            node.min_width = px(220);
            node.min_height = px(42);
            node.justify_content = JustifyContent::Center;
        });
    });
}

fn set_out(_: On<Activate>, new: Res<NewRun>, mut requests: MessageWriter<RunRequest>) {
    let mut companions = new.chosen.clone();
    companions.sort_unstable();
    requests.write(RunRequest::Command(RunCommand::Choose { companions }));
}

/// Another run must be over first.
fn spawn_under_way(frame: &mut ChildSpawnerCommands<'_>, floor: u8, style: &UiStyle) {
    let text = format!(
        "It has come to floor {floor} of 10. Go on with it, or give it up to begin another."
    );
    let words = ("A run is under way", text.as_str());
    spawn_invitation(frame, Icon::Route, words, style, |buttons| {
        leading_button(buttons, "Go on with the run", Icon::Play, style).observe(go_on);
        action_button(buttons, PageAction::GiveUp, style);
    });
}

fn go_on(
    _: On<Activate>,
    current: Res<CurrentRun>,
    mut pages: ResMut<Pages>,
    mut requests: MessageWriter<RunRequest>,
) {
    requests.write(RunRequest::GoOn);
    if let Some(run) = current.under_way() {
        pages.enter(run);
    }
}
