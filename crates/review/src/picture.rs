//! Who holds what: the permissions of a parallel block's threads to the cells of its arrays, for
//! a small instance, from the contracts of the block and of its barriers.

mod amount;
mod held;
mod marks;
mod values;

use self::amount::number;
use self::held::{Drawing, cell_of, give, stage, take};
use self::marks::{numbers_of, stage_of};
use self::values::{Values, described, reach, sizes, threads, values};
use itertools::Itertools;
use seplog::report::ObligationReport;
use spec_lang::ast::{Barrier, Method, ParBlock, Program, Visitor};
use std::collections::{BTreeMap, BTreeSet};
use text::code::Code;
use text::source::SourceFile;
use text::span::Span;

/// Lengths, bounds and other numbers that nothing else is known of are as large as the first of these with
/// which every block has at least two threads: of a block that was tiled, two tiles.
const SIZES: [i64; 3] = [8, 16, 32];

/// As many counterexamples of one block as are drawn.
const MOST_FAILURES: usize = 4;

/// The blocks of a method in the old and in the new text.
pub(crate) struct Beside {
    /// Of the old text; none if it is the new one.
    pub old: Vec<Picture>,
    /// Of the new text.
    pub new: Vec<Picture>,
}

/// A parallel block.
pub(crate) struct Picture {
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
pub(crate) struct Failure {
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
pub(crate) struct Stage {
    /// When.
    pub name: String,
    /// By array: thread, cell, amount.
    pub arrays: BTreeMap<String, Vec<Cell>>,
    /// Cells that a failure is about: array, thread, index.
    pub marks: Vec<(String, usize, i64)>,
}

/// A thread's permission to a cell.
pub(crate) struct Cell {
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
pub(crate) fn beside(
    old: &SourceFile,
    new: &SourceFile,
    failed: &[&ObligationReport],
) -> Vec<Beside> {
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

/// The arrays of all stages, in order of name.
pub(crate) fn arrays(picture: &Picture) -> BTreeSet<&str> {
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

    #[test]
    fn values_of_several_variables_are_not_multiplied_out_without_end() {
        let source = SourceFile::new(
            "x.pvl",
            "void m(int[] a) {
              par T (int t = 0 .. 8)
                context (\\forall* int i = 0 .. 2000, int j = 0 .. 2000, int l = 0 .. 2000;
                  i == j ==> Perm(a[i], 1\\100));
              { }
              par U (int t = 0 .. 40, int u = 0 .. 40, int v = 0 .. 40, int w = 0 .. 40)
                context Perm(a[t], 1\\40);
              { }
            }",
        );
        let pictures = of(&source, &[], 64);
        // Nothing is said where not all of it can be.
        assert!(pictures.is_empty());
    }
}
