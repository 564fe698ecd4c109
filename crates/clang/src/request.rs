//! What to read, and what comes of it.

use std::path::PathBuf;
use std::sync::Arc;

use text::diagnostics::Diagnostic;

use crate::find::Program;
use crate::keep::Keep;
use crate::process::Limits;
use crate::tree::{FunctionId, Language, Unit, VariableId};
use crate::types::Target;

/// A file to read.
#[derive(Clone, Debug)]
pub struct Request {
    /// Its name as the user gave it.
    pub name: String,
    /// Its text.
    pub text: String,
    /// Its language.
    pub language: Language,
    /// The machine that it is read for.
    pub target: Target,
    /// The folder that `#include "…"` begins in.
    pub folder: Option<PathBuf>,
    /// `-I`: more folders of headers.
    pub include: Vec<PathBuf>,
    /// Folders of a CUDA SDK's headers, of which those are read that the built-in declarations lack.
    pub sdk: Vec<PathBuf>,
    /// `-D`: macros, as `NAME` or `NAME=VALUE`.
    pub define: Vec<String>,
    /// `-U`: macros that are not defined, whatever `define` says.
    pub undefine: Vec<String>,
    /// `-include`: files that stand before the text.
    pub forced: Vec<PathBuf>,
    /// `--std`: clang's name of a standard, such as `c++20` or `CL2.0`. By default C++17, and OpenCL 1.2
    /// or, where that has errors and it has not, 3.0.
    pub standard: Option<String>,
    /// Instances of template kernels, such as `k<float, 128>`.
    pub instantiate: Vec<String>,
    /// Whether CUDA's vectors have operators and functions beside those of CUDA, as GPUVerify's own header gives them.
    pub vector_operators: bool,
    /// Whether functions are read that no kernel calls.
    pub uncalled: bool,
    /// A plain function that is read as the only kernel; the text's language is then [`Language::Cuda`].
    pub sequential: Option<Sequential>,
    /// What clang may use.
    pub limits: Limits,
    /// The clang to run; by default the one that [`Program::find`] finds.
    pub program: Option<Program>,
    /// Where clang's answers are kept, if anywhere.
    pub keep: Option<Arc<dyn Keep>>,
}

impl Request {
    /// A file with all else as it usually is.
    pub fn new(name: impl Into<String>, text: impl Into<String>, language: Language) -> Self {
        let name = name.into();
        let folder = PathBuf::from(&name).parent().map(PathBuf::from);
        Request {
            name,
            text: text.into(),
            language,
            target: Target::default(),
            folder,
            include: Vec::new(),
            sdk: Vec::new(),
            define: Vec::new(),
            undefine: Vec::new(),
            forced: Vec::new(),
            standard: None,
            instantiate: Vec::new(),
            vector_operators: false,
            uncalled: false,
            sequential: None,
            limits: Limits::default(),
            program: None,
            keep: None,
        }
    }
}

/// A plain function that is read as a kernel of one thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequential {
    /// Its name.
    pub function: String,
    /// Whether the text is C; else it is C++.
    pub c: bool,
}

/// A kernel of a file.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// Its name with namespaces and template arguments.
    pub name: String,
    /// Its tree; for a template without instances, none.
    pub function: Option<FunctionId>,
    /// All functions that it reaches, itself first.
    pub functions: Vec<FunctionId>,
    /// The variables outside of functions that it reaches.
    pub variables: Vec<VariableId>,
    /// What was assumed of it: that names which decide what its text is are not defined, that it is the
    /// instance meant of a template, that textures are not written.
    pub assumed: Vec<Diagnostic>,
    /// Why it cannot be analysed; with any, its tree may be missing parts.
    pub errors: Vec<Diagnostic>,
}

/// What was read.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The trees.
    pub unit: Unit,
    /// The kernels in the order of the text.
    pub kernels: Vec<Kernel>,
    /// What was assumed: missing headers, and the like.
    pub notes: Vec<Diagnostic>,
    /// Why there is nothing to analyse at all, or not all kernels; those of one kernel are with it.
    pub errors: Vec<Diagnostic>,
    /// All errors of clang's, whatever they are about.
    pub clang: Vec<Diagnostic>,
    /// How often clang ran.
    pub runs: u32,
}
