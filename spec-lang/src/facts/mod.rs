//! One table of facts about the constructs of the language.
//!
//! For every kind of expression, statement, clause and declaration there is one row, given by a
//! match without a catch-all arm: a new kind does not compile until somebody has said what is true
//! of it. Analyses ask the table and act on what it says; they do not list kinds of their own with
//! a default. A row is about the construct itself: its parts have rows of their own, so an
//! analysis of a whole expression visits the parts.

mod clause;
mod declaration;
mod expr;
mod permissions;
mod stmt;

pub use clause::clause;
pub use declaration::declaration;
pub use expr::{assertion_parts, bound, expr};
pub use permissions::{has_permissions, has_permissions_where};
pub use stmt::{spec, stmt};

/// An answer about one kind of construct, its parts not included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// For no construct of this kind.
    No,
    /// For every construct of this kind, or unknown.
    Yes,
    /// It depends on what a name or operator in it means, which the resolver knows. An analysis that does
    /// not ask the resolver, or gets no answer, takes it for [`Answer::Yes`].
    Depends,
}

impl Answer {
    /// The answer, where `meaning` says what the resolver's answer amounts to.
    pub fn settled(self, meaning: impl FnOnce() -> bool) -> bool {
        match self {
            Answer::No => false,
            Answer::Yes => true,
            Answer::Depends => meaning(),
        }
    }

    /// Whether it cannot be ruled out.
    pub fn may(self) -> bool {
        self != Answer::No
    }
}

/// What is known about the constructs of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// **Has permissions.** Of an expression: as an assertion it is about permissions held, so
    /// that inhaling it gains and exhaling it loses some; it is no truth value. Of a statement:
    /// it inhales, exhales or exchanges permissions. Of a clause: an assertion with permissions
    /// may stand in it.
    pub permissions: Answer,
    /// **Reads the heap.** Its value, or what it does, depends on what is stored in fields and
    /// elements, on the permissions held there, or on which objects and arrays there are. A
    /// location that stands for itself, as in `Perm(x.f, p)`, still has its own row as an
    /// expression.
    pub heap: Answer,
    /// **Has an effect.** Carrying it out, or asking for its value, may change a local, the heap
    /// or the permissions held, or wake or start somebody.
    pub effect: Answer,
    /// **Runs other code.** It runs the body of something that is declared elsewhere, so that all
    /// that holds of that body holds of it.
    pub calls: Answer,
    /// **May block.** It may wait for something that another thread does. What it calls and what
    /// is within it is not meant: neither the threads that it starts itself and waits for, nor a
    /// loop that does not end.
    pub blocks: Answer,
    /// **Leaves.** After it, something else than what follows it may be carried out next.
    pub leaves: Answer,
    /// **Interferes.** After it, what this thread reads may have been written by another one, or
    /// another one may write it: permissions pass between threads, or come from nowhere, by other
    /// means than a barrier that all threads of a block reach.
    pub interferes: Answer,
    /// **May differ between threads.** Two threads with the same values of all locals, and with
    /// the same heap where they may read it, may get another value from it, or go on in another
    /// state.
    pub varies: Answer,
    /// **Binds names.** It declares a name that its parts, or what follows it, may mention.
    pub binds: bool,
    /// **Has children.** It has, or may have, parts that are nodes of the tree: expressions,
    /// statements, clauses, declarations or types. Names are not meant.
    pub children: bool,
}

impl Facts {
    /// A leaf of which nothing is true.
    const LEAF: Facts = Facts {
        permissions: Answer::No,
        heap: Answer::No,
        effect: Answer::No,
        calls: Answer::No,
        blocks: Answer::No,
        leaves: Answer::No,
        interferes: Answer::No,
        varies: Answer::No,
        binds: false,
        children: false,
    };

    /// Something with parts, of which nothing is true but what is true of them.
    const NODE: Facts = Facts {
        children: true,
        ..Facts::LEAF
    };

    /// Something with parts that declares names.
    const BINDER: Facts = Facts {
        binds: true,
        ..Facts::NODE
    };

    /// A construct of which nothing is known.
    const UNKNOWN: Facts = Facts {
        permissions: Answer::Yes,
        heap: Answer::Yes,
        effect: Answer::Yes,
        calls: Answer::Yes,
        blocks: Answer::Yes,
        leaves: Answer::Yes,
        interferes: Answer::Yes,
        varies: Answer::Yes,
        binds: true,
        children: true,
    };
}

#[cfg(test)]
mod tests;
