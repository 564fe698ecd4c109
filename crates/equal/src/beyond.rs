//! What the new kernel accesses beyond all that the old one does: the arrays have to be longer for it.

use crate::words;
use crate::work::Work;
use std::collections::{BTreeMap, BTreeSet};
use symbolic::{Arena, Array, At, Final, Named, Perhaps, TermId};

/// The conditions that all have to hold.
type Conditions = BTreeSet<TermId>;

/// So many combinations of conditions of one access are tried.
const MOST: usize = 256;

/// What it is, in words.
pub(crate) fn beyond(
    work: &Work<'_>,
    arena: &mut Arena,
    (old, new): (&Final, &Final),
) -> Vec<String> {
    let mut found = Vec::new();
    let nothing = Array::default();
    for (key, array) in &new.arrays {
        // A temporary of the new one alone is memory that nobody else has.
        let part = work.part(*key);
        let own = part
            .is_some_and(|part| work.is_temporary(part) && work.matched.alone.contains(&part.0));
        if own {
            continue;
        }
        let theirs = Accesses::of(arena, old.arrays.get(key).unwrap_or(&nothing));
        let own = Accesses::of(arena, array);
        let grain = i64::from(array.grain.max(1));
        let name = |at: i64| work.named(Named::Input(*key, at, 8 * array.grain));
        for (first, end) in own.not_in(&theirs) {
            let last = (end - 1).div_euclid(grain) * grain;
            let first = first.div_euclid(grain) * grain;
            let range = words::range(&name(first), &name(last));
            if !found.contains(&range) {
                found.push(range);
            }
        }
        if let Some(term) = own.terms_not_in(&theirs) {
            let at = symbolic::show(arena, term, 6, &|named| work.named(named));
            let start = name(0);
            let array = start.split('[').next().unwrap_or("").to_owned();
            found.push(format!("{array} at byte {at}"));
        }
    }
    found
}

/// What a kernel accesses of an array.
struct Accesses {
    /// Bytes that it accesses whatever memory contains, from the first to that behind the last; no two overlap.
    surely: Vec<(i64, i64)>,
    /// What it accesses as contents decide, and the conditions under which it does.
    perhaps: BTreeMap<(At, u32), Vec<Conditions>>,
}

impl Accesses {
    fn of(arena: &mut Arena, array: &Array) -> Accesses {
        let mut forms: BTreeMap<TermId, Conditions> = BTreeMap::new();
        let mut perhaps: BTreeMap<(At, u32), Vec<Conditions>> = BTreeMap::new();
        for Perhaps { at, bytes, when } in &array.perhaps {
            let conditions = forms.entry(*when).or_insert_with(|| {
                let all = symbolic::conjuncts(arena, *when);
                all.into_iter()
                    .map(|one| symbolic::exactly(arena, one))
                    .collect()
            });
            let at = match at {
                At::Byte(at) => At::Byte(*at),
                At::Term(term) => At::Term(symbolic::exactly(arena, *term)),
            };
            let all = perhaps.entry((at, *bytes)).or_default();
            if !all.contains(conditions) && all.len() < MOST {
                all.push(conditions.clone());
            }
        }
        let mut surely: Vec<(i64, i64)> = array.surely.into_iter().collect();
        for ((at, bytes), all) in &mut perhaps {
            resolve(arena, all);
            if let (At::Byte(at), true) = (at, all.iter().any(BTreeSet::is_empty)) {
                surely.push((*at, at.saturating_add(i64::from(*bytes))));
            }
        }
        surely.sort_unstable();
        let mut joined: Vec<(i64, i64)> = Vec::new();
        for (first, end) in surely {
            match joined.last_mut() {
                Some((_, last)) if *last >= first => *last = end.max(*last),
                _ => joined.push((first, end)),
            }
        }
        Accesses {
            surely: joined,
            perhaps,
        }
    }

    fn has(&self, first: i64, end: i64) -> bool {
        // An array reaches from the first to the last of what is accessed.
        match (self.surely.first(), self.surely.last()) {
            (Some((least, _)), Some((_, most))) => *least <= first && end <= *most,
            _ => false,
        }
    }

    fn has_under(&self, place: (At, u32), conditions: &Conditions) -> bool {
        let all = self.perhaps.get(&place);
        all.is_some_and(|all| all.iter().any(|own| own.is_subset(conditions)))
    }

    /// The bytes that the other does not access.
    fn not_in(&self, other: &Accesses) -> Vec<(i64, i64)> {
        let mut found: Vec<(i64, i64)> = Vec::new();
        for (first, end) in &self.surely {
            let (least, most) = match (other.surely.first(), other.surely.last()) {
                (Some((least, _)), Some((_, most))) => (*least, *most),
                _ => (*end, *end),
            };
            if *first < least {
                found.push((*first, least.min(*end)));
            }
            if *end > most && most > *first {
                found.push((most, *end));
            }
            if most <= *first && least < *first {
                found.push((*first, *end));
            }
        }
        let mut open: Option<(i64, i64)> = None;
        for ((at, bytes), all) in &self.perhaps {
            let At::Byte(at) = *at else {
                continue;
            };
            let end = at.saturating_add(i64::from(*bytes));
            let place = (At::Byte(at), *bytes);
            let known = other.has(at, end) || self.has(at, end);
            if !known && !all.iter().all(|one| other.has_under(place, one)) {
                open = Some(match open {
                    Some((first, last)) => (first.min(at), last.max(end)),
                    None => (at, end),
                });
            }
        }
        found.extend(open);
        found
    }

    /// An index that is a term, and that the other does not access.
    fn terms_not_in(&self, other: &Accesses) -> Option<TermId> {
        self.perhaps.iter().find_map(|((at, bytes), all)| match at {
            At::Term(term) if !all.iter().all(|one| other.has_under((*at, *bytes), one)) => {
                Some(*term)
            }
            At::Term(_) | At::Byte(_) => None,
        })
    }
}

/// Adds what follows from two conditions that differ in what one says and the other denies.
fn resolve(arena: &mut Arena, all: &mut Vec<Conditions>) {
    let mut at = 0;
    while at < all.len() && all.len() < MOST {
        let Some(one) = all.get(at).cloned() else {
            break;
        };
        for denied in &one {
            let other = arena.not(*denied);
            let other = symbolic::exactly(arena, other);
            let mut rest = one.clone();
            rest.remove(denied);
            let mut opposite = rest.clone();
            opposite.insert(other);
            if all.iter().any(|one| one.is_subset(&opposite)) && !all.contains(&rest) {
                all.push(rest);
            }
        }
        at += 1;
    }
}
