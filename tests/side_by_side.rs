//! The transformed program does the same: an original and its result run on the same inputs,
//! with the same results and the same cells at the end, and the result violates nothing.
//!
//! Every example with a directive or with `//:: options` takes part. With `ALPINIST_SLOW=1` there
//! are many inputs; `SIDE_FILTER` selects by name.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{alpinist_in, programs, root};
use oracle::Limits;
use oracle::input::random::random_call;
use oracle::program::Tables;
use oracle::side_by_side::{Comparison, Layouts, compare};
use spec_lang::ast::Program;
use spec_lang::resolve::{Profile, Resolution};
use spec_lang::source::SourceFile;
use std::collections::BTreeMap;

fn header<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let mut lines = text.lines().map_while(|line| line.strip_prefix("//"));
    lines.find_map(|line| {
        line.strip_prefix(":: ")?
            .strip_prefix(key)?
            .strip_prefix(' ')
    })
}

fn read(name: &str, text: &str) -> Option<(Program, Resolution)> {
    let file = SourceFile::new(name, text);
    let parsed = spec_lang::parse::parse(std::slice::from_ref(&file));
    let resolved = spec_lang::resolve::resolve(&parsed.program, Profile::Sound);
    let error = |d: &&spec_lang::diagnostics::Diagnostic| {
        d.severity == spec_lang::diagnostics::Severity::Error
    };
    let mut all = parsed.diagnostics.iter().chain(&resolved.diagnostics);
    all.find(error)
        .is_none()
        .then_some((parsed.program, resolved.resolution))
}

/// Matrices that are laid out anew, by the words of directives and flags.
fn layouts(text: &str, options: &str) -> Layouts {
    let mut found = Layouts::new();
    for after in text.split("matrix_lin ").skip(1) {
        let mut words = after.split_whitespace();
        if let (Some(name), Some(order)) = (words.next(), words.next()) {
            found.insert(name.to_owned(), order == "R");
        }
    }
    let mut words = options.split_whitespace();
    while let Some(word) = words.next() {
        if word == "--linearize"
            && let Some((name, rest)) = words.next().and_then(|value| value.split_once(':'))
        {
            found.insert(name.to_owned(), rest.starts_with("row"));
        }
    }
    found
}

#[test]
fn transformed_examples_do_the_same() {
    let slow = std::env::var_os("ALPINIST_SLOW").is_some();
    let (inputs, schedules) = if slow { (200, 20) } else { (15, 2) };
    let filter = std::env::var("SIDE_FILTER").unwrap_or_default();
    let mut wrong = Vec::new();
    let mut same = 0;
    for path in programs(&root().join("examples")) {
        let name = path
            .strip_prefix(root())
            .unwrap()
            .to_str()
            .unwrap()
            .to_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        let options = header(&text, "options").unwrap_or_default().to_owned();
        let expected = header(&text, "expect").unwrap_or_default();
        if !name.contains(&filter)
            || !expected.starts_with("verified")
            || text.contains("--profile vercors-1.4")
            || !(text.contains("gpuopt ") || options.contains("--"))
        {
            continue;
        }
        let mut args: Vec<&str> = options
            .split_whitespace()
            .filter(|w| *w != "verify")
            .collect();
        // What is not proved may well be wrong, so proofs are sought.
        args.extend(["-q", &name]);
        let run = alpinist_in(root(), &args);
        let Some((changed, changed_names)) = read("result.pvl", &run.stdout) else {
            wrong.push(format!(
                "{name}: the result does not resolve\n{}",
                run.stderr
            ));
            continue;
        };
        if run.stdout.trim().is_empty() {
            wrong.push(format!("{name}: no result\n{}", run.stderr));
            continue;
        }
        let (program, names) = read(&name, &text).unwrap();
        let layouts = layouts(&text, &options);
        let (found, fault) = oracle::on_large_stack(|| {
            let original = Tables::new(&program, &names);
            let result = Tables::new(&changed, &changed_names);
            side_by_side(&original, &result, &layouts, inputs, schedules)
        })
        .unwrap();
        println!("{name}: {found:?}");
        same += found.get("same").copied().unwrap_or(0);
        // Callees name their matrices otherwise than the directive does, and get no input
        // that fits: nothing is compared then.
        let no_input = |fault: &String| !layouts.is_empty() && fault.contains("Vacuous");
        let fault = fault.map(|fault| fault.to_string());
        let fault = fault.filter(|fault| !no_input(fault));
        wrong.extend(fault.map(|fault| format!("{name}: {fault}")));
    }
    assert!(
        wrong.is_empty(),
        "{} differ:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(!filter.is_empty() || same > 50, "only {same} comparisons");
}

fn side_by_side(
    original: &Tables<'_>,
    result: &Tables<'_>,
    layouts: &Layouts,
    inputs: u64,
    schedules: u64,
) -> (BTreeMap<String, u64>, Option<String>) {
    let mut found: BTreeMap<String, u64> = BTreeMap::new();
    for info in original.methods.values() {
        let name = original.method_name(info);
        let mut good = 0;
        for seed in 0..inputs * 8 {
            if good >= inputs {
                break;
            }
            let call = random_call(original, info, seed);
            for schedule in 0..schedules {
                let seed = seed * 100 + schedule;
                let compared = compare(original, result, &call, layouts, Limits::default(), seed);
                let word = match &compared {
                    Comparison::Same => "same".to_owned(),
                    Comparison::Nothing(why) => (*why).to_owned(),
                    Comparison::CannotRun(why) => format!("cannot run: {why}"),
                    Comparison::Differs(how) => {
                        return (found, Some(format!("{name}, seed {seed}: {how}")));
                    }
                };
                *found.entry(word).or_default() += 1;
                if schedule == 0 && compared == Comparison::Same {
                    good += 1;
                }
                if compared == Comparison::Nothing("vacuous") {
                    break;
                }
            }
        }
    }
    (found, None)
}
