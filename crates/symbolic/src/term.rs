//! Terms: values of bits as operations on the contents of memory and on parameters. Equal terms have one number.

use kernel_graph::{BinaryOp, FloatFormat, UnaryOp};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// Names a term of an [`Arena`]. The operands of a term have lower numbers than the term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TermId(pub u32);

/// Names a function of the mathematical library, or one of which nothing is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NameId(pub u32);

/// What a term without operands stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Leaf {
    /// Bits.
    Const(u128),
    /// What lies in an array before the launch: the array's key, the first byte. How many bytes the width says.
    Input(u32, i64),
    /// A parameter, by the key that it has in both launches.
    Param(u32),
    /// A value that nobody gave: what lies in memory or in a variable that was not written. No two are the same.
    Unset(u32),
}

/// An operation on the operands' bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Op {
    /// Of integers.
    Unary(UnaryOp),
    /// Of integers of one width; all wrap.
    Binary(BinaryOp),
    /// Whether two values have the same bits.
    Equal,
    /// Whether the first is less, as signed integers.
    LessSigned,
    /// Whether the first is less, as unsigned integers.
    LessUnsigned,
    /// The second if the first holds, else the third.
    Ite,
    /// The bits from this one on.
    Extract(u32),
    /// The first below the second.
    Concat,
    /// With zeros above.
    ZeroExtend,
    /// With the sign above.
    SignExtend,
    /// Of floats of a format; comparisons give Booleans.
    Float(Float, FloatFormat),
    /// From a signed integer to the nearest float.
    FromSigned(FloatFormat),
    /// From an unsigned integer to the nearest float.
    FromUnsigned(FloatFormat),
    /// From a float to a signed integer.
    ToSigned(FloatFormat),
    /// From a float to an unsigned integer.
    ToUnsigned(FloatFormat),
    /// Between floats.
    Convert(FloatFormat, FloatFormat),
    /// What lay in the array of this key before the launch, at the byte that a signed number says.
    Contents(u32),
    /// A function; equal arguments give equal values.
    Call(NameId),
    /// A value behind a loop: the value, the condition under which it goes on, and of each local what it is at first and in
    /// the next iteration (`every`).
    Fold,
    /// A sum of floats in an order that the device chooses (atomic additions).
    AnyOrder(FloatFormat),
    /// A normal form: a sum of floats in any order.
    Sum(FloatFormat),
    /// A normal form: a product of floats in any order.
    Product(FloatFormat),
    /// A normal form: the greatest of floats.
    Greatest(FloatFormat),
    /// A normal form: the least of floats.
    Least(FloatFormat),
    /// A normal form: a sum of integers, wrapping; operands are pairs of a coefficient and a product.
    IntegerSum,
    /// A normal form: a product of integers, wrapping.
    IntegerProduct,
    /// A normal form: an operator of integers or Booleans that is associative, commutative and idempotent, or `Xor`.
    Many(BinaryOp),
    /// A normal form: a real number as a quotient of polynomials, by its number in a table.
    Real(u32),
}

/// Operations on floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Float {
    Neg,
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    FusedMultiplyAdd,
    /// `fmax`: the other one where one is not a number.
    Max,
    /// `fmin`, in the same way.
    Min,
    Equal,
    Less,
    LessEqual,
}

/// A term.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// Without operands.
    Leaf(Leaf),
    /// With one to three.
    Few(Op, [TermId; 3], u8),
    /// With any number.
    Many(Op, Box<[TermId]>),
}

impl Node {
    /// The operands, in order.
    pub fn args(&self) -> &[TermId] {
        match self {
            Node::Leaf(_) => &[],
            Node::Few(_, args, count) => args.get(..usize::from(*count)).unwrap_or(&[]),
            Node::Many(_, args) => args,
        }
    }

    /// The operation, if there is one.
    pub fn op(&self) -> Option<Op> {
        match self {
            Node::Leaf(_) => None,
            Node::Few(op, ..) | Node::Many(op, _) => Some(*op),
        }
    }
}

/// What is known of a term besides its shape.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Its value rests on what nobody gave.
    pub unset: bool,
    /// Its value rests on the order in which a device adds.
    pub any_order: bool,
}

/// All terms. The terms of two launches that are compared are in one arena.
#[derive(Debug, Default)]
pub struct Arena {
    nodes: Vec<Node>,
    widths: Vec<u32>,
    marks: Vec<Marks>,
    /// The last term of each hash.
    found: FxHashMap<u64, TermId>,
    /// The term of the same hash before each, where there is one.
    before: Vec<Option<TermId>>,
    names: Vec<String>,
    named: FxHashMap<String, NameId>,
    unset: u32,
    /// Whether there were more terms than it has room for; then no term means anything.
    full: bool,
}

/// A hash all of whose bits depend on all of a term.
fn hash_of(node: &Node, width: u32) -> u64 {
    let mut hasher = FxHasher::default();
    node.hash(&mut hasher);
    width.hash(&mut hasher);
    let mut hash = hasher.finish();
    hash ^= hash >> 32;
    hash = hash.wrapping_mul(0xd6e8_feb8_6659_fd93);
    hash ^ hash >> 32
}

/// More terms are not made: some gigabyte.
const MOST: usize = 12_000_000;

impl Arena {
    /// The term of this shape.
    pub fn make(&mut self, node: Node, width: u32) -> TermId {
        let hash = hash_of(&node, width);
        let last = self.found.get(&hash).copied();
        let mut same = last;
        while let Some(id) = same {
            if self.width(id) == width && *self.node(id) == node {
                return id;
            }
            same = self.before.get(id.0 as usize).copied().flatten();
        }
        if self.nodes.len() >= MOST {
            self.full = true;
            return TermId(0);
        }
        let id = TermId(u32::try_from(self.nodes.len()).unwrap_or(0));
        let mut marks = Marks::default();
        for arg in node.args() {
            let of = self.marks(*arg);
            marks.unset |= of.unset;
            marks.any_order |= of.any_order;
        }
        match &node {
            Node::Leaf(Leaf::Unset(_)) => marks.unset = true,
            Node::Leaf(Leaf::Const(_) | Leaf::Input(..) | Leaf::Param(_)) => {}
            Node::Few(Op::AnyOrder(_), ..) | Node::Many(Op::AnyOrder(_), _) => {
                marks.any_order = true;
            }
            Node::Few(..) | Node::Many(..) => {}
        }
        self.nodes.push(node);
        self.widths.push(width);
        self.marks.push(marks);
        self.before.push(last);
        self.found.insert(hash, id);
        id
    }

    /// A term of an operation.
    pub fn apply(&mut self, op: Op, args: &[TermId], width: u32) -> TermId {
        let none = TermId(0);
        let node = match *args {
            [a] => Node::Few(op, [a, none, none], 1),
            [a, b] => Node::Few(op, [a, b, none], 2),
            [a, b, c] => Node::Few(op, [a, b, c], 3),
            _ => Node::Many(op, args.into()),
        };
        self.make(node, width)
    }

    /// Bits.
    pub fn constant(&mut self, bits: u128, width: u32) -> TermId {
        self.make(Node::Leaf(Leaf::Const(bits)), width)
    }

    /// A value that is no other's.
    pub fn unset(&mut self, width: u32) -> TermId {
        self.unset += 1;
        self.make(Node::Leaf(Leaf::Unset(self.unset)), width)
    }

    /// The shape of a term.
    pub fn node(&self, id: TermId) -> &Node {
        const NOTHING: &Node = &Node::Leaf(Leaf::Const(0));
        self.nodes.get(id.0 as usize).unwrap_or(NOTHING)
    }

    /// How many bits it has.
    pub fn width(&self, id: TermId) -> u32 {
        self.widths.get(id.0 as usize).copied().unwrap_or(0)
    }

    /// What its value rests on.
    pub fn marks(&self, id: TermId) -> Marks {
        self.marks.get(id.0 as usize).copied().unwrap_or_default()
    }

    /// Its bits, if they are known.
    pub fn bits(&self, id: TermId) -> Option<u128> {
        match self.node(id) {
            Node::Leaf(Leaf::Const(bits)) => Some(*bits),
            Node::Leaf(Leaf::Input(..) | Leaf::Param(_) | Leaf::Unset(_))
            | Node::Few(..)
            | Node::Many(..) => None,
        }
    }

    /// The number of a name.
    pub fn name(&mut self, name: &str) -> NameId {
        if let Some(found) = self.named.get(name) {
            return *found;
        }
        let id = NameId(u32::try_from(self.names.len()).unwrap_or(u32::MAX));
        self.names.push(name.to_owned());
        self.named.insert(name.to_owned(), id);
        id
    }

    /// The name of a number.
    pub fn name_of(&self, id: NameId) -> &str {
        self.names.get(id.0 as usize).map_or("", String::as_str)
    }

    /// How many terms there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Whether there were more terms than it has room for.
    pub fn is_full(&self) -> bool {
        self.full
    }
}
