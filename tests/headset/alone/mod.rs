//! Measurements of time, which have no other game beside them. These tests are together because
//! each waits until the games before it are over, and no other begins meanwhile; and they come
//! first, as tests do by their names.

mod games;
mod long;
mod off;
mod onlookers;
mod pace;
