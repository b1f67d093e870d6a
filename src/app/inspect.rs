//! `--inspect`: Bevy's remote protocol for tools on this machine only.
//!
//! The protocol can change the game, and a browser lets any web page send to 127.0.0.1. This server
//! therefore rejects requests with a foreign `Host` (DNS rebinding) or a web page's `Origin`, which
//! Bevy's own server accepts. It speaks JSON-RPC over HTTP/1.1, like Bevy's server:
//! <https://docs.rs/bevy_remote/0.19/bevy_remote/>. It serves Bevy's methods, and additional
//! methods for programs that play.
//!
//! * `http`: requests and responses; `connections`: their sockets and threads; `rpc`: the queue to
//!   Bevy's plugin; `methods`: the game's own methods.
//! * [`load`]: draw load; `targets`: render targets; [`updates`]: time of the game's systems;
//!   [`frames`]: time between frames.

mod connections;
pub mod frames;
mod http;
pub mod load;
mod methods;
mod rpc;
mod targets;
pub mod updates;

use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use async_channel::Sender;
use bevy::prelude::*;
use bevy::remote::{BrpReceiver, BrpSender, RemoteLast, RemotePlugin, RemoteSystems};
use icochess_base::frame::Waker;
use icochess_message::reason;
use rpc::Caller;

/// Maximum wait for a port in use, for example when the program restarts itself.
const PORT_TIMEOUT: Duration = Duration::from_secs(1);

/// Opens the port.
///
/// # Errors
///
/// A sentence for the player if the port is in use.
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

/// Serves an open port, in separate threads.
pub fn plugin(app: &mut App, listener: TcpListener) {
    let listener = Arc::new(listener);
    app.add_plugins((
        methods::add_to(RemotePlugin::default()),
        load::plugin,
        frames::plugin,
    ))
    // Added after the schedule that answers calls has been inserted.
    .add_plugins(updates::plugin)
    .init_resource::<Waker>()
    .add_systems(Startup, move |calls: Res<BrpSender>, waker: Res<Waker>| {
        let caller = Caller::new(Sender::clone(&calls), Waker::clone(&waker));
        connections::serve(&listener, &caller);
    })
    .add_systems(
        RemoteLast,
        answer_the_rest.after(RemoteSystems::ProcessRequests),
    );
}

/// Requests a frame if calls are left. After an unknown method, Bevy answers no more calls in that
/// frame.
fn answer_the_rest(left: Res<BrpReceiver>, waker: Res<Waker>) {
    if !left.is_empty() {
        waker.wake();
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpStream;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    use async_channel::bounded;
    use bevy::remote::{BrpMessage, RemoteMethodSystemId, RemoteMethods};
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn port_in_use_is_reported() {
        let taken = listen(0).unwrap();
        let port = taken.local_addr().unwrap().port();
        let message = listen(port).unwrap_err();
        assert!(message.contains(&format!("port {port}")), "{message}");
        drop(taken);
        assert!(listen(port).is_ok());
    }

    /// Returns an app without a game, and its port.
    fn served() -> (App, u16) {
        let listener = listen(0).unwrap();
        let port = listener.local_addr().unwrap().port();
        let mut app = App::new();
        app.add_plugins(MinimalPlugins);
        plugin(&mut app, listener);
        (app, port)
    }

    /// Runs frames until the condition holds.
    fn run_until(app: &mut App, what: &str, mut is_so: impl FnMut(&World) -> bool) {
        let end = Instant::now() + Duration::from_secs(60);
        while !is_so(app.world()) {
            assert!(Instant::now() < end, "waited for {what}");
            app.update();
        }
    }

    /// Runs an app's frames until a tool in another thread has finished.
    fn while_running<T: Send + 'static>(tool: impl FnOnce(u16) -> T + Send + 'static) -> T {
        let (mut app, port) = served();
        let tool = thread::spawn(move || tool(port));
        run_until(&mut app, "the tool", |_| tool.is_finished());
        tool.join().unwrap()
    }

    /// The number of times the watch has run.
    #[derive(Resource, Default)]
    struct Asked(usize);

    /// Returns an app with a running watch that always has news, or never. The client reads
    /// nothing.
    fn watched(news: Option<&'static str>) -> (App, TcpStream) {
        let watch = move |In(_): In<Option<Value>>, mut asked: ResMut<Asked>| {
            asked.0 += 1;
            Ok(news.map(Value::from))
        };
        let (mut app, port) = served();
        app.init_resource::<Asked>();
        let world = app.world_mut();
        let watch = RemoteMethodSystemId::Watching(world.register_system(watch));
        let mut methods = world.resource_mut::<RemoteMethods>();
        methods.insert("test+watch", watch);
        let stream = ask(port, "test+watch", &Value::Null);
        run_until(&mut app, "the watch", |world| asked(world) > 0);
        (app, stream)
    }

    fn asked(world: &World) -> usize {
        world.resource::<Asked>().0
    }

    /// Calls a method without reading the answer.
    fn ask(port: u16, method: &str, params: &Value) -> TcpStream {
        let call = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        let body = call.to_string();
        let head = format!("Host: localhost\r\nContent-Length: {}", body.len());
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
        let request = format!("POST / HTTP/1.1\r\n{head}\r\n\r\n{body}");
        stream.write_all(request.as_bytes()).unwrap();
        stream
    }

    /// Runs frames until the watch no longer runs.
    fn run_to_the_end_of_the_watch(app: &mut App) {
        let mut before = 0;
        run_until(app, "its end", |world| {
            std::mem::replace(&mut before, asked(world)) == asked(world)
        });
    }

    #[test]
    fn unread_watch_ends() {
        const NEWS: usize = 64 << 10;
        let news: &str = "x".repeat(NEWS).leak();
        let (mut app, unread) = watched(Some(news));
        // The system buffers a few mebibytes on both sides.
        run_to_the_end_of_the_watch(&mut app);
        let asked = asked(app.world());
        assert!(asked < 2000, "{asked} times 64 KiB");
        drop(unread);
    }

    #[test]
    fn watch_ends_when_its_client_disconnects() {
        for news in [None, Some("x")] {
            let (mut app, stream) = watched(news);
            drop(stream);
            run_to_the_end_of_the_watch(&mut app);
        }
    }

    #[test]
    fn call_after_an_unknown_method_gets_its_own_frame() {
        let (mut app, _) = served();
        app.update();
        let woken = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&woken);
        let waker = app.world().resource::<Waker>();
        waker.connect(move || {
            count.fetch_add(1, Ordering::Relaxed);
        });
        let calls = ["no.such.method", "rpc.discover"].map(|method| {
            let (sender, answers) = bounded(1);
            let message = BrpMessage {
                method: method.to_owned(),
                params: None,
                sender,
            };
            let calls = app.world().resource::<BrpSender>();
            calls.send_blocking(message).unwrap();
            answers
        });
        app.update();
        assert!(calls[0].try_recv().unwrap().is_err());
        assert!(calls[1].is_empty());
        assert_eq!(woken.load(Ordering::Relaxed), 1);
        app.update();
        assert!(calls[1].try_recv().unwrap().is_ok());
    }

    #[test]
    fn unbounded_observe_method_is_not_served() {
        let answer = while_running(|port| {
            let event = json!({"event": "icochess::Nothing"});
            let mut stream = ask(port, "world.observe+watch", &event);
            let mut response = String::new();
            // The stream ends after an error.
            stream.read_to_string(&mut response).unwrap();
            response
        });
        assert!(answer.contains("is not served"), "{answer}");
    }

    /// Sends `text` and returns the whole response.
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
        format!("POST / HTTP/1.1\r\nContent-Length: {length}\r\n{head}\r\n\r\n{BODY}")
    }

    #[test]
    fn web_pages_are_refused_and_tools_are_served() {
        let (foreign, rebound, tool) = while_running(|port| {
            (
                send(
                    port,
                    &post(&format!(
                        "Host: 127.0.0.1:{port}\r\nOrigin: https://example.com"
                    )),
                ),
                // The bytes after a refused request aren't parsed as another request.
                send(
                    port,
                    &(post("Host: example.com") + &post("Host: localhost")),
                ),
                send(
                    port,
                    &post(&format!("Host: 127.0.0.1:{port}\r\nConnection: close")),
                ),
            )
        });
        for refused in [foreign, rebound] {
            assert!(refused.starts_with("HTTP/1.1 403 "), "{refused}");
            assert!(refused.contains("Connection: close"), "{refused}");
            assert_eq!(refused.matches("HTTP/1.1").count(), 1, "{refused}");
        }
        assert!(tool.starts_with("HTTP/1.1 200 OK\r\n"), "{tool}");
        assert!(
            tool.contains("world.query") && tool.contains("\"id\":1"),
            "{tool}"
        );
    }

    #[test]
    fn origin_hidden_behind_a_long_line_is_refused() {
        let long = "x".repeat(16 << 10);
        let answer = while_running(move |port| {
            let hidden = format!("Host: localhost\r\nX: {long}\r\nOrigin: https://example.com");
            send(port, &(post(&hidden) + &post("Host: localhost")))
        });
        assert!(answer.starts_with("HTTP/1.1 431 "), "{answer}");
        assert_eq!(answer.matches("HTTP/1.1").count(), 1, "{answer}");
    }
}
