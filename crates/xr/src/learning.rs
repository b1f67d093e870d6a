//! Shows explanations on the board while a hand holds their button.

use bevy::prelude::*;

use super::hands::HandInput;
use icochess_base::schedule::AppSystems;
use icochess_board::stage::switches::Learning;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, update_learning.in_set(AppSystems::Input));
}

fn update_learning(hands: Query<&HandInput>, mut learning: ResMut<Learning>) {
    let is_held = hands.iter().any(|input| input.active && input.learn);
    if learning.is_held != is_held {
        learning.is_held = is_held;
    }
}
