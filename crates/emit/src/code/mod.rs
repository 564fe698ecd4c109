//! The code that is emitted, before it is text of one of the languages.

use num_bigint::BigInt;
use std::collections::BTreeSet;

/// A type of a value; arrays are parameters only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    /// An integer of the emitted width.
    Int,
    /// A Boolean.
    Bool,
}

/// Infix operators, as C has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    /// `||`.
    Or,
    /// `&&`.
    And,
    /// `==`.
    Eq,
    /// `!=`.
    Ne,
    /// `<`.
    Lt,
    /// `<=`.
    Le,
    /// `>`.
    Gt,
    /// `>=`.
    Ge,
    /// `+`.
    Add,
    /// `-`.
    Sub,
    /// `*`.
    Mul,
    /// `/`, truncating.
    Div,
    /// `%`, of the truncating division.
    Mod,
}

/// An expression without effects.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Expr {
    /// A number.
    Int(BigInt),
    /// A Boolean.
    Bool(bool),
    /// A local, a parameter, or the length of an array.
    Name(String),
    /// An element of an array.
    Element(String, Box<Expr>),
    /// Whether an array is null.
    IsNull(String),
    /// `-e`.
    Neg(Box<Expr>),
    /// `!e`.
    Not(Box<Expr>),
    /// `l op r`.
    Binary(Op, Box<Expr>, Box<Expr>),
    /// `c ? t : e`.
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A call of a function of the emitted text.
    Call(String, Vec<Expr>),
    /// The Euclidean quotient, by a helper.
    Quotient(Box<Expr>, Box<Expr>),
    /// The Euclidean remainder, by a helper.
    Remainder(Box<Expr>, Box<Expr>),
}

/// Where a value is stored.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Place {
    /// A local.
    Name(String),
    /// An element of an array.
    Element(String, Expr),
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Stmt {
    /// A local with its first value.
    Declare(Type, String, Expr),
    /// `p = e;`.
    Assign(Place, Expr),
    /// An atomic addition to an element.
    AtomicAdd(String, Expr, Expr),
    /// `if (c) … else …`.
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// `while (c) …`.
    While(Expr, Vec<Stmt>),
    /// `for (init; c; update) …`: a declaration or an assignment, a condition, an assignment.
    For(Box<Stmt>, Expr, Box<Stmt>, Vec<Stmt>),
    /// A scope.
    Block(Vec<Stmt>),
    /// `break;`.
    Break,
    /// `continue;`.
    Continue,
    /// The end of the host function, with its result.
    Return(Option<Expr>),
    /// A barrier of the block.
    Sync,
    /// The launch of the kernel of this number.
    Launch(usize),
}

/// What a kernel or function gets.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Param {
    /// A number or Boolean.
    Scalar(Type, String),
    /// An array of the device, with the type of its elements; true if it is written.
    Array(Type, String, bool),
}

impl Param {
    /// Its name.
    pub(crate) fn name(&self) -> &str {
        match self {
            Param::Scalar(_, name) | Param::Array(_, name, _) => name,
        }
    }
}

/// One thread identifier with its range, half open.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    /// Its name.
    pub(crate) name: String,
    /// The first value.
    pub(crate) low: Expr,
    /// One past the last.
    pub(crate) high: Expr,
}

/// How the threads of a `par` are laid out.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "there are few")]
pub(crate) enum Shape {
    /// As many blocks as needed; threads beyond the range do nothing.
    Grid(Vec<Axis>),
    /// One block with exactly the threads of the range.
    OneBlock(Vec<Axis>),
    /// A block for each value of the outer identifier, with exactly the threads of the inner one.
    Blocks(Axis, Axis),
    /// A single thread: statements between the `par` blocks.
    Single,
}

/// A kernel.
#[derive(Clone, Debug)]
pub(crate) struct Kernel {
    /// Its name.
    pub(crate) name: String,
    /// What it comes from, for a comment.
    pub(crate) about: String,
    /// Its parameters.
    pub(crate) params: Vec<Param>,
    /// Its threads.
    pub(crate) shape: Shape,
    /// What a thread does.
    pub(crate) body: Vec<Stmt>,
    /// Clauses about its launches, in the language of contracts of kernels.
    pub(crate) clauses: Vec<String>,
}

/// A pure function that kernels or the host call.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    /// Its name.
    pub(crate) name: String,
    /// Its result.
    pub(crate) result: Type,
    /// Its parameters.
    pub(crate) params: Vec<Param>,
    /// Its value.
    pub(crate) body: Expr,
}

/// A clause of the contract as the host tests it.
#[derive(Clone, Debug)]
pub(crate) struct Tested {
    /// As written.
    pub(crate) text: String,
    /// The test.
    pub(crate) test: Expr,
}

/// A method with its kernels.
#[derive(Clone, Debug)]
pub(crate) struct Method {
    /// Its name in the emitted text.
    pub(crate) name: String,
    /// Its name in the program.
    pub(crate) title: String,
    /// The clauses of its contract as written, one a line.
    pub(crate) contract: Vec<String>,
    /// Its parameters; each array is followed by its length.
    pub(crate) params: Vec<Param>,
    /// The type of its result, if it has one.
    pub(crate) result: Option<Type>,
    /// What the host does.
    pub(crate) body: Vec<Stmt>,
    /// Its kernels.
    pub(crate) kernels: Vec<Kernel>,
    /// What is tested before anything is launched.
    pub(crate) tested: Vec<Tested>,
    /// Clauses that only the caller can know to hold.
    pub(crate) untested: Vec<String>,
}

/// The name of an array's length.
pub(crate) fn length_of(array: &str) -> String {
    format!("{}_length", array.trim_end_matches('_'))
}

impl Expr {
    /// Calls `seen` for it and all in it.
    pub(crate) fn walk(&self, seen: &mut dyn FnMut(&Expr)) {
        seen(self);
        match self {
            Expr::Int(_) | Expr::Bool(_) | Expr::Name(_) | Expr::IsNull(_) => {}
            Expr::Element(_, inner) | Expr::Neg(inner) | Expr::Not(inner) => inner.walk(seen),
            Expr::Binary(_, left, right)
            | Expr::Quotient(left, right)
            | Expr::Remainder(left, right) => {
                left.walk(seen);
                right.walk(seen);
            }
            Expr::Conditional(condition, then, other) => {
                condition.walk(seen);
                then.walk(seen);
                other.walk(seen);
            }
            Expr::Call(_, args) => args.iter().for_each(|arg| arg.walk(seen)),
        }
    }

    /// The names of locals, parameters and lengths in it.
    pub(crate) fn names(&self) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        self.walk(&mut |expr| {
            if let Expr::Name(name) = expr {
                names.insert(name.clone());
            }
        });
        names
    }

    /// Whether it reads an element of an array.
    pub(crate) fn reads_memory(&self) -> bool {
        let mut found = false;
        self.walk(&mut |expr| found |= matches!(expr, Expr::Element(..)));
        found
    }
}

impl Stmt {
    /// Calls `seen` for it and all statements in it.
    pub(crate) fn walk(&self, seen: &mut dyn FnMut(&Stmt)) {
        seen(self);
        match self {
            Stmt::If(_, then, other) => {
                then.iter().chain(other).for_each(|stmt| stmt.walk(seen));
            }
            Stmt::While(_, body) | Stmt::Block(body) => {
                body.iter().for_each(|stmt| stmt.walk(seen));
            }
            Stmt::For(init, _, update, body) => {
                init.walk(seen);
                update.walk(seen);
                body.iter().for_each(|stmt| stmt.walk(seen));
            }
            Stmt::Declare(..)
            | Stmt::Assign(..)
            | Stmt::AtomicAdd(..)
            | Stmt::Break
            | Stmt::Continue
            | Stmt::Return(_)
            | Stmt::Sync
            | Stmt::Launch(_) => {}
        }
    }

    /// The expressions that stand in it itself, not in statements within.
    pub(crate) fn exprs(&self) -> Vec<&Expr> {
        match self {
            Stmt::Declare(_, _, value) | Stmt::Assign(Place::Name(_), value) => vec![value],
            Stmt::Assign(Place::Element(_, index), value) | Stmt::AtomicAdd(_, index, value) => {
                vec![index, value]
            }
            Stmt::If(condition, ..) | Stmt::While(condition, _) | Stmt::For(_, condition, ..) => {
                vec![condition]
            }
            Stmt::Return(value) => value.iter().collect(),
            Stmt::Block(_) | Stmt::Break | Stmt::Continue | Stmt::Sync | Stmt::Launch(_) => {
                Vec::new()
            }
        }
    }

    /// Whether it, or a statement in it, reads or writes an element of an array.
    pub(crate) fn uses_memory(&self) -> bool {
        let mut found = false;
        self.walk(&mut |stmt| {
            found |= matches!(
                stmt,
                Stmt::Assign(Place::Element(..), _) | Stmt::AtomicAdd(..)
            );
            found |= stmt.exprs().iter().any(|expr| expr.reads_memory());
        });
        found
    }

    /// Whether a statement in it satisfies a condition, itself included.
    pub(crate) fn any(&self, condition: &dyn Fn(&Stmt) -> bool) -> bool {
        let mut found = false;
        self.walk(&mut |stmt| found |= condition(stmt));
        found
    }
}
