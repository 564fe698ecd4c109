//! Every axiom, and every simplification, is true in the standard model: tried on all
//! values of small domains.

use std::collections::BTreeSet;

use crate::theory_common::standard::{Env, Value, domain, value};
use logic::{DataOp, SymbolKind};
use solver::term::{Node, Sort, Symbol, Term, app, bound, constant, int};
use solver::theory::{apply, axioms, extensional};

fn atom() -> Sort {
    Sort::Parameter("T".to_owned())
}

/// The data sorts that are tried.
fn sorts() -> Vec<Sort> {
    let seq = Sort::seq(atom());
    vec![
        seq.clone(),
        Sort::seq(Sort::Int),
        Sort::seq(Sort::Bool),
        Sort::seq(seq.clone()),
        Sort::set(atom()),
        Sort::set(Sort::Int),
        Sort::set(seq.clone()),
        Sort::bag(atom()),
        Sort::bag(seq.clone()),
        Sort::map(Sort::Int, Sort::Int),
        Sort::map(atom(), seq.clone()),
        Sort::option(atom()),
        Sort::option(seq.clone()),
        Sort::Tuple(vec![atom(), Sort::Bool]),
        Sort::Tuple(vec![Sort::Int, seq]),
    ]
}

/// The operations whose first operand or result is of a sort: name, operands, result.
fn operations(sort: &Sort) -> Vec<(DataOp, Vec<Sort>, Sort)> {
    let own = sort.clone();
    let (int, boolean) = (Sort::Int, Sort::Bool);
    match sort.clone() {
        Sort::Seq(x) => {
            let x = *x;
            let mut all = vec![
                (DataOp::SeqLen, vec![own.clone()], int.clone()),
                (DataOp::SeqAt, vec![own.clone(), int.clone()], x.clone()),
                (DataOp::SeqSingle, vec![x.clone()], own.clone()),
                (
                    DataOp::SeqAppend,
                    vec![own.clone(), own.clone()],
                    own.clone(),
                ),
                (DataOp::SeqTake, vec![own.clone(), int.clone()], own.clone()),
                (DataOp::SeqDrop, vec![own.clone(), int.clone()], own.clone()),
                (
                    DataOp::SeqRemove,
                    vec![own.clone(), int.clone()],
                    own.clone(),
                ),
                (
                    DataOp::SeqSlice,
                    vec![own.clone(), int.clone(), int.clone()],
                    own.clone(),
                ),
                (
                    DataOp::SeqUpdate,
                    vec![own.clone(), int.clone(), x.clone()],
                    own.clone(),
                ),
                (
                    DataOp::SeqContains,
                    vec![own.clone(), x.clone()],
                    boolean.clone(),
                ),
                (DataOp::SeqEq, vec![own.clone(), own.clone()], boolean),
                (DataOp::SeqEmpty, vec![], own.clone()),
            ];
            if x == Sort::Int {
                all.push((DataOp::SeqRange, vec![int.clone(), int], own));
            }
            all
        }
        Sort::Set(x) => {
            let x = *x;
            let two = vec![own.clone(), own.clone()];
            let mut all = vec![
                (DataOp::SetEmpty, vec![], own.clone()),
                (DataOp::SetAdd, vec![own.clone(), x.clone()], own.clone()),
                (DataOp::SetUnion, two.clone(), own.clone()),
                (DataOp::SetInter, two.clone(), own.clone()),
                (DataOp::SetDiff, two.clone(), own.clone()),
                (
                    DataOp::SetContains,
                    vec![own.clone(), x.clone()],
                    boolean.clone(),
                ),
                (DataOp::SetSubset, two.clone(), boolean.clone()),
                (DataOp::SetStrict, two.clone(), boolean.clone()),
                (DataOp::SetDisjoint, two.clone(), boolean.clone()),
                (DataOp::SetEq, two, boolean),
                (DataOp::SetCard, vec![own.clone()], int.clone()),
                (DataOp::SetChoose, vec![own.clone()], x.clone()),
            ];
            if x == Sort::Int {
                all.push((DataOp::SetRange, vec![int.clone(), int], own));
            }
            all
        }
        Sort::Bag(x) => {
            let x = *x;
            let two = vec![own.clone(), own.clone()];
            vec![
                (DataOp::BagEmpty, vec![], own.clone()),
                (DataOp::BagAdd, vec![own.clone(), x.clone()], own.clone()),
                (DataOp::BagUnion, two.clone(), own.clone()),
                (DataOp::BagInter, two.clone(), own.clone()),
                (DataOp::BagDiff, two.clone(), own.clone()),
                (DataOp::BagCount, vec![own.clone(), x], int.clone()),
                (DataOp::BagSubset, two.clone(), boolean.clone()),
                (DataOp::BagStrict, two.clone(), boolean.clone()),
                (DataOp::BagEq, two, boolean),
                (DataOp::BagCard, vec![own], int),
            ]
        }
        Sort::Map(k, v) => {
            let (k, v) = (*k, *v);
            let pair = Sort::Tuple(vec![k.clone(), v.clone()]);
            vec![
                (DataOp::MapEmpty, vec![], own.clone()),
                (
                    DataOp::MapBuild,
                    vec![own.clone(), k.clone(), v.clone()],
                    own.clone(),
                ),
                (DataOp::MapRemove, vec![own.clone(), k.clone()], own.clone()),
                (DataOp::MapGet, vec![own.clone(), k.clone()], v.clone()),
                (
                    DataOp::MapHas,
                    vec![own.clone(), k.clone()],
                    boolean.clone(),
                ),
                (DataOp::MapCard, vec![own.clone()], int),
                (DataOp::MapKeys, vec![own.clone()], Sort::set(k)),
                (DataOp::MapValues, vec![own.clone()], Sort::set(v)),
                (DataOp::MapItems, vec![own.clone()], Sort::set(pair)),
                (
                    DataOp::MapDisjoint,
                    vec![own.clone(), own.clone()],
                    boolean.clone(),
                ),
                (DataOp::MapEq, vec![own.clone(), own], boolean),
            ]
        }
        Sort::Option(x) => vec![
            (DataOp::OptNone, vec![], own.clone()),
            (DataOp::OptSome, vec![(*x).clone()], own.clone()),
            (DataOp::OptGet, vec![own], *x),
        ],
        Sort::Tuple(parts) => {
            let mut all = vec![(DataOp::TupleMake, parts.clone(), own.clone())];
            all.extend(
                parts
                    .into_iter()
                    .enumerate()
                    .map(|(at, part)| (DataOp::tuple_part(at).unwrap(), vec![own.clone()], part)),
            );
            all
        }
        _ => Vec::new(),
    }
}

/// The operation without simplification.
fn raw(op: &DataOp, args: Vec<Term>, result: &Sort) -> Term {
    let sorts: Vec<Sort> = args.iter().map(|a| a.sort().clone()).collect();
    assert!(op.takes(&sorts, result), "{op:?} {sorts:?} {result}");
    let kind = SymbolKind::Data(op.clone());
    app(&Symbol::of_kind(kind, sorts, result.clone()), args)
}

/// Calls `f` with all values of the variables.
fn for_all(vars: &[Term], size: usize, env: &mut Env, f: &mut dyn FnMut(&Env)) {
    let Some((first, rest)) = vars.split_first() else {
        f(env);
        return;
    };
    let Node::Bound(symbol) = first.node() else {
        panic!()
    };
    for value in domain(symbol.result(), size) {
        env.insert(symbol.name().to_owned(), value);
        for_all(rest, size, env, f);
    }
}

#[test]
fn axioms_hold() {
    let mut mentions = vec![raw(&DataOp::EnumConstant, vec![int(0), int(0)], &Sort::Int)];
    for sort in sorts() {
        for (name, args, result) in operations(&sort) {
            let args = args
                .iter()
                .map(|sort| constant("x", sort.clone()))
                .collect();
            mentions.push(raw(&name, args, &result));
        }
    }
    let map = |element: Sort| constant("x", Sort::array(Sort::Int, element));
    for element in [atom(), Sort::Int] {
        let sequence = Sort::seq(element.clone());
        let args = vec![map(element), int(0), int(1)];
        mentions.push(raw(&DataOp::SeqValues, args, &sequence));
    }
    for name in [DataOp::SumOf, DataOp::ProductOf] {
        mentions.push(raw(&name, vec![map(Sort::Int), int(0), int(1)], &Sort::Int));
    }
    let all = axioms(&mentions);
    let mut names = BTreeSet::new();
    let mut tried = 0u64;
    for axiom in &all {
        let (vars, body) = match axiom.node() {
            Node::Quant {
                forall: true,
                vars,
                triggers,
                body,
                label,
            } => {
                assert!(!triggers.is_empty(), "{label}");
                for trigger in triggers {
                    for var in vars {
                        assert!(
                            trigger.iter().any(|t| t.free_bound_vars().contains(var)),
                            "{label}: a pattern leaves {var} out"
                        );
                    }
                }
                names.insert(label.text().to_owned());
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

fn is_equality(op: &DataOp) -> bool {
    matches!(
        op,
        DataOp::SeqEq | DataOp::SetEq | DataOp::BagEq | DataOp::MapEq
    )
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
    let choices: Vec<(DataOp, Vec<Sort>, Sort)> = known
        .iter()
        .flat_map(operations)
        .filter(|(name, _, result)| result == sort && !is_equality(name))
        .collect();
    if depth == 0 || choices.is_empty() || dice.below(8) == 0 {
        return match sort.is_data() && *sort != atom() {
            true if dice.below(2) == 0 => {
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
    (raw(name, plain, result), apply(name, simple, result))
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
