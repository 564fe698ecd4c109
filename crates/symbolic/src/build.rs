//! Terms made so that what is certainly the same has one shape. Nothing here changes the bits of a value: what does so by
//! another order of additions is a matter of the normal forms.

use crate::arith::{self, mask};
use crate::float;
use crate::term::{Arena, Float, Leaf, Node, Op, TermId};
use kernel_graph::{BinaryOp, FloatFormat, UnaryOp};

/// Width of a Boolean.
pub(crate) const TRUTH: u32 = 1;

impl Arena {
    /// A truth value.
    pub fn truth(&mut self, holds: bool) -> TermId {
        self.constant(u128::from(holds), TRUTH)
    }

    /// An operation with one integer.
    pub fn unary(&mut self, op: UnaryOp, a: TermId) -> TermId {
        let width = self.width(a);
        if let Some(bits) = self.bits(a) {
            let bits = arith::unary(op, bits, width);
            return self.constant(bits, width);
        }
        if op == UnaryOp::PopCount
            && let Some(count) = self.count_of(a, width)
        {
            return count;
        }
        if let (UnaryOp::Not | UnaryOp::Neg, Node::Few(Op::Unary(inner), [b, ..], _)) =
            (op, self.node(a))
            && *inner == op
        {
            return *b;
        }
        self.apply(Op::Unary(op), &[a], width)
    }

    /// How many bits of a value made of several are set, as a sum of so many bits; none of one that is made otherwise.
    fn count_of(&mut self, a: TermId, width: u32) -> Option<TermId> {
        let mut open = vec![a];
        let mut sum = self.constant(0, width);
        let mut is_made = false;
        while let Some(part) = open.pop() {
            if let Some(bits) = self.bits(part) {
                let count = self.constant(u128::from(bits.count_ones()), width);
                sum = self.binary(BinaryOp::Add, sum, count);
                continue;
            }
            match self.node(part) {
                Node::Few(Op::Concat, [below, above, _], _) => {
                    open.extend([*above, *below]);
                    is_made = true;
                }
                Node::Few(Op::ZeroExtend, [inner, ..], _) => {
                    open.push(*inner);
                    is_made = true;
                }
                _ => {
                    let own = self.width(part);
                    // A sum of all bits has room in as many bits as there are, but for very few.
                    let count = match own {
                        1 => part,
                        _ => self.apply(Op::Unary(UnaryOp::PopCount), &[part], own),
                    };
                    let count = self.extended(count, width, false);
                    sum = self.binary(BinaryOp::Add, sum, count);
                }
            }
        }
        (is_made && width >= 8).then_some(sum)
    }

    /// An operation on other operands than those for which it was made, as simple as it is then.
    pub(crate) fn applied(&mut self, op: Op, args: &[TermId], width: u32) -> TermId {
        match (op, args) {
            (Op::Unary(op), [a]) => self.unary(op, *a),
            (Op::Binary(op), [a, b]) => self.binary(op, *a, *b),
            (Op::Equal, [a, b]) => self.equal(*a, *b),
            (Op::LessSigned, [a, b]) => self.less(*a, *b, true),
            (Op::LessUnsigned, [a, b]) => self.less(*a, *b, false),
            (Op::Ite, [c, a, b]) => self.ite(*c, *a, *b),
            (Op::Extract(low), [a]) => self.extract(*a, low, width),
            (Op::Concat, [a, b]) => self.concat(*a, *b),
            (Op::ZeroExtend, [a]) => self.extended(*a, width, false),
            (Op::SignExtend, [a]) => self.extended(*a, width, true),
            (Op::Float(op, format), _) => self.float(op, args, format),
            (Op::FromSigned(format), [a]) => self.from_integer(*a, true, format),
            (Op::FromUnsigned(format), [a]) => self.from_integer(*a, false, format),
            (Op::ToSigned(format), [a]) => self.to_integer(*a, format, width, true),
            (Op::ToUnsigned(format), [a]) => self.to_integer(*a, format, width, false),
            (Op::Convert(from, to), [a]) => self.convert(*a, from, to),
            // A loop has any number of operands, however few they are.
            (Op::Fold, _) => self.make(Node::Many(op, args.into()), width),
            _ => self.apply(op, args, width),
        }
    }

    /// Negation of a Boolean.
    pub fn not(&mut self, a: TermId) -> TermId {
        self.unary(UnaryOp::Not, a)
    }

    /// An operation of two integers of one width. An operation of known bits that the language leaves undefined stays as
    /// it is.
    pub fn binary(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        // As the machine does it.
        let op = match op.wrapping() {
            BinaryOp::AddSigned => BinaryOp::Add,
            BinaryOp::SubSigned => BinaryOp::Sub,
            BinaryOp::MulSigned => BinaryOp::Mul,
            op => op,
        };
        if let (Some(x), Some(y)) = (self.bits(a), self.bits(b))
            && let Ok(bits) = arith::binary(op, x, y, width)
        {
            return self.constant(bits, width);
        }
        let commutes = commutes(op);
        let (a, b) = if commutes && self.is_before(b, a) {
            (b, a)
        } else {
            (a, b)
        };
        if let Some(simple) = self.simple(op, a, b, width) {
            return simple;
        }
        self.apply(Op::Binary(op), &[a, b], width)
    }

    /// Constants stand last, other operands by their numbers.
    fn is_before(&self, a: TermId, b: TermId) -> bool {
        match (self.bits(a), self.bits(b)) {
            (None, Some(_)) => true,
            (Some(_), None) => false,
            _ => a < b,
        }
    }

    fn simple(&mut self, op: BinaryOp, a: TermId, b: TermId, width: u32) -> Option<TermId> {
        let all = mask(width);
        let right = self.bits(b);
        match (op, right) {
            (
                BinaryOp::Add
                | BinaryOp::Sub
                | BinaryOp::Or
                | BinaryOp::Xor
                | BinaryOp::ShiftLeft
                | BinaryOp::ShiftRightSigned
                | BinaryOp::ShiftRightUnsigned,
                Some(0),
            )
            | (BinaryOp::Mul | BinaryOp::DivSigned | BinaryOp::DivUnsigned, Some(1))
                if width > 1 || !matches!(op, BinaryOp::DivSigned | BinaryOp::DivUnsigned) =>
            {
                Some(a)
            }
            // Constants that are added one after the other.
            (BinaryOp::Add, Some(bits)) => match self.node(a) {
                Node::Few(Op::Binary(BinaryOp::Add), [x, y, _], _) => {
                    let (x, before) = (*x, self.bits(*y)?);
                    let sum = self.constant(before.wrapping_add(bits) & all, width);
                    Some(self.binary(BinaryOp::Add, x, sum))
                }
                _ => None,
            },
            (BinaryOp::Mul | BinaryOp::And, Some(0)) => Some(b),
            (BinaryOp::And, Some(bits)) if bits == all => Some(a),
            (BinaryOp::Or, Some(bits)) if bits == all => Some(b),
            (BinaryOp::And | BinaryOp::Or, _) if a == b => Some(a),
            (
                BinaryOp::MinSigned
                | BinaryOp::MinUnsigned
                | BinaryOp::MaxSigned
                | BinaryOp::MaxUnsigned,
                _,
            ) if a == b => Some(a),
            (BinaryOp::Xor | BinaryOp::Sub, _) if a == b => Some(self.constant(0, width)),
            (BinaryOp::Xor, Some(1)) if width == TRUTH => Some(self.not(a)),
            // Some of the bits.
            (BinaryOp::ShiftRightUnsigned, Some(by)) if by < u128::from(width) => {
                let by = u32::try_from(by).unwrap_or(0);
                let part = self.extract(a, by, width - by);
                Some(self.extended(part, width, false))
            }
            (BinaryOp::And, Some(bits))
                if bits & bits.wrapping_add(1) == 0 && bits != all && bits != 0 =>
            {
                let part = self.extract(a, 0, bits.count_ones());
                Some(self.extended(part, width, false))
            }
            // A shift by known bits is a product.
            (BinaryOp::ShiftLeft, Some(by)) if by < u128::from(width) => {
                let factor = self.constant(1u128 << by, width);
                Some(self.binary(BinaryOp::Mul, a, factor))
            }
            _ => None,
        }
    }

    /// Whether two values have the same bits.
    pub fn equal(&mut self, a: TermId, b: TermId) -> TermId {
        if a == b {
            return self.truth(true);
        }
        if let (Some(x), Some(y)) = (self.bits(a), self.bits(b)) {
            return self.truth(x == y);
        }
        let (a, b) = if self.is_before(b, a) { (b, a) } else { (a, b) };
        // An extended value is a constant where the value is.
        if let (Some(Op::ZeroExtend | Op::SignExtend), [inner], Some(bits)) =
            (self.node(a).op(), self.node(a).args(), self.bits(b))
        {
            let (inner, is_signed) = (*inner, self.node(a).op() == Some(Op::SignExtend));
            let (narrow, wide) = (self.width(inner), self.width(a));
            let low = bits & mask(narrow);
            let again = match is_signed {
                true => arith::signed(low, narrow).cast_unsigned() & mask(wide),
                false => low,
            };
            if again != bits {
                return self.truth(false);
            }
            let low = self.constant(low, narrow);
            return self.equal(inner, low);
        }
        if self.width(a) == TRUTH {
            return match self.bits(b) {
                Some(0) => self.not(a),
                Some(_) => a,
                None => self.apply(Op::Equal, &[a, b], TRUTH),
            };
        }
        self.apply(Op::Equal, &[a, b], TRUTH)
    }

    /// Whether the first is less.
    pub fn less(&mut self, a: TermId, b: TermId, is_signed: bool) -> TermId {
        if a == b {
            return self.truth(false);
        }
        let width = self.width(a);
        if let (Some(x), Some(y)) = (self.bits(a), self.bits(b)) {
            return self.truth(match is_signed {
                true => arith::signed(x, width) < arith::signed(y, width),
                false => x < y,
            });
        }
        let op = if is_signed {
            Op::LessSigned
        } else {
            Op::LessUnsigned
        };
        self.apply(op, &[a, b], TRUTH)
    }

    /// The second if the first holds, else the third.
    pub fn ite(&mut self, condition: TermId, then: TermId, otherwise: TermId) -> TermId {
        if then == otherwise {
            return then;
        }
        if let Some(bits) = self.bits(condition) {
            return if bits & 1 == 1 { then } else { otherwise };
        }
        if let Node::Few(Op::Unary(UnaryOp::Not), [inner, ..], _) = self.node(condition) {
            let inner = *inner;
            return self.ite(inner, otherwise, then);
        }
        // Of two values that are the same it makes no difference which one is chosen.
        if let (Some(Op::Equal), [a, b]) = (self.node(condition).op(), self.node(condition).args())
            && ((*a, *b) == (then, otherwise) || (*b, *a) == (then, otherwise))
        {
            return otherwise;
        }
        let then = self.under(condition, then, true);
        let otherwise = self.under(condition, otherwise, false);
        if then == otherwise {
            return then;
        }
        let width = self.width(then);
        if width == TRUTH {
            match (self.bits(then), self.bits(otherwise)) {
                (Some(1), Some(0)) => return condition,
                (Some(0), Some(1)) => return self.not(condition),
                (Some(1), None) => return self.binary(BinaryOp::Or, condition, otherwise),
                (None, Some(0)) => return self.binary(BinaryOp::And, condition, then),
                _ => {}
            }
        }
        match (self.bits(then), self.bits(otherwise)) {
            (Some(1), Some(0)) => return self.extended(condition, width, false),
            (Some(0), Some(1)) => {
                let turned = self.not(condition);
                return self.extended(turned, width, false);
            }
            _ => {}
        }
        // What is added under a condition is a choice of what is added.
        if let Some(by) = self.added(then, otherwise) {
            let zero = self.constant(0, width);
            let by = self.ite(condition, by, zero);
            return self.binary(BinaryOp::Add, otherwise, by);
        }
        for (sum, old, holds) in [(then, otherwise, true), (otherwise, then, false)] {
            if let Some((by, format)) = self.added_in_any_order(sum, old) {
                // A negative zero changes no sum.
                let nothing = self.constant(1 << (format.bits() - 1), width);
                let (a, b) = if holds { (by, nothing) } else { (nothing, by) };
                let by = self.ite(condition, a, b);
                return self.apply(Op::AnyOrder(format), &[old, by], width);
            }
        }
        if let Some(by) = self.added(otherwise, then) {
            let zero = self.constant(0, width);
            let by = self.ite(condition, zero, by);
            return self.binary(BinaryOp::Add, then, by);
        }
        self.apply(Op::Ite, &[condition, then, otherwise], width)
    }

    /// What is added to an integer to make another, if that is how it is made.
    fn added(&self, sum: TermId, to: TermId) -> Option<TermId> {
        match self.node(sum) {
            Node::Few(Op::Binary(BinaryOp::Add), [a, b, _], _) if *a == to => Some(*b),
            Node::Few(Op::Binary(BinaryOp::Add), [a, b, _], _) if *b == to => Some(*a),
            _ => None,
        }
    }

    /// What atomic additions add to a float, if that is how another is made.
    fn added_in_any_order(&self, sum: TermId, to: TermId) -> Option<(TermId, FloatFormat)> {
        match self.node(sum) {
            Node::Few(Op::AnyOrder(format), [a, b, _], _) if *a == to => Some((*b, *format)),
            _ => None,
        }
    }

    /// A branch of a choice without another choice by the same condition.
    fn under(&self, condition: TermId, branch: TermId, holds: bool) -> TermId {
        match self.node(branch) {
            Node::Few(Op::Ite, [c, then, otherwise], _) if *c == condition => match holds {
                true => *then,
                false => *otherwise,
            },
            _ => branch,
        }
    }

    /// So many bits from one on.
    pub fn extract(&mut self, a: TermId, low: u32, width: u32) -> TermId {
        let all = self.width(a);
        if low == 0 && width == all {
            return a;
        }
        if low.saturating_add(width) > all {
            // Nobody asks for what is not there; it would have no value.
            return self.unset(width);
        }
        match self.node(a).clone() {
            Node::Leaf(Leaf::Const(bits)) => self.constant(bits >> low & mask(width), width),
            Node::Few(Op::Extract(from), [b, ..], _) => self.extract(b, from + low, width),
            Node::Few(Op::Concat, [below, above, _], _) => {
                let cut = self.width(below);
                if low + width <= cut {
                    self.extract(below, low, width)
                } else if low >= cut {
                    self.extract(above, low - cut, width)
                } else {
                    let below = self.extract(below, low, cut - low);
                    let above = self.extract(above, 0, width - (cut - low));
                    self.concat(below, above)
                }
            }
            Node::Few(Op::ZeroExtend, [b, ..], _) => {
                let inner = self.width(b);
                if low + width <= inner {
                    self.extract(b, low, width)
                } else if low >= inner {
                    self.constant(0, width)
                } else {
                    let b = self.extract(b, low, inner - low);
                    self.extended(b, width, false)
                }
            }
            Node::Few(Op::Ite, [c, x, y], _)
                if self.bits(x).is_some() || self.bits(y).is_some() =>
            {
                let (x, y) = (self.extract(x, low, width), self.extract(y, low, width));
                self.ite(c, x, y)
            }
            Node::Few(Op::SignExtend, [b, ..], _) if low + width <= self.width(b) => {
                self.extract(b, low, width)
            }
            // The lower bits of sums and products are those of the operands' lower bits.
            Node::Few(
                Op::Binary(op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul)),
                [x, y, _],
                _,
            ) if low == 0 => {
                let (x, y) = (self.extract(x, 0, width), self.extract(y, 0, width));
                self.binary(op, x, y)
            }
            Node::Leaf(Leaf::Input(..) | Leaf::Param(_) | Leaf::Unset(_))
            | Node::Few(..)
            | Node::Many(..) => self.apply(Op::Extract(low), &[a], width),
        }
    }

    /// The first below the second.
    pub fn concat(&mut self, below: TermId, above: TermId) -> TermId {
        let (low, high) = (self.width(below), self.width(above));
        let width = low + high;
        if let (Some(x), Some(y)) = (self.bits(below), self.bits(above))
            && width <= 128
        {
            return self.constant(x | y << low, width);
        }
        let part = |arena: &Arena, id: TermId| match arena.node(id) {
            Node::Few(Op::Extract(from), [of, ..], _) => Some((*of, *from)),
            _ => None,
        };
        if let (Some((a, from)), Some((b, next))) = (part(self, below), part(self, above))
            && a == b
            && next == from + low
        {
            return self.extract(a, from, width);
        }
        // What stands above a part of the same value joins it, however they are nested.
        if let (Node::Few(Op::Concat, [x, y, _], _), Some((b, next))) =
            (self.node(below).clone(), part(self, above))
            && let Some((a, from)) = part(self, y)
            && a == b
            && next == from + self.width(y)
        {
            let joined = self.extract(a, from, self.width(y) + high);
            return self.concat(x, joined);
        }
        self.apply(Op::Concat, &[below, above], width)
    }

    /// A wider integer of the same value.
    pub fn extended(&mut self, a: TermId, width: u32, is_signed: bool) -> TermId {
        let from = self.width(a);
        if width <= from {
            return self.extract(a, 0, width);
        }
        if let Some(bits) = self.bits(a) {
            let bits = match is_signed {
                true => arith::signed(bits, from).cast_unsigned() & mask(width),
                false => bits,
            };
            return self.constant(bits, width);
        }
        match self.node(a) {
            Node::Few(Op::ZeroExtend, [b, ..], _) => {
                let b = *b;
                self.extended(b, width, false)
            }
            Node::Few(Op::SignExtend, [b, ..], _) if is_signed => {
                let b = *b;
                self.extended(b, width, true)
            }
            _ => {
                let op = if is_signed {
                    Op::SignExtend
                } else {
                    Op::ZeroExtend
                };
                self.apply(op, &[a], width)
            }
        }
    }

    /// An operation on floats of a format; comparisons give Booleans.
    pub fn float(&mut self, op: Float, args: &[TermId], format: FloatFormat) -> TermId {
        let width = match op {
            Float::Equal | Float::Less | Float::LessEqual => TRUTH,
            Float::Neg
            | Float::Add
            | Float::Sub
            | Float::Mul
            | Float::Div
            | Float::Rem
            | Float::FusedMultiplyAdd
            | Float::Max
            | Float::Min => format.bits(),
        };
        match (op, args) {
            (Float::Neg, [a]) => {
                if let Some(bits) = self.bits(*a) {
                    return self.constant(bits ^ 1u128 << (format.bits() - 1), width);
                }
                if let Node::Few(Op::Float(Float::Neg, _), [b, ..], _) = self.node(*a) {
                    return *b;
                }
                self.apply(Op::Float(op, format), args, width)
            }
            (_, [a, b]) => {
                if let (Some(x), Some(y)) = (self.bits(*a), self.bits(*b))
                    && let Some(bits) = float::two(op, x, y, format)
                {
                    return self.constant(bits, width);
                }
                // The order of two operands makes no difference to these, but to the payload of what is not a number.
                let commutes = matches!(op, Float::Add | Float::Mul | Float::Equal);
                match commutes && b < a {
                    true => self.apply(Op::Float(op, format), &[*b, *a], width),
                    false => self.apply(Op::Float(op, format), args, width),
                }
            }
            (Float::FusedMultiplyAdd, [a, b, c]) if b < a => {
                self.apply(Op::Float(op, format), &[*b, *a, *c], width)
            }
            _ => self.apply(Op::Float(op, format), args, width),
        }
    }

    /// The nearest float to an integer.
    pub fn from_integer(&mut self, a: TermId, is_signed: bool, format: FloatFormat) -> TermId {
        let width = self.width(a);
        if let Some(bits) = self.bits(a) {
            let bits = float::of_integer(bits, width, is_signed, format);
            return self.constant(bits, format.bits());
        }
        let op = match is_signed {
            true => Op::FromSigned(format),
            false => Op::FromUnsigned(format),
        };
        self.apply(op, &[a], format.bits())
    }

    /// A float as an integer, towards zero.
    pub fn to_integer(
        &mut self,
        a: TermId,
        format: FloatFormat,
        width: u32,
        is_signed: bool,
    ) -> TermId {
        if let Some(bits) = self.bits(a)
            && let Some(bits) = float::to_integer(bits, format, width, is_signed)
        {
            return self.constant(bits, width);
        }
        let op = match is_signed {
            true => Op::ToSigned(format),
            false => Op::ToUnsigned(format),
        };
        self.apply(op, &[a], width)
    }

    /// A float in another format.
    pub fn convert(&mut self, a: TermId, from: FloatFormat, to: FloatFormat) -> TermId {
        if from == to {
            return a;
        }
        if let Some(bits) = self.bits(a) {
            let number = float::number(bits, from);
            if number.is_finite() {
                return self.constant(float::bits(number, to), to.bits());
            }
        }
        // There and back again: every number of the narrower format is one of the wider.
        if let Node::Few(Op::Convert(before, _), [b, ..], _) = self.node(a)
            && *before == to
            && holds_all(from, to)
        {
            return *b;
        }
        self.apply(Op::Convert(from, to), &[a], to.bits())
    }

    /// A function's value.
    pub fn call(&mut self, name: &str, args: &[TermId], width: u32) -> TermId {
        let name = self.name(name);
        match args.is_empty() {
            true => self.make(Node::Many(Op::Call(name), Box::new([])), width),
            false => self.apply(Op::Call(name), args, width),
        }
    }
}

/// Whether a format has every number of another.
fn holds_all(wide: FloatFormat, narrow: FloatFormat) -> bool {
    match wide {
        FloatFormat::Double => true,
        FloatFormat::Single => !matches!(narrow, FloatFormat::Double),
        FloatFormat::Half => matches!(narrow, FloatFormat::Half),
        FloatFormat::BFloat16 => matches!(narrow, FloatFormat::BFloat16),
    }
}

/// Whether the order of two operands makes no difference.
fn commutes(op: BinaryOp) -> bool {
    match op {
        BinaryOp::Add
        | BinaryOp::Mul
        | BinaryOp::AddSigned
        | BinaryOp::MulSigned
        | BinaryOp::MulHighSigned
        | BinaryOp::MulHighUnsigned
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor
        | BinaryOp::MinSigned
        | BinaryOp::MinUnsigned
        | BinaryOp::MaxSigned
        | BinaryOp::MaxUnsigned => true,
        BinaryOp::Sub
        | BinaryOp::SubSigned
        | BinaryOp::WrapIntent(_)
        | BinaryOp::DivSigned
        | BinaryOp::DivUnsigned
        | BinaryOp::RemSigned
        | BinaryOp::RemUnsigned
        | BinaryOp::ShiftLeft
        | BinaryOp::ShiftRightSigned
        | BinaryOp::ShiftRightUnsigned => false,
    }
}
