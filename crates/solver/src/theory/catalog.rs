//! Which axioms a question needs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use super::literal::plain_text;
use super::{bag, call, literal, map, product, seq, set, sum};
use crate::term::{Label, Sort, Symbol, Term, and, distinct, eq, forall, implies, or};
use logic::DataOp;
use rustc_hash::FxHashSet;

/// A fact with the symbols that make it worth having.
#[derive(Debug)]
pub(super) struct Axiom {
    /// The fact, closed.
    term: Term,
    /// It matters when all symbols of one of these occur.
    wanted_by: Vec<BTreeSet<Symbol>>,
}

/// Axioms being written down.
#[derive(Default)]
pub(super) struct Axioms {
    list: Vec<Axiom>,
    /// Ends the names.
    suffix: String,
}

impl Axioms {
    fn of(sort: &Sort) -> Axioms {
        Axioms {
            list: Vec::new(),
            suffix: format!(":{sort}"),
        }
    }

    /// For all values of the variables; each trigger is an alternative.
    pub(super) fn all<const P: usize>(
        &mut self,
        label: impl Into<Label>,
        vars: &[&Term],
        triggers: [&[&Term]; P],
        body: Term,
    ) {
        self.quantified(label.into(), vars, &triggers, body);
    }

    fn quantified(&mut self, label: Label, vars: &[&Term], triggers: &[&[&Term]], body: Term) {
        let triggers: Vec<Vec<Term>> = triggers
            .iter()
            .map(|p| p.iter().copied().cloned().collect())
            .collect();
        let wanted_by = triggers.iter().map(symbols).collect();
        let vars = vars.iter().copied().cloned().collect();
        let term = forall(vars, triggers, body, label.of_sort(&self.suffix));
        self.list.push(Axiom { term, wanted_by });
    }

    /// Two values are equal exactly if they are the `same`, else one of the differences is there.
    pub(super) fn equality(
        &mut self,
        name: &str,
        [a, b]: [&Term; 2],
        same: &Term,
        differ: Vec<Term>,
    ) {
        let equal = eq(a.clone(), b.clone());
        let body = and(vec![
            implies(same.clone(), equal.clone()),
            implies(equal, same.clone()),
            or([vec![same.clone()], differ].concat()),
        ]);
        self.all(name, &[a, b], [&[same]], body);
    }

    /// A fact without variables that matters when a term occurs.
    pub(super) fn fact(&mut self, about: &Term, body: Term) {
        self.list.push(Axiom {
            term: body,
            wanted_by: vec![symbols(std::iter::once(about))],
        });
    }
}

/// The symbols that occur in some terms.
fn symbols<'a>(terms: impl IntoIterator<Item = &'a Term>) -> BTreeSet<Symbol> {
    let all = terms.into_iter().flat_map(Term::symbols);
    all.cloned().collect()
}

static KNOWN: LazyLock<Mutex<BTreeMap<Sort, Arc<Vec<Axiom>>>>> = LazyLock::new(Mutex::default);

/// All axioms of a sort, in a fixed order.
fn axioms_of(sort: &Sort) -> Arc<Vec<Axiom>> {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = known.get(sort) {
        return Arc::clone(found);
    }
    let mut axioms = Axioms::of(sort);
    match sort {
        Sort::Seq(element) => seq::axioms(element, &mut axioms),
        Sort::Set(element) => set::axioms(element, &mut axioms),
        Sort::Bag(element) => bag::axioms(element, &mut axioms),
        Sort::Map(key, value) => map::axioms(key, value, &mut axioms),
        Sort::Option(element) => product::option_axioms(element, &mut axioms),
        Sort::Tuple(parts) => product::tuple_axioms(parts, &mut axioms),
        Sort::Int => product::enum_axioms(&mut axioms),
        Sort::Array(index, element) => {
            if **index == Sort::Int && element.is_numeric() {
                sum::axioms(element, &mut axioms);
            }
        }
        Sort::Bool
        | Sort::Real
        | Sort::Ref
        | Sort::BitVec(_)
        | Sort::String
        | Sort::Parameter(_)
        | Sort::Adt(..) => {}
    }
    let found = Arc::new(axioms.list);
    known.insert(sort.clone(), Arc::clone(&found));
    found
}

/// What strings that are written out are put together, once and once more, and what comes out
/// among the strings. (What stays open is what nothing is said of.)
fn joined(strings: &mut Vec<Term>) -> Vec<Term> {
    const MOST: usize = 24;
    let first = strings.clone();
    let mut facts = Vec::new();
    let mut last = first.clone();
    for _ in 0..2 {
        let mut next = Vec::new();
        for left in &last {
            for right in &first {
                let (Some(a), Some(b)) = (plain_text(left), plain_text(right)) else {
                    continue;
                };
                if strings.len() >= MOST {
                    return facts;
                }
                let both = literal::text(&format!("{a}{b}"));
                let applied = call(
                    DataOp::StrConcat,
                    vec![left.clone(), right.clone()],
                    &Sort::String,
                );
                facts.push(eq(applied, both.clone()));
                if !strings.contains(&both) {
                    strings.push(both.clone());
                    next.push(both);
                }
            }
        }
        last = next;
    }
    facts
}

/// What is true of the data operations in some terms, in a fixed order.
///
/// Included is what the operations of these terms need, what the operations of those
/// axioms need, and so on. The names of quantified axioms say what they are about; those
/// that go from the parts to the whole have `.back` in them and are not always needed.
pub fn axioms<'a>(terms: impl IntoIterator<Item = &'a Term>) -> Vec<Term> {
    let all: FxHashSet<&Symbol> = terms.into_iter().flat_map(Term::symbols).collect();
    // Of other symbols it matters only of which sorts they are.
    let own = all.iter().filter(|symbol| symbol.kind().is_of_theory());
    let sorts = all.iter().flat_map(|symbol| sorts_of(symbol));
    let asked = Asked {
        symbols: own.map(|symbol| (*symbol).clone()).collect(),
        sorts: sorts.cloned().collect(),
    };
    let mut answered = ANSWERED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = answered.get(&asked) {
        return known.clone();
    }
    drop(answered);
    let found = axioms_for(&asked);
    answered = ANSWERED.lock().unwrap_or_else(PoisonError::into_inner);
    if answered.len() >= MOST_ANSWERED {
        answered.clear();
    }
    answered.insert(asked, found.clone());
    found
}

/// What the axioms that some terms need depend on.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Asked {
    /// Their symbols with a meaning.
    symbols: BTreeSet<Symbol>,
    /// The sorts of which there may be axioms.
    sorts: BTreeSet<Sort>,
}

/// Axioms that were needed before: most questions of a program need the same.
static ANSWERED: LazyLock<Mutex<BTreeMap<Asked, Vec<Term>>>> = LazyLock::new(Mutex::default);

/// With so many kept, all are forgotten: a server runs for days.
const MOST_ANSWERED: usize = 1_000;

/// The sorts in a symbol's signature of which there may be axioms.
fn sorts_of(symbol: &Symbol) -> impl Iterator<Item = &Sort> {
    let all = symbol.args().iter().chain([symbol.result()]);
    all.filter(|sort| sort.is_data() || matches!(sort, Sort::Int | Sort::Array(..)))
}

fn axioms_for(asked: &Asked) -> Vec<Term> {
    let mut new = asked.symbols.clone();
    let mut result = Vec::new();
    let mut strings: Vec<Term> = new
        .iter()
        .filter(|symbol| super::literal::text_of(symbol).is_some())
        .map(|symbol| crate::term::app(symbol, Vec::new()))
        .collect();
    let concatenates = new
        .iter()
        .any(|symbol| symbol.data_op() == Some(&DataOp::StrConcat));
    if concatenates {
        result.extend(joined(&mut strings));
    }
    if strings.len() > 1 {
        result.push(distinct(strings));
    }
    let mut known: BTreeSet<Symbol> = BTreeSet::new();
    let with_axioms = |sort: &Sort| (sort.clone(), axioms_of(sort));
    let mut sorts: BTreeMap<Sort, Arc<Vec<Axiom>>> = asked.sorts.iter().map(with_axioms).collect();
    let mut taken: BTreeSet<(Sort, usize)> = BTreeSet::new();
    let mut first = true;
    while std::mem::take(&mut first) || !new.is_empty() {
        for sort in new.iter().flat_map(sorts_of) {
            if !sorts.contains_key(sort) {
                sorts.insert(sort.clone(), axioms_of(sort));
            }
        }
        known.append(&mut new);
        for (sort, list) in &sorts {
            for (at, axiom) in list.iter().enumerate() {
                let wanted = axiom.wanted_by.iter().any(|s| s.is_subset(&known));
                if wanted && taken.insert((sort.clone(), at)) {
                    new.extend(symbols([&axiom.term]));
                }
            }
        }
        new.retain(|symbol| !known.contains(symbol));
    }
    for (sort, at) in taken {
        if let Some(axiom) = sorts.get(&sort).and_then(|list| list.get(at)) {
            result.push(axiom.term.clone());
        }
    }
    result
}
