//! A player from a file: what `run --orders` does in a battle, and what is refused.

use std::collections::VecDeque;
use std::path::Path;

use foretold_battle::{Battle, CommandRefusal, OrderRefusal, Session};
use foretold_content::{Content, Encounter, GivenOrder, Orders, plain, plain_path, read_text};
use serde_json::{Value, json};

use crate::problem::{Problem, message};

/// A player that does what a file says.
pub(crate) struct PlayerOfFile {
    /// The name of the file, for messages.
    file: String,
    /// Where the dice begin, if the file says so.
    pub(crate) seed: Option<u64>,
    /// How many steps are played, if the file says so.
    pub(crate) steps: Option<u32>,
    left: VecDeque<GivenOrder>,
    /// How many orders went wrong.
    mistakes: usize,
}

impl PlayerOfFile {
    /// Reads the file and checks every name in it.
    pub(crate) fn read(
        path: &Path,
        content: &Content,
        encounter: &Encounter,
    ) -> Result<PlayerOfFile, Problem> {
        let file = plain_path(path).to_string();
        let text = read_text(path).map_err(|error| Problem::Input(format!("{file}: {error}")))?;
        let text = if text.trim_start().starts_with('{') {
            from_json_lines(&text).map_err(|why| Problem::Input(format!("{file}:{why}")))?
        } else {
            text
        };
        let orders = content.orders_from_text(encounter, &file, &text);
        let Orders {
            battle,
            seed,
            steps,
            given,
        } = orders.map_err(Problem::Content)?;
        if let Some(battle) = battle.filter(|battle| *battle != encounter.name) {
            return Err(Problem::Input(format!(
                "{file}: these orders are for the battle `{battle}`, and this is `{}`: run that battle, or delete `battle` from the file",
                encounter.name
            )));
        }
        Ok(PlayerOfFile {
            file,
            seed,
            steps,
            left: given.into(),
            mistakes: 0,
        })
    }

    /// Does what is due at the present step. What is refused is reported, and the battle goes on.
    pub(crate) fn act(&mut self, session: &mut Session) -> Vec<RefusedOrder> {
        let step = session.last_step();
        let mut refused = Vec::new();
        while let Some(order) = self.left.pop_front_if(|order| order.entry.step <= step) {
            if let Err(refusal) = session.command(order.entry.command.clone()) {
                let reason = in_words(session, refusal);
                if !order.may_be_refused {
                    self.mistakes += 1;
                    let (file, line) = (&self.file, order.line);
                    message(format_args!(
                        "{file}:{line}: refused at step {step}: {reason}"
                    ));
                }
                refused.push(RefusedOrder { order, reason });
            }
        }
        refused
    }

    /// Whether all went well so far.
    pub(crate) fn check_mistakes(&self) -> Result<(), Problem> {
        match self.mistakes {
            0 => Ok(()),
            _ => Err(Problem::Input(format!(
                "{}: not all orders were carried out up to this moment: mend the file",
                self.file
            ))),
        }
    }

    /// Reports whom the battle waits for, if it waits, and orders whose step never came. Returns
    /// whether the file did all that it says.
    pub(crate) fn leave(mut self, session: &Session, encounter: &Encounter) -> bool {
        let (battle, step) = (session.battle(), session.last_step());
        let waiting: Vec<&str> = battle
            .waits_for()
            .iter()
            .map(|unit| encounter.unit_id(unit))
            .collect();
        if !waiting.is_empty() {
            self.mistakes += 1;
            message(format_args!(
                "{}: the battle waits at step {step} for an order to {}: add one, or `Player(false)`",
                self.file,
                waiting.join(" or ")
            ));
        } else if let (Some(_), Some(order)) = (battle.outcome(), self.left.front()) {
            self.mistakes += self.left.len();
            message(format_args!(
                "{}:{}: step {} never came: the battle was over after step {step}",
                self.file, order.line, order.entry.step
            ));
        }
        if self.mistakes > 0 {
            let noun = if self.mistakes == 1 {
                "order was"
            } else {
                "orders were"
            };
            message(format_args!("{} {noun} not carried out", self.mistakes));
        }
        self.mistakes == 0
    }
}

/// What `replay export --json` prints, as a file of orders: each order stays in its line. If a line
/// makes no sense, its number and why.
fn from_json_lines(text: &str) -> Result<String, String> {
    let (mut orders, mut rest) = ("(orders: [".to_owned(), String::new());
    for (number, line) in (1..).zip(text.lines()) {
        let object: Value = match line.trim() {
            "" => json!({ "type": "outcome" }),
            line => serde_json::from_str(line).map_err(|why| format!("{number}: {why}"))?,
        };
        match object["type"].as_str() {
            Some("battle") => {
                let battle = object["battle"]
                    .as_str()
                    .map(|it| format!(", battle: {it:?}"));
                let seed = object["seed"].as_u64().map(|it| format!(", seed: {it}"));
                rest.extend(battle.into_iter().chain(seed));
            }
            Some("outcome") => {
                let steps = object["ticks"].as_u64();
                rest.extend(steps.map(|it| format!(", steps: {it}")));
            }
            Some("order") | None => {
                let (Some(step), Some(order)) = (object["step"].as_u64(), object["order"].as_str())
                else {
                    return Err(format!(
                        "{number}: there is no order here: write it like {{\"step\":0,\"order\":\"Guard(unit: \\\"pia\\\")\"}}"
                    ));
                };
                let order = order.replace('\n', " ");
                let may_be_refused = object["refused"] == true;
                orders +=
                    &format!("(step: {step}, do: {order}, may_be_refused: {may_be_refused}),");
            }
            Some(other) => {
                return Err(format!(
                    "{number}: found the type `{}`, expected `battle`, `order` or `outcome`, as `replay export --json` prints them",
                    plain(other)
                ));
            }
        }
        orders.push('\n');
    }
    Ok(format!("{orders}]{rest})"))
}

/// Something that the battle refused.
pub(crate) struct RefusedOrder {
    order: GivenOrder,
    reason: String,
}

impl RefusedOrder {
    /// As an object.
    pub(crate) fn object(&self, encounter: &Encounter) -> Value {
        json!({
            "type": "refused",
            "step": self.order.entry.step,
            "line": self.order.line,
            "order": encounter.deed_to_text(&self.order.entry.command),
            "reason": self.reason,
        })
    }
}

/// Why a command is refused.
fn in_words(session: &Session, refusal: CommandRefusal) -> String {
    match refusal {
        CommandRefusal::Order(refusal) => order_refused(session.battle(), refusal),
        other => other.to_string(),
    }
}

/// Why an order is refused. What autofight says is a setting of the content.
pub(crate) fn order_refused(battle: &Battle, refusal: OrderRefusal) -> String {
    match refusal {
        OrderRefusal::Autofight(stop) => {
            let says = battle.arena().setup().autofight_messages.text(stop);
            format!("autofight refuses: {says}")
        }
        other => other.to_string(),
    }
}
