//! `--inspect`: Bevy's remote protocol for tools on this machine, and for
//! nobody else.
//!
//! The protocol can change the game, and a browser lets every page of the web
//! send to 127.0.0.1. So whatever names another host than this machine (a name
//! that was made to lead here) or comes from a page is refused, which Bevy's own
//! server does not do. JSON-RPC over HTTP/1.1, as that server speaks it:
//! <https://docs.rs/bevy_remote/0.19/bevy_remote/>. The methods are Bevy's.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::remote::{
    BrpError, BrpResult, RemoteLast, RemoteMethodSystemId, RemoteMethods, RemotePlugin,
    RemoteWatchingMethodSystemId, error_codes,
};

/// A JSON value, as the protocol has them.
type Json = <BrpResult as IntoIterator>::Item;

/// Most bytes of a request: its head, and its body.
const MOST_HEAD: u64 = 16 << 10;
/// See [`MOST_HEAD`].
const MOST_BODY: usize = 16 << 20;
/// The status of what is served.
const OK: &str = "200 OK";
/// The status of what is no HTTP.
const BAD: &str = "400 Bad Request";
/// The status of a head with more than [`MOST_HEAD`] bytes.
const TOO_LONG: &str = "431 Request Header Fields Too Large";

/// How long a connection may say nothing.
const SILENCE: Duration = Duration::from_secs(120);
/// How often a watch looks whether it is still wanted.
const STILL_THERE: Duration = Duration::from_secs(1);
/// How long the port of a program that starts itself again may be taken.
const HANDED_OVER: Duration = Duration::from_secs(1);

/// Opens the port.
///
/// # Errors
///
/// A sentence for the player, when it is taken.
pub(super) fn listen(port: u16) -> Result<TcpListener, String> {
    let end = Instant::now() + HANDED_OVER;
    loop {
        match TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
            Ok(listener) => return Ok(listener),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse && Instant::now() < end => {
                sleep(HANDED_OVER / 20);
            }
            Err(error) => {
                return Err(format!(
                    "--inspect cannot use port {port} of 127.0.0.1 ({error}): name another one \
                     with --inspect=PORT"
                ));
            }
        }
    }
}

/// Answers on an open port.
pub(super) fn plugin(app: &mut App, listener: TcpListener) {
    let (calls, asked) = channel();
    let spawned = thread::Builder::new()
        .name("inspect".into())
        .spawn(move || accept(&listener, &calls));
    if let Err(error) = spawned {
        error!("--inspect does not answer: {error}");
    }
    app.add_plugins(RemotePlugin::default())
        .insert_resource(Calls(Mutex::new(asked)))
        .init_resource::<Watches>()
        .add_systems(RemoteLast, (answer, watch).chain());
}

/// A method that a tool calls.
struct Call {
    method: String,
    params: Option<Json>,
    answer: Sender<BrpResult>,
}

/// What is called and not answered yet.
#[derive(Resource)]
struct Calls(Mutex<Receiver<Call>>);

/// Methods that answer whenever something has changed.
#[derive(Resource, Default)]
struct Watches(Vec<(Call, RemoteWatchingMethodSystemId)>);

fn problem(code: i16, message: String) -> BrpError {
    BrpError {
        code,
        message,
        data: None,
    }
}

fn failed(error: impl std::fmt::Display) -> BrpError {
    let message = format!("Failed to run method handler: {error}");
    problem(error_codes::INTERNAL_ERROR, message)
}

/// Runs what is called; only here, between two frames, can a method change
/// anything.
fn answer(world: &mut World) {
    let mut calls = Vec::new();
    if let Ok(asked) = world.resource_mut::<Calls>().0.get_mut() {
        calls.extend(asked.try_iter());
    }
    for call in calls {
        let answer = match world.resource::<RemoteMethods>().get(&call.method) {
            Some(&RemoteMethodSystemId::Instant(id)) => {
                let result = world.run_system_with(id, call.params);
                result.unwrap_or_else(|error| Err(failed(error)))
            }
            Some(&RemoteMethodSystemId::Watching(id)) => {
                world.resource_mut::<Watches>().0.push((call, id));
                continue;
            }
            None => {
                let message = format!("Method `{}` not found", call.method);
                Err(problem(error_codes::METHOD_NOT_FOUND, message))
            }
        };
        // Who has gone meanwhile wants no answer.
        let _ = call.answer.send(answer);
    }
}

fn watch(world: &mut World) {
    let mut watches = std::mem::take(&mut world.resource_mut::<Watches>().0);
    watches.retain(|(call, id)| {
        let news = world.run_system_with(*id, call.params.clone());
        match news.unwrap_or_else(|error| Err(failed(error))).transpose() {
            Some(news) => call.answer.send(news).is_ok(),
            None => true,
        }
    });
    world.resource_mut::<Watches>().0.append(&mut watches);
}

fn accept(listener: &TcpListener, calls: &Sender<Call>) {
    for stream in listener.incoming().flatten() {
        let calls = calls.clone();
        // A tool that finds no thread left is no reason to end.
        let _ = thread::Builder::new()
            .name("inspect".into())
            .spawn(move || converse(&stream, &calls));
    }
}

/// Answers the requests of a connection until it ends.
fn converse(stream: &TcpStream, calls: &Sender<Call>) -> io::Result<()> {
    stream.set_read_timeout(Some(SILENCE))?;
    stream.set_nodelay(true)?;
    let mut input = BufReader::new(stream);
    while let Some(read) = Request::read(&mut input, stream)? {
        let request = match read {
            Ok(request) => request,
            Err(refusal) => return refuse(stream, &mut input, &refusal),
        };
        match answer_body(&request.body, calls) {
            Answer::Whole(text) => respond(stream, OK, &text, request.stays)?,
            Answer::Stream { id, news } => return tell(stream, id.as_ref(), &news),
        }
        if !request.stays {
            break;
        }
    }
    Ok(())
}

fn respond(mut stream: &TcpStream, status: &str, text: &str, stays: bool) -> io::Result<()> {
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

/// Answers what is not served, and ends the connection: the rest of it may be
/// read as anything.
fn refuse(stream: &TcpStream, input: &mut impl Read, refusal: &Refusal) -> io::Result<()> {
    respond(stream, refusal.status, &refusal.why, false)?;
    stream.shutdown(Shutdown::Write)?;
    // With something left unread, the other side would be told of an error in
    // the place of the answer.
    stream.set_read_timeout(Some(STILL_THERE))?;
    io::copy(&mut input.take(MOST_BODY as u64), &mut io::sink())?;
    Ok(())
}

/// Tells the news of a watch, as server-sent events, while somebody listens.
fn tell(mut stream: &TcpStream, id: Option<&Json>, news: &Receiver<BrpResult>) -> io::Result<()> {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n";
    stream.write_all(head.as_bytes())?;
    loop {
        match news.recv_timeout(STILL_THERE) {
            Ok(news) => {
                let event = format!("data: {}\n\n", response(id, news));
                stream.write_all(event.as_bytes())?;
            }
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
            Err(RecvTimeoutError::Timeout) => {
                stream.set_nonblocking(true)?;
                let gone = matches!(stream.peek(&mut [0]), Ok(0));
                stream.set_nonblocking(false)?;
                if gone {
                    return Ok(());
                }
            }
        }
    }
}

/// A request that is not served: the status of HTTP, and why.
struct Refusal {
    status: &'static str,
    why: String,
}

impl Refusal {
    fn new(status: &'static str, why: &str) -> Self {
        let why = format!("{why}\n");
        Self { status, why }
    }
}

/// A request that may be served.
struct Request {
    body: Vec<u8>,
    /// Does the connection go on after it?
    stays: bool,
}

impl Request {
    /// Reads a request; `None` when there are no more.
    fn read(
        input: &mut BufReader<&TcpStream>,
        mut stream: &TcpStream,
    ) -> io::Result<Option<Result<Self, Refusal>>> {
        let head = match read_head(input)? {
            None => return Ok(None),
            Some(Ok(head)) => head,
            Some(Err(refusal)) => return Ok(Some(Err(refusal))),
        };
        let head = match Head::parse(&head) {
            Ok(head) => head,
            Err(refusal) => return Ok(Some(Err(refusal))),
        };
        if head.waits_for_leave {
            stream.write_all(b"HTTP/1.1 100 Continue\r\n\r\n")?;
        }
        let mut body = vec![0; head.length];
        input.read_exact(&mut body)?;
        let stays = head.stays;
        Ok(Some(Ok(Self { body, stays })))
    }
}

/// Reads the head of a request, to the empty line at its end; `None` when there
/// is nothing more. One that is cut off is refused: what it lacks may be the line
/// for which it would not be served.
fn read_head(input: &mut impl BufRead) -> io::Result<Option<Result<String, Refusal>>> {
    let mut limited = input.take(MOST_HEAD);
    let mut head = String::new();
    loop {
        let before = head.len();
        let read = limited.read_line(&mut head)?;
        if before > 0 && matches!(&head[before..], "\r\n" | "\n") {
            return Ok(Some(Ok(head)));
        }
        if read == 0 {
            break;
        }
    }
    if head.is_empty() {
        return Ok(None);
    }
    Ok(Some(Err(if limited.limit() == 0 {
        let why = format!("expected at most {MOST_HEAD} bytes before the body");
        Refusal::new(TOO_LONG, &why)
    } else {
        Refusal::new(BAD, "expected an empty line before the body")
    })))
}

/// What the head of a request says, if it may be served.
#[derive(Debug, PartialEq)]
struct Head {
    /// Bytes of the body.
    length: usize,
    stays: bool,
    /// Is the body sent only when we say so?
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
        // First who asks, then what.
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
        let Some(length) = length.filter(|length| *length <= MOST_BODY) else {
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

/// Does a Host name this machine, as nobody but this machine is named?
fn is_this_machine(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.parse::<u16>().is_ok() => name,
        _ => host,
    };
    ["127.0.0.1", "localhost", "[::1]"]
        .iter()
        .any(|ours| ours.eq_ignore_ascii_case(name))
}

enum Answer {
    /// The whole text.
    Whole(String),
    /// One text after the other.
    Stream {
        id: Option<Json>,
        news: Receiver<BrpResult>,
    },
}

/// The answer to the text of a request, which may hold several.
fn answer_body(body: &[u8], calls: &Sender<Call>) -> Answer {
    let parsed = str::from_utf8(body).map_err(|error| error.to_string());
    let parsed = parsed.and_then(|text| text.parse::<Json>().map_err(|error| error.to_string()));
    let request = match parsed {
        Ok(request) => request,
        Err(error) => {
            let error = problem(error_codes::PARSE_ERROR, error);
            return Answer::Whole(response(None, Err(error)).to_string());
        }
    };
    let Some(batch) = request.as_array() else {
        return match ask(&request, calls, true) {
            Ok((id, news)) => Answer::Stream { id, news },
            Err(whole) => Answer::Whole(whole.to_string()),
        };
    };
    let answers = batch
        .iter()
        .map(|request| match ask(request, calls, false) {
            Ok((id, _)) => {
                let message = "Streaming can not be used in batch requests".to_owned();
                let error = problem(error_codes::INVALID_REQUEST, message);
                response(id.as_ref(), Err(error))
            }
            Err(whole) => whole,
        });
    Answer::Whole(answers.collect::<Json>().to_string())
}

/// What is not answered at once, but for as long as somebody listens.
type Stream = (Option<Json>, Receiver<BrpResult>);

/// Hands a request to the game. Gives the answer as an error, or the news of a
/// watch; one that is not `wanted` is not begun.
fn ask(request: &Json, calls: &Sender<Call>, wanted: bool) -> Result<Stream, Json> {
    let id = request.get("id").filter(|id| !id.is_null()).cloned();
    let method = request.get("method").and_then(|method| method.as_str());
    let version = request.get("jsonrpc").and_then(|version| version.as_str());
    let (Some(method), Some("2.0")) = (method, version) else {
        let message = "expected \"jsonrpc\": \"2.0\" and a \"method\"".to_owned();
        let error = problem(error_codes::INVALID_REQUEST, message);
        return Err(response(id.as_ref(), Err(error)));
    };
    let (answer, news) = channel();
    let is_watch = method.contains("+watch");
    if is_watch && !wanted {
        return Ok((id, news));
    }
    let params = request.get("params").filter(|it| !it.is_null()).cloned();
    let method = method.to_owned();
    let asked = calls.send(Call {
        method,
        params,
        answer,
    });
    if is_watch && asked.is_ok() {
        return Ok((id, news));
    }
    let over = || {
        Err(problem(
            error_codes::INTERNAL_ERROR,
            "the game is over".to_owned(),
        ))
    };
    let result = news.recv().unwrap_or_else(|_| over());
    Err(response(id.as_ref(), result))
}

/// A response of JSON-RPC.
fn response(id: Option<&Json>, result: BrpResult) -> Json {
    let (name, value) = match result {
        Ok(value) => ("result", value),
        Err(BrpError {
            code,
            message,
            data,
        }) => {
            let data = data.map(|data| ("data", data));
            let fields = [("code", Json::from(code)), ("message", Json::from(message))];
            ("error", fields.into_iter().chain(data).collect())
        }
    };
    let id = id.map(|id| ("id", id.clone()));
    let fields = [("jsonrpc", Json::from("2.0")), (name, value)];
    fields.into_iter().chain(id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The status of the refusal of a request with these lines; `None` if it is
    /// served.
    fn refused(lines: &[&str]) -> Option<&'static str> {
        let head = lines.join("\r\n") + "\r\n\r\n";
        Head::parse(&head).err().map(|refusal| refusal.status)
    }

    #[test]
    fn only_this_machine_and_no_page_is_served() {
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
            let told = post(&["Host: localhost:15702", &origin]);
            assert_eq!(told, Some("403 Forbidden"), "{origin}");
        }
    }

    #[test]
    fn heads_are_read_as_http_has_them() {
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
    fn a_head_without_its_end_is_refused() {
        let read = |text: &str| {
            let read = read_head(&mut text.as_bytes()).unwrap();
            read.map(|head| head.map_err(|refusal| refusal.status))
        };
        assert_eq!(read(""), None);
        let whole = "POST / HTTP/1.1\r\nHost: localhost\r\n\r\n";
        assert_eq!(read(&format!("{whole}{{}}")), Some(Ok(whole.to_owned())));
        for end in 1..whole.len() {
            assert_eq!(read(&whole[..end]), Some(Err("400 Bad Request")), "{end}");
        }
        let most = usize::try_from(MOST_HEAD).unwrap();
        let padded = |length: usize| {
            let start = "POST / HTTP/1.1\r\nX: ";
            let text = format!("{start}{}\r\n\r\n", "x".repeat(length - start.len() - 4));
            assert_eq!(text.len(), length);
            text
        };
        assert_eq!(read(&padded(most)), Some(Ok(padded(most))));
        // Cut before, inside and after each of the two ends of lines.
        for more in 1..6 {
            let told = read(&padded(most + more));
            let too_long = "431 Request Header Fields Too Large";
            assert_eq!(told, Some(Err(too_long)), "{more}");
        }
    }

    #[test]
    fn a_taken_port_is_told() {
        let taken = listen(0).unwrap();
        let port = taken.local_addr().unwrap().port();
        let told = listen(port).unwrap_err();
        assert!(told.contains(&format!("port {port}")), "{told}");
        drop(taken);
        assert!(listen(port).is_ok());
    }

    #[test]
    fn bad_requests_are_answered_without_the_game() {
        let (calls, _asked) = channel();
        let told = |text: &str| match answer_body(text.as_bytes(), &calls) {
            Answer::Whole(text) => text,
            Answer::Stream { .. } => "a stream".to_owned(),
        };
        assert!(told("{").contains("-32700"));
        assert!(told("\u{e9}").contains("-32700"));
        assert!(told("{\"method\": \"x\", \"id\": 7}").contains("\"id\":7"));
        assert!(told("{\"method\": \"x\"}").contains("-32600"));
        let watch = "{\"jsonrpc\": \"2.0\", \"method\": \"x+watch\"}";
        assert_eq!(told(watch), "a stream");
        assert!(told(&format!("[{watch}]")).starts_with("[{"));
        assert!(told(&format!("[{watch}]")).contains("Streaming"));
    }

    /// Runs frames of a game until a tool in another thread has what it wants.
    fn while_running<T: Send + 'static>(tool: impl FnOnce(u16) -> T + Send + 'static) -> T {
        let listener = listen(0).unwrap();
        let port = listener.local_addr().unwrap().port();
        let mut app = App::new();
        app.add_plugins(MinimalPlugins);
        plugin(&mut app, listener);
        let tool = thread::spawn(move || tool(port));
        let end = Instant::now() + Duration::from_secs(30);
        while !tool.is_finished() && Instant::now() < end {
            app.update();
        }
        tool.join().unwrap()
    }

    /// The whole answer to a request of the bytes `text`.
    fn send(port: u16, text: &str) -> String {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    const BODY: &str = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"rpc.discover\"}";

    fn post(head: &str) -> String {
        let length = BODY.len();
        format!(
            "POST / HTTP/1.1\r\nContent-Length: {length}\r\nConnection: close\r\n{head}\r\n\r\n{BODY}"
        )
    }

    #[test]
    fn a_page_of_the_web_cannot_reach_the_game_and_a_tool_can() {
        let (foreign, rebound, tool) = while_running(|port| {
            (
                send(
                    port,
                    &post(&format!(
                        "Host: 127.0.0.1:{port}\r\nOrigin: https://example.com"
                    )),
                ),
                send(port, &post("Host: example.com")),
                send(port, &post(&format!("Host: 127.0.0.1:{port}"))),
            )
        });
        for refused in [foreign, rebound] {
            assert!(refused.starts_with("HTTP/1.1 403 "), "{refused}");
            assert!(!refused.contains("world.query"), "{refused}");
        }
        assert!(tool.starts_with("HTTP/1.1 200 OK\r\n"), "{tool}");
        assert!(
            tool.contains("world.query") && tool.contains("\"id\":1"),
            "{tool}"
        );
    }

    #[test]
    fn what_is_hidden_behind_a_long_line_is_not_served() {
        let long = "x".repeat(16 << 10);
        let answers = while_running(move |port| {
            let hidden = format!("Host: localhost\r\nX: {long}\r\nOrigin: https://example.com");
            let (body, host) = ("{}", "Host: localhost");
            let start = "POST / HTTP/1.1\r\nContent-Length: 2";
            [
                send(port, &format!("{start}\r\n{hidden}\r\n\r\n{body}")),
                // What follows a refused request is not read as one.
                send(port, &format!("{start}\r\n{hidden}\r\n\r\n{}", post(host))),
            ]
        });
        for answer in answers {
            assert!(answer.starts_with("HTTP/1.1 431 "), "{answer}");
            assert_eq!(answer.matches("HTTP/1.1").count(), 1, "{answer}");
        }
    }

    #[test]
    fn a_refusal_ends_the_connection() {
        let answer = while_running(|port| {
            let refused = "POST / HTTP/1.1\r\nHost: example.com\r\nContent-Length: 2\r\n\r\n{}";
            send(port, &format!("{refused}{}", post("Host: localhost")))
        });
        assert!(answer.starts_with("HTTP/1.1 403 "), "{answer}");
        assert!(answer.contains("Connection: close"), "{answer}");
        assert_eq!(answer.matches("HTTP/1.1").count(), 1, "{answer}");
    }
}
