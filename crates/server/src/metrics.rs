//! Counters for Prometheus.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use icochess_wire::RefusalReason;

/// Counters since the start of the server.
#[derive(Debug, Default)]
pub struct Metrics {
    moves: AtomicU64,
    slow_readers: AtomicU64,
    writes: AtomicU64,
    write_micros: AtomicU64,
    /// Refusals by reason, as JSON text.
    refusals: Mutex<BTreeMap<String, u64>>,
}

impl Metrics {
    /// Counts a move.
    pub fn count_move(&self) {
        self.moves.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a connection that was closed because it read too slowly.
    pub fn count_slow_reader(&self) {
        self.slow_readers.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a change of the database, which took this time.
    pub fn count_write(&self, time: Duration) {
        let micros = time.as_micros().try_into().unwrap_or(u64::MAX);
        self.writes.fetch_add(1, Ordering::Relaxed);
        self.write_micros.fetch_add(micros, Ordering::Relaxed);
    }

    /// Counts a refusal.
    pub fn count_refusal(&self, reason: RefusalReason) {
        let reason = icochess_wire::encode(&reason);
        let mut refusals = self.refusals.lock().unwrap_or_else(PoisonError::into_inner);
        *refusals.entry(reason).or_default() += 1;
    }

    /// Returns all values in Prometheus' text format, with numbers of the moment.
    pub fn text(&self, connections: usize, games: usize) -> String {
        let load = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let (moves, slow_readers) = (load(&self.moves), load(&self.slow_readers));
        let writes = load(&self.writes);
        let seconds = Duration::from_micros(load(&self.write_micros)).as_secs_f64();
        let mut text = format!(
            "# HELP icochess_connections Open WebSockets.\n\
             # TYPE icochess_connections gauge\n\
             icochess_connections {connections}\n\
             # HELP icochess_games Games in memory.\n\
             # TYPE icochess_games gauge\n\
             icochess_games {games}\n\
             # HELP icochess_moves_total Moves made.\n\
             # TYPE icochess_moves_total counter\n\
             icochess_moves_total {moves}\n\
             # HELP icochess_slow_readers_total Connections closed because they read too slowly.\n\
             # TYPE icochess_slow_readers_total counter\n\
             icochess_slow_readers_total {slow_readers}\n\
             # HELP icochess_write_seconds Time until a change is on the disk.\n\
             # TYPE icochess_write_seconds summary\n\
             icochess_write_seconds_sum {seconds}\n\
             icochess_write_seconds_count {writes}\n\
             # HELP icochess_refusals_total Requests refused, by reason.\n\
             # TYPE icochess_refusals_total counter\n"
        );
        let refusals = self.refusals.lock().unwrap_or_else(PoisonError::into_inner);
        for (reason, count) in &*refusals {
            text += &format!("icochess_refusals_total{{reason={reason}}} {count}\n");
        }
        text
    }
}
