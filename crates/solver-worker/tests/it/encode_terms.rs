//! Terms keep their meaning under every simplification, and equal things become equal.

use crate::common::{n, pool};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use solver::encode::{Evaluator, Value, smtlib};
use solver::smt::{SolveRequest, SolverAnswer};
use solver::term::*;

fn b(name: &str) -> Term {
    constant(name, Sort::Bool)
}

fn half() -> BigRational {
    BigRational::new(1.into(), 2.into())
}

fn rational(value: i64) -> Term {
    real(BigRational::from_integer(value.into()))
}

#[test]
fn polynomials_have_one_form() {
    let (k, t, x) = (n("k"), n("t"), n("x"));
    assert_eq!(
        mul(add(vec![k.clone(), int(1)]), t.clone()),
        add(vec![t.clone(), mul(t.clone(), k.clone())])
    );
    assert_eq!(
        mul(x.clone(), sub(k.clone(), int(1))),
        sub(mul(k.clone(), x.clone()), x.clone())
    );
    assert_eq!(sub(add(vec![k.clone(), t.clone()]), t.clone()), k);
    assert_eq!(neg(neg(k.clone())), k);
    assert_eq!(mul(int(0), k.clone()), int(0));
    assert_eq!(div(mul(int(4), k.clone()), int(4)), k);
    assert_eq!(
        div(add(vec![mul(int(4), k.clone()), int(7)]), int(4)),
        add(vec![k.clone(), int(1)])
    );
    assert_eq!(
        modulo(add(vec![mul(int(4), k.clone()), int(-1)]), int(4)),
        int(3)
    );
    assert_eq!(
        modulo(modulo(k.clone(), int(4)), int(4)),
        modulo(k.clone(), int(4))
    );
    assert_eq!(div(modulo(k.clone(), int(4)), int(4)), int(0));
    assert_eq!(div(int(-7), int(2)), int(-4));
    assert_eq!(modulo(int(-7), int(-2)), int(1));
    assert_eq!(div(int(-7), int(-2)), int(4));
    // Division by zero stays what it is.
    assert!(!div(int(1), int(0)).is_literal());
    assert!(!modulo(k.clone(), int(0)).is_literal());
    assert_eq!(div(k.clone(), int(1)), k);
    assert_eq!(modulo(k, int(1)), int(0));
}

#[test]
fn comparisons_have_one_form() {
    let (i, k) = (n("i"), n("k"));
    assert_eq!(
        lt(i.clone(), k.clone()),
        le(add(vec![i.clone(), int(1)]), k.clone())
    );
    assert_eq!(not(lt(i.clone(), k.clone())), le(k.clone(), i.clone()));
    assert_eq!(le(int(1), i.clone()), lt(int(0), i.clone()));
    assert!(lt(i.clone(), add(vec![i.clone(), int(1)])).is_true());
    assert!(eq(i.clone(), add(vec![i.clone(), int(1)])).is_false());
    assert!(eq(mul(int(2), i.clone()), int(3)).is_false());
    assert_eq!(le(mul(int(2), i.clone()), int(3)), le(i.clone(), int(1)));
    assert!(le(modulo(i.clone(), int(4)), int(3)).is_true());
    assert_eq!(
        eq(add(vec![i.clone(), int(2)]), k.clone()),
        eq(i, sub(k, int(2)))
    );
}

#[test]
fn shares_under_conditions_add_up() {
    let (c, d) = (b("c"), b("d"));
    let share = |c: &Term, p: Term| ite(c.clone(), p, rational(0));
    let one_half = share(&c, real(half()));
    assert_eq!(
        add(vec![one_half.clone(), one_half.clone()]),
        share(&c, rational(1))
    );
    assert_eq!(sub(one_half.clone(), one_half.clone()), rational(0));
    assert_eq!(
        add(vec![
            one_half.clone(),
            ite(c.clone(), rational(0), real(half()))
        ]),
        real(half())
    );
    assert!(le(rational(0), one_half.clone()).is_true());
    assert_eq!(lt(rational(0), one_half.clone()), c);
    assert!(
        le(
            add(vec![one_half.clone(), share(&d, real(half()))]),
            rational(1)
        )
        .is_true()
    );
    assert_eq!(
        share(&c, share(&d, rational(1))),
        share(&and(vec![c.clone(), d.clone()]), rational(1))
    );
    let p = constant("p", Sort::Real);
    assert_eq!(mul(share(&c, rational(1)), p.clone()), share(&c, p.clone()));
    assert_eq!(
        sub(share(&c, p.clone()), mul(p, share(&c, rational(1)))),
        rational(0)
    );
}

#[test]
fn formulas_fold() {
    let (p, q, r) = (b("p"), b("q"), b("r"));
    assert!(and(vec![p.clone(), not(p.clone())]).is_false());
    assert!(or(vec![p.clone(), not(p.clone())]).is_true());
    assert_eq!(
        and(vec![q.clone(), p.clone(), q.clone()]),
        and(vec![p.clone(), q.clone()])
    );
    assert!(implies(and(vec![p.clone(), q.clone()]), q.clone()).is_true());
    assert_eq!(
        implies(p.clone(), and(vec![p.clone(), q.clone()])),
        implies(p.clone(), q.clone())
    );
    assert_eq!(
        implies(p.clone(), implies(q.clone(), r.clone())),
        implies(and(vec![p.clone(), q.clone()]), r.clone())
    );
    assert_eq!(
        ite(not(p.clone()), q.clone(), r.clone()),
        ite(p.clone(), r.clone(), q.clone())
    );
    assert_eq!(ite(p.clone(), tt(), ff()), p);
    assert_eq!(iff(p.clone(), tt()), p);
    assert!(distinct(vec![p.clone(), q, p]).is_false());
    assert!(distinct(vec![int(1), int(2), int(3)]).is_true());
}

#[test]
fn maps_are_read_through_stores() {
    let h = constant("h", Sort::array(Sort::Int, Sort::Int));
    let i = n("i");
    let next = add(vec![i.clone(), int(1)]);
    let changed = store(store(h.clone(), i.clone(), int(7)), next.clone(), int(8));
    assert_eq!(select(changed.clone(), i.clone()), int(7));
    assert_eq!(select(changed.clone(), next), int(8));
    assert_eq!(
        select(changed.clone(), sub(i.clone(), int(1))),
        select(h.clone(), sub(i.clone(), int(1)))
    );
    assert_ne!(select(changed.clone(), n("j")), select(h.clone(), n("j")));
    assert_eq!(store(h.clone(), i.clone(), select(h.clone(), i)), h);
}

#[test]
fn substitution_does_not_capture() {
    let (x, y) = (bound("x", Sort::Int), bound("y", Sort::Int));
    let f = Symbol::new("f", vec![Sort::Int, Sort::Int], Sort::Bool);
    let trigger = app(&f, vec![x.clone(), y.clone()]);
    let inner = forall(
        vec![y.clone()],
        vec![vec![trigger.clone()]],
        trigger,
        "inner",
    );
    let captured = inner.subst(&[(x.clone(), add(vec![y.clone(), int(1)]))]);
    assert_eq!(captured.free_bound_vars(), vec![y.clone()]);
    // A bound variable is not replaced.
    assert_eq!(inner.subst(&[(y.clone(), int(1))]), inner);
    let whole = forall(vec![x.clone()], vec![], inner, "outer");
    assert_eq!(whole.subst(&[(x, int(1))]), whole);
    assert!(!whole.contains_bound());
    // Simultaneously.
    let (a, c) = (n("a"), n("c"));
    let swapped = sub(a.clone(), mul(int(2), c.clone()))
        .subst(&[(a.clone(), c.clone()), (c.clone(), a.clone())]);
    assert_eq!(swapped, sub(c, mul(int(2), a)));
}

#[test]
fn unused_variables_disappear() {
    let x = bound("x", Sort::Int);
    assert_eq!(forall(vec![x.clone()], vec![], b("p"), "q"), b("p"));
    assert!(exists(vec![x], vec![], tt(), "q").is_true());
}

#[test]
fn deep_terms_do_no_harm() {
    let f = Symbol::new("f", vec![Sort::Int], Sort::Int);
    let (a, c) = (n("a"), n("c"));
    let mut deep = a.clone();
    for _ in 0..200_000 {
        deep = app(&f, vec![deep]);
    }
    let mut other = c.clone();
    for _ in 0..200_000 {
        other = app(&f, vec![other]);
    }
    assert_eq!(deep.subst(&[(a, c)]), other);
    assert_eq!(deep.cmp(&other), std::cmp::Ordering::Less);
    assert!(smtlib::print(&[eq(deep.clone(), other)], &[]).text.len() > 800_000);
    assert!(deep.to_string().len() < 1_000);
}

#[test]
fn shared_terms_print_in_linear_space() {
    let f = Symbol::new("f", vec![Sort::Int, Sort::Int], Sort::Int);
    for leaf in [n("a"), bound("x", Sort::Int)] {
        let mut wide = leaf.clone();
        for _ in 0..60 {
            wide = app(&f, vec![wide.clone(), wide]);
        }
        let mut formula = eq(wide, int(0));
        if leaf.contains_bound() {
            let trigger = app(&f, vec![leaf.clone(), leaf.clone()]);
            formula = forall(vec![leaf], vec![vec![trigger]], formula, "wide");
        }
        let script = smtlib::print(std::slice::from_ref(&formula), &[]);
        assert!(script.text.len() < 10_000, "{}", script.text.len());
        let reply = pool(1).solve(&SolveRequest::new(script.text, 1));
        assert_eq!(reply.fault, None);
    }
}

#[test]
fn names_cannot_clash() {
    let odd = [
        "store", "Seq", "a b", "a|b", "a%20b", "(", "ä", "", "let", "f.x", "x~1",
    ];
    let mut formulas: Vec<Term> = odd.iter().map(|name| lt(int(0), n(name))).collect();
    // One name at two sorts, and as a function and a sort.
    formulas.push(lt(rational(0), constant("store", Sort::Real)));
    let seq = Sort::seq(Sort::Int);
    let len = Symbol::new("Seq", vec![seq.clone()], Sort::Int);
    formulas.push(eq(app(&len, vec![constant("Seq", seq)]), int(0)));
    formulas.push(ne(constant("null", Sort::Ref), constant("Ref", Sort::Ref)));
    let script = smtlib::print(&formulas, &[]);
    let reply = pool(1).solve(&SolveRequest::new(script.text.clone(), formulas.len()));
    assert_eq!(reply.fault, None, "{}", script.text);
    assert_eq!(reply.answer, SolverAnswer::Sat);
}

/// A small generator of pseudo-random numbers.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

/// An expression three times: as a term, as text, and as its value.
#[derive(Clone)]
struct Three {
    term: Term,
    text: String,
    value: Option<Value>,
}

const INTS: [(&str, i64); 4] = [("i", -3), ("j", 5), ("k", 0), ("m", 2)];
const REALS: [(&str, i64); 2] = [("p", 1), ("q", -2)];
const BOOLS: [(&str, bool); 2] = [("c", true), ("d", false)];

fn join(op: &str, parts: &[&Three]) -> String {
    let texts: Vec<&str> = parts.iter().map(|p| p.text.as_str()).collect();
    format!("({op} {})", texts.join(" "))
}

fn number(value: &Three) -> Option<BigRational> {
    value.value.as_ref()?.as_rational()
}

fn truth(value: &Three) -> Option<bool> {
    match value.value {
        Some(Value::Bool(value)) => Some(value),
        _ => None,
    }
}

fn numeric(value: BigRational, real: bool) -> Value {
    if real {
        Value::Real(value)
    } else {
        Value::Int(value.to_integer())
    }
}

fn random_number(dice: &mut Dice, real: bool, depth: u32) -> Three {
    let sort = if real { Sort::Real } else { Sort::Int };
    let leaf = depth == 0 || dice.roll(6) == 0;
    if leaf {
        if dice.roll(2) == 0 {
            let value = i64::try_from(dice.roll(9)).unwrap() - 4;
            let exact = BigRational::from_integer(value.into());
            let (term, text) = if real {
                let exact = exact * half();
                return Three {
                    term: solver::term::real(exact.clone()),
                    text: format!("(/ (- {}.0) (- 2.0))", value).replace("(- -", "(+ "),
                    value: Some(Value::Real(exact)),
                };
            } else {
                (int(value), format!("(- {})", -value).replace("(- -", "(+ "))
            };
            return Three {
                term,
                text,
                value: Some(Value::Int(value.into())),
            };
        }
        let (name, value) = if real {
            REALS[usize::try_from(dice.roll(2)).unwrap()]
        } else {
            INTS[usize::try_from(dice.roll(4)).unwrap()]
        };
        return Three {
            term: constant(name, sort),
            text: format!("f.{name}"),
            value: Some(numeric(BigRational::from_integer(value.into()), real)),
        };
    }
    let case = dice.roll(if real { 6 } else { 8 });
    if case == 0 {
        let c = random_truth(dice, depth - 1);
        let x = random_number(dice, real, depth - 1);
        let y = random_number(dice, real, depth - 1);
        return Three {
            term: ite(c.term.clone(), x.term.clone(), y.term.clone()),
            text: join("ite", &[&c, &x, &y]),
            value: truth(&c).and_then(|c| if c { x.value } else { y.value }),
        };
    }
    if real && case == 1 {
        let x = random_number(dice, false, depth - 1);
        return Three {
            term: to_real(x.term.clone()),
            text: join("to_real", &[&x]),
            value: number(&x).map(Value::Real),
        };
    }
    let x = random_number(dice, real, depth - 1);
    let y = random_number(dice, real, depth - 1);
    let both = number(&x).zip(number(&y));
    let (term, op, value) = match case {
        1 | 2 => (
            add(vec![x.term.clone(), y.term.clone()]),
            "+",
            both.map(|(x, y)| x + y),
        ),
        3 => (
            sub(x.term.clone(), y.term.clone()),
            "-",
            both.map(|(x, y)| x - y),
        ),
        4 | 5 => (
            mul(x.term.clone(), y.term.clone()),
            "*",
            both.map(|(x, y)| x * y),
        ),
        _ => {
            let divisor = both.as_ref().map(|(_, y)| y.to_integer());
            let parts = both.zip(divisor).and_then(|((x, _), d)| {
                let x = x.to_integer();
                let rest: BigInt = if d.is_zero() {
                    return None;
                } else {
                    x.mod_floor(&d.abs())
                };
                Some((
                    BigRational::from_integer((&x - &rest) / &d),
                    BigRational::from_integer(rest),
                ))
            });
            if case == 6 {
                (
                    div(x.term.clone(), y.term.clone()),
                    "div",
                    parts.map(|p| p.0),
                )
            } else {
                (
                    modulo(x.term.clone(), y.term.clone()),
                    "mod",
                    parts.map(|p| p.1),
                )
            }
        }
    };
    Three {
        term,
        text: join(op, &[&x, &y]),
        value: value.map(|v| numeric(v, real)),
    }
}

fn random_truth(dice: &mut Dice, depth: u32) -> Three {
    if depth == 0 {
        let (name, value) = BOOLS[usize::try_from(dice.roll(2)).unwrap()];
        return Three {
            term: b(name),
            text: format!("f.{name}"),
            value: Some(Value::Bool(value)),
        };
    }
    let case = dice.roll(9);
    if case < 4 {
        let real = dice.roll(3) == 0;
        let x = random_number(dice, real, depth - 1);
        let y = random_number(dice, real, depth - 1);
        let both = number(&x).zip(number(&y));
        let (a, c) = (x.term.clone(), y.term.clone());
        let (term, op, value) = match case {
            0 => (lt(a, c), "<", both.map(|(x, y)| x < y)),
            1 => (le(a, c), "<=", both.map(|(x, y)| x <= y)),
            2 => (ne(a, c), "distinct", both.map(|(x, y)| x != y)),
            _ => (eq(a, c), "=", both.map(|(x, y)| x == y)),
        };
        return Three {
            term,
            text: join(op, &[&x, &y]),
            value: value.map(Value::Bool),
        };
    }
    let x = random_truth(dice, depth - 1);
    let y = random_truth(dice, depth - 1);
    let both = truth(&x).zip(truth(&y));
    let (a, c) = (x.term.clone(), y.term.clone());
    let (term, op, value) = match case {
        4 => (and(vec![a, c]), "and", both.map(|(x, y)| x && y)),
        5 => (or(vec![a, c]), "or", both.map(|(x, y)| x || y)),
        6 => (implies(a, c), "=>", both.map(|(x, y)| !x || y)),
        7 => (iff(a, c), "=", both.map(|(x, y)| x == y)),
        _ => {
            return Three {
                term: not(a),
                text: join("not", &[&x]),
                value: truth(&x).map(|v| Value::Bool(!v)),
            };
        }
    };
    Three {
        term,
        text: join(op, &[&x, &y]),
        value: value.map(Value::Bool),
    }
}

fn given() -> Vec<(Term, Value)> {
    let ints = INTS.map(|(name, v)| (n(name), Value::Int(v.into())));
    let reals = REALS.map(|(name, v)| {
        (
            constant(name, Sort::Real),
            Value::Real(BigRational::from_integer(v.into())),
        )
    });
    let bools = BOOLS.map(|(name, v)| (b(name), Value::Bool(v)));
    ints.into_iter().chain(reals).chain(bools).collect()
}

#[test]
fn random_terms_keep_their_value() {
    let mut evaluator = Evaluator::new(given());
    let mut dice = Dice(20_261_121);
    let mut computed = 0;
    for round in 0..20_000u32 {
        let depth = 1 + round % 5;
        let three = match round % 3 {
            0 => random_truth(&mut dice, depth),
            1 => random_number(&mut dice, false, depth),
            _ => random_number(&mut dice, true, depth),
        };
        // A simplified term may have a value where the expression divides by zero.
        if let Some(value) = &three.value {
            computed += 1;
            let found = evaluator.value(&three.term);
            assert_eq!(
                found.as_ref(),
                Some(value),
                "{} became {}",
                three.text,
                three.term
            );
        }
    }
    assert!(computed > 10_000);
}

#[test]
fn substitution_and_construction_agree() {
    let mut evaluator = Evaluator::new(given());
    let mut dice = Dice(7);
    let holes: Vec<(Term, Term)> = INTS
        .iter()
        .map(|(name, _)| (n(name), bound(format!("v{name}"), Sort::Int)))
        .collect();
    let back: Vec<(Term, Term)> = holes.iter().map(|(c, v)| (v.clone(), c.clone())).collect();
    for round in 0..4_000u32 {
        let three = random_truth(&mut dice, 1 + round % 5);
        let open = three.term.subst(&holes);
        let closed = open.subst(&back);
        assert!(!closed.contains_bound());
        if let Some(value) = &three.value {
            assert_eq!(
                evaluator.value(&closed).as_ref(),
                Some(value),
                "{}",
                three.text
            );
        }
    }
}

/// The solver reads the unsimplified text, so constructors, printing and evaluation are
/// all held against its reading of the operators.
#[test]
fn the_solver_agrees_with_every_simplification() {
    let pool = pool(1);
    let mut dice = Dice(99);
    let mut agreed = 0;
    for round in 0..400u32 {
        let three = random_truth(&mut dice, 2 + round % 3);
        let every: Vec<Term> = given().into_iter().map(|(t, _)| eq(t.clone(), t)).collect();
        assert!(every.iter().all(Term::is_true));
        let wanted: Vec<Term> = given().into_iter().map(|(t, _)| t).collect();
        let mut all = wanted.clone();
        all.push(three.term.clone());
        let script = smtlib::print(&[], &all);
        let text = format!(
            "{}(assert (distinct {} {}))\n",
            script.text,
            three.text,
            script.wanted.last().unwrap()
        );
        let reply = pool.solve(&SolveRequest {
            timeout_ms: 300,
            ..SolveRequest::new(text.clone(), 1)
        });
        assert_eq!(reply.fault, None, "{text}");
        assert_ne!(reply.answer, SolverAnswer::Sat, "{text}");
        agreed += u32::from(reply.answer == SolverAnswer::Unsat);
    }
    assert!(agreed > 300, "{agreed}");
}
