//! Tests that measure time, and so need to run without other games. Each waits for the running
//! games and keeps others from starting. They are in one module that sorts first, since tests run
//! in the order of their names.

mod games;
mod long;
mod off;
mod onlookers;
mod pace;
