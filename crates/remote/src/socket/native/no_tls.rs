//! Stands in for encrypted connections in a build without them.

use std::io;
use std::net::TcpStream;

/// Never made.
pub(super) type TlsStream = TcpStream;
/// No certificates.
pub(super) struct Roots;

/// Always fails.
pub(super) fn encrypt(_: &str, _: Roots, _: TcpStream) -> io::Result<TlsStream> {
    Err(io::Error::other("this program was built without TLS"))
}

pub(super) const fn public_roots() -> Roots {
    Roots
}

pub(super) const fn tcp_of(stream: &TlsStream) -> &TcpStream {
    stream
}
