//! The state of the walk, and how it reports.

use super::fits::is_open;
use super::globals::Globals;
use super::scope::{Around, Scopes};
use super::{Profile, Reference, Resolution, Resolved, Type};
use crate::ast::{Expr, ExprKind, NodeId, Program};
use std::collections::{BTreeMap, BTreeSet};
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::span::Span;

/// Why effects are not allowed at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pure {
    /// A clause of a contract.
    Contract,
    /// The body of a pure function.
    Function,
    /// The body of a predicate, an axiom or a lock invariant.
    Definition,
    /// `assert` and its like.
    Assertion,
    /// A quantifier, `\let`, `\old` and so on.
    Formula,
}

impl Pure {
    pub(super) fn place(self) -> &'static str {
        match self {
            Pure::Contract => "a contract",
            Pure::Function => "a pure function",
            Pure::Definition => "a definition",
            Pure::Assertion => "a proof statement",
            Pure::Formula => "a formula",
        }
    }
}

/// Whether `this` may be said, and what it is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum This {
    /// It may.
    Is(Type),
    /// Outside any class, or in an abstract data type.
    NoClass,
    /// In a static member of a class.
    Static(Type),
    /// In the precondition of a constructor: the object does not exist yet.
    NotYet(Type),
}

impl This {
    /// The class around, whether or not there is an object.
    pub(super) fn class(&self) -> Option<&Type> {
        match self {
            This::Is(ty) | This::Static(ty) | This::NotYet(ty) => Some(ty),
            This::NoClass => None,
        }
    }
}

/// Whether `\result` may be said, and what it is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ResultType {
    /// Not in a postcondition.
    Outside,
    /// In the postcondition of something without a result.
    Nothing,
    /// It may.
    Is(Type),
}

/// What is true of the place that is being looked at.
#[derive(Clone, Debug)]
pub(super) struct Here {
    /// The method, predicate or other declaration around.
    pub callable: Option<NodeId>,
    /// Type parameters in sight.
    pub type_params: Vec<String>,
    /// `this`.
    pub this: This,
    /// `\result`.
    pub result: ResultType,
    /// What `return` gives.
    pub returns: Type,
    /// If set, effects are errors.
    pub pure: Option<Pure>,
    /// Whether a thread is running: methods, and functions that say `thread_local`.
    pub thread: bool,
    /// In a constructor, final fields may be assigned.
    pub constructor: bool,
    /// In a directive before a method, which may mention the names inside it.
    pub directive: bool,
    /// Whether this is the body of something inline.
    pub inline: bool,
    /// In what holds before a method runs, which has given no results yet.
    pub before: bool,
}

impl Here {
    pub(super) fn top_level() -> Self {
        Here {
            callable: None,
            type_params: Vec::new(),
            this: This::NoClass,
            result: ResultType::Outside,
            returns: Type::Void,
            pure: None,
            thread: false,
            constructor: false,
            directive: false,
            inline: false,
            before: false,
        }
    }
}

/// The walk.
pub(super) struct Resolver<'p> {
    /// How names are read.
    pub profile: Profile,
    /// What is declared.
    pub globals: Globals<'p>,
    /// What was found.
    pub out: Resolution,
    /// What is wrong.
    pub diagnostics: Vec<Diagnostic>,
    /// Locals in sight.
    pub scopes: Scopes,
    /// Loops, blocks and invariants around.
    pub around: Around,
    /// The place.
    pub here: Here,
    /// Labels of the method: name to statement and the parallel blocks around it.
    pub labels: BTreeMap<String, (NodeId, Vec<NodeId>)>,
    /// Every local of the method by name, the first of each: for directives.
    pub seen_locals: BTreeMap<String, (NodeId, Type)>,
    /// Inline declarations and the inline ones they mention.
    pub inlined: BTreeMap<NodeId, BTreeSet<NodeId>>,
}

impl<'p> Resolver<'p> {
    pub(super) fn new(program: &'p Program, profile: Profile) -> Self {
        Resolver {
            profile,
            globals: Globals::names_of(program),
            out: Resolution::default(),
            diagnostics: Vec::new(),
            scopes: Scopes::default(),
            around: Around::default(),
            here: Here::top_level(),
            labels: BTreeMap::new(),
            seen_locals: BTreeMap::new(),
            inlined: BTreeMap::new(),
        }
    }

    /// Hands over what was found, messages in source order, none twice.
    pub(super) fn finish(self) -> Resolved {
        let mut diagnostics = self.diagnostics;
        let place = |diagnostic: &Diagnostic| {
            diagnostic
                .primary
                .as_ref()
                .map_or(Span::default(), |label| label.span)
        };
        diagnostics.sort_by_key(|diagnostic| (place(diagnostic), diagnostic.code));
        diagnostics.dedup();
        Resolved {
            resolution: self.out,
            diagnostics,
        }
    }

    /// Reports.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Reports an error that needs no more than a sentence.
    pub(super) fn error(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::error(code, span, message));
    }

    /// Files what a node means.
    pub(super) fn refer(&mut self, id: NodeId, reference: Reference) {
        self.out.references.insert(id, reference);
    }

    /// A type as a user writes it.
    pub(super) fn show(&self, ty: &Type) -> String {
        self.globals.show(ty)
    }

    /// Whether this is the published tool's reading.
    pub(super) fn legacy(&self) -> bool {
        self.profile == Profile::VerCors14
    }

    /// Runs `inside` with the place changed, and changes it back.
    pub(super) fn with_here<T>(
        &mut self,
        change: impl FnOnce(&mut Here),
        inside: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let before = self.here.clone();
        change(&mut self.here);
        let result = inside(self);
        self.here = before;
        result
    }

    /// Runs `inside` where effects are errors; the outermost reason is kept.
    pub(super) fn purely<T>(&mut self, why: Pure, inside: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.here.pure;
        self.here.pure = before.or(Some(why));
        let result = inside(self);
        self.here.pure = before;
        result
    }

    /// An expression that must have a type; reports if it does not fit.
    pub(super) fn expect(&mut self, expr: &Expr, want: &Type) -> Type {
        let have = self.expr_wanted(expr, want);
        self.check_fits(expr, &have, want);
        have
    }

    /// A boolean.
    pub(super) fn expect_boolean(&mut self, expr: &Expr) -> Type {
        self.expect(expr, &Type::Boolean)
    }

    /// A boolean or a resource; gives which.
    pub(super) fn expect_resource(&mut self, expr: &Expr) -> Type {
        match self.expect(expr, &Type::Resource) {
            Type::Resource => Type::Resource,
            _ => Type::Boolean,
        }
    }

    /// An integer.
    pub(super) fn expect_int(&mut self, expr: &Expr) {
        self.expect(expr, &Type::Int);
    }

    /// Reports an expression whose type does not fit; settles open literals.
    pub(super) fn check_fits(&mut self, expr: &Expr, have: &Type, want: &Type) {
        if self.globals.fits(have, want) {
            self.settle(expr, have, want);
            return;
        }
        // `0.5` is a number of whatever precision is wanted.
        if let (ExprKind::Float(_), Type::Float32) = (&expr.kind, want) {
            self.out.types.insert(expr.id, Type::Float32);
            return;
        }
        let (found, wanted) = (self.show(have), self.show(want));
        let diagnostic = match (have, want) {
            (Type::Resource, Type::Boolean) => Diagnostic::error(
                Code::T005,
                expr.span,
                "a permission stands where a boolean is wanted",
            )
            .with_text("this speaks of permissions")
            .with_help(
                "`**` joins permissions; `!`, `&&`, `||` and the left of `==>` take booleans",
            ),
            (Type::Void, _) => Diagnostic::error(Code::T001, expr.span, "this call gives no value")
                .with_text(format!("a value of type `{wanted}` is wanted")),
            _ => Diagnostic::error(
                Code::T001,
                expr.span,
                format!("the type `{found}` does not fit, `{wanted}` is wanted"),
            )
            .with_text(format!("this is of type `{found}`"))
            .with_usual_help(super::fits::conversion(have, want)),
        };
        self.report(diagnostic);
    }

    /// Gives a literal whose element type was open the type that is wanted of it.
    pub(super) fn settle(&mut self, expr: &Expr, have: &Type, want: &Type) {
        let literal = matches!(
            expr.kind,
            ExprKind::SeqLiteral(..)
                | ExprKind::SetLiteral(..)
                | ExprKind::BagLiteral(..)
                | ExprKind::TupleLiteral(..)
                | ExprKind::OptionNone
                | ExprKind::Call(_)
                | ExprKind::Conditional(..)
        );
        if literal && is_open(have) && !is_open(want) && *want != Type::Error {
            self.out.types.insert(expr.id, want.clone());
        }
    }
}
