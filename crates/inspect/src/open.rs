//! A file's kernels as graphs, for whoever asks more of them than one check.

use crate::model::{FileRun, KernelRun};
use crate::place::Resolver;
use crate::run::{Input, Settings, chosen, is_meant, options_for, restate, set, texts};
use crate::sizes;
use crate::written::usable;
use contracts::Clause;
use kernel_graph::{FunctionId, Module};
use races::Options;

/// A file that was read.
pub struct Opened {
    /// The texts that took part; the first is the file.
    pub files: Vec<clang::place::File>,
    /// The graphs, with a [`kernel_graph::StmtKind::Point`] wherever there is room for a barrier.
    pub module: Module,
    /// Its kernels that can be checked, as far as they were asked for.
    pub kernels: Vec<OpenKernel>,
}

/// A kernel of it.
pub struct OpenKernel {
    /// Its name, as [`KernelRun::name`].
    pub name: String,
    /// Its number in the module.
    pub function: FunctionId,
    /// How it is checked: for the sizes, and under the contract, of its run.
    pub options: Options,
}

impl Opened {
    /// Resolves places in it.
    pub fn resolver(&self) -> Resolver<'_> {
        Resolver::new(&self.files)
    }

    /// The kernel of a run.
    pub fn kernel(&self, run: &KernelRun) -> Option<&OpenKernel> {
        self.kernels.iter().find(|kernel| kernel.name == run.name)
    }
}

/// How many strings of a file have kernels; of a file of CUDA or OpenCL its text is the one.
pub fn strings(input: &Input, settings: &Settings) -> usize {
    texts(input, &settings.define).len()
}

/// Reads a file of CUDA or OpenCL that was checked before, or the string of a Python file that is meant; none
/// if several are, or it is not known which text is compiled.
pub fn open(input: &Input, settings: &Settings, run: &FileRun) -> Option<Opened> {
    let mut texts = chosen(input, settings).into_iter();
    let mut request = match (texts.next()?, texts.next()) {
        (text, None) if text.undecided.is_none() => text.request,
        _ => return None,
    };
    set(&mut request, settings);
    let reading = clang::read(&request);
    let mut graphs = kernels::lower_with_points(&reading.unit);
    kernel_graph::promote(&mut graphs.module);
    restate(&mut graphs, &settings.checks);
    let meant = reading
        .kernels
        .iter()
        .filter(|kernel| is_meant(&kernel.name, &settings.kernels));
    let kernels = meant.filter_map(|kernel| {
        let tree = kernel.function?;
        let refused = graphs.refused.contains_key(&tree);
        let function = *graphs.functions.get(&tree)?;
        let before = run.kernels.iter().find(|one| one.name == kernel.name);
        let options = match before.and_then(|before| under(before, settings)) {
            Some(options) => options,
            None => {
                let chosen = sizes::choose(&graphs.module, function, &settings.sizes);
                options_for(&settings.checks, chosen.sizes)
            }
        };
        (!refused && kernel.errors.is_empty()).then(|| OpenKernel {
            name: kernel.name.clone(),
            function,
            options,
        })
    });
    let kernels = kernels.collect();
    Some(Opened {
        kernels,
        files: reading.unit.files,
        module: graphs.module,
    })
}

/// How a kernel was checked: for which sizes, and under which contract. No repair requires more of launches.
fn under(run: &KernelRun, settings: &Settings) -> Option<Options> {
    let mut options = options_for(&settings.checks, run.sizes?.sizes);
    for one in &run.contract {
        options
            .premises
            .extend(usable(&Clause::parse(&one.clause).ok()?));
    }
    Some(options)
}
