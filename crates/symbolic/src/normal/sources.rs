//! What values rest on: the contents and parameters that are left of them as real numbers, so that nothing counts that
//! cancels out or is multiplied by zero.

use super::{Level, Normal};
use crate::term::{Arena, Leaf, Node, Op, TermId};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// What a value rests on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    /// Arrays of which it rests on what they contain at first, by their keys.
    pub arrays: BTreeSet<u32>,
    /// Parameters, by their keys.
    pub parameters: BTreeSet<u32>,
    /// Whether it rests on what nobody gave.
    pub unset: bool,
}

impl Sources {
    /// Whether it is a constant.
    pub fn is_empty(&self) -> bool {
        self.arrays.is_empty() && self.parameters.is_empty() && !self.unset
    }
}

/// What each of some values rests on.
pub fn sources(arena: &mut Arena, terms: &[TermId]) -> Vec<Sources> {
    let mut normal = Normal::new(arena, Level::Real);
    normal.all(terms);
    let each = terms.iter().map(|term| of_form(&normal, normal.of(*term)));
    each.collect()
}

fn of_form(normal: &Normal<'_>, form: TermId) -> Sources {
    let mut found = Sources::default();
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    let mut open = vec![form];
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        let node = normal.arena.node(id);
        match node {
            Node::Leaf(Leaf::Input(key, _)) => {
                found.arrays.insert(*key);
            }
            Node::Leaf(Leaf::Param(key)) => {
                found.parameters.insert(*key);
            }
            Node::Leaf(Leaf::Unset(_)) => found.unset = true,
            Node::Leaf(Leaf::Const(_)) => {}
            Node::Few(..) | Node::Many(..) => match node.op() {
                Some(Op::Real(number)) => open.extend(normal.reals.atoms(number)),
                Some(Op::Contents(key)) => {
                    found.arrays.insert(key);
                    open.extend(node.args());
                }
                _ => open.extend(node.args()),
            },
        }
    }
    found
}
