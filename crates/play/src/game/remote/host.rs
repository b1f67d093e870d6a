//! A server inside the game, for two on one network, and such servers nearby. A plugin of the program
//! runs them; without it, hosting is unavailable.

use bevy::prelude::*;

/// State of the server inside the game.
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq)]
pub enum Hosting {
    /// This program has no server.
    #[default]
    Unavailable,
    /// The server doesn't run.
    Off,
    /// The server starts or stops.
    Changing,
    /// The server runs.
    Running(Host),
    /// The server couldn't start, for this reason.
    Failed(String),
}

/// Server that runs inside the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Host {
    /// Address of its page for this game.
    pub local: String,
    /// Address of its page for other devices.
    pub page: String,
    /// Whether it serves a page to play on. Otherwise friends need the program.
    pub serves_page: bool,
}

/// Request to the server inside the game.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum HostRequest {
    /// Start the server.
    Start,
    /// Stop the server. Its games stay on disk.
    Stop,
}

/// Servers inside other games on this network, by name. Up to date while
/// [`Hosting`] is available and the page for playing a friend is open.
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq)]
pub struct Nearby(pub Vec<NearbyHost>);

/// Server inside another game on this network.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct NearbyHost {
    /// Name of its player.
    pub name: String,
    /// Address of its page.
    pub page: String,
}

impl Hosting {
    /// Returns the server, if it runs.
    pub const fn host(&self) -> Option<&Host> {
        match self {
            Self::Running(host) => Some(host),
            _ => None,
        }
    }

    /// Returns the server if its page, for this game, has this address.
    pub fn host_of(&self, page: &str) -> Option<&Host> {
        self.host().filter(|host| host.local == page)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Hosting>()
        .init_resource::<Nearby>()
        .add_message::<HostRequest>();
}
