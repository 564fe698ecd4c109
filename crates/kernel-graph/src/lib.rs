//! The kernel graph: what CUDA and OpenCL kernels are lowered to, for the race side.
//!
//! A function is a control flow graph of typed statements. Expressions read locals and the numbers
//! of thread and block, never memory: loads and stores are statements, so that every access is one
//! statement with one place. Operations are those of the machine: widths are explicit, signedness
//! belongs to the operator, and no conversion is implicit.
//!
//! The lowering of C makes every variable an array in private memory and every use of it a load or
//! a store; [`promote`] then makes locals of those whose address does not escape. So lowering has
//! one rule for variables, structs, vectors, references and swizzles.
//!
//! | file | decides |
//! |---|---|
//! | `place.rs` | places with expansion and inlining chain, patch points |
//! | `types.rs` | scalars, layouts of data, the path of an offset (`tile[3].x`) |
//! | `expr.rs` | expressions |
//! | `stmt.rs` | statements, terminators |
//! | `function.rs` | functions, locals, arrays, modules |
//! | `graph.rs` | order, dominators, loops, reducibility |
//! | `check.rs` | what must hold of a well-formed module |
//! | `print.rs` | text (`--emit ir`) |
//! | `mem2reg.rs` | which private arrays become locals |
//! | `guess.rs` | plain loads that start an update by compare-and-exchange |

#![warn(clippy::wildcard_enum_match_arm)]

mod check;
mod expr;
mod function;
mod graph;
mod guess;
mod mem2reg;
mod place;
mod print;

mod stmt;
mod types;

pub use check::{Malformed, check, check_function};
pub use expr::{
    Atom, BinaryOp, CastOp, CompareOp, Dimension, Expr, ExprKind, FloatOp, LANE_OF_ROW, UnaryOp,
    WrapIntent,
};
pub use function::{
    Array, ArrayId, Block, BlockId, Function, FunctionId, Linkage, Local, LocalId, Module, Param,
    Space, Target,
};
pub use graph::{Graph, Irreducible, Loop};
pub use guess::guesses;
pub use mem2reg::promote;
pub use place::{Inlined, InlinedId, PatchPoint, Place, Update, UpdateForm, UpdateOp, UsedUpdate};
pub use print::{print, print_alone};
pub use stmt::{
    Access, Annotation, AtomicOp, Barrier, Callee, Collective, CopyGroup, Fences, Order, Scope,
    Shuffle, Stmt, StmtKind, Stride, Terminator, Vote,
};
pub use types::{FieldLayout, FloatFormat, Layout, LayoutKind, Scalar};

#[cfg(test)]
#[test]
fn the_table_names_every_file() {
    trials::files_in_table(env!("CARGO_MANIFEST_DIR"));
}
