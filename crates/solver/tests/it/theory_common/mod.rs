//! Formulas about data, written as `(op arg …)`, for the tests of the theories.

pub mod standard;

use logic::DataOp;
use logic::{DataSort, data_sort};
use solver::term::{
    Sort, Term, add, and, app, bool_, bound, constant, eq, exists, forall, iff, implies, int, ite,
    le, lt, mul, not, or, sub,
};
use solver::theory::{apply, extensional};

/// A bracketed expression.
#[derive(Clone, Debug)]
enum Form {
    Word(String),
    List(Vec<Form>),
}

fn read(text: &str) -> Vec<Form> {
    let spaced = text.replace('(', " ( ").replace(')', " ) ");
    let mut stack = vec![Vec::new()];
    for word in spaced.split_whitespace() {
        match word {
            "(" => stack.push(Vec::new()),
            ")" => {
                let list = stack.pop().unwrap();
                stack.last_mut().unwrap().push(Form::List(list));
            }
            _ => stack.last_mut().unwrap().push(Form::Word(word.to_owned())),
        }
    }
    assert_eq!(stack.len(), 1, "{text}");
    stack.remove(0)
}

/// `premise ; premise |- goal`.
pub fn sequent(text: &str) -> (Vec<Term>, Term) {
    let (premises, goal) = text.split_once("|-").unwrap_or(("", text));
    let premises = premises
        .split(';')
        .filter(|p| !p.trim().is_empty())
        .map(|p| formula(p, false))
        .collect();
    (premises, formula(goal, true))
}

/// A formula; `=` of data is extensional where it is to be shown.
pub fn formula(text: &str, shown: bool) -> Term {
    let forms = read(text);
    assert_eq!(forms.len(), 1, "{text}");
    Reader {
        shown,
        bound: Vec::new(),
    }
    .term(&forms[0])
}

struct Reader {
    shown: bool,
    bound: Vec<(String, Term)>,
}

pub fn seq() -> Sort {
    DataSort::Seq(Sort::Int).sort()
}

pub fn set() -> Sort {
    DataSort::Set(Sort::Int).sort()
}

/// The sort of a variable by its first letter.
pub fn sort_of(name: &str) -> Sort {
    match name.chars().next().unwrap() {
        's' | 't' | 'u' => seq(),
        'S' | 'T' => DataSort::Seq(seq()).sort(),
        'a' | 'b' | 'c' => set(),
        'A' | 'B' => DataSort::Set(seq()).sort(),
        'p' | 'q' | 'r' => DataSort::Bag(Sort::Int).sort(),
        'm' | 'n' => DataSort::Map(Sort::Int, Sort::Int).sort(),
        'M' | 'N' => DataSort::Map(Sort::Int, seq()).sort(),
        'o' => DataSort::Option(Sort::Int).sort(),
        'O' => DataSort::Option(seq()).sort(),
        'w' | 'z' => DataSort::Tuple(vec![Sort::Int, Sort::Bool]).sort(),
        'W' => DataSort::Tuple(vec![Sort::Int, seq()]).sort(),
        'f' | 'g' => Sort::Bool,
        'h' => DataSort::String.sort(),
        _ => Sort::Int,
    }
}

/// The value of an operation, with the sort that belongs to it.
pub fn operation(name: &'static str, args: Vec<Term>) -> Term {
    let first = args.first().map(|a| a.sort().clone());
    let kind = first.as_ref().and_then(data_sort);
    let result = match (name, kind) {
        (
            "seq.len" | "seq.index" | "seq.diff" | "set.card" | "bag.card" | "bag.count"
            | "map.card" | "enum.constant",
            _,
        ) => Sort::Int,
        (
            "seq.contains" | "seq.eq" | "set.contains" | "set.subset" | "set.strict"
            | "set.disjoint" | "set.eq" | "bag.subset" | "bag.strict" | "bag.eq" | "map.has"
            | "map.disjoint" | "map.eq",
            _,
        ) => Sort::Bool,
        ("seq.range", _) => seq(),
        ("set.range", _) => set(),
        ("seq.at", Some(DataSort::Seq(element)))
        | ("set.choose", Some(DataSort::Set(element)))
        | ("opt.get", Some(DataSort::Option(element))) => element,
        ("map.keys", Some(DataSort::Map(key, _))) => DataSort::Set(key).sort(),
        ("map.values", Some(DataSort::Map(_, value))) => DataSort::Set(value).sort(),
        ("map.items", Some(DataSort::Map(key, value))) => {
            DataSort::Set(DataSort::Tuple(vec![key, value]).sort()).sort()
        }
        ("map.get", Some(DataSort::Map(_, value))) => value,
        ("tuple.0", Some(DataSort::Tuple(parts))) => parts[0].clone(),
        ("tuple.1", Some(DataSort::Tuple(parts))) => parts[1].clone(),
        _ => first.clone().unwrap(),
    };
    let sorts = args.iter().map(|a| a.sort().clone()).collect();
    apply(&DataOp { name, sorts }, args, &result)
}

const OPERATIONS: &[(&str, &str)] = &[
    ("len", "seq.len"),
    ("at", "seq.at"),
    ("++", "seq.append"),
    ("take", "seq.take"),
    ("drop", "seq.drop"),
    ("slice", "seq.slice"),
    ("upd", "seq.update"),
    ("remove", "seq.remove"),
    ("mem", "seq.contains"),
    ("seq-range", "seq.range"),
    ("in", "set.contains"),
    ("card", "set.card"),
    ("union", "set.union"),
    ("inter", "set.inter"),
    ("diff", "set.diff"),
    ("sub", "set.subset"),
    ("strict", "set.strict"),
    ("disjoint", "set.disjoint"),
    ("range", "set.range"),
    ("choose", "set.choose"),
    ("count", "bag.count"),
    ("bag-card", "bag.card"),
    ("bag-union", "bag.union"),
    ("bag-inter", "bag.inter"),
    ("bag-diff", "bag.diff"),
    ("bag-sub", "bag.subset"),
    ("bag-strict", "bag.strict"),
    ("put", "map.build"),
    ("get", "map.get"),
    ("has", "map.has"),
    ("keys", "map.keys"),
    ("values", "map.values"),
    ("items", "map.items"),
    ("map-card", "map.card"),
    ("del", "map.remove"),
    ("map-disjoint", "map.disjoint"),
    ("val", "opt.get"),
    ("fst", "tuple.0"),
    ("snd", "tuple.1"),
    ("concat", "str.concat"),
    ("enum", "enum.constant"),
];

impl Reader {
    fn term(&mut self, form: &Form) -> Term {
        match form {
            Form::Word(word) => self.word(word),
            Form::List(list) => self.list(list),
        }
    }

    fn word(&self, word: &str) -> Term {
        if let Some((_, term)) = self.bound.iter().rev().find(|(name, _)| name == word) {
            return term.clone();
        }
        if let Ok(number) = word.parse::<i64>() {
            return int(number);
        }
        if let Some(text) = word.strip_prefix('"') {
            let op = DataOp {
                name: logic::TEXT,
                sorts: vec![Sort::Data(text.to_owned())],
            };
            return apply(&op, Vec::new(), &DataSort::String.sort());
        }
        match word {
            "true" | "false" => bool_(word == "true"),
            "none" => literal("opt.none", Vec::new(), sort_of("o")),
            _ => constant(word, sort_of(word)),
        }
    }

    fn list(&mut self, list: &[Form]) -> Term {
        let Form::Word(head) = &list[0] else {
            panic!("an operator is wanted: {list:?}");
        };
        if head == "forall" || head == "exists" {
            return self.quantifier(head == "forall", &list[1..]);
        }
        let args: Vec<Term> = list[1..].iter().map(|form| self.term(form)).collect();
        if let Some((_, name)) = OPERATIONS.iter().find(|(word, _)| word == head) {
            return operation(name, args);
        }
        let two = || -> [Term; 2] { args.clone().try_into().unwrap() };
        let of = |default: Sort| args.first().map_or(default, |a| a.sort().clone());
        match head.as_str() {
            "and" => and(args),
            "or" => or(args),
            "not" => not(args[0].clone()),
            "+" => add(args),
            "ite" => ite(args[0].clone(), args[1].clone(), args[2].clone()),
            "seq" => literal(
                "seq.literal",
                args.clone(),
                DataSort::Seq(of(Sort::Int)).sort(),
            ),
            "set" => literal(
                "set.literal",
                args.clone(),
                DataSort::Set(of(Sort::Int)).sort(),
            ),
            "bag" => literal(
                "bag.literal",
                args.clone(),
                DataSort::Bag(of(Sort::Int)).sort(),
            ),
            "map" => {
                let value = args.get(1).map_or(Sort::Int, |v| v.sort().clone());
                let sort = DataSort::Map(of(Sort::Int), value).sort();
                literal("map.literal", args, sort)
            }
            "some" => {
                let sort = DataSort::Option(of(Sort::Int)).sort();
                literal("opt.some", args, sort)
            }
            "tup" => {
                let sorts = args.iter().map(|a| a.sort().clone()).collect();
                literal("tuple.make", args, DataSort::Tuple(sorts).sort())
            }
            "F" => {
                let sorts = args.iter().map(|a| a.sort().clone()).collect();
                app(&solver::term::Symbol::new("F", sorts, Sort::Int), args)
            }
            _ => {
                let [a, b] = two();
                match head.as_str() {
                    "=>" => implies(a, b),
                    "iff" => iff(a, b),
                    "<" => lt(a, b),
                    "<=" => le(a, b),
                    "-" => sub(a, b),
                    "*" => mul(a, b),
                    "=" if self.shown => extensional(&a, &b),
                    "=" => eq(a, b),
                    "/=" => not(eq(a, b)),
                    _ => panic!("unknown operator {head}"),
                }
            }
        }
    }

    /// `(forall (i j) (pattern …) body)`.
    fn quantifier(&mut self, universal: bool, rest: &[Form]) -> Term {
        let [Form::List(vars), Form::List(pattern), body] = rest else {
            panic!("variables, pattern and body are wanted: {rest:?}");
        };
        let before = self.bound.len();
        let mut bounds = Vec::new();
        for var in vars {
            let Form::Word(name) = var else { panic!() };
            let term = bound(format!("{name}!{}", self.bound.len()), sort_of(name));
            bounds.push(term.clone());
            self.bound.push((name.clone(), term));
        }
        let pattern: Vec<Term> = pattern.iter().map(|form| self.term(form)).collect();
        let body = self.term(body);
        self.bound.truncate(before);
        let patterns = if pattern.is_empty() {
            Vec::new()
        } else {
            vec![pattern]
        };
        if universal {
            forall(bounds, patterns, body, "test")
        } else {
            exists(bounds, patterns, body, "test")
        }
    }
}

fn literal(name: &'static str, args: Vec<Term>, sort: Sort) -> Term {
    let sorts = args.iter().map(|a| a.sort().clone()).collect();
    apply(&DataOp { name, sorts }, args, &sort)
}
