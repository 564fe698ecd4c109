//! Kernels of which it is on record what the race checker says: its own small ones and the examples
//! (their first lines say it, and tests of theirs check it), and the published ones
//! (`tests/kernels-table.tsv`, checked by `tests/files/kernels.rs`).

use crate::judge::Of;
use clang::Request;
use clang::types::Target;
use executor::{Functions, Launch, Options, Outcome, Schedule};
use std::path::{Path, PathBuf};

/// A size of a launch; none where any number is meant.
pub type Size = Option<u32>;

/// Kernels of a file, and what is said of them.
pub struct Subject {
    /// For messages.
    pub name: String,
    /// Which collection it is from.
    pub suite: &'static str,
    /// What clang is to read.
    pub request: Request,
    /// `verified`, `wrong` or `unknown`; empty where it is not on record.
    pub verdict: String,
    /// Threads of a block.
    pub block: [Size; 3],
    /// Blocks of the grid.
    pub grid: [Size; 3],
    /// What counts.
    pub options: Options,
    /// Whether bounds were checked.
    pub bounds: bool,
}

fn size(text: &str) -> Size {
    text.trim().parse().ok()
}

fn put(to: &mut [Size; 3], value: &str) {
    let inner = value.trim_matches(|c| "[]()".contains(c));
    for (slot, part) in to.iter_mut().zip(inner.split([',', 'x'])) {
        *slot = size(part);
    }
}

impl Subject {
    /// From a command line, of `gpuverify` or of `races`.
    fn new(path: &Path, suite: &'static str, args: &str) -> Subject {
        let text = std::fs::read_to_string(path).unwrap();
        // Options of `races` stand apart from their values.
        let mut args = args.to_owned();
        for option in ["--block", "--grid"] {
            args = args.replace(&format!("{option} "), &format!("{option}="));
        }
        let (mut block, mut grid) = ([Some(1); 3], [Some(1); 3]);
        let mut total = None;
        for arg in args.split_whitespace() {
            let Some((name, value)) = arg.split_once('=') else {
                continue;
            };
            match name.trim_start_matches('-') {
                "local_size" | "blockDim" | "block" => put(&mut block, value),
                "num_groups" | "gridDim" | "grid" => put(&mut grid, value),
                "global_size" => total = Some(value.to_owned()),
                _ => {}
            }
        }
        if let Some(total) = total {
            put(&mut grid, &total);
            for (grid, block) in grid.iter_mut().zip(block) {
                *grid = grid.zip(block).map(|(all, block)| (all / block).max(1));
            }
        }
        let published = suite == "published";
        let target = match published {
            true if !args.contains("--pointer-bitwidth=64") => Target::Bits32,
            false if args.contains("--pointer-bitwidth=32") => Target::Bits32,
            _ => Target::Bits64,
        };
        let mut request = super::request(&path.to_string_lossy(), &text, target);
        let defines = args.split_whitespace().filter_map(|a| a.strip_prefix("-D"));
        request.define = defines.map(str::to_owned).collect();
        let tolerated = match published {
            true => !args.contains("--no-benign-tolerance"),
            false => args.contains("--tolerate-equal-writes"),
        };
        Subject {
            name: path.file_name().unwrap().to_string_lossy().into_owned(),
            suite,
            request,
            verdict: String::new(),
            block,
            grid,
            options: Options {
                tolerate_equal_writes: tolerated,
                between_blocks: !args.contains("--only-intra-group"),
                no_signed_overflow: args.contains("no-signed-overflow") || rests_on_fitting(&text),
                // A verdict is about every value that such a function may give.
                ordered_sums: false,
                functions: Functions::Any,
                steps: 500_000,
            },
            bounds: !published || args.contains("--check-array-bounds"),
        }
    }

    /// Its name among tests.
    pub fn path(&self) -> String {
        format!("{}/{}", self.suite, self.name)
    }

    /// The sizes number `number`: as they are said, and where any is meant small ones.
    pub fn sizes(&self, number: u64) -> ([u32; 3], [u32; 3]) {
        const SMALL: [u32; 8] = [2, 1, 3, 4, 8, 5, 32, 64];
        let pick = |at: u64| SMALL[usize::try_from(at % 8).unwrap()];
        let open = self.block.iter().filter(|size| size.is_none()).count();
        let mut at = number;
        let block = self.block.map(|size| {
            at += 3;
            size.unwrap_or_else(|| match open {
                0 | 1 => pick(at),
                _ => pick(at).min(8),
            })
        });
        let grid = self.grid.map(|size| {
            at += 1;
            size.unwrap_or_else(|| pick(at / 2).min(4))
        });
        (block, grid)
    }
}

/// More threads are not executed at once, if a block has not more.
const MOST_THREADS: u32 = 256;

/// So many inputs are tried for one that the program's assumptions admit.
const TRIES: u64 = 20;

impl Subject {
    /// Executes input number `input` under so many schedules, until `each` says that it is enough, of as
    /// many blocks as there is room for. Not at all, and false, if a block is too large.
    pub fn execute(
        &self,
        (module, kernel): Of<'_>,
        input: u64,
        schedules: u64,
        each: &mut dyn FnMut(&Launch, Outcome) -> bool,
    ) -> bool {
        let (block, grid) = self.sizes(input);
        let run =
            |launch: &Launch, schedule| executor::run(module, launch, &self.options, schedule);
        let mut first = None;
        // An input that the program's assumptions exclude says nothing.
        for attempt in 0..TRIES {
            let launch = Launch::new(kernel, block, grid, input + 1000 * attempt);
            let launch = launch.with_room_for(MOST_THREADS);
            if launch
                .taking_part()
                .is_none_or(|n| n > executor::MOST_THREADS)
            {
                return false;
            }
            let outcome = run(&launch, Schedule::number(0, input));
            let outside = outcome.word() == "outside";
            first = Some((launch, outcome));
            if !outside {
                break;
            }
        }
        if let Some((launch, outcome)) = first {
            let mut more = each(&launch, outcome);
            for number in 1..schedules {
                if !more {
                    break;
                }
                more = each(&launch, run(&launch, Schedule::number(number, input)));
            }
        }
        true
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "cl" || e == "cu"))
        .collect();
    all.sort();
    all
}

/// Whether a verdict says that certain operations are assumed to be defined.
fn rests_on_fitting(text: &str) -> bool {
    let verdict = text.split_whitespace().nth(1).unwrap_or_default();
    verdict == "verified:Fits" || verdict == "verified:Shift"
}

/// Whether what an execution shows is what the verdict is about. It is not if the verdict is about some
/// values or checks only, about threads in lock-step, or believes axioms or specifications.
fn is_executed_alike(text: &str, args: &str) -> bool {
    const APART: [&str; 6] = [
        "--warp-sync",
        "--kernel-args",
        "--boogie-file",
        "--axiom",
        "--only-log",
        "--invariants-as-candidates",
    ];
    let said = |name: &&str| args.contains(*name);
    let believes = ["__spec_", "__axiom", "// boogie: "];
    !APART.iter().any(said) && !believes.iter().any(|word| text.contains(word))
}

/// All kernels that can be executed as the checker sees them.
pub fn all() -> Vec<Subject> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    for path in files(&root.join("crates/races/tests/kernels")) {
        let text = std::fs::read_to_string(&path).unwrap();
        let header = text.lines().next().unwrap_or_default();
        let header = header.trim_start_matches("//").trim();
        let (verdict, args) = header.split_once(' ').unwrap_or((header, ""));
        if !is_executed_alike(&text, args) {
            continue;
        }
        let mut subject = Subject::new(&path, "own", args);
        subject.verdict = verdict.split(':').next().unwrap().to_owned();
        found.push(subject);
    }
    for path in files(&root.join("examples/kernels-c")) {
        let text = std::fs::read_to_string(&path).unwrap();
        let line = |key: &str| {
            let mut lines = text
                .lines()
                .map(|line| line.trim_start_matches("//").trim());
            lines.find_map(|line| line.strip_prefix(key)).unwrap_or("")
        };
        let mut subject = Subject::new(&path, "examples", line("options:"));
        subject.verdict = match text.starts_with("// verified") {
            true => "verified".to_owned(),
            false => "wrong".to_owned(),
        };
        found.push(subject);
    }
    // Nobody has said what is right for these.
    for path in files(&root.join("tests/kernels-real")) {
        let mut subject = Subject::new(&path, "real", "");
        (subject.block, subject.grid) = ([None, Some(1), Some(1)], [None, Some(1), Some(1)]);
        found.push(subject);
    }
    let named = std::env::var_os("ALPINIST_CORPUS").map(PathBuf::from);
    let corpus = named.unwrap_or(root.join("../shared/corpus"));
    if let Ok(table) = std::fs::read_to_string(corpus.join("kernels/kernels.tsv")) {
        let records = std::fs::read_to_string(root.join("tests/kernels-table.tsv")).unwrap();
        let passed: Vec<&str> = records
            .lines()
            .map(|line| line.split('\t').collect::<Vec<_>>())
            .filter(|row| row.get(2) == Some(&"pass"))
            .map(|row| row[0])
            .collect();
        for row in table.lines().skip(1) {
            let columns: Vec<&str> = row.split('\t').collect();
            let [id, _, file, args, ..] = columns[..] else {
                panic!("a row without columns: {row}");
            };
            let text = std::fs::read_to_string(corpus.join(file)).unwrap();
            if !is_executed_alike(&text, args) {
                continue;
            }
            let mut subject = Subject::new(&corpus.join(file), "published", args);
            id.clone_into(&mut subject.name);
            subject.verdict = match passed.contains(&id) {
                true => "verified".to_owned(),
                false => "wrong".to_owned(),
            };
            found.push(subject);
        }
    }
    found
}
