//! Whether what has to be written rests on what a launch is given: by its terms, in small launches.

use super::meaning::{Contract, value};
use super::runs::Runs;
use super::uncovered::Uncovered;
use crate::model::{Coverage, Worked};
use crate::run::Checked;
use crate::sample::Sample;
use crate::sizes::Chosen;
use contracts::{Number, Value};
use kernel_graph::{ArrayId, Linkage, Scalar, Space, StmtKind};
use num_traits::ToPrimitive;
use std::collections::BTreeMap;
use symbolic::{Arena, Argument, Launch, Left, Shared, Sources, TermId};

/// What is passed for integers.
const FEW: [u32; 4] = [2, 3, 5, 6];

/// So many launches with numbers that are independent of each other.
const INDEPENDENT: u64 = 6;

/// Blocks of the grid in each dimension.
const BLOCKS: u32 = 4;

/// So many launches are executed.
const LAUNCHES: usize = 4;

/// Statements of each.
const STEPS: u64 = 400_000;

/// What is known of the work of a kernel on an array.
pub(crate) enum Work {
    /// In each launch that was executed each element rests on something.
    Shown(Worked),
    /// In one it does not.
    Not(Box<Uncovered>),
    /// No launch was executed.
    Unknown,
}

impl Checked<'_> {
    /// Whether the elements of an array rest on what a launch is given, in small launches that satisfy a contract.
    pub(crate) fn worked(
        &self,
        contract: &Contract,
        chosen: &Chosen,
        (array, elements): (ArrayId, &Number),
    ) -> Work {
        let mut runs = Runs::new(self);
        let mut all = Sources::default();
        let mut launches = 0;
        for sample in runs.of_few(contract, chosen, (&FEW, INDEPENDENT), BLOCKS) {
            if launches == LAUNCHES {
                break;
            }
            let known = |of: &Value| sample.value(of);
            let n = elements.eval(&|name| value(name, &known));
            let Some(n) = n.and_then(|n| n.to_u64()).filter(|n| *n > 0) else {
                continue;
            };
            let Some(found) = self.rests_on(&sample, array) else {
                continue;
            };
            let elements = found.into_iter().filter(|(element, _)| *element < n);
            let mut any = false;
            for (element, sources) in elements {
                any = true;
                let how = match self.wrong_with(&sources) {
                    None => {
                        all.arrays.extend(sources.arrays);
                        all.parameters.extend(sources.parameters);
                        continue;
                    }
                    Some(fault) => fault(element),
                };
                // An execution shows the launch.
                let Some((launch, ..)) = runs.noted(&sample) else {
                    break;
                };
                return Work::Not(Box::new(Uncovered {
                    how,
                    sample,
                    launch,
                    place: None,
                }));
            }
            launches += usize::from(any);
        }
        match launches {
            0 => Work::Unknown,
            launches => Work::Shown(self.named(array, &all, launches)),
        }
    }

    /// What is wrong with an element that rests on these.
    fn wrong_with(&self, sources: &Sources) -> Option<fn(u64) -> Coverage> {
        if sources.is_empty() {
            return Some(Coverage::Constant);
        }
        let earlier = sources
            .arrays
            .iter()
            .any(|key| self.is_state(ArrayId(*key)));
        (earlier || sources.unset).then_some(Coverage::Earlier)
    }

    /// Whether an array is a variable of the program that a kernel writes: it keeps what an earlier launch left.
    fn is_state(&self, array: ArrayId) -> bool {
        let of = self.module.array(array);
        let variable = of.is_some_and(|of| {
            of.linkage == Linkage::Variable && of.space == Space::Global && of.initial.is_none()
        });
        let functions = self.module.functions.iter();
        let mut blocks = functions.flat_map(|function| &function.blocks);
        variable
            && blocks.any(|block| {
                block.stmts.iter().any(|stmt| {
                    let reads = matches!(stmt.kind, StmtKind::Load { .. });
                    let mut named = false;
                    for e in stmt.kind.exprs() {
                        e.visit(&mut |part| {
                        named |=
                            matches!(part.kind, kernel_graph::ExprKind::Base(id) if id == array);
                    });
                    }
                    named && !reads
                })
            })
    }

    /// The names of what an array rests on, and of what it does not.
    fn named(&self, array: ArrayId, all: &Sources, launches: usize) -> Worked {
        let function = self.module.functions.get(self.kernel.0 as usize);
        let params = function.map_or(&[][..], |function| &function.params);
        let mut from = Vec::new();
        let mut without = Vec::new();
        for id in crate::execute::arrays(self.module, self.kernel) {
            let Some(of) = self.module.array(id).filter(|of| outlives(of)) else {
                continue;
            };
            match all.arrays.contains(&id.0) {
                true => from.push(of.name.clone()),
                false if id != array => without.push(of.name.clone()),
                false => {}
            }
        }
        for (number, param) in (0u32..).zip(params) {
            let integer = self
                .scalar(number)
                .is_some_and(|scalar| matches!(scalar, Scalar::Int(_)));
            match all.parameters.contains(&number) {
                true => from.push(param.name.clone()),
                // Numbers that are chosen are in no term.
                false if integer => {}
                false => without.push(param.name.clone()),
            }
        }
        let name = self.module.array(array).map_or("", |of| of.name.as_str());
        Worked {
            array: name.to_owned(),
            from,
            without,
            launches,
        }
    }

    fn scalar(&self, number: u32) -> Option<Scalar> {
        let function = self.module.functions.get(self.kernel.0 as usize)?;
        let param = function.params.get(number as usize)?;
        Some(function.local(param.local)?.scalar)
    }

    /// What each element of an array rests on after a launch; none if nothing is said of it.
    fn rests_on(&self, sample: &Sample, array: ArrayId) -> Option<BTreeMap<u64, Sources>> {
        let launch = self.symbolic(sample)?;
        let mut arena = Arena::default();
        let done = symbolic::run(&launch, &mut arena).ok()?;
        let left = done.arrays.get(&array.0)?;
        let size = self.module.array(array)?.layout.size.max(1);
        let (places, terms): (Vec<u64>, Vec<TermId>) = left
            .written
            .iter()
            .filter_map(|(piece, one)| {
                let byte = piece.checked_mul(i64::from(left.grain))?;
                Some((u64::try_from(byte).ok()? / size, one.value))
            })
            .unzip();
        let each = symbolic::sources(&mut arena, &terms);
        let mut found: BTreeMap<u64, Sources> = BTreeMap::new();
        for (element, one) in places.into_iter().zip(each) {
            // An element of several numbers rests on what any of them does.
            let all = found.entry(element).or_default();
            all.arrays.extend(one.arrays);
            all.parameters.extend(one.parameters);
            all.unset |= one.unset;
        }
        Some(found)
    }

    /// A launch as it is executed symbolically: arrays have their numbers as keys, parameters theirs.
    fn symbolic(&self, sample: &Sample) -> Option<Launch<'_>> {
        let function = self.module.functions.get(self.kernel.0 as usize)?;
        let mut arguments = Vec::new();
        for (number, param) in (0u32..).zip(&function.params) {
            let scalar = function.local(param.local)?.scalar;
            let value = sample.numbers.get(&param.name).and_then(|n| n.to_u128());
            arguments.push(match (value, scalar) {
                (Some(value), Scalar::Int(_)) => Argument::Bits(value),
                _ => Argument::Any(number),
            });
        }
        let arrays = crate::execute::arrays(self.module, self.kernel).into_iter();
        let arrays = arrays.filter_map(|id| {
            let of = self.module.array(id).filter(|of| outlives(of))?;
            let shared = Shared {
                key: id.0,
                grain: symbolic::grain(&of.layout, self.module.target.pointer),
                bytes: None,
                unset: false,
            };
            Some((id, shared))
        });
        Some(Launch {
            module: self.module,
            kernel: self.kernel,
            block: sample.block,
            grid: sample.grid,
            dimensions: 3,
            arguments,
            arrays: arrays.collect(),
            before: Left::new(),
            dynamic: None,
            steps: STEPS,
        })
    }
}

/// Whether an array is there before a launch and after it.
fn outlives(array: &kernel_graph::Array) -> bool {
    match array.linkage {
        Linkage::Parameter(_) => true,
        Linkage::Variable => array.space != Space::Shared && array.initial.is_none(),
        Linkage::Dynamic | Linkage::Literal => false,
    }
}
