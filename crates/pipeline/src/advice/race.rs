//! A missing permission in a parallel block, said as what it is: two threads that use one location,
//! one of them to write, with no barrier between.
//!
//! That there is a race is only said where the counterexample is confirmed, everything on the way
//! to both uses is known in it, and another thread of the block comes to the same location.
//! Where something of that is open, there may be one.

use super::accesses::{Access, Accesses, of_block};
use super::values::{self, Values};
use super::{fix, line_at, text_at};
use seplog::report::failure::{Failure, Place};
use seplog::report::{ObligationReport, Outcome};
use spec_lang::ast::{
    Body, Clause, ClauseKind, Contract, Expr, ExprKind, Method, ParBlock, Program, Stmt, StmtKind,
    Visitor,
};
use std::collections::BTreeMap;
use text::diagnostics::{Fix, Label, Replacement};
use text::source::SourceFile;
use text::span::Span;

/// As many threads are looked at for one that is in the way.
const MOST_THREADS: i128 = 4096;

/// So many threads more than the counterexample has are looked at for one that may be in the way: the
/// counterexample is as small as it can be, and the program is for more.
const MORE_THREADS: i128 = 4;

/// A use by another thread that is in the way.
struct Conflict<'a> {
    other: Access<'a>,
    /// The thread; none if it is not known which.
    thread: Option<Vec<i128>>,
    /// Whether that thread comes there for certain.
    certain: bool,
}

/// Says of an obligation about the permission for a location that it is a race, if it is one or may
/// be one.
pub(super) fn name(obligation: &mut ObligationReport, program: &Program, files: &[SourceFile]) {
    let wants_write = match &obligation.failure {
        Failure::ReadPermission(Place::Element | Place::Field(_)) => false,
        Failure::WritePermission(Place::Element | Place::Field(_)) => true,
        _ => return,
    };
    let mut found = Find {
        target: obligation.span,
        method: None,
        block: None,
    };
    found.visit_program(program);
    let (Some(method), Some(block)) = (found.method, found.block) else {
        return;
    };
    let accesses = of_block(&block);
    if accesses.is_ordered || !block.body.span.contains(obligation.span) {
        return;
    }
    let own = accesses
        .all
        .iter()
        .find(|access| access.writes == wants_write && is_of(access, obligation.span));
    let Some(own) = own else { return };
    let place = Looking {
        obligation,
        block: &block,
        accesses: &accesses,
        own,
        files,
        plain: !is_abstract_before(&method, own.span),
    };
    let Some(conflict) = place.conflict() else {
        if let Some(help) = place.not_handed_on() {
            obligation.help = Some(help);
        }
        return;
    };
    let said = place.said(&conflict);
    let (label, help, fix) = (
        place.label(&conflict),
        place.help(&conflict),
        place.barrier(&conflict),
    );
    obligation.message = said;
    obligation.hints.extend(label);
    // What is said of the amount of a permission has nothing to do with a race.
    if let Some(help) = help {
        obligation.help = Some(help);
    }
    if fix.is_some() {
        obligation.fix = fix;
    }
}

/// Whether an access is the one that a place of the checker means.
fn is_of(access: &Access<'_>, span: Span) -> bool {
    let short = match &access.place.kind {
        // The checker's own place of an element ends before the bracket.
        ExprKind::Index(array, index) => Some(array.span.to(index.span)),
        _ => None,
    };
    access.span == span || access.place.span == span || short == Some(span)
}

/// The method and the innermost block around a place.
struct Find {
    target: Span,
    method: Option<Method>,
    block: Option<ParBlock>,
}

impl Visitor for Find {
    fn visit_method(&mut self, method: &Method) {
        if let Body::Block(block) = &method.body
            && block.span.contains(self.target)
        {
            self.method = Some(method.clone());
            self.walk_method(method);
        }
    }

    fn visit_par_block(&mut self, block: &ParBlock) {
        if block.body.span.contains(self.target) {
            self.block = Some(block.clone());
            self.walk_par_block(block);
        }
    }
}

/// Whether something before a place lets the checker forget what really happened: then its state
/// is one that contracts allow, and not for certain one of a run.
fn is_abstract_before(method: &Method, place: Span) -> bool {
    struct Forgets {
        place: Span,
        found: bool,
    }
    impl Visitor for Forgets {
        fn visit_contract(&mut self, _: &Contract) {}

        fn visit_stmt(&mut self, stmt: &Stmt) {
            if stmt.span.start >= self.place.start {
                return;
            }
            self.found |= match &stmt.kind {
                StmtKind::Block(_)
                | StmtKind::Local { .. }
                | StmtKind::Assign { .. }
                | StmtKind::Expr(_)
                | StmtKind::If { .. } => false,
                StmtKind::Par(_) => !stmt.span.contains(self.place),
                _ => true,
            };
            self.walk_stmt(stmt);
        }

        fn visit_expr(&mut self, expr: &Expr) {
            let forgets = matches!(&expr.kind, ExprKind::Call(_) | ExprKind::Any);
            self.found |= forgets && expr.span.start < self.place.start;
            self.walk_expr(expr);
        }
    }
    let mut forgets = Forgets {
        place,
        found: false,
    };
    if let Body::Block(block) = &method.body {
        forgets.visit_block(block);
    }
    forgets.found
}

/// What is looked at.
struct Looking<'a> {
    obligation: &'a ObligationReport,
    block: &'a ParBlock,
    accesses: &'a Accesses<'a>,
    own: &'a Access<'a>,
    files: &'a [SourceFile],
    /// Whether the checker's state is one of a run.
    plain: bool,
}

impl<'a> Looking<'a> {
    /// An element's array as written and its indices, outermost first; of a field no index.
    fn location(&self, place: &'a Expr) -> Option<(&'a str, Vec<&'a Expr>)> {
        let mut indices = Vec::new();
        let mut base = place;
        while let ExprKind::Index(inner, index) = &base.kind {
            indices.insert(0, index.as_ref());
            base = inner;
        }
        let own = base.names().into_iter().any(|name| {
            self.accesses.locals.contains_key(&name)
                || self.block.iterators.iter().any(|it| it.name.name == name)
        });
        (!own).then_some((text_at(self.files, base.span)?, indices))
    }

    /// What the counterexample says.
    fn given(&self) -> BTreeMap<String, i128> {
        values::given(&self.obligation.counterexample)
    }

    /// What is the same in all threads.
    fn shared(&self) -> BTreeMap<String, i128> {
        let mut numbers = self.given();
        numbers.retain(|name, _| {
            !self.accesses.locals.contains_key(name)
                && !self.block.iterators.iter().any(|it| it.name.name == *name)
        });
        numbers
    }

    /// The thread of the counterexample.
    fn thread(&self) -> Option<Vec<i128>> {
        let given = self.given();
        let iterators = self.block.iterators.iter();
        iterators
            .map(|it| given.get(&it.name.name).copied())
            .collect()
    }

    /// All threads, as far as their ranges are known, and so many `more` in each dimension.
    fn threads(&self, more: i128) -> Option<Vec<Vec<i128>>> {
        let values = Values {
            numbers: self.shared(),
            ..Values::default()
        };
        let mut threads = vec![Vec::new()];
        for iterator in &self.block.iterators {
            let (low, high) = (
                values.number(&iterator.low)?,
                values.number(&iterator.high)?,
            );
            let high = high.saturating_add(more);
            let range = low..high.min(low.saturating_add(MOST_THREADS));
            threads = threads
                .iter()
                .flat_map(|thread: &Vec<i128>| {
                    range.clone().map(|value| {
                        let mut thread = thread.clone();
                        thread.push(value);
                        thread
                    })
                })
                .take(usize::try_from(MOST_THREADS).unwrap_or(usize::MAX))
                .collect();
        }
        Some(threads)
    }

    /// What is known of another thread.
    fn values_of(&self, thread: &[i128]) -> Values<'a> {
        let mut numbers = self.shared();
        for (iterator, value) in self.block.iterators.iter().zip(thread) {
            numbers.insert(iterator.name.name.clone(), *value);
        }
        let fixed = self.accesses.locals.iter();
        let fixed = fixed.filter_map(|(name, value)| Some((name.clone(), (*value)?)));
        Values {
            numbers,
            fixed: fixed.collect(),
        }
    }

    /// The use that is most certainly in the way.
    fn conflict(&self) -> Option<Conflict<'a>> {
        let (array, _) = self.location(self.own.place)?;
        let mut open = None;
        // What stands next to it, first: a use in front of it, else behind it.
        let mut others: Vec<&Access<'a>> = self.accesses.all.iter().collect();
        others.sort_by_key(|other| {
            let distance = other.span.start.abs_diff(self.own.span.start);
            (!other.writes, distance)
        });
        for other in others {
            let same = self.location(other.place).is_some_and(|at| at.0 == array);
            if !same || !(other.writes || self.own.writes) || self.is_between(other) {
                continue;
            }
            match self.meets(other) {
                Some(conflict) if conflict.certain => return Some(conflict),
                Some(conflict) => {
                    let better =
                        |old: &Conflict<'_>| old.thread.is_none() && conflict.thread.is_some();
                    if open.as_ref().is_none_or(better) {
                        open = Some(conflict);
                    }
                }
                None => {}
            }
        }
        open
    }

    /// Whether a barrier stands between the two.
    fn is_between(&self, other: &Access<'_>) -> bool {
        let from = self.own.span.start.min(other.span.start);
        let to = self.own.span.end.max(other.span.end);
        let mut barriers = self.accesses.barriers.iter();
        barriers.any(|barrier| from < barrier.start && barrier.end < to)
    }

    /// That the barrier between gives no thread anything of the array, if so.
    fn not_handed_on(&self) -> Option<String> {
        let (array, _) = self.location(self.own.place)?;
        let others = self.accesses.all.iter().filter(|other| other.writes);
        let before = |span: Span| span.end <= self.own.span.start;
        let mut written = others.filter(|other| {
            before(other.span) && self.location(other.place).is_some_and(|at| at.0 == array)
        });
        let written = written.next()?;
        let barriers = self
            .accesses
            .barriers
            .iter()
            .filter(|barrier| before(**barrier));
        let barrier = barriers.max_by_key(|barrier| barrier.start)?;
        let text = self.files.get(barrier.file as usize)?.slice(*barrier);
        let between = written.span.end <= barrier.start;
        if !between || text.contains(&format!("{array}[")) {
            return None;
        }
        let place = text_at(self.files, self.own.place.span)?;
        let amount = if self.own.writes { "write" } else { "read" };
        Some(format!(
            "the barrier in line {} hands on only what its contract says: let it take the permission for \
             `{array}` (`requires`), and give this thread `Perm({place}, {amount})` (`ensures`)",
            line_at(self.files, *barrier)
        ))
    }

    /// Whether another thread comes to the same location by this use.
    fn meets(&self, other: &Access<'a>) -> Option<Conflict<'a>> {
        let (_, own_indices) = self.location(self.own.place)?;
        let (_, indices) = self.location(other.place)?;
        if own_indices.len() != indices.len() {
            return None;
        }
        let conflict = |thread, certain| Conflict {
            other: other.clone(),
            thread,
            certain,
        };
        let mine = Values {
            numbers: self.given(),
            ..Values::default()
        };
        let at: Option<Vec<i128>> = own_indices.iter().map(|e| mine.number(e)).collect();
        let (Some(at), Some(me)) = (at, self.thread()) else {
            return Some(conflict(None, false));
        };
        let certain = self.plain
            && self.obligation.outcome == Outcome::Refuted
            && !self.own.unsure
            && !other.unsure;
        let mut open = None;
        for more in [0, MORE_THREADS] {
            let Some(threads) = self.threads(more) else {
                return Some(conflict(None, false));
            };
            for thread in threads.into_iter().filter(|thread| *thread != me) {
                let values = self.values_of(&thread);
                let there: Option<Vec<i128>> = indices.iter().map(|e| values.number(e)).collect();
                let guards: Vec<Option<bool>> = other
                    .guards
                    .iter()
                    .map(|(condition, wanted)| Some(values.truth(condition)? == *wanted))
                    .collect();
                let elsewhere = there.as_ref().is_some_and(|there| *there != at);
                if elsewhere || guards.contains(&Some(false)) {
                    continue;
                }
                let known = there.is_some();
                if known && certain && more == 0 && !guards.contains(&None) {
                    return Some(conflict(Some(thread), true));
                }
                let better = |old: &Conflict<'_>| old.thread.is_none() && known;
                if open.as_ref().is_none_or(better) {
                    open = Some(conflict(known.then_some(thread), false));
                }
            }
            if open.is_some() {
                break;
            }
        }
        open
    }

    /// The location with the values of the counterexample.
    fn place(&self) -> String {
        let mine = Values {
            numbers: self.given(),
            ..Values::default()
        };
        let written = || {
            text_at(self.files, self.own.place.span)
                .unwrap_or("this")
                .to_owned()
        };
        let Some((array, indices)) = self.location(self.own.place) else {
            return written();
        };
        let values: Option<Vec<i128>> = indices.iter().map(|e| mine.number(e)).collect();
        match values {
            Some(values) => values
                .iter()
                .fold(array.to_owned(), |text, value| format!("{text}[{value}]")),
            None => written(),
        }
    }

    fn said(&self, conflict: &Conflict<'_>) -> String {
        let (place, own) = (self.place(), uses(self.own.writes));
        let (line, other_line) = (
            line_at(self.files, self.own.span),
            line_at(self.files, conflict.other.span),
        );
        let head = match conflict.certain {
            true => "data race on",
            false => "there may be a data race on",
        };
        let (me, other) = match (self.thread(), &conflict.thread) {
            (Some(me), Some(thread)) => (shown(&me), shown(thread)),
            _ => ("a thread".to_owned(), "another".to_owned()),
        };
        let verb = match (conflict.certain, conflict.other.writes) {
            (true, writes) => uses(writes),
            (false, true) => "may write",
            (false, false) => "may read",
        };
        format!(
            "{head} `{place}`: {me} {own} it (line {line}), {other} {verb} it (line {other_line}), no barrier between"
        )
    }

    fn label(&self, conflict: &Conflict<'_>) -> Option<Label> {
        let span = conflict.other.place.span;
        let apart = conflict.other.span != self.own.span && span != self.own.span;
        let other = match &conflict.thread {
            Some(thread) => shown(thread),
            None => "another thread".to_owned(),
        };
        let verb = match (conflict.certain, conflict.other.writes) {
            (true, writes) => uses(writes),
            (false, true) => "may write",
            (false, false) => "may read",
        };
        apart.then(|| Label {
            span,
            text: format!("{other} {verb} it here"),
        })
    }

    /// Whether a barrier could stand between: the two are not of one statement, and all threads come to
    /// a place between them.
    fn barrier_would_do(&self, conflict: &Conflict<'_>) -> bool {
        let statements = &self.block.body.statements;
        let at = |span: Span| statements.iter().position(|stmt| stmt.span.contains(span));
        at(self.own.span) != at(conflict.other.span)
    }

    fn help(&self, conflict: &Conflict<'_>) -> Option<String> {
        if !self.barrier_would_do(conflict) {
            let each = "let each thread have a location of its own";
            return Some(match self.own.writes {
                true => format!(
                    "no barrier orders what one statement does in all threads: {each}, or write it in an `atomic` block"
                ),
                false => {
                    format!("no barrier orders what one statement does in all threads: {each}")
                }
            });
        }
        let text = text_at(self.files, self.own.place.span)?;
        let amount = if self.own.writes { "write" } else { "read" };
        Some(format!(
            "put a barrier between the two, whose `ensures` gives this thread `Perm({text}, {amount})`"
        ))
    }

    /// The barrier between, with what each thread holds in front of it and needs behind it; and one
    /// that gives it back.
    fn barrier(&self, conflict: &Conflict<'_>) -> Option<Fix> {
        let name = &self.block.name.as_ref()?.name;
        let [iterator] = self.block.iterators.as_slice() else {
            return None;
        };
        if !self.barrier_would_do(conflict) || conflict.other.span.start > self.own.span.start {
            return None;
        }
        let (array, _) = self.location(self.own.place)?;
        let held = self.held(array)?;
        let place = text_at(self.files, self.own.place.span)?;
        // What only this thread's branches or variables know, a barrier's contract cannot say.
        let names = self.own.place.names();
        if !self.own.guards.is_empty()
            || names
                .iter()
                .any(|name| self.accesses.locals.contains_key(name))
        {
            return None;
        }
        let amount = match (self.own.writes, text_at(self.files, iterator.low.span)?) {
            (true, _) => "write".to_owned(),
            (false, "0") => match text_at(self.files, iterator.high.span)? {
                high if high.chars().all(|c| c.is_alphanumeric() || c == '_') => {
                    format!("1\\{high}")
                }
                high => format!("1\\({high})"),
            },
            (false, _) => return None,
        };
        let statements = &self.block.body.statements;
        let mut around = statements.iter();
        let stmt = around.find(|stmt| stmt.span.contains(self.own.span))?;
        let file = self.files.get(stmt.span.file as usize)?;
        let line = file.line_text(file.line_column(stmt.span.start as usize).line);
        let indent: String = line
            .chars()
            .take_while(|c| matches!(c, ' ' | '\t'))
            .collect();
        let wanted = format!("Perm({place}, {amount})");
        let barrier = |requires: &str, ensures: &str| {
            format!("barrier({name}) {{ requires {requires}; ensures {ensures}; }}")
        };
        let before = format!("{}\n{indent}", barrier(held, &wanted));
        let after = format!("\n{indent}{}", barrier(&wanted, held));
        let empty = |at: u32| Span {
            start: at,
            end: at,
            ..stmt.span
        };
        let first = fix("put a barrier between", empty(stmt.span.start), &before);
        Some(Fix {
            replacements: first
                .replacements
                .into_iter()
                .chain([Replacement {
                    span: empty(stmt.span.end),
                    text: after,
                }])
                .collect(),
            ..first
        })
    }

    /// The one permission for an array that the block's contract gives each thread, as written.
    fn held(&self, array: &str) -> Option<&'a str> {
        struct Perms(Vec<(Span, Span)>);
        impl Visitor for Perms {
            fn visit_clause(&mut self, clause: &Clause) {
                if matches!(
                    clause.kind,
                    ClauseKind::Requires(_) | ClauseKind::Context(_)
                ) {
                    self.walk_clause(clause);
                }
            }
            fn visit_expr(&mut self, expr: &Expr) {
                match &expr.kind {
                    ExprKind::Perm(place, _) => self.0.push((expr.span, place.span)),
                    _ => self.walk_expr(expr),
                }
            }
        }
        let mut perms = Perms(Vec::new());
        perms.visit_contract(&self.block.contract);
        let of_array = perms.0.iter().filter(|(_, place)| {
            let text = text_at(self.files, *place);
            text.and_then(|text| text.split('[').next()) == Some(array)
        });
        match of_array.collect::<Vec<_>>().as_slice() {
            [(whole, _)] => text_at(self.files, *whole),
            _ => None,
        }
    }
}

fn uses(writes: bool) -> &'static str {
    match writes {
        true => "writes",
        false => "reads",
    }
}

/// A thread by its number; of several dimensions all of them.
fn shown(thread: &[i128]) -> String {
    let numbers: Vec<String> = thread.iter().map(ToString::to_string).collect();
    match numbers.as_slice() {
        [] => "the thread".to_owned(),
        [one] => format!("thread {one}"),
        several => format!("thread ({})", several.join(", ")),
    }
}
