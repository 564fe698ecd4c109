//! Kernels in `tests/kernels`: their first line says what comes of each and with which sizes,
//! `NAME.fixed.cu` or `.cl` beside them is the text that comes out; `ALPINIST_UPDATE=1` writes it.

use super::pool;
use clang::types::Target;
use inspect::sizes::{Wanted, parse};
use inspect::{Checks, Input, Settings};
use repair::model::{FileRepair, Hopeless, NoPoint, Options, Outcome};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use trials::{Suite, updating};

/// A kernel file, how it is repaired, and what its first line says.
pub struct Case {
    pub name: String,
    path: PathBuf,
    pub input: Input,
    pub settings: Settings,
    pub options: Options,
    wanted: String,
    repair: OnceLock<FileRepair>,
}

fn case(path: &Path) -> Case {
    let text = std::fs::read_to_string(path).unwrap();
    let first = text.lines().next().unwrap();
    let mut words = first.trim_start_matches("// ").split(' ');
    let wanted = words.next().unwrap().to_owned();
    let mut options = Options::default();
    let mut sizes = Wanted::default();
    let mut checks = Checks::default();
    let mut target = Target::Bits64;
    for word in words {
        match word.split_once('=') {
            Some(("--blockDim", size)) => sizes.block = Some(parse(size).unwrap()),
            Some(("--gridDim", size)) => sizes.grid = Some(parse(size).unwrap()),
            Some(("--checks", most)) => options.checks = most.parse().unwrap(),
            Some(("--bits", "32")) => target = Target::Bits32,
            _ if word == "--no-grid" => options.grid = false,
            _ if word == "--no-warp" => options.warp = false,
            _ if word == "--no-split" => options.apart = false,
            _ if word == "--remove" => options.remove = true,
            _ if word == "--atomics" => options.atomics = true,
            _ if word == "--no-bounds" => checks.bounds = false,
            _ => panic!("{}: {word}", path.display()),
        }
    }
    let name = path.file_name().unwrap().to_str().unwrap().to_owned();
    Case {
        input: Input {
            name: name.clone(),
            text,
            folder: None,
            form: inspect::form_of(path).unwrap(),
        },
        name,
        path: path.to_owned(),
        settings: Settings {
            target,
            sizes,
            checks,
            ..Settings::default()
        },
        options,
        wanted,
        repair: OnceLock::new(),
    }
}

/// Kernels that are not repaired every day, each of a kind with others that are.
const SLOW: [&str; 3] = ["convergence-while.cu", "last-warp.cu", "macro-body.cu"];

impl Case {
    /// Whether it is repaired every day.
    pub fn daily(&self) -> bool {
        !SLOW.contains(&self.name.as_str())
    }

    /// What comes of it, for all tests.
    pub fn repair(&self) -> &FileRepair {
        let made = || repair::file(&self.input, &self.settings, &self.options, pool()).unwrap();
        self.repair.get_or_init(made)
    }

    /// Whether a text is to come out.
    pub fn has_text(&self) -> bool {
        self.fixed().exists()
    }

    /// Where the text that comes out is kept.
    fn fixed(&self) -> PathBuf {
        let (stem, extension) = self.path.to_str().unwrap().rsplit_once('.').unwrap();
        PathBuf::from(format!("{stem}.fixed.{extension}"))
    }
}

/// All cases, by name.
pub fn all() -> Vec<Arc<Case>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| !path.to_str().unwrap().contains(".fixed."))
        .collect();
    paths.sort();
    paths.iter().map(|path| Arc::new(case(path))).collect()
}

pub fn add(suite: &mut Suite, own: &[Arc<Case>]) {
    let named = |case: &Arc<Case>| (case.name.clone(), case.daily(), Arc::clone(case));
    suite.cases("kernels", own.iter().map(named), |case| as_said(&case));
    let words = SAID.map(|(name, said, not)| {
        let case = own.iter().find(|case| case.name == name).unwrap();
        (name.to_owned(), true, (Arc::clone(case), said, not))
    });
    suite.cases("words", words, |(case, said, not)| {
        let words = repair::words::file(case.repair());
        match words.contains(said) && not.is_none_or(|not| !words.contains(not)) {
            true => Ok(()),
            false => Err(words),
        }
    });
}

/// What is said of a repair, and what is not: what makes room for a barrier, what helps where there is none, and,
/// of what is found without a search for the cheapest, nothing of the least weight.
const SAID: [(&str, &str, Option<&str>); 4] = [
    ("room.cu", ", in braces", None),
    ("grid.cu", ", with its header", None),
    ("stride.cu", "another loop stride", None),
    ("enough.cu", "repaired", Some("the least")),
];

/// A kernel is repaired as its first line says.
fn as_said(case: &Case) -> Result<(), String> {
    let repair = case.repair();
    let fixed = case.fixed();
    // The first line is about the text before.
    let new = repair.text().map(|text| text.split_once('\n').unwrap().1);
    match (new, updating()) {
        (Some(new), true) => std::fs::write(&fixed, new).unwrap(),
        (None, true) => drop(std::fs::remove_file(&fixed)),
        (new, false) => {
            let old = std::fs::read_to_string(&fixed).ok();
            if new != old.as_deref() {
                return Err(format!("comes out as\n{}", new.unwrap_or("nothing")));
            }
        }
    }
    let found = outcome(repair);
    match found == case.wanted {
        true => Ok(()),
        false => {
            let said = repair::words::file(repair);
            Err(format!("{found}, not {}\n{said}", case.wanted))
        }
    }
}

/// The outcomes of the kernels of a file, as the first lines of the cases write them.
pub fn outcome(repair: &FileRepair) -> String {
    let one = |outcome: &Outcome, weights: (u64, u64)| match outcome {
        Outcome::Right => "right".to_owned(),
        Outcome::Unknown => "unknown".to_owned(),
        Outcome::Other => "other".to_owned(),
        Outcome::Repaired(_) => format!("repaired:{}", weights.1),
        Outcome::Hopeless(why) => match **why {
            Hopeless::NoPoint { why, .. } => match why {
                NoPoint::OneStatement => "one-statement",
                NoPoint::Exclusive => "exclusive",
                NoPoint::Macro => "in-macro",
                NoPoint::Conditional => "conditional",
                NoPoint::Included => "included",
                NoPoint::Operand => "operand",
                NoPoint::NoRoom => "no-room",
            },
            Hopeless::Unordered(_) => "unordered",
            Hopeless::OtherKernel(_) => "other-kernel",
            Hopeless::Divergent(_) => "divergent",
            Hopeless::Blocks(_) => "blocks",
            Hopeless::Fixed(_) => "fixed",
            Hopeless::Contradiction => "contradiction",
            Hopeless::Limit(_) => "limit",
            Hopeless::Undecided => "undecided",
            Hopeless::NoGraph => "no-graph",
        }
        .to_owned(),
    };
    let all = repair.kernels.iter();
    let mut all: Vec<String> = all
        .map(|k| match k.by_others {
            true => "by-others".to_owned(),
            false => one(&k.outcome, k.weights),
        })
        .collect();
    if repair.rejected.is_some() {
        all.push("rejected".to_owned());
    }
    let redundant: usize = repair.kernels.iter().map(|k| k.redundant.len()).sum();
    if redundant > 0 {
        all.push(format!("not-needed:{redundant}"));
    }
    all.join(",")
}
