//! From a kernel's text to its execution.
//!
//! | file | holds |
//! |---|---|
//! | `given.rs` | arguments and contents as users write them |
//! | `words.rs` | what is said of a run |

mod given;
mod words;

pub use given::arrays;

use crate::launched::{Given, starts_of};
use crate::place::Resolver;
use crate::run::{Input, Settings, is_meant, set, texts};
use crate::sizes::{self, Chosen};
use clang::tree::Language;
use executor::{Functions, Launch, Options, Outcome, Schedule, Stop, Value};
use kernel_graph::{FunctionId, Module, Scalar};
use races::Size;
use report::status::Status;
use std::collections::BTreeMap;
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::source::SourceFile;

/// What is executed, and how often.
#[derive(Clone, Debug, Default)]
pub struct Wish {
    /// Values of parameters, as `n=100`.
    pub arguments: Vec<String>,
    /// What arrays contain, as `a=rand:100`.
    pub arrays: Vec<String>,
    /// Decides what is left open.
    pub seed: u64,
    /// In how many orders of the threads.
    pub schedules: u64,
    /// How many statements all threads of a run may execute.
    pub steps: u64,
    /// Whether memory at the end is wanted.
    pub values: bool,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Execution {
    /// What the kernel gave: the call, and values.
    pub said: String,
    /// What was found, and what hindered.
    pub messages: Vec<Diagnostic>,
    /// The texts that these are about.
    pub sources: Vec<SourceFile>,
    /// Whether no run violated anything.
    pub status: Status,
}

/// Threads of a block in a dimension of which nobody says how many; by the number of such dimensions.
const OPEN: [u32; 4] = [1, 8, 4, 2];

/// Blocks in a dimension of which nobody says how many.
const BLOCKS: u32 = 2;

/// A kernel that can be executed.
struct Work<'a> {
    module: &'a Module,
    kernel: FunctionId,
    resolver: Resolver<'a>,
    language: Language,
    name: String,
    wish: &'a Wish,
    options: Options,
    launch: Launch,
}

/// Executes the kernel that the settings name.
pub fn execute(input: &Input, settings: &Settings, wish: &Wish) -> Execution {
    let mut best: Option<Execution> = None;
    for text in texts(input, &settings.define) {
        let mut request = text.request;
        set(&mut request, settings);
        let mut found = of_request(&request, settings, wish);
        // Of a Python file it is the string with the kernel that counts.
        let absent = found.messages.iter().any(|m| m.code == Code::R015);
        if !absent {
            // A text that may be another is not executed in its place.
            if let Some(undecided) = text.undecided {
                (found.said, found.messages) = (String::new(), vec![undecided]);
                found.status = Status::Unknown;
            }
            return found;
        }
        best.get_or_insert(found);
    }
    best.unwrap_or_else(|| Execution {
        said: String::new(),
        messages: vec![Diagnostic::global(Code::R015, "there is no kernel")],
        sources: Vec::new(),
        status: Status::Wrong,
    })
}

fn of_request(request: &clang::Request, settings: &Settings, wish: &Wish) -> Execution {
    let reading = clang::read(request);
    let mut graphs = kernels::lower(&reading.unit);
    kernel_graph::promote(&mut graphs.module);
    let files = reading.unit.files.iter();
    let mut result = Execution {
        said: String::new(),
        messages: Vec::new(),
        sources: files.map(|file| file.source.clone()).collect(),
        status: Status::Wrong,
    };
    if result.sources.is_empty() {
        let source = SourceFile::new(request.name.clone(), request.text.clone());
        result.sources.push(source);
    }
    let broken = |e: &Diagnostic| matches!(e.code, Code::K001 | Code::K002);
    let unread = reading.kernels.is_empty() || request.language == Language::OpenCl;
    if unread && reading.errors.iter().any(broken) {
        result.messages.clone_from(&reading.errors);
        return result;
    }
    let meant = |kernel: &&clang::Kernel| is_meant(&kernel.name, &settings.kernels);
    let found: Vec<&clang::Kernel> = reading.kernels.iter().filter(meant).collect();
    let [kernel] = found.as_slice() else {
        let names: Vec<&str> = reading.kernels.iter().map(|k| k.name.as_str()).collect();
        let message = match (found.is_empty(), settings.kernels.first()) {
            (true, Some(name)) => format!("there is no kernel `{name}`"),
            (true, None) => "there is no kernel".to_owned(),
            (false, _) => "there are several kernels: say --kernel".to_owned(),
        };
        let mut message = Diagnostic::global(Code::R015, message);
        if !names.is_empty() {
            message = message.with_note(format!("there are: {}", names.join(", ")));
        }
        result.messages.push(message);
        return result;
    };
    result.messages.extend(kernel.errors.iter().cloned());
    let refused = kernel.function.and_then(|f| graphs.refused.get(&f));
    result.messages.extend(refused.cloned());
    if let Some(first) = result.messages.first() {
        result.status = match first.code {
            Code::K002 => Status::Wrong,
            _ => Status::Unknown,
        };
        return result;
    }
    let number = kernel.function.and_then(|f| graphs.functions.get(&f));
    let Some(number) = number else {
        let message = format!("the kernel `{}` has no graph", kernel.name);
        result
            .messages
            .push(Diagnostic::global(Code::K321, message));
        result.status = Status::Unknown;
        return result;
    };
    let chosen = sizes::choose(&graphs.module, *number, &settings.sizes);
    let names: Vec<String> = reading.kernels.iter().map(|one| one.name.clone()).collect();
    let of = (kernel.name.as_str(), names.as_slice());
    let launched = graphs.module.functions.get(number.0 as usize);
    let launched = launched.and_then(|function| launched_sizes(request, of, function, &chosen));
    let chosen = launched.unwrap_or(chosen);
    let mut launch = Launch::new(
        *number,
        fixed(&chosen.sizes.block, true),
        fixed(&chosen.sizes.grid, false),
        wish.seed,
    );
    if let Some(dimensions) = chosen.sizes.dimensions {
        launch.dimensions = dimensions;
    }
    let mut work = Work {
        module: &graphs.module,
        kernel: *number,
        resolver: Resolver::new(&reading.unit.files),
        language: request.language,
        name: kernel.name.clone(),
        wish,
        options: Options {
            tolerate_equal_writes: settings.checks.tolerate_equal_writes,
            between_blocks: settings.checks.between_blocks,
            no_signed_overflow: settings.checks.overflow == races::Overflow::Never,
            ordered_sums: false,
            functions: Functions::Known,
            steps: wish.steps,
        },
        launch,
    };
    match work.take() {
        Ok(()) => work.all(&mut result),
        Err(message) => result.messages.push(*message),
    }
    result
}

/// The sizes of the first launch of the file that says them.
fn launched_sizes(
    request: &clang::Request,
    (kernel, kernels): (&str, &[String]),
    function: &kernel_graph::Function,
    chosen: &Chosen,
) -> Option<Chosen> {
    if request.language != Language::Cuda {
        return None;
    }
    let hosts = hosts::read(request).ok()?;
    let starts = starts_of(&hosts, kernel, kernels, None).into_iter();
    let mut given = starts.filter_map(|start| Given::of(&hosts, start.launch, function));
    given.find(Given::has_block)?.sizes(chosen)
}

/// Sizes with numbers for those that are open.
fn fixed(sizes: &[Size; 3], block: bool) -> [u32; 3] {
    let open = sizes.iter().filter(|size| **size == Size::Any).count();
    let open = OPEN.get(open).copied().unwrap_or(1);
    sizes.map(|size| match size {
        Size::Fixed(n) => n,
        Size::Any if block => open,
        Size::Any => BLOCKS,
    })
}

impl Work<'_> {
    /// Takes over what the user gives.
    fn take(&mut self) -> Result<(), Box<Diagnostic>> {
        let wrong = |text: &str, why: String| {
            Box::new(Diagnostic::global(Code::R014, format!("`{text}`: {why}")))
        };
        if self.wish.seed == 0 {
            self.usual();
        }
        for text in &self.wish.arguments {
            let (name, value) =
                given::argument(self.module, self.kernel, text).map_err(|why| wrong(text, why))?;
            self.launch.arguments.insert(name, value);
        }
        for text in &self.wish.arrays {
            let given =
                given::array(self.module, self.kernel, text).map_err(|why| wrong(text, why))?;
            self.launch.contents.insert(given.array, given.contents);
            if let Some(bytes) = given.bytes {
                self.launch.extents.insert(given.array, bytes);
            }
        }
        Ok(())
    }

    /// Whole numbers that nobody gives are mostly sizes: in the first run that users try, each is the
    /// number of threads, so that the threads have something to do. Other seeds choose others.
    fn usual(&mut self) {
        let Some(threads) = self.launch.threads() else {
            return;
        };
        let function = self.module.functions.get(self.kernel.0 as usize);
        for param in function.into_iter().flat_map(|f| &f.params) {
            let local = function.and_then(|f| f.local(param.local));
            if local.is_some_and(|local| matches!(local.scalar, Scalar::Int(32..))) {
                let value = Value::Bits(u128::from(threads));
                self.launch.arguments.insert(param.name.clone(), value);
            }
        }
    }

    fn all(&self, result: &mut Execution) {
        result.said = self.described();
        let mut ended: BTreeMap<&'static str, u64> = BTreeMap::new();
        for number in 0..self.wish.schedules.max(1) {
            let schedule = Schedule::number(number, self.wish.seed);
            let outcome = executor::run(self.module, &self.launch, &self.options, schedule);
            *ended.entry(outcome.word()).or_default() += 1;
            if number == 0 {
                result.messages.extend(self.warnings(&outcome));
            }
            if let Some(stop) = &outcome.stop
                && stop.why != Stop::Trap
            {
                result.messages.push(self.stopped(stop, number));
                result.status = status(&outcome);
                return;
            }
            if number == 0 && self.wish.values {
                result.said.push_str(&self.values(&outcome));
            }
        }
        let count = |word: &str| ended.get(word).copied().unwrap_or(0);
        let schedules = report::plural(self.wish.schedules.max(1) as usize, "schedule");
        let trapped = match count("trap") {
            0 => String::new(),
            n => format!(", {n} of them by the program itself"),
        };
        result.said.push_str(&format!(
            "{schedules} ended and violated nothing{trapped}\n"
        ));
        result.status = Status::Holds;
    }
}

fn status(outcome: &Outcome) -> Status {
    match outcome.stop.as_ref().map(|stop| &stop.why) {
        None | Some(Stop::Trap) => Status::Holds,
        Some(Stop::Fault(_)) => Status::Failed,
        Some(Stop::Outside(_)) => Status::Wrong,
        Some(Stop::Unsupported(_) | Stop::Limit) => Status::Unknown,
    }
}
