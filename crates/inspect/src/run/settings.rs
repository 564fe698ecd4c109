//! Files to be read, and how they are read and checked.

use crate::accept::Accepting;
use crate::sizes::Wanted;
use crate::watch::Watch;
use crate::written::usable;
use clang::keep::Keep;
use clang::tree::{Language, Unit};
use clang::types::Target;
use clang::{Kernel, Request, Sequential};
use contracts::{Clause, Number};
use races::{Options, Size, Sizes};
use solver::encode::Effort;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A file to be read.
#[derive(Clone, Debug)]
pub struct Input {
    /// Its name in messages.
    pub name: String,
    /// Its text.
    pub text: String,
    /// The folder that `#include "…"` begins in; that of the name if absent.
    pub folder: Option<PathBuf>,
    /// How it is read.
    pub form: Form,
}

/// How a file is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As a text in this language.
    Source(Language),
    /// As Python, with kernels in strings.
    Python,
}

/// For which launches a kernel is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contracts {
    /// For all that satisfy what was given.
    Given,
    /// For all that satisfy what was given and what is inferred.
    Inferred,
}

/// Which annotations of a program count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Annotations {
    /// All.
    #[default]
    All,
    /// Preconditions alone.
    Preconditions,
    /// None.
    None,
}

/// What is checked.
#[derive(Clone, Debug)]
pub struct Checks {
    /// Races at all; without it only divergence and assertions.
    pub races: bool,
    /// Races and divergence of threads of different blocks, too.
    pub between_blocks: bool,
    /// Two writes of the same value are no race.
    pub tolerate_equal_writes: bool,
    /// Accesses stay in arrays of known size.
    pub bounds: bool,
    /// Functions without a body are taken to write nothing but what their arguments point to.
    pub trust_external: bool,
    /// The threads of a warp of so many are taken to run in lockstep; listed as an assumption.
    pub lock_step: Option<u32>,
    /// What becomes of signed arithmetic whose result does not fit.
    pub overflow: races::Overflow,
    /// What is believed of the functions that the program declares as uninterpreted.
    pub axioms: Vec<races::Axiom>,
    /// Values of those parameters of kernels that are numbers, in order, by the kernel's name; none for
    /// any.
    pub arguments: Vec<(String, Vec<Option<u128>>)>,
    /// Whether invariants that may not hold are left out, instead of being findings.
    pub try_invariants: bool,
    /// An asynchronous copy is complete for a thread that has waited for it, without a barrier.
    pub wait_completes: bool,
    /// Whether a plain load that starts an update by compare-and-exchange is assumed to return a value of the word; else
    /// it races with the exchanges of others.
    pub guesses: bool,
    /// Families of candidate invariants that are left out, by their names.
    pub omitted: Vec<String>,
    /// Whether anything is found out of loops beside the user's invariants.
    pub infers: bool,
    /// What is known of memory that threads write.
    pub contents: races::Contents,
    /// Which annotations count.
    pub annotations: Annotations,
    /// Whether functions are checked by their contracts, for all arguments, beside their calls.
    pub modular: bool,
    /// Whether the parts are counted into which barriers cut a kernel.
    pub counts_intervals: bool,
    /// What OpenCL's global numbers are counted from, by dimension.
    pub offset: [u32; 3],
    /// What an address of which nothing is known is used for is told as use of a null pointer.
    pub unknown_is_null: bool,
    /// Only the first so many iterations of each loop are looked at, which proves nothing; all if absent.
    pub iterations: Option<u32>,
    /// What each launch is taken to satisfy; listed as an assumption.
    pub requires: Vec<Clause>,
    /// Arrays of which each element up to a length has to be written once, by the parameters' names.
    pub covers: Vec<(String, Number)>,
    /// Whether contracts that are written before kernels are read.
    pub written: bool,
    /// For which launches kernels are checked.
    pub contracts: Contracts,
    /// Whether lengths of arrays may rest on that operations fit; else nothing is said of those that would.
    pub fits: bool,
    /// Whether the launches of the file are read, and held against contracts.
    pub launches: bool,
    /// Whether it is told of each verified kernel why no two threads race.
    pub explain: bool,
    /// Whether findings are executed, so that they may be certain.
    pub execute: bool,
    /// How hard the solver tries; the engine's own effort if absent.
    pub effort: Option<Effort>,
}

impl Default for Checks {
    fn default() -> Self {
        Checks {
            races: true,
            between_blocks: true,
            tolerate_equal_writes: false,
            bounds: true,
            trust_external: false,
            lock_step: None,
            overflow: races::Overflow::Undefined,
            axioms: Vec::new(),
            arguments: Vec::new(),
            try_invariants: false,
            wait_completes: true,
            guesses: true,
            omitted: Vec::new(),
            infers: true,
            contents: races::Contents::Barriers,
            annotations: Annotations::All,
            modular: false,
            counts_intervals: false,
            offset: [0; 3],
            unknown_is_null: false,
            iterations: None,
            requires: Vec::new(),
            covers: Vec::new(),
            written: true,
            contracts: Contracts::Inferred,
            fits: true,
            launches: true,
            explain: false,
            execute: true,
            effort: None,
        }
    }
}

/// How hard the engine tries if nobody says.
pub fn usual_effort() -> Effort {
    let one = [Size::Fixed(1); 3];
    Options::new(Sizes {
        block: one,
        grid: one,
        dimensions: None,
    })
    .effort
}

/// How files are read and checked.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The machine that they are read for.
    pub target: Target,
    /// Folders of headers.
    pub include: Vec<PathBuf>,
    /// Folders of an SDK's headers, of which those are read that the built-in declarations lack.
    pub sdk: Vec<PathBuf>,
    /// Macros, as `NAME` or `NAME=VALUE`.
    pub define: Vec<String>,
    /// Macros that are not defined.
    pub undefine: Vec<String>,
    /// Files that stand before the text.
    pub forced: Vec<PathBuf>,
    /// The header whose kernels are meant, where a file is read for it that includes it.
    pub within: Option<PathBuf>,
    /// Clang's name of a standard.
    pub standard: Option<String>,
    /// Instances of template kernels, such as `k<float, 128>`.
    pub instantiate: Vec<String>,
    /// Whether CUDA's vectors have operators and functions beside those of CUDA.
    pub vector_operators: bool,
    /// The kernels that are meant; all if empty.
    pub kernels: Vec<String>,
    /// Of these only those that are also among these; all if empty.
    pub only: Vec<String>,
    /// The kernels that are not meant.
    pub except: Vec<String>,
    /// Sizes of launches.
    pub sizes: Wanted,
    /// What is checked.
    pub checks: Checks,
    /// How findings that are accepted are read.
    pub accept: Accepting,
    /// A plain function that is taken for the only kernel of the text, which is executed by one thread.
    pub sequential: Option<Sequential>,
    /// Of a Python file only the string with kernels of this number, from 0; all if absent.
    pub string: Option<usize>,
    /// Whether the kernel graph is wanted as text.
    pub graph: bool,
    /// Where clang's answers are kept, if anywhere.
    pub keep: Option<Arc<dyn Keep>>,
    /// Who hears of the kernels as they are checked, if anybody does.
    pub watch: Option<Arc<dyn Watch>>,
}

impl Settings {
    /// Whether a kernel is to be checked.
    pub(super) fn means(&self, name: &str) -> bool {
        let excepted = !self.except.is_empty() && is_meant(name, &self.except);
        is_meant(name, &self.kernels) && is_meant(name, &self.only) && !excepted
    }

    /// Whether a kernel is in the file that is meant.
    pub(super) fn means_file(&self, kernel: &Kernel, unit: &Unit) -> bool {
        let Some(within) = &self.within else {
            return true;
        };
        let function = kernel.function.and_then(|id| unit.function(id));
        let place = match function {
            Some(function) => Some(function.name_place.span),
            None => {
                let mut labels = kernel
                    .errors
                    .iter()
                    .filter_map(|error| error.primary.as_ref());
                labels.next().map(|label| label.span)
            }
        };
        let file = place.and_then(|span| unit.files.get(span.file as usize));
        let path = file.and_then(|file| std::fs::canonicalize(&file.source.name).ok());
        path.is_some_and(|path| std::fs::canonicalize(within).ok() == Some(path))
    }
}

/// How a file is read, as far as its name says.
pub fn form_of(path: &Path) -> Option<Form> {
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    match extension.as_str() {
        "cu" | "cuh" | "hip" => Some(Form::Source(Language::Cuda)),
        "cl" | "ocl" => Some(Form::Source(Language::OpenCl)),
        "py" => Some(Form::Python),
        _ => None,
    }
}

/// A request in these settings.
pub(crate) fn set(request: &mut Request, settings: &Settings) {
    request.target = settings.target;
    request.include.clone_from(&settings.include);
    request.sdk.clone_from(&settings.sdk);
    request.define.clone_from(&settings.define);
    request.undefine.clone_from(&settings.undefine);
    request.forced.clone_from(&settings.forced);
    request.standard.clone_from(&settings.standard);
    // A plain function is no template.
    if settings.sequential.is_none() {
        request.instantiate.clone_from(&settings.instantiate);
    }
    request.vector_operators = settings.vector_operators;
    request.uncalled = settings.checks.modular;
    request.sequential.clone_from(&settings.sequential);
    request.keep.clone_from(&settings.keep);
}

/// How a kernel is checked for a launch of these sizes.
pub(crate) fn options_for(checks: &Checks, sizes: Sizes) -> Options {
    let mut options = Options::new(sizes);
    options.races = checks.races;
    options.between_blocks = checks.between_blocks;
    options.tolerate_equal_writes = checks.tolerate_equal_writes;
    options.bounds = checks.bounds;
    options.trust_external = checks.trust_external;
    options.lock_step = checks.lock_step;
    options.overflow = checks.overflow;
    options.axioms.clone_from(&checks.axioms);
    options.arguments.clone_from(&checks.arguments);
    options.try_invariants = checks.try_invariants;
    options.omitted.clone_from(&checks.omitted);
    options.infers = checks.infers;
    options.contents = checks.contents;
    options.unknown_is_null = checks.unknown_is_null;
    options.iterations = checks.iterations;
    options.premises = usable(&checks.requires);
    options.wait_completes = checks.wait_completes;
    if let Some(effort) = &checks.effort {
        options.effort = effort.clone();
        // Who gives more for one question gives more for all.
        options.budget = options.budget.max(effort.rlimit.saturating_mul(6));
    }
    options
}

/// Whether a kernel is one of those named: by its whole name, by its last part, or without the
/// arguments of its template.
pub fn is_meant(name: &str, wanted: &[String]) -> bool {
    let bare = name.split('<').next().unwrap_or(name);
    let last = bare.rsplit("::").next().unwrap_or(bare);
    wanted.is_empty() || wanted.iter().any(|w| w == name || w == bare || w == last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_are_named_in_full_or_in_part() {
        let wanted = |name: &str| vec![name.to_owned()];
        for name in ["a::k<int>", "k", "a::k"] {
            assert!(is_meant("a::k<int>", &wanted(name)), "{name}");
        }
        assert!(!is_meant("a::k<int>", &wanted("a")));
        assert!(is_meant("k", &[]));
    }
}
