//! The workflow and the hooks that docs/ci offers: they are what they claim to be, and their
//! commands do in a fresh checkout what they are for.

use crate::common::{CACHE_KEY, COUNT, folder, root};
use saphyr::{LoadableYamlNode, Yaml};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const TOML: &str = "\
[[program]]
files = [\"count.pvl\"]
steps = [\"--unroll 2@i\"]
golden = \"golden.pvl\"
";

fn text(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap()
}

/// A command in a folder, where `alpinist` is in the path.
fn sh(home: &Path, command: &str) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_alpinist")).parent().unwrap();
    let path = std::env::var("PATH").unwrap();
    Command::new("sh")
        .args(["-e", "-c", command])
        .current_dir(home)
        .env("PATH", format!("{}:{path}", program.display()))
        .env("ALPINIST_CACHE", "off")
        .env("ALPINIST_CACHE_KEY", CACHE_KEY)
        .env("RUNNER_TEMP", home.join("../runner"))
        .envs([
            ("GIT_CONFIG_GLOBAL", "/dev/null"),
            ("GIT_CONFIG_SYSTEM", "/dev/null"),
        ])
        .envs([("GIT_AUTHOR_NAME", "a"), ("GIT_COMMITTER_NAME", "a")])
        .envs([("GIT_AUTHOR_EMAIL", "a@b"), ("GIT_COMMITTER_EMAIL", "a@b")])
        .env_remove("GIT_DIR")
        .output()
        .unwrap()
}

#[track_caller]
fn is(output: &Output, status: i32, says: &str) {
    let said = [&output.stdout[..], &output.stderr[..]].concat();
    let said = String::from_utf8(said).unwrap();
    assert_eq!(output.status.code(), Some(status), "{said}");
    assert!(said.contains(says), "no `{says}` in\n{said}");
}

/// A repository with a program and what comes out of it, all of it committed.
fn repository() -> (tempfile::TempDir, PathBuf) {
    let home = folder(&[("alpinist.toml", TOML), ("count.pvl", COUNT)]);
    let path = home.path().to_path_buf();
    is(&sh(&path, "alpinist ci --update"), 0, "written");
    let output = sh(
        &path,
        "git init -q -b main && git add -A && git commit -qm start",
    );
    is(&output, 0, "");
    (home, path)
}

fn node<'a, 'b>(yaml: &'b Yaml<'a>, key: &str) -> &'b Yaml<'a> {
    yaml.as_mapping_get(key)
        .unwrap_or_else(|| panic!("no `{key}` in {yaml:?}"))
}

#[test]
fn the_workflow_verifies_and_reports() {
    let file = text("docs/ci/alpinist.yml");
    let yaml = Yaml::load_from_str(&file).unwrap();
    let steps = node(node(node(&yaml[0], "jobs"), "verify"), "steps");
    let steps: Vec<&Yaml> = steps.as_sequence().unwrap().iter().collect();
    let named = |name: &str| {
        let mut steps = steps.iter();
        let is_it =
            |step: &&&Yaml| step.as_mapping_get("name").and_then(Yaml::as_str) == Some(name);
        *steps
            .find(is_it)
            .unwrap_or_else(|| panic!("no step `{name}`"))
    };
    // The program comes from the action beside the workflow, which `./x wheel-test` carries out.
    let uses = |step: &&Yaml| {
        step.as_mapping_get("uses")
            .and_then(Yaml::as_str)
            .map(str::to_owned)
    };
    let own = steps
        .iter()
        .filter_map(uses)
        .find(|name| name.starts_with("./"));
    assert_eq!(own.as_deref(), Some("./.github/actions/setup-alpinist"));
    let action = text("docs/ci/setup-alpinist/action.yml");
    let action = &Yaml::load_from_str(&action).unwrap()[0];
    assert_eq!(
        node(node(action, "runs"), "using").as_str(),
        Some("composite")
    );
    assert!(node(action, "inputs").as_mapping_get("package").is_some());
    let verify = node(named("Verify"), "run").as_str().unwrap();
    let (home, path) = repository();
    // A fresh checkout, and then one that finds the proofs of the first.
    let copy = tempfile::tempdir().unwrap();
    let fresh = copy.path().join("checkout");
    let clone = format!("git clone -q {} {}", path.display(), fresh.display());
    is(&sh(&path, &clone), 0, "");
    is(&sh(&fresh, verify), 0, "result verified");
    let kept = node(node(named("Keep proofs"), "with"), "path").as_str();
    let place = kept.unwrap().strip_prefix("${{ runner.temp }}/").unwrap();
    assert!(copy.path().join("runner").join(place).is_dir());
    let secret = node(node(named("Verify"), "env"), "ALPINIST_CACHE_KEY");
    assert_eq!(secret.as_str(), Some("${{ secrets.ALPINIST_CACHE_KEY }}"));
    let verbose = verify.replace("alpinist ci", "alpinist ci --verbose");
    assert_ne!(verbose, verify);
    is(&sh(&fresh, &verbose), 0, "taken from the cache");
    let report = node(node(named("Report"), "with"), "sarif_file");
    let report = fresh.join(report.as_str().unwrap());
    let results = || {
        let log: serde_json::Value =
            serde_json::from_str(&std::fs::read_to_string(&report).unwrap()).unwrap();
        let results = log["runs"][0]["results"].as_array().unwrap();
        // Steps that were carried out and verified have results of no level, each with its change.
        let wrong = |result: &&serde_json::Value| {
            result["level"] == "error" || result["level"] == "warning"
        };
        results.iter().filter(wrong).count()
    };
    assert_eq!(results(), 0);
    // A wrong kernel: the job fails, and the report is there to be uploaded.
    let wrong = COUNT.replace("return i;", "return i + 1;");
    std::fs::write(fresh.join("count.pvl"), wrong).unwrap();
    is(&sh(&fresh, verify), 1, "V022");
    assert!(results() > 0);
    drop(home);
}

#[test]
fn the_hooks_of_pre_commit_run() {
    let file = text(".pre-commit-hooks.yaml");
    let yaml = Yaml::load_from_str(&file).unwrap();
    let hooks: Vec<&Yaml> = yaml[0].as_sequence().unwrap().iter().collect();
    let entry = |id: &str| {
        let mut hooks = hooks.iter();
        let hook = hooks
            .find(|hook| node(hook, "id").as_str() == Some(id))
            .unwrap();
        node(hook, "entry").as_str().unwrap().to_owned()
    };
    let (_home, path) = repository();
    is(&sh(&path, &entry("alpinist")), 0, "");
    let format = format!("{} count.pvl", entry("alpinist-fmt"));
    is(&sh(&path, &format), 0, "");
    let changed = COUNT.replace("i = i + 1", "i=i+1");
    std::fs::write(path.join("count.pvl"), changed).unwrap();
    is(&sh(&path, &format), 5, "count.pvl: would change");
    // What comes out has another layout too.
    is(
        &sh(&path, &entry("alpinist")),
        5,
        "golden.pvl: differs from the current output",
    );
}

#[test]
fn the_git_hook_looks_at_what_is_staged() {
    let (_home, path) = repository();
    let hook = path.join(".git/hooks/pre-commit");
    std::fs::create_dir_all(hook.parent().unwrap()).unwrap();
    std::fs::copy(root().join("docs/ci/pre-commit"), &hook).unwrap();
    // Nothing that concerns it: it does not even look.
    is(
        &sh(
            &path,
            "echo x > notes && git add notes && git commit -qm notes",
        ),
        0,
        "",
    );
    assert!(!path.join(".git/alpinist-cache").exists());
    // Wrong in the folder, but not staged.
    let wrong = COUNT.replace("return i;", "return i + 1;");
    std::fs::write(path.join("count.pvl"), format!("// Counts.\n{COUNT}")).unwrap();
    is(&sh(&path, "git add -A"), 0, "");
    std::fs::write(path.join("count.pvl"), &wrong).unwrap();
    let refused = sh(&path, "git commit -qm comment");
    is(&refused, 1, "golden.pvl: differs from the current output");
    is(&refused, 1, "what is staged (status 5)");
    assert!(path.join(".git/alpinist-cache").is_dir());
    std::fs::write(path.join("count.pvl"), format!("// Counts.\n{COUNT}")).unwrap();
    is(
        &sh(&path, "alpinist ci --update && git add -A"),
        0,
        "written",
    );
    std::fs::write(path.join("count.pvl"), &wrong).unwrap();
    is(&sh(&path, "git commit -qm comment"), 0, "");
    // Wrong and staged.
    is(&sh(&path, "git commit -qam wrong"), 1, "V022");
    assert_eq!(sh(&path, "git log --oneline | wc -l").stdout, b"3\n");
}

/// What the documents say of other ways to get the program is so.
#[test]
fn other_ways_to_install_name_what_is_there() {
    let manifest = text("Cargo.toml");
    let (_, features) = manifest.split_once("\n[features]\n").unwrap();
    for (document, word) in [
        (text("docs/install.md"), "--features "),
        (text(".ci/setup-z3"), "--features "),
        (text("crates/solver-worker/build.rs"), "--features "),
    ] {
        let named = document.split(word).nth(1).expect("a feature");
        let is_word = |c: &char| c.is_ascii_alphanumeric() || *c == '-';
        let named: String = named.chars().take_while(is_word).collect();
        assert!(
            features.contains(&format!("\n{named} = "))
                || features.starts_with(&format!("{named} = ")),
            "{named}"
        );
        // Who builds it is told what it takes, everywhere the same.
        assert!(document.contains("CMake 3.26"));
        let words: Vec<&str> = document.split_whitespace().collect();
        let words = words.join(" ").replace('`', "");
        assert!(words.contains("<format>, such as GCC 13"));
        assert!(!words.contains("C++20"));
    }
    // The container is made of what is in the repository, or what `./x wheel` makes.
    let container = text("docs/ci/Containerfile");
    let ignored = text("docs/ci/Containerfile.dockerignore");
    // Not every builder looks beside the file.
    assert_eq!(ignored, text(".dockerignore"));
    let copied = container
        .lines()
        .filter_map(|line| line.strip_prefix("COPY "));
    let sources: Vec<&str> = copied
        .flat_map(|line| {
            let mut words: Vec<&str> = line.split_whitespace().collect();
            words.pop();
            words
        })
        .collect();
    assert_eq!(
        sources,
        [
            "integrations/python/requirements.txt",
            "LICENSE",
            "target/wheel[s]"
        ]
    );
    for source in sources {
        let plain = source.replace("[s]", "s");
        assert!(
            ignored.contains(&format!("!{plain}")),
            "{plain} is left out"
        );
        assert!(
            plain == "target/wheels" || root().join(&plain).is_file(),
            "{plain}"
        );
    }
    assert_eq!(
        text("integrations/python/requirements.txt"),
        text("docs/ci/setup-alpinist/requirements.txt")
    );
    // Both workflows use the same action, and the second one all that the first does.
    let (one, many) = (
        text("docs/ci/alpinist.yml"),
        text("docs/ci/alpinist-matrix.yml"),
    );
    for uses in one.lines().filter(|line| line.contains("uses: ")) {
        assert!(many.contains(uses.trim()), "{uses}");
    }
}

/// The text of a folder's Rust files.
fn code_below(folder: &Path) -> String {
    let entries = std::fs::read_dir(folder).unwrap();
    let text = |path: PathBuf| match path.is_dir() {
        true => code_below(&path),
        false if path.extension().is_some_and(|end| end == "rs") => {
            std::fs::read_to_string(path).unwrap()
        }
        false => String::new(),
    };
    entries.map(|entry| text(entry.unwrap().path())).collect()
}

/// A library that is not built for tests has none that would be passed over.
#[test]
fn no_test_is_left_out_of_the_build() {
    let mut folders = vec![root().to_owned()];
    let crates = std::fs::read_dir(root().join("crates")).unwrap();
    folders.extend(crates.map(|entry| entry.unwrap().path()));
    folders.extend(
        [
            "spec-lang",
            "transforms",
            "integrations/editors/tree-sitter-pvl",
        ]
        .map(|at| root().join(at)),
    );
    let mut left_out = 0;
    for folder in folders {
        let Ok(manifest) = std::fs::read_to_string(folder.join("Cargo.toml")) else {
            continue;
        };
        if manifest.lines().any(|line| line == "test = false") {
            left_out += 1;
            let code = code_below(&folder.join("src"));
            let tests = ["#[test]", "cfg(test)", "proptest!"];
            assert!(
                !tests.iter().any(|test| code.contains(test)),
                "{}",
                folder.display()
            );
        }
    }
    assert!(left_out > 0);
}
