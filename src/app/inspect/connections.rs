//! Connections of tools: a limited pool, with one thread per connection.

use std::io::{self, BufReader, ErrorKind, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread::{self, sleep};
use std::time::Duration;

use async_channel::Receiver;
use bevy::log::error;
use bevy::remote::{BrpResponse, BrpResult};
use icochess_base::frame::Waker;
use serde_json::Value as Json;

use super::http::{OK, Request, refuse, respond};
use super::rpc::{Answer, Caller};

/// Idle timeout of a connection.
const SILENCE: Duration = Duration::from_secs(120);
/// Write timeout, for a tool that doesn't read.
const UNREAD: Duration = Duration::from_secs(10);
/// Maximum number of connections. Further connections wait in the system's queue.
const MAX_CONNECTIONS: usize = 32;
/// Pause after a failed accept, for example at the limit of open files. Retrying at once would use
/// a whole core.
const BACK_OFF: Duration = Duration::from_millis(100);
/// Maximum time between two frames while a watch runs.
const WATCH_EVERY: Duration = Duration::from_millis(50);

/// Serves a port forever, with [`MAX_CONNECTIONS`] threads.
pub(super) fn serve(listener: &Arc<TcpListener>, caller: &Caller) {
    for _ in 0..MAX_CONNECTIONS {
        let (listener, caller) = (Arc::clone(listener), caller.clone());
        let spawned = thread::Builder::new()
            .name("inspect".into())
            .spawn(move || accept(|| listener.accept().map(|(stream, _)| stream), &caller));
        if let Err(error) = spawned {
            error!("--inspect answers fewer tools than usual, or none: {error}");
            return;
        }
    }
}

/// Serves the connections from `next` one after another, forever.
fn accept(mut next: impl FnMut() -> io::Result<TcpStream>, caller: &Caller) {
    loop {
        match next() {
            Ok(stream) => {
                // A lost connection must not end the thread.
                let _ = converse(&stream, caller);
            }
            Err(_) => sleep(BACK_OFF),
        }
    }
}

/// Answers a connection's requests until it ends.
fn converse(stream: &TcpStream, caller: &Caller) -> io::Result<()> {
    stream.set_read_timeout(Some(SILENCE))?;
    stream.set_write_timeout(Some(UNREAD))?;
    stream.set_nodelay(true)?;
    let mut input = BufReader::new(stream);
    loop {
        let request = match Request::read(&mut input, stream) {
            Ok(Some(request)) => request,
            Ok(None) => return Ok(()),
            Err(refusal) => return refuse(stream, &mut input, &refusal),
        };
        match caller.answer_body(&request.body)? {
            Answer::Whole(text) => respond(stream, OK, &text, request.stays)?,
            Answer::Stream { id, news } => {
                return thread::scope(|scope| {
                    thread::Builder::new()
                        .spawn_scoped(scope, || keep_watching(stream, &news, &caller.waker))?;
                    let sent = send_news(stream, id, &news);
                    news.close();
                    sent
                });
            }
        }
        if !request.stays {
            return Ok(());
        }
    }
}

/// Sends the news of a watch as server-sent events, until the watch ends or sending fails.
fn send_news(
    mut stream: &TcpStream,
    id: Option<Json>,
    news: &Receiver<BrpResult>,
) -> io::Result<()> {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n";
    stream.write_all(head.as_bytes())?;
    while let Ok(news) = news.recv_blocking() {
        let has_failed = news.is_err();
        let event = serde_json::to_string(&BrpResponse::new(id.clone(), news))?;
        stream.write_all(format!("data: {event}\n\n").as_bytes())?;
        if has_failed {
            break;
        }
    }
    Ok(())
}

/// Requests frames while a watch runs, so that it sees every change. Ends it when the client
/// disconnects.
fn keep_watching(stream: &TcpStream, news: &Receiver<BrpResult>, waker: &Waker) {
    let waits = stream.set_read_timeout(Some(WATCH_EVERY));
    while waits.is_ok() && !news.is_closed() {
        match stream.peek(&mut [0]) {
            Ok(0) => break,
            // Further requests are ignored.
            Ok(_) => sleep(WATCH_EVERY),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            Err(_) => break,
        }
        waker.wake();
    }
    news.close();
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::sync::mpsc::channel;
    use std::time::Instant;

    use super::*;

    /// The error at the limit of open files.
    const EMFILE: i32 = 24;

    fn caller() -> Caller {
        Caller::new(async_channel::bounded(1).0, Waker::default())
    }

    #[test]
    fn failed_accept_is_retried_after_a_pause() {
        const FAILURES: u32 = 3;
        let (tried, tries) = channel();
        thread::spawn(move || {
            let next = || {
                let _ = tried.send(Instant::now());
                Err(io::Error::from_raw_os_error(EMFILE))
            };
            accept(next, &caller());
        });
        let times: Vec<Instant> = tries.iter().take(FAILURES as usize + 1).collect();
        let took = times[FAILURES as usize].duration_since(times[0]);
        assert!(took >= FAILURES * BACK_OFF, "{took:?}");
    }

    #[test]
    fn connection_over_the_limit_waits_until_one_ends() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let at = listener.local_addr().unwrap();
        serve(&Arc::new(listener), &caller());
        let connect = || TcpStream::connect(at).unwrap();
        let mut silent: Vec<TcpStream> = (0..MAX_CONNECTIONS).map(|_| connect()).collect();
        let mut one_more = connect();
        one_more.write_all(b"GET / HTTP/1.1\r\n\r\n").unwrap();
        let patience = Duration::from_millis(300);
        one_more.set_read_timeout(Some(patience)).unwrap();
        assert!(one_more.peek(&mut [0]).is_err(), "it is answered");
        silent.pop();
        one_more.set_read_timeout(Some(30 * patience)).unwrap();
        assert_eq!(one_more.peek(&mut [0]).unwrap(), 1);
    }
}
