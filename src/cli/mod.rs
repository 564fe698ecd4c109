//! The command line (`docs/` and `alpinist --help`).
//!
//! | file | decides |
//! |---|---|
//! | `kernels.rs` | the flags of what works on CUDA and OpenCL |
//! | `steps.rs` | the steps as flags |
//! | `deny.rs` | which kinds of assumptions can be refused |
//! | `sequences.rs` | a plain function, and launches one after the other, as sides of `equal` |
//! | `modes.rs` | which flags a command refuses where a flag or a file makes it do something else |
//! | `usage.rs` | the messages for a command line that is not understood |
//! | `help.rs` | what `--help` and `--help-all` print |
//! | `help_examples.rs` | the examples at the start of each `--help` |

mod deny;
pub mod help;
mod help_examples;
pub mod kernels;
pub mod modes;
pub mod sequences;
mod steps;
pub mod usage;

use crate::cli::kernels::{
    ContractArgs, EqualArgs, Fixed, GpurepairArgs, GpuverifyArgs, LaunchArgs, RacesArgs, RepairArgs,
};
use crate::commands::ci::shard::Shard;
use crate::files::Place;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, CommandFactory, Parser, Subcommand, ValueEnum};
pub use report::Format as ReportFormat;
use spec_lang::resolve::Profile;
use std::ffi::OsString;
use std::path::PathBuf;

pub use deny::Deny;
use steps::STEPS;
pub use steps::{StepArgs, StepFlag};

/// Proofs for GPU kernels: CUDA and OpenCL without annotations, and annotated kernels in PVL.
///
/// Without a command the programs are verified, their directives and the given steps are applied, each
/// result is verified again, and the last one is printed.
#[derive(Debug, Parser)]
#[command(
    name = "alpinist",
    version,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = EXIT_HELP
)]
pub struct Cli {
    /// What to do; transforming if absent.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Arguments of the command without a name.
    #[command(flatten)]
    pub transform: TransformArgs,
}

const EXIT_HELP: &str = "\
Exit status:
  0    everything holds
  1    an obligation is refuted or failed
  2    the input or the command line is wrong
  3    unknown: a limit, a fault, an unsupported construct, or nothing to verify
  4    a transformation is not applicable
  5    --check, --diff: something would change
  101  a fault of the program itself";

/// Headings of the help.
const RESULT: &str = "Result";
const SCOPE: &str = "Report and scope";
const KERNELS: &str = "Steps on CUDA and OpenCL";

/// The subcommands.
#[derive(Debug, Subcommand)]
// There is one of it in a run.
#[allow(clippy::large_enum_variant)]
pub enum Command {
    /// Apply optimization steps, each proved: the default without a command.
    Optimize(TransformArgs),
    /// Verify programs in PVL.
    Verify(VerifyArgs),
    /// Verify a PVL program and print it as CUDA, OpenCL or HIP.
    ///
    /// The output has kernels, a host function and run-time checks.
    Emit(EmitArgs),
    /// Check kernels for data races, barrier divergence and out-of-bounds accesses.
    Races(RacesArgs),
    /// Print what launches of a kernel must satisfy: as text, C++ or Python.
    Contract(ContractArgs),
    /// Prove that two kernels compute the same, or show where they differ.
    Equal(EqualArgs),
    /// Insert the fewest barriers that remove the races of kernels.
    Repair(RepairArgs),
    /// Check kernels with GPUVerify's command line and messages.
    Gpuverify(GpuverifyArgs),
    /// Repair kernels with GPURepair's command line and messages.
    Gpurepair(GpurepairArgs),
    /// List the sites of a program and the steps that apply there.
    Plan(PlanArgs),
    /// Explain a change line by line: what steps did, or how two files differ.
    Review(ReviewArgs),
    /// Check a project as its alpinist.toml describes, for CI.
    Ci(CiArgs),
    /// Execute a kernel or a PVL method on concrete values.
    Run(RunArgs),
    /// Format PVL files in place.
    Fmt(FmtArgs),
    /// List the assumptions of a program, without proving anything.
    Audit(AuditArgs),
    /// Explain a code or an exit status, or find codes by word.
    Explain(ExplainArgs),
    /// Serve an editor by the Language Server Protocol.
    Lsp(LspArgs),
    /// Download NVIDIA's CUDA headers, which are optional.
    Setup(SetupArgs),
    /// Print a completion script for a shell.
    Completions(CompletionsArgs),
    /// Print the manual page.
    Man,
}

/// `alpinist [STEPS] FILE…`.
#[derive(Debug, Args)]
pub struct TransformArgs {
    /// Files, folders, or `-` for standard input.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<Place>,
    /// The steps, in the order given.
    #[command(flatten)]
    pub steps: StepArgs,
    /// Ignore the directives in the files.
    #[arg(help_heading = STEPS, long)]
    pub no_directives: bool,
    /// Write the result to this file or folder.
    #[arg(help_heading = RESULT, short, long, value_name = "PATH", conflicts_with_all = ["in_place", "diff", "check"])]
    pub output: Option<PathBuf>,
    /// Replace each file by its result.
    ///
    /// A file is replaced only if its program and the result are verified. The files of one program are replaced
    /// together or not at all. Programs are independent of each other.
    #[arg(help_heading = RESULT, long, conflicts_with_all = ["diff", "check"])]
    pub in_place: bool,
    /// Print a diff; exit status 5 if it is not empty.
    #[arg(help_heading = RESULT, long, conflicts_with = "check")]
    pub diff: bool,
    /// Change nothing; exit status 5 if something would change.
    #[arg(help_heading = RESULT, long)]
    pub check: bool,
    /// Apply the changes that messages propose.
    ///
    /// The files are changed in place, or with --diff a diff is printed. Changes are applied only if the changed
    /// program verifies.
    #[arg(help_heading = RESULT, long, conflicts_with_all = ["output", "keep_unverified", "no_verify", "in_place", "schedule", "report", "format"])]
    pub fix: bool,
    /// Output the result even if it is not verified.
    ///
    /// The exit status is not affected.
    #[arg(help_heading = RESULT, long)]
    pub keep_unverified: bool,
    /// Transform without verifying; the exit status is 3.
    #[arg(help_heading = RESULT, long, conflicts_with = "deny")]
    pub no_verify: bool,
    /// Block size of the proof: 256, 16,16 or 16x16.
    ///
    /// The result is proved equal to the kernel before for this size. Without it small launches are compared,
    /// and the exit status is at least 3.
    #[arg(help_heading = KERNELS, long, value_name = "SIZE", allow_negative_numbers = true, value_parser = kernels::fixed)]
    pub block: Option<Fixed>,
    /// Grid size of the proof; default 1.
    #[arg(help_heading = KERNELS, long, value_name = "SIZE", allow_negative_numbers = true, value_parser = kernels::fixed)]
    pub grid: Option<Fixed>,
    /// Values of integer parameters: n=64,m=3.
    ///
    /// Repeatable; each occurrence is another launch.
    #[arg(help_heading = KERNELS, long, value_name = "NAME=NUMBER,…", value_parser = equal::parse)]
    pub sizes: Vec<Vec<(String, i64)>>,
    /// Output code of this language instead of PVL.
    #[arg(help_heading = RESULT, long, value_name = "LANGUAGE", conflicts_with_all = ["in_place", "diff", "check", "fix", "keep_unverified", "no_verify"])]
    pub emit: Option<EmitTarget>,
    /// Bits of the integers of that code.
    #[arg(help_heading = RESULT, long, value_enum, value_name = "BITS", default_value_t = EmitInt::Bits32, requires = "emit")]
    pub int: EmitInt,
    /// Verify all files as one program.
    #[arg(help_heading = SCOPE, long)]
    pub together: bool,
    /// How to verify and what to say.
    #[command(flatten)]
    pub common: CommonArgs,
}

/// `alpinist emit --to LANGUAGE FILE`.
#[derive(Debug, Args)]
pub struct EmitArgs {
    /// The program.
    #[arg(value_name = "FILE")]
    pub file: Place,
    /// The language.
    #[arg(long, value_name = "LANGUAGE")]
    pub to: EmitTarget,
    /// Bits of the integers of the output.
    ///
    /// Integers of PVL are unbounded. Operations that are not proved to fit are listed.
    #[arg(long, value_enum, value_name = "BITS", default_value_t = EmitInt::Bits32)]
    pub int: EmitInt,
    /// Write the code to this file.
    #[arg(short, long, value_name = "PATH")]
    pub output: Option<PathBuf>,
    /// How to verify and what to say.
    #[command(flatten)]
    pub common: CommonArgs,
}

/// The languages that are emitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EmitTarget {
    /// CUDA C++.
    Cuda,
    /// OpenCL C, with a host function in C.
    Opencl,
    /// HIP C++.
    Hip,
}

/// The widths of emitted integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EmitInt {
    /// `int`.
    #[value(name = "32")]
    Bits32,
    /// `long long`; of OpenCL `long`.
    #[value(name = "64")]
    Bits64,
}

/// `alpinist verify FILE…`.
#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// Files, folders, or `-` for standard input.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<Place>,
    /// Write each program as Viper code, without proving.
    ///
    /// The only FORMAT is `viper`. Silicon reads the files.
    #[arg(long, num_args = 2, value_names = ["FORMAT", "DIR"])]
    pub emit: Option<Vec<String>>,
    /// Verify all files as one program.
    #[arg(help_heading = SCOPE, long)]
    pub together: bool,
    /// How to verify and what to say.
    #[command(flatten)]
    pub common: CommonArgs,
}

/// `alpinist review FILE [OTHER]`.
#[derive(Debug, Args)]
pub struct ReviewArgs {
    /// The program.
    #[arg(value_name = "FILE")]
    pub file: Place,
    /// The changed version; default: the result of the steps.
    #[arg(value_name = "OTHER")]
    pub other: Option<Place>,
    /// The steps, in the order given.
    #[command(flatten)]
    pub steps: StepArgs,
    /// Ignore the directives in the file.
    #[arg(long)]
    pub no_directives: bool,
    /// Write the review as an HTML page.
    #[arg(long, value_name = "OUT")]
    pub html: Option<PathBuf>,
    /// Block size of the proof: 256, 16,16 or 16x16.
    #[arg(help_heading = KERNELS, long, value_name = "SIZE", allow_negative_numbers = true, value_parser = kernels::fixed)]
    pub block: Option<Fixed>,
    /// Grid size of the proof; default 1.
    #[arg(help_heading = KERNELS, long, value_name = "SIZE", allow_negative_numbers = true, value_parser = kernels::fixed)]
    pub grid: Option<Fixed>,
    /// Values of integer parameters: n=64,m=3; repeatable.
    #[arg(help_heading = KERNELS, long, value_name = "NAME=NUMBER,…", value_parser = equal::parse)]
    pub sizes: Vec<Vec<(String, i64)>>,
    /// How to verify and what to say.
    #[command(flatten)]
    pub common: CommonArgs,
}

/// `alpinist ci`.
#[derive(Debug, Args)]
pub struct CiArgs {
    /// Accept changes: write the expected outputs.
    ///
    /// Writes outputs and contracts that differ from the expected ones or are missing, and the file of
    /// --baseline.
    #[arg(long)]
    pub update: bool,
    /// Do one share of the work, such as 3/8.
    ///
    /// The work is split by cost. The shares 1/8 to 8/8 together do all of it, each item once.
    #[arg(long, value_name = "NUMBER/OF")]
    pub shard: Option<Shard>,
    /// Write an alpinist.toml and a GitHub workflow.
    ///
    /// The alpinist.toml names the files of this folder. The workflow runs `alpinist ci`. Existing files are not
    /// changed.
    #[arg(long, conflicts_with_all = ["update", "shard", "record_costs", "baseline"])]
    pub init: bool,
    /// Ignore the findings that this file lists.
    ///
    /// --update writes all current findings to it.
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Measure costs and write them to the `costs` file.
    ///
    /// alpinist.toml names the file. The cache is not used.
    #[arg(long, conflicts_with_all = ["shard", "cache", "cache_mode", "cache_verify"])]
    pub record_costs: bool,
    /// How to verify and what to say.
    #[command(flatten)]
    pub common: CommonArgs,
}

/// `alpinist plan FILE…`.
#[derive(Debug, Args)]
pub struct PlanArgs {
    /// Files, folders, or `-` for standard input.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<Place>,
    /// Verify all files as one program.
    #[arg(long)]
    pub together: bool,
    /// The profile for names.
    #[arg(long)]
    pub profile: Option<ProfileName>,
    /// Output format.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// `alpinist run FILE METHOD [ARGS…]`, `alpinist run KERNELS.cu [--kernel NAME]`.
#[derive(Debug, Args)]
#[command(after_help = RUN_HELP)]
pub struct RunArgs {
    /// A PVL program or a CUDA or OpenCL file; `-` is standard input.
    #[arg(value_name = "FILE")]
    pub file: Place,
    /// The method, `method` or `Class.method`, or the kernel.
    #[arg(value_name = "METHOD")]
    pub method: Option<String>,
    /// The arguments: 3, true, null, 1/2, [1, 2, 3], [[1, 2], [3, 4]].
    #[arg(value_name = "ARGS", allow_negative_numbers = true, conflicts_with_all = ["json", "random"])]
    pub args: Vec<String>,
    /// Arguments as JSON: a list, or an object by name.
    #[arg(long, value_name = "ARGS", conflicts_with = "random")]
    pub json: Option<String>,
    /// Execute random inputs that satisfy the precondition.
    ///
    /// 100 if no number is given.
    #[arg(long, value_name = "RUNS", num_args = 0..=1, default_missing_value = "100", require_equals = true)]
    pub random: Option<u64>,
    /// Seed of all random choices.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Number of thread interleavings for each input.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub schedules: u64,
    /// Step limit of a run.
    #[arg(long, value_name = "N", default_value_t = 2_000_000)]
    pub steps: u64,
    /// Replace calls, loops and barriers by their contracts.
    ///
    /// Values that a contract does not determine are chosen at random. A verified program sees no more of a
    /// call, loop, block, barrier or lock than its contract.
    #[arg(long)]
    pub modular: bool,
    /// The profile for names.
    #[arg(long)]
    pub profile: Option<ProfileName>,
    /// How kernels of CUDA and OpenCL are executed.
    #[command(flatten)]
    pub launch: LaunchArgs,
}

const RUN_HELP: &str = "\
Kernels: sizes that are not given are small, and --seed chooses arguments that are not given.
The first two schedules run the threads in order and in reverse, the others at random.

Exit status:
  0    no run violates anything
  1    a run does
  2    the input or the command line is wrong
  3    unknown: there is no rule to execute this, or a limit was reached";

/// `alpinist fmt FILE…`.
#[derive(Debug, Args)]
pub struct FmtArgs {
    /// Files, folders, or `-` for standard input.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<Place>,
    /// Change nothing; exit status 5 if files would change.
    #[arg(long)]
    pub check: bool,
    /// Print a diff; exit status 5 if it is not empty.
    #[arg(long, conflicts_with = "check")]
    pub diff: bool,
}

/// `alpinist audit FILE…`.
#[derive(Debug, Args)]
pub struct AuditArgs {
    /// Files, folders, or `-` for standard input.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<Place>,
    /// Verify all files as one program.
    #[arg(long)]
    pub together: bool,
    /// The profile: meaning of names, and what is granted.
    #[arg(long)]
    pub profile: Option<ProfileName>,
    /// Output format.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// `alpinist explain CODE`.
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// A code (V010), an exit status (3), or a word to search for (race).
    #[arg(value_name = "CODE|WORD", required_unless_present = "all")]
    pub code: Option<String>,
    /// List all codes.
    #[arg(long, conflicts_with = "code")]
    pub all: bool,
    /// Output format.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// `alpinist lsp`.
#[derive(Clone, Debug, Args)]
pub struct LspArgs {
    /// What decides a proof.
    #[command(flatten)]
    pub proof: ProofArgs,
    /// Settings file; default: the nearest alpinist.toml.
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Obligations in parallel; default: number of cores.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// Do not use the cache.
    #[arg(long, conflicts_with = "cache")]
    pub no_cache: bool,
    /// Cache folder; default: the user's cache folder.
    ///
    /// Also redis://HOST:PORT/PREFIX or s3://BUCKET/PREFIX if the program was built with remote caches.
    #[arg(long, value_name = "DIR")]
    pub cache: Option<PathBuf>,
    /// The only transport; some editors pass this flag.
    #[arg(long, hide = true)]
    pub stdio: bool,
}

/// `alpinist setup WHAT`.
#[derive(Debug, Args)]
pub struct SetupArgs {
    /// What to download.
    ///
    /// It is fetched from the package index, at pinned versions whose hashes are checked.
    #[arg(value_enum, value_name = "WHAT")]
    pub what: SetupWhat,
}

/// What can be fetched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SetupWhat {
    /// NVIDIA's CUDA headers, under NVIDIA's licence.
    ///
    /// They are used where the built-in declarations lack what a file includes.
    Cuda,
}

/// `alpinist completions SHELL`.
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell.
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// What verifying and transforming share.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = SCOPE)]
pub struct CommonArgs {
    /// What decides a proof.
    #[command(flatten)]
    pub proof: ProofArgs,
    /// Settings file; default: the nearest alpinist.toml.
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Verify this method only; repeatable.
    ///
    /// `method` or `Class.method`.
    #[arg(long, value_name = "METHOD")]
    pub only: Vec<String>,
    /// Refuse assumptions of this kind; repeatable.
    ///
    /// Assumptions that alpinist.toml allows are accepted.
    #[arg(long, value_enum, value_name = "KIND", value_delimiter = ',')]
    pub deny: Vec<Deny>,
    /// Obligations in parallel; default: number of cores.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// Report format.
    #[arg(long, value_parser = report_format())]
    pub format: Option<ReportFormat>,
    /// Also write the report to this file.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Omit measured values, so that output is reproducible.
    #[arg(long)]
    pub stable: bool,
    /// Print errors only.
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Also print every method, and proofs that needed a retry.
    #[arg(short, long)]
    pub verbose: bool,
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
    /// Print where proof time goes.
    ///
    /// To FILE as a flame chart for speedscope.
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    #[allow(clippy::option_option)]
    pub profile_proof: Option<Option<PathBuf>>,
    /// Write every solver query to this folder.
    #[arg(long, value_name = "DIR")]
    pub log_smt: Option<PathBuf>,
}

/// What is done with kept answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CacheMode {
    /// Read and write the cache (the default).
    ReadWrite,
    /// Read only: what is not cached is unknown; no solver is started.
    Enforce,
    /// As with `--no-cache`.
    Off,
}

/// Which kept answers are asked for again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CacheVerify {
    /// About one in ten.
    Sample,
    /// Every one.
    All,
}

/// What decides a proof: also allowed in a file's first comment.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Proofs")]
pub struct ProofArgs {
    /// The profile: meaning of names, and what is granted.
    #[arg(long)]
    pub profile: Option<ProfileName>,
    /// Solver resources per obligation; default 8000000.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub rlimit: Option<u64>,
    /// Time limit per obligation, in seconds; default none.
    ///
    /// An obligation that reaches it is unknown. The result then depends on the machine.
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub timeout: Option<u64>,
    /// Seed of the solver.
    #[arg(long, value_name = "N")]
    pub seed: Option<u32>,
}

impl ProofArgs {
    /// These where given, else the others.
    pub fn or(&self, other: &ProofArgs) -> ProofArgs {
        ProofArgs {
            profile: self.profile.or(other.profile),
            rlimit: self.rlimit.or(other.rlimit),
            timeout: self.timeout.or(other.timeout),
            seed: self.seed.or(other.seed),
        }
    }
}

/// The settings a file may carry in its first comment.
#[derive(Debug, Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
pub struct HeaderArgs {
    /// What decides a proof.
    #[command(flatten)]
    pub proof: ProofArgs,
}

/// Names of profiles on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ProfileName {
    /// VerCors 2.x reading, nothing granted (the default).
    Sound,
    /// The published tool's reading and what it trusted.
    #[value(name = "vercors-1.4")]
    VerCors14,
}

impl From<ProfileName> for Profile {
    fn from(name: ProfileName) -> Profile {
        match name {
            ProfileName::Sound => Profile::Sound,
            ProfileName::VerCors14 => Profile::VerCors14,
        }
    }
}

/// Forms of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// For programs; see docs/json.md.
    Json,
}

/// Understands the formats of a report, each by its name.
pub fn report_format() -> impl TypedValueParser<Value = ReportFormat> {
    let all = ReportFormat::ALL.iter();
    let names = all.map(|(_, name, purpose)| PossibleValue::new(*name).help(*purpose));
    PossibleValuesParser::new(names).try_map(|name| {
        let mut all = ReportFormat::ALL.iter();
        let found = all.find(|(_, known, _)| *known == name);
        found.map(|(format, ..)| *format).ok_or("no such format")
    })
}

/// Seconds, possibly with a fraction, as milliseconds.
pub fn seconds(text: &str) -> Result<u64, String> {
    let value: f64 = text
        .parse()
        .map_err(|_| "expected a number of seconds such as 10 or 0.5".to_owned())?;
    if !(0.001..=86_400.0).contains(&value) {
        return Err("expected between 0.001 and 86400 seconds".to_owned());
    }
    // In range, so neither truncated nor negative.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    Ok((value * 1000.0).round() as u64)
}

/// The words of a command line with the command in front: options may stand before it, as in
/// `alpinist --in-place fmt a.pvl`. Without a command the words stay as they are.
pub fn command_first(mut words: Vec<OsString>) -> Vec<OsString> {
    let mut command = Cli::command();
    command.build();
    let takes_value = |is_it: &dyn Fn(&Arg) -> bool| {
        let found = command.get_arguments().find(|arg| is_it(arg));
        found.is_some_and(|arg| {
            let needs = arg
                .get_num_args()
                .is_none_or(|count| count.min_values() > 0);
            needs && arg.get_action().takes_values()
        })
    };
    let mut at = 1;
    while let Some(word) = words.get(at).and_then(|word| word.to_str()) {
        let skips = match word.strip_prefix("--") {
            Some("") => break,
            Some(long) if long.contains('=') => false,
            Some(long) => takes_value(&|arg| arg.get_long() == Some(long)),
            None => match word.strip_prefix('-') {
                Some(short) if !short.is_empty() => {
                    let mut letters = short.chars();
                    let letter = letters.next();
                    letters.next().is_none() && takes_value(&|arg| arg.get_short() == letter)
                }
                _ => {
                    if command.find_subcommand(word).is_some() {
                        let word = words.remove(at);
                        words.insert(1, word);
                    }
                    break;
                }
            },
        };
        at += if skips { 2 } else { 1 };
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(words: &str) -> String {
        let words = words.split(' ').map(OsString::from).collect();
        let words = command_first(words);
        let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
        words.join(" ")
    }

    #[test]
    fn options_may_stand_before_the_command() {
        assert_eq!(
            first("alpinist --in-place fmt a.pvl"),
            "alpinist fmt --in-place a.pvl"
        );
        assert_eq!(
            first("alpinist -q verify a.pvl"),
            "alpinist verify -q a.pvl"
        );
        assert_eq!(
            first("alpinist --seed 3 verify a.pvl"),
            "alpinist verify --seed 3 a.pvl"
        );
        // The value of an option is no command, nor is what follows a file or `--`.
        assert_eq!(first("alpinist -o fmt a.pvl"), "alpinist -o fmt a.pvl");
        assert_eq!(first("alpinist a.pvl fmt"), "alpinist a.pvl fmt");
        assert_eq!(first("alpinist -- fmt"), "alpinist -- fmt");
        assert_eq!(
            first("alpinist --unroll 2@i a.pvl"),
            "alpinist --unroll 2@i a.pvl"
        );
    }
}
