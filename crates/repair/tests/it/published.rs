//! Published kernels, on demand: `ALPINIST_SLOW=1` runs these.
//!
//! The table of published repairs is that of `tests/files/repair_table.rs`.

use clang::types::Target;
use inspect::sizes::{Extent, Wanted, parse};
use inspect::{Checks, Input, Settings};
use races::Size;
use repair::model::Options;
use std::path::{Path, PathBuf};

/// The corpus, if it is there.
pub fn corpus() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let corpus = trials::corpus(beside);
    corpus
        .join("kernels/kernels.tsv")
        .exists()
        .then_some(corpus)
}

/// What a command line of GPUVerify asks for.
pub fn settings(args: &str) -> (Settings, Options) {
    // Options of `races` stand apart from their values.
    let args = args.replace("--block ", "--blockDim=");
    let args = args.replace("--grid ", "--gridDim=");
    let value = |names: &[&str]| -> Option<Extent> {
        args.split_whitespace().find_map(|arg| {
            let (name, value) = arg.split_once('=')?;
            let value = value.trim_matches(|c| "[]()".contains(c));
            names
                .contains(&name.trim_start_matches('-'))
                .then(|| parse(value).ok())?
        })
    };
    let block = value(&["local_size", "blockDim"]);
    let mut grid = value(&["num_groups", "gridDim"]);
    if let (None, Some(global), Some(block)) = (&grid, value(&["global_size"]), &block) {
        let divided = global.iter().zip(block).map(|(all, one)| match (all, one) {
            (Size::Fixed(all), Size::Fixed(one)) => Size::Fixed(all / one.max(&1)),
            _ => Size::Any,
        });
        grid = Some(divided.collect());
    }
    let words = || args.split_whitespace();
    let settings = Settings {
        target: match args.contains("--pointer-bitwidth=64") {
            true => Target::Bits64,
            false => Target::Bits32,
        },
        define: words()
            .filter_map(|a| a.strip_prefix("-D"))
            .map(str::to_owned)
            .collect(),
        sizes: Wanted {
            block,
            grid,
            ..Wanted::default()
        },
        checks: Checks {
            races: !args.contains("--only-divergence") && !args.contains("--only-log"),
            between_blocks: !args.contains("--only-intra-group"),
            tolerate_equal_writes: !args.contains("--no-benign-tolerance"),
            bounds: args.contains("--check-array-bounds"),
            trust_external: true,
            lock_step: words().find_map(|a| a.strip_prefix("--warp-sync=")?.parse().ok()),
            overflow: races::Overflow::Wraps,
            unknown_is_null: true,
            wait_completes: false,
            ..Checks::default()
        },
        ..Settings::default()
    };
    let options = Options {
        redundant: false,
        ..Options::default()
    };
    (settings, options)
}

/// A kernel of the corpus, or of a folder.
pub struct Row {
    pub id: String,
    pub args: String,
    pub races: String,
    pub repair: String,
    /// Whether it is of the corpus.
    pub published: bool,
    pub input: Input,
}

/// The corpus's kernels.
pub fn rows(corpus: &Path) -> Vec<Row> {
    let table = std::fs::read_to_string(corpus.join("kernels/kernels.tsv")).unwrap();
    let mut all = Vec::new();
    for row in table.lines().skip(1) {
        let columns: Vec<&str> = row.split('\t').collect();
        let [id, _, file, args, races, repair, ..] = columns[..] else {
            panic!("a row without columns: {row}");
        };
        let path = corpus.join(file);
        all.push(Row {
            id: id.to_owned(),
            args: args.to_owned(),
            races: races.to_owned(),
            repair: repair.to_owned(),
            published: true,
            input: Input {
                name: path.to_string_lossy().into_owned(),
                text: std::fs::read_to_string(&path).unwrap(),
                folder: None,
                form: inspect::form_of(&path).unwrap(),
            },
        });
    }
    all
}
