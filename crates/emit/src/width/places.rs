//! Where in a method something is computed, and so where an assertion about it stands.

use super::Pieces;
use super::terms::At;
use spec_lang::ast::{
    AssignOp, BinaryOp, Block, Expr, ExprKind, Iterator, Par, Stmt, StmtKind, Variable, Visitor,
    VisitorMut,
};
use spec_lang::print;
use spec_lang::resolve::{Reference, Resolution};
use std::collections::BTreeSet;
use text::span::Span;

/// What is computed before a loop goes on.
enum Next<'a> {
    /// The condition.
    While(&'a Expr),
    /// The update, then the condition.
    For(&'a [Stmt], Option<&'a Expr>),
    /// Nothing that could overflow.
    Ranged,
    /// What is listed already: the body gives a name in it another meaning.
    Hidden,
}

/// The walk through a method.
pub(super) struct Walk<'a, 'p> {
    pub(super) resolution: &'a Resolution,
    pub(super) pieces: &'p mut Pieces,
    /// The arrays of the method: what is assumed of their lengths.
    pub(super) lengths: String,
    loops: Vec<Next<'a>>,
}

fn before(span: Span) -> At {
    At {
        file: span.file,
        offset: span.start as usize,
    }
}

fn behind(span: Span) -> At {
    At {
        file: span.file,
        offset: span.end as usize,
    }
}

/// Before the brace that ends a block.
fn at_end(block: &Block) -> At {
    At {
        file: block.span.file,
        offset: (block.span.end as usize).saturating_sub(1),
    }
}

impl<'a, 'p> Walk<'a, 'p> {
    pub(super) fn new(
        resolution: &'a Resolution,
        pieces: &'p mut Pieces,
        lengths: String,
    ) -> Walk<'a, 'p> {
        Walk {
            resolution,
            pieces,
            lengths,
            loops: Vec::new(),
        }
    }

    /// A body whose threads or host know nothing of lengths yet.
    pub(super) fn body(&mut self, block: &'a Block) {
        let start = At {
            file: block.span.file,
            offset: block.span.start as usize + 1,
        };
        self.pieces.insert(start, format!("\n{}", self.lengths));
        self.block(block);
    }

    fn block(&mut self, block: &'a Block) {
        for stmt in &block.statements {
            self.stmt(stmt, before(stmt.span));
        }
    }

    fn expr(&mut self, expr: &Expr, at: At) {
        let resolution = self.resolution;
        self.pieces.expr(resolution, expr, at, &mut Vec::new());
    }

    /// A statement; what it computes is asserted at `at`.
    fn stmt(&mut self, stmt: &'a Stmt, at: At) {
        match &stmt.kind {
            StmtKind::Block(block)
            | StmtKind::Invariant { body: block, .. }
            | StmtKind::Region { body: block, .. }
            | StmtKind::Atomic { body: block, .. } => self.block(block),
            StmtKind::Local { names, .. } => {
                for (number, variable) in names.iter().enumerate() {
                    let Some(init) = &variable.init else { continue };
                    match number == 0 || init.names().is_empty() {
                        true => self.expr(init, at),
                        // A name before it is not declared where the assertion stands.
                        false => self.unasked(init),
                    }
                }
            }
            StmtKind::Assign { target, op, value } => self.assign(target, *op, value, at),
            StmtKind::Expr(expr) => match &expr.kind {
                ExprKind::Increment { .. } => {
                    if let Some((target, new, span)) = self.new_value(stmt) {
                        self.target(target, at);
                        self.pieces.fits(at, &new, span, &[]);
                    }
                }
                _ => self.expr(expr, at),
            },
            StmtKind::If {
                condition,
                then_branch,
                else_branch,
            } => {
                self.expr(condition, at);
                self.branch(then_branch);
                if let Some(other) = else_branch {
                    self.branch(other);
                }
            }
            StmtKind::While {
                condition, body, ..
            } => {
                self.expr(condition, at);
                self.looping(Next::While(condition), body);
            }
            StmtKind::For {
                init,
                condition,
                update,
                body,
                ..
            } => {
                self.first(init, condition.as_ref(), at);
                self.looping(Next::For(update, condition.as_ref()), body);
            }
            StmtKind::RangedFor { iterator, body, .. } => {
                self.expr(&iterator.low, at);
                self.expr(&iterator.high, at);
                self.looping(Next::Ranged, body);
            }
            StmtKind::Return(Some(value)) => self.expr(value, at),
            StmtKind::Continue(_) => self.next(at),
            StmtKind::Label(_, Some(inner)) => self.stmt(inner, at),
            StmtKind::Par(par) => self.par(par, at),
            StmtKind::Barrier(_)
            | StmtKind::Return(None)
            | StmtKind::Break(_)
            | StmtKind::Goto(_)
            | StmtKind::Label(_, None)
            | StmtKind::Spec(..)
            | StmtKind::Package(..)
            | StmtKind::Ghost(_)
            | StmtKind::Vector { .. }
            | StmtKind::Unsupported { .. }
            | StmtKind::Empty => {}
        }
    }

    fn par(&mut self, par: &'a Par, at: At) {
        for block in &par.blocks {
            for iterator in &block.iterators {
                let (low, high) = (&iterator.low, &iterator.high);
                self.expr(low, at);
                self.expr(high, at);
                if !is_zero(low) {
                    let count = format!("{} - {}", print::operand(high), print::operand(low));
                    self.pieces.fits(at, &count, iterator.span, &[]);
                }
            }
        }
        for block in &par.blocks {
            let outer = std::mem::take(&mut self.loops);
            self.body(&block.body);
            self.loops = outer;
        }
    }

    fn assign(&mut self, target: &Expr, op: AssignOp, value: &Expr, at: At) {
        self.target(target, at);
        self.expr(value, at);
        let word = match op {
            AssignOp::Set => return,
            AssignOp::Add => "+",
            AssignOp::Sub => "-",
            AssignOp::Mul => "*",
            // Refused where code is made.
            AssignOp::Div | AssignOp::Mod => return,
        };
        self.expr(target, at);
        let text = format!(
            "{} {word} {}",
            print::operand(target),
            print::operand(value)
        );
        let span = Span::new(
            target.span.file,
            target.span.start as usize,
            value.span.end as usize,
        );
        self.pieces.fits(at, &text, span, &[]);
    }

    /// What is computed to find the place that is assigned.
    fn target(&mut self, target: &Expr, at: At) {
        if let ExprKind::Index(_, index) = &target.kind {
            self.expr(index, at);
        }
    }

    /// A branch: in braces, so that assertions may stand before a single statement.
    fn branch(&mut self, stmt: &'a Stmt) {
        match &stmt.kind {
            StmtKind::Block(block) => self.block(block),
            _ => {
                self.pieces.insert(before(stmt.span), "{ ");
                self.stmt(stmt, before(stmt.span));
                self.pieces.insert(behind(stmt.span), " }");
            }
        }
    }

    fn looping(&mut self, next: Next<'a>, body: &'a Stmt) {
        let next = self.visible(next, body);
        self.loops.push(next);
        match &body.kind {
            StmtKind::Block(block) => {
                self.block(block);
                self.next(at_end(block));
            }
            _ => {
                self.pieces.insert(before(body.span), "{ ");
                self.stmt(body, before(body.span));
                self.next(behind(body.span));
                self.pieces.insert(behind(body.span), " }");
            }
        }
        self.loops.pop();
    }

    /// What can be asked at the end of a body: nothing with names that the body declares anew.
    fn visible(&mut self, next: Next<'a>, body: &Stmt) -> Next<'a> {
        let mut declared = Declared::default();
        declared.visit_stmt(body);
        let hidden = |expr: &&Expr| {
            let mut names = expr.names().into_iter();
            names.any(|name| declared.0.contains(&name))
        };
        let mut exprs: Vec<&Expr> = Vec::new();
        match &next {
            Next::While(condition) => exprs.push(condition),
            Next::For(update, condition) => {
                exprs.extend(condition);
                for stmt in *update {
                    match &stmt.kind {
                        StmtKind::Assign { target, value, .. } => exprs.extend([target, value]),
                        StmtKind::Expr(expr) => exprs.push(expr),
                        _ => {}
                    }
                }
            }
            Next::Ranged | Next::Hidden => {}
        }
        if !exprs.iter().any(hidden) {
            return next;
        }
        for expr in exprs {
            match self.new_value_of(expr) {
                Some((_, text, span)) => self.pieces.unasked.push((text, span)),
                None => self.unasked(expr),
            }
        }
        Next::Hidden
    }

    /// What is computed when an iteration has ended.
    fn next(&mut self, at: At) {
        match self.loops.last() {
            Some(Next::While(condition)) => {
                let condition = *condition;
                self.expr(condition, at);
            }
            Some(Next::For(update, condition)) => {
                let (update, condition) = (*update, *condition);
                self.step(update, condition, at);
            }
            Some(Next::Ranged | Next::Hidden) | None => {}
        }
    }

    /// The update of a `for`, then its condition.
    fn step(&mut self, update: &'a [Stmt], condition: Option<&Expr>, at: At) {
        let unknown = match update {
            [] => {
                if let Some(condition) = condition {
                    self.expr(condition, at);
                }
                return;
            }
            [only] => match (&only.kind, self.new_value(only)) {
                (StmtKind::Assign { target, op, value }, _) => {
                    self.assign(target, *op, value, at);
                    match (op, condition) {
                        (_, None) => return,
                        (AssignOp::Set, Some(condition)) => {
                            return self.after(target, value, condition, at);
                        }
                        (AssignOp::Add | AssignOp::Sub | AssignOp::Mul, Some(condition)) => {
                            let by = match op {
                                AssignOp::Add => BinaryOp::Add,
                                AssignOp::Sub => BinaryOp::Sub,
                                _ => BinaryOp::Mul,
                            };
                            let new = binary(by, target, value);
                            return self.after(target, &new, condition, at);
                        }
                        (AssignOp::Div | AssignOp::Mod, Some(condition)) => Some(condition),
                    }
                }
                (StmtKind::Expr(expr), Some((target, new, span))) => {
                    self.target(target, at);
                    self.pieces.fits(at, &new, span, &[]);
                    let up = matches!(expr.kind, ExprKind::Increment { up: true, .. });
                    let by = if up { BinaryOp::Add } else { BinaryOp::Sub };
                    let Some(condition) = condition else { return };
                    let one = Expr {
                        kind: ExprKind::Int(1.into()),
                        ..target.clone()
                    };
                    let new = binary(by, target, &one);
                    return self.after(target, &new, condition, at);
                }
                _ => condition,
            },
            _ => condition,
        };
        if let Some(condition) = unknown {
            self.unasked(condition);
        }
    }

    /// The first assignments of a `for`, then its condition.
    fn first(&mut self, init: &'a [Stmt], condition: Option<&Expr>, at: At) {
        for stmt in init {
            self.stmt(stmt, at);
        }
        let Some(condition) = condition else { return };
        match init {
            [] => self.expr(condition, at),
            [only] => match &only.kind {
                StmtKind::Local { names, .. } => match names.as_slice() {
                    [one] => match &one.init {
                        Some(value) => {
                            let id = self.resolution.canonical(one.id);
                            let replaced = self.replaced(id, value, condition);
                            self.expr(&replaced, at);
                        }
                        None => self.unasked(condition),
                    },
                    _ => self.unasked(condition),
                },
                StmtKind::Assign {
                    target,
                    op: AssignOp::Set,
                    value,
                } => self.after(target, value, condition, at),
                _ => self.unasked(condition),
            },
            _ => self.unasked(condition),
        }
    }

    /// A condition as it is after an assignment.
    fn after(&mut self, target: &Expr, value: &Expr, condition: &Expr, at: At) {
        match (&target.kind, self.resolution.references.get(&target.id)) {
            (ExprKind::Name(_), Some(Reference::Local(id))) => {
                let id = self.resolution.canonical(*id);
                let replaced = self.replaced(id, value, condition);
                self.expr(&replaced, at);
            }
            _ => self.unasked(condition),
        }
    }

    /// An expression with a value in place of a local.
    fn replaced(&self, local: spec_lang::ast::NodeId, value: &Expr, expr: &Expr) -> Expr {
        struct Replace<'r> {
            resolution: &'r Resolution,
            local: spec_lang::ast::NodeId,
            value: &'r Expr,
        }
        impl VisitorMut for Replace<'_> {
            fn visit_expr(&mut self, expr: &mut Expr) {
                if let Some(Reference::Local(id)) = self.resolution.references.get(&expr.id)
                    && matches!(expr.kind, ExprKind::Name(_))
                    && self.resolution.canonical(*id) == self.local
                {
                    *expr = self.value.clone();
                    return;
                }
                self.walk_expr(expr);
            }
        }
        let mut copy = expr.clone();
        let mut replace = Replace {
            resolution: self.resolution,
            local,
            value,
        };
        replace.visit_expr(&mut copy);
        copy
    }

    /// The place, the new value and the place in the text of `x++`.
    fn new_value<'s>(&self, stmt: &'s Stmt) -> Option<(&'s Expr, String, Span)> {
        match &stmt.kind {
            StmtKind::Expr(expr) => self.new_value_of(expr),
            _ => None,
        }
    }

    fn new_value_of<'s>(&self, expr: &'s Expr) -> Option<(&'s Expr, String, Span)> {
        let ExprKind::Increment { target, up, .. } = &expr.kind else {
            return None;
        };
        let word = if *up { "+" } else { "-" };
        let text = format!("{} {word} 1", print::operand(target));
        Some((target, text, expr.span))
    }

    /// What an expression computes cannot be asked: each of its computations is assumed.
    fn unasked(&mut self, expr: &Expr) {
        let mut own = Pieces {
            least: self.pieces.least.clone(),
            most: self.pieces.most.clone(),
            all: Vec::new(),
            unasked: Vec::new(),
        };
        let resolution = self.resolution;
        own.expr(resolution, expr, before(expr.span), &mut Vec::new());
        for piece in own.all {
            if let Some(super::About::Fits(text, span)) = piece.about {
                self.pieces.unasked.push((text, span));
            }
        }
    }
}

/// The names that are declared.
#[derive(Default)]
struct Declared(BTreeSet<String>);

impl Visitor for Declared {
    fn visit_variable(&mut self, variable: &Variable) {
        self.0.insert(variable.name.name.clone());
    }

    fn visit_iterator(&mut self, iterator: &Iterator) {
        self.0.insert(iterator.name.name.clone());
    }
}

fn is_zero(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Int(value) if *value == 0.into())
}

/// `l op r`, with the identity of the left side, whose type it has.
fn binary(op: BinaryOp, left: &Expr, right: &Expr) -> Expr {
    Expr {
        kind: ExprKind::Binary(op, Box::new(left.clone()), Box::new(right.clone())),
        ..left.clone()
    }
}
