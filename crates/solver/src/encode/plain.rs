//! Models that need no search: the same simple value for whatever has no definition.
//!
//! Half of what is asked only to see that it does *not* follow, such as a contradiction at the end of a
//! method, is about few facts that nearly any values satisfy. Our own evaluation decides whether these
//! do, so a guess costs an answer nothing but time.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;

use super::eval::Evaluator;
use super::model::Model;
use super::prepare::Prepared;
use super::value::Value;
use crate::term::{Node, Op, Sort, Term, TermMap, postorder};

/// More terms than this are left to the solver.
const TERMS: usize = 500;

/// How often definitions are read that need one another.
const ROUNDS: usize = 16;

/// Numbers that are tried for all that nothing defines.
const NUMBERS: [i32; 2] = [1, 0];

/// A model of the whole question, if a guess is one. None of a question with quantifiers.
pub(super) fn model(prepared: &Prepared) -> Option<Model> {
    if prepared.quantified {
        return None;
    }
    let terms = postorder(&prepared.formulas);
    if terms.len() > TERMS {
        return None;
    }
    let leaves: Vec<&Term> = terms
        .iter()
        .filter(|term| matches!(term.node(), Node::Const(_) | Node::App(..)))
        .collect();
    let definitions = definitions(&prepared.formulas);
    let satisfies = |number: &i32| satisfies(prepared, &leaves, &definitions, *number);
    NUMBERS.iter().any(satisfies).then(|| Model {
        values: Vec::new(),
        confirmed: true,
    })
}

/// Whether the model holds that has this number for each that is not defined.
fn satisfies(
    prepared: &Prepared,
    leaves: &[&Term],
    definitions: &TermMap<Term>,
    number: i32,
) -> bool {
    let mut given: TermMap<Value> = TermMap::default();
    for (position, leaf) in leaves.iter().enumerate() {
        if !definitions.contains_key(*leaf)
            && let Some(value) = guess(leaf, position, number)
        {
            given.insert((*leaf).clone(), value);
        }
    }
    let mut open: Vec<&Term> = leaves
        .iter()
        .copied()
        .filter(|leaf| definitions.contains_key(*leaf))
        .collect();
    for _ in 0..ROUNDS {
        let mut evaluator = Evaluator::new(given.clone());
        let before = open.len();
        open.retain(|defined| {
            let by = definitions.get(*defined);
            let value = by.and_then(|by| evaluator.value(by));
            let unknown = value.is_none();
            given.extend(value.map(|value| ((*defined).clone(), value)));
            unknown
        });
        let Some(first) = open.first().copied() else {
            break;
        };
        if open.len() == before {
            // What is defined by itself may have any value.
            let value = guess(first, open.len(), number);
            given.extend(value.map(|value| (first.clone(), value)));
            open.remove(0);
        }
    }
    let mut evaluator = Evaluator::new(given);
    let holds = |formula| evaluator.truth(formula) == Some(true);
    prepared.formulas.iter().all(holds) && !evaluator.is_inconsistent()
}

/// Constants that some formula says the value of, each with the first such term.
fn definitions(formulas: &[Term]) -> TermMap<Term> {
    let mut found: TermMap<Term> = TermMap::default();
    for formula in formulas {
        let Some([a, b]) = formula.as_op(Op::Eq) else {
            continue;
        };
        for (defined, by) in [(a, b), (b, a)] {
            if matches!(defined.node(), Node::Const(_)) && !found.contains_key(defined) {
                found.insert(defined.clone(), by.clone());
                break;
            }
        }
    }
    found
}

/// A value for a constant, or for what a function gives: elements of one sort differ, all else is alike.
fn guess(leaf: &Term, position: usize, number: i32) -> Option<Value> {
    let own = matches!(leaf.node(), Node::Const(_)).then_some(position);
    of_sort(leaf.sort(), own, number)
}

fn of_sort(sort: &Sort, own: Option<usize>, number: i32) -> Option<Value> {
    Some(match sort {
        Sort::Bool => Value::Bool(true),
        Sort::Int => Value::Int(BigInt::from(number)),
        Sort::Real if number == 0 => Value::Real(BigRational::new(1.into(), 2.into())),
        Sort::Real => Value::Real(BigRational::one()),
        Sort::Array(_, element) => Value::Map {
            default: Box::new(of_sort(element, None, 0)?),
            entries: BTreeMap::new(),
        },
        Sort::BitVec(_) => return None,
        // Without quantifiers nothing is known of these but that they are equal or not.
        Sort::Ref
        | Sort::Seq(_)
        | Sort::Set(_)
        | Sort::Bag(_)
        | Sort::Map(..)
        | Sort::Option(_)
        | Sort::Tuple(_)
        | Sort::String
        | Sort::Parameter(_)
        | Sort::Adt(..) => Value::Element(match own {
            Some(position) => format!("own {position}"),
            None => "common".to_owned(),
        }),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encode::Question;
    use crate::term::{Supply, add, and, app, eq, ff, int, le, lt, not, select, store};

    fn has_plain_model(assumptions: Vec<Term>) -> bool {
        let question = Question {
            axioms: Vec::new(),
            assumptions,
            goal: ff(),
        };
        model(&Prepared::new(&question, &[])).is_some()
    }

    #[test]
    fn what_a_constructor_knows_at_its_end() {
        let mut supply = Supply::default();
        let ints = Sort::Array(Box::new(Sort::Ref), Box::new(Sort::Int));
        let (before, after) = (
            supply.fresh_const("before", ints.clone()),
            supply.fresh_const("after", ints),
        );
        let (this, null) = (
            supply.fresh_const("this", Sort::Ref),
            supply.fresh_const("null", Sort::Ref),
        );
        let n = supply.fresh_const("n", Sort::Int);
        let facts = vec![
            not(eq(this.clone(), null)),
            eq(select(before.clone(), this.clone()), int(0)),
            eq(after.clone(), store(before, this.clone(), n.clone())),
            eq(select(after, this), n),
        ];
        assert!(has_plain_model(facts));
    }

    #[test]
    fn contradictions_have_none() {
        let n = Supply::default().fresh_const("n", Sort::Int);
        let more = add(vec![n.clone(), int(1)]);
        assert!(!has_plain_model(vec![
            lt(n.clone(), int(0)),
            le(int(0), n.clone())
        ]));
        assert!(!has_plain_model(vec![eq(n, more)]));
    }

    #[test]
    fn a_function_has_one_value_for_equal_arguments() {
        let mut supply = Supply::default();
        let (a, b) = (
            supply.fresh_const("a", Sort::Int),
            supply.fresh_const("b", Sort::Int),
        );
        let f = supply.fresh_symbol("f", vec![Sort::Int], Sort::Int);
        let of = |x: &Term| app(&f, vec![x.clone()]);
        let differ = not(eq(of(&a), of(&b)));
        assert!(!has_plain_model(vec![and(vec![eq(a, b), differ])]));
    }
}
