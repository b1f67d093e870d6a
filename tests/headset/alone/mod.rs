//! Tests that measure time, and therefore must run without other games. Each waits for the running
//! games and keeps others from starting. They are in one module that sorts first, because tests run
//! in the order of their names.

mod games;
mod long;
mod off;
mod pace;
