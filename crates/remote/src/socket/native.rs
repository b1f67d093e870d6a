//! Native sockets: a thread for each connection.

#[cfg(feature = "tls")]
mod tls;
#[cfg(not(feature = "tls"))]
#[path = "native/no_tls.rs"]
mod tls;

use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use tungstenite::client::{IntoClientRequest, client_with_config};
use tungstenite::http::Uri;
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{Error, Message, WebSocket};

use super::{Event, MAX_QUEUED};
use tls::{Roots, TlsStream, encrypt, public_roots, tcp_of};

/// Longest wait for each step of the connection, and for the server to take a message.
const PATIENCE: Duration = Duration::from_secs(10);
/// Interval between looks at the queue of messages to send. One thread serves both directions,
/// because an encrypted stream can't be split.
const TICK: Duration = Duration::from_millis(10);

pub(super) struct Socket {
    /// `None` once the thread couldn't be started.
    to_send: Option<SyncSender<String>>,
    /// `Mutex` only because `Receiver` isn't `Sync`; never contended.
    events: Mutex<Receiver<Event>>,
}

impl Socket {
    pub(super) fn open(address: &str, max_bytes: usize, wake: impl Fn() + Send + 'static) -> Self {
        Self::open_with(address.to_owned(), public_roots(), max_bytes, wake)
    }

    /// Opens a socket that trusts these certificates.
    fn open_with(
        address: String,
        roots: Roots,
        max_bytes: usize,
        wake: impl Fn() + Send + 'static,
    ) -> Self {
        let (to_send, queue) = sync_channel(MAX_QUEUED);
        let (events, received) = sync_channel(MAX_QUEUED);
        let reports = events.clone();
        let work = move || {
            let report = |event| {
                let is_wanted = events.send(event).is_ok();
                wake();
                is_wanted
            };
            let why = serve(&address, roots, max_bytes, &queue, &report);
            report(Event::Closed(why.unwrap_or_else(|error| reason(&error))));
        };
        let started = thread::Builder::new().name("socket".into()).spawn(work);
        let is_started = started.is_ok();
        if let Err(error) = started {
            let _ = reports.try_send(Event::Closed(error.to_string()));
        }
        Self {
            to_send: is_started.then_some(to_send),
            events: Mutex::new(received),
        }
    }

    pub(super) fn send(&self, text: String) -> bool {
        let queue = self.to_send.as_ref();
        queue.is_some_and(|queue| queue.try_send(text).is_ok())
    }

    pub(super) fn next(&self) -> Option<Event> {
        self.lock().try_recv().ok()
    }

    pub(super) fn wait(&self) -> Option<Event> {
        self.lock().recv().ok()
    }

    fn lock(&self) -> impl std::ops::Deref<Target = Receiver<Event>> {
        self.events.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Connects, and carries messages until the connection ends. Returns why the server closed it.
fn serve(
    address: &str,
    roots: Roots,
    max_bytes: usize,
    queue: &Receiver<String>,
    report: &dyn Fn(Event) -> bool,
) -> Result<String, Error> {
    let mut socket = connect(address, roots, max_bytes)?;
    socket.get_ref().tcp().set_read_timeout(Some(TICK))?;
    let mut is_wanted = report(Event::Opened);
    while is_wanted {
        match queue.try_recv() {
            Ok(text) => {
                socket.send(Message::text(text))?;
                continue;
            }
            Err(TryRecvError::Disconnected) => break,
            Err(TryRecvError::Empty) => {}
        }
        match socket.read() {
            Ok(Message::Text(text)) => is_wanted = report(Event::Text(text.as_str().to_owned())),
            Ok(Message::Close(frame)) => {
                let reason = frame.map(|frame| frame.reason.as_str().to_owned());
                return Ok(reason.unwrap_or_default());
            }
            // The library answers pings; the protocol has no binary messages.
            Ok(_) => {}
            Err(Error::Io(error)) if is_timeout(&error) => {}
            Err(error) => return Err(error),
        }
    }
    let _ = socket.close(None).and_then(|()| socket.flush());
    Ok(String::new())
}

/// Returns whether a read timed out. Windows reports it differently.
fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut)
}

fn connect(address: &str, roots: Roots, max_bytes: usize) -> Result<WebSocket<Stream>, Error> {
    let wrong = || {
        io::Error::new(
            ErrorKind::InvalidInput,
            "expected ws:// or wss:// and a host",
        )
    };
    let request = address.into_client_request()?;
    let uri: &Uri = request.uri();
    let (is_secret, default_port) = match uri.scheme_str() {
        Some("wss") => (true, 443),
        Some("ws") => (false, 80),
        _ => return Err(wrong().into()),
    };
    // An IPv6 address is in brackets.
    let host = uri.host().ok_or_else(wrong)?.trim_matches(['[', ']']);
    let tcp = reach(host, uri.port_u16().unwrap_or(default_port))?;
    tcp.set_nodelay(true)?;
    tcp.set_read_timeout(Some(PATIENCE))?;
    tcp.set_write_timeout(Some(PATIENCE))?;
    let stream = if is_secret {
        Stream::Secret(Box::new(encrypt(host, roots, tcp)?))
    } else {
        Stream::Open(tcp)
    };
    let config = WebSocketConfig::default()
        .read_buffer_size(8 * 1024)
        .max_message_size(Some(max_bytes))
        .max_frame_size(Some(max_bytes));
    match client_with_config(request, stream, Some(config)) {
        Ok((socket, _)) => Ok(socket),
        Err(tungstenite::HandshakeError::Failure(error)) => Err(error),
        Err(tungstenite::HandshakeError::Interrupted(_)) => {
            Err(io::Error::from(ErrorKind::TimedOut).into())
        }
    }
}

/// Connects to the first of the host's addresses that answers.
fn reach(host: &str, port: u16) -> io::Result<TcpStream> {
    let mut failure = io::Error::from(ErrorKind::NotFound);
    for address in (host, port).to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, PATIENCE) {
            Ok(stream) => return Ok(stream),
            Err(error) => failure = error,
        }
    }
    Err(failure)
}

/// Returns an error in words, without the code of the system's own errors.
fn reason(error: &Error) -> String {
    let text = error.to_string();
    let text = text.strip_prefix("IO error: ").unwrap_or(&text);
    text.split(" (os error").next().unwrap_or(text).to_owned()
}

enum Stream {
    Open(TcpStream),
    Secret(Box<TlsStream>),
}

impl Stream {
    fn tcp(&self) -> &TcpStream {
        match self {
            Self::Open(tcp) => tcp,
            Self::Secret(stream) => tcp_of(stream),
        }
    }
}

impl Read for Stream {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Open(tcp) => tcp.read(bytes),
            Self::Secret(stream) => stream.read(bytes),
        }
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Open(tcp) => tcp.write(bytes),
            Self::Secret(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Open(tcp) => tcp.flush(),
            Self::Secret(stream) => stream.flush(),
        }
    }
}

#[cfg(all(test, feature = "tls"))]
mod tests;
