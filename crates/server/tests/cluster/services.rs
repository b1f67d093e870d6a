//! Postgres, NATS and nodes in processes of their own.

use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Postgres and NATS for one test.
pub struct Services {
    folder: tempfile::TempDir,
    nats: Child,
    nats_port: u16,
}

impl Services {
    pub fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        if is_root() {
            run(Command::new("chown").arg("postgres").arg(folder.path()));
        }
        let nats_port = free_port();
        let services = Self {
            folder,
            nats: start_nats(nats_port),
            nats_port,
        };
        let data = services.data();
        run(postgres("initdb")
            .args([
                "--auth=trust",
                "--username=icochess",
                "--encoding=UTF8",
                "--no-sync",
                "-D",
            ])
            .arg(data));
        services.start_postgres();
        services
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    pub fn start_postgres(&self) {
        // Only a socket in the test's folder, so that tests can run at once.
        let options = format!("-c listen_addresses= -k {}", self.folder.path().display());
        run(postgres("pg_ctl")
            .args([
                "start",
                "--wait",
                "--silent",
                "--log=/dev/null",
                "-o",
                &options,
                "-D",
            ])
            .arg(self.data()));
    }

    /// Stops Postgres as a crash does.
    pub fn kill_postgres(&self) {
        run(postgres("pg_ctl")
            .args(["stop", "--mode=immediate", "--silent", "-D"])
            .arg(self.data()));
    }

    pub fn sql(&self, statement: &str) {
        run(postgres("psql")
            .args(["--username=icochess", "--dbname=postgres", "--host"])
            .arg(self.folder.path())
            .arg("--command")
            .arg(statement));
    }

    pub fn kill_nats(&mut self) {
        self.nats.kill().unwrap();
        self.nats.wait().unwrap();
    }

    pub fn restart_nats(&mut self) {
        self.nats = start_nats(self.nats_port);
    }

    pub fn postgres_url(&self) -> String {
        let folder = self.folder.path().display();
        format!("postgres://icochess@localhost/postgres?host={folder}")
    }

    /// Returns the program with this test's services.
    pub fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_icochess-server"));
        command
            .arg("--listen=127.0.0.1:0")
            .env("ICOCHESS_SERVER_CLUSTER", self.postgres_url())
            .env(
                "ICOCHESS_SERVER_NATS",
                format!("nats://127.0.0.1:{}", self.nats_port),
            );
        command
    }

    pub fn node(&self) -> Node {
        let mut child = self.command().stdout(Stdio::piped()).spawn().unwrap();
        let mut first = String::new();
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        lines.read_line(&mut first).unwrap();
        let address = first.trim().strip_prefix("http://").unwrap();
        let address = address.trim_end_matches('/').parse().unwrap();
        Node { child, address }
    }
}

impl Drop for Services {
    fn drop(&mut self) {
        self.nats.kill().unwrap();
        self.nats.wait().unwrap();
        let mut stop = postgres("pg_ctl");
        stop.args(["stop", "--mode=immediate", "--silent", "-D"]);
        // A failed test may have stopped it.
        let _ = stop.arg(self.data()).status();
    }
}

/// Server in a process of its own.
pub struct Node {
    child: Child,
    pub address: SocketAddr,
}

impl Node {
    /// Sends a signal, such as `STOP`.
    pub fn signal(&self, name: &str) {
        run(Command::new("kill")
            .arg(format!("-{name}"))
            .arg(self.child.id().to_string()));
    }

    /// Waits for the end of the program.
    pub fn wait(&mut self) {
        assert!(self.child.wait().unwrap().success());
    }

    /// Waits until the node accepts or refuses connections.
    pub async fn until_accepted(&self, is_accepted: bool) {
        let began = Instant::now();
        let wanted = if is_accepted { " 101 " } else { " 503 " };
        while !self.handshake().contains(wanted) {
            assert!(began.elapsed() < Duration::from_secs(20), "{wanted}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// Returns the first line of the answer to a WebSocket's handshake.
    fn handshake(&self) -> String {
        use std::io::{Read, Write};
        let mut stream = TcpStream::connect(self.address).unwrap();
        let request = "GET /ws HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
                       sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
        stream.write_all(request.as_bytes()).unwrap();
        let mut start = [0; 64];
        let count = stream.read(&mut start).unwrap();
        let text = String::from_utf8_lossy(&start[..count]).into_owned();
        text.lines().next().unwrap().to_owned()
    }
}

impl Drop for Node {
    /// Ends the program with SIGKILL.
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// Returns a port that nobody listens on.
fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

fn start_nats(port: u16) -> Child {
    // Debian's folder isn't in every user's path.
    let installed = Path::new("/usr/sbin/nats-server");
    let program = if installed.exists() {
        installed
    } else {
        Path::new("nats-server")
    };
    let nats = Command::new(program)
        .args(["--addr=127.0.0.1", &format!("--port={port}")])
        .stderr(Stdio::null())
        .spawn()
        .expect("nats-server is missing: scripts/test --slow installs it");
    let began = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(
            began.elapsed() < Duration::from_secs(10),
            "NATS doesn't start"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
    nats
}

/// Returns a program of Postgres, which refuses to run as root.
fn postgres(program: &str) -> Command {
    // Debian's folder for several versions, which isn't in the path.
    let versions = std::fs::read_dir("/usr/lib/postgresql");
    let versions = versions.into_iter().flatten().flatten();
    let newest = versions.map(|entry| entry.path()).max();
    let path = newest.map_or_else(|| program.into(), |path| path.join("bin").join(program));
    if is_root() {
        let mut command = Command::new("runuser");
        command.args(["-u", "postgres", "--"]).arg(path);
        command.current_dir("/");
        command
    } else {
        Command::new(path)
    }
}

fn is_root() -> bool {
    std::fs::metadata("/proc/self").unwrap().uid() == 0
}

fn run(command: &mut Command) {
    // A pipe would stay open in the servers that the command starts.
    let status = command.stdout(Stdio::null()).status().unwrap();
    assert!(status.success(), "{command:?}");
}
