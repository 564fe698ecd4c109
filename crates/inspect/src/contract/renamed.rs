//! A kernel in which a variable that is used for one thing and then for another has two names, so that more of its locals
//! have one value. What the text suggests is read from it; it is neither checked nor executed.

use kernel_graph::{
    BlockId, Expr, ExprKind, Function, FunctionId, Graph, LocalId, Module, StmtKind,
};
use std::collections::BTreeMap;

/// A statement, by the numbers of its block in order and of itself in it.
type At = (usize, usize);

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
    let numbers: BTreeMap<BlockId, usize> = graph.order.iter().copied().zip(0..).collect();
    let names = names(function, graph, &numbers);
    let last = |at: At, local: LocalId| {
        let all: &[(At, LocalId)] = names.get(&local).map_or(&[], Vec::as_slice);
        let before = all.iter().take_while(|(since, _)| *since < at);
        before.last().map_or(local, |(_, name)| *name)
    };
    for (block, number) in &numbers {
        let Some(block) = function.blocks.get_mut(block.0 as usize) else {
            continue;
        };
        for (place, stmt) in block.stmts.iter_mut().enumerate() {
            let at = (*number, place);
            for expr in stmt.kind.exprs_mut() {
                replace(expr, &|local| last(at, local));
            }
            if let StmtKind::Assign { to, .. } = &mut stmt.kind {
                // The statement itself gives the value that is used behind it.
                *to = last((at.0, at.1 + 1), *to);
            }
        }
        for expr in block.end.exprs_mut() {
            replace(expr, &|local| last((*number, usize::MAX), local));
        }
    }
}

/// By local, from which assignment on it has which name: those of all that each thread assigns, one after the other.
fn names(
    function: &mut Function,
    graph: &Graph,
    numbers: &BTreeMap<BlockId, usize>,
) -> BTreeMap<LocalId, Vec<(At, LocalId)>> {
    let mut all: BTreeMap<LocalId, Vec<(At, bool)>> = BTreeMap::new();
    for (block, number) in numbers {
        let later = graph.order.iter().skip(*number);
        let always = graph.innermost(*block).is_none()
            && later.clone().all(|one| graph.dominates(*block, *one));
        let stmts = function.blocks.get(block.0 as usize);
        for (place, stmt) in stmts.into_iter().flat_map(|block| &block.stmts).enumerate() {
            // A variable that begins has no value yet.
            let begins = matches!(stmt.kind, StmtKind::Havoc(_));
            if let Some(to) = stmt.kind.assigned().filter(|_| !begins) {
                let plain = always && matches!(stmt.kind, StmtKind::Assign { .. });
                let found = all.entry(to).or_default();
                found.push(((*number, place), plain));
            }
        }
    }
    let mut names: BTreeMap<LocalId, Vec<(At, LocalId)>> = BTreeMap::new();
    for (local, mut assigned) in all {
        assigned.sort_unstable();
        let is_param = function.params.iter().any(|param| param.local == local);
        if !assigned.iter().all(|(_, plain)| *plain) {
            continue;
        }
        // The first value of a variable that is no parameter keeps its name.
        for (at, _) in assigned.into_iter().skip(usize::from(!is_param)) {
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

fn replace(expr: &mut Expr, name: &dyn Fn(LocalId) -> LocalId) {
    if let ExprKind::Local(local) = &mut expr.kind {
        *local = name(*local);
    }
    for child in expr.children_mut() {
        replace(child, name);
    }
}
