//! The subset of HTTP for tools, and the decision on which requests are served.

use std::fmt::Display;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

/// Maximum size of a request's head including its first line, in bytes.
const MAX_HEAD: u64 = 16 << 10;
/// Largest body of a request, in bytes.
const MAX_BODY: usize = 16 << 20;
/// Status of a served request.
pub(super) const OK: &str = "200 OK";
/// Status of a malformed request.
const BAD: &str = "400 Bad Request";
/// Status of a head longer than [`MAX_HEAD`].
const TOO_LONG: &str = "431 Request Header Fields Too Large";

/// Maximum wait for the remainder of a refused request.
const REST: Duration = Duration::from_secs(1);

pub(super) fn respond(
    mut stream: &TcpStream,
    status: &str,
    text: &str,
    stays: bool,
) -> io::Result<()> {
    let kind = if status == OK {
        "application/json"
    } else {
        "text/plain"
    };
    let connection = if stays { "keep-alive" } else { "close" };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\
         Connection: {connection}\r\n\r\n",
        text.len()
    );
    stream.write_all((head + text).as_bytes())
}

/// Sends a refusal and ends the connection, because its remaining bytes may not be the start of a
/// request.
pub(super) fn refuse(
    stream: &TcpStream,
    input: &mut impl Read,
    refusal: &Refusal,
) -> io::Result<()> {
    respond(stream, refusal.status, &refusal.why, false)?;
    stream.shutdown(Shutdown::Write)?;
    // Closing with unread input would reset the connection, and the client would lose the response.
    stream.set_read_timeout(Some(REST))?;
    io::copy(&mut input.take(MAX_BODY as u64), &mut io::sink())?;
    Ok(())
}

/// A refused request: the HTTP status and the reason.
pub(super) struct Refusal {
    status: &'static str,
    why: String,
}

impl Refusal {
    fn new(status: &'static str, why: impl Display) -> Self {
        let why = format!("{why}\n");
        Self { status, why }
    }
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Self {
        Self::new(BAD, error)
    }
}

/// An accepted request.
pub(super) struct Request {
    pub(super) body: Vec<u8>,
    /// Whether the connection stays open after the request.
    pub(super) stays: bool,
}

impl Request {
    /// Reads a request; `None` at the end of the connection.
    pub(super) fn read(
        input: &mut BufReader<&TcpStream>,
        mut stream: &TcpStream,
    ) -> Result<Option<Self>, Refusal> {
        let Some(head) = read_head(input)? else {
            return Ok(None);
        };
        let head = Head::parse(&head)?;
        if head.waits_for_leave {
            stream.write_all(b"HTTP/1.1 100 Continue\r\n\r\n")?;
        }
        let mut body = vec![0; head.length];
        input.read_exact(&mut body)?;
        let stays = head.stays;
        Ok(Some(Self { body, stays }))
    }
}

/// Reads the head of a request up to its empty line; `None` at the end of the input. A truncated
/// head is an error, because the missing part may contain a line that forbids serving the request.
fn read_head(input: &mut impl BufRead) -> Result<Option<String>, Refusal> {
    let mut limited = input.take(MAX_HEAD);
    let mut head = String::new();
    loop {
        let before = head.len();
        let read = limited.read_line(&mut head)?;
        if before > 0 && matches!(&head[before..], "\r\n" | "\n") {
            return Ok(Some(head));
        }
        if read == 0 {
            break;
        }
    }
    if head.is_empty() {
        return Ok(None);
    }
    Err(if limited.limit() == 0 {
        let why = format!("expected at most {MAX_HEAD} bytes before the body");
        Refusal::new(TOO_LONG, why)
    } else {
        Refusal::new(BAD, "expected an empty line before the body")
    })
}

/// The head of an accepted request.
#[derive(Debug, PartialEq)]
struct Head {
    /// Length of the body, in bytes.
    length: usize,
    stays: bool,
    /// Whether the client waits for `100 Continue` before it sends the body.
    waits_for_leave: bool,
}

impl Head {
    fn parse(head: &str) -> Result<Self, Refusal> {
        let refuse = |status, why| Err(Refusal::new(status, why));
        let mut lines = head.lines();
        let mut first = lines.next().unwrap_or_default().split(' ');
        let (method, version) = (first.next(), first.nth(1).unwrap_or_default());
        if !version.starts_with("HTTP/1.") {
            return refuse(BAD, "expected a request of HTTP/1.1");
        }
        let mut named = Vec::new();
        for line in lines.take_while(|line| !line.is_empty()) {
            match line.split_once(':') {
                Some((name, value)) if !name.contains(char::is_whitespace) => {
                    named.push((name.to_ascii_lowercase(), value.trim()));
                }
                _ => return refuse(BAD, "expected lines of the form name: value"),
            }
        }
        let all = |name: &str| -> Vec<&str> {
            let same = named.iter().filter(|(other, _)| other == name);
            same.map(|(_, value)| *value).collect()
        };
        // Checks the origin before the method.
        let [host] = all("host")[..] else {
            return refuse(BAD, "expected one Host");
        };
        if !is_this_machine(host) {
            return refuse("403 Forbidden", "this Host is not served");
        }
        let ours = format!("http://{host}");
        if all("origin").iter().any(|origin| *origin != ours) {
            return refuse("403 Forbidden", "this Origin is not served");
        }
        if method != Some("POST") {
            return refuse("405 Method Not Allowed", "expected POST");
        }
        let length = match all("content-length")[..] {
            [length] if all("transfer-encoding").is_empty() => length.parse().ok(),
            _ => return refuse("411 Length Required", "expected one Content-Length"),
        };
        let Some(length) = length.filter(|length| *length <= MAX_BODY) else {
            return refuse("413 Content Too Large", "the request is too long");
        };
        let says = |name, word: &str| all(name).iter().any(|it| it.eq_ignore_ascii_case(word));
        Ok(Self {
            length,
            stays: version != "HTTP/1.0" && !says("connection", "close"),
            waits_for_leave: says("expect", "100-continue"),
        })
    }
}

/// Returns whether a `Host` names this machine by a name that only this machine can have.
fn is_this_machine(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.parse::<u16>().is_ok() => name,
        _ => host,
    };
    ["127.0.0.1", "localhost", "[::1]"]
        .iter()
        .any(|ours| ours.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the status if a request with these lines is refused, otherwise `None`.
    fn refused(lines: &[&str]) -> Option<&'static str> {
        let head = lines.join("\r\n") + "\r\n\r\n";
        Head::parse(&head).err().map(|refusal| refusal.status)
    }

    #[test]
    fn only_this_machine_is_served_and_no_web_page() {
        let post =
            |more: &[&str]| refused(&[&["POST / HTTP/1.1", "Content-Length: 2"], more].concat());
        for host in ["127.0.0.1:15702", "localhost:15702", "LOCALHOST", "[::1]:1"] {
            assert_eq!(post(&[&format!("Host: {host}")]), None, "{host}");
            let origin = format!("Origin: http://{host}");
            assert_eq!(post(&[&format!("host:{host}"), &origin]), None, "{host}");
        }
        for host in [
            "example.com",
            "example.com:15702",
            "127.0.0.1.example.com",
            "127.0.0.2",
            "localhost.example.com:15702",
            "localhost:15702@example.com",
            "",
        ] {
            assert_eq!(
                post(&[&format!("Host: {host}")]),
                Some("403 Forbidden"),
                "{host}"
            );
        }
        assert_eq!(post(&[]), Some("400 Bad Request"));
        assert_eq!(
            post(&["Host: localhost", "Host: x"]),
            Some("400 Bad Request")
        );
        for origin in ["https://example.com", "null", "http://localhost:3000", ""] {
            let origin = format!("Origin: {origin}");
            let answer = post(&["Host: localhost:15702", &origin]);
            assert_eq!(answer, Some("403 Forbidden"), "{origin}");
        }
    }

    #[test]
    fn heads_are_parsed_as_http_defines_them() {
        let read = |more: &str| {
            let head = format!("POST / HTTP/1.1\r\nHost: localhost\r\n{more}\r\n\r\n");
            Head::parse(&head).map_err(|refusal| refusal.status)
        };
        let head = Head {
            length: 12,
            stays: true,
            waits_for_leave: false,
        };
        assert_eq!(read("content-length:12"), Ok(head));
        let asked =
            read("Content-Length: 12\r\nConnection: Close\r\nExpect: 100-continue").unwrap();
        assert!(!asked.stays && asked.waits_for_leave);
        assert_eq!(read("X: y").unwrap_err(), "411 Length Required");
        let both = "Content-Length: 2\r\nTransfer-Encoding: chunked";
        assert_eq!(read(both).unwrap_err(), "411 Length Required");
        assert_eq!(
            read("Content-Length: 99999999").unwrap_err(),
            "413 Content Too Large"
        );
        assert_eq!(
            read("Content-Length: -1").unwrap_err(),
            "413 Content Too Large"
        );
        assert_eq!(read("no colon").unwrap_err(), "400 Bad Request");
        let get = refused(&["GET / HTTP/1.1", "Host: localhost"]);
        assert_eq!(get, Some("405 Method Not Allowed"));
        assert_eq!(
            refused(&["POST / HTTP/2", "Host: localhost"]),
            Some("400 Bad Request")
        );
    }

    #[test]
    fn head_without_its_end_is_refused() {
        let read = |text: &str| read_head(&mut text.as_bytes()).map_err(|refusal| refusal.status);
        assert_eq!(read(""), Ok(None));
        let whole = "POST / HTTP/1.1\r\nHost: localhost\r\n\r\n";
        assert_eq!(read(&format!("{whole}{{}}")), Ok(Some(whole.to_owned())));
        for end in 1..whole.len() {
            assert_eq!(read(&whole[..end]), Err("400 Bad Request"), "{end}");
        }
        let most = usize::try_from(MAX_HEAD).unwrap();
        let padded = |length: usize| {
            let start = "POST / HTTP/1.1\r\nX: ";
            let text = format!("{start}{}\r\n\r\n", "x".repeat(length - start.len() - 4));
            assert_eq!(text.len(), length);
            text
        };
        assert_eq!(read(&padded(most)), Ok(Some(padded(most))));
        // The head is cut before, inside and after both line ends.
        for more in 1..6 {
            let answer = read(&padded(most + more));
            let too_long = "431 Request Header Fields Too Large";
            assert_eq!(answer, Err(too_long), "{more}");
        }
    }
}
