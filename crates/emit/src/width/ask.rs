//! What is asked, and what the answers mean.

use super::places::Walk;
use super::{About, Pieces, Shown};
use crate::lower::{Chosen, Shared};
use crate::{Assumed, Width};
use spec_lang::ast::{Body, Expr, NodeId, Visitor};
use spec_lang::resolve::Type;
use std::collections::BTreeSet;
use std::fmt::Write;
use text::span::Span;
use transforms::{Input, Outcome, Probe, Prover};

/// Asks about the integers of methods and of the functions that they call.
pub(crate) fn shown(
    input: &Input<'_>,
    width: Width,
    chosen: &[Chosen<'_>],
    shared: &Shared,
    prover: &mut dyn Prover,
) -> Shown {
    let mut plain = BTreeSet::new();
    let mut open: Vec<(String, Span)> = Vec::new();
    for one in chosen {
        let pieces = pieces(input, width, one);
        open.extend(pieces.unasked.iter().cloned());
        answered(input, &one.name, &pieces, prover, (&mut plain, &mut open));
    }
    open.extend(of_functions(input, width, shared));
    let mut assumed: Vec<Assumed> = open
        .into_iter()
        .map(|(text, span)| Assumed {
            text,
            line: input.line(span),
            span,
        })
        .collect();
    assumed.sort_by(|a, b| (a.span, &a.text).cmp(&(b.span, &b.text)));
    assumed.dedup_by(|a, b| a.line == b.line && a.text == b.text && a.span.file == b.span.file);
    Shown { plain, assumed }
}

/// What is put into a method.
fn pieces(input: &Input<'_>, width: Width, chosen: &Chosen<'_>) -> Pieces {
    let (least, most) = width.range();
    let mut lengths = String::new();
    for param in &chosen.method.params {
        if let Some(Type::Array(_)) = input.resolution.declared.get(&param.id) {
            let name = &param.name.name;
            let _ = writeln!(
                lengths,
                "assume {name} != null ==> {name}.length <= {most};"
            );
        }
    }
    let mut pieces = Pieces {
        least,
        most,
        all: Vec::new(),
        unasked: Vec::new(),
    };
    if let Body::Block(block) = &chosen.method.body {
        Walk::new(input.resolution, &mut pieces, lengths).body(block);
    }
    pieces
}

/// Asks, and sorts the answers. An assertion is known to what comes behind it, so what is asked about
/// divisions, and is not proved, is taken out and all is asked again.
fn answered(
    input: &Input<'_>,
    method: &str,
    pieces: &Pieces,
    prover: &mut dyn Prover,
    (plain, open): (&mut BTreeSet<NodeId>, &mut Vec<(String, Span)>),
) {
    let asserts = || pieces.all.iter().filter_map(|piece| piece.about.as_ref());
    if !prover.decides() {
        open.extend(asserts().filter_map(|about| match about {
            About::Fits(text, span) => Some((text.clone(), *span)),
            About::Plain(_) => None,
        }));
        return;
    }
    let mut left_out: BTreeSet<NodeId> = BTreeSet::new();
    loop {
        let mut probe = Probe::new(input, method);
        let mut asked: Vec<&About> = Vec::new();
        for piece in &pieces.all {
            match &piece.about {
                None => probe.insert(piece.file, piece.at, piece.text.clone()),
                Some(About::Plain(id)) if left_out.contains(id) => {}
                Some(about) => {
                    probe.assert(piece.file, piece.at, &piece.text);
                    asked.push(about);
                }
            }
        }
        if asked.is_empty() {
            return;
        }
        let outcomes = transforms::ask(prover, probe.finish());
        let unproved = asked.iter().zip(&outcomes);
        let unproved = unproved.filter(|(_, outcome)| **outcome != Outcome::Proved);
        let mut again = false;
        let mut fits = Vec::new();
        for (about, _) in unproved {
            match about {
                About::Plain(id) => again |= left_out.insert(*id),
                About::Fits(text, span) => fits.push((text.clone(), *span)),
            }
        }
        if again {
            continue;
        }
        open.extend(fits);
        plain.extend(asked.iter().filter_map(|about| match about {
            About::Plain(id) => Some(*id),
            About::Fits(..) => None,
        }));
        return;
    }
}

/// What functions compute: nothing can be asserted within them.
fn of_functions(input: &Input<'_>, width: Width, shared: &Shared) -> Vec<(String, Span)> {
    struct Bodies<'a> {
        input: &'a Input<'a>,
        pieces: Pieces,
        wanted: BTreeSet<NodeId>,
    }
    impl Visitor for Bodies<'_> {
        fn visit_declaration(&mut self, declaration: &spec_lang::ast::Declaration) {
            if self.wanted.contains(&declaration.id)
                && let spec_lang::ast::DeclarationKind::Method(method) = &declaration.kind
            {
                match &method.body {
                    Body::Expr(body) => self.value(body),
                    Body::Block(block) => {
                        for stmt in &block.statements {
                            if let spec_lang::ast::StmtKind::Return(Some(value)) = &stmt.kind {
                                self.value(value);
                            }
                        }
                    }
                    Body::Abstract => {}
                }
            }
            self.walk_declaration(declaration);
        }
    }
    impl Bodies<'_> {
        fn value(&mut self, value: &Expr) {
            let at = super::terms::At { file: 0, offset: 0 };
            let resolution = self.input.resolution;
            self.pieces.expr(resolution, value, at, &mut Vec::new());
        }
    }
    let (least, most) = width.range();
    let mut bodies = Bodies {
        input,
        pieces: Pieces {
            least,
            most,
            all: Vec::new(),
            unasked: Vec::new(),
        },
        wanted: shared.functions.iter().map(|(id, _)| *id).collect(),
    };
    bodies.visit_program(input.program);
    let found = bodies.pieces.all.into_iter();
    let found = found.filter_map(|piece| match piece.about {
        Some(About::Fits(text, span)) => Some((text, span)),
        Some(About::Plain(_)) | None => None,
    });
    found.collect()
}
