//! A friend elsewhere: a bare WebSocket at a real server.

use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread::{sleep, spawn};
use std::time::{Duration, Instant};

use icochess_remote::socket::{Event, Socket};
use icochess_wire::{
    ClientMessage, Code, Create, MAX_SERVER_MESSAGE, PROTOCOL, Presence, RULES, ServerMessage,
    decode, encode, socket_url,
};

/// Timeout of each wait.
const LIMIT: Duration = Duration::from_secs(60);
/// Time between two looks at the socket.
const STEP: Duration = Duration::from_millis(2);
/// Time after which head and hands are sent again.
const AGAIN: Duration = Duration::from_millis(500);

/// Connection of a friend. A thread reads it, because its queue is short.
pub struct Friend {
    to_send: Sender<ClientMessage>,
    received: Receiver<ServerMessage>,
}

impl Friend {
    /// Creates a game at the server with this page. Returns the code for the other player, too.
    pub fn create(page: &str, create: Create) -> (Self, Code) {
        let friend = Self::enter(page, ClientMessage::Create(create));
        let code = friend.until("game with a code", |message| match message {
            ServerMessage::Created { code, .. } => code,
            _ => None,
        });
        (friend, code)
    }

    /// Enters a game with a code.
    pub fn join(page: &str, code: Code) -> Self {
        let name = "Bo".to_owned();
        Self::enter(page, ClientMessage::JoinByCode { code, name })
    }

    fn enter(page: &str, entry: ClientMessage) -> Self {
        let address = socket_url(page).expect("the server's address");
        let socket = Socket::open(&address, MAX_SERVER_MESSAGE, || {});
        let opened = || (socket.next() == Some(Event::Opened)).then_some(());
        wait("connection", opened);
        let (to_send, queue) = channel();
        let (heard, received) = channel();
        spawn(move || serve(&socket, &queue, &heard));
        let friend = Self { to_send, received };
        friend.say(ClientMessage::Hello {
            protocol: PROTOCOL,
            rules: RULES,
        });
        friend.say(entry);
        friend
    }

    /// Sends a message. Head and hands are sent again and again.
    pub fn say(&self, message: ClientMessage) {
        self.to_send.send(message).expect("the connection stands");
    }

    /// Returns the next message, if it is there.
    pub fn next(&self) -> Option<ServerMessage> {
        match self.received.try_recv() {
            Ok(message) => Some(message),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => panic!("the connection is lost"),
        }
    }

    /// Waits for a message.
    pub fn until<T>(&self, what: &str, mut find: impl FnMut(ServerMessage) -> Option<T>) -> T {
        wait(what, || find(self.next()?))
    }

    /// Returns the head and hands received since the last message asked for.
    pub fn seen(&self) -> Vec<Presence> {
        let all = std::iter::from_fn(|| self.next());
        all.filter_map(presence).collect()
    }
}

/// Returns the head and hands in a message.
pub fn presence(message: ServerMessage) -> Option<Presence> {
    match message {
        ServerMessage::Presence(presence) => Some(presence),
        _ => None,
    }
}

/// Sends and receives until the friend leaves or the connection ends.
fn serve(socket: &Socket, queue: &Receiver<ClientMessage>, heard: &Sender<ServerMessage>) {
    let mut shown: Option<(ClientMessage, Instant)> = None;
    loop {
        match queue.try_recv() {
            Ok(message) => {
                assert!(socket.send(encode(&message)), "the queue is full");
                if matches!(message, ClientMessage::Presence(_)) {
                    shown = Some((message, Instant::now()));
                }
            }
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) => return,
        }
        if let Some((message, at)) = &mut shown
            && at.elapsed() >= AGAIN
        {
            *at = Instant::now();
            assert!(socket.send(encode(message)), "the queue is full");
        }
        match socket.next() {
            Some(Event::Text(text)) => {
                let message = decode(&text).expect("a known message");
                if heard.send(message).is_err() {
                    return;
                }
            }
            Some(event) => panic!("{event:?}"),
            None => sleep(STEP),
        }
    }
}

fn wait<T>(what: &str, mut ask: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(answer) = ask() {
            return answer;
        }
        assert!(begun.elapsed() < LIMIT, "no {what}");
        sleep(STEP);
    }
}
