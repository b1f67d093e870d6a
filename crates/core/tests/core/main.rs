//! Clocks and handovers, case by case.

mod clock;
mod handover;
