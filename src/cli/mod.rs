//! The command line (`docs/` and `alpinist --help`).
//!
//! | file | decides |
//! |---|---|
//! | `kernels.rs` | the flags of what works on CUDA and OpenCL |
//! | `steps.rs` | the steps as flags |
//! | `deny.rs` | which kinds of what is believed can be denied |
//! | `sequences.rs` | a plain function, and launches one after the other, as sides of `equal` |
//! | `modes.rs` | which flags a command refuses where a flag or a file makes it do something else |
//! | `usage.rs` | what is said of a command line that is not understood |

mod deny;
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

/// Proofs for GPU kernels: CUDA and OpenCL as they are written, and annotated kernels in PVL, which are
/// optimized as well.
///
/// Without a subcommand: verifies each program, carries out its directives and
/// the steps given, verifies every result again, and prints the last one.
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
  0    everything asked for holds
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
    /// Verify, carry out directives and steps, verify again: what is done without a command.
    Optimize(TransformArgs),
    /// Verify only.
    Verify(VerifyArgs),
    /// Verify a program of PVL, and print it as CUDA, OpenCL or HIP that runs: kernels, a host function, checks.
    Emit(EmitArgs),
    /// Check CUDA and OpenCL kernels: free of races, of barrier divergence, in bounds?
    Races(RacesArgs),
    /// Say what launches of CUDA and OpenCL kernels have to satisfy: as text, as a header, as Python.
    Contract(ContractArgs),
    /// Prove that two versions of CUDA or OpenCL kernels compute the same, or show where they differ.
    Equal(EqualArgs),
    /// Put the fewest barriers into CUDA and OpenCL kernels that make them free of races.
    Repair(RepairArgs),
    /// Check kernels with GPUVerify's command line, messages and exit codes.
    Gpuverify(GpuverifyArgs),
    /// Repair kernels with GPURepair's command line, messages and exit codes.
    Gpurepair(GpurepairArgs),
    /// List every site of the program and what could be done there, without proving.
    Plan(PlanArgs),
    /// Show what the directives and steps change, why, and what was proved; or compare two files.
    Review(ReviewArgs),
    /// Do what alpinist.toml says: verify its programs, compare their outputs with those kept.
    Ci(CiArgs),
    /// Execute a method on concrete values, counting permissions and evaluating contracts; or a kernel of
    /// CUDA or OpenCL.
    Run(RunArgs),
    /// Lay the files out canonically, in place (standard input: to standard output).
    Fmt(FmtArgs),
    /// List what a program's verdict rests on besides proofs; nothing is proved.
    Audit(AuditArgs),
    /// Say what a code means, with an example.
    Explain(ExplainArgs),
    /// Serve an editor: the Language Server Protocol over standard input and output.
    Lsp(LspArgs),
    /// Bring what alpinist uses but does not need into the cache folder: NVIDIA's headers of CUDA.
    Setup(SetupArgs),
    /// Print a completion script for a shell.
    Completions(CompletionsArgs),
    /// Print the manual page.
    Man,
}

/// `alpinist [STEPS] FILE…`.
#[derive(Debug, Args)]
pub struct TransformArgs {
    /// Programs; a folder stands for the files in it, `-` for standard input.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<Place>,
    /// The steps, in the order given.
    #[command(flatten)]
    pub steps: StepArgs,
    /// Leave the directives of the files alone.
    #[arg(help_heading = STEPS, long)]
    pub no_directives: bool,
    /// Write the result to this file, or folder if there are several.
    #[arg(help_heading = RESULT, short, long, value_name = "PATH", conflicts_with_all = ["in_place", "diff", "check"])]
    pub output: Option<PathBuf>,
    /// Replace each file by its result, if everything about its program held: the files of one
    /// program all together or none of them, each program whatever becomes of the others.
    #[arg(help_heading = RESULT, long, conflicts_with_all = ["diff", "check"])]
    pub in_place: bool,
    /// Print what would change instead of the result; status 5 if anything does.
    #[arg(help_heading = RESULT, long, conflicts_with = "check")]
    pub diff: bool,
    /// Only say whether anything would change; status 5 if so.
    #[arg(help_heading = RESULT, long)]
    pub check: bool,
    /// Instead of steps, make the changes that messages propose, in the files, or with --diff on
    /// standard output; only if the program with them verifies.
    #[arg(help_heading = RESULT, long, conflicts_with_all = ["output", "keep_unverified", "no_verify", "in_place", "schedule", "report", "format"])]
    pub fix: bool,
    /// Give out the result even if something did not hold; the status stays.
    #[arg(help_heading = RESULT, long)]
    pub keep_unverified: bool,
    /// Transform without verifying anything; the status is 3, for nothing was shown.
    #[arg(help_heading = RESULT, long, conflicts_with = "deny")]
    pub no_verify: bool,
    /// Threads of a block for which a kernel is proved equal to what it was: 256, 16,16, 16x16; small launches are tried, and
    /// the status is 3 at best, if absent.
    #[arg(help_heading = KERNELS, long, value_name = "SIZE", value_parser = kernels::fixed)]
    pub block: Option<Fixed>,
    /// Blocks of the grid, in the same way; 1 if absent.
    #[arg(help_heading = KERNELS, long, value_name = "SIZE", value_parser = kernels::fixed)]
    pub grid: Option<Fixed>,
    /// Values of integers, by the parameters' names: n=64,m=3; repeatable, each time for another launch.
    #[arg(help_heading = KERNELS, long, value_name = "NAME=NUMBER,…", value_parser = equal::parse)]
    pub sizes: Vec<Vec<(String, i64)>>,
    /// Give the result out as code of this language that runs, instead of PVL.
    #[arg(help_heading = RESULT, long, value_name = "LANGUAGE", conflicts_with_all = ["in_place", "diff", "check", "fix", "keep_unverified", "no_verify"])]
    pub emit: Option<EmitTarget>,
    /// Bits of the integers of that code.
    #[arg(help_heading = RESULT, long, value_enum, value_name = "BITS", default_value_t = EmitInt::Bits32, requires = "emit")]
    pub int: EmitInt,
    /// The files are one program.
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
    /// Bits of its integers. PVL's have no bounds: what is not proved to fit is listed.
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
    /// Programs; a folder stands for the files in it, `-` for standard input.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<Place>,
    /// Prove nothing; write each program to this folder for another verifier. The only
    /// FORMAT is `viper`, which Silicon reads.
    #[arg(long, num_args = 2, value_names = ["FORMAT", "DIR"])]
    pub emit: Option<Vec<String>>,
    /// The files are one program.
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
    /// What it was made into by hand; without it, what its directives and the steps make of it.
    #[arg(value_name = "OTHER")]
    pub other: Option<Place>,
    /// The steps, in the order given.
    #[command(flatten)]
    pub steps: StepArgs,
    /// Leave the directives of the file alone.
    #[arg(long)]
    pub no_directives: bool,
    /// Write one page that shows it all.
    #[arg(long, value_name = "OUT")]
    pub html: Option<PathBuf>,
    /// How to verify and what to say.
    #[command(flatten)]
    pub common: CommonArgs,
}

/// `alpinist ci`.
#[derive(Debug, Args)]
pub struct CiArgs {
    /// Write outputs and contracts that are not as kept, or not there yet, and the file of --baseline.
    #[arg(long)]
    pub update: bool,
    /// Do one part of so many, such as 3/8: the work is parted by what it costs, and the same command
    /// with 1/8 to 8/8 on eight machines does all of it, each thing once.
    #[arg(long, value_name = "NUMBER/OF")]
    pub shard: Option<Shard>,
    /// Write what a project lacks for this: an alpinist.toml that names what is in this folder, and a workflow
    /// for GitHub that runs `alpinist ci`. Nothing that is there is changed.
    #[arg(long, conflicts_with_all = ["update", "shard", "record_costs", "baseline"])]
    pub init: bool,
    /// Let findings that this file has fail nothing, for they were there before; --update writes all that are
    /// found to it.
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Write what each program and each file of kernels costs to the file that alpinist.toml names as
    /// `costs`; nothing is taken from the cache.
    #[arg(long, conflicts_with_all = ["shard", "cache", "cache_mode", "cache_verify"])]
    pub record_costs: bool,
    /// How to verify and what to say.
    #[command(flatten)]
    pub common: CommonArgs,
}

/// `alpinist plan FILE…`.
#[derive(Debug, Args)]
pub struct PlanArgs {
    /// Programs; a folder stands for the files in it, `-` for standard input.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<Place>,
    /// The files are one program.
    #[arg(long)]
    pub together: bool,
    /// How names are read.
    #[arg(long)]
    pub profile: Option<ProfileName>,
    /// How to print the list.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// `alpinist run FILE METHOD [ARGS…]`, `alpinist run KERNELS.cu [--kernel NAME]`.
#[derive(Debug, Args)]
#[command(after_help = RUN_HELP)]
pub struct RunArgs {
    /// The program, or a file of CUDA or OpenCL; `-` for standard input.
    #[arg(value_name = "FILE")]
    pub file: Place,
    /// The method: `method` or `Class.method`; of CUDA or OpenCL the kernel.
    #[arg(value_name = "METHOD")]
    pub method: Option<String>,
    /// The arguments: 3, true, null, 1/2, [1, 2, 3], [[1, 2], [3, 4]].
    #[arg(value_name = "ARGS", allow_negative_numbers = true, conflicts_with_all = ["json", "random"])]
    pub args: Vec<String>,
    /// The arguments as JSON: a list, or an object by the names of the parameters.
    #[arg(long, value_name = "ARGS", conflicts_with = "random")]
    pub json: Option<String>,
    /// Execute so many random inputs that satisfy the precondition; 100 if no number is given.
    #[arg(long, value_name = "RUNS", num_args = 0..=1, default_missing_value = "100", require_equals = true)]
    pub random: Option<u64>,
    /// Decides the inputs, the order of the threads and whatever else is left open.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Execute each input in so many orders of the threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub schedules: u64,
    /// Steps that one run may take.
    #[arg(long, value_name = "N", default_value_t = 2_000_000)]
    pub steps: u64,
    /// Choose at random what contracts leave open: a verified program sees no more of a call,
    /// loop, block, barrier or lock than its contract.
    #[arg(long)]
    pub modular: bool,
    /// How names are read.
    #[arg(long)]
    pub profile: Option<ProfileName>,
    /// How kernels of CUDA and OpenCL are executed.
    #[command(flatten)]
    pub launch: LaunchArgs,
}

const RUN_HELP: &str = "\
Of a kernel (.cu, .cuh, .cl): sizes that nobody says are small ones, parameters and contents of
arrays that are not given are chosen by --seed, and arrays have as many elements as are asked for.
The first two schedules let each thread go as far as it can, in order and in reverse; the others
change the thread at random.

Exit status:
  0    no run violated anything
  1    a run did
  2    the input or the command line is wrong
  3    nothing can be said: there is no rule to execute this, or a limit was reached";

/// `alpinist fmt FILE…`.
#[derive(Debug, Args)]
pub struct FmtArgs {
    /// Programs; a folder stands for the files in it, `-` for standard input.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<Place>,
    /// Change nothing; name the files that would change, status 5 if any.
    #[arg(long)]
    pub check: bool,
    /// Change nothing; print what would change, status 5 if anything does.
    #[arg(long, conflicts_with = "check")]
    pub diff: bool,
}

/// `alpinist audit FILE…`.
#[derive(Debug, Args)]
pub struct AuditArgs {
    /// Programs; a folder stands for the files in it, `-` for standard input.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<Place>,
    /// The files are one program.
    #[arg(long)]
    pub together: bool,
    /// How names and meanings are read, and what is granted.
    #[arg(long)]
    pub profile: Option<ProfileName>,
    /// How to print the list.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// `alpinist explain CODE`.
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// A code such as V010, in any case; or an exit status such as 3.
    #[arg(value_name = "CODE", required_unless_present = "all")]
    pub code: Option<String>,
    /// All codes.
    #[arg(long, conflicts_with = "code")]
    pub all: bool,
    /// How to print it.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// `alpinist lsp`.
#[derive(Clone, Debug, Args)]
pub struct LspArgs {
    /// What decides a proof.
    #[command(flatten)]
    pub proof: ProofArgs,
    /// The project's settings; the alpinist.toml nearest to each file if absent.
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// How many obligations are worked on at once; as many as there are cores if absent.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// Take no answer from the cache and keep none.
    #[arg(long, conflicts_with = "cache")]
    pub no_cache: bool,
    /// Where answers are kept: a folder, or redis://HOST:PORT/PREFIX or s3://BUCKET/PREFIX where this
    /// program was built for that; the user's cache folder if absent.
    #[arg(long, value_name = "DIR")]
    pub cache: Option<PathBuf>,
    /// Nothing else is spoken; some editors say so.
    #[arg(long, hide = true)]
    pub stdio: bool,
}

/// `alpinist setup WHAT`.
#[derive(Debug, Args)]
pub struct SetupArgs {
    /// What is fetched from the package index, at pinned versions whose hashes are checked.
    #[arg(value_enum, value_name = "WHAT")]
    pub what: SetupWhat,
}

/// What can be fetched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SetupWhat {
    /// NVIDIA's headers of CUDA, under NVIDIA's licence: they are read where the built-in declarations lack what a file
    /// includes.
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
    /// The project's settings; the nearest alpinist.toml if absent.
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Restrict to a method, `method` or `Class.method`; repeatable.
    #[arg(long, value_name = "METHOD")]
    pub only: Vec<String>,
    /// Believe nothing of this kind that alpinist.toml does not allow; repeatable.
    #[arg(long, value_enum, value_name = "KIND", value_delimiter = ',')]
    pub deny: Vec<Deny>,
    /// How many obligations are worked on at once; as many as there are cores if absent.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// The form of the report.
    #[arg(long, value_parser = report_format())]
    pub format: Option<ReportFormat>,
    /// Write the report to a file as well.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Leave out of the report whatever is measured, so that equal runs give equal bytes.
    #[arg(long)]
    pub stable: bool,
    /// Say nothing but errors.
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Say more: every method, and proofs that needed a retry.
    #[arg(short, long)]
    pub verbose: bool,
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
    /// Say where the time of the proofs went; to FILE as a flame chart for speedscope.
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    #[allow(clippy::option_option)]
    pub profile_proof: Option<Option<PathBuf>>,
    /// Write every question asked of the solver to this folder, when it is answered, whatever becomes of the run.
    #[arg(long, value_name = "DIR")]
    pub log_smt: Option<PathBuf>,
}

/// What is done with kept answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CacheMode {
    /// Take answers and keep new ones (the default).
    ReadWrite,
    /// Take answers only; what is not kept is unknown, and no solver is started.
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
    /// How names and meanings are read, and what is granted.
    #[arg(long)]
    pub profile: Option<ProfileName>,
    /// Resource limit of an obligation, in Z3's units; 8000000 if absent.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub rlimit: Option<u64>,
    /// Wall-clock limit of an obligation, in seconds; none if absent. What it ends is unknown, and
    /// may be known on another machine.
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
