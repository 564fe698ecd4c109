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
    // An operand is `o` of the sort, `i` an integer, `x` or `y` of one of its parts.
    let (parts, table): (Vec<&Sort>, Vec<(DataOp, &str)>) = match sort {
        Sort::Seq(x) => (
            vec![x],
            vec![
                (DataOp::SeqLen, "o"),
                (DataOp::SeqAt, "oi"),
                (DataOp::SeqSingle, "x"),
                (DataOp::SeqAppend, "oo"),
                (DataOp::SeqTake, "oi"),
                (DataOp::SeqDrop, "oi"),
                (DataOp::SeqRemove, "oi"),
                (DataOp::SeqSlice, "oii"),
                (DataOp::SeqUpdate, "oix"),
                (DataOp::SeqContains, "ox"),
                (DataOp::SeqEq, "oo"),
                (DataOp::SeqEmpty, ""),
                (DataOp::SeqRange, "ii"),
            ],
        ),
        Sort::Set(x) => (
            vec![x],
            vec![
                (DataOp::SetEmpty, ""),
                (DataOp::SetAdd, "ox"),
                (DataOp::SetUnion, "oo"),
                (DataOp::SetInter, "oo"),
                (DataOp::SetDiff, "oo"),
                (DataOp::SetContains, "ox"),
                (DataOp::SetSubset, "oo"),
                (DataOp::SetStrict, "oo"),
                (DataOp::SetDisjoint, "oo"),
                (DataOp::SetEq, "oo"),
                (DataOp::SetCard, "o"),
                (DataOp::SetChoose, "o"),
                (DataOp::SetRange, "ii"),
            ],
        ),
        Sort::Bag(x) => (
            vec![x],
            vec![
                (DataOp::BagEmpty, ""),
                (DataOp::BagAdd, "ox"),
                (DataOp::BagUnion, "oo"),
                (DataOp::BagInter, "oo"),
                (DataOp::BagDiff, "oo"),
                (DataOp::BagCount, "ox"),
                (DataOp::BagSubset, "oo"),
                (DataOp::BagStrict, "oo"),
                (DataOp::BagEq, "oo"),
                (DataOp::BagCard, "o"),
            ],
        ),
        Sort::Map(x, y) => (
            vec![x, y],
            vec![
                (DataOp::MapEmpty, ""),
                (DataOp::MapBuild, "oxy"),
                (DataOp::MapRemove, "ox"),
                (DataOp::MapGet, "ox"),
                (DataOp::MapHas, "ox"),
                (DataOp::MapCard, "o"),
                (DataOp::MapKeys, "o"),
                (DataOp::MapValues, "o"),
                (DataOp::MapItems, "o"),
                (DataOp::MapDisjoint, "oo"),
                (DataOp::MapEq, "oo"),
            ],
        ),
        Sort::Option(x) => (
            vec![x],
            vec![
                (DataOp::OptNone, ""),
                (DataOp::OptSome, "x"),
                (DataOp::OptGet, "o"),
            ],
        ),
        Sort::Tuple(parts) => {
            let made = (DataOp::TupleMake, parts.clone(), sort.clone());
            let member = |(at, part): (usize, &Sort)| {
                let op = DataOp::tuple_part(at).unwrap();
                (op, vec![sort.clone()], part.clone())
            };
            let members = parts.iter().enumerate().map(member);
            return std::iter::once(made).chain(members).collect();
        }
        _ => return Vec::new(),
    };
    let operand = |letter: char| match letter {
        'o' => sort.clone(),
        'i' => Sort::Int,
        _ => parts[usize::from(letter == 'y')].clone(),
    };
    table
        .into_iter()
        .filter(|(_, operands)| *operands != "ii" || *parts[0] == Sort::Int)
        .map(|(op, operands)| {
            let operands: Vec<Sort> = operands.chars().map(operand).collect();
            let result = op.result(&operands).unwrap_or_else(|| sort.clone());
            (op, operands, result)
        })
        .collect()
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
