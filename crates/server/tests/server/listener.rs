//! Ports: encryption, and connections that say nothing.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use icochess_server::{Limits, Running, TlsFiles};
use icochess_wire::{ClientMessage, RefusalReason, Time};
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use crate::bot::{Bot, TestServer, is_moved, settings};
use crate::program::get;

fn data(name: &str) -> PathBuf {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    crates.join("remote/tests/data").join(name)
}

/// Encrypts a connection, trusting the tests' certificate alone.
async fn encrypt(stream: TcpStream) -> TlsStream<TcpStream> {
    let mut roots = RootCertStore::empty();
    let certificate = CertificateDer::from_pem_file(data("localhost.pem")).unwrap();
    roots.add(certificate).unwrap();
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let name = ServerName::try_from("localhost").unwrap();
    let connector = TlsConnector::from(Arc::new(config));
    connector.connect(name, stream).await.unwrap()
}

async fn start_encrypted(folder: &Path, limits: Limits) -> Running {
    let mut settings = settings(folder, limits);
    settings.tls = Some(TlsFiles {
        certificate: data("localhost.pem"),
        key: data("localhost.key"),
    });
    Running::start(settings).await.unwrap()
}

async fn connect(address: SocketAddr) -> TcpStream {
    TcpStream::connect(address).await.unwrap()
}

#[tokio::test]
async fn encrypted_players_dont_wait_for_silent_connections() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits {
        hello: Duration::from_millis(200),
        ..Limits::default()
    };
    let running = start_encrypted(folder.path(), limits).await;
    let address = running.addresses()[0];
    let mut silent = connect(address).await;
    let mut bots = Vec::new();
    for _ in 0..2 {
        let mut bot = Bot::over(encrypt(connect(address).await).await).await;
        bot.hello().await;
        bots.push(bot);
    }
    let [white, black] = bots.as_mut_slice() else {
        unreachable!();
    };
    let created = white.create("chess", Time::Unlimited).await;
    black.join(created.invitation, "Bert").await;
    white.play(0, "e2e4").await;
    black.until(|message| is_moved(message, 0)).await;
    // Closed without a handshake, and without a request.
    let mut slow = encrypt(connect(address).await).await;
    let mut rest = Vec::new();
    assert_eq!(silent.read_to_end(&mut rest).await.unwrap_or(0), 0);
    let _ = slow.read_to_end(&mut rest).await;
    // Requests without encryption have no answer.
    let plain = get(address, "/health").await;
    assert!(!plain.contains("ok"), "{plain}");
    running.stop().await;
    for bot in [white, black] {
        bot.closed().await;
    }
}

#[tokio::test]
async fn metrics_count_on_their_own_port() {
    let folder = tempfile::tempdir().unwrap();
    let mut settings = settings(folder.path(), Limits::default());
    settings.metrics = Some("127.0.0.1:0".parse().unwrap());
    let server = TestServer {
        running: Running::start(settings).await.unwrap(),
        folder,
    };
    let mut table = server.game(Time::Unlimited).await;
    table.play(&["e2e4", "e7e5"]).await;
    let refused = table.black.refused(&ClientMessage::Draw).await;
    assert_eq!(refused, RefusalReason::NotPossible);
    let text = get(server.running.metrics_address().unwrap(), "/metrics").await;
    for line in [
        "icochess_connections 2",
        "icochess_games 1",
        "icochess_moves_total 2",
        "icochess_slow_readers_total 0",
        "icochess_write_seconds_count 4",
        "icochess_refusals_total{reason=\"not_possible\"} 1",
    ] {
        assert!(text.lines().any(|one| one == line), "{line} in {text}");
    }
    let public = get(server.address(), "/metrics").await;
    assert!(public.starts_with("HTTP/1.1 404"), "{public}");
}
