//! Help: what the present screen shows, what the keys do, as they are now, and every mark of the board.

mod legend;

use foretold_content::{KeyScope, Keys};

use crate::pages::{Page, Pages};
use crate::prelude::*;

/// How to read the screen, in a few lines.
const READING: [&str; 9] = [
    "Blue circles are yours, orange diamonds are not. A solid line with an arrowhead is a blow, a dashed one with a hollow end is a walk. The plate on a line has the damage after block, the effect and the chance; a skull means that the target can fall, a filled one that it will. What is fainter hangs on dice, a secret or your own order.",
    "A rule is a sentence, and every boxed word of it can be another. Each unit follows its first rule that applies; the panel on the right says why. “Try it” shows what the last change did to the odds; “Coach” looks for better rules from here, and “Apply” makes one of its changes.",
    "The blue line behind the timeline is the odds of victory at each step, the skulls are the units that fell.",
    "Hover a cell to see which unit stands there, what will land, and which units can hit it. With a unit of yours selected, an enemy's card shows your attack before it is made, and a free cell's card shows what could be hit from there, and by which units.",
    "Where you command, the battle waits for you. A green edge surrounds the cells that the selected unit can walk to, and Move shows how far they are; red frames are the units that it can attack: click one, or go there and press Enter. The discs at the top left are the actions it has left; a ring with a dot is one that the chosen order takes. The panel of the unit lists its skills with their keys, costs and numbers, and says why one cannot be used; its rules are behind the other tab. The buttons beside the board say why if something cannot be done, and what rolled no dice can be taken back. In battles in ticks an order goes before the rules for one action.",
    "Every unit has a card: enemies above the board, yours below it. It shows HP, block, sanity and statuses, and what the unit is about to do; a tick marks those that have acted. Hover a card to find its unit on the board, click it to select it. Where units follow their rules the orders are folded behind a button, and the log has three lines until you open it.",
    "The strip above the board shows who acts after whom, discs for yours, squares for enemies. In phases a tick marks those that have acted; in ticks it shows what happens first in the coming tick, and in which tick later blows land. Hover a unit there to find it on the board, click it to select it.",
    "Autofight does the sensible next thing: the dotted line is its way, the brackets are its target. When it refuses or stops, it says why; another press goes on. Marked units are fought first.",
    "Four views can lie over the board: what one unit can hit, what all enemies can hit, sight and cover from a cell, and the order in which all will happen. A line above the board says what their signs mean; the same key again, Esc or a click on the line closes them.",
];

/// What the dialog says.
#[derive(Component)]
struct HelpText;

/// The buttons that turn from one part of the help to another.
#[derive(Component)]
struct HelpTabs;

enum_table! {
    /// A part of the help.
    #[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
    enum HelpTab {
        /// What it is called, and what its button explains.
        fn words() -> (&'static str, &'static str);
        #[default]
        Keys => ("How to play", "What the screen shows, and what the keys do."),
        Legend => ("Legend", "Every mark of the board, drawn, and what it means."),
    }
}

/// How every page is used.
const PAGES: &str = "On a page Tab and the arrows move from control to control, Enter or Space presses one, the page keys scroll, and Esc goes back. The mouse alone does as well, and so does a gamepad: its cross moves, its lower button presses, its right one goes back. Time stands still meanwhile.";

/// What a page is for, in a line or two.
const fn about(page: Page) -> &'static str {
    match page {
        Page::Title => {
            "“Continue” leads back to the battle that is not over yet, with all your orders and rules. The golden button is what you most likely want. A run leads through all its battles: each one won leads to the next. “School” lets you choose any of them, “Replays” shows those that were kept. The battle on the table plays by itself: nothing comes of it."
        }
        Page::Battles => {
            "Each card shows the board from above, friends as circles, enemies as diamonds, and says what it teaches and in which order units act. Choosing one begins it with fresh dice, or with the seed below. A scroll marks battles in which your units follow their rules, a hand those in which you command them, a golden seal those that you have won, with the fewest steps and the most HP left so far."
        }
        Page::Briefing => {
            "What the battle is about, before it begins. “Begin”, Enter or Esc leads to the board."
        }
        Page::Replays => {
            "A replay is a battle that was kept, with every order and change of rules; each says how it ended. Watching one shows it from its first step; it can be stopped, rewound and asked why like any other. Deleting asks once more."
        }
        Page::Settings => "What you change here holds at once and is remembered.",
        Page::Pause => {
            "The battle waits. Starting again keeps the seed, a new seed changes the dice."
        }
        Page::Result => {
            "The figures are those who came out of the battle, the fallen grey. The graph shows the odds of victory at each step, and a skull for each unit that fell. The moments that changed them most are marked on it, and stand below it: 1, 2 and 3 lead to just before each, where you can change something. Enter goes on to what comes next. The tables show what came of each unit, each skill and each of your rules: how often it decided, and what that led to."
        }
        Page::NewRun => {
            "A run is ten floors with a boss on the last. Choose three of the four companions: each card shows what it can do and the rules it follows. The same seed gives everybody the same map, fights and offers. Winning a level opens the next, which is a little harder."
        }
        Page::Map => {
            "The ways lead from floor to floor; what kind of place each is can be seen from the start. A fight that can be reached next is wholly foretold: its board, everyone on it, and the odds of your company there. Choose a place to look at it, and go there with the golden button."
        }
        Page::Company => {
            "Everything about a companion: HP and wounds, what it wears, its skills and cards, and its rules. Rules and items can be changed at any time between battles. A word with a lock is not known to the company yet: teachers and rewards have words."
        }
        Page::Offer => {
            "Take one of the things offered, or none. Below each stand the odds of the next fights without and with it."
        }
        Page::Camp => {
            "A camp does one thing: all heal and lose their wounds, or one companion learns a skill, or one gets another rule slot."
        }
        Page::Shrine => "A bargain whose terms are all told. Take it, or leave it.",
        Page::RunEnd => {
            "The line shows the odds over the whole run, with every fight and fall on it. The moment with the greatest loss of odds is marked: practise from there, or from the start, as often as you like; practice has no stakes."
        }
        Page::Chronicle => "All runs that are over. Look at one again, or begin its seed anew.",
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<HelpTab>()
        .add_plugins(legend::plugin)
        .add_systems(Update, open.run_if(asked_for(Act::Help)).in_set(ActSystems));
}

/// Where a key does something, if not everywhere.
pub(crate) const fn scope_in_words(act: Act) -> &'static str {
    match act.scope() {
        KeyScope::Board => " (board)",
        KeyScope::Panels => " (panels)",
        KeyScope::Anywhere => "",
    }
}

/// Every act that has a key, with what it does.
fn lines(keys: &Keys) -> Vec<(String, &'static str)> {
    Act::ALL
        .into_iter()
        .filter_map(|act| {
            let chords: Vec<String> = keys.chords(act).iter().map(Chord::to_string).collect();
            let text = format!("{}{}", chords.join(" or "), scope_in_words(act));
            (!chords.is_empty()).then(|| (text, act.help()))
        })
        .collect()
}

fn open(mut dialogs: Dialogs, style: UiStyle) {
    dialogs.open("Help", (), &style, |frame| {
        frame.spawn((HelpTabs, Node::row(style.gap()).fixed()));
        scroll_box(frame, 520.0, &style, HelpText);
    });
    dialogs.commands.run_system_cached(fill);
}

/// Fills the dialog with the part that was chosen.
fn fill(
    mut commands: Commands,
    (tab, on_top, keys): (Res<HelpTab>, Res<Pages>, Res<KeysInForce>),
    mut legend: legend::LegendImages,
    tabs: Query<Entity, With<HelpTabs>>,
    mut text: Query<(Entity, &mut ScrollPosition), With<HelpText>>,
    style: UiStyle,
) {
    for tabs in &tabs {
        let mut tabs = commands.entity(tabs);
        tabs.despawn_children().with_children(|row| {
            for other in HelpTab::ALL {
                let (name, tip) = other.words();
                let turn =
                    move |_: On<Activate>, mut tab: ResMut<HelpTab>, mut commands: Commands| {
                        *tab = other;
                        commands.run_system_cached(fill);
                    };
                text_button(row, name, &style, turn)
                    .insert(Tooltip(tip.to_owned()))
                    .check(other == *tab);
            }
        });
    }
    for (area, mut place) in &mut text {
        place.0 = Vec2::ZERO;
        let mut area = commands.entity(area);
        area.despawn_children().with_children(|text| match *tab {
            HelpTab::Keys => write(text, &on_top, keys.keys(), &style),
            HelpTab::Legend => legend::write(text, &mut legend, &style),
        });
    }
}

fn write(text: &mut ChildSpawnerCommands<'_>, on_top: &Pages, keys: &Keys, style: &UiStyle) {
    if let Some(top) = on_top.top() {
        text.spawn(style.plain(about(top), style.ink()));
        text.spawn(style.plain(PAGES, style.ink()));
        text.spawn(style.heading("In the battle", style.ink()));
    }
    for line in READING {
        text.spawn(style.plain(line, style.ink()));
    }
    for (keys, does) in lines(keys) {
        let column = Node::default().fixed().width(percent(36));
        text.spawn(Node::row(style.space()).fixed())
            .with_child((style.bold(keys, style.ink()), column))
            .with_child(style.plain(does, style.ink()));
    }
    text.spawn(style.plain(
        "All of them can be changed in the settings; keys.ron has those the game ships.",
        style.muted(),
    ));
}
