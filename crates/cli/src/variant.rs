//! Parsing of board names in arguments.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use icochess_boards::Variant;

use crate::report::{Failure, usage};

/// Parses a board's identifier or name, and lists all boards in help and errors. Arguments that use
/// it should set `ignore_case`.
pub fn variant() -> impl TypedValueParser<Value = Variant> {
    let values = Variant::ALL.map(|variant| PossibleValue::new(variant.id()).alias(variant.name()));
    PossibleValuesParser::new(values).try_map(|name| name.parse::<Variant>())
}

/// Returns the error for an engine command on a board without engine.
pub fn no_engine(variant: Variant) -> Failure {
    usage(&format!(
        "invalid value '{variant}' for '--variant <NAME>': the engine does not play on this board"
    ))
}
