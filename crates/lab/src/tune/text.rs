//! Formats values for files and readers. [`values_file`](icochess_engine::values_file) reads such
//! files.

use std::fmt::Write as _;

use ron::ser::PrettyConfig;

use icochess_engine::{Evaluated, Values};
use icochess_rules::{Role, RoleRules, rules_of};

/// Writes values as RON, with a line for each weight or list of weights of a role.
pub fn write(values: &Values) -> String {
    let form = PrettyConfig::new().depth_limit(2);
    ron::ser::to_string_pretty(values, form).unwrap_or_default() + "\n"
}

/// Lists the piece values in pawns of the middle game, one per line.
pub fn worths<B: Evaluated>(values: &Values) -> String {
    let pawn = f64::from(values.material[Role::PAWN.index()].0.max(1));
    let mut text = String::new();
    for (index, weight) in values.material.iter().enumerate() {
        let RoleRules { name, royal, .. } = rules_of::<B>(Role::new(index as u8));
        if *royal {
            continue;
        }
        let [middle, end] = [weight.0, weight.1].map(|worth| f64::from(worth) / pawn);
        // Writing to a string can't fail.
        let _ = writeln!(text, "{name}: {middle:.2} pawns, in the endgame {end:.2}");
    }
    text
}
