//! Assertions, taken apart to what Viper can quantify over: a formula or one permission, under
//! guards, for all values of some variables.

use super::defined::{Condition, both, under};
use super::expr::reads_heap;
use super::triggers::is_trigger;
use super::writer::{Meaning, Text, Writer, gap};
use core_lang::{
    Amount, Assertion, AssertionKind, Builtin, DataType, Expr, ExprKind, LocalId, Location,
};
use std::collections::BTreeSet;
use text::span::Span;

/// Variables bound around a part of an assertion, and the guards there.
#[derive(Clone, Debug, Default)]
pub(super) struct Around {
    /// The variables with their sorts.
    pub binders: Vec<(LocalId, String)>,
    /// The guards, with what must hold for each.
    pub guards: Vec<Guard>,
    /// Ranges of thread identifiers: variable, low, high.
    pub ranges: Vec<(LocalId, String, String)>,
}

/// A guard.
#[derive(Clone, Debug)]
pub(super) struct Guard {
    pub text: String,
    pub defined: Condition,
    pub depends: BTreeSet<LocalId>,
    /// The variable whose range this is half of.
    pub range_of: Option<LocalId>,
    /// The variable that has only this value here.
    pub pins: Option<(LocalId, String)>,
}

/// The parts of an assertion as Viper has them, in order.
pub(super) type Parts = Vec<String>;

impl Writer<'_> {
    /// An assertion with what it needs asserted on the way.
    pub(crate) fn assertion(&mut self, assertion: &Assertion) -> Text<Parts> {
        self.parts_around(assertion, &Around::default(), true)
    }

    /// An assertion that was seen to be well defined.
    pub(crate) fn granted(&mut self, assertion: &Assertion) -> Text<Parts> {
        self.parts_around(assertion, &Around::default(), false)
    }

    /// An assertion for all values of variables under guards.
    pub(crate) fn parts_around(
        &mut self,
        assertion: &Assertion,
        around: &Around,
        check: bool,
    ) -> Text<Parts> {
        let mut parts = Parts::new();
        let saved = self.meanings.clone();
        let done = self.part(assertion, around, check, &mut parts);
        self.meanings = saved;
        done.map(|()| parts)
    }

    /// An assertion as one condition that is shown; none if it is empty.
    pub(crate) fn shown(&mut self, assertion: &Assertion) -> Text<Condition> {
        let parts = self.assertion(assertion)?;
        Ok((!parts.is_empty()).then(|| format!("({})", parts.join(" && "))))
    }

    /// A guard, conjunct by conjunct.
    fn guards(&mut self, e: &Expr) -> Text<Vec<Guard>> {
        if let ExprKind::And(operands) = &e.kind {
            let mut guards = Vec::new();
            for operand in operands {
                guards.extend(self.guards(operand)?);
            }
            return Ok(guards);
        }
        Ok(vec![Guard {
            text: self.expr(e)?,
            defined: self.defined(e)?,
            depends: self.depends(e),
            range_of: None,
            pins: self.pinned(e)?,
        }])
    }

    /// `x == e` where `x` is a variable on which `e` does not depend.
    fn pinned(&mut self, e: &Expr) -> Text<Option<(LocalId, String)>> {
        let ExprKind::Apply(Builtin::Eq, operands) = &e.kind else {
            return Ok(None);
        };
        let [a, b] = operands.as_slice() else {
            return Ok(None);
        };
        for (variable, value) in [(a, b), (b, a)] {
            if let ExprKind::Local(local) = variable.kind
                && !self.depends(value).contains(&local)
            {
                return Ok(Some((local, self.expr(value)?)));
            }
        }
        Ok(None)
    }

    fn part(
        &mut self,
        assertion: &Assertion,
        around: &Around,
        check: bool,
        out: &mut Parts,
    ) -> Text<()> {
        match &assertion.kind {
            AssertionKind::Pure(formula) => {
                let defined = self.defined(formula)?;
                let text = self.expr(formula)?;
                self.condition(around, defined, check, out);
                if text != "true" && self.values_at.is_none() {
                    let (around, _) = once(around, &self.depends(formula));
                    out.push(closed(&around, &text));
                }
            }
            AssertionKind::Star(parts) => {
                for part in parts {
                    self.part(part, around, check, out)?;
                }
            }
            AssertionKind::Implies(condition, body) => {
                let mut inner = around.clone();
                inner.guards.extend(self.guards(condition)?);
                self.part(body, &inner, check, out)?;
            }
            AssertionKind::Ite(condition, a, b) => {
                let mut inner = around.clone();
                inner.guards.extend(self.guards(condition)?);
                self.part(a, &inner, check, out)?;
                let mut inner = around.clone();
                inner.guards.push(Guard {
                    text: format!("!{}", self.expr(condition)?),
                    defined: self.defined(condition)?,
                    depends: self.depends(condition),
                    range_of: None,
                    pins: None,
                });
                self.part(b, &inner, check, out)?;
            }
            AssertionKind::Forall {
                variables,
                guard,
                body,
                ..
            } => {
                let mut inner = around.clone();
                let saved = self.meanings.clone();
                for variable in variables {
                    let binder = self.bind(*variable, assertion.span)?;
                    inner.binders.push((*variable, binder));
                }
                inner.guards.extend(self.guards(guard)?);
                self.part(body, &inner, check, out)?;
                self.meanings = saved;
            }
            AssertionKind::Let(local, value, body) => {
                let mut looks_back = false;
                body.visit(&mut |e| looks_back |= matches!(e.kind, ExprKind::Old(..)));
                if looks_back && reads_heap(value) {
                    return gap(
                        assertion.span,
                        "`\\let` of a value that is read, with `\\old`",
                    );
                }
                let defined = self.defined(value)?;
                self.condition(around, defined, check, out);
                let meaning = Meaning {
                    depends: self.depends(value),
                    text: format!("({})", self.expr(value)?),
                };
                let saved = self.meanings.clone();
                self.meanings.insert(*local, meaning);
                self.part(body, around, check, out)?;
                self.meanings = saved;
            }
            AssertionKind::Permission(location, amount) => {
                self.permissions(location, amount, assertion.span, (around, check), out)?;
            }
        }
        Ok(())
    }

    /// One permission for all values of the variables around it; where the values at a state are asked for,
    /// that they are these.
    fn permissions(
        &mut self,
        location: &Location,
        amount: &Amount,
        span: Span,
        (around, check): (&Around, bool),
        out: &mut Parts,
    ) -> Text<()> {
        let defined = both(
            self.location_defined(location)?,
            self.amount_defined(amount)?,
        );
        self.condition(around, defined, check, out);
        let place = self.location(location, span)?;
        let mut at = BTreeSet::new();
        location.visit(&mut |e| self.add_local(e, &mut at));
        let (mut size, elsewhere) = match amount {
            Amount::Exact(amount) => (self.expr(amount)?, self.depends(amount)),
            Amount::Wildcard => ("wildcard".to_owned(), BTreeSet::new()),
        };
        if let Some(state) = self.values_at.clone() {
            // Of many cells at a computed index Silicon does not see that all
            // threads held them there; nothing is known of those values then.
            let clear = match location {
                Location::Field(..) => true,
                Location::Element(_, index, _) => {
                    around.binders.is_empty() || is_trigger(index, false)
                }
                Location::Predicate(..) => false,
            };
            if clear {
                let mut same = format!("{place} == old[{state}]({place})");
                if !matches!(
                    (amount, size.as_str()),
                    (Amount::Wildcard, _) | (_, "write")
                ) {
                    same = format!("(none < {size} ==> {same})");
                }
                out.push(closed(around, &same));
            }
            return Ok(());
        }
        at.extend(elsewhere);
        let (around, times) = once(around, &at);
        if size != "wildcard" {
            for factor in times {
                size = format!("({factor} * {size})");
            }
        }
        out.push(closed(&around, &format!("acc({place}, {size})")));
        Ok(())
    }

    /// What must hold there, as a part of its own; it gives and takes nothing.
    fn condition(&mut self, around: &Around, defined: Condition, check: bool, out: &mut Parts) {
        if !check {
            return;
        }
        let mut condition = defined;
        for guard in around.guards.iter().rev() {
            condition = both(guard.defined.clone(), under(&guard.text, condition));
        }
        let Some(condition) = condition else { return };
        let condition = quantified(around, &condition);
        let part = format!("(asserting ({condition}) in true)");
        if !out.contains(&part) {
            out.push(part);
        }
    }

    /// What holds of a value by its type.
    pub(crate) fn typing(&self, data: &DataType, value: &str) -> Option<String> {
        match data {
            DataType::Plain => None,
            DataType::Fraction => Some(format!("(none < {value} && {value} <= write)")),
            DataType::ZeroPermission => Some(format!("(none <= {value} && {value} <= write)")),
            DataType::Enum(count) => Some(format!("(0 <= {value} && {value} < {count})")),
        }
    }
}

fn quantified(around: &Around, text: &str) -> String {
    if around.binders.is_empty() {
        return text.to_owned();
    }
    let binders: Vec<&str> = around
        .binders
        .iter()
        .map(|(_, binder)| binder.as_str())
        .collect();
    format!("(forall {} :: {text})", binders.join(", "))
}

/// What does not mention a thread identifier is needed once per thread: without the
/// identifier where there is a thread at all, and how many threads there are.
fn once(around: &Around, mentioned: &BTreeSet<LocalId>) -> (Around, Vec<String>) {
    let mut around = around.clone();
    let mut times = Vec::new();
    for (thread, low, high) in around.ranges.clone() {
        let in_guards = around
            .guards
            .iter()
            .any(|guard| guard.range_of.is_none() && guard.depends.contains(&thread));
        if mentioned.contains(&thread) || in_guards {
            continue;
        }
        around.binders.retain(|(bound, _)| *bound != thread);
        around.guards.retain(|guard| guard.range_of != Some(thread));
        let exists = Guard {
            text: format!("{low} < {high}"),
            defined: None,
            depends: BTreeSet::new(),
            range_of: None,
            pins: None,
        };
        around.guards.insert(0, exists);
        times.push(match low.as_str() {
            "0" => high,
            _ => format!("({high} - {low})"),
        });
    }
    (around, times)
}

/// The text with an identifier replaced.
fn replaced(text: &str, name: &str, value: &str) -> String {
    let mut result = String::new();
    let mut word = String::new();
    for c in text.chars().chain(['\0']) {
        if c.is_ascii_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        result.push_str(if word == name { value } else { &word });
        word.clear();
        if c != '\0' {
            result.push(c);
        }
    }
    result
}

/// A part under its guards and quantifiers. A variable with only one value is replaced.
fn closed(around: &Around, text: &str) -> String {
    let mut around = around.clone();
    let mut text = text.to_owned();
    while let Some((at, variable, value)) =
        around
            .guards
            .iter()
            .enumerate()
            .find_map(|(at, guard)| match &guard.pins {
                Some((variable, value))
                    if around.binders.iter().any(|(bound, _)| bound == variable) =>
                {
                    Some((at, *variable, value.clone()))
                }
                _ => None,
            })
    {
        around.guards.remove(at);
        let name = around
            .binders
            .iter()
            .find(|(bound, _)| *bound == variable)
            .and_then(|(_, binder)| binder.split(':').next())
            .unwrap_or_default()
            .to_owned();
        around.binders.retain(|(bound, _)| *bound != variable);
        text = replaced(&text, &name, &value);
        for guard in &mut around.guards {
            guard.text = replaced(&guard.text, &name, &value);
            guard.pins = None;
        }
    }
    let guards: Vec<&str> = around
        .guards
        .iter()
        .map(|guard| guard.text.as_str())
        .filter(|guard| *guard != "true")
        .collect();
    let text = match guards.as_slice() {
        [] => text,
        [guard] => format!("({guard} ==> {text})"),
        guards => format!("({} ==> {text})", guards.join(" && ")),
    };
    quantified(&around, &text)
}
