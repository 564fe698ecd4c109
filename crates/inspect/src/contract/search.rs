//! The search for a contract: clauses that exclude what is found, until nothing is, one after the other.

use super::evidence::{shapes, widths};
use super::meaning::{Contract, Proposed, Shape, value};
use crate::decide::{Decided, Open, is_dynamic};
use crate::run::Checked;
use crate::sizes::{self, Chosen, Origin};
use contracts::{Axis, Value};
use kernel_graph::{
    Annotation, Atom, BinaryOp, CompareOp, Dimension, Expr, ExprKind, FunctionId, Module, Place,
    Scalar, Stmt, StmtKind,
};
use num_bigint::BigInt;
use races::{Fault, Finding, Options, Report, Size, Status};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// More clauses beside the shape of blocks are not looked for.
const MOST_CLAUSES: usize = 3;

/// So many checks of a kernel at most.
const MOST_CHECKS: usize = 24;

/// A search at work.
struct Search<'c, 'a> {
    checked: &'c Checked<'a>,
    chosen: Chosen,
    /// The clauses that the text suggests.
    candidates: Vec<Proposed>,
    /// Checks that may still be made.
    left: usize,
    questions: usize,
}

impl<'a> Checked<'a> {
    /// The kernel under a contract, if it is verified under one, with what it says; `decided` is the answer without.
    pub(crate) fn under_contract(&self, decided: &Decided<'a>) -> Option<(Contract, Decided<'a>)> {
        let of = (self.module, self.kernel);
        // What is found in a launch of the file is told, whatever other launches would satisfy: here launches are to
        // leave open which sizes they have, and how much dynamic shared memory is of no interest.
        let left_open = self.launches.is_empty()
            || (decided.open.block || decided.open.grid)
                && !self.module.arrays.iter().any(is_dynamic);
        if decided.report.findings.is_empty() || !left_open {
            return None;
        }
        // Nothing that launches say is taken up.
        let mut chosen = sizes::choose(of.0, of.1, &self.settings.sizes, &[]);
        let dimensions = chosen.dimensions();
        let launches = self.launches.iter().map(|start| start.launch);
        let mut extents = launches.flat_map(|launch| [&launch.block, &launch.grid]);
        if extents.any(|extent| {
            let mut more = extent.sizes.iter().skip(dimensions);
            more.any(|size| size.value != Some(1))
        }) {
            return None;
        }
        let is_open = chosen.block == Origin::Any;
        let shapes = match is_open {
            true => shapes(of.0, of.1, dimensions),
            false => Vec::new(),
        };
        if is_open && !shapes.is_empty() {
            chosen.block = Origin::Contract;
        }
        let mut search = Search {
            checked: self,
            chosen,
            candidates: widths(of.0, of.1, dimensions),
            left: MOST_CHECKS,
            questions: decided.report.questions,
        };
        let starts: Vec<Option<Shape>> = match shapes.is_empty() {
            true => vec![None],
            false => shapes.into_iter().map(Some).collect(),
        };
        let mut starts = starts.into_iter();
        let (contract, mut report) = starts.find_map(|block| {
            let contract = Contract {
                block,
                clauses: Vec::new(),
            };
            let contract = search.grown(contract)?;
            let contract = search.weakened(contract);
            // Without a clause nothing excludes what is found.
            let contract = Some(contract).filter(|contract| *contract != Contract::default())?;
            let report = search.check(&contract, false)?;
            let verified = report.status() == Status::Verified;
            (verified && search.leaves(&contract, decided)).then_some((contract, report))
        })?;
        report.questions = search.questions;
        let chosen = search.sizes(&contract);
        let decided = Decided {
            module: Cow::Borrowed(self.module),
            chosen,
            launched: crate::launched::Known::default(),
            report,
            open: Open::default(),
        };
        Some((contract, decided))
    }
}

impl Search<'_, '_> {
    /// The sizes that a contract leaves.
    fn sizes(&self, contract: &Contract) -> Chosen {
        let mut chosen = self.chosen;
        if let Some(shape) = &contract.block {
            chosen.sizes.block = shape.threads.map(Size::Fixed);
        }
        chosen
    }

    fn options(&self, contract: &Contract) -> Option<Options> {
        let sizes = self.sizes(contract).sizes;
        let mut options = self.checked.options(sizes);
        options.premises.extend(contract.premises()?);
        Some(options)
    }

    /// What is said of the kernel under a contract; none if no more may be asked.
    fn check(&mut self, contract: &Contract, until_one: bool) -> Option<Report> {
        let options = Options {
            until_one,
            ..self.options(contract)?
        };
        self.ask(self.checked.module, &options)
    }

    fn ask(&mut self, module: &Module, options: &Options) -> Option<Report> {
        self.left = self.left.checked_sub(1)?;
        let report = races::check(module, self.checked.kernel, options, self.checked.pool);
        self.questions += report.questions;
        Some(report)
    }

    /// The contract with clauses that exclude what is found, until nothing is.
    fn grown(&mut self, mut contract: Contract) -> Option<Contract> {
        loop {
            let report = self.check(&contract, true)?;
            match report.status() {
                Status::Verified => return Some(contract),
                Status::Unknown => return None,
                Status::Wrong => {}
            }
            let found = report.findings.first()?;
            let of = |name: &Value| self.value(&contract, found, name);
            let broken = |one: &&Proposed| one.clause.eval(&|name| value(name, &of)) == Some(false);
            let next = self.candidates.iter().find(broken).cloned();
            let next = next.filter(|one| !contract.clauses.contains(one))?;
            if contract.clauses.len() >= MOST_CLAUSES {
                return None;
            }
            contract.clauses.push(next);
        }
    }

    /// The contract without the clauses that turn out not to be needed.
    fn weakened(&mut self, mut contract: Contract) -> Contract {
        let mut at = 0;
        while at < contract.clauses.len() && contract.clauses.len() > 1 {
            let mut fewer = contract.clone();
            fewer.clauses.remove(at);
            let report = self.check(&fewer, true);
            match report.is_some_and(|report| report.status() == Status::Verified) {
                true => contract = fewer,
                false => at += 1,
            }
        }
        contract
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

    /// Whether each statement of which something was found without the contract is executed under it, by another thread
    /// than the first of its block, or of the grid where two blocks take part: a contract that excludes a finding by
    /// keeping threads away from it says nothing. Within a call it is not known which one is meant.
    fn leaves(&mut self, contract: &Contract, decided: &Decided<'_>) -> bool {
        let found = decided.report.findings.iter();
        let places: BTreeSet<(Place, bool)> = found.flat_map(places).collect();
        places.iter().all(|(place, same_block)| {
            let of = (self.checked.module, self.checked.kernel);
            let with_claim = match place.inlined {
                Some(_) => None,
                None => with_claim(of, place, *same_block),
            };
            let (Some(module), Some(options)) = (with_claim, self.options(contract)) else {
                return false;
            };
            let options = Options {
                races: false,
                until_one: true,
                ..options
            };
            let report = self.ask(&module, &options);
            report.is_some_and(|report| report.status() == Status::Wrong)
        })
    }
}

/// Where the statements are that a finding is about, and whether one block is enough for it.
fn places(finding: &Finding) -> Vec<(Place, bool)> {
    match &finding.fault {
        Fault::Race {
            first,
            second,
            same_block,
            ..
        } => vec![(first.place, *same_block), (second.place, *same_block)],
        Fault::Divergence { .. } | Fault::Broken(_) => vec![(finding.place, true)],
    }
}

/// That a thread is the first of its block, or of the grid.
fn is_first(of_block: bool) -> Expr {
    let number = |kind| Expr {
        scalar: Scalar::Int(32),
        kind,
    };
    let dimensions = [Dimension::X, Dimension::Y, Dimension::Z];
    let threads = dimensions.map(Atom::Thread).into_iter();
    let blocks = dimensions.map(Atom::Block).into_iter();
    let blocks = blocks.filter(|_| !of_block);
    let any = threads
        .chain(blocks)
        .map(|atom| number(ExprKind::Atom(atom)));
    let any = any.reduce(|a, b| number(ExprKind::Binary(BinaryOp::Or, Box::new(a), Box::new(b))));
    let zero = number(ExprKind::Const(0));
    let any = any.unwrap_or_else(|| zero.clone());
    Expr {
        scalar: Scalar::Bool,
        kind: ExprKind::Compare(CompareOp::Eq, Box::new(any), Box::new(zero)),
    }
}

/// The program with the claim that a thread is a first one before the statements of a place; none if there is none.
fn with_claim(
    (module, kernel): (&Module, FunctionId),
    place: &Place,
    of_block: bool,
) -> Option<Module> {
    let mut module = module.clone();
    let reached: BTreeSet<String> = sizes::reached(&module, kernel)
        .into_iter()
        .map(|function| function.name.clone())
        .collect();
    let mut found = false;
    for function in &mut module.functions {
        if !reached.contains(&function.name) {
            continue;
        }
        for block in &mut function.blocks {
            let here = |stmt: &Stmt| {
                stmt.place.spelling == place.spelling && stmt.place.expansion == place.expansion
            };
            if let Some(at) = block.stmts.iter().position(here) {
                let claim = Stmt {
                    place: *place,
                    patch: None,
                    kind: StmtKind::Annotation(Annotation::Assert(is_first(of_block))),
                };
                block.stmts.insert(at, claim);
                found = true;
            }
        }
    }
    found.then_some(module)
}
