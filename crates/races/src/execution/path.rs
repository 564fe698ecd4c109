//! The way of a thread to a point: what it decided, and what is known on the way.

use solver::term::{Term, and, ff, not, or};

/// A part of a path.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Item {
    /// The thread came here because of this.
    Decision(Term),
    /// This holds of every thread that came so far.
    Fact(Term),
}

impl Item {
    fn term(&self) -> &Term {
        match self {
            Item::Decision(term) | Item::Fact(term) => term,
        }
    }
}

/// The parts, in order; true if there are none.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Path {
    items: Vec<Item>,
}

impl Path {
    /// How many parts it has.
    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }

    /// Adds a decision.
    pub(crate) fn decide(&mut self, term: Term) {
        if !term.is_true() {
            self.items.push(Item::Decision(term));
        }
    }

    /// Adds a fact.
    pub(crate) fn learn(&mut self, term: Term) {
        if !term.is_true() {
            self.items.push(Item::Fact(term));
        }
    }

    /// Everything that holds of a thread that is here.
    pub(crate) fn condition(&self) -> Term {
        and(self.items.iter().map(|item| item.term().clone()).collect())
    }

    /// What holds of a thread that is here beyond the first `from` parts.
    pub(crate) fn since(&self, from: usize) -> Path {
        Path {
            items: self.items.get(from..).unwrap_or_default().to_vec(),
        }
    }

    /// The first `to` parts.
    pub(crate) fn until(&self, to: usize) -> Path {
        let to = to.min(self.items.len());
        Path {
            items: self.items.get(..to).unwrap_or_default().to_vec(),
        }
    }

    /// This path and then the other's parts.
    pub(crate) fn then(mut self, other: Path) -> Path {
        self.items.extend(other.items);
        self
    }

    /// The same parts, as facts.
    pub(crate) fn certain(self) -> Path {
        let items = self.items.into_iter().map(|item| match item {
            Item::Decision(term) | Item::Fact(term) => Item::Fact(term),
        });
        Path {
            items: items.collect(),
        }
    }

    /// The decisions alone.
    pub(crate) fn decisions(&self) -> Vec<&Term> {
        let decisions = self.items.iter().filter_map(|item| match item {
            Item::Decision(term) => Some(term),
            Item::Fact(_) => None,
        });
        decisions.collect()
    }

    /// That a thread does not come here: it decides otherwise at some point, and up to there the
    /// facts hold.
    pub(crate) fn missed(&self) -> Term {
        let mut result = ff();
        for item in self.items.iter().rev() {
            result = match item {
                Item::Decision(term) => or(vec![not(term.clone()), result]),
                Item::Fact(term) => and(vec![term.clone(), result]),
            };
        }
        result
    }

    /// Whether some part is plainly false.
    pub(crate) fn is_impossible(&self) -> bool {
        self.items.iter().any(|item| item.term().is_false())
    }

    /// The path with each term replaced.
    pub(crate) fn map(&self, change: &mut dyn FnMut(&Term) -> Term) -> Path {
        let items = self.items.iter().map(|item| match item {
            Item::Decision(term) => Item::Decision(change(term)),
            Item::Fact(term) => Item::Fact(change(term)),
        });
        Path {
            items: items.collect(),
        }
    }

    /// The path of a thread that came by one of two, and when it came by the first, given that it
    /// came by one of them.
    pub(crate) fn join(&self, other: &Path) -> (Path, Term) {
        let same = self.items.iter().zip(&other.items);
        let common = same.take_while(|(a, b)| a == b).count();
        let mut path = Path {
            items: self.items.get(..common).unwrap_or_default().to_vec(),
        };
        let (a, b) = (self.since(common), other.since(common));
        let decided = |p: &Path| and(p.decisions().into_iter().cloned().collect());
        let (by_a, by_b) = (decided(&a), decided(&b));
        let either = or(vec![by_a.clone(), by_b]);
        // A loop that is left says that one of its exits was taken.
        let known = path
            .items
            .iter()
            .rev()
            .any(|item| *item == Item::Fact(either.clone()));
        if !known {
            path.decide(either.clone());
        }
        let all = or(vec![a.condition(), b.condition()]);
        if all != either {
            path.learn(all);
        }
        // The two are exclusive, so the decisions of the first tell them apart.
        (path, by_a)
    }
}
