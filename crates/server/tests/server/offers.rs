//! Offers, takebacks, the end of a game, and the next one.

use icochess_wire::{ClientMessage, EndReason, Offer, RefusalReason, Seat, ServerMessage, Time};

use crate::bot::{Bot, Table, TestServer, is_moved};

async fn offered(bot: &mut Bot) -> (Offer, Seat) {
    let is_offer = |message: &ServerMessage| matches!(message, ServerMessage::Offered { .. });
    match bot.until(is_offer).await {
        ServerMessage::Offered { offer, by } => (offer, by),
        _ => unreachable!(),
    }
}

async fn declined(bot: &mut Bot) -> (Offer, Seat) {
    let is_declined = |message: &ServerMessage| matches!(message, ServerMessage::Declined { .. });
    match bot.until(is_declined).await {
        ServerMessage::Declined { offer, by } => (offer, by),
        _ => unreachable!(),
    }
}

#[tokio::test]
async fn draw_is_offered_declined_and_agreed() {
    let server = TestServer::start().await;
    let mut table = server.game(Time::Clock("60".into())).await;
    let Table { white, black, .. } = &mut table;
    let not_now = RefusalReason::NotPossible;
    assert_eq!(black.refused(&ClientMessage::Draw).await, not_now);
    white.say(&ClientMessage::Draw).await;
    assert_eq!(offered(black).await, (Offer::Draw, Seat::White));
    assert_eq!(white.refused(&ClientMessage::DeclineDraw).await, not_now);
    black.say(&ClientMessage::DeclineDraw).await;
    assert_eq!(declined(white).await, (Offer::Draw, Seat::White));
    // An offer stands after the move, and the reply declines it.
    white.say(&ClientMessage::Draw).await;
    white.play(0, "e2e4").await;
    black.until(|message| is_moved(message, 0)).await;
    black.play(1, "e7e5").await;
    assert_eq!(declined(white).await, (Offer::Draw, Seat::White));
    white.say(&ClientMessage::Draw).await;
    offered(black).await;
    black.say(&ClientMessage::Draw).await;
    for bot in [white, black] {
        let end = bot.end().await;
        assert_eq!((end.winner, end.reason), (None, EndReason::Agreement));
    }
}

#[tokio::test]
async fn threefold_repetition_is_claimed() {
    let server = TestServer::start().await;
    let mut table = server.game(Time::Unlimited).await;
    let there_and_back = ["g1f3", "g8f6", "f3g1", "f6g8"];
    table.play(&[there_and_back, there_and_back].concat()).await;
    table.white.say(&ClientMessage::Draw).await;
    let end = table.black.end().await;
    assert_eq!(end.reason, EndReason::ThreefoldRepetition);
    assert_eq!(end.claimed_by, Some(Seat::White));
}

#[tokio::test]
async fn takeback_needs_the_opponents_consent() {
    let server = TestServer::start().await;
    let mut table = server.game(Time::Clock("60+5".into())).await;
    table.play(&["e2e4", "e7e5"]).await;
    let Table { white, black, .. } = &mut table;
    white.say(&ClientMessage::OfferTakeback).await;
    assert_eq!(offered(black).await, (Offer::Takeback, Seat::White));
    let own = white.refused(&ClientMessage::AcceptTakeback).await;
    assert_eq!(own, RefusalReason::NotPossible);
    black.say(&ClientMessage::DeclineTakeback).await;
    assert_eq!(declined(white).await, (Offer::Takeback, Seat::White));
    white.say(&ClientMessage::OfferTakeback).await;
    offered(black).await;
    black.say(&ClientMessage::AcceptTakeback).await;
    let is_taken = |message: &ServerMessage| matches!(message, ServerMessage::TakenBack { .. });
    for bot in [&mut *white, &mut *black] {
        let taken = bot.until(is_taken).await;
        assert!(matches!(taken, ServerMessage::TakenBack { ply: 0, .. }));
    }
    white.play(0, "d2d4").await;
    black.until(|message| is_moved(message, 0)).await;
    let state = server.bot().await.watch(table.watch).await;
    assert_eq!(state.moves[0].uci, "d2d4");
    // The state on the disk is the same.
    let server = server.restart(icochess_server::Limits::default()).await;
    let state = server.bot().await.watch(table.watch).await;
    assert_eq!((state.moves.len(), &*state.moves[0].uci), (1, "d2d4"));
}

#[tokio::test]
async fn game_can_be_aborted_before_both_have_moved() {
    let server = TestServer::start().await;
    let mut table = server.game(Time::Clock("60".into())).await;
    table.play(&["e2e4"]).await;
    table.black.say(&ClientMessage::Abort).await;
    for bot in [&mut table.white, &mut table.black] {
        assert_eq!(bot.end().await.reason, EndReason::Aborted);
    }
    let secret = table.white_secret;
    let gone = server.bot().await;
    let mut gone = gone;
    let refused = gone.refused(&ClientMessage::Resume { secret }).await;
    assert_eq!(refused, RefusalReason::UnknownSecret);
    let over = RefusalReason::GameOver;
    assert_eq!(table.white.refused(&ClientMessage::Resign).await, over);
    let mut table = server.game(Time::Unlimited).await;
    table.play(&["e2e4", "e7e5"]).await;
    let late = table.white.refused(&ClientMessage::Abort).await;
    assert_eq!(late, RefusalReason::NotPossible);
    // A creator cancels a game that nobody joined.
    let mut creator = server.bot().await;
    creator.create("icochess", Time::Unlimited).await;
    creator.say(&ClientMessage::Abort).await;
    assert_eq!(creator.end().await.reason, EndReason::Aborted);
}

#[tokio::test]
async fn rematch_swaps_colours_and_keeps_secrets() {
    let server = TestServer::start().await;
    let mut table = server.game(Time::Clock("60".into())).await;
    let too_early = table.white.refused(&ClientMessage::Rematch).await;
    assert_eq!(too_early, RefusalReason::NotPossible);
    table.play(&["e2e4", "e7e5"]).await;
    table.white.say(&ClientMessage::Resign).await;
    table.white.say(&ClientMessage::Rematch).await;
    let offer = offered(&mut table.black).await;
    assert_eq!(offer, (Offer::Rematch, Seat::White));
    table.black.say(&ClientMessage::Rematch).await;
    for bot in [&mut table.white, &mut table.black] {
        let rematched = ServerMessage::Rematched;
        bot.until(|message| *message == rematched).await;
        let state = bot.game().await;
        assert_eq!((state.moves.len(), state.end), (0, None));
        assert_eq!((&*state.white.name, &*state.black.name), ("Bert", "Ada"));
    }
    // Bert has White now.
    table.black.play(0, "e2e4").await;
    table.white.until(|message| is_moved(message, 0)).await;
    let server = server.restart(icochess_server::Limits::default()).await;
    let state = server.bot().await.resume(table.white_secret).await;
    assert_eq!((state.you, state.moves.len()), (Some(Seat::Black), 1));
}
