//! The server, in a process of its own.

use std::fs::read_to_string;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::Result;

pub struct Program {
    child: Child,
    pub address: SocketAddr,
}

impl Program {
    /// Starts the server and waits until it listens.
    pub fn start(server: &Path, folder: &Path, address: SocketAddr) -> Result<Self> {
        let mut child = Command::new(server)
            .arg("--no-address-limits")
            .arg(format!("--listen={address}"))
            .arg("--database")
            .arg(folder.join("games.sqlite"))
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{}: {error}", server.display()))?;
        let output = child.stdout.take().ok_or("no output")?;
        let mut first = String::new();
        BufReader::new(output).read_line(&mut first)?;
        let address = first.trim().trim_start_matches("http://");
        let address = address.trim_end_matches('/').parse()?;
        Ok(Self { child, address })
    }

    /// Ends the program at once.
    pub fn kill(&mut self) -> Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// Returns the resident memory, in KiB.
    pub fn memory(&self) -> Result<u64> {
        let status = read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let number = line.and_then(|line| line.split_whitespace().next());
        Ok(number.ok_or("no VmRSS")?.parse()?)
    }

    /// Returns the processor time used.
    pub fn processor(&self) -> Result<Duration> {
        processor(&self.child.id().to_string())
    }
}

/// Returns the processor time of a process, or of this one as `self`.
pub fn processor(id: &str) -> Result<Duration> {
    let stat = read_to_string(format!("/proc/{id}/stat"))?;
    let (_, rest) = stat.rsplit_once(')').ok_or("no stat")?;
    let ticks = rest.split_whitespace().skip(11).take(2);
    let ticks = ticks
        .map(str::parse::<u64>)
        .sum::<std::result::Result<u64, _>>()?;
    // A tick is 10 ms on every Linux for PCs.
    Ok(Duration::from_millis(ticks * 10))
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.kill();
    }
}
