//! Questions about values in heaps, as blocks of threads and loops bring them up.

use crate::common;
use crate::common::{between, n, open, pool};
use solver::encode::{Effort, Question, Value, Verdict, solve};
use solver::smt::{PoolConfig, SolverPool};
use solver::term::*;

#[track_caller]
fn proved(pool: &SolverPool, assumptions: Vec<Term>, goal: Term) {
    common::proved(pool, assumptions, goal, 3);
}

fn heap(name: &str) -> Term {
    constant(name, Sort::array(Sort::Int, Sort::Int))
}

/// `forall i {select(h, i)} : guard(i) ==> select(h, i) = value(i)`.
fn values(
    h: &Term,
    name: &str,
    guard: impl Fn(&Term) -> Term,
    value: impl Fn(&Term) -> Term,
) -> Term {
    let i = bound(format!("i!{name}"), Sort::Int);
    let at = select(h.clone(), i.clone());
    let body = implies(guard(&i), eq(at.clone(), value(&i)));
    forall(vec![i], vec![vec![at]], body, name)
}

/// A block of `size` threads, each at `tid + size * j` for `j` below `steps`.
struct Strided {
    size: Term,
    steps: Term,
    tid: Term,
}

impl Strided {
    fn new(size: Term) -> Strided {
        Strided {
            size,
            steps: n("steps"),
            tid: n("tid"),
        }
    }

    fn at(&self, tid: &Term, j: &Term) -> Term {
        add(vec![tid.clone(), mul(self.size.clone(), j.clone())])
    }

    fn range(&self) -> Term {
        between(int(0), &self.tid, self.size.clone())
    }

    /// The cells of the thread for `j` below `k`, over the flat index.
    fn mine(&self, i: &Term, k: &Term) -> Term {
        and(vec![
            eq(modulo(i.clone(), self.size.clone()), self.tid.clone()),
            between(int(0), &div(i.clone(), self.size.clone()), k.clone()),
        ])
    }
}

fn strided(size: Term) {
    let pool = pool(1);
    let s = Strided::new(size);
    let v = Symbol::new("v", vec![Sort::Int], Sort::Int);
    let value = |i: &Term| app(&v, vec![i.clone()]);
    let (h, h1, k, j, cell) = (heap("h"), heap("h1"), n("k"), n("j"), n("cell"));
    let everything = mul(s.size.clone(), s.steps.clone());

    // The caller's flat values hold at each thread's places.
    let flat = values(
        &h,
        "flat",
        |i| between(int(0), i, everything.clone()),
        value,
    );
    let place = s.at(&s.tid, &j);
    let known = vec![flat, s.range(), between(int(0), &j, s.steps.clone())];
    let goal = eq(select(h.clone(), place.clone()), value(&place));
    proved(&pool, known.clone(), goal);
    open(
        &pool,
        known,
        eq(select(h.clone(), place.clone()), value(&s.tid)),
    );

    // The threads' values, over the decoded index, give the flat ones.
    let decoded = |i: &Term| {
        and(vec![
            between(int(0), &modulo(i.clone(), s.size.clone()), s.size.clone()),
            between(int(0), &div(i.clone(), s.size.clone()), s.steps.clone()),
        ])
    };
    let nested = values(&h, "nested", decoded, value);
    let known = vec![
        nested,
        gt(s.size.clone(), int(0)),
        between(int(0), &cell, everything.clone()),
    ];
    proved(
        &pool,
        known,
        eq(select(h.clone(), cell.clone()), value(&cell)),
    );

    // One more step keeps the loop's invariant.
    let invariant = values(&h, "inv", |i| s.mine(i, &k), value);
    let place = s.at(&s.tid, &k);
    let after = eq(h1.clone(), store(h.clone(), place.clone(), value(&place)));
    let next = add(vec![k.clone(), int(1)]);
    let known = vec![
        invariant,
        after,
        s.range(),
        between(int(0), &k, s.steps.clone()),
        s.mine(&cell, &next),
    ];
    proved(
        &pool,
        known.clone(),
        eq(select(h1.clone(), cell.clone()), value(&cell)),
    );
    let mut beyond = known;
    beyond.pop();
    beyond.push(s.mine(&cell, &add(vec![next, int(1)])));
    open(
        &pool,
        beyond,
        eq(select(h1.clone(), cell.clone()), value(&cell)),
    );

    // A frame: cells of other threads keep their values when this one's are given up.
    let i = bound("i!frame", Sort::Int);
    let new = select(h1.clone(), i.clone());
    let frame = forall(
        vec![i.clone()],
        vec![vec![new.clone()]],
        implies(
            and(vec![
                between(int(0), &i, everything.clone()),
                not(s.mine(&i, &s.steps)),
            ]),
            eq(new, select(h.clone(), i)),
        ),
        "frame",
    );
    let other = n("other");
    let place = s.at(&other, &j);
    let known = vec![
        frame,
        s.range(),
        between(int(0), &other, s.size.clone()),
        between(int(0), &j, s.steps.clone()),
    ];
    let goal = eq(select(h1, place.clone()), select(h, place));
    let mut apart = known.clone();
    apart.push(ne(other, s.tid.clone()));
    proved(&pool, apart, goal.clone());
    open(&pool, known, goal);
}

#[test]
fn strides_of_four() {
    strided(int(4));
}

#[test]
fn strides_of_unknown_size() {
    strided(n("size"));
}

#[test]
fn a_chain_of_frames() {
    let pool = pool(1);
    let size = n("size");
    let mut known = vec![values(
        &heap("h0"),
        "first",
        |i| between(int(0), i, size.clone()),
        Term::clone,
    )];
    for step in 0..40 {
        let (old, new) = (heap(&format!("h{step}")), heap(&format!("h{}", step + 1)));
        known.push(values(
            &new,
            &format!("frame{step}"),
            |i| between(int(0), i, size.clone()),
            |i| select(old.clone(), i.clone()),
        ));
    }
    let k = n("k");
    known.push(between(int(0), &k, size.clone()));
    proved(
        &pool,
        known.clone(),
        eq(select(heap("h40"), k.clone()), k.clone()),
    );
    open(&pool, known, eq(select(heap("h40"), size), k));
}

#[test]
fn counterexamples_are_confirmed_or_called_candidates() {
    let pool = pool(1);
    let (x, y, h) = (n("x"), n("y"), heap("h"));
    let wanted = vec![
        ("x".to_owned(), x.clone()),
        ("sum".to_owned(), add(vec![x.clone(), y.clone()])),
        ("cell".to_owned(), select(h.clone(), x.clone())),
    ];
    let question = |assumptions: Vec<Term>, goal: Term| Question {
        axioms: Vec::new(),
        assumptions,
        goal,
    };
    let ground = question(
        vec![
            eq(x.clone(), int(3)),
            eq(y.clone(), int(4)),
            eq(heap("g"), store(h.clone(), y.clone(), int(9))),
        ],
        eq(select(heap("g"), x.clone()), int(9)),
    );
    let Verdict::Refuted(model) = solve(&ground, &pool, &Effort::default(), &wanted).verdict else {
        panic!("not refuted");
    };
    assert!(model.confirmed);
    assert_eq!(model.values[0], ("x".to_owned(), Value::Int(3.into())));
    assert_eq!(model.values[1], ("sum".to_owned(), Value::Int(7.into())));
    assert_eq!(model.values.len(), 3);

    // With a quantifier that no finite table satisfies there is at best a candidate.
    let f = Symbol::new("f", vec![Sort::Int], Sort::Int);
    let i = bound("i!1", Sort::Int);
    let at = app(&f, vec![i.clone()]);
    let grows = forall(
        vec![i.clone()],
        vec![vec![at.clone()]],
        lt(at, app(&f, vec![add(vec![i, int(1)])])),
        "grows",
    );
    let quantified = question(vec![grows], lt(x.clone(), app(&f, vec![x])));
    let solved = solve(&quantified, &pool, &Effort::default(), &wanted);
    match solved.verdict {
        Verdict::Failed(Some(model)) => assert!(!model.confirmed),
        Verdict::Refuted(model) => assert!(model.confirmed),
        other => panic!("{other:?}"),
    }
    assert!(solved.time_ms < 10_500);
}

#[test]
fn limits_and_faults_are_unknown() {
    let pool = pool(1);
    let [a, b, c] = ["a", "b", "c"].map(n);
    let cube = |t: &Term| mul(mul(t.clone(), t.clone()), t.clone());
    let question = Question {
        axioms: Vec::new(),
        assumptions: vec![
            gt(a.clone(), int(1)),
            gt(b.clone(), int(1)),
            gt(c.clone(), int(1)),
        ],
        goal: ne(add(vec![cube(&a), cube(&b)]), cube(&c)),
    };
    let effort = Effort {
        timeout_ms: Some(3_000),
        ..Effort::default()
    };
    let solved = solve(&question, &pool, &effort, &[]);
    assert!(
        matches!(solved.verdict, Verdict::Limited(..)),
        "{:?}",
        solved.verdict
    );
    assert!(solved.time_ms < 3_600, "{}", solved.time_ms);
    let broken = SolverPool::new(PoolConfig::new("/nowhere/at/all"));
    let solved = solve(&question, &broken, &effort, &[]);
    match solved.verdict {
        Verdict::Fault(_) => {}
        other => panic!("{other:?}"),
    }
}

#[test]
fn trivial_questions_need_no_solver() {
    let broken = SolverPool::new(PoolConfig::new("/nowhere/at/all"));
    let (p, q) = (constant("p", Sort::Bool), constant("q", Sort::Bool));
    let x = bound("x!1", Sort::Int);
    let f = Symbol::new("f", vec![Sort::Int], Sort::Bool);
    let all = forall(vec![x.clone()], vec![], app(&f, vec![x.clone()]), "all");
    for (assumptions, goal) in [
        (vec![], tt()),
        (vec![ff()], p.clone()),
        (vec![and(vec![q.clone(), p.clone()])], p.clone()),
        (
            vec![q.clone()],
            implies(p.clone(), and(vec![p.clone(), q.clone()])),
        ),
        (vec![p.clone(), q.clone()], and(vec![p.clone(), q])),
        (vec![all.clone()], all),
    ] {
        let question = Question {
            axioms: Vec::new(),
            assumptions,
            goal,
        };
        let solved = solve(&question, &broken, &Effort::default(), &[]);
        assert_eq!(
            (solved.verdict, solved.attempt),
            (Verdict::Proved, 0),
            "{question:?}"
        );
    }
    // A witness of the premise is not the goal's arbitrary value.
    let some = exists(vec![x.clone()], vec![], app(&f, vec![x.clone()]), "some");
    let question = Question {
        axioms: Vec::new(),
        assumptions: vec![some],
        goal: forall(vec![x.clone()], vec![], app(&f, vec![x]), "all"),
    };
    let solved = solve(&question, &pool(1), &Effort::default(), &[]);
    assert!(
        matches!(solved.verdict, Verdict::Refuted(_)),
        "{:?}",
        solved.verdict
    );
}

#[test]
fn axioms_are_sent_when_they_can_matter() {
    let pool = pool(1);
    let x = bound("x!1", Sort::Int);
    let symbol = |name: &str| Symbol::new(name, vec![Sort::Int], Sort::Int);
    let (f, g, k) = (symbol("f"), symbol("g"), symbol("k"));
    let same = |a: &Symbol, b: &Symbol, name: &str| {
        let left = app(a, vec![x.clone()]);
        forall(
            vec![x.clone()],
            vec![vec![left.clone()]],
            eq(left, app(b, vec![x.clone()])),
            name,
        )
    };
    let question = Question {
        axioms: vec![
            same(&g, &k, "second"),
            same(&f, &g, "first"),
            same(&symbol("u"), &f, "other"),
        ],
        assumptions: vec![],
        goal: eq(app(&f, vec![int(1)]), app(&k, vec![int(1)])),
    };
    let effort = Effort {
        core: true,
        ..Effort::default()
    };
    let solved = solve(&question, &pool, &effort, &[]);
    assert_eq!(solved.verdict, Verdict::Proved);
    assert_eq!(solved.core_uses_goal, Some(true));
    let mut named: Vec<&str> = solved.legend.iter().map(|(_, old)| old.name()).collect();
    named.sort_unstable();
    assert_eq!(named, ["f", "g", "k"]);
    assert!(solved.readable().contains(" is f\n"));
    // A proof that does not need its goal says so.
    let contradiction = Question {
        axioms: vec![],
        assumptions: vec![lt(n("a"), n("b")), lt(n("b"), n("c")), lt(n("c"), n("a"))],
        goal: question.goal,
    };
    let solved = solve(&contradiction, &pool, &effort, &[]);
    assert_eq!(solved.verdict, Verdict::Proved);
    assert_eq!(solved.core_uses_goal, Some(false));
}

/// Which model comes first decides whether it satisfies all that is assumed, so whether a question is
/// called refuted: the caller's seed must not choose it.
#[test]
fn every_seed_gives_the_same_counterexample() {
    let pool = pool(1);
    let names = ["u", "v", "w", "x", "y", "z"];
    let wanted: Vec<(String, Term)> = names.map(|name| (name.to_owned(), n(name))).into();
    let apart = |a: &str, b: &str| or(vec![lt(n(a), n(b)), lt(n(b), n(a))]);
    let mut ground: Vec<Term> = names.map(|name| between(int(0), &n(name), int(40))).into();
    for (at, a) in names.iter().enumerate() {
        ground.extend(names[at + 1..].iter().map(|b| apart(a, b)));
    }
    let sum = add(names.map(n).to_vec());
    let mut quantified = ground.clone();
    let index = |i: &Term| between(int(0), i, int(3));
    quantified.push(values(&heap("h"), "rows", index, |i| {
        add(vec![i.clone(), n("x")])
    }));
    for (assumptions, goal) in [
        (ground, lt(sum.clone(), int(70))),
        (quantified, lt(sum, select(heap("h"), n("u")))),
    ] {
        let question = Question {
            axioms: Vec::new(),
            assumptions,
            goal,
        };
        let verdict = |seed| {
            let effort = Effort {
                seed,
                ..Effort::default()
            };
            solve(&question, &pool, &effort, &wanted).verdict
        };
        let first = verdict(0);
        assert!(
            matches!(first, Verdict::Refuted(_) | Verdict::Failed(Some(_))),
            "{first:?}"
        );
        for seed in 1..8 {
            assert_eq!(verdict(seed), first, "seed {seed}");
        }
    }
}
