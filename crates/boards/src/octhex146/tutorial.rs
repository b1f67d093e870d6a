//! The tutorial of OctHex 146.

use super::rules::OctHex146;
use icochess_message::msg;
use icochess_rules::Board;
use icochess_shape::{Step, Task};

/// Tutorial steps in order.
pub(super) static TUTORIAL: [Step; 7] = Step::standard(
    OctHex146::START,
    "1|2/v1|3/3/3|4/4/4/3q|5/5/5/5/5|6/6/6/6/6/6|5/D4/Q4/M1B1R/1P3|4/G3/C3/N3|2U/V2/3|2/2|1 w - - 0 1",
    "1|2/g1|3/3/3|4/4/3r/2n1|5/5/5/5/5|6/6/6/6/1R2b1/6|5/5/5/5/1P3|4/U3/C3/4|3/3/3|2/2|1 w - - 0 1",
    Step::new(
        "1|2/g1|3/n2/3|4/4/4/4|5/5/5/5/5|2r3/6/6/2U3/6/6|5/5/Q4/5/1P3|4/4/C3/4|3/3/3|2/2|1 w - - 0 1",
        Task::Defend,
        msg!("tutorial-octhex-save"),
    ),
    Step::new(
        "1|2/g1|3/3/3|4/4/3r/4|5/5/5/5/5|6/6/6/6/6/6|1n3/5/5/1R3/1P3|4/U3/C3/4|3/3/3|2/2|1 w - - 0 1",
        Task::Win,
        msg!("tutorial-octhex-win"),
    ),
);
