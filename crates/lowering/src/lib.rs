//! From the surface language to the core: each construct is one rule here.
//!
//! What has no rule is reported with a `U…` code and its place; the declaration it
//! stands in is then not checked at all (architecture.md, rule 9).
//!
//! What is known comes in four parts: tables of what the program declares; what is known of the
//! declaration at work, begun with it and dropped at its end; what is known at a place of it,
//! which travels with the calls; and the output.

#![warn(clippy::wildcard_enum_match_arm)]

mod adt;
mod assertion;
mod bad_functions;
mod collect;
mod contract;
mod data;
pub mod data_codes;
mod effects;
mod everywhere;
mod expr;
mod fields;
mod final_fields;
mod fold;
mod function;
mod function_body;
mod generic;
mod goto;
mod initial_values;
mod instances;
mod iterations;
mod loops;
mod matrix;
mod method;
mod monitor;
mod operator;
mod output;
mod par;
mod pieces;
mod place;
mod predicate;
mod program;
mod quantifier;
mod reading;
mod region;
mod rule;
mod stmt;
mod tables;
mod types;
mod uniform;
mod wand;
mod wider;
mod work;

use core_lang::LoweredProgram;
use output::Output;
use reading::Reading;
use spec_lang::ast;
use spec_lang::resolve::{Profile, Resolution};
use tables::Tables;
use work::Lowering;

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
