//! Printing trees of any depth: what is nested too deep for the present stack is
//! printed by a thread with a larger one.

use super::expr::Doc;
use super::layout::{Layout, Segment};
use pretty::Arena;
use std::cell::Cell;

/// Levels that fit any stack, also in unoptimized code on a test's thread.
const SHALLOW: usize = 40;
/// Levels that fit a stack of [`STACK`] bytes.
const DEEP: usize = 1000;
const STACK: usize = 64 << 20;

/// Makes documents in an arena, which frees them all at once however deep they are.
#[derive(Clone, Copy)]
pub(super) struct Printer<'a> {
    pub(super) arena: &'a Arena<'a>,
    depth: &'a Depth,
}

/// How many levels of nesting are being printed, and how many there may be.
pub(super) struct Depth {
    now: Cell<usize>,
    limit: usize,
}

impl Depth {
    /// For the stack of whoever calls.
    pub(super) fn shallow() -> Self {
        Depth {
            now: Cell::new(0),
            limit: SHALLOW,
        }
    }

    fn deep() -> Self {
        Depth {
            limit: DEEP,
            ..Depth::shallow()
        }
    }
}

impl<'a> Printer<'a> {
    pub(super) fn new(arena: &'a Arena<'a>, depth: &'a Depth) -> Self {
        Printer { arena, depth }
    }

    /// Prints a part one level deeper.
    pub(super) fn deeper<N: Sync>(
        &self,
        node: &'a N,
        build: for<'b> fn(Printer<'b>, &'b N) -> Doc<'b>,
    ) -> Doc<'a> {
        let depth = self.depth.now.get();
        if depth >= self.depth.limit {
            let text = on_larger_stack(&|| one_line(node, &Depth::deep(), build));
            return self.owned(text);
        }
        self.depth.now.set(depth + 1);
        let doc = build(*self, node);
        self.depth.now.set(depth);
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
        let state = self.printer.depth;
        let depth = state.now.get();
        if depth >= state.limit {
            let more = on_larger_stack(&|| segments(node, indent, &Depth::deep(), build));
            self.segments.extend(more);
            return;
        }
        state.now.set(depth + 1);
        build(self, node, indent);
        state.now.set(depth);
    }
}

/// The segments of a part of a program.
pub(super) fn segments<N>(
    node: &N,
    indent: usize,
    depth: &Depth,
    build: for<'a> fn(&mut Layout<'a>, &'a N, usize),
) -> Vec<Segment> {
    let arena = Arena::new();
    let mut layout = Layout::new(Printer::new(&arena, depth));
    build(&mut layout, node, indent);
    layout.segments
}

/// A part of a program on one line.
pub(super) fn one_line<N>(
    node: &N,
    depth: &Depth,
    build: for<'a> fn(Printer<'a>, &'a N) -> Doc<'a>,
) -> String {
    let arena = Arena::new();
    let doc = build(Printer::new(&arena, depth), node).group();
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
