//! A core program as Viper text, so that an independent verifier can check the same
//! obligations.
//!
//! Each core method becomes a Viper method, each pure function a Viper function, each
//! predicate a Viper predicate. An array is a reference whose element `i` is the field
//! `elem_…` of the reference `loc(a, i)`, as in VerCors' encoding. What Viper does not
//! check by itself (bounds, `null` arrays, keys of maps) is asserted by
//! `asserting (…) in …` exactly where the engine shows it.
//!
//! A proof on the side, such as that of one thread of a block, becomes the body of a loop
//! with the invariant `true`: nothing is held there, and what is known about variables
//! stays known. It ends in `inhale false`.
//!
//! What has no counterpart is left out by name ([`Exported::left_out`]); what is exported
//! without one of its obligations is named as well ([`Exported::partly`]).
//!
//! | file | holds |
//! |---|---|
//! | `writer.rs` | names, sorts, indentation, what the preamble must declare |
//! | `preamble.rs` | domains, data types and fields that occur |
//! | `expr.rs` `data.rs` | expressions and the operations of the data theories |
//! | `defined.rs` | what must hold for an expression to have a value |
//! | `triggers.rs` | triggers of quantified formulas |
//! | `assertion.rs` | assertions, taken apart to what Viper can quantify over |
//! | `stmt.rs` `par.rs` `create.rs` | statements |
//! | `member.rs` | one method, function or predicate |
//! | `declaration.rs` | the whole program, and what of it is left out |

#![warn(clippy::wildcard_enum_match_arm)]

mod assertion;
mod create;
mod data;
mod declaration;
mod defined;
mod expr;
mod member;
mod par;
mod preamble;
mod stmt;
mod triggers;
mod writer;

use core_lang::Program;
use text::span::Span;

/// A declaration, or an obligation of one, that is not in the exported text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Omission {
    /// The declaration, such as `Class.method`.
    pub name: String,
    /// What stands in the way.
    pub reason: String,
    /// Where.
    pub span: Span,
}

/// A program as Viper text.
#[derive(Clone, Debug, Default)]
pub struct Exported {
    /// The text; the same program gives the same bytes.
    pub text: String,
    /// How many declarations have all their obligations in the text.
    pub exported: usize,
    /// How many declarations there are to check: methods, functions, predicates, axioms.
    pub total: usize,
    /// Declarations that are not checked by the text, in order of place.
    pub left_out: Vec<Omission>,
    /// Declarations that are checked but for something, in order of place.
    pub partly: Vec<Omission>,
}

/// The Viper text of a lowered program. Nothing is proved here.
pub fn export(program: &Program) -> Exported {
    declaration::program(program)
}
