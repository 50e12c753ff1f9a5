//! What a screen reader finds on screen: a tree of roles, labels, values and states.

use accesskit::{Role, Toggled};
use bevy::a11y::{AccessibilityNode, AccessibilityRequested, ActionRequest};
use bevy::prelude::*;
use foretold_view::testing::{frames, settle};

use crate::common::{assert_reads, click_on, focused, game, press_with, tick};

/// A node of the tree in a line, without the containers around it.
fn line(node: &accesskit::Node) -> Option<String> {
    let role = node.role();
    if matches!(role, Role::GenericContainer | Role::Unknown) {
        return None;
    }
    let mut line = format!("{role:?}");
    for text in [node.label(), node.value()].into_iter().flatten() {
        line += &format!(" “{text}”");
    }
    if let Some(number) = node.numeric_value() {
        line += &format!(" = {number}");
    }
    match node.toggled() {
        Some(Toggled::True) => line += " (on)",
        Some(Toggled::False) => line += " (off)",
        _ => {}
    }
    if node.is_disabled() {
        line += " (disabled)";
    }
    Some(line)
}

/// What is below an entity, one node to a line, each under its parent.
fn tree(app: &App, entity: Entity, depth: usize, lines: &mut Vec<String>) {
    let node = app.world().get::<AccessibilityNode>(entity);
    let written = node.and_then(|node| line(node));
    let deeper = depth + usize::from(written.is_some());
    lines.extend(written.map(|line| format!("{}{line}", "  ".repeat(depth))));
    if let Some(children) = app.world().get::<Children>(entity) {
        for child in children {
            tree(app, *child, deeper, lines);
        }
    }
}

/// The tree of everything on screen.
fn screen(app: &mut App) -> Vec<String> {
    let mut roots = app
        .world_mut()
        .query_filtered::<Entity, (With<Node>, Without<ChildOf>)>();
    let roots: Vec<Entity> = roots.iter(app.world()).collect();
    let mut all = Vec::new();
    for root in roots {
        tree(app, root, 0, &mut all);
    }
    all
}

/// The game with a screen reader at work.
fn heard(battle: &str, seed: u64) -> App {
    let mut app = game(battle, seed);
    app.init_resource::<AccessibilityRequested>();
    app.world().resource::<AccessibilityRequested>().set(true);
    frames(&mut app, 3);
    app
}

/// A region of the screen: its line, and those below it.
fn region<'a>(screen: &'a [String], name: &str) -> &'a [String] {
    let begin = format!("Region “{name}”");
    let start = screen.iter().position(|line| *line == begin);
    let start = start.unwrap_or_else(|| panic!("{name} is not in {screen:#?}"));
    let below = screen[start + 1..].iter();
    let count = below.take_while(|line| line.starts_with(' ')).count();
    &screen[start..=start + count]
}

/// The panel of Ada, who has three rules.
const SKILLS_PANEL: &str = "\
Region “The selected unit, its skills and rules”
  Label “Ada's mind”
  Label “100/100 HP on C7”
  Label “Can hit: nobody”
  Label “Can be hit by: nobody”
  Label “Cannot hit: Brand 7 away, reach 1”
  Label “Follows the first rule that applies:”
  Button “Skills” (off)
  Button “Rules” (on)
  Label “1”
  Button “Rule 1: on or off” (on)
  Label “It does not apply now: out of range: 7 cells away, it reaches 1.”
  Button “Rule 1: move up” (disabled)
  Button “Rule 1: move down”
  Button “Rule 1: duplicate” (disabled)
  Button “Rule 1: delete”
  Label “Use”
  ComboBox “Rule 1: what it does” “Light Punch”
  Label “on”
  Label “the”
  ComboBox “Rule 1: which one” “nearest”
  ComboBox “Rule 1: of whom” “enemy”
  Label “.”
  ComboBox “Rule 1: add a condition” “when”
  Label “2”
  Button “Rule 2: on or off” (on)
  Label “It does not apply now: out of range: 7 cells away, it reaches 1.”
  Button “Rule 2: move up”
  Button “Rule 2: move down”
  Button “Rule 2: duplicate” (disabled)
  Button “Rule 2: delete”
  Label “Use”
  ComboBox “Rule 2: what it does” “Heavy Punch”
  Label “on”
  Label “the”
  ComboBox “Rule 2: which one” “nearest”
  ComboBox “Rule 2: of whom” “enemy”
  Label “.”
  ComboBox “Rule 2: add a condition” “when”
  Label “3”
  Button “Rule 3: on or off” (on)
  Label “It applies now.”
  Button “Rule 3: move up”
  Button “Rule 3: move down” (disabled)
  Button “Rule 3: duplicate” (disabled)
  Button “Rule 3: delete”
  ComboBox “Rule 3: what it does” “Move towards”
  Label “the”
  ComboBox “Rule 3: which one” “nearest”
  ComboBox “Rule 3: of whom” “enemy”
  Label “.”
  ComboBox “Rule 3: add a condition” “when”
  Button “Add a rule.” “All 3 rule slots are taken” (disabled)
  Button “Try the change: the odds before and after.” “Try it”
  Button “Ask the coach for better rules; again goes to its advice.” “Coach”
  Button “Take the last change of rules back.” (disabled)
  Button “Redo the change of rules.” (disabled)
  Button “Load or save rules.”
  Button “Edit the rules as text.”
  Button “Copy the rules as text.”
  Button “Paste rules from text.”";

#[test]
fn the_skills_panel_is_a_tree_of_roles_labels_and_states() {
    let mut app = heard("first-blood", 3);
    let screen = screen(&mut app);
    println!("{}", screen.join("\n"));
    let panel = region(&screen, "The selected unit, its skills and rules");
    assert_eq!(panel.join("\n"), SKILLS_PANEL);
}

#[test]
fn advice_is_read_with_its_odds_its_words_and_what_applies_it() {
    let mut app = heard("first-blood", 3);
    press_with(&mut app, KeyCode::ShiftLeft, KeyCode::KeyT);
    settle(&mut app);
    let screen = screen(&mut app);
    let panel = region(&screen, "The selected unit, its skills and rules");
    let panel: Vec<&str> = panel.iter().map(|line| line.trim()).collect();
    let first = panel
        .iter()
        .position(|line| *line == "Label “The coach's advice to Ada, victory from here:”")
        .unwrap_or_else(|| panic!("{panel:#?}"));
    let row = &panel[first + 1..];
    assert!(row[0].contains(" → ") && row[0].contains(" ± "), "{row:#?}");
    assert_eq!(row[1], "Button “Advice 1: apply” “Apply”");
    assert!(row[2].contains("ule 1"), "{row:#?}");
}

#[test]
fn every_panel_is_a_region_and_every_control_of_the_battle_screen_has_a_label() {
    let mut app = heard("goblin-ambush", 31);
    let screen = screen(&mut app);
    for panel in [
        "Time and battle",
        "Orders",
        "The selected unit, its skills and rules",
        "Why they act",
        "Log",
        "Your units",
        "Enemies",
        "Who acts when",
    ] {
        assert!(region(&screen, panel).len() > 2, "{panel} in {screen:#?}");
    }
    for line in &screen {
        assert!(line.contains('“'), "{line} has neither label nor text");
        let empty = line.contains("“”") && !line.contains("TextInput");
        assert!(!empty, "{line} says nothing");
    }
    let toggles = screen.iter().filter(|line| line.ends_with("(on)"));
    assert!(toggles.count() >= 2, "{screen:#?}");
}

#[test]
fn a_dialog_says_its_title_and_a_box_whether_it_is_ticked() {
    let mut app = heard("first-blood", 3);
    click_on(&mut app, "Show the orders, or fold them away.");
    frames(&mut app, 3);
    click_on(&mut app, "How the unit autofights.");
    frames(&mut app, 3);
    let screen = screen(&mut app);
    let has = |line: &str| screen.iter().any(|other| other.trim() == line);
    assert!(has("Dialog “How Ada autofights”"), "{screen:#?}");
    assert!(
        has("CheckBox “It refuses while confused” “On” (on)"),
        "{screen:#?}"
    );
    assert!(
        screen.iter().any(|line| line
            .trim()
            .starts_with("SpinButton “It refuses at this share of HP or less”")),
        "{screen:#?}"
    );
}

#[test]
fn a_screen_reader_presses_and_focuses_controls() {
    let mut app = heard("first-blood", 3);
    let mut labels = app.world_mut().query::<(Entity, &AccessibleLabel)>();
    let step = labels
        .iter(app.world())
        .find(|(_, label)| label.0 == "One step forward.")
        .map(|(entity, _)| entity)
        .expect("it is in the bar");
    let ask = |app: &mut App, action| {
        app.world_mut()
            .write_message(ActionRequest(accesskit::ActionRequest {
                action,
                target_tree: accesskit::TreeId::ROOT,
                target_node: accesskit::NodeId(step.to_bits()),
                data: None,
            }));
        frames(app, 2);
    };
    ask(&mut app, accesskit::Action::Focus);
    assert_eq!(focused(&app).as_deref(), Some("One step forward."));
    ask(&mut app, accesskit::Action::Click);
    assert_eq!(tick(&app), 1);
    assert_reads(&mut app, "t1");
}
