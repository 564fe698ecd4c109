//! What algebra refutes of machine integers has no solution: random questions about three numbers of four bits, in types of
//! four and eight bits, whose solutions are counted out.
//!
//! Of a division by an unknown zero the translation says only between what the results lie, for whoever divides shows that
//! there is none: so every question says that unknown divisors are not zero.

use super::*;
use crate::execution::symbols::Varies;
use random::Random;
use solver::term::bv;

/// What a term is for all values of the three numbers.
#[derive(Clone)]
struct Number {
    term: Term,
    values: Vec<i64>,
    width: u32,
}

/// The same of a formula.
#[derive(Clone)]
struct Truth {
    term: Term,
    holds: Vec<bool>,
}

type Operator = (fn(Term, Term) -> Term, fn(i64, i64, u32) -> i64);

/// The value with a sign of what has so many bits.
fn signed(value: i64, width: u32) -> i64 {
    if value >> (width - 1) & 1 == 1 {
        value - (1 << width)
    } else {
        value
    }
}

impl Number {
    fn unknown(at: u32) -> Number {
        Number {
            term: constant(format!("x{at}"), Sort::BitVec(4)),
            values: (0..4096).map(|all| all >> (4 * at) & 15).collect(),
            width: 4,
        }
    }

    fn literal(value: i64, width: u32) -> Number {
        let value = value & ((1 << width) - 1);
        Number {
            term: bv::lit(value, width),
            values: vec![value; 4096],
            width,
        }
    }

    fn with(&self, other: &Number, (build, compute): Operator) -> Number {
        let pairs = self.values.iter().zip(&other.values);
        let values = pairs.map(|(a, b)| compute(*a, *b, self.width) & ((1 << self.width) - 1));
        Number {
            term: build(self.term.clone(), other.term.clone()),
            values: values.collect(),
            width: self.width,
        }
    }

    /// The same in eight bits.
    fn wide(&self, with_sign: bool) -> Number {
        if self.width == 8 {
            return self.clone();
        }
        let (build, values): (fn(u32, Term) -> Term, _) = match with_sign {
            false => (bv::zero_extend, self.values.clone()),
            true => {
                let all = self.values.iter().map(|value| signed(*value, 4) & 255);
                (bv::sign_extend, all.collect())
            }
        };
        Number {
            term: build(4, self.term.clone()),
            values,
            width: 8,
        }
    }

    fn compared(&self, other: &Number, (build, compute): Comparison) -> Truth {
        let pairs = self.values.iter().zip(&other.values);
        Truth {
            term: build(self.term.clone(), other.term.clone()),
            holds: pairs.map(|(a, b)| compute(*a, *b, self.width)).collect(),
        }
    }
}

type Comparison = (fn(Term, Term) -> Term, fn(i64, i64, u32) -> bool);

const ADD: Operator = (bv::add, |a, b, _| a + b);
const SUB: Operator = (bv::sub, |a, b, _| a - b);
const MUL: Operator = (bv::mul, |a, b, _| a * b);
const AND: Operator = (bv::and, |a, b, _| a & b);
const OR: Operator = (bv::or, |a, b, _| a | b);
const XOR: Operator = (bv::xor, |a, b, _| a ^ b);
const SHL: Operator = (bv::shl, |a, b, width| match b < i64::from(width) {
    true => a << b,
    false => 0,
});
const LSHR: Operator = (bv::lshr, |a, b, width| match b < i64::from(width) {
    true => a >> b,
    false => 0,
});
const ASHR: Operator = (bv::ashr, |a, b, width| signed(a, width) >> b.min(8));
const UDIV: Operator = (bv::udiv, |a, b, _| a.checked_div(b).unwrap_or(-1));
const UREM: Operator = (bv::urem, |a, b, _| a.checked_rem(b).unwrap_or(a));
const SDIV: Operator = (bv::sdiv, |a, b, width| {
    let (a, b) = (signed(a, width), signed(b, width));
    a.checked_div(b).unwrap_or(if a < 0 { 1 } else { -1 })
});
const SREM: Operator = (bv::srem, |a, b, width| {
    let (a, b) = (signed(a, width), signed(b, width));
    a.checked_rem(b).unwrap_or(a)
});

const ULT: Comparison = (bv::ult, |a, b, _| a < b);
const ULE: Comparison = (bv::ule, |a, b, _| a <= b);
const SLT: Comparison = (bv::slt, |a, b, width| signed(a, width) < signed(b, width));
const SLE: Comparison = (bv::sle, |a, b, width| signed(a, width) <= signed(b, width));
const EQ: Comparison = (eq, |a, b, _| a == b);
const NE: Comparison = (|a, b| not(eq(a, b)), |a, b, _| a != b);

/// That a sum or product is that of mathematics, of numbers with or without sign.
fn fits(a: &Number, b: &Number, is_product: bool, with_sign: bool) -> Truth {
    let operator = if is_product { MUL } else { ADD };
    let result = a.with(b, operator);
    let value = if with_sign { bv::to_int } else { bv::to_nat };
    let of = |value: i64, width: u32| match with_sign {
        true => signed(value, width),
        false => value,
    };
    let exact = |x: i64, y: i64| (operator.1)(of(x, a.width), of(y, a.width), a.width);
    let (x, y) = (value(a.term.clone()), value(b.term.clone()));
    let image = match is_product {
        true => mul(x, y),
        false => add(vec![x, y]),
    };
    let holds = a.values.iter().zip(&b.values).zip(&result.values);
    Truth {
        term: eq(value(result.term.clone()), image),
        holds: holds
            .map(|((x, y), sum)| exact(*x, *y) == of(*sum, a.width))
            .collect(),
    }
}

/// Between what a number lies; read with a sign if the least is negative.
type Range = Option<(i64, i64)>;

/// A conjunction at work.
struct Question {
    random: Random,
    known: Vec<Truth>,
    /// That unknown divisors are not zero.
    divisors: Vec<Truth>,
    ranges: [Range; 3],
}

impl Question {
    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.random.below(of.len())]
    }

    fn literal(&mut self, width: u32) -> Number {
        let most = if width == 4 || !self.random.one_in(4) {
            8
        } else {
            127
        };
        Number::literal(self.random.between(-2, most), width)
    }

    fn number(&mut self, width: u32, depth: u32) -> Number {
        if depth == 0 || self.random.one_in(5) {
            if self.random.one_in(4) {
                return self.literal(width);
            }
            let at = self.one(&[0, 1, 2]);
            let with_sign = self.random.one_in(3);
            let unknown = Number::unknown(at);
            return if width == 8 {
                unknown.wide(with_sign)
            } else {
                unknown
            };
        }
        let a = self.number(width, depth - 1);
        match self.random.below(12) {
            0 if width == 8 => {
                let with_sign = self.random.one_in(2);
                self.number(4, depth - 1).wide(with_sign)
            }
            0..6 => {
                let b = self.number(width, depth - 1);
                let operator = self.one(&[ADD, ADD, SUB, MUL, MUL, AND, OR, XOR]);
                a.with(&b, operator)
            }
            6 | 7 => {
                let by = self.literal(width);
                let operator = self.one(&[UDIV, UREM, SDIV, SREM]);
                a.with(&by, operator)
            }
            8 | 9 => {
                let by = self.number(width, 1);
                let operator = self.one(&[UDIV, UREM, UDIV, UREM, SDIV, SREM]);
                self.divided(&a, &by, operator)
            }
            10 => {
                let by = Number::literal(self.random.between(0, 3), width);
                let operator = self.one(&[SHL, LSHR, ASHR]);
                a.with(&by, operator)
            }
            _ => {
                let by = self.number(width, 0);
                let operator = self.one(&[SHL, LSHR, ASHR, AND, OR]);
                a.with(&by, operator)
            }
        }
    }

    fn divided(&mut self, a: &Number, by: &Number, operator: Operator) -> Number {
        let zero = Number::literal(0, by.width);
        self.divisors.push(by.compared(&zero, NE));
        a.with(by, operator)
    }

    fn know(&mut self, a: &Number, b: &Number, comparison: Comparison) {
        self.known.push(a.compared(b, comparison));
    }

    fn soup(&mut self) {
        for _ in 0..2 + self.random.below(3) {
            let width = self.one(&[4, 8, 8]);
            let (a, b) = (self.number(width, 3), self.number(width, 2));
            if self.random.one_in(5) {
                let (is_product, with_sign) = (self.random.one_in(2), self.random.one_in(2));
                self.known.push(fits(&a, &b, is_product, with_sign));
                continue;
            }
            let comparison = self.one(&[ULT, ULE, SLT, SLE, EQ, EQ, NE]);
            self.know(&a, &b, comparison);
        }
    }

    /// Two threads with numbers below a size, in rows of that length or nearly that.
    fn rows(&mut self) {
        let width = self.one(&[4, 8, 8, 8]);
        let with_sign = self.random.one_in(2);
        let below = if with_sign { SLT } else { ULT };
        let below = if self.random.one_in(8) { ULE } else { below };
        let all = [0, 1, 2].map(|at| match width {
            8 => Number::unknown(at).wide(with_sign),
            _ => Number::unknown(at),
        });
        let [t, u, m] = &all;
        let zero = Number::literal(0, width);
        for one in [t, u] {
            self.know(one, m, below);
            if with_sign && !self.random.one_in(8) {
                self.know(&zero, one, SLE);
            }
        }
        let (i, k) = (self.random.between(0, 3), self.random.between(0, 3));
        let pitch = match self.random.one_in(6) {
            true => m.with(&self.literal(width), ADD),
            false => m.clone(),
        };
        let mut index = |row: i64, of: &Number| {
            let first = Number::literal(row, width).with(&pitch, MUL);
            if self.random.one_in(3) {
                self.known.push(fits(&first, of, false, with_sign));
            }
            first.with(of, ADD)
        };
        let (left, right) = (index(i, t), index(k, u));
        self.know(&left, &right, EQ);
        if i == k {
            self.know(t, u, NE);
        }
    }

    /// Digits by numbers, in another order, or nearly that.
    fn digits(&mut self) {
        let with_sign = self.random.one_in(2);
        let (over, rest, below) = match with_sign {
            true => (SDIV, SREM, SLT),
            false => (UDIV, UREM, ULT),
        };
        let [t, u] = [0, 1].map(|at| Number::unknown(at).wide(with_sign));
        let (c, d) = (self.random.between(1, 4), self.random.between(1, 4));
        let number = |value| Number::literal(value, 8);
        let most = c * d + i64::from(self.random.one_in(4));
        for one in [&t, &u] {
            self.know(one, &number(most), below);
            if with_sign && !self.random.one_in(6) {
                self.know(&number(0), one, SLE);
            }
        }
        let pitch = d - i64::from(self.random.one_in(6));
        let index = |of: &Number| {
            let low = of.with(&number(c), rest).with(&number(pitch), MUL);
            low.with(&of.with(&number(c), over), ADD)
        };
        self.know(&index(&t), &index(&u), EQ);
        self.know(&t, &u, NE);
    }

    /// Quotients by products, and quotients of quotients.
    fn nested(&mut self) {
        let with_sign = self.random.one_in(2);
        let (over, rest) = match with_sign {
            true => (SDIV, SREM),
            false => (UDIV, UREM),
        };
        let [t, a, b] = [0, 1, 2].map(|at| Number::unknown(at).wide(with_sign));
        let mut product = a.with(&b, MUL);
        if self.random.one_in(4) {
            product = product.with(&Number::literal(2, 8), MUL);
        }
        let (first, low) = (self.divided(&t, &a, over), self.divided(&t, &a, rest));
        let (second, high) = (
            self.divided(&first, &b, over),
            self.divided(&first, &b, rest),
        );
        let whole = self.divided(&t, &product, over);
        let left = self.divided(&t, &product, rest);
        match self.random.below(3) {
            0 => self.know(&whole, &second, NE),
            1 => self.know(&left, &a.with(&high, MUL).with(&low, ADD), NE),
            _ => {
                self.know(&whole, &left, EQ);
                self.know(&second, &a.with(&high, MUL).with(&low, ADD), NE);
            }
        }
    }

    /// Quotient and remainder by an unknown number.
    fn quotients(&mut self) {
        let width = self.one(&[4, 8, 8]);
        let with_sign = self.random.one_in(2);
        let (over, rest) = match with_sign {
            true => (SDIV, SREM),
            false => (UDIV, UREM),
        };
        let [t, u, m] = [0, 1, 2].map(|at| match width {
            8 => Number::unknown(at).wide(with_sign),
            _ => Number::unknown(at),
        });
        let zero = Number::literal(0, width);
        if with_sign && !self.random.one_in(4) {
            self.know(&zero, &t, SLE);
            self.know(&zero, &m, SLT);
        }
        let (q, r) = (self.divided(&t, &m, over), self.divided(&t, &m, rest));
        match self.random.below(5) {
            0 => self.know(&q.with(&m, MUL).with(&r, ADD), &t, NE),
            1 => self.know(&m, &r, if with_sign { SLE } else { ULE }),
            2 => self.know(&t, &q, if with_sign { SLT } else { ULT }),
            3 => {
                self.know(&t, &m, if with_sign { SLT } else { ULT });
                self.know(&r, &t, NE);
            }
            _ => {
                let (p, s) = (self.divided(&u, &m, over), self.divided(&u, &m, rest));
                self.know(&q, &p, EQ);
                let comparison = self.one(&[EQ, EQ, EQ, SLE]);
                self.know(&r, &s, comparison);
                self.know(&t, &u, NE);
            }
        }
    }
}

/// What is known of a number beforehand.
fn range(random: &mut Random) -> Range {
    let (least, most) = [(0, 15), (-8, 7)][random.below(2)];
    let low = random.between(least, most);
    random
        .one_in(3)
        .then(|| (low, random.between(low.max(1), most)))
        .filter(|(low, high)| low <= high)
}

fn lies_in((low, high): (i64, i64), value: i64) -> bool {
    let value = if low < 0 { signed(value, 4) } else { value };
    (low..=high).contains(&value)
}

/// Whether algebra refutes what is known, asked as races ask it.
fn is_refuted(known: &[Truth], ranges: &[Range; 3]) -> bool {
    let formulas: Vec<Term> = known.iter().map(|one| one.term.clone()).collect();
    let about = |symbol: &Symbol| {
        let at: usize = symbol.name().strip_prefix('x')?.parse().ok()?;
        let (low, high) = (*ranges.get(at)?)?;
        Some(About {
            varies: Varies::Thread,
            range: Some((low.into(), high.into())),
            abstraction: None,
            contents: None,
        })
    };
    let Integers { images, facts, .. } = Translations::default().question(&about, &formulas, &[]);
    let assumptions: Vec<Term> = images.into_iter().chain(facts).collect();
    algebra::contradictory(&assumptions, 1_000).is_some()
}

/// Values of the numbers for which all holds.
fn solution(known: &[Truth], ranges: &[Range; 3]) -> Option<usize> {
    let fits = |all: usize| {
        let value = |at: usize| i64::try_from(all >> (4 * at) & 15).unwrap();
        let mut each = ranges.iter().enumerate();
        each.all(|(at, range)| range.is_none_or(|range| lies_in(range, value(at))))
    };
    let holds = |all: usize| known.iter().all(|one| one.holds[all]);
    (0..4096).find(|all| fits(*all) && holds(*all))
}

/// Where it is known what the numbers are, and what some terms of them are, nothing is refuted: so whatever the translation
/// says of these terms is true.
#[test]
fn what_is_so_is_not_refuted() {
    let count = if trials::asked("ALPINIST_SLOW") {
        200_000
    } else {
        4_000
    };
    let mut asked = 0;
    for seed in 0..count {
        let mut question = Question {
            random: Random::new(seed),
            known: Vec::new(),
            divisors: Vec::new(),
            ranges: [None; 3],
        };
        match question.random.below(4) {
            0 => question.nested(),
            1 => question.quotients(),
            _ => question.soup(),
        }
        let width = question.one(&[4, 8]);
        let terms = [(); 2].map(|()| question.number(width, 3));
        let all = question.random.below(4096);
        if question.divisors.iter().any(|one| !one.holds[all]) {
            continue;
        }
        // What is asked is so, or is not.
        for one in question.known.iter_mut().filter(|one| !one.holds[all]) {
            one.term = not(one.term.clone());
        }
        let unknowns = [0, 1, 2].map(Number::unknown);
        let dropped = question.random.below(4);
        for (at, number) in unknowns.iter().chain(&terms).enumerate() {
            if at != dropped {
                let value = Number::literal(number.values[all], number.width);
                question.know(number, &value, EQ);
            }
        }
        asked += 1;
        question.known.append(&mut question.divisors);
        let refuted = is_refuted(&question.known, &question.ranges);
        let terms: Vec<&Term> = question.known.iter().map(|one| &one.term).collect();
        assert!(!refuted, "{seed} at {all:#x}: {terms:#?}");
    }
    assert!(asked > count / 2, "{asked}");
}

#[test]
fn what_algebra_refutes_has_no_solution() {
    let count = if trials::asked("ALPINIST_SLOW") {
        200_000
    } else {
        3_000
    };
    let mut refuted = [0; 5];
    for seed in 0..count {
        let mut random = Random::new(seed);
        let mut question = Question {
            ranges: [(); 3].map(|()| range(&mut random)),
            random,
            known: Vec::new(),
            divisors: Vec::new(),
        };
        let kind = question.random.below(5);
        match kind {
            0 => question.soup(),
            1 => question.rows(),
            2 => question.digits(),
            3 => question.nested(),
            _ => question.quotients(),
        }
        let Question {
            mut known,
            divisors,
            ranges,
            ..
        } = question;
        known.extend(divisors);
        if !is_refuted(&known, &ranges) {
            continue;
        }
        refuted[kind] += 1;
        let solution = solution(&known, &ranges);
        let terms: Vec<&Term> = known.iter().map(|one| &one.term).collect();
        assert_eq!(solution, None, "{seed}: {ranges:?} {terms:#?}");
    }
    // So that it does not hold by doing nothing.
    let least = usize::try_from(count).unwrap() / 40;
    assert!(
        refuted.iter().all(|one| *one > least),
        "{refuted:?} of {count}"
    );
}
