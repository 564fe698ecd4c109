//! The text of the fused kernel: edits to the first kernel, the others moved into it.

use super::check::Between;
use super::contract::Conjunct;
use super::exchange::Threads;
use super::formula::{all, canonical};
use super::join::{Joined, Place, Seam};
use super::names::Names;
use super::ranges::Blocks;
use super::row::{Kernel, Row};
use crate::copies::{before_marker, directive_place};
use crate::input::Input;
use spec_lang::ast::{
    BinaryOp, Binder, ClauseKind, Expr, ExprKind, NodeId, QuantifierKind, Stmt, StmtKind, TypeExpr,
};
use spec_lang::edit::{
    Edit, EditSet, LineEnd, Snippet, indentation, indentation_unit, line_end, whole_lines,
};
use spec_lang::lex;
use spec_lang::source::SourceFile;
use spec_lang::span::Span;
use std::collections::BTreeMap;
use std::ops::Range;

mod rules {
    pub const DIRECTIVE: &str = "fuse: directive carried out";
    pub const TAKE: &str = "fuse: what the fused kernel takes";
    pub const GIVE: &str = "fuse: what the fused kernel gives";
    pub const BOTH: &str = "fuse: what the fused kernel takes and gives";
    pub const DROP: &str = "fuse: clause of the first kernel that no longer holds at the end";
    pub const CONTEXT: &str = "fuse: clause of the first kernel, no longer of its loops";
    pub const GUARDED: &str = "fuse: clause now under the range of its kernel";
    pub const NAME: &str = "fuse: name of the fused kernel";
    pub const RANGE: &str = "fuse: range that holds every kernel's threads";
    pub const MOVED: &str = "fuse: statement moved before the kernels";
    pub const GONE: &str = "fuse: kernel moved into the first";
    pub const BARRIER: &str = "fuse: barrier where data flows between threads";
    pub const SEAM: &str = "fuse: what the next kernel requires";
    pub const BODY: &str = "fuse: body of a kernel";
    pub const COMMENT: &str = "fuse: comment between the kernels";
    pub const BLOCKS: &str = "fuse: blocks of threads, each with its own barrier";
    pub const GUARD: &str = "fuse: range of the kernel around its body";
    pub const SCOPE: &str = "fuse: scope of a body";
    pub const HOST: &str = "fuse: assertion between the kernels";
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
    pub fn edits(&self) -> EditSet {
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
    pub fn marks(&self) -> Vec<(Span, Mark)> {
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
    pub fn moved(&self, span: Span) -> Span {
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
    pub fn write(&self) -> Option<Written> {
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

    /// The place of a clause that goes: its lines, or the blanks before it where something else stands
    /// on them.
    fn clause_place(&self, clause: Span) -> Span {
        let whole = whole_lines(self.file, clause);
        let until = |at: u32| self.text().get(..at as usize).unwrap_or("");
        if until(whole.end).ends_with('\n') {
            return whole;
        }
        let before = until(clause.start).trim_end_matches([' ', '\t']);
        match before.is_empty() || before.ends_with('\n') {
            true => whole,
            false => Span::new(clause.file, before.len(), clause.end as usize),
        }
    }

    /// A statement between the kernels before kernel number `number`, with the comments of its own:
    /// those right above it, and one behind it on its line.
    fn with_comments(&self, number: usize, stmt: &Stmt) -> Span {
        let layout = self.layout;
        let gap = layout.row.between.get(number - 1);
        let ends = gap.iter().flat_map(|stmts| stmts.iter());
        let ends = ends.map(|stmt| stmt.span.end);
        let before = layout.row.kernels.get(number - 1);
        let from = ends
            .chain(before.map(|kernel| kernel.stmt.span.end))
            .filter(|end| *end <= stmt.span.start)
            .max()
            .unwrap_or(stmt.span.start);
        let mut whole = stmt.span;
        let comments = lex::comments(self.text(), stmt.span.file);
        for comment in comments.iter().rev() {
            let span = comment.span;
            let near = |start: u32, end: u32| {
                let text = self.text().get(start as usize..end as usize);
                text.is_some_and(|text| text.trim().is_empty() && text.matches('\n').count() <= 1)
            };
            let above =
                span.start >= from && span.end <= whole.start && near(span.end, whole.start);
            if above && self.own_line(span.start as usize).is_some() {
                whole.start = span.start;
            }
        }
        let behind = comments.iter().find(|comment| {
            let text = self
                .text()
                .get(stmt.span.end as usize..comment.span.start as usize);
            text.is_some_and(|text| text.trim_matches([' ', '\t']).is_empty())
        });
        if let Some(comment) = behind {
            whole.end = comment.span.end;
        }
        whole
    }

    /// Statements moved before the first kernel.
    fn moved_statements(&self, first: &Kernel, written: &mut Written) {
        let gaps = self.layout.between.iter().enumerate();
        let gaps = gaps.take(self.layout.count.saturating_sub(1));
        let moved: Vec<Span> = gaps
            .flat_map(|(gap, between)| between.moved.iter().map(move |stmt| (gap + 1, stmt)))
            .map(|(number, stmt)| self.with_comments(number, stmt))
            .collect();
        if moved.is_empty() {
            return;
        }
        let at = before_marker(self.text(), first.stmt.span.start as usize);
        let mut lines = Lines::new(self.eol);
        let file = first.stmt.span.file;
        match self.own_line(at) {
            Some(line) => {
                lines.append(statements(
                    self.layout.input,
                    &moved,
                    &self.indent,
                    rules::MOVED,
                ));
                self.push(written, Span::new(file, line, line), lines, rules::MOVED);
            }
            None => {
                lines.append(statements(self.layout.input, &moved, "", rules::MOVED));
                self.push(written, Span::new(file, at, at), lines, rules::MOVED);
            }
        }
    }

    /// What stays of the first kernel's clauses; the places of those that do.
    fn clauses(&self, first: &Kernel, written: &mut Written, gone: &mut Vec<Span>) -> Kept {
        let layout = self.layout;
        let mut kept = Kept::default();
        // A fact stands behind the permissions it needs, which may move to the end.
        let held = |conjuncts: &[Conjunct]| -> Vec<(Span, String)> {
            let held = conjuncts.iter().filter(|conjunct| conjunct.atom.is_some());
            held.filter_map(|conjunct| Some((conjunct.clause?, conjunct.text.clone())))
                .collect()
        };
        let now = held(&layout.joined.post);
        let all_held = held(&layout.first.post).iter().all(|old| now.contains(old));
        let guarded = layout.guards.first().is_some_and(|guard| !guard.is_empty());
        for clause in &first.block.contract.clauses {
            let all_there = |old: &[Conjunct], new: &[Conjunct]| {
                old.iter()
                    .filter(|conjunct| conjunct.clause == Some(clause.span))
                    .all(|old| {
                        new.iter().any(|new| {
                            new.clause == Some(clause.span)
                                && new.origin == old.origin
                                && new.text == old.text
                        })
                    })
            };
            let said = layout
                .first
                .post
                .iter()
                .any(|old| old.clause == Some(clause.span) && old.atom.is_none());
            let stays = all_there(&layout.first.post, &layout.joined.post) && (all_held || !said);
            let (pre, post, edit) = match &clause.kind {
                ClauseKind::Directive(_) => continue,
                _ if guarded => (false, false, Some(rules::GUARDED)),
                ClauseKind::Requires(_) => (true, false, None),
                ClauseKind::Ensures(_) if stays => (false, true, None),
                ClauseKind::Ensures(_) => (false, false, Some(rules::DROP)),
                ClauseKind::Context(_) if stays => (true, true, None),
                kind => {
                    // Said throughout, it would be an invariant of the other kernels' loops.
                    let throughout = matches!(kind, ClauseKind::ContextEverywhere(_));
                    let (word_now, rule) = match stays && throughout {
                        true => ("context", rules::CONTEXT),
                        false => ("requires", rules::DROP),
                    };
                    let text = self.file.slice(clause.span);
                    let word = text
                        .find(|c: char| !c.is_alphanumeric() && c != '_')
                        .unwrap_or(text.len());
                    let start = clause.span.start as usize;
                    let place = Span::new(clause.span.file, start, start + word);
                    let edit = Edit::new(place, word_now, rule).with_origin(clause.span);
                    written.edits.push((edit, Vec::new()));
                    (true, stays && throughout, None)
                }
            };
            if let Some(rule) = edit {
                let place = self.clause_place(clause.span);
                gone.push(place);
                let edit = Edit::new(place, String::new(), rule).with_origin(clause.span);
                written.edits.push((edit, Vec::new()));
            }
            if pre {
                kept.pre.push(clause.span);
            }
            if post {
                kept.post.push(clause.span);
            }
        }
        kept
    }

    /// Another range, a name that was missing.
    fn header(&self, first: &Kernel, written: &mut Written, gone: &mut Vec<Span>) {
        let layout = self.layout;
        for (iterator, (_, low, high)) in
            first.block.iterators.iter().zip(&layout.threads.iterators)
        {
            let (low, high) = match layout.grid {
                Some(grid) => (&super::formula::number(0), &grid.size),
                None => (low, high),
            };
            for (old, new) in [(&iterator.low, low), (&iterator.high, high)] {
                let text = canonical(new);
                if canonical(old) != text {
                    gone.push(old.span);
                    let edit = Edit::new(old.span, text, rules::RANGE).with_origin(old.span);
                    written.edits.push((edit, Vec::new()));
                }
            }
        }
        let barrier = layout.seams.iter().any(|seam| seam.barrier);
        if let (true, true, Some(name)) = (layout.names.block_is_new, barrier, &layout.names.block)
        {
            let start = first.block.span.start as usize;
            let head = self
                .text()
                .get(first.stmt.span.start as usize..start)
                .unwrap_or("");
            // The place behind the word `par`.
            let at = match first.block.iterators.first() {
                Some(iterator) => self
                    .text()
                    .get(..iterator.span.start as usize)
                    .and_then(|text| text.rfind('('))
                    .unwrap_or(start),
                None => head
                    .rfind("par")
                    .map_or(start, |at| first.stmt.span.start as usize + at + 3),
            };
            let before = self.text().get(..at).unwrap_or("");
            let text = match before.ends_with(char::is_whitespace) {
                true => format!("{name} "),
                false => format!(" {name}"),
            };
            let place = Span::new(first.stmt.span.file, at, at);
            let edit = Edit::new(place, text, rules::NAME).with_origin(first.head());
            written.edits.push((edit, Vec::new()));
        }
    }

    /// What a conjunct says in the text.
    fn said(&self, conjunct: &Conjunct) -> String {
        match self.layout.grid {
            Some(_) => canonical(&self.in_block(&conjunct.expr)),
            None => conjunct.text.clone(),
        }
    }

    /// An expression with the thread's place in its block for the thread.
    fn in_block(&self, expr: &Expr) -> Expr {
        match self.layout.grid {
            Some(grid) => {
                let thread = BTreeMap::from([(grid.iterator.clone(), grid.thread.clone())]);
                super::formula::replaced(expr, &thread)
            }
            None => expr.clone(),
        }
    }

    /// The blocks of threads around the kernel.
    fn around(&self, first: &Kernel, gone: &[Span], written: &mut Written) {
        let layout = self.layout;
        let (Some(grid), Some(iterator)) = (layout.grid, first.block.iterators.first()) else {
            return;
        };
        let origin = Some(first.head());
        let indent = self.indent.as_str();
        let inside = format!("{indent}{}", self.unit);
        let mut lines = Lines::new(self.eol);
        if let Some((name, value)) = &grid.kept {
            let text = format!("int {name} = {};", canonical(value));
            lines.line(indent, &text, rules::BLOCKS, origin);
        }
        let text = format!(
            "par {}(int {} = 0 .. {})",
            grid.name, grid.block, grid.count
        );
        lines.line(indent, &text, rules::BLOCKS, origin);
        let sides = [
            (Place::Take, "requires", &layout.joined.pre),
            (Place::Give, "ensures", &layout.joined.post),
        ];
        for (place, word, conjuncts) in sides {
            let (held, said): (Vec<_>, Vec<_>) = conjuncts
                .iter()
                .partition(|conjunct| conjunct.atom.is_some());
            for conjunct in held.into_iter().chain(said) {
                let whole = self.of_block(grid, &iterator.ty, conjunct);
                let text = format!("{word} {};", canonical(&whole));
                let range = lines.line(&inside, &text, rules::BLOCKS, Some(conjunct.origin));
                lines.marked(range, Mark::Conjunct(place, Box::new(conjunct.clone())));
            }
        }
        lines.line(indent, "{", rules::BLOCKS, origin);
        let span = first.stmt.span;
        let from = first
            .directives
            .iter()
            .map(|directive| directive.span.end as usize)
            .filter(|end| *end < first.block.body.span.start as usize)
            .max()
            .unwrap_or(span.start as usize);
        // The word `par`, behind the directives.
        let rest = self.text().get(from..).unwrap_or("");
        let at = from + rest.find("par").unwrap_or(0);
        let start = self.own_line(at).unwrap_or(at);
        let mut closing = Lines::new(self.eol);
        closing.append(Snippet::generated(
            format!("\n{indent}}}"),
            rules::BLOCKS,
            origin,
        ));
        let end = span.end as usize;
        if start == at {
            lines.append(Snippet::generated(inside.as_str(), rules::BLOCKS, origin));
        }
        self.push(
            written,
            Span::new(span.file, start, start),
            lines,
            rules::BLOCKS,
        );
        let body = self.text().get(at..end).unwrap_or("");
        let starts = body.match_indices('\n').map(|(line, _)| at + line + 1);
        for line in std::iter::once(start)
            .filter(|line| *line != at)
            .chain(starts)
        {
            let text = self.text().get(line..end).unwrap_or("");
            let blank = text.lines().next().unwrap_or("").trim().is_empty();
            let removed = gone.iter().any(|gone| gone.range().contains(&line));
            if !blank && !removed {
                let place = Span::new(span.file, line, line);
                let edit = Edit::new(place, self.unit.clone(), rules::BLOCKS).with_origin(span);
                written.edits.push((edit, Vec::new()));
            }
        }
        self.push(
            written,
            Span::new(span.file, end, end),
            closing,
            rules::BLOCKS,
        );
    }

    /// What a thread takes or gives, of all threads of a block.
    fn of_block(&self, grid: &Blocks, ty: &TypeExpr, conjunct: &Conjunct) -> Expr {
        use super::formula::{binary, mentions, name, number};
        if conjunct.atom.is_none() && !mentions(&conjunct.expr, &grid.iterator) {
            return conjunct.expr.clone();
        }
        let lane = || name(&grid.lane);
        let mut conditions = vec![
            binary(BinaryOp::Le, number(0), lane()),
            binary(BinaryOp::Lt, lane(), grid.size.clone()),
        ];
        let mut binders = vec![Binder {
            id: NodeId::default(),
            span: Span::default(),
            ty: ty.clone(),
            name: spec_lang::ast::Ident {
                name: grid.lane.clone(),
                span: Span::default(),
            },
            range: None,
            from: None,
        }];
        let (kind, body) = match &conjunct.atom {
            Some(atom) => {
                let own = atom.conditions.iter();
                conditions.extend(own.map(|condition| self.in_block(condition)));
                binders.extend(atom.binders.iter().cloned());
                (QuantifierKind::ForallStar, self.in_block(&atom.held()))
            }
            None => (QuantifierKind::Forall, self.in_block(&conjunct.expr)),
        };
        Expr {
            id: NodeId::default(),
            span: Span::default(),
            kind: ExprKind::Quantifier {
                kind,
                binders,
                range: all(conditions).map(Box::new),
                body: Box::new(body),
            },
        }
    }

    /// The clauses that come in.
    fn new_clauses(&self, first: &Kernel, kept: &Kept, gone: &[Span], written: &mut Written) {
        let layout = self.layout;
        let clauses = &first.block.contract.clauses;
        let indent = clauses
            .iter()
            .find(|clause| self.own_line(clause.span.start as usize).is_some())
            .map_or_else(
                || format!("{}{}", self.indent, self.unit),
                |clause| indentation(self.file, clause.span.start as usize).to_owned(),
            );
        let indent = format!("{indent}{}", self.deeper);
        let mut lines = Lines::new(self.eol);
        let new = |conjuncts: &[Conjunct], kept: &[Span]| -> Vec<Conjunct> {
            let new = conjuncts.iter();
            new.filter(|conjunct| conjunct.clause.is_none_or(|clause| !kept.contains(&clause)))
                .cloned()
                .collect()
        };
        let takes = new(&layout.joined.pre, &kept.pre);
        let gives = new(&layout.joined.post, &kept.post);
        let is_both = |conjunct: &Conjunct, others: &[Conjunct]| {
            conjunct.atom.is_some() && others.iter().any(|other| other.text == conjunct.text)
        };
        let mut all: Vec<(&str, &str, Place, &Conjunct)> = Vec::new();
        for conjunct in &takes {
            match is_both(conjunct, &gives) {
                true => all.push(("context", rules::BOTH, Place::Take, conjunct)),
                false => all.push(("requires", rules::TAKE, Place::Take, conjunct)),
            }
        }
        for conjunct in gives.iter().filter(|give| !is_both(give, &takes)) {
            all.push(("ensures", rules::GIVE, Place::Give, conjunct));
        }
        // Permissions before what is said about their cells.
        all.sort_by_key(|(word, _, _, conjunct)| (conjunct.atom.is_none(), *word != "context"));
        for (word, rule, place, conjunct) in all {
            let text = format!("{word} {};", self.said(conjunct));
            let range = lines.line(&indent, &text, rule, Some(conjunct.origin));
            lines.marked(range, Mark::Conjunct(place, Box::new(conjunct.clone())));
        }
        if lines.is_empty() {
            return;
        }
        let brace = first.block.body.span.start as usize;
        let file = first.stmt.span.file;
        let last = clauses.last().map_or(0, |clause| {
            let end = clause.span.end as usize;
            let gone = gone.iter().map(|gone| gone.range());
            gone.filter(|gone| gone.contains(&(end - 1)))
                .map(|gone| gone.end)
                .fold(end, usize::max)
        });
        let rest = self.text().get(last..brace).unwrap_or("");
        match self.own_line(brace) {
            Some(line) if last == 0 || !rest.contains("*/") => {
                self.push(written, Span::new(file, line, line), lines, rules::TAKE);
            }
            _ => {
                let (at, end) = match last > 0 && rest.contains("*/") {
                    true => (last, last),
                    false => {
                        let head = self.text().get(..brace).unwrap_or("");
                        (head.trim_end_matches([' ', '\t']).len().max(last), brace)
                    }
                };
                let mut all = Lines::new(self.eol);
                all.append(Snippet::generated("\n", rules::TAKE, None));
                let shift = all.length;
                all.append(lines.snippet);
                let marks = lines.marks.into_iter();
                all.marks = marks
                    .map(|(range, mark)| (range.start + shift..range.end + shift, mark))
                    .collect();
                let indent = format!("{}{}", self.indent, self.deeper);
                all.append(Snippet::generated(indent, rules::TAKE, None));
                self.push(written, Span::new(file, at, end), all, rules::TAKE);
            }
        }
    }

    /// `if (…) {`, `{` or nothing around a body.
    fn opening(&self, kernel: usize) -> Option<(String, &'static str)> {
        let guard = self.layout.guards.get(kernel)?;
        match all(guard.iter().cloned()) {
            Some(guard) => Some((
                format!("if ({}) {{", canonical(&self.in_block(&guard))),
                rules::GUARD,
            )),
            None => self
                .layout
                .scopes
                .get(kernel)
                .is_some_and(|scope| *scope)
                .then(|| ("{".to_owned(), rules::SCOPE)),
        }
    }

    /// Everything within the first kernel's braces.
    fn body(&self, first: &Kernel, written: &mut Written) {
        let layout = self.layout;
        let span = first.block.body.span;
        let (file, open, close) = (span.file, span.start as usize + 1, span.end as usize - 1);
        let inner = format!("{}{}", self.inner_indent(first), self.deeper);
        let mut lines = Lines::new(self.eol);
        let close_line = self.own_line(close).filter(|line| *line >= open);
        let whole = self.text().get(open..close).unwrap_or("");
        let lead = whole.len() - whole.trim_start().len();
        let crowded = lead < whole.len() && !whole[..lead].contains('\n');
        let around = self.opening(0);
        if crowded || around.is_some() {
            let mut opening = Lines::new(self.eol);
            let mut lead = if crowded { lead } else { 0 };
            let rule = match &around {
                Some((text, rule)) => {
                    let text = format!("\n{inner}{text}");
                    opening.append(Snippet::generated(text, *rule, Some(first.head())));
                    rule
                }
                None => rules::BODY,
            };
            let begins = whole[lead..].starts_with("//");
            if crowded && !begins {
                let deeper = if around.is_some() {
                    self.unit.as_str()
                } else {
                    ""
                };
                let text = format!("\n{inner}{deeper}");
                opening.append(Snippet::generated(text, rule, Some(span)));
            } else {
                lead = 0;
            }
            self.push(written, Span::new(file, open, open + lead), opening, rule);
        }
        if let Some((_, rule)) = around {
            let end = close_line.unwrap_or(close);
            let body = self.text().get(open..end).unwrap_or("");
            for (at, _) in body.match_indices('\n') {
                let at = open + at + 1;
                let line = self.text().get(at..end).unwrap_or("");
                let line = line.lines().next().unwrap_or("");
                if at < end && !line.trim().is_empty() {
                    let place = Span::new(file, at, at);
                    let edit = Edit::new(place, self.unit.clone(), rule).with_origin(span);
                    written.edits.push((edit, Vec::new()));
                }
            }
            lines.line(&inner, "}", rule, Some(span));
        }
        for number in 1..layout.count {
            self.seam(number, &inner, &mut lines);
            self.moved_body(number, &inner, &mut lines);
        }
        match close_line {
            Some(line) => self.push(written, Span::new(file, line, line), lines, rules::BODY),
            None => {
                let blanks = self.text().get(open..close).unwrap_or("");
                let blanks = blanks.len() - blanks.trim_end_matches([' ', '\t']).len();
                let mut all = Lines::new(self.eol);
                all.append(Snippet::generated("\n", rules::BODY, Some(span)));
                let shift = all.length;
                all.append(lines.snippet);
                let marks = lines.marks.into_iter();
                all.marks = marks
                    .map(|(range, mark)| (range.start + shift..range.end + shift, mark))
                    .collect();
                let indent = format!("{}{}", self.indent, self.deeper);
                all.append(Snippet::generated(indent, rules::BODY, Some(span)));
                self.push(
                    written,
                    Span::new(file, close - blanks, close),
                    all,
                    rules::BODY,
                );
            }
        }
    }

    /// The indentation of statements in the first kernel.
    fn inner_indent(&self, kernel: &Kernel) -> String {
        let brace = kernel.block.body.span.start as usize;
        kernel
            .block
            .body
            .statements
            .iter()
            .map(|stmt| stmt.span.start as usize)
            .find(|at| self.own_line(*at).is_some_and(|line| line > brace))
            .map_or_else(
                || format!("{}{}", indentation(self.file, brace), self.unit),
                |at| indentation(self.file, at).to_owned(),
            )
    }

    /// Comments, barrier and assertions before the body of a kernel.
    fn seam(&self, number: usize, indent: &str, lines: &mut Lines) {
        let layout = self.layout;
        self.comments(number, indent, lines);
        let Some(seam) = layout.seams.get(number - 1) else {
            return;
        };
        let origin = layout.row.kernels.get(number).map(Kernel::head);
        if seam.barrier {
            let deeper = format!("{indent}{}", self.unit);
            let name = layout.names.block.as_deref().unwrap_or("fused");
            let start = lines.length;
            lines.line(indent, &format!("barrier({name})"), rules::BARRIER, origin);
            let sides = [
                (Place::BarrierTake, "requires", &seam.takes),
                (Place::BarrierGive, "ensures", &seam.gives),
            ];
            let mut conjuncts = Vec::new();
            for (place, word, list) in sides {
                for conjunct in list {
                    let text = format!("{word} {};", self.said(conjunct));
                    let range = lines.line(&deeper, &text, rules::BARRIER, Some(conjunct.origin));
                    conjuncts.push((range, Mark::Conjunct(place, Box::new(conjunct.clone()))));
                }
            }
            let asserted = layout.between.get(number - 1);
            let asserted = asserted.map_or(&[][..], |between| &between.asserted);
            lines.line(indent, "{", rules::BARRIER, origin);
            for stmt in asserted {
                let place = self.with_comments(number, stmt);
                let text = statements(layout.input, &[place], &deeper, rules::HOST);
                let range = lines.append(text);
                conjuncts.push((range, Mark::Host(stmt.span)));
            }
            lines.line(indent, "}", rules::BARRIER, origin);
            for (range, mark) in conjuncts {
                lines.marked(range, mark);
            }
            let end = lines.length;
            lines.marked(start..end, Mark::Barrier);
        }
        for conjunct in &seam.asserts {
            let text = format!("assert {};", self.said(conjunct));
            let range = lines.line(indent, &text, rules::SEAM, Some(conjunct.origin));
            lines.marked(
                range,
                Mark::Conjunct(Place::Seam, Box::new(conjunct.clone())),
            );
        }
    }

    /// What was said between two kernels.
    fn comments(&self, number: usize, indent: &str, lines: &mut Lines) {
        let layout = self.layout;
        let (Some(before), Some(kernel)) = (
            layout.row.kernels.get(number - 1),
            layout.row.kernels.get(number),
        ) else {
            return;
        };
        let (from, to) = (before.stmt.span.end, kernel.block.body.span.start);
        let stmts = layout.row.between.get(number - 1);
        let stmts = stmts.iter().flat_map(|stmts| stmts.iter());
        // An empty statement goes, and leaves its comments here.
        let moved: Vec<Span> = stmts
            .filter(|stmt| stmt.kind != StmtKind::Empty)
            .map(|stmt| self.with_comments(number, stmt))
            .collect();
        let within = |span: Span| moved.iter().any(|moved| moved.contains(span));
        for comment in lex::comments(self.text(), before.stmt.span.file) {
            let span = comment.span;
            if span.start < from || span.end > to || within(span) {
                continue;
            }
            lines.append(Snippet::generated(indent, rules::COMMENT, Some(span)));
            let old = indentation(self.file, span.start as usize);
            let text = Snippet::copy(self.file, span, rules::COMMENT).reindented(old, indent);
            lines.append(text);
            lines.append(Snippet::generated("\n", rules::COMMENT, Some(span)));
        }
    }

    /// The body of another kernel.
    fn moved_body(&self, number: usize, indent: &str, lines: &mut Lines) {
        let layout = self.layout;
        let Some(kernel) = layout.row.kernels.get(number) else {
            return;
        };
        let opening = self.opening(number);
        let deeper = match opening {
            Some(_) => format!("{indent}{}", self.unit),
            None => indent.to_owned(),
        };
        let block = kernel.block.body.span;
        let (start, end) = (block.start as usize + 1, block.end as usize - 1);
        let text = self.text().get(start..end).unwrap_or("");
        let first = start + (text.len() - text.trim_start().len());
        let inner = Span::new(block.file, first, (first + text.trim().len()).max(first));
        if let Some((text, rule)) = &opening {
            lines.line(indent, text, rule, Some(kernel.head()));
        }
        if !inner.range().is_empty() {
            let from = self.inner_indent(kernel);
            lines.append(Snippet::generated(
                deeper.as_str(),
                rules::BODY,
                Some(inner),
            ));
            let copy =
                Snippet::copy_with(self.file, inner, &layout.names.replacements, rules::BODY)
                    .unwrap_or_else(|_| Snippet::copy(self.file, inner, rules::BODY));
            let range = lines.append(copy.reindented(&from, &deeper));
            lines.marked(range, Mark::Body);
            lines.append(Snippet::generated("\n", rules::BODY, Some(inner)));
        }
        if let Some((_, rule)) = &opening {
            lines.line(indent, "}", rule, Some(block));
        }
    }

    /// The other kernels go.
    fn others(&self, first: &Kernel, written: &mut Written) {
        let Some(last) = self.layout.row.kernels.get(self.layout.count - 1) else {
            return;
        };
        let file = first.stmt.span.file;
        let (start, end) = (first.stmt.span.end as usize, last.stmt.span.end as usize);
        let rest = |at: usize| {
            let text = self.text().get(at..).unwrap_or("");
            let line = text.split_inclusive('\n').next().unwrap_or("");
            (line.trim().is_empty() && line.ends_with('\n')).then_some(at + line.len())
        };
        let place = match (rest(start), rest(end)) {
            (Some(start), Some(end)) => Span::new(file, start, end),
            _ => Span::new(file, start, end),
        };
        let edit = Edit::new(place, String::new(), rules::GONE).with_origin(last.stmt.span);
        written.edits.push((edit, Vec::new()));
    }
}

#[derive(Default)]
struct Kept {
    pre: Vec<Span>,
    post: Vec<Span>,
}
