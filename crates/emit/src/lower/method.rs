//! Which methods are emitted, what they get, and what their contracts are on the host.

use super::{Lowering, Side, World, each_member, refuse};
use crate::code::{Expr, Function, Method as Emitted, Param, Tested, Type};
use crate::names::{Named, Names};
use crate::refusal::Refused;
use spec_lang::ast::{
    BinaryOp, Body, ClauseKind, DeclarationKind, Expr as Pvl, ExprKind, Method, MethodKind, NodeId,
    Stmt as PvlStmt, StmtKind, Visitor,
};
use spec_lang::resolve::Type as PvlType;
use std::collections::BTreeSet;
use text::code::Code;

/// A method that is emitted.
pub(crate) struct Chosen<'a> {
    pub(crate) id: NodeId,
    /// `method` or `Class.method`.
    pub(crate) name: String,
    pub(crate) method: &'a Method,
}

/// The methods with a `par`, in order; of those the ones that are named, if any is.
pub(crate) fn chosen<'a>(world: &World<'a>, only: &[String]) -> Vec<Chosen<'a>> {
    let mut found = Vec::new();
    let resolution = world.resolution();
    let mut classes: Vec<(NodeId, &str)> = Vec::new();
    each_member(world.input.program, &mut |kind, id| match kind {
        DeclarationKind::Class(class) => classes.push((id, &class.name.name)),
        DeclarationKind::Method(method) => {
            let owner = resolution.owner.get(&id);
            let class = owner.and_then(|id| classes.iter().find(|(class, _)| class == id));
            let own = &method.name.name;
            let name = match class {
                Some((_, class)) => format!("{class}.{own}"),
                None => own.clone(),
            };
            let named = only
                .iter()
                .any(|one| transforms::contracts::names(one, &name));
            if (only.is_empty() && has_par(method)) || named {
                found.push(Chosen { id, name, method });
            }
        }
        DeclarationKind::Field(_)
        | DeclarationKind::Predicate(_)
        | DeclarationKind::Enum(_)
        | DeclarationKind::Adt(_)
        | DeclarationKind::Axiom(_)
        | DeclarationKind::Model(_)
        | DeclarationKind::Unsupported { .. } => {}
    });
    found
}

fn has_par(method: &Method) -> bool {
    struct Find(bool);
    impl Visitor for Find {
        fn visit_stmt(&mut self, stmt: &PvlStmt) {
            self.0 |= matches!(stmt.kind, StmtKind::Par(_));
            self.walk_stmt(stmt);
        }
    }
    let mut find = Find(false);
    find.visit_method(method);
    find.0
}

/// The names that are taken in the text, and the functions in it.
#[derive(Default)]
pub(crate) struct Shared {
    pub(crate) functions: Vec<(NodeId, Function)>,
    kernels: BTreeSet<String>,
    methods: BTreeSet<String>,
}

/// Lowers a method.
///
/// # Errors
/// What has no counterpart.
pub(crate) fn method(
    world: &World<'_>,
    chosen: &Chosen<'_>,
    shared: &mut Shared,
) -> Result<Emitted, Refused> {
    let method = chosen.method;
    let span = method.name.span;
    let block = match (&method.body, method.kind) {
        (Body::Block(block), MethodKind::Method) if !method.is_pure() => block,
        _ => {
            let message = format!("`{}` is no method with a body of statements", chosen.name);
            return refuse(Code::E011, span, message);
        }
    };
    if let Some(one) = method.type_params.first() {
        return refuse(Code::E001, one.span, "a type parameter is not emitted");
    }
    let base = crate::names::word(&chosen.name.replace('.', "_"));
    let mut title = base.clone();
    let mut number = 2;
    while !shared.methods.insert(title.clone()) {
        title = format!("{base}_{number}");
        number += 1;
    }
    let mut lowering = Lowering {
        world,
        names: Names::default(),
        kernels: Vec::new(),
        functions: &mut shared.functions,
        open: Vec::new(),
        param_names: Vec::new(),
        fields: Vec::new(),
        title: title.clone(),
        kernel_names: &mut shared.kernels,
    };
    let mut given = Vec::new();
    for param in &method.params {
        let ty = lowering.declared(param.id);
        let what = format!("the parameter `{}`", param.name.name);
        let named = lowering.named(&ty, param.span, &what)?;
        let name = lowering.names.declare(param.id, &param.name.name, named);
        lowering.param_names.push(name.clone());
        given.push((name, named));
    }
    let result = match lowering.declared(chosen.id) {
        PvlType::Void => None,
        ty => Some(lowering.scalar(&ty, span, &format!("the result of `{}`", chosen.name))?),
    };
    let body = lowering.block(block, Side::Host)?;
    let body = lowering.on_host(body, span)?;
    let contract = lowering.contract(method);
    let fields = lowering.fields.clone();
    for (_, name) in fields {
        if let Some(named) = lowering.names.kind(&name) {
            given.push((name, named));
        }
    }
    let kernels = std::mem::take(&mut lowering.kernels);
    let written: BTreeSet<&str> = kernels
        .iter()
        .flat_map(|kernel| &kernel.params)
        .filter(|param| matches!(param, Param::Array(_, _, true)))
        .map(Param::name)
        .collect();
    let mut params = Vec::new();
    for (name, named) in given {
        match named {
            Named::Scalar(ty) => params.push(Param::Scalar(ty, name)),
            Named::Array(ty) => {
                let written = written.contains(name.as_str());
                let length = crate::code::length_of(&name);
                params.push(Param::Array(ty, name, written));
                params.push(Param::Scalar(Type::Int, length));
            }
        }
    }
    let mut emitted = Emitted {
        name: title,
        title: chosen.name.clone(),
        contract: contract.written,
        params,
        result,
        body,
        kernels,
        tested: contract.tested,
        untested: contract.untested,
    };
    crate::contract::complete(&mut emitted);
    Ok(emitted)
}

/// What a contract is on the host.
#[derive(Default)]
struct HostContract {
    written: Vec<String>,
    tested: Vec<Tested>,
    untested: Vec<String>,
}

impl Lowering<'_, '_> {
    fn contract(&mut self, method: &Method) -> HostContract {
        let mut found = HostContract::default();
        for clause in &method.contract.clauses {
            let line = one_line(self.world.input.slice(clause.span));
            let formula = match &clause.kind {
                ClauseKind::Requires(formula)
                | ClauseKind::Context(formula)
                | ClauseKind::ContextEverywhere(formula) => formula,
                ClauseKind::Ensures(_) => {
                    found.written.push(line);
                    continue;
                }
                ClauseKind::LoopInvariant(_)
                | ClauseKind::LockInvariant(_)
                | ClauseKind::KernelInvariant(_)
                | ClauseKind::Decreases(_)
                | ClauseKind::Given(_)
                | ClauseKind::Yields(_)
                | ClauseKind::Other(..)
                | ClauseKind::Directive(_) => continue,
            };
            found.written.push(line);
            let mut parts = Vec::new();
            conjuncts(formula, &mut parts);
            for part in parts {
                self.part(part, &mut found);
            }
        }
        found
    }

    fn part(&mut self, part: &Pvl, found: &mut HostContract) {
        let text = one_line(self.world.input.slice(part.span));
        let (fields, functions) = (self.fields.len(), self.functions.len());
        let lowered = self.typed(part).and_then(|_| self.expr(part));
        // A field that only the contract names is no parameter.
        let new_field = self.fields.len() != fields;
        self.fields.truncate(fields);
        self.functions.truncate(functions);
        match lowered {
            Ok(test) if !new_field && can_be_tested(&test) => {
                if found.tested.iter().all(|one| one.test != test) {
                    found.tested.push(Tested { text, test });
                }
            }
            _ => {
                if !is_permission(part) && !found.untested.contains(&text) {
                    found.untested.push(text);
                }
            }
        }
    }
}

/// Whether the host can compute it from scalars, lengths and addresses.
fn can_be_tested(test: &Expr) -> bool {
    let mut fine = true;
    test.walk(&mut |expr| fine &= !matches!(expr, Expr::Element(..) | Expr::Call(..)));
    fine
}

/// Whether it is about permissions alone: what they promise is that arrays are different, which is tested.
fn is_permission(formula: &Pvl) -> bool {
    struct Find(bool);
    impl Visitor for Find {
        fn visit_expr(&mut self, expr: &Pvl) {
            self.0 |= matches!(expr.kind, ExprKind::Perm(..));
            self.walk_expr(expr);
        }
    }
    let mut find = Find(false);
    find.visit_expr(formula);
    find.0
}

fn conjuncts<'e>(formula: &'e Pvl, found: &mut Vec<&'e Pvl>) {
    match &formula.kind {
        ExprKind::Binary(BinaryOp::And | BinaryOp::Star, left, right) => {
            conjuncts(left, found);
            conjuncts(right, found);
        }
        _ => found.push(formula),
    }
}

/// One line of a text, for comments: a backslash at its end would take in the next one.
pub(crate) fn one_line(text: &str) -> String {
    let lines = text.lines().map(|line| match line.find("//") {
        Some(at) => line.get(..at).unwrap_or(line),
        None => line,
    });
    let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    words.join(" ").trim_end_matches('\\').to_owned()
}
