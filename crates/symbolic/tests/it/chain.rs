//! A file with kernels, and two sides: launches one after the other, or a function of a file of C beside it.

use crate::concrete::{alike, contents};
use crate::pair::{arrays, bits_of, reached, three};
use clang::tree::Language;
use clang::{Request, Sequential};
use executor::{Contents, Options, Schedule, Value};
use kernel_graph::{ArrayId, FunctionId, Module, Scalar};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use symbolic::{
    Arena, Argument, Compared, Launch, Left, Level, Refused, Shared, compare, in_order,
};

/// A launch: the kernel, its grid and its block.
#[derive(Clone)]
struct Step {
    kernel: FunctionId,
    name: String,
    sizes: [[u32; 3]; 2],
}

#[derive(Clone)]
pub(crate) struct Side {
    pub module: Module,
    steps: Vec<Step>,
}

/// What is expected for some values: `//:: exact: n=13`.
pub(crate) struct Run {
    pub expect: String,
    values: BTreeMap<String, i64>,
}

pub(crate) struct Chain {
    pub sides: [Side; 2],
    temporaries: BTreeSet<String>,
    /// By kernel and parameter.
    names: BTreeMap<(String, String), String>,
    pub runs: Vec<Run>,
}

/// What is left, by the array's name and the byte.
type Bytes = BTreeMap<(String, i64), (Scalar, u128)>;

fn module(request: &Request) -> (Module, BTreeMap<String, FunctionId>) {
    let reading = clang::read(request);
    assert!(reading.errors.is_empty(), "{:?}", reading.errors);
    let mut graphs = kernels::lower(&reading.unit);
    kernel_graph::promote(&mut graphs.module);
    let mut found = BTreeMap::new();
    for kernel in &reading.kernels {
        assert!(kernel.errors.is_empty(), "{:?}", kernel.errors);
        let function = kernel.function.unwrap();
        let refused = graphs.refused.get(&function);
        assert!(refused.is_none(), "{refused:?}");
        found.insert(kernel.name.clone(), graphs.functions[&function]);
    }
    (graphs.module, found)
}

fn run(line: &str) -> Run {
    let (expect, rest) = line.split_once(':').unwrap();
    let values = rest
        .split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty());
    let values = values.map(|part| {
        let (name, value) = part.split_once('=').unwrap();
        (name.to_owned(), value.parse().unwrap())
    });
    Run {
        expect: expect.trim().to_owned(),
        values: values.collect(),
    }
}

impl Chain {
    pub(crate) fn read(path: &Path) -> Chain {
        let text = std::fs::read_to_string(path).unwrap();
        let lines = |word: &str| {
            let all = text.lines().filter_map(|line| line.strip_prefix(word));
            all.map(str::trim).map(str::to_owned).collect::<Vec<_>>()
        };
        let folder = path.parent().unwrap().to_owned();
        let request = |path: &Path, text: &str| Request {
            folder: Some(folder.clone()),
            ..Request::new(path.display().to_string(), text, Language::Cuda)
        };
        let cuda = module(&request(path, &text));
        let c = path.with_extension("c");
        let side = |word: &str| {
            let said = lines(word).pop().unwrap();
            let one = |(module, functions): &(Module, BTreeMap<String, FunctionId>)| Side {
                module: module.clone(),
                steps: said.split(';').map(|part| step(part, functions)).collect(),
            };
            match said.contains(' ') {
                true => one(&cuda),
                false => {
                    let text = std::fs::read_to_string(&c).unwrap();
                    one(&module(&Request {
                        sequential: Some(Sequential {
                            function: said.clone(),
                            c: true,
                        }),
                        ..request(&c, &text)
                    }))
                }
            }
        };
        let names = lines("//:name ").into_iter().map(|line| {
            let (left, name) = line.split_once('=').unwrap();
            let (kernel, parameter) = left.split_once('.').unwrap();
            ((kernel.to_owned(), parameter.to_owned()), name.to_owned())
        });
        Chain {
            sides: [side("//:old "), side("//:new ")],
            temporaries: lines("//:temporary ").into_iter().collect(),
            names: names.collect(),
            runs: lines("//:: ").iter().map(|line| run(line)).collect(),
        }
    }

    /// The functions that a side executes.
    pub(crate) fn executed(&self, side: usize) -> Vec<FunctionId> {
        let side = &self.sides[side];
        let all = side.steps.iter();
        let all: BTreeSet<FunctionId> = all
            .flat_map(|step| reached(&side.module, step.kernel))
            .collect();
        all.into_iter().collect()
    }

    /// What a parameter of a kernel is called.
    fn called(&self, step: &Step, name: &str) -> String {
        let renamed = self.names.get(&(step.name.clone(), name.to_owned()));
        renamed.cloned().unwrap_or_else(|| name.to_owned())
    }

    fn arrays(&self, module: &Module, step: &Step) -> BTreeMap<String, ArrayId> {
        let all = arrays(module, step.kernel).into_iter();
        all.map(|(name, id)| (self.called(step, &name), id))
            .collect()
    }

    /// Keys by names.
    fn keys(&self) -> BTreeMap<String, u32> {
        let mut names = BTreeSet::new();
        for side in &self.sides {
            for step in &side.steps {
                names.extend(self.arrays(&side.module, step).into_keys());
                let function = &side.module.functions[step.kernel.0 as usize];
                names.extend(function.params.iter().map(|p| self.called(step, &p.name)));
            }
        }
        names.into_iter().zip(0..).collect()
    }

    /// The bytes of the pieces of arrays: those of the first launch that has them.
    fn grains(&self) -> BTreeMap<String, u32> {
        let mut found = BTreeMap::new();
        for side in &self.sides {
            for step in &side.steps {
                for (name, id) in self.arrays(&side.module, step) {
                    let grain = symbolic::grain(&side.module.array(id).unwrap().layout, 8);
                    found.entry(name).or_insert(grain);
                }
            }
        }
        found
    }

    fn launches<'m>(&self, side: &'m Side, run: &Run) -> Vec<Launch<'m>> {
        let (keys, grains) = (self.keys(), self.grains());
        let one = |step: &Step| {
            let function = &side.module.functions[step.kernel.0 as usize];
            let arguments = function.params.iter().map(|param| {
                let name = self.called(step, &param.name);
                match run.values.get(&name) {
                    Some(value) => {
                        let scalar = function.local(param.local).unwrap().scalar;
                        Argument::Bits(bits_of(*value, scalar))
                    }
                    None => Argument::Any(keys[&name]),
                }
            });
            let arrays = self.arrays(&side.module, step).into_iter();
            let arrays = arrays.map(|(name, id)| {
                let shared = Shared {
                    key: keys[&name],
                    grain: grains[&name],
                    bytes: None,
                    unset: self.temporaries.contains(&name),
                };
                (id, shared)
            });
            Launch {
                module: &side.module,
                kernel: step.kernel,
                block: step.sizes[1],
                grid: step.sizes[0],
                dimensions: 3,
                arguments: arguments.collect(),
                arrays: arrays.collect(),
                before: Left::new(),
                dynamic: None,
                steps: 400_000,
            }
        };
        side.steps.iter().map(one).collect()
    }

    /// How both compare.
    pub(crate) fn verdict(
        &self,
        sides: [&Side; 2],
        run: &Run,
    ) -> Result<Compared, (usize, Box<Refused>)> {
        let mut arena = Arena::default();
        let keys = self.keys();
        let mut left = Vec::new();
        for side in sides {
            let mut done = in_order(&self.launches(side, run), &mut arena)?;
            for name in &self.temporaries {
                done.arrays.remove(&keys[name]);
            }
            left.push(done);
        }
        Ok(compare(&mut arena, (&left[0], &left[1]), Level::Real))
    }

    /// How executions of both differ, if they do at a level; none if one of them says nothing.
    pub(crate) fn differ(&self, sides: [&Side; 2], run: &Run, level: Level) -> Option<String> {
        (0..4u64).find_map(|seed| {
            let old = self.left(sides[0], run, seed).ok()?;
            let new = self.left(sides[1], run, seed).ok()?;
            let places: BTreeSet<_> = old.keys().chain(new.keys()).cloned().collect();
            places.into_iter().find_map(|place| {
                let scalar = old.get(&place).or(new.get(&place))?.0;
                let of = |side: &Bytes| {
                    let written = side.get(&place).map(|(_, bits)| *bits);
                    written.or_else(|| before(&place, scalar, seed))
                };
                let (a, b) = (of(&old)?, of(&new)?);
                (!alike(a, b, scalar, Some(level)))
                    .then(|| format!("{place:?}: {a:#x} and {b:#x}, seed {seed}"))
            })
        })
    }

    /// Whether an execution of a side races.
    pub(crate) fn races(&self, side: &Side, run: &Run) -> bool {
        matches!(self.left(side, run, 0), Err(true))
    }

    /// What an execution of a side leaves in outputs; whether it races, if it does not come to its end.
    fn left(&self, side: &Side, run: &Run, seed: u64) -> Result<Bytes, bool> {
        let mut all = Bytes::new();
        for step in &side.steps {
            let module = &side.module;
            let [grid, block] = step.sizes;
            let mut launch = executor::Launch::new(step.kernel, block, grid, 7);
            launch.dimensions = 3;
            let function = &module.functions[step.kernel.0 as usize];
            for param in &function.params {
                let name = self.called(step, &param.name);
                let scalar = function.local(param.local).unwrap().scalar;
                let other = name.bytes().map(i64::from).sum::<i64>() % 5;
                let other = other + i64::try_from(seed).unwrap();
                let value = run.values.get(&name).copied().unwrap_or(other);
                let bits = Value::Bits(bits_of(value, scalar));
                launch.arguments.insert(param.name.clone(), bits);
            }
            let names = self.arrays(module, step);
            for (name, id) in &names {
                let given = Contents::Given(contents(seed, name));
                let mut bytes = BTreeMap::new();
                for ((_, at), (scalar, bits)) in all.iter().filter(|((of, _), _)| of == name) {
                    for byte in 0..scalar.bytes(8) {
                        let value = u8::try_from(bits >> (8 * byte) & 0xff).unwrap();
                        bytes.insert(at + i64::from(byte), value);
                    }
                }
                let contents = Contents::Bytes(Box::new(given), bytes);
                launch.contents.insert(*id, contents);
            }
            let options = Options {
                steps: 400_000,
                ordered_sums: true,
                ..Options::default()
            };
            let outcome = executor::run(module, &launch, &options, Schedule::Backward);
            let race = matches!(outcome.fault(), Some(executor::Fault::Race { .. }));
            if outcome.stop.is_some() || outcome.arbitrary || !outcome.warnings.is_empty() {
                return Err(race);
            }
            let ids: BTreeMap<_, _> = names.into_iter().map(|(name, id)| (id, name)).collect();
            for array in &outcome.arrays {
                let Some(name) = ids.get(&array.array) else {
                    continue;
                };
                for element in &array.elements {
                    let place = (name.clone(), element.offset);
                    all.insert(place, (element.scalar, element.value.bits()));
                }
            }
        }
        all.retain(|(name, _), _| !self.temporaries.contains(name));
        Ok(all)
    }
}

/// What lies in an element before all launches.
fn before((name, at): &(String, i64), scalar: Scalar, seed: u64) -> Option<u128> {
    let element = usize::try_from(at / i64::from(scalar.bytes(8))).ok()?;
    let number = contents(seed, name).get(element).copied().unwrap_or(0.0);
    Some(match scalar {
        Scalar::Float(format) => symbolic::float::bits(number, format),
        _ => bits_of(number as i64, scalar),
    })
}

fn step(text: &str, functions: &BTreeMap<String, FunctionId>) -> Step {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (name, sizes) = match words.as_slice() {
        [name, grid, block] => (*name, [three(grid), three(block)]),
        [name] => (*name, [[1; 3]; 2]),
        _ => panic!("{text}"),
    };
    Step {
        kernel: *functions
            .get(name)
            .unwrap_or_else(|| panic!("no kernel {name}")),
        name: name.to_owned(),
        sizes,
    }
}
