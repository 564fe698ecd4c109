//! The search for a contract: clauses that exclude what is found, until nothing is, one after the other.

mod leaves;

use super::contents::contents;
use super::diagonal::diagonals;
use super::evidence::{shapes, widths};
use super::extents::{extents, lines};
use super::lanes::{WARP, lanes};
use super::meaning::{About, Contract, Proposed, Shape, blocks, threads, value};
use super::renamed::renamed;
use super::runs::{Meeting, Numbers, Outgrown, Ran, Runs, What};
use super::signs::signs as signs_of;
use super::strides::strided;
use super::told_apart::ToldApart;
use super::unasked::{dimensions, unasked};
use crate::decide::Decided;
use crate::run::Checked;
use crate::sizes::{Chosen, Origin};
use crate::written::usable;
use contracts::{Axis, Clause, Name, Number, Value};
use kernel_graph::{Module, Place, Scalar};
use num_bigint::BigInt;
use races::{Fault, Finding, Looks, Options, Reason, Report, Size, Status, Witness};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

/// More clauses beside the shape of blocks are not looked for.
const MOST_CLAUSES: usize = 4;

/// More shapes of blocks are not tried.
const MOST_SHAPES: usize = 12;

/// So many checks of a kernel at most.
const MOST_CHECKS: usize = 24;

/// Resource units at least for a question whether a contract leaves threads that meet: where all others took what there was,
/// a kernel is verified, and only this is open.
const UNITS_TO_LEAVE: u64 = 300_000;

/// Resource units for a check without negative parameters, where nothing but a guess speaks for it: what is verified then
/// mostly takes less.
const UNITS_OF_SIGNS: u64 = 400_000;

/// A search at work.
pub(crate) struct Search<'c, 'a> {
    checked: &'c Checked<'a>,
    chosen: Chosen,
    /// The clauses that the text suggests.
    candidates: Vec<Proposed>,
    /// Those that parameters are not negative: nothing else excludes what is found.
    signs: Vec<Proposed>,
    /// Whether it is known what comes of all of these.
    signs_tried: bool,
    /// Executions.
    runs: Runs<'c, 'a>,
    /// Who meets where something goes wrong without the contract.
    excluded: BTreeSet<Meeting>,
    /// What the solver found with the block of the contract at hand.
    found: Vec<Ran>,
    /// Checks that may still be made.
    left: usize,
    questions: usize,
    /// What is said of the kernel under the contracts of which that was asked.
    known: Vec<(Contract, Report)>,
}

/// What a contract excludes without which something is found.
pub(crate) enum Excluded {
    /// All launches, as far as is known.
    All,
    /// That two threads come to the statements of a place.
    Place(Place),
}

/// What a search comes to.
pub(crate) struct Reached<'a> {
    /// The clauses.
    pub contract: Contract,
    /// The answer of a full check under them: the kernel is verified, or something is found in launches that satisfy all
    /// that its text suggests.
    pub decided: Decided<'a>,
}

impl<'c, 'a> Search<'c, 'a> {
    /// A search for a contract of a kernel that is checked for these sizes.
    pub(crate) fn new(checked: &'c Checked<'a>, chosen: Chosen) -> Self {
        let mut runs = Runs::new(checked);
        let named = renamed(
            runs.inlined.as_deref().unwrap_or(checked.module),
            checked.kernel,
        );
        let signs = runs.inlined.as_ref();
        let signs = signs.map(|module| signs_of(module, checked.kernel));
        let mut candidates = widths(&named, checked.kernel, &chosen);
        if let Some(module) = &runs.inlined {
            let read = chosen.block_dimensions();
            candidates.extend(unasked(module, checked.kernel, read));
            candidates.extend(extents(module, checked.kernel));
            candidates.extend(contents(module, checked.kernel));
            candidates.extend(lanes(module, checked.kernel));
            candidates.extend(diagonals(module, checked.kernel));
        }
        // What is said of sizes that are given is so or is not.
        if chosen.block != Origin::Any {
            candidates.retain(|one| !one.is_of_blocks());
        }
        // What is written holds already.
        let written = usable(&checked.settings.checks.requires);
        candidates.retain(|one| !written.contains(&one.clause));
        runs.most = most(&candidates);
        Search {
            checked,
            chosen,
            candidates,
            signs: signs.unwrap_or_default(),
            signs_tried: false,
            runs,
            excluded: BTreeSet::new(),
            found: Vec::new(),
            left: MOST_CHECKS,
            questions: 0,
            known: Vec::new(),
        }
    }

    /// Whether something goes wrong in some launch, as an execution shows; few statements are executed.
    pub(crate) fn fails_soon(&mut self) -> bool {
        let ran = self.runs.glanced(&Contract::default(), &self.chosen);
        self.notes(ran)
    }

    /// The same with as many statements as there may be.
    pub(crate) fn fails(&mut self) -> bool {
        let ran = self.runs.outcomes(&Contract::default(), &self.chosen);
        self.notes(ran)
    }

    /// Whether blocks that are larger than the extent of an array says run out of it, as an execution shows: then the
    /// kernel is right under no contract that leaves them.
    pub(crate) fn outgrows(&mut self) -> bool {
        let named = self.shapes().into_iter().take(MOST_SHAPES);
        let named = named.filter_map(|shape| Some((shape.extent?, shape.threads)));
        let mut places = Vec::new();
        for (array, threads) in named.collect::<Vec<_>>() {
            if let Outgrown::At(place) = self.runs.runs_out_of(array, threads) {
                places.push(place);
            }
        }
        let found = !places.is_empty();
        self.excluded.extend(places.into_iter().map(Meeting::at));
        found
    }

    /// Takes in what goes wrong in blocks of any size beside accesses outside of arrays.
    pub(crate) fn also_wrong(&mut self, report: &Report) {
        self.questions += report.questions;
        self.excluded.extend(report.findings.iter().map(meeting));
    }

    /// The shapes of blocks that the text names, if any block is meant.
    fn shapes(&self) -> Vec<Shape> {
        match self.chosen.block == Origin::Any {
            true => {
                let kernel = self.checked.kernel;
                let inlined = self.runs.inlined.as_deref();
                let dimensions = dimensions(inlined, kernel, self.chosen.block_dimensions());
                let lines = inlined.map(|module| lines(module, kernel));
                let lines = lines.unwrap_or_default();
                let strides = inlined.map(|module| strided(module, kernel, dimensions));
                let strides = strides.unwrap_or_default();
                let told = inlined.map(|module| ToldApart::of(module, kernel));
                let told = told.unwrap_or_default();
                let mut found = shapes(self.checked.module, kernel, dimensions, &lines, strides);
                found.retain(|one| !told.exceeds(one.threads));
                found
            }
            false => Vec::new(),
        }
    }

    fn notes(&mut self, mut ran: Vec<Ran>) -> bool {
        ran.retain(|one| one.wrong.is_some());
        self.excluded.extend(ran.iter().filter_map(|one| one.wrong));
        !ran.is_empty()
    }

    /// Takes in what is said of the kernel without a contract.
    pub(crate) fn knows(&mut self, report: &Report) {
        self.questions += report.questions;
        self.excluded.extend(report.findings.iter().map(meeting));
        self.known.push((Contract::default(), report.clone()));
    }

    /// The kernel under a contract, where it is not verified without one; none if its text suggests no clause with
    /// which anything is decided.
    pub(crate) fn run(&mut self) -> Option<Reached<'a>> {
        let given = self.chosen.block;
        let mut shapes = self.shapes();
        // Of those that the text suggests the ones that launches have come first.
        let launched = self.checked.given();
        let is_launched = |shape: &Shape| launched.iter().any(|one| one.is_of(shape.threads));
        shapes.sort_by_key(|shape| !is_launched(shape));
        // Blocks of any shape come last, and only where a clause may bound them, or nothing but numbers names a shape.
        let bounded = |one: &Proposed| !matches!(one.about, About::Row(_));
        let by_numbers = shapes.iter().all(|shape| shape.extent.is_none());
        let mut candidates = self.candidates.iter();
        let any = shapes.is_empty() || candidates.any(|one| by_numbers || bounded(one));
        let starts = shapes.into_iter().take(MOST_SHAPES).map(Some);
        let mut starts: Vec<Option<Shape>> = starts.chain(any.then_some(None)).collect();
        // That rows are warps leaves open how many there are.
        if self.candidates.iter().any(|one| one.about == About::Lanes) {
            starts.rotate_right(1);
        }
        let mut kept = Kept::default();
        for block in starts {
            self.chosen.block = match &block {
                Some(_) => Origin::Contract,
                None => given,
            };
            let start = Contract {
                block,
                clauses: Vec::new(),
            };
            self.found.clear();
            // An extent that larger blocks do not run out of says nothing of blocks.
            let extent = start.block.as_ref();
            if let Some((array, threads)) = extent.and_then(|one| Some((one.extent?, one.threads)))
                && self.runs.runs_out_of(array, threads) == Outgrown::Never
            {
                continue;
            }
            let of_extent = extent.is_some_and(|one| one.extent.is_some());
            match self.grown(start).without_contents() {
                // Without a clause nothing excludes what is found.
                Grown::Verified(contract, _)
                | Grown::Wrong(contract, _)
                | Grown::Unknown(contract)
                    if contract.is_empty() => {}
                Grown::Verified(contract, report) => {
                    let (contract, report) = self.weakened(contract, *report);
                    if self.leaves(&contract) && !self.hides(&contract) {
                        return Some(self.reached(contract, report));
                    }
                }
                Grown::Wrong(contract, What::Outside(_)) => {
                    kept.outside = kept.outside.or(Some((contract, self.chosen.block)));
                }
                Grown::Wrong(contract, _) => {
                    kept.wrong = kept.wrong.or(Some((contract, self.chosen.block)));
                }
                Grown::Unknown(contract) if of_extent => {
                    kept.of_extent = kept.of_extent.or(Some((contract, self.chosen.block)));
                }
                Grown::Unknown(contract) if kept.unknown.is_none() => {
                    // What the solver alone found says nothing of launches for which nothing is claimed.
                    let sizes = self.sizes(&contract);
                    if self.shows(&contract) && !self.runs.hides(&contract, &sizes) {
                        kept.unknown = Some((contract, self.chosen.block));
                    }
                }
                Grown::Unknown(_) => {}
            }
        }
        // What is wrong in blocks of another shape says nothing of those that an extent names; and what is outside of an
        // array nothing, where there are clauses under which nothing is.
        let each = [kept.of_extent, kept.wrong, kept.unknown, kept.outside];
        let (contract, block) = each.into_iter().flatten().next()?;
        self.chosen.block = block;
        let report = self.check(&contract)?;
        (report.status() != Status::Verified).then(|| self.reached(contract, report))
    }
}

/// What starts of a search came to that verified nothing, the first of each kind, and who says how large blocks are.
#[derive(Default)]
struct Kept {
    /// Nothing is decided of blocks that an extent names.
    of_extent: Option<(Contract, Origin)>,
    /// The same of others, or of any.
    unknown: Option<(Contract, Origin)>,
    /// Something is wrong under all clauses that the text suggests.
    wrong: Option<(Contract, Origin)>,
    /// The same, and it is an access outside of a declared array.
    outside: Option<(Contract, Origin)>,
}

/// What a contract comes to that grows until nothing is found.
enum Grown {
    /// The kernel is verified under it, as the answer of a full check says.
    Verified(Contract, Box<Report>),
    /// Something is wrong that no clause excludes.
    Wrong(Contract, What),
    /// Nothing is found, and not all is decided.
    Unknown(Contract),
}

impl Grown {
    /// Without clauses about contents where nothing is verified: an execution that breaks one confirms nothing.
    fn without_contents(mut self) -> Grown {
        match &mut self {
            Grown::Verified(..) => {}
            Grown::Wrong(contract, _) | Grown::Unknown(contract) => {
                contract.clauses.retain(|one| !one.is_of_contents());
            }
        }
        self
    }
}

impl<'a> Search<'_, 'a> {
    /// What a contract comes to.
    fn reached(&mut self, contract: Contract, mut report: Report) -> Reached<'a> {
        report.questions = self.questions;
        let options = self.options(&contract);
        let decided = Decided {
            module: Cow::Borrowed(self.checked.module),
            chosen: self.sizes(&contract),
            report,
            clauses: options.map(|options| options.premises).unwrap_or_default(),
            passed: Vec::new(),
        };
        Reached { contract, decided }
    }

    /// The sizes that a contract leaves.
    fn sizes(&self, contract: &Contract) -> Chosen {
        let mut chosen = self.chosen;
        if let Some(shape) = &contract.block {
            chosen.sizes.block = shape.threads.map(Size::Fixed);
        }
        chosen
    }

    fn options(&mut self, contract: &Contract) -> Option<Options> {
        let sizes = self.sizes(contract).sizes;
        let mut options = self.checked.options(sizes);
        options.premises.extend(contract.premises()?);
        options.witness = self.witness(contract);
        options.small = self.may_be_small(contract);
        Some(options)
    }

    /// Whether the checker is to look at small launches one by one: not where some were executed, and nothing goes wrong.
    pub(crate) fn may_be_small(&mut self, contract: &Contract) -> bool {
        let sizes = self.sizes(contract);
        !self.runs.has_launch(contract, &sizes) || self.runs.fails(contract, &sizes)
    }

    /// Launches that satisfy a contract.
    pub(crate) fn witness(&self, contract: &Contract) -> Option<Arc<dyn Witness>> {
        self.runs.witness(contract, &self.sizes(contract))
    }

    /// What is said of the kernel under a contract; none if no more may be asked.
    fn check(&mut self, contract: &Contract) -> Option<Report> {
        self.check_with(contract, Looks::All)
    }

    /// The same with not all looks; what is known with more or with what is left is the answer.
    fn check_with(&mut self, contract: &Contract, looks: Looks) -> Option<Report> {
        if let Some((_, report)) = self.known.iter().find(|(known, _)| known == contract) {
            return Some(report.clone());
        }
        let mut options = self.options(contract)?;
        options.looks = looks;
        let report = self.ask(self.checked.module, &options)?;
        if looks != Looks::Glance || report.status() == Status::Verified {
            self.known.push((contract.clone(), report.clone()));
        }
        Some(report)
    }

    /// Whether the kernel may be checked at a glance: more is taken to fit then than with more effort.
    pub(crate) fn may_glance(&self) -> bool {
        self.checked.settings.checks.fits
    }

    fn ask(&mut self, module: &Module, options: &Options) -> Option<Report> {
        if !self.checked.may_ask() {
            return None;
        }
        self.left = self.left.checked_sub(1)?;
        let report = self.checked.asked(module, options);
        self.questions += report.questions;
        Some(report)
    }

    /// The contract with clauses that exclude what is found, until nothing is: then with the answer of a full check; or
    /// until no clause is left to exclude it.
    fn grown(&mut self, mut contract: Contract) -> Grown {
        // So many clauses exclude all that executions show.
        let mut effective = 0;
        loop {
            let sizes = self.sizes(&contract);
            let is_failing = |ran: &Ran| ran.wrong.is_some();
            // Short executions, a check at a glance, long executions, all that there is.
            let soon = self.runs.glanced(&contract, &sizes);
            let glances = self.may_glance() && !soon.iter().any(is_failing);
            if glances {
                let Some(glanced) = self.check_with(&contract, Looks::Glance) else {
                    return Grown::Unknown(contract);
                };
                if glanced.status() == Status::Verified {
                    return Grown::Verified(contract, Box::new(glanced));
                }
            }
            // Which clause is chosen does not rest on few executions.
            let ran = self.runs.outcomes(&contract, &sizes);
            let (mut failing, mut right): (Vec<_>, Vec<_>) = ran.into_iter().partition(is_failing);
            if failing.is_empty() {
                let looks = match glances {
                    true => Looks::AfterGlance,
                    false => Looks::All,
                };
                let Some(report) = self.check_with(&contract, looks) else {
                    return Grown::Unknown(contract);
                };
                let all = || report.findings.iter().chain(&report.suspected);
                let found = match (report.status(), all().next()) {
                    (Status::Verified, _) => return Grown::Verified(contract, Box::new(report)),
                    (Status::Unknown | Status::Wrong, Some(found)) => found,
                    (Status::Unknown | Status::Wrong, None) => {
                        return self.with_signs(contract, &report);
                    }
                };
                let ran = |found: &Finding| Ran {
                    numbers: self.numbers(&contract, found),
                    wrong: Some(meeting(found)),
                    what: what(found),
                };
                failing.push(ran(found));
                // What is not certain is no reason to keep to fewer clauses.
                let others: Vec<Ran> = report.findings.iter().map(ran).collect();
                failing.extend(report.findings.iter().skip(1).map(ran));
                self.found.extend(others);
            }
            // One clause after the other, until all of these are excluded, or none excludes what is left.
            let what = failing.first().map_or(What::Other, |one| one.what);
            let before = contract.clauses.len();
            while !failing.is_empty() && contract.clauses.len() < MOST_CLAUSES {
                let Some(next) = self.next(&contract, &failing, &right) else {
                    break;
                };
                let (left, excluded): (Vec<_>, Vec<_>) = failing
                    .into_iter()
                    .partition(|one| !self.is_excluded(one, &next));
                self.excluded
                    .extend(excluded.iter().filter_map(|one| one.wrong));
                right.retain(|one| !self.is_excluded(one, &next));
                contract.clauses.push(next);
                failing = left;
            }
            if failing.is_empty() {
                effective = contract.clauses.len();
            }
            if contract.clauses.len() == before {
                contract.clauses.truncate(effective);
                return Grown::Wrong(contract, what);
            }
        }
    }

    /// What a contract under which nothing is found, and not all is decided, comes to where no parameter of which indices
    /// are made is negative. Threads still have to come to what is not decided: with a clause that keeps them away nothing
    /// is said of it.
    fn with_signs(&mut self, contract: Contract, open: &Report) -> Grown {
        let mut more = contract.clone();
        let signs = self.signs.iter();
        let new = signs.filter(|one| !contract.clauses.contains(one) && !self.is_violated(one));
        more.clauses.extend(new.cloned());
        if more == contract || std::mem::replace(&mut self.signs_tried, true) {
            return Grown::Unknown(contract);
        }
        let looks = match self.may_glance() {
            true => vec![Looks::Glance, Looks::AfterGlance],
            false => vec![Looks::All],
        };
        for looks in looks {
            let Some(options) = self.options(&more) else {
                break;
            };
            let options = Options {
                looks,
                budget: options.budget.min(UNITS_OF_SIGNS),
                ..options
            };
            let report = self.ask(self.checked.module, &options);
            if let Some(report) = report.filter(|one| one.status() == Status::Verified) {
                let places = open.undecided.iter().map(|lack| Meeting::at(lack.place));
                self.excluded.extend(places);
                self.known.push((more.clone(), report.clone()));
                return Grown::Verified(more, Box::new(report));
            }
        }
        Grown::Unknown(contract)
    }

    /// Whether a launch of the file is known to violate a clause about parameters.
    fn is_violated(&self, one: &Proposed) -> bool {
        self.checked.given().iter().any(|given| {
            let passed = |of: &Value| match of {
                Value::Argument(name) => {
                    let mut values = given.values.iter();
                    let (_, value) = values.find(|(of, _)| of == name.as_str())?;
                    self.signed(name.as_str(), value.clone())
                }
                Value::Size(..) | Value::SharedBytes | Value::WarpSize | Value::Length(_) => None,
            };
            one.clause.eval(&|name| value(name, &passed)) == Some(false)
        })
    }

    /// The clause that excludes most of the launches in which accesses race that it is about, and of those that do as
    /// many the first that leaves most of the others; none if none excludes one, or it would leave none of the others.
    fn next(&self, contract: &Contract, failing: &[Ran], right: &[Ran]) -> Option<Proposed> {
        let next = |all| self.next_of(all, contract, failing, right);
        next(&self.candidates).or_else(|| next(&self.signs))
    }

    /// The same of these clauses.
    fn next_of(
        &self,
        all: &[Proposed],
        contract: &Contract,
        failing: &[Ran],
        right: &[Ran],
    ) -> Option<Proposed> {
        // Nothing more is said of blocks that have a shape.
        let open = |one: &&Proposed| contract.block.is_none() || !one.is_of_blocks();
        let each = all.iter().filter(open).filter_map(|one| {
            let excluded = failing.iter().filter(|ran| self.is_excluded(ran, one));
            let excluded = excluded.filter(|ran| self.is_about(one, ran)).count();
            let left = right.iter();
            let left = left.filter(|ran| !self.is_excluded(ran, one)).count();
            let new = !contract.clauses.contains(one);
            // What is right in several blocks says nothing of a kernel for one, nor what is right in blocks of few rows.
            let alone = matches!(one.about, About::Square);
            let leaves = left > 0 || right.is_empty() || alone;
            let useful = new && excluded > 0 && leaves;
            useful.then_some(((excluded, one.weight, left), one))
        });
        // The first of the greatest.
        let best = each.rev().max_by_key(|(merit, _)| *merit);
        best.map(|(_, one)| in_words_of_blocks(contract, one))
    }

    /// Whether a clause excludes a launch: one about contents may, where it is about what goes wrong.
    fn is_excluded(&self, ran: &Ran, clause: &Proposed) -> bool {
        match clause.is_of_contents() {
            true => self.is_about(clause, ran),
            false => !ran.satisfies(clause),
        }
    }

    /// Whether what goes wrong in a launch is a race of accesses that a clause is about.
    fn is_about(&self, clause: &Proposed, ran: &Ran) -> bool {
        let mut places = ran.wrong.iter().flat_map(|one| &one.places);
        match &clause.about {
            About::Row(width) => {
                ran.what == What::Race && places.any(|place| self.runs.rows.has(place, width))
            }
            About::Extent { arrays, rows } => match ran.what {
                What::Outside(array) => arrays.contains(&array),
                // Behind the end of a row is the next one.
                What::Race => *rows && places.any(|place| self.runs.rows.is_in(place, arrays)),
                What::Other => false,
            },
            About::Unasked => ran.what == What::Race,
            About::Square => match ran.what {
                What::Outside(array) => self.runs.is_shared(array),
                What::Race | What::Other => ran.is_race(true),
            },
            About::Lanes => {
                let row = ran.value(&Value::Size(contracts::Size::Block, Axis::X));
                ran.is_race(true) && row.is_some_and(|row| row > BigInt::from(WARP))
            }
            About::Contents(array) => {
                let from = |place: &Place| self.runs.rows.comes_from(place, *array);
                ran.what == What::Race && places.any(from)
            }
        }
    }

    /// Whether clauses exclude something that none of them is about: what executions show, or what the solver found.
    fn hides(&mut self, contract: &Contract) -> bool {
        let clauses = &contract.clauses;
        let found = self.found.iter().any(|ran| {
            clauses.iter().any(|one| self.is_excluded(ran, one))
                && clauses.iter().all(|one| !self.is_about(one, ran))
        });
        let sizes = self.sizes(contract);
        found || self.runs.hides(contract, &sizes)
    }

    /// The numbers of the launch in which something was found.
    fn numbers(&self, contract: &Contract, found: &Finding) -> Numbers {
        let mut names: BTreeSet<Value> = BTreeSet::new();
        for one in self.candidates.iter().chain(&self.signs) {
            let values = one
                .clause
                .names()
                .into_iter()
                .filter_map(|name| match name {
                    Name::Value(value) => Some(value),
                    Name::Address(_) | Name::Bytes(_) | Name::Contents(_) => None,
                });
            names.extend(values);
        }
        let values = names.into_iter();
        let values = values.filter_map(|name| {
            let value = self.value(contract, found, &name)?;
            Some((name, value))
        });
        Numbers::Found(values.collect())
    }

    /// The contract without the clauses that turn out not to be needed, and the answer of the check under it.
    fn weakened(&mut self, mut contract: Contract, mut report: Report) -> (Contract, Report) {
        // Numbers in the text name many a shape that nothing needs; and an extent says nothing of blocks where a clause keeps
        // what indexes the array within it.
        let may_be_open = contract.block.as_ref().is_some_and(|block| {
            let mut clauses = contract.clauses.iter();
            block
                .extent
                .is_none_or(|array| clauses.any(|one| one.about.has(array)))
        });
        if may_be_open && !contract.clauses.is_empty() {
            let fewer = Contract {
                block: None,
                clauses: contract.clauses.clone(),
            };
            let given = std::mem::replace(&mut self.chosen.block, Origin::Any);
            match self.verified(&fewer) {
                Some(verified) => (contract, report) = (fewer, verified),
                None => self.chosen.block = given,
            }
        }
        let mut at = 0;
        while at < contract.clauses.len() && contract.clauses.len() > 1 {
            let mut fewer = contract.clone();
            fewer.clauses.remove(at);
            match self.verified(&fewer) {
                Some(verified) => (contract, report) = (fewer, verified),
                None => at += 1,
            }
        }
        (contract, report)
    }

    /// The answer of a full check, if the kernel is verified under a contract.
    fn verified(&mut self, contract: &Contract) -> Option<Report> {
        let sizes = self.sizes(contract);
        let fails = self.runs.fails(contract, &sizes);
        let checked = (!fails).then(|| self.check(contract)).flatten();
        checked.filter(|report| report.status() == Status::Verified)
    }

    /// A number of the launch in which something was found.
    fn value(&self, contract: &Contract, found: &Finding, name: &Value) -> Option<BigInt> {
        let value = |name: &str| {
            let mut all = found.values.iter();
            all.find(|(one, _)| one == name)
                .map(|(_, value)| value.clone())
        };
        let sizes = self.sizes(contract).sizes;
        match name {
            Value::Size(size, axis) => {
                let (what, sizes) = match size {
                    contracts::Size::Block => ("block", sizes.block),
                    contracts::Size::Grid => ("grid", sizes.grid),
                };
                let at = Axis::ALL.iter().position(|one| one == axis)?;
                match sizes.get(at)? {
                    Size::Fixed(n) => Some(BigInt::from(*n)),
                    Size::Any => value(&format!("{what}.{}", ["x", "y", "z"].get(at)?)),
                }
            }
            Value::Argument(name) => self.signed(name.as_str(), value(name.as_str())?),
            Value::SharedBytes | Value::WarpSize | Value::Length(_) => None,
        }
    }

    /// The value of a parameter, from its bits.
    fn signed(&self, name: &str, bits: BigInt) -> Option<BigInt> {
        let functions = &self.checked.module.functions;
        let function = functions.get(self.checked.kernel.0 as usize)?;
        let param = function.params.iter().find(|param| param.name == name)?;
        let local = function.local(param.local)?;
        match local.scalar {
            Scalar::Int(width) if local.signed && bits >= BigInt::from(1) << (width - 1) => {
                Some(bits - (BigInt::from(1) << width))
            }
            Scalar::Int(_) => Some(bits),
            Scalar::Bool
            | Scalar::Float(_)
            | Scalar::Pointer
            | Scalar::Handle
            | Scalar::Function => None,
        }
    }
}

/// A clause in which the size of blocks has its name, where it is said how large they are.
fn in_words_of_blocks(contract: &Contract, one: &Proposed) -> Proposed {
    let mut one = one.clone();
    let Clause::Compare(_, _, least) = &mut one.clause else {
        return one;
    };
    let shape = contract.block.iter().flat_map(|block| block.threads);
    for (axis, size) in Axis::ALL.into_iter().zip(shape) {
        if *least == Number::product([blocks(axis), Number::from(i64::from(size))]) {
            *least = threads(axis, true);
            break;
        }
    }
    one
}

fn what(finding: &Finding) -> What {
    match &finding.fault {
        Fault::Race { .. } => What::Race,
        Fault::Broken(Reason::Bounds(array)) => What::Outside(*array),
        Fault::Divergence { .. } | Fault::Broken(_) => What::Other,
    }
}

/// The most threads that each dimension has by the strictest of these clauses.
fn most(candidates: &[Proposed]) -> [Option<u32>; 3] {
    let mut found = [None::<u32>; 3];
    for (at, n) in candidates.iter().filter_map(Proposed::most_threads) {
        if let Some(slot) = found.get_mut(at) {
            *slot = Some(slot.map_or(n, |most| most.min(n)));
        }
    }
    found
}

/// Who meets in a finding.
fn meeting(finding: &Finding) -> Meeting {
    match &finding.fault {
        Fault::Race {
            first,
            second,
            same_block,
            ..
        } => Meeting {
            places: [first.place, second.place],
            same_block: *same_block,
        },
        Fault::Divergence { .. } | Fault::Broken(_) => Meeting::at(finding.place),
    }
}
