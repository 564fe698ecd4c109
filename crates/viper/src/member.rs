//! One method, function or predicate.

use super::writer::{Text, Writer, gap};
use core_lang::{
    AssertionKind, Expr, ExprKind, Function, FunctionBody, FunctionId, LocalId, Method, Predicate,
    PredicateId, Program, StmtKind,
};
use logic::Sort;
use std::collections::BTreeSet;

/// The methods that a method calls and that reach it again.
fn callers_back(program: &Program, number: usize) -> BTreeSet<usize> {
    let reach = |from: usize| {
        let mut seen = BTreeSet::new();
        let mut work = vec![from];
        while let Some(next) = work.pop() {
            let body = program.methods.get(next).and_then(|m| m.body.as_ref());
            for stmt in body.into_iter().flatten() {
                stmt.visit(&mut |_| {}, &mut |stmt| {
                    if let StmtKind::Call { method, .. } | StmtKind::Fork(method, ..) = &stmt.kind
                        && seen.insert(*method)
                    {
                        work.push(*method);
                    }
                });
            }
        }
        seen
    };
    reach(number)
        .into_iter()
        .filter(|callee| *callee == number || reach(*callee).contains(&number))
        .collect()
}

/// Whether a function can reach itself.
pub(super) fn calls_itself(program: &Program, function: FunctionId) -> bool {
    let mut seen: BTreeSet<FunctionId> = BTreeSet::new();
    let mut work = vec![function];
    while let Some(next) = work.pop() {
        let Some(declared) = program.functions.get(next.0 as usize) else {
            continue;
        };
        let mut see = |e: &Expr| {
            if let ExprKind::Call(callee, _) = e.kind
                && seen.insert(callee)
            {
                work.push(callee);
            }
        };
        if let FunctionBody::Expr(body) = &declared.body {
            body.visit(&mut see);
        }
        declared.requires.visit(&mut see);
        declared.ensures.visit(&mut see);
    }
    seen.contains(&function)
}

impl<'a> Writer<'a> {
    fn formals(&mut self, params: &[LocalId]) -> Text {
        let mut formals = Vec::new();
        for param in params {
            let declared = self.program.local(*param).clone();
            let sort = self.sort(&declared.sort, declared.span)?;
            formals.push(format!("{}: {sort}", self.declared(*param)));
        }
        Ok(formals.join(", "))
    }

    /// The parameter `this`.
    fn receiver(&self, params: &[LocalId]) -> Option<String> {
        let this = *params.first()?;
        let declared = self.program.local(this);
        (declared.name == "this" && declared.sort == Sort::Ref).then(|| self.declared(this))
    }

    fn clause(&mut self, word: &str, text: &str) {
        self.line(format!("{word} {text}").trim_end());
    }

    fn typed_params(&mut self, params: &[LocalId]) {
        for param in params {
            let data = self.program.local(*param).data.clone();
            let name = self.declared(*param);
            if let Some(fact) = self.typing(&data, &name) {
                self.clause("requires", &fact);
            }
        }
    }

    /// A predicate.
    pub(crate) fn whole_predicate(&mut self, key: PredicateId, predicate: &Predicate) -> Text<()> {
        if predicate.name == core_lang::WAND {
            return gap(predicate.span, "a magic wand");
        }
        let formals = self.formals(&predicate.params)?;
        let head = format!("predicate {}({formals})", self.predicate(key));
        match &predicate.body {
            None => self.out.push_str(&format!("{head}\n")),
            Some(body) => {
                let parts = self.granted(body)?;
                let text = match parts.is_empty() {
                    true => "true".to_owned(),
                    false => parts.join(" && "),
                };
                self.out.push_str(&format!("{head} {{\n  {text}\n}}\n"));
                // What Viper does not ask of the body is shown apart, where `this` exists.
                let checked = self.assertion(body)?;
                if checked != parts {
                    let name = self.predicate(key);
                    self.out
                        .push_str(&format!("method body_of_{name}({formals})\n"));
                    if let Some(this) = self.receiver(&predicate.params) {
                        self.clause("requires", &format!("{this} != null"));
                    }
                    self.out.push_str("{\n");
                    self.over("inhale", &checked);
                    self.out.push_str("}\n");
                }
            }
        }
        Ok(())
    }

    /// A function.
    pub(crate) fn whole_function(&mut self, key: FunctionId, function: &Function) -> Text<()> {
        let name = self.function(key);
        self.function_as(&name, key, function)
    }

    /// What an inline function promises, shown once of a function that nobody calls.
    pub(crate) fn promise_of_inline(&mut self, key: FunctionId, function: &Function) -> Text<()> {
        let mut old = None;
        let mut see = |e: &Expr| {
            if let ExprKind::Old(..) = e.kind {
                old = old.or(Some(e.span));
            }
        };
        if let FunctionBody::Expr(body) = &function.body {
            body.visit(&mut see);
        }
        function.requires.visit(&mut see);
        function.ensures.visit(&mut see);
        if let Some(span) = old {
            return gap(span, "`\\old` in an inline function with a postcondition");
        }
        let name = format!("check_{}", self.function(key));
        self.function_as(&name, key, function)
    }

    fn function_as(&mut self, name: &str, key: FunctionId, function: &Function) -> Text<()> {
        let formals = self.formals(&function.params)?;
        let sort = self.sort(&function.sort, function.span)?;
        let head = format!("function {name}({formals}): {sort}\n");
        self.out.push_str(&head);
        if let Some(this) = self.receiver(&function.params) {
            self.clause("requires", &format!("{this} != null"));
        }
        self.typed_params(&function.params);
        for part in self.assertion(&function.requires)? {
            self.clause("requires", &part);
        }
        self.stands_for(function.result, "result".to_owned(), BTreeSet::new());
        for part in self.assertion(&function.ensures)? {
            self.clause("ensures", &part);
        }
        match &function.decreases {
            Some(_) if function.measure_assumed => self.clause("decreases", "_"),
            Some(measure) if !measure.is_empty() => {
                let measure = self.list(measure)?;
                self.clause("decreases", &measure);
            }
            // Nothing is below it, so that a recursive call is an error.
            Some(_) if calls_itself(self.program, key) => self.clause("decreases", ""),
            // Found by us, and not exported.
            None if calls_itself(self.program, key) => self.clause("decreases", "_"),
            _ => {}
        }
        if let FunctionBody::Expr(body) = &function.body {
            let body = self.checked(body)?;
            self.out.push_str(&format!("{{\n  {body}\n}}\n"));
        }
        Ok(())
    }

    /// The values of a method's measure at entry.
    fn measure(&mut self, number: usize, method: &Method) -> Text<()> {
        // An empty one allows no call that comes back and no loop without a measure.
        let Some(measure) = &method.decreases else {
            return Ok(());
        };
        let mut before = Vec::new();
        for e in measure {
            if e.sort != Sort::Int {
                return gap(e.span, "a measure that is no integer");
            }
            self.require(&[e])?;
            let text = self.expr(e)?;
            let name = self.variable("measure", "Int");
            self.line(&format!("{name} := {text}"));
            before.push(name);
        }
        self.measured = Some((callers_back(self.program, number), before));
        Ok(())
    }

    /// A method; without its body if that is not exported.
    pub(crate) fn whole_method(
        &mut self,
        number: usize,
        method: &'a Method,
        body: bool,
    ) -> Text<()> {
        let formals = self.formals(&method.params)?;
        let results = self.formals(&method.results)?;
        let name = self.method(number);
        self.out.push_str(&format!("method {name}({formals})"));
        if !results.is_empty() {
            self.out.push_str(&format!(" returns ({results})"));
        }
        self.out.push('\n');
        if let (true, Some(this)) = (method.has_receiver, method.params.first()) {
            let name = self.declared(*this);
            self.clause("requires", &format!("{name} != null"));
        }
        self.typed_params(&method.params);
        for part in self.assertion(&method.requires)? {
            self.clause("requires", &part);
        }
        if let (true, Some(result)) = (method.is_constructor, method.results.first()) {
            let name = self.declared(*result);
            self.clause("ensures", &format!("{name} != null"));
        }
        for part in self.assertion(&method.ensures)? {
            self.clause("ensures", &part);
        }
        let Some(statements) = method.body.as_ref().filter(|_| body) else {
            return Ok(());
        };
        let head = std::mem::take(&mut self.out);
        self.occurring.clear();
        self.targets = Self::jumps(statements);
        self.stored = Self::stores(statements);
        let literal =
            method.requires.conjuncts().iter().any(
                |part| matches!(&part.kind, AssertionKind::Pure(e) if e.as_bool() == Some(false)),
            );
        if !literal {
            // A contract that no state satisfies is an error.
            self.line("refute false");
        }
        self.measure(number, method)?;
        self.statements(statements)?;
        let inside = std::mem::take(&mut self.out);
        self.out = head;
        self.out.push_str("{\n");
        let known: BTreeSet<LocalId> = method
            .params
            .iter()
            .chain(&method.results)
            .copied()
            .collect();
        for local in self.occurring.clone().difference(&known) {
            let declared = self.program.local(*local).clone();
            let sort = self.sort(&declared.sort, declared.span)?;
            let name = self.declared(*local);
            self.line(&format!("var {name}: {sort}"));
        }
        for (name, sort) in self.extra.clone() {
            self.line(&format!("var {name}: {sort}"));
        }
        self.out.push_str(&inside);
        self.out.push_str("}\n");
        Ok(())
    }
}
