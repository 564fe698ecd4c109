//! What the server asks of the program around it: files on the disk, settings, workers that seek
//! proofs, and the words of steps.

use inspect::model::FileRun;
use pipeline::check::Settings;
use pipeline::reported::model::ProgramRun;
use report::status::Status;
use solver::smt::SolverPool;
use std::fmt::Debug;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use text::diagnostics::Diagnostic;
use text::source::SourceFile;
use transforms::Step;

/// The program around the server.
pub trait Host {
    /// The project that a file belongs to.
    ///
    /// `path` is the file's; none if the text is not one of this machine's files.
    fn project(&self, path: Option<&Path>) -> Box<dyn Project>;

    /// Reads steps in the words of the command line, such as `--unroll 2@i`.
    ///
    /// # Errors
    /// Why it is no step, in words.
    fn steps(&self, words: &str) -> Result<Vec<Step>, String>;

    /// What it takes to check the kernels of a file of CUDA or OpenCL.
    ///
    /// `path` is the file's, `text` what stands in the editor.
    ///
    /// # Errors
    /// Why they cannot be checked, in words: the solver, or `alpinist.toml`.
    fn kernels(&self, path: &Path, text: &str) -> Result<Checking, String>;

    /// What it takes to find the barriers that the kernels of a file lack.
    ///
    /// `path` is the file's, `text` what stands in the editor.
    ///
    /// # Errors
    /// Why they cannot be sought, in words: the solver, or `alpinist.toml`.
    fn repair(&self, path: &Path, text: &str) -> Result<Mending, String>;

    /// Whether a file lies where git keeps versions.
    fn is_versioned(&self, path: &Path) -> bool;

    /// What it takes to compare a kernel of a file with what git's `HEAD` has of that name.
    ///
    /// `path` is the file's, `text` what stands in the editor.
    ///
    /// # Errors
    /// Why they cannot be compared, in words: the solver, or `alpinist.toml`.
    fn compare(&self, path: &Path, text: &str, kernel: &str) -> Result<Comparing, String>;

    /// What it takes to find the sizes of launches in the files of a project.
    ///
    /// `path` is that of `alpinist.toml`, `text` what stands in the editor, `entry` the number of the `[[kernel]]` that is
    /// meant; all files if absent.
    fn launches(&self, path: &Path, text: &str, entry: Option<usize>) -> Reading;
}

/// A search for sizes that has not begun.
pub type Reading = Box<dyn FnOnce() -> Result<Vec<Sizes>, String> + Send>;

/// The sizes of a launch that is in a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sizes {
    /// The file.
    pub file: String,
    /// The kernel.
    pub kernel: String,
    /// Threads of a block, as `alpinist.toml` has them.
    pub block: String,
    /// Blocks of the grid.
    pub grid: String,
}

/// A comparison that has not begun.
pub struct Comparing {
    /// The solvers that it asks; once they are stopped it soon ends.
    pub pool: Arc<SolverPool>,
    /// Does it: what was found, or why nothing was, in words.
    pub compare: Box<dyn FnOnce() -> Result<Compared, String> + Send>,
}

/// What came of a comparison.
#[derive(Clone, Debug)]
pub struct Compared {
    /// What it amounts to.
    pub status: Status,
    /// The verdict, in a line.
    pub verdict: String,
    /// All that is to be said of it.
    pub text: String,
}

/// A search for barriers that has not begun.
pub struct Mending {
    /// The solvers that it asks; once they are stopped it soon ends.
    pub pool: Arc<SolverPool>,
    /// Does it: a new text that is proved, or why there is none, in words.
    pub mend: Box<dyn FnOnce() -> Result<Mended, String> + Send>,
}

/// A text with the barriers that it lacked, proved.
#[derive(Clone, Debug)]
pub struct Mended {
    /// What was done, in a few words.
    pub title: String,
    /// The text.
    pub text: String,
}

/// A check of kernels that has not begun.
pub struct Checking {
    /// The solvers that it asks; once they are stopped it soon ends.
    pub pool: Arc<SolverPool>,
    /// Does it.
    pub check: Box<dyn FnOnce() -> Vec<FileRun> + Send>,
}

/// What is settled about a file before its text is read.
pub trait Project: Debug {
    /// What is wrong with the project's own settings; none if they are understood.
    fn problem(&self) -> Option<Diagnostic>;

    /// The files that are one program with this one; empty if it is one by itself.
    fn together(&self) -> Vec<PathBuf>;

    /// Whether two paths lead to one file.
    fn same_file(&self, one: &Path, other: &Path) -> bool;

    /// The text of a file, and its path with all links followed.
    ///
    /// # Errors
    /// `C002` if it cannot be read.
    fn read(&self, path: &Path) -> Result<(PathBuf, String), Box<Diagnostic>>;

    /// How proofs are sought for a program of these texts; with a problem, if the settings that
    /// the texts carry are not understood, as if they carried none.
    fn settings(&self, sources: &[SourceFile]) -> (Settings, Option<Diagnostic>);

    /// What notes in a run which of the project's rules on assumptions its verdict breaks; it is then unknown.
    fn gate(&self) -> Box<dyn Fn(&mut ProgramRun) + Send>;

    /// Workers that seek proofs.
    ///
    /// # Errors
    /// Why there are none, in words.
    fn pool(&self) -> Result<SolverPool, String>;
}
