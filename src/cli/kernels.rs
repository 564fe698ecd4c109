//! The command line of what works on CUDA and OpenCL.

use crate::cli::sequences::SequenceArgs;
use crate::cli::{
    CacheMode, CacheVerify, CommonArgs, Deny, ReportFormat, ReviewArgs, report_format, seconds,
};
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
    /// Do not infer a contract.
    ///
    /// By default, where a kernel is not verified for all launches, a contract for launches is inferred from its
    /// text and printed.
    #[arg(help_heading = CHECKS, long)]
    pub no_infer: bool,
    /// Assume this of launches: 'n % 4 == 0'; repeatable.
    ///
    /// The clauses are written in C over sizes and parameters, such as 'blockDim.x == 256 && n % 4 == 0'. The
    /// launches of the file are checked against them.
    #[arg(help_heading = CHECKS, long, value_name = "CLAUSES", value_parser = clauses)]
    pub requires: Vec<Clauses>,
    /// Prove that each element is written exactly once: out:n.
    ///
    /// Each element of `ARRAY[0 .. LENGTH)` must be written exactly once, and no other array that is read may be
    /// written: `out:n`, `out:width * height`. Repeatable. Kernels without a parameter of that name are skipped.
    #[arg(help_heading = CHECKS, long, value_name = "ARRAY:LENGTH", value_parser = cover, conflicts_with = "find_bugs")]
    pub covers: Vec<Cover>,
    /// Print for each array why no two threads race.
    ///
    /// Only in the text report, for verified kernels.
    #[arg(help_heading = CHECKS, long, conflicts_with = "find_bugs")]
    pub explain_proof: bool,
    /// Print the kernel graph and check nothing.
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
    /// Print launch checks as a C++17 header or Python module.
    #[arg(help_heading = CONTRACT, long, value_enum, value_name = "WHAT", conflicts_with_all = ["in_place", "format", "report"])]
    pub emit: Option<EmitContract>,
    /// Write inferred clauses before kernels, as comments.
    ///
    /// They have the form `//@ requires …;`.
    #[arg(help_heading = CONTRACT, long)]
    pub in_place: bool,
}

/// Programs that hold launches against contracts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EmitContract {
    /// A C++17 header with `check_NAME(grid, block, shared_bytes, …)` for each kernel.
    Header,
    /// A Python module with `check(grid, block, args)`.
    Python,
}

/// Kernels, and how they are checked.
#[derive(Debug, Default, Args)]
pub struct KernelArgs {
    /// CUDA and OpenCL files, folders, or `-` for standard input.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<Place>,
    /// Block size: 256, 16,16, 16x16; `*` is any number.
    #[arg(help_heading = LAUNCH, long, value_name = "SIZE", allow_negative_numbers = true, value_parser = extent)]
    pub block: Option<Sizes>,
    /// Grid size, in the same form.
    #[arg(help_heading = LAUNCH, long, value_name = "SIZE", allow_negative_numbers = true, value_parser = extent)]
    pub grid: Option<Sizes>,
    /// Check this kernel only; repeatable.
    #[arg(help_heading = LAUNCH, long, value_name = "NAME")]
    pub kernel: Vec<String>,
    /// Instance of a template: 'k<float, 128>'; repeatable.
    #[arg(help_heading = LAUNCH, long, value_name = "INSTANCE")]
    pub instantiate: Vec<String>,
    /// How the files are read.
    #[command(flatten)]
    pub reading: ReadingArgs,
    /// Folder with compile_commands.json.
    ///
    /// Macros, include folders, standard and language of its files are taken from there. A header is read
    /// through a CUDA file that includes it.
    #[arg(help_heading = READING, short = 'p', long, value_name = "DIR")]
    pub project: Option<PathBuf>,
    /// Check less: divergence, or threads of one block.
    #[arg(help_heading = CHECKS, long, value_enum, value_name = "WHICH")]
    pub only: Option<OnlyCheck>,
    /// Allow two writes of the same value to one element.
    #[arg(help_heading = CHECKS, long)]
    pub tolerate_equal_writes: bool,
    /// Do not check bounds of arrays.
    #[arg(help_heading = CHECKS, long)]
    pub no_bounds: bool,
    /// Meaning of signed overflow.
    ///
    /// The assumption is listed in the report.
    #[arg(help_heading = CHECKS, long, value_enum, value_name = "WHAT")]
    pub assume: Vec<Assumed>,
    /// Assume that warps of N threads run in lockstep.
    ///
    /// The assumption is listed in the report.
    #[arg(help_heading = CHECKS, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub warp_sync: Option<u32>,
    /// Assume that functions without a body write only to their arguments.
    ///
    /// The assumption is listed in the report.
    #[arg(help_heading = CHECKS, long)]
    pub trust_external: bool,
    /// Search for errors in the first N iterations of loops.
    ///
    /// No invariants are needed. A kernel with loops is not proved.
    #[arg(help_heading = CHECKS, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub find_bugs: Option<u32>,
    /// Refuse assumptions of this kind; repeatable.
    ///
    /// Assumptions that alpinist.toml allows are accepted.
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
    /// Language; default: by the file name.
    #[arg(long, value_enum)]
    pub language: Option<LanguageName>,
    /// Add an include folder; repeatable.
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,
    /// Define a macro, NAME or NAME=VALUE; repeatable.
    #[arg(short = 'D', value_name = "MACRO")]
    pub define: Vec<String>,
    /// Language standard, as clang names it: c++20, CL2.0.
    #[arg(long, value_name = "STANDARD")]
    pub std: Option<String>,
    /// Folder of a CUDA toolkit.
    ///
    /// Its headers are used where the built-in declarations lack what a file includes. Default: the headers that
    /// `alpinist setup cuda` downloaded.
    #[arg(long, value_name = "DIR")]
    pub cuda_path: Option<PathBuf>,
    /// Bits of a pointer; default 64.
    #[arg(long, value_enum)]
    pub bits: Option<Bits>,
}

/// How `alpinist run` executes a kernel.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Kernels of CUDA and OpenCL")]
pub struct LaunchArgs {
    /// The kernel, if the file has several.
    #[arg(long, value_name = "NAME", conflicts_with = "method")]
    pub kernel: Option<String>,
    /// Block size: 256, 16,16, 16x16.
    #[arg(long, value_name = "SIZE", allow_negative_numbers = true, value_parser = extent)]
    pub block: Option<Sizes>,
    /// Grid size, in the same form.
    #[arg(long, value_name = "SIZE", allow_negative_numbers = true, value_parser = extent)]
    pub grid: Option<Sizes>,
    /// Value of a parameter: n=100; repeatable.
    #[arg(long, value_name = "NAME=VALUE")]
    pub arg: Vec<String>,
    /// Contents of an array: a=rand:100.
    ///
    /// rand:100 (integers below 1000), any:100 (any bits), iota:100 (0, 1, …), zero:100, below8:100, [1, 2, 3].
    /// Without a length, the array has as many elements as are accessed.
    #[arg(long, value_name = "NAME=CONTENTS")]
    pub array: Vec<String>,
    /// Print the writes to global memory and their threads.
    #[arg(long)]
    pub values: bool,
    /// Instance of a template: 'k<float, 128>'; repeatable.
    #[arg(long, value_name = "INSTANCE")]
    pub instantiate: Vec<String>,
    /// Language; default: by the file name.
    #[arg(long, value_enum)]
    pub language: Option<LanguageName>,
    /// Add an include folder; repeatable.
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,
    /// Define a macro, NAME or NAME=VALUE; repeatable.
    #[arg(short = 'D', value_name = "MACRO")]
    pub define: Vec<String>,
    /// Folder with compile_commands.json.
    #[arg(short = 'p', long, value_name = "DIR")]
    pub project: Option<PathBuf>,
    /// Language standard, as clang names it: c++20, CL2.0.
    #[arg(long, value_name = "STANDARD")]
    pub std: Option<String>,
    /// Bits of a pointer.
    #[arg(long, value_enum, default_value = "64")]
    pub bits: Bits,
    /// Allow two writes of the same value to one element.
    #[arg(long)]
    pub tolerate_equal_writes: bool,
}

/// `alpinist equal OLD NEW`.
#[derive(Debug, Args)]
#[command(after_help = EQUAL_HELP)]
pub struct EqualArgs {
    /// The old version.
    #[arg(value_name = "OLD")]
    pub old: Place,
    /// The new version.
    #[arg(value_name = "NEW", required_unless_present_any = ["git", "reference"])]
    pub new: Option<Place>,
    /// Compare the file with its version at a git revision.
    ///
    /// For example HEAD. Included files are the current ones.
    #[arg(long, value_name = "REVISION", conflicts_with = "new")]
    pub git: Option<String>,
    /// Compare these two kernels: naive=fast; repeatable.
    ///
    /// By default kernels of the same name are compared, or the only kernel of each file.
    #[arg(long, value_name = "OLD=NEW", value_parser = pair)]
    pub pair: Vec<(String, String)>,
    /// How floating-point results may differ.
    #[arg(long, value_enum, value_name = "LEVEL", default_value = "reordered")]
    pub arithmetic: Arithmetic,
    /// Allow accesses outside the old kernel's range.
    #[arg(long)]
    pub accept_contract: bool,
    /// Values of integer parameters: n=64,m=3.
    ///
    /// Repeatable; each occurrence is another launch.
    #[arg(help_heading = LAUNCH, long, value_name = "NAME=NUMBER,…", value_parser = equal::parse)]
    pub sizes: Vec<Vec<(String, i64)>>,
    /// Block size of the old kernel: 256, 16,16, 16x16.
    #[arg(help_heading = LAUNCH, long, value_name = "SIZE", allow_negative_numbers = true, value_parser = fixed)]
    pub block: Option<Fixed>,
    /// Its grid size.
    #[arg(help_heading = LAUNCH, long, value_name = "SIZE", allow_negative_numbers = true, value_parser = fixed)]
    pub grid: Option<Fixed>,
    /// Block size of the new kernel; default: the old one.
    #[arg(help_heading = LAUNCH, long, value_name = "SIZE", allow_negative_numbers = true, value_parser = fixed)]
    pub new_block: Option<Fixed>,
    /// Its grid size.
    #[arg(help_heading = LAUNCH, long, value_name = "SIZE", allow_negative_numbers = true, value_parser = fixed)]
    pub new_grid: Option<Fixed>,
    /// Dynamic shared memory of the old kernel, in bytes.
    #[arg(help_heading = LAUNCH, long, value_name = "BYTES")]
    pub shared: Option<u64>,
    /// The same of the new kernel; default: the old one.
    #[arg(help_heading = LAUNCH, long, value_name = "BYTES")]
    pub new_shared: Option<u64>,
    /// Instance of a template: 'k<float, 128>'; repeatable.
    #[arg(help_heading = LAUNCH, long, value_name = "INSTANCE")]
    pub instantiate: Vec<String>,
    /// What the two are besides two kernels.
    #[command(flatten)]
    pub sequences: SequenceArgs,
    /// How both files are read.
    #[command(flatten)]
    pub reading: ReadingArgs,
    /// Statements that all threads may execute in total.
    #[arg(help_heading = CHECKS, long, value_name = "N", default_value_t = STATEMENTS)]
    pub steps: u64,
    /// Refuse assumptions of this kind; repeatable.
    ///
    /// Assumptions that alpinist.toml allows are accepted.
    #[arg(help_heading = CHECKS, long, value_enum, value_name = "KIND", value_delimiter = ',')]
    pub deny: Vec<Deny>,
    /// How the solver is used and what is said.
    #[command(flatten)]
    pub run: KernelRunArgs,
}

/// How many statements all threads of a comparison may execute, if nobody says.
pub const STATEMENTS: u64 = 50_000_000;

impl EqualArgs {
    /// Two files as a review compares them.
    pub fn of_review(args: &ReviewArgs, new: &Place) -> EqualArgs {
        EqualArgs {
            old: args.file.clone(),
            new: Some(new.clone()),
            git: None,
            pair: Vec::new(),
            arithmetic: Arithmetic::Reordered,
            accept_contract: false,
            sizes: args.sizes.clone(),
            block: args.block,
            grid: args.grid,
            new_block: None,
            new_grid: None,
            shared: None,
            new_shared: None,
            instantiate: Vec::new(),
            sequences: SequenceArgs::default(),
            reading: ReadingArgs::default(),
            steps: STATEMENTS,
            deny: args.common.deny.clone(),
            run: KernelRunArgs::of(&args.common),
        }
    }

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
Without --block and --sizes, equality is proved for all sizes if possible, else for the launches
of the files, else for small sizes.

Exit status:
  0    the kernels are equal as required, for the sizes that are reported
  1    an execution shows that they differ
  2    the input or the command line is wrong
  3    unknown: not supported, not verified, or not shown to be equal";

/// `alpinist repair FILE…`.
#[derive(Debug, Args)]
#[command(after_help = REPAIR_HELP)]
pub struct RepairArgs {
    /// As `alpinist races` has them.
    #[command(flatten)]
    pub kernels: KernelArgs,
    /// Print a diff (the default).
    #[arg(help_heading = REPAIR, long, conflicts_with_all = ["in_place", "check"])]
    pub diff: bool,
    /// Write the repair into the files.
    #[arg(help_heading = REPAIR, long, conflicts_with = "check")]
    pub in_place: bool,
    /// Change nothing; exit status 5 if something would change.
    #[arg(help_heading = REPAIR, long)]
    pub check: bool,
    /// Write an HTML page with races, barriers and proof.
    #[arg(help_heading = REPAIR, long, value_name = "OUT")]
    pub html: Option<PathBuf>,
    /// Insert no grid barriers.
    #[arg(help_heading = REPAIR, long)]
    pub no_grid: bool,
    /// Insert no warp barriers.
    #[arg(help_heading = REPAIR, long)]
    pub no_warp: bool,
    /// Do not split an assignment into read and write.
    #[arg(help_heading = REPAIR, long)]
    pub no_split: bool,
    /// Use atomic operations for racing updates such as `+=`.
    #[arg(help_heading = REPAIR, long)]
    pub atomics: bool,
    /// Also remove barriers that are not needed.
    #[arg(help_heading = REPAIR, long)]
    pub remove: bool,
    /// Cost factor of a barrier for each enclosing loop.
    #[arg(help_heading = REPAIR, long, value_name = "N", default_value = "10", value_parser = clap::value_parser!(u16).range(1..))]
    pub loop_weight: u16,
    /// Cost factor of a grid barrier.
    #[arg(help_heading = REPAIR, long, value_name = "N", default_value = "12")]
    pub grid_weight: u16,
}

const REPAIR_HELP: &str = "\
A repair is output only after the patched text was checked again.

Exit status:
  0    every kernel is verified, with --in-place after the repair
  1    a kernel has findings that barriers do not remove
  2    the input or the command line is wrong
  3    a verdict is unknown
  5    --diff, --check: something would change";

const CONTRACT_HELP: &str = "\
A contract is written before the kernel, as `//@ requires n % 4 == 0;`, or inferred. Only a
verified kernel has one.

Exit status:
  0    every kernel is verified
  1    there are findings
  2    the input or the command line is wrong
  3    a verdict is unknown, or a contract is not written";

const RACES_HELP: &str = "\
Sizes that are not given are those of alpinist.toml or of the kernel's attributes, else all.

Exit status:
  0    every kernel is verified
  1    there are findings
  2    the input or the command line is wrong
  3    no finding counts, but a verdict is unknown";

/// How the solver is used, and what is said, of kernels.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Report and solver")]
pub struct KernelRunArgs {
    /// Report format.
    #[arg(long, value_parser = report_format())]
    pub format: Option<ReportFormat>,
    /// Also write the report to this file.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Omit measured values, so that output is reproducible.
    #[arg(long)]
    pub stable: bool,
    /// Print findings and errors only.
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Also print errors in host code, which do not count.
    #[arg(short, long)]
    pub verbose: bool,
    /// Settings file; default: the nearest alpinist.toml.
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Kernels in parallel; default: number of cores.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// Time limit of a solver query, in seconds; default 10.
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub timeout: Option<u64>,
    /// Resource limit of a solver query, in Z3's units.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub rlimit: Option<u64>,
    /// Seed of the solver.
    #[arg(long, value_name = "N")]
    pub seed: Option<u32>,
    /// Do not use the cache.
    #[arg(long, conflicts_with_all = ["cache", "cache_mode", "cache_verify"])]
    pub no_cache: bool,
    /// Cache folder; default: the user's cache folder.
    ///
    /// Also redis://HOST:PORT/PREFIX or s3://BUCKET/PREFIX if the program was built with remote caches.
    #[arg(long, value_name = "DIR")]
    pub cache: Option<PathBuf>,
    /// How the cache is used; default read-write.
    #[arg(long, value_enum, value_name = "MODE")]
    pub cache_mode: Option<CacheMode>,
    /// Prove cached results again: a sample, or all.
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
    /// No signed overflow, division by zero or oversized shift. By default this is assumed only of operations
    /// that a verdict depends on, and listed for each.
    NoSignedOverflow,
    /// Signed arithmetic wraps.
    SignedWraps,
}

/// Parts of what is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OnlyCheck {
    /// Barrier divergence and assertions; no races.
    Divergence,
    /// Only between threads of one block.
    Block,
}

/// `alpinist gpuverify ARGS`.
#[derive(Debug, Args)]
#[command(disable_help_flag = true, disable_version_flag = true)]
pub struct GpuverifyArgs {
    /// GPUVerify's options; `--help` lists them.
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
    /// GPURepair's options; `--help` lists them.
    #[arg(
        value_name = "ARGS",
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    pub args: Vec<OsString>,
}
