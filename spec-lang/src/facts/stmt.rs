//! The rows of statements.

use super::Answer::{Depends, Yes};
use super::Facts;
use crate::ast::{SpecKind, StmtKind};

/// A jump: it leaves what it stands in.
const JUMP: Facts = Facts {
    leaves: Yes,
    ..Facts::LEAF
};

/// Threads that run at the same time; whoever starts them waits for all.
const THREADS: Facts = Facts {
    permissions: Yes,
    effect: Yes,
    interferes: Yes,
    varies: Depends,
    ..Facts::BINDER
};

/// What is known about a statement of a kind.
pub const fn stmt(kind: &StmtKind) -> Facts {
    match kind {
        StmtKind::Block(_)
        | StmtKind::Expr(_)
        | StmtKind::If { .. }
        | StmtKind::While { .. }
        | StmtKind::For { .. }
        | StmtKind::Ghost(_) => Facts::NODE,
        StmtKind::RangedFor { .. } => Facts {
            effect: Yes,
            ..Facts::BINDER
        },
        // Without a value it has any.
        StmtKind::Local { .. } => Facts {
            effect: Yes,
            varies: Depends,
            ..Facts::BINDER
        },
        // What it writes and, where it is a compound one, reads is known by its target.
        StmtKind::Assign { .. } => Facts {
            effect: Yes,
            ..Facts::NODE
        },
        StmtKind::Return(_) => Facts {
            children: true,
            ..JUMP
        },
        StmtKind::Break(_) | StmtKind::Continue(_) | StmtKind::Goto(_) => JUMP,
        StmtKind::Label(..) => Facts::BINDER,
        StmtKind::Spec(kind, _) => spec(*kind),
        StmtKind::Package(..) => Facts {
            permissions: Yes,
            effect: Yes,
            ..Facts::NODE
        },
        StmtKind::Par(_) | StmtKind::Vector { .. } => THREADS,
        StmtKind::Region { .. } => Facts {
            binds: false,
            ..THREADS
        },
        StmtKind::Barrier(_) => Facts {
            permissions: Yes,
            effect: Yes,
            blocks: Yes,
            ..Facts::NODE
        },
        // What the resource holds is everybody's within it.
        StmtKind::Invariant { .. } => Facts {
            permissions: Yes,
            effect: Yes,
            interferes: Yes,
            ..Facts::BINDER
        },
        // One thread at a time: which comes first, nothing fixes.
        StmtKind::Atomic { .. } => Facts {
            permissions: Yes,
            effect: Yes,
            blocks: Yes,
            interferes: Yes,
            varies: Yes,
            ..Facts::NODE
        },
        StmtKind::Unsupported { .. } => Facts::UNKNOWN,
        StmtKind::Empty => Facts::LEAF,
    }
}

/// What is known about a statement of the form `keyword e;`.
pub const fn spec(kind: SpecKind) -> Facts {
    /// What is said, and changes nothing.
    const SAID: Facts = Facts::NODE;
    /// Permissions are exchanged for others, by this thread alone.
    const EXCHANGE: Facts = Facts {
        permissions: Yes,
        effect: Yes,
        ..Facts::NODE
    };
    /// Permissions come from others, or go to them.
    const PASS: Facts = Facts {
        interferes: Yes,
        varies: Yes,
        ..EXCHANGE
    };
    const WAIT: Facts = Facts {
        blocks: Yes,
        ..PASS
    };
    match kind {
        SpecKind::Assert | SpecKind::Assume | SpecKind::Refute => SAID,
        SpecKind::Fold | SpecKind::Unfold | SpecKind::Apply => EXCHANGE,
        SpecKind::Inhale
        | SpecKind::Exhale
        | SpecKind::Unlock
        | SpecKind::Fork
        | SpecKind::Commit => PASS,
        SpecKind::Lock | SpecKind::Wait | SpecKind::Join => WAIT,
        // It wakes others, who go on when they get the lock.
        SpecKind::Notify => Facts {
            effect: Yes,
            ..Facts::NODE
        },
    }
}
