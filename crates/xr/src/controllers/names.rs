//! Texts for controller parts and their actions, for labels and the help page.

use bevy::prelude::*;

use crate::config::{ActionId, ControllerPart, Hand, Profile};
use crate::interaction_profiles::InteractionProfiles;
use icochess_message::{Msg, msg};
use icochess_ui::state::hand_controls::HandControls;

/// Actions that a label may list, in this order.
const NAMED: [ActionId; 6] = [
    ActionId::Select,
    ActionId::Grab,
    ActionId::Turn,
    ActionId::Menu,
    ActionId::HomeView,
    ActionId::Learn,
];

/// Returns the label text of an action.
fn does(action: ActionId) -> Option<Msg> {
    Some(match action {
        ActionId::Select => msg!("label-select"),
        ActionId::Grab => msg!("label-grab"),
        ActionId::Turn => msg!("label-turn"),
        ActionId::Menu => msg!("label-menu"),
        ActionId::HomeView => msg!("my-side"),
        ActionId::Learn => msg!("label-learn"),
        _ => return None,
    })
}

/// Returns the actions of a controller part in a hand, as texts.
pub fn of_part(profile: &Profile, hand: Hand, part: ControllerPart) -> Vec<Msg> {
    let is_bound = |action: ActionId| {
        let mut bound = profile.bound(action);
        bound.any(|binding| binding.hand == hand && binding.part() == Some(part))
    };
    let mut actions: Vec<_> = NAMED.into_iter().filter(|it| is_bound(*it)).collect();
    // Without a grip, the trigger held in empty space turns the board.
    if actions.first() == Some(&ActionId::Select) && lacks_grip(profile) {
        actions.push(ActionId::Turn);
    }
    actions.into_iter().filter_map(does).collect()
}

fn lacks_grip(profile: &Profile) -> bool {
    profile.bound(ActionId::Grab).next().is_none()
}

/// Returns the name of an input, as in the README and on the controller.
fn input_name(profile: &Profile, input: &str, action: ActionId) -> Option<Msg> {
    Some(match input {
        "trigger" => msg!("part-trigger"),
        "select" if profile.is_bare_hand => msg!("part-pinch"),
        "select" => msg!("part-button"),
        "aim_activate_ext" | "pinch_ext" => msg!("part-pinch"),
        "grasp_ext" => msg!("part-fist"),
        "squeeze" if profile.is_bare_hand => msg!("part-fist"),
        "squeeze" => msg!("part-grip"),
        "shoulder" => msg!("part-shoulder"),
        "thumbstick" if matches!(action, ActionId::HomeView | ActionId::Learn) => {
            msg!("part-thumbstick-pressed")
        }
        "thumbstick" => msg!("part-thumbstick"),
        "trackpad" if action == ActionId::HomeView => msg!("part-trackpad-pressed"),
        "trackpad" => msg!("part-trackpad"),
        "thumbrest" => msg!("part-thumb-on-rest"),
        "primary" => msg!("part-primary"),
        "secondary" => msg!("part-secondary"),
        "menu" => msg!("part-menu"),
        letter if letter.len() == 1 => Msg::verbatim(letter.to_uppercase()),
        _ => return None,
    })
}

/// Returns the names of an action's controls on the current controllers; `None` if it has none.
fn done_with(profiles: &[&Profile], action: ActionId) -> Option<Msg> {
    let mut names: Vec<Msg> = Vec::new();
    for profile in profiles {
        for binding in profile.bound(action) {
            let input = binding.input();
            let name = input.and_then(|input| input_name(profile, input, action));
            if let Some(name) = name.filter(|name| !names.contains(name)) {
                names.push(name);
            }
        }
    }
    let either = |one: Msg, other: Msg| msg!("part-or", one = one, other = other);
    names.into_iter().reduce(either)
}

/// Passes the names of the controls to the help page.
pub(super) fn update_hand_controls(
    in_hands: Res<InteractionProfiles>,
    mut controls: ResMut<HandControls>,
) {
    let mut profiles: Vec<&Profile> = Vec::new();
    for profile in Hand::BOTH
        .into_iter()
        .filter_map(|hand| in_hands.profile(hand))
    {
        if !profiles.contains(&profile) {
            profiles.push(profile);
        }
    }
    let known = done_with(&profiles, ActionId::Select).map(|select| HandControls {
        select,
        grab: done_with(&profiles, ActionId::Grab),
        turn: done_with(&profiles, ActionId::Turn),
        home: done_with(&profiles, ActionId::HomeView),
        learn: done_with(&profiles, ActionId::Learn),
        menu: done_with(&profiles, ActionId::Menu),
    });
    controls.set_if_neq(known.unwrap_or_default());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::XrConfig;
    use crate::controllers::model::parts;

    #[test]
    fn every_control_has_a_name_and_a_part_in_its_model() {
        for profile in XrConfig::built_in().unwrap().profiles {
            let known: Vec<_> = parts(profile.model).iter().map(|(part, _)| *part).collect();
            for action in NAMED {
                for binding in profile.bound(action) {
                    let input = binding.input().expect("an input");
                    let name = input_name(&profile, input, action);
                    assert!(name.is_some(), "{}: {input}", profile.name);
                    let part = binding.part().filter(|part| known.contains(part));
                    let is_seen = part.is_some_and(|part| {
                        let does_it = does(action).expect("a name");
                        of_part(&profile, binding.hand, part).contains(&does_it)
                    });
                    assert!(is_seen || profile.is_bare_hand, "{}: {input}", profile.name);
                }
            }
        }
    }

    #[test]
    fn only_simple_controllers_turn_with_the_trigger() {
        for profile in XrConfig::built_in().unwrap().profiles {
            let names = of_part(&profile, Hand::Right, ControllerPart::Trigger);
            let turns = names.contains(&msg!("label-turn"));
            assert_eq!(turns, lacks_grip(&profile), "{}", profile.name);
        }
    }
}
