//! What is made: the core program under construction, and what is said of it.

use crate::context::unsupported::{qualified, unsupported};
use crate::declarations::instances::Instances;
use core_lang::{
    DataType, FunctionId, LabelId, Local, LocalId, LoweredProgram, Method, Predicate, PredicateId,
    Program, Shape, Trusted,
};
use logic::Sort;
use spec_lang::ast;
use std::collections::HashMap;
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::span::Span;

/// What is made.
#[derive(Default)]
pub(crate) struct Output<'a> {
    /// The program under construction.
    pub core: Program,
    trusted: Vec<Trusted>,
    warnings: Vec<Diagnostic>,
    labels: u32,
    tokens: HashMap<&'static str, PredicateId>,
    /// Magic wands by what they say.
    pub wands: Vec<(Shape, PredicateId)>,
    /// Functions that could not be lowered.
    pub bad_functions: HashMap<FunctionId, Box<Diagnostic>>,
    /// Instances of functions and methods with type parameters.
    pub instances: Instances<'a>,
}

impl Output<'_> {
    /// The program, when all is in it.
    pub(crate) fn finished(self) -> LoweredProgram {
        LoweredProgram {
            program: self.core,
            trusted: self.trusted,
            warnings: self.warnings,
        }
    }

    /// A label that nobody has yet.
    pub(crate) fn fresh_label(&mut self) -> LabelId {
        // The first one is that of the state at entry.
        self.labels += 1;
        LabelId(self.labels)
    }

    /// The number of the next local.
    pub(crate) fn next_local(&self) -> LocalId {
        LocalId(u32::try_from(self.core.locals.len()).unwrap_or(u32::MAX))
    }

    /// A local that nobody has yet.
    pub(crate) fn fresh_local(
        &mut self,
        name: &str,
        sort: Sort,
        data: DataType,
        span: Span,
    ) -> LocalId {
        let id = self.next_local();
        self.core.locals.push(Local {
            name: name.to_owned(),
            sort,
            data,
            span,
        });
        id
    }

    /// A token: an abstract predicate of one object that hides nothing.
    pub(crate) fn token(&mut self, name: &'static str) -> PredicateId {
        if let Some(id) = self.tokens.get(name) {
            return *id;
        }
        let id = PredicateId(u32::try_from(self.core.predicates.len()).unwrap_or(u32::MAX));
        let param = self.fresh_local("object", Sort::Ref, DataType::Plain, Span::default());
        self.core.predicates.push(Predicate {
            name: name.to_owned(),
            span: Span::default(),
            params: vec![param],
            body: None,
            token: true,
            // Nobody takes back that a lock may be taken.
            lasting: name == "committed",
        });
        self.tokens.insert(name, id);
        id
    }

    /// Lists something that is assumed, once.
    pub(crate) fn trust(&mut self, kind: &'static str, name: &str, span: Span) {
        let entry = Trusted {
            kind: kind.into(),
            name: name.to_owned(),
            span,
        };
        if !self.trusted.contains(&entry) {
            self.trusted.push(entry);
        }
    }

    /// Warns that a statement assumes `false`, once.
    pub(crate) fn assumes_false(&mut self, span: Span) {
        let message = "`false` is assumed, so everything after it holds for no reason";
        let help = "is it left over? `refute false` shows whether a place can be reached";
        let warning = Diagnostic::warning(Code::W005, span, message).with_help(help);
        if !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }

    /// Takes back what was said to be assumed at a place.
    pub(crate) fn distrust(&mut self, span: Span) {
        self.trusted.retain(|entry| entry.span != span);
    }

    /// A declaration without rules stands in the report as one that was not checked.
    pub(crate) fn refuse(&mut self, name: String, span: Span, diagnostic: Diagnostic) {
        self.core.methods.push(Method {
            unsupported: Some(diagnostic),
            ..Method::declared(name, span)
        });
    }

    /// The same for a kind of declaration that has no rule.
    pub(crate) fn refuse_kind(
        &mut self,
        declaration: &ast::Declaration,
        class: &str,
        code: Code,
        what: &str,
    ) {
        let span = declaration.span;
        if let Err(diagnostic) = unsupported::<()>(code, span, what) {
            self.refuse(qualified(class, what), span, *diagnostic);
        }
    }
}
