//! A pair of kernels: launches, terms, checks.

use crate::beyond::beyond;
use crate::concrete::{self, Executed};
use crate::launches::{Wanted, launches};
use crate::matched::Matched;
use crate::messages;
use crate::model::{EveryRun, Origin, Outcome, PairRun, SizeRun, Sizes};
use contracts::Clause;
use inspect::model::{FileRun, Passed};
use inspect::{Contracts, GraphKernel, Graphs, Input, Settings};
use kernel_graph::{ArrayId, FunctionId, Linkage, Scalar, Space};
use races::Size;
use solver::smt::SolverPool;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;
use symbolic::{Arena, Argument, Final, Launch, Level, Named, Shared};
use text::diagnostics::Diagnostic;
use text::source::SourceFile;

/// What is asked of a pair.
#[derive(Clone, Debug)]
pub struct Ask {
    /// The level that is demanded.
    pub demanded: Level,
    /// Whether a new kernel that needs longer arrays is accepted.
    pub accept_contract: bool,
    /// The launches.
    pub wanted: Wanted,
    /// How many statements a launch may execute.
    pub steps: u64,
}

/// One of the two kernels.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    /// The file.
    pub input: &'a Input,
    /// How it is read and checked.
    pub settings: &'a Settings,
    /// What was read.
    pub graphs: &'a Graphs,
    /// The kernel.
    pub kernel: &'a GraphKernel,
}

/// A part of what a launch passes: the parameter's number, and the rest of the name.
type Part = (u32, String);

/// A pair at work.
pub(crate) struct Work<'a> {
    pub sides: [Side<'a>; 2],
    pub functions: [FunctionId; 2],
    pub matched: Matched,
    /// Keys of arrays and of scalars, the same numbers in both launches.
    pub keys: BTreeMap<Part, u32>,
    pub arrays: [BTreeMap<Part, ArrayId>; 2],
    pub ask: &'a Ask,
}

fn texts(sides: [Side<'_>; 2]) -> Vec<SourceFile> {
    let files = sides.into_iter().flat_map(|side| &side.graphs.files);
    files.map(|file| file.source.clone()).collect()
}

/// A pair of which nothing can be compared.
pub fn hindered(sides: [Side<'_>; 2], ask: &Ask, why: Diagnostic, wrong: bool) -> PairRun {
    let [old, new] = sides;
    PairRun {
        files: [old.input.name.clone(), new.input.name.clone()],
        kernels: [old.kernel.name.clone(), new.kernel.name.clone()],
        sources: texts(sides),
        demanded: ask.demanded,
        accept_contract: ask.accept_contract,
        matched: Vec::new(),
        variables: Vec::new(),
        hindered: Some(why),
        wrong,
        origin: Origin::Given,
        runs: Vec::new(),
        every: None,
    }
}

/// Compares two kernels.
pub fn compare(sides: [Side<'_>; 2], ask: &Ask, pool: &SolverPool) -> PairRun {
    let [old, new] = sides;
    let (Some(first), Some(second)) = (old.kernel.function, new.kernel.function) else {
        return hindered(sides, ask, messages::no_graph(sides), false);
    };
    let matched = Matched::of(old.kernel, new.kernel);
    let work = Work::new(sides, [first, second], matched, ask);
    let (origin, launches) = launches(&ask.wanted, &work.matched, [old.kernel, new.kernel]);
    if let Some(name) = &work.matched.twice {
        return hindered(sides, ask, messages::twice(sides, name), false);
    }
    if let Some(name) = work.variable() {
        return hindered(sides, ask, messages::variable(sides, &name), false);
    }
    if let Some(why) = work.not_allowed(&launches) {
        return hindered(sides, ask, why, true);
    }
    if let Some(why) = work.unmatched(&launches) {
        return hindered(sides, ask, why, false);
    }
    if let Some(why) = work.unknown_names(&launches) {
        return hindered(sides, ask, why, true);
    }
    if let Some(why) = work.unfit(&launches) {
        return hindered(sides, ask, why, true);
    }
    // Who gives sizes asks about these alone.
    let every = (origin != Origin::Given).then(|| work.every(pool));
    let runs = launches
        .into_iter()
        .map(|sizes| work.run(sizes, every.as_ref(), pool))
        .collect();
    PairRun {
        files: [old.input.name.clone(), new.input.name.clone()],
        kernels: [old.kernel.name.clone(), new.kernel.name.clone()],
        sources: texts(sides),
        demanded: ask.demanded,
        accept_contract: ask.accept_contract,
        matched: work.matched.by_place.clone(),
        variables: work.variables(),
        hindered: None,
        wrong: false,
        origin,
        runs,
        every,
    }
}

impl<'a> Work<'a> {
    fn new(
        sides: [Side<'a>; 2],
        functions: [FunctionId; 2],
        matched: Matched,
        ask: &'a Ask,
    ) -> Work<'a> {
        let [old, new] = sides;
        let [first, second] = functions;
        let arrays = [
            matched.arrays(0, (&old.graphs.module, first), old.kernel),
            matched.arrays(1, (&new.graphs.module, second), new.kernel),
        ];
        let mut parts: Vec<Part> = arrays.iter().flat_map(|all| all.keys().cloned()).collect();
        for (number, side) in sides.into_iter().enumerate() {
            let function = functions.get(number).copied();
            let graph = function.and_then(|id| side.graphs.module.functions.get(id.0 as usize));
            let params = graph.into_iter().flat_map(|graph| &graph.params);
            parts.extend(params.filter_map(|param| matched.part(number, side.kernel, &param.name)));
        }
        parts.sort();
        parts.dedup();
        Work {
            sides,
            functions,
            keys: (0..).zip(parts).map(|(key, part)| (part, key)).collect(),
            arrays,
            matched,
            ask,
        }
    }

    /// The name of a part.
    pub(crate) fn name(&self, (number, rest): &Part) -> String {
        let parameter = self.matched.names.get(*number as usize);
        format!("{}{rest}", parameter.map_or("", String::as_str))
    }

    /// The part of a key.
    pub(crate) fn part(&self, key: u32) -> Option<&Part> {
        self.keys
            .iter()
            .find(|(_, own)| **own == key)
            .map(|(part, _)| part)
    }

    /// The value that a launch has for a part.
    pub(crate) fn value(&self, part: &Part, sizes: &Sizes) -> Option<i64> {
        let mut all = sizes.values.iter();
        let found = all.find(|(name, _)| {
            let both = self.sides.into_iter().enumerate();
            let of = |(side, one): (usize, Side<'_>)| self.matched.part(side, one.kernel, name);
            both.filter_map(of).next().as_ref() == Some(part)
        });
        found.map(|(_, value)| *value)
    }

    /// Why a parameter that only one of the kernels has keeps them from being compared.
    fn unmatched(&self, launches: &[Sizes]) -> Option<Diagnostic> {
        let alone = self.matched.alone.iter().find(|number| {
            let part = (**number, String::new());
            let name = self.matched.names.get(**number as usize);
            let integer = self
                .sides
                .iter()
                .flat_map(|side| &side.kernel.parameters)
                .any(|one| Some(&one.name) == name && matches!(one.passed, Passed::Integer { .. }));
            let given = launches
                .iter()
                .all(|sizes| self.value(&part, sizes).is_some());
            !(integer && given)
        })?;
        let name = self
            .matched
            .names
            .get(*alone as usize)
            .map_or("", String::as_str);
        Some(messages::unmatched(self.sides, name))
    }

    /// The names of the program's variables that both access.
    fn variables(&self) -> Vec<String> {
        let of = self.arrays.iter().flat_map(BTreeMap::keys);
        let names = of.filter(|(number, _)| *number == u32::MAX);
        let all: BTreeSet<String> = names.map(|(_, name)| name.clone()).collect();
        all.into_iter().collect()
    }

    /// A variable of the program that is not the same one in both: only one of the kernels accesses it, or one of another
    /// type, or several have its name.
    fn variable(&self) -> Option<String> {
        self.variables().into_iter().find(|name| {
            let part = (u32::MAX, name.clone());
            let both = self.sides.into_iter().zip(&self.arrays);
            let mut found = both.map(|(side, arrays)| {
                let module = &side.graphs.module;
                let of_name = module.arrays.iter().filter(|array| {
                    array.linkage == Linkage::Variable
                        && matches!(array.space, Space::Global | Space::Constant)
                        && array.name == *name
                });
                let array = module.array(*arrays.get(&part)?)?;
                let alone = of_name.count() == 1;
                alone.then_some((array.space, array.bytes, &array.layout))
            });
            match (found.next().flatten(), found.next().flatten()) {
                (Some(old), Some(new)) => old != new,
                _ => true,
            }
        })
    }

    /// Blocks of a size that a kernel does not allow.
    fn not_allowed(&self, launches: &[Sizes]) -> Option<Diagnostic> {
        for (side, one) in self.sides.into_iter().enumerate() {
            let function = one.kernel.function;
            let function = function.and_then(|id| one.graphs.module.functions.get(id.0 as usize));
            let Some(function) = function else {
                continue;
            };
            let allowed = |block: [u32; 3]| {
                let threads = block.iter().map(|n| u64::from(*n)).product::<u64>();
                function
                    .required_block
                    .is_none_or(|required| required == block)
                    && function
                        .most_threads
                        .is_none_or(|most| threads <= u64::from(most))
            };
            let mut blocks = launches.iter().filter_map(|sizes| sizes.block.get(side));
            if let Some(block) = blocks.find(|block| !allowed(**block)) {
                return Some(messages::not_allowed(&one.kernel.name, *block));
            }
        }
        None
    }

    /// A value for a parameter that neither kernel has.
    fn unknown_names(&self, launches: &[Sizes]) -> Option<Diagnostic> {
        let names = launches
            .iter()
            .flat_map(|sizes| &sizes.values)
            .map(|(name, _)| name);
        let known = |name: &str| {
            let mut both = self.sides.into_iter().enumerate();
            both.any(|(side, one)| self.matched.part(side, one.kernel, name).is_some())
        };
        let wrong = names.into_iter().find(|name| !known(name))?;
        Some(messages::no_parameter(self.sides, wrong))
    }

    /// A value that does not fit a parameter of either kernel.
    fn unfit(&self, launches: &[Sizes]) -> Option<Diagnostic> {
        for (side, one) in self.sides.into_iter().enumerate() {
            for parameter in &one.kernel.parameters {
                let Some(part) = self.matched.part(side, one.kernel, &parameter.name) else {
                    continue;
                };
                let mut values = launches.iter().filter_map(|sizes| self.value(&part, sizes));
                if let Some(value) = values.find(|value| !fits(*value, parameter.passed)) {
                    return Some(messages::unfit(&parameter.name, value));
                }
            }
        }
        None
    }

    pub(crate) fn launch(&self, side: usize, sizes: &Sizes) -> Option<Launch<'a>> {
        let one = self.sides.get(side)?;
        let function = *self.functions.get(side)?;
        let module = &one.graphs.module;
        let graph = module.functions.get(function.0 as usize)?;
        let mut arguments = Vec::new();
        for param in &graph.params {
            let part = self.matched.part(side, one.kernel, &param.name)?;
            let key = *self.keys.get(&part)?;
            let scalar = graph.local(param.local).map(|local| local.scalar);
            arguments.push(match (self.value(&part, sizes), scalar) {
                (Some(value), Some(scalar)) => Argument::Bits(concrete::bits(value, scalar)),
                _ => Argument::Any(key),
            });
        }
        let mut arrays = BTreeMap::new();
        for (part, id) in self.arrays.get(side)? {
            // Pieces are those of the old kernel's array, where it has it.
            let [old, new] = &self.arrays;
            let [first, second] = self.sides;
            let (of, module) = match old.get(part) {
                Some(id) => (*id, &first.graphs.module),
                None => (new.get(part).copied()?, &second.graphs.module),
            };
            let layout = &module.array(of)?.layout;
            let shared = Shared {
                key: *self.keys.get(part)?,
                grain: symbolic::grain(layout, module.target.pointer),
                bytes: None,
            };
            arrays.insert(*id, shared);
        }
        Some(Launch {
            module,
            kernel: function,
            block: *sizes.block.get(side)?,
            grid: *sizes.grid.get(side)?,
            dimensions: dimensions(*sizes.block.get(side)?, *sizes.grid.get(side)?),
            arguments,
            arrays,
            dynamic: sizes.shared.get(side).copied().flatten(),
            steps: self.ask.steps,
        })
    }

    fn run(&self, sizes: Sizes, every: Option<&EveryRun>, pool: &SolverPool) -> SizeRun {
        let start = Instant::now();
        let mut arena = Arena::default();
        let finals = self.finals(&sizes, &mut arena);
        let executed = start.elapsed();
        let mut run = SizeRun {
            outcome: Outcome::Nothing,
            outside: every.is_some_and(|every| self.is_outside(every, &sizes)),
            laws: Vec::new(),
            elements: 0,
            beyond: Vec::new(),
            non_null: false,
            wide_indices: false,
            checked: Vec::new(),
            time: start.elapsed(),
            sizes,
        };
        let start = Instant::now();
        match finals {
            Ok((old, new)) => self.settle(&mut run, &mut arena, (&old, &new)),
            Err(why) => {
                run.outcome = match concrete::differ(self, &run.sizes, None) {
                    Executed::Differs(difference) => Outcome::Different(difference),
                    Executed::Same | Executed::Unknown => Outcome::Refused(why),
                };
            }
        }
        run.time = executed + start.elapsed();
        // Where both kernels are verified for all sizes, only a difference is a matter of these.
        let [old, new] = self.sides;
        let kernels = [old.kernel.name.as_str(), new.kernel.name.as_str()];
        let demanded = (self.ask.demanded, self.ask.accept_contract);
        let shown = every.is_some_and(|every| every.shows_as(demanded, kernels).is_ok());
        let needed = match &run.outcome {
            Outcome::Refused(_) => false,
            Outcome::Different(_) => true,
            Outcome::Equal(_) | Outcome::Open(..) | Outcome::Unset(..) | Outcome::Nothing => !shown,
        };
        if needed {
            run.checked = vec![
                self.checked(0, &run.sizes, pool),
                self.checked(1, &run.sizes, pool),
            ];
        }
        run
    }

    fn finals(&self, sizes: &Sizes, arena: &mut Arena) -> Result<(Final, Final), Box<Diagnostic>> {
        let mut found = Vec::new();
        for side in 0..2 {
            let Some(launch) = self.launch(side, sizes) else {
                return Err(Box::new(messages::no_graph(self.sides)));
            };
            match symbolic::run(&launch, arena) {
                Ok(done) => found.push(done),
                Err(refused) => {
                    return Err(Box::new(messages::refused(self.sides, side, &refused)));
                }
            }
        }
        let mut found = found.into_iter();
        match (found.next(), found.next()) {
            (Some(old), Some(new)) => Ok((old, new)),
            _ => Err(Box::new(messages::no_graph(self.sides))),
        }
    }

    /// The race checker's answer for one launch of a kernel.
    fn checked(&self, side: usize, sizes: &Sizes, pool: &SolverPool) -> FileRun {
        let [first, second] = self.sides;
        let one = if side == 0 { first } else { second };
        let fixed = |all: [u32; 3]| all.map(Size::Fixed).to_vec();
        let mut settings = one.settings.clone();
        settings.kernels = vec![one.kernel.name.clone()];
        settings.only = Vec::new();
        settings.except = Vec::new();
        settings.sizes.block = sizes.block.get(side).map(|all| fixed(*all));
        settings.sizes.grid = sizes.grid.get(side).map(|all| fixed(*all));
        settings.checks.contracts = Contracts::Given;
        settings.checks.launches = false;
        // A contract that these sizes contradict would be met by no launch.
        settings.checks.written = false;
        for parameter in &one.kernel.parameters {
            let part = self.matched.part(side, one.kernel, &parameter.name);
            let value = part.and_then(|part| self.value(&part, sizes));
            let wide = matches!(parameter.passed, Passed::Integer { bits: 32.., .. });
            if let Some(value) = value.filter(|_| wide)
                && let Ok(clauses) = Clause::parse(&format!("{} == {value}", parameter.name))
            {
                settings.checks.requires.extend(clauses);
            }
        }
        if let Some(bytes) = sizes.shared.get(side).copied().flatten()
            && let Ok(clauses) = Clause::parse(&format!("sharedBytes == {bytes}"))
        {
            settings.checks.requires.extend(clauses);
        }
        let mut runs = inspect::files(std::slice::from_ref(one.input), &settings, Some(pool));
        let mut run = runs.swap_remove(0);
        run.kernels.retain(|kernel| kernel.name == one.kernel.name);
        run
    }

    fn settle(&self, run: &mut SizeRun, arena: &mut Arena, (old, new): (&Final, &Final)) {
        run.non_null = old.non_null || new.non_null;
        run.wide_indices = old.wide_indices || new.wide_indices;
        run.beyond = beyond(self, arena, (old, new));
        if let Some((one, other)) = self.same_memory(&run.sizes, (old, new)) {
            run.outcome = Outcome::Refused(Box::new(messages::same_memory(&one, &other)));
            return;
        }
        let compared = symbolic::compare(arena, (old, new), Level::Real);
        run.elements = compared.pieces;
        run.laws = compared.laws.iter().copied().collect();
        if let Some(level) = compared.level() {
            run.outcome = match compared.pieces {
                0 => Outcome::Nothing,
                _ => Outcome::Equal(level),
            };
            return;
        }
        let Some(first) = compared.open.first() else {
            return;
        };
        let shown = |id| symbolic::show(arena, id, 6, &|named| self.named(named));
        let before = self.named(Named::Input(
            first.key,
            first.piece.0.saturating_mul(i64::from(first.piece.1)),
            8 * first.piece.1,
        ));
        let words = |written: bool, id| match written {
            true => shown(id),
            false => format!("{} (not written)", shown(id)),
        };
        let [by_old, by_new] = first.written;
        let terms = (words(by_old, first.old), words(by_new, first.new));
        run.outcome = match concrete::differ(self, &run.sizes, Some((arena, &compared.open))) {
            Executed::Differs(difference) => Outcome::Different(difference),
            Executed::Same | Executed::Unknown if compared.unset > 0 => {
                Outcome::Unset(compared.unset, before)
            }
            Executed::Same | Executed::Unknown => Outcome::Open(compared.open.len(), before, terms),
        };
    }

    /// Two parameters for which the launches may pass the same memory, where one of the kernels writes it.
    fn same_memory(&self, sizes: &Sizes, (old, new): (&Final, &Final)) -> Option<(String, String)> {
        let written = |part: &Part| {
            let keys = self
                .keys
                .iter()
                .filter(|((number, _), _)| *number == part.0);
            keys.into_iter().any(|(_, key)| {
                let of = |all: &Final| all.arrays.get(key).is_some_and(|a| !a.written.is_empty());
                of(old) || of(new)
            })
        };
        let mut all = sizes.together.iter();
        let (one, other) = all.find(|(one, other)| written(one) || written(other))?;
        Some((self.name(one), self.name(other)))
    }

    /// The name of what lies in an array, or of a parameter.
    pub(crate) fn named(&self, named: Named) -> String {
        let (key, offset) = match named {
            Named::Param(key) => {
                return self
                    .part(key)
                    .map_or_else(String::new, |part| self.name(part));
            }
            Named::Input(key, offset, _) => (key, offset),
        };
        let Some(part) = self.part(key) else {
            return String::new();
        };
        let name = match part.0 {
            u32::MAX => part.1.clone(),
            _ => self.name(part),
        };
        let [old, new] = &self.arrays;
        let [first, second] = self.sides;
        let array = match old.get(part) {
            Some(id) => first.graphs.module.array(*id),
            None => new.get(part).and_then(|id| second.graphs.module.array(*id)),
        };
        let size = array.map_or(1, |array| array.layout.size.max(1));
        let size = i64::try_from(size).unwrap_or(1);
        let rest = u64::try_from(offset.rem_euclid(size)).unwrap_or(0);
        let path = array.map_or_else(String::new, |array| array.layout.path(rest));
        match part.0 {
            // The layout of a variable is that of all of it.
            u32::MAX => format!("{name}{path}"),
            _ => format!("{name}[{}]{path}", offset.div_euclid(size)),
        }
    }
}

/// How many dimensions a launch has.
fn dimensions(block: [u32; 3], grid: [u32; 3]) -> u32 {
    let used = |sizes: [u32; 3]| {
        sizes
            .iter()
            .rposition(|n| *n > 1)
            .map_or(1, |last| last + 1)
    };
    u32::try_from(used(block).max(used(grid))).unwrap_or(3)
}

/// Whether a parameter may have a value. One that is no integer has none.
fn fits(value: i64, passed: Passed) -> bool {
    match passed {
        Passed::Integer { bits, signed } => {
            let value = i128::from(value);
            let most = 1i128.checked_shl(bits).unwrap_or(i128::MAX);
            match signed {
                true => -(most / 2) <= value && value < most / 2,
                false => (0..most).contains(&value),
            }
        }
        Passed::Pointer { .. } | Passed::Other => false,
    }
}

/// The type of what is in a scalar.
pub(crate) fn is_float(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::Float(_))
}
