//! The test of the contract: a function that names the first clause that does not hold.

use super::Style;
use super::lines::Lines;
use crate::code::{Expr, Method, Op, Param, Type, length_of};
use crate::contract::{extent, most_threads};
use crate::{Target, Width};
use num_bigint::{BigInt, Sign};

/// A test in wide arithmetic, with what it is called.
struct Test {
    name: String,
    holds: String,
}

/// The integers that the test computes with: nothing in it overflows.
fn wide(style: Style) -> &'static str {
    match style.width {
        Width::Bits32 => "long long",
        Width::Bits64 => "__int128",
    }
}

/// The parameters of the test.
fn params(style: Style, method: &Method) -> Vec<String> {
    let each = method
        .params
        .iter()
        .map(|param| match (param, style.target) {
            (Param::Scalar(Type::Int, name), _) => format!("{} {name}", wide(style)),
            (Param::Scalar(Type::Bool, name), _) => format!("int {name}"),
            (Param::Array(_, name, _), Target::Opencl) => format!("cl_mem {name}"),
            (Param::Array(ty, name, _), Target::Cuda | Target::Hip) => {
                format!("const {} *{name}", style.scalar(*ty))
            }
        });
    each.collect()
}

/// The arguments with which the host function calls it.
pub(crate) fn args(method: &Method) -> String {
    let names: Vec<&str> = method.params.iter().map(Param::name).collect();
    names.join(", ")
}

/// Prints the function.
pub(crate) fn check(style: Style, method: &Method, out: &mut Lines) {
    let (tests, untested) = tests(style, method);
    out.line("// Tests what the contract requires of the arguments; gives the first clause that does not hold.");
    for one in untested.iter().chain(&method.untested) {
        out.line(&format!("// Not tested, the caller must know it: {one}"));
    }
    let head = format!("static const char *check_{}", method.name);
    out.list(&head, &params(style, method), " {");
    out.deeper();
    let used: Vec<&str> = method.params.iter().map(Param::name).collect();
    for name in used {
        if tests.iter().all(|test| !mentions(&test.holds, name)) {
            out.line(&format!("(void){name};"));
        }
    }
    for test in &tests {
        out.line(&format!("if (!({})) {{", test.holds));
        out.line(&format!("  return \"{}\";", escaped(&test.name)));
        out.line("}");
    }
    out.line(&format!("return {};", style.null()));
    out.close("}");
    out.line("");
}

fn mentions(text: &str, name: &str) -> bool {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.split(|c| !word(c)).any(|one| one == name)
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

fn tests(style: Style, method: &Method) -> (Vec<Test>, Vec<String>) {
    let (mut tests, mut untested) = (Vec::new(), Vec::new());
    for param in &method.params {
        let Param::Scalar(Type::Int, name) = param else {
            continue;
        };
        let is_length = method
            .params
            .iter()
            .any(|param| matches!(param, Param::Array(_, array, _) if length_of(array) == *name));
        let (least, most) = match (style.width, is_length) {
            (Width::Bits32, true) => ("0", "2147483647"),
            (Width::Bits32, false) => ("-2147483647 - 1", "2147483647"),
            (Width::Bits64, true) => ("0", "9223372036854775807LL"),
            (Width::Bits64, false) => ("-9223372036854775807LL - 1", "9223372036854775807LL"),
        };
        tests.push(Test {
            name: match is_length {
                true => format!("0 <= {name}, in {} bits", style.width.bits()),
                false => format!("{name} fits into {} bits", style.width.bits()),
            },
            holds: format!("{least} <= {name} && {name} <= {most}"),
        });
    }
    for one in &method.tested {
        match in_wide(style, &one.test) {
            Some(holds) => tests.push(Test {
                name: one.text.clone(),
                holds,
            }),
            None => untested.push(one.text.clone()),
        }
    }
    tests.extend(disjoint(style, method));
    let given: Vec<&str> = method.params.iter().map(Param::name).collect();
    for (axes, most) in method.kernels.iter().filter_map(most_threads) {
        let extents = axes.iter().map(|axis| extent(axis));
        let all = extents.reduce(|a, b| Expr::Binary(Op::Mul, Box::new(a), Box::new(b)));
        let Some(all) = all else { continue };
        if !all
            .names()
            .iter()
            .all(|name| given.contains(&name.as_str()))
        {
            continue;
        }
        let most = Expr::Int(BigInt::from(most));
        let name = Style {
            width: Width::Bits32,
            ..style
        }
        .text(&all);
        let name = format!(
            "{name} <= {MOST}: the threads of a barrier are one block",
            MOST = crate::launch::MOST_THREADS
        );
        let test = Expr::Binary(Op::Le, Box::new(all), Box::new(most));
        if let Some(holds) = in_wide(style, &test)
            && tests.iter().all(|one| one.holds != holds)
        {
            tests.push(Test { name, holds });
        }
    }
    (tests, untested)
}

/// Arrays of which one is written share nothing with others.
fn disjoint(style: Style, method: &Method) -> Vec<Test> {
    let arrays: Vec<(&String, bool)> = method
        .params
        .iter()
        .filter_map(|param| match param {
            Param::Array(_, name, written) => Some((name, *written)),
            Param::Scalar(..) => None,
        })
        .collect();
    let mut tests = Vec::new();
    for (at, (a, first)) in arrays.iter().enumerate() {
        for (b, second) in arrays.iter().skip(at + 1) {
            if !first && !second {
                continue;
            }
            let holds = match style.target {
                Target::Opencl => format!("{a} != {b} || {a} == NULL"),
                Target::Cuda | Target::Hip => {
                    let (of_a, of_b) = (length_of(a), length_of(b));
                    format!("disjoint({a}, {of_a}, {b}, {of_b})")
                }
            };
            tests.push(Test {
                name: format!("{a} and {b} are different arrays"),
                holds,
            });
        }
    }
    tests
}

/// Whether the test of any of these methods needs the helper.
pub(crate) fn needs_disjoint(style: Style, methods: &[&Method]) -> bool {
    style.target != Target::Opencl
        && methods
            .iter()
            .any(|method| !disjoint(style, method).is_empty())
}

/// Prints the helper that compares arrays.
pub(crate) fn disjoint_helper(out: &mut Lines) {
    out.line("// Whether two arrays with so many elements have no byte in common.");
    out.line("template <class A, class B>");
    out.open("static bool disjoint(const A *a, size_t a_length, const B *b, size_t b_length) {");
    out.line("const size_t first = (size_t)a, second = (size_t)b;");
    out.line(
        "const size_t first_bytes = a_length * sizeof(A), second_bytes = b_length * sizeof(B);",
    );
    out.line("return first + first_bytes <= second || second + second_bytes <= first;");
    out.close("}");
    out.line("");
}

/// The test in wide arithmetic; none if even that could overflow, or it divides by what may be negative.
fn in_wide(style: Style, test: &Expr) -> Option<String> {
    let most = match style.width {
        Width::Bits32 => 62,
        Width::Bits64 => 126,
    };
    let name = u64::from(style.width.bits()) - 1;
    let plain = without_helpers(test)?;
    let mut fits = true;
    plain.walk(&mut |expr| fits &= magnitude(expr, name) <= most);
    // Where there is no name, all is computed in 32 bits; a number of more has more.
    plain.walk(&mut |expr| {
        let number = matches!(expr, Expr::Int(_)) && magnitude(expr, name) <= 62;
        fits &= number || !expr.names().is_empty() || magnitude(expr, name) <= 30;
    });
    let style = Style {
        width: Width::Bits32,
        host: true,
        ..style
    };
    fits.then(|| style.text(&plain))
}

/// How many bits the magnitude has at most.
fn magnitude(expr: &Expr, name: u64) -> u64 {
    match expr {
        Expr::Int(value) => value.bits(),
        Expr::Name(_) => name,
        Expr::Neg(inner) => magnitude(inner, name),
        Expr::Binary(Op::Add | Op::Sub, left, right) => {
            magnitude(left, name).max(magnitude(right, name)) + 1
        }
        Expr::Binary(Op::Mul, left, right) => magnitude(left, name) + magnitude(right, name),
        Expr::Binary(Op::Div | Op::Mod, left, right) => {
            magnitude(left, name).max(magnitude(right, name))
        }
        Expr::Conditional(_, then, other) => magnitude(then, name).max(magnitude(other, name)),
        // Booleans.
        Expr::Binary(
            Op::Or | Op::And | Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge,
            ..,
        )
        | Expr::Bool(_)
        | Expr::IsNull(_)
        | Expr::Not(_) => 1,
        // These are not tested.
        Expr::Element(..) | Expr::Call(..) | Expr::Quotient(..) | Expr::Remainder(..) => {
            u64::MAX / 4
        }
    }
}

/// The expression with quotients and remainders by positive numbers written out.
fn without_helpers(expr: &Expr) -> Option<Expr> {
    let boxed = |expr: &Expr| without_helpers(expr).map(Box::new);
    let binary =
        |op, a: &Expr, b: &Expr| Expr::Binary(op, Box::new(a.clone()), Box::new(b.clone()));
    Some(match expr {
        Expr::Quotient(left, right) | Expr::Remainder(left, right) => {
            let Expr::Int(by) = &**right else { return None };
            if by.sign() != Sign::Plus {
                return None;
            }
            let left = without_helpers(left)?;
            let truncated = binary(Op::Mod, &left, right);
            let remainder = binary(Op::Mod, &binary(Op::Add, &truncated, right), right);
            match expr {
                Expr::Remainder(..) => remainder,
                _ => binary(Op::Div, &binary(Op::Sub, &left, &remainder), right),
            }
        }
        Expr::Neg(inner) => Expr::Neg(boxed(inner)?),
        Expr::Not(inner) => Expr::Not(boxed(inner)?),
        Expr::Binary(op, left, right) => Expr::Binary(*op, boxed(left)?, boxed(right)?),
        Expr::Conditional(condition, then, other) => {
            Expr::Conditional(boxed(condition)?, boxed(then)?, boxed(other)?)
        }
        Expr::Int(_) | Expr::Bool(_) | Expr::Name(_) | Expr::IsNull(_) => expr.clone(),
        Expr::Element(..) | Expr::Call(..) => return None,
    })
}
