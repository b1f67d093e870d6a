//! HTTP: the page, the WebSocket and the state of health.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use icochess_wire::{MAX_CLIENT_MESSAGE, RefusalReason};
use tower_http::services::ServeDir;
use tracing::error;

use crate::Server;
use crate::limits::Address;
use crate::options::Settings;
use crate::socket;

/// Buffer of a connection for reading. Messages are small, and connections many.
const READ_BUFFER: usize = 4096;

/// Returns the answers for players.
pub fn router(server: Arc<Server>) -> Router {
    let router = Router::new()
        .route("/ws", any(open_socket))
        .route("/health", get(health));
    let router = match &server.settings.page {
        Some(page) => router.fallback_service(ServeDir::new(page).precompressed_br()),
        None => router.fallback(no_page),
    };
    router.with_state(server)
}

/// Returns the answers for Prometheus.
pub fn metrics_router(server: Arc<Server>) -> Router {
    let router = Router::new().route("/metrics", get(metrics));
    router.with_state(server)
}

async fn metrics(State(server): State<Arc<Server>>) -> impl IntoResponse {
    let text = server
        .metrics
        .text(server.sockets.count(), server.rooms.count());
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text)
}

async fn no_page() -> impl IntoResponse {
    let text = "This server has no page: connect with the game, or start it with --page.\n";
    (StatusCode::NOT_FOUND, text)
}

/// Reports whether the database answers, and the number of connections.
async fn health(State(server): State<Arc<Server>>) -> Response {
    if !server.is_ready() {
        return (StatusCode::SERVICE_UNAVAILABLE, "the cluster fails\n").into_response();
    }
    match server.store.count().await {
        Ok(_) => format!("ok\nconnections {}\n", server.sockets.count()).into_response(),
        Err(error) => {
            error!("health: {error}");
            (StatusCode::SERVICE_UNAVAILABLE, "the database fails\n").into_response()
        }
    }
}

async fn open_socket(
    State(server): State<Arc<Server>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !is_origin_allowed(&headers, &server.settings.origins) {
        let text = "pages of this site may not connect: see --origin\n";
        return (StatusCode::FORBIDDEN, text).into_response();
    }
    if !server.is_ready() {
        let text = "the server can't reach its cluster; try again soon\n";
        return (StatusCode::SERVICE_UNAVAILABLE, text).into_response();
    }
    let address = Address::from(client_ip(peer.ip(), &headers, &server.settings));
    if !server.sockets.enter(address, server.limits()) {
        server
            .metrics
            .count_refusal(RefusalReason::TooManyConnections);
        return (StatusCode::TOO_MANY_REQUESTS, "too many connections\n").into_response();
    }
    let admitted = Admitted { server, address };
    upgrade
        .max_message_size(MAX_CLIENT_MESSAGE)
        .max_frame_size(MAX_CLIENT_MESSAGE)
        .read_buffer_size(READ_BUFFER)
        .on_upgrade(move |socket| async move {
            let admitted = admitted;
            socket::serve(Arc::clone(&admitted.server), admitted.address, socket).await;
        })
}

/// Connection that counts until this is dropped, also if its task panics or never starts.
struct Admitted {
    server: Arc<Server>,
    address: Address,
}

impl Drop for Admitted {
    fn drop(&mut self) {
        self.server.sockets.leave(self.address);
    }
}

/// Returns whether a page may connect: one of this server, or of a site in `allowed`. Programs
/// other than browsers send no origin.
fn is_origin_allowed(headers: &HeaderMap, allowed: &[String]) -> bool {
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or(""));
    let Some(origin) = text(header::ORIGIN) else {
        return true;
    };
    let site = origin.split_once("://").map(|(_, site)| site);
    let is_here = site
        .is_some_and(|site| text(header::HOST).is_some_and(|host| host.eq_ignore_ascii_case(site)));
    let is_listed = |listed: &String| listed.trim_end_matches('/').eq_ignore_ascii_case(origin);
    is_here || allowed.iter().any(is_listed)
}

/// Returns the client's address. Behind a trusted proxy, it is the last forwarded one that isn't a
/// trusted proxy's.
fn client_ip(peer: IpAddr, headers: &HeaderMap, settings: &Settings) -> IpAddr {
    let is_trusted = |ip: &IpAddr| {
        let mut trusted = settings.trusted_proxies.iter();
        trusted.any(|proxy| proxy.to_canonical() == ip.to_canonical())
    };
    let mut client = peer;
    let forwarded = headers.get_all("x-forwarded-for").iter().rev();
    let texts = forwarded.filter_map(|value| value.to_str().ok());
    for hop in texts.flat_map(|text| text.rsplit(',')) {
        if !is_trusted(&client) {
            break;
        }
        match hop.trim().parse() {
            Ok(ip) => client = ip,
            Err(_) => break,
        }
    }
    client
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;
    use clap::Parser;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let pairs = pairs.iter();
        pairs
            .map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()))
            .collect()
    }

    #[test]
    fn foreign_pages_are_refused() {
        let allowed = ["https://chess.example/".to_owned()];
        let is_allowed = |origin| {
            let headers = headers(&[("host", "games.example:8484"), ("origin", origin)]);
            is_origin_allowed(&headers, &allowed)
        };
        assert!(is_origin_allowed(&headers(&[("host", "x")]), &[]));
        assert!(is_allowed("https://games.example:8484"));
        assert!(is_allowed("https://chess.example"));
        for foreign in ["https://evil.example", "null", "https://games.example"] {
            assert!(!is_allowed(foreign), "{foreign}");
        }
    }

    #[test]
    fn forwarded_addresses_count_only_from_trusted_proxies() {
        let options = Options::parse_from([
            "icochess-server",
            "--database=x",
            "--trusted-proxy=127.0.0.1",
            "--trusted-proxy=10.0.0.1",
        ]);
        let settings = options.settings().unwrap();
        let ip = |text: &str| text.parse::<IpAddr>().unwrap();
        let client = |peer: &str, forwarded: &str| {
            let headers = headers(&[("x-forwarded-for", forwarded)]);
            client_ip(ip(peer), &headers, &settings)
        };
        assert_eq!(client("::ffff:127.0.0.1", "1.2.3.4"), ip("1.2.3.4"));
        assert_eq!(client("127.0.0.1", "6.6.6.6, 1.2.3.4"), ip("1.2.3.4"));
        assert_eq!(client("127.0.0.1", "1.2.3.4,10.0.0.1"), ip("1.2.3.4"));
        assert_eq!(client("9.9.9.9", "1.2.3.4"), ip("9.9.9.9"));
        assert_eq!(client("127.0.0.1", "nonsense"), ip("127.0.0.1"));
    }
}
