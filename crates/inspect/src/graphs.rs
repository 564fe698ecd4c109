//! A file's kernels as graphs, for whoever executes them in another way than the race checker.

use crate::Form;
use crate::launched::{Given, starts_of};
use crate::model::{Parameter, Passed};
use crate::parameters::parameters;
use crate::run::{Input, Settings, is_meant, requests, set};
use crate::sizes::{self, reached};
use hosts::{Apart, Hosts, Launch, Memory};
use kernel_graph::{FunctionId, Module, print_alone};
use num_bigint::BigInt;
use races::Size;
use text::diagnostics::Diagnostic;

/// A file that was read.
pub struct Graphs {
    /// The texts that took part; the first is the file.
    pub files: Vec<clang::place::File>,
    /// The graphs.
    pub module: Module,
    /// Its kernels, as far as they were asked for.
    pub kernels: Vec<Kernel>,
    /// What is wrong with the file as a whole.
    pub errors: Vec<Diagnostic>,
}

impl Graphs {
    /// The graph of a kernel and of all functions that it calls, as text; none if it has no graph.
    pub fn text_of(&self, kernel: &Kernel) -> Option<String> {
        let all = reached(&self.module, kernel.function?);
        Some(print_alone(&self.module, all))
    }
}

/// A kernel of it.
pub struct Kernel {
    /// Its name, as [`crate::model::KernelRun::name`].
    pub name: String,
    /// Its number in the module; none if it has no graph.
    pub function: Option<FunctionId>,
    /// What it is passed.
    pub parameters: Vec<Parameter>,
    /// The launches of the file that start it, as far as all that matters of them is known.
    pub launches: Vec<KnownLaunch>,
    /// How many launches of the file may start it of which something that matters is not known.
    pub unknown_launches: usize,
    /// How many dimensions of blocks, and of the grid, it asks about; 1 to 3.
    pub dimensions: [usize; 2],
    /// Why it has no graph.
    pub errors: Vec<Diagnostic>,
}

/// A launch of which all sizes and integers are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownLaunch {
    /// Threads of a block, by dimension.
    pub block: [u32; 3],
    /// Blocks of the grid, by dimension.
    pub grid: [u32; 3],
    /// The values of integers, by the parameters' names.
    pub values: Vec<(String, BigInt)>,
    /// Dynamic shared memory, in bytes.
    pub shared: Option<u64>,
    /// Pairs of pointers for which it is not known that the launch passes different memory.
    pub together: Vec<(String, String)>,
}

/// The typed trees of a file of CUDA or OpenCL, for whoever rewrites its text; none if it is of another form.
pub fn trees(input: &Input, settings: &Settings) -> Option<clang::Reading> {
    let mut request = match input.form {
        Form::Source(_) => requests(input).into_iter().next()?,
        Form::Python => return None,
    };
    set(&mut request, settings);
    Some(clang::read(&request))
}

/// The typed trees of the host code of a file of CUDA, for whoever rewrites its text; none if it has none, or clang leaves
/// none.
pub fn host_trees(input: &Input, settings: &Settings) -> Option<clang::HostReading> {
    let mut request = match input.form {
        Form::Source(clang::tree::Language::Cuda) => requests(input).into_iter().next()?,
        Form::Source(clang::tree::Language::OpenCl) | Form::Python => return None,
    };
    set(&mut request, settings);
    clang::read_host(&request).ok()
}

/// Reads a file of CUDA or OpenCL; none if it is of another form.
pub fn graphs(input: &Input, settings: &Settings) -> Option<Graphs> {
    let mut request = match input.form {
        Form::Source(_) => requests(input).into_iter().next()?,
        Form::Python => return None,
    };
    set(&mut request, settings);
    let reading = clang::read(&request);
    let mut lowered = kernels::lower(&reading.unit);
    kernel_graph::promote(&mut lowered.module);
    let hosts = match request.language {
        // What calls a sequential function is no launch.
        clang::tree::Language::Cuda if settings.sequential.is_none() => hosts::read(&request).ok(),
        clang::tree::Language::Cuda | clang::tree::Language::OpenCl => None,
    };
    let names: Vec<String> = reading.kernels.iter().map(|one| one.name.clone()).collect();
    let meant = reading
        .kernels
        .iter()
        .filter(|kernel| is_meant(&kernel.name, &settings.kernels));
    let found = meant.map(|kernel| {
        let tree = kernel.function.and_then(|id| reading.unit.function(id));
        let fit = kernel.errors.is_empty();
        let refused = kernel.function.and_then(|tree| lowered.refused.get(&tree));
        let function = kernel
            .function
            .filter(|tree| fit && !lowered.refused.contains_key(tree))
            .and_then(|tree| lowered.functions.get(&tree).copied());
        let graph = function.and_then(|id| lowered.module.functions.get(id.0 as usize));
        let parameters = tree.map_or_else(Vec::new, |tree| parameters(&reading.unit, tree));
        let mut launches: Vec<KnownLaunch> = Vec::new();
        let mut unknown_launches = 0;
        if let Some(hosts) = &hosts {
            for start in starts_of(hosts, &kernel.name, &names, None) {
                let given = graph.and_then(|graph| Given::of(hosts, start.launch, graph));
                let together = not_apart(hosts, start.launch, &parameters);
                match given.and_then(|given| known(&given, together)) {
                    Some(one) if !launches.contains(&one) => launches.push(one),
                    Some(_) => {}
                    None => unknown_launches += 1,
                }
            }
        }
        Kernel {
            name: kernel.name.clone(),
            function,
            parameters,
            launches,
            unknown_launches,
            dimensions: function.map_or([1; 2], |id| sizes::asked(&lowered.module, id)),
            errors: kernel.errors.iter().chain(refused).cloned().collect(),
        }
    });
    let kernels = found.collect();
    Some(Graphs {
        kernels,
        files: reading.unit.files,
        module: lowered.module,
        errors: reading.errors,
    })
}

/// The pairs of pointers for which it is not known that a launch passes different memory.
fn not_apart(hosts: &Hosts, launch: &Launch, parameters: &[Parameter]) -> Vec<(String, String)> {
    let pointers: Vec<&String> = parameters
        .iter()
        .filter(|one| matches!(one.passed, Passed::Pointer { .. }))
        .map(|one| &one.name)
        .collect();
    let mut found = Vec::new();
    for (at, one) in pointers.iter().enumerate() {
        for other in pointers.iter().skip(at + 1) {
            let memory = |name: &str| Memory::Argument(name.to_owned());
            if hosts.apart(launch, &memory(one), &memory(other)) != Apart::Different {
                found.push(((*one).clone(), (*other).clone()));
            }
        }
    }
    found
}

fn known(given: &Given, together: Vec<(String, String)>) -> Option<KnownLaunch> {
    let fixed = |sizes: [Size; 3]| {
        let all = sizes.map(|size| match size {
            Size::Fixed(n) => n,
            Size::Any => 0,
        });
        (!all.contains(&0)).then_some(all)
    };
    let (block, grid) = given.sizes_alone();
    Some(KnownLaunch {
        block: fixed(block)?,
        grid: fixed(grid)?,
        values: given.values.clone(),
        shared: given.shared,
        together,
    })
}
