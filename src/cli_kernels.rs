//! The command line of what works on CUDA and OpenCL.

use crate::cli::{CacheMode, CacheVerify, CommonArgs, ReportFormat, seconds};
use crate::files::Place;
use clap::{Args, ValueEnum};
use inspect::sizes::{Extent, parse};
use std::ffi::OsString;
use std::path::PathBuf;

/// Headings of the help.
const LAUNCH: &str = "Launch";
const READING: &str = "Reading";
const CHECKS: &str = "Checks";

/// `alpinist races FILE…`.
#[derive(Debug, Args)]
#[command(after_help = RACES_HELP)]
pub struct RacesArgs {
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
    /// The language, whatever the file's name says.
    #[arg(help_heading = READING, long, value_enum)]
    pub language: Option<LanguageName>,
    /// A folder of headers; repeatable.
    #[arg(help_heading = READING, short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,
    /// Define a macro: NAME or NAME=VALUE; repeatable.
    #[arg(help_heading = READING, short = 'D', value_name = "MACRO")]
    pub define: Vec<String>,
    /// The standard of the language, in clang's words: c++20, CL2.0.
    #[arg(help_heading = READING, long, value_name = "STANDARD")]
    pub std: Option<String>,
    /// The folder of the CUDA SDK: its headers are used beside the built-in ones.
    #[arg(help_heading = READING, long, value_name = "DIR")]
    pub cuda_path: Option<PathBuf>,
    /// Bits of a pointer.
    #[arg(help_heading = READING, long, value_enum, default_value = "64")]
    pub bits: Bits,
    /// Read only; print the kernel graph.
    #[arg(help_heading = READING, long, value_enum, value_name = "WHAT")]
    pub emit: Option<Emit>,
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
    /// How the solver is used and what is said.
    #[command(flatten)]
    pub run: KernelRunArgs,
}

const RACES_HELP: &str = "\
Without --block and --grid: what the kernel demands (reqd_work_group_size, __launch_bounds__), else
what alpinist.toml says, else any size. The report says which sizes were taken.

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
    #[arg(long, value_enum)]
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
    /// Where answers are kept; in the user's cache folder if absent.
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
    /// The same, as far as it is that of other commands.
    pub fn common(&self) -> CommonArgs {
        CommonArgs {
            no_cache: self.no_cache,
            cache: self.cache.clone(),
            cache_mode: self.cache_mode,
            cache_verify: self.cache_verify,
            ..CommonArgs::default()
        }
    }
}

/// Sizes by dimension, as an argument.
#[derive(Clone, Debug)]
pub struct Sizes(pub Extent);

fn extent(text: &str) -> Result<Sizes, String> {
    parse(text).map(Sizes)
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
    /// Signed arithmetic does not overflow, as C says; without it, it wraps round.
    NoSignedOverflow,
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
