//! What a loop does with the copies that a thread begins by itself: how the queue of groups moves from one iteration to the
//! next.
//!
//! A pipeline of `n` stages waits for all groups but so many of the latest, and each iteration adds one: the group at one
//! place of the queue is at the next iteration at the place before. So the group at the start of iteration `k` is one from
//! before the loop for small `k`, and one of iteration `k - d` for all others. That is guessed of one iteration and
//! compared with what comes out, until nothing changes.

use crate::accesses::own_copies::{Begun, Group, MOST_GROUPS, OwnCopies};
use solver::term::{Term, and, int, le, sub, tt};

/// The guess is made anew at most so often.
const MOST_GUESSES: usize = 3 * MOST_GROUPS;

/// What is known of the queue at the start of an iteration.
#[derive(Clone, Debug, PartialEq)]
enum Guess {
    /// Nothing.
    Unknown,
    /// It is what it was at entry.
    Same,
    /// Each place has a group that comes from somewhere.
    Moves {
        /// The places, that of the oldest group first.
        places: Vec<From>,
        /// Copies of all iterations before that belong to no group yet.
        open: Group,
    },
}

/// Where the group at a place comes from, in each iteration but the first one.
#[derive(Clone, Debug, PartialEq)]
enum From {
    /// From another place, or this one.
    Place(usize),
    /// From the iteration before, in terms of its number.
    Iteration(Group),
}

/// A guess, and how often it was made.
pub(super) struct OwnPlan {
    guess: Guess,
    made: usize,
}

impl OwnPlan {
    pub(super) fn new() -> OwnPlan {
        OwnPlan {
            guess: Guess::Same,
            made: 0,
        }
    }

    /// The copies at the start of iteration `k`.
    pub(super) fn at_head(&self, entry: Option<&OwnCopies>, k: &Term) -> Option<OwnCopies> {
        let entry = entry?;
        match &self.guess {
            Guess::Unknown => None,
            Guess::Same => Some(entry.clone()),
            Guess::Moves { places, open } => {
                let entry = entry.padded(places.len());
                let groups = (0..places.len()).map(|at| group(&entry, places, at, k));
                let all = entry.open.iter().chain(open);
                Some(OwnCopies {
                    groups: groups.collect(),
                    open: all.cloned().collect(),
                })
            }
        }
    }

    /// Compares the guess with what an iteration leaves; whether it had to be changed. `depth` loops are around the loop.
    pub(super) fn revise(
        &mut self,
        (entry, back): (Option<&OwnCopies>, Option<&OwnCopies>),
        (k, depth): (&Term, usize),
    ) -> bool {
        if entry.is_none() || self.guess == Guess::Unknown {
            return false;
        }
        let head = self.at_head(entry, k);
        let next = match (head, back) {
            (Some(head), Some(back)) => moves(&head, back, (k, depth)),
            _ => Guess::Unknown,
        };
        if next == self.guess {
            return false;
        }
        self.made += 1;
        self.guess = match self.made > MOST_GUESSES {
            true => Guess::Unknown,
            false => next,
        };
        true
    }
}

/// How the queue at the start of an iteration becomes that at its end.
fn moves(head: &OwnCopies, back: &OwnCopies, (k, depth): (&Term, usize)) -> Guess {
    // A queue that grows is followed as far as it is noted.
    let most = match back.groups.len() > head.groups.len() {
        true => MOST_GROUPS,
        false => head.groups.len(),
    };
    let (head, back) = (head.padded(most), back.padded(most));
    let Some(open) = added(&head.open, &back.open, (k, depth)) else {
        return Guess::Unknown;
    };
    let from = |(at, group): (usize, &Group)| {
        let mut known = head.groups.iter().enumerate().skip(at);
        match known.find(|(_, old)| *old == group) {
            Some((place, _)) if !group.is_empty() => From::Place(place),
            _ => From::Iteration(group.clone()),
        }
    };
    let places: Vec<From> = back.groups.iter().enumerate().map(from).collect();
    let stays = |(at, from): (usize, &From)| match from {
        From::Place(place) => *place == at,
        From::Iteration(group) => {
            group.is_empty() && head.groups.get(at).is_some_and(Vec::is_empty)
        }
    };
    match open.is_empty() && places.iter().enumerate().all(stays) {
        true => Guess::Same,
        false => Guess::Moves { places, open },
    }
}

/// The copies that an iteration adds to those of no group, as those of all iterations; none if it does something else.
fn added(head: &Group, back: &Group, (k, depth): (&Term, usize)) -> Option<Group> {
    if head.iter().any(|one| !back.contains(one)) {
        return None;
    }
    // What was added in iterations before stands for what this one adds.
    let mut all = Group::new();
    for one in head
        .iter()
        .filter(|one| one.iterations.get(depth) == Some(&None))
    {
        if !all.contains(one) {
            all.push(one.clone());
        }
    }
    for one in back.iter().filter(|one| !head.contains(one)) {
        let mut iterations = one.iterations.clone();
        let number = iterations.get_mut(depth)?;
        if number.take().as_ref() != Some(k) {
            return None;
        }
        let begun = Begun {
            guard: tt(),
            copy: one.copy,
            iterations,
            when: Vec::new(),
        };
        if !all.contains(&begun) {
            all.push(begun);
        }
    }
    Some(all)
}

/// The group at a place at the start of iteration `k`.
fn group(entry: &OwnCopies, places: &[From], at: usize, k: &Term) -> Group {
    let mut all = Group::new();
    let mut place = at;
    for before in 0..=places.len() {
        let number = i64::try_from(before).unwrap_or(i64::MAX);
        let (Some(at_entry), Some(from)) = (entry.groups.get(place), places.get(place)) else {
            break;
        };
        let stays = *from == From::Place(place);
        for begun in at_entry {
            let mut begun = begun.clone();
            match stays {
                true => begun.guard = and(vec![le(int(number), k.clone()), begun.guard]),
                false => begun.when.push((k.clone(), int(number))),
            }
            all.push(begun);
        }
        match from {
            From::Place(next) if !stays => place = *next,
            From::Place(_) => break,
            From::Iteration(group) => {
                let earlier = sub(k.clone(), int(number.saturating_add(1)));
                let made = le(int(number.saturating_add(1)), k.clone());
                all.extend(group.iter().map(|begun| {
                    let mut begun =
                        begun.map(&mut |term| term.subst(&[(k.clone(), earlier.clone())]));
                    begun.guard = and(vec![made.clone(), begun.guard]);
                    begun
                }));
                break;
            }
        }
    }
    all
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::{OwnPlan, moves};
    use crate::accesses::own_copies::{Begun, Group, OwnCopies};
    use kernel_graph::BlockId;
    use solver::term::{Sort, Term, constant, tt};

    fn copy(block: u32, iterations: &[&Term]) -> Group {
        vec![Begun {
            guard: tt(),
            copy: (BlockId(block), 0),
            iterations: iterations.iter().map(|k| Some((*k).clone())).collect(),
            when: Vec::new(),
        }]
    }

    fn queue(groups: Vec<Group>) -> OwnCopies {
        OwnCopies {
            groups,
            open: Group::new(),
        }
    }

    /// Runs the guess for an iteration that commits one group and waits for all but `but`.
    fn settle(entry: &OwnCopies, k: &Term, but: usize) -> Option<OwnCopies> {
        let mut plan = OwnPlan::new();
        for _ in 0..20 {
            let head = plan.at_head(Some(entry), k)?;
            let mut groups = head.groups;
            groups.push(copy(9, &[k]));
            let groups = groups.split_off(groups.len().saturating_sub(but));
            if !plan.revise((Some(entry), Some(&queue(groups))), (k, 0)) {
                return plan.at_head(Some(entry), k);
            }
        }
        None
    }

    #[test]
    fn a_queue_of_one_group_has_that_of_the_iteration_before() {
        let k = constant("k", Sort::Int);
        let entry = queue(vec![copy(1, &[])]);
        let head = settle(&entry, &k, 1).unwrap();
        assert_eq!(head.groups.len(), 1);
        assert_eq!(head.groups[0].len(), 2);
        assert_eq!(head.groups[0][0].when.len(), 1);
    }

    #[test]
    fn groups_from_before_the_loop_are_in_its_first_iterations() {
        let k = constant("k", Sort::Int);
        let entry = queue(vec![copy(1, &[]), copy(2, &[])]);
        let head = settle(&entry, &k, 2).unwrap();
        assert_eq!(head.groups.len(), 2);
        // The oldest group is the first one, then the second one, then that of two iterations before.
        assert_eq!(head.groups[0].len(), 3);
        assert_eq!(head.groups[1].len(), 2);
    }

    #[test]
    fn nothing_changes_where_nothing_is_begun() {
        let k = constant("k", Sort::Int);
        let entry = queue(vec![copy(1, &[])]);
        assert_eq!(moves(&entry, &entry, (&k, 0)), super::Guess::Same);
    }
}
