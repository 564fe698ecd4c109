//! Published programs: each is a test with a name. The corpus is looked for in `ALPINIST_CORPUS`, else beside the
//! repository.
#![allow(unreachable_pub, reason = "modules of one test binary")]
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod print;
mod read;
mod resolve;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use trials::{Case, Suite};

/// The published programs.
struct Corpus {
    folder: PathBuf,
    /// What must happen to them.
    manifest: String,
    /// Paths below the folder.
    files: Vec<String>,
}

impl Corpus {
    /// Each file under its path.
    fn cases(&self) -> Vec<Case<(String, PathBuf)>> {
        let files = self.files.iter();
        let case = |name: &String| {
            let item = (name.clone(), self.folder.join(name));
            (name.clone(), true, item)
        };
        files.map(case).collect()
    }
}

fn main() -> ExitCode {
    let mut suite = Suite::default();
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus");
    let folder = trials::corpus(beside);
    match fs::read_to_string(folder.join("manifest.tsv")) {
        Err(_) => suite.absent("corpus", format!("no corpus at {}", folder.display())),
        Ok(manifest) => {
            let mut files = Vec::new();
            programs(&folder, &folder, &mut files);
            files.sort();
            let corpus = Corpus {
                folder,
                manifest,
                files,
            };
            read::add(&mut suite, &corpus);
            print::add(&mut suite, &corpus);
            resolve::add(&mut suite, &corpus);
        }
    }
    suite.run()
}

/// That no program fell out of sight; another corpus has other numbers.
fn enough(count: usize, least: usize) {
    if std::env::var_os("ALPINIST_CORPUS").is_none() {
        assert!(count >= least, "{count} programs, not {least}");
    }
}

fn programs(corpus: &Path, folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            programs(corpus, &path, found);
        } else if path.extension().is_some_and(|extension| extension == "pvl") {
            let name = path.strip_prefix(corpus).unwrap().to_string_lossy();
            found.push(name.replace('\\', "/"));
        }
    }
}
