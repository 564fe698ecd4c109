//! Values of terms in a model, and reading them from the solver's text.

use std::collections::BTreeMap;
use std::fmt;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use serde::{Deserialize, Serialize};

use crate::term::Sort;
use crate::term::bv::Bits;

/// A value in a model.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(BigInt),
    /// A real number.
    Real(BigRational),
    /// A bit-vector.
    Bits(Bits),
    /// An element of an uninterpreted sort, by the solver's name for it.
    Element(String),
    /// A map: a value for all indices but the listed ones, which differ from it.
    #[serde(skip)]
    Map {
        /// The value elsewhere.
        default: Box<Value>,
        /// The other values by index.
        entries: BTreeMap<Value, Value>,
    },
}

impl Value {
    /// The map's value at an index; none if this is no map.
    pub fn at(&self, index: &Value) -> Option<&Value> {
        let Value::Map { default, entries } = self else {
            return None;
        };
        Some(entries.get(index).unwrap_or(default))
    }

    /// The map with another value at an index; none if this is no map.
    pub fn with(mut self, index: Value, value: Value) -> Option<Value> {
        let Value::Map { default, entries } = &mut self else {
            return None;
        };
        if **default == value {
            entries.remove(&index);
        } else {
            entries.insert(index, value);
        }
        Some(self)
    }

    /// The number, if it is one.
    pub fn as_rational(&self) -> Option<BigRational> {
        match self {
            Value::Int(value) => Some(BigRational::from_integer(value.clone())),
            Value::Real(value) => Some(value.clone()),
            Value::Bool(_) | Value::Bits(_) | Value::Element(_) | Value::Map { .. } => None,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(value) => write!(f, "{value}"),
            Value::Int(value) => write!(f, "{value}"),
            // Both numbers, where they differ.
            Value::Bits(bits) if bits.is_negative() => {
                write!(f, "{} (signed {})", bits.unsigned(), bits.signed())
            }
            Value::Bits(bits) => write!(f, "{}", bits.unsigned()),
            Value::Real(value) if value.denom().is_one() => write!(f, "{}", value.numer()),
            Value::Real(value) => write!(f, "{}/{}", value.numer(), value.denom()),
            Value::Element(name) => {
                // The solver's `S.ref!val!2` is the third object it made up.
                match name.rsplit_once("!val!") {
                    Some((_, number)) => write!(f, "#{number}"),
                    None => f.write_str(name),
                }
            }
            Value::Map { default, entries } => {
                f.write_str("{")?;
                for (index, value) in entries {
                    write!(f, "{index}: {value}, ")?;
                }
                write!(f, "else {default}}}")
            }
        }
    }
}

/// How deep a value may nest; stores into one map do not count.
const DEPTH: u32 = 64;

/// Reads a value of a sort. None for anything that is not a plain value, such as an
/// irrational number or a map given by a function.
pub fn parse(text: &str, sort: &Sort) -> Option<Value> {
    let tree = read(text)?;
    value(&tree, sort, &BTreeMap::new(), DEPTH)
}

#[derive(Clone, Debug)]
enum Tree {
    Atom(String),
    List(Vec<Tree>),
}

impl Drop for Tree {
    fn drop(&mut self) {
        // A long chain of stores nests as deep as it is long.
        let Tree::List(list) = self else { return };
        let mut work = std::mem::take(list);
        while let Some(mut tree) = work.pop() {
            if let Tree::List(list) = &mut tree {
                work.append(list);
            }
        }
    }
}

fn read(text: &str) -> Option<Tree> {
    let mut stack: Vec<Vec<Tree>> = Vec::new();
    let mut done: Option<Tree> = None;
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        if done.is_some() {
            return None;
        }
        let tree = match first {
            '(' => {
                stack.push(Vec::new());
                rest = rest.get(1..)?.trim_start();
                continue;
            }
            ')' => {
                rest = rest.get(1..)?;
                Tree::List(stack.pop()?)
            }
            '|' => {
                let end = rest.get(1..)?.find('|')? + 1;
                let atom = rest.get(1..end)?.to_owned();
                rest = rest.get(end + 1..)?;
                Tree::Atom(atom)
            }
            _ => {
                let end = rest
                    .find(|c: char| c.is_whitespace() || c == '(' || c == ')')
                    .unwrap_or(rest.len());
                let atom = rest.get(..end)?.to_owned();
                rest = rest.get(end..)?;
                Tree::Atom(atom)
            }
        };
        match stack.last_mut() {
            Some(list) => list.push(tree),
            None => done = Some(tree),
        }
        rest = rest.trim_start();
    }
    if stack.is_empty() { done } else { None }
}

type Names<'a> = BTreeMap<String, &'a Tree>;

fn atom(tree: &Tree) -> Option<&str> {
    match tree {
        Tree::Atom(text) => Some(text),
        Tree::List(_) => None,
    }
}

fn value<'a>(tree: &'a Tree, sort: &Sort, names: &Names<'a>, depth: u32) -> Option<Value> {
    let depth = depth.checked_sub(1)?;
    if let Tree::Atom(text) = tree
        && let Some(bound) = names.get(text)
    {
        return value(bound, sort, names, depth);
    }
    if let Tree::List(list) = tree
        && let [head, Tree::List(bindings), body] = list.as_slice()
        && atom(head) == Some("let")
    {
        let mut names = names.clone();
        for binding in bindings {
            let Tree::List(pair) = binding else {
                return None;
            };
            let [name, tree] = pair.as_slice() else {
                return None;
            };
            names.insert(atom(name)?.to_owned(), tree);
        }
        return value(body, sort, &names, depth);
    }
    match sort {
        Sort::Bool => match atom(tree)? {
            "true" => Some(Value::Bool(true)),
            "false" => Some(Value::Bool(false)),
            _ => None,
        },
        Sort::Int => {
            let number = number(tree, names, depth)?;
            number.is_integer().then(|| Value::Int(number.to_integer()))
        }
        Sort::Real => number(tree, names, depth).map(Value::Real),
        Sort::BitVec(width) => bits(tree, *width).map(Value::Bits),
        Sort::Ref
        | Sort::Seq(_)
        | Sort::Set(_)
        | Sort::Bag(_)
        | Sort::Map(..)
        | Sort::Option(_)
        | Sort::Tuple(_)
        | Sort::String
        | Sort::Parameter(_)
        | Sort::Adt(..) => {
            let text = match tree {
                Tree::Atom(text) => text,
                // `(as name sort)`
                Tree::List(list) => match list.as_slice() {
                    [head, name, _] if atom(head) == Some("as") => atom(name)?,
                    _ => return None,
                },
            };
            Some(Value::Element(text.to_owned()))
        }
        Sort::Array(index, element) => map(tree, index, element, names, depth),
    }
}

/// `#x0f`, `#b01111` or `(_ bv15 8)`.
fn bits(tree: &Tree, width: u32) -> Option<Bits> {
    let (digits, radix, given) = match tree {
        Tree::Atom(text) => match (text.strip_prefix("#x"), text.strip_prefix("#b")) {
            (Some(digits), _) => (digits, 16, digits.len().checked_mul(4)?),
            (_, Some(digits)) => (digits, 2, digits.len()),
            _ => return None,
        },
        Tree::List(list) => match list.as_slice() {
            [head, value, size] if atom(head) == Some("_") => (
                atom(value)?.strip_prefix("bv")?,
                10,
                atom(size)?.parse().ok()?,
            ),
            _ => return None,
        },
    };
    if given != usize::try_from(width).ok()? || !digits.bytes().all(|b| b.is_ascii_alphanumeric()) {
        return None;
    }
    Some(Bits::new(
        &BigInt::parse_bytes(digits.as_bytes(), radix)?,
        width,
    ))
}

fn number(tree: &Tree, names: &Names<'_>, depth: u32) -> Option<BigRational> {
    let depth = depth.checked_sub(1)?;
    match tree {
        Tree::Atom(text) => match names.get(text) {
            Some(bound) => number(bound, names, depth),
            None => decimal(text),
        },
        Tree::List(list) => match list.as_slice() {
            [head, a] if atom(head) == Some("-") => Some(-number(a, names, depth)?),
            [head, a, b] if atom(head) == Some("/") => {
                let divisor = number(b, names, depth)?;
                (!divisor.is_zero()).then(|| number(a, names, depth).map(|a| a / divisor))?
            }
            _ => None,
        },
    }
}

fn decimal(text: &str) -> Option<BigRational> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    if whole.is_empty() || !digits(whole) || !digits(fraction) {
        return None;
    }
    let number: BigInt = format!("{whole}{fraction}").parse().ok()?;
    let places = u32::try_from(fraction.len()).ok()?;
    Some(BigRational::new(number, BigInt::from(10).pow(places)))
}

fn map<'a>(
    tree: &'a Tree,
    index: &Sort,
    element: &Sort,
    names: &Names<'a>,
    depth: u32,
) -> Option<Value> {
    let mut stores = Vec::new();
    let mut tree = tree;
    let mut hops = 0u32;
    let default = loop {
        match tree {
            Tree::Atom(text) => {
                tree = names.get(text)?;
                hops += 1;
                if hops > DEPTH {
                    return None;
                }
            }
            Tree::List(list) => match list.as_slice() {
                [head, inner, at, to] if atom(head) == Some("store") => {
                    stores.push((
                        value(at, index, names, depth)?,
                        value(to, element, names, depth)?,
                    ));
                    tree = inner;
                }
                [Tree::List(head), constant]
                    if matches!(head.as_slice(), [a, b, _]
                        if atom(a) == Some("as") && atom(b) == Some("const")) =>
                {
                    break value(constant, element, names, depth)?;
                }
                _ => return None,
            },
        }
    };
    let mut result = Value::Map {
        default: Box::new(default),
        entries: BTreeMap::new(),
    };
    for (at, to) in stores.into_iter().rev() {
        result = result.with(at, to)?;
    }
    Some(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, sort: &Sort) -> String {
        parse(text, sort).map_or("none".to_owned(), |v| v.to_string())
    }

    #[test]
    fn values_are_read() {
        let ints = Sort::array(Sort::Int, Sort::Int);
        for (text, sort, wanted) in [
            ("12", Sort::Int, "12"),
            ("(- 12)", Sort::Int, "-12"),
            ("(- (/ 1.0 2.0))", Sort::Real, "-1/2"),
            ("2.5", Sort::Real, "5/2"),
            ("3.0", Sort::Int, "3"),
            ("(/ 1.0 0.0)", Sort::Real, "none"),
            ("(root-obj (+ (^ x 2) (- 2)) 1)", Sort::Real, "none"),
            ("true", Sort::Bool, "true"),
            ("S.ref!val!2", Sort::Ref, "#2"),
            ("((as const (Array Int Int)) 7)", ints.clone(), "{else 7}"),
            (
                "(store (store ((as const (Array Int Int)) 7) 1 2) 1 7)",
                ints.clone(),
                "{else 7}",
            ),
            (
                "(let ((a!1 (store ((as const (Array Int Int)) 0) 1 2))) (store a!1 3 4))",
                ints.clone(),
                "{1: 2, 3: 4, else 0}",
            ),
            ("(_ as-array k!1)", ints, "none"),
            ("#x0f", Sort::BitVec(8), "15"),
            ("#xff", Sort::BitVec(8), "255 (signed -1)"),
            ("#b100", Sort::BitVec(3), "4 (signed -4)"),
            ("(_ bv5 8)", Sort::BitVec(8), "5"),
            ("(_ bv5 8)", Sort::BitVec(7), "none"),
            ("#x0g", Sort::BitVec(8), "none"),
            ("5", Sort::BitVec(8), "none"),
            ("(", Sort::Int, "none"),
            (")", Sort::Int, "none"),
            ("1 2", Sort::Int, "none"),
            ("", Sort::Int, "none"),
        ] {
            assert_eq!(shown(text, &sort), wanted, "{text}");
        }
    }

    #[test]
    fn names_that_mean_themselves_end() {
        assert_eq!(parse("(let ((a a)) a)", &Sort::Int), None);
        let deep = "(- ".repeat(100_000) + "1" + &")".repeat(100_000);
        assert_eq!(parse(&deep, &Sort::Int), None);
    }
}
