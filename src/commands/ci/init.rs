//! `alpinist ci --init`: the files that a project needs for `alpinist ci`, here and on GitHub.

use crate::files;
use crate::output::Failure;
use crate::run::Run;
use crate::run::files::Replacement;
use report::status::Status;
use std::path::{Path, PathBuf};

/// The workflow; it is that of the documentation.
const WORKFLOW: (&str, &str) = (
    ".github/workflows/alpinist.yml",
    include_str!("../../../docs/ci/alpinist.yml"),
);

/// How it runs the program.
const RUNS: &str = "run: alpinist ci ";

/// The action that the workflow uses; it is that of the documentation.
const ACTION: [(&str, &str); 2] = [
    (
        ".github/actions/setup-alpinist/action.yml",
        include_str!("../../../docs/ci/setup-alpinist/action.yml"),
    ),
    (
        ".github/actions/setup-alpinist/requirements.txt",
        include_str!("../../../docs/ci/setup-alpinist/requirements.txt"),
    ),
];

/// Writes those that are not there; what is there stays as it is.
///
/// # Errors
/// `C006` if one cannot be written; then none is.
pub fn run(run: &mut Run) -> Result<(), Failure> {
    let below = below_repository();
    let mut all = vec![(PathBuf::from("alpinist.toml"), settings(Path::new(".")))];
    let (name, text) = WORKFLOW;
    all.push((below.up(name), below.workflow(text)));
    all.extend(ACTION.map(|(name, text)| (below.up(name), text.to_owned())));
    let (there, new): (Vec<_>, Vec<_>) = all.into_iter().partition(|(path, _)| path.exists());
    for (path, _) in &there {
        let path = path.display();
        run.mention(&format!("{path}: is there already, left as it is\n"));
    }
    let new = new.into_iter();
    run.rewrite(
        new.map(|(path, text)| Replacement::with_folder(path, text))
            .collect(),
    );
    if !below.folders.is_empty() && there.iter().any(|(path, _)| *path == below.up(WORKFLOW.0)) {
        let config = below.config();
        run.at_end(format!(
            "the repository has one workflow: `alpinist ci --config {config}` in it checks this folder\n"
        ));
    }
    run.at_end("`alpinist ci` does here what the workflow does on GitHub\n".to_owned());
    run.note(Status::Holds);
    Ok(())
}

/// Where one stands in a repository.
struct Below {
    /// The folders from its root to here; none at the root, and where there is no repository.
    folders: Vec<String>,
}

/// Where one stands in a repository of git. GitHub looks for workflows at its root only.
fn below_repository() -> Below {
    let here = std::env::current_dir().unwrap_or_default();
    let root = here.ancestors().find(|folder| folder.join(".git").exists());
    let inside = root.and_then(|root| here.strip_prefix(root).ok());
    let parts = inside.iter().flat_map(|path| path.components());
    Below {
        folders: parts
            .map(|part| part.as_os_str().to_string_lossy().into_owned())
            .collect(),
    }
}

impl Below {
    /// A path of the repository, from here.
    fn up(&self, name: &str) -> PathBuf {
        let up: PathBuf = self.folders.iter().map(|_| "..").collect();
        up.join(name)
    }

    /// The settings from the root of the repository, as a shell takes them.
    fn config(&self) -> String {
        let path = format!("{}/alpinist.toml", self.folders.join("/"));
        let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+".contains(c);
        match path.chars().all(plain) {
            true => path,
            false => format!("'{}'", path.replace('\'', r"'\''")),
        }
    }

    /// The workflow, with the settings of this folder.
    fn workflow(&self, text: &str) -> String {
        match self.folders.is_empty() {
            true => text.to_owned(),
            false => text.replace(RUNS, &format!("{RUNS}--config {} ", self.config())),
        }
    }
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
