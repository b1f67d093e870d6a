//! Games from start to end.

use futures_util::future::join_all;
use icochess_boards::Variant;
use icochess_wire::{
    ClientMessage, EndReason, Phrase, Pose, Presence, RefusalReason, Seat, ServerMessage,
    SideChoice, Time,
};
use oorandom::Rand32;

use crate::bot::{Bot, Table, TestServer, is_moved};

/// Plies after which a random game is resigned.
const MAX_PLIES: usize = 160;

#[tokio::test(flavor = "multi_thread")]
async fn bots_play_every_board_to_its_end() {
    let server = TestServer::start().await;
    let games = Variant::ALL.map(|variant| random_game(&server, variant));
    join_all(games).await;
}

async fn random_game(server: &TestServer, variant: Variant) {
    let mut table = Table::set(server.address(), variant.id(), Time::Clock("600+5".into())).await;
    let mut spectator = server.bot().await;
    let mut record = spectator.watch(table.watch).await.to_record().unwrap();
    let mut chance = Rand32::new(7);
    while record.outcome().is_none() {
        let ply = record.ply();
        let mover = if ply.is_multiple_of(2) {
            &mut table.white
        } else {
            &mut table.black
        };
        if ply >= MAX_PLIES {
            mover.say(&ClientMessage::Resign).await;
            break;
        }
        let moves = record.position().legal_moves();
        let count = u32::try_from(moves.len()).unwrap();
        let mv = moves[chance.rand_range(0..count) as usize];
        let uci = record.position().uci(mv);
        mover.play(ply, &uci).await;
        for bot in [&mut table.white, &mut table.black, &mut spectator] {
            bot.until(|message| is_moved(message, ply)).await;
        }
        record.make_mut().play(mv).unwrap();
    }
    let mut ends = Vec::new();
    for bot in [&mut table.white, &mut table.black, &mut spectator] {
        ends.push(bot.end().await);
    }
    assert!(ends.iter().all(|end| *end == ends[0]), "{ends:?}");
    // The state in the database is the one that was played.
    let state = server.bot().await.resume(table.white_secret).await;
    assert_eq!(
        (state.moves.len(), state.end),
        (record.ply(), Some(ends[0]))
    );
    let read = state.to_record().unwrap();
    assert_eq!(read.position().text(), record.position().text());
    if let Some(outcome) = record.outcome() {
        assert_eq!(read.outcome(), Some(outcome));
    }
}

#[tokio::test]
async fn random_side_goes_to_both_players_in_turn() {
    let server = TestServer::start().await;
    let mut seats = Vec::new();
    while !(seats.contains(&Seat::White) && seats.contains(&Seat::Black)) {
        let mut creator = server.bot().await;
        let random = SideChoice::Random;
        let created = creator.create_as("chess", Time::Unlimited, random).await;
        let (_, seat) = server.bot().await.join(created.invitation, "").await;
        assert_eq!(seat, !created.seat);
        seats.push(created.seat);
        assert!(seats.len() < 40, "{seats:?}");
    }
}

#[tokio::test]
async fn friend_joins_by_code() {
    let server = TestServer::start().await;
    let mut creator = server.bot().await;
    let created = creator.create("raumschach", Time::Days(3)).await;
    creator.say(&ClientMessage::NewCode).await;
    let code = creator.until(|it| matches!(it, ServerMessage::Code { .. }));
    let ServerMessage::Code { code, .. } = code.await else {
        unreachable!();
    };
    let mut friend = server.bot().await;
    let join = |code| ClientMessage::JoinByCode {
        code,
        name: " Bert\u{202e}  B. ".into(),
    };
    let unknown = RefusalReason::UnknownCode;
    assert_eq!(friend.refused(&join(created.code)).await, unknown);
    friend.say(&join(code)).await;
    assert_eq!(friend.joined().await.1, Seat::Black);
    let game = friend.game().await;
    assert_eq!((&*game.board, &*game.black.name), ("raumschach", "Bert B."));
    assert!(game.due_ms.is_some() && game.white.here);
    assert_eq!(server.bot().await.refused(&join(code)).await, unknown);
}

#[tokio::test]
async fn moves_carry_clocks() {
    let server = TestServer::start().await;
    let mut table = server.game(Time::Clock("60+2".into())).await;
    table.white.play(0, "e2e4").await;
    table.black.until(|message| is_moved(message, 0)).await;
    table.black.play(1, "e7e5").await;
    let moved = table.white.until(|message| is_moved(message, 1)).await;
    let ServerMessage::Moved { played, clocks, .. } = moved else {
        unreachable!();
    };
    let clocks = clocks.unwrap();
    assert_eq!(played.left_ms, Some(clocks.black.left_ms));
    assert!(
        (61_000..=62_000).contains(&clocks.black.left_ms),
        "{clocks:?}"
    );
    assert!(clocks.runs && clocks.white.left_ms == 60_000);
}

#[tokio::test]
async fn flag_falls_at_the_server() {
    let server = TestServer::start().await;
    let mut table = server.game(Time::Clock("0.2".into())).await;
    table.play(&["e2e4"]).await;
    for bot in [&mut table.white, &mut table.black] {
        let end = bot.end().await;
        assert_eq!(end.reason, EndReason::TimeForfeit);
        assert_eq!(end.winner, Some(Seat::White));
    }
    let late = ClientMessage::Move {
        ply: 1,
        uci: "e7e5".into(),
    };
    let refused = table.black.refused(&late).await;
    assert_eq!(refused, RefusalReason::GameOver);
}

#[tokio::test]
async fn phrases_and_presence_reach_the_opponent() {
    let server = TestServer::start().await;
    let mut table = server.game(Time::Unlimited).await;
    let phrase = Phrase::GoodLuck;
    table.white.say(&ClientMessage::Phrase { phrase }).await;
    let by = Seat::White;
    let said = ServerMessage::Phrase { phrase, by };
    table.black.until(|message| *message == said).await;
    let head: Pose = [0.0, 1.5, 0.5, 0.0, 0.0, 0.0, 1.0];
    let presence = Presence {
        head: Some(head),
        holds: Some("e2".into()),
        ..Presence::default()
    };
    let wild = Presence {
        head: Some([1e30; 7]),
        ..Presence::default()
    };
    let refused = table.white.refused(&ClientMessage::Presence(wild)).await;
    assert_eq!(refused, RefusalReason::Malformed);
    let shown = ClientMessage::Presence(presence.clone());
    table.white.say(&shown).await;
    let shown = ServerMessage::Presence(presence);
    table.black.until(|message| *message == shown).await;
}

#[tokio::test]
async fn spectators_only_look() {
    let server = TestServer::start().await;
    let mut table = server.game(Time::Unlimited).await;
    let mut spectator: Bot = server.bot().await;
    assert_eq!(spectator.watch(table.watch).await.you, None);
    let watching = RefusalReason::OnlyWatching;
    assert_eq!(spectator.refused(&ClientMessage::Resign).await, watching);
    table.play(&["e2e4"]).await;
    spectator.until(|message| is_moved(message, 0)).await;
}
