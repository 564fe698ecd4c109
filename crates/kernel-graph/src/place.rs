//! Places: where a statement stands in the source, and where a barrier could be put before it.

use text::span::Span;

/// Names an entry of [`super::Function::inlined`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct InlinedId(pub u32);

/// A call that was replaced by the body of its callee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inlined {
    /// The callee's name.
    pub callee: String,
    /// Where the call stands.
    pub call: Place,
}

/// A place in the source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The words themselves: within a macro's body, if they come from one.
    pub spelling: Span,
    /// Where the outermost macro is used; the spelling itself outside of macros.
    pub expansion: Span,
    /// The innermost call that was inlined around it; none in the function's own text.
    pub inlined: Option<InlinedId>,
}

impl Place {
    /// A place outside of macros and inlined calls.
    pub fn plain(span: Span) -> Self {
        Place {
            spelling: span,
            expansion: span,
            inlined: None,
        }
    }

    /// Whether the words come out of a macro.
    pub fn in_macro(&self) -> bool {
        self.spelling != self.expansion
    }
}

/// A point of the source before which a statement could be put.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatchPoint {
    /// Which file of the program, from 0.
    pub file: u32,
    /// Byte offset of the statement before which the text goes.
    pub offset: u32,
    /// The blanks at the start of its line.
    pub indentation: String,
    /// Whether the statement is a body without braces, so that braces must be put around both; the
    /// byte offset at which the statement ends.
    pub braces_until: Option<u32>,
    /// Whether the statement comes out of a macro; the offset is then that of the macro's use.
    pub in_macro: bool,
    /// Whether a condition of the preprocessor decides if the text here is taken: no barrier may be put here.
    pub conditional: bool,
    /// What the statement does to a place in memory, if an atomic operation does the same.
    pub update: Option<Update>,
    /// Parts of the statement that do what an atomic operation does and give a value that is used.
    pub used: Vec<UsedUpdate>,
}

/// An expression that updates a place as an [`Update`] does, within a statement that uses its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UsedUpdate {
    /// Byte offset of the expression.
    pub start: u32,
    /// What it does; it ends where the expression does.
    pub update: Update,
    /// Whether its value is the new one, and not the one before.
    pub new_value: bool,
}

/// A statement that reads a place, computes and writes the place again, and is nothing but that: its value is
/// not used, and what it computes is what an atomic operation computes for these types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Update {
    /// What it computes.
    pub op: UpdateOp,
    /// How it is written.
    pub form: UpdateForm,
    /// Byte offset behind the statement, with its semicolon.
    pub end: u32,
}

/// What is computed from the value of a place and another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum UpdateOp {
    Add,
    Sub,
    And,
    Or,
    Xor,
    Min,
    Max,
}

/// How an update is written; with the byte offset of the assignment's operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpdateForm {
    /// `p += x`.
    Compound(u32),
    /// `p = p + x`, `p = min(p, x)`, `p = min(x, p)`.
    Plain(u32),
    /// `p = x + p`.
    Turned(u32),
    /// `p++`, `--p`.
    Step,
}
