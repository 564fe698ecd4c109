//! Bit-vectors: the value of every operator against Z3's, every simplification against what it
//! simplifies, and models read back.

use crate::common::pool;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use solver::encode::{Effort, Evaluator, Question, Value, Verdict, smtlib, solve};
use solver::smt::{SolveRequest, SolverAnswer, SolverPool};
use solver::term::bv::{self, Bits, BvOp, Computed};
use solver::term::{self, Sort, Term, and, constant, eq, ite, not};

/// The operators of one operand of this width.
fn unary(width: u32) -> Vec<BvOp> {
    let mut all = vec![BvOp::Not, BvOp::Neg, BvOp::ToNat, BvOp::ToInt];
    for by in 0..=width {
        all.extend([BvOp::ZeroExtend(by), BvOp::SignExtend(by)]);
        all.extend([BvOp::RotateLeft(by), BvOp::RotateRight(by)]);
    }
    all.extend((1..=3).map(BvOp::Repeat));
    for low in 0..width {
        all.extend((low..width).map(|high| BvOp::Extract { high, low }));
    }
    all
}

const BINARY: [BvOp; 28] = [
    BvOp::And,
    BvOp::Or,
    BvOp::Xor,
    BvOp::Nand,
    BvOp::Nor,
    BvOp::Xnor,
    BvOp::Add,
    BvOp::Sub,
    BvOp::Mul,
    BvOp::Udiv,
    BvOp::Urem,
    BvOp::Sdiv,
    BvOp::Srem,
    BvOp::Smod,
    BvOp::Shl,
    BvOp::Lshr,
    BvOp::Ashr,
    BvOp::Ult,
    BvOp::Ule,
    BvOp::Ugt,
    BvOp::Uge,
    BvOp::Slt,
    BvOp::Sle,
    BvOp::Sgt,
    BvOp::Sge,
    BvOp::Comp,
    BvOp::Concat,
    // Twice, so that the random choice has a product more often.
    BvOp::Mul,
];

fn values(width: u32) -> Vec<Bits> {
    (0..1i64 << width)
        .map(|value| Bits::new(&value.into(), width))
        .collect()
}

fn text(computed: &Computed) -> String {
    match computed {
        Computed::Bits(bits) => bits.to_string(),
        Computed::Bool(value) => value.to_string(),
        Computed::Int(value) if *value < 0.into() => format!("(- {})", -value),
        Computed::Int(value) => value.to_string(),
    }
}

/// Has the solver prove that all of some formulas hold.
#[track_caller]
fn prove(pool: &SolverPool, declarations: &str, formulas: &[String]) {
    let script = format!(
        "{declarations}(assert (not (and true {})))",
        formulas.join("\n")
    );
    let reply = pool.solve(&SolveRequest::new(script, 1));
    if reply.answer == SolverAnswer::Unsat {
        return;
    }
    // Which one is it?
    for formula in formulas {
        let script = format!("{declarations}(assert (not {formula}))");
        let reply = pool.solve(&SolveRequest::new(script, 1));
        assert_eq!(reply.answer, SolverAnswer::Unsat, "{formula}\n{reply:?}");
    }
    panic!("each is true, and not all of them: {reply:?}");
}

#[test]
fn every_operator_has_the_solvers_value() {
    let pool = pool(2);
    for width in 1..=4 {
        let mut formulas = Vec::new();
        let mut check = |op: BvOp, args: &[Bits]| {
            let value = op.compute(args).unwrap();
            let shown: Vec<String> = args.iter().map(Bits::to_string).collect();
            formulas.push(format!("(= ({op} {}) {})", shown.join(" "), text(&value)));
            // Constructors fold to the same value.
            let literals = args.iter().cloned().map(bv::literal).collect();
            let folded = bv::apply(op, literals);
            let value = match value {
                Computed::Bits(bits) => bv::literal(bits),
                Computed::Bool(value) => term::bool_(value),
                Computed::Int(value) => term::big(value),
            };
            assert_eq!(folded, value, "{op} {args:?}");
        };
        for a in values(width) {
            for op in unary(width) {
                check(op, std::slice::from_ref(&a));
            }
            for b in values(width) {
                for op in &BINARY[..27] {
                    check(*op, &[a.clone(), b.clone()]);
                }
            }
        }
        for value in -20..20i64 {
            let bits = Bits::new(&value.into(), width);
            assert_eq!(
                bv::of_int(width, term::int(value)),
                bv::literal(bits.clone())
            );
            let op = BvOp::OfInt(width);
            let value = text(&Computed::Int(value.into()));
            formulas.push(format!("(= ({op} {value}) {bits})"));
        }
        for chunk in formulas.chunks(400) {
            prove(&pool, "", chunk);
        }
    }
}

/// A term as it is built, and as SMT-LIB has it without simplification.
#[derive(Clone, Debug)]
struct Pair {
    term: Term,
    raw: String,
}

impl Pair {
    fn new(op: BvOp, args: &[Pair]) -> Pair {
        let terms = args.iter().map(|arg| arg.term.clone()).collect();
        let raws: Vec<&str> = args.iter().map(|arg| arg.raw.as_str()).collect();
        Pair {
            term: bv::apply(op, terms),
            raw: format!("({op} {})", raws.join(" ")),
        }
    }

    fn literal(bits: &Bits) -> Pair {
        Pair {
            term: bv::literal(bits.clone()),
            raw: bits.to_string(),
        }
    }

    fn var(name: &str, width: u32) -> Pair {
        Pair {
            term: constant(name, Sort::BitVec(width)),
            raw: format!("f.{name}"),
        }
    }

    fn agrees(&self) -> String {
        let script = smtlib::print(&[], std::slice::from_ref(&self.term));
        format!("(= {} {})", self.raw, script.wanted[0])
    }
}

fn declarations(width: u32) -> String {
    ["x", "y"]
        .map(|name| format!("(declare-const f.{name} (_ BitVec {width}))"))
        .concat()
}

#[test]
fn every_simplification_keeps_the_value() {
    let pool = pool(2);
    for width in 1..=4 {
        let (x, y) = (Pair::var("x", width), Pair::var("y", width));
        let mut operands = vec![
            x.clone(),
            y.clone(),
            Pair::new(BvOp::Not, std::slice::from_ref(&x)),
            Pair::new(BvOp::Neg, std::slice::from_ref(&x)),
            Pair::new(BvOp::Add, &[x.clone(), y.clone()]),
            Pair::new(BvOp::Mul, &[x.clone(), y.clone()]),
            Pair::new(BvOp::And, &[x.clone(), y]),
        ];
        operands.extend(values(width).iter().map(Pair::literal));
        let mut formulas = Vec::new();
        for a in &operands {
            for op in unary(width) {
                formulas.push(Pair::new(op, std::slice::from_ref(a)).agrees());
            }
            for b in &operands {
                for op in &BINARY[..27] {
                    formulas.push(Pair::new(*op, &[a.clone(), b.clone()]).agrees());
                }
                // Equality and its negation.
                for negated in [false, true] {
                    let same = eq(a.term.clone(), b.term.clone());
                    let (term, raw) = match negated {
                        false => (same, format!("(= {} {})", a.raw, b.raw)),
                        true => (not(same), format!("(not (= {} {}))", a.raw, b.raw)),
                    };
                    formulas.push(Pair { term, raw }.agrees());
                }
            }
        }
        for chunk in formulas.chunks(200) {
            prove(&pool, &declarations(width), chunk);
        }
    }
}

/// The overflow predicates: how SMT-LIB calls them, and ours.
type Predicate = (&'static str, fn(Term, Term) -> Term);

#[test]
fn overflow_is_what_the_solver_says() {
    let pool = pool(2);
    let predicates: [Predicate; 7] = [
        ("bvuaddo", bv::uaddo),
        ("bvsaddo", bv::saddo),
        ("bvusubo", bv::usubo),
        ("bvssubo", bv::ssubo),
        ("bvumulo", bv::umulo),
        ("bvsmulo", bv::smulo),
        ("bvsdivo", bv::sdivo),
    ];
    for width in 1..=4 {
        let (x, y) = (Pair::var("x", width), Pair::var("y", width));
        let mut formulas = Vec::new();
        for (name, ours) in &predicates {
            let term = ours(x.term.clone(), y.term.clone());
            let raw = format!("({name} f.x f.y)");
            formulas.push(Pair { term, raw }.agrees());
            for a in values(width) {
                for b in values(width) {
                    let term = ours(bv::literal(a.clone()), bv::literal(b.clone()));
                    assert!(term.is_literal(), "{name} {a} {b}");
                    let raw = format!("({name} {a} {b})");
                    formulas.push(Pair { term, raw }.agrees());
                }
            }
        }
        let term = bv::nego(x.term);
        let raw = "(bvnego f.x)".to_owned();
        formulas.push(Pair { term, raw }.agrees());
        prove(&pool, &declarations(width), &formulas);
    }
}

/// A term over `x` and `y` of a width, with its value at given ones.
fn random(width: u32) -> impl Strategy<Value = (Pair, Bits, Bits, Bits)> {
    (
        any::<u64>(),
        any::<u64>(),
        proptest::collection::vec(any::<u64>(), 40),
    )
        .prop_map(move |(x, y, choices)| {
            let of = |value: u64| Bits::new(&value.into(), width);
            let (x, y) = (of(x), of(y));
            let mut choices = choices.into_iter();
            let (pair, value) = grown(width, 4, &[x.clone(), y.clone()], &mut choices);
            (pair, value, x, y)
        })
}

fn grown(
    width: u32,
    depth: u32,
    given: &[Bits; 2],
    choices: &mut dyn Iterator<Item = u64>,
) -> (Pair, Bits) {
    let choice = choices.next().unwrap_or(0);
    let rest = choice / 4;
    if depth == 0 || choice.is_multiple_of(16) {
        return match rest % 3 {
            0 => (Pair::var("x", width), given[0].clone()),
            1 => (Pair::var("y", width), given[1].clone()),
            _ => {
                // Small numbers, powers of two, and any.
                let value = match rest / 3 % 3 {
                    0 => rest % 4,
                    1 => 1 << (rest % u64::from(width)),
                    _ => choice,
                };
                let bits = Bits::new(&value.into(), width);
                (Pair::literal(&bits), bits)
            }
        };
    }
    let (a, x) = grown(width, depth - 1, given, choices);
    if choice.is_multiple_of(4) {
        let ops = [
            BvOp::Not,
            BvOp::Neg,
            BvOp::RotateLeft((rest % u64::from(width)) as u32),
            BvOp::RotateRight((rest % u64::from(width)) as u32),
        ];
        let op = ops[(rest % 4) as usize];
        let Some(Computed::Bits(value)) = op.compute(&[x]) else {
            panic!("{op}");
        };
        return (Pair::new(op, &[a]), value);
    }
    let (b, y) = grown(width, depth - 1, given, choices);
    if choice % 4 == 1 {
        // Parts of both, extended back to the width.
        let low = (rest % u64::from(width)) as u32;
        let cut = BvOp::Extract {
            high: width - 1,
            low,
        };
        let extend = match choice % 8 < 4 {
            true => BvOp::SignExtend(low),
            false => BvOp::ZeroExtend(low),
        };
        let joined = Pair::new(BvOp::Concat, &[a, b]);
        let cut_pair = Pair::new(
            cut,
            &[Pair::new(
                BvOp::Extract {
                    high: width + low - 1,
                    low,
                },
                &[joined],
            )],
        );
        let pair = Pair::new(extend, &[cut_pair]);
        let Some(Computed::Bits(both)) = BvOp::Concat.compute(&[x, y]) else {
            panic!();
        };
        let middle = both.extract(width + low - 1, low).extract(width - 1, low);
        let Some(Computed::Bits(value)) = extend.compute(&[middle]) else {
            panic!();
        };
        return (pair, value);
    }
    let op = BINARY[(rest % BINARY.len() as u64) as usize];
    match op.compute(&[x.clone(), y.clone()]) {
        Some(Computed::Bits(value)) if value.width() == width => (Pair::new(op, &[a, b]), value),
        // A comparison chooses.
        Some(Computed::Bool(holds)) => {
            let test = Pair::new(op, &[a.clone(), b.clone()]);
            let pair = Pair {
                term: ite(test.term, a.term, b.term),
                raw: format!("(ite {} {} {})", test.raw, a.raw, b.raw),
            };
            (pair, if holds { x } else { y })
        }
        _ => (a, x),
    }
}

fn evaluated(width: u32, pair: &Pair, [x, y]: [&Bits; 2]) -> Option<Value> {
    let given = [("x", x), ("y", y)].map(|(name, bits)| {
        let term = constant(name, Sort::BitVec(width));
        (term, Value::Bits(bits.clone()))
    });
    Evaluator::new(given).value(&pair.term)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn random_terms_of_8_bits((pair, value, x, y) in random(8)) {
        prop_assert_eq!(evaluated(8, &pair, [&x, &y]), Some(Value::Bits(value)), "{:?}", pair);
    }

    #[test]
    fn random_terms_of_32_bits((pair, value, x, y) in random(32)) {
        prop_assert_eq!(evaluated(32, &pair, [&x, &y]), Some(Value::Bits(value)), "{:?}", pair);
    }

    #[test]
    fn random_terms_of_64_bits((pair, value, x, y) in random(64)) {
        prop_assert_eq!(evaluated(64, &pair, [&x, &y]), Some(Value::Bits(value)), "{:?}", pair);
    }
}

/// The values of the same against the solver, which has nothing to search.
#[test]
fn random_terms_have_the_solvers_value() {
    let pool = pool(2);
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    for width in [8, 32, 64] {
        let strategy = random(width);
        let mut formulas = Vec::new();
        for _ in 0..200 {
            let (pair, value, x, y) = strategy.new_tree(&mut runner).unwrap().current();
            let raw = &pair.raw;
            formulas.push(format!("(let ((f.x {x}) (f.y {y})) (= {raw} {value}))"));
        }
        for chunk in formulas.chunks(50) {
            prove(&pool, &declarations(width), chunk);
        }
    }
}

#[test]
fn sums_and_parts_have_one_form() {
    let (x, y) = (
        constant("x", Sort::BitVec(32)),
        constant("y", Sort::BitVec(32)),
    );
    let lit = |value: i64| bv::lit(value, 32);
    let sum = |a: &Term, b: &Term| bv::add(a.clone(), b.clone());
    assert_eq!(
        bv::sub(sum(&x, &lit(1)), sum(&lit(1), &x)),
        lit(0),
        "what cancels"
    );
    assert_eq!(bv::shl(x.clone(), lit(2)), bv::mul(x.clone(), lit(4)));
    assert_eq!(
        eq(sum(&x, &lit(1)), sum(&x, &lit(2))),
        term::ff(),
        "addresses that differ by a literal"
    );
    let halves = bv::concat(
        bv::extract(31, 16, x.clone()),
        bv::extract(15, 0, x.clone()),
    );
    assert_eq!(halves, x);
    let both = bv::concat(x.clone(), y.clone());
    assert_eq!(bv::extract(63, 32, both.clone()), x);
    assert_eq!(bv::extract(31, 0, both), y);
    assert_eq!(
        bv::ult(bv::and(x.clone(), lit(7)), lit(8)),
        term::tt(),
        "a mask bounds"
    );
    assert_eq!(bv::of_int(32, bv::to_nat(x.clone())), x);
    assert_eq!(
        bv::to_nat(bv::of_int(8, constant("i", Sort::Int))),
        term::modulo(constant("i", Sort::Int), term::int(256))
    );
    let map = constant("m", Sort::array(Sort::BitVec(32), Sort::Int));
    let stored = term::store(map.clone(), sum(&x, &lit(1)), term::int(5));
    assert_eq!(
        term::select(stored, x.clone()),
        term::select(map, x.clone()),
        "another place"
    );
    assert_eq!(not(bv::ult(x.clone(), y.clone())), bv::ule(y, x));
}

#[test]
fn counterexamples_are_confirmed_and_shown() {
    let x = constant("x", Sort::BitVec(8));
    let question = |assumptions: Vec<Term>, goal: Term| Question {
        axioms: Vec::new(),
        assumptions,
        goal,
    };
    let wanted = [("x".to_owned(), x.clone())];
    let negative = bv::slt(x.clone(), bv::lit(0, 8));
    let top = bv::uge(x.clone(), bv::lit(255, 8));
    let solved = solve(
        &question(vec![and(vec![negative, top])], term::ff()),
        &pool(2),
        &Effort::default(),
        &wanted,
    );
    let Verdict::Refuted(model) = solved.verdict else {
        panic!("{solved:?}");
    };
    assert_eq!(model.values[0].1.to_string(), "255 (signed -1)");
    // Widths must agree.
    let ill = bv::ult(x, bv::lit(0, 9));
    let solved = solve(
        &question(vec![ill], term::ff()),
        &pool(2),
        &Effort::default(),
        &[],
    );
    assert!(matches!(solved.verdict, Verdict::Fault(_)), "{solved:?}");
}
