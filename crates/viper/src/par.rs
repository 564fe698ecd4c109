//! Parallel blocks, an arbitrary thread of them, and the proof of a barrier for all threads.

use super::assertion::{Around, Guard};
use super::writer::{Text, Writer};
use core_lang::{BarrierProof, Expr, ExprKind, LocalId, ParBlock, Stmt, StmtKind};
use logic::Sort;
use std::collections::BTreeSet;
use text::span::Span;

/// The thread identifiers of a block, with the texts of their ranges.
type Ranges = Vec<(LocalId, String, String)>;

/// The barriers of a block, not those of blocks within it.
fn barriers<'s>(statements: &'s [Stmt], found: &mut Vec<&'s BarrierProof>) {
    for stmt in statements {
        if let StmtKind::BarrierProof(proof) = &stmt.kind {
            found.push(proof);
        } else if !matches!(stmt.kind, StmtKind::Par(_) | StmtKind::Package(_)) {
            let bodies = stmt.kind.bodies();
            bodies.for_each(|body| barriers(body, found));
        }
    }
}

impl Writer<'_> {
    /// A parallel statement: all threads' preconditions are given, each block is shown
    /// for one arbitrary thread on the side, all postconditions are inhaled.
    pub(crate) fn par(&mut self, blocks: &[ParBlock], span: Span) -> Text<()> {
        let entry = self.fresh("entry");
        self.line(&format!("label {entry}"));
        let mut all_ranges = Vec::new();
        let mut given = Vec::new();
        for block in blocks {
            let ranges = self.ranges(&block.iterators)?;
            let saved = self.meanings.clone();
            let around = self.threads(&ranges, span)?;
            let parts = self.parts_around(&block.requires, &around, false);
            self.meanings = saved;
            given.extend(parts?);
            all_ranges.push(ranges);
        }
        self.over("exhale", &given);
        for (block, ranges) in blocks.iter().zip(&all_ranges) {
            let mut proofs = Vec::new();
            barriers(&block.body, &mut proofs);
            for proof in proofs {
                if !proof.all_uniform {
                    self.barrier_proof(proof, Some(ranges))?;
                }
            }
            self.side(|writer| writer.thread(block, ranges, &entry))?;
        }
        for (block, ranges) in blocks.iter().zip(&all_ranges) {
            let (saved, labels) = (self.meanings.clone(), self.labels.clone());
            // Under vercors-1.4 `\old` in a block is its start.
            self.labels.insert(block.start_label, entry.clone());
            let around = self.threads(ranges, span)?;
            let parts = self.parts_around(&block.ensures, &around, false);
            self.meanings = saved;
            self.labels = labels;
            self.over("inhale", &parts?);
        }
        Ok(())
    }

    /// The ranges, evaluated here.
    fn ranges(&mut self, iterators: &[(LocalId, Expr, Expr)]) -> Text<Ranges> {
        let mut ranges = Ranges::new();
        for (iterator, low, high) in iterators {
            let mut bounds = Vec::new();
            for (hint, bound) in [("low", low), ("high", high)] {
                self.require(&[bound])?;
                let text = self.expr(bound)?;
                if matches!(bound.kind, ExprKind::Int(_) | ExprKind::Local(_)) {
                    bounds.push(text);
                } else {
                    let name = self.variable(hint, "Int");
                    self.line(&format!("{name} := {text}"));
                    bounds.push(name);
                }
            }
            if let [low, high] = bounds.as_slice() {
                ranges.push((*iterator, low.clone(), high.clone()));
            }
        }
        Ok(ranges)
    }

    /// All threads: the identifiers are bound, the ranges are guards.
    fn threads(&mut self, ranges: &Ranges, span: Span) -> Text<Around> {
        let mut around = Around::default();
        for (iterator, low, high) in ranges {
            let name = format!("all_{}", self.declared(*iterator));
            let sort = self.sort(&Sort::Int, span)?;
            around.binders.push((*iterator, format!("{name}: {sort}")));
            for text in [format!("{low} <= {name}"), format!("{name} < {high}")] {
                around.guards.push(Guard {
                    text,
                    defined: None,
                    depends: BTreeSet::from([*iterator]),
                    range_of: Some(*iterator),
                    pins: None,
                });
            }
            around.ranges.push((*iterator, low.clone(), high.clone()));
            self.stands_for(*iterator, name, BTreeSet::from([*iterator]));
        }
        Ok(around)
    }

    /// One arbitrary thread. It knows what is known outside, its range, and the values at
    /// entry of the cells it inhales.
    fn thread(&mut self, block: &ParBlock, ranges: &Ranges, entry: &str) -> Text<()> {
        for (iterator, low, high) in ranges {
            self.havoc(*iterator, block.span)?;
            let name = self.local(*iterator);
            self.line(&format!("inhale {low} <= {name} && {name} < {high}"));
        }
        let parts = self.assertion(&block.requires)?;
        self.over("inhale", &parts);
        self.values_at = Some(entry.to_owned());
        let values = self.granted(&block.requires);
        self.values_at = None;
        for value in values? {
            self.line(&format!("inhale {value}"));
        }
        let start = self.state(block.start_label);
        self.line(&format!("label {start}"));
        let checked = self.assertion(&block.ensures)?;
        self.well_defined(&checked);
        self.statements(&block.body)?;
        if self.targets.contains(&block.end_label) {
            self.line(&format!("label end_{}", block.end_label.0));
        }
        let parts = self.granted(&block.ensures)?;
        self.over("assert", &parts);
        Ok(())
    }

    /// That an assertion is well defined by itself.
    fn well_defined(&mut self, parts: &[String]) {
        if parts.is_empty() {
            return;
        }
        // Writing lines cannot fail.
        let _ = self.side(|writer| {
            writer.over("inhale", parts);
            Ok(())
        });
    }

    /// For all threads together, a barrier's postconditions follow from its preconditions.
    pub(crate) fn barrier_proof(
        &mut self,
        proof: &BarrierProof,
        outside: Option<&Ranges>,
    ) -> Text<()> {
        let ranges = match outside {
            Some(ranges) => ranges.clone(),
            None => self.ranges(&proof.iterators)?,
        };
        let (saved, labels) = (self.meanings.clone(), self.labels.clone());
        let state = self.fresh("barrier");
        self.labels.insert(proof.label, state.clone());
        let around = self.threads(&ranges, proof.requires.span)?;
        if !proof.all_uniform {
            self.own_values(proof, &ranges)?;
        }
        let taken = self.parts_around(&proof.requires, &around, true);
        let checked = self.parts_around(&proof.ensures, &around, true);
        let given = self.parts_around(&proof.ensures, &around, false);
        let iterators: Vec<LocalId> = ranges.iter().map(|(iterator, ..)| *iterator).collect();
        // In the body no thread is at work.
        self.meanings.retain(|local, meaning| {
            saved.contains_key(local) || iterators.iter().all(|it| !meaning.depends.contains(it))
        });
        let (taken, checked, given) = (taken?, checked?, given?);
        let written = self.side(|writer| {
            writer.over("inhale", &taken);
            writer.line(&format!("label {state}"));
            writer.well_defined(&checked);
            writer.statements(&proof.body)?;
            writer.over("exhale", &given);
            Ok(())
        });
        self.meanings = saved;
        self.labels = labels;
        written
    }

    /// A thread's own variable stands for that thread's value: one variable if all threads
    /// have the same, else a function of the thread.
    fn own_values(&mut self, proof: &BarrierProof, ranges: &Ranges) -> Text<()> {
        let mut own = BTreeSet::new();
        let mut see = |e: &Expr| {
            if let ExprKind::Local(local) = e.kind
                && local >= proof.first_local
            {
                own.insert(local);
            }
        };
        proof.requires.visit(&mut see);
        proof.ensures.visit(&mut see);
        proof
            .body
            .iter()
            .for_each(|stmt| stmt.visit(&mut see, &mut |_| {}));
        for (iterator, ..) in ranges {
            own.remove(iterator);
        }
        for local in own {
            let declared = self.program.local(local).clone();
            let sort = self.sort(&declared.sort, declared.span)?;
            if ranges.is_empty() || proof.uniform.contains(&local) {
                let name = self.variable("uniform", &sort);
                self.stands_for(local, name, BTreeSet::new());
                continue;
            }
            let which = self.variable("which", "Int");
            let function = format!("own_{}", self.declared(local));
            let params: Vec<String> = ranges
                .iter()
                .enumerate()
                .map(|(at, _)| format!(", t{at}: Int"))
                .collect();
            self.used.operations.insert(
                function.clone(),
                format!("function {function}(which: Int{}): {sort}", params.concat()),
            );
            let threads: Vec<String> = ranges
                .iter()
                .map(|(iterator, ..)| format!(", {}", self.local(*iterator)))
                .collect();
            let depends = ranges.iter().map(|(iterator, ..)| *iterator).collect();
            let text = format!("{function}({which}{})", threads.concat());
            self.stands_for(local, text, depends);
        }
        Ok(())
    }
}
