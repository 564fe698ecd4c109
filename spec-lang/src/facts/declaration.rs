//! The rows of declarations.

use super::Answer::Depends;
use super::Facts;
use crate::ast::DeclarationKind;

/// What is known about a declaration of a kind: what is true of it is true wherever what it
/// declares is used.
pub const fn declaration(kind: &DeclarationKind) -> Facts {
    match kind {
        DeclarationKind::Class(_) | DeclarationKind::Enum(_) | DeclarationKind::Adt(_) => Facts {
            children: !matches!(kind, DeclarationKind::Enum(_)),
            ..Facts::BINDER
        },
        // Whether it is final decides whether it is read from the heap.
        DeclarationKind::Field(_) => Facts {
            heap: Depends,
            varies: Depends,
            ..Facts::BINDER
        },
        // Its modifiers, contract and body decide.
        DeclarationKind::Method(_) => Facts {
            permissions: Depends,
            heap: Depends,
            effect: Depends,
            calls: Depends,
            blocks: Depends,
            interferes: Depends,
            varies: Depends,
            ..Facts::BINDER
        },
        DeclarationKind::Predicate(_) => Facts {
            permissions: super::Answer::Yes,
            heap: Depends,
            ..Facts::BINDER
        },
        DeclarationKind::Axiom(_) => Facts::BINDER,
        DeclarationKind::Model(_) | DeclarationKind::Unsupported { .. } => Facts {
            children: false,
            ..Facts::UNKNOWN
        },
    }
}
