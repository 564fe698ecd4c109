//! Loops taken apart: guard, update of the variable, jumps out of the body.

use crate::shared::names::{Write, declared_variables, local, writes};
use num_bigint::BigInt;
use num_traits::Signed;
use spec_lang::ast::{
    AssignOp, BinaryOp, Call, Contract, Expr, ExprKind, Iterator, NodeId, Stmt, StmtKind, UnaryOp,
    Visitor,
};
use spec_lang::resolve::Resolution;
use text::span::Span;

/// A loop of any form, in parts.
#[derive(Clone, Debug, PartialEq)]
pub struct Loop {
    /// The statement.
    pub stmt: Stmt,
    /// Invariants, measures, directives.
    pub contract: Contract,
    /// What is done first; empty for `while`.
    pub init: Vec<Stmt>,
    /// The guard; none means true, or is that of `iterator`.
    pub guard: Option<Expr>,
    /// What is done after the body; empty for `while`.
    pub update: Vec<Stmt>,
    /// The range of `for (int i = lo .. hi)`.
    pub iterator: Option<Iterator>,
    /// The body.
    pub body: Stmt,
}

impl Loop {
    /// The parts of a loop; none for other statements.
    pub fn of(stmt: Stmt) -> Option<Loop> {
        let (contract, init, guard, update, iterator, body) = match stmt.kind.clone() {
            StmtKind::While {
                contract,
                condition,
                body,
            } => (
                contract,
                Vec::new(),
                Some(condition),
                Vec::new(),
                None,
                body,
            ),
            StmtKind::For {
                contract,
                init,
                condition,
                update,
                body,
            } => (contract, init, condition, update, None, body),
            StmtKind::RangedFor {
                contract,
                iterator,
                body,
            } => (contract, Vec::new(), None, Vec::new(), Some(iterator), body),
            _ => return None,
        };
        Some(Loop {
            stmt,
            contract,
            init,
            guard,
            update,
            iterator,
            body: *body,
        })
    }

    /// Every write to a local in body and update, in the order they are done.
    pub fn writes(&self, resolution: &Resolution) -> Vec<Write> {
        writes(resolution, std::iter::once(&self.body).chain(&self.update))
    }

    /// The locals that have another value from one iteration to the next, or within one: those
    /// that body and update write, and those that they declare.
    pub fn changing(&self, resolution: &Resolution) -> Vec<NodeId> {
        let writes = self.writes(resolution).into_iter();
        let stmts = std::iter::once(&self.body).chain(&self.update);
        let declared = declared_variables(stmts).into_iter();
        let declared = declared.map(|id| resolution.canonical(id));
        writes.map(|write| write.variable).chain(declared).collect()
    }

    /// The statements of an iteration that are done on every path through it.
    fn always_done(&self) -> Vec<&Stmt> {
        let mut found = Vec::new();
        let mut open: Vec<&Stmt> = self.update.iter().rev().collect();
        open.push(&self.body);
        while let Some(stmt) = open.pop() {
            match &stmt.kind {
                StmtKind::Block(block)
                | StmtKind::Invariant { body: block, .. }
                | StmtKind::Atomic { body: block, .. } => {
                    open.extend(block.statements.iter().rev())
                }
                _ => found.push(stmt),
            }
        }
        found
    }
}

/// What an update does to its variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpdateOp {
    /// `i + c`.
    Add,
    /// `i - c`.
    Sub,
    /// `i * c`.
    Mul,
    /// `i / c`.
    Div,
}

/// The step of an update.
#[derive(Clone, Debug, PartialEq)]
pub enum By {
    /// A number, not negative for sums.
    Number(BigInt),
    /// Anything else.
    Expr(Expr),
}

/// What an iteration does to a loop's variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Update {
    /// What is done.
    pub op: UpdateOp,
    /// By how much.
    pub by: By,
    /// At how many places, which together do this.
    pub places: usize,
    /// Where; the first of several.
    pub span: Span,
}

/// Why a variable has no update that can be followed.
#[derive(Clone, Debug, PartialEq)]
pub enum UpdateFault {
    /// It is not written.
    None,
    /// It is written at several places, which are not one update in pieces.
    Several(Vec<Span>),
    /// It is written under a condition, in an inner loop or within an expression.
    Conditional(Span),
    /// It is written otherwise than by `+ - * /`.
    Form(Span),
}

/// The update of a variable in a loop.
///
/// # Errors
/// Why there is none.
pub fn update_of(
    resolution: &Resolution,
    parts: &Loop,
    variable: NodeId,
) -> Result<Update, UpdateFault> {
    if let Some(iterator) = &parts.iterator
        && iterator.id == variable
    {
        return match parts
            .writes(resolution)
            .iter()
            .find(|write| write.variable == variable)
        {
            Some(write) => Err(UpdateFault::Several(vec![iterator.span, write.span])),
            None => Ok(Update {
                op: UpdateOp::Add,
                by: By::Number(BigInt::from(1)),
                places: 1,
                span: iterator.span,
            }),
        };
    }
    let found: Vec<Write> = parts
        .writes(resolution)
        .into_iter()
        .filter(|write| write.variable == variable)
        .collect();
    let done = parts.always_done();
    let mut updates = Vec::new();
    for write in &found {
        let Some(stmt) = done.iter().find(|stmt| Some(stmt.id) == write.stmt) else {
            return Err(UpdateFault::Conditional(write.span));
        };
        let update = form(resolution, stmt, variable)
            .or_else(|| through_local(resolution, parts, (&done, stmt), variable));
        updates.push(update.ok_or(UpdateFault::Form(write.span))?);
    }
    let several = || UpdateFault::Several(found.iter().map(|write| write.span).collect());
    updates
        .into_iter()
        .map(Some)
        .reduce(|first, second| together(first?, second?))
        .map_or(Err(UpdateFault::None), |update| update.ok_or_else(several))
}

/// Two updates one after the other as one, if both are sums, products or quotients of
/// numbers: a body that was unrolled or merged has several.
fn together(first: Update, second: Update) -> Option<Update> {
    use UpdateOp::{Add, Div, Mul, Sub};
    let (By::Number(one), By::Number(two)) = (&first.by, &second.by) else {
        return None;
    };
    let (op, number) = match (first.op, second.op) {
        (Add | Sub, Add | Sub) => {
            let signed = |op, number: &BigInt| if op == Sub { -number } else { number.clone() };
            let sum = signed(first.op, one) + signed(second.op, two);
            (if sum.is_negative() { Sub } else { Add }, sum.abs())
        }
        (Mul, Mul) => (Mul, one * two),
        (Div, Div) if one.is_positive() && two.is_positive() => (Div, one * two),
        _ => return None,
    };
    Some(Update {
        op,
        by: By::Number(number),
        places: first.places + second.places,
        span: first.span,
    })
}

/// `int h = s / 2; …; s = h;`: an update by a number whose value waits in a local of the iteration.
/// (The variable is written nowhere else before, or there would be several updates, which are not of
/// this form together.)
fn through_local(
    resolution: &Resolution,
    parts: &Loop,
    (done, stmt): (&[&Stmt], &Stmt),
    variable: NodeId,
) -> Option<Update> {
    let StmtKind::Assign {
        op: AssignOp::Set,
        value,
        ..
    } = &stmt.kind
    else {
        return None;
    };
    let waiting = local(resolution, value)?;
    let all = parts.writes(resolution);
    let count = |of: NodeId| all.iter().filter(|write| write.variable == of).count();
    if count(variable) != 1 {
        return None;
    }
    let mut before = done.iter().take_while(|other| other.id != stmt.id);
    let (declared_at, init) = before.find_map(|other| match &other.kind {
        StmtKind::Local { names, .. } => names
            .iter()
            .find(|name| resolution.canonical(name.id) == waiting)
            .and_then(|name| Some((other.id, name.init.as_ref()?))),
        _ => None,
    })?;
    let elsewhere = all
        .iter()
        .any(|write| write.variable == waiting && write.stmt != Some(declared_at));
    if elsewhere {
        return None;
    }
    let mut plain = stmt.clone();
    if let StmtKind::Assign { value, .. } = &mut plain.kind {
        *value = init.clone();
    }
    form(resolution, &plain, variable).filter(|update| matches!(update.by, By::Number(_)))
}

fn form(resolution: &Resolution, stmt: &Stmt, variable: NodeId) -> Option<Update> {
    let is_variable = |expr: &Expr| local(resolution, expr) == Some(variable);
    let (op, by) = match &stmt.kind {
        StmtKind::Expr(Expr {
            kind: ExprKind::Increment { up, .. },
            ..
        }) => {
            let op = if *up { UpdateOp::Add } else { UpdateOp::Sub };
            return Some(Update {
                op,
                by: By::Number(BigInt::from(1)),
                places: 1,
                span: stmt.span,
            });
        }
        StmtKind::Assign { op, value, .. } => match (op, &value.kind) {
            (AssignOp::Add, _) => (UpdateOp::Add, value),
            (AssignOp::Sub, _) => (UpdateOp::Sub, value),
            (AssignOp::Mul, _) => (UpdateOp::Mul, value),
            (AssignOp::Div, _) => (UpdateOp::Div, value),
            (AssignOp::Set, ExprKind::Binary(op, left, right)) => match op {
                BinaryOp::Add if is_variable(left) => (UpdateOp::Add, &**right),
                BinaryOp::Add if is_variable(right) => (UpdateOp::Add, &**left),
                BinaryOp::Sub if is_variable(left) => (UpdateOp::Sub, &**right),
                BinaryOp::Mul if is_variable(left) => (UpdateOp::Mul, &**right),
                BinaryOp::Mul if is_variable(right) => (UpdateOp::Mul, &**left),
                BinaryOp::Div if is_variable(left) => (UpdateOp::Div, &**right),
                _ => return None,
            },
            _ => return None,
        },
        _ => return None,
    };
    let (op, by) = match (op, constant(by)) {
        // `i + i` and `i += i` double.
        (UpdateOp::Add, _) if is_variable(by) => (UpdateOp::Mul, By::Number(BigInt::from(2))),
        (UpdateOp::Add, Some(number)) if number.is_negative() => {
            (UpdateOp::Sub, By::Number(-number))
        }
        (UpdateOp::Sub, Some(number)) if number.is_negative() => {
            (UpdateOp::Add, By::Number(-number))
        }
        (op, Some(number)) => (op, By::Number(number)),
        (op, None) => (op, By::Expr(by.clone())),
    };
    Some(Update {
        op,
        by,
        places: 1,
        span: stmt.span,
    })
}

/// The value of an expression made of numbers alone; division is left out.
pub fn constant(expr: &Expr) -> Option<BigInt> {
    match &expr.kind {
        ExprKind::Int(value) => Some(value.clone()),
        ExprKind::Unary(UnaryOp::Neg, inner) => constant(inner).map(|value| -value),
        ExprKind::Unary(UnaryOp::Plus, inner) => constant(inner),
        ExprKind::Binary(BinaryOp::Add, left, right) => Some(constant(left)? + constant(right)?),
        ExprKind::Binary(BinaryOp::Sub, left, right) => Some(constant(left)? - constant(right)?),
        ExprKind::Binary(BinaryOp::Mul, left, right) => Some(constant(left)? * constant(right)?),
        _ => None,
    }
}

/// A statement that leaves the body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jump {
    /// The word it begins with.
    pub word: &'static str,
    /// Where.
    pub span: Span,
}

/// The first statement of a body that would mean something else in a copy of it: `break`
/// and `continue` of this or an outer loop, and `goto`; but for those at some places.
pub fn jump(body: &Stmt, but: &[Span]) -> Option<Jump> {
    struct Jumps<'a> {
        but: &'a [Span],
        inner: usize,
        found: Option<Jump>,
    }
    impl Visitor for Jumps<'_> {
        // Ghost arguments of a call are filed as statements, but are none.
        fn visit_call(&mut self, _: &Call) {}
        fn visit_stmt(&mut self, stmt: &Stmt) {
            let inner = usize::from(crate::framework::input::is_loop(stmt));
            let word = match &stmt.kind {
                StmtKind::Break(target) if self.inner == 0 || target.is_some() => "break",
                StmtKind::Continue(target) if self.inner == 0 || target.is_some() => "continue",
                StmtKind::Goto(_) => "goto",
                _ => "",
            };
            if !word.is_empty() && self.found.is_none() && !self.but.contains(&stmt.span) {
                self.found = Some(Jump {
                    word,
                    span: stmt.span,
                });
            }
            self.inner += inner;
            self.walk_stmt(stmt);
            self.inner -= inner;
        }
    }
    let mut jumps = Jumps {
        but,
        inner: 0,
        found: None,
    };
    jumps.visit_stmt(body);
    jumps.found
}
