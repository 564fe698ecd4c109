//! Equal questions are equal texts, whatever the names are and in whatever order things are said.

use proptest::prelude::*;
use solver::encode::{Prepared, Question};
use solver::term::{
    Sort, Symbol, Term, add, and, app, bound, eq, exists, forall, implies, int, ite, le, lt, mul,
    not, or, select,
};

/// Choices that a seed decides.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % bound
    }
}

/// How a question is told: what things are called, and in which order.
struct Telling<'a> {
    name: &'a dyn Fn(usize) -> String,
    /// Turns what has no order of its own.
    turned: bool,
}

/// A question made by choices; how it is told decides nothing of what it says.
struct Maker<'a> {
    dice: Dice,
    telling: &'a Telling<'a>,
    bound: Vec<Term>,
    bounds: usize,
}

const NUMBERS: usize = 6;

impl Maker<'_> {
    fn order<T>(&self, mut parts: Vec<T>) -> Vec<T> {
        if self.telling.turned {
            parts.reverse();
        }
        parts
    }

    fn symbol(&self, number: usize, args: &[Sort], result: Sort) -> Symbol {
        Symbol::new((self.telling.name)(number), args.to_vec(), result)
    }

    fn constant(&self, number: usize, sort: Sort) -> Term {
        app(&self.symbol(number, &[], sort), Vec::new())
    }

    fn number(&mut self, depth: usize) -> Term {
        let choice = self.dice.below(if depth == 0 { 3 } else { 8 });
        let small = int(i64::try_from(self.dice.below(4)).unwrap() - 1);
        match choice {
            0 => small,
            1 if !self.bound.is_empty() => {
                let at = self.dice.below(self.bound.len());
                self.bound[at].clone()
            }
            1 | 2 => {
                let number = self.dice.below(NUMBERS);
                self.constant(number, Sort::Int)
            }
            3 | 4 => {
                let parts = vec![self.number(depth - 1), self.number(depth - 1)];
                add(self.order(parts))
            }
            5 => mul(small, self.number(depth - 1)),
            6 => {
                let f = self.symbol(20, &[Sort::Int], Sort::Int);
                app(&f, vec![self.number(depth - 1)])
            }
            _ => {
                let number = 21 + self.dice.below(2);
                let map = self.constant(number, Sort::array(Sort::Int, Sort::Int));
                select(map, self.number(depth - 1))
            }
        }
    }

    fn element(&mut self) -> Term {
        let number = 30 + self.dice.below(3);
        self.constant(number, Sort::Adt((self.telling.name)(40), 7))
    }

    fn formula(&mut self, depth: usize) -> Term {
        let choice = self.dice.below(if depth == 0 { 5 } else { 11 });
        match choice {
            0 => le(self.number(2), self.number(2)),
            1 => lt(self.number(1), self.number(2)),
            2 => eq(self.number(2), self.number(1)),
            3 => {
                let number = 10 + self.dice.below(4);
                self.constant(number, Sort::Bool)
            }
            4 => eq(self.element(), self.element()),
            5 => not(self.formula(depth - 1)),
            6 => {
                let parts = vec![self.formula(depth - 1), self.formula(depth - 1)];
                and(self.order(parts))
            }
            7 => {
                let parts = vec![self.formula(depth - 1), self.formula(depth - 1)];
                or(self.order(parts))
            }
            8 => implies(self.formula(depth - 1), self.formula(depth - 1)),
            9 => {
                let condition = self.formula(depth - 1);
                let parts = [self.number(1), self.number(1)];
                let [yes, no] = parts;
                le(ite(condition, yes, no), self.number(1))
            }
            _ => {
                self.bounds += 1;
                let name = (self.telling.name)(100 + self.bounds);
                let var = bound(name, Sort::Int);
                self.bound.push(var.clone());
                let body = self.formula(depth - 1);
                self.bound.pop();
                match self.dice.below(2) {
                    0 => forall(vec![var], Vec::new(), body, (self.telling.name)(50)),
                    _ => exists(vec![var], Vec::new(), body, (self.telling.name)(51)),
                }
            }
        }
    }

    fn question(&mut self) -> Question {
        let axioms = (0..4).map(|_| self.formula(3)).collect();
        let assumptions = (0..5).map(|_| self.formula(3)).collect();
        let goal = self.formula(3);
        Question {
            axioms: self.order(axioms),
            assumptions,
            goal,
        }
    }
}

fn told(seed: u64, telling: &Telling<'_>) -> String {
    let mut maker = Maker {
        dice: Dice(seed),
        telling,
        bound: Vec::new(),
        bounds: 0,
    };
    Prepared::new(&maker.question(), &[]).script().to_owned()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn names_and_order_change_no_text(seed in any::<u64>(), by in 1usize..1_000) {
        let plain = |number: usize| format!("n{number:03}");
        // Another order of the names, and other lengths.
        let other = |number: usize| format!("x{}", (number * 577 + by * 31) % 1_009);
        let first = told(seed, &Telling { name: &plain, turned: false });
        let second = told(seed, &Telling { name: &other, turned: false });
        prop_assert_eq!(&first, &second);
        let third = told(seed, &Telling { name: &other, turned: true });
        prop_assert_eq!(&first, &third);
        prop_assert!(!first.contains("n0"), "{}", first);
    }
}
