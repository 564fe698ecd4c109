//! Printing trees of any depth: what is nested too deep for the present stack is
//! printed by a thread with a larger one.

use super::expr::Doc;
use super::layout::{Layout, Segment};
use crate::ast::Expr;
use pretty::Arena;
use std::cell::Cell;
use std::collections::BTreeSet;

/// Levels that fit any stack, also in unoptimized code on a test's thread.
const SHALLOW: usize = 40;
/// Levels that fit a stack of [`STACK`] bytes.
const DEEP: usize = 1000;
const STACK: usize = 64 << 20;

/// Makes documents in an arena, which frees them all at once however deep they are.
#[derive(Clone, Copy)]
pub(super) struct Printer<'a> {
    pub(super) arena: &'a Arena<'a>,
    setting: &'a Setting<'a>,
}

/// Places that stand in parentheses in the source, as first and last byte.
pub(crate) type Parenthesised = BTreeSet<(u32, u32)>;

/// What printing a tree needs to know besides the tree.
pub(super) struct Setting<'s> {
    /// Levels of nesting being printed.
    now: Cell<usize>,
    /// Levels that fit the stack.
    limit: usize,
    /// Parentheses of the source, which stay where they are allowed; none if there is
    /// no source.
    parens: Option<&'s Parenthesised>,
}

impl<'s> Setting<'s> {
    /// For the caller's stack.
    pub(super) fn new(parens: Option<&'s Parenthesised>) -> Self {
        Setting {
            now: Cell::new(0),
            limit: SHALLOW,
            parens,
        }
    }

    fn deep(parens: Option<&'s Parenthesised>) -> Self {
        Setting {
            limit: DEEP,
            ..Setting::new(parens)
        }
    }
}

impl<'a> Printer<'a> {
    pub(super) fn new(arena: &'a Arena<'a>, setting: &'a Setting<'a>) -> Self {
        Printer { arena, setting }
    }

    /// Whether the places in the tree are those of a source; without one they mean nothing.
    pub(super) fn has_source(&self) -> bool {
        self.setting.parens.is_some()
    }

    /// Whether an expression stands in parentheses in the source; none if there is no source.
    pub(super) fn parenthesised(&self, expr: &Expr) -> Option<bool> {
        let parens = self.setting.parens?;
        Some(parens.contains(&(expr.span.start, expr.span.end)))
    }

    /// Prints a part one level deeper.
    pub(super) fn deeper<N: Sync>(
        &self,
        node: &'a N,
        build: for<'b> fn(Printer<'b>, &'b N) -> Doc<'b>,
    ) -> Doc<'a> {
        let Setting { now, limit, parens } = self.setting;
        let depth = now.get();
        if depth >= *limit {
            let text = on_larger_stack(&|| one_line(node, &Setting::deep(*parens), build));
            return self.owned(text);
        }
        now.set(depth + 1);
        let doc = build(*self, node);
        now.set(depth);
        doc
    }
}

impl<'a> Layout<'a> {
    /// Lays out a part one level deeper.
    pub(super) fn deeper<N: Sync>(
        &mut self,
        node: &'a N,
        indent: usize,
        build: for<'b> fn(&mut Layout<'b>, &'b N, usize),
    ) {
        let Setting { now, limit, parens } = self.printer.setting;
        let depth = now.get();
        if depth >= *limit {
            let more = on_larger_stack(&|| segments(node, indent, &Setting::deep(*parens), build));
            self.segments.extend(more);
            return;
        }
        now.set(depth + 1);
        build(self, node, indent);
        now.set(depth);
    }
}

/// The segments of a part of a program.
pub(super) fn segments<N>(
    node: &N,
    indent: usize,
    setting: &Setting<'_>,
    build: for<'a> fn(&mut Layout<'a>, &'a N, usize),
) -> Vec<Segment> {
    let arena = Arena::new();
    let mut layout = Layout::new(Printer::new(&arena, setting));
    build(&mut layout, node, indent);
    layout.segments
}

/// A part of a program on one line.
pub(super) fn one_line<N>(
    node: &N,
    setting: &Setting<'_>,
    build: for<'a> fn(Printer<'a>, &'a N) -> Doc<'a>,
) -> String {
    let arena = Arena::new();
    let doc = build(Printer::new(&arena, setting), node).group();
    doc.pretty(usize::MAX >> 2).to_string()
}

/// Does work on a thread with a stack of [`STACK`] bytes; right here if there is no thread.
fn on_larger_stack<T: Send>(work: &(dyn Fn() -> T + Sync)) -> T {
    let done = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, work);
        thread.ok().and_then(|thread| thread.join().ok())
    });
    done.unwrap_or_else(work)
}
