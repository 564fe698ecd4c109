//! Types as written.

use super::{Expr, Ident, NodeId};
use text::span::Span;

/// A type as written.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeExpr {
    /// Identity.
    pub id: NodeId,
    /// Where.
    pub span: Span,
    /// Which.
    pub kind: TypeKind,
}

/// The types as written.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeKind {
    /// A type with a keyword.
    Primitive(Primitive),
    /// A class, enum, abstract data type or type parameter, with type arguments.
    Named(Ident, Vec<TypeExpr>),
    /// `T[]`, or `T[n]` with a size. `int[][]` is an array of `int[]`.
    Array(Box<TypeExpr>, Option<Box<Expr>>),
    /// `seq<T>`.
    Seq(Box<TypeExpr>),
    /// `set<T>`.
    Set(Box<TypeExpr>),
    /// `bag<T>`.
    Bag(Box<TypeExpr>),
    /// `option<T>`.
    Option(Box<TypeExpr>),
    /// `map<K, V>`.
    Map(Box<TypeExpr>, Box<TypeExpr>),
    /// `tuple<A, B>`.
    Tuple(Vec<TypeExpr>),
    /// `pointer<T>` and others that are read but not understood, by their keyword.
    Other(Ident, Vec<TypeExpr>),
}

/// Types with a keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Primitive {
    /// `int`, unbounded.
    Int,
    /// `boolean` (the printer's form) or `bool`.
    Boolean,
    /// `bool`: the same as `boolean`, spelled as in 2.x.
    Bool,
    /// `void`.
    Void,
    /// `resource`.
    Resource,
    /// `frac`, a permission amount in (0, 1].
    Frac,
    /// `zfrac`, a permission amount in [0, 1].
    ZFrac,
    /// `rational`.
    Rational,
    /// `float`.
    Float,
    /// `float32`.
    Float32,
    /// `float64`, also `double`.
    Float64,
    /// `string`.
    String,
    /// `char`.
    Char,
    /// `process` (process algebra).
    Process,
    /// `any`.
    Any,
}
