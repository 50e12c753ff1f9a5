//! Begins with the battle and the page that the command line names, at the tick that it names.

use std::path::PathBuf;

use bevy::prelude::*;
use foretold_content::fresh_seed;
use foretold_sim::{
    BattleRequest, ClockRequest, ContentRejected, GameContent, Refused, Request, RunRequest, Shown,
    SimSystems,
};
use foretold_ui::{KeepProgress, LaunchOptions, Page, Pages};
use foretold_view::RedrawRequests;

use crate::args::GameArgs;
use crate::platform::refuse;

/// What the command line asks for, and how far the opening has come.
#[derive(Resource, Clone, Debug)]
pub(crate) struct Opening {
    battle: Option<String>,
    /// A kept run to look at, and how many of its commands are played.
    run: Option<(PathBuf, Option<usize>)>,
    page: Option<Page>,
    seed: u64,
    tick: u32,
    paused: bool,
    /// Whether there is no window, and so no player to mend a file and try again.
    in_one_go: bool,
    scene: OpeningScene,
}

/// The scenes of an opening, a frame each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum OpeningScene {
    /// The content is being read.
    Content,
    /// The battle begins, if there is one.
    Begin,
    /// All ticks but the last are played.
    Before,
    /// The last tick is played on its own, so that its events are seen.
    Tick,
    /// Time runs, or a page opens.
    Play,
    /// The opening is over.
    Open,
}

impl Opening {
    /// Whether a briefing comes first: not before a moment that was asked for, or a page.
    fn has_briefing(&self) -> bool {
        !self.in_one_go && self.tick == 0 && self.page.is_none()
    }

    /// Whether the requested moment is on screen.
    pub(crate) fn is_open(&self) -> bool {
        self.scene == OpeningScene::Open
    }
}

pub(crate) fn plugin(args: &GameArgs) -> impl Fn(&mut App) + Send + Sync + 'static + use<> {
    let opening = Opening {
        battle: args.first_battle(),
        run: args.run.clone().map(|file| {
            let commands = args.tick.and_then(|tick| tick.try_into().ok());
            (file, commands)
        }),
        page: args.first_page(),
        seed: args.seed.unwrap_or_else(fresh_seed),
        tick: args.tick.filter(|_| args.run.is_none()).unwrap_or(0),
        paused: args.paused || args.screenshot.is_some(),
        in_one_go: args.screenshot.is_some(),
        scene: OpeningScene::Content,
    };
    let options = LaunchOptions {
        scale: args.ui_scale,
        speed: args.speed,
        briefing: opening.has_briefing(),
    };
    move |app: &mut App| {
        // From the first frame on, even while the content is being read.
        if let (None, None, Some(page)) = (&opening.battle, &opening.run, opening.page) {
            app.world_mut().resource_mut::<Pages>().only(page);
        }
        app.insert_resource(opening.clone())
            .insert_resource(options)
            // A look at one battle must not cost the player another.
            .insert_resource(KeepProgress(
                opening.battle.is_none() && opening.run.is_none(),
            ))
            .add_systems(
                Update,
                (
                    play_opening
                        .run_if(|opening: Res<Opening>| !opening.is_open())
                        // The battle always begins in the frame in which the content arrives.
                        .after(SimSystems::Content)
                        .before(SimSystems::Requests),
                    give_up.after(SimSystems::Refresh),
                ),
            );
    }
}

fn play_opening(
    mut opening: ResMut<Opening>,
    content: Res<GameContent>,
    battle: Option<Res<Shown>>,
    (mut battles, mut runs): (MessageWriter<BattleRequest>, MessageWriter<RunRequest>),
    mut clock: MessageWriter<ClockRequest>,
    mut pages: ResMut<Pages>,
    mut redraw: ResMut<RedrawRequests>,
) {
    // While files are read or mended, there is nothing to do here.
    if opening.scene != OpeningScene::Content {
        redraw.request();
    }
    let battle = battle.as_deref();
    let over = battle.is_some_and(|it| it.battle().outcome().is_some());
    // The briefing says that time stands still until the player lets it run.
    let stands_still = opening.has_briefing() && battle.is_some_and(|it| !it.encounter().by_hand);
    opening.scene = match opening.scene {
        OpeningScene::Content if content.content().is_none() => OpeningScene::Content,
        OpeningScene::Content => {
            redraw.request();
            match opening.battle.clone() {
                Some(battle) => {
                    let seed = opening.seed;
                    battles.write(BattleRequest::Start { battle, seed });
                    OpeningScene::Begin
                }
                None => {
                    if let Some((file, commands)) = opening.run.clone() {
                        runs.write(RunRequest::Look { file, commands });
                    }
                    OpeningScene::Begin
                }
            }
        }
        OpeningScene::Begin if opening.tick == 0 && opening.page == Some(Page::Result) => {
            clock.write(ClockRequest::Finish);
            OpeningScene::Play
        }
        OpeningScene::Begin if opening.tick == 0 => OpeningScene::Play,
        OpeningScene::Begin => {
            clock.write(ClockRequest::Jump(opening.tick - 1));
            OpeningScene::Before
        }
        OpeningScene::Before => {
            if !over {
                clock.write(ClockRequest::Step);
            }
            OpeningScene::Tick
        }
        OpeningScene::Tick => OpeningScene::Play,
        OpeningScene::Play | OpeningScene::Open => {
            if opening.battle.is_some() && !opening.paused && !over && !stands_still {
                clock.write(ClockRequest::Play);
            }
            // Without a battle the page has been open from the beginning.
            if let Some(page) = opening
                .page
                .filter(|_| opening.battle.is_some() || opening.run.is_some())
            {
                pages.only(page);
            }
            OpeningScene::Open
        }
    };
}

/// Ends with a sentence if the battle does not exist, or if a picture cannot be drawn because of
/// errors in files. A window stays open: the errors are on screen, and the files can be mended.
fn give_up(
    opening: Res<Opening>,
    mut refused: MessageReader<Refused>,
    mut rejected: MessageReader<ContentRejected>,
    mut exit: MessageWriter<AppExit>,
) {
    for refused in refused.read() {
        // Later on, the player can choose another battle.
        let first = !opening.is_open();
        if first
            && matches!(
                refused.request,
                Request::Battle(BattleRequest::Start { .. })
                    | Request::Run(RunRequest::Look { .. })
            )
        {
            exit.write(refuse(&refused.reason.to_string()));
        }
    }
    for rejected in rejected.read().filter(|_| opening.in_one_go) {
        let errors: Vec<String> = rejected.errors.iter().map(ToString::to_string).collect();
        exit.write(refuse(&errors.join("\nerror: ")));
    }
}
