//! Asynchronous copies that a thread begins by itself (`cp.async`, `__pipeline_memcpy_async`), and groups of them.
//!
//! A copy goes on beside the thread's work until the thread waits for its group; groups are complete in the order in which
//! they were committed (PTX ISA, *Data Movement and Conversion Instructions: Asynchronous copy*). What was copied is seen by
//! the thread that has waited, and behind a barrier by the others. So the accesses of a copy last from the barriers that are
//! passed at its start to those passed at the wait, as those of a block's copy do (`copies`); and what the thread itself
//! does between the two may meet them.

use crate::accesses::{Access, Kind, StmtId, Wait};
use crate::check::Work;
use crate::execution::Exec;
use crate::execution::state::State;
use crate::report::Lack;
use kernel_graph::{CopyGroup, Place};
use solver::term::{Sort, Supply, Term, add, and, eq, ff, int, ite, lt, not, or, sub, tt};

/// So many of the latest groups are followed: of an older one it is not noted that the thread waits for it.
pub(crate) const MOST_GROUPS: usize = 6;

/// Copies that a statement has begun.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Begun {
    /// When they belong to the group. That a copy which was not begun belongs to one does no harm.
    pub guard: Term,
    /// The statement.
    pub copy: StmtId,
    /// In which iterations of the loops around it; none for all that were made so far.
    pub iterations: Vec<Option<Term>>,
    /// Numbers of iterations with the literals that they are where the copies belong to the group.
    pub when: Vec<(Term, Term)>,
}

impl Begun {
    /// With each term replaced.
    pub(crate) fn map(&self, change: &mut dyn FnMut(&Term) -> Term) -> Begun {
        let iterations = self.iterations.iter();
        Begun {
            guard: change(&self.guard),
            copy: self.copy,
            iterations: iterations
                .map(|one| one.as_ref().map(&mut *change))
                .collect(),
            when: self
                .when
                .iter()
                .map(|(k, at)| (change(k), at.clone()))
                .collect(),
        }
    }

    fn is_of(&self, other: &Begun) -> bool {
        let same = self.copy == other.copy && self.iterations == other.iterations;
        same && self.when == other.when
    }
}

/// Copies for which a thread waits together.
pub(crate) type Group = Vec<Begun>;

/// What a thread has begun by itself and not waited for.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct OwnCopies {
    /// Groups, the oldest first.
    pub groups: Vec<Group>,
    /// Copies that belong to no group yet.
    pub open: Group,
}

impl OwnCopies {
    /// The latest groups, so many in all, with empty ones before them: to wait for those is to wait for nothing.
    pub(crate) fn padded(&self, groups: usize) -> OwnCopies {
        let missing = groups.saturating_sub(self.groups.len());
        let before = std::iter::repeat_n(Group::new(), missing);
        let older = self.groups.len().saturating_sub(groups);
        OwnCopies {
            groups: before
                .chain(self.groups.iter().skip(older).cloned())
                .collect(),
            open: self.open.clone(),
        }
    }

    /// One or the other, as a condition says. Waits count from the latest group, so the latest ones stand for each other.
    pub(crate) fn choose(condition: &Term, yes: &OwnCopies, no: &OwnCopies) -> OwnCopies {
        let most = yes.groups.len().max(no.groups.len());
        let (yes, no) = (yes.padded(most), no.padded(most));
        let groups = yes.groups.iter().zip(&no.groups);
        OwnCopies {
            groups: groups.map(|(a, b)| chosen(condition, a, b)).collect(),
            open: chosen(condition, &yes.open, &no.open),
        }
    }

    /// With each term replaced.
    pub(crate) fn map(&self, change: &mut dyn FnMut(&Term) -> Term) -> OwnCopies {
        let mut group = |one: &Group| one.iter().map(|begun| begun.map(change)).collect::<Group>();
        OwnCopies {
            groups: self.groups.iter().map(&mut group).collect(),
            open: group(&self.open),
        }
    }
}

fn chosen(condition: &Term, yes: &Group, no: &Group) -> Group {
    let mut all = Group::new();
    for one in yes {
        let other = no.iter().find(|other| one.is_of(other));
        let otherwise = other.map_or_else(ff, |other| other.guard.clone());
        all.push(Begun {
            guard: ite(condition.clone(), one.guard.clone(), otherwise),
            ..one.clone()
        });
    }
    for one in no {
        if !yes.iter().any(|other| one.is_of(other)) {
            all.push(Begun {
                guard: and(vec![not(condition.clone()), one.guard.clone()]),
                ..one.clone()
            });
        }
    }
    all
}

impl Exec<'_> {
    /// The thread has begun a copy by the statement at hand.
    pub(crate) fn begins_own(&self, state: &mut State) {
        let iterations = self.iteration_numbers().into_iter().map(Some);
        if let Some(own) = &mut state.own {
            own.open.push(Begun {
                guard: tt(),
                copy: self.at,
                iterations: iterations.collect(),
                when: Vec::new(),
            });
        }
    }

    /// The thread makes a group, or waits for groups.
    pub(crate) fn copy_group(&mut self, state: &mut State, group: CopyGroup, place: Place) {
        let Some(mut own) = state.own.take() else {
            match group {
                CopyGroup::Commit => {}
                CopyGroup::WaitPrior(_) => self.vague(place),
                CopyGroup::WaitAll => {
                    self.vague(place);
                    state.own = Some(OwnCopies::default());
                }
            }
            return;
        };
        let complete: Vec<Group> = match group {
            CopyGroup::Commit => {
                own.groups.push(std::mem::take(&mut own.open));
                own = own.padded(own.groups.len().min(MOST_GROUPS));
                Vec::new()
            }
            CopyGroup::WaitPrior(but) => {
                let older = own.groups.len().saturating_sub(but as usize);
                own.groups.drain(..older).collect()
            }
            CopyGroup::WaitAll => {
                let all = std::mem::take(&mut own);
                all.groups.into_iter().chain([all.open]).collect()
            }
        };
        for begun in complete.iter().flatten() {
            self.own_wait(state, begun, place);
        }
        state.own = Some(own);
    }

    /// Notes that a thread has waited, in terms of the iterations in which the copy was begun.
    fn own_wait(&mut self, state: &State, begun: &Begun, place: Place) {
        if self.trials > 0 || begun.guard.is_false() {
            return;
        }
        let numbers = self.iteration_numbers();
        let (mut around_both, mut at) = (Vec::new(), Vec::new());
        for (depth, number) in numbers.iter().enumerate() {
            let copied = begun.iterations.get(depth).and_then(Option::as_ref);
            let pinned = begun.when.iter().find(|(k, _)| k == number);
            let now = match (copied.and_then(|copied| behind(number, copied)), pinned) {
                // The wait is so many iterations later.
                (Some(behind), _) if around_both.len() == depth => {
                    around_both.push(number.clone());
                    add(vec![number.clone(), int(behind)])
                }
                // It is in this one of a loop that the copy is not in.
                (_, Some((_, number))) => number.clone(),
                // In a loop that the copy is not in a wait is for the copy in some iterations only.
                _ => return self.vague(place),
            };
            at.push((number.clone(), now));
        }
        let mut then = |term: &Term| term.subst(&at);
        let decisions = state.path.decisions().into_iter().cloned();
        let of_group = begun.when.iter().map(|(k, at)| eq(k.clone(), at.clone()));
        let all = decisions.chain([begun.guard.clone()]).chain(of_group);
        let condition = then(&and(all.collect()));
        let of = begun
            .iterations
            .iter()
            .map(|one| one.as_ref().map(&mut then))
            .collect();
        let counts = state.counts.map(&mut then);
        self.summary.waits.push(Wait {
            condition,
            copy: begun.copy,
            of,
            counts,
            iterations: around_both,
            at,
            accesses: self.summary.accesses.len(),
        });
    }
}

/// By how many iterations one number is behind another, if that is a literal and it is not before it.
fn behind(number: &Term, copied: &Term) -> Option<i64> {
    let by = sub(number.clone(), copied.clone()).as_int()?.clone();
    i64::try_from(by).ok().filter(|by| *by >= 0)
}

/// A point of a thread's execution.
struct Point {
    /// The numbers of the iterations, as the loops around have them, with those in which it is.
    at: Vec<(Term, Term)>,
}

impl Point {
    /// That this point is executed before another one; `stands_before` says so for the same iterations of all loops that
    /// are around both.
    fn is_before(&self, other: &Point, stands_before: bool) -> Term {
        let pairs = self.at.iter().zip(&other.at);
        let pairs = pairs.take_while(|((mine, _), (theirs, _))| mine == theirs);
        let mut same: Vec<Term> = Vec::new();
        let mut ways = Vec::new();
        for ((_, mine), (_, theirs)) in pairs {
            let mut way = same.clone();
            way.push(lt(mine.clone(), theirs.clone()));
            ways.push(and(way));
            same.push(eq(mine.clone(), theirs.clone()));
        }
        if stands_before {
            ways.push(and(same));
        }
        or(ways)
    }
}

impl Work<'_, '_> {
    /// Whether a thread may touch what one of its own copies accesses before it has waited for the copy.
    pub(crate) fn own_copies(&mut self) {
        let run = self.run;
        let accesses = &run.summary.accesses;
        for a in accesses.iter().filter(|access| access.alone) {
            for b in accesses {
                let write = a.kind != Kind::Read || b.kind != Kind::Read;
                if a.array != b.array || !write {
                    continue;
                }
                let mut formulas = run.atoms.facts.clone();
                formulas.push(self.meets_own(a, b));
                if !self.is_impossible_alone(&formulas, (Lack::AsyncCopy, a.place)) {
                    return;
                }
            }
        }
    }

    /// That a thread begins the copy `a`, and then makes the access `b` to one of its bytes without having waited.
    fn meets_own(&self, a: &Access, b: &Access) -> Term {
        let mut supply = Supply::new("later ");
        let fresh = b.iterations.iter();
        let renamed: Vec<(Term, Term)> = fresh
            .map(|k| (k.clone(), supply.fresh_const("iteration", Sort::Int)))
            .collect();
        let of = |term: &Term| term.subst(&renamed);
        let copied = Point {
            at: a
                .iterations
                .iter()
                .map(|k| (k.clone(), k.clone()))
                .collect(),
        };
        let accessed = Point {
            at: renamed.clone(),
        };
        let end = |start: &Term, bytes: Term| add(vec![start.clone(), bytes]);
        let (start, other) = (a.offset.clone(), of(&b.offset));
        let mut all = vec![
            a.condition.clone(),
            of(&b.condition),
            copied.is_before(&accessed, a.order < b.order),
            lt(start.clone(), end(&other, of(&b.bytes))),
            lt(other.clone(), end(&start, a.bytes.clone())),
        ];
        let waits = self.run.summary.waits.iter();
        for wait in waits.filter(|wait| Some(wait.copy) == a.copy) {
            if wait.of.len() != a.iterations.len() {
                continue;
            }
            let waited = Point {
                at: wait.at.clone(),
            };
            let mut way = wait.is_for(&a.iterations);
            way.push(wait.condition.clone());
            way.push(waited.is_before(&accessed, wait.accesses <= b.order));
            all.push(not(and(way)));
        }
        and(all)
    }
}
