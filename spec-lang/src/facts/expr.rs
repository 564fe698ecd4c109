//! The rows of expressions.

use super::Answer::{Depends, Yes};
use super::Facts;
use crate::ast::{
    BinaryOp, Binder, Expr, ExprKind, Ident, NodeId, Sides, Stmt, TypeExpr, Variable, Visitor,
};

/// What is known about an expression of a kind.
#[allow(clippy::too_many_lines, reason = "a table of kinds")]
pub const fn expr(kind: &ExprKind) -> Facts {
    /// An assertion about permissions: what a thread holds, it alone may know.
    const PERMISSION: Facts = Facts {
        permissions: Yes,
        varies: Yes,
        ..Facts::NODE
    };
    match kind {
        ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::Bool(_)
        | ExprKind::Str(_)
        | ExprKind::Char(_)
        | ExprKind::Null
        | ExprKind::This
        | ExprKind::Result
        | ExprKind::Write
        | ExprKind::Read
        | ExprKind::NoPerm
        | ExprKind::OptionNone => Facts::LEAF,
        // Any value: another one each time, and in each thread.
        ExprKind::CurrentThread | ExprKind::Any => Facts {
            varies: Yes,
            ..Facts::LEAF
        },
        // A local, a field, a constant, or an assertion that `\let` named.
        ExprKind::Name(_) => Facts {
            permissions: Depends,
            heap: Depends,
            varies: Depends,
            ..Facts::LEAF
        },
        // A field, a length, or another member of a value.
        ExprKind::Member(..) => Facts {
            heap: Depends,
            varies: Depends,
            ..Facts::NODE
        },
        // An element of an array; those of sequences and maps are no cells of the heap.
        ExprKind::Index(..) => Facts {
            heap: Depends,
            varies: Depends,
            ..Facts::NODE
        },
        ExprKind::Unary(..)
        | ExprKind::Conditional(..)
        | ExprKind::AllElements(_)
        | ExprKind::Slice(..)
        | ExprKind::Update(..)
        | ExprKind::Trigger(..)
        | ExprKind::Old(..)
        | ExprKind::SeqLiteral(..)
        | ExprKind::SetLiteral(..)
        | ExprKind::BagLiteral(..)
        | ExprKind::MapLiteral(..)
        | ExprKind::TupleLiteral(..)
        | ExprKind::Range { .. }
        | ExprKind::Size(_)
        | ExprKind::Cast(..)
        | ExprKind::InstanceOf(..)
        | ExprKind::PolarityDependent(..)
        | ExprKind::Choose(_) => Facts::NODE,
        ExprKind::Binary(op, ..) => binary(*op),
        ExprKind::Increment { .. } => Facts {
            effect: Yes,
            // Some threads only may do it: what stands to the left of it decides.
            varies: Yes,
            ..Facts::NODE
        },
        ExprKind::Call(_) => Facts {
            permissions: Depends,
            heap: Depends,
            effect: Depends,
            calls: Depends,
            blocks: Depends,
            interferes: Depends,
            varies: Depends,
            ..Facts::NODE
        },
        ExprKind::New(_) => Facts {
            heap: Yes,
            effect: Yes,
            calls: Yes,
            blocks: Depends,
            interferes: Depends,
            varies: Yes,
            ..Facts::NODE
        },
        ExprKind::NewArray(..) => Facts {
            heap: Yes,
            effect: Yes,
            varies: Yes,
            ..Facts::NODE
        },
        ExprKind::Quantifier { .. } | ExprKind::Let { .. } | ExprKind::Comprehension { .. } => {
            Facts::BINDER
        }
        ExprKind::Perm(..)
        | ExprKind::Value(_)
        | ExprKind::HPerm(..)
        | ExprKind::Scale(..)
        | ExprKind::Held(_)
        | ExprKind::Idle(_)
        | ExprKind::Running(_)
        | ExprKind::Committed(_) => PERMISSION,
        // The value is said, too; and of a matrix, that its rows are there and differ.
        ExprKind::PointsTo(..) | ExprKind::Matrix(..) => Facts {
            heap: Yes,
            ..PERMISSION
        },
        // A length never changes, but it is that of an array that is there.
        ExprKind::ArrayOf(..) => Facts {
            heap: Yes,
            ..Facts::NODE
        },
        ExprKind::Values(..) => Facts {
            heap: Yes,
            varies: Depends,
            ..Facts::NODE
        },
        ExprKind::CurrentPerm(_) => Facts {
            heap: Yes,
            varies: Yes,
            ..Facts::NODE
        },
        ExprKind::ForPerm(..) => Facts {
            heap: Yes,
            varies: Yes,
            ..Facts::BINDER
        },
        // A predicate instance is needed, and what it holds is read.
        ExprKind::Unfolding(..) => Facts {
            heap: Yes,
            ..Facts::NODE
        },
        // `applying w in e` has permissions that are not held; nothing else of it is understood.
        ExprKind::During(..) => Facts {
            heap: Yes,
            varies: Yes,
            ..Facts::NODE
        },
        // A word of which only the spelling is known.
        ExprKind::Builtin(..) => Facts {
            heap: Yes,
            varies: Yes,
            ..Facts::NODE
        },
        // The choice is the same wherever the set is the same.
        ExprKind::ChooseFresh(_) => Facts {
            effect: Yes,
            varies: Yes,
            ..Facts::NODE
        },
    }
}

/// An infix operator; one that a class declares is a call.
const fn binary(op: BinaryOp) -> Facts {
    let operator = op.facts();
    if operator.permissions {
        Facts {
            permissions: Yes,
            heap: Yes,
            varies: Yes,
            ..Facts::NODE
        }
    } else if operator.declarable {
        Facts {
            heap: Depends,
            effect: Depends,
            calls: Depends,
            blocks: Depends,
            interferes: Depends,
            varies: Depends,
            ..Facts::NODE
        }
    } else {
        // Its operands decide whether it has permissions.
        Facts::NODE
    }
}

/// The parts of an expression that stand where an assertion may stand: what they hold, the whole
/// holds under some condition.
pub fn assertion_parts(e: &Expr) -> Vec<&Expr> {
    match &e.kind {
        ExprKind::Binary(op, left, right) => match op.facts().assertions {
            Sides::Neither => Vec::new(),
            Sides::Right => vec![right],
            Sides::Both => vec![left, right],
        },
        ExprKind::Conditional(_, yes, no) => vec![yes, no],
        ExprKind::PolarityDependent(learnt, shown) => vec![learnt, shown],
        ExprKind::Quantifier { body, .. }
        | ExprKind::Let { body, .. }
        | ExprKind::ForPerm(_, _, body)
        | ExprKind::Old(_, body)
        | ExprKind::Unfolding(_, body)
        | ExprKind::During(_, _, body)
        | ExprKind::Scale(_, body) => vec![body],
        ExprKind::Trigger(parts, _) => parts.iter().collect(),
        ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::Bool(_)
        | ExprKind::Str(_)
        | ExprKind::Char(_)
        | ExprKind::Null
        | ExprKind::This
        | ExprKind::Result
        | ExprKind::Write
        | ExprKind::Read
        | ExprKind::NoPerm
        | ExprKind::OptionNone
        | ExprKind::CurrentThread
        | ExprKind::Any
        | ExprKind::Name(_)
        | ExprKind::Unary(..)
        | ExprKind::Increment { .. }
        | ExprKind::Index(..)
        | ExprKind::AllElements(_)
        | ExprKind::Slice(..)
        | ExprKind::Update(..)
        | ExprKind::Member(..)
        | ExprKind::Call(_)
        | ExprKind::New(_)
        | ExprKind::NewArray(..)
        | ExprKind::Perm(..)
        | ExprKind::PointsTo(..)
        | ExprKind::Value(_)
        | ExprKind::HPerm(..)
        | ExprKind::CurrentPerm(_)
        | ExprKind::Held(_)
        | ExprKind::Idle(_)
        | ExprKind::Running(_)
        | ExprKind::Committed(_)
        | ExprKind::Matrix(..)
        | ExprKind::ArrayOf(..)
        | ExprKind::Values(..)
        | ExprKind::SeqLiteral(..)
        | ExprKind::SetLiteral(..)
        | ExprKind::BagLiteral(..)
        | ExprKind::MapLiteral(..)
        | ExprKind::TupleLiteral(..)
        | ExprKind::Range { .. }
        | ExprKind::Comprehension { .. }
        | ExprKind::Size(_)
        | ExprKind::Cast(..)
        | ExprKind::InstanceOf(..)
        | ExprKind::Builtin(..)
        | ExprKind::Choose(_)
        | ExprKind::ChooseFresh(_) => Vec::new(),
    }
}

/// The names that an expression binds for its parts, in order.
pub fn bound(e: &Expr) -> Vec<(NodeId, Ident)> {
    struct Own(Vec<(NodeId, Ident)>);
    impl Visitor for Own {
        fn visit_binder(&mut self, binder: &Binder) {
            self.0.push((binder.id, binder.name.clone()));
        }
        fn visit_variable(&mut self, variable: &Variable) {
            self.0.push((variable.id, variable.name.clone()));
        }
        fn visit_expr(&mut self, _: &Expr) {}
        fn visit_stmt(&mut self, _: &Stmt) {}
        fn visit_type(&mut self, _: &TypeExpr) {}
    }
    let mut own = Own(Vec::new());
    own.walk_expr(e);
    own.0
}
