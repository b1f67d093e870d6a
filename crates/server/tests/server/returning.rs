//! Lost connections, restarts, and absent players.

use std::time::Duration;

use icochess_server::Limits;
use icochess_wire::{
    Claim, ClientMessage, EndReason, RefusalReason, Seat, Secret, ServerMessage, Time,
};

use crate::bot::{Bot, TestServer, is_away, is_ended, is_moved};

#[tokio::test]
async fn player_returns_to_the_whole_game() {
    let server = TestServer::start().await;
    let mut table = server.game(Time::Clock("60+1".into())).await;
    table.play(&["e2e4", "e7e5"]).await;
    table.white.say(&ClientMessage::OfferTakeback).await;
    drop(table.black);
    table.white.until(is_away).await;
    let mut spectator = server.bot().await;
    let state = spectator.watch(table.watch).await;
    assert!(!state.black.here && state.black.claim_in_ms.is_some());
    let mut black = server.bot().await;
    let state = black.resume(table.black_secret).await;
    assert_eq!((state.you, state.moves.len()), (Some(Seat::Black), 2));
    assert_eq!(state.takeback_offer, Some(Seat::White));
    assert!(state.clocks.is_some_and(|clocks| clocks.runs));
    let seat = Seat::Black;
    let back = ServerMessage::Back { seat };
    table.white.until(|message| *message == back).await;
    table.white.play(2, "d2d4").await;
    black.until(|message| is_moved(message, 2)).await;
}

#[tokio::test]
async fn turn_is_told_without_entering_the_game() {
    let server = TestServer::start().await;
    let mut table = server.game(Time::Days(2)).await;
    table.play(&["e2e4"]).await;
    let mut bot = server.bot().await;
    let secret = table.white_secret;
    let peek = ClientMessage::Peek { secret };
    bot.say(&peek).await;
    let answer = bot.read().await;
    assert!(matches!(
        answer,
        Some(ServerMessage::Turn {
            turn: Some(Seat::Black),
            due_ms: Some(_),
            secret: of,
        }) if of == secret
    ));
    table.white.say(&ClientMessage::Resign).await;
    table.black.until(is_ended).await;
    bot.say(&peek).await;
    // An unknown secret gets the same answer as a game that is over.
    let unknown = Secret::from_random([7; 16]);
    bot.say(&ClientMessage::Peek { secret: unknown }).await;
    for secret in [secret, unknown] {
        let (turn, due_ms) = (None, None);
        let over = ServerMessage::Turn {
            secret,
            turn,
            due_ms,
        };
        assert_eq!(bot.read().await, Some(over));
    }
}

#[tokio::test]
async fn later_tab_plays_and_earlier_one_looks_on() {
    let server = TestServer::start().await;
    let mut table = server.game(Time::Unlimited).await;
    let mut later = server.bot().await;
    later.resume(table.white_secret).await;
    let superseded = ServerMessage::Superseded;
    table.white.until(|message| *message == superseded).await;
    let refused = table.white.refused(&ClientMessage::Resign).await;
    assert_eq!(refused, RefusalReason::OnlyWatching);
    later.play(0, "e2e4").await;
    for bot in [&mut later, &mut table.white, &mut table.black] {
        bot.until(|message| is_moved(message, 0)).await;
    }
    // Closing the earlier tab doesn't make the player absent.
    drop(table.white);
    table.black.play(1, "e7e5").await;
    let next = table.black.read().await.unwrap();
    assert!(is_moved(&next, 1), "{next:?}");
}

#[tokio::test]
async fn restart_keeps_moves_clocks_and_offers() {
    let server = TestServer::start().await;
    let mut table = server.game(Time::Clock("60".into())).await;
    table.play(&["e2e4", "e7e5"]).await;
    table.white.say(&ClientMessage::Draw).await;
    let is_offer = |message: &ServerMessage| matches!(message, ServerMessage::Offered { .. });
    table.black.until(is_offer).await;
    tokio::time::sleep(Duration::from_millis(20)).await;
    let server = server.restart(Limits::default()).await;
    table.white.closed().await;
    let mut white = server.bot().await;
    let state = white.resume(table.white_secret).await;
    let clocks = state.clocks.unwrap();
    assert_eq!(
        (state.moves.len(), state.draw_offer),
        (2, Some(Seat::White))
    );
    assert!(!clocks.runs && clocks.used_ms > 0, "{clocks:?}");
    // The clock waits for both players.
    let mut black = server.bot().await;
    let state = black.resume(table.black_secret).await;
    let resumed = state.clocks.unwrap();
    assert!(resumed.runs && resumed.used_ms < clocks.used_ms + 5_000);
    black.say(&ClientMessage::Draw).await;
    assert_eq!(white.end().await.reason, EndReason::Agreement);
}

#[tokio::test]
async fn rooms_without_connections_leave_the_memory() {
    let server = TestServer::with(Limits {
        linger: Duration::ZERO,
        ..Limits::default()
    })
    .await;
    let mut table = server.game(Time::Unlimited).await;
    table.play(&["e2e4"]).await;
    drop(table.white);
    table.black.until(is_away).await;
    drop(table.black);
    tokio::time::sleep(Duration::from_millis(50)).await;
    let mut black = server.bot().await;
    let state = black.resume(table.black_secret).await;
    assert_eq!(state.moves.len(), 1);
    black.play(1, "e7e5").await;
    black.until(|message| is_moved(message, 1)).await;
}

#[tokio::test]
async fn absence_can_be_claimed_after_a_while() {
    let server = TestServer::with(Limits {
        away_with_clock: Duration::from_millis(80),
        ..Limits::default()
    })
    .await;
    let claims = [(Claim::Win, Some(Seat::White)), (Claim::Draw, None)];
    for (claim, winner) in claims {
        let mut table = server.game(Time::Clock("60".into())).await;
        let claim = ClientMessage::ClaimAway { claim };
        let not_yet = RefusalReason::NotPossible;
        assert_eq!(table.white.refused(&claim).await, not_yet);
        drop(table.black);
        let away = table.white.until(is_away).await;
        let ServerMessage::Away { claim_in_ms, .. } = away else {
            unreachable!();
        };
        assert_eq!(claim_in_ms, Some(80));
        assert_eq!(table.white.refused(&claim).await, not_yet);
        tokio::time::sleep(Duration::from_millis(100)).await;
        table.white.say(&claim).await;
        let end = table.white.end().await;
        assert_eq!((end.winner, end.reason), (winner, EndReason::Adjudication));
    }
}

#[tokio::test]
async fn correspondence_game_waits_for_absent_players() {
    let server = TestServer::start().await;
    let mut table = server.game(Time::Days(1)).await;
    table.play(&["e2e4"]).await;
    drop(table.black);
    let away = table.white.until(is_away).await;
    assert!(matches!(
        away,
        ServerMessage::Away {
            claim_in_ms: None,
            ..
        }
    ));
    let server = server.restart(Limits::default()).await;
    let state = server.bot().await.resume(table.black_secret).await;
    assert!(state.due_ms.is_some() && state.end.is_none());
}

#[tokio::test]
async fn connection_can_go_from_game_to_game() {
    let server = TestServer::start().await;
    let mut table = server.game(Time::Unlimited).await;
    let mut other = server.game(Time::Unlimited).await;
    table.black.resume(other.black_secret).await;
    table.white.until(is_away).await;
    let superseded = ServerMessage::Superseded;
    other.black.until(|message| *message == superseded).await;
    table.black.say(&ClientMessage::Resign).await;
    other.white.until(is_ended).await;
    let mut white: Bot = server.bot().await;
    assert!(white.resume(table.white_secret).await.end.is_none());
}
