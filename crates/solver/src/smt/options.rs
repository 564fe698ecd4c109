//! The solver options that a question is asked with, unless something else is said.

/// The options for proving: no model-based instantiation, arithmetic solver 6, a fixed seed.
///
/// A search for a counterexample wants `smt.mbqi` set to `true` after these; the last value counts.
pub fn recommended_options() -> Vec<(String, String)> {
    [
        ("auto_config", "false"),
        ("smt.mbqi", "false"),
        ("smt.case_split", "3"),
        ("smt.delay_units", "true"),
        ("smt.arith.solver", "6"),
        ("smt.qi.eager_threshold", "100.0"),
        ("smt.random_seed", "0"),
        ("type_check", "true"),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .into()
}
