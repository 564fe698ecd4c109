//! Launches whose pointers point to the same memory, as `k<<<…>>>(x, x, n)`, or may do so: for them parameters are
//! not taken to point to different memory. What arguments are is followed where launches are read
//! ([`clang::launches::Memory`]).

use crate::sizes;
use clang::launches::{Launch, Meeting};
use kernel_graph::{ArrayId, ExprKind, FunctionId, Linkage, Module, Space};
use races::Touched;
use std::collections::{BTreeMap, BTreeSet};
use text::span::Span;

/// For each parameter, in order, the first one that points to the same memory.
pub(crate) type Same = Vec<usize>;

/// What the arguments of launches say of parameters that point to the same memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct OneMemory {
    /// Each way in which parameters may point to the same memory, with the place of a launch.
    pub ways: BTreeMap<Same, Option<u32>>,
    /// Launches that pass pointers which may point to the same memory.
    pub meetings: Vec<(Option<u32>, Meeting)>,
    /// Launches that pass a pointer, by its number, which may point to a variable that the kernel uses.
    pub variables: Vec<(Option<u32>, usize, String)>,
    /// Launches whose arguments are not known.
    pub unread: Vec<Option<u32>>,
}

impl OneMemory {
    /// What these launches say of a kernel of a program with so many parameters.
    pub(crate) fn of(
        launches: &[&Launch],
        (module, kernel): (&Module, FunctionId),
        params: usize,
    ) -> OneMemory {
        let arrays = arrays(module, kernel);
        let used = variables(module, kernel);
        let is_pointer = |at: usize| arrays.contains_key(&at);
        let mut passed = OneMemory::default();
        for launch in launches {
            let here = launch.place != Span::default();
            let start = here.then_some(launch.place.start);
            let each: Same = (0..params).collect();
            let memory = &launch.memory;
            // What has other parameters is another kernel, if it is not said which it is, or there are several.
            let count = memory.passed;
            let several = launch.indirect || is_overloaded(module, kernel);
            if several && count.is_some_and(|count| count != params) {
                passed.ways.entry(each).or_insert(start);
                continue;
            }
            if count.is_none_or(|count| count > params) {
                passed.ways.entry(each).or_insert(start);
                passed.unread.push(start);
                continue;
            }
            for way in &memory.ways {
                let mut same = each.clone();
                for (one, other) in way {
                    if is_pointer(*one) && is_pointer(*other) {
                        join(&mut same, *one, *other);
                    }
                }
                passed.ways.entry(same).or_insert(start);
            }
            for meeting in &memory.meetings {
                let (one, other) = meeting.arguments;
                let within = |at: usize| arrays.get(&at).map_or(0, Vec::len);
                let several = one != other || within(one) > 1;
                if is_pointer(one) && is_pointer(other) && several {
                    passed.meetings.push((start, meeting.clone()));
                }
            }
            for (at, name) in &memory.variables {
                if is_pointer(*at) && used.contains_key(name) {
                    passed.variables.push((start, *at, name.clone()));
                }
            }
        }
        passed
    }

    /// Parameters that point to the same memory in one of the ways, as if they did in all of them.
    pub(crate) fn together(&self) -> Same {
        let mut all: Same = Same::new();
        for way in self.ways.keys() {
            for at in all.len()..way.len() {
                all.push(at);
            }
            for (at, first) in way.iter().enumerate() {
                join(&mut all, at, *first);
            }
        }
        all
    }
}

/// Takes two parameters, and what is one with them, to be one.
fn join(same: &mut Same, one: usize, other: usize) {
    let (Some(a), Some(b)) = (same.get(one).copied(), same.get(other).copied()) else {
        return;
    };
    let (first, second) = (a.min(b), a.max(b));
    for slot in same.iter_mut().filter(|slot| **slot == second) {
        *slot = first;
    }
}

/// What of memory a kernel's parameters and variables it touches.
#[derive(Clone, Debug, Default)]
pub(crate) struct Uses {
    /// Whether parameters that are read point to the same memory does not matter unless one of them is written.
    all: bool,
    params: BTreeMap<usize, bool>,
    variables: BTreeMap<String, bool>,
}

impl Uses {
    /// Adds what a check of a kernel found, with parameters that point to the same memory in one array.
    pub(crate) fn add(
        &mut self,
        touched: &Touched,
        (module, kernel): (&Module, FunctionId),
        same: &Same,
    ) {
        self.all |= touched.compared;
        let arrays = arrays(module, kernel);
        let mut firsts: BTreeMap<usize, bool> = BTreeMap::new();
        for (array, written) in &touched.arrays {
            let params = arrays
                .iter()
                .filter(|(_, all)| all.iter().any(|(_, id)| id == array));
            for (param, _) in params {
                let first = same.get(*param).copied().unwrap_or(*param);
                *firsts.entry(first).or_default() |= written;
            }
            let found = module.array(*array);
            if let Some(variable) = found.filter(|one| one.linkage == Linkage::Variable) {
                let name = last_part(&variable.name).to_owned();
                *self.variables.entry(name).or_default() |= written;
            }
        }
        for (param, first) in same.iter().enumerate() {
            if let Some(written) = firsts.get(first) {
                *self.params.entry(param).or_default() |= written;
            }
        }
    }

    /// Whether it matters that two parameters point to the same memory: both are used, and one is written.
    pub(crate) fn matter(&self, (one, other): (usize, usize)) -> bool {
        let (one, other) = (self.params.get(&one), self.params.get(&other));
        self.all || matches!((one, other), (Some(a), Some(b)) if *a || *b)
    }

    /// Whether it matters that some two parameters do.
    pub(crate) fn some_matter(&self) -> bool {
        let several = self.params.len() > 1;
        self.all || several && self.params.values().any(|written| *written)
    }

    /// The same of a parameter and a variable.
    pub(crate) fn matters_with(&self, param: usize, variable: &str) -> bool {
        let (one, other) = (self.params.get(&param), self.variables.get(variable));
        self.all || matches!((one, other), (Some(a), Some(b)) if *a || *b)
    }
}

fn last_part(name: &str) -> &str {
    name.rsplit("::").next().unwrap_or(name)
}

/// Whether there are other kernels of its name.
fn is_overloaded(module: &Module, kernel: FunctionId) -> bool {
    let bare = |name: &str| {
        let name = name.split('<').next().unwrap_or(name);
        last_part(name).to_owned()
    };
    let own = module.functions.get(kernel.0 as usize);
    let own = own.map(|function| bare(&function.name));
    let kernels = module.functions.iter().enumerate();
    let mut others = kernels.filter(|(at, one)| one.kernel && *at != kernel.0 as usize);
    others.any(|(_, one)| Some(bare(&one.name)) == own)
}

/// The variables of the program that a kernel uses, by the last part of their names.
fn variables(module: &Module, kernel: FunctionId) -> BTreeMap<String, ArrayId> {
    let mut found = BTreeMap::new();
    for function in sizes::reached(module, kernel) {
        sizes::each_expression(function, &mut |part| {
            if let ExprKind::Base(id) = part.kind
                && let Some(array) = module.array(id)
                && array.linkage == Linkage::Variable
                && matches!(array.space, Space::Global | Space::Constant)
            {
                found.insert(last_part(&array.name).to_owned(), id);
            }
        });
    }
    found
}

/// What each parameter of a kernel points to, as far as that is used: which member of it, and the array.
fn arrays(module: &Module, kernel: FunctionId) -> BTreeMap<usize, Vec<(String, ArrayId)>> {
    let mut own: BTreeSet<ArrayId> = BTreeSet::new();
    if let Some(function) = module.functions.get(kernel.0 as usize) {
        sizes::each_expression(function, &mut |part| {
            if let ExprKind::Base(id) = part.kind {
                own.insert(id);
            }
        });
    }
    let mut arrays: BTreeMap<usize, Vec<(String, ArrayId)>> = BTreeMap::new();
    for id in own {
        if let Some(array) = module.array(id)
            && let Linkage::Parameter(of) = array.linkage
        {
            let member = array
                .name
                .find(['.', '['])
                .map_or("", |at| &array.name[at..]);
            let of = arrays.entry(of as usize).or_default();
            of.push((member.to_owned(), id));
        }
    }
    arrays
}

/// A program in which parameters of a kernel that point to the same memory do so in the same array.
pub(crate) fn merged(module: &Module, kernel: FunctionId, same: &Same) -> Module {
    let arrays = arrays(module, kernel);
    let mut into: BTreeMap<ArrayId, ArrayId> = BTreeMap::new();
    // A parameter that is not used has no array.
    let mut firsts: BTreeMap<(usize, &str), ArrayId> = BTreeMap::new();
    for (param, first) in same.iter().enumerate() {
        for (member, array) in arrays.get(&param).into_iter().flatten() {
            let slot = firsts.entry((*first, member)).or_insert(*array);
            if slot != array {
                into.insert(*array, *slot);
            }
        }
    }
    let mut module = module.clone();
    for function in &mut module.functions {
        for block in &mut function.blocks {
            let stmts = block.stmts.iter_mut();
            let within = stmts.flat_map(|stmt| stmt.kind.exprs_mut());
            let mut open: Vec<&mut kernel_graph::Expr> =
                within.chain(block.end.exprs_mut()).collect();
            while let Some(next) = open.pop() {
                if let ExprKind::Base(array) = &mut next.kind
                    && let Some(first) = into.get(array)
                {
                    *array = *first;
                }
                open.extend(next.children_mut());
            }
        }
    }
    module
}

/// The names of parameters that point to the same memory, those of each group together.
pub(crate) fn groups(same: &Same, params: &[String]) -> Vec<Vec<String>> {
    let firsts: BTreeSet<usize> = same.iter().copied().collect();
    let all = firsts.into_iter().map(|first| {
        let of = same.iter().zip(params);
        of.filter(|(one, _)| **one == first)
            .map(|(_, name)| name.clone())
            .collect::<Vec<String>>()
    });
    all.filter(|names| names.len() > 1).collect()
}
