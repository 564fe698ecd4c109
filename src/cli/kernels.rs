//! The command line of what works on CUDA and OpenCL.

use crate::cli::sequences::SequenceArgs;
use crate::cli::{CacheMode, CacheVerify, CommonArgs, Deny, ReportFormat, report_format, seconds};
use crate::files::Place;
use clap::{Args, ValueEnum};
use inspect::Clause;
use inspect::sizes::{Extent, parse};
use std::ffi::OsString;
use std::path::PathBuf;

/// Headings of the help.
const LAUNCH: &str = "Launch";
const READING: &str = "Reading";
const CHECKS: &str = "Checks";
const REPAIR: &str = "Repair";
const CONTRACT: &str = "Contract";

/// `alpinist races FILE…`.
#[derive(Debug, Args)]
#[command(after_help = RACES_HELP)]
pub struct RacesArgs {
    /// Which kernels, and how they are checked.
    #[command(flatten)]
    pub kernels: KernelArgs,
    /// Infer no contract: what `--requires` gives, or nothing, has to suffice. Otherwise what launches have to satisfy is
    /// inferred from a kernel's text where it is not verified for all launches, and printed.
    #[arg(help_heading = CHECKS, long)]
    pub no_infer: bool,
    /// Check each kernel for all launches that satisfy this, in C with the names of sizes and of the kernel's parameters,
    /// such as 'blockDim.x == 256 && n % 4 == 0'; repeatable. The launches of the file are held against it.
    #[arg(help_heading = CHECKS, long, value_name = "CLAUSES", value_parser = clauses)]
    pub requires: Vec<Clauses>,
    /// Demand that each element of `ARRAY[0 .. LENGTH)` is written exactly once, and that no other array is written that is
    /// read: `out:n`, `out:width * height`; repeatable. Kernels without a parameter of that name are not concerned.
    #[arg(help_heading = CHECKS, long, value_name = "ARRAY:LENGTH", value_parser = cover, conflicts_with = "find_bugs")]
    pub covers: Vec<Cover>,
    /// For each verified kernel, print why no two threads race: a sentence for each array. The text report alone has it.
    #[arg(help_heading = CHECKS, long, conflicts_with = "find_bugs")]
    pub explain_proof: bool,
    /// Read only; print the kernel graph.
    #[arg(help_heading = READING, long, value_enum, value_name = "WHAT")]
    pub emit: Option<Emit>,
}

/// `alpinist contract FILE…`.
#[derive(Debug, Args)]
#[command(after_help = CONTRACT_HELP)]
pub struct ContractArgs {
    /// Which kernels, and how they are checked.
    #[command(flatten)]
    pub kernels: KernelArgs,
    /// Print a program that holds a launch against the contracts of a file: a header of C++17, or a module of Python.
    #[arg(help_heading = CONTRACT, long, value_enum, value_name = "WHAT", conflicts_with_all = ["in_place", "format", "report"])]
    pub emit: Option<EmitContract>,
    /// Write the clauses that are inferred before the kernels, as comments `//@ requires …;`.
    #[arg(help_heading = CONTRACT, long)]
    pub in_place: bool,
}

/// Programs that hold launches against contracts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EmitContract {
    /// A header of C++17 with a function `check_NAME(grid, block, shared_bytes, …)` for each kernel.
    Header,
    /// A module of Python with a function `check(grid, block, args)`.
    Python,
}

/// Kernels, and how they are checked.
#[derive(Debug, Default, Args)]
pub struct KernelArgs {
    /// CUDA and OpenCL; a folder stands for the files in it, `-` for standard input.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<Place>,
    /// Threads of a block: 256, 16,16, 16x16, or `*` for any number.
    #[arg(help_heading = LAUNCH, long, value_name = "SIZE", value_parser = extent)]
    pub block: Option<Sizes>,
    /// Blocks of the grid, in the same way.
    #[arg(help_heading = LAUNCH, long, value_name = "SIZE", value_parser = extent)]
    pub grid: Option<Sizes>,
    /// Only this kernel; repeatable.
    #[arg(help_heading = LAUNCH, long, value_name = "NAME")]
    pub kernel: Vec<String>,
    /// An instance of a template kernel, such as 'k<float, 128>'; repeatable.
    #[arg(help_heading = LAUNCH, long, value_name = "INSTANCE")]
    pub instantiate: Vec<String>,
    /// How the files are read.
    #[command(flatten)]
    pub reading: ReadingArgs,
    /// The folder of the project's compile_commands.json: names, folders, standard and language of its files are taken from
    /// there, and a header is read through a file of CUDA that includes it.
    #[arg(help_heading = READING, short = 'p', long, value_name = "DIR")]
    pub project: Option<PathBuf>,
    /// Less than all: divergence and assertions, but no races; or nothing between threads of
    /// different blocks.
    #[arg(help_heading = CHECKS, long, value_enum, value_name = "WHICH")]
    pub only: Option<OnlyCheck>,
    /// Two writes of the same value to one place are no race.
    #[arg(help_heading = CHECKS, long)]
    pub tolerate_equal_writes: bool,
    /// Do not ask whether accesses stay in arrays of known size.
    #[arg(help_heading = CHECKS, long)]
    pub no_bounds: bool,
    /// Assume what the language promises: signed arithmetic does not overflow. Listed in the report.
    #[arg(help_heading = CHECKS, long, value_enum, value_name = "WHAT")]
    pub assume: Vec<Assumed>,
    /// Take the threads of a warp of N to go in lock-step; listed as an assumption.
    #[arg(help_heading = CHECKS, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub warp_sync: Option<u32>,
    /// Take functions without a body to write nothing but what their arguments point to; listed as
    /// an assumption.
    #[arg(help_heading = CHECKS, long)]
    pub trust_external: bool,
    /// Look for faults in the first N iterations of each loop, without invariants; proves nothing of a
    /// kernel with loops.
    #[arg(help_heading = CHECKS, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub find_bugs: Option<u32>,
    /// Take nothing of this kind for granted that alpinist.toml does not allow; repeatable.
    #[arg(help_heading = CHECKS, long, value_enum, value_name = "KIND", value_delimiter = ',')]
    pub deny: Vec<Deny>,
    /// How the solver is used and what is said.
    #[command(flatten)]
    pub run: KernelRunArgs,
}

/// How files of CUDA and OpenCL are read.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = READING)]
pub struct ReadingArgs {
    /// The language, whatever the file's name says.
    #[arg(long, value_enum)]
    pub language: Option<LanguageName>,
    /// A folder of headers; repeatable.
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,
    /// Define a macro: NAME or NAME=VALUE; repeatable.
    #[arg(short = 'D', value_name = "MACRO")]
    pub define: Vec<String>,
    /// The standard of the language, in clang's words: c++20, CL2.0.
    #[arg(long, value_name = "STANDARD")]
    pub std: Option<String>,
    /// The folder of a CUDA SDK, whose headers are read where the built-in declarations lack what a file includes; those
    /// that `alpinist setup cuda` brought if absent.
    #[arg(long, value_name = "DIR")]
    pub cuda_path: Option<PathBuf>,
    /// Bits of a pointer; 64 if absent.
    #[arg(long, value_enum)]
    pub bits: Option<Bits>,
}

/// How `alpinist run` executes a kernel.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Kernels of CUDA and OpenCL")]
pub struct LaunchArgs {
    /// The kernel, where the file has several.
    #[arg(long, value_name = "NAME", conflicts_with = "method")]
    pub kernel: Option<String>,
    /// Threads of a block: 256, 16,16, 16x16.
    #[arg(long, value_name = "SIZE", value_parser = extent)]
    pub block: Option<Sizes>,
    /// Blocks of the grid, in the same way.
    #[arg(long, value_name = "SIZE", value_parser = extent)]
    pub grid: Option<Sizes>,
    /// A parameter's value: n=100; repeatable.
    #[arg(long, value_name = "NAME=VALUE")]
    pub arg: Vec<String>,
    /// What an array contains: a=rand:100 (numbers below 1000), any:100 (any bits), iota:100 (0, 1, …),
    /// zero:100, below8:100, [1, 2, 3]; without a number of elements as many as are asked for.
    #[arg(long, value_name = "NAME=CONTENTS")]
    pub array: Vec<String>,
    /// Print what was written to global memory, and by whom.
    #[arg(long)]
    pub values: bool,
    /// An instance of a template kernel, such as 'k<float, 128>'; repeatable.
    #[arg(long, value_name = "INSTANCE")]
    pub instantiate: Vec<String>,
    /// The language, whatever the file's name says.
    #[arg(long, value_enum)]
    pub language: Option<LanguageName>,
    /// A folder of headers; repeatable.
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,
    /// Define a macro: NAME or NAME=VALUE; repeatable.
    #[arg(short = 'D', value_name = "MACRO")]
    pub define: Vec<String>,
    /// The folder of the project's compile_commands.json, whose flags are used for its files.
    #[arg(short = 'p', long, value_name = "DIR")]
    pub project: Option<PathBuf>,
    /// The standard of the language, in clang's words: c++20, CL2.0.
    #[arg(long, value_name = "STANDARD")]
    pub std: Option<String>,
    /// Bits of a pointer.
    #[arg(long, value_enum, default_value = "64")]
    pub bits: Bits,
    /// Two writes of the same value to one place are no race.
    #[arg(long)]
    pub tolerate_equal_writes: bool,
}

/// `alpinist equal OLD NEW`.
#[derive(Debug, Args)]
#[command(after_help = EQUAL_HELP)]
pub struct EqualArgs {
    /// The file with the kernels as they were.
    #[arg(value_name = "OLD")]
    pub old: Place,
    /// The file with the kernels as they are now.
    #[arg(value_name = "NEW", required_unless_present_any = ["git", "reference"])]
    pub new: Option<Place>,
    /// Compare the one file that is named with what git has of it at a revision, such as HEAD. What it includes is that of
    /// today.
    #[arg(long, value_name = "REVISION", conflicts_with = "new")]
    pub git: Option<String>,
    /// A kernel of OLD and the one of NEW that it is compared with: naive=fast; repeatable. Without it kernels of one name
    /// are a pair, and the only kernel of each file.
    #[arg(long, value_name = "OLD=NEW", value_parser = pair)]
    pub pair: Vec<(String, String)>,
    /// What is demanded: the same operations, the same up to the order of additions, multiplications and comparisons of
    /// floats, or equal over the real numbers.
    #[arg(long, value_enum, value_name = "LEVEL", default_value = "reordered")]
    pub arithmetic: Arithmetic,
    /// Accept a new kernel that accesses elements before or behind all that the old one does.
    #[arg(long)]
    pub accept_contract: bool,
    /// Values of integers, by the parameters' names: n=64,m=3; repeatable, each time for another launch.
    #[arg(help_heading = LAUNCH, long, value_name = "NAME=NUMBER,…", value_parser = equal::parse)]
    pub sizes: Vec<Vec<(String, i64)>>,
    /// Threads of a block of the old kernel: 256, 16,16, 16x16.
    #[arg(help_heading = LAUNCH, long, value_name = "SIZE", value_parser = fixed)]
    pub block: Option<Fixed>,
    /// Blocks of its grid, in the same way.
    #[arg(help_heading = LAUNCH, long, value_name = "SIZE", value_parser = fixed)]
    pub grid: Option<Fixed>,
    /// Threads of a block of the new kernel; as many as of the old one if absent.
    #[arg(help_heading = LAUNCH, long, value_name = "SIZE", value_parser = fixed)]
    pub new_block: Option<Fixed>,
    /// Blocks of its grid, in the same way.
    #[arg(help_heading = LAUNCH, long, value_name = "SIZE", value_parser = fixed)]
    pub new_grid: Option<Fixed>,
    /// Bytes of dynamic shared memory of the old kernel.
    #[arg(help_heading = LAUNCH, long, value_name = "BYTES")]
    pub shared: Option<u64>,
    /// Bytes of dynamic shared memory of the new kernel; as many as of the old one if absent.
    #[arg(help_heading = LAUNCH, long, value_name = "BYTES")]
    pub new_shared: Option<u64>,
    /// An instance of a template kernel, such as 'k<float, 128>'; repeatable.
    #[arg(help_heading = LAUNCH, long, value_name = "INSTANCE")]
    pub instantiate: Vec<String>,
    /// What the two are besides two kernels.
    #[command(flatten)]
    pub sequences: SequenceArgs,
    /// How both files are read.
    #[command(flatten)]
    pub reading: ReadingArgs,
    /// How many statements all threads of a launch, or of all launches of a sequence, may execute.
    #[arg(help_heading = CHECKS, long, value_name = "N", default_value_t = 50_000_000)]
    pub steps: u64,
    /// Take nothing of this kind for granted that alpinist.toml does not allow; repeatable.
    #[arg(help_heading = CHECKS, long, value_enum, value_name = "KIND", value_delimiter = ',')]
    pub deny: Vec<Deny>,
    /// How the solver is used and what is said.
    #[command(flatten)]
    pub run: KernelRunArgs,
}

impl EqualArgs {
    /// One of the files with what is said of both, as other commands have it.
    pub fn kernels(&self, file: &Place) -> KernelArgs {
        KernelArgs {
            files: vec![file.clone()],
            instantiate: self.instantiate.clone(),
            reading: self.reading.clone(),
            deny: self.deny.clone(),
            run: self.run.clone(),
            ..KernelArgs::default()
        }
    }
}

/// How far two kernels may differ in their arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Arithmetic {
    /// The same operations on the same operands.
    Exact,
    /// The same up to the order of additions, multiplications and comparisons.
    Reordered,
    /// Equal over the real numbers.
    Real,
}

/// Sizes that are all known.
#[derive(Clone, Copy, Debug)]
pub struct Fixed(pub [u32; 3]);

/// Reads sizes that are all numbers.
///
/// # Errors
/// One sentence on what is wrong.
pub(super) fn fixed(text: &str) -> Result<Fixed, String> {
    let sizes = inspect::sizes::three(&parse(text)?);
    let all = sizes.map(|size| match size {
        races::Size::Fixed(n) => n,
        races::Size::Any => 0,
    });
    match all.contains(&0) {
        true => Err("two launches are compared in given sizes: write a number".to_owned()),
        false => Ok(Fixed(all)),
    }
}

fn pair(text: &str) -> Result<(String, String), String> {
    let (old, new) = text
        .split_once('=')
        .ok_or("expected OLD=NEW, two names of kernels")?;
    Ok((old.trim().to_owned(), new.trim().to_owned()))
}

const EQUAL_HELP: &str = "\
Without --block and --sizes all sizes are asked, and the launches of the files where all their sizes are known, else small
sizes. If it is not shown for all sizes, the status is 0 where both files' launches are all known and equal, else 3.

A function and a sequence of launches are compared in given sizes: --block, --grid and --sizes, or for a function the launches
of the file with the kernel.

Exit status:
  0    the kernels are equal as demanded, in the sizes that are named
  1    an execution shows that they differ
  2    the input or the command line is wrong
  3    not shown: something was not understood, not verified, or not found to be the same";

/// `alpinist repair FILE…`.
#[derive(Debug, Args)]
#[command(after_help = REPAIR_HELP)]
pub struct RepairArgs {
    /// As `alpinist races` has them.
    #[command(flatten)]
    pub kernels: KernelArgs,
    /// Print the changes as a diff; so it is if nothing is said.
    #[arg(help_heading = REPAIR, long, conflicts_with_all = ["in_place", "check"])]
    pub diff: bool,
    /// Write the changes into the files.
    #[arg(help_heading = REPAIR, long, conflicts_with = "check")]
    pub in_place: bool,
    /// Change nothing; the exit status says whether something would be.
    #[arg(help_heading = REPAIR, long)]
    pub check: bool,
    /// Write one page that shows a file's repair: what raced, the barriers, the proof.
    #[arg(help_heading = REPAIR, long, value_name = "OUT")]
    pub html: Option<PathBuf>,
    /// Put in no barriers of the whole grid.
    #[arg(help_heading = REPAIR, long)]
    pub no_grid: bool,
    /// Put in no barriers of a warp.
    #[arg(help_heading = REPAIR, long)]
    pub no_warp: bool,
    /// Take no assignment apart, so that all threads read before one writes.
    #[arg(help_heading = REPAIR, long)]
    pub no_split: bool,
    /// Write atomic operations for assignments such as `+=` that race with themselves.
    #[arg(help_heading = REPAIR, long)]
    pub atomics: bool,
    /// Remove barriers that are not needed, too.
    #[arg(help_heading = REPAIR, long)]
    pub remove: bool,
    /// By how much each loop around it makes a barrier dearer.
    #[arg(help_heading = REPAIR, long, value_name = "N", default_value = "10", value_parser = clap::value_parser!(u16).range(1..))]
    pub loop_weight: u16,
    /// By how much a barrier of the grid is dearer than one of a block.
    #[arg(help_heading = REPAIR, long, value_name = "N", default_value = "12")]
    pub grid_weight: u16,
}

const REPAIR_HELP: &str = "\
A file is given out only after its patched text was read and checked again.

Exit status:
  0    every kernel is verified, with --in-place after the repair
  1    a kernel has findings that barriers do not mend
  2    the input or the command line is wrong
  3    something is not decided
  5    --diff, --check: something would change";

const CONTRACT_HELP: &str = "\
Contracts are written before kernels, as `//@ requires n % 4 == 0;`, or inferred. Of a kernel that is not
verified there is none.

Exit status:
  0    every kernel is verified
  1    there are findings
  2    the input or the command line is wrong
  3    something is not decided, or a contract is not written";

const RACES_HELP: &str = "\
Without --block and --grid: what an entry for the file in alpinist.toml says, else what the kernel
demands (reqd_work_group_size, __launch_bounds__), else what alpinist.toml says for all, else any size.
Where a kernel is not verified for all launches, what they have to satisfy is inferred and printed, and
launches of the file are held against it.

Exit status:
  0    every kernel is verified
  1    there are findings
  2    the input or the command line is wrong
  3    nothing is wrong as far as is known, but something is not decided";

/// How the solver is used, and what is said, of kernels.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Report and solver")]
pub struct KernelRunArgs {
    /// The form of the report.
    #[arg(long, value_parser = report_format())]
    pub format: Option<ReportFormat>,
    /// Write the report to a file as well.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Leave out of the report whatever is measured, so that equal runs give equal bytes.
    #[arg(long)]
    pub stable: bool,
    /// Say nothing but findings and errors.
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Say more: errors in host code, which do not count.
    #[arg(short, long)]
    pub verbose: bool,
    /// The project's settings; the nearest alpinist.toml if absent.
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// How many kernels are worked on at once; as many as there are cores if absent.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// Wall-clock limit of a question, in seconds; 10 if absent.
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub timeout: Option<u64>,
    /// Resource limit of a question, in Z3's units.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub rlimit: Option<u64>,
    /// Seed of the solver.
    #[arg(long, value_name = "N")]
    pub seed: Option<u32>,
    /// Take no answer from the cache and keep none.
    #[arg(long, conflicts_with_all = ["cache", "cache_mode", "cache_verify"])]
    pub no_cache: bool,
    /// Where answers are kept: a folder, or redis://HOST:PORT/PREFIX or s3://BUCKET/PREFIX where this
    /// program was built for that; the user's cache folder if absent.
    #[arg(long, value_name = "DIR")]
    pub cache: Option<PathBuf>,
    /// Whether the cache is filled, or must hold every answer: then no solver is started.
    #[arg(long, value_enum, value_name = "MODE")]
    pub cache_mode: Option<CacheMode>,
    /// Ask again for what the cache holds: a sample of it, or all.
    #[arg(long, value_enum, value_name = "WHICH", num_args = 0..=1, default_missing_value = "sample")]
    pub cache_verify: Option<CacheVerify>,
}

impl KernelRunArgs {
    /// What other commands say of the solver, as far as kernels have it.
    pub fn of(common: &CommonArgs) -> KernelRunArgs {
        KernelRunArgs {
            jobs: common.jobs,
            timeout: common.proof.timeout,
            rlimit: common.proof.rlimit,
            seed: common.proof.seed,
            no_cache: common.no_cache,
            cache: common.cache.clone(),
            cache_mode: common.cache_mode,
            cache_verify: common.cache_verify,
            ..KernelRunArgs::default()
        }
    }
}

/// Sizes by dimension, as an argument.
#[derive(Clone, Debug)]
pub struct Sizes(pub Extent);

fn extent(text: &str) -> Result<Sizes, String> {
    parse(text).map(Sizes)
}

/// Clauses about launches, as an argument.
#[derive(Clone, Debug)]
pub struct Clauses(pub Vec<Clause>);

/// An array of which each element has to be written, as an argument.
#[derive(Clone, Debug)]
pub struct Cover(pub String, pub inspect::Number);

fn cover(text: &str) -> Result<Cover, String> {
    let (array, length) = text
        .split_once(':')
        .ok_or("expected ARRAY:LENGTH, such as out:n")?;
    let array = array.trim();
    let clauses = Clause::parse(&format!("length({array}) >= {length}"));
    match clauses.map_err(|error| error.to_string())?.as_slice() {
        [Clause::Compare(_, _, elements)] => Ok(Cover(array.to_owned(), elements.clone())),
        _ => Err("expected one length, such as out:n".to_owned()),
    }
}

fn clauses(text: &str) -> Result<Clauses, String> {
    let clauses = Clause::parse(text);
    clauses.map(Clauses).map_err(|error| error.to_string())
}

/// Names of languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LanguageName {
    /// CUDA C++.
    Cuda,
    /// OpenCL C.
    Opencl,
}

/// Widths of pointers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Bits {
    /// 32 bits.
    #[value(name = "32")]
    Bits32,
    /// 64 bits.
    #[value(name = "64")]
    Bits64,
}

/// What can be printed instead of a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Emit {
    /// The kernel graph.
    Ir,
}

/// What can be assumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Assumed {
    /// No signed arithmetic overflows, as C says, and nothing is divided by zero or shifted by more bits than
    /// it has. Without it this is assumed only where a verdict needs
    /// it, of values that the program itself does not fix, and listed for each operation.
    NoSignedOverflow,
    /// Signed arithmetic wraps round, as the machine does.
    SignedWraps,
}

/// Parts of what is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OnlyCheck {
    /// Barrier divergence and assertions; no races.
    Divergence,
    /// Only what threads of one block do to each other.
    Block,
}

/// `alpinist gpuverify ARGS`.
#[derive(Debug, Args)]
#[command(disable_help_flag = true, disable_version_flag = true)]
pub struct GpuverifyArgs {
    /// As GPUVerify has them; `--help` lists them.
    #[arg(
        value_name = "ARGS",
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    pub args: Vec<OsString>,
}

/// `alpinist gpurepair ARGS`.
#[derive(Debug, Args)]
#[command(disable_help_flag = true, disable_version_flag = true)]
pub struct GpurepairArgs {
    /// As GPURepair has them; `--help` lists them.
    #[arg(
        value_name = "ARGS",
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    pub args: Vec<OsString>,
}
