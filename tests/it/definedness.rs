//! What has no value is asked for: every built-in operator and every statement, with every kind of
//! operand that has no value, as one method each. Where the oracle runs into something undefined,
//! the checker must not have verified the method; what both call defined they agree on, too.
//!
//! Every day with half of the operands and places that `ALPINIST_SLOW=1` puts together.

use crate::common::solvers;
use oracle::program::Tables;
use oracle::{Call, Limits, Outcome, Stop};
use pipeline::check::{Settings, check};
use seplog::Silent;
use seplog::report::{MethodReport, Outcome as Answer};
use spec_lang::parse::parse;
use spec_lang::resolve::resolve;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use text::source::SourceFile;
use trials::asked;

/// What there is around each method.
const AROUND: &str = "class C {
  int x;
  resource p() = Perm(x, write);
  inline resource q() = true;
  pure int one() = 1;
  void touch() { }
}
class L { lock_invariant true; ensures idle(this); constructor() { } run { } }
pure int id(int k) = k;
requires k > 0;
pure int positive(int k) = k;
void take(int k) { }
enum Colour { RED, GREEN }
pure boolean same<T>(T one, T other) = one == other;
";

/// What each method begins with, if its statement mentions the name.
const LOCALS: &[&str] = &[
    "int zero = 0;",
    "seq<int> xs = seq<int> { 1, 2 };",
    "seq<int> empty = seq<int> { };",
    "option<int> nil = None;",
    "map<int, int> m = map<int, int> { 1 -> 2 };",
    "set<int> ints = set<int> { 1 };",
    "set<int> noints = set<int> { };",
    "bag<int> b = bag<int> { 1 };",
    "C gone = null;",
    "int[] nothing = null;",
    "int[] a = new int[2];",
    "L nolock = null;",
];

/// Integers that have no value.
const UNDEFINED: &[&str] = &[
    "gone.x",
    "xs[2]",
    "1 / zero",
    "1 % zero",
    "empty.head",
    "xs[0 - 1]",
    "nil.get",
    "m[7]",
    "m.get(7)",
    "\\choose(noints)",
    "nothing.length",
    "nothing[0]",
    "a[2]",
    "a[0 - 1]",
    "positive(zero)",
    "gone.one()",
    "|xs.removeAt(2)|",
    "|xs.removeAt(0 - 1)|",
    "xs[2 -> 1][0]",
    "xs[0 - 1 -> 1][0]",
    "|\\values(nothing, 0, 0)|",
    "|\\values(a, 0, 3)|",
    "|\\values(a, 2, 1)|",
];

/// Formulas with an integer `U`.
const FORMULAS: &[&str] = &[
    "U == 1",
    "true && U == 1",
    "true ==> U == 1",
    "(\\forall int i = 0 .. 2; U == i)",
    "id(U) == 1",
    "1 != U",
    "U < 1",
    "U <= 1",
    "1 > U",
    "1 >= U",
    "-(U) == 1",
    "U + 1 == 1",
    "1 - U == 1",
    "U * 0 == 0",
    "U / 1 == 1",
    "U % 2 == 1",
    "1 / (U) == 1",
    "(U == 1) || true",
    "false || U == 1",
    "(U == 1) ==> true",
    "!(U == 1)",
    "(U == 1) ? true : true",
    "true ? U == 1 : true",
    "false ? true : U == 1",
    "|seq<int> { U }| == 1",
    "|set<int> { U }| == 1",
    "|bag<int> { U }| == 1",
    "map<int, int> { U -> 1 } == m",
    "map<int, int> { 1 -> U } == m",
    "tuple<int, int> { U, 1 }.fst == 1",
    "Some(U) != None",
    "xs[U] == 1",
    "xs[U -> 1] == xs",
    "xs[0 -> U] == xs",
    "xs.take(U) == xs",
    "xs.drop(U) == xs",
    "|xs[U .. 2]| < 3",
    "|xs[0 .. U]| < 3",
    "|xs.removeAt(U)| == 1",
    "U \\in xs || true",
    "U \\in ints || true",
    "(U \\in b) >= 0",
    "|xs + seq<int> { U }| == 3",
    "|U :: xs| == 3",
    "|xs ++ U| == 3",
    "nil.getOrElse(U) == 1",
    "m[U] == 2",
    "m.remove(U) == m",
    "|[0 .. U)| >= 0",
    "|{U .. 3}| >= 0",
    "(\\exists int i = 0 .. 2; U == i || true)",
    "(\\sum int i = 0 .. 2; U) == 2",
    "(\\let int k = U; true)",
    "positive(U) == 1",
    "(\\forall int i = 0 .. U; true)",
    "(\\forall int i; 0 <= i && i < U; true)",
    "a[U] == 0",
    "|\\values(a, 0, U)| >= 0",
    "perm(a[U]) == perm(a[U])",
    "ints.union(set<int> { U }) != noints",
    "Perm(a[U], none)",
];

/// Statements with an integer `U`.
const STATEMENTS: &[&str] = &[
    "int v = U;",
    "exhale U == U;",
    "int v = 0; v = U;",
    "a[U] = 1;",
    "a[0] = U;",
    "take(U);",
    "if (U == 1) { }",
    "while (U == 7) { }",
    "int[] n = new int[U];",
    "for (int i = U .. 3) { }",
    "for (int i = 0 .. U) { }",
    "par (int t = 0 .. U) { }",
    "assert U == U;",
    "C o = new C(); o.x = U;",
    "int v = id(U);",
    "C o = new C(); fold [1 \\ (U)]o.p();",
];

/// Statements on what is not there, and what only mentions it.
const ALONE: &[&str] = &[
    "gone.x = 1;",
    "nothing[0] = 1;",
    "a[2] = 1;",
    "a[0 - 1] = 1;",
    "int[] n = new int[zero - 1];",
    "gone.touch();",
    "lock nolock;",
    "unlock nolock;",
    "wait nolock;",
    "notify nolock;",
    "commit nolock;",
    "fork nolock;",
    "join nolock;",
    "fold gone.p();",
    "unfold gone.p();",
    "assert (\\unfolding gone.p() \\in true);",
    "assert held(nolock);",
    "assert idle(nolock);",
    "int v = \\choose_fresh(noints);",
    "assert perm(gone.x) == none;",
    "assert Perm(gone.x, none);",
    "assert [none]gone.p();",
    "assert [none]gone.q();",
    "assert gone.q();",
    "assert gone.p();",
    "assert Perm(gone.x, write);",
    "assert Perm(nothing[0], none);",
    "assert perm(nothing[0]) == none;",
    "assert Perm(a[2], none);",
    "assert perm(a[2]) == none;",
    "exhale Perm(gone.x, write);",
    "exhale gone.p();",
    "inhale Perm(gone.x, zero);",
    "assert Perm(gone.x, zero - 1);",
    "exhale Perm(a[0], zero - 1);",
    "assert Perm(a[0], 1 \\ zero);",
    "assert (\\exists Colour k; k == null);",
    "assert (\\forall Colour k; k == Colour.RED || k == Colour.GREEN);",
    "frac some; zfrac least; assert 0 < some && some <= 1 && 0 <= least;",
    "assert 'a' < 'b' && 'b' >= 'b' && '\"' == '\\\"';",
    "assert 'b' < 'a';",
    "assert same(1, 1.0f) && !same(2, 2.5) && same(seq<int> { 1 }, seq<rational> { 1 \\ 1 });",
    "assert same(1, 1.5f);",
];

/// The statements to try: every place with some operands, every operand at some places.
fn table() -> Vec<String> {
    // With so many of the operands each place, and at so many of the places each operand.
    let (each, first) = if asked("ALPINIST_SLOW") {
        (2, 5)
    } else {
        (1, 2)
    };
    let mut all = Vec::new();
    for (number, operand) in UNDEFINED.iter().enumerate() {
        let fill = |place: &str| place.replace('U', &format!("({operand})"));
        for (at, formula) in FORMULAS.iter().enumerate() {
            if number < each || at < first {
                all.push(format!("assert {};", fill(formula)));
            }
        }
        for (at, statement) in STATEMENTS.iter().enumerate() {
            if number < each || at < each {
                all.push(fill(statement));
            }
        }
    }
    all.extend(ALONE.iter().map(|statement| (*statement).to_owned()));
    all
}

/// The declarations of the names that a statement mentions: others would only make each proof longer.
pub fn declared(locals: &[&'static str], statement: &str) -> String {
    let words: BTreeSet<&str> = statement.split(|c: char| !c.is_alphanumeric()).collect();
    let names = |local: &&&str| {
        let (declared, _) = local.split_once(" = ").unwrap();
        words.contains(declared.rsplit(' ').next().unwrap())
    };
    let mentioned: Vec<&str> = locals.iter().filter(names).copied().collect();
    mentioned.join(" ")
}

/// Whether the checker says that a method is right.
fn verified(report: &MethodReport) -> bool {
    let proved = |answer: &Answer| *answer == Answer::Proved;
    let mut all = report.obligations.iter();
    report.unsupported.is_none() && all.all(|one| proved(&one.outcome))
}

#[test]
fn what_has_no_value_is_not_verified() {
    let table = table();
    let mut text = AROUND.to_owned();
    for (number, statement) in table.iter().enumerate() {
        let locals = declared(LOCALS, statement);
        writeln!(text, "void c{number}() {{ {locals} {statement} }}").unwrap();
    }
    let (undefined, differ) = compare(&text, &table);
    println!("{} programs, {undefined} of them undefined", table.len());
    assert!(differ.is_empty(), "{}", differ.join("\n"));
    assert!(
        undefined > table.len() * 9 / 10,
        "the oracle finds too little"
    );
}

/// How many of the methods `c0`, `c1`, … have something without a value, as the oracle says, and where the
/// checker says otherwise.
///
/// `text` is the program; `statements` has for each method what it is about.
pub fn compare(text: &str, statements: &[String]) -> (usize, Vec<String>) {
    let file = SourceFile::new("table.pvl", text);
    let parsed = parse(std::slice::from_ref(&file));
    let settings = Settings::default();
    let resolved = resolve(&parsed.program, settings.profile);
    let wrong = parsed.diagnostics.iter().chain(&resolved.diagnostics);
    let wrong: Vec<String> = wrong.map(|one| one.message.clone()).collect();
    assert_eq!(wrong, Vec::<String>::new());
    let names = &resolved.resolution;
    let report = check(&parsed.program, names, &settings, solvers(), &Silent);
    let checked: BTreeMap<&str, &MethodReport> = report
        .methods
        .iter()
        .map(|method| (method.name.as_str(), method))
        .collect();
    oracle::on_large_stack(|| {
        let tables = Tables::new(&parsed.program, names);
        let mut undefined = 0;
        let mut differ = Vec::new();
        for info in tables.methods.values() {
            let name = tables.method_name(info);
            let number = name.strip_prefix('c').and_then(|n| n.parse().ok());
            let Some(statement) = number.and_then(|n: usize| statements.get(n)) else {
                continue;
            };
            let call = Call {
                method: info.id,
                heap: oracle::heap::Heap::default(),
                this: None,
                args: Vec::new(),
                given: Vec::new(),
            };
            let report = checked.get(name.as_str());
            let holds = report.is_some_and(|report| verified(report));
            let refused = report.is_some_and(|report| report.unsupported.is_some());
            match oracle::run(&tables, &call, Limits::default(), 0) {
                Outcome::Stopped(Stop::Violation(violation)) => {
                    undefined += 1;
                    if holds {
                        differ.push(format!("{statement}: verified, but {}", violation.message));
                    }
                }
                Outcome::Done { .. } if !holds && !refused => {
                    differ.push(format!("{statement}: runs, and is not verified"));
                }
                Outcome::Done { .. } | Outcome::Stopped(_) => {}
            }
        }
        (undefined, differ)
    })
    .unwrap()
}
