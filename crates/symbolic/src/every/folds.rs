//! The terms of loops. `Op::Fold` has a term, a condition, and for each local that these need what it is at first and what
//! it is in the next iteration: its value is the term's when the condition no longer holds. The locals are bound: in a
//! loop of loops so many levels deep the local of a number has the same name in all terms, so that two loops that do the
//! same are one term.

use super::numbers::{BOUND, LOCALS};
use crate::term::{Arena, Leaf, Node, Op, TermId};
use rustc_hash::{FxHashMap, FxHashSet};

/// So many locals has a loop.
const MOST: usize = 32;

/// So many names there are for the locals of loops of one height.
const NAMES: u32 = 64;

/// A local of a loop: what it is before the first iteration, and at the end of one. None where nobody knows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Carried {
    pub first: Option<TermId>,
    pub next: Option<TermId>,
}

/// The locals of loops at work in a term, in the order in which they are met.
pub(crate) fn locals_in(arena: &Arena, root: TermId) -> Vec<TermId> {
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    let mut open = vec![root];
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        match arena.node(id) {
            Node::Leaf(Leaf::Param(key)) if (LOCALS..BOUND).contains(key) => found.push(id),
            Node::Leaf(_) => {}
            Node::Few(..) | Node::Many(..) => {
                open.extend(arena.node(id).args().iter().rev());
            }
        }
    }
    found
}

/// A term with others in place of some.
pub(crate) fn substituted(
    arena: &mut Arena,
    root: TermId,
    map: &FxHashMap<TermId, TermId>,
) -> TermId {
    let mut reached = FxHashSet::default();
    let mut open = vec![root];
    while let Some(id) = open.pop() {
        if reached.insert(id) && !map.contains_key(&id) {
            open.extend(arena.node(id).args());
        }
    }
    let mut order: Vec<TermId> = reached.into_iter().collect();
    order.sort_unstable();
    let mut new: FxHashMap<TermId, TermId> = FxHashMap::default();
    for id in order {
        let other = match map.get(&id) {
            Some(other) => *other,
            None => {
                let node = arena.node(id).clone();
                let of = |arg: &TermId| new.get(arg).copied().unwrap_or(*arg);
                let args: Vec<TermId> = node.args().iter().map(of).collect();
                match node.op() {
                    Some(op) if args != node.args() => {
                        let width = arena.width(id);
                        arena.applied(op, &args, width)
                    }
                    _ => id,
                }
            }
        };
        new.insert(id, other);
    }
    new.get(&root).copied().unwrap_or(root)
}

/// The value of a term behind a loop that goes on as long as a condition holds; none if locals take part of which nothing
/// is known.
pub(crate) fn fold(
    arena: &mut Arena,
    heights: &mut FxHashMap<TermId, u32>,
    (term, condition): (TermId, TermId),
    carried: &FxHashMap<TermId, Carried>,
) -> Option<TermId> {
    let own = |arena: &Arena, root: TermId| -> Vec<TermId> {
        let all = locals_in(arena, root).into_iter();
        all.filter(|name| carried.contains_key(name)).collect()
    };
    let mut names = own(arena, term);
    // What no iteration changes.
    if names.is_empty() {
        let is_read = arena.width(term) == 1 && matches!(arena.node(term).op(), Some(Op::Call(_)));
        if !is_read {
            return Some(term);
        }
    }
    let mut met: FxHashSet<TermId> = names.iter().copied().collect();
    let mut add = |all: Vec<TermId>, names: &mut Vec<TermId>| {
        for one in all {
            if met.insert(one) {
                names.push(one);
            }
        }
    };
    add(own(arena, condition), &mut names);
    let mut at = 0;
    let mut parts: Vec<(TermId, TermId)> = Vec::new();
    while let Some(name) = names.get(at).copied() {
        at += 1;
        if names.len() > MOST {
            return None;
        }
        let of = carried.get(&name)?;
        let (first, next) = (of.first?, of.next?);
        parts.push((first, next));
        add(own(arena, next), &mut names);
    }
    let mut height = 0;
    for root in [term, condition]
        .into_iter()
        .chain(parts.iter().map(|(_, next)| *next))
    {
        height = height.max(height_of(arena, heights, root));
    }
    let mut map = FxHashMap::default();
    for (slot, name) in (0u32..).zip(&names) {
        let width = arena.width(*name);
        let leaf = Leaf::Param(
            BOUND
                .checked_add(height.checked_mul(NAMES)?)?
                .checked_add(slot)?,
        );
        map.insert(*name, arena.make(Node::Leaf(leaf), width));
    }
    let mut args = vec![
        substituted(arena, term, &map),
        substituted(arena, condition, &map),
    ];
    for (first, next) in parts {
        args.push(first);
        args.push(substituted(arena, next, &map));
    }
    let width = arena.width(term);
    let found = arena.make(Node::Many(Op::Fold, args.into()), width);
    heights.insert(found, height + 1);
    Some(found)
}

/// How many levels of loops a term has within it.
fn height_of(arena: &Arena, heights: &FxHashMap<TermId, u32>, root: TermId) -> u32 {
    let mut seen = FxHashSet::default();
    let mut open = vec![root];
    let mut most = 0;
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        if arena.node(id).op() == Some(Op::Fold) {
            // One that was made by a substitution is as high as what it was made of, and no higher than all there are.
            let own = heights.get(&id).copied();
            most = most.max(own.unwrap_or_else(|| heights.values().copied().max().unwrap_or(0)));
        }
        open.extend(arena.node(id).args());
    }
    most
}
