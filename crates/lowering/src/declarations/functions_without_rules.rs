//! Functions without rules: their callers have none either.

use crate::context::lowerer::Lowering;
use core_lang::{Expr, ExprKind, FunctionBody, FunctionId, Method, StmtKind};
use text::diagnostics::Diagnostic;
use text::span::Span;

impl Lowering<'_, '_> {
    /// Refuses functions without rules, and their callers.
    pub(crate) fn spread_bad_functions(&mut self) {
        loop {
            let mut found = Vec::new();
            for (number, declared) in self.output.core.functions.iter().enumerate() {
                let id = FunctionId(u32::try_from(number).unwrap_or(u32::MAX));
                if self.output.bad_functions.contains_key(&id) {
                    continue;
                }
                let mut bad = None;
                let mut see = |e: &Expr| self.see_bad_call(e, &mut bad);
                declared.requires.visit(&mut see);
                declared.ensures.visit(&mut see);
                if let FunctionBody::Expr(body) = &declared.body {
                    body.visit(&mut see);
                }
                if let Some(bad) = bad {
                    found.push((id, bad));
                }
            }
            if found.is_empty() {
                break;
            }
            self.output.bad_functions.extend(found);
        }
        let mut refused: Vec<_> = self
            .output
            .bad_functions
            .iter()
            .map(|(id, diagnostic)| {
                let declared = self.output.core.function(*id);
                let diagnostic = (**diagnostic).clone();
                (id.0, declared.name.clone(), declared.span, diagnostic)
            })
            .collect();
        refused.sort_by_key(|entry| entry.0);
        let methods = &self.output.core.methods;
        let bad: Vec<_> = methods
            .iter()
            .map(|method| match method.unsupported {
                None => self.bad_function_in(method),
                Some(_) => None,
            })
            .collect();
        for (method, bad) in self.output.core.methods.iter_mut().zip(bad) {
            if let Some(bad) = bad {
                method.unsupported = Some(*bad);
            }
        }
        for (_, name, span, diagnostic) in refused {
            self.output.refuse(name, span, diagnostic);
        }
    }

    /// Keeps the first call of a function without rules that is seen.
    fn see_bad_call(&self, e: &Expr, found: &mut Option<Box<Diagnostic>>) {
        if let ExprKind::Call(callee, _) = &e.kind
            && let Some(diagnostic) = self.output.bad_functions.get(callee)
        {
            found.get_or_insert_with(|| bad_call(diagnostic, e.span));
        }
    }

    fn bad_function_in(&self, method: &Method) -> Option<Box<Diagnostic>> {
        let mut bad = None;
        let mut see = |e: &Expr| self.see_bad_call(e, &mut bad);
        method.requires.visit(&mut see);
        method.ensures.visit(&mut see);
        for stmt in method.body.iter().flatten() {
            stmt.visit(&mut see, &mut |_| {});
        }
        let mut callee = None;
        for stmt in method.body.iter().flatten() {
            stmt.visit(&mut |_| {}, &mut |stmt| {
                if let StmtKind::Call { method, .. } = &stmt.kind
                    && let Some(called) = self.output.core.methods.get(*method)
                    && !called.has_contract
                    && let Some(diagnostic) = &called.unsupported
                {
                    callee.get_or_insert_with(|| bad_call(diagnostic, stmt.span));
                }
            });
        }
        bad.or(callee)
    }
}

/// What is said where a function is used that has no rules itself.
pub(crate) fn bad_call(inner: &Diagnostic, span: Span) -> Box<Diagnostic> {
    let mut diagnostic = inner.clone();
    if diagnostic.labels.len() < 4 {
        diagnostic = diagnostic.with_label(span, "reached through this call");
    }
    Box::new(diagnostic)
}
