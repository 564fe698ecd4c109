//! The syntax tree: one for both generations of PVL.
//!
//! Every node has a [`NodeId`], unique in a program, under which the resolver
//! files what it found, and a [`Span`]. Nothing here depends on a profile.

pub mod build;
mod compare;
mod directive;
mod expr;
mod operators;
mod stmt;
mod types;
mod visit;

pub use compare::without_places;
pub use directive::*;
pub use expr::*;
pub use operators::{
    AssignOp, Associativity, BinaryOp, Group, Level, Operands, Operator, Sides, UnaryOp,
};
pub use stmt::*;
pub use types::*;
pub use visit::{Visitor, VisitorMut};

use text::span::Span;

/// Names a node within its program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

/// A name as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ident {
    /// The name.
    pub name: String,
    /// Where it stands.
    pub span: Span,
}

/// A whole program: the declarations of all its files, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program {
    /// Top-level declarations.
    pub declarations: Vec<Declaration>,
}

impl Program {
    /// Whether it holds something of which only the source has the text, so that printing the
    /// tree would not say it.
    pub fn has_unsupported(&self) -> bool {
        struct Find(bool);
        impl Visitor for Find {
            fn visit_declaration(&mut self, declaration: &Declaration) {
                self.0 |= matches!(declaration.kind, DeclarationKind::Unsupported { .. });
                self.walk_declaration(declaration);
            }
            fn visit_stmt(&mut self, stmt: &Stmt) {
                self.0 |= matches!(stmt.kind, StmtKind::Unsupported { .. });
                self.walk_stmt(stmt);
            }
        }
        let mut find = Find(false);
        find.visit_program(self);
        find.0
    }
}

/// A declaration, at top level or within a class.
#[derive(Clone, Debug, PartialEq)]
pub struct Declaration {
    /// Identity.
    pub id: NodeId,
    /// From the first clause or modifier to the last token.
    pub span: Span,
    /// What is declared.
    pub kind: DeclarationKind,
}

/// The kinds of declarations.
#[derive(Clone, Debug, PartialEq)]
pub enum DeclarationKind {
    /// `class C { … }`.
    Class(Class),
    /// A field, possibly several names.
    Field(Field),
    /// A method, function or constructor.
    Method(Box<Method>),
    /// `resource p(…) = e;`.
    Predicate(Predicate),
    /// `enum E { A, B }`.
    Enum(Enum),
    /// `adt name<T> { pure …; axiom …; }`.
    Adt(Adt),
    /// `axiom name { e }` or `axiom e;` outside an `adt`.
    Axiom(Axiom),
    /// `model …`: process algebra, kept as text; refused by the checker.
    Model(Model),
    /// `type T;`-like or other ghost declarations that are read but not understood.
    Unsupported {
        /// What it is called in messages.
        what: String,
    },
}

/// A class.
#[derive(Clone, Debug, PartialEq)]
pub struct Class {
    /// Its name.
    pub name: Ident,
    /// Type parameters.
    pub type_params: Vec<Ident>,
    /// `extends`/`implements` types.
    pub bases: Vec<TypeExpr>,
    /// The prefix `lock_invariant e;` (2.x).
    pub lock_invariants: Vec<Expr>,
    /// Fields, methods, predicates.
    pub members: Vec<Declaration>,
}

/// A field declaration `int x, y;`.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// `final` and so on.
    pub modifiers: Vec<Modifier>,
    /// The common type.
    pub ty: TypeExpr,
    /// The names, with initial values where given.
    pub names: Vec<Variable>,
}

/// A declared name: local, field or parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// Identity; references resolve to it.
    pub id: NodeId,
    /// The name.
    pub name: Ident,
    /// `= e`.
    pub init: Option<Expr>,
}

/// A formal parameter (also `given` and `yields`).
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// Identity; references resolve to it.
    pub id: NodeId,
    /// The whole parameter.
    pub span: Span,
    /// Its type.
    pub ty: TypeExpr,
    /// Its name.
    pub name: Ident,
}

/// Words before a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Modifier {
    /// Which.
    pub kind: ModifierKind,
    /// Where.
    pub span: Span,
}

/// The modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ModifierKind {
    /// `pure`.
    Pure,
    /// `inline`.
    Inline,
    /// `static`.
    Static,
    /// `final`.
    Final,
    /// `thread_local`.
    ThreadLocal,
    /// `unique` (non-aliasing array types).
    Unique,
}

/// A method, function or constructor.
#[derive(Clone, Debug, PartialEq)]
pub struct Method {
    /// What it is.
    pub kind: MethodKind,
    /// `pure`, `static` and so on, in order.
    pub modifiers: Vec<Modifier>,
    /// The clauses before the header, directives included.
    pub contract: Contract,
    /// `void` for constructors and `run`.
    pub return_type: TypeExpr,
    /// The name; for a constructor the class name or `constructor`, for a run block `run`.
    /// An operator method is named by its operator, as in `C +(C other)`.
    pub name: Ident,
    /// Type parameters.
    pub type_params: Vec<Ident>,
    /// Parameters.
    pub params: Vec<Param>,
    /// The body.
    pub body: Body,
}

impl Method {
    /// Whether it is declared `pure`: a function, which changes nothing.
    pub fn is_pure(&self) -> bool {
        let mut modifiers = self.modifiers.iter();
        modifiers.any(|modifier| modifier.kind == ModifierKind::Pure)
    }

    /// Whether it is declared `inline`: a function whose body stands where it is called.
    pub fn is_inline(&self) -> bool {
        let mut modifiers = self.modifiers.iter();
        modifiers.any(|modifier| modifier.kind == ModifierKind::Inline)
    }
}

/// What a method declaration is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MethodKind {
    /// A method or (with `pure`) a function.
    Method,
    /// A constructor by class name (1.4).
    ClassNameConstructor,
    /// `constructor(…)` (2.x).
    KeywordConstructor,
    /// `run { … }` (2.x).
    RunBlock,
    /// An operator declared in a class.
    Operator,
}

impl MethodKind {
    /// Whether a class has it from those that it extends.
    pub fn is_inherited(self) -> bool {
        !matches!(
            self,
            MethodKind::ClassNameConstructor | MethodKind::KeywordConstructor
        )
    }
}

/// A method's body.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// `;`.
    Abstract,
    /// `= e;`.
    Expr(Expr),
    /// `{ … }`.
    Block(Block),
}

/// `resource p(…) = e;`.
#[derive(Clone, Debug, PartialEq)]
pub struct Predicate {
    /// `inline` and so on.
    pub modifiers: Vec<Modifier>,
    /// Clauses before it (1.4 allowed and ignored them).
    pub contract: Contract,
    /// Its name.
    pub name: Ident,
    /// Type parameters.
    pub type_params: Vec<Ident>,
    /// Parameters.
    pub params: Vec<Param>,
    /// The resource; none if abstract.
    pub body: Option<Expr>,
}

impl Predicate {
    /// Whether it is declared `inline`: its body stands where it is used.
    pub fn is_inline(&self) -> bool {
        let mut modifiers = self.modifiers.iter();
        modifiers.any(|modifier| modifier.kind == ModifierKind::Inline)
    }
}

/// `enum E { A, B }`.
#[derive(Clone, Debug, PartialEq)]
pub struct Enum {
    /// Its name.
    pub name: Ident,
    /// The constants, with identities.
    pub constants: Vec<EnumConstant>,
}

/// A constant of an enum.
#[derive(Clone, Debug, PartialEq)]
pub struct EnumConstant {
    /// Identity.
    pub id: NodeId,
    /// Its name.
    pub name: Ident,
}

/// An abstract data type.
#[derive(Clone, Debug, PartialEq)]
pub struct Adt {
    /// Its name.
    pub name: Ident,
    /// Type parameters.
    pub type_params: Vec<Ident>,
    /// Functions and axioms, in order.
    pub members: Vec<Declaration>,
}

/// An axiom.
#[derive(Clone, Debug, PartialEq)]
pub struct Axiom {
    /// Its name, if it has one.
    pub name: Option<Ident>,
    /// The formula.
    pub body: Expr,
}

/// Process algebra, which is read but has no meaning here.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Its name.
    pub name: Ident,
    /// The text between the braces.
    pub text: String,
}
