//! Function symbols and constants, by what they stand for.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::{DataOp, Sort, digest};

/// What a symbol stands for. Its name is made of this, and nothing is read out of a name.
///
/// The order is that of numbers where there are some, so that it does not change with a name.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum SymbolKind {
    /// Known by its name alone, such as `null` and `length`.
    Named(String),
    /// Made while something is checked, different from all others.
    Fresh {
        /// Whose source it comes from; two sources have different ones.
        source: String,
        /// Counts within the source.
        number: u64,
        /// What it is for, for a reader.
        hint: String,
    },
    /// Stands for the value of a variable that some quantifier says there is.
    Skolem {
        /// Counts within a question.
        number: usize,
        /// The variable.
        variable: Box<SymbolKind>,
    },
    /// A pure function of the program, or what belongs to it.
    Function {
        /// Its number in the program.
        number: u32,
        /// Which symbol of the function's.
        role: FunctionRole,
        /// Its name.
        name: String,
    },
    /// An operation of a data theory.
    Data(DataOp),
    /// An arithmetic operator that the solver is not to interpret.
    StandIn(StandIn),
    /// A number in the place of a name, so that names decide nothing.
    Numbered(usize),
    /// Another name for a variable, where its own would be captured.
    Renamed(Box<SymbolKind>),
    /// A constant in the place of another symbol, where only that one's identity matters.
    Head(Box<SymbolKind>),
}

/// The symbols of a pure function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum FunctionRole {
    /// Its value, unfolded where it is mentioned.
    Value,
    /// Its value, not unfolded again.
    Limited,
    /// Whether its precondition holds, permissions included.
    Defined,
}

/// Uninterpreted functions in the place of nonlinear arithmetic.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum StandIn {
    /// Product of integers.
    Mul,
    /// Product of reals.
    RealMul,
    /// Quotient of integers.
    Div,
    /// Remainder of integers.
    Mod,
    /// Quotient of reals.
    RealDiv,
}

impl StandIn {
    fn name(self) -> &'static str {
        match self {
            StandIn::Mul => "mul@",
            StandIn::RealMul => "rmul@",
            StandIn::Div => "div@",
            StandIn::Mod => "mod@",
            StandIn::RealDiv => "rdiv@",
        }
    }
}

impl SymbolKind {
    /// Whether it was made while something is checked.
    pub fn is_fresh(&self) -> bool {
        matches!(self, SymbolKind::Fresh { .. })
    }

    /// Whether it means something by itself; of any other kind the name decides nothing.
    pub fn is_of_theory(&self) -> bool {
        match self {
            SymbolKind::Data(_) | SymbolKind::StandIn(_) => true,
            SymbolKind::Named(_)
            | SymbolKind::Fresh { .. }
            | SymbolKind::Skolem { .. }
            | SymbolKind::Function { .. }
            | SymbolKind::Renamed(_)
            | SymbolKind::Numbered(_)
            | SymbolKind::Head(_) => false,
        }
    }

    /// What it is for, for a reader: of what is made while something is checked the hint that was
    /// given, of anything else the name.
    pub fn hint(&self) -> String {
        match self {
            SymbolKind::Fresh { hint, .. } => hint.clone(),
            SymbolKind::Skolem { variable: of, .. } | SymbolKind::Renamed(of) => of.hint(),
            SymbolKind::Named(_)
            | SymbolKind::Numbered(_)
            | SymbolKind::Function { .. }
            | SymbolKind::Data(_)
            | SymbolKind::StandIn(_)
            | SymbolKind::Head(_) => self.to_string(),
        }
    }
}

/// The name, for a reader and for the solver: different for different kinds, since no name of the
/// language has the characters `!`, `@`, `#` and `'` in it.
impl fmt::Display for SymbolKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SymbolKind::Named(name) => f.write_str(name),
            SymbolKind::Fresh {
                source,
                hint,
                number,
            } => write!(f, "{source}{hint}!{number}"),
            SymbolKind::Skolem { variable, number } => write!(f, "{variable}@{number}"),
            SymbolKind::Function { name, number, role } => {
                let mark = match role {
                    FunctionRole::Value => "",
                    FunctionRole::Limited => "'",
                    FunctionRole::Defined => "'defined",
                };
                write!(f, "{name}#{number}{mark}")
            }
            SymbolKind::Data(DataOp::StrLiteral(text)) => write!(f, "str:{text}"),
            SymbolKind::Data(op) => f.write_str(op.name()),
            SymbolKind::StandIn(stand_in) => f.write_str(stand_in.name()),
            SymbolKind::Numbered(number) => write!(f, "{number}"),
            SymbolKind::Renamed(of) => write!(f, "{of}'"),
            SymbolKind::Head(of) => write!(f, "head of {of}"),
        }
    }
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct SymbolData {
    kind: SymbolKind,
    args: Vec<Sort>,
    result: Sort,
    /// Derived from the kind.
    name: String,
    /// Derived from the rest.
    shape: u64,
    /// Derived from the name.
    hash: u64,
}

/// An uninterpreted function symbol or, with no arguments, a constant.
///
/// Symbols of one kind and different sorts are different symbols. Symbols are in the order of
/// their kinds.
#[derive(Clone, Eq)]
pub struct Symbol(Arc<SymbolData>);

impl Symbol {
    /// A symbol known by its name, that takes `args` and yields `result`.
    pub fn new(name: impl Into<String>, args: Vec<Sort>, result: Sort) -> Symbol {
        Symbol::of_kind(SymbolKind::Named(name.into()), args, result)
    }

    /// A symbol of a kind, that takes `args` and yields `result`.
    pub fn of_kind(kind: SymbolKind, args: Vec<Sort>, result: Sort) -> Symbol {
        let name = kind.to_string();
        let own = kind.is_of_theory().then_some(&name);
        let sorts: Vec<u64> = args.iter().map(Sort::shape).collect();
        let shape = digest((own, sorts, result.shape()));
        Symbol(Arc::new(SymbolData {
            kind,
            args,
            result,
            hash: digest(&name),
            name,
            shape,
        }))
    }

    /// What it stands for.
    pub fn kind(&self) -> &SymbolKind {
        &self.0.kind
    }

    /// The operation of a data theory, if it stands for one.
    pub fn data_op(&self) -> Option<&DataOp> {
        if let SymbolKind::Data(op) = &self.0.kind {
            Some(op)
        } else {
            None
        }
    }

    /// The name, for a reader and for the solver; it need not be a legal identifier of any
    /// language, and nothing is to be read out of it.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// A hash of the sorts and, of what means something by itself, of the name.
    pub fn shape(&self) -> u64 {
        self.0.shape
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
        Arc::ptr_eq(&self.0, &other.0) || (self.0.hash == other.0.hash && self.0 == other.0)
    }
}

impl PartialOrd for Symbol {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Symbol {
    fn cmp(&self, other: &Self) -> Ordering {
        // Most that are compared are the same object.
        match Arc::ptr_eq(&self.0, &other.0) {
            true => Ordering::Equal,
            false => self.0.cmp(&other.0),
        }
    }
}

impl Hash for Symbol {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash);
    }
}

impl fmt::Debug for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_made_of_kinds() {
        let fresh = SymbolKind::Fresh {
            source: "f3!".into(),
            hint: "x".into(),
            number: 7,
        };
        let function = |role| SymbolKind::Function {
            name: "C.f".into(),
            number: 2,
            role,
        };
        for (kind, name) in [
            (SymbolKind::Named("null".into()), "null"),
            (fresh, "f3!x!7"),
            (
                SymbolKind::Skolem {
                    variable: Box::new(SymbolKind::Fresh {
                        source: String::new(),
                        hint: "i".into(),
                        number: 2,
                    }),
                    number: 0,
                },
                "i!2@0",
            ),
            (function(FunctionRole::Value), "C.f#2"),
            (function(FunctionRole::Limited), "C.f#2'"),
            (function(FunctionRole::Defined), "C.f#2'defined"),
            (SymbolKind::Data(DataOp::SeqLen), "seq.len"),
            (
                SymbolKind::Data(DataOp::StrLiteral("a b".into())),
                "str:a b",
            ),
            (SymbolKind::StandIn(StandIn::Mul), "mul@"),
            (
                SymbolKind::Renamed(Box::new(SymbolKind::Named("i".into()))),
                "i'",
            ),
            (
                SymbolKind::Head(Box::new(SymbolKind::Named("length".into()))),
                "head of length",
            ),
        ] {
            assert_eq!(kind.to_string(), name);
        }
    }
}
