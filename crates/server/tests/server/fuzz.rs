//! Arbitrary text from clients.

use icochess_wire::{ClientMessage, ServerMessage, Time, encode};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use crate::bot::TestServer;

/// Texts that resemble messages.
fn texts() -> impl Strategy<Value = String> {
    let kinds = "(hello|create|join|join_by_code|resume|watch|new_code|move|resign|draw|abort|\
                 rematch|claim_away|phrase|presence|ping|peek|offer_takeback|accept_takeback)";
    let fields = "(\"(secret|name|code|ply|uci|t|claim|phrase|head|hands|board|time|start|side)\":\
                  (-?[0-9]{1,25}|null|\"[a-z0-9]{0,40}\"|\\[\\]|\\{\\}|1e999|\"white\"),?){0,4}";
    let message = (kinds, fields).prop_map(|(kind, fields)| {
        let comma = if fields.is_empty() { "" } else { "," };
        let fields = fields.trim_end_matches(',');
        format!("{{\"type\":\"{kind}\"{comma}{fields}}}")
    });
    prop_oneof![3 => message, 1 => any::<String>(), 1 => "[\\[{\"a:1,\\]}]{0,300}"]
}

#[tokio::test(flavor = "multi_thread")]
async fn arbitrary_texts_harm_nobody() {
    let server = TestServer::with(icochess_server::Limits {
        messages_per_second: 1e9,
        message_burst: 1e9,
        games_per_address: 10_000,
        ..icochess_server::Limits::default()
    })
    .await;
    let mut table = server.game(Time::Unlimited).await;
    let mut runner = TestRunner::deterministic();
    let strategy = proptest::collection::vec(texts(), 20);
    for round in 0..20 {
        let mut bot = server.bot().await;
        if round % 2 == 0 {
            bot.create("chess", Time::Unlimited).await;
        }
        let texts = strategy.new_tree(&mut runner).unwrap().current();
        for text in texts {
            if !bot.say_text(text).await {
                break;
            }
        }
        // All have been answered or ignored.
        let ping = encode(&ClientMessage::Ping { t: round });
        if bot.say_text(ping).await {
            while let Some(message) = bot.read().await {
                if message == (ServerMessage::Pong { t: round }) {
                    break;
                }
            }
        }
    }
    table.play(&["e2e4", "e7e5"]).await;
}
