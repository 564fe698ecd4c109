//! Cases as data: `tests/STEP/NAME.pvl` is a program, followed by what becomes of it.
//!
//! Its first lines are settings, `//:: SETTING`, as [`Settings::read`] knows them. Behind the program a line
//! `//== NAME: SETTING` begins a case: further settings of its own, then what comes out. Of a result these are the
//! lines that are new, the first of those that belong together with the number of the lines whose place they take.
//! What a further case has in common with the first, but for its own text in the program, is not said again: `… 1-6` are
//! the lines 1 to 6 of what comes out there.

use crate::common::{Loaded, load_text};
use crate::settings::Settings;
use similar::{DiffOp, TextDiff};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use transforms::{
    Outcome, Refusal, RefusalClass, Rewritten, SiteName, TRANSFORMATIONS, apply, next_directive,
    plan,
};
use trials::Suite;

/// What begins a setting.
pub const SETTING: &str = "//:: ";

pub fn add(suite: &mut Suite) {
    for step in TRANSFORMATIONS.iter().map(|entry| entry.about().name) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
        let files = std::fs::read_dir(folder.join(step)).unwrap();
        let mut paths: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
        paths.sort();
        let cases: Vec<Arc<Case>> = paths
            .iter()
            .flat_map(|path| Case::all(step, path))
            .collect();
        let names: BTreeSet<&String> = cases.iter().map(|case| &case.name).collect();
        assert_eq!(
            names.len(),
            cases.len(),
            "two cases of {step} have one name"
        );
        let cases = cases
            .into_iter()
            .map(|case| (case.name.clone(), true, case));
        suite.cases(step, cases, |case| case.run());
    }
}

struct Case {
    /// The transformation in whose folder it stands.
    step: &'static str,
    path: PathBuf,
    name: String,
    heading: String,
    program: String,
    settings: Vec<String>,
    expected: String,
    /// The first case of the file, of a further one.
    first: Option<Arc<Case>>,
}

impl Case {
    fn all(step: &'static str, path: &Path) -> Vec<Arc<Case>> {
        let text = std::fs::read_to_string(path).unwrap();
        let (program, cases) = text.split_once("\n//==").expect("a case");
        let file = path.file_stem().unwrap().to_string_lossy();
        let case = |case: &str| {
            let (heading, rest) = case.split_once('\n').unwrap_or((case, ""));
            let (name, own) = match heading.split_once(": ") {
                Some((name, own)) => (name, Some(own)),
                None => (heading, None),
            };
            let (set, expected): (Vec<&str>, Vec<&str>) =
                rest.lines().partition(|line| line.starts_with(SETTING));
            let of_file = program
                .lines()
                .filter_map(|line| line.strip_prefix(SETTING));
            let of_case = set.iter().filter_map(|line| line.strip_prefix(SETTING));
            let settings = of_file.chain(own).chain(of_case);
            Case {
                step,
                path: path.to_owned(),
                name: match name.trim() {
                    "" => file.to_string(),
                    name => format!("{file}::{name}"),
                },
                heading: format!("\n//=={heading}\n"),
                program: format!("{program}\n"),
                settings: settings.map(str::to_owned).collect(),
                expected: expected.iter().map(|line| format!("{line}\n")).collect(),
                first: None,
            }
        };
        let mut cases = cases.split("\n//==").map(case);
        let first = cases.next().map(Arc::new);
        let further = cases.map(|case| Case {
            first: first.clone(),
            ..case
        });
        let further: Vec<Arc<Case>> = further.map(Arc::new).collect();
        first.into_iter().chain(further).collect()
    }

    fn run(&self) -> Result<(), String> {
        let mut found = self.outcome();
        if let Some(first) = &self.first {
            found = shortened(&self.settings().in_this(&first.outcome()), &found);
        }
        if trials::updating() {
            self.record(&found);
        } else if found != self.expected {
            let difference = TextDiff::from_lines(&self.expected, &found);
            return Err(difference.unified_diff().context_radius(9).to_string());
        }
        Ok(())
    }

    /// Writes what comes out in the place of what was expected.
    fn record(&self, found: &str) {
        static ONE: Mutex<()> = Mutex::new(());
        let _one = ONE.lock();
        let text = std::fs::read_to_string(&self.path).unwrap();
        let start = text.find(&self.heading).unwrap() + self.heading.len();
        let end = text[start - 1..].find("\n//==");
        let end = end.map_or(text.len(), |end| start + end);
        let settings = text[start..end]
            .lines()
            .filter(|line| line.starts_with(SETTING));
        let settings: String = settings.map(|line| format!("{line}\n")).collect();
        let text = format!("{}{settings}{found}{}", &text[..start], &text[end..]);
        std::fs::write(&self.path, text).unwrap();
    }

    fn settings(&self) -> Settings {
        let mut settings = Settings::default();
        settings.prover.results = (self.step == "fuse").then(|| vec![Outcome::Proved]);
        for setting in &self.settings {
            settings.read(setting);
        }
        settings
    }

    fn outcome(&self) -> String {
        let mut settings = self.settings();
        for (old, _) in &settings.replaced {
            assert!(self.program.contains(old), "`{old}` is not in the program");
        }
        let text = settings.in_this(&self.program);
        let loaded = load_text(settings.disguised(&text), settings.prover.profile);
        if settings.next {
            let next = next_directive(&loaded.program, loaded.profile).unwrap();
            return format!("{}\n", loaded.files[0].slice(next.directive.span));
        }
        if settings.plan {
            return planned(&loaded);
        }
        let mut out = match self.carried_out(&loaded, &mut settings) {
            Ok((result, rewritten)) => settings.changes(&text, &result, &rewritten, &loaded),
            Err(refusal) => {
                let class = match refusal.class {
                    RefusalClass::NotApplicable => "refused",
                    RefusalClass::Unknown => "open",
                    RefusalClass::WrongInput => "wrong",
                };
                format!("{class} {}", settings.said(&refusal.diagnostic, &loaded))
            }
        };
        if let Some(part) = &settings.asked {
            let asked = settings.prover.asked.iter();
            let asked = asked.filter(|asked| !asked.is_empty() && asked.contains(part));
            out.extend(asked.map(|asked| format!("asked {asked}\n")));
        }
        out
    }

    /// The text after the step, which must be a program, each of whose changes has a rule of the step.
    fn carried_out(
        &self,
        loaded: &Loaded,
        settings: &mut Settings,
    ) -> Result<(String, Rewritten), Refusal> {
        let mut input = loaded.input();
        input.only = settings.only.as_deref();
        let step = settings.step(loaded)?;
        let rule_start = format!("{}: ", step.about().name);
        let rewritten = apply(&input, &step, &mut settings.prover)?;
        let applied = rewritten.edits.apply(&loaded.files).unwrap().remove(0);
        let applied = applied.expect("a change");
        load_text(applied.text.clone(), loaded.profile);
        for change in applied.changes() {
            assert!(!change.causes.is_empty(), "{change:?}");
            for cause in change.causes {
                assert!(cause.rule.starts_with(&rule_start), "{}", cause.rule);
            }
        }
        let plain = settings.plain(&applied.text);
        assert_eq!(settings.disguised(&plain), applied.text);
        Ok((plain, rewritten))
    }
}

/// The lines that are new, with the numbers of those whose place they take.
pub fn difference(before: &str, after: &str) -> String {
    let difference = TextDiff::from_lines(before, after);
    let lines: Vec<&str> = after.lines().collect();
    let mut out = String::new();
    for op in difference.ops() {
        let (old, new) = (op.old_range(), op.new_range());
        let mut place = match op {
            DiffOp::Equal { .. } => continue,
            DiffOp::Insert { .. } => format!("{}+", old.start),
            _ if old.len() == 1 => old.end.to_string(),
            _ => format!("{}-{}", old.start + 1, old.end),
        };
        if new.is_empty() {
            out.push_str(&format!("{place:>7} gone\n"));
        }
        for line in &lines[new] {
            out.push_str(&format!("{place:>7}|{line}\n"));
            place.clear();
        }
    }
    out
}

/// What comes out, but for what came out before: of several lines on end only their numbers there.
fn shortened(before: &str, found: &str) -> String {
    let difference = TextDiff::from_lines(before, found);
    let lines: Vec<&str> = found.lines().collect();
    let mut out = String::new();
    for op in difference.ops() {
        let (old, new) = (op.old_range(), op.new_range());
        match op {
            DiffOp::Equal { .. } if old.len() > 1 => {
                out.push_str(&format!("      … {}-{}\n", old.start + 1, old.end));
            }
            _ => out.extend(lines[new].iter().map(|line| format!("{line}\n"))),
        }
    }
    out
}

/// What the plan says.
fn planned(loaded: &Loaded) -> String {
    let mut out = String::new();
    for entry in plan(&loaded.input()) {
        let name = entry.name.to_string();
        assert_eq!(SiteName::parse(&name), Some(entry.name));
        for one in &entry.possible {
            let obstacle = one.obstacle.as_ref();
            let obstacle = obstacle.map_or(String::new(), |why| format!(" {}", why.code));
            let site = entry.site.describe();
            out.push_str(&format!("{name}, {site}: {}{obstacle}\n", one.flag));
        }
    }
    out
}
