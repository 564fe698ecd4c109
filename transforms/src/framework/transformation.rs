//! What a transformation is: the trait that each one implements, and what is said about it.

use super::contracts::{Contracts, SameBytes};
use super::input::{Input, Refusal, Rewritten};
use super::legacy::Limits;
use super::plan::Possible;
use super::prover::Prover;
use super::site::{Site, SiteName};
use super::step::Asked;
use num_traits::ToPrimitive;
use spec_lang::ast::{Directive, Expr, ExprKind};
use spec_lang::resolve::Profile;
use std::fmt;
use text::code::Code;
use text::diagnostics::CodeInfo;

/// What is said about a transformation: for the command line and its help, the editor, the
/// plan and `explain`.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Its name, which is that of its flag, too.
    pub name: &'static str,
    /// What follows the flag, as a shell is given it.
    pub form: &'static str,
    /// What the flag does, for `--help`.
    pub help: &'static str,
    /// Flags without a value that change what its steps do.
    pub switches: &'static [Switch],
    /// The word of its directive, one of [`spec_lang::ast::DIRECTIVES`].
    pub word: &'static str,
    /// Its directive, with the arguments.
    pub directive: &'static str,
    /// What it does, in a line.
    pub summary: &'static str,
    /// Its codes.
    pub codes: &'static [CodeInfo],
    /// Whether it writes within the braces of kernels, so that there must be some.
    pub braces: bool,
    /// Its turn under vercors-1.4, from 0.
    pub legacy_turn: u8,
    /// What it cannot do under vercors-1.4.
    pub legacy: Limits,
    /// Its source file, which opens with its documentation.
    pub source: &'static str,
}

/// A flag without a value.
#[derive(Clone, Copy, Debug)]
pub struct Switch {
    /// Its name.
    pub name: &'static str,
    /// What it changes, for `--help`.
    pub help: &'static str,
}

impl About {
    /// Its flag, with the argument's form.
    pub fn flag(&self) -> String {
        format!("--{} {}", self.name, self.form)
    }

    /// What it does, when it applies, an example before and after: Markdown, taken from
    /// the head of its source file.
    pub fn doc(&self) -> String {
        let mut doc = String::new();
        for line in self.source.lines() {
            let Some(text) = line.strip_prefix("//!") else {
                break;
            };
            doc.push_str(text.strip_prefix(' ').unwrap_or(text));
            doc.push('\n');
        }
        doc
    }

    /// The limits that a profile puts on it; none under `sound`.
    pub fn limits(&self, profile: Profile) -> Limits {
        match profile {
            Profile::Sound => Limits::NONE,
            Profile::VerCors14 => self.legacy,
        }
    }
}

/// Why a flag's argument is not taken.
#[derive(Clone, Debug)]
pub enum FlagFault {
    /// It is not of [`About::form`]; what more is said of the form.
    Form(&'static str),
    /// It is of the form, but says nothing that there is.
    Refused(Refusal),
}

/// A transformation.
///
/// It finds its site, states what must hold there as assertions, asks a [`Prover`], and answers
/// with edits to the source. It decides nothing about truth and asserts nothing about its result:
/// the pipeline applies the edits and verifies the result.
///
/// Each has a folder of its own and a line in [`crate::TRANSFORMATIONS`]; nothing else knows it.
pub trait Transformation: Sync + 'static {
    /// What a flag or a directive says, where a site is apart.
    type Arguments: fmt::Debug + Send + Sync + 'static;

    /// What is said about it.
    const ABOUT: &'static About;

    /// Reads what stands behind its flag; `argument` is without the site, `switches` are those
    /// that are given, of whatever transformation.
    ///
    /// # Errors
    /// [`FlagFault`] if it cannot be read.
    fn of_flag(argument: &str, switches: &[&str]) -> Result<Self::Arguments, FlagFault>;

    /// Reads a directive that begins with its word.
    ///
    /// # Errors
    /// `A002` if a number is wanted and something else stands there.
    fn of_directive(directive: &Directive) -> Result<Self::Arguments, Refusal>;

    /// Sites of its own, beside loops and parallel blocks.
    fn sites(input: &Input<'_>) -> Vec<Site> {
        let _ = input;
        Vec::new()
    }

    /// What could be done at a site, and what stands in the way as far as can be said without a
    /// proof; nothing if the site is not of its kind.
    fn possible(input: &Input<'_>, site: &Site, name: &SiteName) -> Vec<Possible>;

    /// Shows that it may be done, and writes it.
    ///
    /// # Errors
    /// A refusal with one of its codes, or of [`crate::codes::CODES`] if the site is not found.
    fn apply(
        input: &Input<'_>,
        arguments: &Self::Arguments,
        asked: &Asked,
        prover: &mut dyn Prover,
    ) -> Result<Rewritten, Refusal>;

    /// How the contracts after a step relate to those before: the same bytes, unless it says
    /// otherwise. `input` is the program before the step; nothing is proved here.
    fn contracts(
        input: &Input<'_>,
        arguments: &Self::Arguments,
        asked: &Asked,
    ) -> Box<dyn Contracts> {
        let _ = (input, arguments, asked);
        Box::new(SameBytes)
    }
}

/// A number that a directive writes out; `what` it is, for the message.
///
/// # Errors
/// `A002` if something else stands there.
pub(crate) fn number(expr: &Expr, what: &str) -> Result<u64, Refusal> {
    let literal = match &expr.kind {
        ExprKind::Int(value) => value.to_u64(),
        _ => None,
    };
    literal.ok_or_else(|| {
        Refusal::inapplicable(
            Code::A002,
            expr.span,
            format!("{what} must be a number written out"),
        )
        .with_note("the amount of code in the result depends on it")
    })
}

/// A directive whose arguments are not those of its syntax, which the parser does not make.
pub(crate) fn malformed(directive: &Directive) -> Refusal {
    Refusal::wrong(
        Code::A001,
        directive.span,
        format!("`{}` has other arguments than it takes", directive.word),
    )
}
