//! The server is killed again and again, and its games must continue.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use icochess_wire::Secret;
use oorandom::Rand32;
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

use crate::client::{Client, Table};
use crate::program::Program;
use crate::{Line, Options, Result};

/// Longest wait for all games to continue.
const PATIENCE: Duration = Duration::from_secs(60);
/// Pause between two tries to connect.
const RETRY: Duration = Duration::from_millis(50);

#[derive(Default)]
struct Counts {
    acknowledged: AtomicU64,
    lost: AtomicU64,
}

pub async fn run(options: &Options, lines: [Line; 2], kills: usize) -> Result<()> {
    let temporary = tempfile::tempdir()?;
    let folder = options.folder.as_deref().unwrap_or(temporary.path());
    let (server, any_port) = (options.server()?, "127.0.0.1:0".parse()?);
    let mut program = Program::start(&server, folder, any_port)?;
    let address = program.address;
    let (back, mut returns) = mpsc::unbounded_channel();
    let (lines, counts) = (Arc::new(lines), Arc::new(Counts::default()));
    let step = options.interval() / 2;
    for number in 0..options.games {
        let (lines, counts, back) = (Arc::clone(&lines), Arc::clone(&counts), back.clone());
        tokio::spawn(async move {
            let line = &lines[number % 2];
            play_on(address, line, step, &counts, &back).await;
        });
    }
    let mut all_back = async || {
        let all = async {
            for _ in 0..options.games {
                returns.recv().await;
            }
        };
        timeout(PATIENCE, all).await
    };
    all_back().await?;
    let mut chance = Rand32::new(3);
    let mut durations = Vec::new();
    for number in 1..=kills {
        sleep(Duration::from_secs_f32(0.1 + 1.4 * chance.rand_float())).await;
        let killed = Instant::now();
        program.kill()?;
        program = Program::start(&server, folder, address)?;
        all_back()
            .await
            .map_err(|_| format!("not all games came back after kill {number}"))?;
        durations.push(killed.elapsed());
    }
    durations.sort_unstable();
    let seconds = |index: usize| {
        durations
            .get(index)
            .copied()
            .unwrap_or_default()
            .as_secs_f64()
    };
    println!(
        "{kills} kills of a server with {} games: {} moves acknowledged, {} lost",
        options.games,
        counts.acknowledged.load(Ordering::Relaxed),
        counts.lost.load(Ordering::Relaxed)
    );
    println!(
        "all games back after the kill: median {:.2} s, longest {:.2} s",
        seconds(durations.len() / 2),
        seconds(durations.len().saturating_sub(1))
    );
    Ok(())
}

/// Plays games, returning after each loss of the connection.
async fn play_on(
    address: SocketAddr,
    line: &Line,
    step: Duration,
    counts: &Counts,
    back: &mpsc::UnboundedSender<()>,
) {
    // Secrets and acknowledged moves of the game in progress.
    let mut game: Option<([Secret; 2], usize)> = None;
    let mut is_away = true;
    loop {
        let entered = match game {
            None => Table::set(address, line).await,
            Some((secrets, acknowledged)) => {
                resume(address, secrets, line, acknowledged, counts).await
            }
        };
        let Ok(mut table) = entered else {
            is_away = true;
            sleep(RETRY).await;
            continue;
        };
        if std::mem::take(&mut is_away) {
            // The receiver ends with the measurement.
            let _ = back.send(());
        }
        let before = table.acknowledged;
        let played = play(&mut table, line, step).await;
        let made = table.acknowledged.saturating_sub(before) as u64;
        counts.acknowledged.fetch_add(made, Ordering::Relaxed);
        is_away = played.is_err();
        game = is_away.then_some((table.secrets, table.acknowledged));
    }
}

async fn play(table: &mut Table, line: &Line, step: Duration) -> Result<()> {
    for (ply, uci) in line.moves.iter().enumerate().skip(table.acknowledged) {
        table.rest_until(Instant::now() + step).await?;
        table.make_move(ply, uci).await?;
    }
    Ok(())
}

/// Returns to both seats, and checks that all acknowledged moves are there.
async fn resume(
    address: SocketAddr,
    secrets: [Secret; 2],
    line: &Line,
    acknowledged: usize,
    counts: &Counts,
) -> Result<Table> {
    let mut white = Client::connect(address).await?;
    let state = white.resume(secrets[0]).await?;
    let mut black = Client::connect(address).await?;
    black.resume(secrets[1]).await?;
    let played = state.moves.iter().map(|played| &played.uci);
    let is_prefix = played.zip(&line.moves).all(|(played, uci)| played == uci);
    if !is_prefix || state.moves.len() < acknowledged {
        eprintln!(
            "{acknowledged} moves acknowledged, {} there",
            state.moves.len()
        );
        counts.lost.fetch_add(1, Ordering::Relaxed);
    }
    Ok(Table {
        players: [white, black],
        secrets,
        acknowledged: state.moves.len(),
    })
}
