//! What the data theories prove, and what they must not prove.

use crate::common::pool;
use crate::theory_common::sequent;
use solver::encode::{Effort, Question, Verdict, solve};
use solver::term::ff;
use solver::theory::axioms;

fn question(text: &str) -> Question {
    let (assumptions, goal) = sequent(text);
    Question {
        axioms: axioms(assumptions.iter().chain([&goal])),
        assumptions,
        goal,
    }
}

/// True facts, provable without guessing.
const TRUE: &[&str] = &[
    // Sequences: lengths and elements.
    "(<= 0 (len s))",
    "(= (len (seq)) 0)",
    "(= (len (++ s t)) (+ (len s) (len t)))",
    "(= (len s) 0) |- (= s (seq))",
    "(= (len s) 0) |- (= (++ s t) t)",
    "(= s (seq)) |- (= (++ t s) t)",
    "(and (<= 0 i) (< i (len s))) |- (= (at (++ s t) i) (at s i))",
    "(and (<= 0 i) (< i (len t))) |- (= (at (++ s t) (+ i (len s))) (at t i))",
    "(= (at (++ s (seq x)) (len s)) x)",
    "(= (at (++ (seq x) s) 0) x)",
    "(< 0 (len s)) |- (= (at (++ (seq x) s) 1) (at s 0))",
    "(= (++ (++ s t) u) (++ s (++ t u)))",
    "(= (++ s (seq 20)) (seq 1 8 20)) |- (= (len s) 2)",
    "(= s (seq 1 8 7)) |- (= (++ s (seq 20)) (seq 1 8 7 20))",
    "(= s (seq 1 8 7)) |- (= (++ (seq 17) s) (seq 17 1 8 7))",
    // Parts.
    "(and (<= 0 i) (<= i (len s))) |- (= (len (take s i)) i)",
    "(and (<= 0 i) (<= i (len s))) |- (= (len (drop s i)) (- (len s) i))",
    "(= (++ (take s i) (drop s i)) s)",
    "(= (take (++ s t) (len s)) s)",
    "(= (drop (++ s t) (len s)) t)",
    "(< 0 (len s)) |- (= (++ (seq (at s 0)) (drop s 1)) s)",
    "(and (<= 0 i) (< i (len s))) |- (= (++ (take s i) (seq (at s i))) (take s (+ i 1)))",
    "(and (<= 0 i) (< (+ i 1) (len s))) |- (= (at (drop s 1) i) (at s (+ i 1)))",
    "(and (< 1 i) (< i (len s))) |- (= (at (drop s 1) (- i 1)) (at s i))",
    "(= (drop (drop s 1) 1) (drop s 2))",
    "(= (drop (seq 1 2 3) 1) (seq 2 3))",
    "(= (take s -3) (seq))",
    "(<= (len s) 4) |- (= (take s 4) s)",
    "(= s (seq 1 2 3 4 5)) |- (= (remove s 2) (seq 1 2 4 5))",
    "(= s (seq 1)) |- (= (remove s 0) (seq))",
    "(and (<= 0 i) (< i (len s))) |- (= (len (remove s i)) (- (len s) 1))",
    "(and (<= 0 i) (<= i j) (<= j (len s))) |- (= (len (slice s i j)) (- j i))",
    "(and (<= 0 i) (< i x) (<= x j) (<= j (len s)) (<= 0 k) (< k (- j i))) |- (= (at (slice s i j) k) (at s (+ i k)))",
    // Updates.
    "(= (len (upd s i x)) (len s))",
    "(and (<= 0 i) (< i (len s))) |- (= (at (upd s i x) i) x)",
    "(/= i j) |- (= (at (upd s i x) j) (at s j))",
    "(and (<= 0 i) (< i (len s))) |- (= (upd s i (at s i)) s)",
    "(and (< 0 i) (< i (len s))) |- (= (upd s i x) (++ (seq (at s 0)) (upd (drop s 1) (- i 1) x)))",
    "(and (<= 0 i) (< i (len s)) (<= 0 j) (< j (len s))) |- (= (upd (upd s i (at s j)) j (at s i)) (upd (upd s j (at s i)) i (at s j)))",
    "(and (< 0 i) (< i (len s))) |- (= (drop (upd s i x) 1) (upd (drop s 1) (- i 1) x))",
    "(= (drop (upd s 0 x) 1) (drop s 1))",
    "(= (seq 1 2) (upd (seq 1 5) 1 2))",
    // Membership, ranges, quantified facts.
    "(mem (++ s (seq x)) x)",
    "(mem s x) |- (mem (++ s t) x)",
    "(and (<= 0 i) (< i (len s)) (= (at s i) x)) |- (mem s x)",
    "(mem s x) |- (exists (i) () (and (<= 0 i) (< i (len s)) (= (at s i) x)))",
    "(not (mem (seq) x))",
    "(and (mem (seq 1 2 i) x) (< 2 x)) |- (= x i)",
    "(= (len (seq-range 2 7)) 5)",
    "(and (<= 0 i) (< i 5)) |- (= (at (seq-range 2 7) i) (+ i 2))",
    "(mem (seq-range 2 7) x) |- (< x 7)",
    "(forall (i) ((at s i)) (=> (and (<= 0 i) (< i (len s))) (= (at s i) 0))) ; (and (<= 0 j) (< j (len s)) (= s (++ t u)) (< j (len t))) |- (= (at t j) 0)",
    "(= (len s) (len t)) ; (forall (i) ((at s i)) (=> (and (<= 0 i) (< i (len s))) (= (at s i) (at t i)))) |- (= s t)",
    "(/= s t) ; (= (len s) 0) |- (< 0 (len t))",
    "(= (++ s (seq x)) (++ t (seq y))) |- (= x y)",
    "(= (seq x y) (seq y x)) |- (= x y)",
    // Sequences of sequences.
    "(= (at (seq (seq 1) (++ s (seq 2))) 1) (++ s (seq 2)))",
    "(= s t) |- (= (seq (++ s (seq 2))) (seq (++ t (seq 2))))",
    "(and (<= 0 i) (< i (len S)) (= s (at S i))) |- (= (upd S i (++ s (seq))) S)",
    "(and (= (len S) 1) (= (at S 0) (seq 1 2))) |- (= S (seq (seq 1 2)))",
    "(= (len s) 0) |- (mem (seq s) (seq))",
    // Sets.
    "(in (set 1 2 3) 2)",
    "(not (in (set 1 2 3) 4))",
    "(not (in (set) x))",
    "(in (union a b) x) ; (not (in b x)) |- (in a x)",
    "(= (union a b) (union b a))",
    "(= (inter a b) (inter b a))",
    "(= (diff a a) (set))",
    "(= (inter a (union b c)) (union (inter a b) (inter a c)))",
    "(= (diff a (union b c)) (inter (diff a b) (diff a c)))",
    "(= (set 1 2 3) (set 3 2 1 2))",
    "(sub (inter a b) a)",
    "(sub a b) ; (sub b c) |- (sub a c)",
    "(sub a b) ; (sub b a) |- (= a b)",
    "(strict a b) |- (exists (x) () (and (in b x) (not (in a x))))",
    "(sub a (union a b))",
    "(sub a b) |- (= (union a b) b)",
    "(disjoint a b) |- (= (inter a b) (set))",
    "(disjoint a b) ; (in a x) |- (not (in b x))",
    "(= (inter a b) (set)) |- (disjoint a b)",
    "(= (card (set 1 2 3)) 3)",
    "(= (card (set)) 0)",
    "(/= x y) |- (= (card (set x y)) 2)",
    "(<= (card (set x y)) 2)",
    "(in a x) |- (< 0 (card a))",
    "(= (card a) 0) |- (not (in a x))",
    "(< 0 (card a)) |- (exists (x) () (in a x))",
    "(not (in a x)) |- (= (card (union a (set x))) (+ (card a) 1))",
    "(in a x) |- (= (card (diff a (set x))) (- (card a) 1))",
    "(disjoint a b) |- (= (card (union a b)) (+ (card a) (card b)))",
    "(sub a b) |- (<= (card a) (card b))",
    "(sub a b) ; (= (card a) (card b)) |- (= a b)",
    "(= (card (range 0 5)) 5)",
    "(and (<= 0 i) (<= i j)) |- (= (card (range i j)) (- j i))",
    "(in (range 0 5) x) |- (< x 5)",
    "(< (choose (range 0 5)) 5)",
    "(= a b) |- (= (choose a) (choose b))",
    "(in a x) |- (in a (choose a))",
    "(= (union a (set x)) (union a (set y))) ; (not (in a x)) |- (= x y)",
    "(in A (seq 1 2)) ; (= s (seq 1)) |- (in A (++ s (seq 2)))",
    "(in (set (seq 1 2)) (++ s (seq 2))) |- (= (len s) 1)",
    "(= (set 0 1 2 3 4) (range 0 5))",
    // Bags.
    "(= (count (bag 1 1 2) 1) 2)",
    "(<= 0 (count p x))",
    "(= (bag-union p q) (bag-union q p))",
    "(= (bag-diff (bag-union p q) q) p)",
    "(= (bag-card (bag-union p q)) (+ (bag-card p) (bag-card q)))",
    "(= (bag-card (bag 1 1 2)) 3)",
    "(= (bag 1 2 1) (bag 1 1 2))",
    "(bag-sub p q) |- (<= (count p x) (count q x))",
    "(bag-sub p (bag-union p q))",
    "(= (bag-card p) 0) |- (= p (bag))",
    "(< 0 (count p x)) |- (< 0 (bag-card p))",
    "(= (bag-inter p p) p)",
    "(= (count (bag-union p (bag x)) x) (+ (count p x) 1))",
    // Maps.
    "(= (map 2 4) (map 2 4))",
    "(= (map 2 6 3 9 2 5) (map 2 5 3 9))",
    "(= m (map 2 3)) |- (has m 2)",
    "(= m (map 2 3)) |- (not (has m 3))",
    "(= m (map 2 3)) |- (= (get m 2) 3)",
    "(= m (map 2 3)) |- (map-disjoint m (map 3 3))",
    "(= m (map 2 3)) |- (= (put m 2 3) m)",
    "(= m (map 2 3)) |- (= (put m 7 1) (put (put m 2 3) 7 1))",
    "(= m (map 3 9)) |- (= (put m 3 5) (map 3 5))",
    "(= m (map 3 9)) |- (= (put m 2 5) (map 2 5 3 9))",
    "(= m (map 2 3)) ; (= n (map 3 2)) |- (= (get m (get n 3)) 3)",
    "(= (get (put m x y) x) y)",
    "(/= i x) |- (= (get (put m x y) i) (get m i))",
    "(has (put m x y) x)",
    "(has m i) |- (has (put m x y) i)",
    "(not (has (del m x) x))",
    "(/= i x) ; (has m i) |- (and (has (del m x) i) (= (get (del m x) i) (get m i)))",
    "(not (has m x)) |- (= (del (put m x y) x) m)",
    "(= (map-card (map 1 1 2 1 0 0)) 3)",
    "(not (has m x)) |- (= (map-card (put m x y)) (+ (map-card m) 1))",
    "(has m x) |- (= (map-card (put m x y)) (map-card m))",
    "(= (keys (map 123 0 2 0 84 1)) (set 2 84 123))",
    "(= (values (map 123 0 2 0 84 1)) (set 0 1))",
    "(= m (map 123 0 2 0 84 1)) |- (= (values m) (set 0 1))",
    "(has m x) |- (in (values m) (get m x))",
    "(in (values m) y) |- (exists (x) () (and (has m x) (= (get m x) y)))",
    "(in (items (map 1 1 2 1)) (tup 2 1))",
    "(has m x) ; (= (get m x) y) |- (in (items m) (tup x y))",
    "(in (items m) (tup x y)) |- (= (get m x) y)",
    "(map-disjoint m n) ; (has m x) |- (not (has n x))",
    "(not (map-disjoint m (put n x y))) ; (map-disjoint m n) |- (has m x)",
    "(= (keys m) (set)) |- (= m (map))",
    "(= m (map 1 1 2 4 3 9)) |- (forall (i) () (=> (has m i) (= (get m i) (* i i))))",
    "(forall (i) ((get m i)) (=> (has m i) (= (get m i) (* 2 i)))) ; (= n (put m x (* 2 x))) |- (forall (i) () (=> (has n i) (= (get n i) (* 2 i))))",
    "(forall (i) ((has m i)) (iff (has m i) (and (<= 0 i) (< i x)))) |- (forall (i) () (=> (<= 0 x) (iff (has (put m x y) i) (and (<= 0 i) (< i (+ x 1))))))",
    "(= (get (put M x s) x) (++ s (seq)))",
    // Options and tuples.
    "(/= (some 37) none)",
    "(= o (some 37)) |- (= (val o) 37)",
    "(= (some x) (some y)) |- (= x y)",
    "(/= o none) |- (= o (some (val o)))",
    "(= (some (++ s (seq))) (some s))",
    "(= (some (++ (seq x) (++ s t))) (some (++ (++ (seq x) s) t)))",
    "(= (fst (tup x f)) x)",
    "(= w (tup (fst w) (snd w)))",
    "(= (fst w) (fst z)) ; (iff (snd w) (snd z)) |- (= w z)",
    "(= (tup x f) (tup y g)) |- (= x y)",
    "(= w (tup 1 true)) |- (snd w)",
    "(= (tup x (++ (++ s t) u)) (tup x (++ s (++ t u))))",
    // Strings and enums.
    "(= \"abc \"abc)",
    "(/= \"abc \"xyz)",
    "(= (concat \"ab \"c) \"abc)",
    "(= h \"abc) |- (/= h \"xyz)",
    "(and (<= 0 (enum x 3)) (< (enum x 3) 3))",
    "(and (/= (enum x 2) 0)) |- (= (enum x 2) 1)",
];

/// Facts that are not true, or not always.
const FALSE: &[&str] = &[
    "(= s t)",
    "(< 0 (len s))",
    "(= (len (++ s t)) (len s))",
    "(= (at (++ s t) i) (at s i))",
    "(= (++ s t) (++ t s))",
    "(= (len s) (len t)) |- (= s t)",
    "(= (len (take s i)) i)",
    "(= (len (drop s i)) (- (len s) i))",
    "(= (at (drop s 1) i) (at s (+ i 1)))",
    "(= (at (upd s i x) i) x)",
    "(= (upd s i x) s)",
    "(= (at (seq 1 2 3) i) 1)",
    "(= (at s -1) (at s 0))",
    "(= (at s (len s)) 0)",
    "(mem s x)",
    "(mem (++ s t) x) |- (mem s x)",
    "(= (++ (seq (at s 0)) (drop s 1)) s)",
    "(= (take (take s i) j) (take s j))",
    "(= (drop (drop s i) j) (drop s (+ i j)))",
    "(= (slice s i j) (drop (take s i) j))",
    "(= (len (remove s i)) (- (len s) 1))",
    "(= (len (seq-range i j)) (- j i))",
    "(= (seq x y) (seq y x))",
    "(= (len S) (len T)) ; (= (at S 0) (at T 0)) |- (= S T)",
    "(in a x)",
    "(= a b)",
    "(= (card a) (card b)) |- (= a b)",
    "(= (card (union a b)) (+ (card a) (card b)))",
    "(= (card (set x y)) 2)",
    "(= (card (diff a b)) (- (card a) (card b)))",
    "(sub a b) |- (sub b a)",
    "(strict a a)",
    "(disjoint a a)",
    "(in a (choose a))",
    "(= (choose (range 0 5)) 0)",
    "(/= (choose (range 0 5)) 0)",
    "(= (choose a) (choose b))",
    "(= (card (range i j)) (- j i))",
    "(= (union a (set x)) a)",
    "(= (diff (union a b) b) a)",
    "(= (count p x) 1)",
    "(= (bag-union p p) p)",
    "(= (bag-card p) (bag-card q)) |- (= p q)",
    "(= (bag-union (bag-diff p q) q) p)",
    "(bag-strict p p)",
    "(has m x)",
    "(= (get (put m x y) i) (get m i))",
    "(= (put m x y) m)",
    "(= (keys m) (keys n)) |- (= m n)",
    "(= (values m) (values n)) |- (= m n)",
    "(= (del (put m x y) x) m)",
    "(= (map-card (put m x y)) (+ (map-card m) 1))",
    "(map-disjoint m n)",
    "(= (get (map 3 9) 4) 9)",
    "(= (get (map 3 9) 4) (get (map 3 8) 5))",
    "(in (values m) (get m x))",
    "(= (card (values m)) (map-card m))",
    "(= o none)",
    "(= o (some (val o)))",
    "(= (val o) 0)",
    "(= (fst w) (fst z)) |- (= w z)",
    "(= h \"abc)",
    "(= (concat h \"a) (concat \"a h))",
    "(= (enum x 3) x)",
    "(= (F s) (F (++ s t)))",
    "(= (F a) (F (union a b)))",
];

#[test]
fn true_facts_are_proved() {
    let pool = pool(2);
    let mut wrong = Vec::new();
    for text in TRUE {
        let solved = solve(&question(text), &pool, &Effort::default(), &[]);
        if solved.verdict != Verdict::Proved {
            wrong.push(format!("{text}: {:?}", solved.verdict));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_not_true_is_not_proved() {
    let pool = pool(2);
    let effort = Effort {
        timeout_ms: Some(1_000),
        last_attempt: 4,
        ..Effort::default()
    };
    for text in FALSE {
        let solved = solve(&question(text), &pool, &effort, &[]);
        assert_ne!(solved.verdict, Verdict::Proved, "{text}");
    }
}

/// With every operation of every kind of data there is no contradiction to be found,
/// also when the solver may guess.
#[test]
fn the_axioms_together_prove_nothing_false() {
    let pool = pool(2);
    let all: Vec<&str> = TRUE.iter().chain(FALSE).copied().collect();
    // What is mentioned is there, but nothing is assumed of it.
    let mention = |texts: &[&str]| {
        let mut terms = Vec::new();
        for text in texts {
            let (premises, goal) = sequent(text);
            terms.extend(premises);
            terms.push(goal);
        }
        axioms(&terms)
    };
    let seqs = &all[..60];
    for (group, seconds) in [
        (&all[..], 4),
        (seqs, 2),
        (&all[60..100], 2),
        (&all[100..], 2),
    ] {
        let question = Question {
            axioms: mention(group),
            assumptions: Vec::new(),
            goal: ff(),
        };
        assert!(question.axioms.len() > 10);
        let script = solver::encode::smtlib::print(&question.axioms, &[]);
        let mut request = solver::smt::SolveRequest::new(script.text, question.axioms.len());
        for mbqi in ["false", "true"] {
            request.options.push(("smt.mbqi".into(), mbqi.into()));
            request.timeout_ms = seconds * 1_000;
            let reply = pool.solve(&request);
            assert_eq!(reply.fault, None);
            assert_ne!(reply.answer, solver::smt::SolverAnswer::Unsat);
        }
    }
}
