//! Who holds what: the permissions of a parallel block's threads to the cells of its arrays, for
//! a small instance, from the contracts of the block and of its barriers.

mod amount;

use amount::{Amount, amount_of, number, truth};
use itertools::Itertools;
use seplog::report::ObligationReport;
use spec_lang::ast::{
    Barrier, BinaryOp, ClauseKind, Contract, Expr, ExprKind, Iterator as Range, Method, ParBlock,
    Program, Stmt, StmtKind, Visitor,
};
use spec_lang::facts;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Deref, DerefMut};
use text::code::Code;
use text::source::SourceFile;
use text::span::Span;

/// Lengths, bounds and other numbers that nothing else is known of are as large as the first of these with
/// which every block has at least two threads: of a block that was tiled, two tiles.
const SIZES: [i64; 3] = [8, 16, 32];
/// As many threads as can be told apart.
const MOST_THREADS: usize = 32;
/// As many values of a quantified variable are followed.
const MOST_VALUES: i64 = 1024;
/// As many steps of evaluation as a picture is worth.
const MOST_STEPS: usize = 200_000;

/// As many counterexamples of one block as are drawn.
const MOST_FAILURES: usize = 4;

/// The blocks of a method in the old and in the new text.
pub struct Beside {
    /// Of the old text; none if it is the new one.
    pub old: Vec<Picture>,
    /// Of the new text.
    pub new: Vec<Picture>,
}

/// A parallel block.
pub struct Picture {
    /// The method that it is of.
    pub method: String,
    /// Which.
    pub title: String,
    /// For which sizes, in words.
    pub sizes: String,
    /// The threads, by the values of the block's variables.
    pub threads: Vec<String>,
    /// At the start, after each barrier in the order of the text, at the end.
    pub stages: Vec<Stage>,
    /// Clauses that are not drawn.
    pub left_out: Vec<String>,
    /// What does not hold, if the picture is drawn for that.
    pub failure: Option<Failure>,
}

/// What does not hold, as a picture shows it.
pub struct Failure {
    /// The obligation's code.
    pub code: Code,
    /// What may go wrong.
    pub message: String,
    /// The line it is about.
    pub line: usize,
    /// The cells it is about, in words: which thread, which cell, what it has there.
    pub cells: Vec<String>,
    /// Further failures of this block that are not drawn.
    pub more: usize,
}

/// The permissions held at one point.
pub struct Stage {
    /// When.
    pub name: String,
    /// By array: thread, cell, amount.
    pub arrays: BTreeMap<String, Vec<Cell>>,
    /// Cells that a failure is about: array, thread, index.
    pub marks: Vec<(String, usize, i64)>,
}

/// A thread's permission to a cell.
pub struct Cell {
    /// The thread's number in [`Picture::threads`].
    pub thread: usize,
    /// The cell's index.
    pub index: i64,
    /// The amount in words.
    pub amount: String,
    /// Whether it is the whole.
    pub whole: bool,
}

/// The blocks of a file, method by method, for sizes that both texts have; those of a new text that does not
/// verify are drawn for its counterexamples.
pub fn beside(old: &SourceFile, new: &SourceFile, failed: &[&ObligationReport]) -> Vec<Beside> {
    let alike = old.text == new.text;
    let all = |size: i64| {
        let before = match alike {
            true => Vec::new(),
            false => of(old, &[], size),
        };
        (before, of(new, failed, size))
    };
    let tells = |pictures: &[Picture]| pictures.iter().all(|one| one.threads.len() > 1);
    let sizes = SIZES.iter().copied();
    let size = sizes.clone().find(|size| {
        let (before, after) = all(*size);
        tells(&before) && tells(&after)
    });
    let (before, after) = all(size.unwrap_or(SIZES[0]));
    let mut found: Vec<(String, Beside)> = Vec::new();
    let mut put = |picture: Picture, is_old: bool| {
        let at = found.iter().position(|(name, _)| *name == picture.method);
        let at = at.unwrap_or_else(|| {
            let (old, new) = (Vec::new(), Vec::new());
            found.push((picture.method.clone(), Beside { old, new }));
            found.len() - 1
        });
        if let Some((_, beside)) = found.get_mut(at) {
            let side = if is_old {
                &mut beside.old
            } else {
                &mut beside.new
            };
            side.push(picture);
        }
    };
    before.into_iter().for_each(|picture| put(picture, true));
    after.into_iter().for_each(|picture| put(picture, false));
    found.into_iter().map(|(_, beside)| beside).collect()
}

/// A picture for each parallel block of a file, or one for each of the `failed` obligations in
/// it, drawn for its counterexample; none if it does not parse. What is left open is of this size.
fn of(source: &SourceFile, failed: &[&ObligationReport], size: i64) -> Vec<Picture> {
    let parsed = spec_lang::parse::parse(std::slice::from_ref(source));
    let mut find = Find {
        source,
        program: &parsed.program,
        failed,
        method: String::new(),
        outer: Values::open(size),
        found: Vec::new(),
    };
    find.visit_program(&parsed.program);
    find.found
}

struct Find<'a> {
    source: &'a SourceFile,
    program: &'a Program,
    failed: &'a [&'a ObligationReport],
    method: String,
    /// Values of the variables of the blocks around.
    outer: Values,
    found: Vec<Picture>,
}

impl Visitor for Find<'_> {
    fn visit_method(&mut self, method: &Method) {
        self.method.clone_from(&method.name.name);
        self.outer.clear();
        self.walk_method(method);
    }

    fn visit_par_block(&mut self, block: &ParBlock) {
        let inside = |one: &&&ObligationReport| same_place(block.span, one.span);
        let failed: Vec<&ObligationReport> = self.failed.iter().filter(inside).copied().collect();
        let drawn: Vec<Picture> = failed
            .iter()
            .filter_map(|one| self.draw(block, Some(one)))
            .take(MOST_FAILURES)
            .collect();
        match drawn.is_empty() {
            true => self.found.extend(self.draw(block, None)),
            false => {
                let more = failed.len().saturating_sub(drawn.len());
                self.found.extend(drawn);
                let last = self.found.last_mut().and_then(|last| last.failure.as_mut());
                if let Some(failure) = last {
                    failure.more = more;
                }
            }
        }
        // What is inside is drawn for the first thread of this one.
        let outer = self.outer.clone();
        for one in &block.iterators {
            if let Some(low) = number(&one.low, &self.outer) {
                self.outer.insert(one.name.name.clone(), low);
            }
        }
        self.walk_par_block(block);
        self.outer = outer;
    }
}

/// Whether one place is within another, file numbers aside: the tree is of one file alone.
fn same_place(outer: Span, inner: Span) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

impl Find<'_> {
    fn draw(&self, block: &ParBlock, failed: Option<&ObligationReport>) -> Option<Picture> {
        let mut known = self.outer.clone();
        known.extend(failed.map(values).unwrap_or_default());
        let mut threads = threads(&block.iterators, &known)?;
        let own: Vec<&str> = block
            .iterators
            .iter()
            .map(|one| one.name.name.as_str())
            .collect();
        let marks = failed.map_or_else(Vec::new, |one| self.marks(one, &known));
        let threads_of: Vec<Vec<usize>> = marks
            .iter()
            .map(|mark| numbers_of(&mut threads, &own, mark))
            .collect();
        if threads.is_empty() {
            return None;
        }
        let name = block
            .name
            .as_ref()
            .map_or("block", |name| name.name.as_str());
        let head = block
            .iterators
            .iter()
            .map(|one| self.source.slice(one.span).to_owned())
            .join(", ");
        let mut drawing = Drawing {
            source: self.source,
            threads: &threads,
            reach: reach(&known),
            left_out: Vec::new(),
            steps: 0,
        };
        let mut held = drawing.amounts(&block.contract, true);
        let mut stages = vec![stage("at the start", &held)];
        let mut barriers = Barriers(Vec::new());
        barriers.visit_block(&block.body);
        for (number, (_, barrier)) in barriers.0.iter().enumerate() {
            // What a barrier does not ask for stays with its thread.
            take(&mut held, drawing.amounts(&barrier.contract, true));
            give(&mut held, drawing.amounts(&barrier.contract, false));
            stages.push(stage(&format!("after barrier {}", number + 1), &held));
        }
        stages.push(stage(
            "at the end",
            &drawing.amounts(&block.contract, false),
        ));
        let mut left_out = drawing.left_out;
        left_out.sort();
        left_out.dedup();
        let mut failure = failed.map(|one| Failure {
            code: one.code,
            message: one.message.clone(),
            line: self.source.line_column(one.span.start as usize).line,
            cells: Vec::new(),
            more: 0,
        });
        for (mark, numbers) in marks.iter().zip(threads_of) {
            let at = stage_of(block, &barriers.0, mark.span).min(stages.len() - 1);
            for number in numbers {
                let (Some(thread), Some(stage)) = (threads.get(number), stages.get_mut(at)) else {
                    continue;
                };
                let mut values = mark.values.clone();
                values.extend(thread.known.clone());
                let Some((array, index)) = cell_of(self.source, &mark.place, &values, true) else {
                    continue;
                };
                let held = stage.arrays.get(&array).and_then(|cells| {
                    let mut cells = cells.iter();
                    cells.find(|cell| cell.thread == number && cell.index == index)
                });
                // What is said is what is drawn.
                let has = match (&mark.amount, held) {
                    _ if failed.is_some_and(|one| one.code == Code::V002) => {
                        "is outside its bounds with".to_owned()
                    }
                    (Some(_), Some(cell)) => format!("asks for {} of", cell.amount),
                    (Some(amount), None) if mark.all => {
                        format!("asks, with all others together, for {amount} of")
                    }
                    (Some(amount), None) => format!("asks for {amount} of"),
                    (None, Some(cell)) => format!("holds {} of", cell.amount),
                    (None, None) => "holds nothing of".to_owned(),
                };
                if let Some(failure) = &mut failure {
                    let (when, who) = (&stage.name, described(thread, &own));
                    failure
                        .cells
                        .push(format!("{when}: {who} {has} {array}[{index}]"));
                }
                stage.arrays.entry(array.clone()).or_default();
                stage.marks.push((array, number, index));
            }
        }
        if let Some(failure) = &mut failure {
            failure.cells.dedup();
        }
        stages
            .iter()
            .any(|stage| !stage.arrays.is_empty())
            .then(|| Picture {
                method: self.method.clone(),
                title: format!("{name} in {}, ({head})", self.method),
                sizes: sizes(&known, &own, failed.is_some()),
                threads: threads.iter().map(|one| described(one, &own)).collect(),
                stages,
                left_out,
                failure,
            })
    }

    /// The cells that an obligation is about, with the values of its counterexample.
    fn marks(&self, obligation: &ObligationReport, known: &Values) -> Vec<Mark> {
        let mut found = Vec::new();
        for thread in &obligation.threads {
            let mut values = known.clone();
            // Each column has values of its own.
            values.retain(|name, _| thread.values.iter().all(|(own, _)| own != name));
            values.extend(numbers(&thread.values));
            let all = thread.values.iter().any(|(_, value)| value == "all");
            found.extend(self.place(thread.span).map(|place| Mark {
                span: thread.span,
                place,
                values,
                all,
                amount: thread.amount.clone(),
            }));
        }
        if found.is_empty() {
            found.extend(self.place(obligation.span).map(|place| Mark {
                span: obligation.span,
                place,
                values: known.clone(),
                all: false,
                amount: None,
            }));
        }
        found
    }

    /// The element that is written at a place.
    fn place(&self, span: Span) -> Option<Expr> {
        let mut at = At { span, found: None };
        at.visit_program(self.program);
        at.found
    }
}

/// Cells that a failure is about.
struct Mark {
    span: Span,
    /// The element as written.
    place: Expr,
    /// The values that are known of the thread and around it.
    values: Values,
    /// Whether every thread asks for it.
    all: bool,
    /// How much is asked for, if that is at issue.
    amount: Option<String>,
}

/// The element written at a place: an access, the target of an assignment, or that of `Perm`.
struct At {
    span: Span,
    found: Option<Expr>,
}

impl Visitor for At {
    fn visit_stmt(&mut self, stmt: &Stmt) {
        if let StmtKind::Assign { target, .. } = &stmt.kind
            && same_place(stmt.span, self.span)
            && same_place(self.span, stmt.span)
            && matches!(target.kind, ExprKind::Index(..))
        {
            self.found = Some(target.clone());
        }
        self.walk_stmt(stmt);
    }

    fn visit_expr(&mut self, expr: &Expr) {
        let here = same_place(expr.span, self.span) && same_place(self.span, expr.span);
        if here && self.found.is_none() {
            let place = match &expr.kind {
                ExprKind::Perm(place, _) => place,
                ExprKind::Index(..) => expr,
                _ => return self.walk_expr(expr),
            };
            self.found = Some(place.clone());
        }
        self.walk_expr(expr);
    }
}

/// The numbers of a counterexample.
fn values(obligation: &ObligationReport) -> BTreeMap<String, i64> {
    numbers(&obligation.counterexample)
}

fn numbers(pairs: &[(String, String)]) -> BTreeMap<String, i64> {
    let number = |(name, value): &(String, String)| Some((name.clone(), value.parse().ok()?));
    pairs.iter().filter_map(number).collect()
}

/// How far quantified variables are followed.
fn reach(known: &Values) -> i64 {
    let most = known.values().copied().max().unwrap_or(known.open);
    most.clamp(known.open, 4 * known.open) + 2
}

/// The sizes in words, without the block's own variables.
fn sizes(known: &Values, own: &[&str], failed: bool) -> String {
    let others: Vec<String> = known
        .iter()
        .filter(|(name, _)| !own.contains(&name.as_str()))
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    let (others, open) = (others.join(", "), known.open);
    match (failed, others.is_empty()) {
        (true, false) => format!("drawn for the counterexample {others}"),
        (false, false) => format!("drawn for {others}; sizes that are left open are {open}"),
        (_, true) => format!("sizes that are left open are {open}"),
    }
}

/// The threads that a mark is about; one that is not drawn yet is added. None if the values do
/// not tell which one it is.
fn numbers_of(threads: &mut Vec<Values>, own: &[&str], mark: &Mark) -> Vec<usize> {
    let known = own
        .iter()
        .filter_map(|name| Some((*name, *mark.values.get(*name)?)));
    let known: Vec<(&str, i64)> = known.collect();
    if known.len() < own.len() && !mark.all {
        return Vec::new();
    }
    let same = |thread: &Values| {
        known
            .iter()
            .all(|(name, value)| thread.get(*name) == Some(value))
    };
    let found: Vec<usize> = (0..threads.len())
        .filter(|at| threads.get(*at).is_some_and(same))
        .collect();
    if !found.is_empty() || mark.all {
        return found;
    }
    let mut thread = mark.values.clone();
    thread.extend(
        known
            .iter()
            .map(|(name, value)| ((*name).to_owned(), *value)),
    );
    threads.push(thread);
    vec![threads.len() - 1]
}

/// Which stage a place of a block belongs to.
fn stage_of(block: &ParBlock, barriers: &[(Span, Barrier)], span: Span) -> usize {
    let is_post = |contract: &Contract| {
        contract.clauses.iter().any(|clause| {
            matches!(clause.kind, ClauseKind::Ensures(_)) && same_place(clause.span, span)
        })
    };
    if !same_place(block.body.span, span) {
        return match is_post(&block.contract) {
            true => barriers.len() + 1,
            false => 0,
        };
    }
    let passed = |(at, barrier): &&(Span, Barrier)| {
        at.end <= span.start || same_place(*at, span) && is_post(&barrier.contract)
    };
    barriers.iter().filter(passed).count()
}

struct Barriers(Vec<(Span, Barrier)>);

impl Visitor for Barriers {
    // A block inside has barriers of its own.
    fn visit_par_block(&mut self, _: &ParBlock) {}

    fn visit_stmt(&mut self, stmt: &spec_lang::ast::Stmt) {
        if let spec_lang::ast::StmtKind::Barrier(barrier) = &stmt.kind {
            self.0.push((stmt.span, barrier.clone()));
        }
        self.walk_stmt(stmt);
    }
}

/// What is known of names, and what others are.
#[derive(Clone, Debug)]
struct Values {
    known: BTreeMap<String, i64>,
    /// The value of a name that has none.
    open: i64,
}

impl Values {
    fn open(open: i64) -> Values {
        let known = BTreeMap::new();
        Values { known, open }
    }
}

impl Deref for Values {
    type Target = BTreeMap<String, i64>;

    fn deref(&self) -> &Self::Target {
        &self.known
    }
}

impl DerefMut for Values {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.known
    }
}

/// A thread by its own variables.
fn described(values: &Values, own: &[&str]) -> String {
    let own = values
        .iter()
        .filter(|(name, _)| own.contains(&name.as_str()));
    own.map(|(name, value)| format!("{name} = {value}"))
        .join(", ")
}

/// The threads of a small instance, in which these values are known.
fn threads(iterators: &[Range], known: &Values) -> Option<Vec<Values>> {
    let mut found = vec![known.clone()];
    for one in iterators {
        let mut next = Vec::new();
        for values in &found {
            let low = number(&one.low, values)?;
            let high = number(&one.high, values)?.min(low.checked_add(values.open)?);
            for value in low..high {
                let mut values = values.clone();
                values.insert(one.name.name.clone(), value);
                next.push(values);
            }
        }
        found = next;
    }
    found.truncate(MOST_THREADS);
    Some(found)
}

/// By array, thread and cell.
type Amounts = BTreeMap<String, BTreeMap<(usize, i64), Amount>>;

fn give(held: &mut Amounts, more: Amounts) {
    for (array, cells) in more {
        let own = held.entry(array).or_default();
        for (at, amount) in cells {
            let cell = own.entry(at).or_default();
            *cell = cell.clone().plus(amount);
        }
    }
}

fn take(held: &mut Amounts, less: Amounts) {
    for (array, cells) in less {
        let own = held.entry(array).or_default();
        for (at, amount) in cells {
            let cell = own.entry(at).or_default();
            *cell = cell.clone().plus(amount.negated());
        }
    }
}

fn stage(name: &str, held: &Amounts) -> Stage {
    let arrays = held.iter().map(|(array, cells)| {
        let cells = cells.iter().filter(|(_, amount)| amount.is_some());
        let cells = cells.map(|((thread, index), amount)| Cell {
            thread: *thread,
            index: *index,
            whole: amount.is_whole(),
            amount: amount.words(),
        });
        (array.clone(), cells.collect())
    });
    Stage {
        name: name.to_owned(),
        arrays: arrays.collect(),
        marks: Vec::new(),
    }
}

struct Drawing<'a> {
    source: &'a SourceFile,
    threads: &'a [Values],
    /// How far quantified variables without a range are followed.
    reach: i64,
    left_out: Vec<String>,
    steps: usize,
}

impl Drawing<'_> {
    /// The permissions of all threads that a contract asks for, or gives.
    fn amounts(&mut self, contract: &Contract, before: bool) -> Amounts {
        let mut amounts = Amounts::new();
        for clause in &contract.clauses {
            let expr = match &clause.kind {
                ClauseKind::Context(expr) | ClauseKind::ContextEverywhere(expr) => expr,
                ClauseKind::Requires(expr) if before => expr,
                ClauseKind::Ensures(expr) if !before => expr,
                _ => continue,
            };
            for (number, values) in self.threads.iter().enumerate() {
                let mut add = |array: String, index: i64, amount: Amount| {
                    let cells = amounts.entry(array).or_default();
                    let cell = cells.entry((number, index)).or_default();
                    *cell = cell.clone().plus(amount);
                };
                if self.collect(expr, values, &mut add).is_none() {
                    let text = self.source.slice(clause.span);
                    self.left_out.push(text.split_whitespace().join(" "));
                    break;
                }
            }
        }
        amounts
    }

    /// The permissions of an assertion for one thread; none if something cannot be evaluated.
    fn collect(
        &mut self,
        expr: &Expr,
        values: &Values,
        add: &mut impl FnMut(String, i64, Amount),
    ) -> Option<()> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return None;
        }
        match &expr.kind {
            ExprKind::Binary(BinaryOp::And | BinaryOp::Star, a, b) => {
                self.collect(a, values, add)?;
                self.collect(b, values, add)
            }
            ExprKind::Binary(BinaryOp::Implies, a, b) => {
                if !has_permissions(b) {
                    return Some(());
                }
                match truth(a, values)? {
                    true => self.collect(b, values, add),
                    false => Some(()),
                }
            }
            ExprKind::Conditional(c, a, b) if has_permissions(expr) => match truth(c, values)? {
                true => self.collect(a, values, add),
                false => self.collect(b, values, add),
            },
            ExprKind::Perm(place, amount) => {
                let (name, index) = cell_of(self.source, place, values, false)?;
                add(name, index, amount_of(amount, values)?);
                Some(())
            }
            ExprKind::Quantifier {
                binders,
                range,
                body,
                ..
            } if has_permissions(body) => {
                let mut all = vec![values.clone()];
                for binder in binders {
                    let mut next = Vec::new();
                    for values in &all {
                        let (low, high) = match &binder.range {
                            Some((low, high)) => (number(low, values)?, number(high, values)?),
                            // Nothing outside the bounds of the condition has a cell.
                            None => {
                                let mut bounds = (-1, self.reach);
                                let condition = range.as_deref().or(match &body.kind {
                                    ExprKind::Binary(BinaryOp::Implies, left, _) => Some(left),
                                    _ => None,
                                });
                                if let Some(condition) = condition {
                                    narrow(&binder.name.name, condition, values, &mut bounds);
                                }
                                bounds
                            }
                        };
                        for value in low..high.min(low.checked_add(MOST_VALUES)?) {
                            let mut values = values.clone();
                            values.insert(binder.name.name.clone(), value);
                            next.push(values);
                        }
                    }
                    all = next;
                }
                let free = binders.iter().any(|binder| binder.range.is_none());
                let bounded =
                    range.is_some() || matches!(body.kind, ExprKind::Binary(BinaryOp::Implies, ..));
                if free && !bounded {
                    return None;
                }
                for values in &all {
                    let inside = match range {
                        Some(range) => truth(range, values)?,
                        None => true,
                    };
                    if inside {
                        self.collect(body, values, add)?;
                    }
                }
                Some(())
            }
            // Tokens and rows are no cells.
            ExprKind::Held(_)
            | ExprKind::Idle(_)
            | ExprKind::Running(_)
            | ExprKind::Committed(_)
            | ExprKind::Matrix(..) => Some(()),
            _ if has_permissions(expr) => None,
            _ => Some(()),
        }
    }
}

/// The bounds that a condition names for a variable.
fn narrow(name: &str, condition: &Expr, values: &Values, bounds: &mut (i64, i64)) {
    let ExprKind::Binary(op, left, right) = &condition.kind else {
        return;
    };
    let is_it = |expr: &Expr| matches!(&expr.kind, ExprKind::Name(one) if one.name == name);
    let (op, other) = match (op, is_it(left), is_it(right)) {
        (BinaryOp::And, ..) => {
            narrow(name, left, values, bounds);
            return narrow(name, right, values, bounds);
        }
        (BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge, true, false) => (*op, right),
        (BinaryOp::Lt, false, true) => (BinaryOp::Gt, left),
        (BinaryOp::Le, false, true) => (BinaryOp::Ge, left),
        (BinaryOp::Gt, false, true) => (BinaryOp::Lt, left),
        (BinaryOp::Ge, false, true) => (BinaryOp::Le, left),
        _ => return,
    };
    let Some(bound) = number(other, values) else {
        return;
    };
    match op {
        BinaryOp::Lt => bounds.1 = bound,
        BinaryOp::Le => bounds.1 = bound.saturating_add(1),
        BinaryOp::Gt => bounds.0 = bound.saturating_add(1),
        _ => bounds.0 = bound,
    }
}

/// An element's array and index; `exact`: every name in the index must have a value.
fn cell_of(
    source: &SourceFile,
    place: &Expr,
    values: &Values,
    exact: bool,
) -> Option<(String, i64)> {
    let ExprKind::Index(array, index) = &place.kind else {
        return None;
    };
    let at = |index: &Expr| match exact && !all_known(index, values) {
        true => None,
        false => number(index, values),
    };
    Some(match &array.kind {
        // A matrix is drawn row by row.
        ExprKind::Index(matrix, row) => {
            let name = source.slice(matrix.span);
            (format!("{name}[{}]", at(row)?), at(index)?)
        }
        _ => (source.slice(array.span).to_owned(), at(index)?),
    })
}

/// Whether each name in it has a value.
fn all_known(expr: &Expr, values: &Values) -> bool {
    struct Known<'a>(&'a Values, bool);
    impl Visitor for Known<'_> {
        fn visit_expr(&mut self, expr: &Expr) {
            match &expr.kind {
                ExprKind::Name(name) => self.1 &= self.0.contains_key(&name.name),
                ExprKind::Member(base, _) => {
                    if let ExprKind::Name(base) = &base.kind {
                        self.1 &= self.0.contains_key(&format!("{}.length", base.name));
                    }
                }
                _ => self.walk_expr(expr),
            }
        }
    }
    let mut known = Known(values, true);
    known.visit_expr(expr);
    known.1
}

/// Whether an assertion has permissions that are drawn: what a predicate hides is not.
fn has_permissions(expr: &Expr) -> bool {
    facts::has_permissions_where(expr, &|_| false)
}

/// The arrays of all stages, in order of name.
pub fn arrays(picture: &Picture) -> BTreeSet<&str> {
    let stages = picture.stages.iter();
    stages
        .flat_map(|stage| stage.arrays.keys().map(String::as_str))
        .collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn permissions_of_a_stencil() {
        let source = SourceFile::new(
            "x.pvl",
            "void m(int[] a, int[] b, int n) {
              par T (int t = 0 .. n)
                context Perm(b[t], write);
                context Perm(a[t], 1\\4);
                context t > 0 ==> Perm(a[t - 1], 1\\4);
                context (\\forall* int k; 0 <= k && k < 2; Perm(c[k], read));
              { barrier(T) requires Perm(b[t], write); ensures Perm(b[t], 1\\2); { } }
            }",
        );
        let pictures = of(&source, &[], 8);
        let picture = pictures.first().unwrap();
        assert_eq!(picture.threads.len(), 8);
        assert_eq!(picture.stages.len(), 3);
        let before = picture.stages.first().unwrap();
        assert_eq!(before.arrays["b"].len(), 8);
        assert!(before.arrays["b"].iter().all(|cell| cell.whole));
        assert_eq!(before.arrays["a"].len(), 15);
        assert_eq!(before.arrays["c"].len(), 16);
        let after = &picture.stages[1];
        assert_eq!(after.arrays["b"][3].amount, "1/2");
        // What the barrier does not mention is kept.
        assert_eq!(after.arrays["a"].len(), 15);
        assert!(picture.left_out.is_empty());
    }
}
