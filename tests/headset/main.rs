//! The real game in a real `OpenXR` runtime (Monado), driven by simulated hands.

#[path = "../support/mod.rs"]
mod support;

mod alone;
mod at_hand;
mod ball;
mod beside;
mod boards;
mod chess;
mod clock;
mod driver;
mod friend;
mod handover;
mod hands;
mod map;
mod one_hand;
mod onlookers;
mod panel;
mod pictured;
mod session;
