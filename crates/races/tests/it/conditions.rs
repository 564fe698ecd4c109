//! Generated kernels that race for values that are known: conditions over parameters, made of all kinds of
//! operators, are computed here with the exact meaning of C, and guard a race. So each verdict that such a
//! kernel is free of races contradicts an execution.
//!
//! `CONDITIONS=N` takes N kernels, `CONDITIONS_SEED=S` those from seed S on.

#[path = "conditions/value.rs"]
mod value;

use crate::{pool, request};
use clang::read;
use races::{Options, Overflow, Size, Sizes, Status};
use value::{Draw, Made, literal};

/// Kernels of one file: clang takes most of its time to start.
const OF_FILE: usize = 40;

/// How the values of a parameter are restricted: to the one that is meant, to some around it, or not.
fn pinned(draw: &mut Draw, name: &str, value: i128, ty: value::Type) -> String {
    let at = |value: i128| literal(ty.wrapped(value), ty);
    let (low, high) = (at(value), at(value));
    match draw.below(7) {
        0 => format!("if ({name} < {low} || {name} > {high}) return;"),
        1 => format!("if (!({name} >= {low} && {name} <= {high})) return;"),
        2 => format!("__requires({name} == {low});"),
        3 => format!("__requires({name} >= {low}); __requires({name} <= {high});"),
        4 => format!("if ({name} != {low}) return;"),
        5 => {
            let least = (value - 3).max(ty.least());
            let most = (value + 5).min(ty.most());
            format!(
                "if ({name} < {} || {name} > {}) return;",
                at(least),
                at(most)
            )
        }
        _ => String::new(),
    }
}

/// What happens where the condition is true: each is wrong for two threads or more.
fn wrong(draw: &mut Draw, condition: &str) -> String {
    let shift = 1 + draw.below(3);
    let many: String = (0..9 + draw.below(6))
        .map(|at| format!("a[16 * t + {at}] = {at}; "))
        .collect();
    let within: String = (0..12)
        .map(|at| format!("s[(t + {at}) % 64] = 1; __syncthreads(); "))
        .collect();
    match draw.below(11) {
        0..3 => format!("if ({condition}) a[0] = t;"),
        3 => format!("if (!({condition})) return; a[0] = t;"),
        4 => format!("int f = 0; if ({condition}) f = {shift}; else f = -1; if (f > 0) a[f] = t;"),
        5 => format!("{many} if ({condition}) a[16 * t + 16] = 1;"),
        6 => format!("if ({condition}) {{ {many} a[{shift}] = t; }}"),
        7 => format!("__shared__ int s[64]; {within} if ({condition}) s[t + 64] = 1;"),
        8 => format!(
            "int sum = 0; for (int i = 0; i < 4; ++i) {{ sum += i; for (int j = 0; j < 3; ++j) {{ \
             sum ^= j; if (i == {shift} && j == 2 && ({condition})) a[0] = t; }} }}"
        ),
        9 => format!(
            "int k = 0; for (;;) {{ if (k >= 5) break; k++; if (k == 2) continue; if (!({condition})) return; }} \
             if (k == 5) a[0] = t;"
        ),
        _ => format!(
            "switch (({condition}) ? {shift} : 9) {{ case 9: break; case {shift}: a[0] = t; break; default: break; }}"
        ),
    }
}

/// A kernel that races, with its number in its name.
fn kernel(seed: u64, number: usize) -> (String, u32) {
    let mut draw = Draw::new(seed);
    let made = loop {
        if let Some(made) = Made::new(&mut draw) {
            break made;
        }
    };
    let params: String = made
        .params
        .iter()
        .map(|(name, ty, _)| format!(", {} {name}", ty.name()))
        .collect();
    let guards: String = made
        .params
        .iter()
        .map(|(name, ty, value)| pinned(&mut draw, name, *value, *ty) + " ")
        .collect();
    // Requirements stand first.
    let (first, later): (Vec<&str>, Vec<&str>) = guards
        .split_inclusive("; ")
        .partition(|guard| guard.starts_with("__requires"));
    let body = wrong(&mut draw, &made.condition);
    let text = format!(
        "__global__ void k{number}(int *a{params}) {{ {} {} int t = threadIdx.x; {} {body} }}\n",
        first.concat(),
        later.concat(),
        made.before
    );
    (text, [2, 3, 32, 64][draw.below(4)])
}

#[test]
fn what_races_for_known_values_is_never_verified() {
    if clang::find::Program::find().is_none() {
        eprintln!("skipped: there is no clang (./x setup)");
        return;
    }
    let setting = |name: &str, usual: u64| {
        let text = std::env::var(name).ok();
        text.and_then(|text| text.parse().ok()).unwrap_or(usual)
    };
    let count = usize::try_from(setting("CONDITIONS", 48)).unwrap();
    let seed = setting("CONDITIONS_SEED", 1);
    let pool = pool();
    let (mut verified, mut wrong, mut unknown, mut refused) = (Vec::new(), 0, 0, 0);
    let mut at = 0;
    while at < count {
        let made: Vec<(String, u32)> = (at..count.min(at + OF_FILE))
            .map(|number| kernel(seed.wrapping_add(number as u64), number))
            .collect();
        at += OF_FILE;
        let text: String = made.iter().map(|(text, _)| text.as_str()).collect();
        let reading = read(&request("k.cu", &text));
        let mut graphs = kernels::lower(&reading.unit);
        kernel_graph::promote(&mut graphs.module);
        assert!(reading.errors.is_empty(), "{:?}\n{text}", reading.errors);
        assert_eq!(reading.kernels.len(), made.len());
        for (kernel, (text, block)) in reading.kernels.iter().zip(&made) {
            let number = kernel.function.and_then(|f| graphs.functions.get(&f));
            let Some(number) = number else {
                eprintln!("refused: {text}");
                refused += 1;
                continue;
            };
            let one = Size::Fixed(1);
            let mut options = Options::new(Sizes {
                block: [Size::Fixed(*block), one, one],
                grid: [one; 3],
                dimensions: None,
            });
            options.until_one = text.len() % 8 != 0;
            if text.len() % 2 == 0 {
                options.overflow = Overflow::Wraps;
            }
            options.tolerate_equal_writes = text.len() % 3 == 0 && !text.contains("] = 1;");
            options.effort.first_rlimit = 200_000;
            options.effort.rlimit = 400_000;
            options.budget = 5_000_000;
            match races::check(&graphs.module, *number, &options, &pool).status() {
                Status::Verified => verified.push(text.clone()),
                Status::Wrong => wrong += 1,
                Status::Unknown => unknown += 1,
            }
        }
    }
    eprintln!("{count} kernels: {wrong} wrong, {unknown} not decided, {refused} refused");
    assert!(
        verified.is_empty(),
        "verified, and racy:\n{}",
        verified.join("\n")
    );
    assert!(refused * 10 <= count, "{refused} refused");
}
