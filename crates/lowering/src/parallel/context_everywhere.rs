//! What `context_everywhere` says of permissions within a parallel block: each thread gets its part of
//! them, divided by the threads, as far as the thread that starts the block holds them beside what the block's
//! own contract asks for. What they give to read stays as it is while the block runs.

use crate::context::build::as_real;
use crate::context::environment::Here;
use crate::context::lowerer::Lowerer;
use crate::context::unsupported::Lowered;
use core_lang::{
    Amount, Assertion, AssertionKind, Builtin, DataType, Expr, ExprKind, FieldId, LabelId, LocalId,
    Location, Offer, Program, Stmt, StmtKind, facts,
};
use logic::Sort;
use text::span::Span;

/// What the threads of a block get of what holds throughout.
pub(crate) struct Shares {
    /// Each part, with the local that says whether it is there to give.
    pub offers: Vec<Offer>,
    /// What a thread gets.
    pub requires: Vec<Assertion>,
    /// What it gives back: the same, and that nothing was changed.
    pub ensures: Vec<Assertion>,
}

/// What locations have in common that are taken for one another here: in doubt nothing is shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Key {
    /// A field, of whatever object.
    Field(FieldId),
    /// The elements of the array that a local holds.
    Local(LocalId),
    /// The elements of arrays that a field holds.
    InField(FieldId),
    /// The elements of any other array.
    Other,
}

/// What an assertion is about.
#[derive(Default)]
struct About {
    /// It gives permissions to these.
    gives: Vec<Key>,
    /// It reads these.
    reads: Vec<Key>,
    /// It gives an amount of these that is known.
    exact: Vec<Key>,
    /// It gives some of something.
    some: bool,
    /// It speaks of something that cannot be divided, or whose reads are not seen.
    closed: bool,
}

impl Lowerer<'_, '_> {
    /// The parts of what holds throughout for each thread of a block that runs beside `beside - 1` others
    /// in one statement. `own` is what the block's contract says.
    pub(crate) fn shares(
        &mut self,
        here: Here<'_>,
        own: &[&Assertion],
        iterators: &[(LocalId, Expr, Expr)],
        (beside, span): (usize, Span),
        out: &mut Vec<Stmt>,
    ) -> Lowered<Shares> {
        let mut shares = Shares {
            offers: Vec::new(),
            requires: Vec::new(),
            ensures: Vec::new(),
        };
        let everywhere = here.everywhere.iter();
        let parts: Vec<&Assertion> = everywhere.flat_map(Assertion::conjuncts).collect();
        let mut abouts: Vec<About> = parts.iter().map(|part| self.about(part)).collect();
        if abouts.iter().all(|about| about.gives.is_empty()) {
            return Ok(shares);
        }
        let mut named = Vec::new();
        for part in own {
            named.extend(self.about(part).gives);
        }
        // Who gives some of an amount does not know how much is left, so what is asked for in full afterwards
        // stays whole.
        let mut counted = Vec::new();
        for part in here.required {
            counted.extend(self.about(part).exact);
        }
        // What the block divides by itself, and what reads what is not there.
        for about in &mut abouts {
            about.closed |= about.gives.iter().any(|key| named.contains(key));
            about.closed |= about.some && about.gives.iter().any(|key| counted.contains(key));
            about.closed |= about.gives.is_empty() && about.reads.is_empty();
        }
        loop {
            let given: Vec<Key> = abouts
                .iter()
                .filter(|about| !about.closed)
                .flat_map(|about| about.gives.iter().copied())
                .collect();
            let lost = |about: &About| !about.reads.iter().all(|key| given.contains(key));
            let Some(next) = abouts.iter().position(|about| !about.closed && lost(about)) else {
                break;
            };
            abouts[next].closed = true;
        }
        if abouts.iter().all(|about| about.closed) {
            return Ok(shares);
        }
        let count = self.count_of(iterators, beside, span, out);
        let start = self.output.fresh_label();
        out.push(Stmt::new(span, StmtKind::Mark(start)));
        let zero = Expr::int(0, span);
        let some = Expr::test(Builtin::Lt, vec![zero, count.clone()], span);
        let one = crate::context::build::real(num_traits::One::one(), span);
        let divided = ExprKind::Apply(Builtin::RealDiv, vec![one, as_real(count)]);
        let each = Expr::new(Sort::Real, span, divided);
        let mut conditions: Vec<(LocalId, Vec<Key>)> = Vec::new();
        for (part, about) in parts.iter().zip(&abouts) {
            if about.closed {
                continue;
            }
            let local = self.fresh_local("<shared>", Sort::Bool, DataType::Plain, part.span);
            let yes = Expr::new(Sort::Bool, span, ExprKind::Bool(true));
            // What is there to give is found out where the block starts; without that it is.
            out.push(Stmt::new(span, StmtKind::Assign(local, yes)));
            let mut needed = vec![local];
            for (other, gives) in &conditions {
                if gives.iter().any(|key| about.reads.contains(key)) {
                    needed.push(*other);
                }
            }
            let scaled = self.scaled(Amount::Exact(each.clone()), (*part).clone())?;
            let given = Assertion::star(vec![Assertion::pure_(some.clone()), scaled], part.span);
            let same = unchanged(&self.output.core, part, start);
            let condition = |lowerer: &Self, all: &[LocalId]| {
                let all = all.iter().map(|one| lowerer.local_expr(*one, span));
                Expr::and(all.collect(), span)
            };
            let offered =
                AssertionKind::Implies(condition(self, &needed[1..]), Box::new(given.clone()));
            shares.offers.push(Offer {
                shared: local,
                part: Assertion::new(part.span, offered),
            });
            let when = condition(self, &needed);
            let under = |body: Assertion| {
                Assertion::new(
                    part.span,
                    AssertionKind::Implies(when.clone(), Box::new(body)),
                )
            };
            shares.requires.push(under(given.clone()));
            shares.ensures.push(under(Assertion::star(
                [Some(given), same].into_iter().flatten().collect(),
                part.span,
            )));
            conditions.push((local, about.gives.clone()));
        }
        Ok(shares)
    }

    /// How many threads there are, those of other blocks included, as a value that stays.
    fn count_of(
        &mut self,
        iterators: &[(LocalId, Expr, Expr)],
        beside: usize,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Expr {
        let int = |op, sides| Expr::new(Sort::Int, span, ExprKind::Apply(op, sides));
        let mut count: Option<Expr> =
            (beside > 1).then(|| Expr::int(i64::try_from(beside).unwrap_or(i64::MAX), span));
        for (_, low, high) in iterators {
            let zero = matches!(&low.kind, ExprKind::Int(value) if *value == 0.into());
            let each = match zero {
                true => high.clone(),
                false => int(Builtin::Sub, vec![high.clone(), low.clone()]),
            };
            count = Some(match count {
                Some(count) => int(Builtin::Mul, vec![count, each]),
                None => each,
            });
        }
        let count = count.unwrap_or_else(|| Expr::int(1, span));
        if matches!(count.kind, ExprKind::Int(_)) {
            return count;
        }
        let kept = self.fresh_local("<threads>", Sort::Int, DataType::Plain, span);
        out.push(Stmt::new(span, StmtKind::Assign(kept, count)));
        self.local_expr(kept, span)
    }

    fn about(&self, part: &Assertion) -> About {
        let mut about = About::default();
        self.see_assertion(part, &mut Vec::new(), &mut about);
        about
    }

    fn see_assertion(&self, part: &Assertion, names: &mut Vec<(LocalId, Key)>, about: &mut About) {
        match &part.kind {
            AssertionKind::Pure(e) => self.see(e, names, about),
            AssertionKind::Star(parts) => {
                for part in parts {
                    self.see_assertion(part, names, about);
                }
            }
            AssertionKind::Implies(condition, body) => {
                self.see(condition, names, about);
                self.see_assertion(body, names, about);
            }
            AssertionKind::Ite(condition, a, b) => {
                self.see(condition, names, about);
                self.see_assertion(a, names, about);
                self.see_assertion(b, names, about);
            }
            AssertionKind::Let(local, value, body) => {
                self.see(value, names, about);
                names.push((*local, key_of(value, names)));
                self.see_assertion(body, names, about);
            }
            AssertionKind::Forall { guard, body, .. } => {
                self.see(guard, names, about);
                self.see_assertion(body, names, about);
            }
            AssertionKind::Permission(location, amount) => {
                let key = match location {
                    Location::Field(receiver, field) => {
                        self.see(receiver, names, about);
                        Key::Field(*field)
                    }
                    Location::Element(array, index, _) => {
                        self.see(array, names, about);
                        self.see(index, names, about);
                        key_of(array, names)
                    }
                    // What is hidden there may change while a thread has a part of it.
                    Location::Predicate(..) => {
                        about.closed = true;
                        return;
                    }
                };
                about.gives.push(key);
                match amount {
                    Amount::Exact(amount) => {
                        self.see(amount, names, about);
                        about.exact.push(key);
                    }
                    Amount::Wildcard => about.some = true,
                }
            }
        }
    }

    fn see(&self, e: &Expr, names: &[(LocalId, Key)], about: &mut About) {
        let mut reads = std::mem::take(&mut about.reads);
        let mut closed = about.closed;
        e.visit(&mut |part| {
            if let ExprKind::Field(_, field) = &part.kind {
                if !self.output.core.is_constant(*field) {
                    reads.push(Key::Field(*field));
                }
            } else if let ExprKind::Element(array, _) | ExprKind::Values(array, ..) = &part.kind {
                reads.push(key_of(array, names));
            } else if let ExprKind::Call(function, _) = &part.kind {
                closed |= core_lang::reads_heap(&self.output.core, *function);
            } else {
                let facts = facts::expr(&part.kind);
                closed |= facts.heap || facts.permissions;
            }
        });
        about.reads = reads;
        about.closed = closed;
    }
}

#[allow(clippy::wildcard_enum_match_arm, reason = "the rest may be any array")]
fn key_of(array: &Expr, names: &[(LocalId, Key)]) -> Key {
    match &array.kind {
        ExprKind::Local(local) => {
            let named = names.iter().rev().find(|(name, _)| name == local);
            named.map_or(Key::Local(*local), |(_, key)| *key)
        }
        ExprKind::Field(_, field) => Key::InField(*field),
        _ => Key::Other,
    }
}

/// That the cells of an assertion's permissions have the values that they had at a label.
fn unchanged(program: &Program, part: &Assertion, start: LabelId) -> Option<Assertion> {
    let span = part.span;
    let wrap = |kind| Some(Assertion::new(span, kind));
    match &part.kind {
        AssertionKind::Pure(_) => None,
        AssertionKind::Star(parts) => {
            let parts: Vec<_> = parts
                .iter()
                .filter_map(|part| unchanged(program, part, start))
                .collect();
            (!parts.is_empty()).then(|| Assertion::star(parts, span))
        }
        AssertionKind::Implies(condition, body) => wrap(AssertionKind::Implies(
            condition.clone(),
            Box::new(unchanged(program, body, start)?),
        )),
        AssertionKind::Ite(condition, a, b) => {
            let nothing = || Assertion::empty(span);
            let (a, b) = (unchanged(program, a, start), unchanged(program, b, start));
            if a.is_none() && b.is_none() {
                return None;
            }
            wrap(AssertionKind::Ite(
                condition.clone(),
                Box::new(a.unwrap_or_else(nothing)),
                Box::new(b.unwrap_or_else(nothing)),
            ))
        }
        AssertionKind::Let(local, value, body) => wrap(AssertionKind::Let(
            *local,
            value.clone(),
            Box::new(unchanged(program, body, start)?),
        )),
        AssertionKind::Forall {
            variables,
            guard,
            body,
            ..
        } => wrap(AssertionKind::Forall {
            variables: variables.clone(),
            guard: guard.clone(),
            body: Box::new(unchanged(program, body, start)?),
            triggers: Vec::new(),
        }),
        AssertionKind::Permission(location, amount) => {
            let (sort, kind) = match location {
                Location::Field(receiver, field) => (
                    program.field(*field).sort.clone(),
                    ExprKind::Field(Box::new(receiver.clone()), *field),
                ),
                Location::Element(array, index, sort) => {
                    let (array, index) = (Box::new(array.clone()), Box::new(index.clone()));
                    (sort.clone(), ExprKind::Element(array, index))
                }
                Location::Predicate(..) => return None,
            };
            let now = Expr::new(sort.clone(), span, kind);
            let then = Expr::new(sort, span, ExprKind::Old(start, Box::new(now.clone())));
            let same = Expr::test(Builtin::Eq, vec![now, then], span);
            let same = match amount {
                Amount::Exact(amount) => {
                    let none = crate::context::build::real(num_traits::Zero::zero(), span);
                    let held = Expr::test(Builtin::Lt, vec![none, amount.clone()], span);
                    let implied = ExprKind::Implies(Box::new(held), Box::new(same));
                    Expr::new(Sort::Bool, span, implied)
                }
                Amount::Wildcard => same,
            };
            wrap(AssertionKind::Pure(same))
        }
    }
}
