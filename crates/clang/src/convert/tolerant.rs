//! Code of the host, of which a part may not be understood: it becomes [`Opaque`] and keeps its place among the rest.
//!
//! Clang drops what it does not understand, or guesses. So a statement that an error of clang's stands in is opaque as
//! a whole, and an error between two statements is an opaque one there. What an opaque part may change is what it can
//! name: its words, with the words of all macros among them.

use super::declarations::is_attribute;
use super::{Converter, Fault, Res};
use crate::headers::words;
use crate::kinds::NodeKind;
use crate::node::Node;
use crate::tree::{Category, Expr, ExprKind, Opaque, Stmt, StmtKind};
use crate::types::{IntKind, Qual, Type};
use std::collections::{BTreeSet, HashMap};
use text::span::Span;

/// What tolerance needs to know of a reading.
#[derive(Default)]
pub(crate) struct Tolerance {
    /// The places of clang's errors: file and offset.
    pub errors: Vec<(u32, u32)>,
    /// The macros of the files with what they stand for, all definitions of a name together.
    pub macros: HashMap<String, String>,
}

/// Whether each compiler says something else of a name.
fn is_compilers_own(word: &str) -> bool {
    const BEGIN: [&str; 9] = [
        "__GNUC",
        "__clang",
        "__INTEL",
        "_MSC_",
        "__VERSION__",
        "__CUDACC",
        "__NVCC",
        "CUDA_VERSION",
        "CUDART_VERSION",
    ];
    BEGIN.iter().any(|begin| word.starts_with(begin))
}

impl Tolerance {
    /// The words of a text and of the macros that it uses; none if these paste words together.
    pub(crate) fn words(&self, texts: &[&str]) -> Option<BTreeSet<String>> {
        let mut all: BTreeSet<String> = BTreeSet::new();
        let mut pending: Vec<&str> = texts.iter().flat_map(|text| words(text)).collect();
        while let Some(word) = pending.pop() {
            if !all.insert(word.to_owned()) {
                continue;
            }
            if let Some(text) = self.macros.get(word) {
                if text.contains("##") {
                    return None;
                }
                pending.extend(words(text));
            }
        }
        Some(all)
    }

    /// A name in a text, or in a macro that it uses, of which each compiler says something else.
    pub(crate) fn compilers_own(&self, text: &str) -> Option<String> {
        let words = self.words(&[text])?;
        words.into_iter().find(|word| is_compilers_own(word))
    }

    fn within(&self, span: Span) -> impl Iterator<Item = (u32, u32)> {
        let holds =
            move |at: &&(u32, u32)| at.0 == span.file && span.start <= at.1 && at.1 < span.end;
        self.errors.iter().filter(holds).copied()
    }
}

const NOT_UNDERSTOOD: &str = "clang does not understand this";

impl<'t, 'a> Converter<'t, 'a> {
    /// A statement of the host.
    pub(super) fn tolerant_statement(
        &mut self,
        node: &'t Node<'a>,
        tolerance: &Tolerance,
    ) -> Res<Stmt> {
        let kind = if node.kind == "CompoundStmt" {
            StmtKind::Block(self.with_gaps(node, tolerance)?)
        } else if self.has_error_of_its_own(node, tolerance) {
            StmtKind::Opaque(self.not_understood(node, tolerance, NOT_UNDERSTOOD.to_owned()))
        } else if node.kind == "CXXTryStmt" {
            self.try_statement(node, tolerance)?
        } else {
            match self.strict_statement(node) {
                Ok(statement) => return Ok(statement),
                Err(fault) => {
                    StmtKind::Opaque(self.not_understood(node, tolerance, fault.message.clone()))
                }
            }
        };
        Ok(Stmt {
            kind,
            place: node.place,
        })
    }

    /// An expression of the host that is not understood.
    pub(super) fn opaque_expression(
        &mut self,
        node: &'t Node<'a>,
        tolerance: &Tolerance,
        fault: &Fault,
    ) -> Expr {
        let void = Qual::plain(self.unit.types.intern(Type::Void));
        let ty = self.type_under(node, "type").unwrap_or(void);
        let category = match node.text("valueCategory") {
            Some("lvalue") => Category::Place,
            Some("xvalue") => Category::Expiring,
            _ => Category::Value,
        };
        Expr {
            kind: ExprKind::Opaque(self.not_understood(node, tolerance, fault.message.clone())),
            ty,
            category,
            place: node.place,
        }
    }

    /// What is tried may be broken off anywhere: behind its end all that it mentions may have any value.
    fn try_statement(&mut self, node: &'t Node<'a>, tolerance: &Tolerance) -> Res<StmtKind> {
        let why = "an exception may be caught here".to_owned();
        let mut all = Vec::new();
        if let Some(body) = node.parts().next() {
            let int = Qual::plain(self.unit.types.intern(Type::Int(IntKind::Int)));
            let tried = StmtKind::If {
                before: Vec::new(),
                condition: Expr {
                    kind: ExprKind::Opaque(Opaque {
                        why: why.clone(),
                        words: Some(BTreeSet::new()),
                    }),
                    ty: int,
                    category: Category::Value,
                    place: node.place,
                },
                then: Some(Box::new(self.statement(body)?)),
                otherwise: None,
                constexpr: false,
            };
            all.push(Stmt {
                kind: tried,
                place: body.place,
            });
        }
        all.push(Stmt {
            kind: StmtKind::Opaque(self.not_understood(node, tolerance, why)),
            place: node.place,
        });
        Ok(StmtKind::Block(all))
    }

    /// The statements of a block, and what errors stand for between them.
    fn with_gaps(&mut self, node: &'t Node<'a>, tolerance: &Tolerance) -> Res<Vec<Stmt>> {
        let span = node.place.span;
        let mut lost: Vec<u32> = tolerance.within(span).map(|(_, at)| at).collect();
        lost.sort_unstable();
        let mut all = Vec::new();
        let mut from = span.start;
        for part in node.parts().filter(|part| !is_attribute(part)) {
            let of = part.place.span;
            if of.file == span.file {
                self.add_gap(&mut all, (node, tolerance), &lost, from..of.start);
                from = from.max(of.end);
            }
            all.push(self.statement(part)?);
        }
        self.add_gap(&mut all, (node, tolerance), &lost, from..span.end);
        Ok(all)
    }

    fn add_gap(
        &self,
        all: &mut Vec<Stmt>,
        (block, tolerance): (&Node<'_>, &Tolerance),
        lost: &[u32],
        gap: std::ops::Range<u32>,
    ) {
        let Some(&first) = lost.iter().find(|at| gap.contains(at)) else {
            return;
        };
        let span = Span {
            file: block.place.span.file,
            start: gap.start,
            end: gap.end,
        };
        let at = Span {
            start: first,
            end: first.saturating_add(1),
            ..span
        };
        all.push(Stmt {
            kind: StmtKind::Opaque(Opaque {
                why: NOT_UNDERSTOOD.to_owned(),
                words: tolerance.words(&[self.slice(span)]),
            }),
            place: crate::place::Place {
                span: at,
                spelling: None,
            },
        });
    }

    /// Whether an error stands in a statement and not in one that is a part of it.
    fn has_error_of_its_own(&self, node: &Node<'_>, tolerance: &Tolerance) -> bool {
        let span = self.whole(node);
        let is_statement = |part: &&Node<'_>| {
            part.kind.ends_with("Stmt") && part.kind != "DeclStmt" && part.kind != "GCCAsmStmt"
        };
        // Parts of expressions are not looked into: an error in a lambda is one of the expression.
        let inside: Vec<Span> = match NodeKind::of(&node.kind) {
            Some(_) if is_statement(&node) => node
                .parts()
                .filter(is_statement)
                .map(|part| self.whole(part))
                .collect(),
            _ => Vec::new(),
        };
        let elsewhere = |at: u32| {
            inside
                .iter()
                .any(|part| part.file == span.file && part.start <= at && at < part.end)
        };
        tolerance.within(span).any(|(_, at)| !elsewhere(at))
    }

    fn whole(&self, node: &Node<'_>) -> Span {
        crate::read::whole(self.files, node)
    }

    fn not_understood(&self, node: &Node<'_>, tolerance: &Tolerance, why: String) -> Opaque {
        let mut texts = vec![
            self.slice(self.whole(node)),
            self.slice(node.place.text_span()),
        ];
        let mut names: Vec<&str> = Vec::new();
        named(node, &mut names);
        texts.extend(names);
        Opaque {
            why,
            words: tolerance.words(&texts),
        }
    }
}

/// The names of all that a part of the tree refers to.
fn named<'n>(node: &'n Node<'_>, names: &mut Vec<&'n str>) {
    if let Some(target) = node.data.get("referencedDecl") {
        names.extend(target.get("name").and_then(crate::json::Json::text));
    }
    for part in node.inner.iter().chain(&node.filler).flatten() {
        named(part, names);
    }
}
