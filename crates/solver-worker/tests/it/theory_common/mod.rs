//! Formulas about data, written as `(op arg …)`, for the tests of the theories.

pub mod standard;

use logic::DataOp;
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
    Sort::seq(Sort::Int)
}

pub fn set() -> Sort {
    Sort::set(Sort::Int)
}

/// The sort of a variable by its first letter.
pub fn sort_of(name: &str) -> Sort {
    match name.chars().next().unwrap() {
        's' | 't' | 'u' => seq(),
        'S' | 'T' => Sort::seq(seq()),
        'a' | 'b' | 'c' => set(),
        'A' | 'B' => Sort::set(seq()),
        'p' | 'q' | 'r' => Sort::bag(Sort::Int),
        'm' | 'n' => Sort::map(Sort::Int, Sort::Int),
        'M' | 'N' => Sort::map(Sort::Int, seq()),
        'o' => Sort::option(Sort::Int),
        'O' => Sort::option(seq()),
        'w' | 'z' => Sort::Tuple(vec![Sort::Int, Sort::Bool]),
        'W' => Sort::Tuple(vec![Sort::Int, seq()]),
        'f' | 'g' => Sort::Bool,
        'h' => Sort::String,
        _ => Sort::Int,
    }
}

/// The value of an operation, with the sort that belongs to it.
pub fn operation(op: &DataOp, args: Vec<Term>) -> Term {
    let sorts: Vec<Sort> = args.iter().map(|a| a.sort().clone()).collect();
    let result = op
        .result(&sorts)
        .unwrap_or_else(|| panic!("{op:?} takes no {sorts:?}"));
    apply(op, args, &result)
}

const OPERATIONS: &[(&str, DataOp)] = &[
    ("len", DataOp::SeqLen),
    ("at", DataOp::SeqAt),
    ("++", DataOp::SeqAppend),
    ("take", DataOp::SeqTake),
    ("drop", DataOp::SeqDrop),
    ("slice", DataOp::SeqSlice),
    ("upd", DataOp::SeqUpdate),
    ("remove", DataOp::SeqRemove),
    ("mem", DataOp::SeqContains),
    ("seq-range", DataOp::SeqRange),
    ("in", DataOp::SetContains),
    ("card", DataOp::SetCard),
    ("union", DataOp::SetUnion),
    ("inter", DataOp::SetInter),
    ("diff", DataOp::SetDiff),
    ("sub", DataOp::SetSubset),
    ("strict", DataOp::SetStrict),
    ("disjoint", DataOp::SetDisjoint),
    ("range", DataOp::SetRange),
    ("choose", DataOp::SetChoose),
    ("count", DataOp::BagCount),
    ("bag-card", DataOp::BagCard),
    ("bag-union", DataOp::BagUnion),
    ("bag-inter", DataOp::BagInter),
    ("bag-diff", DataOp::BagDiff),
    ("bag-sub", DataOp::BagSubset),
    ("bag-strict", DataOp::BagStrict),
    ("put", DataOp::MapBuild),
    ("get", DataOp::MapGet),
    ("has", DataOp::MapHas),
    ("keys", DataOp::MapKeys),
    ("values", DataOp::MapValues),
    ("items", DataOp::MapItems),
    ("map-card", DataOp::MapCard),
    ("del", DataOp::MapRemove),
    ("map-disjoint", DataOp::MapDisjoint),
    ("val", DataOp::OptGet),
    ("fst", DataOp::TuplePart(0)),
    ("snd", DataOp::TuplePart(1)),
    ("concat", DataOp::StrConcat),
    ("enum", DataOp::EnumConstant),
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
            let op = DataOp::StrLiteral(text.into());
            return apply(&op, Vec::new(), &Sort::String);
        }
        match word {
            "true" | "false" => bool_(word == "true"),
            "none" => literal(DataOp::OptNone, Vec::new(), sort_of("o")),
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
        if let Some((_, op)) = OPERATIONS.iter().find(|(word, _)| word == head) {
            return operation(op, args);
        }
        let two = || -> [Term; 2] { args.clone().try_into().unwrap() };
        let of = |default: Sort| args.first().map_or(default, |a| a.sort().clone());
        match head.as_str() {
            "and" => and(args),
            "or" => or(args),
            "not" => not(args[0].clone()),
            "+" => add(args),
            "ite" => ite(args[0].clone(), args[1].clone(), args[2].clone()),
            "seq" => literal(DataOp::SeqLiteral, args.clone(), Sort::seq(of(Sort::Int))),
            "set" => literal(DataOp::SetLiteral, args.clone(), Sort::set(of(Sort::Int))),
            "bag" => literal(DataOp::BagLiteral, args.clone(), Sort::bag(of(Sort::Int))),
            "map" => {
                let value = args.get(1).map_or(Sort::Int, |v| v.sort().clone());
                let sort = Sort::map(of(Sort::Int), value);
                literal(DataOp::MapLiteral, args, sort)
            }
            "some" => {
                let sort = Sort::option(of(Sort::Int));
                literal(DataOp::OptSome, args, sort)
            }
            "tup" => {
                let sorts = args.iter().map(|a| a.sort().clone()).collect();
                literal(DataOp::TupleMake, args, Sort::Tuple(sorts))
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
            panic!("variables, trigger and body are wanted: {rest:?}");
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

fn literal(op: DataOp, args: Vec<Term>, sort: Sort) -> Term {
    apply(&op, args, &sort)
}
