//! The core language: what every construct of the surface language is lowered to.
//!
//! It is close to Viper's: inhale and exhale of assertions, assignment, havoc, branch,
//! jump, loop cut, and two ways of running a proof on the side. Each surface construct
//! is one rule of [`crate::lower`]; each core statement one rule of [`crate::engine`].

mod assertion;
mod expr;
mod program;
mod stmt;

pub use assertion::{Amount, Assertion, AssertionKind, Location};
pub use expr::{Builtin, DataOp, Expr, ExprKind, Quantifier, Source};
pub use program::{
    Axiom, DataType, Field, FieldId, Function, FunctionBody, FunctionId, Local, LocalId, Method,
    Predicate, PredicateId, Program,
};
pub use stmt::{BarrierProof, Blame, LabelId, Loop, ParBlock, Stmt, StmtKind};
