//! Postgres or NATS away, at the start and later.

use icochess_wire::{ClientMessage, GameState, Secret, ServerMessage, Time};

use crate::bot::{Bot, Table, is_moved};
use crate::services::{Node, Services};

/// Returns to a seat as a client does: it tries again when the connection is closed.
async fn resume(node: &Node, secret: Secret) -> (Bot, GameState) {
    loop {
        node.until_accepted(true).await;
        let mut bot = Bot::connect(node.address).await;
        bot.say(&ClientMessage::Resume { secret }).await;
        while let Some(message) = bot.read().await {
            if let ServerMessage::Game(state) = message {
                return (bot, *state);
            }
        }
    }
}

/// Waits until a connection is closed. Returns the number of moves acknowledged on it.
async fn acknowledged(bot: &mut Bot) -> usize {
    let mut count = 0;
    while let Some(message) = bot.read().await {
        if let ServerMessage::Moved { ply, .. } = message {
            count = ply as usize + 1;
        }
    }
    count
}

#[tokio::test]
#[ignore = "needs Postgres and NATS"]
async fn game_returns_after_postgres_was_away() {
    let services = Services::start();
    let node = services.node();
    let mut table = Table::set(node.address, "chess", Time::Clock("60".into())).await;
    table.play(&["g1f3", "g8f6"]).await;
    table.white.play(2, "f3g1").await;
    services.kill_postgres();
    node.until_accepted(false).await;
    let count = acknowledged(&mut table.white).await.max(2);
    services.start_postgres();
    let (mut white, state) = resume(&node, table.white_secret).await;
    let plies = state.moves.len();
    assert!(plies >= count && plies <= 3, "{plies} of {count}");
    let (mut black, _) = resume(&node, table.black_secret).await;
    let moves = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let mover = if plies.is_multiple_of(2) {
        &mut white
    } else {
        &mut black
    };
    mover.play(plies, moves[plies]).await;
    black.until(|message| is_moved(message, plies)).await;
}

#[tokio::test]
#[ignore = "needs Postgres and NATS"]
async fn game_returns_after_nats_was_away() {
    let mut services = Services::start();
    let (owner, other) = (services.node(), services.node());
    let mut white = Bot::connect(owner.address).await;
    let created = white.create("chess", Time::Clock("60".into())).await;
    let mut black = Bot::connect(other.address).await;
    let (black_secret, _) = black.join(created.invitation, "Bert").await;
    white.play(0, "g1f3").await;
    black.until(|message| is_moved(message, 0)).await;
    services.kill_nats();
    other.until_accepted(false).await;
    acknowledged(&mut black).await;
    services.restart_nats();
    let (mut black, state) = resume(&other, black_secret).await;
    assert_eq!(state.moves.len(), 1);
    black.play(1, "g8f6").await;
    white.until(|message| is_moved(message, 1)).await;
}

/// Checks that a node doesn't start, for this reason.
fn check_failure(services: &Services, reason: &str) {
    let output = services.command().output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(
        !output.status.success() && error.contains(reason),
        "{error}"
    );
}

#[tokio::test]
#[ignore = "needs Postgres and NATS"]
async fn missing_services_are_explained_at_the_start() {
    let mut services = Services::start();
    services.kill_postgres();
    check_failure(&services, "can't use the cluster's database");
    services.start_postgres();
    drop(services.node());
    services.sql("INSERT INTO format (version) VALUES (99)");
    check_failure(&services, "update the server");
    services.sql("DELETE FROM format WHERE version = 99");
    services.kill_nats();
    check_failure(&services, "can't use NATS");
    services.restart_nats();
}
