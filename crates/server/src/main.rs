//! Program `icochess-server`: see `docs/programs/server.md`.

use std::error::Error;
use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use icochess_server::{Options, Running, Task, back_up, shown_addresses};
use tracing_subscriber::filter::LevelFilter;

fn main() -> ExitCode {
    let level = std::env::var("RUST_LOG").ok();
    let level = level.and_then(|level| level.parse().ok());
    tracing_subscriber::fmt()
        .with_max_level(level.unwrap_or(LevelFilter::INFO))
        .with_writer(std::io::stderr)
        .init();
    #[cfg(unix)]
    allow_many_files();
    match run(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("icochess-server: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(async {
        if let Some(Task::Backup { file }) = &options.task {
            return Ok(back_up(&options.database()?, file).await?);
        }
        let settings = options.settings()?;
        let database = settings.database.display().to_string();
        #[cfg(feature = "cluster")]
        let database = match settings.cluster {
            Some(_) => "the cluster's database".to_owned(),
            None => database,
        };
        let has_page = settings.page.is_some();
        let scheme = if settings.tls.is_some() {
            "https"
        } else {
            "http"
        };
        let running = Running::start(settings).await?;
        let mut text = String::new();
        for address in shown_addresses(running.addresses()) {
            text += &format!("{scheme}://{address}/\n");
        }
        if let Some(address) = running.metrics_address() {
            text += &format!("http://{address}/metrics\n");
        }
        text += &format!("Games are in {database}\n");
        if !has_page {
            text += "There is no page: put it in a folder web beside this program, or use --page\n";
        }
        // Nobody may be reading, which must not end the server.
        let _ = std::io::stdout().write_all(text.as_bytes());
        wait_for_signal().await;
        running.stop().await;
        Ok(())
    })
}

/// Raises the limit of open files, as each connection is one.
#[cfg(unix)]
fn allow_many_files() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let current = limit.maximum;
    // Without it, the server carries fewer connections.
    let _ = setrlimit(Resource::Nofile, Rlimit { current, ..limit });
}

/// Waits for Ctrl-C, or for a service manager's request to stop.
async fn wait_for_signal() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut terminate) => {
                tokio::select! {
                    _ = interrupt => {}
                    _ = terminate.recv() => {}
                }
            }
            Err(_) => {
                let _ = interrupt.await;
            }
        }
    }
    #[cfg(not(unix))]
    {
        let _ = interrupt.await;
    }
}
