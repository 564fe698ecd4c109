//! The standard model of the data theories, over small domains.

use std::collections::{BTreeMap, BTreeSet};

use logic::{DataOp, SymbolKind, Theory};
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

/// How many of the first elements of a list a number stands for.
fn clamp(n: &Value, list: &[Value]) -> usize {
    usize::try_from(number(n).max(0)).unwrap().min(list.len())
}

fn numbers(args: &[Value]) -> impl Iterator<Item = Value> {
    (number(&args[0])..number(&args[1])).map(V::Int)
}

/// The value of an operation; where the language gives none, any will do.
fn function(op: &DataOp, args: Vec<Value>, result: &Sort) -> Value {
    let value = match op.theory() {
        Theory::Seq => of_sequences(op, &args),
        Theory::Set => of_sets(op, &args),
        Theory::Bag => of_bags(op, &args),
        Theory::Map => of_maps(op, &args),
        Theory::Fold => Some(V::Int(of_ranges(op, &args))),
        Theory::Option | Theory::Tuple | Theory::String | Theory::Enum => others(op, &args),
    };
    value.unwrap_or_else(|| default(result))
}

fn of_sequences(op: &DataOp, args: &[Value]) -> Option<Value> {
    let a = &args[0];
    Some(match op {
        DataOp::SeqValues => {
            let range = number(&args[1])..number(&args[2]);
            V::Seq(range.map(|i| element(a, i)).collect())
        }
        DataOp::SeqLen => V::Int(sequence(a).len() as i64),
        DataOp::SeqAt => sequence(a)[inside(number(&args[1]), sequence(a).len())?].clone(),
        DataOp::SeqSingle => V::Seq(args.to_vec()),
        DataOp::SeqAppend => V::Seq([sequence(a).clone(), sequence(&args[1]).clone()].concat()),
        DataOp::SeqTake => V::Seq(sequence(a)[..clamp(&args[1], sequence(a))].to_vec()),
        DataOp::SeqDrop => V::Seq(sequence(a)[clamp(&args[1], sequence(a))..].to_vec()),
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
        DataOp::SeqRange => V::Seq(numbers(args).collect()),
        DataOp::SeqDiff => {
            let pairs = sequence(a).iter().zip(sequence(&args[1]));
            V::Int(pairs.take_while(|(x, y)| x == y).count() as i64)
        }
        DataOp::SeqEq => V::Bool(a == &args[1]),
        // What the table leaves to the folding: composed of the others.
        DataOp::SeqRemove => {
            let list = sequence(a);
            let front = clamp(&args[1], list);
            let back = clamp(&V::Int(number(&args[1]) + 1), list);
            V::Seq([&list[..front], &list[back..]].concat())
        }
        DataOp::SeqSlice => {
            let list = &sequence(a)[..clamp(&args[2], sequence(a))];
            V::Seq(list[clamp(&args[1], list)..].to_vec())
        }
        _ => panic!("no function {op:?}"),
    })
}

fn of_sets(op: &DataOp, args: &[Value]) -> Option<Value> {
    let a = &args[0];
    let sets = || (set(a), set(&args[1]));
    Some(match op {
        DataOp::SetEq => V::Bool(a == &args[1]),
        DataOp::SetContains => V::Bool(set(a).contains(&args[1])),
        DataOp::SetAdd => {
            let mut more = set(a).clone();
            more.insert(args[1].clone());
            V::Set(more)
        }
        DataOp::SetUnion => V::Set(sets().0 | sets().1),
        DataOp::SetInter => V::Set(sets().0 & sets().1),
        DataOp::SetDiff => V::Set(sets().0 - sets().1),
        DataOp::SetRange => V::Set(numbers(args).collect()),
        DataOp::SetSubset => V::Bool(sets().0.is_subset(sets().1)),
        DataOp::SetDisjoint => V::Bool(sets().0.is_disjoint(sets().1)),
        DataOp::SetCard => V::Int(set(a).len() as i64),
        // Any element will do.
        DataOp::SetSome => set(a).last()?.clone(),
        DataOp::SetChoose => set(a).first()?.clone(),
        DataOp::SetOutside => (sets().0 - sets().1).pop_first()?,
        DataOp::SetCommon => (sets().0 & sets().1).pop_first()?,
        DataOp::SetDiffers => (sets().0 ^ sets().1).pop_first()?,
        DataOp::SetStrict => V::Bool(sets().0 != sets().1 && sets().0.is_subset(sets().1)),
        _ => panic!("no function {op:?}"),
    })
}

fn of_bags(op: &DataOp, args: &[Value]) -> Option<Value> {
    let a = &args[0];
    let joined = |f: &dyn Fn(i64, i64) -> i64| -> BTreeMap<Value, i64> {
        let (p, q) = (counts(a), counts(&args[1]));
        let keys: BTreeSet<&Value> = p.keys().chain(q.keys()).collect();
        let count = |bag: &BTreeMap<Value, i64>, x: &Value| bag.get(x).copied().unwrap_or(0);
        keys.into_iter()
            .map(|x| (x.clone(), f(count(p, x), count(q, x))))
            .filter(|(_, n)| *n > 0)
            .collect()
    };
    Some(match op {
        DataOp::BagEq => V::Bool(a == &args[1]),
        DataOp::BagCount => V::Int(counts(a).get(&args[1]).copied().unwrap_or(0)),
        DataOp::BagAdd => {
            let mut more = counts(a).clone();
            *more.entry(args[1].clone()).or_insert(0) += 1;
            V::Bag(more)
        }
        DataOp::BagUnion => V::Bag(joined(&|m, n| m + n)),
        DataOp::BagInter => V::Bag(joined(&|m, n| m.min(n))),
        DataOp::BagDiff => V::Bag(joined(&|m, n| m - n)),
        DataOp::BagSubset => V::Bool(joined(&|m, n| m - n).is_empty()),
        DataOp::BagStrict => V::Bool(joined(&|m, n| m - n).is_empty() && args[0] != args[1]),
        DataOp::BagCard => V::Int(counts(a).values().sum()),
        DataOp::BagSome => counts(a).keys().next()?.clone(),
        DataOp::BagOutside => joined(&|m, n| m - n).pop_first()?.0,
        DataOp::BagDiffers => joined(&|m, n| (m - n).abs()).pop_first()?.0,
        _ => panic!("no function {op:?}"),
    })
}

fn of_maps(op: &DataOp, args: &[Value]) -> Option<Value> {
    let a = &args[0];
    Some(match op {
        DataOp::MapEq => V::Bool(a == &args[1]),
        DataOp::MapKeys => V::Set(map(a).keys().cloned().collect()),
        DataOp::MapValues => V::Set(map(a).values().cloned().collect()),
        DataOp::MapItems => {
            let pair = |(k, v): (&Value, &Value)| V::Tuple(vec![k.clone(), v.clone()]);
            V::Set(map(a).iter().map(pair).collect())
        }
        DataOp::MapGet => map(a).get(&args[1])?.clone(),
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
        DataOp::MapKey => map(a).iter().find(|(_, v)| **v == args[1])?.0.clone(),
        DataOp::MapDiffers => {
            let (m, n) = (map(a), map(&args[1]));
            let mut keys = m.keys().chain(n.keys());
            keys.find(|k| m.get(*k) != n.get(*k))?.clone()
        }
        // What the table leaves to the folding: composed of the others.
        DataOp::MapHas => V::Bool(map(a).contains_key(&args[1])),
        DataOp::MapCard => V::Int(map(a).len() as i64),
        DataOp::MapDisjoint => V::Bool(map(a).keys().all(|k| !map(&args[1]).contains_key(k))),
        _ => panic!("no function {op:?}"),
    })
}

/// Sums and products over a range, and the first index in it for which something holds.
fn of_ranges(op: &DataOp, args: &[Value]) -> i64 {
    let read = |map: usize, i: i64| number(&element(&args[map], i));
    let range = number(&args[args.len() - 2])..number(&args[args.len() - 1]);
    let first = |test: &dyn Fn(i64) -> bool| range.clone().find(|i| test(*i)).unwrap_or(0);
    match op {
        DataOp::SumOf | DataOp::SumPart => range.map(|i| read(0, i)).sum(),
        DataOp::ProductOf | DataOp::ProductPart => range.map(|i| read(0, i)).product(),
        DataOp::SumBelow => first(&|i| read(0, i) < read(1, i)),
        DataOp::ProductDiffer => first(&|i| read(0, i) != read(1, i)),
        DataOp::SumNegative => first(&|i| read(0, i) < 0),
        DataOp::SumPositive => first(&|i| read(0, i) > 0),
        _ => panic!("no function {op:?}"),
    }
}

fn others(op: &DataOp, args: &[Value]) -> Option<Value> {
    Some(match (op, args) {
        (DataOp::OptSome, [a]) => V::Option(Some(Box::new(a.clone()))),
        (DataOp::OptGet, [V::Option(x)]) => (**x.as_ref()?).clone(),
        (DataOp::TupleMake, _) => V::Tuple(args.to_vec()),
        (DataOp::TuplePart(at), [V::Tuple(parts)]) => parts[usize::from(*at)].clone(),
        (DataOp::StrConcat, [V::Text(x), V::Text(y)]) => V::Text(format!("{x}{y}")),
        (DataOp::EnumConstant, [V::Int(x), V::Int(n)]) => {
            V::Int(if *n > 0 { x.rem_euclid(*n) } else { *x })
        }
        _ => panic!("no function {op:?}"),
    })
}
