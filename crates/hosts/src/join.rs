//! What holds where two ways meet.

use crate::either::Either;
use crate::fact::Fact;
use crate::machine::Machine;
use crate::number::Number;
use crate::state::State;
use crate::symbols::Origin;
use crate::value::{Base, Name, Value, Why};
use clang::place::Place as Source;
use clang::types::{Qual, Type};

/// Facts are looked through so far behind those that both ways have.
const FACTS: usize = 12;

/// Where two ways meet.
#[derive(Clone, Debug)]
pub(crate) struct Meeting {
    pub place: Source,
    /// What holds on the first way and does not on the second, if that is known: it says which of two values a variable has.
    pub parted: Option<Fact>,
}

impl Meeting {
    /// Of ways that end in these states.
    pub(crate) fn of(a: &State, b: &State, place: Source) -> Meeting {
        let same = common(a, b);
        let mine = || a.facts.iter().skip(same).take(FACTS);
        let theirs = || b.facts.iter().skip(same).take(FACTS);
        // A fact of a way holds whenever the way is taken. So one that the other way has the contrary of tells which was.
        let parted = mine().find(|fact| {
            let contrary = fact.negated();
            theirs().any(|other| *other == contrary)
        });
        Meeting {
            place,
            parted: parted.cloned(),
        }
    }
}

/// How many facts two states have in common, from the first one on.
fn common(a: &State, b: &State) -> usize {
    let both = a.facts.iter().zip(&b.facts);
    both.take_while(|(a, b)| a == b).count()
}

impl Machine<'_> {
    /// What holds where two ways meet.
    pub(crate) fn join(
        &mut self,
        a: Option<State>,
        b: Option<State>,
        place: Source,
    ) -> Option<State> {
        let (a, b) = match (a, b) {
            (Some(a), Some(b)) => (a, b),
            (one, other) => return one.or(other),
        };
        let mut joined = State::default();
        let same = common(&a, &b);
        let meeting = Meeting::of(&a, &b, place);
        joined.facts = a.facts.into_iter().take(same).collect();
        joined.freed = a.freed.union(&b.freed).copied().collect();
        let mut theirs = b.variables;
        for (variable, mine) in a.variables {
            match theirs.remove(&variable) {
                Some(other) => {
                    let declared = match variable.id {
                        Name::Declared(id) => self.unit.variable(id),
                        Name::Temporary(_) => None,
                    };
                    let value = match declared {
                        Some(declared) => {
                            let name = declared.name.clone();
                            self.joined_as(mine, other, (declared.ty, name), &meeting)
                        }
                        None => self.joined(mine, other, None, &meeting),
                    };
                    joined.variables.insert(variable, value);
                }
                None => self.hide(&mine),
            }
        }
        for value in theirs.into_values() {
            self.hide(&value);
        }
        Some(joined)
    }

    /// The value that a variable has, one or the other. Where both are computed of what is given, so is this.
    pub(crate) fn joined_as(
        &mut self,
        a: Value,
        b: Value,
        (ty, name): (Qual, String),
        meeting: &Meeting,
    ) -> Value {
        if a == b {
            return a;
        }
        if let Some(one) = chosen(&a, &b, meeting) {
            return one;
        }
        match (a, b, self.ty(ty).clone()) {
            (Value::Parts(a), Value::Parts(b), Type::Record(id)) if a.len() == b.len() => {
                let fields = self
                    .unit
                    .record(id)
                    .map_or(&[][..], |record| &record.fields);
                let both = a.into_iter().zip(b).zip(fields);
                let parts = both.map(|((a, b), field)| {
                    let name = format!("{name}.{}", field.name);
                    self.joined_as(a, b, (field.ty, name), meeting)
                });
                Value::Parts(parts.collect())
            }
            (Value::Integer(a), Value::Integer(b), _)
                if self.symbols.lost(&a).or(self.symbols.lost(&b)).is_none() =>
            {
                let both = self.symbols.bounds(&a).zip(self.symbols.bounds(&b));
                let range = both.map(|(a, b)| (a.0.min(b.0), a.1.max(b.1)));
                let symbol = self.symbols.make(Origin::Given(name), range);
                Value::Integer(Number::Symbol(symbol))
            }
            (a, b, _) => self.joined(a, b, Some(ty), meeting),
        }
    }

    /// The value that is one or the other.
    pub(crate) fn joined(
        &mut self,
        a: Value,
        b: Value,
        ty: Option<Qual>,
        meeting: &Meeting,
    ) -> Value {
        if a == b {
            return a;
        }
        if let Some(one) = chosen(&a, &b, meeting) {
            return one;
        }
        let why = Why {
            reason: "its value depends on a branch".to_owned(),
            place: meeting.place,
        };
        let lost = Origin::Lost(why.clone());
        self.hide(&a);
        self.hide(&b);
        match (a, b) {
            (Value::Parts(a), Value::Parts(b)) if a.len() == b.len() => {
                let both = a.into_iter().zip(b);
                Value::Parts(
                    both.map(|(a, b)| self.joined(a, b, None, meeting))
                        .collect(),
                )
            }
            (Value::Integer(a), Value::Integer(b)) => {
                let both = self.symbols.bounds(&a).zip(self.symbols.bounds(&b));
                let range = both.map(|(a, b)| (a.0.min(b.0), a.1.max(b.1)));
                Value::Integer(Number::Symbol(self.symbols.make(lost, range)))
            }
            (Value::Pointer(then), Value::Pointer(otherwise)) => {
                let symbol = self.symbols.make(lost, None);
                if let Some(condition) = meeting.parted.clone() {
                    let either = Either {
                        condition,
                        then,
                        otherwise,
                    };
                    self.either.insert(symbol, either);
                }
                Value::pointer(Base::Unknown {
                    symbol,
                    early: false,
                })
            }
            _ => match ty {
                Some(ty) => self.any(ty, &lost, 0),
                None => Value::Unknown(why),
            },
        }
    }
}

/// Numbers with more parts are no choices.
const LARGEST: usize = 60;

/// One of two numbers, where it is known what tells which.
fn chosen(a: &Value, b: &Value, meeting: &Meeting) -> Option<Value> {
    let (Value::Integer(a), Value::Integer(b)) = (a, b) else {
        return None;
    };
    let fact = meeting.parted.as_ref()?;
    let number = Number::choice(fact.clone(), a.clone(), b.clone());
    (number.size() <= LARGEST).then_some(Value::Integer(number))
}
