//! Tests of a cluster: nodes that are killed, stopped, or cut off. They need the programs of
//! Postgres and NATS.

#[path = "../server/bot.rs"]
#[allow(dead_code, reason = "shared with the tests of a single server")]
mod bot;
mod kills;
mod outages;
mod owners;
mod services;
