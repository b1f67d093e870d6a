//! `--inspect`: Bevy's remote protocol for tools on this machine, and for
//! nobody else.
//!
//! The protocol can change the game, and a browser lets every page of the web
//! send to 127.0.0.1. So whatever names another host than this machine (a name
//! that was made to lead here) or comes from a page is refused, which Bevy's own
//! server does not do. JSON-RPC over HTTP/1.1, as that server speaks it:
//! <https://docs.rs/bevy_remote/0.19/bevy_remote/>. The methods are Bevy's, and some by which
//! programs play.
//!
//! * `http`: which requests are served; `rpc`: what they ask; `connections`: from whom they
//!   come; `methods`: those that are ours.
//! * [`load`]: how much is drawn, `targets`: to what; [`updates`]: how long the game's part of a frame takes.

mod connections;
mod http;
pub mod load;
mod methods;
mod rpc;
mod targets;
pub mod updates;

use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Mutex;
use std::sync::mpsc::Receiver;
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::remote::{
    BrpError, RemoteLast, RemoteMethodSystemId, RemoteMethods, RemotePlugin,
    RemoteWatchingMethodSystemId, error_codes,
};
use icochess_base::frame::{NextFrame, Waker};
use icochess_message::reason;
use icochess_play::game::MatchState;
use methods::{PLAY, Requested, StateNews};
use rpc::{Call, Caller, problem};

/// The time between two answers of a watch, where nothing else is drawn.
const WATCH_EVERY: Duration = Duration::from_millis(50);
/// The longest wait for a port that is taken, as by a program that starts itself again.
const PORT_TIMEOUT: Duration = Duration::from_secs(1);

/// Opens the port.
///
/// # Errors
///
/// A sentence for the player, if the port is taken.
pub fn listen(port: u16) -> Result<TcpListener, String> {
    let end = Instant::now() + PORT_TIMEOUT;
    loop {
        match TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
            Ok(listener) => return Ok(listener),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse && Instant::now() < end => {
                sleep(PORT_TIMEOUT / 20);
            }
            Err(error) => {
                return Err(format!(
                    "--inspect cannot use port {port} of 127.0.0.1 ({}): name another one \
                     with --inspect=PORT",
                    reason(&error)
                ));
            }
        }
    }
}

/// Answers on an open port, from a thread of its own.
pub fn plugin(app: &mut App, listener: TcpListener) {
    let waker = app.world_mut().get_resource_or_init::<Waker>().clone();
    let (calls, asked) = Caller::new(waker);
    let spawned = thread::Builder::new()
        .name("inspect".into())
        .spawn(move || connections::accept(|| listener.accept().map(|(stream, _)| stream), &calls));
    if let Err(error) = spawned {
        error!("--inspect does not answer: {error}");
    }
    app.add_plugins((methods::add_to(RemotePlugin::default()), load::plugin))
        // After the schedule in which answers are given has its place.
        .add_plugins(updates::plugin)
        .insert_resource(Calls(Mutex::new(asked)))
        .init_resource::<WatchingRequests>()
        .init_resource::<Played>()
        .init_resource::<Requested>()
        .init_resource::<StateNews>()
        .add_systems(
            Update,
            look_again.run_if(|watches: Res<WatchingRequests>| !watches.0.is_empty()),
        )
        .add_systems(
            RemoteLast,
            (
                answer,
                methods::note_news.run_if(resource_exists::<MatchState>),
                watch,
            )
                .chain(),
        );
}

/// The calls that are not answered yet.
#[derive(Resource)]
struct Calls(Mutex<Receiver<Call>>);

/// The call of [`PLAY`] that is answered after the next frame, in which its move is made.
#[derive(Resource, Default)]
struct Played(Option<Call>);

/// Methods that answer whenever something has changed.
#[derive(Resource, Default)]
struct WatchingRequests(Vec<WatchingRequest>);

/// A method that answers whenever something has changed.
struct WatchingRequest {
    call: Call,
    id: RemoteWatchingMethodSystemId,
    /// Whether it has not been asked yet.
    is_first: bool,
}

fn failed(error: impl std::fmt::Display) -> BrpError {
    let message = format!("Failed to run method handler: {error}");
    problem(error_codes::INTERNAL_ERROR, message)
}

/// Runs what is called; only here, between two frames, can a method change
/// anything.
fn answer(world: &mut World) {
    if let Some(call) = world.resource_mut::<Played>().0.take() {
        let result = world.run_system_cached(methods::played);
        call.answer(result.unwrap_or_else(|error| Err(failed(error))));
    }
    let mut calls = Vec::new();
    if let Ok(asked) = world.resource_mut::<Calls>().0.get_mut() {
        calls.extend(asked.try_iter());
    }
    for mut call in calls {
        let answer = match world.resource::<RemoteMethods>().get(&call.method) {
            Some(&RemoteMethodSystemId::Instant(id)) => {
                let result = world.run_system_with(id, call.params.take());
                result.unwrap_or_else(|error| Err(failed(error)))
            }
            Some(&RemoteMethodSystemId::Watching(id)) => {
                let is_first = true;
                let watch = WatchingRequest { call, id, is_first };
                world.resource_mut::<WatchingRequests>().0.push(watch);
                continue;
            }
            None => {
                let message = format!("Method `{}` not found", call.method);
                Err(problem(error_codes::METHOD_NOT_FOUND, message))
            }
        };
        if answer.is_ok() && call.method == PLAY {
            world.resource_mut::<Played>().0 = Some(call);
            // It is too late in this frame to ask for the next one.
            world.get_resource_or_init::<Waker>().wake();
        } else {
            // A caller that has gone meanwhile wants no answer.
            call.answer(answer);
        }
    }
}

/// Asks for frames while there are watches: they see what changes by itself, too.
fn look_again(next: Option<ResMut<NextFrame>>) {
    if let Some(mut next) = next {
        next.within(WATCH_EVERY);
    }
}

/// Asks the watches for news; those end that nobody reads, and those that have failed.
fn watch(world: &mut World) {
    let mut watches = std::mem::take(&mut world.resource_mut::<WatchingRequests>().0);
    watches.retain_mut(|WatchingRequest { call, id, is_first }| {
        if !call.is_heard() {
            return false;
        }
        world.resource_mut::<StateNews>().is_first = std::mem::take(is_first);
        let news = world.run_system_with(*id, call.params.clone());
        match news.unwrap_or_else(|error| Err(failed(error))).transpose() {
            Some(news) => {
                let goes_on = news.is_ok();
                call.answer(news) && goes_on
            }
            None => true,
        }
    });
    world
        .resource_mut::<WatchingRequests>()
        .0
        .append(&mut watches);
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpStream;

    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn a_taken_port_is_told() {
        let taken = listen(0).unwrap();
        let port = taken.local_addr().unwrap().port();
        let told = listen(port).unwrap_err();
        assert!(told.contains(&format!("port {port}")), "{told}");
        drop(taken);
        assert!(listen(port).is_ok());
    }

    /// An app with no game, and the port that it answers on.
    fn served() -> (App, u16) {
        let listener = listen(0).unwrap();
        let port = listener.local_addr().unwrap().port();
        let mut app = App::new();
        app.add_plugins(MinimalPlugins);
        plugin(&mut app, listener);
        (app, port)
    }

    /// Runs frames until something is so.
    fn run_until(app: &mut App, what: &str, mut is_so: impl FnMut(&World) -> bool) {
        let end = Instant::now() + Duration::from_secs(60);
        while !is_so(app.world()) {
            assert!(Instant::now() < end, "waited for {what}");
            app.update();
        }
    }

    /// Runs frames of an app until a tool in another thread has what it wants.
    fn while_running<T: Send + 'static>(tool: impl FnOnce(u16) -> T + Send + 'static) -> T {
        let (mut app, port) = served();
        let tool = thread::spawn(move || tool(port));
        run_until(&mut app, "the tool", |_| tool.is_finished());
        tool.join().unwrap()
    }

    /// The number of times that the method that always has news was asked.
    #[derive(Resource, Default)]
    struct Asked(usize);

    /// An app with a method that always has news, and one that never has any.
    fn watched() -> (App, u16) {
        const NEWS: usize = 64 << 10;
        let flood = |In(_): In<Option<Value>>, mut asked: ResMut<Asked>| {
            asked.0 += 1;
            Ok(Some(Value::from("x".repeat(NEWS))))
        };
        let quiet = |In(_): In<Option<Value>>| Ok(None);
        let (mut app, port) = served();
        app.init_resource::<Asked>();
        let world = app.world_mut();
        let flood = RemoteMethodSystemId::Watching(world.register_system(flood));
        let quiet = RemoteMethodSystemId::Watching(world.register_system(quiet));
        let mut methods = world.resource_mut::<RemoteMethods>();
        methods.insert("flood+watch", flood);
        methods.insert("quiet+watch", quiet);
        (app, port)
    }

    /// Begins a watch, and reads nothing of it.
    fn begin_watch(app: &mut App, port: u16, method: &str) -> TcpStream {
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": method}).to_string();
        let head = format!("Host: localhost\r\nContent-Length: {}", body.len());
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
        let request = format!("POST / HTTP/1.1\r\n{head}\r\n\r\n{body}");
        stream.write_all(request.as_bytes()).unwrap();
        run_until(app, "the watch", |world| has_watches(world, 1));
        stream
    }

    fn has_watches(world: &World, count: usize) -> bool {
        world.resource::<WatchingRequests>().0.len() == count
    }

    #[test]
    fn a_watch_that_nobody_reads_ends() {
        let (mut app, port) = watched();
        let unread = begin_watch(&mut app, port, "flood+watch");
        // The system keeps some mebibytes for both sides.
        let mut frames = 0;
        run_until(&mut app, "its end", |world| {
            frames += 1;
            has_watches(world, 0)
        });
        let asked = app.world().resource::<Asked>().0;
        assert!(asked < 2000, "{asked} times 64 KiB in {frames} frames");
        drop(unread);
    }

    #[test]
    fn a_watch_ends_with_its_tool_whether_or_not_there_is_news() {
        for method in ["quiet+watch", "flood+watch"] {
            let (mut app, port) = watched();
            drop(begin_watch(&mut app, port, method));
            run_until(&mut app, "its end", |world| has_watches(world, 0));
        }
    }

    #[test]
    fn what_bevy_would_keep_for_ever_is_not_served() {
        let answer = while_running(|port| {
            let body = json!({"jsonrpc": "2.0", "id": 1, "method": "world.observe+watch",
                "params": {"event": "icochess::Nothing"}})
            .to_string();
            let head = format!("Host: localhost\r\nContent-Length: {}", body.len());
            let request = format!("POST / HTTP/1.1\r\n{head}\r\n\r\n{body}");
            let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
            stream.write_all(request.as_bytes()).unwrap();
            let mut answer = vec![0; 1 << 10];
            let mut told = String::new();
            while !told.contains("data: ") {
                let read = stream.read(&mut answer).unwrap();
                told.push_str(str::from_utf8(&answer[..read]).unwrap());
            }
            told
        });
        assert!(answer.contains("is not served"), "{answer}");
    }

    /// The whole answer to a request of the bytes `text`.
    fn send(port: u16, text: &str) -> String {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    const BODY: &str = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"rpc.discover\"}";

    fn post(head: &str) -> String {
        let length = BODY.len();
        format!(
            "POST / HTTP/1.1\r\nContent-Length: {length}\r\nConnection: close\r\n{head}\r\n\r\n{BODY}"
        )
    }

    #[test]
    fn a_page_of_the_web_cannot_reach_the_game_and_a_tool_can() {
        let (foreign, rebound, tool) = while_running(|port| {
            (
                send(
                    port,
                    &post(&format!(
                        "Host: 127.0.0.1:{port}\r\nOrigin: https://example.com"
                    )),
                ),
                send(port, &post("Host: example.com")),
                send(port, &post(&format!("Host: 127.0.0.1:{port}"))),
            )
        });
        for refused in [foreign, rebound] {
            assert!(refused.starts_with("HTTP/1.1 403 "), "{refused}");
            assert!(!refused.contains("world.query"), "{refused}");
        }
        assert!(tool.starts_with("HTTP/1.1 200 OK\r\n"), "{tool}");
        assert!(
            tool.contains("world.query") && tool.contains("\"id\":1"),
            "{tool}"
        );
    }

    #[test]
    fn what_is_hidden_behind_a_long_line_is_not_served() {
        let long = "x".repeat(16 << 10);
        let answers = while_running(move |port| {
            let hidden = format!("Host: localhost\r\nX: {long}\r\nOrigin: https://example.com");
            let (body, host) = ("{}", "Host: localhost");
            let start = "POST / HTTP/1.1\r\nContent-Length: 2";
            [
                send(port, &format!("{start}\r\n{hidden}\r\n\r\n{body}")),
                // The bytes after a refused request are not read as one.
                send(port, &format!("{start}\r\n{hidden}\r\n\r\n{}", post(host))),
            ]
        });
        for answer in answers {
            assert!(answer.starts_with("HTTP/1.1 431 "), "{answer}");
            assert_eq!(answer.matches("HTTP/1.1").count(), 1, "{answer}");
        }
    }

    #[test]
    fn a_refusal_ends_the_connection() {
        let answer = while_running(|port| {
            let refused = "POST / HTTP/1.1\r\nHost: example.com\r\nContent-Length: 2\r\n\r\n{}";
            send(port, &format!("{refused}{}", post("Host: localhost")))
        });
        assert!(answer.starts_with("HTTP/1.1 403 "), "{answer}");
        assert!(answer.contains("Connection: close"), "{answer}");
        assert_eq!(answer.matches("HTTP/1.1").count(), 1, "{answer}");
    }
}
