//! Sorts and function symbols.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The sort of a term.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Sort {
    /// Truth values.
    Bool,
    /// Unbounded integers.
    Int,
    /// Real numbers: permission amounts and floats.
    Real,
    /// References to objects and arrays.
    Ref,
    /// Total maps from the first sort to the second.
    Array(Box<Sort>, Box<Sort>),
    /// An uninterpreted or axiomatized sort, by its printed name (`Seq<Int>`).
    Data(String),
}

impl Sort {
    /// The sort of maps from `index` to `value`.
    pub fn array(index: Sort, value: Sort) -> Sort {
        Sort::Array(Box::new(index), Box::new(value))
    }

    /// Whether terms of this sort are numbers.
    pub fn is_numeric(&self) -> bool {
        matches!(self, Sort::Int | Sort::Real)
    }
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bool => f.write_str("Bool"),
            Sort::Int => f.write_str("Int"),
            Sort::Real => f.write_str("Real"),
            Sort::Ref => f.write_str("Ref"),
            Sort::Array(index, value) => write!(f, "[{index}]{value}"),
            Sort::Data(name) => f.write_str(name),
        }
    }
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct SymbolData {
    name: String,
    args: Vec<Sort>,
    result: Sort,
}

/// An uninterpreted function symbol or, with no arguments, a constant.
///
/// Symbols with one name and different sorts are different symbols.
#[derive(Clone, Eq, PartialOrd, Ord)]
pub struct Symbol(Arc<SymbolData>);

impl Symbol {
    /// A symbol that takes `args` and yields `result`.
    pub fn new(name: impl Into<String>, args: Vec<Sort>, result: Sort) -> Symbol {
        Symbol(Arc::new(SymbolData {
            name: name.into(),
            args,
            result,
        }))
    }

    /// The name, as given; it need not be a legal identifier of any language.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The sorts of the arguments.
    pub fn args(&self) -> &[Sort] {
        &self.0.args
    }

    /// The sort of an application.
    pub fn result(&self) -> &Sort {
        &self.0.result
    }
}

impl PartialEq for Symbol {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

impl Hash for Symbol {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.name.hash(state);
    }
}

impl fmt::Debug for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.name)
    }
}
