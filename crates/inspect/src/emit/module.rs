//! Contracts as a module of Python.

use super::{assumed, named, obligations, one_line};
use crate::model::{FileRun, KernelRun, Passed};
use contracts::{Clause, Number, Relation};
use num_bigint::BigInt;

const HELPERS: &str = include_str!("contract.py");

/// A module with a function `check(grid, block, args)`.
pub fn module(run: &FileRun) -> String {
    let (verified, others) = named(run);
    let mut text = format!(
        "# Contracts of the kernels of {}, as alpinist {} has proved them.\n\n\n{HELPERS}\n\n",
        one_line(&run.name),
        env!("CARGO_PKG_VERSION")
    );
    text.push_str("# For each kernel its integers with the least and the greatest value, its clauses, and what is not tested.\n");
    text.push_str("CONTRACTS = {\n");
    for (_, kernel) in verified {
        text.push_str(&entry(kernel));
    }
    text.push_str("}\n");
    for kernel in others {
        text.push_str(&format!(
            "\n# `{}` is not verified ({}): it has no contract.\n",
            one_line(&kernel.name),
            kernel.verdict().word()
        ));
    }
    text
}

fn entry(kernel: &KernelRun) -> String {
    let mut text = format!("    {}: (\n        [\n", quoted(&kernel.name));
    for one in &kernel.parameters {
        if let Passed::Integer { bits, signed } = one.passed {
            let (least, most) = range(bits, signed);
            text.push_str(&format!(
                "            ({}, {least}, {most}),\n",
                quoted(&one.name)
            ));
        }
    }
    text.push_str("        ],\n        [\n");
    for one in obligations(kernel) {
        text.push_str(&format!(
            "            # {}\n            ({}, lambda v: {}),\n",
            one_line(&one.evidence),
            quoted(&one.clause.to_string()),
            clause(&one.clause)
        ));
    }
    text.push_str("        ],\n        [\n");
    for one in assumed(kernel) {
        text.push_str(&format!("            {},\n", quoted(&one_line(&one.text))));
    }
    text.push_str("        ],\n    ),\n");
    text
}

fn range(bits: u32, signed: bool) -> (BigInt, BigInt) {
    let all: BigInt = BigInt::from(1) << bits;
    match signed {
        true => {
            let half: BigInt = all >> 1;
            (-half.clone(), half - 1)
        }
        false => (BigInt::from(0), all - 1),
    }
}

/// A text as a literal.
fn quoted(text: &str) -> String {
    let mut found = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => found.extend(['\\', letter]),
            ' '..='~' => found.push(letter),
            letter => found.push_str(&format!("\\U{:08x}", u32::from(letter))),
        }
    }
    found.push('"');
    found
}

fn clause(of: &Clause) -> String {
    match of {
        Clause::Compare(a, relation, b) => {
            let sign = match relation {
                Relation::AtMost => "<=",
                Relation::Less => "<",
                Relation::Equal => "==",
                Relation::Different => "!=",
                Relation::AtLeast => ">=",
                Relation::More => ">",
            };
            format!("_holds(lambda: {} {sign} {})", number(a), number(b))
        }
        Clause::PowerOfTwo(a) => format!("_holds(lambda: _power_of_two({}))", number(a)),
        Clause::Disjoint(a, b) => format!("v.disjoint(\"{a}\", \"{b}\")"),
        Clause::IdenticalOrDisjoint(a, b) => {
            format!("(v.identical(\"{a}\", \"{b}\") or v.disjoint(\"{a}\", \"{b}\"))")
        }
        Clause::Aligned(a, bytes) => format!("v.aligned(\"{a}\", {bytes})"),
        Clause::NonNull(a) => format!("v.nonnull(\"{a}\")"),
        Clause::Sorted(_) | Clause::Injective(_) | Clause::Within(..) => "v.contents()".to_owned(),
        Clause::AnyOf(alternatives) => {
            let all = |clauses: &Vec<Clause>| {
                let each: Vec<String> = clauses.iter().map(clause).collect();
                format!("({})", each.join(" and "))
            };
            let each: Vec<String> = alternatives.iter().map(all).collect();
            format!("({})", each.join(" or "))
        }
    }
}

fn number(of: &Number) -> String {
    let two = |a: &Number, sign: &str, b: &Number| format!("({} {sign} {})", number(a), number(b));
    match of {
        Number::Literal(value) => format!("({value})"),
        Number::Value(value) => format!("v(\"{value}\")"),
        Number::Negation(a) => format!("(-{})", number(a)),
        Number::Sum(a, b) => two(a, "+", b),
        Number::Product(a, b) => two(a, "*", b),
        // Rounded down, and with the divisor's sign, as Python has them.
        Number::Quotient(a, b) => two(a, "//", b),
        Number::Remainder(a, b) => two(a, "%", b),
        Number::CeilDiv(a, b) => format!("(-(-{} // {}))", number(a), number(b)),
        Number::Min(a, b) => format!("min({}, {})", number(a), number(b)),
        Number::Max(a, b) => format!("max({}, {})", number(a), number(b)),
    }
}
