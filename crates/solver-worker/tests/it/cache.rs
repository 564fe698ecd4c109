//! Kept answers that are not those of the solver.

use crate::common::WORKER;
use solver::cache::{Kept, ProofCache, Trust};
use solver::encode::{Effort, Question, Verdict, solve};
use solver::smt::{PoolConfig, SolverPool};
use solver::term::*;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// A cache that has a proof of everything until something else is stored.
#[derive(Clone, Debug)]
struct Lying {
    stored: Arc<Mutex<HashMap<String, Kept>>>,
    told: Arc<AtomicUsize>,
    trust: Trust,
}

impl ProofCache for Lying {
    fn load(&self, key: &str) -> Option<(Kept, Trust)> {
        let proof = Kept {
            proved: true,
            open: false,
            limit: String::new(),
            attempt: 1,
            rlimit_used: 1,
            values: Vec::new(),
        };
        let kept = self.stored.lock().unwrap().get(key).cloned();
        Some((kept.unwrap_or(proof), self.trust))
    }

    fn store(&self, key: &str, kept: &Kept) {
        let mut stored = self.stored.lock().unwrap();
        stored.insert(key.to_owned(), kept.clone());
    }

    fn differs(&self) {
        self.told.fetch_add(1, Ordering::Relaxed);
    }

    fn enforced(&self) -> bool {
        false
    }
}

fn answer(cache: &Lying, question: &Question, effort: &Effort) -> Verdict {
    let pool = SolverPool::new(PoolConfig {
        workers: 1,
        ..PoolConfig::new(WORKER)
    })
    .with_cache(Box::new(cache.clone()));
    solve(question, &pool, effort, &[]).verdict
}

#[test]
fn a_false_answer_is_told_and_does_not_stay() {
    let x = constant("x", Sort::Int);
    let square = mul(x.clone(), x.clone());
    let refuted = Question {
        axioms: Vec::new(),
        assumptions: vec![lt(int(0), x.clone())],
        goal: lt(int(1), x.clone()),
    };
    let hard = Question {
        axioms: Vec::new(),
        assumptions: vec![lt(int(1), square.clone())],
        goal: ne(mul(square, x.clone()), add(vec![x, int(1)])),
    };
    let little = |on_the_way| Effort {
        first_rlimit: 20,
        rlimit: 20,
        total_rlimit: 20,
        on_the_way,
        ..Effort::default()
    };
    for (question, effort) in [
        (&refuted, Effort::default()),
        (&hard, little(false)),
        (&hard, little(true)),
    ] {
        let mut cache = Lying {
            stored: Arc::default(),
            told: Arc::default(),
            trust: Trust::AskAgain,
        };
        let first = answer(&cache, question, &effort);
        assert_eq!(first, Verdict::KeptOtherwise, "{question:?}");
        assert_eq!(cache.told.load(Ordering::Relaxed), 1);
        cache.trust = Trust::Full;
        let next = answer(&cache, question, &effort);
        let open = matches!(
            next,
            Verdict::Refuted(_) | Verdict::Limited(..) | Verdict::Failed(_)
        );
        assert!(open, "{next:?}");
    }
}

#[test]
fn what_a_clock_ends_says_nothing_of_what_is_kept() {
    let x = constant("x", Sort::Int);
    let y = constant("y", Sort::Int);
    let cube = |a: &Term| mul(mul(a.clone(), a.clone()), a.clone());
    let question = Question {
        axioms: Vec::new(),
        assumptions: vec![lt(int(1), x.clone()), lt(int(1), y.clone())],
        goal: ne(
            add(vec![cube(&x), cube(&y)]),
            cube(&constant("z", Sort::Int)),
        ),
    };
    let cache = Lying {
        stored: Arc::default(),
        told: Arc::default(),
        trust: Trust::AskAgain,
    };
    let effort = Effort {
        timeout_ms: Some(1),
        ..Effort::default()
    };
    assert!(matches!(
        answer(&cache, &question, &effort),
        Verdict::Limited(..)
    ));
    assert_eq!(cache.told.load(Ordering::Relaxed), 0);
    assert!(cache.stored.lock().unwrap().is_empty());
}
