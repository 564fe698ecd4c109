//! Files as they are written in real projects: host code around the kernels, headers that are not there,
//! templates, macros. Every kernel of them is lowered or refused with a reason.

use super::name;
use clang::tree::Language;
use clang::{Request, read};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use trials::Suite;

/// Kernels that are refused, with the code; all others are lowered.
const REFUSED: &[(&str, &str)] = &[
    // A barrier as an object, and a function of a header that is not there.
    ("barrier_object", "K204"),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/kernels-real")
}

fn requests(path: &Path) -> Vec<Request> {
    let text = std::fs::read_to_string(path).unwrap();
    let name = path.to_string_lossy();
    match path.extension().is_some_and(|end| end == "py") {
        true => python::texts(&name, &text, &[])
            .into_iter()
            .map(|one| one.request)
            .collect(),
        false => vec![Request::new(&*name, &text, Language::Cuda)],
    }
}

/// What is found in all files: kernels that are lowered, and what is refused.
#[derive(Default)]
struct Found {
    files: usize,
    lowered: usize,
    refused: BTreeSet<(String, String)>,
}

pub fn add(suite: &mut Suite) {
    let paths = std::fs::read_dir(folder()).unwrap();
    let paths: Vec<PathBuf> = paths.map(|entry| entry.unwrap().path()).collect();
    let all = paths.len();
    let found: Arc<Mutex<Found>> = Arc::default();
    let counted = Arc::clone(&found);
    let cases = paths.into_iter().map(|path| (name(&path), true, path));
    suite.cases("real", cases, move |path| {
        let mut wrong = Vec::new();
        for request in requests(&path) {
            account(&request, &found, &mut wrong);
        }
        found.lock().unwrap().files += 1;
        match wrong.is_empty() {
            true => Ok(()),
            false => Err(wrong.join("\n")),
        }
    });
    suite.last("real::table", move || {
        let found = counted.lock().unwrap();
        if found.files < all {
            return Ok(Err("only after all files".to_owned()));
        }
        let expected = REFUSED
            .iter()
            .map(|(name, code)| ((*name).to_owned(), (*code).to_owned()));
        assert_eq!(found.refused, expected.collect());
        assert!(all >= 30 && found.lowered >= 95);
        Ok(Ok(()))
    });
}

/// Every kernel of a text is lowered or refused with a reason.
fn account(request: &Request, found: &Mutex<Found>, wrong: &mut Vec<String>) {
    let reading = read(request);
    let mut graphs = kernels::lower(&reading.unit);
    wrong.extend(
        kernel_graph::check(&graphs.module)
            .err()
            .map(|fault| fault.to_string()),
    );
    kernel_graph::promote(&mut graphs.module);
    let promoted = kernel_graph::check(&graphs.module).err();
    wrong.extend(promoted.map(|fault| format!("promoted: {fault}")));
    wrong.extend(reading.errors.iter().map(|error| error.message.clone()));
    let mut found = found.lock().unwrap();
    let mut named = BTreeSet::new();
    for kernel in &reading.kernels {
        let bare = kernel.name.split('<').next().unwrap_or("").to_owned();
        let bare = bare.rsplit("::").next().unwrap_or("").to_owned();
        named.insert(bare.clone());
        let why = kernel.errors.first().cloned();
        match why.or_else(|| graphs.refused.get(&kernel.function?).cloned()) {
            Some(why) => drop(found.refused.insert((bare, why.code.to_string()))),
            None => found.lowered += 1,
        }
    }
    // A kernel that is neither is lost.
    for after in request.text.split("__global__").skip(1) {
        let head = after.split("{").next().unwrap_or("");
        let name = head
            .split('(')
            .map(|part| part.trim().rsplit([' ', '*', '\n']).next().unwrap_or(""))
            .find(|name| !name.is_empty() && *name != "__launch_bounds__" && named.contains(*name));
        if name.is_none() {
            wrong.push(format!("lost near {head}"));
        }
    }
}

pub fn places_point_into_the_python_file() {
    let path = folder().join("model.py");
    let text = std::fs::read_to_string(&path).unwrap();
    let all = requests(&path);
    assert_eq!(all.len(), 2);
    for request in all {
        let reading = read(&request);
        for kernel in &reading.kernels {
            let function = reading.unit.function(kernel.function.unwrap()).unwrap();
            let span = function.name_place.span;
            let bare = kernel.name.split('<').next().unwrap();
            assert_eq!(text.get(span.start as usize..span.end as usize), Some(bare));
        }
    }
}
