//! The engine over the Universal Chess Interface (UCI).
//!
//! Source: R. Huber and S. Meyer-Kahlen, *Description of the universal chess interface (UCI)*,
//! April 2006. `d`, `go perft` and `UCI_Variant` follow other engines.
//!
//! * [`Session`] handles commands without threads: each line returns an [`Answer`] or a
//!   [`CommandError`]. A refused line changes nothing.
//! * [`run`] connects a session to an input and an output, with three threads. A **reader** waits
//!   for lines and a **worker** runs long tasks. The caller's thread alone owns the session and the
//!   output. This thread can answer `isready` and obey `stop` and `quit` at any time. Without
//!   threads, as in a browser, the caller runs the work itself ([`Session::without_stop`]).
//!
//! Open points of the UCI description, and surprises:
//!
//! * Words before the first known command are ignored (`joho isready`), as the description
//!   requires. A line without a known command is refused. Extra words are ignored after a command
//!   without arguments, and refused otherwise.
//! * After a refused position there is nothing to search. `go` then reports the error and answers
//!   `bestmove 0000`, never a move for the previous position. It does the same for an illegal move
//!   after `searchmoves`. An unreadable line counts as a refused position, because it may have been
//!   a `position` command.
//! * The opponent's clock is not a limit.
//! * A `go` during a search is queued, so that commands can come from a file. Other commands are
//!   executed at once, and the running search keeps its position. `stop` drops the queue.
//! * The end of the input acts like `quit`, but running work gets [`GRACE`] to finish.

mod command;
mod description;
mod error;
mod events;
mod game;
mod input;
mod options;
mod protocol;
mod report;
mod session;

pub use error::CommandError;
pub use events::{GRACE, run};
pub use game::{Variant, Work};
pub use input::line;
pub use protocol::{MAX_LINE_BYTES, MAX_QUEUED};
pub use session::{Answer, Session};
