//! Omens: in a battle of the run, changing the past is asked about once, since it costs an omen.

use foretold_run::{Run, RunCommand};
use foretold_sim::{
    CurrentRun, OrderRequest, Refused, Request, RequestRefusal, RuleEditRequest, RunRequest,
};

use crate::prelude::*;

/// The question, and what is done after a yes.
#[derive(Component, Clone)]
struct OmenQuestion {
    step: u32,
    then: Option<Change>,
}

/// What the player wanted to change.
#[derive(Clone, Debug)]
enum Change {
    Rules(RuleEditRequest),
    Order(OrderRequest),
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        ask.after(SimSystems::Refresh).before(ViewSystems::Measure),
    );
}

/// `2 omens`.
pub(crate) fn omens_in_words(omens: u8) -> String {
    match omens {
        0 => "no omen".to_owned(),
        1 => "1 omen".to_owned(),
        many => format!("{many} omens"),
    }
}

/// What it takes to change a step of the battle on screen, besides the way that it went after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PastPrice {
    /// Nothing: it is the present, or the battle belongs to no run.
    Free,
    /// One of this many omens.
    Omen(u8),
    /// It cannot be changed, and why not.
    Closed(&'static str),
}

impl PastPrice {
    /// The price of a change at a step.
    pub(crate) fn of(run: Option<&Run>, battle: &Shown, step: u32) -> PastPrice {
        let is_end = battle.session().last_step() == step;
        let is_over = battle.session().battle().outcome().is_some();
        if !battle.is_of_run() || is_end && !is_over {
            return PastPrice::Free;
        }
        match why_not(run, is_end) {
            Some(why) => PastPrice::Closed(why),
            None => PastPrice::Omen(run.map_or(0, Run::omens)),
        }
    }
}

/// Asks whether an omen may be spent, when a change of the past was refused for want of one.
fn ask(
    mut refused: MessageReader<Refused>,
    run: Res<CurrentRun>,
    battle: Option<Res<Shown>>,
    mut dialogs: Dialogs,
    (mut toasts, mut clock): (ResMut<Toasts>, MessageWriter<ClockRequest>),
    style: UiStyle,
) {
    let Some((step, refused)) = refused
        .read()
        .filter_map(|refused| match refused.reason {
            RequestRefusal::CostsAnOmen { step } => Some((step, refused)),
            _ => None,
        })
        .last()
    else {
        return;
    };
    let then = match &refused.request {
        Request::RuleEdit(edit) => Some(Change::Rules(edit.clone())),
        Request::Order(order) => Some(Change::Order(*order)),
        _ => None,
    };
    // Nothing goes on behind the question.
    clock.write(ClockRequest::Pause);
    let price = battle.map(|battle| PastPrice::of(run.get(), &battle, step));
    match price {
        Some(PastPrice::Closed(why)) => toasts.push(Toast::bad(why).about("omen")),
        _ => open(&mut dialogs, &style, run.get(), OmenQuestion { step, then }),
    }
}

/// Why no omen can be spent on the step on screen.
fn why_not(run: Option<&Run>, is_end: bool) -> Option<&'static str> {
    let is_over = run.is_none_or(|run| run.end().is_some());
    let fought = run.filter(|run| run.battle().is_some());
    match fought {
        _ if is_over => Some(
            "The run is over, and its past is closed: practise this battle from the page of its end.",
        ),
        None => Some("This battle of the run is over, and its past is closed: go on with the run."),
        Some(run) if run.omens() == 0 => {
            Some("No omen is left: in a run the past cannot be changed without one.")
        }
        Some(_) if is_end => Some(
            "The battle is over, and not won: look back to a step, and change something there for an omen.",
        ),
        Some(_) => None,
    }
}

fn open(dialogs: &mut Dialogs, style: &UiStyle, run: Option<&Run>, question: OmenQuestion) {
    let omens = run.map_or(0, Run::omens);
    let step = question.step;
    let says = format!(
        "In a run the past can be changed only for an omen, and you have {}. The battle goes back to step {step}: what came after it is gone, and the orders of that step are open again. The dice fall as they fell: change what they decide.",
        omens_in_words(omens)
    );
    dialogs.open("Spend an omen?", question, style, |frame| {
        frame.spawn(style.plain(says, style.ink()));
        let row = Node::row(style.gap()).wrap(style.gap()).fixed();
        frame.spawn(row).with_children(|row| {
            text_button(row, "Spend an omen", style, spend);
            text_button(row, "Leave the past alone", style, close_dialog);
        });
    });
}

/// Takes the battle back, and makes the change.
fn spend(
    _: On<Activate>,
    questions: Query<&OmenQuestion>,
    mut runs: MessageWriter<RunRequest>,
    mut rules: MessageWriter<RuleEditRequest>,
    mut orders: MessageWriter<OrderRequest>,
    mut dialogs: Dialogs,
) {
    if let Some(question) = questions.iter().next().cloned() {
        let step = question.step;
        runs.write(RunRequest::Command(RunCommand::TakeBack { step }));
        match question.then {
            Some(Change::Rules(edit)) => {
                rules.write(edit);
            }
            Some(Change::Order(order)) => {
                orders.write(order);
            }
            None => {}
        }
    }
    dialogs.close();
}
