//! What a step makes of a text: edits, and what must hold before anything is given out.

use crate::opened::Opened;
use crate::{linearize, merge, prefetch, tile, unroll};
use clang::tree::FunctionId;
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::edit::EditSet;
use transforms::{Refusal, Step};

/// A text with what must hold of it as assertions (`__assert`), which the race checker proves.
#[derive(Clone, Debug)]
pub(crate) struct Assertions {
    /// The edits of the step with the assertions among them.
    pub edits: EditSet,
    /// Why the step is refused if one of them does not hold.
    pub refused: Refusal,
    /// The code in place of its own where it is not decided whether one does.
    pub undecided: Code,
    /// What is shown with them.
    pub shown: Vec<String>,
}

/// A step that can be carried out.
#[derive(Clone, Debug)]
pub(crate) struct Rewriting {
    /// The changes, each line with its rule and origin.
    pub edits: EditSet,
    /// What must hold.
    pub assertions: Option<Assertions>,
    /// The functions that change.
    pub functions: Vec<FunctionId>,
    /// What the user may want to know.
    pub notes: Vec<Diagnostic>,
    /// In which launches the kernels are compared with what they were.
    pub compared: Compared,
}

/// How the launches after a step differ from those before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compared {
    /// Not at all.
    Same,
    /// The grid has fewer blocks in a dimension: divided by a number, up.
    Fewer {
        /// The dimension.
        axis: usize,
        /// The number.
        by: u32,
    },
}

impl Compared {
    /// The grid after the step.
    pub(crate) fn grid(self, mut grid: [u32; 3]) -> [u32; 3] {
        match self {
            Compared::Same => {}
            Compared::Fewer { axis, by } => {
                if let Some(extent) = grid.get_mut(axis) {
                    *extent = extent.div_ceil(by.max(1));
                }
            }
        }
        grid
    }
}

/// Whether a step looks at the host code of the file.
pub(crate) fn needs_host(step: &Step) -> bool {
    let arguments = step.work.arguments();
    arguments.is::<transforms::tile::Arguments>() || arguments.is::<transforms::fuse::Arguments>()
}

/// What a step makes of a file. Nothing is proved here.
///
/// # Errors
/// A refusal with one of the codes of the step, or `C001` for a step that is not for kernels.
pub(crate) fn rewriting(opened: &Opened<'_>, step: &Step) -> Result<Rewriting, Refusal> {
    let arguments = step.work.arguments();
    if let Some(arguments) = arguments.downcast_ref::<transforms::unroll::Arguments>() {
        return unroll::rewriting(opened, arguments, &step.asked);
    }
    if let Some(arguments) = arguments.downcast_ref::<transforms::merge::Arguments>() {
        return merge::rewriting(opened, arguments, &step.asked);
    }
    if let Some(arguments) = arguments.downcast_ref::<transforms::linearize::Arguments>() {
        return linearize::rewriting(opened, arguments, &step.asked);
    }
    if let Some(arguments) = arguments.downcast_ref::<transforms::prefetch::Arguments>() {
        return prefetch::rewriting(opened, arguments, &step.asked);
    }
    if let Some(arguments) = arguments.downcast_ref::<transforms::tile::Arguments>() {
        return tile::rewriting(opened, arguments, &step.asked);
    }
    let names: Vec<String> = STEPS.iter().map(|name| format!("`--{name}`")).collect();
    let message = format!(
        "`--{}` is for programs of PVL, and not for CUDA and OpenCL",
        step.about().name
    );
    Err(Refusal::wrong_input(
        Diagnostic::global(Code::C001, message)
            .with_help(format!("on kernels there are {}", names.join(", "))),
    ))
}

/// The names of the steps that `rewriting` knows.
pub const STEPS: &[&str] = &["unroll", "merge", "prefetch", "linearize", "tile", "fuse"];
