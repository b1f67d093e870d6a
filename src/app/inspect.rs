//! `--inspect`: Bevy's remote protocol for tools on this machine, and for
//! nobody else.
//!
//! The protocol can change the game, and a browser lets every page of the web
//! send to 127.0.0.1. So whatever names another host than this machine (a name
//! that was made to lead here) or comes from a page is refused, which Bevy's own
//! server does not do. JSON-RPC over HTTP/1.1, as that server speaks it:
//! <https://docs.rs/bevy_remote/0.19/bevy_remote/>. The methods are Bevy's.
//!
//! * `http`: which requests are served; `rpc`: what they ask.

mod http;
mod rpc;

use std::io::{self, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use crate::schedule::Waker;
use bevy::prelude::*;
use bevy::remote::{
    BrpError, BrpResult, RemoteLast, RemoteMethodSystemId, RemoteMethods, RemotePlugin,
    RemoteWatchingMethodSystemId, error_codes,
};
use http::{OK, Request, STILL_THERE, refuse, respond};
use rpc::{Answer, Call, Caller, Json, answer_body, problem, response};

/// How long a connection may say nothing.
const SILENCE: Duration = Duration::from_secs(120);
/// How long the port of a program that starts itself again may be taken.
const HANDED_OVER: Duration = Duration::from_secs(1);

/// Opens the port.
///
/// # Errors
///
/// A sentence for the player, when it is taken.
pub(super) fn listen(port: u16) -> Result<TcpListener, String> {
    let end = Instant::now() + HANDED_OVER;
    loop {
        match TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
            Ok(listener) => return Ok(listener),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse && Instant::now() < end => {
                sleep(HANDED_OVER / 20);
            }
            Err(error) => {
                return Err(format!(
                    "--inspect cannot use port {port} of 127.0.0.1 ({error}): name another one \
                     with --inspect=PORT"
                ));
            }
        }
    }
}

/// Answers on an open port.
pub(super) fn plugin(app: &mut App, listener: TcpListener) {
    let (calls, asked) = channel();
    let waker = app.world().resource::<Waker>().clone();
    let calls = Caller { calls, waker };
    let spawned = thread::Builder::new()
        .name("inspect".into())
        .spawn(move || accept(&listener, &calls));
    if let Err(error) = spawned {
        error!("--inspect does not answer: {error}");
    }
    app.add_plugins(RemotePlugin::default())
        .insert_resource(Calls(Mutex::new(asked)))
        .init_resource::<Watches>()
        .add_systems(RemoteLast, (answer, watch).chain());
}

/// What is called and not answered yet.
#[derive(Resource)]
struct Calls(Mutex<Receiver<Call>>);

/// Methods that answer whenever something has changed.
#[derive(Resource, Default)]
struct Watches(Vec<(Call, RemoteWatchingMethodSystemId)>);

fn failed(error: impl std::fmt::Display) -> BrpError {
    let message = format!("Failed to run method handler: {error}");
    problem(error_codes::INTERNAL_ERROR, message)
}

/// Runs what is called; only here, between two frames, can a method change
/// anything.
fn answer(world: &mut World) {
    let mut calls = Vec::new();
    if let Ok(asked) = world.resource_mut::<Calls>().0.get_mut() {
        calls.extend(asked.try_iter());
    }
    for call in calls {
        let answer = match world.resource::<RemoteMethods>().get(&call.method) {
            Some(&RemoteMethodSystemId::Instant(id)) => {
                let result = world.run_system_with(id, call.params);
                result.unwrap_or_else(|error| Err(failed(error)))
            }
            Some(&RemoteMethodSystemId::Watching(id)) => {
                world.resource_mut::<Watches>().0.push((call, id));
                continue;
            }
            None => {
                let message = format!("Method `{}` not found", call.method);
                Err(problem(error_codes::METHOD_NOT_FOUND, message))
            }
        };
        // Who has gone meanwhile wants no answer.
        let _ = call.answer.send(answer);
    }
}

fn watch(world: &mut World) {
    let mut watches = std::mem::take(&mut world.resource_mut::<Watches>().0);
    watches.retain(|(call, id)| {
        let news = world.run_system_with(*id, call.params.clone());
        match news.unwrap_or_else(|error| Err(failed(error))).transpose() {
            Some(news) => call.answer.send(news).is_ok(),
            None => true,
        }
    });
    world.resource_mut::<Watches>().0.append(&mut watches);
}

fn accept(listener: &TcpListener, calls: &Caller) {
    for stream in listener.incoming().flatten() {
        let calls = calls.clone();
        // A tool that finds no thread left is no reason to end.
        let _ = thread::Builder::new()
            .name("inspect".into())
            .spawn(move || converse(&stream, &calls));
    }
}

/// Answers the requests of a connection until it ends.
fn converse(stream: &TcpStream, calls: &Caller) -> io::Result<()> {
    stream.set_read_timeout(Some(SILENCE))?;
    stream.set_nodelay(true)?;
    let mut input = BufReader::new(stream);
    while let Some(read) = Request::read(&mut input, stream)? {
        let request = match read {
            Ok(request) => request,
            Err(refusal) => return refuse(stream, &mut input, &refusal),
        };
        match answer_body(&request.body, calls) {
            Answer::Whole(text) => respond(stream, OK, &text, request.stays)?,
            Answer::Stream { id, news } => return tell(stream, id.as_ref(), &news),
        }
        if !request.stays {
            break;
        }
    }
    Ok(())
}

/// Tells the news of a watch, as server-sent events, while somebody listens.
fn tell(mut stream: &TcpStream, id: Option<&Json>, news: &Receiver<BrpResult>) -> io::Result<()> {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n";
    stream.write_all(head.as_bytes())?;
    loop {
        match news.recv_timeout(STILL_THERE) {
            Ok(news) => {
                let event = format!("data: {}\n\n", response(id, news));
                stream.write_all(event.as_bytes())?;
            }
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
            Err(RecvTimeoutError::Timeout) => {
                stream.set_nonblocking(true)?;
                let gone = matches!(stream.peek(&mut [0]), Ok(0));
                stream.set_nonblocking(false)?;
                if gone {
                    return Ok(());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

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

    /// Runs frames of a game until a tool in another thread has what it wants.
    fn while_running<T: Send + 'static>(tool: impl FnOnce(u16) -> T + Send + 'static) -> T {
        let listener = listen(0).unwrap();
        let port = listener.local_addr().unwrap().port();
        let mut app = App::new();
        app.add_plugins(MinimalPlugins);
        plugin(&mut app, listener);
        let tool = thread::spawn(move || tool(port));
        let end = Instant::now() + Duration::from_secs(30);
        while !tool.is_finished() && Instant::now() < end {
            app.update();
        }
        tool.join().unwrap()
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
                // What follows a refused request is not read as one.
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
