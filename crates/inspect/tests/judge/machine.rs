//! Kernels on another machine: what it is asked, and whether its memory at the end is that of the executor.

use crate::Entry;
use crate::subjects::Subject;
use executor::{Contents, Fault, Functions, Launch, Options, Outcome, Random, Schedule, Stop};
use inspect::execute::arrays;
use kernel_graph::{Layout, LayoutKind, Module, Scalar, Space};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::process::{Command, Stdio};

/// Arrays have at most so many bytes.
const MOST_BYTES: u64 = 1 << 20;

/// More threads are not executed: PoCL executes all blocks of a launch, so the executor has to.
const MOST_THREADS: u32 = 4096;

/// So many inputs are tried for one that can be compared.
const TRIES: u64 = 8;

/// Memory at the end must be the same under so many schedules.
const SCHEDULES: u64 = 4;

/// A text that jobs are of; a machine compiles it once.
pub struct Text {
    pub text: String,
    pub define: Vec<String>,
}

/// An input, and what the executor says of it.
pub struct Job {
    pub name: String,
    /// What the other machine is to execute.
    asked: Value,
    pub end: End,
}

/// How a run of the executor ends.
pub enum End {
    /// With this memory, in every order.
    Memory(Memory),
    /// With a fault of this kind.
    Fault(&'static str),
}

/// Memory at the end.
pub struct Memory {
    /// Bytes of arrays, by name.
    wanted: BTreeMap<String, Vec<u8>>,
    /// The places of floats in them, by name: their first bytes and widths.
    floats: BTreeMap<String, BTreeSet<(usize, usize)>>,
}

/// What an input is to show.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Seek {
    /// The same memory.
    Memory,
    /// A fault.
    Fault,
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

/// A launch of a kernel with all that it is given, as the executor and as another machine take it.
struct Input {
    launch: Launch,
    starts: BTreeMap<String, Vec<u8>>,
    floats: BTreeMap<String, BTreeSet<(usize, usize)>>,
    locals: Map<String, Value>,
    arguments: Map<String, Value>,
}

/// Input number `number` of a kernel.
fn input(subject: &Subject, module: &Module, entry: &Entry, number: u64) -> Result<Input, String> {
    let (block, grid) = subject.sizes(number % 1000);
    let grid = grid.map(|blocks| blocks.min(4));
    let launch = Launch::new(entry.id, block, grid, number);
    let threads = launch.threads().filter(|n| *n <= MOST_THREADS);
    let threads = u64::from(threads.ok_or("too many threads")?);
    let mut random = Random::new(number ^ 0x5eed);
    let mut input = Input {
        launch,
        starts: BTreeMap::new(),
        floats: BTreeMap::new(),
        locals: Map::new(),
        arguments: Map::new(),
    };
    for id in arrays(module, entry.id) {
        let array = module.array(id).ok_or("no array")?;
        let size = array.layout.size.max(1);
        let count = match array.bytes {
            // What the program says is there on any machine.
            Some(_) if array.space == Space::Shared || array.initial.is_some() => continue,
            Some(bytes) => bytes / size,
            None => 4 * threads + 64,
        };
        if size > MOST_BYTES / count.max(1) {
            return Err("too large".to_owned());
        }
        if array.bytes.is_none() {
            input.launch.extents.insert(id, size * count);
        }
        if array.space == Space::Shared {
            input.locals.insert(array.name.clone(), json!(size * count));
            continue;
        }
        let bytes = contents(&array.layout, count, &mut random);
        let places = bytes.iter().enumerate();
        let places = places.map(|(at, byte)| (i64::try_from(at).unwrap(), *byte));
        let given = Contents::Bytes(Box::new(Contents::Zero), places.collect());
        input.launch.contents.insert(id, given);
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
        input.floats.insert(array.name.clone(), of);
        if input.starts.insert(array.name.clone(), bytes).is_some() {
            return Err("two arrays of one name".to_owned());
        }
    }
    let function = &module.functions[entry.id.0 as usize];
    for param in &function.params {
        let local = function.local(param.local).ok_or("no local")?;
        if local.scalar == Scalar::Pointer {
            continue;
        }
        let value = input.launch.argument(module, &param.name, local.scalar);
        let width = local.scalar.bytes(8) as usize;
        let bytes = &value.bits().to_le_bytes()[..width];
        let arguments = &mut input.arguments;
        arguments.insert(param.name.clone(), json!(hex(bytes)));
        input.launch.arguments.insert(param.name.clone(), value);
    }
    Ok(input)
}

/// An input of a kernel, and what the executor says; or why there is none.
fn job(
    subject: &Subject,
    (module, entry): (&Module, &Entry),
    (number, of): (u64, usize),
    seek: Seek,
) -> Result<Job, String> {
    let input = input(subject, module, entry, number)?;
    let options = Options {
        functions: Functions::Known,
        // What a program means whose arithmetic overflows depends on the compiler.
        no_signed_overflow: true,
        ..subject.options
    };
    let run = |schedule| {
        let schedule = Schedule::number(schedule, input.launch.seed);
        executor::run(module, &input.launch, &options, schedule)
    };
    let end = match seek {
        Seek::Memory => End::Memory(memory(module, &input, run)?),
        Seek::Fault => {
            let fault = (0..SCHEDULES).map(run).find_map(|outcome| {
                let Stop::Fault(fault) = outcome.stop?.why else {
                    return None;
                };
                Some(kind(module, &fault))
            });
            End::Fault(fault.ok_or("no fault")?)
        }
    };
    let function = &module.functions[entry.id.0 as usize];
    let starts = input.starts.iter();
    let asked = json!({
        "of": of,
        "kernel": function.name,
        "symbol": entry.symbol,
        "parameters": entry.parameters,
        "block": input.launch.block,
        "grid": input.launch.grid,
        "dimensions": input.launch.dimensions,
        "arrays": starts.map(|(name, bytes)| (name.clone(), json!(hex(bytes)))).collect::<Map<_, _>>(),
        "locals": input.locals,
        "arguments": input.arguments,
        "compare": seek == Seek::Memory,
        "tools": tools(&end),
        "cooperative": subject.request.text.contains("this_grid"),
    });
    Ok(Job {
        name: format!(
            "{} {} {} input {number}",
            subject.suite, subject.name, function.name
        ),
        asked,
        end,
    })
}

/// The tools of compute-sanitizer that may have something to say.
fn tools(end: &End) -> &'static [&'static str] {
    match end {
        End::Memory(_) => &["racecheck", "synccheck", "memcheck"],
        End::Fault("race in shared memory") => &["racecheck"],
        End::Fault("divergence") => &["synccheck"],
        End::Fault("out of bounds of shared memory" | "out of bounds of global memory") => {
            &["memcheck"]
        }
        End::Fault(_) => &[],
    }
}

/// A fault, as the tools for other machines divide them.
fn kind(module: &Module, fault: &Fault) -> &'static str {
    match fault {
        Fault::Race { array, .. } => match module.array(*array).map(|array| array.space) {
            Some(Space::Shared) => "race in shared memory",
            _ => "race in global memory",
        },
        Fault::OutOfBounds { array, .. } => match module.array(*array).map(|array| array.space) {
            Some(Space::Shared) => "out of bounds of shared memory",
            _ => "out of bounds of global memory",
        },
        other => other.word(),
    }
}

/// Memory at the end, if it is promised to be that of every order.
fn memory(module: &Module, input: &Input, run: impl Fn(u64) -> Outcome) -> Result<Memory, String> {
    let mut wanted: Option<BTreeMap<String, Vec<u8>>> = None;
    for schedule in 0..SCHEDULES {
        let outcome = run(schedule);
        match (outcome.word(), outcome.arbitrary) {
            ("done", false) if outcome.warnings.is_empty() => {}
            ("done", false) => return Err("memory that is not initialised".to_owned()),
            ("done", true) => return Err("values that nobody knows".to_owned()),
            (word, _) => return Err(word.to_owned()),
        }
        // What an address is as a number differs from machine to machine.
        let mut written = outcome.arrays.iter().flat_map(|array| &array.elements);
        if written.any(|element| element.scalar == Scalar::Pointer) {
            return Err("addresses in memory".to_owned());
        }
        let mut memory = input.starts.clone();
        overlay(module, &outcome, &mut memory);
        if wanted.as_ref().is_some_and(|wanted| *wanted != memory) {
            return Err("memory depends on the order".to_owned());
        }
        wanted = Some(memory);
    }
    Ok(Memory {
        wanted: wanted.unwrap_or_default(),
        floats: input.floats.clone(),
    })
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
fn difference(
    memory: &Memory,
    found: &BTreeMap<String, Vec<u8>>,
) -> Option<(&'static str, String)> {
    let mut rounded = None;
    for (name, wanted) in &memory.wanted {
        // A parameter that the kernel does not have.
        let Some(bytes) = found.get(name) else {
            continue;
        };
        let mut differ: Vec<usize> = (0..wanted.len())
            .filter(|at| wanted.get(*at) != bytes.get(*at))
            .collect();
        for (start, width) in &memory.floats[name] {
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

/// Jobs for the kernels of a text, or why there are none. `of` is the number of the text, and `seek` says of
/// each kernel, by its place, what its inputs are to show.
pub fn jobs(
    subject: &Subject,
    (module, entries): (&Module, &[Entry]),
    (of, inputs): (usize, u64),
    seek: &dyn Fn(usize) -> Option<Seek>,
) -> Vec<Result<Job, String>> {
    let mut all = Vec::new();
    for (at, entry) in entries.iter().enumerate() {
        let Some(seek) = seek(at) else {
            continue;
        };
        for input in 0..inputs {
            // An input that leads out of an array is not one that both machines answer alike.
            let made = |n: u64| job(subject, (module, entry), (input + 1000 * n, of), seek);
            let first = made(0);
            all.push(first.or_else(|why| (1..TRIES).map(made).find_map(Result::ok).ok_or(why)));
        }
    }
    all
}

/// The lines that a machine's script reads.
pub fn lines(texts: &[Text], jobs: &[Job]) -> String {
    let texts = texts.iter();
    let texts = texts.map(|it| json!({"text": it.text, "define": it.define}).to_string());
    let jobs = jobs.iter().map(|job| job.asked.to_string());
    texts.chain(jobs).map(|line| line + "\n").collect()
}

/// What a machine's script says of each job.
pub fn ask(mut script: Command, lines: String) -> String {
    let mut child = script
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    // A reader that went away has told everything that it will.
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()).is_ok());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// What came of comparing.
#[derive(Default)]
pub struct Compared {
    /// Inputs with the same memory.
    pub same: u64,
    /// Of how many kernels.
    kernels: BTreeSet<String>,
    /// Why inputs are not compared.
    pub reasons: BTreeMap<String, u64>,
    /// What differs, by kind.
    others: BTreeMap<&'static str, Vec<String>>,
}

impl Compared {
    /// Takes the jobs out of what was made, and counts why there are no others.
    pub fn taking(&mut self, made: Vec<Result<Job, String>>) -> Vec<Job> {
        let mut jobs = Vec::new();
        for job in made {
            match job {
                Ok(job) => jobs.push(job),
                Err(why) => *self.reasons.entry(why).or_default() += 1,
            }
        }
        jobs
    }

    /// Compares the memory of an answer.
    pub fn add(&mut self, job: &Job, answer: &Value) {
        let End::Memory(memory) = &job.end else {
            return;
        };
        if let Some(why) = answer["skip"].as_str() {
            println!("{}: {why}", job.name);
            let why = why.split(':').next().unwrap_or_default();
            *self.reasons.entry(format!("there: {why}")).or_default() += 1;
            return;
        }
        let found = answer["arrays"].as_object().unwrap();
        let found = found
            .iter()
            .map(|(name, bytes)| (name.clone(), from_hex(bytes.as_str().unwrap())))
            .collect();
        let kernel = job.name.split(" input").next().unwrap_or_default();
        self.kernels.insert(kernel.to_owned());
        match difference(memory, &found) {
            None => self.same += 1,
            Some((kind, words)) => {
                let of = self.others.entry(kind).or_default();
                of.push(format!("{}: {words}", job.name));
            }
        }
    }

    /// Prints the figures; how many inputs have other memory.
    pub fn print(&self, jobs: usize) -> usize {
        println!(
            "{} kernels, {jobs} inputs: {} the same",
            self.kernels.len(),
            self.same
        );
        println!("not compared: {:?}", self.reasons);
        for (kind, all) in &self.others {
            println!("{kind}: {}\n{}", all.len(), all.join("\n"));
        }
        self.others.get("other memory").map_or(0, Vec::len)
    }
}
