//! Calls by address as a choice between the functions that the address may be of.

use crate::calls::function_address::address_taken;
use kernel_graph::{
    Block, BlockId, Callee, CompareOp, Expr, ExprKind, Function, FunctionId, LocalId, Module,
    Scalar, Stmt, StmtKind, Terminator,
};
use std::collections::BTreeSet;

/// The choice that a call by address became.
pub(crate) struct Choice {
    /// The blocks made for it; all belong to the functions that the call stands in.
    pub blocks: std::ops::Range<usize>,
    /// Those of them with a call of a function that is being inlined already.
    pub again: Vec<usize>,
}

/// Replaces the call by address at `index` of block `at`: one way for each function that the address
/// may be of and whose type fits, and one for none of them, where the call by address stays.
/// `within` names the functions that the call stands in.
pub(crate) fn split(
    module: &Module,
    function: &mut Function,
    (at, index): (usize, usize),
    within: &[FunctionId],
) -> Option<Choice> {
    let block = function.blocks.get(at)?;
    let call = block.stmts.get(index)?.clone();
    let StmtKind::Call {
        to,
        callee: Callee::Pointer(pointer),
        arguments,
    } = &call.kind
    else {
        return None;
    };
    let result = match to {
        Some(to) => Some(function.local(*to)?.scalar),
        None => None,
    };
    let named = named(function, pointer);
    let candidates: Vec<FunctionId> = named
        .unwrap_or_else(|| address_taken(module))
        .into_iter()
        .filter(|id| fits(module, *id, arguments, result))
        .collect();
    let first = function.blocks.len();
    let number = |at: usize| BlockId(u32::try_from(at).unwrap_or(u32::MAX));
    // For each candidate a block that compares and one that calls, then the rest.
    let last = first + 2 * candidates.len();
    let block = function.blocks.get_mut(at)?;
    let rest = block.stmts.split_off(index + 1);
    block.stmts.truncate(index);
    let (end, end_place) = (
        std::mem::replace(&mut block.end, Terminator::Goto(number(first))),
        std::mem::replace(&mut block.end_place, call.place),
    );
    let plain = |stmts: Vec<Stmt>, end: Terminator| Block {
        stmts,
        end_place: call.place,
        end,
    };
    let mut again = Vec::new();
    for (way, candidate) in candidates.iter().enumerate() {
        let (compares, calls) = (first + 2 * way, first + 2 * way + 1);
        let address = Expr::new(Scalar::Function, ExprKind::FunctionAddress(*candidate));
        let same = ExprKind::Compare(CompareOp::Eq, Box::new(pointer.clone()), Box::new(address));
        function.blocks.push(plain(
            Vec::new(),
            Terminator::Branch {
                condition: Expr::new(Scalar::Bool, same),
                then: number(calls),
                otherwise: number(compares + 2),
            },
        ));
        if within.contains(candidate) {
            again.push(calls);
        }
        let direct = StmtKind::Call {
            to: *to,
            callee: Callee::Function(*candidate),
            arguments: arguments.clone(),
        };
        let direct = Stmt {
            kind: direct,
            ..call.clone()
        };
        function
            .blocks
            .push(plain(vec![direct], Terminator::Goto(number(last + 1))));
    }
    function.blocks.push(plain(
        vec![call.clone()],
        Terminator::Goto(number(last + 1)),
    ));
    function.blocks.push(Block {
        stmts: rest,
        end_place,
        end,
    });
    Some(Choice {
        blocks: first..last + 2,
        again,
    })
}

/// Whether a function takes such arguments and gives such a result.
fn fits(module: &Module, id: FunctionId, arguments: &[Expr], result: Option<Scalar>) -> bool {
    let Some(function) = module.functions.get(id.0 as usize) else {
        return false;
    };
    let mut params = function.params.iter().zip(arguments);
    !function.kernel
        && !has_no_body(function)
        && function.params.len() == arguments.len()
        && function.result == result
        && params.all(|(param, argument)| {
            let local = function.local(param.local);
            local.is_some_and(|local| local.scalar == argument.scalar)
        })
}

/// Whether nothing is left of a function that was refused.
fn has_no_body(function: &Function) -> bool {
    match function.blocks.as_slice() {
        [] => true,
        [only] => only.stmts.is_empty() && only.end == Terminator::Trap,
        _ => false,
    }
}

/// The functions that a local may be the address of; none if that is not seen from the assignments
/// to locals.
pub(crate) fn functions_of(function: &Function, local: LocalId) -> Option<BTreeSet<FunctionId>> {
    named(function, &Expr::local(local, Scalar::Function))
}

/// The functions that an expression may be the address of, wherever it is evaluated; none if that
/// is not seen from the assignments to locals.
fn named(function: &Function, pointer: &Expr) -> Option<BTreeSet<FunctionId>> {
    let mut found = BTreeSet::new();
    let mut seen: BTreeSet<LocalId> = BTreeSet::new();
    let mut work = vec![pointer];
    while let Some(e) = work.pop() {
        #[allow(
            clippy::wildcard_enum_match_arm,
            reason = "what any other expression gives is not known"
        )]
        match &e.kind {
            ExprKind::FunctionAddress(id) => {
                found.insert(*id);
            }
            ExprKind::Null => {}
            ExprKind::Select(_, then, otherwise) => work.extend([then.as_ref(), otherwise]),
            ExprKind::Local(local) => {
                if !seen.insert(*local) {
                    continue;
                }
                if function.params.iter().any(|param| param.local == *local) {
                    return None;
                }
                let stmts = function.blocks.iter().flat_map(|block| &block.stmts);
                for stmt in stmts.filter(|stmt| stmt.kind.assigned() == Some(*local)) {
                    let StmtKind::Assign { value, .. } = &stmt.kind else {
                        return None;
                    };
                    work.push(value);
                }
            }
            _ => return None,
        }
    }
    Some(found)
}
