//! Where a matrix comes in from outside: by what preconditions and predicates have of it. There
//! its extents are asked for; all else gets it from there, or makes it.

use super::arith::same;
use super::group::Group;
use super::rewrite::conjuncts;
use super::world::{Callable, CallableBody, Kind, World};
use crate::framework::input::Refusal;
use crate::shared::names::{local, writes};
use spec_lang::ast::build::{self, name};
use spec_lang::ast::{
    BinaryOp, Call, Clause, ClauseKind, Declaration, DeclarationKind, Expr, ExprKind, NodeId,
    StmtKind, Visitor,
};
use spec_lang::print;
use spec_lang::resolve::Reference;
use text::code::Code;

/// How deep inline predicates may name each other.
const DEPTH: usize = 32;

/// In which words a matrix is named where it comes in; each with the scope of the callable.
///
/// # Errors
/// `A401` where it is named in words that mean nothing at the beginning, as those of a
/// quantifier; `A409` if a field comes in by what has no body.
pub(super) fn names(
    world: &World<'_>,
    group: &Group,
    member: usize,
    callable: &Callable,
) -> Result<Vec<Expr>, Refusal> {
    let Some(declared) = world.matrices.get(member) else {
        return Ok(Vec::new());
    };
    // Inline formulas are put in where they are named; those with a contract stand for themselves.
    let is_formula = match callable.body {
        CallableBody::Predicate(_) => true,
        CallableBody::Expr => callable.contract.clauses.is_empty(),
        CallableBody::Block(_) | CallableBody::Abstract => false,
    };
    if callable.is_inline && is_formula {
        return Ok(Vec::new());
    }
    match declared.kind {
        Kind::Param(_) => {
            let own = world.callables.get(declared.callable.unwrap_or(usize::MAX));
            let is_own = own.is_some_and(|own| own.id == callable.id);
            let asked = is_own
                && (super::ask::speaks_of(world, group, member, callable)
                    || !vouched(world, callable, &|arg| world.matrix(arg) == Some(member)));
            Ok(match asked {
                true => vec![name(&declared.name)],
                false => Vec::new(),
            })
        }
        Kind::Field => field(world, member, callable),
        _ => Ok(Vec::new()),
    }
}

/// Whether a precondition has the matrix in an instance of a predicate, whatever else holds:
/// what the predicate says of it is shown of the predicate.
fn vouched(world: &World<'_>, callable: &Callable, is_it: &dyn Fn(&Expr) -> bool) -> bool {
    let instance = |part: &&Expr| {
        let inner = match &part.kind {
            ExprKind::Scale(amount, inner) if positive(amount) => &**inner,
            _ => part,
        };
        let (ExprKind::Call(call), Some(Reference::Predicate(id, _))) = (
            &inner.kind,
            world.input.resolution.references.get(&inner.id),
        ) else {
            return false;
        };
        let callee = world.callable(*id).and_then(|id| world.callables.get(id));
        callee.is_some_and(|callee| {
            !callee.is_inline && matches!(callee.body, CallableBody::Predicate(_))
        }) && call.args.iter().any(is_it)
    };
    callable
        .preconditions()
        .flat_map(conjuncts)
        .any(|part| instance(&part))
}

/// Whether a permission is more than none by the way it is written.
fn positive(amount: &Expr) -> bool {
    match &amount.kind {
        ExprKind::Read | ExprKind::Write => true,
        ExprKind::Int(value) => value.sign() == num_bigint::Sign::Plus,
        ExprKind::Binary(BinaryOp::Frac | BinaryOp::Div, part, whole) => {
            positive(part) && positive(whole)
        }
        _ => false,
    }
}

/// The names of a field in what holds at the beginning, if its extents count there.
///
/// A method may get a field and set it, or only hand it on; what it hands on is asked of those
/// that get it. What a predicate has may be held by any method, so that is always asked.
fn field(world: &World<'_>, member: usize, callable: &Callable) -> Result<Vec<Expr>, Refusal> {
    let what = world.describe(member);
    let mut entry = Mentions::new(world, member);
    match &callable.body {
        CallableBody::Predicate(body) => entry.visit_expr(body),
        _ => callable
            .preconditions()
            .for_each(|expr| entry.visit_expr(expr)),
    }
    if matches!(callable.body, CallableBody::Abstract) {
        for clause in &callable.contract.clauses {
            if let ClauseKind::Ensures(expr) = &clause.kind {
                entry.visit_expr(expr);
            }
        }
        if entry.found.is_empty() {
            return Ok(Vec::new());
        }
        return Err(Refusal::inapplicable(
            Code::A409,
            callable.name_span,
            format!(
                "`{}` has no body here, so it would be left out",
                callable.name
            ),
        )
        .with_note(format!("its contract has {what}"))
        .with_note("what it stands for still works on rows"));
    }
    let is_predicate = matches!(callable.body, CallableBody::Predicate(_));
    let speaks = entry.found.iter().any(|mention| mention.speaks);
    let mut whole = Mentions::new(world, member);
    whole.of_callable(callable);
    let set = set_first(world, member, callable);
    // What it was before it is set does not count.
    let later = |mention: &Mention| {
        set.as_ref().is_some_and(|(target, end)| {
            !mention.in_old
                && (mention.in_post || mention.at >= *end)
                && same_words(world, &mention.matrix, target)
        })
    };
    let used = whole
        .found
        .iter()
        .any(|mention| mention.speaks && !later(mention));
    let mut words: Vec<Expr> = Vec::new();
    for mention in entry.found {
        let asked = is_predicate
            || speaks
            || (used
                && !vouched(world, callable, &|arg| {
                    world.matrix(arg) == Some(member) && same_words(world, arg, &mention.matrix)
                }));
        // The object of a constructor is new, but not what all objects share.
        let made = callable.is_constructor
            && of_this(&mention.matrix)
            && !world
                .matrices
                .get(member)
                .is_some_and(|declared| world.statics.contains(&declared.id));
        if !asked || made {
            continue;
        }
        if !at_the_beginning(world, callable, &mention.matrix) {
            return Err(Refusal::inapplicable(
                Code::A401,
                callable.name_span,
                format!("the extents of {what} cannot be named at the beginning"),
            )
            .with_note(format!(
                "it is named as `{}`, which is not declared there",
                print::expr(&mention.matrix)
            ))
            .with_help("name it by way of the object or of parameters"));
        }
        let mut matrix = mention.matrix;
        // Its words are those of the whole callable.
        matrix.span = callable.name_span;
        if !words.iter().any(|known| same_words(world, known, &matrix)) {
            words.push(matrix);
        }
    }
    Ok(words)
}

/// The assignment that gives a field its value ahead of all that could leave or look: what is
/// set, and where that ends.
fn set_first(world: &World<'_>, member: usize, callable: &Callable) -> Option<(Expr, u32)> {
    let written = writes(world.input.resolution, &callable.statements);
    for stmt in &callable.statements {
        match &stmt.kind {
            StmtKind::Assign { target, .. } if world.matrix(target) == Some(member) => {
                let stays = match &target.kind {
                    ExprKind::Member(object, _) if !of_this(target) => {
                        let id = local(world.input.resolution, object)?;
                        !written.iter().any(|write| write.variable == id)
                    }
                    _ => true,
                };
                return stays.then(|| (target.clone(), stmt.span.end));
            }
            StmtKind::Assign { .. } | StmtKind::Local { .. } | StmtKind::Expr(_) => {}
            _ => return None,
        }
    }
    None
}

/// Whether a field is named as that of `this`.
fn of_this(matrix: &Expr) -> bool {
    match &matrix.kind {
        ExprKind::Name(_) => true,
        ExprKind::Member(object, _) => matches!(object.kind, ExprKind::This),
        _ => false,
    }
}

/// Whether two mentions of one field say which object in the same words.
fn same_words(world: &World<'_>, one: &Expr, other: &Expr) -> bool {
    let means = |expr: &Expr| local(world.input.resolution, expr);
    match (&one.kind, &other.kind) {
        _ if of_this(one) || of_this(other) => of_this(one) && of_this(other),
        (ExprKind::Member(one, _), ExprKind::Member(other, _)) => {
            same(one, other) && means(one) == means(other)
        }
        _ => false,
    }
}

/// Whether words mean at the beginning of a callable what they mean in its contract.
fn at_the_beginning(world: &World<'_>, callable: &Callable, expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::This => true,
        ExprKind::Member(object, _) => at_the_beginning(world, callable, object),
        ExprKind::Name(_) => match world.input.resolution.references.get(&expr.id) {
            Some(Reference::Field(..) | Reference::TypeName(_)) => true,
            Some(Reference::Local(id)) => callable.params.iter().any(|param| param.id == *id),
            _ => false,
        },
        _ => false,
    }
}

/// That no lock guards a matrix in a field: what its invariant says cannot be asked for where
/// it is taken.
///
/// # Errors
/// `A401` at the invariant.
pub(super) fn locks(world: &World<'_>, group: &Group) -> Result<(), Refusal> {
    for (_, class) in super::fields::classes(world) {
        for invariant in &class.lock_invariants {
            for &member in &group.members {
                let mut mentions = Mentions::new(world, member);
                mentions.visit_expr(invariant);
                if !mentions.found.is_empty() {
                    return Err(Refusal::inapplicable(
                        Code::A401,
                        invariant.span,
                        format!(
                            "the extents of {} are not shown where a lock has it",
                            world.describe(member)
                        ),
                    )
                    .with_help("keep the matrix out of the lock's invariant"));
                }
            }
        }
    }
    Ok(())
}

/// One mention of a matrix.
struct Mention {
    /// The words, those within an inline predicate said from outside.
    matrix: Expr,
    at: u32,
    /// Whether lengths or elements of it are spoken of.
    speaks: bool,
    in_old: bool,
    in_post: bool,
}

/// Collects the mentions of a matrix, those within inline predicates and functions included.
struct Mentions<'w, 'a> {
    world: &'w World<'a>,
    member: usize,
    depth: usize,
    in_old: bool,
    in_post: bool,
    found: Vec<Mention>,
}

impl<'w, 'a> Mentions<'w, 'a> {
    fn new(world: &'w World<'a>, member: usize) -> Self {
        Mentions {
            world,
            member,
            depth: 0,
            in_old: false,
            in_post: false,
            found: Vec::new(),
        }
    }

    /// All of its declaration.
    fn of_callable(&mut self, callable: &Callable) {
        fn find(declarations: &[Declaration], id: NodeId) -> Option<&Declaration> {
            declarations.iter().find_map(|declaration| {
                if declaration.id == id {
                    return Some(declaration);
                }
                match &declaration.kind {
                    DeclarationKind::Class(class) => find(&class.members, id),
                    _ => None,
                }
            })
        }
        let world = self.world;
        if let Some(declaration) = find(&world.input.program.declarations, callable.id) {
            self.visit_declaration(declaration);
        }
    }

    fn mention(&mut self, matrix: &Expr, at: u32, speaks: bool) {
        if self.world.matrix(matrix) == Some(self.member) {
            self.found.push(Mention {
                matrix: matrix.clone(),
                at,
                speaks,
                in_old: self.in_old,
                in_post: self.in_post,
            });
        }
    }

    /// What an inline predicate or function says, in words of the place that names it.
    fn inline(&mut self, expr: &Expr, call: &Call) {
        let (Some(Reference::Predicate(id, _)) | Some(Reference::Method(id, _))) =
            self.world.input.resolution.references.get(&expr.id)
        else {
            return;
        };
        let callee = self.world.callable(*id);
        let Some(callee) = callee.and_then(|callee| self.world.callables.get(callee)) else {
            return;
        };
        if !callee.is_inline || self.depth >= DEPTH {
            return;
        }
        for arg in &call.args {
            self.mention(arg, expr.span.start, true);
        }
        let mut inner = Mentions::new(self.world, self.member);
        inner.depth = self.depth + 1;
        inner.of_callable(callee);
        for mention in inner.found {
            self.found.push(Mention {
                matrix: outside(self.world, callee, call, &mention.matrix),
                at: expr.span.start,
                speaks: mention.speaks,
                in_old: self.in_old || mention.in_old,
                in_post: self.in_post,
            });
        }
    }
}

/// Words of an inline predicate in those of the place that names it.
fn outside(world: &World<'_>, callee: &Callable, call: &Call, expr: &Expr) -> Expr {
    let this = || match &call.receiver {
        Some(receiver) => (**receiver).clone(),
        None => build::expr(ExprKind::This),
    };
    match &expr.kind {
        ExprKind::This => this(),
        ExprKind::Member(object, field) => build::expr(ExprKind::Member(
            Box::new(outside(world, callee, call, object)),
            field.clone(),
        )),
        ExprKind::Name(name) => match world.input.resolution.references.get(&expr.id) {
            Some(Reference::Field(id, _)) if !world.statics.contains(id) => {
                build::expr(ExprKind::Member(Box::new(this()), name.clone()))
            }
            Some(Reference::Local(id)) => {
                let at = callee.params.iter().position(|param| param.id == *id);
                let arg = at.and_then(|at| call.args.get(at));
                arg.unwrap_or(expr).clone()
            }
            _ => expr.clone(),
        },
        _ => expr.clone(),
    }
}

impl Visitor for Mentions<'_, '_> {
    fn visit_clause(&mut self, clause: &Clause) {
        let post = matches!(clause.kind, ClauseKind::Ensures(_));
        let outer = self.in_post;
        self.in_post |= post;
        self.walk_clause(clause);
        self.in_post = outer;
    }

    fn visit_expr(&mut self, expr: &Expr) {
        let at = expr.span.start;
        self.mention(expr, at, false);
        match &expr.kind {
            ExprKind::Index(inner, _)
            | ExprKind::Member(inner, _)
            | ExprKind::Matrix(inner, _, _) => self.mention(inner, at, true),
            ExprKind::Call(call) => self.inline(expr, call),
            _ => {}
        }
        let old = matches!(expr.kind, ExprKind::Old(..));
        let outer = self.in_old;
        self.in_old |= old;
        self.walk_expr(expr);
        self.in_old = outer;
    }
}
