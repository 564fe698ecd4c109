//! A file's kernels as graphs, for whoever asks more of them than one check.

use crate::launched::{Known, Passed};
use crate::model::KernelRun;
use crate::one_memory::{self, OneMemory, Same};
use crate::place::Resolver;
use crate::run::{Input, Settings, is_meant, launches_of, options_for, requests, set};
use crate::sizes;
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
    /// How it is checked: for the sizes that [`crate::files`] would choose.
    pub options: Options,
    /// Which parameters some launch passes the same pointer for.
    same: Same,
}

impl OpenKernel {
    /// The program in which such parameters point to the same memory; none if there are none.
    pub fn merged(&self, module: &Module) -> Option<Module> {
        let apart = self.same.iter().enumerate().all(|(at, first)| at == *first);
        (!apart).then(|| one_memory::merged(module, self.function, &self.same))
    }
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

/// Reads a file of CUDA or OpenCL; none if it is of another form.
pub fn open(input: &Input, settings: &Settings) -> Option<Opened> {
    let mut request = match input.form {
        crate::Form::Source(_) => requests(input).into_iter().next()?,
        crate::Form::Python => return None,
    };
    set(&mut request, settings);
    let reading = clang::read(&request);
    let mut graphs = kernels::lower_with_points(&reading.unit);
    kernel_graph::promote(&mut graphs.module);
    let meant = reading
        .kernels
        .iter()
        .filter(|kernel| is_meant(&kernel.name, &settings.kernels));
    let kernels = meant.filter_map(|kernel| {
        let tree = kernel.function?;
        let refused = graphs.refused.contains_key(&tree);
        let function = *graphs.functions.get(&tree)?;
        let launches = launches_of(&reading, &kernel.name);
        let chosen = sizes::choose(&graphs.module, function, &settings.sizes, &launches);
        let tree = reading.unit.function(tree);
        let params = tree.map_or(&[][..], |tree| tree.parameters.as_slice());
        let params = params.iter().map(|id| {
            let found = reading.unit.variables.get(id.0 as usize);
            found.map(|one| one.name.clone()).unwrap_or_default()
        });
        let params: Vec<String> = params.collect();
        let mut options = options_for(&settings.checks, chosen.sizes);
        // What launches pass is known here as where a verdict is given.
        if let Some(file) = reading.unit.files.first() {
            let launches = (&launches[..], Passed::Constants);
            options.launches = Known::of(launches, &params, &chosen, &file.source).launches;
        }
        (!refused && kernel.errors.is_empty()).then(|| OpenKernel {
            name: kernel.name.clone(),
            function,
            options,
            same: OneMemory::of(&launches, (&graphs.module, function), params.len()).together(),
        })
    });
    let kernels = kernels.collect();
    Some(Opened {
        kernels,
        files: reading.unit.files,
        module: graphs.module,
    })
}
