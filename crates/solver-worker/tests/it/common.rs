//! Questions, and who answers them.

use solver::encode::{Effort, Question, Solved, Verdict, solve};
use solver::smt::{PoolConfig, SolverPool};
use solver::term::*;

pub const WORKER: &str = env!("CARGO_BIN_EXE_solver-worker");

pub fn pool(workers: usize) -> SolverPool {
    SolverPool::new(PoolConfig {
        workers,
        ..PoolConfig::new(WORKER)
    })
}

pub fn n(name: &str) -> Term {
    constant(name, Sort::Int)
}

pub fn between(low: Term, x: &Term, high: Term) -> Term {
    and(vec![le(low, x.clone()), lt(x.clone(), high)])
}

pub fn ask(pool: &SolverPool, assumptions: Vec<Term>, goal: Term, effort: &Effort) -> Solved {
    let question = Question {
        axioms: Vec::new(),
        assumptions,
        goal,
    };
    let solved = solve(&question, pool, effort, &[]);
    if std::env::var_os("SHOW").is_some() {
        println!(
            "{:?} attempt {} rlimit {} ms {} inst {}",
            solved.verdict,
            solved.attempt,
            solved.rlimit_used,
            solved.time_ms,
            solved.quantifier_instances
        );
    }
    solved
}

/// It is proved on the first attempts, with each of so many seeds.
#[track_caller]
pub fn proved(pool: &SolverPool, assumptions: Vec<Term>, goal: Term, seeds: u32) {
    for seed in 0..seeds {
        let effort = Effort {
            seed,
            ..Effort::default()
        };
        let solved = ask(pool, assumptions.clone(), goal.clone(), &effort);
        assert_eq!(solved.verdict, Verdict::Proved, "{}", solved.script);
        assert!(solved.attempt <= 2, "attempt {}", solved.attempt);
        assert!(
            solved.rlimit_used < 100_000,
            "rlimit {}",
            solved.rlimit_used
        );
    }
}

#[track_caller]
pub fn open(pool: &SolverPool, assumptions: Vec<Term>, goal: Term) {
    let solved = ask(pool, assumptions, goal, &Effort::default());
    assert_ne!(solved.verdict, Verdict::Proved, "{}", solved.script);
}
