//! Encrypted connections.

use std::io;
use std::net::TcpStream;
use std::sync::Arc;

use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned, crypto};

/// Encrypted connection.
pub(super) type TlsStream = StreamOwned<ClientConnection, TcpStream>;
/// Certificates that are trusted.
pub(super) type Roots = RootCertStore;

pub(super) fn encrypt(host: &str, roots: Roots, tcp: TcpStream) -> io::Result<TlsStream> {
    let provider = Arc::new(crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(io::Error::other)?
        .with_root_certificates(roots)
        .with_no_client_auth();
    let name = ServerName::try_from(host.to_owned()).map_err(io::Error::other)?;
    let client = ClientConnection::new(Arc::new(config), name).map_err(io::Error::other)?;
    Ok(StreamOwned::new(client, tcp))
}

/// Returns the authorities that browsers trust.
pub(super) fn public_roots() -> Roots {
    webpki_roots::TLS_SERVER_ROOTS.iter().cloned().collect()
}

pub(super) const fn tcp_of(stream: &TlsStream) -> &TcpStream {
    &stream.sock
}
