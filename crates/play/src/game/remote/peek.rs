//! Whose turn it is in the player's games at servers, asked without entering them.

use bevy::prelude::*;

use super::{RemoteFact, RemoteRequest};
use icochess_base::frame::Waker;
use icochess_remote::session::MAX_BYTES;
use icochess_remote::socket::{Event, Socket};
use icochess_wire::{
    ClientMessage, PROTOCOL, RULES, Secret, ServerMessage, decode, encode, socket_url,
};

/// Connections that ask for turns, one a server.
#[derive(Resource, Default)]
pub(super) struct Peeks(Vec<Peek>);

struct Peek {
    page: String,
    secrets: Vec<Secret>,
    socket: Socket,
}

impl Peek {
    /// Handles the socket's events. Returns whether more are to come.
    fn carry(&self, facts: &mut MessageWriter<RemoteFact>) -> bool {
        while let Some(event) = self.socket.next() {
            match event {
                Event::Opened => {
                    let (protocol, rules) = (PROTOCOL, RULES);
                    self.send(&ClientMessage::Hello { protocol, rules });
                }
                Event::Text(text) => match decode(&text) {
                    Ok(ServerMessage::Welcome { .. }) => {
                        for secret in &self.secrets {
                            self.send(&ClientMessage::Peek { secret: *secret });
                        }
                        // An older server answers this alone.
                        self.send(&ClientMessage::Ping { t: 0 });
                    }
                    Ok(ServerMessage::Turn {
                        secret,
                        turn,
                        due_ms,
                    }) => {
                        let turn = turn.map(Into::into);
                        facts.write(RemoteFact::Turn {
                            secret,
                            turn,
                            due_ms,
                        });
                    }
                    Ok(ServerMessage::Pong { .. } | ServerMessage::Refused(_)) => return false,
                    _ => {}
                },
                Event::Closed(_) => return false,
            }
        }
        true
    }

    fn send(&self, message: &ClientMessage) {
        self.socket.send(encode(message));
    }
}

/// Asks the servers of the seats in [`RemoteRequest::Peek`], instead of those asked before.
pub(super) fn ask(
    mut requests: MessageReader<RemoteRequest>,
    waker: Res<Waker>,
    mut peeks: ResMut<Peeks>,
) {
    for request in requests.read() {
        let RemoteRequest::Peek(seats) = request else {
            continue;
        };
        peeks.0.clear();
        for (page, secret) in seats {
            if let Some(peek) = peeks.0.iter_mut().find(|peek| peek.page == *page) {
                peek.secrets.push(*secret);
            } else if let Ok(address) = socket_url(page) {
                let waker = waker.clone();
                peeks.0.push(Peek {
                    page: page.clone(),
                    secrets: vec![*secret],
                    socket: Socket::open(&address, MAX_BYTES, move || waker.wake()),
                });
            }
        }
    }
}

/// Run condition: there are connections.
pub(super) fn is_asking(peeks: Res<Peeks>) -> bool {
    !peeks.0.is_empty()
}

/// Reports the answers, and ends the connections that have brought them all.
pub(super) fn report(mut peeks: ResMut<Peeks>, mut facts: MessageWriter<RemoteFact>) {
    peeks.0.retain(|peek| peek.carry(&mut facts));
}
