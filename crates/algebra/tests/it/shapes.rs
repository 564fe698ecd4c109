//! Random problems of the kinds that indices pose, some of them slightly wrong.

use crate::model::{
    Model, Truth, Value, at_most, differ, digit, equal, less, num, product, quotient, remainder,
    sum, var,
};
use random::Random;

/// A problem of some kind.
pub(crate) fn model(random: &mut Random) -> Model {
    let kinds: [fn(&mut Random) -> Model; 11] = [
        soup,
        soup,
        rows,
        boxes,
        inside,
        taken_apart,
        strides,
        divided,
        functions,
        triangles,
        first_digits,
    ];
    let mut model = kinds[random.below(kinds.len())](random);
    for _ in 0..[0, 0, 1, 1, 2, 3][random.below(6)] {
        spoil(&mut model, random);
    }
    if !random.one_in(3) {
        model.is_closed();
    }
    model
}

/// `i*m + j = k*m + l`, of which the digits differ.
fn rows(_: &mut Random) -> Model {
    let [n, m, i, j, k, l] = [0, 1, 2, 3, 4, 5];
    let index = |i, j| sum([product([var(i), var(m)]), var(j)]);
    Model {
        ranges: vec![(0, 3), (0, 3), (-1, 3), (-1, 3), (-1, 3), (-1, 3)],
        known: vec![
            digit(i, var(n)),
            digit(j, var(m)),
            digit(k, var(n)),
            digit(l, var(m)),
            equal(index(i, j), index(k, l)),
            Truth::Any(vec![differ(var(i), var(k)), differ(var(j), var(l))]),
        ],
    }
}

/// The same in three dimensions, in one of two orders.
fn boxes(random: &mut Random) -> Model {
    let [m, p, i, j, k, a, b, c] = [0, 1, 2, 3, 4, 5, 6, 7];
    let nested = random.one_in(2);
    let index = |i, j, k| match nested {
        true => sum([
            product([sum([product([var(i), var(m)]), var(j)]), var(p)]),
            var(k),
        ]),
        false => sum([
            product([var(k), var(m), var(p)]),
            product([var(j), var(p)]),
            var(i),
        ]),
    };
    let below = |at| if nested { var(at) } else { num(2) };
    let (first, last) = match nested {
        true => (var(m), var(p)),
        false => (var(m), below(p)),
    };
    let mut known = vec![
        digit(j, first.clone()),
        digit(b, first),
        equal(index(i, j, k), index(a, b, c)),
        Truth::Any(vec![
            differ(var(i), var(a)),
            differ(var(j), var(b)),
            differ(var(k), var(c)),
        ]),
    ];
    let lowest = if nested { [k, c] } else { [i, a] };
    known.extend(lowest.map(|at| digit(at, last.clone())));
    known.push(at_most(num(2), var(p)));
    Model {
        ranges: vec![
            (0, 3),
            (1, 3),
            (0, 2),
            (0, 2),
            (0, 2),
            (0, 2),
            (0, 2),
            (0, 2),
        ],
        known,
    }
}

/// `i*m + j` is not below `n*m`.
fn inside(random: &mut Random) -> Model {
    let [n, m, i, j] = [0, 1, 2, 3];
    let index = sum([product([var(i), var(m)]), var(j)]);
    let size = product([var(n), var(m)]);
    let outside = match random.below(3) {
        0 => less(index, num(0)),
        1 => at_most(size, index),
        _ => Truth::Any(vec![less(index.clone(), num(0)), at_most(size, index)]),
    };
    Model {
        ranges: vec![(-1, 5), (-1, 5), (-2, 5), (-2, 5)],
        known: vec![digit(i, var(n)), digit(j, var(m)), outside],
    }
}

/// Indices from quotients and remainders of the numbers of two threads.
fn taken_apart(random: &mut Random) -> Model {
    let [t, u] = [0, 1];
    let (c, d) = (random.between(1, 4), random.between(1, 4));
    let pitch = d + random.between(0, 1);
    let form = random.below(3);
    let index = |of| match form {
        0 => sum([
            product([remainder(var(of), c), num(pitch)]),
            quotient(var(of), c),
        ]),
        1 => sum([
            product([quotient(var(of), c), num(c + pitch - d)]),
            remainder(var(of), c),
        ]),
        _ => sum([
            product([num(c * d), quotient(var(of), c * d)]),
            product([remainder(quotient(var(of), c), d), num(c)]),
            remainder(var(of), c),
        ]),
    };
    Model {
        ranges: vec![(-4, 18), (-4, 18)],
        known: vec![
            digit(t, num(c * d)),
            digit(u, num(c * d)),
            equal(index(t), index(u)),
            differ(var(t), var(u)),
        ],
    }
}

/// `t + a*s`, several elements a thread.
fn strides(random: &mut Random) -> Model {
    let [s, t, u, a, b, j, k] = [0, 1, 2, 3, 4, 5, 6];
    let each = random.between(1, 3);
    let index = |t, a, j| {
        let step = sum([product([num(each), var(a)]), var(j)]);
        sum([var(t), product([step, var(s)])])
    };
    let mut known = vec![
        digit(t, var(s)),
        digit(u, var(s)),
        digit(j, num(each)),
        digit(k, num(each)),
        equal(index(t, a, j), index(u, b, k)),
        Truth::Any(vec![
            differ(var(t), var(u)),
            differ(var(a), var(b)),
            differ(var(j), var(k)),
        ]),
    ];
    if random.one_in(2) {
        known.push(at_most(num(0), var(a)));
    }
    Model {
        ranges: vec![(0, 3), (-1, 2), (-1, 2), (-1, 2), (-1, 2), (0, 2), (0, 2)],
        known,
    }
}

/// Divisions by what is no number: `a = b*q + r`.
fn divided(random: &mut Random) -> Model {
    let [b, a, c, q, r, s, t] = [0, 1, 2, 3, 4, 5, 6];
    let is = |a, q, r| equal(var(a), sum([product([var(b), var(q)]), var(r)]));
    let claim = match random.below(3) {
        0 => vec![equal(var(a), var(c)), differ(var(q), var(s))],
        1 => vec![at_most(var(a), var(c)), less(var(s), var(q))],
        _ => vec![
            equal(var(q), var(s)),
            equal(var(r), var(t)),
            differ(var(a), var(c)),
        ],
    };
    let known = vec![is(a, q, r), is(c, s, t), digit(r, var(b)), digit(t, var(b))];
    Model {
        ranges: vec![(0, 3), (-3, 5), (-3, 5), (-2, 3), (-2, 3), (-2, 3), (-2, 3)],
        known: known.into_iter().chain(claim).collect(),
    }
}

/// `i*(i + 1)/2 + j` in rows that are as long as their number, or nearly that.
fn triangles(random: &mut Random) -> Model {
    let [i, j, k, l] = [0, 1, 2, 3];
    let more = random.between(-1, 2);
    let halved = random.one_in(2);
    let index = |i, j| {
        let twice = product([var(i), sum([var(i), num(more)])]);
        match halved {
            true => sum([quotient(twice, 2), var(j)]),
            false => sum([twice, product([num(2), var(j)])]),
        }
    };
    let within = |j, i| Truth::All(vec![at_most(num(0), var(j)), at_most(var(j), var(i))]);
    Model {
        ranges: vec![(0, 5), (0, 5), (0, 5), (0, 5)],
        known: vec![
            within(j, i),
            within(l, k),
            equal(index(i, j), index(k, l)),
            Truth::Any(vec![differ(var(i), var(k)), differ(var(j), var(l))]),
        ],
    }
}

/// `i = m*q + r` below `n*m`, of which the signs are not known: where `q` is not.
fn first_digits(random: &mut Random) -> Model {
    let [n, m, i, q, r] = [0, 1, 2, 3, 4];
    let minus = |at| product([num(-1), var(at)]);
    let last = sum([var(n), num(random.between(-1, 1))]);
    Model {
        ranges: vec![(-3, 3), (-3, 3), (0, 9), (-4, 4), (0, 3)],
        known: vec![
            at_most(num(0), var(i)),
            less(var(i), product([var(n), var(m)])),
            equal(var(i), sum([product([var(m), var(q)]), var(r)])),
            at_most(num(0), var(r)),
            Truth::Any(vec![less(var(r), var(m)), less(var(r), minus(m))]),
            Truth::Any(vec![
                Truth::All(vec![less(num(0), var(n)), at_most(last.clone(), var(q))]),
                Truth::All(vec![less(var(n), num(0)), at_most(var(q), last)]),
            ]),
        ],
    }
}

/// Functions of indices.
fn functions(random: &mut Random) -> Model {
    let [m, i, j, k, l] = [0, 1, 2, 3, 4];
    let of = |value| Value::Applied(Box::new(value));
    let index = |i, j| sum([product([var(i), var(m)]), var(j)]);
    let at = |i, j, random: &mut Random| match random.below(3) {
        0 => of(var(i)),
        1 => of(index(i, j)),
        _ => of(remainder(var(i), 2)),
    };
    let (left, right) = (at(i, j, random), at(k, l, random));
    Model {
        ranges: vec![(0, 3), (0, 3), (0, 3), (0, 3), (0, 3)],
        known: vec![
            digit(j, var(m)),
            digit(l, var(m)),
            equal(index(i, j), index(k, l)),
            differ(left, right),
        ],
    }
}

/// Whatever.
fn soup(random: &mut Random) -> Model {
    let count = 2 + random.below(4);
    let mut known: Vec<Truth> = (0..2 + random.below(4))
        .map(|_| truth(random, count, 2))
        .collect();
    for at in 0..count {
        if random.one_in(3) {
            known.push(digit(at, var(random.below(count))));
        }
    }
    Model {
        ranges: (0..count)
            .map(|_| [(-3, 4), (0, 5), (1, 4)][random.below(3)])
            .collect(),
        known,
    }
}

fn truth(random: &mut Random, count: usize, depth: usize) -> Truth {
    let deeper = |random: &mut Random| truth(random, count, depth - 1);
    match random.below(if depth == 0 { 6 } else { 10 }) {
        0..3 => at_most(value(random, count, 3), value(random, count, 1)),
        3..6 => equal(value(random, count, 3), value(random, count, 1)),
        6 => Truth::Not(Box::new(deeper(random))),
        7 => Truth::All(vec![deeper(random), deeper(random)]),
        8 => Truth::Any(vec![deeper(random), deeper(random)]),
        _ => Truth::Same(Box::new(deeper(random)), Box::new(deeper(random))),
    }
}

fn value(random: &mut Random, count: usize, depth: usize) -> Value {
    if depth == 0 || random.one_in(4) {
        return match random.one_in(4) {
            true => num(random.between(-3, 4)),
            false => var(random.below(count)),
        };
    }
    let deeper = |random: &mut Random| value(random, count, depth - 1);
    match random.below(12) {
        0..4 => sum([deeper(random), deeper(random)]),
        4 => sum([deeper(random), product([num(-1), deeper(random)])]),
        5 => product([num(random.between(-3, 3)), deeper(random)]),
        6 | 7 => product([deeper(random), var(random.below(count))]),
        8 => quotient(deeper(random), random.between(1, 5)),
        9 => remainder(deeper(random), random.between(1, 5)),
        10 => {
            let condition = truth(random, count, 0);
            let (yes, no) = (deeper(random), deeper(random));
            Value::Choice(Box::new(condition), Box::new(yes), Box::new(no))
        }
        _ => Value::Applied(Box::new(deeper(random))),
    }
}

/// Makes one thing another.
fn spoil(model: &mut Model, random: &mut Random) {
    let count = model.ranges.len();
    if model.known.is_empty() {
        return;
    }
    let at = random.below(model.known.len());
    match random.below(6) {
        0 => {
            model.known.remove(at);
        }
        1 => model.known.push(truth(random, count, 1)),
        _ => spoil_truth(&mut model.known[at], random, count),
    }
}

fn spoil_truth(truth: &mut Truth, random: &mut Random, count: usize) {
    match truth {
        Truth::AtMost(a, b) | Truth::Equal(a, b) => {
            if random.one_in(8) {
                *truth = at_most(b.clone(), a.clone());
                return;
            }
            spoil_value(if random.one_in(2) { a } else { b }, random, count);
        }
        Truth::Not(a) => spoil_truth(a, random, count),
        Truth::All(parts) | Truth::Any(parts) => {
            let at = random.below(parts.len());
            match random.one_in(6) {
                _ if parts.is_empty() => {}
                true => drop(parts.remove(at)),
                false => spoil_truth(&mut parts[at], random, count),
            }
        }
        Truth::Same(a, b) => spoil_truth(if random.one_in(2) { a } else { b }, random, count),
    }
}

fn spoil_value(value: &mut Value, random: &mut Random, count: usize) {
    match value {
        Value::Variable(_) if random.one_in(2) => {
            *value = sum([value.clone(), num(2 * random.between(0, 1) - 1)]);
        }
        Value::Variable(at) => *at = random.below(count),
        Value::Number(number) => *number += 2 * random.between(0, 1) - 1,
        Value::Sum(parts) | Value::Product(parts) => {
            let at = random.below(parts.len());
            spoil_value(&mut parts[at], random, count);
        }
        Value::Quotient(a, by) | Value::Remainder(a, by) => match random.one_in(2) {
            true => *by += 1,
            false => spoil_value(a, random, count),
        },
        Value::Applied(a) => spoil_value(a, random, count),
        Value::Choice(condition, yes, no) => match random.below(3) {
            0 => spoil_truth(condition, random, count),
            1 => spoil_value(yes, random, count),
            _ => spoil_value(no, random, count),
        },
    }
}
