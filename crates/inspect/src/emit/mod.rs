//! Contracts as programs that hold a launch against them before it is made.
//!
//! | file | holds |
//! |---|---|
//! | `header.rs`, `contract.h` | a header of C++17 |
//! | `module.rs`, `contract.py` | a module of Python |
//! | `comments.rs` | inferred clauses as comments before kernels |

mod comments;
mod header;
mod module;

pub use self::comments::{annotated, same};
pub use self::header::header;
pub use self::module::module;

use crate::assumed::{Assumed, Taken};
use crate::model::{FileRun, KernelRun, Verdict};
use contracts::{Axis, Clause, Name, Number, Relation, Size, Value};

/// Something that a launch has to satisfy.
struct Obligation {
    clause: Clause,
    /// What it follows from.
    evidence: String,
}

/// All that a launch has to satisfy: the contract, the sizes for which the kernel was checked, and what pointers may not do.
fn obligations(kernel: &KernelRun) -> Vec<Obligation> {
    let mut all: Vec<Obligation> = Vec::new();
    let mut add = |clause: Clause, evidence: &str| {
        if all.iter().all(|one| one.clause != clause) {
            let evidence = evidence.to_owned();
            all.push(Obligation { clause, evidence });
        }
    };
    for one in &kernel.contract {
        for clause in Clause::parse(&one.clause).unwrap_or_default() {
            add(clause, &one.evidence);
        }
    }
    let sizes = kernel.sizes.map(|chosen| chosen.sizes);
    for (size, extent) in sizes
        .iter()
        .flat_map(|sizes| [(Size::Block, sizes.block), (Size::Grid, sizes.grid)])
    {
        for (axis, n) in Axis::ALL.into_iter().zip(extent) {
            if let races::Size::Fixed(n) = n {
                let of = Number::Value(Value::Size(size, axis));
                let n = Number::from(i64::from(n));
                add(
                    Clause::Compare(of, Relation::Equal, n),
                    "the kernel is checked for it",
                );
            }
        }
    }
    for clause in &kernel.apart {
        add(clause.clone(), "assumed");
    }
    all
}

/// The kernels of a file that are verified, each with a name of its own that is an identifier, and the others.
fn named(run: &FileRun) -> (Vec<(String, &KernelRun)>, Vec<&KernelRun>) {
    let is_verified = |kernel: &&KernelRun| kernel.verdict() == Verdict::Verified;
    let (verified, others): (Vec<_>, Vec<_>) = run.kernels.iter().partition(is_verified);
    let mut found: Vec<(String, &KernelRun)> = Vec::new();
    for kernel in verified {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let parts: String = kernel.name.chars().map(plain).collect();
        let parts = parts.split('_').filter(|part| !part.is_empty());
        let base = parts.collect::<Vec<_>>().join("_");
        let taken = |name: &str| found.iter().any(|(other, _)| other == name);
        let mut name = base.clone();
        let mut number = 2;
        while taken(&name) {
            name = format!("{base}_{number}");
            number += 1;
        }
        found.push((name, kernel));
    }
    (found, others)
}

/// What the verdict assumes of a launch, and of the machine.
fn assumed(kernel: &KernelRun) -> impl Iterator<Item = &Assumed> {
    let all = kernel.assumptions.iter();
    all.filter(|one| one.kind != Taken::Launches)
}

/// One line of a text, for comments.
fn one_line(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    // A backslash would take in the next one.
    line.trim_end_matches('\\').to_owned()
}

/// The values that a clause names, but for addresses.
fn values(clause: &Clause) -> Vec<Value> {
    let names = clause.names().into_iter();
    let values = names.filter_map(|name| match name {
        Name::Value(value) => Some(value),
        Name::Address(_) | Name::Bytes(_) | Name::Contents(_) => None,
    });
    values.collect()
}
