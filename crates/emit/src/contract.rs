//! What is said of the launches of a kernel, in the language of contracts of kernels: clauses that every
//! launch by the host function satisfies. `alpinist races` reads them.

use crate::code::{Axis, Expr, Kernel, Method, Op, Param, Shape, Stmt, length_of};
use crate::launch::MOST_THREADS;
use std::collections::BTreeSet;

/// Threads of a block in each dimension, by the number of dimensions.
pub(crate) const BLOCK: [&[u32]; 4] = [&[1], &[256], &[16, 16], &[8, 8, 4]];

/// The names of the dimensions.
pub(crate) const DIMENSIONS: [char; 3] = ['x', 'y', 'z'];

/// Gives each kernel its clauses, and tests the size of single blocks.
pub(crate) fn complete(method: &mut Method) {
    let changed = changed(&method.body);
    for kernel in &mut method.kernels {
        let mut clauses = Vec::new();
        let mut lengths: Vec<String> = Vec::new();
        let scalars: BTreeSet<&str> = kernel
            .params
            .iter()
            .filter(|param| matches!(param, Param::Scalar(..)))
            .map(Param::name)
            .collect();
        let arrays = || {
            let params = kernel.params.iter();
            params.filter(|param| matches!(param, Param::Array(..)))
        };
        let known = |name: &String| scalars.contains(name.as_str()) && !changed.contains(name);
        for one in &method.tested {
            if one.test.names().iter().all(known)
                && let Some(text) = clause(&one.test, 0)
            {
                clauses.push(text);
            }
            for array in arrays() {
                lengths.extend(enough(&one.test, array.name(), &known));
            }
        }
        for array in arrays() {
            let length = length_of(array.name());
            if scalars.contains(length.as_str()) {
                lengths.push(format!("length({}) >= {length}", array.name()));
            }
        }
        let mut apart = Vec::new();
        let of_arrays: Vec<&Param> = arrays().collect();
        for (at, first) in of_arrays.iter().enumerate() {
            let written = |param: &Param| matches!(param, Param::Array(_, _, true));
            let later = of_arrays.iter().skip(at + 1);
            let pairs = later.filter(|second| written(first) || written(second));
            apart.extend(
                pairs.map(|second| format!("disjoint({}, {})", first.name(), second.name())),
            );
        }
        for all in [&mut clauses, &mut lengths] {
            let mut seen = BTreeSet::new();
            all.retain(|one: &String| seen.insert(one.clone()));
        }
        let lines = [of_shape(&kernel.shape), clauses, lengths, apart];
        let lines = lines.iter().filter(|line| !line.is_empty());
        kernel.clauses = lines.map(|line| line.join(" && ")).collect();
    }
}

/// The scalars that the host assigns.
fn changed(body: &[Stmt]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for stmt in body {
        stmt.walk(&mut |stmt| {
            if let Stmt::Assign(crate::code::Place::Name(name), _) = stmt {
                names.insert(name.clone());
            }
        });
    }
    names
}

/// The number of threads of an axis.
pub(crate) fn extent(axis: &Axis) -> Expr {
    match &axis.low {
        Expr::Int(zero) if zero.sign() == num_bigint::Sign::NoSign => axis.high.clone(),
        low => Expr::Binary(Op::Sub, Box::new(axis.high.clone()), Box::new(low.clone())),
    }
}

fn of_shape(shape: &Shape) -> Vec<String> {
    let sizes = |word: &str, axes: &[Axis]| -> Vec<String> {
        let each = axes.iter().rev().zip(DIMENSIONS);
        let each = each.filter_map(|(axis, dimension)| {
            Some(format!(
                "{word}.{dimension} == {}",
                clause(&extent(axis), 5)?
            ))
        });
        each.collect()
    };
    let one = |word: &str, from: usize| -> Vec<String> {
        let rest = DIMENSIONS.into_iter().skip(from);
        rest.map(|dimension| format!("{word}.{dimension} == 1"))
            .collect()
    };
    match shape {
        Shape::Single => [one("blockDim", 0), one("gridDim", 0)].concat(),
        Shape::Grid(axes) => {
            let block = BLOCK.get(axes.len()).copied().unwrap_or_default();
            let given = block.iter().zip(DIMENSIONS);
            let given =
                given.map(|(number, dimension)| format!("blockDim.{dimension} == {number}"));
            let mut all: Vec<String> = given.collect();
            all.extend(one("blockDim", axes.len()));
            all.extend(one("gridDim", axes.len()));
            all
        }
        Shape::OneBlock(axes) => {
            let mut all = sizes("blockDim", axes);
            all.extend(one("blockDim", axes.len()));
            all.extend(one("gridDim", 0));
            all
        }
        Shape::Blocks(outer, inner) => {
            let mut all = sizes("blockDim", std::slice::from_ref(inner));
            all.extend(one("blockDim", 1));
            all.extend(sizes("gridDim", std::slice::from_ref(outer)));
            all.extend(one("gridDim", 1));
            all
        }
    }
}

/// From `a.length == e` or `a.length >= e` that the array has at least `e` elements.
fn enough(test: &Expr, array: &str, known: &dyn Fn(&String) -> bool) -> Option<String> {
    let Expr::Binary(op @ (Op::Eq | Op::Ge | Op::Le), left, right) = test else {
        return None;
    };
    let is_length = |expr: &Expr| *expr == Expr::Name(length_of(array));
    let least = match op {
        Op::Eq | Op::Ge if is_length(left) => right,
        Op::Eq | Op::Le if is_length(right) => left,
        _ => return None,
    };
    if !least.names().iter().all(known) {
        return None;
    }
    Some(format!("length({array}) >= {}", clause(least, 5)?))
}

/// An expression as text of a clause; none if the language of clauses lacks it. `around` is how tightly
/// what stands around it binds.
fn clause(expr: &Expr, around: u8) -> Option<String> {
    let (level, text) = match expr {
        Expr::Int(value) => match value.sign() {
            num_bigint::Sign::Minus => (0, value.to_string()),
            num_bigint::Sign::NoSign | num_bigint::Sign::Plus => (9, value.to_string()),
        },
        Expr::Name(name) => (9, name.clone()),
        Expr::Neg(inner) => (8, format!("-{}", clause(inner, 8)?)),
        Expr::Binary(op, left, right) => {
            let (level, word) = match op {
                Op::Or => (1, "||"),
                Op::And => (2, "&&"),
                Op::Eq => (3, "=="),
                Op::Ne => (3, "!="),
                Op::Lt => (4, "<"),
                Op::Le => (4, "<="),
                Op::Gt => (4, ">"),
                Op::Ge => (4, ">="),
                Op::Add => (5, "+"),
                Op::Sub => (5, "-"),
                Op::Mul => (6, "*"),
                Op::Div => (6, "/"),
                Op::Mod => (6, "%"),
            };
            let text = format!(
                "{} {word} {}",
                clause(left, level)?,
                clause(right, level + 1)?
            );
            (level, text)
        }
        // Divided by a positive number, the Euclidean quotient is rounded down, as clauses have it.
        Expr::Quotient(left, right) | Expr::Remainder(left, right) => match &**right {
            Expr::Int(by) if by.sign() == num_bigint::Sign::Plus => {
                let word = match expr {
                    Expr::Quotient(..) => "/",
                    _ => "%",
                };
                (6, format!("{} {word} {by}", clause(left, 6)?))
            }
            _ => return None,
        },
        Expr::Bool(_)
        | Expr::Element(..)
        | Expr::IsNull(_)
        | Expr::Not(_)
        | Expr::Conditional(..)
        | Expr::Call(..) => return None,
    };
    Some(match level < around {
        true => format!("({text})"),
        false => text,
    })
}

/// What a launch of exactly so many threads needs.
pub(crate) fn most_threads(kernel: &Kernel) -> Option<(Vec<&Axis>, u32)> {
    match &kernel.shape {
        Shape::OneBlock(axes) => Some((axes.iter().collect(), MOST_THREADS)),
        Shape::Blocks(_, inner) => Some((vec![inner], MOST_THREADS)),
        Shape::Grid(_) | Shape::Single => None,
    }
}
