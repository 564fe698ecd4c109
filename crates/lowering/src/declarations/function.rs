//! Pure functions and their calls.

use crate::assertions::clauses::star;
use crate::context::environment::Place;
use crate::context::lowerer::Lowerer;
use crate::context::lowerer::Lowering;
use crate::context::unsupported::{Lowered, unsupported};
use crate::declarations::functions_without_rules::bad_call;
use crate::expressions::effects::ghost_expr;
use crate::tables::types::TypeArguments;
use core_lang::{Assertion, DataType, Expr, ExprKind, Function, FunctionBody, FunctionId, LocalId};
use logic::Sort;
use spec_lang::ast::{self, Body, NodeId};
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::span::Span;

impl<'a> Lowering<'_, 'a> {
    /// Lowers contract and body of a declared function; without rules it is a bad one.
    pub(crate) fn define_function(
        &mut self,
        function: FunctionId,
        id: NodeId,
        method: &'a ast::Method,
        types: TypeArguments,
    ) {
        if self.output.bad_functions.contains_key(&function) {
            return;
        }
        let name = self.output.core.function(function).name.clone();
        let mut lowerer = self.declaration(name, types);
        if let Err(diagnostic) = lowerer.function_parts(function, id, method) {
            self.output.bad_functions.insert(function, diagnostic);
        }
    }
}

/// What a function takes and gives.
struct Header {
    params: Vec<LocalId>,
    sort: Sort,
    data: DataType,
    result: LocalId,
}

impl<'a> Lowerer<'_, 'a> {
    /// Gives a pure function its identity, parameters and sort; bodies come later, so that
    /// functions may call each other.
    pub(crate) fn declare_function(&mut self, id: NodeId, method: &'a ast::Method) -> FunctionId {
        let span = method.name.span;
        let number = self.output.core.functions.len();
        let function = FunctionId(u32::try_from(number).unwrap_or(u32::MAX));
        let header = match self.function_header(id, method) {
            Ok(header) => header,
            Err(diagnostic) => {
                self.output.bad_functions.insert(function, diagnostic);
                self.no_header(span)
            }
        };
        self.push_function(header, span, method.is_inline());
        function
    }

    /// A pure function that has no rules.
    pub(crate) fn declare_bad_function(
        &mut self,
        method: &ast::Method,
        diagnostic: Box<Diagnostic>,
    ) -> FunctionId {
        let span = method.name.span;
        let number = self.output.core.functions.len();
        let function = FunctionId(u32::try_from(number).unwrap_or(u32::MAX));
        self.output.bad_functions.insert(function, diagnostic);
        let header = self.no_header(span);
        self.push_function(header, span, false);
        function
    }

    fn no_header(&mut self, span: Span) -> Header {
        Header {
            params: Vec::new(),
            sort: Sort::Int,
            data: DataType::Plain,
            result: self.fresh_local("result", Sort::Int, DataType::Plain, span),
        }
    }

    fn push_function(&mut self, header: Header, span: Span, inline: bool) {
        self.output.core.functions.push(Function {
            name: self.method.name.clone(),
            span,
            params: header.params,
            sort: header.sort,
            data: header.data,
            result: header.result,
            requires: Assertion::empty(span),
            ensures: Assertion::empty(span),
            body: FunctionBody::Abstract,
            decreases: None,
            measure_assumed: false,
            inline,
        });
    }

    fn function_header(&mut self, id: NodeId, method: &'a ast::Method) -> Lowered<Header> {
        let span = method.name.span;
        let mut params = Vec::new();
        let class = self.tables.class_of(id);
        if class.is_some_and(|class| !class.type_params.is_empty()) {
            return unsupported(
                Code::U053,
                span,
                "functions of classes with type parameters",
            );
        }
        if self.tables.has_receiver(id) {
            params.push(self.fresh_local("this", Sort::Ref, DataType::Plain, span));
        }
        for clause in &method.contract.clauses {
            if let ast::ClauseKind::Yields(_) = &clause.kind {
                return unsupported(Code::U056, clause.span, "ghost results of a pure function");
            }
        }
        for param in method.params.iter().chain(given(method)) {
            params.push(self.declare(param.id, &param.name)?);
        }
        let ty = self.tables.resolution.type_of(method.return_type.id);
        if *ty == spec_lang::resolve::Type::Resource {
            return unsupported(Code::U054, span, "functions that return a resource");
        }
        let sort = self.sort(ty, span)?;
        let data = self.data_type(ty);
        let result = self.fresh_local("\\result", sort.clone(), data.clone(), span);
        Ok(Header {
            params,
            sort,
            data,
            result,
        })
    }

    fn function_parts(
        &mut self,
        function: FunctionId,
        id: NodeId,
        method: &'a ast::Method,
    ) -> Lowered<()> {
        let span = method.name.span;
        let (params, result, sort) = {
            let declared = self.output.core.function(function);
            (
                declared.params.clone(),
                declared.result,
                declared.sort.clone(),
            )
        };
        let has_this = self.tables.has_receiver(id);
        // The parameters of this instance.
        let declared: Vec<&ast::Param> = method.params.iter().chain(given(method)).collect();
        for (param, local) in declared.iter().rev().zip(params.iter().rev()) {
            self.method.locals.insert(param.id, *local);
        }
        let this = params.first().copied().filter(|_| has_this);
        let place = Place::new(this, Some(result));
        let clauses = self.clauses(place, &method.contract)?;
        let body = match &method.body {
            // A function of an abstract data type is a symbol: to have one is nothing to trust.
            Body::Abstract
                if self.tables.adt_functions.contains_key(&id)
                    && method.contract.clauses.is_empty() =>
            {
                FunctionBody::Abstract
            }
            Body::Abstract => {
                self.trust("abstract function", span);
                FunctionBody::Abstract
            }
            Body::Expr(e) => FunctionBody::Expr(self.expr(place, e)?),
            Body::Block(block) => FunctionBody::Expr(self.value_of_statements(
                place,
                &block.statements,
                &sort,
                block.span,
            )?),
        };
        let body = match body {
            FunctionBody::Expr(e) => FunctionBody::Expr(self.coerce(e, &sort)?),
            other => other,
        };
        let requires = star(clauses.requires, span);
        let ensures = star(clauses.ensures, span);
        // Permissions in the postcondition of a pure function are those of the precondition, which
        // `context` puts there: a function neither inhales nor exhales.
        let required = requires.conjuncts();
        let mut said = Vec::new();
        for part in ensures.conjuncts() {
            if part.is_pure() {
                said.push(part.clone());
            } else if !required.contains(&part) {
                return unsupported(
                    Code::U044,
                    part.span,
                    "a permission in the postcondition of a function",
                );
            }
        }
        let target = &mut self.output.core.functions[function.0 as usize];
        target.ensures = star(said, span);
        target.requires = requires;
        target.body = body;
        target.decreases = clauses.decreases;
        target.measure_assumed = clauses.measure_assumed;
        Ok(())
    }

    /// A call of a pure function in an expression.
    pub(crate) fn function_call(
        &mut self,
        place: Place<'_>,
        e: &'a ast::Expr,
        call: &'a ast::Call,
        id: NodeId,
    ) -> Lowered<Expr> {
        if !self.tables.is_function(id) {
            return unsupported(Code::U041, e.span, "a call of a method here");
        }
        let result = self.tables.resolution.type_of(e.id).clone();
        let function = self.function_instance(id, call, &result, e.span)?;
        if call.null_safe {
            return unsupported(Code::U047, e.span, "`?.`");
        }
        let mut args = Vec::new();
        args.extend(self.receiver(place, call, id)?);
        for arg in &call.args {
            args.push(self.expr(place, arg)?);
        }
        args.extend(self.ghost_arguments(place, e, call, id)?);
        self.function_applied(function, args, e.span)
    }

    /// What a call gives for the ghost parameters of a pure function, in their order.
    fn ghost_arguments(
        &mut self,
        place: Place<'_>,
        e: &'a ast::Expr,
        call: &'a ast::Call,
        id: NodeId,
    ) -> Lowered<Vec<Expr>> {
        let wanted: Vec<NodeId> = match self.tables.methods.get(&id) {
            Some(method) => given(method).map(|param| param.id).collect(),
            None => Vec::new(),
        };
        let entries = self.tables.resolution.given.get(&e.id);
        let entries = entries.cloned().unwrap_or_default();
        let yielded = self.tables.resolution.yields.get(&e.id);
        if entries.len() != wanted.len() || yielded.is_some_and(|yields| !yields.is_empty()) {
            return unsupported(
                Code::U056,
                e.span,
                "these ghost arguments of a pure function",
            );
        }
        let mut values = Vec::new();
        for param in wanted {
            let entry = entries.iter().find(|(callee, _)| *callee == param);
            let Some(value) = entry.and_then(|(_, value)| ghost_expr(call, *value)) else {
                return unsupported(
                    Code::U056,
                    e.span,
                    "these ghost arguments of a pure function",
                );
            };
            values.push(self.expr(place, value)?);
        }
        Ok(values)
    }

    /// An application with lowered arguments.
    pub(crate) fn function_applied(
        &mut self,
        function: FunctionId,
        args: Vec<Expr>,
        span: Span,
    ) -> Lowered<Expr> {
        let declared = self.output.core.function(function);
        let (params, sort) = (declared.params.clone(), declared.sort.clone());
        if let Some(diagnostic) = self.output.bad_functions.get(&function) {
            return Err(bad_call(diagnostic, span));
        }
        if args.len() != params.len() {
            return unsupported(Code::U056, span, "a function without its ghost arguments");
        }
        let args = args
            .into_iter()
            .zip(&params)
            .map(|(arg, param)| self.coerce(arg, &self.output.core.local(*param).sort.clone()))
            .collect::<Lowered<Vec<_>>>()?;
        Ok(Expr::new(sort, span, ExprKind::Call(function, args)))
    }
}

/// The ghost parameters of a function, in the order of its contract.
pub(crate) fn given(method: &ast::Method) -> impl Iterator<Item = &ast::Param> {
    method.contract.clauses.iter().flat_map(|clause| {
        let ast::ClauseKind::Given(params) = &clause.kind else {
            return [].iter();
        };
        params.iter()
    })
}
