//! The connections of tools: a thread for each, and not too many.

use std::io::{self, BufReader, Write};
use std::net::TcpStream;
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, sleep};
use std::time::Duration;

use super::http::{OK, Request, STILL_THERE, refuse, respond};
use super::rpc::{Answer, Answers, Caller, Json, answer_body, response};

/// The longest silence of a connection.
const SILENCE: Duration = Duration::from_secs(120);
/// The longest time that a tool may take to read what is sent.
const UNREAD: Duration = Duration::from_secs(10);
/// Most connections at once. Others wait until one ends: the system keeps them in its queue.
pub(super) const MOST_CONNECTIONS: usize = 32;
/// The pause after a connection could not be accepted, as when the program has as many files open
/// as it may: trying again at once would take a whole core.
const BACK_OFF: Duration = Duration::from_millis(100);

/// The slots that connections take, [`MOST_CONNECTIONS`] in all.
#[derive(Default)]
struct Slots {
    taken: Mutex<usize>,
    freed: Condvar,
}

impl Slots {
    /// Takes a slot, as soon as one is free.
    fn take(self: &Arc<Self>) -> Slot {
        let taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = self
            .freed
            .wait_while(taken, |taken| *taken >= MOST_CONNECTIONS);
        *taken.unwrap_or_else(PoisonError::into_inner) += 1;
        Slot(Arc::clone(self))
    }
}

/// The slot of a connection, free again when this is dropped.
struct Slot(Arc<Slots>);

impl Drop for Slot {
    fn drop(&mut self) {
        let taken = self.0.taken.lock();
        *taken.unwrap_or_else(PoisonError::into_inner) -= 1;
        self.0.freed.notify_one();
    }
}

/// Answers on the connections that `next` gives, for ever.
pub(super) fn accept(mut next: impl FnMut() -> io::Result<TcpStream>, calls: &Caller) {
    let slots = Arc::default();
    loop {
        let slot = Slots::take(&slots);
        let Ok(stream) = next() else {
            sleep(BACK_OFF);
            continue;
        };
        let calls = calls.clone();
        // A tool that finds no thread left is no reason to end.
        let _ = thread::Builder::new()
            .name("inspect".into())
            .spawn(move || {
                let _slot = slot;
                converse(&stream, &calls)
            });
    }
}

/// Answers the requests of a connection until it ends.
fn converse(stream: &TcpStream, calls: &Caller) -> io::Result<()> {
    stream.set_read_timeout(Some(SILENCE))?;
    stream.set_write_timeout(Some(UNREAD))?;
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
fn tell(mut stream: &TcpStream, id: Option<&Json>, news: &Answers) -> io::Result<()> {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n";
    stream.write_all(head.as_bytes())?;
    loop {
        match news.received.recv_timeout(STILL_THERE) {
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
    use std::net::{Ipv4Addr, TcpListener};
    use std::sync::mpsc::channel;
    use std::time::Instant;

    use super::*;
    use icochess_base::frame::Waker;

    /// The error of a program that has as many files open as it may.
    const EMFILE: i32 = 24;

    #[test]
    fn what_cannot_be_accepted_is_not_tried_without_a_pause() {
        const FAILURES: u32 = 3;
        let (tried, tries) = channel();
        let (calls, _asked) = Caller::new(Waker::default());
        thread::spawn(move || {
            let next = || {
                let _ = tried.send(Instant::now());
                Err(io::Error::from_raw_os_error(EMFILE))
            };
            accept(next, &calls);
        });
        let times: Vec<Instant> = tries.iter().take(FAILURES as usize + 1).collect();
        let took = times[FAILURES as usize].duration_since(times[0]);
        assert!(took >= FAILURES * BACK_OFF, "{took:?}");
    }

    #[test]
    fn a_connection_more_than_there_may_be_waits_until_one_ends() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let at = listener.local_addr().unwrap();
        let (calls, _asked) = Caller::new(Waker::default());
        thread::spawn(move || accept(|| listener.accept().map(|(stream, _)| stream), &calls));
        let connect = || TcpStream::connect(at).unwrap();
        let mut silent: Vec<TcpStream> = (0..MOST_CONNECTIONS).map(|_| connect()).collect();
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
