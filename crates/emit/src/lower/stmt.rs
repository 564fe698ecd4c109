//! Statements, of threads and of the host.

use super::{Lowering, Side, refuse, refuse_with};
use crate::code::{Expr, Op, Place, Stmt, Type};
use crate::names::Named;
use crate::refusal::Refused;
use num_bigint::BigInt;
use spec_lang::ast::{
    AssignOp, Barrier, Block, Expr as Pvl, ExprKind, NodeId, SpecKind, Stmt as PvlStmt, StmtKind,
    TypeExpr, Variable,
};
use spec_lang::resolve::{Reference, Type as PvlType};
use text::code::Code;
use text::span::Span;

impl Lowering<'_, '_> {
    /// The statements of a block.
    pub(crate) fn block(&mut self, block: &Block, side: Side) -> Result<Vec<Stmt>, Refused> {
        let mut all = Vec::new();
        for stmt in &block.statements {
            all.extend(self.stmt(stmt, side)?);
        }
        Ok(all)
    }

    /// What a statement does; nothing if it only specifies.
    pub(crate) fn stmt(&mut self, stmt: &PvlStmt, side: Side) -> Result<Vec<Stmt>, Refused> {
        match &stmt.kind {
            StmtKind::Block(block) | StmtKind::Invariant { body: block, .. } => {
                Ok(vec![Stmt::Block(self.block(block, side)?)])
            }
            StmtKind::Local { ty, names, .. } => self.locals(ty, names),
            StmtKind::Assign { target, op, value } => self.assign(target, *op, value, stmt),
            StmtKind::Expr(expr) => self.effect(expr),
            StmtKind::If {
                condition,
                then_branch,
                else_branch,
            } => {
                let condition = self.expr(condition)?;
                let then = self.stmt(then_branch, side)?;
                let other = match else_branch {
                    Some(branch) => self.stmt(branch, side)?,
                    None => Vec::new(),
                };
                Ok(vec![Stmt::If(condition, flat(then), flat(other))])
            }
            StmtKind::While { .. } | StmtKind::For { .. } | StmtKind::RangedFor { .. } => {
                self.looping(stmt, side)
            }
            StmtKind::Return(value) => match side {
                Side::Host => {
                    let value = value.as_ref().map(|value| self.expr(value)).transpose()?;
                    Ok(vec![Stmt::Return(value)])
                }
                Side::Thread(_) => refuse(
                    Code::E002,
                    stmt.span,
                    "a thread that returns is not emitted",
                ),
            },
            StmtKind::Break(None) => Ok(vec![Stmt::Break]),
            StmtKind::Continue(None) => Ok(vec![Stmt::Continue]),
            StmtKind::Break(Some(_)) | StmtKind::Continue(Some(_)) | StmtKind::Goto(_) => {
                refuse(Code::E002, stmt.span, "a jump to a label is not emitted")
            }
            StmtKind::Label(_, inner) => match inner {
                Some(inner) => self.stmt(inner, side),
                None => Ok(Vec::new()),
            },
            StmtKind::Spec(kind, _) => spec(*kind, stmt.span),
            StmtKind::Ghost(inner) => {
                self.ghost(inner)?;
                Ok(Vec::new())
            }
            StmtKind::Package(..) | StmtKind::Empty => Ok(Vec::new()),
            StmtKind::Par(par) => match side {
                Side::Host => self.par(par),
                Side::Thread(_) => refuse_with(
                    Code::E006,
                    stmt.span,
                    "threads within threads are emitted only as blocks: one `par` that has nothing but `par`",
                    "each statement between them may declare a local, and nothing else",
                ),
            },
            StmtKind::Region { body, .. } => match side {
                // One after the other is one of the orders in which all at once may run.
                Side::Host => Ok(vec![Stmt::Block(self.block(body, side)?)]),
                Side::Thread(_) => refuse(
                    Code::E006,
                    stmt.span,
                    "a region within a thread is not emitted",
                ),
            },
            StmtKind::Barrier(barrier) => self.barrier(barrier, stmt, side),
            StmtKind::Atomic { body, .. } => self.atomic(body, stmt.span, side),
            StmtKind::Vector { .. } => refuse_with(
                Code::E002,
                stmt.span,
                "`vec` is not emitted",
                "write it as a loop, or as a `par` of its own",
            ),
            StmtKind::Unsupported { what, .. } => {
                refuse(Code::E002, stmt.span, format!("{what} is not emitted"))
            }
        }
    }

    fn locals(&mut self, ty: &TypeExpr, names: &[Variable]) -> Result<Vec<Stmt>, Refused> {
        let mut all = Vec::new();
        for variable in names {
            let name = &variable.name;
            let declared = self.world.resolution().declared.get(&variable.id);
            let declared = declared.cloned().unwrap_or(PvlType::Error);
            let what = format!("`{}`", name.name);
            let scalar = match &declared {
                PvlType::Array(_) => refuse_with(
                    Code::E001,
                    ty.span,
                    format!("{what} is a local array, which is not emitted"),
                    "pass it as a parameter: memory of a device is allocated before kernels run",
                )?,
                _ => self.scalar(&declared, ty.span, &what)?,
            };
            let id = variable.id;
            if self.world.resolution().canonical(id) != id {
                return refuse(Code::E002, name.span, format!("{what} is declared twice"));
            }
            // The value first: within it the name has its old meaning.
            let value = match (&variable.init, scalar) {
                (Some(init), _) => self.expr(init)?,
                (None, Type::Int) => Expr::Int(BigInt::from(0)),
                (None, Type::Bool) => Expr::Bool(false),
            };
            let own = self.names.declare(id, &name.name, Named::Scalar(scalar));
            all.push(Stmt::Declare(scalar, own, value));
        }
        Ok(all)
    }

    fn assign(
        &mut self,
        target: &Pvl,
        op: AssignOp,
        value: &Pvl,
        stmt: &PvlStmt,
    ) -> Result<Vec<Stmt>, Refused> {
        let place = self.place(target)?;
        let value = self.expr(value)?;
        let by = match op {
            AssignOp::Set => return Ok(vec![Stmt::Assign(place, value)]),
            AssignOp::Add => Op::Add,
            AssignOp::Sub => Op::Sub,
            AssignOp::Mul => Op::Mul,
            AssignOp::Div | AssignOp::Mod => {
                return refuse_with(
                    Code::E002,
                    stmt.span,
                    "this assignment is not emitted",
                    "write the division out: `x = x / y`",
                );
            }
        };
        let old = Box::new(of_place(&place));
        let sum = Expr::Binary(by, old, Box::new(value));
        Ok(vec![Stmt::Assign(place, sum)])
    }

    /// Where something is stored.
    pub(super) fn place(&mut self, target: &Pvl) -> Result<Place, Refused> {
        self.typed(target)?;
        match &target.kind {
            ExprKind::Index(array, index) => {
                Ok(Place::Element(self.array(array)?, self.expr(index)?))
            }
            ExprKind::Name(name) => match self.world.resolution().references.get(&target.id) {
                Some(Reference::Local(id)) => {
                    Ok(Place::Name(self.local(*id, &name.name, target.span)?))
                }
                _ => no_place(target),
            },
            _ => no_place(target),
        }
    }

    /// An expression as a statement: only what it does counts.
    fn effect(&mut self, expr: &Pvl) -> Result<Vec<Stmt>, Refused> {
        match &expr.kind {
            ExprKind::Increment { target, up, .. } => {
                if self.typed(target)? != Type::Int {
                    return no_place(target);
                }
                let place = self.place(target)?;
                let op = if *up { Op::Add } else { Op::Sub };
                let one = Box::new(Expr::Int(BigInt::from(1)));
                let value = Expr::Binary(op, Box::new(of_place(&place)), one);
                Ok(vec![Stmt::Assign(place, value)])
            }
            ExprKind::Int(_) | ExprKind::Bool(_) => Ok(Vec::new()),
            // What it computes is dropped, but it must be something that is emitted.
            _ => self.expr(expr).map(|_| Vec::new()),
        }
    }

    fn barrier(
        &mut self,
        barrier: &Barrier,
        stmt: &PvlStmt,
        side: Side,
    ) -> Result<Vec<Stmt>, Refused> {
        let Side::Thread(block) = side else {
            return refuse(
                Code::E005,
                stmt.span,
                "a barrier outside of a block is not emitted",
            );
        };
        let meant = match self.world.resolution().references.get(&stmt.id) {
            Some(Reference::Statement(id)) => *id == block,
            _ => false,
        };
        if !meant {
            let message = "a barrier of another block than the innermost one is not emitted";
            return refuse(Code::E005, stmt.span, message);
        }
        if let Some(body) = &barrier.body {
            let code = self.block(body, side)?;
            if !only_scopes(&code) {
                let message = "a barrier whose body does something is not emitted";
                return refuse(Code::E005, body.span, message);
            }
        }
        Ok(vec![Stmt::Sync])
    }
}

fn spec(kind: SpecKind, span: Span) -> Result<Vec<Stmt>, Refused> {
    let what = match kind {
        SpecKind::Assert
        | SpecKind::Refute
        | SpecKind::Exhale
        | SpecKind::Fold
        | SpecKind::Unfold
        | SpecKind::Apply => return Ok(Vec::new()),
        SpecKind::Assume | SpecKind::Inhale => {
            return refuse_with(
                Code::E008,
                span,
                "this assumption is not proved, and the emitted code would depend on it",
                "prove it with `assert`, or require it in the contract of the method",
            );
        }
        SpecKind::Lock => "lock",
        SpecKind::Unlock => "unlock",
        SpecKind::Wait => "wait",
        SpecKind::Notify => "notify",
        SpecKind::Fork => "fork",
        SpecKind::Join => "join",
        SpecKind::Commit => "commit",
    };
    refuse(
        Code::E002,
        span,
        format!("`{what}` has no counterpart on a device"),
    )
}

fn no_place<T>(target: &Pvl) -> Result<T, Refused> {
    refuse_with(
        Code::E001,
        target.span,
        "an assignment to this is not emitted",
        "assign to a local or to an element of an array",
    )
}

/// The value that a place has.
pub(super) fn of_place(place: &Place) -> Expr {
    match place {
        Place::Name(name) => Expr::Name(name.clone()),
        Place::Element(array, index) => Expr::Element(array.clone(), Box::new(index.clone())),
    }
}

/// Statements without a scope around them all.
pub(super) fn flat(mut stmts: Vec<Stmt>) -> Vec<Stmt> {
    match stmts.as_mut_slice() {
        [Stmt::Block(inner)] => std::mem::take(inner),
        _ => stmts,
    }
}

/// Whether statements do nothing.
pub(super) fn only_scopes(stmts: &[Stmt]) -> bool {
    let nothing = |stmt: &Stmt| match stmt {
        Stmt::Block(inner) => only_scopes(inner),
        _ => false,
    };
    stmts.iter().all(nothing)
}

impl Lowering<'_, '_> {
    /// The type that a declaration has.
    pub(crate) fn declared(&self, id: NodeId) -> PvlType {
        let declared = self.world.resolution().declared.get(&id);
        declared.cloned().unwrap_or(PvlType::Error)
    }
}
