//! Another implementation of OpenCL (PoCL) executes the same kernels on the same inputs: memory at the
//! end must be that of the executor.
//!
//! It needs Python with `pyopencl` (`ALPINIST_OPENCL_PYTHON` names the interpreter) and a platform of
//! OpenCL, such as Debian's `pocl-opencl-icd`; without them it says that it was skipped. Every day a few
//! inputs of the examples, with `ALPINIST_SLOW=1` all kernels with `POCL_INPUTS` inputs each.

use crate::machine::{Compared, Job, Seek, Text, ask, jobs, lines};
use crate::subjects::all;
use clang::tree::Language;
use clang::types::Target;
use rayon::prelude::*;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};
use trials::Suite;

fn python() -> Command {
    let named = std::env::var_os("ALPINIST_OPENCL_PYTHON");
    Command::new(named.unwrap_or_else(|| "python3".into()))
}

fn has_platform() -> bool {
    let test = "import pyopencl, sys; sys.exit(not pyopencl.get_platforms())";
    let ran = python()
        .args(["-c", test])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    ran.is_ok_and(|status| status.success())
}

/// Adds the test if there is another OpenCL.
pub fn add(suite: &mut Suite) {
    if has_platform() {
        return trials::tests!(suite; crate::pocl::another_machine_has_the_same_memory);
    }
    let why = "no other OpenCL (Debian: pocl-opencl-icd; Python: pyopencl, numpy; \
               ALPINIST_OPENCL_PYTHON names the interpreter)";
    suite.absent("pocl", why.to_owned());
}

fn another_machine_has_the_same_memory() {
    let slow = super::slow();
    let inputs = super::setting("POCL_INPUTS", if slow { 8 } else { 1 });
    let mut subjects = all();
    subjects.retain(|subject| {
        subject.verdict == "verified"
            && subject.request.language == Language::OpenCl
            && (slow || subject.suite == "examples")
    });
    let made: Vec<Result<Job, String>> = subjects
        .par_iter()
        .with_max_len(1)
        .enumerate()
        .flat_map_iter(|(of, subject)| {
            let mut request = subject.request.clone();
            request.target = Target::Bits64;
            match super::entries(&request) {
                Ok((module, entries)) => {
                    let seek = |_| Some(Seek::Memory);
                    jobs(subject, (&module, &entries), (of, inputs), &seek)
                }
                Err(_) => vec![Err("not read".to_owned())],
            }
        })
        .collect();
    let mut compared = Compared::default();
    let jobs = compared.taking(made);
    let texts = subjects.into_iter().map(|subject| Text {
        text: subject.request.text,
        define: subject.request.define,
    });
    let texts: Vec<Text> = texts.collect();
    let mut script = python();
    script.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/judge/pocl.py"));
    let said = ask(script, lines(&texts, &jobs));
    let answers: Vec<Value> = said
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(answers.len(), jobs.len(), "the other machine stopped");
    for (job, answer) in jobs.iter().zip(&answers) {
        compared.add(job, answer);
    }
    let wrong = compared.print(jobs.len());
    assert!(compared.same > 0, "nothing was compared");
    assert_eq!(wrong, 0, "memory differs");
}
