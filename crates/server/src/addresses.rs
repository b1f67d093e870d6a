//! Addresses under which other devices reach the server.

use std::net::{IpAddr, SocketAddr, UdpSocket};

/// Returns addresses to type on another device. A wildcard address stands for this machine's own.
pub fn shown_addresses(listening: &[SocketAddr]) -> Vec<SocketAddr> {
    let mut shown = Vec::new();
    for address in listening {
        let ips = match address.ip() {
            ip if ip.is_unspecified() => own_addresses(ip.is_ipv6()),
            ip => vec![ip],
        };
        for ip in ips {
            let own = SocketAddr::new(ip, address.port());
            if !shown.contains(&own) {
                shown.push(own);
            }
        }
    }
    shown
}

/// Returns the addresses that this machine uses towards the internet. Connecting a UDP socket sends
/// nothing; it only selects the route.
fn own_addresses(with_ipv6: bool) -> Vec<IpAddr> {
    let own = |bind: &str, far: &str| {
        let socket = UdpSocket::bind(bind).ok()?;
        socket.connect(far).ok()?;
        Some(socket.local_addr().ok()?.ip())
    };
    let v4 = own("0.0.0.0:0", "192.0.2.1:9").unwrap_or(IpAddr::from([127, 0, 0, 1]));
    let v6 = with_ipv6
        .then(|| own("[::]:0", "[2001:db8::1]:9"))
        .flatten();
    [v4].into_iter().chain(v6).collect()
}
