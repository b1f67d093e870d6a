//! Tests of messages as JSON.

use super::*;
use icochess_rules::Side;
use proptest::prelude::*;

#[test]
fn messages_have_the_documented_form() {
    let secret: Secret = "6f0c4d2be1a95738c4d2be1a957386f0".parse().unwrap();
    let uci = "e7e5".to_owned();
    let played = PlayedMove {
        uci: uci.clone(),
        left_ms: Some(302_150),
        used_ms: Some(850),
    };
    let side = |left_ms| SideClock {
        left_ms,
        stage: 1,
        periods: 0,
    };
    let clocks = Clocks {
        white: side(300_000),
        black: side(302_150),
        used_ms: 0,
        runs: true,
    };
    let moved = ServerMessage::Moved {
        ply: 1,
        played,
        clocks: Some(clocks),
        lag_ms: 42,
        due_ms: None,
    };
    for (message, text) in [
        (
            ServerMessage::Joined {
                secret,
                seat: Seat::Black,
            },
            r#"{"type":"joined","secret":"6f0c4d2be1a95738c4d2be1a957386f0","seat":"black"}"#,
        ),
        (
            moved,
            concat!(
                r#"{"type":"moved","ply":1,"uci":"e7e5","left_ms":302150,"used_ms":850,"#,
                r#""clocks":{"white":{"left_ms":300000},"black":{"left_ms":302150},"#,
                r#""used_ms":0,"runs":true},"lag_ms":42}"#
            ),
        ),
        (
            ServerMessage::Ended {
                end: icochess_rules::Outcome::TimeForfeit {
                    winner: Side::White,
                }
                .into(),
                clocks: None,
            },
            r#"{"type":"ended","end":{"winner":"white","reason":"time_forfeit"}}"#,
        ),
        (ServerMessage::Rematched, r#"{"type":"rematched"}"#),
        (
            ServerMessage::Refused(RefusalReason::UnknownCode.into()),
            r#"{"type":"refused","reason":"unknown_code"}"#,
        ),
    ] {
        assert_eq!(encode(&message), text);
        assert_eq!(decode::<ServerMessage>(text).unwrap(), message);
    }
    let message = ClientMessage::Move { ply: 1, uci };
    let text = r#"{"type":"move","ply":1,"uci":"e7e5"}"#;
    assert_eq!(encode(&message), text);
    let create: ClientMessage = decode(r#"{"type":"create","board":"chess"}"#).unwrap();
    let ClientMessage::Create(create) = create else {
        panic!("{create:?}");
    };
    assert_eq!(
        (create.time, create.side),
        (Time::Unlimited, SideChoice::Random)
    );
}

#[test]
fn messages_of_later_versions_are_read() {
    let text = r#"{"type":"refused","reason":"bad_weather","detail":"rain","colour":"grey"}"#;
    let refused = Refusal {
        reason: RefusalReason::Other,
        detail: "rain".into(),
    };
    assert_eq!(
        decode::<ServerMessage>(text).unwrap(),
        ServerMessage::Refused(refused)
    );
    let unknown = decode::<ServerMessage>(r#"{"type":"fireworks","at":[1]}"#);
    assert_eq!(unknown.unwrap(), ServerMessage::Unknown);
}

proptest! {
    #[test]
    fn arbitrary_text_is_refused_or_read(text in any::<String>()) {
        let _ = decode::<ClientMessage>(&text);
        let _ = decode::<ServerMessage>(&text);
        let _ = text.parse::<Link>();
        let _ = socket_url(&text);
    }

    #[test]
    fn messages_survive_a_round_trip(
        text in "\\{\"type\":\"(move|ping|phrase|join_by_code|draw|create)\",\
                 \"(ply|t|phrase|code|board)\":([0-9]{1,12}|\"[0-9a-z_]{0,8}\"),\
                 \"(uci|name|side)\":\"(white|[a-z ]{0,9})\"\\}"
    ) {
        if let Ok(message) = decode::<ClientMessage>(&text) {
            prop_assert_eq!(decode::<ClientMessage>(&encode(&message)).unwrap(), message);
        }
    }
}
