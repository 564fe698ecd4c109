//! One table of facts about the constructs of the core language.
//!
//! For every kind of expression, assertion and statement there is one row, given by a match
//! without a catch-all arm: a new kind does not compile until somebody has said what is true of
//! it. A row is about the construct itself; its parts have rows of their own, and `visit` of
//! expressions, assertions and statements goes to them.

use crate::{AssertionKind, Expr, ExprKind, FieldId, LocalId, StmtKind};
use logic::Sort;

/// What is known about the constructs of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// **Has permissions.** Of an assertion: inhaling it gains and exhaling it loses permissions.
    /// Of a statement: it inhales, exhales or exchanges some. Of an expression: its value depends
    /// on which are held.
    pub permissions: bool,
    /// **Reads the heap.** Its value, or what it does, depends on what fields and elements hold,
    /// or on the permissions held. A call reads what its function reads, which is not meant.
    pub heap: bool,
    /// **Has an effect.** It may change a local, the heap or the permissions held, or what is
    /// assumed. Expressions and assertions have none.
    pub effect: bool,
    /// **Runs other code.** Its value, or what it does, is said by a function, method or predicate.
    pub calls: bool,
    /// **May block.** It may wait for something that another thread does. What it calls and what
    /// is within it is not meant.
    pub blocks: bool,
    /// **Repeats.** Its parts may be carried out without end.
    pub repeats: bool,
    /// **May differ between threads.** Two threads with the same values of all locals and the same
    /// heap may get another value from it, or go on in another state.
    pub varies: bool,
    /// **Binds names.** It declares a local that its parts, or what follows, may mention.
    pub binds: bool,
    /// **Has children.** It has, or may have, parts that are expressions, assertions or
    /// statements.
    pub children: bool,
}

const LEAF: Facts = Facts {
    permissions: false,
    heap: false,
    effect: false,
    calls: false,
    blocks: false,
    repeats: false,
    varies: false,
    binds: false,
    children: false,
};

const NODE: Facts = Facts {
    children: true,
    ..LEAF
};

const READ: Facts = Facts { heap: true, ..NODE };

const BINDER: Facts = Facts {
    binds: true,
    ..NODE
};

const EFFECT: Facts = Facts {
    effect: true,
    ..NODE
};

/// What is known about an expression of a kind.
pub const fn expr(kind: &ExprKind) -> Facts {
    match kind {
        ExprKind::Int(_)
        | ExprKind::Real(_)
        | ExprKind::Bool(_)
        | ExprKind::Null
        | ExprKind::Statics
        | ExprKind::Local(_) => LEAF,
        // Rows are fixed, and lengths never change.
        ExprKind::Apply(..)
        | ExprKind::And(_)
        | ExprKind::Or(_)
        | ExprKind::Implies(..)
        | ExprKind::Ite(..)
        | ExprKind::Row(..)
        | ExprKind::Length(_)
        | ExprKind::Data(..)
        | ExprKind::Requires(..) => NODE,
        // Another heap is read, which is fixed.
        ExprKind::Old(..) => NODE,
        ExprKind::Field(..) | ExprKind::Element(..) | ExprKind::Values(..) => READ,
        ExprKind::Call(..) => Facts {
            calls: true,
            ..NODE
        },
        ExprKind::Quant { .. }
        | ExprKind::Fold { .. }
        | ExprKind::Comprehension { .. }
        | ExprKind::Let(..) => BINDER,
        ExprKind::CurrentPerm(_) => Facts {
            permissions: true,
            varies: true,
            ..READ
        },
        ExprKind::ForPerm { .. } => Facts {
            permissions: true,
            varies: true,
            binds: true,
            ..READ
        },
        ExprKind::Unfolding(..) => Facts {
            permissions: true,
            calls: true,
            ..READ
        },
        ExprKind::Where(..) => Facts {
            permissions: true,
            ..READ
        },
    }
}

/// What is known about an assertion of a kind.
pub const fn assertion(kind: &AssertionKind) -> Facts {
    match kind {
        AssertionKind::Pure(_)
        | AssertionKind::Star(_)
        | AssertionKind::Implies(..)
        | AssertionKind::Ite(..) => NODE,
        AssertionKind::Permission(..) => Facts {
            permissions: true,
            varies: true,
            ..NODE
        },
        AssertionKind::Forall { .. } | AssertionKind::Let(..) => BINDER,
    }
}

/// What is known about a statement of a kind.
pub const fn stmt(kind: &StmtKind) -> Facts {
    /// Permissions are gained, lost or exchanged.
    const PERMISSIONS: Facts = Facts {
        permissions: true,
        ..EFFECT
    };
    match kind {
        StmtKind::Assign(..) | StmtKind::Assume(_) => EFFECT,
        // Any value: another one in each thread.
        StmtKind::Havoc(_) => Facts {
            effect: true,
            varies: true,
            ..LEAF
        },
        StmtKind::StoreField(..) | StmtKind::StoreElement(..) => Facts {
            heap: true,
            ..EFFECT
        },
        StmtKind::NewObject(..) => Facts {
            children: false,
            varies: true,
            ..PERMISSIONS
        },
        StmtKind::NewArray(..) => Facts {
            varies: true,
            ..PERMISSIONS
        },
        StmtKind::Inhale(_) | StmtKind::InhaleChecked(_) | StmtKind::Exhale(..) => Facts {
            varies: true,
            ..PERMISSIONS
        },
        StmtKind::Assert(..) | StmtKind::Refute(_) => READ,
        StmtKind::If(..) | StmtKind::Labelled(..) => NODE,
        StmtKind::Loop(_) => Facts {
            permissions: true,
            repeats: true,
            ..EFFECT
        },
        StmtKind::Jump(_) | StmtKind::EndScope(_) => Facts {
            effect: true,
            ..LEAF
        },
        StmtKind::Mark(_) => Facts {
            binds: true,
            ..LEAF
        },
        StmtKind::Call { .. } => Facts {
            heap: true,
            calls: true,
            varies: true,
            ..PERMISSIONS
        },
        StmtKind::Par(_) => Facts {
            binds: true,
            ..PERMISSIONS
        },
        StmtKind::Barrier { .. } => Facts {
            blocks: true,
            ..PERMISSIONS
        },
        // On a copy of the state, which is thrown away.
        StmtKind::Side(..) => NODE,
        StmtKind::BarrierProof(_) => BINDER,
        StmtKind::Decided { .. } => LEAF,
        StmtKind::Unfold(..) | StmtKind::Fold(..) | StmtKind::Package(_) => Facts {
            calls: true,
            ..PERMISSIONS
        },
        StmtKind::Acquire(..) => Facts {
            blocks: true,
            varies: true,
            ..PERMISSIONS
        },
        StmtKind::Fork(..) => Facts {
            calls: true,
            ..PERMISSIONS
        },
        StmtKind::Join(..) => Facts {
            blocks: true,
            calls: true,
            ..PERMISSIONS
        },
    }
}

/// What a statement does by itself, not by its parts.
#[derive(Default)]
pub struct Acts<'s> {
    /// The locals that it gives a value.
    pub targets: &'s [LocalId],
    /// The method that it runs or starts: its index in the program. One that has ended runs no more.
    pub callee: Option<usize>,
    /// What of the heap it gives a value.
    pub store: Option<Store<'s>>,
}

/// What of the heap gets a value.
pub enum Store<'s> {
    /// A field of an object.
    Field(FieldId),
    /// An element of an array, of that sort.
    Element(&'s Expr, &'s Sort),
}

/// What a statement of a kind does by itself.
pub fn acts(kind: &StmtKind) -> Acts<'_> {
    let (mut targets, mut callee, mut store): (&[LocalId], _, _) = (&[], None, None);
    match kind {
        StmtKind::Assign(local, _)
        | StmtKind::NewObject(local, ..)
        | StmtKind::NewArray(local, ..) => targets = std::slice::from_ref(local),
        StmtKind::Havoc(locals) => targets = locals,
        StmtKind::Call {
            results, method, ..
        } => (targets, callee) = (results, Some(*method)),
        StmtKind::Fork(method, ..) => callee = Some(*method),
        StmtKind::StoreField(_, field, _) => store = Some(Store::Field(*field)),
        StmtKind::StoreElement(array, _, value) => {
            store = Some(Store::Element(array, &value.sort));
        }
        // A local that is out of scope is nobody's.
        StmtKind::EndScope(_)
        | StmtKind::Inhale(_)
        | StmtKind::InhaleChecked(_)
        | StmtKind::Exhale(..)
        | StmtKind::Assert(..)
        | StmtKind::Refute(_)
        | StmtKind::Assume(_)
        | StmtKind::If(..)
        | StmtKind::Loop(_)
        | StmtKind::Labelled(..)
        | StmtKind::Jump(_)
        | StmtKind::Mark(_)
        | StmtKind::Par(_)
        | StmtKind::Barrier { .. }
        | StmtKind::Side(..)
        | StmtKind::BarrierProof(_)
        | StmtKind::Decided { .. }
        | StmtKind::Unfold(..)
        | StmtKind::Fold(..)
        | StmtKind::Package(_)
        | StmtKind::Acquire(..)
        | StmtKind::Join(..) => {}
    }
    Acts {
        targets,
        callee,
        store,
    }
}
