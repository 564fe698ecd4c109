//! Whether two launches leave the same.

use crate::normal::{Law, Level, Normal};
use crate::outcome::Final;
use crate::term::{Arena, Leaf, Marks, Node, TermId};
use std::collections::{BTreeMap, BTreeSet};

/// A piece of an array that both leave, and its terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The array's key.
    pub key: u32,
    /// The piece's number, and how many bytes it has.
    pub piece: (i64, u32),
    /// What the old launch leaves; what was there before if it does not write it.
    pub old: TermId,
    /// What the new one leaves.
    pub new: TermId,
    /// Whether the old one writes it, and the new one.
    pub written: [bool; 2],
}

/// How two launches compare.
#[derive(Clone, Debug, Default)]
pub struct Compared {
    /// How many pieces either writes.
    pub pieces: usize,
    /// One of them, from the middle.
    pub sample: Option<Pair>,
    /// How many are the same at each level and not below.
    pub same: BTreeMap<Level, usize>,
    /// The laws that made them the same.
    pub laws: BTreeSet<Law>,
    /// Those that are not shown to be the same, in order.
    pub open: Vec<Pair>,
    /// Those of them whose value rests on what nobody gave.
    pub unset: usize,
}

impl Compared {
    /// The weakest level that is needed; none if something is open.
    pub fn level(&self) -> Option<Level> {
        match self.open.is_empty() {
            true => Some(self.same.keys().copied().max().unwrap_or(Level::Exact)),
            false => None,
        }
    }
}

/// Compares what two launches leave, with the laws of a level and those below.
pub fn compare(arena: &mut Arena, (old, new): (&Final, &Final), most: Level) -> Compared {
    let pairs = pairs(arena, old, new);
    compare_pairs(arena, pairs, most)
}

/// Compares pairs of terms.
pub(crate) fn compare_pairs(arena: &mut Arena, pairs: Vec<Pair>, most: Level) -> Compared {
    let mut compared = Compared::default();
    let mut open = pairs.clone();
    compared.pieces = open.len();
    compared.sample = open.get(open.len() / 2).copied();
    let fit = |arena: &Arena, pair: &Pair| {
        let marks = [arena.marks(pair.old), arena.marks(pair.new)];
        marks.iter().all(|marks: &Marks| !marks.unset)
    };
    let exact_fit = |arena: &Arena, pair: &Pair| {
        !arena.marks(pair.old).any_order && !arena.marks(pair.new).any_order
    };
    compared.unset = open.iter().filter(|pair| !fit(arena, pair)).count();
    for level in [Level::Exact, Level::Reordered, Level::Real] {
        if level > most || open.is_empty() {
            break;
        }
        // Most are the same as they stand.
        let mut rest = Vec::new();
        for pair in open {
            let exact = level > Level::Exact || exact_fit(arena, &pair);
            match pair.old == pair.new && fit(arena, &pair) && exact {
                true => *compared.same.entry(level).or_insert(0) += 1,
                false => rest.push(pair),
            }
        }
        let usable = |arena: &Arena, pair: &Pair| {
            fit(arena, pair) && (level > Level::Exact || exact_fit(arena, pair))
        };
        let roots: Vec<TermId> = rest
            .iter()
            .filter(|pair| usable(arena, pair))
            .flat_map(|pair| [pair.old, pair.new])
            .collect();
        let mut normal = Normal::new(arena, level);
        normal.all(&roots);
        let mut still = Vec::new();
        let mut same = 0;
        for pair in rest {
            let forms = (normal.of(pair.old), normal.of(pair.new));
            let alike = usable(normal.arena, &pair)
                && (forms.0 == forms.1
                    || level == Level::Real && normal.same_number(forms.0, forms.1));
            match alike {
                true => same += 1,
                false => still.push(pair),
            }
        }
        if same > 0 {
            compared.laws.extend(normal.laws.iter().copied());
            *compared.same.entry(level).or_insert(0) += same;
        }
        open = still;
    }
    // Terms mean nothing once there was no room for more of them.
    if arena.is_full() {
        compared.same.clear();
        open = pairs;
    }
    compared.open = open;
    compared
}

/// What either writes.
fn pairs(arena: &mut Arena, old: &Final, new: &Final) -> Vec<Pair> {
    let keys: BTreeSet<u32> = old
        .arrays
        .keys()
        .chain(new.arrays.keys())
        .copied()
        .collect();
    let mut found = Vec::new();
    for key in keys {
        let (a, b) = (old.arrays.get(&key), new.arrays.get(&key));
        let grain = a.or(b).map_or(1, |array| array.grain);
        let written = [a, b]
            .into_iter()
            .flatten()
            .flat_map(|array| array.written.keys());
        let pieces: BTreeSet<i64> = written.copied().collect();
        for piece in pieces {
            let before = Leaf::Input(key, piece.saturating_mul(i64::from(grain)));
            let before = arena.make(Node::Leaf(before), 8 * grain);
            let of = |array: Option<&crate::outcome::Array>| {
                array
                    .and_then(|array| array.written.get(&piece))
                    .map(|written| written.value)
            };
            let (first, second) = (of(a), of(b));
            found.push(Pair {
                key,
                piece: (piece, grain),
                old: first.unwrap_or(before),
                new: second.unwrap_or(before),
                written: [first.is_some(), second.is_some()],
            });
        }
    }
    found
}
