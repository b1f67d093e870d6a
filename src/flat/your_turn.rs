//! A mark in the title of the window, or of the browser's tab, while the player's turn is unseen.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use icochess_base::language::Words;
use icochess_base::platform;
use icochess_base::schedule::AppSystems;
use icochess_message::msg;
use icochess_ui::state::your_turn::UnseenTurn;

/// Title without the mark.
pub(crate) const TITLE: &str = "Icochess";

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        mark_title
            .run_if(resource_changed::<UnseenTurn>)
            .in_set(AppSystems::Feedback),
    );
}

fn mark_title(
    (unseen, words): (Res<UnseenTurn>, Res<Words>),
    mut windows: Query<&mut Window, With<PrimaryWindow>>,
) {
    let title = if unseen.0 {
        format!("● {} – {TITLE}", words.say(&msg!("your-turn")))
    } else {
        TITLE.to_owned()
    };
    for mut window in &mut windows {
        if window.title != title {
            platform::set_title(&title);
            window.title.clone_from(&title);
        }
    }
}
