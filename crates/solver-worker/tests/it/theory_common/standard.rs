//! The standard model of the data theories, over small domains.

use std::collections::{BTreeMap, BTreeSet};

use logic::{DataOp, SymbolKind};
use solver::term::{Node, Op, Sort, Term};

/// A value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    Bool(bool),
    Int(i64),
    /// Of a type parameter.
    Atom(u8),
    Text(String),
    Seq(Vec<Value>),
    Set(BTreeSet<Value>),
    Bag(BTreeMap<Value, i64>),
    Map(BTreeMap<Value, Value>),
    Option(Option<Box<Value>>),
    Tuple(Vec<Value>),
    /// From integers: these from 0 on, and the same for all others.
    Array(Vec<Value>, Box<Value>),
}

use Value as V;

/// What is chosen where the language gives no value.
pub fn default(sort: &Sort) -> Value {
    match sort {
        Sort::Bool => V::Bool(false),
        Sort::Int => V::Int(0),
        Sort::Array(_, element) => V::Array(vec![], Box::new(default(element))),
        Sort::Seq(_) => V::Seq(vec![]),
        Sort::Set(_) => V::Set(BTreeSet::new()),
        Sort::Bag(_) => V::Bag(BTreeMap::new()),
        Sort::Map(..) => V::Map(BTreeMap::new()),
        Sort::Option(_) => V::Option(None),
        Sort::Tuple(parts) => V::Tuple(parts.iter().map(default).collect()),
        Sort::String => V::Text(String::new()),
        _ => V::Atom(0),
    }
}

/// Some values of a sort; `size` bounds how many elements a collection has.
pub fn domain(sort: &Sort, size: usize) -> Vec<Value> {
    let lists = |element: &Sort| {
        let elements = domain(element, size.saturating_sub(1).max(1));
        let elements = &elements[..elements.len().min(3)];
        let mut all = vec![vec![]];
        let mut last = all.clone();
        for _ in 0..size {
            last = last
                .iter()
                .flat_map(|list| {
                    elements.iter().map(move |x| {
                        let mut list: Vec<Value> = list.clone();
                        list.push(x.clone());
                        list
                    })
                })
                .collect();
            all.extend(last.clone());
        }
        all
    };
    let mut found: Vec<Value> = match sort {
        Sort::Bool => vec![V::Bool(false), V::Bool(true)],
        Sort::Int => [0, 1, 2, -1, 3, 4].map(V::Int).into(),
        Sort::Array(_, element) => {
            // A negative number among the elements, and elsewhere one that is not zero.
            let mut elements = domain(element, size);
            elements.reverse();
            let other = elements[0].clone();
            lists(element)
                .into_iter()
                .chain([vec![elements[(elements.len() - 1) / 2].clone()]])
                .map(|list| V::Array(list, Box::new(other.clone())))
                .collect()
        }
        Sort::Seq(element) => lists(element).into_iter().map(V::Seq).collect(),
        Sort::Set(element) => lists(element)
            .into_iter()
            .map(|list| V::Set(list.into_iter().collect()))
            .collect(),
        Sort::Bag(element) => lists(element)
            .into_iter()
            .map(|list| V::Bag(bag(list)))
            .collect(),
        Sort::Map(key, value) => lists(&Sort::Tuple(vec![(**key).clone(), (**value).clone()]))
            .into_iter()
            .map(|list| {
                let pairs = list.into_iter().map(|pair| match pair {
                    V::Tuple(parts) => (parts[0].clone(), parts[1].clone()),
                    _ => panic!(),
                });
                V::Map(pairs.collect())
            })
            .collect(),
        Sort::Option(element) => std::iter::once(V::Option(None))
            .chain(
                domain(element, size)
                    .into_iter()
                    .map(|x| V::Option(Some(Box::new(x)))),
            )
            .collect(),
        Sort::Tuple(parts) => parts
            .iter()
            .fold(vec![vec![]], |lists: Vec<Vec<Value>>, part| {
                lists
                    .iter()
                    .flat_map(|list| {
                        domain(part, size).into_iter().take(2).map(move |x| {
                            let mut list = list.clone();
                            list.push(x);
                            list
                        })
                    })
                    .collect()
            })
            .into_iter()
            .map(V::Tuple)
            .collect(),
        Sort::String => vec![V::Text(String::new()), V::Text("a".into())],
        _ => vec![V::Atom(0), V::Atom(1)],
    };
    let mut seen = BTreeSet::new();
    found.retain(|value| seen.insert(value.clone()));
    found
}

fn bag(list: Vec<Value>) -> BTreeMap<Value, i64> {
    let mut bag = BTreeMap::new();
    for x in list {
        *bag.entry(x).or_insert(0) += 1;
    }
    bag
}

/// What constants and variables stand for, by name.
pub type Env = BTreeMap<String, Value>;

/// The value of a term.
pub fn value(term: &Term, env: &Env) -> Value {
    match term.node() {
        Node::Int(n) => V::Int(n.try_into().unwrap()),
        Node::Real(_) | Node::Bits(_) => panic!("no reals and bits here"),
        Node::Bool(b) => V::Bool(*b),
        Node::Bound(symbol) => env[symbol.name()].clone(),
        Node::Const(symbol) => match symbol.kind() {
            SymbolKind::Data(DataOp::StrLiteral(text)) => V::Text(text.to_string()),
            SymbolKind::Data(_) => default(symbol.result()),
            _ => env
                .get(symbol.name())
                .unwrap_or_else(|| panic!("no value for {symbol:?}"))
                .clone(),
        },
        Node::App(symbol, args) => {
            let args = args.iter().map(|a| value(a, env)).collect();
            function(symbol.data_op().unwrap(), args, symbol.result())
        }
        Node::Op(op, args) => operator(*op, args, env),
        Node::Quant { .. } => panic!("no quantifiers here"),
    }
}

fn truth(value: &Value) -> bool {
    match value {
        V::Bool(b) => *b,
        _ => panic!("{value:?}"),
    }
}

fn number(value: &Value) -> i64 {
    match value {
        V::Int(n) => *n,
        _ => panic!("{value:?}"),
    }
}

fn operator(op: Op, args: &[Term], env: &Env) -> Value {
    let at = |i: usize| value(&args[i], env);
    if op == Op::Select {
        return element(&at(0), number(&at(1)));
    }
    V::Bool(match op {
        Op::Not => !truth(&at(0)),
        Op::And => args.iter().all(|a| truth(&value(a, env))),
        Op::Or => args.iter().any(|a| truth(&value(a, env))),
        Op::Implies => !truth(&at(0)) || truth(&at(1)),
        Op::Eq => at(0) == at(1),
        Op::Ite => return if truth(&at(0)) { at(1) } else { at(2) },
        Op::Lt => number(&at(0)) < number(&at(1)),
        Op::Le => number(&at(0)) <= number(&at(1)),
        Op::Add => return V::Int(args.iter().map(|a| number(&value(a, env))).sum()),
        Op::Mul => return V::Int(args.iter().map(|a| number(&value(a, env))).product()),
        _ => panic!("{op:?}"),
    })
}

/// An element of an array.
fn element(array: &Value, index: i64) -> Value {
    match array {
        V::Array(list, other) => {
            inside(index, list.len()).map_or_else(|| (**other).clone(), |i| list[i].clone())
        }
        _ => panic!("{array:?}"),
    }
}

fn sequence(value: &Value) -> &Vec<Value> {
    match value {
        V::Seq(list) => list,
        _ => panic!("{value:?}"),
    }
}

fn set(value: &Value) -> &BTreeSet<Value> {
    match value {
        V::Set(set) => set,
        _ => panic!("{value:?}"),
    }
}

fn counts(value: &Value) -> &BTreeMap<Value, i64> {
    match value {
        V::Bag(bag) => bag,
        _ => panic!("{value:?}"),
    }
}

fn map(value: &Value) -> &BTreeMap<Value, Value> {
    match value {
        V::Map(map) => map,
        _ => panic!("{value:?}"),
    }
}

fn inside(index: i64, length: usize) -> Option<usize> {
    usize::try_from(index).ok().filter(|i| *i < length)
}

fn function(op: &DataOp, args: Vec<Value>, result: &Sort) -> Value {
    let a = &args[0];
    let of = |x: Option<&Value>| x.cloned().unwrap_or_else(|| default(result));
    let pick = |found: Option<Value>| found.unwrap_or_else(|| default(result));
    let clamp = |n: i64, list: &[Value]| usize::try_from(n.max(0)).unwrap().min(list.len());
    let sets = || (set(a), set(&args[1]));
    let bags = || (counts(a), counts(&args[1]));
    let joined = |f: &dyn Fn(i64, i64) -> i64| {
        let (p, q) = bags();
        let keys: BTreeSet<&Value> = p.keys().chain(q.keys()).collect();
        let count = |bag: &BTreeMap<Value, i64>, x: &Value| bag.get(x).copied().unwrap_or(0);
        V::Bag(
            keys.into_iter()
                .map(|x| (x.clone(), f(count(p, x), count(q, x))))
                .filter(|(_, n)| *n > 0)
                .collect(),
        )
    };
    let numbers = || -> Vec<Value> {
        (number(a)..number(&args[1]).max(number(a)))
            .map(V::Int)
            .collect()
    };
    // The first index from one number up to another for which something holds.
    let first = |low: usize, test: &dyn Fn(i64) -> bool| {
        let mut range = number(&args[low])..number(&args[low + 1]);
        V::Int(range.find(|i| test(*i)).unwrap_or(0))
    };
    let read = |map: usize, i: i64| number(&element(&args[map], i));
    match op {
        DataOp::SeqValues => V::Seq(
            (number(&args[1])..number(&args[2]))
                .map(|i| element(a, i))
                .collect(),
        ),
        DataOp::SumOf | DataOp::SumPart => V::Int(
            (number(&args[1])..number(&args[2]))
                .map(|i| read(0, i))
                .sum(),
        ),
        DataOp::ProductOf | DataOp::ProductPart => V::Int(
            (number(&args[1])..number(&args[2]))
                .map(|i| read(0, i))
                .product(),
        ),
        DataOp::SumBelow => first(2, &|i| read(0, i) < read(1, i)),
        DataOp::ProductDiffer => first(2, &|i| read(0, i) != read(1, i)),
        DataOp::SumNegative => first(1, &|i| read(0, i) < 0),
        DataOp::SumPositive => first(1, &|i| read(0, i) > 0),
        DataOp::SeqLen => V::Int(sequence(a).len() as i64),
        DataOp::SeqAt => of(inside(number(&args[1]), sequence(a).len()).map(|i| &sequence(a)[i])),
        DataOp::SeqSingle => V::Seq(args),
        DataOp::SeqAppend => V::Seq([sequence(a).clone(), sequence(&args[1]).clone()].concat()),
        DataOp::SeqTake => {
            let list = sequence(a);
            V::Seq(list[..clamp(number(&args[1]), list)].to_vec())
        }
        DataOp::SeqDrop => {
            let list = sequence(a);
            V::Seq(list[clamp(number(&args[1]), list)..].to_vec())
        }
        DataOp::SeqUpdate => {
            let mut list = sequence(a).clone();
            if let Some(i) = inside(number(&args[1]), list.len()) {
                list[i] = args[2].clone();
            }
            V::Seq(list)
        }
        DataOp::SeqContains => V::Bool(sequence(a).contains(&args[1])),
        DataOp::SeqIndex => {
            let at = sequence(a).iter().position(|x| *x == args[1]);
            V::Int(at.map_or(-1, |i| i as i64))
        }
        DataOp::SeqRange => V::Seq(numbers()),
        DataOp::SeqDiff => {
            let pairs = sequence(a).iter().zip(sequence(&args[1]));
            V::Int(pairs.take_while(|(x, y)| x == y).count() as i64)
        }
        DataOp::SeqEq | DataOp::SetEq | DataOp::BagEq | DataOp::MapEq => {
            V::Bool(args[0] == args[1])
        }
        DataOp::SetContains => V::Bool(set(a).contains(&args[1])),
        DataOp::SetAdd => {
            let mut more = set(a).clone();
            more.insert(args[1].clone());
            V::Set(more)
        }
        DataOp::SetUnion => V::Set(sets().0 | sets().1),
        DataOp::SetInter => V::Set(sets().0 & sets().1),
        DataOp::SetDiff => V::Set(sets().0 - sets().1),
        DataOp::SetRange => V::Set(numbers().into_iter().collect()),
        DataOp::SetSubset => V::Bool(sets().0.is_subset(sets().1)),
        DataOp::SetDisjoint => V::Bool(sets().0.is_disjoint(sets().1)),
        DataOp::SetCard => V::Int(set(a).len() as i64),
        // Any element will do.
        DataOp::SetSome => of(set(a).last()),
        DataOp::SetChoose => of(set(a).first()),
        DataOp::SetOutside => pick((sets().0 - sets().1).first().cloned()),
        DataOp::SetCommon => pick((sets().0 & sets().1).first().cloned()),
        DataOp::SetDiffers => pick((sets().0 ^ sets().1).first().cloned()),
        DataOp::BagCount => V::Int(counts(a).get(&args[1]).copied().unwrap_or(0)),
        DataOp::BagAdd => {
            let mut more = counts(a).clone();
            *more.entry(args[1].clone()).or_insert(0) += 1;
            V::Bag(more)
        }
        DataOp::BagUnion => joined(&|m, n| m + n),
        DataOp::BagInter => joined(&|m, n| m.min(n)),
        DataOp::BagDiff => joined(&|m, n| m - n),
        DataOp::BagSubset => match joined(&|m, n| m - n) {
            V::Bag(rest) => V::Bool(rest.is_empty()),
            _ => panic!(),
        },
        DataOp::BagCard => V::Int(counts(a).values().sum()),
        DataOp::BagSome => of(counts(a).keys().next()),
        DataOp::BagOutside | DataOp::BagDiffers => {
            let differ = |m: i64, n: i64| {
                if *op == DataOp::BagOutside {
                    m - n
                } else {
                    (m - n).abs()
                }
            };
            match joined(&differ) {
                V::Bag(rest) => of(rest.keys().next()),
                _ => panic!(),
            }
        }
        DataOp::MapKeys => V::Set(map(a).keys().cloned().collect()),
        DataOp::MapValues => V::Set(map(a).values().cloned().collect()),
        DataOp::MapItems => {
            let pairs = map(a).iter();
            V::Set(
                pairs
                    .map(|(k, v)| V::Tuple(vec![k.clone(), v.clone()]))
                    .collect(),
            )
        }
        DataOp::MapGet => of(map(a).get(&args[1])),
        DataOp::MapBuild => {
            let mut more = map(a).clone();
            more.insert(args[1].clone(), args[2].clone());
            V::Map(more)
        }
        DataOp::MapRemove => {
            let mut less = map(a).clone();
            less.remove(&args[1]);
            V::Map(less)
        }
        DataOp::MapKey => pick(
            map(a)
                .iter()
                .find(|(_, v)| **v == args[1])
                .map(|(k, _)| k.clone()),
        ),
        DataOp::MapDiffers => {
            let (m, n) = (map(a), map(&args[1]));
            pick(
                m.keys()
                    .chain(n.keys())
                    .find(|k| m.get(*k) != n.get(*k))
                    .cloned(),
            )
        }
        DataOp::OptSome => V::Option(Some(Box::new(a.clone()))),
        DataOp::OptGet => match a {
            V::Option(Some(x)) => (**x).clone(),
            _ => default(result),
        },
        DataOp::TupleMake => V::Tuple(args),
        DataOp::StrConcat => match (a, &args[1]) {
            (V::Text(x), V::Text(y)) => V::Text(format!("{x}{y}")),
            _ => panic!(),
        },
        DataOp::EnumConstant => {
            let (x, n) = (number(a), number(&args[1]));
            V::Int(if n > 0 { x.rem_euclid(n) } else { x })
        }
        // What the table leaves to the folding: composed of the others.
        DataOp::MapHas => V::Bool(map(a).contains_key(&args[1])),
        DataOp::MapCard => V::Int(map(a).len() as i64),
        DataOp::MapDisjoint => V::Bool(map(a).keys().all(|k| !map(&args[1]).contains_key(k))),
        DataOp::SetStrict => V::Bool(sets().0 != sets().1 && sets().0.is_subset(sets().1)),
        DataOp::BagStrict => match joined(&|m, n| m - n) {
            V::Bag(rest) => V::Bool(rest.is_empty() && args[0] != args[1]),
            _ => panic!(),
        },
        DataOp::SeqRemove => {
            let list = sequence(a);
            let at = number(&args[1]);
            let (front, back) = (clamp(at, list), clamp(at + 1, list));
            V::Seq([&list[..front], &list[back..]].concat())
        }
        DataOp::SeqSlice => {
            let list = &sequence(a)[..clamp(number(&args[2]), sequence(a))];
            V::Seq(list[clamp(number(&args[1]), list)..].to_vec())
        }
        DataOp::TuplePart(at) => match a {
            V::Tuple(parts) => parts[usize::from(*at)].clone(),
            _ => panic!("{a:?}"),
        },
        _ => panic!("no function {op:?}"),
    }
}
