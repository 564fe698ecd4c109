//! How long the arrays have to be that a launch passes: what small launches need suggests it, and it is shown of all.

use super::meaning::{Contract, blocks, parameter, threads};
use super::runs::{Need, Runs};
use crate::decide::Decided;
use crate::model::Required;
use crate::run::{Checked, Contracts};
use crate::sizes::each_axis;
use contracts::{Argument, Clause, Number, Relation, Value};
use itertools::Itertools;
use kernel_graph::{ArrayId, Linkage, Scalar, Space};
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};
use races::{Assumption, Overflow, Size, Status};
use std::collections::BTreeSet;

/// More are not proposed for an array.
const MOST: usize = 6;

/// A product of more factors is not proposed.
const MOST_FACTORS: usize = 3;

/// A length may be greater than a product by so much.
const MOST_BEYOND: i64 = 4;

/// So much more, or so many times, is what programs mean now and then.
const FEW: i64 = 8;

/// It may be so many times a product.
const MOST_TIMES: i64 = 1024;

/// A length that is proposed, with what decides which one comes first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    form: Form,
    /// In how many launches one of a factor less would be enough.
    loose: usize,
    /// Its factors.
    factors: usize,
    /// What it has beside a product.
    more: BigInt,
    elements: Number,
}

/// What a length looks like, by what a person would write first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Form {
    /// A product of parameters, or a number.
    Plain,
    /// With a little more, or a few times that.
    Nearly,
    /// A product with sizes: they say less of an array than parameters.
    OfSizes,
    /// With a little more, or a few times that.
    NearlyOfSizes,
    /// Many times a product.
    Many,
}

impl Form {
    fn of(product: &[&Factor], more: &BigInt) -> Form {
        let of_sizes = product.iter().any(|(_, of_sizes)| *of_sizes);
        match (more.is_zero() || product.is_empty(), of_sizes) {
            (true, false) => Form::Plain,
            (true, true) => Form::OfSizes,
            (false, _) if *more > BigInt::from(FEW) => Form::Many,
            (false, false) => Form::Nearly,
            (false, true) => Form::NearlyOfSizes,
        }
    }
}

/// The lengths of arrays with which all accesses stay within them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Long {
    /// As clauses, but for those that were given, with what suggests them.
    pub clauses: Vec<(Clause, Required)>,
    /// As they were shown.
    pub shown: Vec<races::Proposed>,
    /// Whether they rest on that operations fit.
    pub fits: bool,
}

/// How many elements a clause says that an array has.
pub(crate) fn elements<'c>(clause: &'c Clause, array: &Argument) -> Option<&'c Number> {
    match clause {
        Clause::Compare(Number::Value(Value::Length(of)), relation, elements) if of == array => {
            let enough = matches!(relation, Relation::AtLeast | Relation::Equal);
            enough.then_some(elements)
        }
        _ => None,
    }
}

/// A factor of lengths, and whether it is a size.
type Factor = (Number, bool);

impl Checked<'_> {
    /// The lengths of arrays with which all accesses of a verified kernel stay within them. What they rest on is noted in the
    /// report.
    pub(crate) fn lengths(&self, contract: &Contract, decided: &mut Decided<'_>) -> Long {
        let checks = &self.settings.checks;
        let wanted = match checks.contracts {
            Contracts::Given => false,
            Contracts::Inferred => checks.bounds && checks.lock_step.is_none(),
        };
        if !wanted || decided.report.status() != Status::Verified || !decided.passed.is_empty() {
            return Long::default();
        }
        let arrays = self.open(decided);
        if arrays.is_empty() {
            return Long::default();
        }
        let mut runs = Runs::new(self);
        let needs = runs.needs(contract, &decided.chosen);
        let factors = self.factors(decided);
        let given = |argument: &Argument| {
            let all = checks.requires.iter();
            let given = all.filter_map(|clause| elements(clause, argument));
            given.cloned().collect::<Vec<Number>>()
        };
        let proposed = arrays.iter().map(|(array, argument)| {
            let mut all = given(argument);
            all.extend(self.proposed(*array, &needs, &factors));
            (*array, all)
        });
        let proposed: Vec<races::Proposed> = proposed.filter(|(_, all)| !all.is_empty()).collect();
        if proposed.is_empty() {
            return Long::default();
        }
        let mut options = self.options(decided.chosen.sizes);
        options.premises.clone_from(&decided.clauses);
        options.witness = runs.witness(contract, &decided.chosen);
        if !checks.fits && options.overflow == Overflow::Undefined {
            // Without what is taken to fit.
            options.overflow = Overflow::Wraps;
        }
        let of = (&decided.report, proposed.as_slice());
        let found = races::lengths(self.module, self.kernel, &options, self.pool, of);
        decided.report.questions += found.questions;
        let mut all = Long::default();
        let mut known = BTreeSet::new();
        for long in found.shown {
            let Some((_, argument)) = arrays.iter().find(|(array, _)| *array == long.array) else {
                continue;
            };
            let length = Number::Value(Value::Length(argument.clone()));
            let clause = Clause::Compare(length, Relation::AtLeast, long.elements.clone());
            // What is printed is what was shown.
            if Clause::parse(&clause.to_string()).as_deref() != Ok(std::slice::from_ref(&clause)) {
                continue;
            }
            known.insert(argument.as_str().to_owned());
            all.shown.push((long.array, vec![long.elements.clone()]));
            if given(argument).contains(&long.elements) {
                continue;
            }
            let required = Required {
                clause: clause.to_string(),
                kind: clause.kind(),
                evidence: format!("accesses to `{}` stay within it", argument.as_str()),
                spot: self.declared(long.array),
                inferred: true,
            };
            all.clauses.push((clause, required));
        }
        let assumptions = &mut decided.report.assumptions;
        for one in assumptions.iter_mut() {
            if let Assumption::Lengths(names) = one {
                names.retain(|name| !known.contains(name));
            }
        }
        assumptions.retain(|one| *one != Assumption::Lengths(Vec::new()));
        // All that the second proof rests on, but for what it has shown.
        let more = found.assumptions.into_iter();
        let more = more.filter(|one| !matches!(one, Assumption::Lengths(_)));
        for one in more {
            all.fits |= matches!(one, Assumption::Fits(..));
            if !assumptions.contains(&one) {
                assumptions.push(one);
            }
        }
        all
    }

    /// Launches that satisfy a contract.
    pub(crate) fn witness_of(
        &self,
        contract: &Contract,
        chosen: &crate::sizes::Chosen,
    ) -> Option<std::sync::Arc<dyn races::Witness>> {
        Runs::new(self).witness(contract, chosen)
    }

    /// The arrays that are accessed of which a launch says how long they are, with the parameter that points to each.
    fn open(&self, decided: &Decided<'_>) -> Vec<(ArrayId, Argument)> {
        let accessed = decided.report.touched.arrays.keys();
        let open = accessed.clone().filter_map(|id| {
            let array = self.module.array(*id)?;
            let passed = matches!(array.linkage, Linkage::Parameter(_));
            let open = array.space == Space::Global && array.bytes.is_none();
            let argument = Argument::new(&array.name).ok()?;
            let others = accessed.clone().filter(|other| *other != id);
            let others = others.filter_map(|other| self.module.array(*other));
            let alone = others.into_iter().all(|other| other.name != array.name);
            // A pack has parameters of one name.
            let alone = alone && !self.twice.contains(argument.parameter());
            (passed && open && alone).then_some((*id, argument))
        });
        open.collect()
    }

    /// What lengths may be products of.
    fn factors(&self, decided: &Decided<'_>) -> Vec<Factor> {
        let function = self.module.functions.get(self.kernel.0 as usize);
        let params = function.iter().flat_map(|function| {
            let whole = function.params.iter().filter(|param| {
                let local = function.local(param.local);
                local.is_some_and(|l| matches!(l.scalar, Scalar::Int(width) if width >= 32))
            });
            whole.filter_map(|param| parameter(&param.name))
        });
        let params = params.map(|one| (one, false));
        let axes = each_axis(decided.chosen.dimensions());
        let of_block = decided.chosen.sizes.block;
        let sizes = axes.zip(of_block).flat_map(|(axis, size)| {
            let open = (size == Size::Any).then(|| threads(axis, false));
            [threads(axis, true), blocks(axis)].into_iter().chain(open)
        });
        params.chain(sizes.map(|one| (one, true))).collect()
    }

    /// The lengths that are proposed for an array, the best first.
    fn proposed(&self, array: ArrayId, needs: &[Need], factors: &[Factor]) -> Vec<Number> {
        let Some(size) = self.module.array(array).map(|array| array.layout.size) else {
            return Vec::new();
        };
        let size = BigInt::from(size.max(1));
        // Of launches that access nothing of it nothing is learnt.
        let needs = needs.iter().filter_map(|need| {
            let bytes = BigInt::from(*need.bytes.get(&array)?);
            Some((need, (bytes + &size - 1u32) / &size))
        });
        let needs: Vec<(&Need, BigInt)> = needs.collect();
        if needs.is_empty() {
            return Vec::new();
        }
        let mut found: BTreeSet<Candidate> = BTreeSet::new();
        for product in products(factors) {
            found.extend(candidates(&product, &needs));
        }
        // Two texts of one length are one.
        let value = |one: &Candidate| -> Vec<Option<BigInt>> {
            let each = needs.iter().map(|(launch, _)| launch.value(&one.elements));
            each.collect()
        };
        let best = found.into_iter().unique_by(value).take(MOST);
        best.map(|one| one.elements).collect()
    }
}

/// All products of a few factors, none of them twice.
fn products(factors: &[Factor]) -> Vec<Vec<&Factor>> {
    let most = match factors.len() {
        0..=14 => MOST_FACTORS,
        15..=40 => MOST_FACTORS - 1,
        _ => 1,
    };
    let mut all: Vec<Vec<&Factor>> = vec![Vec::new()];
    for factor in factors {
        let longer = all.iter().filter(|one| one.len() < most);
        let longer = longer.map(|one| one.iter().copied().chain([factor]).collect());
        let longer: Vec<Vec<&Factor>> = longer.collect();
        all.extend(longer);
    }
    all
}

/// What a product says of how many elements launches need: as it is, with a little more, or so many times.
fn candidates(product: &[&Factor], needs: &[(&Need, BigInt)]) -> Vec<Candidate> {
    let number = Number::product(product.iter().map(|(factor, _)| factor.clone()));
    let values = needs
        .iter()
        .map(|(launch, need)| Some((launch.value(&number)?, need)));
    let Some(values) = values.collect::<Option<Vec<(BigInt, &BigInt)>>>() else {
        return Vec::new();
    };
    let candidate = |elements: Number, more: BigInt, enough: &dyn Fn(&BigInt) -> BigInt| {
        let loose = values
            .iter()
            .zip(needs)
            .filter(|((value, need), (launch, _))| {
                let least = product.iter().any(|(factor, _)| {
                    let factor = launch.value(factor).filter(BigInt::is_positive);
                    factor.is_none_or(|factor| enough(&(value - value / factor)) >= **need)
                });
                // A number alone is one that all launches need.
                least || product.is_empty() && enough(value) != **need
            });
        let loose = loose.count();
        let tight = match product.is_empty() {
            true => loose == 0,
            false => loose < values.len(),
        };
        tight.then(|| Candidate {
            form: Form::of(product, &more),
            factors: product.len(),
            more,
            loose,
            elements,
        })
    };
    let mut found = Vec::new();
    let beyond = values.iter().map(|(value, need)| *need - value).max();
    let beyond = beyond.unwrap_or_default();
    if !beyond.is_positive() {
        found.extend(candidate(number.clone(), BigInt::zero(), &|value| {
            value.clone()
        }));
    } else if let Some(n) = beyond
        .to_i64()
        .filter(|n| *n <= MOST_BEYOND || product.is_empty())
    {
        let elements = match product.is_empty() {
            true => Number::from(n.saturating_add(1)),
            false => Number::sum([number.clone(), Number::from(n)]),
        };
        found.extend(candidate(elements, beyond.clone(), &|value| {
            value + &beyond
        }));
    }
    let times = values
        .iter()
        .map(|(value, need)| match value.is_positive() {
            true => Some((*need + value - 1u32) / value),
            false => None,
        });
    let times = times.collect::<Option<Vec<BigInt>>>();
    let times = times.and_then(|all| all.into_iter().max());
    let times = times.and_then(|times| times.to_i64());
    let usual = |n: &i64| (2..=MOST_TIMES).contains(n) && (*n == 3 || n.count_ones() == 1);
    if let Some(n) = times.filter(|n| usual(n) && !product.is_empty()) {
        let elements = Number::product([number, Number::from(n)]);
        let times = BigInt::from(n);
        found.extend(candidate(elements, times.clone(), &|value| value * &times));
    }
    found
}
