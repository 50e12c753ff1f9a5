//! What a screen reader finds: what is on screen as a tree, with roles, labels, values and states.
//!
//! Bevy exports every [`AccessibilityNode`], below that of its parent if the parent has one too.
//! Widgets bring theirs. Here everything around them gets one, so that panels stay together and in
//! order, and texts are read. Nothing of it costs anything until a screen reader asks.

use std::collections::HashMap;

use accesskit::{Action, Role};
use bevy::a11y::{AccessibilityNode, AccessibilityRequested, AccessibilitySystems, ActionRequest};
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::ui::widget::TextUiReader;
use bevy::ui::{InteractionDisabled, UiSystems};
use bevy::ui_widgets::ToggleChecked;

use crate::prelude::*;
use crate::widgets::Modal;

pub(super) fn plugin(app: &mut App) {
    let is_asked = |asked: Option<Res<AccessibilityRequested>>| asked.is_some_and(|it| it.get());
    app.add_message::<ActionRequest>()
        .add_systems(PreUpdate, obey.run_if(is_asked))
        .add_systems(
            PostUpdate,
            (give_nodes, describe_controls, describe_texts)
                .chain()
                .run_if(is_asked)
                .after(UiSystems::PostLayout)
                .before(AccessibilitySystems::Update),
        );
}

/// A screen reader presses a control, or gives it the focus.
fn obey(
    mut requests: MessageReader<ActionRequest>,
    off: Query<(), With<InteractionDisabled>>,
    mut redraw: ResMut<RedrawRequests>,
    mut focus: Focus,
    mut commands: Commands,
) {
    // Its requests do not wake a still screen.
    redraw.request_soon();
    for request in requests.read() {
        redraw.request();
        let entity = Entity::try_from_bits(request.target_node.0);
        let Some(entity) = entity.filter(|entity| !off.contains(*entity)) else {
            continue;
        };
        match request.action {
            Action::Click => {
                commands.trigger(Activate { entity });
                commands.trigger(ToggleChecked { entity });
            }
            Action::Focus => focus.set(entity),
            _ => {}
        }
    }
}

/// Whatever has a place on screen has one in the tree.
fn give_nodes(
    mut commands: Commands,
    nodes: Query<Entity, (With<Node>, Without<AccessibilityNode>)>,
) {
    for entity in &nodes {
        let container = accesskit::Node::new(Role::GenericContainer);
        commands
            .entity(entity)
            .try_insert(AccessibilityNode(container));
    }
}

type Described = (
    &'static mut AccessibilityNode,
    &'static Node,
    Has<TabIndex>,
    Option<&'static Panel>,
    Option<(&'static Modal, &'static Name)>,
    Option<&'static Tooltip>,
    Has<Menu>,
    Option<&'static Stepper>,
    Option<&'static EditableText>,
);

/// Says what panels, dialogs and controls are.
fn describe_controls(mut nodes: Query<Described>) {
    for (mut node, place, is_control, panel, modal, tooltip, is_menu, stepper, field) in &mut nodes
    {
        node.clear_value();
        node.clear_description();
        if place.display == Display::None {
            node.set_hidden();
        } else {
            node.clear_hidden();
        }
        // A picture without a label adds nothing to the words beside it.
        if node.role() == Role::Image && node.label().is_none() {
            node.set_role(Role::GenericContainer);
        }
        if is_control {
            node.add_action(Action::Focus);
            node.add_action(Action::Click);
        }
        if let Some(panel) = panel {
            node.set_role(Role::Region);
            node.set_label(panel.words());
        }
        // Open lists have a role of their own.
        if let Some((_, name)) = modal.filter(|_| node.role() == Role::GenericContainer) {
            node.set_role(Role::Dialog);
            node.set_label(name.as_str());
            node.set_modal();
        }
        if let Some(Tooltip(text)) = tooltip.filter(|tooltip| !tooltip.0.is_empty()) {
            // A sign without a label, such as the one beside a rule, is what it means.
            if matches!(node.role(), Role::GenericContainer | Role::Label) {
                node.set_role(Role::Label);
                node.set_value(text.as_str());
            } else {
                node.set_description(text.as_str());
            }
        }
        if is_menu {
            node.set_role(Role::ComboBox);
        }
        if let Some(stepper) = stepper {
            node.set_role(Role::SpinButton);
            node.set_numeric_value(stepper.value.into());
            node.set_min_numeric_value(stepper.least.into());
            node.set_max_numeric_value(stepper.most.into());
        }
        if let Some(field) = field {
            node.set_role(if field.allow_newlines {
                Role::MultilineTextInput
            } else {
                Role::TextInput
            });
            node.set_value(field_text(field));
        }
    }
}

/// What is written on a control is its value; any other text stands for itself.
fn describe_texts(
    roots: Query<Entity, (With<Node>, Without<ChildOf>)>,
    children: Query<&Children>,
    (texts, fields): (Query<(), With<Text>>, Query<(), With<EditableText>>),
    labels: Query<&AccessibleLabel>,
    mut reader: TextUiReader,
    mut nodes: Query<&mut AccessibilityNode>,
) {
    let mut values: HashMap<Entity, Vec<String>> = HashMap::new();
    let mut to_visit: Vec<(Entity, Option<Entity>)> =
        roots.iter().map(|root| (root, None)).collect();
    while let Some((entity, control)) = to_visit.pop() {
        let control = labels.get(entity).map(|_| entity).ok().or(control);
        if texts.contains(entity) {
            let pieces = reader.iter(entity).map(|(_, _, text, ..)| text.to_owned());
            let text: String = pieces.collect();
            let text = text.replace(is_icon, "").trim().to_owned();
            match (control, nodes.get_mut(entity)) {
                _ if text.is_empty() => {}
                (Some(control), _) => values.entry(control).or_default().push(text),
                (None, Ok(mut node)) => {
                    node.set_role(Role::Label);
                    node.set_value(text);
                }
                (None, Err(_)) => {}
            }
        }
        if let Ok(children) = children.get(entity) {
            to_visit.extend(children.iter().rev().map(|child| (child, control)));
        }
    }
    for (control, texts) in values {
        let value = texts.join(" ");
        let says_more = labels.get(control).is_ok_and(|label| label.0 != value);
        if let Ok(mut node) = nodes.get_mut(control)
            && says_more
            && !fields.contains(control)
        {
            node.set_value(value);
        }
    }
}

/// Whether a sign is a picture: the font of the icons uses the range that is free for all.
fn is_icon(sign: char) -> bool {
    ('\u{e000}'..='\u{f8ff}').contains(&sign)
}
