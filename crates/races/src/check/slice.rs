//! Parts of a kernel that decide nothing are left out of it before it is executed (Weiser, *Program Slicing*, 1981): a
//! branch is replaced by a jump to where its ways meet again, if on none of them anything is written, waited for or
//! said, and only arrays are read of which neither length nor contents matter; and what decides nothing is not computed.
//!
//! No verdict rests on what is taken to decide nothing: a local that gets a value in what is left out may have any
//! value afterwards, and what may not be left out is seen from the statements themselves. Only that a part ends is
//! assumed, as it is of every loop.

use crate::annotations::claim::locals_of;
use crate::overflow::control::meets;
use crate::overflow::relevant::{Decisive, may_write};
use kernel_graph::{
    Access, ArrayId, Block, BlockId, CastOp, Expr, ExprKind, Function, LocalId, Module, Scalar,
    Space, Stmt, StmtKind, Terminator,
};
use std::collections::{BTreeMap, BTreeSet};

/// Leaves out what decides nothing; gives the arrays that are read in it.
pub(super) fn slice(
    module: &Module,
    function: &mut Function,
    decisive: &Decisive,
    lengths: bool,
) -> BTreeSet<ArrayId> {
    let roots = Roots::of(function);
    let only_read = match lengths {
        true => BTreeSet::new(),
        false => roots.only_read(module, function),
    };
    let mut slice = Slice {
        roots,
        only_read,
        decisive,
        read: BTreeSet::new(),
    };
    slice.branches(function);
    slice.values(function);
    slice.read
}

/// A slice at work.
struct Slice<'d> {
    roots: Roots,
    /// Arrays that nobody writes and whose length is not known.
    only_read: BTreeSet<ArrayId>,
    decisive: &'d Decisive,
    /// Those that are read in what was left out.
    read: BTreeSet<ArrayId>,
}

/// What lies between a branch and where its ways meet.
struct Region {
    blocks: BTreeSet<BlockId>,
    /// The arrays that are read there.
    read: BTreeSet<ArrayId>,
    /// The locals that get values there.
    assigned: BTreeSet<LocalId>,
}

impl Slice<'_> {
    /// Replaces branches that decide nothing.
    fn branches(&mut self, function: &mut Function) {
        let Some(meets) = meets(function) else {
            return;
        };
        // What control never comes to is not read.
        let reached = reached(function);
        let undecided = |at: &BlockId| {
            let end = function.block(*at).map(|block| &block.end);
            reached.contains(at) && end.is_some_and(|end| only_way(end).is_none())
        };
        let meets: Vec<(BlockId, Option<BlockId>)> =
            meets.into_iter().filter(|(at, _)| undecided(at)).collect();
        let users = users(function);
        for (at, meet) in meets {
            let Some(region) = self.region(function, at, meet) else {
                continue;
            };
            let Some(block) = function.blocks.get_mut(at.0 as usize) else {
                continue;
            };
            let jump = match meet {
                Some(meet) => Terminator::Goto(meet),
                None => Terminator::Return(None),
            };
            let branch = std::mem::replace(&mut block.end, jump);
            // Also what lies between may be reached on other ways, and the branch again.
            let reached = self::reached(function);
            let is_used = |local: &LocalId| {
                let users = users.get(local);
                users.is_some_and(|users| !users.is_disjoint(&reached))
            };
            let open: Vec<LocalId> = region.assigned.into_iter().filter(is_used).collect();
            let may_be_any = open.iter().all(|local| {
                let scalar = function.local(*local).map(|local| local.scalar);
                is_number(scalar) && !self.decisive.locals.contains(local)
            });
            let Some(block) = function.blocks.get_mut(at.0 as usize) else {
                continue;
            };
            if !may_be_any {
                block.end = branch;
                continue;
            }
            let place = block.end_place;
            block.stmts.extend(open.into_iter().map(|local| Stmt {
                place,
                patch: None,
                kind: StmtKind::Havoc(local),
            }));
            self.read.extend(region.read);
        }
    }

    /// What lies between a branch and where its ways meet, or the end of the function, if it may be left out.
    fn region(&self, function: &Function, at: BlockId, meet: Option<BlockId>) -> Option<Region> {
        let mut region = Region {
            blocks: BTreeSet::new(),
            read: BTreeSet::new(),
            assigned: BTreeSet::new(),
        };
        let mut open = function.block(at)?.end.successors();
        while let Some(next) = open.pop() {
            if Some(next) == meet || !region.blocks.insert(next) {
                continue;
            }
            let block = function.block(next)?;
            match &block.end {
                Terminator::Goto(_) | Terminator::Branch { .. } | Terminator::Switch { .. } => {}
                Terminator::Return(None) if meet.is_none() => {}
                Terminator::Return(_) | Terminator::Trap | Terminator::Unreachable => return None,
            }
            for stmt in &block.stmts {
                self.leaves_out(&stmt.kind, &mut region)?;
            }
            open.extend(block.end.successors());
        }
        Some(region)
    }

    /// Takes a statement into a part that is left out, if that may be.
    fn leaves_out(&self, kind: &StmtKind, region: &mut Region) -> Option<()> {
        match kind {
            StmtKind::Assign { to, .. } | StmtKind::Havoc(to) => {
                region.assigned.insert(*to);
                Some(())
            }
            StmtKind::Load {
                to,
                address,
                access:
                    Access {
                        volatile: false,
                        ghost: false,
                        guess: false,
                        lanes: false,
                    },
            } => {
                let arrays = self.roots.of_address(address)?;
                if !arrays.is_subset(&self.only_read) {
                    return None;
                }
                region.read.extend(arrays);
                region.assigned.insert(*to);
                Some(())
            }
            StmtKind::Load { .. }
            | StmtKind::Store { .. }
            | StmtKind::Copy { .. }
            | StmtKind::Fill { .. }
            | StmtKind::Atomic { .. }
            | StmtKind::Barrier(_)
            | StmtKind::Fence(..)
            | StmtKind::Collective { .. }
            | StmtKind::CopyAsync { .. }
            | StmtKind::WaitAsync(_) | StmtKind::CopyGroup(_)
            | StmtKind::Declare(_)
            | StmtKind::Annotation(_)
            // A barrier could be put there.
            | StmtKind::Point
            | StmtKind::Call { .. } => None,
        }
    }

    /// What decides nothing is not computed.
    fn values(&self, function: &mut Function) {
        let Function { blocks, locals, .. } = function;
        for stmt in blocks.iter_mut().flat_map(|block| &mut block.stmts) {
            let StmtKind::Assign { to, .. } = &stmt.kind else {
                continue;
            };
            let scalar = locals.get(to.0 as usize).map(|local| local.scalar);
            if is_number(scalar) && !self.decisive.locals.contains(to) {
                stmt.kind = StmtKind::Havoc(*to);
            }
        }
    }
}

/// Whether any value of a type is one that a local can have.
fn is_number(scalar: Option<Scalar>) -> bool {
    match scalar {
        Some(Scalar::Bool | Scalar::Int(_) | Scalar::Float(_)) => true,
        Some(Scalar::Pointer | Scalar::Handle | Scalar::Function) | None => false,
    }
}

/// The blocks to which control comes.
fn reached(function: &Function) -> BTreeSet<BlockId> {
    let mut reached = BTreeSet::from([BlockId(0)]);
    let mut open = vec![BlockId(0)];
    while let Some(block) = open.pop().and_then(|id| function.block(id)) {
        let next = match only_way(&block.end) {
            Some(next) => vec![next],
            None => block.end.successors(),
        };
        open.extend(next.into_iter().filter(|next| reached.insert(*next)));
    }
    reached
}

/// Where control goes on in any case, as a literal says.
fn only_way(end: &Terminator) -> Option<BlockId> {
    match end {
        Terminator::Branch {
            condition,
            then,
            otherwise,
        } => match literal(condition)? {
            0 => Some(*otherwise),
            _ => Some(*then),
        },
        Terminator::Goto(_)
        | Terminator::Switch { .. }
        | Terminator::Return(_)
        | Terminator::Trap
        | Terminator::Unreachable => None,
    }
}

/// The value of an integer or Boolean literal, or of one that was converted to the other.
fn literal(e: &Expr) -> Option<u128> {
    if !matches!(e.scalar, Scalar::Bool | Scalar::Int(_)) {
        return None;
    }
    if let ExprKind::Const(bits) = e.kind {
        return Some(bits);
    }
    let ExprKind::Cast(op @ (CastOp::ToBool | CastOp::FromBool), of) = &e.kind else {
        return None;
    };
    let bits = literal(of)?;
    Some(match op == &CastOp::ToBool {
        true => u128::from(bits != 0),
        false => bits,
    })
}

/// The blocks that use each local, also where they end.
fn users(function: &Function) -> BTreeMap<LocalId, BTreeSet<BlockId>> {
    let mut all: BTreeMap<LocalId, BTreeSet<BlockId>> = BTreeMap::new();
    for (number, block) in (0u32..).zip(&function.blocks) {
        let stmts = block.stmts.iter().flat_map(|stmt| stmt.kind.exprs());
        for local in stmts.chain(block.end.exprs()).flat_map(locals_of) {
            all.entry(local).or_default().insert(BlockId(number));
        }
    }
    all
}

/// The arrays into which the addresses in locals point; none where an address may be another one.
struct Roots(BTreeMap<LocalId, Option<BTreeSet<ArrayId>>>);

impl Roots {
    fn of(function: &Function) -> Roots {
        let is_pointer = |local: &LocalId| {
            let local = function.local(*local);
            local.is_some_and(|local| local.scalar == Scalar::Pointer)
        };
        let mut sources: Vec<(LocalId, Option<&Expr>)> = Vec::new();
        for block in &function.blocks {
            for (at, stmt) in block.stmts.iter().enumerate() {
                let Some(to) = stmt.kind.assigned().filter(is_pointer) else {
                    continue;
                };
                match &stmt.kind {
                    StmtKind::Assign { value, .. } => sources.push((to, Some(value))),
                    StmtKind::Havoc(_) if is_soon_assigned(block, at, to) => {}
                    StmtKind::Havoc(_)
                    | StmtKind::Load { .. }
                    | StmtKind::Collective { .. }
                    | StmtKind::Atomic { .. }
                    | StmtKind::Call { .. }
                    | StmtKind::CopyAsync { .. }
                    | StmtKind::Store { .. }
                    | StmtKind::Copy { .. }
                    | StmtKind::Fill { .. }
                    | StmtKind::Barrier(_)
                    | StmtKind::Fence(..)
                    | StmtKind::WaitAsync(_)
                    | StmtKind::CopyGroup(_)
                    | StmtKind::Declare(_)
                    | StmtKind::Annotation(_)
                    | StmtKind::Point => sources.push((to, None)),
                }
            }
        }
        let given = function.params.iter().map(|param| param.local);
        sources.extend(given.filter(is_pointer).map(|local| (local, None)));
        let nothing = |(local, _): &(LocalId, _)| (*local, Some(BTreeSet::new()));
        let mut roots = Roots(sources.iter().map(nothing).collect());
        loop {
            let mut changed = false;
            for (to, source) in &sources {
                let more = source.and_then(|value| roots.of_address(value));
                let Some(known) = roots.0.get_mut(to) else {
                    continue;
                };
                let both = known.as_ref().zip(more);
                let both = both.map(|(known, more)| known.union(&more).copied().collect());
                changed |= *known != both;
                *known = both;
            }
            if !changed {
                return roots;
            }
        }
    }

    /// The arrays into which an address may point; none if it may be another one.
    fn of_address(&self, address: &Expr) -> Option<BTreeSet<ArrayId>> {
        match &address.kind {
            ExprKind::Base(array) => Some(BTreeSet::from([*array])),
            ExprKind::Local(local) => self.0.get(local).cloned().flatten(),
            ExprKind::Offset(base, _) => self.of_address(base),
            ExprKind::Select(_, one, other) => {
                let (one, other) = (self.of_address(one)?, self.of_address(other)?);
                Some(one.union(&other).copied().collect())
            }
            ExprKind::Const(_)
            | ExprKind::Null
            | ExprKind::FunctionAddress(_)
            | ExprKind::Atom(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Compare(..)
            | ExprKind::Cast(..)
            | ExprKind::Distance(..)
            | ExprKind::Float(..)
            | ExprKind::Uninterpreted(..)
            | ExprKind::Other(_)
            | ExprKind::Enabled
            | ExprKind::Accessed { .. }
            | ExprKind::AccessOffset { .. }
            | ExprKind::Old(_)
            | ExprKind::Result
            | ExprKind::SameBlock
            | ExprKind::EnabledAbove
            | ExprKind::ArrayOf(_)
            | ExprKind::OffsetIn(_)
            | ExprKind::Taken(..) => None,
        }
    }

    /// The arrays that parts of an expression name or point into; none if it may be any.
    fn anywhere(&self, e: &Expr) -> Option<BTreeSet<ArrayId>> {
        let mut found = Some(BTreeSet::new());
        e.visit(&mut |part| {
            let more = match part.scalar {
                Scalar::Pointer => self.of_address(part),
                Scalar::Handle | Scalar::Function => None,
                Scalar::Bool | Scalar::Int(_) | Scalar::Float(_) => Some(BTreeSet::new()),
            };
            let both = found.take().zip(more);
            found = both.map(|(known, more)| known.union(&more).copied().collect());
        });
        found
    }

    /// Arrays of all threads, of no known length, that no statement can write and no annotation names.
    fn only_read(&self, module: &Module, function: &Function) -> BTreeSet<ArrayId> {
        let all = (0u32..).zip(&module.arrays);
        let open = all.filter(|(_, array)| {
            array.bytes.is_none() && matches!(array.space, Space::Global | Space::Constant)
        });
        let mut open: BTreeSet<ArrayId> = open.map(|(number, _)| ArrayId(number)).collect();
        let stmts = function.blocks.iter().flat_map(|block| &block.stmts);
        for e in stmts.flat_map(|stmt| may_write(&stmt.kind)) {
            let Some(arrays) = self.anywhere(e) else {
                return BTreeSet::new();
            };
            open.retain(|array| !arrays.contains(array));
        }
        open
    }
}

/// Whether a local gets a value later in a block, and none of the statements between uses it.
fn is_soon_assigned(block: &Block, at: usize, local: LocalId) -> bool {
    for stmt in block.stmts.iter().skip(at + 1) {
        if stmt
            .kind
            .exprs()
            .into_iter()
            .any(|e| locals_of(e).contains(&local))
        {
            return false;
        }
        if stmt.kind.assigned() == Some(local) {
            return true;
        }
    }
    false
}
