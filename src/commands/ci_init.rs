//! `alpinist ci --init`: the files that a project needs for `alpinist ci`, here and on GitHub.

use crate::files;
use crate::output::{self, Failure, Replacement};
use report::status::Status;
use std::path::{Path, PathBuf};

/// What a project is given beside its settings. They are those of the documentation.
const FILES: [(&str, &str); 3] = [
    (
        ".github/workflows/alpinist.yml",
        include_str!("../../docs/ci/alpinist.yml"),
    ),
    (
        ".github/actions/setup-alpinist/action.yml",
        include_str!("../../docs/ci/setup-alpinist/action.yml"),
    ),
    (
        ".github/actions/setup-alpinist/requirements.txt",
        include_str!("../../docs/ci/setup-alpinist/requirements.txt"),
    ),
];

/// Writes those that are not there; what is there stays as it is.
///
/// # Errors
/// `C006` if one cannot be written; then none is.
pub fn run(quiet: bool) -> Result<Status, Failure> {
    let settings = settings(Path::new("."));
    let all = [("alpinist.toml", settings.as_str())];
    let all = all.into_iter().chain(FILES);
    let (there, new): (Vec<_>, Vec<_>) = all.partition(|(name, _)| Path::new(name).exists());
    for (name, _) in &new {
        if let Some(folder) = Path::new(name).parent() {
            output::create_folder(folder)?;
        }
    }
    let new: Vec<Replacement<'_>> = new
        .iter()
        .map(|(name, text)| Replacement {
            path: Path::new(name),
            text,
            old: None,
        })
        .collect();
    output::replace_all(&new)?;
    if !quiet {
        for (name, _) in there {
            output::say(&format!("{name}: is there already, left as it is\n"));
        }
        for one in new {
            output::say(&format!("{}: written\n", one.path.display()));
        }
        output::say("`alpinist ci` does here what the workflow does on GitHub\n");
    }
    Ok(Status::Holds)
}

/// An `alpinist.toml` that names what is in a folder.
fn settings(folder: &Path) -> String {
    let (mut programs, mut kernels) = (Vec::new(), Vec::new());
    for entry in entries(folder) {
        let path = folder.join(&entry);
        let name = toml::Value::from(entry.as_str()).to_string();
        // What cannot be read is told by the first run.
        let has = |found: Vec<PathBuf>| !found.is_empty();
        let (program, kernel) = match path.is_dir() {
            true => (
                has(files::walk(&path, &mut Vec::new())),
                has(files::walk_sources(&path)),
            ),
            false => (files::is_program(&path), files::is_source(&path)),
        };
        programs.extend(program.then(|| name.clone()));
        kernels.extend(kernel.then_some(name));
    }
    let mut text = "\
# What `alpinist ci` verifies. A folder stands for the files in it.
"
    .to_owned();
    let mut part = |header: &str, key: &str, names: &[String], more: &str| {
        // Without any it is shown how one is named.
        let mark = if names.is_empty() { "# " } else { "" };
        let names = match names {
            [] => "\"kernels\"".to_owned(),
            names => names.join(", "),
        };
        text.push_str(&format!(
            "\n{mark}[[{header}]]\n{mark}{key} = [{names}]\n{more}"
        ));
    };
    part("program", "each", &programs, "");
    part(
        "kernel",
        "files",
        &kernels,
        "# block = 256   # threads of a block; without this line any number of them\n",
    );
    text
}

/// What is in a folder, by name, without what is hidden and without environments of Python.
fn entries(folder: &Path) -> Vec<String> {
    let found = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = found
        .filter(|entry| !entry.path().join("pyvenv.cfg").exists())
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| !name.starts_with('.'))
        .collect();
    names.sort();
    names
}
