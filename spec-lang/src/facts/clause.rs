//! The rows of clauses.

use super::Answer::{Depends, Yes};
use super::Facts;
use crate::ast::ClauseKind;

/// What is known about a clause of a kind.
pub const fn clause(kind: &ClauseKind) -> Facts {
    /// An assertion that is inhaled or exhaled where the contract is used.
    const ASSERTION: Facts = Facts {
        permissions: Depends,
        ..Facts::NODE
    };
    match kind {
        ClauseKind::Requires(_)
        | ClauseKind::Ensures(_)
        | ClauseKind::Context(_)
        | ClauseKind::ContextEverywhere(_)
        | ClauseKind::LoopInvariant(_)
        | ClauseKind::KernelInvariant(_) => ASSERTION,
        // Permissions go to the lock when the object is committed.
        ClauseKind::LockInvariant(_) => Facts {
            interferes: Yes,
            ..ASSERTION
        },
        ClauseKind::Decreases(_) | ClauseKind::Directive(_) => Facts::NODE,
        // The ghost results of a call may be anything.
        ClauseKind::Yields(_) => Facts {
            varies: Yes,
            ..Facts::BINDER
        },
        ClauseKind::Given(_) => Facts::BINDER,
        ClauseKind::Other(..) => Facts::UNKNOWN,
    }
}
