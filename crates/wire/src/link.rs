//! Links to a game.

use std::fmt;
use std::str::FromStr;

use crate::SOCKET_PATH;
use crate::secret::Secret;

/// Link to a game: `https://host/#play=SECRET` or `https://host/#watch=SECRET`. Browsers don't send
/// the part after `#`, so the secret appears in no log.
///
/// ```
/// use icochess_wire::{Link, LinkKind};
///
/// let link: Link = "https://chess.example/#play=00ff10a9b8c7d6e5f4031221304f5e6d".parse()?;
/// assert_eq!((link.kind, &*link.page), (LinkKind::Play, "https://chess.example/"));
/// assert_eq!(link.socket_url(), "wss://chess.example/ws");
/// # Ok::<(), icochess_wire::LinkError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Address of the page, up to its last `/`.
    pub page: String,
    /// Purpose.
    pub kind: LinkKind,
    /// Secret.
    pub secret: Secret,
}

/// Purpose of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LinkKind {
    /// Invitation or seat: enter with [`ClientMessage::Join`](crate::ClientMessage::Join).
    Play,
    /// Enter with [`ClientMessage::Watch`](crate::ClientMessage::Watch).
    Watch,
}

impl LinkKind {
    const fn key(self) -> &'static str {
        match self {
            Self::Play => "play",
            Self::Watch => "watch",
        }
    }
}

/// Error of a text that isn't a [`Link`] or a server's address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    /// The address isn't one of a page.
    #[error("expected an address as https://chess.example/ or 192.168.1.5:8484")]
    Address,
    /// The part after `#` isn't a secret.
    #[error("the link is incomplete: expected #play= or #watch= and 32 letters and digits")]
    Secret,
}

impl Link {
    /// Creates a link to a server, given the address of its page.
    ///
    /// # Errors
    ///
    /// [`LinkError::Address`] if `page` isn't a page's address.
    pub fn new(page: &str, kind: LinkKind, secret: Secret) -> Result<Self, LinkError> {
        let page = page_address(page)?;
        Ok(Self { page, kind, secret })
    }

    /// Returns the address of the server's WebSocket.
    pub fn socket_url(&self) -> String {
        socket_of(&self.page)
    }
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}={}", self.page, self.kind.key(), self.secret)
    }
}

impl FromStr for Link {
    type Err = LinkError;

    fn from_str(text: &str) -> Result<Self, LinkError> {
        let (page, fragment) = text.trim().split_once('#').ok_or(LinkError::Secret)?;
        let (kind, secret) = read_fragment(fragment).ok_or(LinkError::Secret)?;
        Self::new(page, kind, secret)
    }
}

/// Reads the part of a link after `#`, with or without the `#`.
pub fn read_fragment(text: &str) -> Option<(LinkKind, Secret)> {
    let (key, secret) = text.strip_prefix('#').unwrap_or(text).split_once('=')?;
    let mut kinds = [LinkKind::Play, LinkKind::Watch].into_iter();
    let kind = kinds.find(|kind| kind.key() == key)?;
    Some((kind, secret.parse().ok()?))
}

/// Returns the address of a server's WebSocket, given what a player typed: the address of the page,
/// or only a host.
///
/// # Errors
///
/// [`LinkError::Address`] if the text isn't an address.
pub fn socket_url(page: &str) -> Result<String, LinkError> {
    Ok(socket_of(&page_address(page)?))
}

fn socket_of(page: &str) -> String {
    // `page_address` ensures the scheme.
    format!(
        "ws{}{SOCKET_PATH}",
        page.strip_prefix("http").unwrap_or(page)
    )
}

/// Completes the address of a page: adds the scheme, and removes the file, query and fragment. A
/// host with a port is a server in the local network, without TLS.
fn page_address(text: &str) -> Result<String, LinkError> {
    let text = text.trim();
    let (scheme, rest) = match text.split_once("://") {
        Some((scheme, rest)) => (scheme.to_ascii_lowercase(), rest),
        None if has_port(text) => ("http".to_owned(), text),
        None => ("https".to_owned(), text),
    };
    let rest = rest.split(['?', '#']).next().unwrap_or_default();
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let is_host = |c: char| c.is_alphanumeric() || "-._:[]".contains(c);
    let is_path = |c: char| !c.is_whitespace() && !c.is_control();
    if !["http", "https"].contains(&&*scheme)
        || host.is_empty()
        || !host.chars().all(is_host)
        || !path.chars().all(is_path)
    {
        return Err(LinkError::Address);
    }
    let folder = path.rfind('/').map_or("", |end| &path[..=end]);
    Ok(format!("{scheme}://{host}/{folder}"))
}

/// Returns whether an address without a scheme has a port. Colons within brackets belong to IPv6.
fn has_port(address: &str) -> bool {
    let host = address.split('/').next().unwrap_or_default();
    let after = host.rsplit(']').next().unwrap_or(host);
    after.contains(':')
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "00ff10a9b8c7d6e5f4031221304f5e6d";

    #[test]
    fn links_survive_a_round_trip() {
        for page in [
            "https://chess.example/",
            "http://192.168.1.5:8484/",
            "http://[fe80::1]:8484/",
            "https://example.org/games/icochess/",
        ] {
            for kind in ["play", "watch"] {
                let text = format!("{page}#{kind}={SECRET}");
                let link: Link = text.parse().unwrap();
                assert_eq!((&*link.page, link.to_string()), (page, text));
            }
        }
        let link: Link = format!(" https://e.org/index.html?x=1#play={SECRET}\n")
            .parse()
            .unwrap();
        assert_eq!(link.page, "https://e.org/");
    }

    #[test]
    fn addresses_are_completed() {
        for (text, socket) in [
            ("chess.example", "wss://chess.example/ws"),
            ("192.168.1.5:8484", "ws://192.168.1.5:8484/ws"),
            ("[::1]", "wss://[::1]/ws"),
            ("[::1]:8484", "ws://[::1]:8484/ws"),
            ("HTTP://localhost:8484/a/b", "ws://localhost:8484/a/ws"),
        ] {
            assert_eq!(socket_url(text).unwrap(), socket);
        }
        for wrong in [
            "",
            "https://",
            "ftp://x/",
            "a b",
            "javascript:alert(1)//x y",
        ] {
            assert_eq!(socket_url(wrong), Err(LinkError::Address), "{wrong}");
        }
    }

    #[test]
    fn incomplete_links_are_rejected() {
        let secret = Err(LinkError::Secret);
        assert_eq!("https://chess.example/".parse::<Link>(), secret);
        assert_eq!("https://chess.example/#play=12".parse::<Link>(), secret);
        assert_eq!(format!("https://e.org/#sit={SECRET}").parse(), secret);
        assert!(read_fragment(&format!("#play={SECRET}")).is_some());
    }
}
