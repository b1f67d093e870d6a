//! Ports and their connections, encrypted if the server has a certificate.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tracing::{debug, warn};

use crate::options::Settings;
use crate::{Server, StartError};

/// Pause after an error of a port, such as too many open files.
const PAUSE: Duration = Duration::from_millis(200);

/// Opens the ports. With the default addresses, one of IPv6 and IPv4 is enough: a listener for IPv6
/// often serves both.
pub async fn listen(settings: &Settings) -> Result<Vec<TcpListener>, StartError> {
    let mut listeners = Vec::new();
    let mut failed = None;
    for address in settings.addresses() {
        match bind(address).await {
            Ok(listener) => listeners.push(listener),
            Err(error) => failed = failed.or(Some(error)),
        }
    }
    match failed {
        Some(error) if listeners.is_empty() || !settings.listen.is_empty() => Err(error),
        _ => Ok(listeners),
    }
}

/// Opens a port.
///
/// # Errors
///
/// [`StartError::Listen`] if it can't be used.
pub async fn bind(address: SocketAddr) -> Result<TcpListener, StartError> {
    let listener = TcpListener::bind(address).await;
    listener.map_err(|error| StartError::Listen(address, error))
}

/// Serves a port until the server stops.
pub async fn serve(server: Arc<Server>, listener: TcpListener, router: Router, may_encrypt: bool) {
    let mut stopped = std::pin::pin!(server.stopped());
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stopped => return,
        };
        match accepted {
            Ok((stream, peer)) => {
                let (server, router) = (Arc::clone(&server), router.clone());
                tokio::spawn(connect(server, stream, peer, router, may_encrypt));
            }
            Err(error) => {
                warn!("can't accept a connection: {error}");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
}

async fn connect(
    server: Arc<Server>,
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    may_encrypt: bool,
) {
    // Messages are small and must not wait for one another.
    if stream.set_nodelay(true).is_err() {
        return;
    }
    match server.tls.as_ref().filter(|_| may_encrypt) {
        Some(tls) => {
            let handshake = tls.acceptor().accept(stream);
            match timeout(server.limits().hello, handshake).await {
                Ok(Ok(stream)) => converse(&server, stream, peer, router).await,
                Ok(Err(error)) => debug!("no encrypted connection: {error}"),
                Err(_) => debug!("no encrypted connection in time"),
            }
        }
        None => converse(&server, stream, peer, router).await,
    }
}

/// Answers the requests of a connection. A WebSocket continues in a task of its own.
async fn converse(
    server: &Server,
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    peer: SocketAddr,
    router: Router,
) {
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        router.call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(server.limits().hello)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let served = tokio::select! {
        served = connection.as_mut() => served,
        () = server.stopped() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = served {
        debug!("a connection failed: {error}");
    }
}
