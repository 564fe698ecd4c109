//! Every axiom, and every simplification, is true in the standard model: tried on all
//! values of small domains.

use std::collections::BTreeSet;

use crate::theory_common::standard::{Env, Value, domain, value};
use logic::DataOp;
use logic::{DataSort, TUPLE_PARTS, data_sort};
use solver::term::{Node, Sort, Symbol, Term, app, bound, constant, int};
use solver::theory::{apply, axioms, extensional};

fn atom() -> Sort {
    Sort::Data("Type:T".to_owned())
}

/// The data sorts that are tried.
fn sorts() -> Vec<Sort> {
    let seq = DataSort::Seq(atom()).sort();
    vec![
        seq.clone(),
        DataSort::Seq(Sort::Int).sort(),
        DataSort::Seq(Sort::Bool).sort(),
        DataSort::Seq(seq.clone()).sort(),
        DataSort::Set(atom()).sort(),
        DataSort::Set(Sort::Int).sort(),
        DataSort::Set(seq.clone()).sort(),
        DataSort::Bag(atom()).sort(),
        DataSort::Bag(seq.clone()).sort(),
        DataSort::Map(Sort::Int, Sort::Int).sort(),
        DataSort::Map(atom(), seq.clone()).sort(),
        DataSort::Option(atom()).sort(),
        DataSort::Option(seq.clone()).sort(),
        DataSort::Tuple(vec![atom(), Sort::Bool]).sort(),
        DataSort::Tuple(vec![Sort::Int, seq]).sort(),
    ]
}

/// The operations whose first operand or result is of a sort: name, operands, result.
fn operations(sort: &Sort) -> Vec<(&'static str, Vec<Sort>, Sort)> {
    let own = sort.clone();
    let (int, boolean) = (Sort::Int, Sort::Bool);
    match data_sort(sort).unwrap() {
        DataSort::Seq(x) => {
            let mut all = vec![
                ("seq.len", vec![own.clone()], int.clone()),
                ("seq.at", vec![own.clone(), int.clone()], x.clone()),
                ("seq.single", vec![x.clone()], own.clone()),
                ("seq.append", vec![own.clone(), own.clone()], own.clone()),
                ("seq.take", vec![own.clone(), int.clone()], own.clone()),
                ("seq.drop", vec![own.clone(), int.clone()], own.clone()),
                ("seq.remove", vec![own.clone(), int.clone()], own.clone()),
                (
                    "seq.slice",
                    vec![own.clone(), int.clone(), int.clone()],
                    own.clone(),
                ),
                (
                    "seq.update",
                    vec![own.clone(), int.clone(), x.clone()],
                    own.clone(),
                ),
                (
                    "seq.contains",
                    vec![own.clone(), x.clone()],
                    boolean.clone(),
                ),
                ("seq.eq", vec![own.clone(), own.clone()], boolean),
                ("seq.empty", vec![], own.clone()),
            ];
            if x == Sort::Int {
                all.push(("seq.range", vec![int.clone(), int], own));
            }
            all
        }
        DataSort::Set(x) => {
            let two = vec![own.clone(), own.clone()];
            let mut all = vec![
                ("set.empty", vec![], own.clone()),
                ("set.add", vec![own.clone(), x.clone()], own.clone()),
                ("set.union", two.clone(), own.clone()),
                ("set.inter", two.clone(), own.clone()),
                ("set.diff", two.clone(), own.clone()),
                (
                    "set.contains",
                    vec![own.clone(), x.clone()],
                    boolean.clone(),
                ),
                ("set.subset", two.clone(), boolean.clone()),
                ("set.strict", two.clone(), boolean.clone()),
                ("set.disjoint", two.clone(), boolean.clone()),
                ("set.eq", two, boolean),
                ("set.card", vec![own.clone()], int.clone()),
                ("set.choose", vec![own.clone()], x.clone()),
            ];
            if x == Sort::Int {
                all.push(("set.range", vec![int.clone(), int], own));
            }
            all
        }
        DataSort::Bag(x) => {
            let two = vec![own.clone(), own.clone()];
            vec![
                ("bag.empty", vec![], own.clone()),
                ("bag.add", vec![own.clone(), x.clone()], own.clone()),
                ("bag.union", two.clone(), own.clone()),
                ("bag.inter", two.clone(), own.clone()),
                ("bag.diff", two.clone(), own.clone()),
                ("bag.count", vec![own.clone(), x], int.clone()),
                ("bag.subset", two.clone(), boolean.clone()),
                ("bag.strict", two.clone(), boolean.clone()),
                ("bag.eq", two, boolean),
                ("bag.card", vec![own], int),
            ]
        }
        DataSort::Map(k, v) => {
            let pair = DataSort::Tuple(vec![k.clone(), v.clone()]).sort();
            vec![
                ("map.empty", vec![], own.clone()),
                (
                    "map.build",
                    vec![own.clone(), k.clone(), v.clone()],
                    own.clone(),
                ),
                ("map.remove", vec![own.clone(), k.clone()], own.clone()),
                ("map.get", vec![own.clone(), k.clone()], v.clone()),
                ("map.has", vec![own.clone(), k.clone()], boolean.clone()),
                ("map.card", vec![own.clone()], int),
                ("map.keys", vec![own.clone()], DataSort::Set(k).sort()),
                ("map.values", vec![own.clone()], DataSort::Set(v).sort()),
                ("map.items", vec![own.clone()], DataSort::Set(pair).sort()),
                (
                    "map.disjoint",
                    vec![own.clone(), own.clone()],
                    boolean.clone(),
                ),
                ("map.eq", vec![own.clone(), own], boolean),
            ]
        }
        DataSort::Option(x) => vec![
            ("opt.none", vec![], own.clone()),
            ("opt.some", vec![x.clone()], own.clone()),
            ("opt.get", vec![own], x),
        ],
        DataSort::Tuple(parts) => {
            let mut all = vec![("tuple.make", parts.clone(), own.clone())];
            all.extend(
                TUPLE_PARTS
                    .into_iter()
                    .zip(parts)
                    .map(|(name, part)| (name, vec![own.clone()], part)),
            );
            all
        }
        DataSort::String => Vec::new(),
    }
}

/// The operation without simplification.
fn raw(name: &str, args: Vec<Term>, result: &Sort) -> Term {
    let sorts = args.iter().map(|a| a.sort().clone()).collect();
    app(&Symbol::new(name, sorts, result.clone()), args)
}

fn simplified(name: &'static str, args: Vec<Term>, result: &Sort) -> Term {
    let sorts = args.iter().map(|a| a.sort().clone()).collect();
    apply(&DataOp { name, sorts }, args, result)
}

/// Calls `f` with all values of the variables.
fn for_all(vars: &[Term], size: usize, env: &mut Env, f: &mut dyn FnMut(&Env)) {
    let Some((first, rest)) = vars.split_first() else {
        f(env);
        return;
    };
    let Node::Bound(name, sort) = first.node() else {
        panic!()
    };
    for value in domain(sort, size) {
        env.insert(name.clone(), value);
        for_all(rest, size, env, f);
    }
}

#[test]
fn axioms_hold() {
    let mut mentions = vec![raw("enum.constant", vec![int(0), int(0)], &Sort::Int)];
    for sort in sorts() {
        for (name, args, result) in operations(&sort) {
            let args = args
                .iter()
                .map(|sort| constant("x", sort.clone()))
                .collect();
            mentions.push(raw(name, args, &result));
        }
    }
    let map = |element: Sort| constant("x", Sort::array(Sort::Int, element));
    for element in [atom(), Sort::Int] {
        let sequence = DataSort::Seq(element.clone()).sort();
        let args = vec![map(element), int(0), int(1)];
        mentions.push(raw("seq.values", args, &sequence));
    }
    for name in ["sum.of", "product.of"] {
        mentions.push(raw(name, vec![map(Sort::Int), int(0), int(1)], &Sort::Int));
    }
    let all = axioms(&mentions);
    let mut names = BTreeSet::new();
    let mut tried = 0u64;
    for axiom in &all {
        let (vars, body) = match axiom.node() {
            Node::Quant {
                forall: true,
                vars,
                patterns,
                body,
                name,
            } => {
                assert!(!patterns.is_empty(), "{name}");
                for pattern in patterns {
                    for var in vars {
                        assert!(
                            pattern.iter().any(|t| t.free_bound_vars().contains(var)),
                            "{name}: a pattern leaves {var} out"
                        );
                    }
                }
                names.insert(name.clone());
                (vars.clone(), body.clone())
            }
            _ => (Vec::new(), axiom.clone()),
        };
        assert!(axiom.free_bound_vars().is_empty());
        // As large a domain as is quick.
        let size = (1..=3)
            .rev()
            .find(|size| {
                let all: usize = vars.iter().map(|v| domain(v.sort(), *size).len()).product();
                all <= 40_000
            })
            .unwrap_or(1);
        for_all(&vars, size, &mut Env::new(), &mut |env| {
            tried += 1;
            assert_eq!(value(&body, env), Value::Bool(true), "{axiom}\n{env:?}");
        });
    }
    assert!(names.len() > 250, "{}", names.len());
    assert!(tried > 100_000, "{tried}");
}

/// A small generator of pseudo-random numbers.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n.max(1)
    }
}

/// A term, built plainly and built with simplification.
fn term_of(sort: &Sort, depth: usize, dice: &mut Dice, known: &[Sort]) -> (Term, Term) {
    let leaf = || {
        let var = bound("v", sort.clone());
        (var.clone(), var)
    };
    if *sort == Sort::Int && dice.below(2) == 0 {
        let n = int(dice.below(5) as i64 - 1);
        return (n.clone(), n);
    }
    if *sort == Sort::Bool && dice.below(2) == 0 {
        let b = solver::term::bool_(dice.below(2) == 0);
        return (b.clone(), b);
    }
    let choices: Vec<(&'static str, Vec<Sort>, Sort)> = known
        .iter()
        .flat_map(operations)
        .filter(|(name, _, result)| result == sort && !name.ends_with(".eq"))
        .collect();
    if depth == 0 || choices.is_empty() || dice.below(8) == 0 {
        return match data_sort(sort) {
            Some(_) if dice.below(2) == 0 => {
                let empty = choices.iter().find(|(_, args, _)| args.is_empty());
                match empty {
                    Some((name, ..)) => {
                        let term = raw(name, Vec::new(), sort);
                        (term.clone(), term)
                    }
                    None => leaf(),
                }
            }
            _ => leaf(),
        };
    }
    let (name, args, result) = &choices[dice.below(choices.len())];
    let (plain, simple): (Vec<Term>, Vec<Term>) = args
        .iter()
        .map(|arg| term_of(arg, depth - 1, dice, known))
        .unzip();
    (raw(name, plain, result), simplified(name, simple, result))
}

#[test]
fn simplification_keeps_the_value() {
    let mut dice = Dice(7);
    let known = sorts();
    let mut targets = known.clone();
    targets.extend([Sort::Bool, Sort::Int]);
    let mut changed = 0;
    for round in 0..3_000 {
        let sort = &targets[round % targets.len()];
        let depth = 1 + dice.below(4);
        let (plain, simple) = term_of(sort, depth, &mut dice, &known);
        changed += usize::from(plain != simple);
        let other = term_of(sort, depth, &mut dice, &known).1;
        let same = extensional(&simple, &other);
        for _ in 0..12 {
            let mut env = Env::new();
            let mut literal = Vec::new();
            for var in simple
                .free_bound_vars()
                .into_iter()
                .chain(plain.free_bound_vars())
                .chain(other.free_bound_vars())
            {
                if env.contains_key(&var.sort().to_string()) {
                    continue;
                }
                let values = domain(var.sort(), 2);
                let chosen = values[dice.below(values.len())].clone();
                if let Value::Int(n) = chosen {
                    literal.push((var.clone(), int(n)));
                }
                env.insert(var.sort().to_string(), chosen);
            }
            // All variables have one name, so they are told apart by their sort.
            let rename = |term: &Term| {
                let vars = term.free_bound_vars();
                let map: Vec<(Term, Term)> = vars
                    .into_iter()
                    .map(|v| (v.clone(), bound(v.sort().to_string(), v.sort().clone())))
                    .collect();
                term.subst(&map)
            };
            let expected = value(&rename(&plain), &env);
            assert_eq!(
                expected,
                value(&rename(&simple), &env),
                "{plain}\n{simple}\n{env:?}"
            );
            // A literal put in later changes nothing.
            let later = simple.subst(&literal);
            assert_eq!(expected, value(&rename(&later), &env), "{plain}\n{later}");
            let other_value = value(&rename(&other), &env);
            let equal = Value::Bool(expected == other_value);
            assert_eq!(
                equal,
                value(&rename(&same), &env),
                "{simple}\n{other}\n{same}"
            );
            let later_same = extensional(&later, &other.subst(&literal));
            assert_eq!(equal, value(&rename(&later_same), &env), "{later}\n{other}");
        }
    }
    assert!(changed > 500, "{changed}");
}
