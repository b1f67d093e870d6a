//! Requests that the server refuses.

use std::time::Duration;

use icochess_server::Limits;
use icochess_wire::{
    ClientMessage, Code, Create, PROTOCOL, Pose, Presence, RULES, RefusalReason, Secret,
    ServerMessage, Time,
};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::bot::{Bot, TestServer, is_away, is_moved};

fn move_of(ply: u32, uci: &str) -> ClientMessage {
    let uci = uci.to_owned();
    ClientMessage::Move { ply, uci }
}

#[tokio::test]
async fn wrong_moves_are_refused() {
    let server = TestServer::start().await;
    let mut table = server.game(Time::Unlimited).await;
    let (white, black) = (&mut table.white, &mut table.black);
    let turn = RefusalReason::NotYourTurn;
    assert_eq!(black.refused(&move_of(0, "e7e5")).await, turn);
    let illegal = RefusalReason::IllegalMove;
    for uci in ["e2e5", "e7e5", "", "x", "e2e4e2e4e2e4e2e4e2e4e2e4e2e4"] {
        assert_eq!(white.refused(&move_of(0, uci)).await, illegal, "{uci}");
    }
    let ply = RefusalReason::WrongPly;
    assert_eq!(white.refused(&move_of(2, "e2e4")).await, ply);
    assert_eq!(white.game().await.moves.len(), 0);
    table.play(&["e2e4"]).await;
}

#[tokio::test]
async fn repeated_move_does_no_harm() {
    let server = TestServer::start().await;
    let mut table = server.game(Time::Unlimited).await;
    for _ in 0..3 {
        table.white.play(0, "e2e4").await;
        table.white.until(|message| is_moved(message, 0)).await;
    }
    table.black.until(|message| is_moved(message, 0)).await;
    table.black.play(1, "e7e5").await;
    // Black gets its own move next: the repetitions were answered to White alone.
    let next = table.black.read().await.unwrap();
    assert!(is_moved(&next, 1), "{next:?}");
    let state = table.white.resume(table.white_secret).await;
    assert_eq!(state.moves.len(), 2);
}

#[tokio::test]
async fn unknown_secrets_are_refused() {
    let server = TestServer::start().await;
    let mut table = server.game(Time::Unlimited).await;
    let mut bot = server.bot().await;
    let unknown = RefusalReason::UnknownSecret;
    let secret = Secret::from_random([7; 16]);
    let name = String::new();
    for message in [
        ClientMessage::Resume { secret },
        ClientMessage::Watch { secret },
        ClientMessage::Join { secret, name },
        // The right secrets for other purposes.
        ClientMessage::Resume {
            secret: table.watch,
        },
        ClientMessage::Watch {
            secret: table.white_secret,
        },
    ] {
        assert_eq!(bot.refused(&message).await, unknown, "{message:?}");
    }
    let outside = RefusalReason::NotInGame;
    assert_eq!(bot.refused(&ClientMessage::Resign).await, outside);
    table.play(&["e2e4"]).await;
}

#[tokio::test]
async fn invitation_is_for_one_friend() {
    let server = TestServer::start().await;
    let mut creator = server.bot().await;
    let created = creator.create("chess", Time::Unlimited).await;
    let alone = RefusalReason::NoOpponent;
    assert_eq!(creator.refused(&move_of(0, "e2e4")).await, alone);
    let mut friend = server.bot().await;
    friend.join(created.invitation, "Bert").await;
    let join = ClientMessage::Join {
        secret: created.invitation,
        name: "Carl".into(),
    };
    let taken = RefusalReason::SeatTaken;
    assert_eq!(server.bot().await.refused(&join).await, taken);
    // A friend who lost the answer with the connection takes the seat again, until the first move.
    drop(friend);
    creator.until(is_away).await;
    let mut friend = server.bot().await;
    friend.join(created.invitation, "Bert").await;
    creator.play(0, "e2e4").await;
    friend.until(|message| is_moved(message, 0)).await;
    friend.play(1, "e7e5").await;
    creator.until(|message| is_moved(message, 1)).await;
    drop(friend);
    assert_eq!(server.bot().await.refused(&join).await, taken);
}

#[tokio::test]
async fn code_can_be_tried_five_times() {
    let server = TestServer::start().await;
    let mut creator = server.bot().await;
    let right = creator.create("chess", Time::Unlimited).await.code;
    let join = |code| ClientMessage::JoinByCode {
        code,
        name: String::new(),
    };
    let wrong = (0..).filter_map(Code::new).filter(|code| *code != right);
    for code in wrong.take(5) {
        let refused = server.bot().await.refused(&join(code)).await;
        assert_eq!(refused, RefusalReason::UnknownCode);
    }
    let refused = server.bot().await.refused(&join(right)).await;
    assert_eq!(refused, RefusalReason::TooManyTries);
}

#[tokio::test]
async fn invalid_games_are_refused() {
    let server = TestServer::start().await;
    let mut bot = server.bot().await;
    let valid = || Create {
        board: "chess".into(),
        start: None,
        time: Time::Unlimited,
        side: Default::default(),
        name: String::new(),
    };
    let mut refused = async |change: fn(&mut Create)| {
        let mut create = valid();
        change(&mut create);
        bot.refused(&ClientMessage::Create(create)).await
    };
    let bad_board = refused(|create| create.board = "go".into()).await;
    assert_eq!(bad_board, RefusalReason::BadBoard);
    let bad_start = refused(|create| create.start = Some("8/8 w".into())).await;
    assert_eq!(bad_start, RefusalReason::BadStart);
    let mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    let over = valid();
    let start = Some(mate.to_owned());
    let over = ClientMessage::Create(Create { start, ..over });
    let bad_time = refused(|create| create.time = Time::Days(1000)).await;
    assert_eq!(bad_time, RefusalReason::BadTime);
    assert_eq!(bot.refused(&over).await, RefusalReason::BadStart);
    bot.create("chess", Time::Unlimited).await;
}

#[tokio::test]
async fn other_versions_are_refused() {
    let server = TestServer::start().await;
    for (protocol, rules, reason) in [
        (PROTOCOL + 1, RULES, RefusalReason::ProtocolVersion),
        (PROTOCOL, RULES + 1, RefusalReason::RulesVersion),
    ] {
        let mut bot = Bot::connect_silently(server.address()).await;
        let hello = ClientMessage::Hello { protocol, rules };
        assert_eq!(bot.refused(&hello).await, reason);
        assert_eq!(bot.read().await, None);
    }
    let mut bot = Bot::connect_silently(server.address()).await;
    let refused = bot.refused(&ClientMessage::Resign).await;
    assert_eq!(refused, RefusalReason::Malformed);
    assert_eq!(bot.read().await, None);
}

#[tokio::test]
async fn large_and_frequent_messages_end_the_connection() {
    let server = TestServer::start().await;
    let mut large = server.bot().await;
    let text = " ".repeat(icochess_wire::MAX_CLIENT_MESSAGE + 1);
    assert!(large.say_text(text).await);
    assert_eq!(large.refusal().await, RefusalReason::TooLarge);
    assert_eq!(large.read().await, None);
    let mut frequent = server.bot().await;
    for t in 0..400 {
        let ping = icochess_wire::encode(&ClientMessage::Ping { t });
        if !frequent.say_text(ping).await {
            break;
        }
    }
    assert_eq!(frequent.refusal().await, RefusalReason::TooFast);
}

#[tokio::test]
async fn addresses_have_limits() {
    let server = TestServer::with(Limits {
        sockets_per_address: 2,
        games_per_address: 1,
        ..Limits::default()
    })
    .await;
    let mut first = server.bot().await;
    let second = server.bot().await;
    let url = format!("ws://{}/ws", server.address());
    assert!(connect_async(&url).await.is_err());
    first.create("chess", Time::Unlimited).await;
    let create = ClientMessage::Create(Create {
        board: "chess".into(),
        start: None,
        time: Time::Unlimited,
        side: Default::default(),
        name: String::new(),
    });
    let refused = first.refused(&create).await;
    assert_eq!(refused, RefusalReason::TooManyGames);
    drop(second);
    // The server notices the end of the connection a moment later.
    while connect_async(&url).await.is_err() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn foreign_pages_may_not_connect() {
    let server = TestServer::start().await;
    let url = format!("ws://{}/ws", server.address());
    let with_origin = |origin: String| {
        let mut request = url.as_str().into_client_request().unwrap();
        let headers = request.headers_mut();
        headers.insert("origin", origin.parse().unwrap());
        connect_async(request)
    };
    let foreign = with_origin("https://evil.example".into()).await;
    assert!(foreign.is_err());
    let own = format!("http://{}", server.address());
    assert!(with_origin(own).await.is_ok());
}

#[tokio::test]
async fn silent_connections_are_closed() {
    let server = TestServer::with(Limits {
        ping: Duration::from_millis(20),
        hello: Duration::from_millis(30),
        ..Limits::default()
    })
    .await;
    let mut silent = Bot::connect_silently(server.address()).await;
    assert_eq!(silent.read().await, None);
}

#[tokio::test]
async fn slow_readers_are_dropped() {
    let server = TestServer::with(Limits {
        outbox: 16,
        messages_per_second: 1e9,
        message_burst: 1e9,
        ..Limits::default()
    })
    .await;
    let mut table = server.game(Time::Unlimited).await;
    let mut slow = Bot::connect_with_small_buffer(server.address()).await;
    slow.resume(table.black_secret).await;
    // Black no longer reads.
    let pose: Pose = [0.123_456_7; 7];
    let presence = ClientMessage::Presence(Presence {
        head: Some(pose),
        hands: [Some(pose); 2],
        ..Presence::default()
    });
    for round in 0.. {
        for _ in 0..200 {
            table.white.say(&presence).await;
        }
        table.white.say(&ClientMessage::Ping { t: round }).await;
        let news = table
            .white
            .until(|message| *message == (ServerMessage::Pong { t: round }) || is_away(message));
        if is_away(&news.await) {
            break;
        }
        assert!(round < 500, "a slow reader is still connected");
    }
    let state = server.bot().await.resume(table.black_secret).await;
    assert!(state.end.is_none());
}
