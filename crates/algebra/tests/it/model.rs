//! Problems whose solutions are counted out: formulas over a few integers in small ranges.

use solver::term::{
    Sort, Symbol, Term, add, and, app, big, constant, div, eq, ite, le, modulo, mul, not, or,
};

/// An integer.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Variable(usize),
    Number(i64),
    Sum(Vec<Value>),
    Product(Vec<Value>),
    /// By a positive number.
    Quotient(Box<Value>, i64),
    Remainder(Box<Value>, i64),
    Choice(Box<Truth>, Box<Value>, Box<Value>),
    /// A function of which nothing is known.
    Applied(Box<Value>),
}

/// A truth value.
#[derive(Clone, Debug)]
pub(crate) enum Truth {
    AtMost(Value, Value),
    Equal(Value, Value),
    Not(Box<Truth>),
    All(Vec<Truth>),
    Any(Vec<Truth>),
    Same(Box<Truth>, Box<Truth>),
}

pub(crate) fn var(at: usize) -> Value {
    Value::Variable(at)
}

pub(crate) fn num(value: i64) -> Value {
    Value::Number(value)
}

pub(crate) fn sum<const N: usize>(parts: [Value; N]) -> Value {
    Value::Sum(parts.into())
}

pub(crate) fn product<const N: usize>(parts: [Value; N]) -> Value {
    Value::Product(parts.into())
}

pub(crate) fn quotient(of: Value, by: i64) -> Value {
    Value::Quotient(Box::new(of), by)
}

pub(crate) fn remainder(of: Value, by: i64) -> Value {
    Value::Remainder(Box::new(of), by)
}

pub(crate) fn at_most(a: Value, b: Value) -> Truth {
    Truth::AtMost(a, b)
}

pub(crate) fn less(a: Value, b: Value) -> Truth {
    Truth::AtMost(sum([a, num(1)]), b)
}

pub(crate) fn equal(a: Value, b: Value) -> Truth {
    Truth::Equal(a, b)
}

pub(crate) fn differ(a: Value, b: Value) -> Truth {
    Truth::Not(Box::new(equal(a, b)))
}

/// From zero to below another.
pub(crate) fn digit(of: usize, below: Value) -> Truth {
    Truth::All(vec![at_most(num(0), var(of)), less(var(of), below)])
}

/// What the function is of each number, by its remainder.
pub(crate) type Table = [i64; 8];

impl Value {
    fn at(&self, values: &[i64], table: &Table) -> i64 {
        let of = |value: &Value| value.at(values, table);
        match self {
            Value::Variable(at) => values[*at],
            Value::Number(value) => *value,
            Value::Sum(parts) => parts.iter().map(of).sum(),
            Value::Product(parts) => parts.iter().map(of).product(),
            Value::Quotient(a, by) => of(a).div_euclid(*by),
            Value::Remainder(a, by) => of(a).rem_euclid(*by),
            Value::Choice(condition, yes, no) => match condition.at(values, table) {
                true => of(yes),
                false => of(no),
            },
            Value::Applied(a) => table[usize::try_from(of(a).rem_euclid(8)).unwrap()],
        }
    }

    fn term(&self) -> Term {
        match self {
            Value::Variable(at) => constant(format!("x{at}"), Sort::Int),
            Value::Number(value) => big((*value).into()),
            Value::Sum(parts) => add(parts.iter().map(Value::term).collect()),
            Value::Product(parts) => parts.iter().map(Value::term).reduce(mul).unwrap(),
            Value::Quotient(a, by) => div(a.term(), big((*by).into())),
            Value::Remainder(a, by) => modulo(a.term(), big((*by).into())),
            Value::Choice(condition, yes, no) => ite(condition.term(), yes.term(), no.term()),
            Value::Applied(a) => {
                let function = Symbol::new("f", vec![Sort::Int], Sort::Int);
                app(&function, vec![a.term()])
            }
        }
    }

    /// The last variable in it.
    fn last(&self) -> Option<usize> {
        match self {
            Value::Variable(at) => Some(*at),
            Value::Number(_) => None,
            Value::Sum(parts) | Value::Product(parts) => parts.iter().filter_map(Value::last).max(),
            Value::Quotient(a, _) | Value::Remainder(a, _) | Value::Applied(a) => a.last(),
            Value::Choice(c, yes, no) => c.last().max(yes.last()).max(no.last()),
        }
    }
}

impl Truth {
    fn at(&self, values: &[i64], table: &Table) -> bool {
        let holds = |truth: &Truth| truth.at(values, table);
        match self {
            Truth::AtMost(a, b) => a.at(values, table) <= b.at(values, table),
            Truth::Equal(a, b) => a.at(values, table) == b.at(values, table),
            Truth::Not(a) => !holds(a),
            Truth::All(parts) => parts.iter().all(holds),
            Truth::Any(parts) => parts.iter().any(holds),
            Truth::Same(a, b) => holds(a) == holds(b),
        }
    }

    pub(crate) fn term(&self) -> Term {
        match self {
            Truth::AtMost(a, b) => le(a.term(), b.term()),
            Truth::Equal(a, b) => eq(a.term(), b.term()),
            Truth::Not(a) => not(a.term()),
            Truth::All(parts) => and(parts.iter().map(Truth::term).collect()),
            Truth::Any(parts) => or(parts.iter().map(Truth::term).collect()),
            Truth::Same(a, b) => eq(a.term(), b.term()),
        }
    }

    fn last(&self) -> Option<usize> {
        match self {
            Truth::AtMost(a, b) | Truth::Equal(a, b) => a.last().max(b.last()),
            Truth::Not(a) => a.last(),
            Truth::All(parts) | Truth::Any(parts) => parts.iter().filter_map(Truth::last).max(),
            Truth::Same(a, b) => a.last().max(b.last()),
        }
    }
}

/// A conjunction, and in which ranges each variable is looked for.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub(crate) ranges: Vec<(i64, i64)>,
    pub(crate) known: Vec<Truth>,
}

impl Model {
    /// That the variables lie in their ranges is known.
    pub(crate) fn is_closed(&mut self) {
        for (at, (low, high)) in self.ranges.iter().enumerate() {
            self.known.push(at_most(num(*low), var(at)));
            self.known.push(at_most(var(at), num(*high)));
        }
    }

    /// The same of values in the ranges: what does not hold there is negated, and all values but some are known.
    pub(crate) fn holds_at(
        &mut self,
        values: &[i64],
        table: &Table,
        known: impl Fn(usize) -> bool,
    ) {
        for truth in &mut self.known {
            if !truth.at(values, table) {
                *truth = Truth::Not(Box::new(truth.clone()));
            }
        }
        for (at, value) in values.iter().enumerate().filter(|(at, _)| known(*at)) {
            self.known.push(equal(var(at), num(*value)));
        }
    }

    pub(crate) fn terms(&self) -> Vec<Term> {
        self.known.iter().map(Truth::term).collect()
    }

    /// Values in the ranges for which all holds, with one of these tables of the function.
    pub(crate) fn solution(&self, tables: &[Table]) -> Option<Vec<i64>> {
        tables.iter().find_map(|table| {
            let mut values = Vec::new();
            self.completed(&mut values, table).then_some(values)
        })
    }

    fn completed(&self, values: &mut Vec<i64>, table: &Table) -> bool {
        let ready = self.known.iter().filter(|truth| match truth.last() {
            Some(last) => last + 1 == values.len(),
            None => values.is_empty(),
        });
        if !ready.clone().all(|truth| truth.at(values, table)) {
            return false;
        }
        let Some((low, high)) = self.ranges.get(values.len()) else {
            return true;
        };
        for value in *low..=*high {
            values.push(value);
            if self.completed(values, table) {
                return true;
            }
            values.pop();
        }
        false
    }
}
