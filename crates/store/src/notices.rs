//! Notices: messages of one line to the players.

use bevy::prelude::*;

use icochess_message::Msg;

/// A line for the players that no other part of the display tells: an answer to
/// what they have just done. The next one takes its place, and so does a move.
#[derive(Message, Debug, Clone)]
pub struct Notice(pub Msg);

/// A line that the players must get to know, whatever else happens: it is shown
/// for its time, after those that came before it.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub struct Report(pub Msg);

pub(super) fn plugin(app: &mut App) {
    app.add_message::<Notice>().add_message::<Report>();
}
