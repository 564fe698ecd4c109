//! Calls and creations.

use super::choose::Choice;
use super::fits::conversion;
use super::globals::{CallableKind, Signature, TypeMeaning};
use super::resolver::Resolver;
use super::{Builtin, Reference, Type, suggest};
use crate::ast::{Call, Expr, ExprKind, NodeId};
use itertools::Itertools;
use std::rc::Rc;
use text::code::Code;
use text::diagnostics::Diagnostic;

/// What a call is sent to.
enum Receiver {
    /// Nothing: a plain name.
    None,
    /// A value.
    Value(Type),
    /// A type by its name.
    Type(NodeId),
}

impl Resolver<'_> {
    /// A call of a method, function, predicate or built-in.
    pub(super) fn call(&mut self, expr: &Expr, call: &Call, want: Option<&Type>) -> Type {
        let receiver = match &call.receiver {
            None => Receiver::None,
            Some(receiver) => match self.type_name(receiver) {
                Some(id) => Receiver::Type(id),
                None => Receiver::Value(self.expr(receiver)),
            },
        };
        let type_args = self.type_arguments(call);
        let tiers = self.candidates(&receiver, call);
        let args = self.arguments(&tiers, call);
        let receiver_type = match &receiver {
            Receiver::Value(ty) => Some(ty.clone()),
            Receiver::None => self.here.this.class().cloned(),
            Receiver::Type(_) => None,
        };
        for tier in &tiers {
            let mut found = self.applicable(tier, receiver_type.as_ref(), &type_args, &args);
            if found.len() > 1 && !args.contains(&Type::Error) {
                self.ambiguous(call, &found);
            }
            if !found.is_empty() {
                let choice = found.swap_remove(0);
                return self.chosen(expr, call, &receiver, (&choice, &args), want);
            }
        }
        if let Some(ty) = self.built_in(expr, call, &receiver, &args, want) {
            self.no_ghosts(call);
            return ty;
        }
        if !matches!(&receiver, Receiver::Value(Type::Error)) {
            self.no_candidate(expr, call, &receiver, &tiers, &args);
        }
        self.loose_ghosts(call);
        Type::Error
    }

    /// The candidates, nearest first: a tier is looked at if none before it takes the arguments.
    fn candidates(&mut self, receiver: &Receiver, call: &Call) -> Vec<Vec<Rc<Signature>>> {
        let name = &call.name.name;
        let globals = &self.globals;
        let tiers = match receiver {
            Receiver::None => {
                let own = self
                    .here
                    .this
                    .class()
                    .map(|class| globals.members(class, name))
                    .unwrap_or_default();
                let in_adt = self.here.callable.and_then(|id| globals.adts.get(&id));
                let of_adt = globals.signatures_of(in_adt.and_then(|adt| adt.get(name)));
                vec![
                    own,
                    of_adt,
                    globals.signatures_of(globals.callables.get(name)),
                    globals.signatures_of(globals.adt_functions.get(name)),
                ]
            }
            Receiver::Value(ty @ Type::Class(..)) => vec![globals.members(ty, name)],
            Receiver::Value(_) => Vec::new(),
            Receiver::Type(id) => match globals.adts.get(id) {
                Some(adt) => vec![globals.signatures_of(adt.get(name))],
                None => vec![globals.members(&Type::Class(*id, Vec::new()), name)],
            },
        };
        tiers.into_iter().filter(|tier| !tier.is_empty()).collect()
    }

    /// The types of the arguments; a single candidate settles literals that are open.
    fn arguments(&mut self, tiers: &[Vec<Rc<Signature>>], call: &Call) -> Vec<Type> {
        let only = match tiers {
            [tier] => match tier.as_slice() {
                [only] if only.type_params.is_empty() => Some(Rc::clone(only)),
                _ => None,
            },
            _ => None,
        };
        call.args
            .iter()
            .enumerate()
            .map(
                |(at, arg)| match only.as_ref().and_then(|only| only.params.get(at)) {
                    Some(want) => self.expr_wanted(arg, want),
                    None => self.expr(arg),
                },
            )
            .collect()
    }

    fn type_arguments(&mut self, call: &Call) -> Vec<Type> {
        call.type_args
            .iter()
            .map(|ty| {
                self.sizes(ty);
                self.written_value(ty)
            })
            .collect()
    }

    fn ambiguous(&mut self, call: &Call, found: &[Choice]) {
        let message = format!(
            "`{}` fits several declarations equally well",
            call.name.name
        );
        let mut diagnostic = Diagnostic::error(Code::N004, call.name.span, message);
        for choice in found {
            diagnostic = diagnostic.with_label(choice.signature.span, "this one fits");
        }
        self.report(diagnostic.with_help("give the arguments the exact types of one of them"));
    }

    /// Files a call whose target is known.
    fn chosen(
        &mut self,
        expr: &Expr,
        call: &Call,
        receiver: &Receiver,
        (choice, args): (&Choice, &[Type]),
        want: Option<&Type>,
    ) -> Type {
        let signature = &choice.signature;
        let name = &call.name.name;
        let mut bindings = choice.bindings.clone();
        if let Some(want) = want {
            // What the arguments leave open, the place of the call may settle.
            let open: Vec<String> = signature
                .type_params
                .iter()
                .filter(|param| bindings.get(*param).is_none_or(|ty| *ty == Type::Any))
                .cloned()
                .collect();
            let mut trial = bindings.clone();
            if !open.is_empty()
                && self
                    .globals
                    .matches(&signature.result, want, &open, &mut trial)
            {
                bindings = trial;
            }
        }
        let choice = Choice::with(choice, bindings);
        for ((arg, have), param) in call.args.iter().zip(args).zip(&signature.params) {
            let want = choice.instantiate(param);
            self.settle(arg, have, &want);
        }
        match receiver {
            Receiver::None if !signature.is_static => {
                let what = match signature.kind {
                    CallableKind::Predicate => format!("the predicate `{name}`"),
                    _ => format!("the method `{name}`"),
                };
                self.need_this(call.name.span, &what);
            }
            Receiver::Type(_) if !signature.is_static => self.report(
                Diagnostic::error(
                    Code::N012,
                    call.name.span,
                    format!("`{name}` belongs to an object; no object is given"),
                )
                .with_label(signature.span, "declared here, without `static`"),
            ),
            _ => {}
        }
        if call.null_safe && signature.kind != CallableKind::Predicate {
            let shown = self.show(&signature.result);
            self.error(
                Code::T001,
                expr.span,
                format!("`?.` is for predicates, this gives `{shown}`"),
            );
        }
        if self.here.pure.is_some() && !signature.pure {
            self.report_impure_call(call, signature);
        }
        if signature.inline {
            self.mentions(signature.id);
        }
        let implied = matches!(receiver, Receiver::None);
        self.refer(expr.id, Self::reference_to(signature, implied));
        self.ghost_arguments(expr, call, &choice);
        choice.result()
    }

    fn report_impure_call(&mut self, call: &Call, signature: &Signature) {
        let place = self
            .here
            .pure
            .map_or("a formula", super::resolver::Pure::place);
        self.report(
            Diagnostic::error(
                Code::T004,
                call.name.span,
                format!(
                    "a call of `{}`, which is not pure, in {place}",
                    signature.name
                ),
            )
            .with_label(signature.span, "declared here, without `pure`")
            .with_note("a specification must not change the program"),
        );
    }

    fn built_in(
        &mut self,
        expr: &Expr,
        call: &Call,
        receiver: &Receiver,
        args: &[Type],
        want: Option<&Type>,
    ) -> Option<Type> {
        match receiver {
            Receiver::Value(Type::Other(_) | Type::Any) => {
                self.refer(expr.id, Reference::Builtin(Builtin::Unsupported));
                Some(Type::Any)
            }
            Receiver::Value(Type::Error) => None,
            Receiver::Value(ty @ Type::Class(..)) => {
                if call.name.name == "lock_invariant" && args.is_empty() {
                    let _ = ty;
                    self.refer(expr.id, Reference::Implicit("lock_invariant".into()));
                    return Some(Type::Resource);
                }
                None
            }
            Receiver::Value(ty) => self.value_member(expr, ty, &call.name.name, Some((call, args))),
            Receiver::Type(id) => {
                let name = self.globals.type_names.get(id);
                match name.and_then(|name| self.globals.types.get(name)) {
                    Some((_, TypeMeaning::Model)) => {
                        self.refer(expr.id, Reference::Builtin(Builtin::Unsupported));
                        Some(Type::Any)
                    }
                    _ => None,
                }
            }
            Receiver::None => {
                if call.name.name == "lock_invariant"
                    && args.is_empty()
                    && self.here.this.class().is_some()
                {
                    self.need_this(call.name.span, "`lock_invariant`");
                    self.refer(expr.id, Reference::Implicit("lock_invariant".into()));
                    return Some(Type::Resource);
                }
                self.built_in_function(expr, call, args, want)
            }
        }
    }

    /// Reports a call that nothing declared takes.
    fn no_candidate(
        &mut self,
        expr: &Expr,
        call: &Call,
        receiver: &Receiver,
        tiers: &[Vec<Rc<Signature>>],
        args: &[Type],
    ) {
        let name = &call.name;
        let candidates: Vec<&Rc<Signature>> = tiers.iter().flatten().collect();
        if candidates.is_empty() {
            let (code, message, names) = self.unknown_callable(call, receiver);
            let near = suggest::nearest(&name.name, names.iter().map(String::as_str));
            let mut diagnostic = Diagnostic::error(code, name.span, message);
            diagnostic = match (receiver, name.name.as_str(), call.args.as_slice()) {
                (Receiver::None, "old", [_]) => diagnostic.with_name(name.span, "\\old"),
                (Receiver::None, "length" | "len" | "size", [of]) => {
                    let help = match args {
                        [Type::Array(_)] => "the length of an array `a` is `a.length`",
                        _ => {
                            "the size of a collection `xs` is `|xs|`, the length of an array `a` is `a.length`"
                        }
                    };
                    let diagnostic = diagnostic.with_help(help);
                    match (args, &of.kind) {
                        ([Type::Array(_)], ExprKind::Name(array)) => diagnostic.with_fix(
                            format!("write `{}.length`", array.name),
                            expr.span,
                            format!("{}.length", array.name),
                        ),
                        _ => diagnostic,
                    }
                }
                (Receiver::None, other, _) if elsewhere(other).is_some() => {
                    diagnostic.with_usual_help(elsewhere(other))
                }
                _ => match near {
                    Some(near) => diagnostic.with_name(name.span, near),
                    None => diagnostic,
                },
            };
            self.report(diagnostic);
            return;
        }
        if args.contains(&Type::Error)
            && candidates.iter().any(|one| one.params.len() == args.len())
        {
            // The argument was reported already.
            return;
        }
        let given = args.iter().map(|ty| self.show(ty)).join(", ");
        let diagnostic = if let [only] = candidates.as_slice() {
            self.one_misfit(call, only, args)
        } else {
            Diagnostic::error(
                Code::T002,
                name.span,
                format!("no `{}` takes ({given})", name.name),
            )
        };
        let mut diagnostic = diagnostic;
        for candidate in candidates {
            let params = candidate.params.iter().map(|ty| self.show(ty)).join(", ");
            diagnostic =
                diagnostic.with_label(candidate.span, format!("this one takes ({params})"));
        }
        self.report(diagnostic);
    }

    fn one_misfit(&self, call: &Call, signature: &Signature, args: &[Type]) -> Diagnostic {
        let name = &signature.name;
        let (want, have) = (signature.params.len(), args.len());
        if want != have {
            let s = if want == 1 { "" } else { "s" };
            return Diagnostic::error(
                Code::T002,
                call.name.span,
                format!("`{name}` takes {want} argument{s}, {have} given"),
            );
        }
        if call.type_args.len() > signature.type_params.len() {
            return Diagnostic::error(
                Code::T009,
                call.name.span,
                format!(
                    "`{name}` has {} type parameters, {} are given",
                    signature.type_params.len(),
                    call.type_args.len()
                ),
            );
        }
        let misfit = call
            .args
            .iter()
            .zip(args)
            .zip(&signature.params)
            .find(|((_, have), want)| !self.globals.fits(have, want));
        match misfit {
            Some(((arg, have), want)) => Diagnostic::error(
                Code::T002,
                arg.span,
                format!(
                    "`{name}` wants `{}` here, this is of type `{}`",
                    self.show(want),
                    self.show(have)
                ),
            )
            .with_usual_help(conversion(have, want)),
            None => Diagnostic::error(
                Code::T002,
                call.name.span,
                format!("`{name}` does not take these arguments"),
            ),
        }
    }

    fn unknown_callable(&self, call: &Call, receiver: &Receiver) -> (Code, String, Vec<String>) {
        let name = &call.name.name;
        match receiver {
            Receiver::None => {
                let mut names: Vec<String> = self.globals.callables.keys().cloned().collect();
                names.extend(self.globals.adt_functions.keys().cloned());
                if let Some(class) = self.here.this.class() {
                    names.extend(self.globals.member_names(class, true));
                }
                names.extend(Self::function_names().map(str::to_owned));
                let message = if self.globals.types.contains_key(name) {
                    format!("`{name}` is a type; to create an object, write `new {name}(…)`")
                } else {
                    format!("there is no method, function or predicate `{name}`")
                };
                (Code::N001, message, names)
            }
            Receiver::Value(ty) => {
                let names = match ty {
                    Type::Class(..) => self.globals.member_names(ty, true),
                    _ => Self::member_names_of(ty),
                };
                let message = format!("a value of type `{}` has no `{name}`", self.show(ty));
                (Code::N003, message, names)
            }
            Receiver::Type(id) => {
                let names = self.globals.adts.get(id).map_or_else(
                    || {
                        self.globals
                            .member_names(&Type::Class(*id, Vec::new()), true)
                    },
                    |adt| adt.keys().cloned().collect(),
                );
                let of = self.globals.type_names.get(id).map_or("?", String::as_str);
                (Code::N003, format!("`{of}` has no `{name}`"), names)
            }
        }
    }

    /// `new C(…)`.
    pub(super) fn creation(&mut self, expr: &Expr, call: &Call, want: Option<&Type>) -> Type {
        if self.here.pure.is_some() {
            self.impure(expr.span, "a creation");
        }
        let type_args = self.type_arguments(call);
        let name = &call.name;
        let Some((id, meaning)) = self.globals.types.get(&name.name).copied() else {
            self.unknown_type(name);
            for arg in &call.args {
                self.expr(arg);
            }
            self.loose_ghosts(call);
            return Type::Error;
        };
        let TypeMeaning::Class(class) = meaning else {
            for arg in &call.args {
                self.expr(arg);
            }
            self.loose_ghosts(call);
            if matches!(meaning, TypeMeaning::Model) {
                self.refer(expr.id, Reference::DefaultConstructor(id));
                return Type::Other(name.name.clone());
            }
            self.error(
                Code::N021,
                name.span,
                format!(
                    "`{}` is not a class, so no object of it can be created",
                    name.name
                ),
            );
            return Type::Error;
        };
        let params = class.type_params.len();
        let mut args = match want {
            Some(Type::Class(wanted, args)) if *wanted == id && type_args.is_empty() => {
                args.clone()
            }
            _ => type_args,
        };
        if !args.is_empty() && args.len() != params {
            self.error(
                Code::T009,
                name.span,
                format!(
                    "`{}` has {params} type parameters, {} are given",
                    name.name,
                    args.len()
                ),
            );
        }
        args.resize(params, Type::Any);
        let created = Type::Class(id, args);
        let constructors = match self.globals.classes.get(&id) {
            Some(class) => self.globals.signatures_of(Some(&class.constructors)),
            None => Vec::new(),
        };
        let tiers = vec![constructors];
        let args = self.arguments(&tiers, call);
        let declared = tiers.iter().flatten().count();
        let no_fit = |one: &Rc<Signature>| !one.params.is_empty();
        if declared == 0 || (args.is_empty() && tiers.iter().flatten().all(no_fit)) {
            self.refer(expr.id, Reference::DefaultConstructor(id));
            if declared > 0 {
                self.report(
                    Diagnostic::warning(
                        Code::N022,
                        name.span,
                        format!("no constructor of `{}` takes no arguments", name.name),
                    )
                    .with_note("the object is created as if none were declared"),
                );
            }
            if !args.is_empty() {
                self.error(
                    Code::T002,
                    name.span,
                    format!(
                        "`{}` declares no constructor, so it takes no arguments",
                        name.name
                    ),
                );
            }
            self.no_ghosts(call);
            return created;
        }
        let mut found = self.applicable(&tiers[0], Some(&created), &[], &args);
        if found.len() > 1 && !args.contains(&Type::Error) {
            self.ambiguous(call, &found);
        }
        if found.is_empty() {
            self.no_candidate(expr, call, &Receiver::None, &tiers, &args);
            self.loose_ghosts(call);
            return created;
        }
        let choice = found.swap_remove(0);
        self.refer(expr.id, Reference::Method(choice.signature.id, false));
        for ((arg, have), param) in call.args.iter().zip(&args).zip(&choice.signature.params) {
            let want = choice.instantiate(param);
            self.settle(arg, have, &want);
        }
        self.ghost_arguments(expr, call, &choice);
        created
    }
}

/// What is said here for a function that other languages have.
fn elsewhere(name: &str) -> Option<&'static str> {
    Some(match name {
        "__syncthreads" | "syncthreads" | "__syncwarp" => {
            "the threads of a block `par T (…)` wait for each other at `barrier(T) { requires …; ensures …; }`, \
             which says what each gives up and gets there"
        }
        "max" | "min" | "fmax" | "fmin" => {
            "write `a > b ? a : b`, or declare it: `pure int max(int a, int b) = a > b ? a : b;`"
        }
        "abs" | "fabs" => "write `a < 0 ? -a : a`, or declare a `pure` function that is that",
        "printf" | "print" | "println" => {
            "a program of PVL prints nothing; `alpinist run` shows values"
        }
        "malloc" | "cudaMalloc" => "write `new int[n]`",
        "atomicAdd" | "atomic_add" => {
            "write `atomic (NAME) { x = x + 1; }` within `invariant NAME(…) { … }`, whose resource has the \
             permission for `x`"
        }
        _ => return None,
    })
}
