//! Launches that pass one pointer for several parameters, as `k<<<…>>>(x, x, n)`: for them these parameters point to
//! the same memory, which is not taken to be different then.

use clang::launches::Launch;
use ir::kernel::{ArrayId, ExprKind, Linkage, Module};
use std::collections::{BTreeMap, BTreeSet};

/// For each parameter, in order, the first one that points to the same memory.
pub type Same = Vec<usize>;

/// What the arguments of launches say of parameters that point to the same memory.
#[derive(Clone, Debug, Default)]
pub struct OneMemory {
    /// Each way in which parameters may point to the same memory, with the place of a launch.
    pub ways: BTreeMap<Same, u32>,
    /// Launches that pass an address and one a few elements behind it, with both texts.
    pub parts: Vec<(u32, String, String)>,
}

impl OneMemory {
    /// What these launches say of a kernel of a program with so many parameters. A launch whose arguments are not
    /// known says nothing.
    pub fn of(launches: &[&Launch], module: &Module, params: usize) -> OneMemory {
        let pointers = arrays(module);
        let mut passed = OneMemory::default();
        for launch in launches {
            let arguments: Vec<Pointer> = launch
                .arguments
                .iter()
                .enumerate()
                .map(|(at, argument)| match pointers.contains_key(&at) {
                    true => Pointer::of(&argument.text),
                    false => Pointer::default(),
                })
                .collect();
            let start = launch.place.start;
            let each: Same = (0..params).collect();
            if arguments.len() != params {
                passed.ways.entry(each).or_insert(start);
                continue;
            }
            let mut same = each.clone();
            for (at, one) in arguments.iter().enumerate() {
                let Some(before) = arguments.get(..at) else {
                    continue;
                };
                if let Some(first) = before.iter().position(|other| one.is(other))
                    && let Some(slot) = same.get_mut(at)
                {
                    *slot = first;
                }
                let part = before.iter().find(|other| one.is_near(other));
                passed
                    .parts
                    .extend(part.map(|other| (start, other.text.clone(), one.text.clone())));
            }
            // Two calls need not give the same.
            if same != each && arguments.iter().any(|one| one.is_call) {
                passed.ways.entry(each).or_insert(start);
            }
            passed.ways.entry(same).or_insert(start);
        }
        passed
    }

    /// Parameters that point to the same memory in one of the ways, as if they did in all of them.
    pub fn together(&self) -> Same {
        let mut all: Same = Same::new();
        for way in self.ways.keys() {
            all.resize(all.len().max(way.len()), usize::MAX);
            for (slot, first) in all.iter_mut().zip(way) {
                *slot = (*slot).min(*first);
            }
        }
        // What is one with a parameter is one with what that is one with.
        for at in 0..all.len() {
            let further = all.get(at).and_then(|first| all.get(*first)).copied();
            if let (Some(slot), Some(further)) = (all.get_mut(at), further) {
                *slot = further;
            }
        }
        all
    }
}

/// An argument, as an address.
#[derive(Clone, Debug, Default)]
struct Pointer {
    /// As it is written, without casts and blanks.
    text: String,
    /// What a literal number of elements is added to, if that is how it is written.
    root: Option<String>,
    /// Whether it may be another address each time: a function is called, other than those that give the address of a
    /// container, something changes, or a macro may do so.
    is_call: bool,
}

/// Functions that give the same address whenever they are called.
const ACCESSORS: [&str; 4] = ["data_ptr()", "data()", "get()", "raw_pointer_cast"];

impl Pointer {
    fn of(text: &str) -> Pointer {
        let text = bare(&text.split_whitespace().collect::<String>())
            .replace("mutable_data_ptr", "data_ptr")
            .replace("const_data_ptr", "data_ptr");
        let rest = ACCESSORS
            .iter()
            .fold(text.clone(), |rest, accessor| rest.replace(accessor, ""));
        let number = |text: &str| {
            let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
            !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit())
        };
        let sum = text.rsplit_once(['+', '-']);
        let added = sum.filter(|(_, by)| number(by)).map(|(root, _)| root);
        let before = text.split_once('+').filter(|(by, _)| number(by));
        let element = text
            .strip_prefix('&')
            .and_then(|text| text.strip_suffix(']'))
            .and_then(|text| text.rsplit_once('['))
            .filter(|(_, by)| number(by))
            .map(|(root, _)| root);
        let root = added.or(before.map(|(_, root)| root)).or(element);
        let calls = rest
            .match_indices('(')
            .any(|(at, _)| rest[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_'));
        let changes = text.contains("++") || text.contains("--") || text.contains("=");
        let is_macro = text.chars().all(|c| !c.is_lowercase());
        Pointer {
            root: root.map(bare),
            is_call: calls || changes || is_macro,
            text,
        }
    }

    /// Whether it is the same address as another; a number or null is none.
    fn is(&self, other: &Pointer) -> bool {
        let starts = |c: char| c.is_alphabetic() || matches!(c, '_' | '&' | '(' | '*' | ':');
        let null = matches!(&*self.text, "nullptr" | "NULL");
        self.text == other.text && self.text.starts_with(starts) && !null
    }

    /// Whether one of two addresses lies a literal number of elements behind the other, or both behind one.
    fn is_near(&self, other: &Pointer) -> bool {
        let (own, its) = (self.root.as_ref(), other.root.as_ref());
        let root = own.unwrap_or(&self.text);
        let is_other =
            !root.is_empty() && root == its.unwrap_or(&other.text) && self.text != other.text;
        is_other && (own.is_some() || its.is_some())
    }
}

/// A text without casts, brackets around it and template arguments of calls.
fn bare(text: &str) -> String {
    let mut text = text.to_owned();
    loop {
        let next = inner(&text);
        if next == text {
            break;
        }
        text = next;
    }
    let accessor = "data_ptr<";
    while let Some(at) = text.find(accessor)
        && let Some(end) = text[at..].find('>')
    {
        text.replace_range(at + accessor.len() - 1..=at + end, "");
    }
    text
}

/// A text without its outermost cast or brackets, if it has some.
fn inner(text: &str) -> String {
    if let Some((cast, rest)) = text.split_once('>')
        && (cast.starts_with("static_cast<")
            || cast.starts_with("reinterpret_cast<")
            || cast.starts_with("const_cast<"))
    {
        return rest.to_owned();
    }
    let Some(rest) = text.strip_prefix('(') else {
        return text.to_owned();
    };
    let mut depth = 1;
    let close = rest.find(|c| {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        depth == 0
    });
    match close.map(|at| (&rest[..at], &rest[at + 1..])) {
        Some((within, "")) => within.to_owned(),
        Some((cast, rest)) if cast.ends_with('*') => rest.to_owned(),
        _ => text.to_owned(),
    }
}

/// What each parameter points to.
fn arrays(module: &Module) -> BTreeMap<usize, Vec<ArrayId>> {
    let mut arrays: BTreeMap<usize, Vec<ArrayId>> = BTreeMap::new();
    for (number, array) in (0u32..).zip(&module.arrays) {
        if let Linkage::Parameter(of) = array.linkage {
            arrays.entry(of as usize).or_default().push(ArrayId(number));
        }
    }
    arrays
}

/// A program in which parameters that point to the same memory do so in the same array.
pub fn merged(module: &Module, same: &Same) -> Module {
    let arrays = arrays(module);
    let mut into: BTreeMap<ArrayId, ArrayId> = BTreeMap::new();
    for (param, first) in same.iter().enumerate() {
        if let (Some(own), Some(first)) = (arrays.get(&param), arrays.get(first)) {
            into.extend(own.iter().copied().zip(first.iter().copied()));
        }
    }
    let mut module = module.clone();
    for function in &mut module.functions {
        for block in &mut function.blocks {
            let stmts = block.stmts.iter_mut();
            let within = stmts.flat_map(|stmt| stmt.kind.exprs_mut());
            let mut open: Vec<&mut ir::kernel::Expr> =
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
pub fn groups(same: &Same, params: &[String]) -> Vec<Vec<String>> {
    let firsts: BTreeSet<usize> = same.iter().copied().collect();
    let all = firsts.into_iter().map(|first| {
        let of = same.iter().zip(params);
        of.filter(|(one, _)| **one == first)
            .map(|(_, name)| name.clone())
            .collect::<Vec<String>>()
    });
    all.filter(|names| names.len() > 1).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::Pointer;

    #[test]
    fn pointers_are_the_same_where_they_are_written_alike() {
        let is = |a: &str, b: &str| Pointer::of(a).is(&Pointer::of(b));
        for (a, b) in [
            ("d", "d"),
            ("(float *)d", "d"),
            ("((const int*) (d))", "reinterpret_cast<int *>(d)"),
            ("x.data_ptr<float>()", "x.data_ptr<scalar_t>()"),
            ("d + n", "d+n"),
            ("x.mutable_data_ptr<int>()", "x.const_data_ptr<int>()"),
            ("::d", "::d"),
            ("&a[i]", "& a[ i ]"),
        ] {
            assert!(is(a, b), "{a} {b}");
        }
        for (a, b) in [
            ("d", "e"),
            ("nullptr", "nullptr"),
            ("NULL", "NULL"),
            ("0", "0"),
            ("d", "d + n"),
            ("x.data_ptr<float>()", "y.data_ptr<float>()"),
            ("", ""),
        ] {
            assert!(!is(a, b), "{a} {b}");
        }
    }

    #[test]
    fn a_few_elements_further_is_near() {
        let near = |a: &str, b: &str| Pointer::of(a).is_near(&Pointer::of(b));
        for (a, b) in [
            ("a", "a + 1"),
            ("a + 1", "a"),
            ("a + 1", "a + 2"),
            ("&a[4]", "a"),
            ("(int *)a + 1", "(int *)a"),
            ("1 + a", "a"),
            ("a - 1", "a"),
            ("a + 1u", "a"),
        ] {
            assert!(near(a, b), "{a} {b}");
        }
        for (a, b) in [
            ("a", "a + n"),
            ("a", "b + 1"),
            ("a", "a"),
            ("a + 1", "a + 1"),
        ] {
            assert!(!near(a, b), "{a} {b}");
        }
    }

    #[test]
    fn a_call_may_give_another_pointer_each_time() {
        for (text, call) in [
            ("next()", true),
            ("pool.take(4)", true),
            ("q[i++]", true),
            ("NEXT", true),
            ("x.data_ptr<float>()", false),
            ("thrust::raw_pointer_cast(v.data())", false),
            ("(float *)(d)", false),
        ] {
            assert_eq!(Pointer::of(text).is_call, call, "{text}");
        }
    }
}
