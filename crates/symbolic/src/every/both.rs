//! Whether the families of two kernels are the same, and in which launches.
//!
//! Both kernels are free of races, so that each element is written by one thread. If for each number of a thread both write
//! the same bytes under the same condition with the same values, and the same numbers are taken, then both leave the same.

use super::family::Family;
use super::folds::substituted;
use super::numbers::{self, Bound, Number, bound};
use super::{Read, Write};
use crate::compare::{Compared, Pair, compare_pairs};
use crate::normal::{Level, exactly};
use crate::pointer::conjuncts;
use crate::term::{Arena, Leaf, Node, Op, TermId};
use kernel_graph::BinaryOp;
use std::collections::{BTreeMap, BTreeSet};

/// How the families of two kernels compare.
#[derive(Clone, Debug)]
pub struct Same {
    /// The values that both write.
    pub compared: Compared,
    /// What launches have to be like, in words.
    pub launches: Vec<String>,
    /// The dimensions in which both launches must have as many threads.
    pub alike: [bool; 3],
    /// Numbers that have to be multiples of others.
    pub multiples: Vec<Multiple>,
    /// Arrays of which the new kernel may read more than the old one, by their keys.
    pub beyond: BTreeSet<u32>,
}

/// A number that has to be a multiple of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Multiple {
    /// The number, in words.
    pub number: String,
    /// The key of the parameter that it is, if it is one.
    pub parameter: Option<u32>,
    /// What it is a multiple of.
    pub of: u32,
}

/// What a kernel writes, by the array, the offset in normal form, and how many bytes.
type Elements = BTreeMap<(u32, TermId, u32), Write>;

/// Compares the families of two kernels, with the laws of a level and those below; `show` writes a term.
///
/// # Errors
/// In one sentence, why they are not shown to be the same.
pub fn same(
    arena: &mut Arena,
    (old, new): (&Family, &Family),
    show: &dyn Fn(&Arena, TermId) -> String,
) -> Result<Same, String> {
    if old.writes.is_empty() && new.writes.is_empty() {
        return Err("neither kernel writes anything".to_owned());
    }
    let sides = [old, new];
    let (old, new) = grouped(arena, (old, new));
    let (first, second) = (elements(arena, &old)?, elements(arena, &new)?);
    if first.len() != second.len() {
        return Err("the kernels write another number of elements a thread".to_owned());
    }
    for (family, own) in [(&old, &first), (&new, &second)] {
        own_alone(arena, family, own)?;
    }
    let mut pairs = Vec::new();
    let mut multiples = BTreeSet::new();
    for (place, one) in &first {
        let Some(other) = second.get(place) else {
            return Err(format!(
                "the kernels write other elements: {}",
                show(arena, one.offset)
            ));
        };
        let Some(multiple) = same_condition(arena, one.when, other.when) else {
            return Err(format!(
                "the kernels write under other conditions: {} and {}",
                show(arena, one.when),
                show(arena, other.when)
            ));
        };
        multiples.extend(multiple);
        pairs.push(Pair {
            key: one.key,
            piece: (i64::try_from(pairs.len()).unwrap_or(0), one.bytes),
            old: one.value,
            new: other.value,
            written: [true, true],
        });
    }
    let (launches, alike) = launches(arena, sides, [&first, &second], show)?;
    let beyond = beyond(arena, (&old, &new), &multiples);
    let multiples = multiples.into_iter().map(|(number, of)| Multiple {
        number: show(arena, number),
        parameter: match arena.node(number) {
            Node::Leaf(Leaf::Param(key)) => Some(*key),
            _ => None,
        },
        of: u32::try_from(of).unwrap_or(u32::MAX),
    });
    let multiples = multiples.collect();
    let compared = compare_pairs(arena, pairs, Level::Real);
    Ok(Same {
        compared,
        launches,
        alike,
        multiples,
        beyond,
    })
}

/// What a kernel writes.
fn elements(arena: &mut Arena, family: &Family) -> Result<Elements, String> {
    let mut found = Elements::new();
    for write in &family.writes {
        let marks = [arena.marks(write.when), arena.marks(write.offset)];
        if marks.iter().any(|marks| marks.unset || marks.any_order) {
            return Err("what is written depends on uninitialized values".to_owned());
        }
        let offset = exactly(arena, write.offset);
        let key = (write.key, offset, write.bytes);
        let merged = match found.get(&key) {
            None => *write,
            // The later one counts.
            Some(before) => {
                let (side, when) = either(arena, write.when, before.when);
                Write {
                    value: arena.ite(side, write.value, before.value),
                    when,
                    ..*write
                }
            }
        };
        found.insert(key, merged);
    }
    Ok(found)
}

/// Where one of two conditions holds, which of them does: what decides that it is the first, and that one of them holds. Of
/// the two sides of a branch that is the branch's condition, and what both have in common.
fn either(arena: &mut Arena, one: TermId, other: TermId) -> (TermId, TermId) {
    let (a, b) = (conjuncts(arena, one), conjuncts(arena, other));
    let mut alone = a.symmetric_difference(&b).copied();
    if let (Some(x), Some(y), None) = (alone.next(), alone.next(), alone.next())
        && arena.not(x) == y
    {
        let truth = arena.truth(true);
        let both = a.intersection(&b).copied();
        let both = both.fold(truth, |all, part| arena.binary(BinaryOp::And, all, part));
        return (if a.contains(&x) { x } else { y }, both);
    }
    (one, arena.binary(BinaryOp::Or, one, other))
}

/// Whether two conditions are the same; if they are where a number is a multiple of another, those two.
fn same_condition(arena: &mut Arena, one: TermId, other: TermId) -> Option<Option<(TermId, u128)>> {
    let forms = |arena: &mut Arena, when: TermId| -> BTreeMap<TermId, TermId> {
        let all = conjuncts(arena, when);
        all.into_iter()
            .map(|part| (exactly(arena, part), part))
            .collect()
    };
    let (a, b) = (forms(arena, one), forms(arena, other));
    let alone = |a: &BTreeMap<TermId, TermId>, b: &BTreeMap<TermId, TermId>| -> Vec<TermId> {
        let all = a.iter().filter(|(form, _)| !b.contains_key(form));
        all.map(|(_, part)| *part).collect()
    };
    match (alone(&a, &b).as_slice(), alone(&b, &a).as_slice()) {
        ([], []) => Some(None),
        ([x], [y]) => (0..3).find_map(|dimension| {
            let (x, y) = (bound(arena, *x, dimension)?, bound(arena, *y, dimension)?);
            same_multiple(arena, x, y).or_else(|| same_multiple(arena, y, x))
        }),
        _ => None,
    }
}

/// Whether two bounds are the same where a number is a multiple of another: `k * J + u < n` for `u < k`, and `J < n / k`.
fn same_multiple(arena: &Arena, one: Bound, other: Bound) -> Option<Option<(TermId, u128)>> {
    if one.is_taken || other.is_taken || one.times < 2 || one.plus >= one.times {
        return None;
    }
    let by = one.times;
    let same = one.most == other.most && other.times == by && other.plus < by;
    // The quotient is one of numbers with a sign.
    let divided = one.is_signed
        && (other.times, other.plus) == (1, 0)
        && is_quotient(arena, other.most, one.most, by);
    let alike = one.is_signed == other.is_signed;
    (alike && (same || divided)).then_some(Some((one.most, by)))
}

/// Whether a term is a signed number divided by another one.
fn is_quotient(arena: &Arena, quotient: TermId, of: TermId, by: u128) -> bool {
    let node = arena.node(quotient);
    match (node.op(), node.args()) {
        (Some(Op::Binary(BinaryOp::DivSigned)), [a, b]) => *a == of && arena.bits(*b) == Some(by),
        (Some(Op::Binary(BinaryOp::ShiftRightSigned)), [a, b]) => {
            let shift = arena.bits(*b).and_then(|n| u32::try_from(n).ok());
            *a == of && shift.and_then(|n| 1u128.checked_shl(n)) == Some(by)
        }
        _ => false,
    }
}

/// The families with the same number of elements: where a thread of one kernel writes several in a row and one of the other
/// kernel one, so many of the latter's threads are taken together.
fn grouped(arena: &mut Arena, (old, new): (&Family, &Family)) -> (Family, Family) {
    let count = |family: &Family| -> Option<usize> {
        let keys: BTreeSet<u32> = family.writes.iter().map(|write| write.key).collect();
        let all: BTreeSet<(u32, TermId)> = family
            .writes
            .iter()
            .map(|write| (write.key, write.offset))
            .collect();
        all.len()
            .checked_div(keys.len())
            .filter(|each| each * keys.len() == all.len())
    };
    match (count(old), count(new)) {
        (Some(1), Some(times @ 2..=16)) => (several(arena, old, times), new.clone()),
        (Some(times @ 2..=16), Some(1)) => (old.clone(), several(arena, new, times)),
        _ => (old.clone(), new.clone()),
    }
}

/// A family in which what so many threads in a row of the first dimension write is what one does.
fn several(arena: &mut Arena, family: &Family, times: usize) -> Family {
    let own = numbers::own(arena, 0);
    let wide = arena.extended(own, 64, false);
    let mut done = Family {
        writes: Vec::new(),
        reads: Vec::new(),
        ..family.clone()
    };
    let times = times as u128;
    for at in 0..times {
        let mut map = rustc_hash::FxHashMap::default();
        for id in [own, wide] {
            let width = arena.width(id);
            let (times, at) = (arena.constant(times, width), arena.constant(at, width));
            let first = arena.binary(BinaryOp::Mul, id, times);
            map.insert(id, arena.binary(BinaryOp::Add, first, at));
        }
        let mut new = |id: TermId| substituted(arena, id, &map);
        done.writes.extend(family.writes.iter().map(|write| Write {
            offset: new(write.offset),
            when: new(write.when),
            value: new(write.value),
            ..*write
        }));
        done.reads.extend(family.reads.iter().map(|read| Read {
            what: new(read.what),
            plain: read.plain.map(&mut new),
            ..*read
        }));
    }
    done
}

/// That the elements of an array that a thread writes do not overlap, and that it reads no others of it.
fn own_alone(arena: &mut Arena, family: &Family, own: &Elements) -> Result<(), String> {
    let all: Vec<Write> = own.values().copied().collect();
    for (at, one) in all.iter().enumerate() {
        for other in all.iter().skip(at + 1).filter(|other| other.key == one.key) {
            let apart = arena.binary(BinaryOp::Sub, one.offset, other.offset);
            let apart = exactly(arena, apart);
            let bytes = i128::from(one.bytes.max(other.bytes));
            let apart = arena
                .bits(apart)
                .map(|bits| crate::arith::signed(bits, 64).abs());
            if apart.is_none_or(|apart| apart < bytes) {
                return Err("two elements that a thread writes may be the same".to_owned());
            }
        }
    }
    for read in &family.reads {
        let mut written = all.iter().filter(|one| one.key == read.key).peekable();
        if written.peek().is_none() {
            continue;
        }
        if !written.any(|one| read.plain == Some(one.offset) && read.bytes == one.bytes) {
            return Err("a kernel reads other elements of an array that it writes".to_owned());
        }
    }
    Ok(())
}

/// Whether the number of a thread decides an offset one to one: it is a multiple of the number and a constant.
fn is_one_to_one(arena: &Arena, mut offset: TermId, dimension: usize) -> bool {
    for _ in 0..8 {
        let node = arena.node(offset);
        // Narrower operations may wrap.
        let wide = arena.width(offset) == 64;
        offset = match (node.op(), node.args()) {
            (Some(Op::Binary(BinaryOp::Add)), [a, b]) if wide && arena.bits(*b).is_some() => *a,
            (Some(Op::Binary(BinaryOp::Mul)), [a, b])
                if wide && arena.bits(*b).is_some_and(|by| (1..=16).contains(&by)) =>
            {
                *a
            }
            (Some(Op::ZeroExtend | Op::SignExtend), [a]) => *a,
            _ => break,
        };
    }
    match arena.node(offset) {
        Node::Leaf(Leaf::Param(key)) => Number::of(*key) == Some((Number::Own, dimension)),
        _ => false,
    }
}

/// A sentence for each thing that launches have to be like, and the dimensions in which both have as many threads.
type Needed = (Vec<String>, [bool; 3]);

/// What launches have to be like so that the same numbers are taken.
fn launches(
    arena: &Arena,
    sides: [&Family; 2],
    elements: [&Elements; 2],
    show: &dyn Fn(&Arena, TermId) -> String,
) -> Result<Needed, String> {
    let mut found = BTreeSet::new();
    let mut alike = [false; 3];
    let all = elements.into_iter().flat_map(BTreeMap::values);
    let terms: Vec<TermId> = all
        .flat_map(|one| [one.when, one.offset, one.value])
        .collect();
    let uses = |numbers: &[Number], dimension: usize| {
        let is_one = |key: u32| {
            Number::of(key).is_some_and(|(one, at)| at == dimension && numbers.contains(&one))
        };
        terms
            .iter()
            .any(|term| numbers::contains(arena, *term, &is_one))
    };
    for (dimension, alike) in alike.iter_mut().enumerate() {
        let axis = ["x", "y", "z"].get(dimension).copied().unwrap_or("");
        let strided = sides.map(|one| one.strided.get(dimension).copied().unwrap_or(false));
        let parts = [Number::Thread, Number::Block];
        let sizes = [Number::BlockSize, Number::GridSize, Number::Threads];
        let grouped = sides
            .into_iter()
            .zip(elements)
            .any(|(one, all)| one.writes.len() < all.len());
        if uses(&parts, dimension) || uses(&sizes, dimension) {
            if strided != [false; 2] || grouped {
                return Err(format!("the numbers of threads in {axis} depend on sizes"));
            }
            found.insert(format!(
                "both launches have the same blocks and grid in {axis}"
            ));
            *alike = true;
            continue;
        }
        if !uses(&[Number::Own], dimension) {
            if strided != [false; 2] {
                return Err(format!(
                    "a loop over the threads in {axis} writes one element"
                ));
            }
            continue;
        }
        if strided == [true; 2] {
            let mut keys = BTreeSet::new();
            let mut all = elements.into_iter().flatten();
            let simple = elements.into_iter().all(|all| {
                let own: BTreeSet<u32> = all.values().map(|one| one.key).collect();
                own.len() == all.len()
            });
            keys.extend(sides.iter().map(|one| one.writes.len()));
            if !simple
                || keys.len() > 1
                || !all.all(|(_, one)| is_one_to_one(arena, one.offset, dimension))
            {
                return Err("two iterations may write the same element".to_owned());
            }
            continue;
        }
        let needed = sides.map(|family| needed(arena, family, dimension));
        match (needed, strided) {
            ([Some(old), Some(new)], _) => {
                for (which, all, strided) in [("old", old, strided[0]), ("new", new, strided[1])] {
                    let all = all.into_iter().filter(|_| !strided);
                    for (left, most, relation) in all {
                        let most = show(arena, most);
                        found.insert(format!(
                            "in the {which} launch {}{axis} {relation} {most}",
                            left.replace("THREADS", &format!("gridDim.{axis} * blockDim."))
                        ));
                    }
                }
            }
            (_, [false, false]) if !grouped => {
                found.insert(format!(
                    "both launches have the same number of threads in {axis}"
                ));
                *alike = true;
            }
            _ => {
                return Err(format!(
                    "how many threads a launch needs in {axis} is not known"
                ));
            }
        }
    }
    Ok((found.into_iter().collect(), alike))
}

/// The bounds of the number of threads under which a family has all elements that it has in any launch: what stands on
/// the left, the least, and the relation. None if there is no such bound.
fn needed(
    arena: &Arena,
    family: &Family,
    dimension: usize,
) -> Option<Vec<(String, TermId, &'static str)>> {
    let mut found = Vec::new();
    for write in &family.writes {
        let all = conjuncts(arena, write.when);
        let one = all.iter().find_map(|one| bound(arena, *one, dimension))?;
        let left = match (one.times, one.plus) {
            (1, 0) => "THREADS".to_owned(),
            (times, 0) => format!("{times} * THREADS"),
            (times, plus) => format!("{plus} + {times} * THREADS"),
        };
        let relation = if one.is_taken { ">" } else { ">=" };
        let sentence = (left, one.most, relation);
        if !found.contains(&sentence) {
            found.push(sentence);
        }
    }
    Some(found)
}

/// The arrays of which the new kernel reads what the old one does not. Where a number is a multiple of another, conditions
/// that say the same are not asked.
fn beyond(
    arena: &mut Arena,
    (old, new): (&Family, &Family),
    multiples: &BTreeSet<(TermId, u128)>,
) -> BTreeSet<u32> {
    let mut form = |read: &Read| (read.key, read.bytes, exactly(arena, read.what));
    let theirs: BTreeSet<(u32, u32, TermId)> = old.reads.iter().map(&mut form).collect();
    let own: Vec<(u32, u32, TermId)> = new.reads.iter().map(form).collect();
    let mut found = BTreeSet::new();
    for (read, (key, bytes, what)) in new.reads.iter().zip(own) {
        let same = theirs.contains(&(key, bytes, what)) && !arena.marks(what).unset;
        let same = same || is_among(arena, read, (&old.reads, multiples));
        if !same {
            found.insert(key);
        }
    }
    found
}

/// Whether one of some reads is of the same place under the same condition, where numbers are these multiples of others.
fn is_among(
    arena: &mut Arena,
    read: &Read,
    (all, multiples): (&[Read], &BTreeSet<(TermId, u128)>),
) -> bool {
    let parts = |arena: &Arena, what: TermId| match arena.node(what).args() {
        [offset, when] => Some((*offset, *when)),
        _ => None,
    };
    let Some((offset, when)) = parts(arena, read.what).filter(|_| read.plain.is_some()) else {
        return false;
    };
    let offset = exactly(arena, offset);
    for other in all
        .iter()
        .filter(|other| other.key == read.key && other.bytes == read.bytes)
    {
        let Some((place, condition)) = parts(arena, other.what).filter(|_| other.plain.is_some())
        else {
            continue;
        };
        if exactly(arena, place) != offset {
            continue;
        }
        match same_condition(arena, condition, when) {
            Some(Some(multiple)) if !multiples.contains(&multiple) => {}
            Some(_) => return true,
            None => {}
        }
    }
    false
}
