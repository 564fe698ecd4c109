//! Why no two threads race on an array, in a sentence (`--explain-proof`).

use itertools::Itertools;
use races::{Apart, Why};
use report::plural;

/// Pairs of accesses that are apart by their indices: the index, by which widths it is taken apart, how many pairs.
struct ByIndex<'a> {
    index: &'a str,
    radices: Vec<&'a String>,
    pairs: usize,
}

/// The sentence about an array of this name; none if there is no reason to give.
pub(crate) fn sentence(array: &str, apart: &Apart) -> Option<String> {
    let mut parts: Vec<String> = by_index(&apart.reasons).into_iter().collect();
    for (why, pairs) in &apart.reasons {
        let pairs = plural(*pairs, "pair");
        parts.push(match why {
            Why::Index { .. } => continue,
            Why::ReadOnly => "no thread writes it".to_owned(),
            Why::Barriers => format!("synchronization orders the accesses ({pairs})"),
            Why::Guard => format!("no two threads make both accesses ({pairs})"),
            Why::Atomic => format!("atomic operations on the same bytes ({pairs})"),
            Why::Several => format!("place, order and values together exclude a race ({pairs})"),
            Why::Alone { same_block: true } => format!("a block has one thread ({pairs})"),
            Why::Alone { same_block: false } => format!("the grid has one block ({pairs})"),
            Why::Solver => {
                let questions = plural(apart.questions, "question");
                format!("shown by the solver ({pairs}, {questions})")
            }
        });
    }
    (!parts.is_empty()).then(|| format!("`{array}`: {}", parts.join("; ")))
}

/// What is said of the pairs that are apart by their indices; of several indices that of most pairs is named.
fn by_index(all: &[(Why, usize)]) -> Option<String> {
    let mut named: Vec<ByIndex<'_>> = Vec::new();
    let mut pairs = 0;
    for (why, count) in all {
        let Why::Index { index, radices } = why else {
            continue;
        };
        pairs += count;
        let Some(index) = index else {
            continue;
        };
        match named.iter_mut().find(|one| one.index == index) {
            Some(one) => {
                one.pairs += count;
                one.radices.extend(radices);
            }
            None => named.push(ByIndex {
                index,
                radices: radices.iter().collect(),
                pairs: *count,
            }),
        }
    }
    named.sort_by_key(|one| std::cmp::Reverse(one.pairs));
    let mut text = "different threads touch different elements".to_owned();
    if let Some(most) = named.first() {
        let the = match most.pairs == pairs {
            true => "the index is",
            false => "one of the indices is",
        };
        text.push_str(&format!(", {the} `{}`", most.index));
        if !most.radices.is_empty() {
            let radices = most.radices.iter().map(|radix| format!("`{radix}`"));
            let radices = radices.unique().join(" and ");
            text.push_str(&format!(", taken apart by {radices}"));
        }
    }
    (pairs > 0).then(|| format!("{text} ({})", plural(pairs, "pair")))
}
