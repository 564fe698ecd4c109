//! Contracts, directives and statements.

use super::{AssignOp, Directive, Expr, Ident, NodeId, Param, TypeExpr, Variable};
use text::span::Span;

/// The clauses of a method, loop, block or barrier, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Contract {
    /// The clauses.
    pub clauses: Vec<Clause>,
}

impl Contract {
    /// Whether the contract of a `for` loop speaks of one iteration, which makes the loop a parallel block
    /// of its iterations.
    pub fn is_of_iterations(&self) -> bool {
        let mut of_one = false;
        for clause in &self.clauses {
            match clause.kind {
                ClauseKind::Requires(_) | ClauseKind::Ensures(_) | ClauseKind::Context(_) => {
                    of_one = true;
                }
                ClauseKind::LoopInvariant(_) => return false,
                ClauseKind::ContextEverywhere(_)
                | ClauseKind::LockInvariant(_)
                | ClauseKind::KernelInvariant(_)
                | ClauseKind::Decreases(_)
                | ClauseKind::Given(_)
                | ClauseKind::Yields(_)
                | ClauseKind::Other(..)
                | ClauseKind::Directive(_) => {}
            }
        }
        of_one
    }
}

/// One clause with its final `;`.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// Identity.
    pub id: NodeId,
    /// From the keyword to the `;`.
    pub span: Span,
    /// What it says.
    pub kind: ClauseKind,
}

/// The clauses.
#[derive(Clone, Debug, PartialEq)]
pub enum ClauseKind {
    /// `requires e;`.
    Requires(Expr),
    /// `ensures e;`.
    Ensures(Expr),
    /// `context e;`: both.
    Context(Expr),
    /// `context_everywhere e;`.
    ContextEverywhere(Expr),
    /// `loop_invariant e;`.
    LoopInvariant(Expr),
    /// `decreases e, …;`, possibly without a measure.
    Decreases(Vec<Expr>),
    /// `given T x, …;`.
    Given(Vec<Param>),
    /// `yields T x, …;`.
    Yields(Vec<Param>),
    /// `lock_invariant e;` (only before a class; the parser files it there).
    LockInvariant(Expr),
    /// `kernel_invariant e;`.
    KernelInvariant(Expr),
    /// `modifies l, …;`, `accessible l, …;` and `signals`, by keyword.
    Other(Ident, Vec<Expr>),
    /// `gpuopt …;`.
    Directive(Directive),
}

/// What a clause is written with.
#[derive(Clone, Copy, Debug)]
pub enum ClauseParts<'a> {
    /// A keyword and an expression.
    One(&'static str, &'a Expr),
    /// `decreases` and its measures.
    Measures(&'a [Expr]),
    /// `given` and what it declares.
    Given(&'a [Param]),
    /// `yields` and what it declares.
    Yields(&'a [Param]),
    /// Another keyword with expressions.
    Other(&'a Ident, &'a [Expr]),
    /// A directive.
    Directive(&'a Directive),
}

impl ClauseKind {
    /// What it is written with.
    pub fn parts(&self) -> ClauseParts<'_> {
        use ClauseParts::One;
        match self {
            ClauseKind::Requires(expr) => One("requires", expr),
            ClauseKind::Ensures(expr) => One("ensures", expr),
            ClauseKind::Context(expr) => One("context", expr),
            ClauseKind::ContextEverywhere(expr) => One("context_everywhere", expr),
            ClauseKind::LoopInvariant(expr) => One("loop_invariant", expr),
            ClauseKind::LockInvariant(expr) => One("lock_invariant", expr),
            ClauseKind::KernelInvariant(expr) => One("kernel_invariant", expr),
            ClauseKind::Decreases(measures) => ClauseParts::Measures(measures),
            ClauseKind::Given(params) => ClauseParts::Given(params),
            ClauseKind::Yields(params) => ClauseParts::Yields(params),
            ClauseKind::Other(keyword, values) => ClauseParts::Other(keyword, values),
            ClauseKind::Directive(directive) => ClauseParts::Directive(directive),
        }
    }

    /// The assertion that holds whenever the condition of its loop is computed.
    pub fn invariant(&self) -> Option<&Expr> {
        match self {
            ClauseKind::LoopInvariant(expr) => Some(expr),
            ClauseKind::Requires(_)
            | ClauseKind::Ensures(_)
            | ClauseKind::Context(_)
            | ClauseKind::ContextEverywhere(_)
            | ClauseKind::LockInvariant(_)
            | ClauseKind::KernelInvariant(_)
            | ClauseKind::Decreases(_)
            | ClauseKind::Given(_)
            | ClauseKind::Yields(_)
            | ClauseKind::Other(..)
            | ClauseKind::Directive(_) => None,
        }
    }
}

/// `{ … }`.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// Identity.
    pub id: NodeId,
    /// Braces included.
    pub span: Span,
    /// The statements.
    pub statements: Vec<Stmt>,
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Stmt {
    /// Identity.
    pub id: NodeId,
    /// From its first clause or directive to its last token.
    pub span: Span,
    /// Which.
    pub kind: StmtKind,
}

/// The statements.
#[derive(Clone, Debug, PartialEq)]
pub enum StmtKind {
    /// `{ … }`.
    Block(Block),
    /// `int x = e, y;`, possibly `final`.
    Local {
        /// `final` and so on.
        modifiers: Vec<super::Modifier>,
        /// The common type.
        ty: TypeExpr,
        /// The names.
        names: Vec<Variable>,
    },
    /// `l = e;` and compound forms.
    Assign {
        /// A local, field or element.
        target: Expr,
        /// Which assignment.
        op: AssignOp,
        /// The right side.
        value: Expr,
    },
    /// An expression as a statement: calls, `i++`, a literal.
    Expr(Expr),
    /// `if (c) s else s`.
    If {
        /// The condition; `*` (any choice) is [`super::ExprKind::Any`].
        condition: Expr,
        /// The branch taken if true.
        then_branch: Box<Stmt>,
        /// The other.
        else_branch: Option<Box<Stmt>>,
    },
    /// `while (c) s`.
    While {
        /// Invariants, measures, directives.
        contract: Contract,
        /// The guard.
        condition: Expr,
        /// The body.
        body: Box<Stmt>,
    },
    /// `for (init; c; update) s`.
    For {
        /// Invariants, measures, directives.
        contract: Contract,
        /// Declarations, assignments or expressions (as in `for (i; …)`).
        init: Vec<Stmt>,
        /// The guard; none means true.
        condition: Option<Expr>,
        /// Updates.
        update: Vec<Stmt>,
        /// The body.
        body: Box<Stmt>,
    },
    /// `for (int i = lo .. hi) s`.
    RangedFor {
        /// Invariants, measures, directives.
        contract: Contract,
        /// The variable with its range.
        iterator: Iterator,
        /// The body.
        body: Box<Stmt>,
    },
    /// `return e;`.
    Return(Option<Expr>),
    /// `break l;`.
    Break(Option<Ident>),
    /// `continue l;`.
    Continue(Option<Ident>),
    /// `goto l;`.
    Goto(Ident),
    /// `label l;` or `label l` before a statement.
    Label(Ident, Option<Box<Stmt>>),
    /// `assert`, `assume`, `fold`, … with one expression.
    Spec(SpecKind, Expr),
    /// `package w { … }` (or `;`).
    Package(Expr, Option<Block>),
    /// `ghost { … }` or `ghost s`.
    Ghost(Box<Stmt>),
    /// `par …`, one block or several joined by `and`.
    Par(Par),
    /// `parallel { … }`: all at once, or `sequential { … }`: one after the other.
    Region {
        /// True for `parallel`.
        parallel: bool,
        /// Blocks and regions.
        body: Block,
    },
    /// `barrier(name) { contract }` or `barrier(name) contract { body }`.
    Barrier(Barrier),
    /// `invariant name (resource) { … }`.
    Invariant {
        /// Its name, if any.
        name: Option<Ident>,
        /// The resource.
        resource: Expr,
        /// Where it holds.
        body: Block,
    },
    /// `atomic (name, …) { … }`.
    Atomic {
        /// The invariants opened.
        names: Vec<Ident>,
        /// What is done while they are open.
        body: Block,
    },
    /// `vec (int i = lo .. hi) contract { … }`.
    Vector {
        /// The lanes.
        iterators: Vec<Iterator>,
        /// The contract of a lane.
        contract: Contract,
        /// What a lane does.
        body: Block,
    },
    /// A statement that is read but not understood (process algebra, `send`/`recv`).
    Unsupported {
        /// What it is called in messages.
        what: String,
        /// Statements inside, if any.
        body: Option<Block>,
    },
    /// `;`.
    Empty,
}

/// Statements of the form `keyword e;`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SpecKind {
    /// `assert`.
    Assert,
    /// `assume`.
    Assume,
    /// `inhale`.
    Inhale,
    /// `exhale`.
    Exhale,
    /// `refute`.
    Refute,
    /// `fold`.
    Fold,
    /// `unfold`.
    Unfold,
    /// `apply` (wands).
    Apply,
    /// `lock`.
    Lock,
    /// `unlock`.
    Unlock,
    /// `wait`.
    Wait,
    /// `notify`.
    Notify,
    /// `fork`.
    Fork,
    /// `join`.
    Join,
    /// `commit`.
    Commit,
}

/// `int i = lo .. hi`, half open.
#[derive(Clone, Debug, PartialEq)]
pub struct Iterator {
    /// Identity; references resolve to it.
    pub id: NodeId,
    /// Where.
    pub span: Span,
    /// Its type.
    pub ty: TypeExpr,
    /// Its name.
    pub name: Ident,
    /// First value.
    pub low: Expr,
    /// One past the last value.
    pub high: Expr,
}

/// A parallel statement: the blocks run at the same time.
#[derive(Clone, Debug, PartialEq)]
pub struct Par {
    /// Directives before `par`.
    pub directives: Vec<Directive>,
    /// The blocks, joined by `and`.
    pub blocks: Vec<ParBlock>,
}

/// One block of a parallel statement.
#[derive(Clone, Debug, PartialEq)]
pub struct ParBlock {
    /// Identity.
    pub id: NodeId,
    /// Where.
    pub span: Span,
    /// Its name, if any.
    pub name: Option<Ident>,
    /// The thread identifiers; none means one thread.
    pub iterators: Vec<Iterator>,
    /// What each thread takes and gives.
    pub contract: Contract,
    /// What each thread does.
    pub body: Block,
}

/// A barrier.
#[derive(Clone, Debug, PartialEq)]
pub struct Barrier {
    /// The block's name.
    pub block: Option<Ident>,
    /// Invariants named after the block's name.
    pub invariants: Vec<Ident>,
    /// True for `barrier(name) { contract }`, which has no body.
    pub brace_form: bool,
    /// The contract.
    pub contract: Contract,
    /// The body; none in the brace form or before a `;`.
    pub body: Option<Block>,
}
