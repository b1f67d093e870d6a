//! Notices: one-line messages to the players.

use bevy::prelude::*;

use icochess_message::Msg;

/// Immediate reply to a player's action, not shown elsewhere. The next notice or move replaces it.
#[derive(Message, Debug, Clone)]
pub struct Notice(pub Msg);

/// Message that players must not miss. It is shown for its full time, after earlier ones.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub struct Report(pub Msg);

pub(super) fn plugin(app: &mut App) {
    app.add_message::<Notice>().add_message::<Report>();
}
