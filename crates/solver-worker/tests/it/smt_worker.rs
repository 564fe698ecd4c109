//! The solver pool with real workers, and with broken ones.

use crate::common::{WORKER, pool};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use solver::smt::{
    PoolConfig, SolveReply, SolveRequest, SolverAnswer, SolverPool, UnknownCause, WORKER_ARGUMENT,
};

/// A pool whose worker is one of the broken ones beside this file.
fn broken(worker: &str) -> SolverPool {
    SolverPool::new(PoolConfig {
        workers: 1,
        grace: Duration::from_millis(100),
        ..PoolConfig::new(
            Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("tests/workers")
                .join(worker),
        )
    })
}

#[track_caller]
fn fault(reply: &SolveReply) -> &str {
    assert_eq!(reply.answer, SolverAnswer::Unknown, "{reply:?}");
    assert_eq!(reply.cause, Some(UnknownCause::Fault), "{reply:?}");
    assert!(reply.model.is_empty() && reply.unsat_core.is_empty());
    reply.fault.as_deref().unwrap()
}

const CONTRADICTION: &str =
    "(declare-const x Int) (assert (> x 3)) (assert (= x x)) (assert (< x 2))";

/// No bound on any of its nine factors: no search that ends soon.
const ENDLESS: &str = "
    (declare-const a Int) (declare-const b Int) (declare-const c Int)
    (assert (and (> a 1) (> b 1) (> c 1)))
    (assert (= (+ (* a a a) (* b b b)) (* c c c)))";

#[test]
fn unsat_with_the_assertions_needed() {
    let reply = pool(2).solve(&SolveRequest {
        want_core: true,
        statistics: true,
        ..SolveRequest::new(CONTRADICTION, 3)
    });
    assert_eq!(reply.answer, SolverAnswer::Unsat, "{reply:?}");
    assert_eq!(reply.cause, None);
    assert_eq!(reply.unsat_core, [0, 2]);
    assert!(
        reply
            .statistics
            .iter()
            .any(|(name, _)| name == "rlimit count")
    );
    assert!(reply.statistics.is_sorted_by(|a, b| a.0 <= b.0));
}

#[test]
fn sat_with_values_of_terms() {
    let terms = ["x", "(+ x 1)", "(select h 7)", "|odd name|", "(> x 0)"];
    let reply = pool(2).solve(&SolveRequest {
        want_model: terms.map(String::from).into(),
        ..SolveRequest::new(
            "(declare-const x Int) (declare-const h (Array Int Int)) (declare-const |odd name| Bool)
             (assert (= (select h 7) (- 3))) (assert (= x 4)) (assert |odd name|)",
            3,
        )
    });
    assert_eq!(reply.answer, SolverAnswer::Sat, "{reply:?}");
    let expected = ["4", "5", "(- 3)", "true", "true"];
    let expected: Vec<_> = terms
        .iter()
        .zip(expected)
        .map(|(term, value)| (term.to_string(), value.to_owned()))
        .collect();
    assert_eq!(reply.model, expected);
}

#[test]
fn unknown_without_instances() {
    let reply = pool(2).solve(&SolveRequest::new(
        "(declare-fun f (Int) Int) (assert (forall ((i Int)) (! (> (f i) i) :pattern ((f i)))))",
        1,
    ));
    assert_eq!(reply.answer, SolverAnswer::Unknown);
    assert_eq!(reply.cause, Some(UnknownCause::Incomplete), "{reply:?}");
    assert_eq!(reply.fault, None);
}

/// Fails without the push in the worker: both axioms have their trigger on the new heap, and Z3's path
/// for a solver that was never pushed makes no instance of them under these options.
#[test]
fn frame_axiom_and_value_axiom() {
    let reply = pool(2).solve(&SolveRequest::new(
        "(declare-const h (Array Int Int)) (declare-const h1 (Array Int Int))
         (declare-const i Int) (declare-const n Int)
         (assert (forall ((z Int)) (! (=> (and (<= 0 z) (< z n)) (= (select h1 z) (select h z)))
            :pattern ((select h1 z)))))
         (assert (forall ((z Int)) (! (=> (and (<= 0 z) (< z n)) (> (select h z) 0))
            :pattern ((select h1 z)))))
         (assert (and (<= 0 i) (< i n)))
         (assert (not (> (select h1 i) 0)))",
        4,
    ));
    assert_eq!(reply.answer, SolverAnswer::Unsat, "{reply:?}");
    assert_eq!(reply.quant_instantiations, 2);
}

#[test]
fn a_script_that_z3_rejects_is_a_fault_that_names_the_place() {
    let pool = pool(2);
    let reply = pool.solve(&SolveRequest::new(
        "(declare-const x Int)\n(assert (> x 0))\n(assert (not (> y\n 0)))\n(assert false)",
        3,
    ));
    assert_eq!(
        fault(&reply),
        "Z3 does not accept line 3 of the script: (assert (not (> y 0)))"
    );
    for (script, assertions) in [
        ("(assert (+ 1 2))", 1),
        ("(assert false", 1),
        ("(assert false))", 1),
        ("(assert false)\0", 1),
        (
            "(declare-const x Int)(declare-const x Nothing)(assert false)",
            1,
        ),
        (
            "(declare-sort S 0)(declare-const s S)(assert false)(assert (= 1 s))",
            2,
        ),
        ("(declare-const x Nothing)", 0),
    ] {
        fault(&pool.solve(&SolveRequest::new(script, assertions)));
    }
}

#[test]
fn a_term_that_z3_rejects_is_a_fault() {
    let pool = pool(2);
    for (term, problem) in [
        ("y", "Z3 does not accept the term `y`"),
        ("x x", "`x x` is not one term"),
        ("x x)) (assert (= x", "`x x)) (assert (= x` is not one term"),
    ] {
        let reply = pool.solve(&SolveRequest {
            want_model: vec!["x".into(), term.into()],
            ..SolveRequest::new("(declare-const x Int) (assert (> x 0))", 1)
        });
        assert_eq!(fault(&reply), problem);
    }
}

#[test]
fn a_wrong_number_of_assertions_is_a_fault() {
    let pool = pool(2);
    for announced in [0, 2, 4] {
        let reply = pool.solve(&SolveRequest::new(CONTRADICTION, announced));
        assert_eq!(
            fault(&reply),
            format!("the script has 3 assertions, but {announced} were announced")
        );
    }
    let reply = pool.solve(&SolveRequest::new(CONTRADICTION, 3));
    assert_eq!(reply.answer, SolverAnswer::Unsat);
}

#[test]
fn commands_and_options_that_are_not_allowed_are_faults() {
    let pool = pool(2);
    let script = format!("{CONTRADICTION} (check-sat)");
    assert_eq!(
        fault(&pool.solve(&SolveRequest::new(script, 3))),
        "line 1 of the script is not a command it may have: (check-sat)"
    );
    let reply = pool.solve(&SolveRequest {
        options: vec![("smt.mbqy".into(), "false".into())],
        ..SolveRequest::new(CONTRADICTION, 3)
    });
    assert_eq!(fault(&reply), "the solver has no option `smt.mbqy`");
}

#[test]
fn limits_are_told_apart() {
    let pool = pool(2);
    let reply = pool.solve(&SolveRequest {
        rlimit: 10_000,
        ..SolveRequest::new(ENDLESS, 2)
    });
    assert_eq!(reply.answer, SolverAnswer::Unknown);
    assert_eq!(reply.cause, Some(UnknownCause::ResourceLimit), "{reply:?}");

    let start = Instant::now();
    let reply = pool.solve(&SolveRequest {
        timeout_ms: 200,
        ..SolveRequest::new(ENDLESS, 2)
    });
    assert_eq!(reply.answer, SolverAnswer::Unknown);
    assert_eq!(reply.cause, Some(UnknownCause::Timeout), "{reply:?}");
    assert!(start.elapsed() < Duration::from_secs(10));

    // Processor time is no clock: the worker ends by itself, long before its client would end it.
    let reply = pool.solve(&SolveRequest {
        processor_ms: 200,
        timeout_ms: 600_000,
        ..SolveRequest::new(ENDLESS, 2)
    });
    assert_eq!(reply.answer, SolverAnswer::Unknown);
    assert_eq!(reply.cause, Some(UnknownCause::Uncounted), "{reply:?}");
    assert!(start.elapsed() < Duration::from_secs(60));

    let reply = pool.solve(&SolveRequest::new(CONTRADICTION, 3));
    assert_eq!(reply.answer, SolverAnswer::Unsat);
}

#[test]
fn a_memory_limit_is_no_verdict() {
    let pool = SolverPool::new(PoolConfig {
        workers: 1,
        memory_mb: 48,
        ..PoolConfig::new(WORKER)
    });
    let wide = "(declare-const a (_ BitVec 2048)) (declare-const b (_ BitVec 2048))
        (assert (= (bvmul a b) (bvadd (bvmul b b) (bvmul a a)))) (assert (distinct a b))";
    let reply = pool.solve(&SolveRequest::new(wide, 2));
    assert_eq!(reply.answer, SolverAnswer::Unknown, "{reply:?}");
    assert!(
        matches!(
            reply.cause,
            Some(UnknownCause::Memory | UnknownCause::Fault)
        ),
        "{reply:?}"
    );
    let reply = pool.solve(&SolveRequest::new(CONTRADICTION, 3));
    assert_eq!(reply.answer, SolverAnswer::Unsat, "{reply:?}");
}

#[test]
fn deep_terms_do_not_end_the_worker() {
    const DEPTH: usize = 20_000;
    let script = format!(
        "(declare-const x Int) (assert (> {}x{} 0))",
        "(+ 1 ".repeat(DEPTH),
        ")".repeat(DEPTH)
    );
    let reply = pool(2).solve(&SolveRequest::new(script, 1));
    assert_eq!(reply.answer, SolverAnswer::Sat, "{:?}", reply.fault);
}

/// The same request gets the same reply, whatever its worker did before and whoever asks beside it.
#[test]
fn a_hundred_requests_from_four_threads() {
    let request = |number: usize| {
        SolveRequest::new(
            format!(
                "(declare-fun f (Int) Int) (declare-fun g (Int) Int) (declare-const x Int)
                 (assert (forall ((i Int)) (! (= (f i) (+ (g i) {number})) :pattern ((f i)))))
                 (assert (= (g x) (* x x))) (assert (not (= (f x) (+ (* x x) {}))))",
                number + number % 2
            ),
            3,
        )
    };
    let untimed = |reply: SolveReply| SolveReply {
        time_us: 0,
        ..reply
    };
    let pool = pool(2);
    let replies: Vec<SolveReply> = std::thread::scope(|scope| {
        let pool = &pool;
        let threads: Vec<_> = (0..4)
            .map(|thread| {
                scope.spawn(move || {
                    (0..25)
                        .map(|turn| untimed(pool.solve(&request(25 * thread + turn))))
                        .collect::<Vec<_>>()
                })
            })
            .collect();
        threads
            .into_iter()
            .flat_map(|thread| thread.join().unwrap())
            .collect()
    });
    let alone = SolverPool::new(PoolConfig {
        workers: 1,
        ..PoolConfig::new(WORKER)
    });
    for (number, reply) in replies.into_iter().enumerate() {
        assert_eq!(reply.fault, None);
        let even = number % 2 == 0;
        assert_eq!(
            reply.answer == SolverAnswer::Unsat,
            even,
            "{number}: {reply:?}"
        );
        assert_eq!(reply, untimed(alone.solve(&request(number))));
    }
}

#[test]
fn a_worker_that_hangs_is_killed() {
    let pool = broken("hangs");
    for _ in 0..2 {
        let start = Instant::now();
        let reply = pool.solve(&SolveRequest {
            timeout_ms: 100,
            ..SolveRequest::new(CONTRADICTION, 3)
        });
        assert_eq!(reply.answer, SolverAnswer::Unknown);
        assert_eq!(reply.cause, Some(UnknownCause::Timeout), "{reply:?}");
        assert_eq!(reply.reason, "wall clock");
        assert!(start.elapsed() < Duration::from_secs(30));
    }
}

#[test]
fn a_pool_that_is_stopped_answers_at_once_and_nothing() {
    let pool = pool(2);
    let start = Instant::now();
    let request = SolveRequest {
        timeout_ms: 60_000,
        ..SolveRequest::new(ENDLESS, 2)
    };
    let reply = std::thread::scope(|scope| {
        let busy = scope.spawn(|| pool.solve(&request));
        std::thread::sleep(Duration::from_millis(500));
        pool.stop();
        busy.join().unwrap()
    });
    assert_eq!(reply.answer, SolverAnswer::Unknown, "{reply:?}");
    assert!(start.elapsed() < Duration::from_secs(30));
    // What is asked later is not even sent, and so is no proof.
    let reply = pool.solve(&SolveRequest::new(CONTRADICTION, 3));
    assert_eq!(reply.answer, SolverAnswer::Unknown, "{reply:?}");
    assert_eq!(reply.fault, None);
}

#[test]
fn broken_workers_give_faults() {
    for (worker, expected) in [
        ("dies", "ended without an answer"),
        ("garbles", "cannot be read"),
        ("answers-another", "answered another request"),
        ("contradicts-itself", "contradicts itself"),
        ("refuses", "Z3 4.8.12 is too old"),
        ("is-no-worker", "is not a solver worker"),
        ("ends-at-once", "ended before it was ready"),
        ("does-not-exist", "cannot be started"),
    ] {
        let pool = broken(worker);
        for _ in 0..2 {
            let reply = pool.solve(&SolveRequest::new(CONTRADICTION, 3));
            assert!(fault(&reply).contains(expected), "{worker}: {reply:?}");
        }
    }
    let reply = broken("dies").solve(&SolveRequest::new(CONTRADICTION, 3));
    assert!(fault(&reply).contains("my last words"), "{reply:?}");
}

/// A worker that ends after each answer is noticed before the next request is lost to it.
#[test]
fn a_worker_that_ended_while_idle_is_replaced() {
    let pool = broken("answers-once");
    for _ in 0..3 {
        let reply = pool.solve(&SolveRequest::new(CONTRADICTION, 3));
        assert_eq!(reply.fault, None);
        assert_eq!(reply.cause, Some(UnknownCause::Incomplete));
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn the_pool_says_which_z3_its_workers_run() {
    let pool = pool(2);
    assert_eq!(pool.known_identity(), None);
    let identity = pool.identity().unwrap();
    assert_eq!(identity.version, solver_worker::z3_version());
    assert!(identity.library.contains("z3"), "{identity:?}");
    assert!(!identity.sources.is_empty());
    assert_eq!(pool.known_identity(), Some(identity));
    // Who answers is asked once, of a worker that then takes questions.
    assert_eq!(pool.asked(), 0);
    assert!(broken("refuses").identity().is_err());
}

/// Nobody else ends a worker whose client was killed.
#[test]
fn a_worker_ends_with_its_input_even_in_the_middle_of_a_search() {
    for request in [None, Some(SolveRequest::new(ENDLESS, 2))] {
        let mut child = Command::new(WORKER)
            .arg(WORKER_ARGUMENT)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut hello = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut hello)
            .unwrap();
        assert!(hello.contains("z3_version"), "{hello}");
        let mut input = child.stdin.take().unwrap();
        if let Some(request) = request {
            let request = serde_json::to_string(&request).unwrap();
            writeln!(input, r#"{{"id":1,"request":{request}}}"#).unwrap();
            std::thread::sleep(Duration::from_millis(300));
        }
        drop(input);
        let start = Instant::now();
        while child.try_wait().unwrap().is_none() {
            assert!(start.elapsed() < Duration::from_secs(5), "still running");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

/// What the loader says of a library is one thing, and any other end of a worker another.
#[test]
fn a_missing_library_is_said_with_what_brings_it() {
    let none = broken("has-no-library").identity().unwrap_err();
    assert!(
        none.problem.contains("the Z3 library was not found"),
        "{none}"
    );
    assert!(none.problem.contains("libz3.so.5.3"), "{none}");
    let help = none.help.unwrap();
    assert!(
        help.contains("./x setup") && help.contains("z3-solver=="),
        "{help}"
    );
    assert!(help.contains("ALPINIST_Z3"), "{help}");
    let ended = broken("ends-at-once").identity().unwrap_err();
    assert_eq!(ended.help, None, "{ended}");
    let nowhere = SolverPool::new(PoolConfig::new("/nowhere/at/all"));
    let nowhere = nowhere.identity().unwrap_err();
    assert!(nowhere.help.unwrap().contains("alpinist-solver"));
    let reply = broken("has-no-library").solve(&SolveRequest::new(CONTRADICTION, 3));
    assert!(
        fault(&reply).contains("the Z3 library was not found"),
        "{reply:?}"
    );
}

/// Answers are kept under the name of who gave the first one.
#[test]
fn another_solver_in_the_middle_of_a_run_gives_no_answer() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("worker");
    let put = |worker: &str| {
        let workers = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/workers");
        let fresh = folder.path().join("fresh");
        std::os::unix::fs::symlink(workers.join(worker), &fresh).unwrap();
        std::fs::rename(&fresh, &path).unwrap();
    };
    put("answers-once");
    let pool = SolverPool::new(PoolConfig::new(&path));
    assert_eq!(pool.identity().unwrap().version, "5.3.3.0");
    assert_eq!(pool.solve(&SolveRequest::new(CONTRADICTION, 3)).fault, None);
    put("answers-once-newer");
    // The first may still go to the worker that is about to end.
    let ask = || pool.solve(&SolveRequest::new(CONTRADICTION, 3));
    let replies = [ask(), ask()];
    assert!(fault(&replies[1]).contains("exchanged"), "{replies:?}");
    assert!(replies[0].fault.is_some(), "{replies:?}");
}
