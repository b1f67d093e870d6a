//! Tests of the server over real sockets, in this process and as a program.

mod bot;
mod fuzz;
mod late;
mod listener;
mod offers;
mod play;
mod program;
mod refusals;
mod returning;
