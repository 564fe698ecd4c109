//! Loads that see what lay in memory at the last barrier.
//!
//! Between two barriers, what another thread writes to the place of a load is a race with it; so in
//! executions up to the first race a load gives what lay there at the barrier, unless the thread
//! itself wrote it since, or a barrier of its warp orders what another thread of the warp wrote. For
//! each load whose value matters we ask whether an earlier write of the
//! same thread may be in the same interval and touch its bytes. The contents at a barrier are then a
//! function of barrier and offset that all threads of the block share (the equality abstraction of
//! GPUVerify, by load instead of by array).

use crate::accesses::{Access, Kind, Load, StmtId, Summary};
use crate::annotations::claim::locals_of;
use crate::execution::symbols::Symbols;
use crate::integers::align::apart;
use crate::questions::{Answer, Queries};
use kernel_graph::{BlockId, Function, LocalId, Module, Space, StmtKind, Terminator};
use num_bigint::BigInt;
use solver::term::{Sort, Supply, Symbol, Term, add, and, eq, lt, or, postorder};
use std::collections::{BTreeSet, HashMap};

/// The loads from which conditions come by way of locals: one may decide in the next iteration of a loop, where its
/// symbol is no longer seen.
pub(crate) fn steering(function: &Function) -> BTreeSet<StmtId> {
    let mut locals: BTreeSet<LocalId> = BTreeSet::new();
    for block in &function.blocks {
        if let Terminator::Branch { condition: e, .. } | Terminator::Switch { value: e, .. } =
            &block.end
        {
            locals.extend(locals_of(e));
        }
    }
    let stmts = || function.blocks.iter().flat_map(|block| &block.stmts);
    loop {
        let before = locals.len();
        for stmt in stmts() {
            if let StmtKind::Assign { to, value } = &stmt.kind
                && locals.contains(to)
            {
                locals.extend(locals_of(value));
            }
        }
        if locals.len() == before {
            break;
        }
    }
    let mut found = BTreeSet::new();
    for (block, number) in function.blocks.iter().zip(0u32..) {
        for (at, stmt) in block.stmts.iter().enumerate() {
            if matches!(&stmt.kind, StmtKind::Load { to, .. } if locals.contains(to)) {
                found.insert((BlockId(number), at));
            }
        }
    }
    found
}

/// The loads of a summary that see what lay in memory at the last barrier: of those that are `steering`, or on whose
/// symbols something depends; without `steering`, those on which more depends than whether an access is made. `spaces`
/// says of which memory races are looked for.
pub(crate) fn settled(
    module: &Module,
    (summary, steering): (&Summary, Option<&BTreeSet<StmtId>>),
    symbols: &Symbols,
    (queries, spaces): (&mut Queries<'_>, &dyn Fn(Space) -> bool),
) -> BTreeSet<StmtId> {
    let used = used_symbols(summary, steering.is_some());
    let mut good: BTreeSet<StmtId> = BTreeSet::new();
    let mut bad: BTreeSet<StmtId> = BTreeSet::new();
    for load in &summary.loads {
        let Some(access) = summary.accesses.get(load.access) else {
            bad.insert(load.stmt);
            continue;
        };
        let space = module.array(access.array).map(|array| array.space);
        let steers = steering.is_some_and(|all| all.contains(&load.stmt));
        let matters = used.contains(&load.symbol) || steers;
        if !matters || bad.contains(&load.stmt) {
            continue;
        }
        let looked_for = space.is_some_and(spaces);
        if looked_for && is_settled(load, access, space, (summary, symbols), queries) {
            good.insert(load.stmt);
        } else {
            bad.insert(load.stmt);
        }
    }
    good.difference(&bad).copied().collect()
}

/// Symbols on which conditions and offsets depend; of accesses offsets alone, where what decides about them is not to count.
fn used_symbols(summary: &Summary, conditions: bool) -> BTreeSet<Symbol> {
    let mut roots: Vec<Term> = Vec::new();
    for access in &summary.accesses {
        roots.extend([access.offset.clone(), access.bytes.clone()]);
        roots.extend(Some(access.condition.clone()).filter(|_| conditions));
    }
    for wait in &summary.waits {
        roots.push(wait.condition.clone());
    }
    for agreement in &summary.agreements {
        let terms = agreement.arguments.iter().flat_map(|value| value.terms());
        roots.extend(terms.cloned());
    }
    for meeting in &summary.meetings {
        roots.push(meeting.way.path.condition());
    }
    for obligation in &summary.obligations {
        roots.push(obligation.goal.clone());
        roots.extend(Some(obligation.known.clone()).filter(|_| conditions));
    }
    for claim in &summary.claims {
        roots.extend([claim.known.clone(), claim.goal.clone()]);
        roots.extend(claim.others.iter().map(|other| other.own.clone()));
    }
    let mut used = BTreeSet::new();
    for part in postorder(&roots) {
        used.extend(part.symbol().cloned());
    }
    used
}

fn is_settled(
    load: &Load,
    access: &Access,
    space: Option<Space>,
    (summary, symbols): (&Summary, &Symbols),
    queries: &mut Queries<'_>,
) -> bool {
    let shared = space == Some(Space::Shared);
    let count = |access: &Access| match shared {
        true => access.counts.shared.clone(),
        false => access.counts.global.clone(),
    };
    // With no barrier of the warp since that of the block, nothing between them is ordered.
    let last = match shared {
        true => &access.counts.warp_at_shared,
        false => &access.counts.warp_at_global,
    };
    let unordered = last.is_some() && *last == access.counts.warp;
    let Some(now) = count(access) else {
        return false;
    };
    let mut supply = Supply::new("earlier ");
    let mut ways = Vec::new();
    for (number, write) in summary.accesses.iter().enumerate() {
        if write.kind == Kind::Read || write.array != access.array {
            continue;
        }
        if write.alone {
            // What it copies is there when the thread has waited, barriers before it or not.
            return false;
        }
        let Some(then) = count(write) else {
            return false;
        };
        // What another thread of the warp wrote before a barrier of the warp is seen behind it.
        if !unordered && ordered_by_warp((access, now.as_int()), (write, then.as_int())) {
            return false;
        }
        // The same thread, in an iteration of its own.
        let renamed: Vec<(Term, Term)> = write
            .iterations
            .iter()
            .map(|k| (k.clone(), supply.fresh_const("iteration", Sort::Int)))
            .collect();
        let of = |term: &Term| term.subst(&renamed);
        // Cheaper than the conditions, and often all that there is to say.
        let earlier = before(
            (&write.iterations, &renamed),
            &access.iterations,
            number < load.access,
        );
        let same = eq(of(&then), now.clone());
        if earlier.is_false() || same.is_false() {
            continue;
        }
        let (other_offset, other_bytes) = (of(&write.offset), of(&write.bytes));
        if apart(
            (&access.offset, &access.bytes),
            (&other_offset, &other_bytes),
        ) {
            continue;
        }
        let (start, end) = bytes_of(&access.offset, &access.bytes);
        let (other_start, other_end) = bytes_of(&other_offset, &other_bytes);
        ways.push(and(vec![
            of(&write.condition),
            same,
            lt(start, other_end),
            lt(other_start, end),
            earlier,
        ]));
    }
    let formulas = [access.condition.clone(), or(ways)];
    queries.possible(symbols, &HashMap::new(), &formulas, &[]) == Answer::Impossible
}

/// Whether a barrier of a warp may stand between two accesses with no barrier of the block between
/// them; each with the number of the block's barriers before it, if that is a constant.
fn ordered_by_warp(
    (one, now): (&Access, Option<&BigInt>),
    (other, then): (&Access, Option<&BigInt>),
) -> bool {
    if let (Some(now), Some(then)) = (now, then)
        && now != then
    {
        return false;
    }
    match (&one.counts.warp, &other.counts.warp) {
        // A count that is not known orders nothing.
        (None, _) | (_, None) => false,
        (Some(a), Some(b)) => match (a.as_int(), b.as_int()) {
            (Some(a), Some(b)) => a != b,
            _ => true,
        },
    }
}

fn bytes_of(offset: &Term, bytes: &Term) -> (Term, Term) {
    (offset.clone(), add(vec![offset.clone(), bytes.clone()]))
}

/// That something of the same thread, whose iterations were renamed, comes before a point: in an
/// earlier iteration of a loop around both, or in the same ones and earlier in the program.
pub(crate) fn before(
    (iterations, renamed): (&[Term], &[(Term, Term)]),
    point: &[Term],
    earlier: bool,
) -> Term {
    let common = iterations.iter().zip(point).take_while(|(a, b)| a == b);
    let mut ways = Vec::new();
    let mut same = Vec::new();
    for ((k, _), (_, then)) in common.zip(renamed) {
        let mut way = same.clone();
        way.push(lt(then.clone(), k.clone()));
        ways.push(and(way));
        same.push(eq(then.clone(), k.clone()));
    }
    if earlier {
        ways.push(and(same));
    }
    or(ways)
}
