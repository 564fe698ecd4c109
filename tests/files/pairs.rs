//! Every ordered pair of transformations on a program where both apply: the result
//! verifies, against the same contract.
//!
//! Every day a few pairs; with `ALPINIST_SLOW=1` all of them.

use crate::common::{alpinist_in, root};
use serde_json::Value;
use std::path::Path;
use trials::Suite;

const PROGRAM: &str = "tests/data/all-steps.pvl";

/// The steps, each at a site of its own kind.
const STEPS: [[&str; 2]; 6] = [
    ["--unroll", "2@i"],
    ["--merge", "3@i"],
    ["--prefetch", "b[t]@Two"],
    ["--linearize", "m:row"],
    ["--tile", "intra:4@Two"],
    ["--fuse", "2@One"],
];

/// The site of the second step where the first has moved it: kernel `Two` is part of `One`
/// once they are fused.
fn second(first: &str, step: [&str; 2]) -> [String; 2] {
    let argument = match first {
        "--fuse" => step[1].replace("@Two", "@One"),
        _ => step[1].to_owned(),
    };
    [step[0].to_owned(), argument]
}

fn check(first: [&str; 2], step: [&str; 2], cache: &Path) -> Result<(), String> {
    // Of two kernels of which one is tiled, the threads no longer have the same cells.
    let first = match (first, step[0]) {
        (["--tile", _], "--fuse") => ["--tile", "intra:4@Four"],
        (first, _) => first,
    };
    let then = second(first[0], step);
    let folder = tempfile::tempdir().unwrap();
    let (out, report) = (folder.path().join("out.pvl"), folder.path().join("r.json"));
    let path = |path: &Path| path.to_str().unwrap().to_owned();
    let (out, report, cache) = (path(&out), path(&report), path(cache));
    let args = [
        first[0], first[1], &then[0], &then[1], "--jobs", "1", "-o", &out, "--report", &report,
        "--cache", &cache, PROGRAM,
    ];
    let run = alpinist_in(root(), &args);
    let text = std::fs::read_to_string(&report).unwrap_or_default();
    let json: Value = serde_json::from_str(&text).map_err(|_| run.stderr.clone())?;
    let steps = json["programs"][0]["steps"].as_array().unwrap();
    let name = format!("{} {}", first.join(" "), then.join(" "));
    let done = steps.len() == 2
        && steps
            .iter()
            .all(|step| step["outcome"] == "done" && step["verification"]["summary"] == "verified");
    match run.status == 0 && done {
        true => Ok(()),
        false => Err(format!("{name}: status {}\n{}", run.status, run.stderr)),
    }
}

pub fn add(suite: &mut Suite) {
    let cache = tempfile::tempdir().unwrap();
    let mut pairs = Vec::new();
    for (i, first) in STEPS.into_iter().enumerate() {
        for (j, second) in STEPS.into_iter().enumerate().filter(|(j, _)| i != *j) {
            // A round through all six: each is first once, and second once.
            let daily = j == (i + 1) % STEPS.len();
            pairs.push((
                format!("{} {}", first[0], second[0]),
                daily,
                (first, second),
            ));
        }
    }
    suite.cases("pairs", pairs, move |(first, second)| {
        check(first, second, cache.path())
    });
}
