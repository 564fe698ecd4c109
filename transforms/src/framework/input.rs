//! What a transformation works on and what it gives back.

use serde::Serialize;
use spec_lang::ast::{Block, NodeId, Program, Stmt, StmtKind, Visitor};
use spec_lang::resolve::{Profile, Resolution};
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::edit::EditSet;
use text::source::SourceFile;
use text::span::Span;

/// A program that has parsed and resolved without errors.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    /// Its files; spans index them.
    pub files: &'a [SourceFile],
    /// Its tree.
    pub program: &'a Program,
    /// What its names mean.
    pub resolution: &'a Resolution,
    /// How it is read; vercors-1.4 brings the old tool's limits with it.
    pub profile: Profile,
    /// Only sites of this method (`method` or `Class.method`) count for a flag.
    pub only: Option<&'a str>,
}

impl<'a> Input<'a> {
    /// The file a span is of.
    pub fn file(&self, span: Span) -> Option<&'a SourceFile> {
        self.files.get(span.file as usize)
    }

    /// The text of a span; empty if there is no such place.
    pub fn slice(&self, span: Span) -> &'a str {
        self.file(span).map_or("", |file| file.slice(span))
    }

    /// The line (from 1) a span begins on.
    pub fn line(&self, span: Span) -> usize {
        self.file(span)
            .map_or(0, |file| file.line_column(span.start as usize).line)
    }

    /// A copy of the statement with this identity.
    pub fn statement(&self, id: NodeId) -> Option<Stmt> {
        struct Find(NodeId, Option<Stmt>);
        impl Visitor for Find {
            fn visit_stmt(&mut self, stmt: &Stmt) {
                if self.1.is_some() {
                } else if stmt.id == self.0 {
                    self.1 = Some(stmt.clone());
                } else {
                    self.walk_stmt(stmt);
                }
            }
        }
        let mut find = Find(id, None);
        find.visit_program(self.program);
        find.1
    }

    /// A copy of the block with this identity.
    pub fn block(&self, id: NodeId) -> Option<Block> {
        struct Find(NodeId, Option<Block>);
        impl Visitor for Find {
            fn visit_block(&mut self, block: &Block) {
                if self.1.is_some() {
                } else if block.id == self.0 {
                    self.1 = Some(block.clone());
                } else {
                    self.walk_block(block);
                }
            }
        }
        let mut find = Find(id, None);
        find.visit_program(self.program);
        find.1
    }
}

/// A transformation that can be carried out.
#[derive(Clone, Debug)]
pub struct Rewritten {
    /// The changes, each line with its rule and origin.
    pub edits: EditSet,
    /// What the user may want to know: a bound that was left as it is, and why.
    pub notes: Vec<Diagnostic>,
    /// What was shown before anything was changed, one line a prerequisite.
    pub shown: Vec<String>,
}

/// Why a transformation is not carried out, as the exit status tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RefusalClass {
    /// The input or the flag is wrong: status 2.
    WrongInput,
    /// It cannot be said whether it is applicable: status 3.
    Unknown,
    /// Not applicable: status 4.
    NotApplicable,
}

/// A transformation that is not carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Which exit status it has.
    pub class: RefusalClass,
    /// What stands in the way, where, and what would help.
    pub diagnostic: Box<Diagnostic>,
}

impl Refusal {
    /// Not applicable.
    pub fn not_applicable(diagnostic: Diagnostic) -> Self {
        Refusal {
            class: RefusalClass::NotApplicable,
            diagnostic: Box::new(diagnostic),
        }
    }

    /// Not decided.
    pub fn unknown(diagnostic: Diagnostic) -> Self {
        Refusal {
            class: RefusalClass::Unknown,
            diagnostic: Box::new(diagnostic),
        }
    }

    /// The request itself is wrong.
    pub fn wrong_input(diagnostic: Diagnostic) -> Self {
        Refusal {
            class: RefusalClass::WrongInput,
            diagnostic: Box::new(diagnostic),
        }
    }

    /// Not applicable, for what stands at a place.
    pub fn inapplicable(code: Code, span: Span, message: impl Into<String>) -> Self {
        Refusal::not_applicable(Diagnostic::error(code, span, message))
    }

    /// The request is wrong, for what stands at a place.
    pub fn wrong(code: Code, span: Span, message: impl Into<String>) -> Self {
        Refusal::wrong_input(Diagnostic::error(code, span, message))
    }

    /// With another place.
    pub fn with_label(self, span: Span, text: impl Into<String>) -> Self {
        self.with(|diagnostic| diagnostic.with_label(span, text))
    }

    /// With a note.
    pub fn with_note(self, note: impl Into<String>) -> Self {
        self.with(|diagnostic| diagnostic.with_note(note))
    }

    /// With what would help.
    pub fn with_help(self, help: impl Into<String>) -> Self {
        self.with(|diagnostic| diagnostic.with_help(help))
    }

    fn with(self, change: impl FnOnce(Diagnostic) -> Diagnostic) -> Self {
        Refusal {
            class: self.class,
            diagnostic: Box::new(change(*self.diagnostic)),
        }
    }
}

/// The loop or other statement whose clauses include a place.
pub(crate) fn is_loop(stmt: &Stmt) -> bool {
    matches!(
        stmt.kind,
        StmtKind::While { .. } | StmtKind::For { .. } | StmtKind::RangedFor { .. }
    )
}
