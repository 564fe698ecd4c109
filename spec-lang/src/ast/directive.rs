//! Directives: `gpuopt WORD ARGUMENT …;`, which ask for a transformation.
//!
//! What an argument is for, the transformation knows; the language knows which words begin a
//! directive and which arguments follow.

use super::{Expr, Ident, NodeId};
use text::span::Span;

/// A `gpuopt` directive; the span runs from `gpuopt` to `;`.
#[derive(Clone, Debug, PartialEq)]
pub struct Directive {
    /// Identity.
    pub id: NodeId,
    /// Where.
    pub span: Span,
    /// The word that begins it, one of [`DIRECTIVES`].
    pub word: &'static str,
    /// What follows, one after the other, as its syntax says.
    pub arguments: Vec<Argument>,
}

/// An argument of a directive.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    /// A name that is looked up where the directive is carried out.
    Name(Ident),
    /// One of the words that the syntax lists.
    Choice(&'static str),
    /// An array.
    Array(Expr),
    /// A number, extent or index.
    Int(Expr),
}

/// What may stand as an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentSyntax {
    /// A name.
    Name,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A name with subscripts.
    Array,
    /// An integer; all but names, numbers and the like stand in parentheses.
    Int,
    /// One integer or more, up to the semicolon.
    Ints,
}

/// The word and the arguments of a directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DirectiveSyntax {
    /// The word behind `gpuopt`.
    pub word: &'static str,
    /// The arguments.
    pub arguments: &'static [ArgumentSyntax],
}

/// The directives of the language (docs/reference/directives.md).
pub const DIRECTIVES: &[DirectiveSyntax] = {
    use ArgumentSyntax::{Array, Choice, Int, Ints, Name};
    &[
        DirectiveSyntax {
            word: "loop_unroll",
            arguments: &[Name, Int],
        },
        DirectiveSyntax {
            word: "iter_merge",
            arguments: &[Name, Int],
        },
        DirectiveSyntax {
            word: "matrix_lin",
            arguments: &[Name, Choice(&["R", "C"]), Int, Int],
        },
        DirectiveSyntax {
            word: "glob_to_reg",
            arguments: &[Array, Ints],
        },
        DirectiveSyntax {
            word: "tile",
            arguments: &[Choice(&["inter", "intra"]), Int],
        },
        DirectiveSyntax {
            word: "fuse",
            arguments: &[Int, Int],
        },
    ]
};
