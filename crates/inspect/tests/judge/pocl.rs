//! Another implementation of OpenCL (PoCL) executes the same kernels on the same inputs: memory at the
//! end must be that of the executor.
//!
//! It needs Python with `pyopencl` (`ALPINIST_OPENCL_PYTHON` names the interpreter) and a platform of
//! OpenCL, such as Debian's `pocl-opencl-icd`; without them it says that it was skipped. Every day a few
//! inputs of the examples, with `ALPINIST_SLOW=1` all kernels with `POCL_INPUTS` inputs each.

use crate::subjects::{Subject, all};
use clang::find::Program;
use clang::tree::Language;
use clang::types::Target;
use executor::{Contents, Functions, Launch, Options, Outcome, Random, Schedule};
use inspect::execute::arrays;
use ir::kernel::{FunctionId, Layout, LayoutKind, Module, Scalar, Space};
use rayon::prelude::*;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// Arrays have at most so many bytes.
const MOST_BYTES: u64 = 1 << 26;

/// More threads are not executed: PoCL executes all blocks of a launch, so the executor has to.
const MOST_THREADS: u32 = 4096;

/// So many inputs are tried for one that can be compared.
const TRIES: u64 = 8;

/// An input, and what the executor has in memory at the end.
struct Job {
    name: String,
    /// What the other machine is to execute.
    asked: Value,
    /// Bytes of arrays at the end, by name.
    wanted: BTreeMap<String, Vec<u8>>,
    /// The places of floats in them, by name: their first bytes and widths.
    floats: BTreeMap<String, BTreeSet<(usize, usize)>>,
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn from_hex(text: &str) -> Vec<u8> {
    let digit = |at: usize| u8::from_str_radix(text.get(at..at + 2).unwrap(), 16).unwrap();
    (0..text.len() / 2).map(|at| digit(2 * at)).collect()
}

/// The scalars of an element, with their places.
fn scalars(layout: &Layout, at: u64, found: &mut Vec<(u64, Scalar)>) {
    match &layout.kind {
        LayoutKind::Scalar { scalar, .. } => found.push((at, *scalar)),
        LayoutKind::Vector(scalar, lanes) => {
            let size = u64::from(scalar.bytes(8));
            found.extend((0..u64::from(*lanes)).map(|lane| (at + lane * size, *scalar)));
        }
        LayoutKind::Array(element, count) => {
            let count = count.unwrap_or(1).min(256);
            (0..count).for_each(|i| scalars(element, at + i * element.size, found));
        }
        LayoutKind::Struct { fields, .. } => {
            let fields = fields.iter();
            fields.for_each(|field| scalars(&field.layout, at + field.offset, found));
        }
        LayoutKind::Opaque => {}
    }
}

/// Contents of an array: numbers that programs take for indices, or small multiples of a quarter.
fn contents(layout: &Layout, count: u64, random: &mut Random) -> Vec<u8> {
    let size = layout.size.max(1);
    let mut bytes = vec![0; usize::try_from(size * count).unwrap()];
    let mut parts = Vec::new();
    scalars(layout, 0, &mut parts);
    let bound = [2, 8, 64][random.below(3)];
    for element in 0..count {
        for (at, scalar) in &parts {
            let number = random.below(bound) as u64;
            let bits = match scalar {
                Scalar::Float(format) => {
                    let number = i32::try_from(number).unwrap();
                    executor::float_value(f64::from(number) / 4.0 - 1.0, *format).bits()
                }
                Scalar::Bool => u128::from(number & 1),
                Scalar::Int(_) => u128::from(number),
                Scalar::Pointer | Scalar::Function | Scalar::Handle => 0,
            };
            let start = usize::try_from(element * size + at).unwrap();
            put(&mut bytes, start, bits, scalar.bytes(8) as usize);
        }
    }
    bytes
}

fn put(bytes: &mut [u8], start: usize, bits: u128, width: usize) {
    for (i, byte) in bits.to_le_bytes().iter().enumerate().take(width) {
        if let Some(slot) = bytes.get_mut(start + i) {
            *slot = *byte;
        }
    }
}

/// An input of a kernel, and what the executor says; or why there is none.
fn job(
    subject: &Subject,
    (module, kernel): (&Module, FunctionId),
    number: u64,
) -> Result<Job, String> {
    let function = &module.functions[kernel.0 as usize];
    let (block, grid) = subject.sizes(number % 1000);
    let grid = grid.map(|blocks| blocks.min(4));
    let mut launch = Launch::new(kernel, block, grid, number);
    let threads = launch.threads().filter(|n| *n <= MOST_THREADS);
    let threads = u64::from(threads.ok_or("too many threads")?);
    let mut random = Random::new(number ^ 0x5eed);
    let mut starts: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    let mut locals = Map::new();
    let mut floats = BTreeMap::new();
    for id in arrays(module, kernel) {
        let array = module.array(id).ok_or("no array")?;
        if array.bytes.is_some() {
            continue;
        }
        let count = 4 * threads + 64;
        let size = array.layout.size.max(1);
        if size > MOST_BYTES / count {
            return Err("too large".to_owned());
        }
        launch.extents.insert(id, size * count);
        if array.space == Space::Shared {
            locals.insert(array.name.clone(), json!(size * count));
            continue;
        }
        let bytes = contents(&array.layout, count, &mut random);
        let places = bytes.iter().enumerate();
        let places = places.map(|(at, byte)| (i64::try_from(at).unwrap(), *byte));
        let given = Contents::Bytes(Box::new(Contents::Zero), places.collect());
        launch.contents.insert(id, given);
        let mut parts = Vec::new();
        scalars(&array.layout, 0, &mut parts);
        let mut of: BTreeSet<(usize, usize)> = BTreeSet::new();
        for element in 0..count {
            let parts = parts.iter();
            let parts = parts.filter(|(_, scalar)| matches!(scalar, Scalar::Float(_)));
            of.extend(parts.map(|(at, scalar)| {
                let start = usize::try_from(element * size + at).unwrap();
                (start, scalar.bytes(8) as usize)
            }));
        }
        floats.insert(array.name.clone(), of);
        if starts.insert(array.name.clone(), bytes).is_some() {
            return Err("two arrays of one name".to_owned());
        }
    }
    let mut arguments = Map::new();
    for param in &function.params {
        let local = function.local(param.local).ok_or("no local")?;
        if local.scalar == Scalar::Pointer {
            continue;
        }
        let value = launch.argument(module, &param.name, local.scalar);
        let width = local.scalar.bytes(8) as usize;
        let bytes = &value.bits().to_le_bytes()[..width];
        arguments.insert(param.name.clone(), json!(hex(bytes)));
        launch.arguments.insert(param.name.clone(), value);
    }
    let options = Options {
        functions: Functions::Known,
        ..subject.options
    };
    let first = outcome(module, &launch, &options, 0)?;
    let second = outcome(module, &launch, &options, 1)?;
    // What an address is as a number differs from machine to machine.
    let mut written = first.arrays.iter().flat_map(|array| &array.elements);
    if written.any(|element| element.scalar == Scalar::Pointer) {
        return Err("addresses in memory".to_owned());
    }
    let mut wanted = starts.clone();
    let mut other = starts.clone();
    overlay(module, &first, &mut wanted);
    overlay(module, &second, &mut other);
    if wanted != other {
        return Err("memory depends on the order".to_owned());
    }
    let asked = json!({
        "source": subject.request.text,
        "define": subject.request.define,
        "kernel": function.name,
        "block": launch.block,
        "grid": launch.grid,
        "dimensions": launch.dimensions,
        "arrays": starts.iter().map(|(name, bytes)| (name.clone(), json!(hex(bytes)))).collect::<Map<_, _>>(),
        "locals": locals,
        "arguments": arguments,
    });
    Ok(Job {
        name: format!(
            "{} {} {} input {number}",
            subject.suite, subject.name, function.name
        ),
        asked,
        wanted,
        floats,
    })
}

/// The outcome of a run whose memory is promised to be that of any other.
fn outcome(
    module: &Module,
    launch: &Launch,
    options: &Options,
    schedule: u64,
) -> Result<Outcome, String> {
    let outcome = executor::run(
        module,
        launch,
        options,
        Schedule::number(schedule, launch.seed),
    );
    match (
        outcome.word(),
        outcome.arbitrary,
        outcome.warnings.is_empty(),
    ) {
        ("done", false, true) => Ok(outcome),
        ("done", true, _) => Err("values that nobody knows".to_owned()),
        ("done", false, false) => Err("memory that is not initialised".to_owned()),
        (word, _, _) => Err(word.to_owned()),
    }
}

fn overlay(module: &Module, outcome: &Outcome, memory: &mut BTreeMap<String, Vec<u8>>) {
    for written in &outcome.arrays {
        let name = module.array(written.array).map(|array| array.name.as_str());
        let Some(bytes) = name.and_then(|name| memory.get_mut(name)) else {
            continue;
        };
        for element in &written.elements {
            let start = usize::try_from(element.offset).unwrap();
            let width = element.scalar.bytes(module.target.pointer) as usize;
            put(bytes, start, element.value.bits(), width);
        }
    }
}

/// How the other machine's memory differs.
fn difference(job: &Job, found: &BTreeMap<String, Vec<u8>>) -> Option<(&'static str, String)> {
    let mut rounded = None;
    for (name, wanted) in &job.wanted {
        // A parameter that the kernel does not have.
        let Some(bytes) = found.get(name) else {
            continue;
        };
        let mut differ: Vec<usize> = (0..wanted.len())
            .filter(|at| wanted.get(*at) != bytes.get(*at))
            .collect();
        for (start, width) in &job.floats[name] {
            let range = *start..start + width;
            if differ.iter().any(|at| range.contains(at))
                && close(&wanted[range.clone()], &bytes[range.clone()])
            {
                differ.retain(|at| !range.contains(at));
                rounded = Some(("last bits of floats", format!("{name} at {start}")));
            }
        }
        if let Some(at) = differ.first() {
            let at = at / 4 * 4;
            let range = at..(at + 4).min(wanted.len());
            let words = format!(
                "{name} at {at}: {:?}, there {:?}",
                &wanted[range.clone()],
                &bytes[range]
            );
            return Some(("other memory", words));
        }
    }
    rounded
}

/// Whether two floats are the same but for rounding.
fn close(a: &[u8], b: &[u8]) -> bool {
    let number = |bytes: &[u8]| match *bytes {
        [a, b, c, d] => f64::from(f32::from_le_bytes([a, b, c, d])),
        [a, b, c, d, e, f, g, h] => f64::from_le_bytes([a, b, c, d, e, f, g, h]),
        _ => f64::NAN,
    };
    let (a, b) = (number(a), number(b));
    (a.is_nan() && b.is_nan()) || (a - b).abs() <= 1e-5 * a.abs().max(b.abs()).max(1e-3)
}

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

/// What the other machine says of each job.
fn elsewhere(jobs: &[Job]) -> Vec<Value> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/judge/pocl.py");
    let mut child = python()
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let lines: Vec<String> = jobs.iter().map(|job| job.asked.to_string()).collect();
    let writer = std::thread::spawn(move || {
        for line in lines {
            // A reader that went away has told everything that it will.
            if writeln!(input, "{line}").is_err() {
                break;
            }
        }
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn jobs_of(subject: &Subject, inputs: u64) -> Vec<Result<Job, String>> {
    let mut request = subject.request.clone();
    request.target = Target::Bits64;
    let (module, kernels) = match super::kernels(&request) {
        Ok(found) => found,
        Err(_) => return vec![Err("not read".to_owned())],
    };
    let pairs = kernels
        .into_iter()
        .flat_map(|kernel| (0..inputs).map(move |input| (kernel, input)));
    // An input that leads out of an array is not one that both machines answer alike.
    let made = |(kernel, input): (FunctionId, u64)| {
        let mut tries = (0..TRIES).map(|n| job(subject, (&module, kernel), input + 1000 * n));
        let first = tries.next()?;
        Some(first.or_else(|why| tries.find_map(Result::ok).ok_or(why)))
    };
    pairs.filter_map(made).collect()
}

#[test]
fn another_machine_has_the_same_memory() {
    if Program::find().is_none() {
        eprintln!("skipped: there is no clang (scripts/setup-clang)");
        return;
    }
    if !has_platform() {
        eprintln!(
            "skipped: no other OpenCL (Debian: pocl-opencl-icd; Python: pyopencl, numpy; \
             ALPINIST_OPENCL_PYTHON names the interpreter)"
        );
        return;
    }
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
        .flat_map_iter(|subject| jobs_of(subject, inputs))
        .collect();
    let mut reasons: BTreeMap<String, u64> = BTreeMap::new();
    let mut jobs = Vec::new();
    for job in made {
        match job {
            Ok(job) => jobs.push(job),
            Err(why) => *reasons.entry(why).or_default() += 1,
        }
    }
    let answers = elsewhere(&jobs);
    assert_eq!(answers.len(), jobs.len(), "the other machine stopped");
    let mut same = 0;
    let mut kernels = BTreeSet::new();
    let mut others: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (job, answer) in jobs.iter().zip(&answers) {
        if let Some(why) = answer["skip"].as_str() {
            println!("{}: {why}", job.name);
            let why = why.split(':').next().unwrap_or_default();
            *reasons.entry(format!("there: {why}")).or_default() += 1;
            continue;
        }
        let found = answer["arrays"].as_object().unwrap();
        let found = found
            .iter()
            .map(|(name, bytes)| (name.clone(), from_hex(bytes.as_str().unwrap())))
            .collect();
        kernels.insert(job.name.split(" input").next().unwrap_or_default());
        match difference(job, &found) {
            None => same += 1,
            Some((kind, words)) => {
                let of = others.entry(kind).or_default();
                of.push(format!("{}: {words}", job.name));
            }
        }
    }
    println!(
        "{} kernels, {} inputs: {same} the same",
        kernels.len(),
        jobs.len()
    );
    println!("not compared: {reasons:?}");
    for (kind, all) in &others {
        println!("{kind}: {}\n{}", all.len(), all.join("\n"));
    }
    assert!(same > 0, "nothing was compared");
    let wrong = others.get("other memory").map_or(0, Vec::len);
    assert_eq!(wrong, 0, "memory differs");
}
