//! Mutants: kernel graphs with one fault put in, of the kinds that programmers make.

mod exprs;

use exprs::other_exprs;
use kernel_graph::{
    Array, Atom, AtomicOp, BinaryOp, Block, BlockId, CompareOp, Dimension, Expr, ExprKind, Fences,
    Function, FunctionId, Module, Scalar, Scope, Space, Stmt, StmtKind, Terminator,
};
use std::collections::BTreeSet;

/// One fault that can be put into a module.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// Which kind of fault.
    pub kind: &'static str,
    /// Which function, block and statement it changes.
    pub at: String,
    what: What,
}

/// What is put in; a module is copied only for mutants that are wanted.
#[derive(Clone, Debug)]
enum What {
    /// Instead of the function of this number.
    Function(usize, Box<Function>),
    /// The array of this number has so many bytes.
    Bytes(usize, u64),
}

impl Mutant {
    /// The module with the fault.
    pub fn of(&self, module: &Module) -> Module {
        let mut changed = module.clone();
        match &self.what {
            What::Function(number, function) => {
                if let Some(slot) = changed.functions.get_mut(*number) {
                    slot.clone_from(function);
                }
            }
            What::Bytes(number, bytes) => {
                if let Some(slot) = changed.arrays.get_mut(*number) {
                    slot.bytes = Some(*bytes);
                }
            }
        }
        changed
    }
}

/// All mutants of what a kernel reaches; `functions` are the numbers of these functions.
pub fn mutants(module: &Module, functions: &[FunctionId]) -> Vec<Mutant> {
    let mut found = Vec::new();
    for id in functions {
        let number = id.0 as usize;
        let Some(function) = module.functions.get(number) else {
            continue;
        };
        for (kind, place, changed) in of_function(module, function) {
            found.push(Mutant {
                kind,
                at: format!("{} {place}", function.name),
                what: What::Function(number, Box::new(changed)),
            });
        }
    }
    let used = used(module, functions);
    for (number, array) in module.arrays.iter().enumerate() {
        if let Some(bytes) = shrunk(array).filter(|_| used.contains(&number)) {
            found.push(Mutant {
                kind: "shared array shrunk",
                at: array.name.clone(),
                what: What::Bytes(number, bytes),
            });
        }
    }
    found
}

/// The numbers of the arrays that functions name.
fn used(module: &Module, functions: &[FunctionId]) -> BTreeSet<usize> {
    let all = functions.iter();
    let all = all.filter_map(|id| module.functions.get(id.0 as usize));
    let mut found = BTreeSet::new();
    for block in all.flat_map(|function| &function.blocks) {
        let stmts = block.stmts.iter().flat_map(|stmt| stmt.kind.exprs());
        for e in stmts.chain(block.end.exprs()) {
            e.visit(&mut |part| {
                if let ExprKind::Base(array) = part.kind {
                    found.insert(array.0 as usize);
                }
            });
        }
    }
    found
}

fn shrunk(array: &Array) -> Option<u64> {
    let bytes = array.bytes.filter(|_| array.space == Space::Shared)?;
    let kernel_graph::LayoutKind::Array(element, _) = &array.layout.kind else {
        return None;
    };
    bytes
        .checked_sub(element.size.max(1))
        .filter(|rest| *rest > 0)
}

type Change = (&'static str, String, Function);

fn of_function(module: &Module, function: &Function) -> Vec<Change> {
    let mut found = Vec::new();
    for (b, block) in function.blocks.iter().enumerate() {
        for (s, stmt) in block.stmts.iter().enumerate() {
            let place = format!("b{b}.{s}");
            for (kind, stmts) in replaced(module, function, stmt) {
                let mut changed = stmts.0;
                if let Some(block) = changed.blocks.get_mut(b) {
                    block.stmts.splice(s..=s, stmts.1);
                }
                found.push((kind, place.clone(), changed));
            }
            if matches!(stmt.kind, StmtKind::Barrier(_)) {
                found.extend(
                    moved(function, b, s)
                        .into_iter()
                        .chain([guarded(function, b, s)])
                        .map(|(kind, changed)| (kind, place.clone(), changed)),
                );
            }
        }
        for (kind, end) in other_ends(&block.end) {
            let mut changed = function.clone();
            if let Some(block) = changed.blocks.get_mut(b) {
                block.end = end;
            }
            found.push((kind, format!("b{b} end"), changed));
        }
    }
    found
}

/// Other statements for one, each with the function that they need.
fn replaced(
    module: &Module,
    function: &Function,
    stmt: &Stmt,
) -> Vec<(&'static str, (Function, Vec<Stmt>))> {
    let mut found = Vec::new();
    let with = |kind: StmtKind| Stmt {
        kind,
        ..stmt.clone()
    };
    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "not every statement has a mutant"
    )]
    match &stmt.kind {
        StmtKind::Barrier(barrier) => {
            let kind = match barrier.scope {
                Scope::Warp(_) | Scope::Tile(_) | Scope::SubGroup => "barrier of a warp dropped",
                Scope::Block | Scope::Grid | Scope::System => "barrier dropped",
            };
            found.push((kind, (function.clone(), Vec::new())));
            for fences in [
                Fences {
                    shared: false,
                    ..barrier.fences
                },
                Fences {
                    global: false,
                    ..barrier.fences
                },
            ] {
                if fences != barrier.fences {
                    let mut other = barrier.clone();
                    other.fences = fences;
                    let other = with(StmtKind::Barrier(other));
                    found.push(("fence dropped", (function.clone(), vec![other])));
                }
            }
        }
        StmtKind::Atomic {
            to,
            op,
            address,
            scalar,
            operands,
            ..
        } => {
            let mut changed = function.clone();
            let old = to.unwrap_or_else(|| changed.temporary(*scalar));
            let read = Expr::local(old, *scalar);
            let value = match (operands.first(), op, scalar) {
                (Some(by), AtomicOp::Add, Scalar::Int(_)) => {
                    let sum = ExprKind::Binary(BinaryOp::Add, Box::new(read), by.clone().into());
                    Expr::new(*scalar, sum)
                }
                (Some(by), ..) if by.scalar == *scalar => by.clone(),
                _ => read,
            };
            let access = kernel_graph::Access::default();
            let load = with(StmtKind::Load {
                to: old,
                address: address.clone(),
                access,
            });
            let store = with(StmtKind::Store {
                address: address.clone(),
                value,
                access,
            });
            found.push(("atomic made plain", (changed, vec![load, store])));
        }
        StmtKind::Load { address, .. } | StmtKind::Store { address, .. }
            if touches_shared_memory(module, address) =>
        {
            for by in [4, -4] {
                let mut other = stmt.clone();
                if let Some(address) = address_of(&mut other.kind) {
                    *address = further(address, by, module.target.pointer);
                }
                found.push(("index shifted", (function.clone(), vec![other])));
            }
        }
        _ => {}
    }
    for (kind, other) in other_values(stmt) {
        found.push((kind, (function.clone(), vec![other])));
    }
    found
}

/// Whether an address is known not to be one of private memory alone.
fn touches_shared_memory(module: &Module, address: &Expr) -> bool {
    let mut private = false;
    address.visit(&mut |e| {
        if let ExprKind::Base(array) = e.kind {
            private |= module
                .array(array)
                .is_some_and(|array| array.space == Space::Private);
        }
    });
    !private
}

fn address_of(kind: &mut StmtKind) -> Option<&mut Expr> {
    let (StmtKind::Load { address, .. } | StmtKind::Store { address, .. }) = kind else {
        return None;
    };
    Some(address)
}

fn further(address: &Expr, by: i128, pointer: u32) -> Expr {
    let by = Expr::int(8 * pointer, by);
    Expr::new(
        Scalar::Pointer,
        ExprKind::Offset(address.clone().into(), by.into()),
    )
}

fn other_values(stmt: &Stmt) -> Vec<(&'static str, Stmt)> {
    let mut found = Vec::new();
    if matches!(stmt.kind, StmtKind::Annotation(_) | StmtKind::Call { .. }) {
        return found;
    }
    for (at, e) in stmt.kind.exprs().into_iter().enumerate() {
        for (kind, other) in other_exprs(e) {
            let mut changed = stmt.clone();
            if let Some(slot) = changed.kind.exprs_mut().into_iter().nth(at) {
                *slot = other;
            }
            found.push((kind, changed));
        }
    }
    found
}

fn other_ends(end: &Terminator) -> Vec<(&'static str, Terminator)> {
    let Terminator::Branch {
        condition,
        then,
        otherwise,
    } = end
    else {
        return Vec::new();
    };
    let mut found = vec![
        ("guard dropped", Terminator::Goto(*then)),
        ("guard dropped", Terminator::Goto(*otherwise)),
    ];
    for (kind, condition) in other_exprs(condition) {
        let end = Terminator::Branch {
            condition,
            then: *then,
            otherwise: *otherwise,
        };
        found.push((kind, end));
    }
    found
}

/// The barrier before its neighbours, and behind them.
fn moved(function: &Function, b: usize, s: usize) -> Vec<(&'static str, Function)> {
    let mut found = Vec::new();
    let Some(block) = function.blocks.get(b) else {
        return found;
    };
    for to in [0, block.stmts.len().saturating_sub(1)] {
        if to == s {
            continue;
        }
        let mut changed = function.clone();
        if let Some(block) = changed.blocks.get_mut(b) {
            let barrier = block.stmts.remove(s);
            block.stmts.insert(to, barrier);
        }
        found.push(("barrier moved", changed));
    }
    found
}

/// The barrier for some threads only.
fn guarded(function: &Function, b: usize, s: usize) -> (&'static str, Function) {
    let mut changed = function.clone();
    let number = |n: usize| BlockId(u32::try_from(n).unwrap_or(u32::MAX));
    let barrier = number(changed.blocks.len());
    let rest = number(changed.blocks.len() + 1);
    if let Some(block) = changed.blocks.get_mut(b) {
        let mut alone = block.stmts.split_off(s);
        let behind = alone.split_off(1);
        let condition = ExprKind::Compare(
            CompareOp::Eq,
            Box::new(Expr::atom(Atom::Thread(Dimension::X))),
            Box::new(Expr::int(32, 0)),
        );
        let branch = Terminator::Branch {
            condition: Expr::new(Scalar::Bool, condition),
            then: barrier,
            otherwise: rest,
        };
        let end_place = block.end_place;
        let end = std::mem::replace(&mut block.end, branch);
        changed.blocks.push(Block {
            stmts: alone,
            end_place,
            end: Terminator::Goto(rest),
        });
        changed.blocks.push(Block {
            stmts: behind,
            end_place,
            end,
        });
    }
    ("barrier guarded", changed)
}
