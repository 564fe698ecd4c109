//! Calls replaced by the bodies of what they call.

use crate::annotations::contracts::{Ensured, every_loop, postconditions};
use crate::annotations::expand::expand;
use crate::annotations::specification::specification;
use crate::calls::dispatch::split;
use crate::report::{Lack, Unsupported};
use kernel_graph::{
    Block, BlockId, Callee, Expr, ExprKind, Function, FunctionId, Inlined, InlinedId, LocalId,
    Module, Place, Stmt, StmtKind, Terminator,
};
use std::collections::BTreeSet;

/// How the names of functions begin that say by annotations alone what another one does.
pub(crate) const SPECIFICATION: &str = "__spec_";

/// More blocks are not made.
const MOST_BLOCKS: usize = 20_000;

fn id(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// The kernel with all calls of functions with a body inlined.
///
/// # Errors
/// Recursion, or a kernel that becomes too large.
pub fn inline(module: &Module, kernel: FunctionId) -> Result<Function, Unsupported> {
    let Some(function) = module.functions.get(kernel.0 as usize) else {
        return Err(Unsupported::new(Lack::Call, Place::default()));
    };
    let (mut function, ensured) = postconditions(function);
    for block in &mut function.blocks {
        if let Terminator::Return(value) = &block.end {
            let said = ensured.iter().flat_map(|one| one.at_return(value.as_ref()));
            block.stmts.extend(said);
        }
    }
    // Which functions are being inlined around each block.
    let mut within: Vec<Vec<FunctionId>> = vec![vec![kernel]; function.blocks.len()];
    let mut done: BTreeSet<usize> = BTreeSet::new();
    let mut at = 0;
    while at < function.blocks.len() {
        let found = function.blocks.get(at).filter(|_| !done.contains(&at));
        let found = found.and_then(next_call);
        let Some((index, callee)) = found else {
            at += 1;
            continue;
        };
        let stack = within.get(at).cloned().unwrap_or_default();
        let place = function
            .blocks
            .get(at)
            .and_then(|block| block.stmts.get(index))
            .map(|stmt| stmt.place)
            .unwrap_or_default();
        let Some(callee) = callee else {
            let Some(choice) = split(module, &mut function, (at, index), &stack) else {
                return Err(Unsupported::new(Lack::Call, place));
            };
            if function.blocks.len() > MOST_BLOCKS {
                return Err(Unsupported::new(Lack::TooLarge, place));
            }
            // In the way for none of the functions the call stays.
            done.extend(choice.blocks.end.checked_sub(2));
            done.extend(choice.again);
            within.resize(choice.blocks.end, stack);
            at += 1;
            continue;
        };
        if stack.contains(&callee) {
            return Err(Unsupported::new(Lack::Recursion, place));
        }
        let Some(called) = module.functions.get(callee.0 as usize) else {
            return Err(Unsupported::new(Lack::Call, place));
        };
        if function.blocks.len() + called.blocks.len() > MOST_BLOCKS {
            return Err(Unsupported::new(Lack::TooLarge, place));
        }
        // A kernel's pointers are arrays of their own, not what a caller gives.
        if called.kernel {
            return Err(Unsupported::new(Lack::Call, place));
        }
        // What it stands for has no body.
        match called.name.starts_with(SPECIFICATION) {
            true => {
                let none = Unsupported::new(Lack::TwoThreadAnnotation, place);
                let called = specification(called).ok_or(none)?;
                insert(&mut function, (at, index), &called);
            }
            false => insert(&mut function, (at, index), called),
        }
        let mut inner = stack.clone();
        inner.push(callee);
        within.resize(function.blocks.len() - 1, inner);
        within.push(stack);
    }
    // Of a kernel they are those of loops of what it calls, too.
    every_loop(&mut function);
    expand(&mut function);
    Ok(function)
}

/// The first call of a function with a body, or by an address that is not written there.
fn next_call(block: &Block) -> Option<(usize, Option<FunctionId>)> {
    block.stmts.iter().enumerate().find_map(|(at, stmt)| {
        let StmtKind::Call { callee, .. } = &stmt.kind else {
            return None;
        };
        match callee {
            Callee::Function(callee) => Some((at, Some(*callee))),
            Callee::Pointer(_) => Some((at, None)),
            Callee::External(_) => None,
        }
    })
}

/// Replaces a call: the block is cut at it, the callee's blocks follow, and last the rest.
fn insert(function: &mut Function, (at, index): (usize, usize), called: &Function) {
    let Some(block) = function.blocks.get_mut(at) else {
        return;
    };
    let mut rest = block.stmts.split_off(index);
    let call = rest.remove(0);
    let StmtKind::Call { to, arguments, .. } = call.kind else {
        return;
    };
    let end = std::mem::replace(&mut block.end, Terminator::Unreachable);
    let (end_place, place) = (block.end_place, call.place);
    let (mut called, ensured) = postconditions(called);
    every_loop(&mut called);
    let first_block = function.blocks.len();
    let first_local = function.locals.len();
    let chain = function.inlined.len();
    function.locals.extend(called.locals.iter().cloned());
    function.inlined.push(Inlined {
        callee: called.name.clone(),
        call: place,
    });
    for inner in &called.inlined {
        function.inlined.push(Inlined {
            callee: inner.callee.clone(),
            call: moved(inner.call, chain),
        });
    }
    let behind = BlockId(id(first_block + called.blocks.len()));
    let shift = Shift {
        locals: id(first_local),
        blocks: id(first_block),
        chain,
        behind,
        to,
    };
    if let Some(block) = function.blocks.get_mut(at) {
        for (param, argument) in called.params.iter().zip(arguments) {
            block.stmts.push(Stmt {
                place,
                patch: call.patch.clone(),
                kind: StmtKind::Assign {
                    to: shift.local(param.local),
                    value: argument,
                },
            });
        }
        block.end = Terminator::Goto(BlockId(id(first_block)));
        block.end_place = place;
    }
    for block in &called.blocks {
        function.blocks.push(shift.block(block, &ensured));
    }
    function.blocks.push(Block {
        stmts: rest,
        end_place,
        end,
    });
}

/// A place of a callee, seen from the caller.
fn moved(place: Place, chain: usize) -> Place {
    let inlined = match place.inlined {
        None => chain,
        Some(inner) => chain + 1 + inner.0 as usize,
    };
    Place {
        inlined: Some(InlinedId(id(inlined))),
        ..place
    }
}

/// How a callee's numbers become the caller's.
struct Shift {
    locals: u32,
    blocks: u32,
    chain: usize,
    behind: BlockId,
    to: Option<LocalId>,
}

impl Shift {
    fn local(&self, local: LocalId) -> LocalId {
        LocalId(local.0.saturating_add(self.locals))
    }

    fn target(&self, block: BlockId) -> BlockId {
        BlockId(block.0.saturating_add(self.blocks))
    }

    fn expr(&self, e: &mut Expr) {
        if let ExprKind::Local(local) = &mut e.kind {
            *local = self.local(*local);
        }
        for child in e.children_mut() {
            self.expr(child);
        }
    }

    fn block(&self, block: &Block, ensured: &[Ensured]) -> Block {
        let mut block = block.clone();
        for stmt in &mut block.stmts {
            stmt.place = moved(stmt.place, self.chain);
            for e in stmt.kind.exprs_mut() {
                self.expr(e);
            }
            self.assigned(&mut stmt.kind);
        }
        block.end_place = moved(block.end_place, self.chain);
        for e in block.end.exprs_mut() {
            self.expr(e);
        }
        match &mut block.end {
            Terminator::Goto(next) => *next = self.target(*next),
            Terminator::Branch {
                then, otherwise, ..
            } => {
                *then = self.target(*then);
                *otherwise = self.target(*otherwise);
            }
            Terminator::Switch {
                cases, otherwise, ..
            } => {
                for (_, next) in cases {
                    *next = self.target(*next);
                }
                *otherwise = self.target(*otherwise);
            }
            Terminator::Return(value) => {
                for ensured in ensured {
                    let mut ensured = ensured.clone();
                    ensured.place = moved(ensured.place, self.chain);
                    self.expr(&mut ensured.what);
                    for (to, address) in &mut ensured.results {
                        *to = self.local(*to);
                        self.expr(address);
                    }
                    block.stmts.extend(ensured.at_return(value.as_ref()));
                }
                if let (Some(value), Some(to)) = (value.take(), self.to) {
                    block.stmts.push(Stmt {
                        place: block.end_place,
                        patch: None,
                        kind: StmtKind::Assign { to, value },
                    });
                }
                block.end = Terminator::Goto(self.behind);
            }
            Terminator::Trap | Terminator::Unreachable => {}
        }
        block
    }

    fn assigned(&self, kind: &mut StmtKind) {
        match kind {
            StmtKind::Assign { to, .. }
            | StmtKind::Load { to, .. }
            | StmtKind::Collective { to, .. }
            | StmtKind::Havoc(to) => *to = self.local(*to),
            StmtKind::Atomic { to, .. } | StmtKind::Call { to, .. } => {
                *to = to.map(|to| self.local(to));
            }
            StmtKind::CopyAsync { event, .. } => *event = event.map(|to| self.local(to)),
            StmtKind::Store { .. }
            | StmtKind::Copy { .. }
            | StmtKind::Fill { .. }
            | StmtKind::Barrier(_)
            | StmtKind::Fence(..)
            | StmtKind::WaitAsync(_)
            | StmtKind::CopyGroup(_)
            | StmtKind::Declare(_)
            | StmtKind::Annotation(_)
            | StmtKind::Point => {}
        }
    }
}
