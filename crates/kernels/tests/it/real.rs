//! Files as they are written in real projects: host code around the kernels, headers that are not there,
//! templates, macros. Every kernel of them is lowered or refused with a reason.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use clang::find::Program;
use clang::tree::Language;
use clang::{Request, read};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Kernels that are refused, with the code; all others are lowered.
const REFUSED: &[(&str, &str)] = &[
    // Waits for all copies but the last.
    ("double_buffer", "K204"),
    // A barrier as an object, and a function of a header that is not there.
    ("barrier_object", "K005"),
    ("uses_asm", "K205"),
    // Matrix units.
    ("wmma_gemm", "K204"),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/kernels-real")
}

fn requests(path: &Path) -> Vec<Request> {
    let text = std::fs::read_to_string(path).unwrap();
    let name = path.to_string_lossy();
    match path.extension().is_some_and(|end| end == "py") {
        true => clang::python::requests(&name, &text),
        false => vec![Request::new(&*name, &text, Language::Cuda)],
    }
}

#[test]
fn every_kernel_of_real_files_is_accounted_for() {
    if Program::find().is_none() {
        eprintln!("skipped: there is no clang (./x setup)");
        return;
    }
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    let (mut lowered, mut launches, mut sized) = (0, 0, 0);
    let mut refused: BTreeSet<(String, String)> = BTreeSet::new();
    let mut wrong = Vec::new();
    for path in &paths {
        for request in requests(path) {
            let reading = read(&request);
            let mut graphs = kernels::lower(&reading.unit);
            if let Err(fault) = kernel_graph::check(&graphs.module) {
                wrong.push(format!("{}: {fault}", path.display()));
            }
            kernel_graph::promote(&mut graphs.module);
            if let Err(fault) = kernel_graph::check(&graphs.module) {
                wrong.push(format!("{}, promoted: {fault}", path.display()));
            }
            wrong.extend(reading.errors.iter().map(|error| error.message.clone()));
            launches += reading.launches.len();
            sized += reading
                .launches
                .iter()
                .filter(|launch| launch.block.values().is_some())
                .count();
            let mut named = BTreeSet::new();
            for kernel in &reading.kernels {
                let bare = kernel.name.split('<').next().unwrap_or("").to_owned();
                let bare = bare.rsplit("::").next().unwrap_or("").to_owned();
                named.insert(bare.clone());
                let why = kernel.errors.first().cloned();
                let why = why.or_else(|| graphs.refused.get(&kernel.function?).cloned());
                match why {
                    Some(why) => {
                        eprintln!("{}: {} {}", kernel.name, why.code, why.message);
                        refused.insert((bare, why.code.to_string()));
                    }
                    None => lowered += 1,
                }
            }
            // A kernel that is neither is lost.
            let mut rest = request.text.as_str();
            while let Some(at) = rest.find("__global__") {
                rest = &rest[at + "__global__".len()..];
                let head = rest.split("{").next().unwrap_or("");
                let name = head
                    .split('(')
                    .map(|part| part.trim().rsplit([' ', '*', '\n']).next().unwrap_or(""))
                    .find(|name| {
                        !name.is_empty() && *name != "__launch_bounds__" && named.contains(*name)
                    });
                if name.is_none() {
                    wrong.push(format!("{}: lost near {head}", path.display()));
                }
            }
        }
    }
    eprintln!(
        "{} files: {lowered} kernels and instances lowered, {} refused; {launches} launches, {sized} with block sizes",
        paths.len(),
        refused.len()
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let expected: BTreeSet<(String, String)> = REFUSED
        .iter()
        .map(|(name, code)| ((*name).to_owned(), (*code).to_owned()))
        .collect();
    assert_eq!(refused, expected);
    assert!(paths.len() >= 30 && lowered >= 95 && sized * 10 >= launches * 7);
}

#[test]
fn places_point_into_the_python_file() {
    if Program::find().is_none() {
        return;
    }
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
