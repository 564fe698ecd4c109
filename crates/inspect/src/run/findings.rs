//! What a check has found, with places, names and values of the program.

use super::kernel::Checked;
use crate::decide::Decided;
use crate::model::{Access, Asserted, Fault, Race, Thread, What};
use crate::sizes::Chosen;
use crate::trial::{Judge, Trial};
use crate::undefinable::Undefinable;
use crate::{memory, words};
use clang::tree::Language;
use contracts::Kind;
use kernel_graph::{ArrayId, Module, Scalar, Space};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use races::{Finding, Reason, Report, Size, Sizes, ThreadIds};

impl Checked<'_> {
    fn name_of(&self, array: ArrayId) -> String {
        let array = self.module.array(array);
        array.map_or_else(|| "?".to_owned(), |array| array.name.clone())
    }

    /// Who executes what is found in a form of the program.
    pub(crate) fn judge<'j>(&'j self, module: &'j Module, chosen: &'j Chosen) -> Judge<'j> {
        Judge {
            module,
            kernel: self.kernel,
            checks: &self.settings.checks,
            chosen,
            cuda: self.language == Language::Cuda,
            left: &self.steps_left,
        }
    }

    pub(crate) fn fault(&self, finding: &Finding, decided: &Decided<'_>) -> Fault {
        let Decided { report, chosen, .. } = decided;
        let mut clauses = decided.clauses.iter();
        let of_contents = clauses.any(|clause| clause.kind() == Kind::Contents);
        let (smaller, trial, launch) = match self.settings.checks.execute {
            // An execution may break what is required of contents: then it shows nothing.
            true if of_contents => (
                None,
                Trial::NotTried("contents of arrays are required"),
                None,
            ),
            true => {
                let judge = self.judge(self.module, chosen);
                match judge.smallest(finding, decided) {
                    Some((smaller, launch)) => (Some(smaller), Trial::Shown, Some(launch)),
                    None => {
                        let (trial, launch) = judge.trial(finding);
                        (None, trial, launch)
                    }
                }
            }
            false => (None, Trial::NotTried("not requested"), None),
        };
        let finding = smaller.as_ref().unwrap_or(finding);
        let what = self.what(finding, report);
        let sizes = chosen.with(&finding.values);
        let named = |name: &str| words::size_name(name, self.language);
        let parameters = finding.values.iter();
        let parameters = parameters.filter(|(name, _)| named(name).is_none());
        let open = finding.values.iter();
        let open = open.filter_map(|(name, value)| Some((named(name)?, value.to_string())));
        Fault {
            code: finding.fault.code(),
            what,
            spot: self.resolver.spot(&finding.place, &report.inlined),
            threads: finding
                .threads
                .iter()
                .map(|ids| thread(ids, &sizes))
                .collect(),
            values: parameters
                .map(|(name, value)| self.value(name, value))
                .collect(),
            sizes,
            open: open.collect(),
            abstractions: finding.abstractions.clone(),
            trial,
            launch,
            only_where: finding
                .only_by_overflow
                .then(|| Undefinable::of(self.module, self.kernel)),
            accepted: None,
        }
    }

    /// What is wrong.
    fn what(&self, finding: &Finding, report: &Report) -> What {
        match &finding.fault {
            races::Fault::Race {
                array,
                first,
                second,
                same_block,
                across,
            } => {
                let both = [first, second];
                let race = self.race(*array, both, (*same_block, *across), report);
                What::Race(Box::new(race))
            }
            races::Fault::Divergence { what, who } => What::Divergence {
                meets: *what,
                who: *who,
            },
            races::Fault::Broken(Reason::Assertion) => What::Assertion(Asserted::Here),
            races::Fault::Broken(Reason::Precondition) => What::Assertion(Asserted::Precondition),
            races::Fault::Broken(Reason::Postcondition) => What::Assertion(Asserted::Postcondition),
            races::Fault::Broken(Reason::Invariant | Reason::Candidate) => {
                What::Invariant { entry: false }
            }
            races::Fault::Broken(Reason::Entry) => What::Invariant { entry: true },
            races::Fault::Broken(Reason::Bounds(array)) => What::Bounds(self.name_of(*array)),
            races::Fault::Broken(Reason::ConstantWrite(array)) => {
                What::ConstantWrite(self.name_of(*array))
            }
            races::Fault::Broken(Reason::BarrierInvariant) => What::BarrierInvariant,
            races::Fault::Broken(Reason::Permission) => What::Permission,
            // The rest is not decided, or told as an access by a null pointer.
            races::Fault::Broken(
                Reason::NullAccess
                | Reason::UnknownAddress
                | Reason::UnknownCallee
                | Reason::Recursion,
            ) => What::NullAccess,
        }
    }

    fn race(
        &self,
        array: ArrayId,
        both: [&races::Racing; 2],
        (same_block, across): (bool, bool),
        report: &Report,
    ) -> Race {
        let found = self.module.array(array);
        let named = |offset: Option<&BigInt>, bytes: Option<u64>, fields: bool| {
            found.map(|array| memory::name(array, offset, bytes, fields))
        };
        let words = |offset: Option<&BigInt>, bytes: Option<u64>| {
            named(offset, bytes, true).map_or_else(|| "?".to_owned(), |named| named.words())
        };
        let access = |racing: &races::Racing| Access {
            kind: racing.kind,
            spot: self.resolver.spot(&racing.place, &report.inlined),
            location: words(racing.offset.as_ref(), racing.bytes),
            bytes: racing.bytes,
        };
        let [first, second] = both;
        let (offset, bytes) = shared_bytes(first, second);
        let published = named(offset.as_ref(), bytes, false);
        Race {
            array: self.name_of(array),
            location: words(offset.as_ref(), bytes),
            published: match found.filter(|array| memory::is_empty(array)) {
                Some(array) => format!("0-sized array {}", array.name),
                None => published.map_or_else(|| "?".to_owned(), |named| named.published()),
            },
            first: access(first),
            second: access(second),
            same_block,
            across,
            copied: first.copied || second.copied,
            shared: found.is_some_and(|array| array.space == Space::Shared),
        }
    }

    /// A parameter's name and value as the program has them.
    fn value(&self, name: &str, value: &BigInt) -> (String, String) {
        let function = self.module.functions.get(self.kernel.0 as usize);
        let local = function.and_then(|function| {
            let param = function.params.iter().find(|param| param.name == name)?;
            function.local(param.local)
        });
        let text = match local.map(|local| (local.scalar, local.signed)) {
            Some((Scalar::Int(bits), true)) if value.bits() == u64::from(bits) => {
                (value - (BigInt::from(1) << bits)).to_string()
            }
            Some((Scalar::Float(format), _)) => match value.to_u128() {
                Some(bits) => {
                    executor::float_number(executor::Value::Bits(bits), format).to_string()
                }
                None => value.to_string(),
            },
            _ => value.to_string(),
        };
        (name.to_owned(), text)
    }
}

/// The bytes that both accesses touch.
fn shared_bytes(first: &races::Racing, second: &races::Racing) -> (Option<BigInt>, Option<u64>) {
    let (Some(a), Some(b)) = (&first.offset, &second.offset) else {
        return (first.offset.clone().or_else(|| second.offset.clone()), None);
    };
    let start = a.max(b).clone();
    let bytes = match (first.bytes, second.bytes) {
        (Some(x), Some(y)) => (a + x).min(b + y) - &start,
        _ => return (Some(start), None),
    };
    (Some(start), bytes.to_u64().filter(|bytes| *bytes > 0))
}

fn thread(ids: &ThreadIds, sizes: &Sizes) -> Thread {
    let size = |at: usize| match sizes.block.get(at) {
        Some(Size::Fixed(n)) => Some(u64::from(*n)),
        Some(Size::Any) | None => None,
    };
    let (thread, block) = (ids.thread.map(u64::from), ids.block.map(u64::from));
    let mut global = Some([0; 3]);
    for at in 0..3 {
        let number = size(at).and_then(|size| {
            let first = block.get(at)?.checked_mul(size)?;
            first.checked_add(*thread.get(at)?)
        });
        global = match (global, number) {
            (Some(mut all), Some(number)) => {
                if let Some(slot) = all.get_mut(at) {
                    *slot = number;
                }
                Some(all)
            }
            _ => None,
        };
    }
    Thread {
        thread,
        block,
        global,
    }
}
