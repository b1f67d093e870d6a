//! Tests of clocks and handovers.

mod clock;
mod handover;
