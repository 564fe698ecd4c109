//! Quantifiers whose variables nothing bounds: what one instance decides.
//!
//! That all instances are so cannot be seen in a run. But one that is not decides the quantifier,
//! so a few values are tried.

use super::quantifier::{Assignment, Quantified};
use super::{Cx, Evaluated, restore};
use crate::machine::Machine;
use crate::value::Value;
use num_bigint::BigInt;
use spec_lang::ast::QuantifierKind;
use spec_lang::resolve::Type;
use std::collections::BTreeSet;

/// How many values of one variable are tried.
const VALUES: usize = 24;

/// How many instances are tried.
const INSTANCES: usize = 600;

impl<'p> Machine<'p> {
    /// The value of the quantifier if one of a few instances decides it; none if not, or if there
    /// are no values to try.
    pub(super) fn sampled(
        &self,
        cx: &mut Cx<'_>,
        quantified: Quantified<'_>,
    ) -> Evaluated<Option<bool>> {
        let Quantified {
            kind,
            binders,
            range,
            body,
        } = quantified;
        let decides = match kind {
            QuantifierKind::Forall => false,
            QuantifierKind::Exists => true,
            _ => return Ok(None),
        };
        let mut all: Vec<Assignment> = vec![Vec::new()];
        for binder in binders {
            if binder.range.is_some() || binder.from.is_some() {
                return Ok(None);
            }
            let values = match self.tables.declared(binder.id) {
                Type::Int => self.near(cx),
                Type::Boolean => vec![Value::Bool(false), Value::Bool(true)],
                _ => return Ok(None),
            };
            let longer = all.iter().flat_map(|some| {
                values.iter().map(|value| {
                    let mut some = some.clone();
                    some.push((binder.id, value.clone()));
                    some
                })
            });
            all = longer.take(INSTANCES).collect();
        }
        let saved: Vec<_> = binders
            .iter()
            .map(|binder| (binder.id, cx.frame.locals.get(&binder.id).cloned()))
            .collect();
        let mut result = Ok(None);
        for some in all {
            cx.frame.locals.extend(some);
            let instance = self.step().and_then(|()| {
                Ok(self.in_range(cx, binders, range)? && self.truth(cx, body)? == decides)
            });
            match instance {
                Ok(false) => {}
                Ok(true) => {
                    result = Ok(Some(decides));
                    break;
                }
                Err(stop) => {
                    result = Err(stop);
                    break;
                }
            }
        }
        for (id, before) in saved {
            restore(cx.frame, id, before);
        }
        result
    }

    /// Integers that are around: small ones, and those in locals.
    fn near(&self, cx: &Cx<'_>) -> Vec<Value> {
        let mut found: BTreeSet<BigInt> = (-2..=6).map(BigInt::from).collect();
        let mut locals: Vec<_> = cx.frame.locals.iter().collect();
        locals.sort_by_key(|(id, _)| id.0);
        for (_, value) in locals {
            let parts: Vec<&Value> = match value {
                Value::Int(_) => vec![value],
                Value::Seq(values) => values.iter().take(VALUES).collect(),
                Value::Set(values) => values.iter().take(VALUES).collect(),
                Value::Bag(values) => values.keys().take(VALUES).collect(),
                Value::Map(values) => values.keys().take(VALUES).collect(),
                _ => Vec::new(),
            };
            for number in parts.into_iter().filter_map(Value::as_int) {
                if found.len() < VALUES {
                    found.insert(number.clone());
                }
            }
        }
        found.into_iter().map(Value::Int).collect()
    }
}
