//! From the surface language to the core: each construct is one rule here.
//!
//! What has no rule is reported with a `U…` code and its place; the declaration it
//! stands in is then not checked at all (ARCHITECTURE.md, invariant 9).
//!
//! What is known comes in four parts: tables of what the program declares; what is known of the
//! declaration at work, begun with it and dropped at its end; what is known at a place of it,
//! which travels with the calls; and the output.
//!
//! | file | decides |
//! |---|---|
//! | `context/lowerer.rs` | state: of the program at work, of the declaration at work |
//! | `context/environment.rs` | what is known at a place of the text; passed by value |
//! | `context/output.rs` | the core program under construction, and what is reported of it |
//! | `context/unsupported.rs` | the result of a rule; the report that there is none |
//! | `context/build.rs` | small core terms: rationals, conversions, an obligation that fails |
//! | `context/profile.rs` | what the profile decides, as named switches |
//! | `tables/collect.rs` | what the program declares, collected before anything is lowered |
//! | `tables/declared.rs` | the tables themselves, and questions about modifiers |
//! | `tables/fields.rs` | fields of objects and static fields |
//! | `tables/types.rs` | the sort of a type; what type parameters stand for |
//! | `declarations/program.rs` | signatures first, then definitions |
//! | `declarations/method.rs` | methods: contract, copies of parameters, body |
//! | `declarations/function.rs` | pure functions and their calls |
//! | `declarations/function_body.rs` | bodies of pure functions that are statements |
//! | `declarations/generics.rs` | type parameters: which instances there are |
//! | `declarations/instances.rs` | the instances made so far |
//! | `declarations/functions_without_rules.rs` | callers of a function without a rule have none either |
//! | `declarations/adt.rs` | abstract data types; an axiom reads no heap |
//! | `declarations/final_fields.rs` | a constructor gives each final field its value once, first |
//! | `declarations/initial_values.rs` | the values that fields begin with |
//! | `assertions/assertion.rs` | formulas, permissions, separating conjunction, scaling |
//! | `assertions/clauses.rs` | the clauses of a contract, in order |
//! | `assertions/predicate.rs` | predicate instances, inline expansion |
//! | `assertions/wand.rs` | magic wands: `package`, `apply` |
//! | `assertions/matrix.rs` | `\array`, `\matrix` |
//! | `expressions/expr.rs` | expressions without effects; heap locations; amounts |
//! | `expressions/operator.rs` | operators on numbers and Booleans, comparisons |
//! | `expressions/quantifier.rs` | quantifiers, their guards and triggers |
//! | `expressions/bound_variables.rs` | which bound variables are refused: sorts have more values than types |
//! | `expressions/sums.rs` | sums and products over ranges |
//! | `expressions/effects.rs` | calls, creations and increments within expressions, carried out before |
//! | `statements/stmt.rs` | one rule a statement |
//! | `statements/loops.rs` | loops, cut by their invariants |
//! | `statements/backward_jumps.rs` | `goto` backwards makes a loop |
//! | `statements/monitor.rs` | locks, threads, `fold` and `unfold` |
//! | `parallel/blocks.rs` | parallel blocks, barriers, invariants, atomic sections |
//! | `parallel/regions.rs` | `parallel` and `sequential` around blocks |
//! | `parallel/iterations.rs` | `for` loops with a contract of an iteration |
//! | `parallel/uniformity.rs` | which values and barriers all threads share (V045) |
//! | `parallel/context_everywhere.rs` | which permissions of `context_everywhere` a thread gets |
//! | `data/mod.rs` | literals, subscripts, updates, choice |
//! | `data/defined.rs` | when an operation has a value; the only place that makes one |
//! | `data/operator.rs` | infix operators |
//! | `data/member.rs` | built-in members and functions |
//! | `data/comprehension.rs` | set comprehensions |
//! | `data/adapt.rs` | a value of one sort where another is wanted |
//! | `data/codes.rs` | codes of conditions on data, and of operations without a rule |

#![warn(clippy::wildcard_enum_match_arm)]

mod context {
    pub(crate) mod build;
    pub(crate) mod environment;
    pub(crate) mod lowerer;
    pub(crate) mod output;
    pub(crate) mod profile;
    pub(crate) mod unsupported;
}
mod tables {
    pub(crate) mod collect;
    pub(crate) mod declared;
    pub(crate) mod fields;
    pub(crate) mod types;
}
mod declarations {
    pub(crate) mod adt;
    pub(crate) mod final_fields;
    pub(crate) mod function;
    pub(crate) mod function_body;
    pub(crate) mod functions_without_rules;
    pub(crate) mod generics;
    pub(crate) mod initial_values;
    pub(crate) mod instances;
    pub(crate) mod method;
    pub(crate) mod program;
}
mod assertions {
    pub(crate) mod assertion;
    pub(crate) mod clauses;
    pub(crate) mod matrix;
    pub(crate) mod predicate;
    pub(crate) mod wand;
}
mod expressions {
    pub(crate) mod bound_variables;
    pub(crate) mod effects;
    pub(crate) mod expr;
    pub(crate) mod operator;
    pub(crate) mod quantifier;
    pub(crate) mod sums;
}
mod statements {
    pub(crate) mod backward_jumps;
    pub(crate) mod loops;
    pub(crate) mod monitor;
    pub(crate) mod stmt;
}
mod parallel {
    pub(crate) mod blocks;
    pub(crate) mod context_everywhere;
    pub(crate) mod iterations;
    pub(crate) mod regions;
    pub(crate) mod uniformity;
}
mod data;

use context::lowerer::Lowering;
use context::output::Output;
use context::profile::Reading;
use core_lang::LoweredProgram;
use declarations::program;
use spec_lang::ast;
use spec_lang::resolve::{Profile, Resolution};
use tables::declared::Tables;

pub use data::codes as data_codes;

/// Lowers a resolved program.
pub fn lower(program: &ast::Program, resolution: &Resolution, profile: Profile) -> LoweredProgram {
    let mut tables = Tables::collect(program, resolution, Reading::of(profile));
    let mut output = Output::default();
    output.core.semantics = tables.reading.semantics;
    output.core.inherits = tables.classes.values().any(|c| !c.bases.is_empty());
    output.core.fields = tables.fields.all.clone();
    for span in program::float_types(program) {
        output.trust("float", "floating point", span);
    }
    tables.ids = program::signatures(&tables, &mut output, &program.declarations);
    let mut lowering = Lowering {
        tables: &tables,
        output: &mut output,
    };
    lowering.definitions(&program.declarations);
    output.finished()
}

#[cfg(test)]
#[test]
fn the_table_names_every_file() {
    trials::files_in_table(env!("CARGO_MANIFEST_DIR"));
}
