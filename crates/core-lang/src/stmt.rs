//! Core statements.

use crate::{Assertion, Blame, Expr, FieldId, LocalId, Rule, facts};
use logic::Sort;
use text::span::Span;

/// Names a point of a method: a target of jumps or a state for `\old`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LabelId(pub u32);

/// A core statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Stmt {
    /// The words it comes from.
    pub span: Span,
    /// Which.
    pub kind: StmtKind,
}

/// A loop, cut at its head.
#[derive(Clone, Debug, PartialEq)]
pub struct Loop {
    /// What holds at the head.
    pub invariant: Assertion,
    /// What the guard does before it has a value (calls in it); empty for most.
    pub guard_effects: Vec<Stmt>,
    /// The guard.
    pub guard: Expr,
    /// The body.
    pub body: Vec<Stmt>,
    /// Where `continue` goes: before the update.
    pub continue_label: LabelId,
    /// Run after the body and after `continue`.
    pub update: Vec<Stmt>,
    /// Locals that body, guard or update assign and that live outside.
    pub assigned: Vec<LocalId>,
    /// For the measure: what decreases at each iteration, if written.
    pub decreases: Vec<Expr>,
    /// Whether it stands in ghost code, which is never executed.
    pub ghost: bool,
    /// Who asks for the invariant.
    pub entry_blame: Blame,
    /// Who asks for it after an iteration.
    pub keep_blame: Blame,
}

/// One block of a parallel statement.
#[derive(Clone, Debug, PartialEq)]
pub struct ParBlock {
    /// Where.
    pub span: Span,
    /// The thread identifiers with their half-open ranges (over outer variables only).
    pub iterators: Vec<(LocalId, Expr, Expr)>,
    /// What the starting thread may give besides, as far as it holds it.
    pub offers: Vec<Offer>,
    /// What each thread takes.
    pub requires: Assertion,
    /// What each thread exhales.
    pub ensures: Assertion,
    /// What each thread does.
    pub body: Vec<Stmt>,
    /// Where `return` in a body goes.
    pub end_label: LabelId,
    /// The state `\old` in the block means under vercors-1.4.
    pub start_label: LabelId,
    /// Locals declared within.
    pub take_blame: Blame,
    /// Who asks for the postcondition.
    pub give_blame: Blame,
}

/// A part of what a thread holds that it shares with the threads it starts, if it is there when all
/// have what they require: contracts and bodies of the block ask its local whether it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    /// The local that says whether it is shared; of outside the block, and assigned nowhere else.
    pub shared: LocalId,
    /// What each thread gets of it.
    pub part: Assertion,
}

/// The proof of a barrier for all threads of a block together.
#[derive(Clone, Debug, PartialEq)]
pub struct BarrierProof {
    /// The thread identifiers with their ranges.
    pub iterators: Vec<(LocalId, Expr, Expr)>,
    /// Locals from this one on are the threads' own.
    pub first_local: LocalId,
    /// Of these, the ones with one value for all threads.
    pub uniform: Vec<LocalId>,
    /// Every local is taken to have one value for all threads (vercors-1.4).
    pub all_uniform: bool,
    /// Given by each.
    pub requires: Assertion,
    /// Inhaled by each.
    pub ensures: Assertion,
    /// Invariants that the barrier opens: there once beside what the threads exhale, and to be
    /// there once beside what they inhale.
    pub invariants: Vec<Assertion>,
    /// The barrier's own body, which helps to show it.
    pub body: Vec<Stmt>,
    /// The state before, for `\\old` under vercors-1.4.
    pub label: LabelId,
    /// Who asks for the postcondition.
    pub blame: Blame,
}

/// A magic wand that is made: from what is held now, the body shows how the left side, whenever it is
/// given up, becomes the right one.
#[derive(Clone, Debug, PartialEq)]
pub struct Package {
    /// The wand, as an instance.
    pub wand: super::Location,
    /// What is given up when it is applied.
    pub left: Assertion,
    /// What is had instead.
    pub right: Assertion,
    /// How.
    pub body: Vec<Stmt>,
}

/// The core statements.
#[derive(Clone, Debug, PartialEq)]
pub enum StmtKind {
    /// A local gets a value.
    Assign(LocalId, Expr),
    /// Locals get any value of their sorts.
    Havoc(Vec<LocalId>),
    /// A field gets a value; needs write permission.
    StoreField(Expr, FieldId, Expr),
    /// An element gets a value; needs write permission: array, index, value.
    StoreElement(Expr, Expr, Expr),
    /// A new object with all permissions to its fields, which hold default values.
    NewObject(LocalId, Vec<FieldId>, String),
    /// A new array with all permissions: sizes per dimension, element sort.
    NewArray(LocalId, Vec<Expr>, Sort),
    /// Permissions and facts are inhaled; the assertion is checked to be well-defined.
    Inhale(Assertion),
    /// Permissions and facts of an assertion are inhaled that was already checked to be well-defined.
    InhaleChecked(Assertion),
    /// Permissions are exhaled, facts shown.
    Exhale(Assertion, Blame),
    /// Shown, nothing exhaled.
    Assert(Assertion, Blame),
    /// Succeeds only if the formula is not proved.
    Refute(Assertion),
    /// A fact is assumed.
    Assume(Expr),
    /// One of two.
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// A loop.
    Loop(Box<Loop>),
    /// Statements with a label at their end, to which jumps go.
    Labelled(LabelId, Vec<Stmt>),
    /// Goes to the end of the statements with that label.
    Jump(LabelId),
    /// Names the present state for `\old`.
    Mark(LabelId),
    /// A method call: callee, arguments (receiver first), results.
    Call {
        /// Index into the program's methods.
        method: usize,
        /// Receiver, arguments, ghost arguments.
        args: Vec<Expr>,
        /// Result and ghost results; one each, in the callee's order.
        results: Vec<LocalId>,
        /// Who asks for the precondition.
        blame: Blame,
        /// Whether it stands in ghost code, which is never executed.
        ghost: bool,
        /// Whether it stands within an `atomic` statement.
        within_atomic: bool,
    },
    /// Blocks that run at the same time.
    Par(Vec<ParBlock>),
    /// A barrier: what each thread exhales and inhales; the proof for all threads is a
    /// `Side` statement before it.
    Barrier {
        /// Exhaled.
        requires: Assertion,
        /// Inhaled.
        ensures: Assertion,
        /// Who asks for the precondition.
        blame: Blame,
    },
    /// A proof on the side: run on a copy without permissions, whose end is discarded.
    /// True havocs the heap as well.
    Side(Vec<Stmt>, bool),
    /// The proof of a barrier, on the side.
    BarrierProof(Box<BarrierProof>),
    /// A rule that the lowering decides: an obligation without a question.
    Decided {
        /// Whether it holds.
        holds: bool,
        /// Which rule.
        rule: Rule,
        /// The place that decides, if another one.
        because: Option<Span>,
    },
    /// Locals go out of scope (for states that are joined later).
    EndScope(Vec<LocalId>),
    /// A predicate instance is exchanged for its body (for that amount).
    Unfold(super::Location, super::Amount, Assertion),
    /// The body (for that amount) is exchanged for a predicate instance.
    Fold(super::Location, super::Amount, Assertion),
    /// A magic wand is made.
    Package(Box<Package>),
    /// A lock is taken: the object, which is not null, and the token that is inhaled.
    Acquire(Expr, Assertion),
    /// A thread is started: its `run` among the methods, the object.
    Fork(usize, Expr, Blame),
    /// A thread has ended: its `run`, the object.
    Join(usize, Expr),
}

impl Stmt {
    /// A statement at a place.
    pub fn new(span: Span, kind: StmtKind) -> Self {
        Stmt { span, kind }
    }

    /// Visits every statement in it, itself first, and every expression.
    pub fn visit(&self, see: &mut dyn FnMut(&Expr), see_stmt: &mut dyn FnMut(&Stmt)) {
        see_stmt(self);
        match &self.kind {
            StmtKind::Assign(_, e) | StmtKind::Assume(e) => e.visit(see),
            StmtKind::StoreField(a, _, b) => {
                a.visit(see);
                b.visit(see);
            }
            StmtKind::StoreElement(a, b, c) => {
                a.visit(see);
                b.visit(see);
                c.visit(see);
            }
            StmtKind::NewArray(_, exprs, _) => exprs.iter().for_each(|e| e.visit(see)),
            StmtKind::Inhale(a)
            | StmtKind::InhaleChecked(a)
            | StmtKind::Exhale(a, _)
            | StmtKind::Assert(a, _)
            | StmtKind::Refute(a) => a.visit(see),
            StmtKind::If(c, a, b) => {
                c.visit(see);
                a.iter().chain(b).for_each(|s| s.visit(see, see_stmt));
            }
            StmtKind::Loop(cut) => {
                cut.invariant.visit(see);
                cut.guard_effects
                    .iter()
                    .for_each(|s| s.visit(see, see_stmt));
                cut.guard.visit(see);
                cut.body.iter().for_each(|s| s.visit(see, see_stmt));
                cut.update.iter().for_each(|s| s.visit(see, see_stmt));
                cut.decreases.iter().for_each(|e| e.visit(see));
            }
            StmtKind::Labelled(_, body) | StmtKind::Side(body, _) => {
                body.iter().for_each(|s| s.visit(see, see_stmt));
            }
            StmtKind::Call { args, .. } => args.iter().for_each(|e| e.visit(see)),
            StmtKind::Par(blocks) => {
                for block in blocks {
                    for (_, low, high) in &block.iterators {
                        low.visit(see);
                        high.visit(see);
                    }
                    block.offers.iter().for_each(|offer| offer.part.visit(see));
                    block.requires.visit(see);
                    block.ensures.visit(see);
                    block.body.iter().for_each(|s| s.visit(see, see_stmt));
                }
            }
            StmtKind::Barrier {
                requires, ensures, ..
            } => {
                requires.visit(see);
                ensures.visit(see);
            }
            StmtKind::Unfold(location, amount, body) | StmtKind::Fold(location, amount, body) => {
                location.visit(see);
                amount.visit(see);
                body.visit(see);
            }
            StmtKind::Package(package) => {
                package.wand.visit(see);
                package.left.visit(see);
                package.right.visit(see);
                package.body.iter().for_each(|s| s.visit(see, see_stmt));
            }
            StmtKind::Acquire(object, token) => {
                object.visit(see);
                token.visit(see);
            }
            StmtKind::Fork(_, object, _) | StmtKind::Join(_, object) => object.visit(see),
            StmtKind::BarrierProof(proof) => {
                for (_, low, high) in &proof.iterators {
                    low.visit(see);
                    high.visit(see);
                }
                proof.requires.visit(see);
                proof.ensures.visit(see);
                proof
                    .invariants
                    .iter()
                    .for_each(|resource| resource.visit(see));
                proof.body.iter().for_each(|s| s.visit(see, see_stmt));
            }
            StmtKind::Havoc(_)
            | StmtKind::Decided { .. }
            | StmtKind::NewObject(..)
            | StmtKind::Jump(_)
            | StmtKind::Mark(_)
            | StmtKind::EndScope(_) => {}
        }
    }

    /// The locals it may assign.
    pub fn assigned(statements: &[Stmt]) -> Vec<LocalId> {
        let mut assigned = Vec::new();
        for stmt in statements {
            stmt.visit(&mut |_| {}, &mut |stmt| {
                assigned.extend(facts::targets(&stmt.kind));
            });
        }
        assigned.sort_unstable();
        assigned.dedup();
        assigned
    }
}
