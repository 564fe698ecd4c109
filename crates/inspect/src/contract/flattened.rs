//! Rows of rows in one sum of products: in `image * height * width + y * width + x` a plane has `height` rows, because what
//! is multiplied by `height * width` comes beside what is multiplied by `width`.

use super::linear::{Sum, Values};
use super::within::{factors, plain};
use kernel_graph::{Expr, LocalId};
use std::collections::{BTreeMap, BTreeSet};

/// No deeper into a product.
const DEPTH: u32 = 12;

/// What the parts of a sum have beside the parameters by which they are multiplied, by these.
type Levels = BTreeMap<Vec<LocalId>, Sum>;

/// The parameters that are lengths in a sum of these parts, each with what lies along it.
pub(super) fn lengths(
    parts: &[&Expr],
    (values, params): (&Values<'_>, &BTreeSet<LocalId>),
) -> Vec<(LocalId, Sum)> {
    let levels = levels(parts, (values, params));
    let each = levels.keys().flat_map(|of_rows| {
        let levels = &levels;
        of_rows.iter().enumerate().filter_map(move |(at, length)| {
            let mut along = of_rows.clone();
            along.remove(at);
            Some((*length, levels.get(&along)?.clone()))
        })
    });
    each.collect()
}

fn levels(parts: &[&Expr], (values, params): (&Values<'_>, &BTreeSet<LocalId>)) -> Levels {
    let mut levels = Levels::new();
    for part in parts {
        let mut product = Product::default();
        product.take(part, (values, params), DEPTH);
        let level = levels.entry(product.sorted()).or_default();
        *level = std::mem::take(level).plus(&product.rest(values), 1);
    }
    levels
}

/// A product of parameters and of what else is in it.
#[derive(Default)]
struct Product<'e> {
    params: Vec<LocalId>,
    others: Vec<&'e Expr>,
}

impl<'e> Product<'e> {
    fn take(
        &mut self,
        expr: &'e Expr,
        (values, params): (&Values<'e>, &BTreeSet<LocalId>),
        depth: u32,
    ) {
        let expr = plain(expr, values);
        let local = values.sum(expr).only_value();
        if let Some(local) = local.filter(|local| params.contains(local)) {
            self.params.push(local);
            return;
        }
        match (factors(expr, values).first(), depth.checked_sub(1)) {
            (Some((one, other)), Some(deeper)) => {
                self.take(one, (values, params), deeper);
                self.take(other, (values, params), deeper);
            }
            _ => self.others.push(expr),
        }
    }

    fn sorted(&self) -> Vec<LocalId> {
        let mut params = self.params.clone();
        params.sort_unstable();
        params
    }

    /// What it is beside the parameters.
    fn rest(&self, values: &Values<'_>) -> Sum {
        let one = Sum::literal(1);
        let each = self.others.iter().map(|expr| values.sum(expr));
        each.fold(one, |product, sum| product.times(&sum))
    }
}
