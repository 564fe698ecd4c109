//! A kernel in which a variable that is used for one thing and then for another has two names, so that more of its locals
//! have one value. What the text suggests is read from it; it is neither checked nor executed.

use kernel_graph::{
    BlockId, Expr, ExprKind, Function, FunctionId, Graph, LocalId, Module, StmtKind,
};
use std::collections::{BTreeMap, BTreeSet};

/// A variable that is used for more things keeps its name.
const MOST_NAMES: usize = 8;

/// A statement, by its block and its number in it.
type At = (BlockId, usize);

/// The program, with other names for later values of the kernel's variables where all that is later has them.
pub(super) fn renamed(module: &Module, kernel: FunctionId) -> Module {
    let mut module = module.clone();
    let function = module.functions.get_mut(kernel.0 as usize);
    if let Some(function) = function
        && let Ok(graph) = Graph::new(function)
    {
        rename(function, &graph);
    }
    module
}

fn rename(function: &mut Function, graph: &Graph) {
    let names = names(function, graph);
    // The name since the last assignment that comes before.
    let last = |(block, place): At, local: LocalId| {
        let all = names.get(&local).into_iter().flatten();
        let before = all.filter(|((of, at), _)| match *of == block {
            true => *at < place,
            false => graph.dominates(*of, block),
        });
        let last = before.reduce(|one, other| {
            let ((of_one, at_one), (of_other, at_other)) = (one.0, other.0);
            let is_later = match of_one == of_other {
                true => at_other > at_one,
                false => graph.dominates(of_one, of_other),
            };
            if is_later { other } else { one }
        });
        last.map_or(local, |(_, name)| *name)
    };
    for id in &graph.order {
        let Some(block) = function.blocks.get_mut(id.0 as usize) else {
            continue;
        };
        for (place, stmt) in block.stmts.iter_mut().enumerate() {
            for expr in stmt.kind.exprs_mut() {
                replace(expr, &|local| last((*id, place), local));
            }
            if let StmtKind::Assign { to, .. } = &mut stmt.kind {
                // The statement itself gives the value that is used behind it.
                *to = last((*id, place.saturating_add(1)), *to);
            }
        }
        for expr in block.end.exprs_mut() {
            replace(expr, &|local| last((*id, usize::MAX), local));
        }
    }
}

/// By local, from which assignment on it has which name: those of all that each thread makes that comes to where their
/// value may be used.
fn names(function: &mut Function, graph: &Graph) -> BTreeMap<LocalId, Vec<(At, LocalId)>> {
    let mut all: BTreeMap<LocalId, Vec<(At, bool)>> = BTreeMap::new();
    for id in &graph.order {
        let block = function.blocks.get(id.0 as usize);
        for (place, stmt) in block.into_iter().flat_map(|block| &block.stmts).enumerate() {
            // A variable that begins has no value yet.
            let begins = matches!(stmt.kind, StmtKind::Havoc(_));
            if let Some(to) = stmt.kind.assigned().filter(|_| !begins) {
                let plain = matches!(stmt.kind, StmtKind::Assign { .. });
                all.entry(to).or_default().push(((*id, place), plain));
            }
        }
    }
    let mut names: BTreeMap<LocalId, Vec<(At, LocalId)>> = BTreeMap::new();
    for (local, assigned) in all {
        let few = (2..=MOST_NAMES).contains(&assigned.len());
        let fits = |((id, _), plain): &(At, bool)| {
            *plain && graph.innermost(*id).is_none() && is_on_all_ways(function, graph, *id)
        };
        if !few || !assigned.iter().all(fits) {
            continue;
        }
        for (at, _) in assigned {
            let Some(one) = function.locals.get(local.0 as usize).cloned() else {
                continue;
            };
            let Ok(new) = u32::try_from(function.locals.len()) else {
                return names;
            };
            function.locals.push(one);
            names.entry(local).or_default().push((at, LocalId(new)));
        }
    }
    names
}

/// Whether each way to a block that comes behind this one goes through it.
fn is_on_all_ways(function: &Function, graph: &Graph, from: BlockId) -> bool {
    let mut seen: BTreeSet<BlockId> = BTreeSet::new();
    let mut open = vec![from];
    while let Some(id) = open.pop() {
        if !graph.dominates(from, id) {
            return false;
        }
        let block = function.blocks.get(id.0 as usize);
        let next = block.map_or_else(Vec::new, |block| block.end.successors());
        open.extend(next.into_iter().filter(|id| seen.insert(*id)));
    }
    true
}

fn replace(expr: &mut Expr, name: &dyn Fn(LocalId) -> LocalId) {
    if let ExprKind::Local(local) = &mut expr.kind {
        *local = name(*local);
    }
    for child in expr.children_mut() {
        replace(child, name);
    }
}
