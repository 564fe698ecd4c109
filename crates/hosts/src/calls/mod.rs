//! Calls: of functions whose body is seen, of those that are known by name, and of all others.
//!
//! | file | decides |
//! |---|---|
//! | `follow.rs` | which bodies are executed, and how |
//! | `unseen.rs` | what a call may change whose body is not executed |
//! | `order.rs` | what is known of arguments, which may be computed in any order |
//! | `construct.rs` | what a constructor makes |
//! | `initial.rs` | what a variable is from its initializer |
//! | `library.rs` | what a function of a library does |
//! | `input.rs` | what is known of what such a function reads from outside |
//! | `extremum.rs` | the minimum and maximum of a library |

mod construct;
mod extremum;
mod follow;
mod initial;
mod input;
mod library;
mod order;
mod unseen;

use crate::known::{self, Known};
use crate::machine::Machine;
use crate::state::State;
use crate::value::Value;
use clang::tree::{Expr, ExprKind, Function, FunctionId, Membership, UnaryOp};

impl Machine<'_> {
    /// The function that an expression names.
    pub(crate) fn target(&self, expr: &Expr) -> Option<FunctionId> {
        match &expr.kind {
            ExprKind::Function(id) => Some(*id),
            ExprKind::Cast { operand, .. } | ExprKind::Temporary(operand) => self.target(operand),
            ExprKind::Unary {
                op: UnaryOp::Address | UnaryOp::Deref,
                operand,
            } => self.target(operand),
            _ => None,
        }
    }

    /// The function that is called: the one that an expression names, or has as its value.
    pub(crate) fn called(&mut self, state: &mut State, callee: &Expr) -> Option<FunctionId> {
        if let Some(id) = self.target(callee) {
            return Some(id);
        }
        match self.value(state, callee) {
            Value::Function(id) => Some(id),
            other @ (Value::Integer(_)
            | Value::Pointer(_)
            | Value::Parts(_)
            | Value::Unknown(_)) => {
                self.leak(&other);
                None
            }
        }
    }

    /// Whether a statement is left by this expression and not behind it.
    pub(crate) fn ends(&self, expr: &Expr) -> bool {
        if is_throw(expr) {
            return true;
        }
        let ExprKind::Call { callee, .. } = &expr.kind else {
            return false;
        };
        let function = self.target(callee).and_then(|id| self.unit.function(id));
        function
            .is_some_and(|function| function.noreturn || self.known(function) == Some(Known::Exit))
    }

    /// What a function of a library does. One that the file defines itself is none.
    pub(crate) fn known(&self, function: &Function) -> Option<Known> {
        let free = function.membership == Membership::Free;
        let external = function.body.is_none()
            && function.mangled == function.name
            && function.name.starts_with("cuda");
        let known = known::of(&function.name).filter(|_| free && (function.own || external))?;
        let by_body = matches!(known, Known::Min | Known::Max);
        (function.body.is_none() || by_body).then_some(known)
    }

    /// A call.
    pub(crate) fn call(
        &mut self,
        state: &mut State,
        expr: &Expr,
        callee: &Expr,
        arguments: &'_ [Expr],
    ) -> Value {
        if let ExprKind::Method {
            base,
            arrow,
            function,
        } = &stripped(callee).kind
        {
            let this = match arrow {
                true => self.value(state, base),
                false => {
                    let at = self.location(state, base);
                    self.address(&at, base)
                }
            };
            return self.follow(state, expr, *function, Some(this), arguments);
        }
        let Some(id) = self.called(state, callee) else {
            return self.unseen(state, expr, "a function that is not known", arguments);
        };
        let Some(function) = self.unit.function(id) else {
            return self.unseen(state, expr, "a function that is not known", arguments);
        };
        if let Some(known) = self.known(function) {
            return self.library(state, expr, known, (function, arguments));
        }
        match function.membership {
            Membership::Method(record) => {
                let Some((object, rest)) = arguments.split_first() else {
                    return self.unseen(state, expr, &function.name, arguments);
                };
                let copies = self.unit.record(record).is_some_and(|record| record.copies);
                let at = self.location(state, object);
                if let (None, true, "operator=", [from]) =
                    (&function.body, copies, function.name.as_str(), rest)
                {
                    let from_at = self.location(state, from);
                    let value = self.read(state, &from_at, object.ty, expr.place);
                    let why = self.why("its value is not followed", expr);
                    self.write(state, &at, value, &why);
                    return self.address(&at, expr);
                }
                let this = self.address(&at, object);
                self.follow(state, expr, id, Some(this), rest)
            }
            Membership::Free | Membership::StaticMethod(_) => {
                self.follow(state, expr, id, None, arguments)
            }
            Membership::Constructor(_) | Membership::Destructor(_) => {
                self.unseen(state, expr, &function.name, arguments)
            }
        }
    }

    /// The text of an expression, in one line and not too long.
    pub(crate) fn text(&self, expr: &Expr) -> String {
        let text = self.unit.slice(expr.place.span);
        let words: Vec<&str> = text.split_whitespace().collect();
        words.join(" ").chars().take(60).collect()
    }
}

/// Whether an expression throws, and is nothing else: where that is caught, what is tried has no known values.
pub(crate) fn is_throw(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Throw(_) => true,
        ExprKind::Cast { operand, .. } | ExprKind::Temporary(operand) => is_throw(operand),
        _ => false,
    }
}

/// An expression without what only names it.
fn stripped(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Cast { operand, .. } => stripped(operand),
        _ => expr,
    }
}
