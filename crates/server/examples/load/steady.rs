//! Games at an even pace: times, memory, errors.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use oorandom::Rand32;
use tokio::sync::{Semaphore, mpsc, watch};

use crate::client::Table;
use crate::program::{Program, processor};
use crate::{Line, Options, Result};

/// Games that are set up at the same time.
const SETTING_UP: usize = 32;
/// Interval of looks whether all games are set up.
const LOOK: Duration = Duration::from_secs(1);

#[derive(Default)]
struct Times {
    acknowledged: Vec<Duration>,
    shown: Vec<Duration>,
    /// Delays of this program before it sent a move.
    own: Vec<Duration>,
}

pub async fn run(options: &Options, lines: [Line; 2]) -> Result<()> {
    let temporary = tempfile::tempdir()?;
    let folder = options.folder.as_deref().unwrap_or(temporary.path());
    let any_port = "127.0.0.1:0".parse()?;
    let program = Program::start(&options.server()?, folder, any_port)?;
    let address = program.address;
    let empty = program.memory()?;

    let began = Instant::now();
    let lines = Arc::new(lines);
    let setting_up = Arc::new(Semaphore::new(SETTING_UP));
    let (ready, mut all_ready) = mpsc::unbounded_channel();
    let begin = watch::Sender::new(None);
    let step = options.interval() / 2;
    let length = Duration::from_secs_f64(options.seconds);
    let mut chance = Rand32::new(2);
    let mut games = Vec::new();
    for number in 0..options.games {
        let game = Game {
            address,
            lines: Arc::clone(&lines),
            number,
            // White and Black move in turn.
            step,
            first: step.mul_f32(chance.rand_float()),
            length,
        };
        let (setting_up, ready) = (Arc::clone(&setting_up), ready.clone());
        let begin = begin.subscribe();
        games.push(tokio::spawn(async move {
            let mut times = Times::default();
            let played = game.run(&setting_up, ready, begin, &mut times).await;
            if let Err(error) = &played {
                eprintln!("game {number}: {error}");
            }
            // The connections stay open until memory is measured.
            (times, played.ok())
        }));
    }
    drop(ready);
    let mut sockets = 0;
    while all_ready.recv().await.is_some() {
        sockets += 2;
    }
    let per_socket = |memory: u64| memory.saturating_sub(empty) as f64 / f64::from(sockets);
    let took = began.elapsed().as_secs_f64();
    println!("{sockets} connections in {took:.1} s");
    let connected = program.memory()?;
    println!(
        "memory of the server: {empty} KiB alone, {connected} KiB connected ({:.1} a connection)",
        per_socket(connected)
    );

    let used = (program.processor()?, processor("self")?);
    let start = Instant::now();
    begin.send_replace(Some(start));
    let (mut times, mut errors, mut open) = (Times::default(), 0, Vec::new());
    for game in games {
        let (own, table) = game.await?;
        times.acknowledged.extend(own.acknowledged);
        times.shown.extend(own.shown);
        times.own.extend(own.own);
        errors += usize::from(table.is_none());
        open.push(table);
    }
    let memory = program.memory()?;
    let seconds = start.elapsed().as_secs_f64();
    let share = |before: Duration, now: Duration| 100.0 * (now - before).as_secs_f64() / seconds;
    println!(
        "memory of the server: {memory} KiB played ({:.1} a connection)",
        per_socket(memory)
    );
    let moves = times.shown.len();
    println!(
        "{moves} moves, {:.0} a second, {errors} errors",
        moves as f64 / seconds
    );
    println!(
        "processor: {:.0}% of a core for the server, {:.0}% for this program",
        share(used.0, program.processor()?),
        share(used.1, processor("self")?)
    );
    report("move acknowledged", &mut times.acknowledged);
    report("move shown at the other", &mut times.shown);
    report("this program late", &mut times.own);
    drop(open);
    Ok(())
}

/// Game to play.
struct Game {
    address: SocketAddr,
    lines: Arc<[Line; 2]>,
    number: usize,
    step: Duration,
    /// Time from the start to the first move.
    first: Duration,
    length: Duration,
}

impl Game {
    async fn run(
        &self,
        setting_up: &Semaphore,
        ready: mpsc::UnboundedSender<()>,
        begin: watch::Receiver<Option<Instant>>,
        times: &mut Times,
    ) -> Result<Table> {
        let line = &self.lines[self.number % 2];
        let permit = setting_up.acquire().await?;
        let mut table = Table::set(self.address, line).await?;
        drop(permit);
        ready.send(())?;
        // The measurement begins once all have sent.
        drop(ready);
        let start = loop {
            table.rest_until(Instant::now() + LOOK).await?;
            let begin = *begin.borrow();
            if let Some(start) = begin {
                break start;
            }
        };
        let end = start + self.length;
        let mut due = start + LOOK + self.first;
        for (ply, uci) in line.moves.iter().enumerate() {
            table.rest_until(due.min(end)).await?;
            if due >= end {
                break;
            }
            times.own.push(due.elapsed());
            let [acknowledged, shown] = table.make_move(ply, uci).await?;
            times.acknowledged.push(acknowledged);
            times.shown.push(shown);
            due += self.step;
        }
        table.rest_until(end).await?;
        Ok(table)
    }
}

fn report(what: &str, times: &mut [Duration]) {
    times.sort_unstable();
    let at = |share: f64| {
        let index = (times.len() as f64 * share) as usize;
        let time = times.get(index.min(times.len().saturating_sub(1)));
        time.copied().unwrap_or_default().as_secs_f64() * 1000.0
    };
    println!(
        "{what}: p50 {:.1} ms, p99 {:.1} ms, p99.9 {:.1} ms, longest {:.1} ms",
        at(0.5),
        at(0.99),
        at(0.999),
        at(1.0)
    );
}
