//! Why a race remains although there are as many barriers as can be.

use crate::atomic::operation;
use crate::cover::Var;
use crate::model::{Hopeless, NoPoint};
use crate::points::{Barred, Level, Site, is_operator};
use crate::search::{Trial, Work};
use clang::tree::Language;
use kernel_graph::Place;
use races::{Fault, Finding, Racing};
use std::collections::BTreeSet;
use text::span::Span;

impl Work<'_> {
    /// Why a race is left by a choice, which has all that is allowed between its accesses.
    pub(crate) fn why(&self, trial: &Trial, race: Finding) -> Hopeless {
        let Fault::Race {
            first,
            second,
            same_block,
            ..
        } = &race.fault
        else {
            return Hopeless::Fixed(race);
        };
        if let Some(atomic) = self.atomic(first.place.expansion, second.place.expansion) {
            return Hopeless::NoPoint {
                race,
                why: NoPoint::OneStatement,
                atomic: Some(atomic),
            };
        }
        let between = trial.order.between(first, second);
        let level = |var: Var| self.choices.all.get(var).map(|choice| choice.level);
        let of_block: Vec<Var> = between
            .iter()
            .flat_map(|site| self.choices.at(*site))
            .collect();
        let mut enough = of_block.clone();
        enough.retain(|var| *same_block || level(*var) == Some(Level::Grid));
        if enough.is_empty() && !of_block.is_empty() && !self.search.options.grid {
            return Hopeless::Blocks(race);
        }
        if enough.is_empty() {
            let why = self.no_point(trial, (first, second), &between);
            return Hopeless::NoPoint {
                race,
                why,
                atomic: None,
            };
        }
        let forbidden = |var: &Var| {
            let choice = self.choices.all.get(*var);
            choice.is_some_and(|choice| self.search.forbidden.contains(&choice.site))
        };
        // Where threads of a block do not meet, those of the grid do not.
        let site = |var: &Var| self.choices.all.get(*var).map(|choice| choice.site);
        let diverges = |var: &Var| {
            let mut same = enough.iter().filter(|other| site(other) == site(var));
            same.any(|other| self.divergent.contains(other))
        };
        if enough.iter().all(diverges) {
            return Hopeless::Divergent(race);
        }
        match enough.iter().any(forbidden) {
            true => Hopeless::OtherKernel(race),
            false => Hopeless::Unordered(race),
        }
    }

    fn no_point(
        &self,
        trial: &Trial,
        (first, second): (&Racing, &Racing),
        between: &BTreeSet<Site>,
    ) -> NoPoint {
        let mut barred = between.iter().filter_map(|site| {
            let file = site.file() != 0;
            let known = self.choices.barred.get(site).copied();
            known.or(file.then_some(Barred::Included))
        });
        let (a, b) = (first.place, second.place);
        // A statement that calls a function is one all the same.
        let own = a.inlined.is_none() && b.inlined.is_none();
        let one = own && barred.clone().all(|why| why == Barred::Operand);
        if let Some(barred) = barred.next().filter(|_| !one) {
            return match barred {
                Barred::Conditional => NoPoint::Conditional,
                Barred::Included => NoPoint::Included,
                Barred::Operand => NoPoint::Operand,
            };
        }
        if a.in_macro() && b.in_macro() && a.expansion == b.expansion && !one_in_other(a, b) {
            return NoPoint::Macro;
        }
        if !trial.order.may_follow(first.stmt, second.stmt) {
            return NoPoint::Exclusive;
        }
        let passed = |site: &Site| {
            is_operator(self.search.text, *site) || self.choices.barred.contains_key(site)
        };
        match between.iter().all(passed) && a.inlined == b.inlined {
            true => NoPoint::OneStatement,
            false => NoPoint::NoRoom,
        }
    }

    /// The atomic operation that does what the statement of two accesses does, if there is one.
    fn atomic(&self, first: Span, second: Span) -> Option<&'static str> {
        let language = match self.search.says_memory {
            true => Language::OpenCl,
            false => Language::Cuda,
        };
        self.choices.patches.values().find_map(|point| {
            let update = point.update?;
            let range = point.offset..update.end;
            let both = [first, second]
                .iter()
                .all(|at| at.file == point.file && range.contains(&at.start));
            both.then(|| operation(language, update.op))
        })
    }
}

/// Whether the words of one place are among those of the other.
fn one_in_other(a: Place, b: Place) -> bool {
    let within = |a: Span, b: Span| a.file == b.file && b.start <= a.start && a.end <= b.end;
    within(a.spelling, b.spelling) || within(b.spelling, a.spelling)
}
