//! Launches `k<<<grid, block, bytes>>>(…)` as the text has them, whether or not clang understands the
//! code of the host around them: in dispatch macros of a missing header, in lambdas, in functions with
//! errors. Sizes are formulas over what stands beside; constants among them have values.

mod agree;
mod around;
mod blocks;
mod callees;
mod declared;
mod elsewhere;
mod facts;
mod formula;
mod helper;
mod hidden;
mod instances;
mod kernel_name;
mod memory;
mod mention;
mod powers;
mod reader;
mod scope;
mod slots;
mod stepping;
mod tensor;
mod types;
mod variable;

pub(crate) use agree::{agreed, words_stay};
pub use around::Around;
pub(crate) use elsewhere::Mentions;
pub use formula::{Formula, Operator};
pub(crate) use instances::Instances;
pub use memory::{Meeting, Memory};

use std::collections::BTreeSet;
use std::ops::Range;
use text::span::Span;

use crate::tokens::{Token, TokenKind, tokens};
use facts::Facts;
use helper::Helpers;
use memory::{Flows, Written};
use scope::{Scope, State};

/// More launches than this are not looked at.
const MOST: usize = 4096;

/// Brackets close within so many tokens.
const LONGEST: usize = 2000;

/// A size along one dimension, or a number of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quantity {
    /// As the program writes it.
    pub text: String,
    /// With the definitions that stand beside the launch put in.
    pub formula: Formula,
    /// Its value, where it follows from constants.
    pub value: Option<u64>,
}

/// The sizes of a grid or block along its dimensions; of those that are not written 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extent {
    /// As the program writes it.
    pub text: String,
    /// The sizes, one to three; none where the text does not say what they are.
    pub sizes: Vec<Quantity>,
}

impl Extent {
    /// The sizes of all three dimensions, where all have values.
    pub fn values(&self) -> Option<[u64; 3]> {
        let mut all = [1; 3];
        if self.sizes.is_empty() {
            return None;
        }
        for (slot, size) in all.iter_mut().zip(&self.sizes) {
            *slot = size.value?;
        }
        Some(all)
    }
}

/// A launch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// The kernel as the program names it, without template arguments.
    pub kernel: String,
    /// Its template arguments, constants with their values; empty where none are written.
    pub template_arguments: Vec<String>,
    /// The grid.
    pub grid: Extent,
    /// The blocks.
    pub block: Extent,
    /// The bytes of dynamic shared memory; zero where none are written.
    pub shared: Quantity,
    /// What is passed to the kernel, as far as it is written.
    pub arguments: Vec<Quantity>,
    /// The names in sizes and arguments that have one value throughout the function around the launch:
    /// what is said of them in several places is said of the same number.
    pub fixed: BTreeSet<String>,
    /// What the arguments say of the memory that they point to.
    pub memory: Memory,
    /// Which arguments are powers of two, or zero: variables that start as one and are only doubled and halved.
    pub powers: BTreeSet<usize>,
    /// Whether the name may stand for any kernel: it is a parameter, a variable, or what a macro is given.
    pub indirect: bool,
    /// Whether the text declares a kernel of this name.
    pub declared: bool,
    /// Where it stands: the kernel's name and the configuration.
    pub place: Span,
}

impl Launch {
    /// Whether it names a kernel, by the kernel's name without namespaces.
    pub(crate) fn is_of(&self, name: &str) -> bool {
        self.kernel.rsplit("::").next().unwrap_or("").trim() == name
    }

    /// The same without what is said of sizes and arguments.
    fn without_values(mut self) -> Launch {
        self.grid.sizes.clear();
        self.block.sizes.clear();
        self.shared.value = None;
        self.shared.formula = Formula::Other(self.shared.text.clone());
        self.arguments.clear();
        self.powers.clear();
        self.fixed.clear();
        self
    }

    /// The same as one of another file.
    pub(crate) fn without_sizes(self) -> Launch {
        Launch {
            place: Span::default(),
            ..self.without_values()
        }
    }
}

/// The launches of a text in their order.
///
/// `file` is the number of the text's file, for places; `defines` are macros that are given beside the
/// text, as `NAME` or `NAME=VALUE`: what the text says of them need not count; `around` are the macros of
/// headers. A launch that cannot be read is one of any kernel with any sizes.
pub fn launches(text: &str, file: u32, defines: &[String], around: &Around) -> Vec<Launch> {
    let all: Vec<Token> = tokens(text, 0).collect();
    let name = |define: &String| define.split(['=', '(']).next().map(str::to_owned);
    let given: Vec<String> = defines.iter().filter_map(name).collect();
    // Most texts have no launch.
    if !(text.contains("<<<")
        || text.contains("aunchKernel")
        || text.contains("cudaLaunch")
        || text.contains("ConfigureCall")
        || text.contains("LaunchCooperative")
        || text.contains("Graph"))
    {
        return Vec::new();
    }
    let mut around = around.clone();
    around.give(defines);
    let facts = Facts::of(text, &all, &around);
    let helpers = Helpers::of((text, &all), &facts, &given);
    let none = Flows::default();
    let mut view = Words {
        text,
        all: &all,
        helpers: &helpers,
        facts: &facts,
        flows: &none,
        given: &given,
    };
    let flows = Flows::of(view);
    view.flows = &flows;
    let mut found = Vec::new();
    for at in 0..all.len() {
        // What comes behind may be any.
        if found.len() >= MOST {
            found.extend(view.unread(at, file));
            break;
        }
        let launch = match view.word(at) {
            "<" if view.run(at, "<") => view.chevrons(at, file),
            "cudaLaunchKernel" | "cudaLaunchCooperativeKernel" | "hipLaunchKernelGGL" => {
                view.by_call(at, file)
            }
            word if launches_in_another_way(word) => None,
            _ => continue,
        };
        // Where one argument may stand for several, none is known to be that of the parameter at its place.
        let launch = launch.filter(|_| !facts.splits);
        found.extend(launch.or_else(|| view.unread(at, file)));
    }
    found
}

/// Whether a word is the name of a function that starts kernels in a way that is not read.
fn launches_in_another_way(word: &str) -> bool {
    if matches!(
        word,
        "cudaLaunch" | "cudaConfigureCall" | "hipConfigureCall"
    ) {
        return true;
    }
    let starts = [
        "LaunchKernel",
        "LaunchCooperative",
        "KernelNode",
        "GraphAddNode",
        "GraphNodeParams",
    ];
    let vendor = ["cuda", "cu", "hip"].iter().any(|v| word.starts_with(v));
    vendor && starts.iter().any(|part| word.contains(part)) && !word.ends_with("_t")
}

/// A text with its tokens.
#[derive(Clone, Copy)]
struct Words<'a> {
    text: &'a str,
    all: &'a [Token],
    helpers: &'a Helpers,
    facts: &'a Facts,
    flows: &'a Flows,
    /// Macros that are given beside the text.
    given: &'a [String],
}

/// Tokens from one position up to another.
type Part = (usize, usize);

impl<'a> Words<'a> {
    /// The word or mark at a position; empty behind the end.
    fn word(&self, at: usize) -> &'a str {
        self.all.get(at).map_or("", |token| token.of(self.text))
    }

    fn kind(&self, at: usize) -> Option<TokenKind> {
        self.all.get(at).map(|token| token.kind)
    }

    fn slice(&self, (from, to): Part) -> &'a str {
        let start = self.all.get(from).map(|token| token.start);
        let end = to.checked_sub(1).and_then(|at| self.all.get(at));
        match (start, end) {
            (Some(start), Some(end)) => self.text.get(start..end.end).unwrap_or(""),
            _ => "",
        }
    }

    /// Whether three equal marks stand side by side, and no fourth before them.
    fn run(&self, at: usize, mark: &str) -> bool {
        let side = |a: usize, b: usize| match (self.all.get(a), self.all.get(b)) {
            (Some(a), Some(b)) => a.end == b.start,
            _ => false,
        };
        let three = (0..3).all(|more| self.word(at + more) == mark);
        let fourth = at > 0 && self.word(at - 1) == mark && side(at - 1, at);
        three && side(at, at + 1) && side(at + 1, at + 2) && !fourth
    }

    /// The position behind the bracket that closes the one at `at`.
    fn closed(&self, at: usize) -> Option<usize> {
        let mut depth = 0usize;
        for next in at..self.all.len().min(at.saturating_add(LONGEST)) {
            match self.word(next) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return Some(next + 1);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// The parts between commas that stand in no bracket.
    fn parts(&self, (from, to): Part) -> Vec<Part> {
        let mut parts = Vec::new();
        let (mut depth, mut start) = (0i32, from);
        for at in from..to {
            match self.word(at) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                "," if depth == 0 => {
                    parts.push((start, at));
                    start = at + 1;
                }
                _ => {}
            }
        }
        if start < to {
            parts.push((start, to));
        }
        parts
    }

    /// The same; none where a comma may be one between arguments of a template, or a part stands for several.
    fn arguments(&self, (from, to): Part) -> Option<Vec<Part>> {
        let (mut depth, mut angle, mut comma) = (0i32, false, false);
        for at in from..to {
            match self.word(at) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                "<" if depth == 0 => angle = true,
                "," if depth == 0 => comma |= angle,
                // Also of `->` and `>>`: what lies before may be a template's.
                ">" if depth == 0 && comma => return None,
                // `x.data_ptr<float>()`
                ">" if depth == 0 => angle = false,
                "." if self.run(at, ".") => return None,
                _ => {}
            }
        }
        Some(self.parts((from, to)))
    }

    /// A launch whose `<<<` is at a position.
    fn chevrons(&self, at: usize, file: u32) -> Option<Launch> {
        let (start, kernel, arguments) = self.callee(at)?;
        let from = at + 3;
        let mut depth = 0i32;
        let mut end = None;
        for next in from..self.all.len().min(from.saturating_add(LONGEST)) {
            match self.word(next) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                ";" if depth <= 0 => return None,
                ">" if depth == 0 && self.run(next, ">") => {
                    end = Some(next);
                    break;
                }
                _ => {}
            }
            if depth < 0 {
                return None;
            }
        }
        let end = end?;
        let parts = self.arguments((from, end))?;
        let (passed, written) = match (self.word(end + 3), self.closed(end + 3)) {
            ("(", Some(close)) => {
                let inside = (end + 4, close - 1);
                let passed = self.arguments(inside).unwrap_or_default();
                (passed, Written::Arguments(inside))
            }
            _ => (Vec::new(), Written::Unknown),
        };
        self.launch(
            start..end + 3,
            (kernel, &arguments),
            (&parts, &passed, written),
            file,
        )
    }

    /// `cudaLaunchKernel((void *)k, grid, block, arguments, bytes, stream)`.
    fn by_call(&self, at: usize, file: u32) -> Option<Launch> {
        if self.word(at + 1) != "(" {
            return None;
        }
        let end = self.closed(at + 1)?;
        let parts = self.arguments((at + 2, end - 1))?;
        let (name, rest) = parts.split_first()?;
        // `c ? f : g`, and what else is more than a name behind casts.
        let more = |at: usize| {
            let called = at > name.0 && self.kind(at - 1) == Some(TokenKind::Word);
            matches!(self.word(at), "?" | "," | "=" | "{" | "[") || self.word(at) == "(" && called
        };
        if (name.0..name.1).any(more) {
            return None;
        }
        // The name behind casts and `&`.
        let mut last = name.1;
        while last > name.0 && self.word(last - 1) == ")" {
            last -= 1;
        }
        let (_, kernel, arguments) = self.callee(last)?;
        let hip = self.word(at).starts_with("hip");
        let (parts, passed): (Vec<Part>, &[Part]) = match (hip, rest) {
            (true, [grid, block, shared, _, passed @ ..]) => (vec![*grid, *block, *shared], passed),
            (true, [grid, block, shared]) => (vec![*grid, *block, *shared], &[]),
            (false, [grid, block, _, shared, ..]) => (vec![*grid, *block, *shared], &[]),
            (false, [grid, block, ..]) => (vec![*grid, *block], &[]),
            _ => return None,
        };
        let written = match (hip, rest) {
            (true, [_, _, _, _, first, ..]) => Written::Arguments((first.0, end - 1)),
            (true, _) => Written::Arguments((end - 1, end - 1)),
            (false, [_, _, array, ..]) => Written::Addresses(*array),
            (false, _) => Written::Unknown,
        };
        self.launch(
            at..end,
            (kernel, &arguments),
            (&parts, passed, written),
            file,
        )
    }

    fn launch(
        &self,
        at: Range<usize>,
        (kernel, arguments): (String, &[Part]),
        (parts, passed, written): (&[Part], &[Part], Written),
        file: u32,
    ) -> Option<Launch> {
        let state = State::new();
        let scope = Scope::new(*self, at.start, &state);
        let (grid, block) = match parts {
            [grid, block, ..] => (*grid, *block),
            _ => return None,
        };
        let none = || Quantity {
            text: "0".to_owned(),
            formula: Formula::Number(0),
            value: Some(0),
        };
        let (kernel, arguments) = match scope.named(&kernel) {
            Some(found) if arguments.is_empty() => found,
            _ => (kernel, arguments.to_vec()),
        };
        let (grid, block) = (scope.extent(grid), scope.extent(block));
        let powers = scope.powers(passed);
        let passed: Vec<Quantity> = passed.iter().map(|part| scope.quantity(*part)).collect();
        let all: Vec<&Quantity> = grid
            .sizes
            .iter()
            .chain(&block.sizes)
            .chain(&passed)
            .collect();
        let fixed = scope.fixed(&all);
        Some(Launch {
            indirect: self.stands_for_others(&kernel),
            declared: self.declares_kernel(&kernel),
            memory: self.memory(at.start, &kernel, written),
            kernel,
            template_arguments: arguments.iter().map(|part| scope.argument(*part)).collect(),
            fixed,
            powers,
            arguments: passed,
            grid,
            block,
            shared: parts.get(2).map_or_else(none, |part| scope.quantity(*part)),
            place: Span::new(
                file,
                self.all.get(at.start)?.start,
                self.all.get(at.end.checked_sub(1)?)?.end,
            ),
        })
    }

    /// A launch of which nothing can be read: it may be one of any kernel, with any sizes.
    fn unread(&self, at: usize, file: u32) -> Option<Launch> {
        let token = self.all.get(at)?;
        let nothing = || Extent {
            text: String::new(),
            sizes: Vec::new(),
        };
        let shared = Quantity {
            text: String::new(),
            formula: Formula::Other(String::new()),
            value: None,
        };
        Some(Launch {
            kernel: String::new(),
            template_arguments: Vec::new(),
            grid: nothing(),
            block: nothing(),
            shared,
            arguments: Vec::new(),
            memory: Memory::default(),
            fixed: BTreeSet::new(),
            powers: BTreeSet::new(),
            indirect: true,
            declared: false,
            place: Span::new(file, token.start, token.end),
        })
    }

    /// What stands before a position: where it begins, the name, the template arguments.
    fn callee(&self, at: usize) -> Option<(usize, String, Vec<Part>)> {
        let mut last = at.checked_sub(1)?;
        let mut arguments = Vec::new();
        if self.word(last) == ">" {
            let close = last;
            let mut depth = 0usize;
            loop {
                if close - last > LONGEST {
                    return None;
                }
                match self.word(last) {
                    ">" => depth += 1,
                    "<" => depth = depth.checked_sub(1)?,
                    ";" | "{" | "}" => return None,
                    _ => {}
                }
                if depth == 0 {
                    break;
                }
                last = last.checked_sub(1)?;
            }
            arguments = self.template_parts((last + 1, close));
            last = last.checked_sub(1)?;
        }
        if self.kind(last) != Some(TokenKind::Word) {
            return None;
        }
        let mut start = last;
        while start >= 3
            && self.word(start - 1) == ":"
            && self.word(start - 2) == ":"
            && self.kind(start - 3) == Some(TokenKind::Word)
        {
            start -= 3;
        }
        let name: String = (start..=last).map(|at| self.word(at)).collect();
        Some((start, name, arguments))
    }

    /// Template arguments: commas within `<…>` and brackets separate nothing.
    fn template_parts(&self, (from, to): Part) -> Vec<Part> {
        let mut parts = Vec::new();
        let (mut depth, mut start) = (0i32, from);
        for at in from..to {
            match self.word(at) {
                "(" | "[" | "{" | "<" => depth += 1,
                ")" | "]" | "}" | ">" => depth -= 1,
                "," if depth == 0 => {
                    parts.push((start, at));
                    start = at + 1;
                }
                _ => {}
            }
        }
        if start < to {
            parts.push((start, to));
        }
        parts
    }
}

#[cfg(test)]
mod tests;
