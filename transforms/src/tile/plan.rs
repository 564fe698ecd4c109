//! What is written: everything that decides what the result looks like, and its edits.

use super::*;

/// Everything that decides what the result looks like.
pub(super) struct Plan<'a> {
    input: &'a Input<'a>,
    file: &'a SourceFile,
    target: &'a Target,
    pub(super) rewriter: Rewriter<'a>,
    cells: Cells,
    /// Bounds kept in variables: the name and the bound.
    kept_bounds: Vec<(String, &'a Expr)>,
    /// The variable that counts the thread's cells.
    step: String,
    /// The variable of quantifiers over them.
    k: String,
    /// A label where the thread starts.
    start: String,
    /// A label where the work on a cell starts.
    cell_start: String,
    eol: LineEnd,
}

impl<'a> Plan<'a> {
    pub(super) fn new(
        input: &'a Input<'a>,
        file: &'a SourceFile,
        target: &'a Target,
        inter: bool,
        size: u64,
    ) -> Self {
        let iterator = &target.iterator;
        let mut kept_bounds = Vec::new();
        let mut bound = |expr: &'a Expr, suffix: &str| {
            if check::can_be_repeated(input, target, expr) {
                return Bound::of(input, expr);
            }
            let wish = format!("{}_{suffix}", iterator.name.name);
            let name = fresh(input.program, &wish);
            let bound = Bound::kept(&name);
            kept_bounds.push((name, expr));
            bound
        };
        let low = bound(&iterator.low, "start");
        let high = bound(&iterator.high, "end");
        let thread = fresh(input.program, if inter { "lane" } else { "tile" });
        Plan {
            input,
            file,
            target,
            rewriter: Rewriter {
                input,
                cell: input.resolution.canonical(iterator.id),
            },
            cells: Cells::new(inter, size, low, high, thread),
            kept_bounds,
            step: fresh(input.program, "step"),
            k: fresh(input.program, "k"),
            start: fresh(input.program, "start"),
            cell_start: fresh(input.program, "cell"),
            eol: line_end(file),
        }
    }

    /// The range of threads, and variables before the block for bounds that could change.
    pub(super) fn range(&self, edits: &mut EditSet) {
        let iterator = &self.target.iterator;
        let ty = self.input.slice(iterator.ty.span);
        let stmt = self.target.stmt.span;
        let before = self.file.text.get(..stmt.start as usize).unwrap_or("");
        let line = before.rfind('\n').map_or(0, |at| at + 1);
        let indent = before.get(line..).unwrap_or("");
        for (name, bound) in &self.kept_bounds {
            let declared = format!("{ty} {name} = {};", self.input.slice(bound.span));
            let (at, text) = if indent.trim().is_empty() {
                (line, format!("{indent}{declared}{}", self.eol.as_str()))
            } else {
                (stmt.start as usize, format!("{declared} "))
            };
            edits.insert(stmt.file, at, text, KEEP_BOUND).origin = Some(bound.span);
        }
        let text = format!("{ty} {} = 0 .. {}", self.cells.thread, self.cells.threads());
        edits.replace(iterator.span, text, THREADS);
    }

    /// The block's contract, each conjunct for all cells of the thread.
    pub(super) fn contract(&self, parts: &[Conjunct], edits: &mut EditSet) {
        for part in parts {
            let text = if part.is_quantified() {
                self.for_all(part, "0", &self.cells.exists(&self.k))
            } else {
                match self.cells.any() {
                    Some(any) => format!("({any} ==> ({}))", self.words_of(part)),
                    None => continue,
                }
            };
            // The parentheses of a quantifier are no part of its place, and stay.
            let text = match part.expr.kind {
                ExprKind::Quantifier { .. } | ExprKind::Let { .. } | ExprKind::ForPerm(..) => text
                    .strip_prefix('(')
                    .and_then(|text| text.strip_suffix(')'))
                    .map_or_else(|| text.clone(), str::to_owned),
                _ => text,
            };
            edits.replace(part.span, text, CONTRACT);
        }
    }

    /// Finds out which conjuncts are said of done cells and of those to do alike, and what a
    /// thread knows of its cells when it starts.
    pub(super) fn roles(
        &self,
        parts: &mut Vec<Conjunct>,
        prover: &mut dyn Prover,
        shown: &mut Vec<String>,
    ) -> Vec<Kept> {
        let mut kept = entry::kept(self.input, self.target, parts, prover);
        for part in parts.iter_mut() {
            if part.role == Role::After && entry::unchanged(self.input, &part.expr) {
                let text = self.input.slice(part.span);
                if entry::holds_at_start(self.input, self.target, text, prover) {
                    shown.push(format!("`{text}` holds when a thread starts"));
                    part.role = Role::Both;
                }
                kept.retain(|kept| !entry::same_equation(&kept.text, &part.words));
            }
        }
        for kept in kept.iter().filter(|kept| kept.old) {
            shown.push(format!("`{}` holds when a thread starts", kept.text));
        }
        // The same words before and after are said of all cells. A place that depends on a
        // value that only cells to do are known to have stays with them.
        let mut only_before = false;
        let mut gone = Vec::new();
        for at in 0..parts.len() {
            let part = &parts[at];
            if part.role != Role::Before {
                continue;
            }
            let again = (0..parts.len()).find(|other| {
                parts[*other].role == Role::After
                    && parts[*other].words == part.words
                    && !gone.contains(other)
            });
            match again {
                Some(again) if !(only_before && contract::nested_read(self.input, &part.expr)) => {
                    parts[at].role = Role::Both;
                    gone.push(again);
                }
                _ => only_before |= !part.resource && part.reads_heap,
            }
        }
        let mut number = 0..;
        parts.retain(|_| number.next().is_some_and(|number| !gone.contains(&number)));
        kept
    }

    /// Where a permission's place is read from the heap, as the row in `m[tid][j]` or the index in
    /// `a[p[tid]]`, what tells the places of a tile apart must be known when the thread ends, too: one
    /// place needed no telling apart.
    pub(super) fn kept_places(&self, kept: &[Kept], edits: &mut EditSet) {
        let contract = &self.target.block.contract;
        let all = conjuncts(self.input, contract, self.rewriter.cell);
        for one in kept.iter().filter(|one| one.old && !one.written) {
            let Some(location) = one.of.location() else {
                continue;
            };
            let location = contract::words(self.input.slice(location.span));
            let is_place = |part: &Conjunct| {
                part.resource && contract::depends_on(self.input, &part.expr, &location)
            };
            let amount = contract::words(self.input.slice(one.origin));
            let clause = contract.clauses.iter().rev().find(|clause| {
                matches!(clause.kind, ClauseKind::Ensures(_) | ClauseKind::Context(_))
                    && all
                        .iter()
                        .any(|part| clause.span.contains(part.span) && part.words == amount)
            });
            let (true, Some(clause)) = (all.iter().any(is_place), clause) else {
                continue;
            };
            let indent = indentation(self.file, clause.span.start as usize);
            let (k, cell) = (&self.k, self.cells.cell(&self.k));
            let equation = entry::write(self.input, &one.of, None, &|expr| {
                self.rewriter.text(expr, &cell)
            });
            let text = format!(
                "{}{indent}ensures (\\forall int {k}; 0 <= {k} && {}; {equation});",
                self.eol.as_str(),
                self.cells.exists(k)
            );
            let at = clause.span.end as usize;
            edits.insert(clause.span.file, at, text, KEEP_PLACE).origin = Some(one.origin);
        }
    }

    /// The loop around the body.
    pub(super) fn body(&self, parts: &[Conjunct], kept: &[Kept], edits: &mut EditSet) {
        let body = &self.target.block.body;
        let unit = indentation_unit(self.file);
        let (open, close) = (body.span.start as usize + 1, body.span.end as usize - 1);
        let outer = indentation(
            self.file,
            if self.starts_line(close) { close } else { open },
        )
        .to_owned();
        let inner = format!("{outer}{unit}");
        let most = format!("{inner}{unit}");
        let inside = self.file.text.get(open..close).unwrap_or("");
        let start = open + (inside.len() - inside.trim_start().len());
        let span = Span::new(body.span.file, start, start + inside.trim().len());
        let mut lines = Snippet::generated(self.eol.as_str(), LOOP, Some(self.target.site.head));
        if let Some(one) = kept.iter().find(|one| !one.old) {
            let label = format!("label {};", self.start);
            self.line(&mut lines, &inner, &label, START, one.origin);
        }
        self.invariants(parts, kept, &inner, &mut lines);
        let (cells, step) = (&self.cells, &self.step);
        let iterator = &self.target.iterator;
        let ty = self.input.slice(iterator.ty.span);
        self.line(
            &mut lines,
            &inner,
            &format!(
                "for (int {step} = 0; {}; {step} = {step} + 1) {{",
                cells.exists(step)
            ),
            LOOP,
            iterator.span,
        );
        self.line(
            &mut lines,
            &most,
            &format!("{ty} {} = {};", iterator.name.name, cells.cell(step)),
            LOOP,
            iterator.span,
        );
        let carried = inner::carried(
            self.input,
            self.file,
            self.target,
            (parts, kept),
            &self.cell_start,
        );
        if let Some(one) = carried.first() {
            let label = format!("label {};", self.cell_start);
            self.line(&mut lines, &most, &label, START, one.origin);
        }
        if span.start < span.end {
            let first = body
                .statements
                .iter()
                .map(|stmt| stmt.span.start as usize)
                .find(|&at| self.starts_line(at));
            let from = indentation(self.file, first.unwrap_or(start));
            lines.push(most.as_str(), BODY, Some(span));
            lines.append(self.with_equations(span, &carried).reindented(from, &most));
            lines.push(self.eol.as_str(), BODY, Some(span));
        }
        self.line(&mut lines, &inner, "}", LOOP, iterator.span);
        lines.push(outer.as_str(), LOOP, Some(self.target.site.head));
        let place = Span::new(body.span.file, open, close);
        edits.push(Edit::from_snippet(place, &lines, LOOP));
    }

    /// The body's text, with the equations that its loops need.
    fn with_equations(&self, span: Span, carried: &[inner::Carried]) -> Snippet {
        let mut text = Snippet::new();
        let mut from = span.start as usize;
        for one in carried {
            let until = Span::new(span.file, from, one.at);
            text.append(Snippet::copy(self.file, until, BODY));
            let indent = indentation(self.file, one.clause);
            let line = format!("{}{indent}loop_invariant {};", self.eol.as_str(), one.text);
            text.push(line, UNCHANGED, Some(one.origin));
            from = one.at;
        }
        let rest = Span::new(span.file, from, span.end as usize);
        text.append(Snippet::copy(self.file, rest, BODY));
        text
    }

    pub(super) fn invariants(
        &self,
        parts: &[Conjunct],
        kept: &[Kept],
        indent: &str,
        lines: &mut Snippet,
    ) {
        let (cells, step, k) = (&self.cells, &self.step, &self.k);
        let mut add = |text: String, rule: &str, origin: Span| {
            self.line(
                lines,
                indent,
                &format!("loop_invariant {text};"),
                rule,
                origin,
            );
        };
        let range = self.target.iterator.span;
        if cells.inter() {
            add(format!("0 <= {step}"), BOUNDS, range);
            let last = cells.below(&format!("({step} - 1)"));
            add(format!("{step} == 0 || {last}"), BOUNDS, range);
        } else {
            let end = cells.reaches(step);
            add(
                format!("0 <= {step} && {step} <= {} && {end}", cells.size()),
                BOUNDS,
                range,
            );
        }
        let exists = cells.exists(k);
        let done = format!("{k} < {step}");
        for part in parts.iter().filter(|part| part.role != Role::After) {
            let quantified = part.is_quantified();
            // What does not depend on the heap is known all the while.
            if part.role == Role::Everywhere || !(part.resource || part.reads_heap) {
                continue;
            }
            let (text, rule) = match (part.role, quantified) {
                (Role::Both, true) => (self.for_all(part, "0", &exists), ALL),
                (Role::Both, false) => (self.under(cells.any(), part), ALL),
                (_, true) => (self.for_all(part, step, &exists), TO_DO),
                (_, false) => (self.under(Some(cells.exists(step)), part), TO_DO),
            };
            add(text, rule, part.span);
            // Right behind the permission, since what comes next may need the value.
            for one in kept.iter().filter(|one| one.origin == part.span) {
                let (from, rule) = if one.written || part.role == Role::Before {
                    (step.as_str(), TO_DO)
                } else {
                    ("0", ALL)
                };
                let cell = cells.cell(k);
                let equation = entry::write(
                    self.input,
                    &one.of,
                    (!one.old).then_some(self.start.as_str()),
                    &|expr| self.rewriter.text(expr, &cell),
                );
                add(
                    format!("(\\forall int {k}; {from} <= {k} && {exists}; {equation})"),
                    rule,
                    one.origin,
                );
            }
        }
        for part in parts.iter().filter(|part| part.role == Role::After) {
            let text = if part.is_quantified() {
                self.for_all(part, "0", &done)
            } else {
                self.under(Some(format!("0 < {step}")), part)
            };
            add(text, DONE, part.span);
        }
    }

    pub(super) fn for_all(&self, part: &Conjunct, from: &str, until: &str) -> String {
        for_all(&self.rewriter, &self.cells, part, &self.k, from, until)
    }

    pub(super) fn words_of(&self, part: &Conjunct) -> String {
        self.rewriter.text(&part.expr, "")
    }

    /// A conjunct that does not speak of the cell, under a condition.
    pub(super) fn under(&self, condition: Option<String>, part: &Conjunct) -> String {
        let words = self.words_of(part);
        match condition {
            Some(condition) => format!("({condition}) ==> ({words})"),
            None => words,
        }
    }

    pub(super) fn line(
        &self,
        lines: &mut Snippet,
        indent: &str,
        text: &str,
        rule: &str,
        origin: Span,
    ) {
        let text = format!("{indent}{text}{}", self.eol.as_str());
        lines.push(text, rule, Some(origin));
    }

    pub(super) fn starts_line(&self, at: usize) -> bool {
        let before = self.file.text.get(..at).unwrap_or("");
        let line = before.rfind('\n').map_or(before, |end| &before[end + 1..]);
        line.trim().is_empty()
    }
}
