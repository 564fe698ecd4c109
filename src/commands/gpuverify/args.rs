//! GPUVerify's command line, as its parser (Python's argparse) reads it.

use inspect::Annotations;
use inspect::sizes::{Extent, parse};
use races::{Contents, Size};
use std::ffi::OsString;
use std::path::PathBuf;

/// What is asked for.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// The file.
    pub file: PathBuf,
    /// `--help`, `--version`.
    pub only_say: Option<&'static str>,
    /// `-D`.
    pub define: Vec<String>,
    /// `-I`.
    pub include: Vec<PathBuf>,
    /// `--opencl` (false), `--cuda` (true).
    pub cuda: Option<bool>,
    /// Threads of a block.
    pub block: Extent,
    /// Blocks of the grid.
    pub grid: Extent,
    /// `--pointer-bitwidth=64`.
    pub wide: bool,
    /// `--check-array-bounds`.
    pub bounds: bool,
    /// `--no-benign-tolerance`.
    pub strict: bool,
    /// `--only-divergence`, `--only-log`.
    pub no_races: bool,
    /// `--only-divergence`.
    pub only_divergence: bool,
    /// `--only-intra-group`.
    pub within_blocks: bool,
    /// `--equality-abstraction`, `--adversarial-abstraction`; by default what barriers order.
    pub contents: Contents,
    /// `--no-annotations`, `--only-requires`.
    pub annotations: Annotations,
    /// `--no-infer`.
    pub no_inference: bool,
    /// `--debug`: the parts into which barriers cut kernels are counted.
    pub debug: bool,
    /// `--no-inline`.
    pub no_inline: bool,
    /// `--global_offset`.
    pub offset: [u32; 3],
    /// `--vcgen-opt=/atomics:none`: races with atomic operations are left out.
    pub no_atomics: bool,
    /// `--time-as-csv`: the label.
    pub csv: Option<String>,
    /// `--warp-sync`.
    pub warp: Option<u32>,
    /// `--infer-info`.
    pub infer_info: bool,
    /// `--omit-infer`: families of candidate invariants, by their names.
    pub omitted: Vec<String>,
    /// `--silent`.
    pub silent: bool,
    /// `--time`.
    pub time: bool,
    /// `--error-limit`.
    pub errors: Option<usize>,
    /// `--timeout`, in seconds; none for no limit.
    pub timeout: Option<u64>,
    /// `--vcgen-opt=/checkArrays:A,B`.
    pub arrays: Option<Vec<String>>,
    /// `--boogie-file`: its axioms.
    pub axioms: Vec<races::Axiom>,
    /// `--kernel-args`: values of parameters that are numbers, by the kernel's name.
    pub arguments: Vec<(String, Vec<Option<u128>>)>,
    /// `--invariants-as-candidates`.
    pub try_invariants: bool,
    /// Options that make fewer findings, and that we do not have: with them a finding is no answer.
    pub weaker: Vec<String>,
    /// Faults are looked for in so many iterations of each loop.
    pub iterations: Option<u32>,
}

/// How many iterations `--findbugs` looks at if nobody says.
const ITERATIONS: u32 = 2;

/// Barrier invariants may read what other threads write.
pub const NO_ACCESS_CHECKS: &str = "--no-barrier-access-checks";

/// Why the command line is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// It is wrong: the words of the message.
    Wrong(String),
    /// An option that there is, and that we do not have.
    NotSupported(String),
}

/// What an option is to us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    /// A flag that is looked at.
    Flag,
    /// An option with a value that is looked at.
    Value,
    /// A flag that changes how, not what.
    IdleFlag,
    /// An option with a value that changes how, not what.
    IdleValue,
    /// A flag that we do not have.
    NoFlag,
    /// An option with a value that we do not have.
    NoValue,
}

const OPTIONS: &[(&str, Sort)] = &[
    ("--help", Sort::Flag),
    ("--version", Sort::Flag),
    ("--findbugs", Sort::Flag),
    ("--verify", Sort::IdleFlag),
    ("--loop-unwind", Sort::Value),
    ("--check-array-bounds", Sort::Flag),
    ("--no-benign-tolerance", Sort::Flag),
    ("--only-divergence", Sort::Flag),
    ("--only-intra-group", Sort::Flag),
    ("--verbose", Sort::IdleFlag),
    ("--silent", Sort::Flag),
    ("--time", Sort::Flag),
    ("--time-as-csv", Sort::Value),
    ("--timeout", Sort::Value),
    ("--error-limit", Sort::Value),
    ("--opencl", Sort::Flag),
    ("--cuda", Sort::Flag),
    ("--local_size", Sort::Value),
    ("--global_size", Sort::Value),
    ("--num_groups", Sort::Value),
    ("--global_offset", Sort::Value),
    ("--blockDim", Sort::Value),
    ("--gridDim", Sort::Value),
    ("--pointer-bitwidth", Sort::Value),
    ("--adversarial-abstraction", Sort::Flag),
    ("--equality-abstraction", Sort::Flag),
    ("--asymmetric-asserts", Sort::IdleFlag),
    ("--boogie-file", Sort::Value),
    ("--math-int", Sort::IdleFlag),
    ("--no-annotations", Sort::Flag),
    ("--only-requires", Sort::Flag),
    ("--invariants-as-candidates", Sort::Flag),
    (NO_ACCESS_CHECKS, Sort::Flag),
    ("--no-inline", Sort::Flag),
    ("--only-log", Sort::Flag),
    ("--kernel-args", Sort::Value),
    ("--kernel-arrays", Sort::Value),
    ("--warp-sync", Sort::Value),
    ("--race-instrumenter", Sort::Value),
    ("--solver", Sort::Value),
    ("--stop-at-opt", Sort::NoFlag),
    ("--stop-at-gbpl", Sort::NoFlag),
    ("--stop-at-bpl", Sort::NoFlag),
    ("--stop-at-cbpl", Sort::NoFlag),
    ("--debug", Sort::Flag),
    ("--keep-temps", Sort::NoFlag),
    ("--gen-smt2", Sort::NoFlag),
    ("--clang-opt", Sort::Value),
    ("--opt-opt", Sort::IdleValue),
    ("--bugle-opt", Sort::NoValue),
    ("--vcgen-opt", Sort::Value),
    ("--cruncher-opt", Sort::Value),
    ("--boogie-opt", Sort::NoValue),
    ("--no-infer", Sort::Flag),
    ("--omit-infer", Sort::Value),
    ("--infer-info", Sort::Flag),
    ("--k-induction-depth", Sort::IdleValue),
    ("--json", Sort::NoFlag),
    ("--list-intercepted", Sort::NoFlag),
    ("--verify-intercepted", Sort::NoValue),
    ("--verify-all-intercepted", Sort::NoFlag),
    ("--cache", Sort::NoValue),
];

/// What `--help` says.
pub fn help() -> String {
    format!(
        "usage: alpinist gpuverify [options] <kernel>\n\n\
         GPUVerify's command line: its options, messages and exit codes.\n\n\
         {}exit status: 0 verified, 1 command line, 2 clang, 4 not translatable, 5 not to be checked,\n\
         6 not all verified, 13 unknown (alpinist's own)\n",
        options()
    )
}

/// The options, by what becomes of them.
pub fn options() -> String {
    let mut text = String::new();
    let mut list = |title: &str, sorts: &[Sort]| {
        text.push_str(&format!("{title}\n"));
        for (name, sort) in OPTIONS.iter().filter(|(_, sort)| sorts.contains(sort)) {
            let value = match sort {
                Sort::Value | Sort::IdleValue | Sort::NoValue => "=X",
                Sort::Flag | Sort::IdleFlag | Sort::NoFlag => "",
            };
            text.push_str(&format!("  {name}{value}\n"));
        }
        text.push('\n');
    };
    list("options (besides -h, -D, -I):", &[Sort::Flag, Sort::Value]);
    list(
        "accepted, and of no effect, for they say how to look and not for what:",
        &[Sort::IdleFlag, Sort::IdleValue],
    );
    list(
        "not supported (exit status 13):",
        &[Sort::NoFlag, Sort::NoValue],
    );
    text
}

/// Reads the words after `gpuverify`.
///
/// # Errors
/// What is wrong with them, or not supported.
pub fn read(words: &[OsString]) -> Result<Wanted, Refused> {
    let mut reader = Reader::default();
    let mut words = words.iter().map(|word| word.to_string_lossy().into_owned());
    while let Some(word) = words.next() {
        reader.word(&word, &mut words)?;
        if reader.wanted.only_say.is_some() {
            return Ok(reader.wanted);
        }
    }
    reader.end()
}

#[derive(Default)]
struct Reader {
    wanted: Wanted,
    files: Vec<String>,
    block: Option<Extent>,
    /// The option that gave the size of blocks.
    block_by: &'static str,
    groups: Option<Extent>,
    /// The option that gave the number of groups.
    groups_by: &'static str,
    global: Option<Extent>,
}

/// That an option is not there with another one.
fn alone(name: &str, other: &str, again: bool) -> Result<(), Refused> {
    match again {
        true => Ok(()),
        false => Err(wrong(format!(
            "argument {name}: not allowed with argument {other}"
        ))),
    }
}

/// That a value is one of those that an option takes.
fn one_of(name: &str, value: &str, all: &[&str]) -> Result<(), Refused> {
    match all.contains(&value) {
        true => Ok(()),
        false => {
            let all: Vec<String> = all.iter().map(|one| format!("'{one}'")).collect();
            let all = all.join(", ");
            let message =
                format!("argument {name}=: invalid choice: '{value}' (choose from {all})");
            Err(wrong(message))
        }
    }
}

fn wrong(message: impl Into<String>) -> Refused {
    Refused::Wrong(message.into())
}

impl Reader {
    fn word(&mut self, word: &str, rest: &mut impl Iterator<Item = String>) -> Result<(), Refused> {
        for (short, long) in [("-D", true), ("-I", false)] {
            if let Some(value) = word.strip_prefix(short) {
                let value = match value.is_empty() {
                    false => value.to_owned(),
                    true => rest
                        .next()
                        .ok_or_else(|| wrong(format!("argument {short}: expected one argument")))?,
                };
                match long {
                    true => self.wanted.define.push(value),
                    false => self.wanted.include.push(PathBuf::from(value)),
                }
                return Ok(());
            }
        }
        if word == "-h" {
            self.wanted.only_say = Some("help");
            return Ok(());
        }
        let Some(_) = word.strip_prefix("--") else {
            if word.starts_with('-') && word.len() > 1 {
                return Err(wrong(format!("unrecognized arguments: {word}")));
            }
            self.files.push(word.to_owned());
            return Ok(());
        };
        let (given, value) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (word, None),
        };
        let (name, sort) = found(given)?;
        match sort {
            Sort::Flag | Sort::IdleFlag | Sort::NoFlag => {
                if let Some(value) = value {
                    let message = format!("argument {name}: ignored explicit argument '{value}'");
                    return Err(wrong(message));
                }
                match sort {
                    Sort::NoFlag => Err(Refused::NotSupported(name.to_owned())),
                    Sort::Flag => self.flag(name),
                    _ => Ok(()),
                }
            }
            Sort::Value | Sort::IdleValue | Sort::NoValue => {
                let missing = || wrong(format!("argument {name}=: expected one argument"));
                let value = value.or_else(|| rest.next()).ok_or_else(missing)?;
                match sort {
                    Sort::NoValue => Err(Refused::NotSupported(name.to_owned())),
                    Sort::Value => self.value(name, &value),
                    _ => Ok(()),
                }
            }
        }
    }

    fn flag(&mut self, name: &str) -> Result<(), Refused> {
        let wanted = &mut self.wanted;
        match name {
            "--help" => wanted.only_say = Some("help"),
            "--version" => wanted.only_say = Some("version"),
            "--check-array-bounds" => wanted.bounds = true,
            "--no-benign-tolerance" => wanted.strict = true,
            "--only-divergence" => {
                wanted.no_races = true;
                wanted.only_divergence = true;
            }
            "--findbugs" => {
                wanted.iterations.get_or_insert(ITERATIONS);
            }
            "--only-intra-group" => wanted.within_blocks = true,
            "--only-log" => wanted.no_races = true,
            "--silent" => wanted.silent = true,
            "--time" => wanted.time = true,
            "--opencl" => wanted.cuda = Some(false),
            "--cuda" => wanted.cuda = Some(true),
            "--equality-abstraction" => {
                return self.abstraction(name, Contents::Followed);
            }
            "--adversarial-abstraction" => {
                return self.abstraction(name, Contents::Nothing);
            }
            "--no-annotations" => return self.annotations(name, Annotations::None),
            "--only-requires" => return self.annotations(name, Annotations::Preconditions),
            "--debug" => wanted.debug = true,
            "--no-infer" => wanted.no_inference = true,
            "--no-inline" => wanted.no_inline = true,
            "--infer-info" => wanted.infer_info = true,
            NO_ACCESS_CHECKS => wanted.weaker.push(name.to_owned()),
            "--invariants-as-candidates" => wanted.try_invariants = true,
            _ => {}
        }
        Ok(())
    }

    /// One of two abstractions, which exclude each other.
    fn abstraction(&mut self, name: &str, which: Contents) -> Result<(), Refused> {
        let before = std::mem::replace(&mut self.wanted.contents, which);
        let other = match before {
            Contents::Followed => "--equality-abstraction",
            Contents::Nothing => "--adversarial-abstraction",
            Contents::Barriers => return Ok(()),
        };
        alone(name, other, before == which)
    }

    /// One of two choices of annotations, which exclude each other.
    fn annotations(&mut self, name: &str, which: Annotations) -> Result<(), Refused> {
        let before = std::mem::replace(&mut self.wanted.annotations, which);
        let other = match before {
            Annotations::None => "--no-annotations",
            Annotations::Preconditions => "--only-requires",
            Annotations::All => return Ok(()),
        };
        alone(name, other, before == which)
    }

    fn value(&mut self, name: &'static str, value: &str) -> Result<(), Refused> {
        let number = || -> Result<u64, Refused> {
            let wrong_number = |_| wrong(format!("argument {name}=: invalid value: '{value}'"));
            value.parse().map_err(wrong_number)
        };
        let sizes = || -> Result<Extent, Refused> {
            parse(value).map_err(|why| wrong(format!("argument {name}=: {why}")))
        };
        let not_supported = || Refused::NotSupported(format!("{name}={value}"));
        match name {
            "--timeout" => self.wanted.timeout = Some(number()?).filter(|s| *s > 0),
            "--loop-unwind" => {
                let given = u32::try_from(number()?).ok().filter(|n| *n > 0);
                self.wanted.iterations =
                    Some(given.ok_or_else(|| {
                        wrong(format!("argument {name}=: invalid value: '{value}'"))
                    })?);
            }
            "--error-limit" => {
                let limit = usize::try_from(number()?).unwrap_or(usize::MAX);
                self.wanted.errors = Some(limit).filter(|limit| *limit > 0);
            }
            "--local_size" | "--blockDim" => {
                self.block = Some(sizes()?);
                self.block_by = name;
            }
            "--num_groups" | "--gridDim" => {
                self.groups = Some(sizes()?);
                self.groups_by = name;
            }
            "--global_size" => self.global = Some(sizes()?),
            "--global_offset" => {
                let inner = value.trim_matches(|c| "[]()".contains(c));
                let numbers: Result<Vec<u32>, _> =
                    inner.split(',').map(|part| part.trim().parse()).collect();
                let numbers = numbers.ok().filter(|all| all.len() <= 3);
                let wrong_value = || wrong(format!("argument {name}=: invalid value: '{value}'"));
                for (to, number) in self
                    .wanted
                    .offset
                    .iter_mut()
                    .zip(numbers.ok_or_else(wrong_value)?)
                {
                    *to = number;
                }
            }
            "--time-as-csv" => self.wanted.csv = Some(value.to_owned()),
            "--race-instrumenter" => one_of(name, value, INSTRUMENTERS)?,
            "--solver" => one_of(name, value, &["z3", "cvc4"])?,
            "--pointer-bitwidth" => match value {
                "32" => self.wanted.wide = false,
                "64" => self.wanted.wide = true,
                _ => {
                    let message =
                        format!("argument {name}=: invalid choice: {value} (choose from 32, 64)");
                    return Err(wrong(message));
                }
            },
            // Without axioms more may go wrong, never less.
            "--boogie-file" => {
                let text = std::fs::read_to_string(value).unwrap_or_default();
                match races::axioms(&text) {
                    Ok(axioms) if !text.trim().is_empty() => self.wanted.axioms.extend(axioms),
                    _ => self.wanted.weaker.push(format!("{name}={value}")),
                }
            }
            "--kernel-args" => {
                let given = arguments(value);
                let wrong_value = || wrong(format!("argument {name}=: invalid value: '{value}'"));
                self.wanted.arguments.push(given.ok_or_else(wrong_value)?);
            }
            "--warp-sync" => {
                let warp = u32::try_from(number()?).ok().filter(|warp| *warp > 0);
                let wrong_number = || wrong(format!("argument {name}=: invalid value: '{value}'"));
                self.wanted.warp = Some(warp.ok_or_else(wrong_number)?);
            }
            "--omit-infer" => self.wanted.omitted.push(value.to_owned()),
            "--kernel-arrays" => return Err(not_supported()),
            "--clang-opt" => {
                for word in value.split_whitespace() {
                    match (word.strip_prefix("-D"), word.strip_prefix("-I")) {
                        (Some(define), _) => self.wanted.define.push(define.to_owned()),
                        (_, Some(folder)) => self.wanted.include.push(PathBuf::from(folder)),
                        // Warnings are nobody's verdict.
                        _ if word.starts_with("-W") => {}
                        _ => return Err(not_supported()),
                    }
                }
            }
            "--vcgen-opt" => {
                for word in value.split_whitespace() {
                    self.generator(word).map_err(|()| not_supported())?;
                }
            }
            "--cruncher-opt" => {
                if !value.split_whitespace().all(is_of_the_cruncher) {
                    return Err(not_supported());
                }
            }
            _ => return Err(not_supported()),
        }
        Ok(())
    }

    /// A word of `--vcgen-opt`.
    fn generator(&mut self, word: &str) -> Result<(), ()> {
        if let Some(names) = word.strip_prefix("/checkArrays:") {
            let names = names.split(',').map(str::to_owned);
            self.wanted.arrays.get_or_insert_default().extend(names);
            return Ok(());
        }
        match word {
            "/atomics:none" => self.wanted.no_atomics = true,
            "/atomics:rw" => {}
            _ if HOW.contains(&word) => {}
            _ => return Err(()),
        }
        Ok(())
    }

    fn end(mut self) -> Result<Wanted, Refused> {
        let file = match self.files.as_slice() {
            [one] => one.clone(),
            [] => return Err(wrong("the following arguments are required: kernel")),
            [_, more @ ..] => {
                return Err(wrong(format!("unrecognized arguments: {}", more.join(" "))));
            }
        };
        self.wanted.file = PathBuf::from(file);
        if self.groups.is_some() && self.global.is_some() {
            return Err(wrong(format!(
                "argument {}=: not allowed with argument --global_size=",
                self.groups_by
            )));
        }
        let block = self.block.ok_or_else(|| {
            wrong("Must specify the size of work groups (--local_size= or --blockDim=)")
        })?;
        let grid = match (self.groups, self.global.clone()) {
            (Some(groups), _) => groups,
            (None, Some(global)) => groups_of(&block, &global)?,
            (None, None) => {
                return Err(wrong(
                    "Must specify the number of work groups (--num_groups=, --gridDim= or --global_size=)",
                ));
            }
        };
        let counts_groups = self.groups_by != "--gridDim" && self.global.is_none();
        let (of_block, of_grid) = match (self.block_by, counts_groups) {
            ("--blockDim", _) => ("BLOCK_DIM", "GRID_DIM"),
            (_, true) => ("LOCAL_SIZE", "NUM_GROUPS"),
            (_, false) => ("LOCAL_SIZE", "GLOBAL_SIZE"),
        };
        let told = self.global.as_ref().unwrap_or(&grid);
        self.wanted.define.extend(macros(of_block, &block));
        self.wanted.define.extend(macros(of_grid, told));
        self.wanted.block = block;
        self.wanted.grid = grid;
        Ok(self.wanted)
    }
}

/// A kernel's name and the values of its parameters, in hexadecimal or `*` for any.
fn arguments(text: &str) -> Option<(String, Vec<Option<u128>>)> {
    let mut words = text.split(',').map(str::trim);
    let name = words.next().filter(|name| !name.is_empty())?;
    let values = words.map(|word| match (word, word.strip_prefix("0x")) {
        ("*", _) => Some(None),
        (_, Some(digits)) => u128::from_str_radix(digits, 16).ok().map(Some),
        _ => None,
    });
    let values = values.collect::<Option<Vec<_>>>()?;
    Some((name.to_owned(), values))
}

/// The ways of GPUVerify to find a race, which find the same.
const INSTRUMENTERS: &[&str] = &["original", "watchdog-single", "watchdog-multiple"];

/// Options of GPUVerify's generator that change how it works, or what it prints of its work, alone.
const HOW: &[&str] = &[
    "/noUniformityAnalysis",
    "/noSafeBarrierIdentification",
    "/noRemovePrivateArrayAccesses",
    "/noEliminateRedundantReadInstrumentation",
    "/noOptimiseBarrierIntervals",
    "/disableInessentialLoopDetection",
    "/noRefinedAtomics",
    "/showStages",
    "/showUniformityAnalysis",
    "/showAccessBreaking",
    "/showMayBePowerOfTwoAnalysis",
    "/showArrayControlFlowAnalysis",
    "/printLoopStatistics",
    "/abstractHoudini",
];

/// Whether a word is one of `--cruncher-opt`: all of them change how invariants are found, none what is asked.
fn is_of_the_cruncher(word: &str) -> bool {
    const WORDS: &[&str] = &[
        "/sequential",
        "/parallel",
        "/noHoudini",
        "/writeKilledInvariantsToFile",
        "/replaceLoopInvariantAssertions",
        "/displayLoopAbstractions",
    ];
    let name = word.split_once(':').map_or(word, |(name, _)| name);
    WORDS.contains(&name)
}

/// The option that is meant: argparse takes any beginning that only one option has.
fn found(given: &str) -> Result<(&'static str, Sort), Refused> {
    if let Some(exact) = OPTIONS.iter().find(|(name, _)| *name == given) {
        return Ok(*exact);
    }
    let all: Vec<_> = OPTIONS
        .iter()
        .filter(|(name, _)| name.starts_with(given))
        .collect();
    match all.as_slice() {
        [one] => Ok(**one),
        [] => Err(wrong(format!("unrecognized arguments: {given}"))),
        several => {
            let names: Vec<&str> = several.iter().map(|(name, _)| *name).collect();
            let names = names.join(", ");
            Err(wrong(format!(
                "ambiguous option: {given} could match {names}"
            )))
        }
    }
}

/// The macros that say sizes to a kernel, such as `__LOCAL_SIZE_0=64`; of those that may be any there is none.
fn macros(name: &str, sizes: &[Size]) -> Vec<String> {
    let each = sizes
        .iter()
        .enumerate()
        .filter_map(|(at, size)| match size {
            Size::Fixed(size) => Some(format!("__{name}_{at}={size}")),
            Size::Any => None,
        });
    each.collect()
}

/// How many groups there are of a size in all.
fn groups_of(block: &[Size], global: &[Size]) -> Result<Extent, Refused> {
    if block.len() != global.len() {
        return Err(wrong("Dimensions of local and global size must match"));
    }
    let both = block.iter().zip(global).enumerate();
    both.map(|(at, (block, global))| match (block, global) {
        (Size::Fixed(block), Size::Fixed(global)) if global % block == 0 => {
            Ok(Size::Fixed(global / block))
        }
        (Size::Fixed(_), Size::Fixed(_)) => Err(wrong(format!(
            "Dimension {at} of global size does not divide by dimension {at} of local size"
        ))),
        // All sizes are more than a size with divisors.
        _ => Ok(Size::Any),
    })
    .collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn of(line: &str) -> Result<Wanted, Refused> {
        let words: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
        read(&words)
    }

    #[test]
    fn sizes() {
        let wanted = of("--local_size=[32,64] --global_size=[64,256] k.cl").unwrap();
        assert_eq!(wanted.grid, [Size::Fixed(2), Size::Fixed(4)]);
        let wanted = of("--blockDim 8 --gridDim * k.cu").unwrap();
        assert_eq!(
            (wanted.block[0], wanted.grid[0]),
            (Size::Fixed(8), Size::Any)
        );
        for (line, says) in [
            (
                "--local_size=3 --global_size=4 k.cl",
                "Dimension 0 of global",
            ),
            ("--local_size=3 --global_size=3,3 k.cl", "must match"),
            (
                "--local_size=4 --global_size=4 --num_groups=1 k.cl",
                "--num_groups=: not allowed with argument --global_size=",
            ),
            ("--local_size=4 k.cl", "Must specify"),
            ("--local_size=4 --num_groups=1", "required: kernel"),
            ("--no- --local_size=4 --num_groups=1 k.cl", "ambiguous"),
            ("--nothing k.cl", "unrecognized"),
        ] {
            match of(line) {
                Err(Refused::Wrong(message)) => assert!(message.contains(says), "{message}"),
                other => assert!(other.is_err(), "{line}: {other:?}"),
            }
        }
    }

    #[test]
    fn options_may_be_cut_short_and_some_are_not_supported() {
        let wanted = of("--vcgen-op=/checkArrays:A,B --local=1 --num=1 k.cl").unwrap();
        assert_eq!(wanted.arrays.unwrap(), ["A", "B"]);
        assert_eq!(
            of("--stop-at-opt k.cl").unwrap_err(),
            Refused::NotSupported("--stop-at-opt".to_owned())
        );
        assert!(help().contains("--check-array-bounds"));
    }
}
