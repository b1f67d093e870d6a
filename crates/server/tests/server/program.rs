//! The program: killed and restarted, its page, its backup.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use icochess_server::{Limits, Running, StartError, StoreError, back_up};
use icochess_wire::Time;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Row};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::bot::{Bot, Table, TestServer, is_moved, settings, start_in};

/// Program in a process of its own.
struct Program {
    child: Child,
    address: SocketAddr,
}

impl Program {
    fn start(folder: &Path) -> Self {
        Self::start_on("127.0.0.1:0", folder)
    }

    fn start_on(listen: &str, folder: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_icochess-server"))
            .args(["--listen", listen, "--database"])
            .arg(folder.join("games.sqlite"))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = String::new();
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        lines.read_line(&mut first).unwrap();
        let address = first.trim().strip_prefix("http://").unwrap();
        let address = address.trim_end_matches('/').parse().unwrap();
        Self { child, address }
    }
}

impl Drop for Program {
    /// Ends the program with SIGKILL.
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[tokio::test]
async fn killed_server_loses_no_acknowledged_move() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = Program::start(folder.path());
    let table = Table::set(program.address, "chess", Time::Clock("60".into())).await;
    let (mut white, mut black) = (table.white, table.black);
    let moves = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(2);
    for (ply, uci) in moves.iter().enumerate() {
        let mover = if ply.is_multiple_of(2) {
            &mut white
        } else {
            &mut black
        };
        mover.play(ply, uci).await;
        mover.until(|message| is_moved(message, ply)).await;
        if ply % 3 != 2 {
            continue;
        }
        drop(program);
        program = Program::start(folder.path());
        white = Bot::connect(program.address).await;
        let state = white.resume(table.white_secret).await;
        let played = state.moves.iter().map(|one| &*one.uci);
        assert!(played.eq(moves[..=ply].iter().copied()));
        // The clock stood still, and waits for the other player.
        let clocks = state.clocks.unwrap();
        assert_eq!((clocks.runs, clocks.used_ms), (false, 0));
        black = Bot::connect(program.address).await;
        let state = black.resume(table.black_secret).await;
        assert!(state.clocks.unwrap().runs);
    }
}

/// A service manager's request, at an IPv6 address where there is one.
#[cfg(unix)]
#[tokio::test]
async fn stopped_server_sends_players_away_until_they_return() {
    use rustix::process::{Pid, Signal, kill_process};
    let has_ipv6 = std::net::TcpListener::bind("[::1]:0").is_ok();
    let listen = if has_ipv6 { "[::1]:0" } else { "127.0.0.1:0" };
    let folder = tempfile::tempdir().unwrap();
    let mut program = Program::start_on(listen, folder.path());
    let mut table = Table::set(program.address, "chess", Time::Clock("60".into())).await;
    table.play(&["e2e4", "e7e5"]).await;
    kill_process(Pid::from_child(&program.child), Signal::TERM).unwrap();
    for bot in [&mut table.white, &mut table.black] {
        assert_eq!(bot.close_code().await, Some(1012), "the server restarts");
    }
    assert!(program.child.wait().unwrap().success());
    let program = Program::start_on(listen, folder.path());
    for (bot, secret) in [
        (&mut table.white, table.white_secret),
        (&mut table.black, table.black_secret),
    ] {
        *bot = Bot::connect(program.address).await;
        assert_eq!(bot.resume(secret).await.moves.len(), 2);
    }
    table.white.play(2, "g1f3").await;
    table.black.until(|message| is_moved(message, 2)).await;
}

#[tokio::test]
async fn newer_database_is_refused() {
    let server = TestServer::start().await;
    let file = server.folder.path().join("games.sqlite");
    server.running.stop().await;
    let options = SqliteConnectOptions::new().filename(&file);
    let mut connection = options.connect().await.unwrap();
    let newer = sqlx::raw_sql("PRAGMA user_version = 99");
    newer.execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let settings = settings(server.folder.path(), Limits::default());
    let refused = Running::start(settings).await.unwrap_err();
    assert!(matches!(
        refused,
        StartError::Store(StoreError::Newer { found: 99, .. })
    ));
    assert!(refused.to_string().contains("update the server"));
}

#[tokio::test]
async fn backup_of_a_live_database_can_be_played_on() {
    let server = TestServer::start().await;
    let mut table = server.game(Time::Unlimited).await;
    table.play(&["e2e4"]).await;
    let copy = tempfile::tempdir().unwrap();
    let (from, to) = (
        server.folder.path().join("games.sqlite"),
        copy.path().join("games.sqlite"),
    );
    back_up(&from, &to).await.unwrap();
    let again = back_up(&from, &to).await;
    assert!(matches!(again, Err(StoreError::Exists(_))));
    let missing = back_up(&copy.path().join("none"), &copy.path().join("x")).await;
    assert!(matches!(missing, Err(StoreError::Missing(_))));
    table.black.play(1, "e7e5").await;
    table.white.until(|message| is_moved(message, 1)).await;
    let restored = start_in(copy.path(), Limits::default()).await;
    let mut white = Bot::connect(restored.addresses()[0]).await;
    assert_eq!(white.resume(table.white_secret).await.moves.len(), 1);
}

#[tokio::test]
async fn secrets_are_stored_hashed_and_addresses_not_at_all() {
    let server = TestServer::start().await;
    let table = server.game(Time::Unlimited).await;
    let file = server.folder.path().join("games.sqlite");
    server.running.stop().await;
    let options = SqliteConnectOptions::new().filename(&file);
    let mut connection = options.connect().await.unwrap();
    let rows = sqlx::query("SELECT hash FROM secret");
    let rows = rows.fetch_all(&mut connection).await.unwrap();
    assert_eq!(rows.len(), 4);
    for row in rows {
        let hash: Vec<u8> = row.get(0);
        assert_eq!(hash.len(), 32);
    }
    connection.close().await.unwrap();
    let bytes = std::fs::read(&file).unwrap();
    let holds = |part: &[u8]| bytes.windows(part.len()).any(|window| window == part);
    let secret = table.white_secret;
    assert!(!holds(secret.bytes()) && !holds(secret.to_string().as_bytes()));
    assert!(holds(b"Ada") && !holds(b"127.0.0.1"));
}

/// Returns the answer to a request, or a part of it if the connection breaks.
pub async fn get(address: SocketAddr, path: &str) -> String {
    let mut stream = tokio::net::TcpStream::connect(address).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
async fn page_and_health_are_served_on_the_same_port() {
    let (page, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    std::fs::write(page.path().join("index.html"), "<!doctype html>board").unwrap();
    std::fs::write(page.path().join("game.wasm"), "wasm").unwrap();
    let mut settings = settings(folder.path(), Limits::default());
    settings.page = Some(page.path().to_owned());
    let running = Running::start(settings).await.unwrap();
    let address = running.addresses()[0];
    let index = get(address, "/").await;
    assert!(index.starts_with("HTTP/1.1 200") && index.ends_with("board"));
    let wasm = get(address, "/game.wasm").await;
    assert!(wasm.contains("application/wasm"), "{wasm}");
    assert!(get(address, "/health").await.contains("ok\nconnections 0"));
    let outside = get(address, "/../games.sqlite").await;
    assert!(outside.starts_with("HTTP/1.1 404"), "{outside}");
    assert!(get(address, "/ws").await.starts_with("HTTP/1.1 4"));
}

#[tokio::test]
async fn port_in_use_is_reported() {
    let server = TestServer::start().await;
    let folder = tempfile::tempdir().unwrap();
    let mut settings = settings(folder.path(), Limits::default());
    settings.listen = vec![server.address()];
    let refused = Running::start(settings).await.unwrap_err();
    assert!(refused.to_string().contains("--listen"), "{refused}");
}
