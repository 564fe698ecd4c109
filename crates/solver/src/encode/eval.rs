//! Exact evaluation of ground formulas in a model.
//!
//! The solver's word on a counterexample is not taken: goal and premises are computed
//! again here. What cannot be computed is none, and then nothing is confirmed.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{Signed, Zero};

use super::value::Value;
use crate::term::bv::{Bits, BvOp, Computed};
use crate::term::{Node, Op, Symbol, Term, TermMap, postorder};
use logic::DataOp;

/// An evaluator over given values of constants and applications.
#[derive(Debug, Default)]
pub struct Evaluator {
    given: TermMap<Value>,
    memo: TermMap<Option<Value>>,
    /// Values of functions, to notice a model that is not one.
    graph: BTreeMap<(Symbol, Vec<Value>), Value>,
    inconsistent: bool,
}

impl Evaluator {
    /// An evaluator that takes these terms to have these values.
    pub fn new(given: impl IntoIterator<Item = (Term, Value)>) -> Evaluator {
        Evaluator {
            given: given.into_iter().collect(),
            ..Evaluator::default()
        }
    }

    /// Whether two applications of a function to the same values were given different
    /// ones, among those met so far. Then no result means anything.
    pub fn is_inconsistent(&self) -> bool {
        self.inconsistent
    }

    /// The value of a term; none if it has a quantifier, a division by zero or an
    /// unknown that matters.
    pub fn value(&mut self, root: &Term) -> Option<Value> {
        for term in postorder(std::iter::once(root)) {
            if !self.memo.contains_key(&term) {
                let value = self.node(&term);
                self.memo.insert(term, value);
            }
        }
        self.memo.get(root).cloned().flatten()
    }

    /// The truth value of a formula.
    pub fn truth(&mut self, formula: &Term) -> Option<bool> {
        as_bool(self.value(formula))
    }

    fn node(&mut self, term: &Term) -> Option<Value> {
        match term.node() {
            Node::Int(value) => Some(Value::Int(value.clone())),
            Node::Real(value) => Some(Value::Real(value.clone())),
            Node::Bool(value) => Some(Value::Bool(*value)),
            Node::Bits(bits) => Some(Value::Bits(bits.clone())),
            Node::Const(_) => self.given.get(term).cloned(),
            // Of most strings that are put together no axiom says what comes out, so the model's
            // word on it says nothing.
            Node::App(symbol, _) if symbol.data_op() == Some(&DataOp::StrConcat) => None,
            Node::App(symbol, args) => {
                let value = self.given.get(term).cloned()?;
                let args: Vec<Value> = args.iter().map(|a| self.known(a)).collect::<Option<_>>()?;
                let key = (symbol.clone(), args);
                match self.graph.get(&key) {
                    Some(other) if *other != value => {
                        self.inconsistent = true;
                        return None;
                    }
                    Some(_) => {}
                    None => {
                        self.graph.insert(key, value.clone());
                    }
                }
                Some(value)
            }
            Node::Bound(_) | Node::Quant { .. } => None,
            Node::Op(op, args) => {
                let args: Vec<Option<Value>> = args.iter().map(|a| self.known(a)).collect();
                operator(*op, args)
            }
        }
    }

    fn known(&self, term: &Term) -> Option<Value> {
        self.memo.get(term).cloned().flatten()
    }
}

fn as_bool(value: Option<Value>) -> Option<bool> {
    match value {
        Some(Value::Bool(value)) => Some(value),
        _ => None,
    }
}

/// Decided by the first argument that is `value`, if there is one.
fn decided(args: Vec<Option<Value>>, value: bool) -> Option<Value> {
    let mut all = true;
    for arg in args {
        match as_bool(arg) {
            Some(found) if found == value => return Some(Value::Bool(value)),
            Some(_) => {}
            None => all = false,
        }
    }
    all.then_some(Value::Bool(!value))
}

fn operator(op: Op, mut args: Vec<Option<Value>>) -> Option<Value> {
    match (op, args.as_mut_slice()) {
        (Op::And, _) => return decided(args, false),
        (Op::Or, _) => return decided(args, true),
        (Op::Implies, [first, ..]) => {
            *first = as_bool(first.take()).map(|v| Value::Bool(!v));
            return decided(args, true);
        }
        (Op::Ite, [condition, yes, no]) => {
            return match as_bool(condition.take()) {
                Some(true) => yes.take(),
                Some(false) => no.take(),
                None => yes.take().filter(|value| no.as_ref() == Some(value)),
            };
        }
        _ => {}
    }
    let args: Vec<Value> = args.into_iter().collect::<Option<_>>()?;
    match (op, args.as_slice()) {
        (Op::Not, [Value::Bool(a)]) => Some(Value::Bool(!a)),
        (Op::Eq, [a, b]) => Some(Value::Bool(a == b)),
        (Op::Lt, [a, b]) => Some(Value::Bool(a.as_rational()? < b.as_rational()?)),
        (Op::Le, [a, b]) => Some(Value::Bool(a.as_rational()? <= b.as_rational()?)),
        (Op::Add, all) => fold(all, BigRational::zero(), |a, b| a + b),
        (Op::Mul, all) => fold(all, BigRational::from_integer(1.into()), |a, b| a * b),
        (Op::Div, [Value::Int(a), Value::Int(b)]) => {
            (!b.is_zero()).then(|| Value::Int(euclid(a, b).0))
        }
        (Op::Mod, [Value::Int(a), Value::Int(b)]) => {
            (!b.is_zero()).then(|| Value::Int(euclid(a, b).1))
        }
        (Op::RealDiv, [a, b]) => {
            let divisor = b.as_rational()?;
            (!divisor.is_zero()).then(|| a.as_rational().map(|a| Value::Real(a / divisor)))?
        }
        (Op::ToReal, [a]) => a.as_rational().map(Value::Real),
        (Op::ToInt, [a]) => Some(Value::Int(a.as_rational()?.floor().to_integer())),
        (Op::Select, [map, index]) => map.at(index).cloned(),
        (Op::Store, [map, index, value]) => map.clone().with(index.clone(), value.clone()),
        (Op::Bv(BvOp::OfInt(width)), [Value::Int(value)]) if width > 0 => {
            Some(Value::Bits(Bits::new(value, width)))
        }
        (Op::Bv(op), all) => {
            let bits: Vec<Bits> = all
                .iter()
                .map(|value| {
                    let Value::Bits(bits) = value else {
                        return None;
                    };
                    Some(bits.clone())
                })
                .collect::<Option<_>>()?;
            Some(match op.compute(&bits)? {
                Computed::Bits(bits) => Value::Bits(bits),
                Computed::Bool(value) => Value::Bool(value),
                Computed::Int(value) => Value::Int(value),
            })
        }
        (Op::Distinct, all) => {
            let mut sorted = all.to_vec();
            sorted.sort();
            sorted.dedup();
            Some(Value::Bool(sorted.len() == all.len()))
        }
        _ => None,
    }
}

fn fold(
    args: &[Value],
    start: BigRational,
    step: impl Fn(BigRational, BigRational) -> BigRational,
) -> Option<Value> {
    let mut result = start;
    for arg in args {
        result = step(result, arg.as_rational()?);
    }
    if args.iter().all(|a| matches!(a, Value::Int(_))) {
        Some(Value::Int(result.to_integer()))
    } else {
        Some(Value::Real(result))
    }
}

/// Quotient and remainder with a remainder that is not negative.
fn euclid(a: &BigInt, b: &BigInt) -> (BigInt, BigInt) {
    let rest = a.mod_floor(&b.abs());
    ((a - &rest) / b, rest)
}
