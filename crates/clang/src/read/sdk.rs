//! Headers of a CUDA SDK, which are read only where this program's declarations lack what a file includes.
//!
//! A header that the declarations cover is never read, not even through another one: what it declares is known by
//! contract (barriers, atomics, collectives), and its own text is written for another compiler. So all headers that may
//! be read are put into a folder of their own, which has none of those. What they declare without a body is unknown, as
//! of any other header.

use super::session::{Outcome, failure};
use crate::convert::Fault;
use crate::headers::is_known;
use crate::node::Files;
use crate::request::Request;
use crate::tokens::includes;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Component, Path, PathBuf};
use text::span::Span;

/// The folder of the headers, where clang runs.
pub(super) const FOLDER: &str = "sdk";

/// More headers than these are not read.
const MOST: usize = 4000;

/// With these headers a tree may be so many times as long.
pub(super) const TIMES: usize = 4;

/// Headers of an SDK that a file needs, by the names that they are included by.
pub(super) struct Sdk {
    headers: BTreeMap<PathBuf, PathBuf>,
    /// What they include and is none of them: empty files do instead.
    absent: BTreeSet<String>,
    /// What the file or its project includes.
    asked: BTreeSet<String>,
}

/// What clang is told with them: headers of the system are not read, nor what is meant for code of the host.
pub(super) const ARGUMENTS: [&str; 4] = [
    "-nostdsysteminc",
    "-D_CCCL_ENABLE_FREESTANDING",
    "-isystem",
    FOLDER,
];

/// Headers of narrow numbers, which libcu++ includes where it finds them. It finds none that the file does not include
/// itself: the declarations lack a part of what it wants of these.
const OF_NUMBERS: [&str; 6] = [
    "cuda_bf16.h",
    "cuda_fp16.h",
    "cuda_fp4.h",
    "cuda_fp6.h",
    "cuda_fp8.h",
    "cuda_tf32.h",
];

impl Sdk {
    /// The headers that a file needs and the built-in declarations lack, with all that these include; none if there are
    /// none, or more than may be read.
    pub(super) fn of(request: &Request) -> Option<Sdk> {
        let mut sdk = Sdk {
            headers: BTreeMap::new(),
            absent: BTreeSet::new(),
            asked: BTreeSet::new(),
        };
        let mut pending = needed(request);
        sdk.asked = pending.iter().map(|(_, name)| name.clone()).collect();
        while let Some((beside, name)) = pending.pop() {
            let all = beside.into_iter().chain([PathBuf::new()]);
            let found = all
                .filter_map(|folder| within(&folder, &name))
                .find_map(|at| {
                    let mut roots = request.sdk.iter().map(|root| root.join(&at));
                    let source = roots.find(|path| path.is_file())?;
                    Some((at, source))
                });
            let Some((at, source)) = found else {
                sdk.absent.insert(name);
                continue;
            };
            let of_numbers = at.to_str().is_some_and(|at| OF_NUMBERS.contains(&at));
            if of_numbers && !sdk.asked.contains(&name) {
                continue;
            }
            if at.to_str().is_none_or(is_known) {
                sdk.absent.insert(name);
                continue;
            }
            if sdk.headers.contains_key(&at) {
                continue;
            }
            if sdk.headers.len() >= MOST {
                return None;
            }
            let text = std::fs::read(&source).unwrap_or_default();
            let folder = at.parent().map(Path::to_path_buf);
            for include in includes(&String::from_utf8_lossy(&text)) {
                let beside = folder.clone().filter(|_| include.quoted);
                pending.push((beside, include.name));
            }
            sdk.headers.insert(at, source);
        }
        (!sdk.headers.is_empty()).then_some(sdk)
    }

    /// Whether a name is one of them.
    pub(super) fn has(&self, name: &str) -> bool {
        within(Path::new(""), name).is_some_and(|at| self.headers.contains_key(&at))
    }

    /// What they include and is none of them.
    pub(super) fn absent(&self) -> impl Iterator<Item = &String> {
        self.absent.iter()
    }

    /// What only they include and is none of them.
    pub(super) fn unsaid(&self) -> BTreeSet<String> {
        self.absent.difference(&self.asked).cloned().collect()
    }

    /// Puts them into their folder below that in which clang runs.
    pub(super) fn write(&self, root: &Path) -> Result<(), Fault> {
        let fail = |error: std::io::Error| failure(format!("clang's input: {error}"));
        for (at, source) in &self.headers {
            let place = root.join(FOLDER).join(at);
            if place.exists() {
                continue;
            }
            if let Some(folder) = place.parent() {
                std::fs::create_dir_all(folder).map_err(fail)?;
            }
            std::fs::copy(source, place).map_err(fail)?;
        }
        Ok(())
    }
}

/// Whether a place is in one of the headers.
pub(super) fn holds(files: &Files, place: Span) -> bool {
    let file = files.files.get(place.file as usize);
    file.is_some_and(|file| Path::new(&file.source.name).starts_with(FOLDER))
}

/// Whether a header that is not found is one that the user's command would bring: by its name, for none was brought.
pub(super) fn is_brought(name: &str, outcome: &Outcome) -> bool {
    outcome.no_sdk && is_in_packages(name)
}

fn is_in_packages(name: &str) -> bool {
    const FOLDERS: [&str; 7] = [
        "cub/",
        "thrust/",
        "cuda/",
        "nv/",
        "cooperative_groups/",
        "curand_",
        "cuda_",
    ];
    const FILES: [&str; 3] = ["cuComplex.h", "mma.h", "curand.h"];
    FILES.contains(&name) || FOLDERS.iter().any(|start| name.starts_with(start))
}

/// The headers that a file and those of its project include and that are in no folder of the project.
fn needed(request: &Request) -> Vec<(Option<PathBuf>, String)> {
    let mut seen = HashSet::new();
    let mut texts = vec![(request.text.clone(), request.folder.clone())];
    for path in &request.forced {
        let text = std::fs::read(path).unwrap_or_default();
        let text = String::from_utf8_lossy(&text).into_owned();
        texts.push((text, path.parent().map(Path::to_owned)));
    }
    let mut needed = Vec::new();
    while let Some((text, folder)) = texts.pop() {
        for include in includes(&text) {
            let beside = folder.iter().filter(|_| include.quoted);
            let mut all = beside
                .chain(&request.include)
                .map(|folder| folder.join(&include.name));
            match all.find(|path| path.is_file()) {
                Some(path) if seen.insert(path.clone()) && seen.len() < 1000 => {
                    let text = std::fs::read(&path).unwrap_or_default();
                    let text = String::from_utf8_lossy(&text).into_owned();
                    texts.push((text, path.parent().map(Path::to_owned)));
                }
                Some(_) => {}
                None => needed.push((None, include.name)),
            }
        }
    }
    needed
}

/// A name in a folder, both below that of the headers, if it stays there.
fn within(folder: &Path, name: &str) -> Option<PathBuf> {
    let mut at = PathBuf::new();
    for part in folder.join(name).components() {
        match part {
            Component::Normal(part) => at.push(part),
            Component::CurDir => {}
            Component::ParentDir => {
                if !at.pop() {
                    return None;
                }
            }
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    (!at.as_os_str().is_empty()).then_some(at)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::tree::Language;

    #[test]
    fn what_the_declarations_cover_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let put = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        put("cuda/std/array", "#include <cuda/std/detail/a.h>\n");
        put(
            "cuda/std/detail/a.h",
            "#include \"b.h\"\n#include <cuda_fp16.h>\n",
        );
        put("cuda/std/detail/b.h", "#include \"../../../cuda_fp16.h\"\n");
        put("cuda_fp16.h", "struct half {};\n");
        let mut request = Request::new("x.cu", "#include <cuda/std/array>\n", Language::Cuda);
        request.sdk = vec![folder.path().to_owned()];
        let sdk = Sdk::of(&request).unwrap();
        for name in [
            "cuda/std/array",
            "cuda/std/detail/a.h",
            "cuda/std/detail/b.h",
        ] {
            assert!(sdk.has(name), "{name}");
        }
        assert!(!sdk.has("cuda_fp16.h") && sdk.headers.len() == 3);
        let absent: Vec<&String> = sdk.absent().collect();
        assert!(absent.is_empty(), "{absent:?}");
        request.text = "#include <cuda_fp16.h>\n".to_owned();
        assert!(Sdk::of(&request).is_none());
        request.text = "#include <cuda_fp16.h>\n#include <cuda/std/array>\n".to_owned();
        let sdk = Sdk::of(&request).unwrap();
        assert!(!sdk.has("cuda_fp16.h") && sdk.absent().any(|name| name == "cuda_fp16.h"));
    }

    #[test]
    fn names_stay_below_the_folder() {
        let stays = |folder: &str, name: &str| within(Path::new(folder), name);
        assert_eq!(stays("a/b", "../c.h"), Some(PathBuf::from("a/c.h")));
        assert_eq!(stays("a", "../../c.h"), None);
        assert_eq!(stays("a", "/etc/c.h"), None);
    }
}
