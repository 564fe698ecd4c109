//! What a statement or an expression directly consists of, for whoever walks over a tree. Every kind is listed, so that a
//! new one is not left out in silence.

use crate::tree::{Expr, ExprKind, Stmt, StmtKind, VariableId};

/// A part of a statement or an expression.
#[derive(Clone, Copy, Debug)]
pub enum Part<'a> {
    /// A statement.
    Stmt(&'a Stmt),
    /// An expression.
    Expr(&'a Expr),
    /// A variable that is declared; its initial value is in [`crate::tree::Unit::variables`].
    Declared(VariableId),
}

/// The direct parts of a statement, in the order of the text.
pub fn of_stmt(stmt: &Stmt) -> Vec<Part<'_>> {
    let mut found = Vec::new();
    match &stmt.kind {
        StmtKind::Block(all) => found.extend(all.iter().map(Part::Stmt)),
        StmtKind::Empty
        | StmtKind::Goto(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Opaque(_) => {}
        StmtKind::Expr(expr) => found.push(Part::Expr(expr)),
        StmtKind::Declare(all) => found.extend(all.iter().copied().map(Part::Declared)),
        StmtKind::If {
            before,
            condition,
            then,
            otherwise,
            constexpr: _,
        } => {
            found.extend(before.iter().map(Part::Stmt));
            found.push(Part::Expr(condition));
            found.extend(then.iter().chain(otherwise).map(|one| Part::Stmt(one)));
        }
        StmtKind::While {
            variable,
            condition,
            body,
        } => {
            found.extend(variable.iter().map(|one| Part::Stmt(one)));
            found.push(Part::Expr(condition));
            found.push(Part::Stmt(body));
        }
        StmtKind::Do { body, condition } => {
            found.push(Part::Stmt(body));
            found.push(Part::Expr(condition));
        }
        StmtKind::For {
            init,
            variable,
            condition,
            step,
            body,
        } => {
            found.extend(init.iter().chain(variable).map(|one| Part::Stmt(one)));
            found.extend(condition.iter().chain(step).map(Part::Expr));
            found.push(Part::Stmt(body));
        }
        StmtKind::ForRange {
            before,
            condition,
            step,
            variable,
            body,
        } => {
            found.extend(before.iter().map(Part::Stmt));
            found.extend([condition, step].map(Part::Expr));
            found.extend([variable, body].map(|one| Part::Stmt(one)));
        }
        StmtKind::Switch {
            before,
            value,
            body,
        } => {
            found.extend(before.iter().map(Part::Stmt));
            found.push(Part::Expr(value));
            found.push(Part::Stmt(body));
        }
        StmtKind::Case { first, last, body } => {
            found.push(Part::Expr(first));
            found.extend(last.iter().map(Part::Expr));
            found.push(Part::Stmt(body));
        }
        StmtKind::Default(body)
        | StmtKind::Label { body, .. }
        | StmtKind::Attributed { body, .. } => found.push(Part::Stmt(body)),
        StmtKind::Return(value) => found.extend(value.iter().map(Part::Expr)),
        StmtKind::Asm { operands, text: _ } => found.extend(operands.iter().map(Part::Expr)),
    }
    found
}

/// The direct parts of an expression, in the order of the text. The body of a lambda is a function of its own.
pub fn of_expr(expr: &Expr) -> Vec<Part<'_>> {
    let mut found = Vec::new();
    match &expr.kind {
        ExprKind::Integer(_)
        | ExprKind::Floating(_)
        | ExprKind::Text(_)
        | ExprKind::NullPointer
        | ExprKind::Variable(_)
        | ExprKind::Function(_)
        | ExprKind::This
        | ExprKind::Common
        | ExprKind::Zero
        | ExprKind::Measure { .. }
        | ExprKind::OffsetOf { .. }
        | ExprKind::ArrayIndex
        | ExprKind::Opaque(_) => {}
        ExprKind::Field { base, .. }
        | ExprKind::Method { base, .. }
        | ExprKind::Swizzle { base, .. } => found.push(Part::Expr(base)),
        ExprKind::Index { base, index } => found.extend([base, index].map(|one| Part::Expr(one))),
        ExprKind::Unary { operand, .. } | ExprKind::Cast { operand, .. } => {
            found.push(Part::Expr(operand));
        }
        ExprKind::Binary { left, right, .. } | ExprKind::Assign { left, right, .. } => {
            found.extend([left, right].map(|one| Part::Expr(one)));
        }
        ExprKind::Conditional {
            condition,
            then,
            otherwise,
        } => found.extend([condition, then, otherwise].map(|one| Part::Expr(one))),
        ExprKind::BinaryConditional {
            common,
            condition,
            then,
            otherwise,
        } => found.extend([common, condition, then, otherwise].map(|one| Part::Expr(one))),
        ExprKind::Call {
            callee, arguments, ..
        } => {
            found.push(Part::Expr(callee));
            found.extend(arguments.iter().map(Part::Expr));
        }
        ExprKind::Launch {
            configuration,
            callee,
            arguments,
        } => {
            found.push(Part::Expr(callee));
            found.extend(configuration.iter().chain(arguments).map(Part::Expr));
        }
        ExprKind::Construct { arguments, .. } => found.extend(arguments.iter().map(Part::Expr)),
        ExprKind::InitList { values, filler, .. } => {
            found.extend(values.iter().map(Part::Expr));
            found.extend(filler.iter().map(|one| Part::Expr(one)));
        }
        ExprKind::Compound(inner)
        | ExprKind::Temporary(inner)
        | ExprKind::Reinterpret(inner)
        | ExprKind::ConvertVector(inner)
        | ExprKind::VaArg(inner)
        | ExprKind::Delete(inner)
        | ExprKind::EndLife(inner) => found.push(Part::Expr(inner)),
        ExprKind::Lambda { captures, .. } => {
            found.extend(captures.iter().map(|one| Part::Expr(&one.value)));
        }
        ExprKind::Block(all) => found.extend(all.iter().map(Part::Stmt)),
        ExprKind::Shuffle(all) | ExprKind::New(all) => found.extend(all.iter().map(Part::Expr)),
        ExprKind::Atomic { operands, .. } => found.extend(operands.iter().map(Part::Expr)),
        ExprKind::ArrayLoop { common, element } => {
            found.extend([common, element].map(|one| Part::Expr(one)));
        }
        ExprKind::Throw(value) => found.extend(value.iter().map(|one| Part::Expr(one))),
    }
    found
}
