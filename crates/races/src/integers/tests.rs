//! What is said of quotients and remainders, for all machine integers of four bits.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::*;
use itertools::Itertools;
use solver::encode::{Evaluator, Value};
use solver::term::bv::{self, Bits};
use solver::term::modulo;
use std::collections::BTreeSet;

const WIDTH: u32 = 4;

fn bits(name: &str) -> Term {
    constant(name, Sort::BitVec(WIDTH))
}

fn value(evaluator: &mut Evaluator, term: &Term) -> Value {
    let found = evaluator.value(term);
    found.unwrap_or_else(|| panic!("{term:?}"))
}

fn number(evaluator: &mut Evaluator, term: &Term) -> BigInt {
    let Value::Int(number) = value(evaluator, term) else {
        panic!("{term:?}")
    };
    number
}

fn unsigned(evaluator: &mut Evaluator, term: &Term) -> BigInt {
    let Value::Bits(bits) = value(evaluator, term) else {
        panic!("{term:?}")
    };
    bits.unsigned()
}

/// The integers for some machine integers.
fn translated(ints: &mut Ints, roots: &[Term]) -> Integers {
    ints.question(&postorder(roots), &[], roots)
}

/// Quotient and remainder towards zero, and the quotient as it comes back into four bits.
fn candidates(a: &BigInt, b: &BigInt) -> BTreeSet<BigInt> {
    if b.is_zero() {
        return (-16..16).map(BigInt::from).collect();
    }
    let wrapped = Bits::new(&(a / b), WIDTH).signed();
    BTreeSet::from([a / b, wrapped, a % b])
}

/// Whether the facts leave room for what the terms are, whatever the two numbers; of quotients by zero nothing
/// is asked, for whoever divides says what they are.
fn leaves_room(roots: &[Term], (a, b): (&Term, &Term)) {
    let mut ints = Ints::default();
    let said = translated(&mut ints, roots);
    let images = said.wanted;
    let (a_int, b_int) = (ints.rep(a).term, ints.rep(b).term);
    let all = postorder(said.facts.iter().chain(&images));
    let applied: Vec<Term> = all
        .into_iter()
        .filter(|term| matches!(term.node(), Node::App(..)))
        .collect();
    assert!(!applied.is_empty() && !said.inexact);
    for (x, y) in (-8..8).cartesian_product((-8..8).filter(|y| *y != 0)) {
        let given = |a: &Term, b: &Term, of: &dyn Fn(i32) -> Value| {
            vec![(a.clone(), of(x)), (b.clone(), of(y))]
        };
        let machine = |n: i32| Value::Bits(Bits::new(&n.into(), WIDTH));
        let mut exact = Evaluator::new(given(a, b, &machine));
        let wanted: Vec<BigInt> = roots
            .iter()
            .map(|root| unsigned(&mut exact, root))
            .collect();
        let known = given(&a_int, &b_int, &|n| Value::Int(n.into()));
        let mut open: Vec<Vec<(Term, Value)>> = vec![known];
        for term in &applied {
            let [p, q] = term.args() else {
                panic!("{term:?}")
            };
            let more = open.into_iter().flat_map(|known| {
                let mut evaluator = Evaluator::new(known.clone());
                // Of what was chosen for equal arguments otherwise there is no value.
                let all = match (evaluator.value(p), evaluator.value(q)) {
                    (Some(Value::Int(p)), Some(Value::Int(q))) => candidates(&p, &q),
                    _ => BTreeSet::new(),
                };
                all.into_iter().map(move |number| {
                    let mut known = known.clone();
                    known.push((term.clone(), Value::Int(number)));
                    known
                })
            });
            open = more.collect();
        }
        let fits = open.into_iter().any(|known| {
            let mut evaluator = Evaluator::new(known);
            let same = images
                .iter()
                .zip(&wanted)
                .all(|(image, wanted)| evaluator.value(image) == Some(Value::Int(wanted.clone())));
            same && !evaluator.is_inconsistent()
                && said
                    .facts
                    .iter()
                    .all(|fact| evaluator.truth(fact) == Some(true))
        });
        assert!(
            fits,
            "{x} and {y}: {wanted:?}\n{roots:?}\n{:#?}",
            said.facts
        );
    }
}

#[test]
fn quotients_and_remainders_are_what_they_are() {
    let (a, b) = (bits("a"), bits("b"));
    let of = |op: fn(Term, Term) -> Term| op(a.clone(), b.clone());
    let (quotient, rest) = (of(bv::sdiv), of(bv::srem));
    leaves_room(&[quotient.clone(), rest.clone()], (&a, &b));
    leaves_room(&[of(bv::udiv), of(bv::urem)], (&a, &b));
    // The same numbers in a wider type: there the greatest quotient does not wrap.
    let wide = |term: &Term| bv::sign_extend(4, term.clone());
    let (more, less) = (bv::sdiv(wide(&a), wide(&b)), bv::srem(wide(&a), wide(&b)));
    leaves_room(&[quotient.clone(), more.clone(), less.clone()], (&a, &b));
    leaves_room(&[more, quotient, rest], (&a, &b));
    let none = |term: &Term| bv::zero_extend(4, term.clone());
    leaves_room(&[bv::sdiv(none(&a), none(&b)), of(bv::udiv)], (&a, &b));
}

#[test]
fn quotients_by_products_are_quotients_of_quotients() {
    for (a, c, d) in itertools::iproduct!(-40i32..40, -6..6, -6..6) {
        if c != 0 && d != 0 {
            assert_eq!(a / (c * d), a / d / c);
            assert_eq!(a % (c * d), d * (a / d % c) + a % d);
        }
    }
    let (a, b) = (bits("a"), bits("b"));
    let wide = |term: &Term| bv::sign_extend(4, term.clone());
    let by = |of: &Term| bv::sdiv(of.clone(), wide(&b));
    let once = by(&wide(&a));
    let whole = bv::sdiv(wide(&a), bv::mul(wide(&b), wide(&b)));
    let said = |roots: &[Term]| {
        let mut ints = Ints::default();
        translated(&mut ints, roots);
        let parts = postorder(roots);
        let parts = parts.iter().filter_map(|part| ints.of_parts.get(part));
        let divisions: Vec<Division> = parts.filter_map(|said| said.division.clone()).collect();
        related(&divisions)
    };
    let [quotient, remainder] = said(&[by(&once), whole.clone()]).try_into().unwrap();
    // Of division by zero nothing is said.
    for fact in [quotient, remainder] {
        assert_eq!(fact.as_op(Op::Or).map(<[Term]>::len), Some(2), "{fact:?}");
    }
    assert_eq!(said(&[once, whole]), []);
}

#[test]
fn the_order_of_divisors_does_not_matter() {
    for (a, c, d) in itertools::iproduct!(-40i32..40, -6..6, -6..6) {
        if c != 0 && d != 0 {
            assert_eq!(a / c / d, a / d / c);
        }
    }
    let (a, b) = (bits("a"), bits("b"));
    let wide = |term: &Term| bv::sign_extend(4, term.clone());
    let by = |of: &Term, by: &Term| bv::sdiv(of.clone(), by.clone());
    // In the type itself, where the least number may be divided by minus one, and in a wider one.
    for (a, b) in [(a.clone(), b.clone()), (wide(&a), wide(&b))] {
        let width = a.sort().width().unwrap();
        let other = bv::add(b.clone(), bv::lit(1, width));
        let twice = |first: &Term, second: &Term| by(&by(&a, first), second);
        let said = |roots: &[Term]| {
            let mut ints = Ints::default();
            translated(&mut ints, roots);
            let numbers = [&a, &b].map(|term| ints.rep(term).term);
            let parts = postorder(roots);
            let parts = parts.iter().filter_map(|part| ints.of_parts.get(part));
            let divisions = parts.filter_map(|said| said.division.clone());
            (reordered(&divisions.collect::<Vec<_>>()), numbers)
        };
        let (facts, numbers) = said(&[twice(&b, &a), twice(&a, &b)]);
        let [fact] = facts.try_into().unwrap();
        for (x, y) in (-8..8).cartesian_product(-8..8) {
            let given = numbers.iter().cloned().zip([x, y]);
            let given = given.map(|(term, n)| (term, Value::Int(n.into())));
            assert_eq!(truth(&fact, given.collect(), width), Some(true), "{x} {y}");
        }
        assert_eq!(said(&[twice(&b, &a), twice(&b, &b)]).0, []);
        assert_eq!(said(&[twice(&b, &other), twice(&other, &b)]).0, []);
    }
}

/// Whether a fact is true where each quotient is what the machine has; a division by zero gives seven.
fn truth(fact: &Term, mut known: Vec<(Term, Value)>, width: u32) -> Option<bool> {
    for term in postorder([fact]) {
        if !matches!(term.node(), Node::App(..)) {
            continue;
        }
        let [p, q] = [0, 1].map(|at| term.args().get(at).cloned());
        let mut evaluator = Evaluator::new(known.clone());
        let (p, q) = (number(&mut evaluator, &p?), number(&mut evaluator, &q?));
        let quotient = match q.is_zero() {
            true => 7.into(),
            false => Bits::new(&(p / q), width).signed(),
        };
        known.push((term, Value::Int(quotient)));
    }
    Evaluator::new(known).truth(fact)
}

#[test]
fn divisions_that_leave_nothing_are_what_they_are() {
    let (a, b) = (bits("a"), bits("b"));
    let wide = |term: &Term| bv::sign_extend(8, term.clone());
    let sub = |from: &Term, what: &Term| bv::sub(from.clone(), what.clone());
    let by = |of: &Term, by: &Term| bv::sdiv(of.clone(), by.clone());
    let rest = |of: &Term, by: &Term| bv::srem(of.clone(), by.clone());
    // In the type itself, where the least number is divided by minus one, and in a wider one.
    for (a_in, b_in) in [(a.clone(), b.clone()), (wide(&a), wide(&b))] {
        let first = rest(&a_in, &b_in);
        let whole = sub(&a_in, &first);
        let row = by(&whole, &b_in);
        leaves_room(&[row.clone(), first.clone()], (&a, &b));
        leaves_room(
            &[row.clone(), rest(&whole, &b_in), by(&a_in, &b_in)],
            (&a, &b),
        );
    }
    let (a_in, b_in) = (wide(&a), wide(&b));
    let first = rest(&a_in, &b_in);
    let row = by(&sub(&a_in, &first), &b_in);
    let second = rest(&row, &b_in);
    let left = sub(&sub(&a_in, &bv::mul(b_in.clone(), second.clone())), &first);
    let plane = by(&left, &bv::mul(b_in.clone(), b_in.clone()));
    leaves_room(&[plane.clone(), second, first], (&a, &b));
    let mut ints = Ints::default();
    translated(&mut ints, &[plane.clone(), by(&a_in, &b_in)]);
    let parts = postorder([&plane, &by(&a_in, &b_in)]);
    let parts = parts.iter().filter_map(|part| ints.of_parts.get(part));
    let mut divisions: Vec<Division> = parts.filter_map(|said| said.division.clone()).collect();
    divisions.dedup_by(|a, b| a.quotient == b.quotient);
    let facts = exact(&divisions, &[]);
    let about = |term: &Term| facts.iter().any(|fact| postorder([fact]).contains(term));
    let divided = |of: &Term| {
        let found = divisions
            .iter()
            .find(|one| one.quotient == ints.rep(of).term);
        found.map(|one| about(&one.quotient))
    };
    assert_eq!(divided(&plane), Some(true), "{facts:#?}");
}

/// All values of a machine integer of four bits, and what a term is there.
fn everywhere(root: &Term, a: &Term, b: &Term) -> Vec<(i32, i32, BigInt)> {
    let machine = |n: i32| Value::Bits(Bits::new(&n.into(), WIDTH));
    let pairs = (-8..8).cartesian_product(-8..8);
    pairs
        .map(|(x, y)| {
            let known = vec![(a.clone(), machine(x)), (b.clone(), machine(y))];
            (x, y, unsigned(&mut Evaluator::new(known), root))
        })
        .collect()
}

/// That an integer is a term's value, whatever the two numbers, and within its bounds.
fn is_exact(root: &Term, (a, b): (&Term, &Term)) {
    let mut ints = Ints::default();
    let said = translated(&mut ints, std::slice::from_ref(root));
    let image = said.wanted[0].clone();
    let rep = ints.rep(root);
    assert!(!said.inexact, "{root:?}");
    for (x, y, wanted) in everywhere(root, a, b) {
        let known = [(a, x), (b, y)].map(|(of, n)| (ints.rep(of).term, Value::Int(n.into())));
        let mut evaluator = Evaluator::new(known.to_vec());
        let at = format!("{root:?} at {x}, {y}");
        assert_eq!(number(&mut evaluator, &image), wanted, "{at}");
        let found = number(&mut evaluator, &rep.term);
        assert!(rep.low <= found && found <= rep.high, "{at}");
    }
}

#[test]
fn operators_with_a_literal_are_exact() {
    let (a, b) = (bits("a"), bits("b"));
    let operands = [
        a.clone(),
        bv::add(a.clone(), b.clone()),
        bv::mul(a.clone(), bv::lit(2, WIDTH)),
        bv::zero_extend(1, a.clone()),
        bv::urem(a.clone(), bv::lit(4, WIDTH)),
    ];
    for (operand, literal) in operands.iter().cartesian_product(0..32u32) {
        let width = operand.sort().width().unwrap();
        for op in [bv::and, bv::or, bv::xor] {
            let with = op(operand.clone(), bv::lit(literal, width));
            is_exact(&with, (&a, &b));
            // The bounds of a difference are those of the whole.
            let twice = bv::mul(operand.clone(), bv::lit(2, width));
            is_exact(&bv::sub(twice, with), (&a, &b));
        }
    }
}

#[test]
fn what_is_said_of_operators_holds() {
    let (a, b) = (bits("a"), bits("b"));
    let shifted = bv::shl(a.clone(), bv::lit(2, WIDTH));
    let low = bv::urem(b.clone(), bv::lit(4, WIDTH));
    let pairs = [(&a, &b), (&shifted, &b), (&shifted, &low), (&low, &shifted)];
    let ops = [bv::and, bv::or, bv::xor, bv::shl, bv::lshr, bv::ashr];
    for ((x, y), op) in pairs.into_iter().cartesian_product(ops) {
        let root = op(x.clone(), y.clone());
        let mut ints = Ints::default();
        let said = translated(&mut ints, std::slice::from_ref(&root));
        let (image, facts) = (said.wanted[0].clone(), said.facts);
        for (first, second, wanted) in everywhere(&root, &a, &b) {
            let mut known: Vec<(Term, Value)> = [(&a, first), (&b, second)]
                .map(|(of, n)| (ints.rep(of).term, Value::Int(n.into())))
                .to_vec();
            // Every application of the function is what the operator is of its arguments; those of results too.
            for term in postorder(facts.iter().chain([&image])) {
                if let Node::App(..) = term.node() {
                    let mut evaluator = Evaluator::new(known.clone());
                    let args = term.args().iter().map(|arg| number(&mut evaluator, arg));
                    let args: Vec<Term> = args.map(|n| bv::lit(n, WIDTH)).collect();
                    let [p, q] = args.as_slice() else {
                        panic!("{term:?}")
                    };
                    let result = op(p.clone(), q.clone()).as_bits().unwrap().unsigned();
                    known.push((term, Value::Int(result)));
                }
            }
            let mut evaluator = Evaluator::new(known);
            assert_eq!(number(&mut evaluator, &image), wanted, "{root:?}");
            for fact in &facts {
                let holds = evaluator.truth(fact);
                assert_eq!(holds, Some(true), "{root:?} at {first}, {second}: {fact:?}");
            }
        }
    }
}

#[test]
fn numbers_in_two_parts_are_divided_part_by_part() {
    let (a, b) = (bits("a"), bits("b"));
    let wide = |term: &Term| bv::zero_extend(4, term.clone());
    let low = |term: &Term| wide(&bv::urem(term.clone(), bv::lit(4, WIDTH)));
    let times = |by: u32, term: Term| bv::mul(bv::lit(by, 8), term);
    let numbers = [
        bv::add(times(4, wide(&a)), low(&b)),
        bv::add(times(12, wide(&a)), bv::add(low(&b), bv::lit(5, 8))),
        bv::sub(times(4, wide(&a)), low(&b)),
    ];
    let ops = [bv::urem, bv::udiv, bv::srem, bv::sdiv];
    let all = trials::asked("ALPINIST_SLOW");
    let by = (1..128).filter(|by| all || *by < 20 || by % 12 == 0 || by % 5 == 2);
    for ((whole, op), by) in numbers.iter().cartesian_product(ops).cartesian_product(by) {
        is_exact(&op(whole.clone(), bv::lit(by, 8)), (&a, &b));
    }
    // Of four times a number and what is below four, the number alone is divided.
    let mut ints = Ints::default();
    let whole = bv::urem(numbers[0].clone(), bv::lit(12, 8));
    translated(&mut ints, std::slice::from_ref(&whole));
    let (parts, low) = (ints.rep(&whole).term, ints.rep(&low(&b)).term);
    let high = modulo(ints.rep(&wide(&a)).term, int(3));
    assert_eq!(parts, add(vec![mul(int(4), high), low]));
}

#[test]
fn symbols_of_two_widths_are_two_symbols() {
    let of = |width| constant("same", Sort::BitVec(width));
    let mut ints = Ints::default();
    let said = translated(&mut ints, &[of(4), of(8)]);
    assert_ne!(said.wanted[0], said.wanted[1]);
}

#[test]
fn integers_lie_where_the_question_says() {
    let k = constant("k", Sort::Int);
    let is_small = le(bv::to_int(bv::of_int(8, k.clone())), int(50));
    let exact = le(k.clone(), int(50));
    let about = |_: &Symbol| None;
    let mut known = Translations::default();
    let mut image = |more: &[Term]| {
        let formulas: Vec<Term> = more.iter().chain([&is_small]).cloned().collect();
        let mut images = known.question(&about, &formulas, &[]).images;
        images.pop().unwrap()
    };
    let least = le(int(0), k.clone());
    let most = |most: i64| le(k.clone(), int(most));
    assert_eq!(image(&[and(vec![least.clone(), most(9)])]), exact);
    // What another question says is not known of this one, whichever comes first.
    assert_ne!(image(&[least.clone(), most(300)]), exact);
    assert_ne!(image(&[most(9)]), exact);
    assert_ne!(image(&[]), exact);
    let perhaps = solver::term::or(vec![most(9), constant("b", Sort::Bool)]);
    assert_ne!(image(&[least.clone(), perhaps]), exact);
    assert_eq!(image(&[least, lt(k.clone(), int(128))]), exact);
}
