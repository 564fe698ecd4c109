//! Expressions and resources.

use super::{BinaryOp, Ident, NodeId, TypeExpr, UnaryOp, Visitor};
use num_bigint::BigInt;
use text::span::Span;

/// An expression; resources are expressions too.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// Identity; the resolver files type and meaning under it.
    pub id: NodeId,
    /// Where, parentheses not included.
    pub span: Span,
    /// Which.
    pub kind: ExprKind,
}

impl Expr {
    /// The plain names in it, in order, each as often as it is written.
    pub fn names(&self) -> Vec<String> {
        struct Names(Vec<String>);
        impl Visitor for Names {
            fn visit_expr(&mut self, expr: &Expr) {
                if let ExprKind::Name(name) = &expr.kind {
                    self.0.push(name.name.clone());
                }
                self.walk_expr(expr);
            }
        }
        let mut names = Names(Vec::new());
        names.visit_expr(self);
        names.0
    }
}

/// Binders of formulas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum QuantifierKind {
    /// `\forall`.
    Forall,
    /// `\forall*`, iterated separating conjunction.
    ForallStar,
    /// `\exists`.
    Exists,
    /// `\sum`.
    Sum,
    /// `\product`.
    Product,
}

/// A bound variable, with its range in the form `int i = lo .. hi`.
#[derive(Clone, Debug, PartialEq)]
pub struct Binder {
    /// Identity; references resolve to it.
    pub id: NodeId,
    /// Where.
    pub span: Span,
    /// Its type.
    pub ty: TypeExpr,
    /// Its name.
    pub name: Ident,
    /// `lo .. hi`, half open.
    pub range: Option<(Expr, Expr)>,
    /// `T x <- s` in comprehensions.
    pub from: Option<Expr>,
}

impl Binder {
    /// The expressions in it, that of its type excepted.
    pub fn exprs(&self) -> impl std::iter::Iterator<Item = &Expr> {
        let ends = self.range.iter().flat_map(|(low, high)| [low, high]);
        ends.chain(&self.from)
    }
}

/// A call, with ghost arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// `e.` or `e?.`; none for a plain name.
    pub receiver: Option<Box<Expr>>,
    /// `e?.P()`: nothing if `e` is null.
    pub null_safe: bool,
    /// What is called.
    pub name: Ident,
    /// Type arguments.
    pub type_args: Vec<TypeExpr>,
    /// Arguments.
    pub args: Vec<Expr>,
    /// `given { p = e }`; the older `with` and `then` are filed here as written.
    pub given: Vec<GhostArg>,
    /// `yields { x = p }`: the local first, the callee's name second.
    pub yields: Vec<GhostArg>,
    /// The older words `with { … }` `then { … }`, whose entries the resolver sorts.
    pub ghost_statements: Vec<super::Stmt>,
}

/// One entry of `given { left = right }` or `yields { left = right }`.
#[derive(Clone, Debug, PartialEq)]
pub struct GhostArg {
    /// The name on the left.
    pub left: Ident,
    /// The expression on the right.
    pub right: Expr,
}

/// The expressions.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// An integer of any length.
    Int(BigInt),
    /// `0.5`, `0.5f`, as written.
    Float(String),
    /// `true`, `false`.
    Bool(bool),
    /// `"…"` without the quotes.
    Str(String),
    /// `'…'` without the quotes.
    Char(String),
    /// `null`.
    Null,
    /// `this`.
    This,
    /// `\result`.
    Result,
    /// `write`.
    Write,
    /// `read`.
    Read,
    /// `none`: no permission.
    NoPerm,
    /// `None`: the empty option.
    OptionNone,
    /// `\current_thread`.
    CurrentThread,
    /// `*` where any value may be chosen.
    Any,
    /// A plain name.
    Name(Ident),
    /// `-e`, `!e`.
    Unary(UnaryOp, Box<Expr>),
    /// `l op r`.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `c ? t : e`.
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `i++`, `--i` inside an expression or as a statement.
    Increment {
        /// The location.
        target: Box<Expr>,
        /// True for `++`.
        up: bool,
        /// True if the operator stands before the location.
        prefix: bool,
    },
    /// `e[i]`: element of an array, sequence, map or tuple.
    Index(Box<Expr>, Box<Expr>),
    /// `a[*]` in permissions.
    AllElements(Box<Expr>),
    /// `xs[a .. b]`, either end open.
    Slice(Box<Expr>, Option<Box<Expr>>, Option<Box<Expr>>),
    /// `xs[i -> v]`.
    Update(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `e.f`; also `.length`, `.size`, `.fst` and other members without arguments.
    Member(Box<Expr>, Ident),
    /// A call of a method, function, predicate or built-in.
    Call(Box<Call>),
    /// `new C(…)`, in `args` of the call, whose name is the class.
    New(Box<Call>),
    /// `new T[d1][d2]…`; a dimension may be left open.
    NewArray(TypeExpr, Vec<Option<Expr>>),
    /// `(\forall T x, …; range; body)` and so on.
    Quantifier {
        /// Which binder.
        kind: QuantifierKind,
        /// The variables.
        binders: Vec<Binder>,
        /// The part between the semicolons, if there are three parts.
        range: Option<Box<Expr>>,
        /// The body.
        body: Box<Expr>,
    },
    /// `(\let T x = e; body)`.
    Let {
        /// The variable (with `init`).
        ty: TypeExpr,
        /// The variable, whose `init` is the value.
        variable: Box<super::Variable>,
        /// The body.
        body: Box<Expr>,
    },
    /// `{: e, … :}`, with a level as in `{:1: e :}` or `{:<: e :}`.
    Trigger(Vec<Expr>, Option<String>),
    /// `\old(e)`, `\old[label](e)`.
    Old(Option<Ident>, Box<Expr>),
    /// `Perm(loc, p)`.
    Perm(Box<Expr>, Box<Expr>),
    /// `PointsTo(loc, p, v)`.
    PointsTo(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `Value(loc)`.
    Value(Box<Expr>),
    /// `HPerm(loc, p)` (process algebra).
    HPerm(Box<Expr>, Box<Expr>),
    /// `perm(loc)`, the permission held.
    CurrentPerm(Box<Expr>),
    /// `held(e)`.
    Held(Box<Expr>),
    /// `idle(e)`.
    Idle(Box<Expr>),
    /// `running(e)`.
    Running(Box<Expr>),
    /// `committed(e)`.
    Committed(Box<Expr>),
    /// `[p]P(x)`.
    Scale(Box<Expr>, Box<Expr>),
    /// `\matrix(m, r, c)`.
    Matrix(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `\array(a, n)`.
    ArrayOf(Box<Expr>, Box<Expr>),
    /// `\values(a, i, j)`.
    Values(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `seq<T>{…}`, `[e, …]`, `[t:T]`.
    SeqLiteral(Option<TypeExpr>, Vec<Expr>),
    /// `set<T>{…}`, `{e, …}`.
    SetLiteral(Option<TypeExpr>, Vec<Expr>),
    /// `bag<T>{…}`, `b{…}`.
    BagLiteral(Option<TypeExpr>, Vec<Expr>),
    /// `map<K, V>{k -> v, …}`.
    MapLiteral(TypeExpr, TypeExpr, Vec<(Expr, Expr)>),
    /// `tuple<A, B>{a, b}`; without types `(a, b)`.
    TupleLiteral(Vec<TypeExpr>, Vec<Expr>),
    /// `{lo .. hi}` (a set) or `[lo .. hi)` (a sequence; true).
    Range {
        /// True for a sequence.
        sequence: bool,
        /// First value.
        low: Box<Expr>,
        /// One past the last.
        high: Box<Expr>,
    },
    /// `set<T>{e | T x <- s, …; c}`.
    Comprehension {
        /// Element type, if written.
        ty: Option<TypeExpr>,
        /// The element.
        element: Box<Expr>,
        /// The variables.
        binders: Vec<Binder>,
        /// The condition.
        condition: Option<Box<Expr>>,
    },
    /// `|e|`, `(| e |)`.
    Size(Box<Expr>),
    /// `(T) e`.
    Cast(TypeExpr, Box<Expr>),
    /// `e instanceof T`.
    InstanceOf(Box<Expr>, TypeExpr),
    /// `\typeof(e)`, `\type(T)` and others by keyword.
    Builtin(Ident, Vec<Expr>),
    /// `unfolding P in e`, `\unfolding P \in e`.
    Unfolding(Box<Expr>, Box<Expr>),
    /// `asserting e in e`, `assuming`, `applying`, by keyword: read, not understood.
    During(Ident, Box<Expr>, Box<Expr>),
    /// `\polarity_dependent(a, b)`: `a` where it is learnt, `b` where it is shown.
    PolarityDependent(Box<Expr>, Box<Expr>),
    /// `\choose(s)`.
    Choose(Box<Expr>),
    /// `\choose_fresh(s)`.
    ChooseFresh(Box<Expr>),
    /// `(\forperm T x \in loc; e)`.
    ForPerm(Vec<Binder>, Box<Expr>, Box<Expr>),
}

/// The character that a literal means: `text` is what stands between the quotes, one character or one of
/// `\n`, `\t`, `\r`, `\\`, `\'`, `\"`. `None` for all else.
pub fn character(text: &str) -> Option<char> {
    let mut chars = text.chars();
    let found = match (chars.next()?, chars.next()) {
        ('\\', Some('n')) => '\n',
        ('\\', Some('t')) => '\t',
        ('\\', Some('r')) => '\r',
        ('\\', Some(same @ ('\\' | '\'' | '"'))) => same,
        ('\\', _) | (_, Some(_)) => return None,
        (plain, None) => plain,
    };
    chars.next().is_none().then_some(found)
}
