//! From typed C and C++ to the kernel graph ([`kernel_graph`]).
//!
//! Every variable is an array in memory, every use of it a load or a store; expressions whose value
//! is a record, an array or a vector are evaluated into memory. So there is one rule for variables,
//! vectors, swizzles, references and objects. [`kernel_graph::promote`] makes locals of what has no
//! visible address.
//!
//! What has no rule is refused with its place; a kernel is refused if it reaches such a function.
//!
//! | file | decides |
//! |---|---|
//! | `types.rs` | scalars and layouts of C types |
//! | `builder.rs` | blocks, temporaries and scopes of the function at work |
//! | `function.rs` | one function; parameters and results |
//! | `invoker.rs` | the function whose address a lambda without captures becomes |
//! | `stmt.rs` | statements |
//! | `point.rs` | points where a barrier could be put |
//! | `ptx.rs` | inline assembly: a statement and its instructions |
//! | `ptx/asm.rs` | the parts of an `asm` statement |
//! | `ptx/parse.rs` | the grammar of PTX |
//! | `ptx/registers.rs` | registers, and what is computed of addresses, integers and Booleans |
//! | `ptx/memory.rs` | loads and stores |
//! | `ptx/copies.rs` | asynchronous copies |
//! | `ptx/matrix.rs` | matrices that the lanes of a warp hold together |
//! | `ptx/wait.rs` | barriers, fences and exchanges |
//! | `ptx/rest.rs` | instructions of which nothing is followed |
//! | `conditional.rs` | conditions of the preprocessor around a place |
//! | `used.rs` | uses of macros as statements |
//! | `update.rs` | statements that do what an atomic operation does |
//! | `value.rs` | expressions with a scalar value |
//! | `place.rs` | expressions that stand for memory |
//! | `vector.rs` | operations on vectors, element by element |
//! | `object.rs` | values of records, arrays and vectors, written into memory |
//! | `initial.rs` | bytes of constants of the file |
//! | `convert.rs` | conversions and operators of C on machine types |
//! | `wrap_intent.rs` | unsigned arithmetic that is not intended to wrap |
//! | `order.rs` | expressions whose meaning depends on the order of their operands |
//! | `order/footprint.rs` | what statements may access, as far as one operand can tell what another does |
//! | `call.rs` | calls of functions with a body |
//! | `known.rs` | what a function without a body means, by its name |
//! | `known/table.rs` | the table of these names |
//! | `builtins.rs` | a rule for each meaning |
//! | `builtins/threads.rs` | numbers of threads, blocks and sizes |
//! | `builtins/sync.rs` | barriers, fences, shuffles, votes |
//! | `builtins/groups.rs` | cooperative groups |
//! | `builtins/copies.rs` | asynchronous copies |
//! | `builtins/atomics.rs` | atomic operations |
//! | `builtins/numbers.rs` | integer and floating point functions |
//! | `builtins/halves.rs` | members of numbers of 16 bits |
//! | `builtins/images.rs` | images of OpenCL |
//! | `builtins/memory.rs` | copies, vector loads and stores, loads through caches |
//! | `builtins/random.rs` | random numbers whose state a block has in common |
//! | `builtins/annotation.rs` | GPUVerify's annotations |
//! | `codes.rs` | codes of what is refused |

#![warn(clippy::wildcard_enum_match_arm)]

mod builder;
mod builtins;
mod call;
pub mod codes;
mod conditional;
mod convert;
mod function;
mod initial;
mod invoker;
mod known;
mod object;
mod order;
mod place;
mod point;
mod ptx;
mod stmt;
mod types;
mod update;
mod used;
mod value;
mod vector;
mod wrap_intent;

use clang::tree::{FunctionId, Unit};
use kernel_graph::Module;
use std::collections::BTreeMap;
use text::diagnostics::Diagnostic;

/// A rule's result; the error is a construct without a rule.
type Lowered<T> = Result<T, Box<Diagnostic>>;

/// The kernel graph of a file.
#[derive(Debug)]
pub struct Graphs {
    /// Arrays and functions; calls are not inlined.
    pub module: Module,
    /// Functions that use something without a rule, by their number in the tree, with the reason.
    /// They have no body in the module.
    pub refused: BTreeMap<FunctionId, Diagnostic>,
    /// The number in the module of each function of the tree that has one.
    pub functions: BTreeMap<FunctionId, kernel_graph::FunctionId>,
    /// GPUVerify's axioms: functions that return what is believed. One without a rule is left out,
    /// which believes less.
    pub axioms: Vec<kernel_graph::FunctionId>,
}

/// What is reserved for the depth of expressions; only what is touched takes memory.
const STACK: usize = 512 << 20;

/// Lowers everything that was read.
///
/// The reader bounds how deep trees are, and a thread of its own has the stack for that depth.
pub fn lower(unit: &Unit) -> Graphs {
    on_a_large_stack(unit, false)
}

/// The same as [`lower`], with an [`kernel_graph::StmtKind::Point`] wherever the source has room for a
/// barrier: before statements, and at the ends of blocks.
pub fn lower_with_points(unit: &Unit) -> Graphs {
    on_a_large_stack(unit, true)
}

fn on_a_large_stack(unit: &Unit, points: bool) -> Graphs {
    let lowered = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .name("lowering".into())
            .stack_size(STACK)
            .spawn_scoped(scope, move || function::lower(unit, points));
        thread.ok().map(|thread| thread.join())
    });
    match lowered {
        Some(Ok(graphs)) => graphs,
        // A fault of this program's: nothing has a graph.
        Some(Err(_)) => function::nothing(unit, "an error in the lowering itself"),
        None => function::nothing(unit, "a lowering for which no thread could be started"),
    }
}

#[cfg(test)]
#[test]
fn the_table_names_every_file() {
    trials::files_in_table(env!("CARGO_MANIFEST_DIR"));
}
