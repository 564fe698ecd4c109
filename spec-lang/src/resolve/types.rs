//! What the resolver finds out: types and meanings of names.

use crate::ast::{Expr, NodeId};
use std::collections::HashMap;
use std::fmt;

/// How names and meanings are read; syntax never depends on it (ARCHITECTURE.md, invariant 13).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
)]
pub enum Profile {
    /// The default: VerCors 2.x reading, nothing granted.
    #[default]
    #[serde(rename = "sound")]
    Sound,
    /// The published tool's reading.
    #[serde(rename = "vercors-1.4")]
    VerCors14,
}

/// A type, resolved.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Type {
    /// Unbounded integers.
    Int,
    /// Truth values.
    Boolean,
    /// No value.
    Void,
    /// Resources; a boolean is one where one is wanted.
    Resource,
    /// Permission amounts in (0, 1]; also the type of `write`, `read`.
    Frac,
    /// Permission amounts in [0, 1]; also the type of `none`.
    ZFrac,
    /// Exact rationals; also the type of `a \ b`.
    Rational,
    /// `float`, `float32`.
    Float32,
    /// `float64`.
    Float64,
    /// Characters.
    Char,
    /// Strings.
    String,
    /// The type of `null`.
    Null,
    /// A class (its declaration), with type arguments.
    Class(NodeId, Vec<Type>),
    /// An enum (its declaration).
    Enum(NodeId),
    /// An abstract data type (its declaration), with type arguments.
    Adt(NodeId, Vec<Type>),
    /// A type parameter, by name.
    Parameter(std::string::String),
    /// `T[]`, nullable.
    Array(Box<Type>),
    /// `seq<T>`.
    Seq(Box<Type>),
    /// `set<T>`.
    Set(Box<Type>),
    /// `bag<T>`.
    Bag(Box<Type>),
    /// `option<T>`.
    Option(Box<Type>),
    /// `map<K, V>`.
    Map(Box<Type>, Box<Type>),
    /// `tuple<…>`.
    Tuple(Vec<Type>),
    /// `any`, and element types not yet known, as of an empty literal.
    Any,
    /// A type that is read but not understood, by name.
    Other(std::string::String),
    /// An error was reported; fits everywhere.
    Error,
}

impl Type {
    /// Whether values are numbers of any kind.
    pub fn is_numeric(&self) -> bool {
        matches!(
            self,
            Type::Int
                | Type::Frac
                | Type::ZFrac
                | Type::Rational
                | Type::Float32
                | Type::Float64
                | Type::Error
        )
    }

    /// The type as a user writes it; `name` says how the declaration of a class, enum or
    /// abstract data type is called.
    pub fn show(
        &self,
        name: &dyn Fn(NodeId) -> Option<std::string::String>,
    ) -> std::string::String {
        let list = |types: &[Type]| {
            let shown: Vec<_> = types.iter().map(|ty| ty.show(name)).collect();
            shown.join(", ")
        };
        let named = |id: &NodeId, args: &[Type]| {
            let name = name(*id).unwrap_or_else(|| "?".into());
            if args.is_empty() {
                name
            } else {
                format!("{name}<{}>", list(args))
            }
        };
        match self {
            Type::Int => "int".into(),
            Type::Boolean => "boolean".into(),
            Type::Void => "void".into(),
            Type::Resource => "resource".into(),
            Type::Frac => "frac".into(),
            Type::ZFrac => "zfrac".into(),
            Type::Rational => "rational".into(),
            Type::Float32 => "float32".into(),
            Type::Float64 => "float64".into(),
            Type::Char => "char".into(),
            Type::String => "string".into(),
            Type::Null => "null".into(),
            Type::Class(id, args) | Type::Adt(id, args) => named(id, args),
            Type::Enum(id) => named(id, &[]),
            Type::Parameter(name) | Type::Other(name) => name.clone(),
            Type::Array(inner) => format!("{}[]", inner.show(name)),
            Type::Seq(inner) => format!("seq<{}>", inner.show(name)),
            Type::Set(inner) => format!("set<{}>", inner.show(name)),
            Type::Bag(inner) => format!("bag<{}>", inner.show(name)),
            Type::Option(inner) => format!("option<{}>", inner.show(name)),
            Type::Map(key, value) => format!("map<{}, {}>", key.show(name), value.show(name)),
            Type::Tuple(parts) => format!("tuple<{}>", list(parts)),
            Type::Any => "any".into(),
            Type::Error => "?".into(),
        }
    }

    /// The types that it is made of: of elements, of parts, and type arguments.
    pub fn parts(&self) -> Vec<&Type> {
        match self {
            Type::Class(_, parts) | Type::Adt(_, parts) | Type::Tuple(parts) => {
                parts.iter().collect()
            }
            Type::Array(inner)
            | Type::Seq(inner)
            | Type::Set(inner)
            | Type::Bag(inner)
            | Type::Option(inner) => vec![inner],
            Type::Map(key, value) => vec![key, value],
            Type::Int
            | Type::Boolean
            | Type::Void
            | Type::Resource
            | Type::Frac
            | Type::ZFrac
            | Type::Rational
            | Type::Float32
            | Type::Float64
            | Type::Char
            | Type::String
            | Type::Null
            | Type::Enum(_)
            | Type::Parameter(_)
            | Type::Any
            | Type::Other(_)
            | Type::Error => Vec::new(),
        }
    }

    /// The types of the values that a value of it holds: its parts, but those of arrays and
    /// objects, whose values are references.
    pub fn contents(&self) -> Vec<&Type> {
        match self {
            Type::Array(_) | Type::Class(..) => Vec::new(),
            _ => self.parts(),
        }
    }
}

/// What a name, member or call means.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Reference {
    /// A local, parameter, binder or iterator: the id of its declaration
    /// ([`crate::ast::Variable`], `Param`, `Binder` or `Iterator`).
    Local(NodeId),
    /// A field: the id of its [`crate::ast::Variable`]. True if `this.` is implied.
    Field(NodeId, bool),
    /// A method, function or constructor: the id of its declaration.
    /// True if the receiver `this` is implied (an instance member called by plain name).
    Method(NodeId, bool),
    /// A predicate: the id of its declaration; true if `this` is implied.
    Predicate(NodeId, bool),
    /// The lock invariant predicate of 1.4 or other implicit member of a class.
    Implicit(std::string::String),
    /// A constant of an enum.
    EnumConstant(NodeId),
    /// A class, enum or abstract data type used as a qualifier or created.
    TypeName(NodeId),
    /// `new C()` where no constructor is declared: the class.
    DefaultConstructor(NodeId),
    /// A named block of a `par` (barrier), an `invariant` statement (atomic), a loop
    /// or label (break, continue, goto): the id of the block or statement.
    Statement(NodeId),
    /// Something built in.
    Builtin(Builtin),
}

/// What is built in, by name or as a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Builtin {
    // Arrays.
    ArrayLength,
    // Sequences, also sets, bags and maps where marked.
    Head,
    Tail,
    IsEmpty,
    RemoveAt,
    /// `.size` of sequences, sets, bags and maps.
    Size,
    /// `.contains(x)` of sequences and sets.
    Contains,
    /// `xs.take(n)`, `xs.drop(n)`, and so on where 2.x has them.
    Take,
    Drop,
    /// `.prepend`, `.append`, `.concat`.
    Prepend,
    Append,
    Concat,
    /// `xs.slice(a, b)`, the same as `xs[a .. b]`.
    Slice,
    /// `xs.update(i, v)`, the same as `xs[i -> v]`.
    Update,
    /// `xs.indexOf(x)`.
    IndexOf,
    // Options.
    Some,
    OptionGet,
    OptionGetOrElse,
    // Tuples.
    First,
    Second,
    // Maps, as functions (`buildMap`) or members (`.add`).
    /// `m.add(k, v)`, `buildMap(m, k, v)`.
    MapBuild,
    MapGet,
    MapKeys,
    MapValues,
    MapItems,
    MapCard,
    MapRemove,
    MapDisjoint,
    MapEquals,
    // Sets and bags.
    SetUnion,
    SetIntersection,
    SetDifference,
    SetSubset,
    SetStrictSubset,
    /// `b.count(x)`, how often a bag holds an element.
    Count,
    // Numbers.
    ToFloat32,
    ToFloat64,
    ToInt,
    Abs,
    // Threads.
    Idle,
    Running,
    /// Read, without meaning here.
    Unsupported,
}

impl Reference {
    /// The declaration or statement that is meant; none for what the language itself brings.
    pub fn declaration(&self) -> Option<NodeId> {
        match self {
            Reference::Local(id)
            | Reference::Field(id, _)
            | Reference::Method(id, _)
            | Reference::Predicate(id, _)
            | Reference::EnumConstant(id)
            | Reference::TypeName(id)
            | Reference::DefaultConstructor(id)
            | Reference::Statement(id) => Some(*id),
            Reference::Implicit(_) | Reference::Builtin(_) => None,
        }
    }
}

/// Everything found, under the identities of the nodes.
#[derive(Clone, Debug, Default)]
pub struct Resolution {
    /// The type of every expression and of every type as written.
    pub types: HashMap<NodeId, Type>,
    /// The type of every local, parameter, binder, iterator, field name and enum constant,
    /// under the id of its declaration; of a method: its result type, under its declaration.
    pub declared: HashMap<NodeId, Type>,
    /// What names mean: under the id of the [`crate::ast::Expr`] (`Name`, `Member`, `Call`,
    /// `New`, an overloaded operator, a labelled `\old`), of the statement (`Break`, `Continue`,
    /// `Goto`, `Barrier`; `Fork` and `Join`: the `run` of the object), or of the written type
    /// (its class, enum or abstract data type).
    pub references: HashMap<NodeId, Reference>,
    /// For `atomic (a, b)` and for barriers with invariants: the statements of the
    /// invariants named, in order, under the id of the statement.
    pub invariants: HashMap<NodeId, Vec<NodeId>>,
    /// Under vercors-1.4: a second declaration of a local, to the first one.
    pub redeclared: HashMap<NodeId, NodeId>,
    /// The class a member is declared in.
    pub owner: HashMap<NodeId, NodeId>,
    /// Ghost arguments of a call: (the callee's `given` parameter, the expression's id).
    pub given: HashMap<NodeId, Vec<(NodeId, NodeId)>>,
    /// Ghost results of a call: (the id of the target expression, the callee's `yields` parameter).
    /// What the target means is in `references` under that id; in `yields { x = p }`, where `x`
    /// is a bare name, the id of `p` stands for it.
    pub yields: HashMap<NodeId, Vec<(NodeId, NodeId)>>,
}

impl Resolution {
    /// The type of an expression or written type; [`Type::Error`] if none was found.
    pub fn type_of(&self, id: NodeId) -> &Type {
        self.types.get(&id).unwrap_or(&Type::Error)
    }

    /// The first declaration of a local (itself, but under vercors-1.4).
    pub fn canonical(&self, id: NodeId) -> NodeId {
        self.redeclared.get(&id).copied().unwrap_or(id)
    }

    /// The method, function or constructor that an expression itself calls, its operands aside:
    /// by name, by `new`, or by an operator that a class declares. `None` if it calls none:
    /// predicates, what is built in and constructors that nobody wrote have no such declaration.
    pub fn method_called(&self, expr: &Expr) -> Option<NodeId> {
        match self.references.get(&expr.id) {
            Some(Reference::Method(id, _)) => Some(*id),
            _ => None,
        }
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Profile::Sound => "sound",
            Profile::VerCors14 => "vercors-1.4",
        })
    }
}
