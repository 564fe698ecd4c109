//! A program as a list of segments: what stands together on a line (or, broken, on several).
//!
//! Printing joins the segments; formatting puts the comments of the source between them.
//! Segments cover all tokens of the source and follow its order, so that a segment ends
//! where the next one starts.

use super::deep::Printer;
use super::expr::{Doc, INDENT};
use super::shapes::{begins_with_clause, ends_in_open_if, is_simple};
use crate::ast::*;
use text::span::Span;

/// Columns a line should not exceed, and how many of them deep indentation leaves at least.
const WIDTH: usize = 100;
const LEAST_WIDTH: usize = 40;

/// Where a segment starts in the source the tree was read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    /// At this byte.
    At(usize),
    /// At the first token from this byte on.
    After(usize),
    /// At the first token behind the next `;` from this byte on.
    AfterSemicolon(usize),
    /// At this byte, which must be a closing brace.
    Brace(usize),
    /// Nowhere: the text is not in the source.
    Nowhere,
}

/// How a segment follows the one before it, if no comment is between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Join {
    /// On a line of its own.
    Line,
    /// On the same line, after a blank.
    Space,
    /// On the same line.
    Tight,
}

/// What must stay of a segment's text in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keep {
    /// Nothing: the printed text says all.
    Nothing,
    /// The words and their layout; its indentation may change.
    Lines,
    /// Every byte.
    Bytes,
}

/// A stretch of text that is broken into lines as a whole.
#[derive(Clone, Debug)]
pub(crate) struct Segment {
    /// Columns of indentation of its first line.
    pub indent: usize,
    /// Its lines; all but the first are indented.
    pub text: String,
    /// Where it starts in the source.
    pub start: Start,
    /// How it follows what is before it.
    pub join: Join,
    /// Whether a blank line sets it off when there is no source to say.
    pub blank_before: bool,
    /// Whether its text in the source has to stay.
    pub keep: Keep,
}

/// Builds segments.
pub(super) struct Layout<'a> {
    pub(super) printer: Printer<'a>,
    pub(super) segments: Vec<Segment>,
}

/// The first byte of a span.
fn at(span: Span) -> Start {
    Start::At(span.start as usize)
}

/// The first token behind a span.
fn after(span: Span) -> Start {
    Start::After(span.end as usize)
}

/// The last byte of a span, where its brace closes.
fn brace(span: Span) -> Start {
    Start::Brace((span.end as usize).saturating_sub(1))
}

impl<'a> Layout<'a> {
    pub(super) fn new(printer: Printer<'a>) -> Self {
        Layout {
            printer,
            segments: Vec::new(),
        }
    }

    pub(super) fn push(&mut self, doc: Doc<'a>, indent: usize, start: Start) {
        self.join(doc, indent, start, Join::Line);
    }

    fn join(&mut self, doc: Doc<'a>, indent: usize, start: Start, join: Join) {
        let margin = " ".repeat(indent);
        let nest = isize::try_from(indent).unwrap_or(isize::MAX);
        let doc = self.printer.owned(margin).append(doc.nest(nest));
        let text = doc.pretty(WIDTH.max(indent + LEAST_WIDTH)).to_string();
        self.segments.push(Segment {
            indent,
            text: text.get(indent..).unwrap_or("").to_owned(),
            start,
            join,
            blank_before: false,
            keep: Keep::Nothing,
        });
    }

    fn text(&mut self, text: &'a str, indent: usize, start: Start) {
        let doc = self.printer.text(text);
        self.push(doc, indent, start);
    }

    /// Something of which the tree only says what it is.
    fn unsupported(&mut self, what: &'a str, indent: usize, start: Start) {
        self.push(self.printer.unsupported(what), indent, start);
        if let Some(last) = self.segments.last_mut() {
            last.keep = Keep::Lines;
        }
    }

    pub(super) fn program(&mut self, program: &'a Program) {
        self.declarations(&program.declarations, 0);
    }

    fn declarations(&mut self, declarations: &'a [Declaration], indent: usize) {
        let mut previous: Option<&Declaration> = None;
        for declaration in declarations {
            let first = self.segments.len();
            self.declaration(declaration, indent);
            let field = |other: &Declaration| matches!(other.kind, DeclarationKind::Field(_));
            let set_off = previous.is_some_and(|other| !(field(other) && field(declaration)));
            if let Some(segment) = self.segments.get_mut(first) {
                segment.blank_before = set_off;
            }
            previous = Some(declaration);
        }
    }

    pub(super) fn declaration(&mut self, declaration: &'a Declaration, indent: usize) {
        let p = self.printer;
        let start = at(declaration.span);
        let close = brace(declaration.span);
        match &declaration.kind {
            DeclarationKind::Class(class) => {
                let mut start = start;
                for invariant in &class.lock_invariants {
                    let doc = p.text("lock_invariant ").append(p.expr(invariant));
                    self.push(doc.append(";"), indent, start);
                    start = Start::AfterSemicolon(invariant.span.end as usize);
                }
                self.push(p.class_head(class).append(" {"), indent, start);
                self.declarations(&class.members, indent + INDENT);
                self.close(class.members.is_empty(), indent, close);
            }
            DeclarationKind::Field(field) => {
                let doc = p.declared(&field.modifiers, &field.ty, &field.names);
                self.push(doc.append(";"), indent, start);
            }
            DeclarationKind::Method(method) => {
                let start = self.contract(&method.contract, indent, start);
                let head = p.method_head(method);
                match &method.body {
                    Body::Block(block) => self.block_after(head, block, indent, start, Join::Line),
                    Body::Abstract | Body::Expr(_) => self.push(head, indent, start),
                }
            }
            DeclarationKind::Predicate(predicate) => {
                let start = self.contract(&predicate.contract, indent, start);
                self.push(p.predicate(predicate), indent, start);
            }
            DeclarationKind::Enum(declared) => self.push(p.enumeration(declared), indent, start),
            DeclarationKind::Adt(adt) => {
                self.push(p.adt_head(adt).append(" {"), indent, start);
                self.declarations(&adt.members, indent + INDENT);
                self.close(adt.members.is_empty(), indent, close);
            }
            DeclarationKind::Axiom(axiom) => self.push(p.axiom(axiom), indent, start),
            DeclarationKind::Model(model) => {
                let head = format!("model {} {{", model.name.name);
                self.text("", indent, start);
                if let Some(last) = self.segments.last_mut() {
                    last.text = head + &model.text + "}";
                    last.keep = Keep::Bytes;
                }
            }
            DeclarationKind::Unsupported { what } => {
                self.unsupported(what, indent, start);
            }
        }
    }

    /// The clauses of a contract, and where what follows them starts.
    fn contract(&mut self, contract: &'a Contract, indent: usize, start: Start) -> Start {
        let mut next = start;
        for clause in &contract.clauses {
            self.clause(clause, indent);
            next = after(clause.span);
        }
        next
    }

    pub(super) fn clause(&mut self, clause: &'a Clause, indent: usize) {
        self.push(self.printer.clause(clause), indent, at(clause.span));
    }

    /// A head, a block and its closing brace.
    fn block_after(
        &mut self,
        head: Doc<'a>,
        block: &'a Block,
        indent: usize,
        start: Start,
        join: Join,
    ) {
        if let Some(stmt) = self.without_braces(block) {
            self.join(head, indent, start, join);
            self.stmt(stmt, indent + INDENT);
            return;
        }
        self.join(head.append(" {"), indent, start, join);
        self.contents(block, indent);
    }

    /// The one statement that the source has in the place of a block.
    fn without_braces(&self, block: &'a Block) -> Option<&'a Stmt> {
        match block.statements.as_slice() {
            [stmt] if self.printer.has_source() && stmt.span == block.span => Some(stmt),
            _ => None,
        }
    }

    /// A block on lines of its own.
    fn block(&mut self, block: &'a Block, indent: usize) {
        if let Some(stmt) = self.without_braces(block) {
            self.stmt(stmt, indent + INDENT);
            return;
        }
        self.text("{", indent, at(block.span));
        self.contents(block, indent);
    }

    /// What a block holds, and its closing brace.
    fn contents(&mut self, block: &'a Block, indent: usize) {
        for stmt in &block.statements {
            self.stmt(stmt, indent + INDENT);
        }
        self.close(block.statements.is_empty(), indent, brace(block.span));
    }

    fn close(&mut self, empty: bool, indent: usize, start: Start) {
        let join = if empty { Join::Tight } else { Join::Line };
        self.join(self.printer.text("}"), indent, start, join);
    }

    /// A loop. Clauses that stand behind its head in the source stay there; `within` is a
    /// place in the head.
    fn loop_stmt(
        &mut self,
        whole: Span,
        contract: &'a Contract,
        (head, within): (Doc<'a>, Option<Span>),
        body: &'a Stmt,
        indent: usize,
    ) {
        let clauses = contract.clauses.as_slice();
        let behind = match (within, clauses.first()) {
            _ if !self.printer.has_source() => clauses.len(),
            (Some(head), _) => clauses
                .iter()
                .position(|clause| clause.span.start > head.start)
                .unwrap_or(clauses.len()),
            (None, Some(first)) if first.span.start > whole.start => 0,
            (None, _) => clauses.len(),
        };
        let (before, behind) = clauses.split_at(behind);
        let mut start = at(whole);
        for clause in before {
            self.clause(clause, indent);
            start = after(clause.span);
        }
        if begins_with_clause(body) {
            // Without braces the loop would take the clauses.
            self.push(head.append(" {"), indent, start);
            self.stmt(body, indent + INDENT);
            self.close(false, indent, Start::Nowhere);
            return;
        }
        if behind.is_empty() {
            self.headed(head, body, indent, start, Join::Line);
            return;
        }
        self.push(head, indent, start);
        for clause in behind {
            self.clause(clause, indent + INDENT);
        }
        match &body.kind {
            StmtKind::Block(_) => self.stmt(body, indent),
            _ => self.stmt(body, indent + INDENT),
        }
    }

    /// A head with a contract behind it and a block.
    fn contracted(
        &mut self,
        head: Doc<'a>,
        clauses: &'a [Clause],
        block: &'a Block,
        indent: usize,
        start: Start,
    ) {
        if clauses.is_empty() {
            self.block_after(head, block, indent, start, Join::Line);
        } else {
            self.push(head, indent, start);
            for clause in clauses {
                self.clause(clause, indent + INDENT);
            }
            self.block(block, indent);
        }
    }

    /// A head and its body, on the same line if it is a block. True if it is.
    fn headed(
        &mut self,
        head: Doc<'a>,
        body: &'a Stmt,
        indent: usize,
        start: Start,
        join: Join,
    ) -> bool {
        if let StmtKind::Block(block) = &body.kind {
            self.block_after(head, block, indent, start, join);
            true
        } else {
            self.join(head, indent, start, join);
            self.stmt(body, indent + INDENT);
            false
        }
    }

    pub(super) fn stmt(&mut self, stmt: &'a Stmt, indent: usize) {
        self.deeper(stmt, indent, |layout, stmt, indent| {
            layout.stmt_here(stmt, indent)
        });
    }

    fn stmt_here(&mut self, stmt: &'a Stmt, indent: usize) {
        let p = self.printer;
        let start = at(stmt.span);
        match &stmt.kind {
            StmtKind::Block(block) => {
                self.text("{", indent, start);
                self.contents(block, indent);
            }
            StmtKind::If { .. } => self.if_chain(stmt, indent, start),
            StmtKind::While {
                contract,
                condition,
                body,
            } => {
                let head = p.guard("while", condition);
                self.loop_stmt(
                    stmt.span,
                    contract,
                    (head, Some(condition.span)),
                    body,
                    indent,
                );
            }
            StmtKind::For {
                contract,
                init,
                condition,
                update,
                body,
            } => {
                let head = p.for_head(init, condition.as_ref(), update);
                let within = condition.as_ref().map(|condition| condition.span);
                let within = within.or(init.iter().chain(update).map(|stmt| stmt.span).next());
                self.loop_stmt(stmt.span, contract, (head, within), body, indent);
            }
            StmtKind::RangedFor {
                contract,
                iterator,
                body,
            } => {
                let head = p.text("for (").append(p.iterator(iterator)).append(")");
                self.loop_stmt(
                    stmt.span,
                    contract,
                    (head, Some(iterator.span)),
                    body,
                    indent,
                );
            }
            StmtKind::Par(par) => self.par(par, indent, start),
            StmtKind::Region { parallel, body } => {
                let word = if *parallel { "parallel" } else { "sequential" };
                self.block_after(p.text(word), body, indent, start, Join::Line);
            }
            StmtKind::Barrier(barrier) => self.barrier(barrier, indent, stmt.span),
            StmtKind::Invariant {
                name,
                resource,
                body,
            } => {
                let mut head = p.text("invariant ");
                if let Some(name) = name {
                    head = head.append(p.name(name));
                }
                let head = head.append(p.exprs("(", [resource], ")"));
                self.block_after(head, body, indent, start, Join::Line);
            }
            StmtKind::Atomic { names, body } => {
                let head = p.text("atomic(").append(p.names(names)).append(")");
                self.block_after(head, body, indent, start, Join::Line);
            }
            StmtKind::Vector {
                iterators,
                contract,
                body,
            } => {
                let head = p.text("vec ").append(p.iterators(iterators));
                let first = iterators.first().map_or(0, |iterator| iterator.span.start);
                let (before, behind) = self.split_at(contract, first);
                let mut start = start;
                for clause in before {
                    self.clause(clause, indent);
                    start = after(clause.span);
                }
                self.contracted(head, behind, body, indent, start);
            }
            StmtKind::Package(_, Some(body)) => {
                self.block_after(p.bare_stmt(stmt), body, indent, start, Join::Line);
            }
            StmtKind::Label(_, Some(inner)) => {
                self.push(p.bare_stmt(stmt), indent, start);
                self.stmt(inner, indent);
            }
            StmtKind::Ghost(inner) => self.ghost(inner, indent, start),
            StmtKind::Unsupported { what, body } => {
                self.unsupported(what, indent, start);
                if let Some(body) = body {
                    self.block(body, indent);
                }
            }
            StmtKind::Empty => self.text(";", indent, start),
            StmtKind::Local { .. }
            | StmtKind::Assign { .. }
            | StmtKind::Expr(_)
            | StmtKind::Return(_)
            | StmtKind::Break(_)
            | StmtKind::Continue(_)
            | StmtKind::Goto(_)
            | StmtKind::Label(_, None)
            | StmtKind::Spec(..)
            | StmtKind::Package(_, None) => self.push(p.simple_stmt(stmt), indent, start),
        }
    }

    fn ghost(&mut self, inner: &'a Stmt, indent: usize, start: Start) {
        let p = self.printer;
        if let StmtKind::Block(block) = &inner.kind {
            self.block_after(p.text("ghost"), block, indent, start, Join::Line);
        } else if is_simple(inner) {
            let doc = p.text("ghost ").append(p.simple_stmt(inner));
            self.push(doc, indent, start);
        } else {
            self.text("ghost", indent, start);
            self.stmt(inner, indent + INDENT);
        }
    }

    /// `if … else if … else …`, without recursion along the chain.
    fn if_chain(&mut self, stmt: &'a Stmt, indent: usize, start: Start) {
        let p = self.printer;
        let (mut stmt, mut word, mut start, mut join) = (stmt, "if", start, Join::Line);
        loop {
            let StmtKind::If {
                condition,
                then_branch,
                else_branch,
            } = &stmt.kind
            else {
                self.headed(p.text("else"), stmt, indent, start, join);
                return;
            };
            let head = p.guard(word, condition);
            let braced = if else_branch.is_some() && ends_in_open_if(then_branch) {
                // Without braces the inner `if` would take the `else`.
                self.join(head.append(" {"), indent, start, join);
                self.stmt(then_branch, indent + INDENT);
                self.close(false, indent, Start::Nowhere);
                true
            } else {
                self.headed(head, then_branch, indent, start, join)
            };
            let Some(other) = else_branch else {
                return;
            };
            start = after(then_branch.span);
            join = if braced { Join::Space } else { Join::Line };
            word = "else if";
            stmt = other;
        }
    }

    fn par(&mut self, par: &'a Par, indent: usize, start: Start) {
        let first = par.blocks.first();
        let (before, mut clauses) = match first {
            Some(block) => self.split_at(&block.contract, block.span.start),
            None => (&[][..], &[][..]),
        };
        // In the order of the source, where both kinds may alternate.
        let directives = par
            .directives
            .iter()
            .map(|d| (d.span, self.printer.directive(d)));
        let before = before.iter().map(|c| (c.span, self.printer.clause(c)));
        let mut lines: Vec<(Span, Doc<'a>)> = directives.chain(before).collect();
        if self.printer.has_source() {
            lines.sort_by_key(|(span, _)| *span);
        }
        let mut start = start;
        for (span, line) in lines {
            self.push(line, indent, at(span));
            start = after(span);
        }
        let mut word = "par";
        for block in &par.blocks {
            if word == "and" {
                clauses = &block.contract.clauses;
            }
            let head = self.printer.par_head(word, block);
            self.contracted(head, clauses, &block.body, indent, start);
            start = after(block.body.span);
            word = "and";
        }
    }

    /// The clauses before a place of the source, and the others.
    fn split_at(&self, contract: &'a Contract, place: u32) -> (&'a [Clause], &'a [Clause]) {
        let clauses = contract.clauses.as_slice();
        let before = clauses
            .iter()
            .take_while(|clause| self.printer.has_source() && clause.span.start < place)
            .count();
        clauses.split_at(before)
    }

    fn barrier(&mut self, barrier: &'a Barrier, indent: usize, span: Span) {
        let head = self.printer.barrier_head(barrier);
        let clauses = &barrier.contract.clauses;
        if barrier.brace_form {
            self.push(head.append(" {"), indent, at(span));
            self.contract(&barrier.contract, indent + INDENT, at(span));
            self.close(clauses.is_empty(), indent, brace(span));
        } else if let Some(body) = &barrier.body {
            self.contracted(head, clauses, body, indent, at(span));
        } else if clauses.is_empty() {
            self.push(head.append(";"), indent, at(span));
        } else {
            self.push(head, indent, at(span));
            let end = self.contract(&barrier.contract, indent + INDENT, at(span));
            self.text(";", indent, end);
        }
    }
}
