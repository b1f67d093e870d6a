//! Formats values for files and readers. [`values_file`](icochess_engine::values_file) reads such
//! files.

use std::fmt::Write as _;

use icochess_engine::eval::Weight;
use icochess_engine::{Evaluated, Values};
use icochess_rules::{Role, RoleRules, rules_of};

/// Writes values as RON, one line per role.
pub fn write(values: &Values) -> String {
    let one = |weight: Weight| format!("({},{})", weight.0, weight.1);
    let list = |weights: &[Weight]| {
        let each: Vec<String> = weights.iter().copied().map(one).collect();
        format!("[{}]", each.join(", "))
    };
    let lists = |lists: &[Vec<Weight>]| {
        let lines = lists
            .iter()
            .map(|weights| format!("        {},\n", list(weights)));
        format!("[\n{}    ]", lines.collect::<String>())
    };
    let source = values.source.replace('\\', r"\\").replace('"', "\\\"");
    let parts = [
        ("source", format!("\"{source}\"")),
        ("material", list(&values.material)),
        ("psqt", lists(&values.psqt)),
        ("own_king_distance", lists(&values.own_king_distance)),
        ("enemy_king_distance", lists(&values.enemy_king_distance)),
        ("mobility", list(&values.mobility)),
        ("king_attack", list(&values.king_attack)),
        ("xray_on_king", one(values.xray_on_king)),
        ("protected_pawn", one(values.protected_pawn)),
        ("threat_by_pawn", one(values.threat_by_pawn)),
        ("passed_pawn", list(&values.passed_pawn)),
        ("pair", list(&values.pair)),
        ("tempo", one(values.tempo)),
        ("margins", one(values.margins)),
    ];
    // Only boards with extinction rules have these lists.
    let kinds = [
        ("kind_counts", &values.kind_counts),
        ("rarest_kind", &values.rarest_kind),
    ];
    let kinds = kinds.into_iter().filter(|(_, weights)| !weights.is_empty());
    let parts = parts
        .into_iter()
        .chain(kinds.map(|(name, weights)| (name, list(weights))));
    let lines: String = parts
        .map(|(name, text)| format!("    {name}: {text},\n"))
        .collect();
    format!("(\n{lines})\n")
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
