//! The server as a program beside the game.

use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use super::wait::wait_for;

/// Timeout of the start.
const LIMIT: Duration = Duration::from_secs(60);

/// Server on a free port of the loopback interface, killed at the end.
pub struct Server {
    folder: TempDir,
    port: u16,
    /// `None` while the server is away.
    process: Option<Child>,
}

impl Server {
    pub fn start() -> Self {
        let free = TcpListener::bind("127.0.0.1:0").expect("a port");
        let mut server = Self {
            folder: tempfile::tempdir().expect("a folder"),
            port: free.local_addr().expect("its address").port(),
            process: None,
        };
        drop(free);
        server.restart();
        server
    }

    fn address(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// Starts the server on its database, with its port.
    pub fn restart(&mut self) {
        // `cargo test --workspace` builds it, because the server has tests of its own.
        let program = Path::new(env!("CARGO_BIN_EXE_icochess")).with_file_name("icochess-server");
        let mut command = Command::new(&program);
        command
            .args(["--listen", &self.address(), "--database"])
            .arg(self.folder.path().join("games.sqlite"))
            .stdout(Stdio::null());
        let started = command.spawn();
        let how = "run: cargo build --workspace";
        self.process = Some(started.unwrap_or_else(|error| panic!("{program:?}: {error}; {how}")));
        let address = self.address();
        let found = wait_for(LIMIT, || TcpStream::connect(&address).ok());
        assert!(found.is_some(), "no server");
    }

    /// Kills the server.
    pub fn stop(&mut self) {
        if let Some(mut process) = self.process.take() {
            let _ = process.kill();
            let _ = process.wait();
        }
    }

    /// Returns the address of the server's page.
    pub fn page(&self) -> String {
        format!("http://{}/", self.address())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}
