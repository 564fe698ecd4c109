//! Every program in `docs/reference` has the outcome that the line above it states.

use crate::common::{alpinist_in, file_name, files_in, folder, root};
use trials::Suite;

/// A fenced block that begins with `pvl`.
#[derive(Debug)]
struct Program {
    /// The page, and the line of its fence there, from 1.
    page: String,
    line: usize,
    /// What follows `pvl` on that line.
    info: String,
    text: String,
}

/// What an info string asks for.
#[derive(Debug)]
struct Expectation {
    status: i32,
    codes: Vec<String>,
    profile: Option<String>,
}

fn programs_in(page: &str, document: &str) -> Vec<Program> {
    let mut found = Vec::new();
    let all: Vec<&str> = document.lines().collect();
    let mut lines = document.lines().enumerate();
    while let Some((at, line)) = lines.next() {
        let Some(info) = line.strip_prefix("```pvl") else {
            continue;
        };
        let body: Vec<&str> = lines
            .by_ref()
            .map(|(_, line)| line)
            .take_while(|line| *line != "```")
            .collect();
        // A reader of the page does not see the info string.
        let stated = at.checked_sub(2).and_then(|above| all.get(above));
        let seen = format!("*{}*", info.trim());
        assert!(
            stated == Some(&seen.as_str()),
            "{page}:{}: `{seen}` is not above",
            at + 1
        );
        found.push(Program {
            page: page.to_owned(),
            line: at + 1,
            info: info.trim().to_owned(),
            text: body.join("\n") + "\n",
        });
    }
    found
}

fn expectation(info: &str) -> Option<Expectation> {
    let mut words = info.split_whitespace();
    let status = match words.next()? {
        "verified" => 0,
        "failed" => 1,
        "error" => 2,
        "unknown" => 3,
        _ => return None,
    };
    let mut codes = Vec::new();
    let mut profile = None;
    for word in words {
        match word.strip_prefix("profile=") {
            Some(name) => profile = Some(name.to_owned()),
            None => codes.push(word.to_owned()),
        }
    }
    Some(Expectation {
        status,
        codes,
        profile,
    })
}

/// What is wrong with a program's outcome, if anything is.
fn as_stated(program: &Program) -> Result<(), String> {
    let Some(wanted) = expectation(&program.info) else {
        return Err("this info string is not understood".to_owned());
    };
    let folder = folder(&[("x.pvl", &program.text)]);
    let mut args = vec!["verify", "--format", "json", "--stable", "--jobs", "1"];
    if let Some(profile) = &wanted.profile {
        args.extend(["--profile", profile]);
    }
    args.push("x.pvl");
    let run = alpinist_in(folder.path(), &args);
    let missing: Vec<&String> = wanted
        .codes
        .iter()
        .filter(|code| !stands_in(&run.stdout, code))
        .collect();
    if run.status == wanted.status && missing.is_empty() {
        return Ok(());
    }
    Err(format!(
        "status {} for {}, without {missing:?}\n{}",
        run.status, wanted.status, run.stderr
    ))
}

/// Whether a report has a diagnostic, or an obligation that is not proved, of a code.
fn stands_in(report: &str, code: &str) -> bool {
    fn search(value: &serde_json::Value, code: &str) -> bool {
        match value {
            serde_json::Value::Array(items) => items.iter().any(|item| search(item, code)),
            serde_json::Value::Object(members) => {
                let is = |name: &str, text: &str| {
                    members.get(name).and_then(|v| v.as_str()) == Some(text)
                };
                is("code", code) && !is("outcome", "proved")
                    || members.values().any(|item| search(item, code))
            }
            _ => false,
        }
    }
    serde_json::from_str(report).is_ok_and(|report| search(&report, code))
}

pub fn add(suite: &mut Suite) {
    let pages = files_in("docs/reference", &["md"]);
    let programs = pages.iter().flat_map(|page| {
        let text = std::fs::read_to_string(root().join(page)).unwrap();
        programs_in(&file_name(page), &text)
    });
    let programs: Vec<Program> = programs.collect();
    assert!(programs.len() > 50, "the programs are not found");
    let cases = programs.into_iter().map(|program| {
        (
            format!("{} line {} ({})", program.page, program.line, program.info),
            true,
            program,
        )
    });
    suite.cases("reference", cases, |program| as_stated(&program));
}
