//! The solver options a request may set.
//!
//! Z3 ignores a solver option it does not know, without a word, when the solver has not been used yet.
//! So the names and the kinds of the values are checked here, and an unknown one is a fault.

use z3::{Config, Params};

/// How an option's value is written and where Z3 wants to hear of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A parameter of the context, `true` or `false`.
    ContextBool,
    /// A parameter of the solver, `true` or `false`.
    Bool,
    /// A parameter of the solver, a whole number below 2^32.
    Whole,
    /// A parameter of the solver, a decimal number.
    Decimal,
}

/// Every option that is accepted, sorted by name.
const KNOWN: &[(&str, Kind)] = &[
    ("auto_config", Kind::Bool),
    ("smt.arith.nl", Kind::Bool),
    ("smt.arith.random_initial_value", Kind::Bool),
    ("smt.arith.solver", Kind::Whole),
    ("smt.array.extensional", Kind::Bool),
    ("smt.case_split", Kind::Whole),
    ("smt.core.minimize", Kind::Bool),
    ("smt.delay_units", Kind::Bool),
    ("smt.ematching", Kind::Bool),
    ("smt.mbqi", Kind::Bool),
    ("smt.phase_selection", Kind::Whole),
    ("smt.qi.eager_threshold", Kind::Decimal),
    ("smt.qi.lazy_threshold", Kind::Decimal),
    ("smt.qi.max_instances", Kind::Whole),
    ("smt.qi.max_multi_patterns", Kind::Whole),
    ("smt.random_seed", Kind::Whole),
    ("smt.relevancy", Kind::Whole),
    ("smt.restart_factor", Kind::Decimal),
    ("type_check", Kind::ContextBool),
];

/// The names of the options that a [`solver::smt::SolveRequest`] may set, sorted.
pub fn known_options() -> impl Iterator<Item = &'static str> {
    KNOWN.iter().map(|(name, _)| *name)
}

/// An option of a request that is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// There is no option of this name, or not one a request may set.
    #[error("the solver has no option `{0}`")]
    Unknown(String),
    /// The value is not of the kind the option wants.
    #[error("the solver option `{name}` wants {wants}, not `{value}`")]
    Value {
        /// The option's name.
        name: String,
        /// The value it was given.
        value: String,
        /// What it wants, in words.
        wants: &'static str,
    },
}

#[derive(Clone, Copy, Debug)]
enum Value {
    Bool(bool),
    Whole(u32),
    Decimal(f64),
}

/// The options of a request, checked.
#[derive(Debug)]
pub(super) struct Options {
    context: Vec<(&'static str, bool)>,
    solver: Vec<(&'static str, Value)>,
}

impl Options {
    /// Checks names and values.
    pub(crate) fn new(given: &[(String, String)]) -> Result<Self, OptionError> {
        let mut options = Options {
            context: Vec::new(),
            solver: Vec::new(),
        };
        for (name, value) in given {
            let Some(&(name, kind)) = KNOWN.iter().find(|(known, _)| known == name) else {
                return Err(OptionError::Unknown(name.clone()));
            };
            let wrong = |wants| OptionError::Value {
                name: name.to_owned(),
                value: value.clone(),
                wants,
            };
            match kind {
                Kind::ContextBool => {
                    let value = value.parse().map_err(|_| wrong("true or false"))?;
                    options.context.push((name, value));
                }
                Kind::Bool => {
                    let value = value.parse().map_err(|_| wrong("true or false"))?;
                    options.solver.push((name, Value::Bool(value)));
                }
                Kind::Whole => {
                    let value = value.parse().map_err(|_| wrong("a whole number"))?;
                    options.solver.push((name, Value::Whole(value)));
                }
                Kind::Decimal => {
                    let value: f64 = value.parse().map_err(|_| wrong("a decimal number"))?;
                    if !value.is_finite() {
                        return Err(wrong("a decimal number"));
                    }
                    options.solver.push((name, Value::Decimal(value)));
                }
            }
        }
        Ok(options)
    }

    /// Makes these options, and the defaults of all others, what a new solver starts with.
    ///
    /// Z3 reads some of them (the thresholds of instantiation, the case split) only when a solver is
    /// made, and then from the global parameters: given to the solver they change nothing.
    pub(crate) fn set_globals(&self) {
        static DEFAULTS: std::sync::LazyLock<Vec<(&'static str, String)>> =
            std::sync::LazyLock::new(|| {
                KNOWN
                    .iter()
                    .filter(|(_, kind)| *kind != Kind::ContextBool)
                    .filter_map(|&(name, _)| Some((name, z3::get_global_param(name)?)))
                    .collect()
            });
        for (name, default) in DEFAULTS.iter() {
            let given = self.solver.iter().rfind(|(known, _)| known == name);
            let value = given.map_or_else(
                || default.clone(),
                |(_, value)| match value {
                    Value::Bool(value) => value.to_string(),
                    Value::Whole(value) => value.to_string(),
                    Value::Decimal(value) => value.to_string(),
                },
            );
            z3::set_global_param(name, &value);
        }
    }

    /// The configuration of a context that takes a request with these options; `None` if it is the one
    /// that Z3 has by default.
    pub(crate) fn config(&self) -> Option<Config> {
        let default = |&(name, value): &(&str, bool)| {
            z3::get_global_param(name).is_some_and(|default| default == value.to_string())
        };
        if self.context.iter().all(default) {
            return None;
        }
        let mut config = Config::new();
        for &(name, value) in &self.context {
            config.set_bool_param_value(name, value);
        }
        Some(config)
    }

    /// The parameters of a solver in the current context, limits included (0 for no resource limit).
    pub(crate) fn params(&self, rlimit: u64, timeout_ms: u64) -> Params {
        let mut params = Params::new();
        for &(name, value) in &self.solver {
            match value {
                Value::Bool(value) => params.set_bool(name, value),
                Value::Whole(value) => params.set_u32(name, value),
                Value::Decimal(value) => params.set_f64(name, value),
            }
        }
        let clamped = |limit: u64| u32::try_from(limit).unwrap_or(u32::MAX);
        params.set_u32("rlimit", clamped(rlimit));
        params.set_u32("timeout", clamped(timeout_ms.max(1)));
        params
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use solver::smt::recommended_options;

    /// Z3 keeps a default for every parameter it knows, and none for others.
    #[test]
    fn z3_knows_every_option() {
        for name in known_options() {
            assert!(z3::get_global_param(name).is_some(), "{name}");
        }
    }

    #[test]
    fn names_are_sorted_and_recommended_ones_known() {
        assert!(known_options().is_sorted());
        assert!(Options::new(&recommended_options()).is_ok());
    }

    #[test]
    fn wrong_options_are_refused() {
        let refused = |name: &str, value: &str| {
            Options::new(&[(name.to_owned(), value.to_owned())])
                .err()
                .map(|error| error.to_string())
        };
        assert_eq!(
            refused("smt.mbqy", "false").as_deref(),
            Some("the solver has no option `smt.mbqy`")
        );
        assert_eq!(
            refused("smt.case_split", "three").as_deref(),
            Some("the solver option `smt.case_split` wants a whole number, not `three`")
        );
        assert!(refused("smt.qi.eager_threshold", "inf").is_some());
        assert!(refused("smt.mbqi", "0").is_some());
    }
}
