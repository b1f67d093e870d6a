//! Boards as arguments.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use icochess_boards::Variant;

use crate::report::{Failure, usage};

/// Reads the identifier or the name of a board, and lists all boards in help and errors.
/// Arguments that use it want `ignore_case`.
pub fn variant() -> impl TypedValueParser<Value = Variant> {
    let values = Variant::ALL.map(|variant| PossibleValue::new(variant.id()).alias(variant.name()));
    PossibleValuesParser::new(values).try_map(|name| name.parse::<Variant>())
}

/// The refusal of a command that needs the engine, on a board on which only people play.
pub fn no_engine(variant: Variant) -> Failure {
    usage(&format!(
        "invalid value '{variant}' for '--variant <NAME>': the engine does not play on this board"
    ))
}
