use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{RootCertStore, ServerConfig, ServerConnection, StreamOwned, crypto};

use super::*;

const CERTIFICATE: &[u8] = include_bytes!("../../../tests/data/localhost.pem");
const KEY: &[u8] = include_bytes!("../../../tests/data/localhost.key");
const MAX_BYTES: usize = 1024;

/// Serves one connection on a free port. Returns the port.
fn listen(serve: impl FnOnce(TcpStream) + Send + 'static) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || serve(listener.accept().unwrap().0));
    port
}

/// Sends each message back until the other end closes.
fn echo(stream: impl Read + Write) {
    let mut socket = tungstenite::accept(stream).unwrap();
    while let Ok(message) = socket.read() {
        if message.is_text() {
            socket.send(message).unwrap();
        }
    }
}

fn own_roots() -> RootCertStore {
    let mut roots = RootCertStore::empty();
    roots.add(certificate()).unwrap();
    roots
}

fn certificate() -> CertificateDer<'static> {
    CertificateDer::from_pem_slice(CERTIFICATE).unwrap()
}

fn encrypted_echo(tcp: TcpStream) {
    let key = PrivateKeyDer::from_pem_slice(KEY).unwrap();
    let provider = Arc::new(crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate()], key)
        .unwrap();
    let server = ServerConnection::new(Arc::new(config)).unwrap();
    let stream = StreamOwned::new(server, tcp);
    if let Ok(mut socket) = tungstenite::accept(stream) {
        while let Ok(message) = socket.read() {
            let _ = socket.send(message);
        }
    }
}

fn text(words: &str) -> Event {
    Event::Text(words.to_owned())
}

/// Checks that messages come back in order.
fn converse(socket: &Socket) {
    assert_eq!(socket.wait(), Some(Event::Opened));
    for word in ["one", "two", "three é"] {
        assert!(socket.send(word.to_owned()));
    }
    for word in ["one", "two", "three é"] {
        assert_eq!(socket.wait(), Some(text(word)));
    }
    assert_eq!(socket.next(), None);
}

#[test]
fn messages_arrive_in_order_and_each_wakes() {
    let port = listen(echo);
    let woken = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&woken);
    let address = format!("ws://localhost:{port}/ws");
    let socket = Socket::open(&address, MAX_BYTES, move || {
        count.fetch_add(1, Ordering::Relaxed);
    });
    converse(&socket);
    drop(socket);
    assert!(woken.load(Ordering::Relaxed) >= 3);
}

#[test]
fn encrypted_socket_checks_the_certificate() {
    let open = |host: &str, roots| {
        let port = listen(encrypted_echo);
        Socket::open_with(format!("wss://{host}:{port}/ws"), roots, MAX_BYTES, || {})
    };
    converse(&open("localhost", own_roots()));
    for (host, roots) in [("localhost", public_roots()), ("127.0.0.1", own_roots())] {
        let event = open(host, roots).wait();
        let is_refused =
            |event: &Event| matches!(event, Event::Closed(why) if why.contains("certificate"));
        assert!(event.as_ref().is_some_and(is_refused), "{event:?}");
    }
}

#[test]
fn long_message_ends_the_connection() {
    let port = listen(|stream| {
        let mut socket = tungstenite::accept(stream).unwrap();
        let _ = socket.send(Message::text("a".repeat(MAX_BYTES + 1)));
        let _ = socket.read();
    });
    let socket = Socket::open(&format!("ws://127.0.0.1:{port}"), MAX_BYTES, || {});
    assert_eq!(socket.wait(), Some(Event::Opened));
    assert!(matches!(socket.wait(), Some(Event::Closed(_))));
    assert_eq!(socket.wait(), None);
}

#[test]
fn unusable_addresses_are_closed_with_a_reason() {
    for (address, expected) in [
        ("", "expected ws:// or wss:// and a host"),
        ("chess.example", "expected ws:// or wss:// and a host"),
        ("http://localhost/ws", "expected ws:// or wss:// and a host"),
        ("ws://127.0.0.1:1/ws", "Connection refused"),
    ] {
        let socket = Socket::open(address, MAX_BYTES, || {});
        match socket.wait() {
            Some(Event::Closed(why)) if address.starts_with("ws") => assert_eq!(why, expected),
            Some(Event::Closed(why)) => assert!(!why.is_empty(), "{address}"),
            other => panic!("{address}: {other:?}"),
        }
    }
}

#[test]
fn server_that_says_nothing_is_left_alone() {
    let (sender, receiver) = sync_channel(1);
    let port = listen(move |stream| {
        let mut socket = tungstenite::accept(stream).unwrap();
        let _ = sender.send(socket.read().is_ok_and(|message| message.is_close()));
    });
    let socket = Socket::open(&format!("ws://127.0.0.1:{port}"), MAX_BYTES, || {});
    assert_eq!(socket.wait(), Some(Event::Opened));
    thread::sleep(3 * TICK);
    assert_eq!(socket.next(), None);
    drop(socket);
    assert!(receiver.recv_timeout(PATIENCE).unwrap());
}
