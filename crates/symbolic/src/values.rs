//! Which values an integer may have, as far as its term and the conditions that hold say.

use crate::arith::{mask, signed};
use crate::term::{Arena, Op, TermId};
use kernel_graph::{BinaryOp, UnaryOp};
use rustc_hash::FxHashMap;

/// Deeper terms may have any value of their width.
const DEEPEST: u32 = 40;

/// So many conditions are asked.
const MOST_KNOWN: usize = 64;

/// Conditions that hold, or do not.
pub(crate) type Known = Vec<(TermId, bool)>;

/// `least`, `least + step` and so on up to `most`; a single value has step 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Values {
    pub least: i128,
    pub most: i128,
    pub step: i128,
}

fn gcd(a: i128, b: i128) -> i128 {
    match b {
        0 => a.abs(),
        b => gcd(b, a.rem_euclid(b.abs().max(1))),
    }
}

impl Values {
    fn one(value: i128) -> Values {
        Values::from(value, value, 0)
    }

    fn from(least: i128, most: i128, step: i128) -> Values {
        let step = if least == most { 0 } else { step.max(1) };
        Values { least, most, step }
    }

    /// All values of a width.
    fn all(width: u32, is_signed: bool) -> Values {
        let width = width.clamp(1, 120);
        match is_signed {
            true => Values::from(-(1 << (width - 1)), (1 << (width - 1)) - 1, 1),
            false => Values::from(0, (1 << width) - 1, 1),
        }
    }

    fn is_within(&self, other: &Values) -> bool {
        other.least <= self.least && self.most <= other.most
    }

    /// How many they are at most.
    pub(crate) fn count(&self) -> i128 {
        match self.step {
            0 => 1,
            step => (self.most - self.least) / step + 1,
        }
    }

    /// The values, from the least on.
    pub(crate) fn each(self) -> impl Iterator<Item = i128> {
        (0..self.count()).map(move |at| self.least + at * self.step)
    }

    /// Those from `least` to `most`; all where that leaves none, for then nobody gets here.
    fn between(self, least: i128, most: i128) -> Values {
        let step = self.step.max(1);
        let up = (least - self.least).max(0);
        let first = self.least + (up + step - 1) / step * step;
        let last = self.most.min(most);
        let last = first + (last - first).max(0) / step * step;
        match first <= self.most && first <= last && last <= most.max(first) && first <= most {
            true => Values::from(first, last, step),
            false => self,
        }
    }

    /// Both.
    fn or(self, other: Values) -> Values {
        let step = gcd(gcd(self.step, other.step), self.least - other.least);
        Values::from(self.least.min(other.least), self.most.max(other.most), step)
    }
}

/// The values that a term may have as a signed or unsigned integer, where these conditions hold.
pub(crate) fn values(arena: &Arena, id: TermId, is_signed: bool, known: &mut Known) -> Values {
    let mut memo = Memo::default();
    of(arena, id, is_signed, (known, &mut memo, DEEPEST))
}

/// What was found under the same conditions.
type Memo = FxHashMap<(TermId, bool), Values>;

fn of(
    arena: &Arena,
    id: TermId,
    is_signed: bool,
    (known, memo, depth): (&mut Known, &mut Memo, u32),
) -> Values {
    if let Some(found) = memo.get(&(id, is_signed)) {
        return *found;
    }
    let width = arena.width(id);
    let all = Values::all(width, is_signed);
    let own = shape(arena, id, is_signed, (known, memo, depth));
    let own = own.filter(|own| own.is_within(&all)).or_else(|| {
        // A value that is not negative is the same one either way.
        let other = shape(arena, id, !is_signed, (known, memo, depth))?;
        let both = Values::from(0, Values::all(width, true).most, 1);
        other.is_within(&both).then_some(other)
    });
    let mut found = own.unwrap_or(all);
    for (least, most) in bounds(arena, id, is_signed, known) {
        found = found.between(least, most);
    }
    memo.insert((id, is_signed), found);
    found
}

/// What the shape of a term says; none where that is nothing.
fn shape(
    arena: &Arena,
    id: TermId,
    is_signed: bool,
    (known, memo, depth): (&mut Known, &mut Memo, u32),
) -> Option<Values> {
    let depth = depth.checked_sub(1)?;
    let width = arena.width(id);
    let number = |bits: u128| match is_signed {
        true => Some(signed(bits, width)),
        false => i128::try_from(bits).ok(),
    };
    if let Some(bits) = arena.bits(id) {
        return Some(Values::one(number(bits)?));
    }
    let node = arena.node(id);
    match (node.op()?, node.args()) {
        (Op::ZeroExtend, [a]) => Some(of(arena, *a, false, (known, memo, depth))),
        (Op::SignExtend, [a]) => Some(of(arena, *a, true, (known, memo, depth))),
        (Op::Extract(0), [a]) => {
            let inner = of(arena, *a, is_signed, (known, memo, depth));
            inner
                .is_within(&Values::all(width, is_signed))
                .then_some(inner)
        }
        (Op::Ite, [condition, a, b]) => {
            let mut side = |holds: bool, id: TermId| {
                known.push((*condition, holds));
                let found = of(arena, id, is_signed, (known, &mut Memo::default(), depth));
                known.pop();
                found
            };
            Some(side(true, *a).or(side(false, *b)))
        }
        (Op::Unary(UnaryOp::PopCount), [_]) => Some(Values::from(0, i128::from(width), 1)),
        (Op::Binary(op), [a, b]) => {
            let x = of(arena, *a, is_signed, (known, memo, depth));
            let y = of(arena, *b, is_signed, (known, memo, depth));
            two(op, (x, y), is_signed)
        }
        _ => None,
    }
}

fn two(op: BinaryOp, (x, y): (Values, Values), is_signed: bool) -> Option<Values> {
    let divisor = (y.step == 0 && y.least > 0).then_some(y.least);
    match op {
        BinaryOp::Add => Some(Values::from(
            x.least.checked_add(y.least)?,
            x.most.checked_add(y.most)?,
            gcd(x.step, y.step),
        )),
        BinaryOp::Sub => Some(Values::from(
            x.least.checked_sub(y.most)?,
            x.most.checked_sub(y.least)?,
            gcd(x.step, y.step),
        )),
        BinaryOp::Mul => {
            let corners = [
                x.least.checked_mul(y.least)?,
                x.least.checked_mul(y.most)?,
                x.most.checked_mul(y.least)?,
                x.most.checked_mul(y.most)?,
            ];
            let least = corners.iter().min()?;
            let most = corners.iter().max()?;
            let step = match (x.step, y.step) {
                (step, 0) => step.checked_mul(y.least.abs())?,
                (0, step) => step.checked_mul(x.least.abs())?,
                _ => 1,
            };
            Some(Values::from(*least, *most, step))
        }
        BinaryOp::And if y.step == 0 && y.least >= 0 => Some(Values::from(0, y.least, 1)),
        BinaryOp::RemUnsigned if !is_signed => {
            let by = divisor?;
            Some(if x.most < by {
                x
            } else {
                Values::from(0, by - 1, 1)
            })
        }
        BinaryOp::RemSigned if is_signed => {
            let by = divisor?;
            Some(match x.least >= 0 {
                true if x.most < by => x,
                true => Values::from(0, by - 1, 1),
                false => Values::from(1 - by, by - 1, 1),
            })
        }
        BinaryOp::DivUnsigned if !is_signed => {
            let by = divisor?;
            Some(Values::from(x.least / by, x.most / by, 1))
        }
        BinaryOp::DivSigned if is_signed && x.least >= 0 => {
            let by = divisor?;
            Some(Values::from(x.least / by, x.most / by, 1))
        }
        BinaryOp::MinSigned if is_signed => least_of(x, y),
        BinaryOp::MinUnsigned if !is_signed => least_of(x, y),
        BinaryOp::MaxSigned if is_signed => greatest_of(x, y),
        BinaryOp::MaxUnsigned if !is_signed => greatest_of(x, y),
        _ => None,
    }
}

fn least_of(x: Values, y: Values) -> Option<Values> {
    Some(Values::from(x.least.min(y.least), x.most.min(y.most), 1))
}

fn greatest_of(x: Values, y: Values) -> Option<Values> {
    Some(Values::from(x.least.max(y.least), x.most.max(y.most), 1))
}

/// The bounds that conditions say of a term.
fn bounds(arena: &Arena, id: TermId, is_signed: bool, known: &Known) -> Vec<(i128, i128)> {
    const FAR: i128 = 1 << 121;
    let mut found = Vec::new();
    let mut open: Vec<(TermId, bool)> = known.iter().rev().take(MOST_KNOWN).copied().collect();
    let width = arena.width(id);
    let top = (mask(width) >> 1).cast_signed();
    while let Some((condition, holds)) = open.pop() {
        let node = arena.node(condition);
        let (op, args) = match (node.op(), node.args()) {
            (Some(Op::Unary(UnaryOp::Not)), [inner]) => {
                open.push((*inner, !holds));
                continue;
            }
            (Some(Op::Binary(BinaryOp::And)), [a, b]) if holds && arena.width(*a) == 1 => {
                open.extend([(*a, true), (*b, true)]);
                continue;
            }
            (Some(Op::Binary(BinaryOp::Or)), [a, b]) if !holds && arena.width(*a) == 1 => {
                open.extend([(*a, false), (*b, false)]);
                continue;
            }
            (Some(op), [a, b]) => (op, (*a, *b)),
            _ => continue,
        };
        let as_signed = match op {
            Op::LessSigned => true,
            Op::LessUnsigned => false,
            Op::Equal => is_signed,
            _ => continue,
        };
        let number = |other: TermId| {
            let bits = arena.bits(other)?;
            match as_signed {
                true => Some(signed(bits, width)),
                false => i128::try_from(bits).ok(),
            }
        };
        let (least, most) = match (op, args, holds) {
            (Op::Equal, (a, b), true) if a == id => match number(b) {
                Some(n) => (n, n),
                None => continue,
            },
            (Op::LessSigned | Op::LessUnsigned, (a, b), _) if a == id => match (number(b), holds) {
                (Some(n), true) => (-FAR, n - 1),
                (Some(n), false) => (n, FAR),
                (None, _) => continue,
            },
            (Op::LessSigned | Op::LessUnsigned, (a, b), _) if b == id => match (number(a), holds) {
                (Some(n), true) => (n + 1, FAR),
                (Some(n), false) => (-FAR, n),
                (None, _) => continue,
            },
            _ => continue,
        };
        match (as_signed, is_signed) {
            (true, true) | (false, false) => found.push((least, most)),
            // Below half of all values both are the same.
            (false, true) if most <= top => found.push((least.max(0), most)),
            (false, true) | (true, false) => {}
        }
    }
    found
}

/// The condition under which a term has a value, as one on what the value is computed from; none where it never has.
pub(crate) fn has_value(
    arena: &mut Arena,
    mut id: TermId,
    value: i128,
    known: &mut Known,
) -> Option<TermId> {
    let mut bits = value.cast_unsigned() & mask(arena.width(id));
    loop {
        let width = arena.width(id);
        let node = arena.node(id);
        let next = match (node.op(), node.args()) {
            (Some(Op::ZeroExtend), [a]) => {
                let a = *a;
                (bits <= mask(arena.width(a))).then_some(())?;
                (a, bits)
            }
            (Some(Op::SignExtend), [a]) => {
                let a = *a;
                let narrow = bits & mask(arena.width(a));
                (signed(narrow, arena.width(a)) == signed(bits, width)).then_some(())?;
                (a, narrow)
            }
            (Some(Op::Binary(BinaryOp::Add)), [a, b]) => match arena.bits(*b) {
                Some(by) => (*a, bits.wrapping_sub(by) & mask(width)),
                None => break,
            },
            (Some(Op::Binary(BinaryOp::Mul)), [a, b]) => {
                let a = *a;
                let Some(by) = arena
                    .bits(*b)
                    .map(|by| signed(by, width))
                    .filter(|by| *by > 0)
                else {
                    break;
                };
                let of = values(arena, a, true, known);
                let all = Values::all(width, true);
                let fits = |n: i128| {
                    n.checked_mul(by)
                        .is_some_and(|n| all.least <= n && n <= all.most)
                };
                if !fits(of.least) || !fits(of.most) {
                    break;
                }
                let value = signed(bits, width);
                (value % by == 0).then_some(())?;
                (a, (value / by).cast_unsigned() & mask(width))
            }
            _ => break,
        };
        (id, bits) = next;
    }
    let width = arena.width(id);
    let constant = arena.constant(bits, width);
    Some(arena.equal(id, constant))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{Leaf, Node};

    fn input(arena: &mut Arena, width: u32) -> TermId {
        arena.make(Node::Leaf(Leaf::Input(0, 0)), width)
    }

    #[test]
    fn values_follow_from_shapes() {
        let mut arena = Arena::default();
        let byte = input(&mut arena, 8);
        let wide = arena.extended(byte, 64, false);
        let four = arena.constant(4, 64);
        let times = arena.binary(BinaryOp::Mul, wide, four);
        let by = arena.binary(BinaryOp::Add, times, four);
        let found = values(&arena, by, true, &mut Known::new());
        assert_eq!((found.least, found.most, found.step), (4, 1024, 4));
        let found = has_value(&mut arena, by, 12, &mut Known::new());
        let two = arena.constant(2, 8);
        assert_eq!(found, Some(arena.equal(byte, two)));
        assert_eq!(has_value(&mut arena, by, 13, &mut Known::new()), None);
    }

    #[test]
    fn values_follow_from_conditions() {
        let mut arena = Arena::default();
        let x = input(&mut arena, 32);
        let (zero, eight) = (arena.constant(0, 32), arena.constant(8, 32));
        let negative = arena.less(x, zero, true);
        let below = arena.less(x, eight, true);
        let mut known = vec![(negative, false), (below, true)];
        let found = values(&arena, x, true, &mut known);
        assert_eq!((found.least, found.most), (0, 7));
        // A difference may wrap.
        let less = arena.binary(BinaryOp::Sub, x, eight);
        let found = values(&arena, less, false, &mut known);
        assert_eq!(found.count(), 1 << 32);
        let found = values(&arena, x, true, &mut vec![(below, true)]);
        assert_eq!(found.most, 7);
        assert!(found.least < -(1 << 30));
    }
}
