//! A file with two kernels, `old` and `fresh`, and the launches for which they are compared.

use clang::Request;
use clang::tree::Language;
use kernel_graph::{ArrayId, FunctionId, Linkage, Module, Scalar, Space};
use std::collections::BTreeMap;
use std::path::Path;
use symbolic::{Arena, Argument, Compared, Launch, Level, Refused, Shared, compare};

/// A launch of both: `//:: reordered: old 2 8, new 1 16, n=13`.
pub(crate) struct Run {
    pub expect: String,
    /// Whether an execution must show that they differ.
    pub differs: bool,
    /// Grid and block of the old kernel, and of the new one.
    pub sizes: [[[u32; 3]; 2]; 2],
    pub values: BTreeMap<String, i64>,
    /// Bytes of dynamic shared memory.
    pub dynamic: Option<u64>,
}

pub(crate) struct Pair {
    pub module: Module,
    pub old: FunctionId,
    pub new: FunctionId,
    pub runs: Vec<Run>,
    /// What is expected for all sizes, if it is asked.
    pub every: Option<String>,
}

#[derive(Debug)]
#[allow(dead_code, reason = "a test that fails prints it")]
pub(crate) enum Verdict {
    Equal(Box<Compared>),
    Open(Box<Compared>),
    Refused(Box<Refused>),
}

impl Verdict {
    pub(crate) fn level(&self) -> Option<Level> {
        match self {
            Verdict::Equal(compared) => compared.level(),
            Verdict::Open(_) | Verdict::Refused(_) => None,
        }
    }

    pub(crate) fn word(&self) -> String {
        match self {
            Verdict::Equal(compared) => match compared.level() {
                Some(Level::Exact) => "exact".to_owned(),
                Some(Level::Reordered) => "reordered".to_owned(),
                Some(Level::Real) => "real".to_owned(),
                None => "open".to_owned(),
            },
            Verdict::Open(_) => "open".to_owned(),
            Verdict::Refused(_) => "refused".to_owned(),
        }
    }
}

pub(crate) fn three(text: &str) -> [u32; 3] {
    let mut all = text.split('x').map(|n| n.parse().unwrap());
    [0; 3].map(|_| all.next().unwrap_or(1))
}

fn run(line: &str) -> Run {
    let (expect, rest) = line.split_once(':').unwrap();
    let (mut sizes, mut values, mut dynamic) = ([[[1; 3]; 2]; 2], BTreeMap::new(), None);
    for part in rest.split(',').map(str::trim) {
        let words: Vec<&str> = part.split(' ').collect();
        match words.as_slice() {
            ["old", grid, block] => sizes[0] = [three(grid), three(block)],
            ["new", grid, block] => sizes[1] = [three(grid), three(block)],
            ["both", grid, block] => sizes = [[three(grid), three(block)]; 2],
            ["dynamic", bytes] => dynamic = Some(bytes.parse().unwrap()),
            [value] => {
                let (name, value) = value.split_once('=').unwrap();
                values.insert(name.to_owned(), value.parse().unwrap());
            }
            _ => panic!("{part}"),
        }
    }
    let expect = expect.trim();
    Run {
        differs: expect == "different",
        expect: if expect == "different" {
            "open"
        } else {
            expect
        }
        .to_owned(),
        sizes,
        values,
        dynamic,
    }
}

/// A function and all that it calls.
pub(crate) fn reached(module: &Module, from: FunctionId) -> Vec<FunctionId> {
    let mut found = vec![from];
    let mut at = 0;
    while let Some(id) = found.get(at).copied() {
        at += 1;
        let function = &module.functions[id.0 as usize];
        for stmt in function.blocks.iter().flat_map(|b| &b.stmts) {
            if let kernel_graph::StmtKind::Call {
                callee: kernel_graph::Callee::Function(to),
                ..
            } = &stmt.kind
                && !found.contains(to)
            {
                found.push(*to);
            }
        }
    }
    found
}

/// The arrays that a kernel is passed, by name.
pub(crate) fn arrays(module: &Module, kernel: FunctionId) -> BTreeMap<String, ArrayId> {
    let mut found = BTreeMap::new();
    for id in reached(module, kernel) {
        for block in &module.functions[id.0 as usize].blocks {
            let stmts = block.stmts.iter().flat_map(|s| s.kind.exprs());
            for e in stmts {
                e.visit(&mut |part| {
                    if let kernel_graph::ExprKind::Base(id) = part.kind
                        && let Some(array) = module.array(id)
                        && (matches!(array.linkage, Linkage::Parameter(_))
                            || array.linkage == Linkage::Variable
                                && matches!(array.space, Space::Global | Space::Constant)
                                && array.initial.is_none())
                    {
                        found.insert(array.name.clone(), id);
                    }
                });
            }
        }
    }
    found
}

impl Pair {
    pub(crate) fn read(path: &Path) -> Pair {
        let text = std::fs::read_to_string(path).unwrap();
        let language = match path.extension().unwrap().to_str().unwrap() {
            "cl" => Language::OpenCl,
            _ => Language::Cuda,
        };
        let runs = text
            .lines()
            .filter_map(|line| line.strip_prefix("//:: "))
            .map(run)
            .collect();
        let every = text.lines().find_map(|line| line.strip_prefix("//:all "));
        let every = every.map(|word| word.trim().to_owned());
        let mut request = Request::new(path.display().to_string(), text.clone(), language);
        request.folder = Some(path.parent().unwrap().to_owned());
        let reading = clang::read(&request);
        assert!(reading.errors.is_empty(), "{:?}", reading.errors);
        let mut graphs = kernels::lower(&reading.unit);
        kernel_graph::promote(&mut graphs.module);
        let named = |name: &str| {
            let of = |k: &&clang::Kernel| k.name.split('<').next() == Some(name);
            let kernel = reading.kernels.iter().find(of);
            let kernel = kernel.unwrap_or_else(|| panic!("no kernel {name} in {}", path.display()));
            assert!(kernel.errors.is_empty(), "{:?}", kernel.errors);
            let function = kernel.function.unwrap();
            assert!(
                !graphs.refused.contains_key(&function),
                "{:?}",
                graphs.refused.get(&function)
            );
            graphs.functions[&function]
        };
        let (old, new) = (named("old"), named("fresh"));
        Pair {
            old,
            new,
            runs,
            every,
            module: graphs.module,
        }
    }

    /// The old kernel in place of the new one.
    pub(crate) fn old_twice(mut self) -> Pair {
        self.new = self.old;
        for run in &mut self.runs {
            run.sizes[1] = run.sizes[0];
        }
        self
    }

    pub(crate) fn reached(&self, from: FunctionId) -> Vec<FunctionId> {
        reached(&self.module, from)
    }

    /// The arrays that a kernel is passed, by name.
    pub(crate) fn arrays(&self, kernel: FunctionId) -> BTreeMap<String, ArrayId> {
        arrays(&self.module, kernel)
    }

    /// Keys by names, which are the same in both kernels.
    pub(crate) fn keys(&self) -> BTreeMap<String, u32> {
        let mut names: Vec<String> = self.arrays(self.old).into_keys().collect();
        names.extend(self.arrays(self.new).into_keys());
        names.sort();
        names.dedup();
        (0..).zip(names).map(|(key, name)| (name, key)).collect()
    }

    fn launch<'m>(&self, module: &'m Module, which: usize, run: &Run) -> Launch<'m> {
        let kernel = [self.old, self.new][which];
        let [grid, block] = run.sizes[which];
        let keys = self.keys();
        let arrays = self.arrays(kernel).into_iter().map(|(name, id)| {
            let old = self.arrays(self.old).get(&name).copied().unwrap_or(id);
            let grain = symbolic::grain(&module.array(old).unwrap().layout, 8);
            (
                id,
                Shared {
                    key: keys[&name],
                    grain,
                    bytes: None,
                    unset: false,
                },
            )
        });
        let function = &module.functions[kernel.0 as usize];
        let arguments = (0..).zip(&function.params).map(|(number, param)| {
            match run.values.get(&param.name) {
                Some(value) => {
                    Argument::Bits(bits_of(*value, function.local(param.local).unwrap().scalar))
                }
                None => {
                    // One key for one name.
                    let key = param.name.bytes().fold(number, |_, _| number);
                    let old = &module.functions[self.old.0 as usize];
                    let at = old.params.iter().position(|p| p.name == param.name);
                    Argument::Any(at.map_or(1000 + key, |at| u32::try_from(at).unwrap()))
                }
            }
        });
        Launch {
            module,
            kernel,
            block,
            grid,
            dimensions: 3,
            arguments: arguments.collect(),
            arrays: arrays.collect(),
            before: symbolic::Left::new(),
            dynamic: run.dynamic,
            steps: 20_000_000,
        }
    }

    pub(crate) fn verdict(&self, module: &Module, run: &Run) -> Verdict {
        let mut arena = Arena::default();
        // The old kernel is that of the file, whatever became of the new one.
        let old = match symbolic::run(&self.launch(&self.module, 0, run), &mut arena) {
            Ok(old) => old,
            Err(refused) => return Verdict::Refused(refused),
        };
        let new = match symbolic::run(&self.launch(module, 1, run), &mut arena) {
            Ok(new) => new,
            Err(refused) => return Verdict::Refused(refused),
        };
        let compared = Box::new(compare(&mut arena, (&old, &new), Level::Real));
        if trials::asked("SHOW_TERMS")
            && let Some(pair) = compared.open.first()
        {
            eprintln!(
                "old {}",
                symbolic::show(&arena, pair.old, 12, &|named| format!("{named:?}"))
            );
            eprintln!(
                "new {}",
                symbolic::show(&arena, pair.new, 12, &|named| format!("{named:?}"))
            );
        }
        match compared.open.is_empty() {
            true => Verdict::Equal(compared),
            false => Verdict::Open(compared),
        }
    }
}

impl Pair {
    /// The level at which both are the same in launches of all sizes, or why that is not known.
    pub(crate) fn for_all(&self, module: &Module) -> Result<Level, String> {
        let run = Run {
            expect: String::new(),
            differs: false,
            sizes: [[[1; 3]; 2]; 2],
            values: BTreeMap::new(),
            dynamic: None,
        };
        let mut arena = Arena::default();
        let said = |refused: Box<Refused>| format!("{refused:?}");
        let old = self.launch(&self.module, 0, &run);
        let old = symbolic::family(&old, &mut arena).map_err(said)?;
        let new = self.launch(module, 1, &run);
        let new = symbolic::family(&new, &mut arena).map_err(said)?;
        let show = |arena: &Arena, id| symbolic::show(arena, id, 9, &|named| format!("{named:?}"));
        let same = symbolic::same(&mut arena, (&old, &new), &show)?;
        if trials::asked("SHOW") {
            eprintln!("{:?} {:?}", same.launches, same.beyond);
        }
        if !same.beyond.is_empty() {
            return Err("it may read more".to_owned());
        }
        same.compared
            .level()
            .ok_or_else(|| match same.compared.open.first() {
                Some(pair) => format!("{} {}", show(&arena, pair.old), show(&arena, pair.new)),
                None => String::new(),
            })
    }
}

pub(crate) fn bits_of(value: i64, scalar: Scalar) -> u128 {
    match scalar {
        Scalar::Int(width) => i128::from(value).cast_unsigned() & symbolic::arith::mask(width),
        Scalar::Float(format) => symbolic::float::bits(value as f64, format),
        _ => i128::from(value).cast_unsigned(),
    }
}
