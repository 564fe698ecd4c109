//! Planes: a thread that writes `a[i]` and `a[i + n]` has an element in each of two planes, `n` elements apart. They are
//! apart for all threads if there are no more of these than a plane has elements.
//!
//! Only what is written names planes: what is read some way off is a neighbour, whose own thread may write it.

use super::kept::Kept;
use super::linear::{Values, axis_of};
use super::meaning::{About, Proposed, Weight, parameter, threads};
use super::named::Names;
use super::rows::FEWEST_IN_ROW;
use super::within::{number_in_grid, offsets_by_factor, plain};
use contracts::{Clause, Number, Relation};
use kernel_graph::{
    ArrayId, Atom, BlockId, Dimension, Expr, ExprKind, Function, LocalId, Place, StmtKind,
};
use num_integer::Integer;
use std::collections::{BTreeMap, BTreeSet};

/// Who makes planes of a number makes them of whole vectors: another distance may be one that is wrong by one.
const WHOLE: u32 = 8;

/// How far two planes of an array are apart.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Apart {
    /// As many elements as a parameter says.
    Param(LocalId),
    /// So many elements.
    Number(u32),
}

/// What the elements that threads write have in common in all planes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Kind {
    array: ArrayId,
    axis: Dimension,
    /// Whether the number is that of a thread in the grid; else that in its block.
    whole: bool,
    /// From one thread's element to the next there are so many bytes.
    bytes: i128,
}

/// Where a plane begins: so many bytes, and multiples of parameters, behind the beginning of the array.
type Start = (i128, BTreeMap<LocalId, i128>);

/// What is written in planes of one kind.
#[derive(Default)]
struct Written {
    starts: BTreeSet<Start>,
    at: Vec<(BlockId, Place)>,
}

/// The planes that the threads of a kernel write.
pub(super) struct Planes(BTreeMap<Kind, Written>);

impl Planes {
    /// Those of a kernel whose calls are inlined.
    pub(super) fn of(function: &Function, values: &Values<'_>) -> Planes {
        let params: BTreeSet<LocalId> = function.params.iter().map(|param| param.local).collect();
        let mut found: BTreeMap<Kind, Written> = BTreeMap::new();
        for (at, block) in (0u32..).map(BlockId).zip(&function.blocks) {
            for stmt in &block.stmts {
                let StmtKind::Store { address, .. } = &stmt.kind else {
                    continue;
                };
                if let Some((kind, start)) = plane(address, (values, &params)) {
                    let written = found.entry(kind).or_default();
                    written.starts.insert(start);
                    written.at.push((at, stmt.place));
                }
            }
        }
        Planes(found)
    }

    /// How far planes are apart, by the places at which they are written.
    pub(super) fn places(&self) -> impl Iterator<Item = (Place, Apart)> {
        self.0.iter().flat_map(|(kind, written)| {
            let apart = written.apart(kind);
            written.at.iter().flat_map(move |(_, place)| {
                let each = apart.clone().into_iter();
                each.map(|apart| (*place, apart))
            })
        })
    }

    /// The clauses that keep planes apart. Where a guard keeps threads away, these are about what it compares with.
    pub(super) fn clauses(
        &self,
        function: &Function,
        (names, kept, values): (&Names<'_>, &Kept<'_>, &Values<'_>),
    ) -> Vec<Proposed> {
        let mut found = Vec::new();
        for (kind, written) in &self.0 {
            let guards = written.at.iter().map(|(at, _)| kept.guards(*at, kind.axis));
            let guards: Vec<_> = guards.collect();
            let least: Vec<Number> = match guards.iter().any(|guarded| guarded.any) {
                false => vec![threads(axis_of(kind.axis), kind.whole)],
                true => {
                    let by = guards.iter().flat_map(|guarded| &guarded.by);
                    by.filter_map(|by| names.number(by, values)).collect()
                }
            };
            for apart in written.apart(kind) {
                let Some(length) = apart.length(function) else {
                    continue;
                };
                let others = least.iter().filter(|least| !shares(least, &length));
                found.extend(others.map(|least| apart.clause(&length, least)));
            }
        }
        found
    }
}

impl Written {
    fn apart(&self, kind: &Kind) -> BTreeSet<Apart> {
        let mut found = BTreeSet::new();
        for (number, params) in &self.starts {
            // The plane before it: it begins the same parameter earlier.
            let lengths = params.iter().filter(|(param, _)| {
                let mut before = params.clone();
                let left = before.remove(param).unwrap_or(0) - kind.bytes;
                if left != 0 {
                    before.insert(**param, left);
                }
                self.starts.contains(&(*number, before))
            });
            found.extend(lengths.map(|(param, _)| Apart::Param(*param)));
        }
        let mut starts = self.starts.iter();
        let Some((first, params)) = starts.next() else {
            return found;
        };
        let step = starts.try_fold(0i128, |step, (number, others)| {
            (others == params).then(|| step.gcd(&(number - first)))
        });
        let whole = step.filter(|step| *step > 0 && step % kind.bytes == 0);
        let elements = whole.and_then(|step| u32::try_from(step / kind.bytes).ok());
        let meant = elements.filter(|n| *n >= FEWEST_IN_ROW && n.is_multiple_of(&WHOLE));
        found.extend(meant.map(Apart::Number));
        found
    }
}

impl Apart {
    /// The distance, if clauses can name it.
    pub(super) fn length(&self, function: &Function) -> Option<Number> {
        match self {
            Apart::Number(n) => Some(Number::from(i64::from(*n))),
            Apart::Param(local) => {
                let mut params = function.params.iter();
                let param = params.find(|param| param.local == *local)?;
                parameter(&param.name)
            }
        }
    }

    fn clause(&self, length: &Number, least: &Number) -> Proposed {
        let clause = match self {
            Apart::Param(_) => Clause::Compare(length.clone(), Relation::AtLeast, least.clone()),
            Apart::Number(_) => Clause::Compare(least.clone(), Relation::AtMost, length.clone()),
        };
        Proposed {
            clause,
            about: About::Row(length.to_string()),
            evidence: format!("planes of `{length}` elements are written"),
            weight: Weight::Most,
        }
    }
}

/// Whether a number is made of another, so that a comparison of the two says nothing of either.
fn shares(number: &Number, length: &Number) -> bool {
    let names = length.names();
    number.names().iter().any(|name| names.contains(name))
}

/// The plane that an address is in.
fn plane(
    address: &Expr,
    (values, params): (&Values<'_>, &BTreeSet<LocalId>),
) -> Option<(Kind, Start)> {
    let (array, _) = values.address(address)?;
    let mut number = None;
    let mut start: Start = Default::default();
    for (factor, part) in offsets_by_factor(address, values) {
        if let Some(constant) = values.constant(part) {
            start.0 = start.0.checked_add(constant.checked_mul(factor)?)?;
            continue;
        }
        let param = values.sum(part).only_value();
        if let Some(param) = param.filter(|param| params.contains(param)) {
            let times = start.1.entry(param).or_default();
            *times = times.checked_add(factor)?;
            continue;
        }
        let (axis, whole, margin) = match number_in_grid(part, values) {
            Some((axis, margin)) => (axis, true, margin),
            None => match &plain(part, values).kind {
                ExprKind::Atom(Atom::Thread(axis)) => (*axis, false, 0),
                _ => return None,
            },
        };
        start.0 = start.0.checked_add(margin.checked_mul(factor)?)?;
        if factor <= 0 || number.replace((axis, whole, factor)).is_some() {
            return None;
        }
    }
    let (axis, whole, bytes) = number?;
    let kind = Kind {
        array,
        axis,
        whole,
        bytes,
    };
    Some((kind, start))
}
