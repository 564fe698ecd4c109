//! The lemmas about products, quotients and remainders are theorems, and so are the
//! facts about the functions that stand for them.

use crate::common::{WORKER, n};
use num_rational::BigRational;
use solver::encode::{Evaluator, Value, lemmas, nonlinear, smtlib};
use solver::smt::{PoolConfig, SolveRequest, SolverAnswer, SolverPool};
use solver::term::*;

fn x(name: &str) -> Term {
    constant(name, Sort::Real)
}

/// Every schema over integers, on unknowns.
fn integer_lemmas() -> Vec<Term> {
    let (d, p, q, t) = (n("d"), n("p"), n("q"), n("t"));
    let mut out = Vec::new();
    lemmas::division(&d, &t, &mut out);
    let sum = add(vec![mul(d.clone(), q.clone()), p.clone()]);
    lemmas::decode(&d, &q, &p, &sum, &mut out);
    lemmas::decode(&d, &int(0), &t, &t, &mut out);
    lemmas::multiple(&d, &q, &mut out);
    lemmas::pair(&d, &p, &q, &mut out);
    lemmas::product(&p, &q, &mut out);
    out
}

/// Every schema over reals, on unknowns.
fn real_lemmas() -> Vec<Term> {
    let (d, p, q) = (x("d"), x("p"), x("q"));
    let mut out = Vec::new();
    lemmas::product(&p, &q, &mut out);
    lemmas::real_pair(&d, &p, &q, &mut out);
    lemmas::quotient(&p, &q, &mut out);
    out
}

#[test]
fn lemmas_hold_for_small_numbers() {
    let names = ["d", "p", "q", "t"];
    let integers = integer_lemmas();
    let reals = real_lemmas();
    assert!(integers.len() > 20 && reals.len() > 15);
    let range: Vec<i64> = (-4..=4).collect();
    let mut computed = 0u32;
    for d in &range {
        for p in &range {
            for q in &range {
                for t in [-9, -5, -1, 0, 1, 2, 4, 7, 13] {
                    let values = [*d, *p, *q, t];
                    let int = |i: usize| (n(names[i]), Value::Int(values[i].into()));
                    let mut evaluator = Evaluator::new((0..4).map(int));
                    for lemma in &integers {
                        // Only a division by zero cannot be computed.
                        match evaluator.truth(lemma) {
                            Some(true) => computed += 1,
                            None => assert_eq!(*d, 0, "{lemma}"),
                            Some(false) => panic!("{lemma} with {values:?}"),
                        }
                    }
                    let thirds = |i: usize| {
                        let value = BigRational::new(values[i].into(), 3.into());
                        (x(names[i]), Value::Real(value))
                    };
                    let mut evaluator = Evaluator::new((0..4).map(thirds));
                    for lemma in &reals {
                        assert_ne!(evaluator.truth(lemma), Some(false), "{lemma} {values:?}");
                    }
                }
            }
        }
    }
    assert!(computed > 100_000);
}

/// The interpreted operators entail each lemma. This does not use the strategy, which
/// would give the lemma as a fact.
#[test]
fn the_solver_proves_the_lemmas() {
    let pool = SolverPool::new(PoolConfig {
        workers: 2,
        ..PoolConfig::new(WORKER)
    });
    for lemma in integer_lemmas().into_iter().chain(real_lemmas()) {
        let script = smtlib::print(&[not(lemma.clone())], &[]);
        let proved = (0..4u32).any(|seed| {
            let mut request = SolveRequest::new(script.text.clone(), 1);
            request.timeout_ms = 5_000;
            if seed > 0 {
                // The plain solver first, then what Z3 would do by itself.
                request.options = vec![("smt.random_seed".into(), seed.to_string())];
            }
            let reply = pool.solve(&request);
            assert_ne!(reply.answer, SolverAnswer::Sat, "{lemma}");
            assert_eq!(reply.fault, None, "{}", script.text);
            reply.answer == SolverAnswer::Unsat
        });
        assert!(proved, "{lemma}");
    }
}

/// Puts the operators back for their stand-ins.
fn interpreted(term: &Term) -> Term {
    Rewriter::new(|term: &Term, args: &[Term]| {
        let (Node::App(symbol, _), [a, b]) = (term.node(), args) else {
            return None;
        };
        let (a, b) = (a.clone(), b.clone());
        match symbol.name() {
            "mul@" | "rmul@" => Some(mul(a, b)),
            "div@" => Some(div(a, b)),
            "mod@" => Some(modulo(a, b)),
            "rdiv@" => Some(real_div(a, b)),
            _ => None,
        }
    })
    .apply(term)
}

fn question() -> Vec<Term> {
    let [rows, cols, r, c, k] = ["rows", "cols", "r", "c", "k"].map(n);
    let h = constant("h", Sort::array(Sort::Int, Sort::Int));
    let i = bound("i!1", Sort::Int);
    let at = select(h.clone(), i.clone());
    let index = add(vec![mul(r.clone(), cols.clone()), c.clone()]);
    let next = mul(
        add(vec![i.clone(), k.clone()]),
        mul(cols.clone(), rows.clone()),
    );
    let values = forall(
        vec![i.clone()],
        vec![vec![at.clone()]],
        eq(
            at,
            add(vec![
                next,
                div(i.clone(), cols.clone()),
                modulo(mul(i, k.clone()), add(vec![cols.clone(), int(1)])),
            ]),
        ),
        "values",
    );
    let share = mul(
        to_real(mul(rows.clone(), cols.clone())),
        real_div(x("p"), to_real(k.clone())),
    );
    vec![
        lt(
            select(h, index),
            mul(rows, mul(cols.clone(), mul(r, k.clone()))),
        ),
        values,
        lt(share, x("q")),
        eq(div(c, k.clone()), modulo(k, cols)),
    ]
}

#[test]
fn facts_are_true_of_the_operators() {
    let formulas = question();
    let abstracted = nonlinear::abstracted(&formulas);
    assert!(!nonlinear::any_nonlinear(&abstracted.formulas));
    assert!(!nonlinear::any_nonlinear(&abstracted.facts));
    for (image, formula) in abstracted.formulas.iter().zip(&formulas) {
        assert_eq!(interpreted(image), *formula);
    }
    let lemmas = nonlinear::lemmas(&formulas);
    let mut others = Vec::new();
    for fact in &abstracted.facts {
        let meaning = interpreted(fact);
        // An instance of a lemma, or an equation that normal forms decide.
        if !meaning.is_true() && !lemmas.contains(&meaning) {
            others.push(meaning);
        }
    }
    // What is left is the quantified rule for quotients that instances bring up.
    let names: Vec<&str> = others
        .iter()
        .map(|t| match t.node() {
            Node::Quant { label, .. } => label.text(),
            _ => panic!("{t}"),
        })
        .collect();
    assert_eq!(names, ["div@decodes"]);
}

#[test]
fn the_text_is_the_same_every_time() {
    let text = |formulas: &[Term]| {
        let abstracted = nonlinear::abstracted(formulas);
        let all = [abstracted.formulas, abstracted.facts].concat();
        smtlib::print(&all, &[]).text
    };
    let first = text(&question());
    // Other terms that come and go must not matter.
    let noise: Vec<Term> = (0..1_000).map(|i| add(vec![n("k"), int(i)])).collect();
    let second = std::thread::spawn(move || text(&question()))
        .join()
        .unwrap();
    assert_eq!(first, second);
    assert_eq!(noise.len(), 1_000);
}
