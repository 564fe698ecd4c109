//! What clauses say of the contents of arrays that a launch passes: that elements are sorted, that no two are the same, that
//! they lie between two numbers.
//!
//! They are said of memory at launch, so that they are used of loads alone that see it: of arrays that no thread writes. Two
//! elements that are loaded anywhere are compared in each question; that a value lies between two numbers is known of a
//! thread that has loaded it, for an array may have no elements.

use crate::execution::Exec;
use crate::execution::symbols::Symbols;
use crate::execution::value::Value;
use crate::integers::align::is_multiple;
use crate::launch::premises::Premises;
use contracts::{Argument, Clause, Number};
use kernel_graph::{
    Array, ArrayId, Expr, ExprKind, Function, LayoutKind, Linkage, Module, Scalar, Space,
};
use num_bigint::BigInt;
use solver::term::{Node, Sort, Term, TermSet, bv, eq, implies, le, postorder};
use std::collections::BTreeSet;

/// More elements are not compared with each other in one question.
const MOST_ELEMENTS: usize = 10;

/// What is said of each two elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OfTwo {
    /// The first is no greater than the one behind it.
    Sorted,
    /// They are not the same.
    Different,
}

/// An array of integers that a launch passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Elements {
    array: ArrayId,
    bits: u32,
    signed: bool,
}

/// What is said of an array.
#[derive(Clone, Debug)]
pub(crate) struct Said {
    elements: Elements,
    what: OfTwo,
}

impl Said {
    /// Whether it says that no two elements of an array are the same.
    pub(crate) fn differs(&self, array: ArrayId) -> bool {
        self.elements.array == array && self.what == OfTwo::Different
    }
}

/// That each element of an array lies between two numbers.
#[derive(Clone, Debug)]
pub(crate) struct Between {
    elements: Elements,
    low: Number,
    high: Number,
}

impl Between {
    /// Whether its numbers have values here.
    pub(crate) fn has_value(&self, premises: &Premises<'_>) -> bool {
        let mut both = [&self.low, &self.high].into_iter();
        both.all(|number| premises.number(number).is_some())
    }
}

/// What clauses say of contents: of each two elements, and of each one; none if one is about what is no array of integers
/// that a launch passes. The clauses that say nothing of contents are left out.
pub(crate) fn said(
    (module, function): (&Module, &Function),
    clauses: &[Clause],
) -> Option<(Vec<Said>, Vec<Between>)> {
    let (mut of_two, mut of_one) = (Vec::new(), Vec::new());
    if !clauses.iter().any(is_of_contents) {
        return Some((of_two, of_one));
    }
    let of = (module, &named(function));
    for clause in clauses {
        let two = |argument: &Argument, what: OfTwo| {
            let elements = Elements::of(of, argument)?;
            Some(Said { elements, what })
        };
        match clause {
            Clause::Sorted(argument) => of_two.push(two(argument, OfTwo::Sorted)?),
            Clause::Injective(argument) => of_two.push(two(argument, OfTwo::Different)?),
            Clause::Within(argument, low, high) => of_one.push(Between {
                elements: Elements::of(of, argument)?,
                low: low.clone(),
                high: high.clone(),
            }),
            Clause::Compare(..)
            | Clause::PowerOfTwo(_)
            | Clause::Disjoint(..)
            | Clause::IdenticalOrDisjoint(..)
            | Clause::Aligned(..)
            | Clause::NonNull(_)
            | Clause::AnyOf(_) => {}
        }
    }
    Some((of_two, of_one))
}

/// The arrays that a kernel names: a module has those of all.
fn named(function: &Function) -> BTreeSet<ArrayId> {
    let mut found = BTreeSet::new();
    let mut see = |part: &Expr| {
        if let ExprKind::Base(array) = part.kind {
            found.insert(array);
        }
    };
    for block in &function.blocks {
        let stmts = block.stmts.iter().flat_map(|stmt| stmt.kind.exprs());
        stmts.for_each(|expr| expr.visit(&mut see));
        block
            .end
            .exprs()
            .into_iter()
            .for_each(|expr| expr.visit(&mut see));
    }
    found
}

/// Whether a clause is about contents alone.
pub(crate) fn is_of_contents(clause: &Clause) -> bool {
    matches!(
        clause,
        Clause::Sorted(_) | Clause::Injective(_) | Clause::Within(..)
    )
}

impl Elements {
    /// The array that the parameter of a name points to, if the kernel names one alone of that name.
    fn of((module, named): (&Module, &BTreeSet<ArrayId>), argument: &Argument) -> Option<Elements> {
        let own = |(id, _): &(u32, &Array)| named.contains(&ArrayId(*id));
        let all = (0u32..).zip(&module.arrays).filter(own);
        let passed = all.filter(|(_, array)| {
            let parameter = matches!(array.linkage, Linkage::Parameter(_));
            parameter && array.name == argument.as_str()
        });
        let mut passed =
            passed.filter(|(_, array)| matches!(array.space, Space::Global | Space::Constant));
        let (id, array) = passed.next()?;
        if passed.next().is_some() {
            return None;
        }
        match array.layout.kind {
            LayoutKind::Scalar {
                scalar: Scalar::Int(bits),
                signed,
            } if bits % 8 == 0 && bits > 0 => Some(Elements {
                array: ArrayId(id),
                bits,
                signed,
            }),
            LayoutKind::Scalar { .. }
            | LayoutKind::Array(..)
            | LayoutKind::Vector(..)
            | LayoutKind::Struct { .. }
            | LayoutKind::Opaque => None,
        }
    }

    fn number(&self, value: &Term) -> Term {
        match self.signed {
            true => bv::to_int(value.clone()),
            false => bv::to_nat(value.clone()),
        }
    }

    /// Whether an element lies at a place: no part of two.
    fn has(&self, place: &Term) -> bool {
        is_multiple(place, &BigInt::from(self.bits / 8))
    }

    /// The place of an element, if a term is what lay there at launch.
    fn place<'t>(&self, symbols: &Symbols, term: &'t Term) -> Option<&'t Term> {
        let Node::App(symbol, _) = term.node() else {
            return None;
        };
        let about = symbols.about(symbol)?;
        let [place] = term.args() else {
            return None;
        };
        let own = about.contents == Some(self.array) && *term.sort() == Sort::BitVec(self.bits);
        (own && self.has(place)).then_some(place)
    }
}

/// What is said of each two elements that occur in formulas.
pub(crate) fn of_two(symbols: &Symbols, formulas: &[Term]) -> Vec<Term> {
    let mut found = Vec::new();
    if symbols.said.is_empty() {
        return found;
    }
    let parts = postorder(formulas);
    for said in &symbols.said {
        let mut seen = TermSet::default();
        let elements = parts.iter().filter_map(|part| {
            let place = said.elements.place(symbols, part)?;
            seen.insert(part.clone()).then_some((place, part))
        });
        let elements: Vec<(&Term, &Term)> = elements.take(MOST_ELEMENTS).collect();
        for (at, (place, value)) in elements.iter().enumerate() {
            for (other, its) in elements.iter().skip(at + 1) {
                let (a, b) = (said.elements.number(value), said.elements.number(its));
                let (place, other) = ((*place).clone(), (*other).clone());
                match said.what {
                    OfTwo::Sorted => {
                        let behind = le(place.clone(), other.clone());
                        found.push(implies(behind, le(a.clone(), b.clone())));
                        found.push(implies(le(other, place), le(b, a)));
                    }
                    OfTwo::Different => found.push(implies(eq(a, b), eq(place, other))),
                }
            }
        }
    }
    found
}

impl Exec<'_> {
    /// What is known of a value that the thread has loaded from a place of an array; nothing of what is no element.
    pub(crate) fn between(&self, array: ArrayId, place: &Term, value: &Value) -> Vec<Term> {
        let Value::Bits(term) = value else {
            return Vec::new();
        };
        let premises = Premises {
            params: &self.parameters,
            atoms: &self.atoms,
        };
        let said = self.between.iter().filter(|said| {
            let elements = &said.elements;
            elements.array == array
                && *term.sort() == Sort::BitVec(elements.bits)
                && elements.has(place)
        });
        let each = said.filter_map(|said| {
            let value = said.elements.number(term);
            premises.within(&value, &said.low, &said.high)
        });
        each.collect()
    }
}
