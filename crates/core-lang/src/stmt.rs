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

/// A part of a statement.
enum Part<'s> {
    Expr(&'s Expr),
    Assertion(&'s Assertion),
    Location(&'s super::Location),
    Amount(&'s super::Amount),
    Body(&'s [Stmt]),
}

fn ranges(iterators: &[(LocalId, Expr, Expr)]) -> impl Iterator<Item = Part<'_>> {
    let bounds = iterators.iter().flat_map(|(_, low, high)| [low, high]);
    bounds.map(Part::Expr)
}

impl ParBlock {
    fn parts(&self) -> impl Iterator<Item = Part<'_>> {
        let offers = self.offers.iter().map(|offer| Part::Assertion(&offer.part));
        let contract = [&self.requires, &self.ensures].map(Part::Assertion);
        let rest = offers.chain(contract).chain([Part::Body(&self.body)]);
        ranges(&self.iterators).chain(rest)
    }
}

impl StmtKind {
    /// The bodies directly within it.
    pub fn bodies(&self) -> impl Iterator<Item = &[Stmt]> {
        self.parts().into_iter().filter_map(|part| match part {
            Part::Body(body) => Some(body),
            Part::Expr(_) | Part::Assertion(_) | Part::Location(_) | Part::Amount(_) => None,
        })
    }

    /// Its parts, in order.
    fn parts(&self) -> Vec<Part<'_>> {
        match self {
            StmtKind::Assign(_, e)
            | StmtKind::Assume(e)
            | StmtKind::Fork(_, e, _)
            | StmtKind::Join(_, e) => vec![Part::Expr(e)],
            StmtKind::StoreField(a, _, b) => vec![Part::Expr(a), Part::Expr(b)],
            StmtKind::StoreElement(a, b, c) => [a, b, c].map(Part::Expr).into(),
            StmtKind::NewArray(_, exprs, _) | StmtKind::Call { args: exprs, .. } => {
                exprs.iter().map(Part::Expr).collect()
            }
            StmtKind::Inhale(a)
            | StmtKind::InhaleChecked(a)
            | StmtKind::Exhale(a, _)
            | StmtKind::Assert(a, _)
            | StmtKind::Refute(a) => vec![Part::Assertion(a)],
            StmtKind::If(c, a, b) => vec![Part::Expr(c), Part::Body(a), Part::Body(b)],
            StmtKind::Loop(cut) => {
                let mut parts = vec![
                    Part::Assertion(&cut.invariant),
                    Part::Body(&cut.guard_effects),
                    Part::Expr(&cut.guard),
                    Part::Body(&cut.body),
                    Part::Body(&cut.update),
                ];
                parts.extend(cut.decreases.iter().map(Part::Expr));
                parts
            }
            StmtKind::Labelled(_, body) | StmtKind::Side(body, _) => vec![Part::Body(body)],
            StmtKind::Par(blocks) => blocks.iter().flat_map(ParBlock::parts).collect(),
            StmtKind::Barrier {
                requires, ensures, ..
            } => [requires, ensures].map(Part::Assertion).into(),
            StmtKind::Unfold(location, amount, body) | StmtKind::Fold(location, amount, body) => {
                let location = Part::Location(location);
                vec![location, Part::Amount(amount), Part::Assertion(body)]
            }
            StmtKind::Package(package) => vec![
                Part::Location(&package.wand),
                Part::Assertion(&package.left),
                Part::Assertion(&package.right),
                Part::Body(&package.body),
            ],
            StmtKind::Acquire(object, token) => vec![Part::Expr(object), Part::Assertion(token)],
            StmtKind::BarrierProof(proof) => {
                let contract = [&proof.requires, &proof.ensures].into_iter();
                let contract = contract.chain(&proof.invariants).map(Part::Assertion);
                let rest = contract.chain([Part::Body(&proof.body)]);
                ranges(&proof.iterators).chain(rest).collect()
            }
            StmtKind::Havoc(_)
            | StmtKind::Decided { .. }
            | StmtKind::NewObject(..)
            | StmtKind::Jump(_)
            | StmtKind::Mark(_)
            | StmtKind::EndScope(_) => Vec::new(),
        }
    }
}

impl Stmt {
    /// A statement at a place.
    pub fn new(span: Span, kind: StmtKind) -> Self {
        Stmt { span, kind }
    }

    /// Visits every statement in it, itself first, and every expression.
    pub fn visit(&self, see: &mut dyn FnMut(&Expr), see_stmt: &mut dyn FnMut(&Stmt)) {
        see_stmt(self);
        for part in self.kind.parts() {
            match part {
                Part::Expr(e) => e.visit(see),
                Part::Assertion(assertion) => assertion.visit(see),
                Part::Location(location) => location.visit(see),
                Part::Amount(amount) => amount.visit(see),
                Part::Body(body) => body.iter().for_each(|stmt| stmt.visit(see, see_stmt)),
            }
        }
    }

    /// The locals it may assign.
    pub fn assigned(statements: &[Stmt]) -> Vec<LocalId> {
        let mut assigned = Vec::new();
        for stmt in statements {
            stmt.visit(&mut |_| {}, &mut |stmt| {
                assigned.extend(facts::acts(&stmt.kind).targets);
            });
        }
        assigned.sort_unstable();
        assigned.dedup();
        assigned
    }
}
