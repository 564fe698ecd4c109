//! Contracts as a header of C++17.

use super::{Obligation, assumed, named, obligations, one_line, values};
use crate::model::{FileRun, KernelRun, Parameter, Passed};
use contracts::{Argument, Clause, Number, Relation, Value};
use num_traits::ToPrimitive;

const HELPERS: &str = include_str!("contract.h");

/// A header with a function `check_NAME(grid, block, sharedBytes, …)` for each verified kernel.
pub fn header(run: &FileRun) -> String {
    let (verified, others) = named(run);
    let mut text = format!(
        "// Contracts of the kernels of {}, as alpinist {} has proved them. Before a launch:\n\
         //   if (auto checked = alpinist_contract::check_NAME(grid, block, shared_bytes, arguments); !checked)\n\
         //     fail(checked.clause, checked.values);\n\
         // An array is passed as {{address, bytes}}.\n#pragma once\n\n",
        one_line(&run.name),
        env!("CARGO_PKG_VERSION")
    );
    text.push_str(HELPERS);
    text.push_str("\nnamespace alpinist_contract {\n");
    for (name, kernel) in verified {
        text.push_str(&function(&name, kernel));
    }
    for kernel in others {
        text.push_str(&format!(
            "\n// `{}` is not verified ({}): it has no contract.\n",
            one_line(&kernel.name),
            kernel.verdict().word()
        ));
    }
    text.push_str("\n}  // namespace alpinist_contract\n");
    text
}

fn function(name: &str, kernel: &KernelRun) -> String {
    let writer = Writer {
        parameters: &kernel.parameters,
    };
    let (mut tested, mut not_tested) = (String::new(), Vec::new());
    for one in obligations(kernel) {
        match writer.test(&one) {
            Some(test) => tested.push_str(&test),
            None => not_tested.push(one.clause.to_string()),
        }
    }
    let passed = kernel.parameters.iter().filter_map(|one| {
        let ty = match one.passed {
            Passed::Integer { bits, signed } => {
                let sign = if signed { "" } else { "u" };
                format!("std::{sign}int{bits}_t")
            }
            Passed::Pointer { .. } => "array".to_owned(),
            Passed::Other => return None,
        };
        Some(format!(", {ty} arg_{}", one.name))
    });
    let passed: String = passed.collect();
    let mut text = format!("\n// Kernel `{}`.\n", one_line(&kernel.name));
    for clause in not_tested {
        text.push_str(&format!("// Not tested: {clause}\n"));
    }
    for one in assumed(kernel) {
        text.push_str(&format!(
            "// Assumed, not tested: {}\n",
            one_line(&one.text)
        ));
    }
    let unused: String = kernel
        .parameters
        .iter()
        .filter(|one| one.passed != Passed::Other)
        .map(|one| format!("  (void)arg_{};\n", one.name))
        .collect();
    text.push_str(&format!(
        "template <class Grid, class Block>\n\
         inline result check_{name}(const Grid &grid_size, const Block &block_size, std::size_t shared_bytes{passed}) {{\n  \
         const size3 grid = size(grid_size), block = size(block_size);\n  \
         (void)grid;\n  (void)block;\n  (void)shared_bytes;\n{unused}{tested}  return {{true, nullptr, {{}}}};\n}}\n"
    ));
    text
}

struct Writer<'a> {
    parameters: &'a [Parameter],
}

impl Writer<'_> {
    /// The test of a clause; none if it is about what is not passed.
    fn test(&self, one: &Obligation) -> Option<String> {
        let holds = self.clause(&one.clause)?;
        let each = values(&one.clause).into_iter();
        let each = each.map(|value| {
            let of = self.value(&value)?;
            Some(format!("{{\"{value}\", {of}}}"))
        });
        let each = each.collect::<Option<Vec<String>>>()?.join(", ");
        Some(format!(
            "  // {}\n  if (!({holds})) {{\n    return violated(\"{}\", {{{each}}});\n  }}\n",
            one_line(&one.evidence),
            one.clause
        ))
    }

    fn clause(&self, clause: &Clause) -> Option<String> {
        Some(match clause {
            Clause::Compare(a, relation, b) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                match relation {
                    Relation::AtMost => format!("le({a}, {b})"),
                    Relation::Less => format!("lt({a}, {b})"),
                    Relation::Equal => format!("eq({a}, {b})"),
                    Relation::Different => format!("ne({a}, {b})"),
                    Relation::AtLeast => format!("le({b}, {a})"),
                    Relation::More => format!("lt({b}, {a})"),
                }
            }
            Clause::PowerOfTwo(a) => format!("power_of_two({})", self.number(a)?),
            Clause::Disjoint(a, b) => {
                format!("disjoint({}, {})", self.pointer(a)?, self.pointer(b)?)
            }
            Clause::IdenticalOrDisjoint(a, b) => {
                let (a, b) = (self.pointer(a)?, self.pointer(b)?);
                format!("identical({a}, {b}) || disjoint({a}, {b})")
            }
            Clause::Aligned(a, bytes) => format!("aligned({}, {bytes}u)", self.pointer(a)?),
            Clause::NonNull(a) => format!("nonnull({})", self.pointer(a)?),
            // What lies in memory of the device no host sees.
            Clause::Sorted(_) | Clause::Injective(_) | Clause::Within(..) => return None,
            Clause::AnyOf(alternatives) => {
                let all = |clauses: &Vec<Clause>| {
                    let each = clauses.iter();
                    let each = each.map(|one| Some(format!("({})", self.clause(one)?)));
                    let each = each.collect::<Option<Vec<String>>>()?;
                    Some(format!("({})", each.join(" && ")))
                };
                let each = alternatives.iter().map(all);
                each.collect::<Option<Vec<String>>>()?.join(" || ")
            }
        })
    }

    fn number(&self, number: &Number) -> Option<String> {
        let two = |name: &str, a: &Number, b: &Number| {
            Some(format!("{name}({}, {})", self.number(a)?, self.number(b)?))
        };
        match number {
            Number::Literal(value) => Some(match value.to_i32() {
                Some(small) => format!("of({small})"),
                None => format!("literal(\"{value}\")"),
            }),
            Number::Value(value) => self.value(value),
            Number::Negation(a) => Some(format!("neg({})", self.number(a)?)),
            Number::Sum(a, b) => two("add", a, b),
            Number::Product(a, b) => two("mul", a, b),
            Number::Quotient(a, b) => two("div", a, b),
            Number::Remainder(a, b) => two("mod", a, b),
            Number::CeilDiv(a, b) => two("ceil_div", a, b),
            Number::Min(a, b) => two("min", a, b),
            Number::Max(a, b) => two("max", a, b),
        }
    }

    fn value(&self, value: &Value) -> Option<String> {
        match value {
            Value::Size(contracts::Size::Block, axis) => Some(format!("block.{axis}")),
            Value::Size(contracts::Size::Grid, axis) => Some(format!("grid.{axis}")),
            Value::SharedBytes => Some("of(shared_bytes)".to_owned()),
            Value::WarpSize => Some("of(32)".to_owned()),
            Value::Argument(name) => match self.parameter(name)?.passed {
                Passed::Integer { .. } => Some(format!("of(arg_{name})")),
                Passed::Pointer { .. } | Passed::Other => None,
            },
            Value::Length(name) => match self.parameter(name)?.passed {
                Passed::Pointer {
                    element: Some(bytes),
                } if bytes > 0 => Some(format!("length(arg_{name}, {bytes})")),
                Passed::Pointer { .. } | Passed::Integer { .. } | Passed::Other => None,
            },
        }
    }

    fn pointer(&self, name: &Argument) -> Option<String> {
        match self.parameter(name)?.passed {
            Passed::Pointer { .. } => Some(format!("arg_{name}")),
            Passed::Integer { .. } | Passed::Other => None,
        }
    }

    fn parameter(&self, name: &Argument) -> Option<&Parameter> {
        self.parameters.iter().find(|one| one.name == name.as_str())
    }
}
