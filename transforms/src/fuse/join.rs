//! Joining a kernel to those before it: the fused contract, and what stands at the seam.

use super::amount::Amount;
use super::contract::{Atom, Conjunct, Contract};
use super::exchange::{Exchange, Obstacle, Oracle, Threads, among_threads, within_threads};
use super::formula::{all, canonical, distinct, not, reads, replaced, under};
use super::inverse::{Cover, covers};
use spec_lang::ast::{Expr, ExprKind, Visitor};
use std::collections::BTreeSet;
use text::span::Span;

/// Where a conjunct stands in the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    /// Precondition of the fused kernel.
    Take,
    /// Postcondition of the fused kernel.
    Give,
    /// Precondition of a barrier.
    BarrierTake,
    /// Postcondition of a barrier.
    BarrierGive,
    /// Asserted between two bodies.
    Seam,
}

/// What is left out because it does not hold: where, and its text.
pub(super) type Dropped = BTreeSet<(Place, String)>;

/// The kernels joined so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Joined {
    /// What a thread takes.
    pub pre: Vec<Conjunct>,
    /// What it gives.
    pub post: Vec<Conjunct>,
    /// The arrays and fields the bodies write, as far as can be seen.
    pub written: BTreeSet<String>,
    /// The permissions that a thread has used since the last barrier of all threads.
    pub touched: Vec<Conjunct>,
}

/// A kernel to be joined.
pub(super) struct Next<'a> {
    /// Its contract.
    pub contract: &'a Contract,
    /// What its body writes.
    pub written: &'a BTreeSet<String>,
    /// The arrays that carry data from one thread to another.
    pub flow: &'a BTreeSet<String>,
    /// A barrier is wanted though no array asks for one.
    pub ordered: bool,
    /// Say at the barrier, of the cells a thread receives, what their writers knew.
    pub passed_on: bool,
    /// Every thread of it meets a barrier.
    pub divided: bool,
    /// What was found not to hold.
    pub dropped: &'a Dropped,
}

/// What stands between two bodies.
#[derive(Clone, Debug, Default)]
pub(super) struct Seam {
    /// Whether there is a barrier.
    pub barrier: bool,
    /// What it takes.
    pub takes: Vec<Conjunct>,
    /// What it gives.
    pub gives: Vec<Conjunct>,
    /// What is asserted behind it.
    pub asserts: Vec<Conjunct>,
}

fn atoms(conjuncts: &[Conjunct]) -> Vec<&Conjunct> {
    conjuncts
        .iter()
        .filter(|conjunct| conjunct.atom.is_some())
        .collect()
}

fn facts(conjuncts: &[Conjunct]) -> Vec<&Conjunct> {
    conjuncts
        .iter()
        .filter(|conjunct| conjunct.atom.is_none())
        .collect()
}

/// The arrays and fields that permissions speak of.
pub(super) fn roots<'a>(conjuncts: impl IntoIterator<Item = &'a Conjunct>) -> BTreeSet<String> {
    conjuncts
        .into_iter()
        .filter_map(|conjunct| conjunct.atom.as_ref())
        .filter(|atom| atom.location.is_some())
        .map(|atom| atom.root.clone())
        .collect()
}

fn of_root<'a>(conjuncts: &[&'a Conjunct], root: &str) -> Vec<&'a Conjunct> {
    conjuncts
        .iter()
        .copied()
        .filter(|conjunct| {
            conjunct
                .atom
                .as_ref()
                .is_some_and(|atom| atom.location.is_some() && atom.root == root)
        })
        .collect()
}

/// The cells of these arrays that an expression reads, as text.
fn cells(expr: &Expr, roots: &BTreeSet<String>) -> BTreeSet<String> {
    struct Find<'a>(&'a BTreeSet<String>, BTreeSet<String>);
    impl Visitor for Find<'_> {
        fn visit_expr(&mut self, expr: &Expr) {
            if let ExprKind::Old(..) = expr.kind {
                return;
            }
            if self.0.contains(&super::formula::root(expr)) {
                self.1.insert(canonical(expr));
                let mut inner = expr;
                while let ExprKind::Index(next, index) = &inner.kind {
                    self.visit_expr(index);
                    inner = next;
                }
                return;
            }
            self.walk_expr(expr);
        }
    }
    let mut find = Find(roots, BTreeSet::new());
    find.visit_expr(expr);
    find.1
}

fn held_cells(conjuncts: &[Conjunct]) -> BTreeSet<String> {
    conjuncts
        .iter()
        .filter_map(|conjunct| conjunct.atom.as_ref())
        .filter_map(|atom| atom.location.as_ref())
        .map(canonical)
        .collect()
}

fn push_new(list: &mut Vec<Conjunct>, conjunct: Conjunct) {
    if !list.iter().any(|old| old.is_same(&conjunct)) {
        list.push(conjunct);
    }
}

fn optional(conjunct: &Conjunct) -> Conjunct {
    Conjunct {
        optional: true,
        ..conjunct.clone()
    }
}

/// Joins a kernel; what stands at the seam, and the kernels joined.
///
/// # Errors
/// An array of which it cannot be said what all threads exchange, and why.
pub(super) fn join(
    before: &Joined,
    next: &Next<'_>,
    threads: &Threads,
    oracle: &mut dyn Oracle,
) -> Result<(Joined, Seam), (String, Obstacle)> {
    let contract = next.contract;
    let everything = before.pre.iter().chain(&before.post);
    let everything = everything.chain(&contract.pre).chain(&contract.post);
    let roots = roots(everything);
    let given = atoms(&before.post);
    let asked = atoms(&contract.pre);
    let flows = |conjunct: &&Conjunct| {
        conjunct
            .atom
            .as_ref()
            .is_some_and(|atom| atom.location.is_some() && next.flow.contains(&atom.root))
    };
    let own = |list: &[&Conjunct]| -> Vec<Conjunct> {
        let own = list.iter().copied().filter(|conjunct| !flows(conjunct));
        own.cloned().collect()
    };
    let (own_given, own_asked) = (own(&given), own(&asked));
    let own_given: Vec<&Conjunct> = own_given.iter().collect();
    let own_asked: Vec<&Conjunct> = own_asked.iter().collect();
    let private = within_threads(&own_given, &own_asked);
    let mut shared = Exchange::default();
    for root in next.flow {
        let (given, asked) = (of_root(&given, root), of_root(&asked, root));
        let exchange = among_threads(threads, &given, &asked, oracle)
            .map_err(|obstacle| (root.clone(), obstacle))?;
        shared.missing.extend(exchange.missing);
        shared.rest.extend(exchange.rest);
    }
    let exchanges = [&private, &shared];
    let missing = exchanges.iter().flat_map(|exchange| &exchange.missing);
    let missing: Vec<Conjunct> = missing.cloned().collect();
    let waiting = held_cells(&missing);
    let unaffected = |fact: &Conjunct| untouched(fact, &roots, &before.written, &waiting);
    let pre = takes(before, next, missing, &roots, &unaffected);

    // What a thread knows at the seam.
    let mut known: Vec<Conjunct> = facts(&before.post).into_iter().cloned().collect();
    for fact in facts(&pre) {
        if unaffected(fact) && !reads(&fact.expr, &roots).is_empty() {
            push_new(&mut known, optional(fact));
        }
    }
    let mut seam = Seam {
        barrier: next.ordered || !next.flow.is_empty(),
        ..Seam::default()
    };
    for fact in facts(&contract.pre) {
        let read = reads(&fact.expr, &roots);
        let at_start = pre.iter().any(|old| old.is_same(fact) && unaffected(fact));
        if !read.is_empty() && read.is_disjoint(next.flow) && !at_start {
            push_new(&mut seam.asserts, fact.clone());
        }
    }
    if seam.barrier && !next.flow.is_empty() {
        barrier(
            &Sides {
                next,
                threads,
                roots: &roots,
                given: &given,
                asked: &asked,
                private: &private,
                shared: &shared,
                known: &known,
            },
            &mut seam,
        );
        seam.takes
            .retain(|fact| next.keeps(Place::BarrierTake, fact));
        seam.gives
            .retain(|fact| next.keeps(Place::BarrierGive, fact));
    }

    let post = gives(before, next, exchanges, &seam, &roots);
    let mut written = before.written.clone();
    written.extend(next.written.iter().cloned());
    let mut touched = match seam.barrier || next.divided {
        true => Vec::new(),
        false => before.touched.clone(),
    };
    touched.extend(contract.cells(next.divided));
    let joined = Joined {
        pre,
        post,
        written,
        touched,
    };
    Ok((joined, seam))
}

/// Whether nothing that a fact reads is written; a cell of which a permission lies elsewhere meanwhile keeps
/// its value.
fn untouched(
    fact: &Conjunct,
    roots: &BTreeSet<String>,
    written: &BTreeSet<String>,
    lie: &BTreeSet<String>,
) -> bool {
    let read = reads(&fact.expr, roots);
    let written: BTreeSet<String> = read.intersection(written).cloned().collect();
    let of_written = cells(&fact.expr, &written);
    written.is_empty() || (of_written.is_subset(lie) && !of_written.is_empty())
}

/// What the fused kernel takes.
fn takes(
    before: &Joined,
    next: &Next<'_>,
    missing: Vec<Conjunct>,
    roots: &BTreeSet<String>,
    unaffected: &dyn Fn(&Conjunct) -> bool,
) -> Vec<Conjunct> {
    let mut pre = before.pre.clone();
    pre.extend(missing);
    let start_cells = held_cells(&pre);
    for fact in facts(&next.contract.pre) {
        let known = unaffected(fact) && cells(&fact.expr, roots).is_subset(&start_cells);
        let fact = Conjunct {
            clause: None,
            ..optional(fact)
        };
        if known && next.keeps(Place::Take, &fact) {
            push_new(&mut pre, fact);
        }
    }
    pre
}

/// What the fused kernel gives.
fn gives(
    before: &Joined,
    next: &Next<'_>,
    [private, shared]: [&Exchange; 2],
    seam: &Seam,
    roots: &BTreeSet<String>,
) -> Vec<Conjunct> {
    let post_rest: Vec<Conjunct> = private.rest.iter().chain(&shared.rest).cloned().collect();
    let mut post = post_rest.clone();
    for conjunct in atoms(&next.contract.post) {
        let covered = conjunct.atom.as_ref().is_some_and(|atom| {
            private.covered.contains(&atom.place()) && matches!(atom.amount, Amount::Read)
        });
        if !covered {
            post.push(conjunct.clone());
        }
    }
    let kept_cells = held_cells(&post_rest);
    let known: Vec<Conjunct> = before.post.iter().chain(&before.pre).cloned().collect();
    let mut post = summed(post, &known);
    let flowing = |fact: &Conjunct| !reads(&fact.expr, roots).is_disjoint(next.flow);
    let end_cells = held_cells(&post);
    let at_end = |fact: &Conjunct| {
        untouched(fact, roots, next.written, &kept_cells)
            && cells(&fact.expr, roots).is_subset(&end_cells)
            && (!flowing(fact) || seam.gives.iter().any(|given| given.is_same(fact)))
    };
    let carried: Vec<&Conjunct> = facts(&before.post)
        .into_iter()
        .filter(|fact| at_end(fact))
        .collect();
    for fact in carried {
        let fact = optional(fact);
        if next.keeps(Place::Give, &fact) {
            push_new(&mut post, fact);
        }
    }
    for fact in facts(&next.contract.post) {
        push_new(&mut post, fact.clone());
    }
    post
}

impl Next<'_> {
    /// Whether an optional conjunct is still in.
    fn keeps(&self, place: Place, conjunct: &Conjunct) -> bool {
        !(conjunct.optional && self.dropped.contains(&(place, conjunct.text.clone())))
    }
}

/// Two permissions of one cell and permission, of which one is held just if the other is not: which, and
/// what they are together.
fn complements(permissions: &[Conjunct]) -> Option<(usize, usize, Atom)> {
    for (second, atom) in permissions.iter().enumerate() {
        for (first, old) in permissions.iter().enumerate().take(second) {
            let (Some(old), Some(new)) = (&old.atom, &atom.atom) else {
                continue;
            };
            if old.place() != new.place() || !old.amount.is_same(&new.amount) {
                continue;
            }
            let beside = |own: &Atom, other: &Atom| {
                let others = other.condition_texts();
                let own = own.conditions.iter();
                all(own
                    .filter(|condition| !others.contains(&canonical(condition)))
                    .cloned())
            };
            let (Some(one), Some(other)) = (beside(old, new), beside(new, old)) else {
                continue;
            };
            let is_not = |left: &Expr, right: &Expr| canonical(&not(left)) == canonical(right);
            if !is_not(&one, &other) && !is_not(&other, &one) {
                continue;
            }
            let others = new.condition_texts();
            let common = old.conditions.iter();
            let conditions = common
                .filter(|condition| others.contains(&canonical(condition)))
                .cloned()
                .collect();
            let whole = Atom {
                conditions,
                ..old.clone()
            };
            return Some((first, second, whole));
        }
    }
    None
}

/// The permissions with those of one cell added up; one of `known` where it is the same.
fn summed(permissions: Vec<Conjunct>, known: &[Conjunct]) -> Vec<Conjunct> {
    let mut sums: Vec<Conjunct> = Vec::new();
    for conjunct in permissions {
        let Some(atom) = conjunct.atom.clone() else {
            sums.push(conjunct);
            continue;
        };
        let earlier = sums.iter_mut().find_map(|sum| {
            let old = sum.atom.clone()?;
            let same =
                old.place() == atom.place() && old.condition_texts() == atom.condition_texts();
            let amount = old.amount.number()?.plus(atom.amount.number()?)?;
            same.then_some((
                sum,
                Atom {
                    amount: Amount::Number(amount),
                    ..old
                },
            ))
        });
        match earlier {
            None => sums.push(conjunct),
            Some((sum, atom)) => *sum = Conjunct::of_atom(atom, sum.origin),
        }
    }
    while let Some((first, second, whole)) = complements(&sums) {
        let origin = sums.get(first).map_or_else(Span::default, |sum| sum.origin);
        if let Some(sum) = sums.get_mut(first) {
            *sum = Conjunct::of_atom(whole, origin);
        }
        sums.remove(second);
    }
    // What the first kernel's contract says already is best left as it is.
    for sum in &mut sums {
        let same = known.iter().find(|old| match (&old.atom, &sum.atom) {
            (Some(old), Some(new)) => {
                old.place() == new.place()
                    && old.condition_texts() == new.condition_texts()
                    && old.amount.is_same(&new.amount)
            }
            _ => false,
        });
        if let Some(same) = same {
            *sum = same.clone();
        }
    }
    sums
}

struct Sides<'a> {
    next: &'a Next<'a>,
    threads: &'a Threads,
    roots: &'a BTreeSet<String>,
    given: &'a [&'a Conjunct],
    asked: &'a [&'a Conjunct],
    private: &'a Exchange,
    shared: &'a Exchange,
    known: &'a [Conjunct],
}

/// The contract of a barrier: each thread exhales the permissions that it holds to the arrays that
/// carry data, and inhales those that the next kernel requires; with them go the facts, and the
/// permissions to other arrays that these facts read.
fn barrier(sides: &Sides<'_>, seam: &mut Seam) {
    let next = sides.next;
    let read = |conjunct: &Conjunct| reads(&conjunct.expr, sides.roots);
    let flowing = |conjunct: &Conjunct| !read(conjunct).is_disjoint(next.flow);
    let wanted: Vec<&Conjunct> = facts(&next.contract.pre)
        .into_iter()
        .filter(|fact| flowing(fact))
        .collect();
    let told: Vec<&Conjunct> = sides.known.iter().filter(|fact| flowing(fact)).collect();
    let mut beside: BTreeSet<String> = BTreeSet::new();
    for fact in wanted.iter().chain(&told) {
        beside.extend(read(fact).difference(next.flow).cloned());
    }
    for root in next.flow {
        let missing: Vec<&Conjunct> = sides.shared.missing.iter().collect();
        let rest: Vec<&Conjunct> = sides.shared.rest.iter().collect();
        let takes = of_root(sides.given, root);
        seam.takes.extend(takes.into_iter().cloned());
        seam.takes
            .extend(of_root(&missing, root).into_iter().cloned());
        let gives = of_root(sides.asked, root);
        seam.gives.extend(gives.into_iter().cloned());
        seam.gives.extend(of_root(&rest, root).into_iter().cloned());
    }
    for root in &beside {
        let missing: Vec<&Conjunct> = sides.private.missing.iter().collect();
        for conjunct in of_root(sides.given, root)
            .into_iter()
            .chain(of_root(&missing, root))
        {
            seam.takes.push(conjunct.clone());
            seam.gives.push(conjunct.clone());
        }
    }
    // What is said of one cell in several parts is said in one.
    seam.takes = summed(std::mem::take(&mut seam.takes), &[]);
    seam.gives = summed(std::mem::take(&mut seam.gives), &[]);
    let taken_cells = held_cells(&seam.takes);
    let given_cells = held_cells(&seam.gives);
    for fact in &told {
        if cells(&fact.expr, sides.roots).is_subset(&taken_cells) {
            push_new(&mut seam.takes, (*fact).clone());
        }
    }
    for fact in &wanted {
        push_new(&mut seam.gives, (*fact).clone());
    }
    for fact in &told {
        if cells(&fact.expr, sides.roots).is_subset(&given_cells) {
            push_new(&mut seam.gives, optional(fact));
        }
    }
    if next.passed_on {
        for fact in passed_on(sides, &told) {
            push_new(&mut seam.gives, fact);
        }
    }
}

/// What the thread that held a cell before the barrier knew of it, said of that cell by
/// the thread that receives it.
fn passed_on(sides: &Sides<'_>, told: &[&Conjunct]) -> Vec<Conjunct> {
    let mut found = Vec::new();
    let simple = |conjunct: &&Conjunct| -> Option<Atom> {
        let atom = conjunct.atom.clone()?;
        (atom.binders.is_empty() && !atom.indices.is_empty()).then_some(atom)
    };
    for root in sides.next.flow {
        for asked in of_root(sides.asked, root).iter().filter_map(simple) {
            for given in of_root(sides.given, root).iter().filter_map(simple) {
                let Some(Cover::When { conditions, thread }) =
                    covers(sides.threads, &given, &asked)
                else {
                    continue;
                };
                let cell = given.location.as_ref().map(canonical).unwrap_or_default();
                for fact in told {
                    let own = cells(&fact.expr, sides.roots);
                    if !own.iter().all(|other| *other == cell) || own.is_empty() {
                        continue;
                    }
                    let mut together = asked.conditions.clone();
                    together.extend(conditions.iter().cloned());
                    let said = replaced(&fact.expr, &thread);
                    let together = distinct(&together);
                    found.push(Conjunct::of_fact(under(&together, said), fact.origin));
                }
            }
        }
    }
    found
}
