//! The checker's own terms: what the engine computes with and what is asked of the
//! solver.
//!
//! Terms are hash-consed, so equality is a comparison of pointers. The constructors of
//! this module simplify: arithmetic is kept as a sum of monomials, so that
//! `(k + 1) * t` and `k * t + t` are one term. Nothing here can fail: a constructor
//! given arguments of the wrong sort builds a term that says just that.

mod arith;
mod build;
pub mod bv;
mod label;
mod memo;
mod node;
mod poly;
mod visit;

pub use arith::{add, div, ge, gt, le, lt, modulo, mul, neg, real_div, sub, to_int, to_real};
pub use build::{
    Supply, and, app, big, bool_, bound, constant, distinct, eq, exists, ff, forall, iff, implies,
    int, ite, ne, not, or, real, select, store, tt,
};
pub(crate) use build::{numbered_variable, quantifier as quantified};
pub use label::{Label, Need, Origin, Weight};
pub use logic::{FunctionRole, Sort, StandIn, Symbol, SymbolKind};
pub use node::{Node, Op, Term};
pub use poly::Poly;
pub(crate) use visit::renamed;
pub use visit::{Rewriter, TermMap, TermSet, postorder, postorder_of_new, rebuild};
