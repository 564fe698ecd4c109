//! `alpinist ci --shard`: several machines do together what one does, each thing once.

use crate::common::{COUNT, Run, WRONG, alpinist_in, folder, root};
use saphyr::{LoadableYamlNode, Yaml};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

fn ci(home: &Path, args: &[&str]) -> Run {
    alpinist_in(home, &[&["ci", "--stable"], args].concat())
}

fn is(run: &Run, status: i32, says: &str) {
    let said = format!("{}{}", run.stdout, run.stderr);
    assert_eq!(run.status, status, "{said}");
    assert!(said.contains(says), "no `{says}` in\n{said}");
}

/// A project of programs of several sizes, and of what is kept of them.
fn project(toml: &str) -> tempfile::TempDir {
    let home = folder(&[("alpinist.toml", toml), ("own.pvl", COUNT)]);
    std::fs::create_dir(home.path().join("many")).unwrap();
    for at in 0..7 {
        let text = format!("// {}\n{COUNT}", "long ".repeat(at * at * 20));
        std::fs::write(home.path().join(format!("many/{at}.pvl")), text).unwrap();
    }
    home
}

const TOML: &str = "[[program]]\neach = [\"many\"]\n
[[program]]\nfiles = [\"own.pvl\"]\nsteps = [\"--unroll 2@i\"]\ngolden = \"out.pvl\"\n";

fn json(run: &Run) -> Value {
    serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{}{}", run.stdout, run.stderr))
}

/// The programs of each shard by name, and what the report says of it.
fn parts(home: &Path, of: usize) -> Vec<(Value, Vec<String>)> {
    let one = |number: usize| {
        let shard = format!("{number}/{of}");
        let value = json(&ci(home, &["--shard", &shard, "--format", "json"]));
        let programs = value["programs"].as_array().unwrap();
        let names = programs.iter().map(|one| one["name"].as_str().unwrap());
        let names = names.map(str::to_owned).collect();
        (value["shard"].clone(), names)
    };
    (1..=of).map(one).collect()
}

#[test]
fn shards_do_each_thing_once() {
    let home = project(TOML);
    is(&ci(home.path(), &["--update"]), 0, "out.pvl: written");
    let parts = parts(home.path(), 3);
    let mut times: BTreeMap<&str, usize> = BTreeMap::new();
    for (number, (shard, names)) in (1..).zip(&parts) {
        assert_eq!(shard["number"], number);
        assert_eq!(shard["of"], 3);
        assert_eq!(shard["jobs"], names.len());
        assert_eq!(shard["whole"], 8);
        assert_eq!(shard["digest"], parts[0].0["digest"]);
        assert!(!names.is_empty());
        for name in names {
            *times.entry(name).or_default() += 1;
        }
    }
    assert_eq!(times.len(), 8);
    assert!(times.values().all(|times| *times == 1), "{times:?}");
    // The longest text is alone with little else: it is as long as the rest together.
    let longest = parts
        .iter()
        .find(|(_, names)| names.contains(&"many/6.pvl".to_owned()));
    let most = parts.iter().map(|(_, names)| names.len()).max();
    assert!(longest.unwrap().1.len() < most.unwrap(), "{parts:?}");
    // Entries in another order, and a run from elsewhere, part the work alike.
    let (first, second) = TOML.split_once("\n\n").unwrap();
    std::fs::write(
        home.path().join("alpinist.toml"),
        format!("{second}\n{first}\n"),
    )
    .unwrap();
    let sorted = |parts: &[(Value, Vec<String>)]| -> Vec<(Value, Vec<String>)> {
        let mut parts = parts.to_vec();
        parts.iter_mut().for_each(|(_, names)| names.sort());
        parts
    };
    assert_eq!(sorted(&self::parts(home.path(), 3)), sorted(&parts));
    let below = json(&ci(
        &home.path().join("many"),
        &["--shard", "2/3", "--format", "json"],
    ));
    assert_eq!(below["shard"], parts[1].0);
}

#[test]
fn every_form_says_which_shard_it_is_of() {
    let home = project(TOML);
    let run = ci(home.path(), &["--update", "--shard", "1/1"]);
    is(
        &run,
        0,
        "shard 1/1: 8 of 8 programs and files of kernels (list ",
    );
    let report = |form: &str| {
        let more = ["--shard", "2/3", "--format", form, "--report", "r"];
        ci(home.path(), &more);
        std::fs::read_to_string(home.path().join("r")).unwrap()
    };
    assert!(report("text").starts_with("shard 2/3: "));
    let log: Value = serde_json::from_str(&report("sarif")).unwrap();
    assert_eq!(log["runs"][0]["automationDetails"]["id"], "alpinist/2/3");
    assert!(report("junit").contains("name=\"alpinist, shard 2/3\""));
    // A run of the whole is of no shard.
    let whole = json(&ci(home.path(), &["--format", "json"]));
    assert_eq!(whole.get("shard"), None);
}

#[test]
fn a_shard_fails_for_its_own() {
    let toml = "[[program]]\nfiles = [\"good.pvl\"]\n[[program]]\nfiles = [\"wrong.pvl\"]\n";
    let home = folder(&[
        ("alpinist.toml", toml),
        ("good.pvl", COUNT),
        ("wrong.pvl", WRONG),
    ]);
    is(
        &ci(home.path(), &["--shard", "1/2"]),
        0,
        "1 of 1 program holds",
    );
    is(&ci(home.path(), &["--shard", "2/2"]), 1, "V022");
    // More machines than work: nothing is wrong with those that have nothing to do.
    is(
        &ci(home.path(), &["--shard", "3/3"]),
        0,
        "shard 3/3: 0 of 2",
    );
    // What is missing on a machine parts the work differently there, so it is told by each.
    std::fs::remove_file(home.path().join("good.pvl")).unwrap();
    for shard in ["1/2", "2/2"] {
        is(
            &ci(home.path(), &["--shard", shard]),
            2,
            "cannot read good.pvl",
        );
    }
}

#[test]
fn what_is_kept_and_nobodys_is_told_once() {
    let toml = "[[program]]\neach = [\"many\"]\ngolden = \"golden\"\n";
    let home = project(toml);
    is(&ci(home.path(), &["--update"]), 0, "golden/6.pvl: written");
    std::fs::write(home.path().join("golden/old.pvl"), COUNT).unwrap();
    let says = "golden/old.pvl: no program makes it any more";
    is(&ci(home.path(), &["--shard", "1/2"]), 5, says);
    let other = ci(home.path(), &["--shard", "2/2"]);
    is(&other, 0, "4 programs");
    assert!(!other.stderr.contains("old.pvl"), "{}", other.stderr);
    // What falls to the other shard is compared there and is not nobody's here.
    assert!(
        !other.stderr.contains("no program makes"),
        "{}",
        other.stderr
    );
}

#[test]
fn what_is_no_shard_is_refused() {
    let home = project(TOML);
    for (shard, says) in [
        ("3", "expected NUMBER/OF, such as 3/8"),
        ("0/8", "shards are counted from 1 to 8"),
        ("9/8", "there is no shard 9 of 8"),
        ("1/0", "there is at least one shard"),
    ] {
        is(&ci(home.path(), &["--shard", shard]), 2, "error[C001]");
        is(&ci(home.path(), &["--shard", shard]), 2, says);
    }
}

#[test]
fn recorded_costs_part_the_work() {
    let home = project(&format!("costs = \"costs.tsv\"\n{TOML}"));
    let missing = ci(home.path(), &["--shard", "1/2"]);
    is(&missing, 2, "error[C013]: costs.tsv: ");
    is(&missing, 2, "`alpinist ci --record-costs` writes it");
    is(
        &ci(home.path(), &["--update", "--record-costs"]),
        0,
        "costs.tsv: written",
    );
    let text = std::fs::read_to_string(home.path().join("costs.tsv")).unwrap();
    assert_eq!(
        text.lines().filter(|line| line.contains('\t')).count(),
        8,
        "{text}"
    );
    assert!(text.contains("\town.pvl\n"), "{text}");
    // A program that takes as long as all others has a machine of its own, however short it is.
    let costs: String = (0..7).map(|at| format!("50\tmany/{at}.pvl\n")).collect();
    let costs = format!("# by hand\n{costs}9000\town.pvl\n");
    std::fs::write(home.path().join("costs.tsv"), costs).unwrap();
    let parts = parts(home.path(), 2);
    let own = parts
        .iter()
        .find(|(_, names)| names.contains(&"own.pvl".to_owned()));
    assert_eq!(own.unwrap().1, ["own.pvl"]);
    std::fs::write(home.path().join("costs.tsv"), "much\tmany/0.pvl\n").unwrap();
    is(
        &ci(home.path(), &["--shard", "1/2"]),
        2,
        "costs.tsv:1: not a number",
    );
    // What is parted is not recorded: no machine sees all.
    is(
        &ci(home.path(), &["--shard", "1/2", "--record-costs"]),
        2,
        "cannot be used with",
    );
    std::fs::write(home.path().join("alpinist.toml"), TOML).unwrap();
    is(
        &ci(home.path(), &["--record-costs"]),
        2,
        "names no file for costs",
    );
}

#[test]
fn kernels_are_parted_too() {
    if clang::find::Program::find().is_none() {
        crate::common::say("skipped: there is no clang (./x setup)");
        return;
    }
    let kernel = "__global__ void k(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n";
    let toml = "[[kernel]]\nfiles = [\"gpu\"]\nblock = 64\ngrid = 2\n
[[kernel]]\nfiles = [\"gpu/b.cu\"]\nblock = 32\ngrid = 1\nonly = [\"k\"]\n
[[kernel]]\nfiles = [\"gpu/b.cu\"]\nblock = 64\ngrid = 1\nonly = [\"k\"]\n";
    let home = folder(&[
        ("alpinist.toml", toml),
        ("gpu/a.cu", kernel),
        ("gpu/b.cu", kernel),
        ("gpu/c.cu", kernel),
    ]);
    let mut seen = Vec::new();
    for shard in ["1/2", "2/2"] {
        let value = json(&ci(home.path(), &["--shard", shard, "--format", "json"]));
        assert_eq!(value["shard"]["jobs"], 2);
        assert_eq!(value["shard"]["whole"], 4);
        for file in value["kernels"].as_array().unwrap() {
            for kernel in file["kernels"].as_array().unwrap() {
                seen.push(format!("{} {}", file["name"], kernel["sizes"]["block"]));
            }
        }
    }
    seen.sort();
    assert_eq!(seen.len(), 4, "{seen:?}");
    seen.dedup();
    assert_eq!(seen.len(), 4, "{seen:?}");
}

/// The workflow: each machine of the matrix is another shard, and there are as many as it says.
#[test]
fn the_matrix_of_the_workflow_is_the_whole() {
    let file = std::fs::read_to_string(root().join("docs/ci/alpinist-matrix.yml")).unwrap();
    let yaml = Yaml::load_from_str(&file).unwrap();
    let node = |path: &[&str]| {
        path.iter().fold(&yaml[0], |node, key| {
            node.as_mapping_get(key)
                .unwrap_or_else(|| panic!("no `{key}`"))
        })
    };
    let shards = node(&["jobs", "verify", "strategy", "matrix", "shard"]);
    let shards: Vec<i64> = shards
        .as_sequence()
        .unwrap()
        .iter()
        .map(|one| one.as_integer().unwrap())
        .collect();
    assert_eq!(shards, (1..=shards.len() as i64).collect::<Vec<_>>());
    let steps = node(&["jobs", "verify", "steps"]).as_sequence().unwrap();
    let verify = steps
        .iter()
        .find(|step| step.as_mapping_get("name").and_then(Yaml::as_str) == Some("Verify"))
        .unwrap();
    let shard = verify
        .as_mapping_get("env")
        .unwrap()
        .as_mapping_get("SHARD");
    let shard = shard.and_then(Yaml::as_str).unwrap();
    assert_eq!(shard, "${{ matrix.shard }}/${{ strategy.job-total }}");
    let command = verify.as_mapping_get("run").and_then(Yaml::as_str).unwrap();
    let home = project(TOML);
    is(&ci(home.path(), &["--update"]), 0, "written");
    let program = Path::new(env!("CARGO_BIN_EXE_alpinist")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    for (number, of) in shards.iter().map(|number| (number, shards.len())) {
        let mut shell = std::process::Command::new("sh");
        shell.args(["-e", "-c", command]).current_dir(home.path());
        shell
            .env("PATH", &path)
            .env("SHARD", format!("{number}/{of}"));
        shell.env("RUNNER_TEMP", home.path().join("runner"));
        shell.env("ALPINIST_CACHE_KEY", crate::common::CACHE_KEY);
        let output = shell.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{said}");
        assert!(
            said.contains(&format!("shard {number}/{of}: 1 of 8")),
            "{said}"
        );
        assert!(home.path().join("alpinist.sarif").is_file());
    }
}
