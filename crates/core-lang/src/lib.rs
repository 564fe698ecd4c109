//! The core language: what every construct of the surface language is lowered to.
//!
//! It is close to Viper's: inhale and exhale of assertions, assignment, havoc, branch,
//! jump, loop cut, and two ways of running a proof on the side. Each surface construct
//! is one rule of the crate `lowering`; each core statement one rule of the crate `seplog`.

#![warn(clippy::wildcard_enum_match_arm)]

mod assertion;
pub mod blame;
mod ending;
mod expr;
pub mod facts;
mod functions;
mod lowered;
mod program;
mod semantics;
mod shape;
mod stmt;

pub use assertion::{Amount, Assertion, AssertionKind, Location};
pub use blame::{Blame, Partial, Reason, Rule};
pub use ending::{blocks, callees, ends, reached};
pub use expr::{Builtin, Expr, ExprKind, Quantifier, Source};
pub use functions::{callees as function_callees, reads_heap};
pub use logic::DataOp;
pub use lowered::{LoweredProgram, Trusted};
pub use program::{
    Axiom, DataType, Field, FieldId, Function, FunctionBody, FunctionId, Local, LocalId, Method,
    Predicate, PredicateId, Program,
};
pub use semantics::Semantics;
pub use shape::Shape;
pub use stmt::{BarrierProof, LabelId, Loop, Offer, Package, ParBlock, Stmt, StmtKind};

/// The name of the predicates whose instances are magic wands.
pub const WAND: &str = "-*";

/// The state at the start of the method, which `\old` means.
pub const OLD: LabelId = LabelId(0);
