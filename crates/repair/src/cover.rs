//! The cheapest assignment that satisfies clauses, exactly: branch and bound.

use std::collections::BTreeSet;

/// A variable, by its number.
pub type Var = usize;

/// Says that a variable is true, or that it is false.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Literal {
    /// The variable.
    pub var: Var,
    /// Whether it is to be true.
    pub holds: bool,
}

/// One of these must hold.
pub(crate) type Clause = BTreeSet<Literal>;

/// What a variable is if nothing speaks against it, and what it costs to be the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Price {
    /// What it is without cost.
    pub usual: bool,
    /// What the other costs.
    pub cost: u64,
}

/// More steps of the search are not made.
const MOST_STEPS: u64 = 2_000_000;

/// What the search came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cheapest {
    /// The values of the variables, and what they cost together; none is cheaper.
    Found(Vec<bool>, u64),
    /// No assignment satisfies the clauses.
    Impossible,
    /// The search was given up.
    TooHard,
}

struct Search<'a> {
    prices: &'a [Price],
    clauses: &'a [Clause],
    /// What is decided of a variable.
    fixed: Vec<Option<bool>>,
    best: Option<(u64, Vec<bool>)>,
    steps: u64,
}

/// The cheapest assignment that satisfies all clauses.
pub(crate) fn cheapest(prices: &[Price], clauses: &[Clause]) -> Cheapest {
    let mut search = Search {
        prices,
        clauses,
        fixed: vec![None; prices.len()],
        best: None,
        steps: 0,
    };
    search.go(0);
    if search.steps >= MOST_STEPS {
        return Cheapest::TooHard;
    }
    match search.best {
        Some((cost, values)) => Cheapest::Found(values, cost),
        None => Cheapest::Impossible,
    }
}

impl Search<'_> {
    fn value(&self, var: Var) -> bool {
        let usual = self.prices.get(var).is_some_and(|price| price.usual);
        self.fixed.get(var).copied().flatten().unwrap_or(usual)
    }

    fn free(&self, var: Var) -> bool {
        self.fixed.get(var) == Some(&None)
    }

    fn satisfied(&self, clause: &Clause) -> bool {
        clause.iter().any(|one| self.value(one.var) == one.holds)
    }

    /// The literals by which a clause that does not hold could be made to hold.
    fn open<'c>(&self, clause: &'c Clause) -> Vec<&'c Literal> {
        clause.iter().filter(|one| self.free(one.var)).collect()
    }

    fn cost(&self, var: Var) -> u64 {
        self.prices.get(var).map_or(0, |price| price.cost)
    }

    /// What clauses without a common variable cost at least.
    fn at_least(&self, violated: &[&Clause]) -> u64 {
        let mut seen: BTreeSet<Var> = BTreeSet::new();
        let mut total = 0;
        for clause in violated {
            let open = self.open(clause);
            if open.iter().any(|one| seen.contains(&one.var)) {
                continue;
            }
            seen.extend(open.iter().map(|one| one.var));
            total += open.iter().map(|one| self.cost(one.var)).min().unwrap_or(0);
        }
        total
    }

    fn go(&mut self, spent: u64) {
        self.steps += 1;
        if self.steps >= MOST_STEPS {
            return;
        }
        let clauses = self.clauses;
        let violated: Vec<&Clause> = clauses.iter().filter(|c| !self.satisfied(c)).collect();
        let least = spent + self.at_least(&violated);
        if self.best.as_ref().is_some_and(|(best, _)| least >= *best) {
            return;
        }
        let tightest = violated.iter().min_by_key(|clause| self.open(clause).len());
        let Some(clause) = tightest else {
            let values = (0..self.prices.len()).map(|var| self.value(var)).collect();
            self.best = Some((spent, values));
            return;
        };
        let mut open = self.open(clause);
        open.sort_by_key(|one| self.cost(one.var));
        // Each way rules out the ways before it.
        let mut decided = Vec::new();
        for one in open {
            self.decide(one.var, Some(one.holds));
            self.go(spent + self.cost(one.var));
            self.decide(one.var, Some(!one.holds));
            decided.push(one.var);
        }
        for var in decided {
            self.decide(var, None);
        }
    }

    fn decide(&mut self, var: Var, value: Option<bool>) {
        if let Some(slot) = self.fixed.get_mut(var) {
            *slot = value;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clause(literals: &[(Var, bool)]) -> Clause {
        let literal = |&(var, holds): &(Var, bool)| Literal { var, holds };
        literals.iter().map(literal).collect()
    }

    fn prices(costs: &[u64]) -> Vec<Price> {
        let price = |&cost: &u64| Price { usual: false, cost };
        costs.iter().map(price).collect()
    }

    #[test]
    fn one_dear_variable_may_be_cheaper_than_two() {
        let clauses = [
            clause(&[(0, true), (1, true)]),
            clause(&[(0, true), (2, true)]),
        ];
        let found = cheapest(&prices(&[3, 2, 2]), &clauses);
        assert_eq!(found, Cheapest::Found(vec![true, false, false], 3));
        let found = cheapest(&prices(&[5, 2, 2]), &clauses);
        assert_eq!(found, Cheapest::Found(vec![false, true, true], 4));
    }

    #[test]
    fn contradictions_are_impossible() {
        let clauses = [clause(&[(0, true)]), clause(&[(0, false)])];
        assert_eq!(cheapest(&prices(&[1]), &clauses), Cheapest::Impossible);
        assert_eq!(
            cheapest(&prices(&[1]), &[clause(&[])]),
            Cheapest::Impossible
        );
    }

    #[test]
    fn what_is_usually_true_costs_where_it_is_not() {
        let price = Price {
            usual: true,
            cost: 7,
        };
        let clauses = [clause(&[(0, false)])];
        let found = cheapest(&[price], &clauses);
        assert_eq!(found, Cheapest::Found(vec![false], 7));
    }

    /// All assignments, one after the other.
    fn by_force(prices: &[Price], clauses: &[Clause]) -> Option<u64> {
        let values = |bits: u32| move |var: Var| bits >> var & 1 == 1;
        let holds = |bits: u32| {
            let value = values(bits);
            clauses
                .iter()
                .all(|clause| clause.iter().any(|one| value(one.var) == one.holds))
        };
        let cost = |bits: u32| -> u64 {
            let value = values(bits);
            let all = prices.iter().enumerate();
            all.filter(|(var, price)| value(*var) != price.usual)
                .map(|(_, price)| price.cost)
                .sum()
        };
        let all = 0u32..1 << prices.len();
        all.filter(|bits| holds(*bits)).map(cost).min()
    }

    #[test]
    fn the_search_agrees_with_brute_force() {
        let mut state = 17u64;
        let mut random = move |below: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) % below
        };
        for _ in 0..300 {
            let prices: Vec<Price> = (0..8)
                .map(|_| Price {
                    usual: random(3) == 0,
                    cost: random(9) + 1,
                })
                .collect();
            let clauses: Vec<Clause> = (0..random(7))
                .map(|_| {
                    let literal = |var: u64, holds: bool| Literal {
                        var: usize::try_from(var).unwrap_or(0),
                        holds,
                    };
                    (0..=random(4))
                        .map(|_| literal(random(8), random(4) > 0))
                        .collect()
                })
                .collect();
            let found = match cheapest(&prices, &clauses) {
                Cheapest::Found(_, cost) => Some(cost),
                Cheapest::Impossible => None,
                Cheapest::TooHard => Some(u64::MAX),
            };
            assert_eq!(found, by_force(&prices, &clauses), "{prices:?} {clauses:?}");
        }
    }
}
