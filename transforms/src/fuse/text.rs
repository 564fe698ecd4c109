//! The text of the fused kernel: edits to the first kernel, the others moved into it.

use super::check::Between;
use super::contract::Conjunct;
use super::exchange::Threads;
use super::join::{Joined, Place, Seam};
use super::names::Names;
use super::ranges::Blocks;
use super::row::{Kernel, Row};
use crate::framework::input::Input;
use crate::shared::copies::directive_place;
use spec_lang::ast::Expr;
use std::ops::Range;
use text::edit::{Edit, EditSet, LineEnd, Snippet, indentation, indentation_unit, line_end};
use text::source::SourceFile;
use text::span::Span;

mod blocks;
mod bodies;
mod clauses;

mod rules {
    pub(super) const DIRECTIVE: &str = "fuse: directive carried out";
    pub(super) const TAKE: &str = "fuse: what the fused kernel takes";
    pub(super) const GIVE: &str = "fuse: what the fused kernel gives";
    pub(super) const BOTH: &str = "fuse: what the fused kernel takes and gives";
    pub(super) const DROP: &str =
        "fuse: clause of the first kernel that no longer holds at the end";
    pub(super) const CONTEXT: &str = "fuse: clause of the first kernel, no longer of its loops";
    pub(super) const GUARDED: &str = "fuse: clause now under the range of its kernel";
    pub(super) const NAME: &str = "fuse: name of the fused kernel";
    pub(super) const RANGE: &str = "fuse: range that holds every kernel's threads";
    pub(super) const MOVED: &str = "fuse: statement moved before the kernels";
    pub(super) const GONE: &str = "fuse: kernel moved into the first";
    pub(super) const BARRIER: &str = "fuse: barrier where data flows between threads";
    pub(super) const SEAM: &str = "fuse: what the next kernel requires";
    pub(super) const BODY: &str = "fuse: body of a kernel";
    pub(super) const COMMENT: &str = "fuse: comment between the kernels";
    pub(super) const BLOCKS: &str = "fuse: blocks of threads, each with its own barrier";
    pub(super) const GUARD: &str = "fuse: range of the kernel around its body";
    pub(super) const SCOPE: &str = "fuse: scope of a body";
    pub(super) const HOST: &str = "fuse: assertion between the kernels";
}

/// What a part of the new text is, to say what does not hold.
#[derive(Clone, Debug)]
pub(super) enum Mark {
    /// A conjunct.
    Conjunct(Place, Box<Conjunct>),
    /// The head of a barrier.
    Barrier,
    /// The body of a kernel.
    Body,
    /// An assertion from between the kernels.
    Host(Span),
}

/// All that decides what the text is.
pub(super) struct Layout<'a> {
    /// The program.
    pub input: &'a Input<'a>,
    /// The kernels.
    pub row: &'a Row,
    /// How many of them are joined.
    pub count: usize,
    /// Names.
    pub names: &'a Names,
    /// The threads of the fused kernel.
    pub threads: &'a Threads,
    /// The conditions under which a thread runs each kernel.
    pub guards: &'a [Vec<Expr>],
    /// The thread blocks, where the text has them.
    pub grid: Option<&'a Blocks>,
    /// Whether each body needs a scope of its own.
    pub scopes: &'a [bool],
    /// The statements between.
    pub between: &'a [Between],
    /// The first kernel's conjuncts, as they were.
    pub first: &'a super::contract::Contract,
    /// The fused contract.
    pub joined: &'a Joined,
    /// What stands before the second kernel's body, the third's and so on.
    pub seams: &'a [Seam],
}

/// An edit with the marks within its replacement.
type MarkedEdit = (Edit, Vec<(Range<usize>, Mark)>);

/// Edits with marks.
#[derive(Default)]
pub(super) struct Written {
    edits: Vec<MarkedEdit>,
}

impl Written {
    /// The edits.
    pub(super) fn edits(&self) -> EditSet {
        let mut set = EditSet::new();
        for (edit, _) in self.sorted() {
            set.push(edit.clone());
        }
        set
    }

    fn sorted(&self) -> Vec<&MarkedEdit> {
        let mut sorted: Vec<_> = self.edits.iter().collect();
        sorted.sort_by_key(|(edit, _)| (edit.span.file, edit.span.start, edit.span.end));
        sorted
    }

    /// The places of the marks in the new text.
    pub(super) fn marks(&self) -> Vec<(Span, Mark)> {
        let mut found = Vec::new();
        let mut file = u32::MAX;
        let mut shift = 0_i64;
        for (edit, marks) in self.sorted() {
            if edit.span.file != file {
                file = edit.span.file;
                shift = 0;
            }
            let start = usize::try_from(i64::from(edit.span.start) + shift).unwrap_or(0);
            for (range, mark) in marks {
                let span = Span::new(file, start + range.start, start + range.end);
                found.push((span, mark.clone()));
            }
            shift += edit.replacement.len() as i64 - (edit.span.range().len() as i64);
        }
        found
    }

    /// The place in the new text of a place in the old one.
    pub(super) fn moved(&self, span: Span) -> Span {
        let shift = |at: u32, inclusive: bool| {
            let before = self.edits.iter().filter(|(edit, _)| {
                edit.span.file == span.file
                    && (edit.span.end < at || (inclusive && edit.span.end == at))
            });
            let sum: i64 = before
                .map(|(edit, _)| edit.replacement.len() as i64 - edit.span.range().len() as i64)
                .sum();
            usize::try_from(i64::from(at) + sum).unwrap_or(0)
        };
        Span::new(span.file, shift(span.start, false), shift(span.end, true))
    }
}

/// Lines in the making.
struct Lines {
    snippet: Snippet,
    length: usize,
    marks: Vec<(Range<usize>, Mark)>,
    eol: LineEnd,
}

impl Lines {
    fn new(eol: LineEnd) -> Self {
        Lines {
            snippet: Snippet::new(),
            length: 0,
            marks: Vec::new(),
            eol,
        }
    }

    fn append(&mut self, snippet: Snippet) -> Range<usize> {
        let snippet = snippet.with_line_end(self.eol);
        let start = self.length;
        self.length += snippet.text().len();
        self.snippet.append(snippet);
        start..self.length
    }

    fn line(&mut self, indent: &str, text: &str, rule: &str, origin: Option<Span>) -> Range<usize> {
        self.append(Snippet::generated(
            format!("{indent}{text}\n"),
            rule,
            origin,
        ))
    }

    fn marked(&mut self, range: Range<usize>, mark: Mark) {
        self.marks.push((range, mark));
    }

    fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The same behind something on its line and before `rest`, which goes on a line of its own.
    fn within_line(self, rest: String, rule: &str, origin: Option<Span>) -> Lines {
        let mut all = Lines::new(self.eol);
        all.append(Snippet::generated("\n", rule, origin));
        let shift = all.length;
        all.append(self.snippet);
        let marks = self.marks.into_iter();
        all.marks = marks
            .map(|(range, mark)| (range.start + shift..range.end + shift, mark))
            .collect();
        all.append(Snippet::generated(rest, rule, origin));
        all
    }
}

/// The text of statements as lines.
pub(super) fn statements(input: &Input<'_>, places: &[Span], indent: &str, rule: &str) -> Snippet {
    let mut lines = Snippet::new();
    for &place in places {
        let Some(file) = input.file(place) else {
            continue;
        };
        let from = indentation(file, place.start as usize);
        lines.push(indent, rule, Some(place));
        lines.append(Snippet::copy(file, place, rule).reindented(from, indent));
        lines.push("\n", rule, Some(place));
    }
    lines
}

impl Layout<'_> {
    /// The edits; none if a place is in no file.
    pub(super) fn write(&self) -> Option<Written> {
        let first = self.row.kernels.first()?;
        let file = self.input.file(first.stmt.span)?;
        let unit = indentation_unit(file);
        let writer = Writer {
            layout: self,
            file,
            eol: line_end(file),
            deeper: match self.grid {
                Some(_) => unit.clone(),
                None => String::new(),
            },
            unit,
            indent: indentation(file, first.block.span.start as usize).to_owned(),
        };
        Some(writer.write(first))
    }
}

struct Writer<'a> {
    layout: &'a Layout<'a>,
    file: &'a SourceFile,
    eol: LineEnd,
    unit: String,
    /// Indentation of the first kernel.
    indent: String,
    /// What the first kernel is moved in by.
    deeper: String,
}

impl Writer<'_> {
    fn write(&self, first: &Kernel) -> Written {
        let layout = self.layout;
        let mut written = Written::default();
        let mut gone: Vec<Span> = Vec::new();
        if let Some(directive) = layout.row.directive {
            let place = directive_place(self.file, directive);
            gone.push(place);
            written.edits.push((
                Edit::new(place, String::new(), rules::DIRECTIVE).with_origin(directive),
                Vec::new(),
            ));
        }
        self.moved_statements(first, &mut written);
        let kept = self.clauses(first, &mut written, &mut gone);
        self.header(first, &mut written, &mut gone);
        self.new_clauses(first, &kept, &gone, &mut written);
        self.body(first, &mut written);
        let own = layout
            .names
            .replacements
            .iter()
            .filter(|(place, _)| first.stmt.span.contains(*place))
            .filter(|(place, _)| !gone.iter().any(|gone| gone.contains(*place)));
        for (place, name) in own {
            let edit = Edit::new(*place, name.clone(), rules::NAME).with_origin(*place);
            written.edits.push((edit, Vec::new()));
        }
        self.others(first, &mut written);
        self.around(first, &gone, &mut written);
        written
    }

    fn push(&self, written: &mut Written, span: Span, lines: Lines, rule: &str) {
        if lines.is_empty() {
            return;
        }
        let edit = Edit::from_snippet(span, &lines.snippet, rule);
        written.edits.push((edit, lines.marks));
    }

    fn text(&self) -> &str {
        &self.file.text
    }

    /// The start of the line of a byte, if nothing but blanks stands before it.
    fn own_line(&self, at: usize) -> Option<usize> {
        let before = self.text().get(..at)?;
        let line = before.rfind('\n').map_or(0, |end| end + 1);
        let line = match line == 0 && before.starts_with('\u{feff}') {
            true => 3,
            false => line,
        };
        before.get(line..)?.trim().is_empty().then_some(line)
    }
}
