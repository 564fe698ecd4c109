//! Statements.

use super::writer::{Meaning, Text, Writer, gap};
use core_lang::OLD;
use core_lang::{
    Assertion, AssertionKind, DataType, Expr, ExprKind, FieldId, LocalId, Loop, Stmt, StmtKind,
};
use logic::Sort;
use std::collections::BTreeSet;
use text::span::Span;

impl Writer<'_> {
    /// Statements in order.
    pub(crate) fn statements(&mut self, statements: &[Stmt]) -> Text<()> {
        statements.iter().try_for_each(|stmt| self.stmt(stmt))
    }

    /// Asserts what expressions need.
    pub(crate) fn require(&mut self, exprs: &[&Expr]) -> Text<()> {
        if let Some(condition) = self.all_defined(exprs.iter().copied())? {
            self.line(&format!("assert {condition}"));
        }
        Ok(())
    }

    /// A statement over all parts at once.
    pub(crate) fn over(&mut self, word: &str, parts: &[String]) {
        if !parts.is_empty() {
            self.line(&format!("{word} {}", parts.join(" && ")));
        }
    }

    /// A local gets any value of its sort.
    pub(crate) fn havoc(&mut self, local: LocalId, span: Span) -> Text<()> {
        let declared = self.program.local(local).clone();
        let value = self.any(&declared.sort, span)?;
        let name = self.local(local);
        self.line(&format!("{name} := {value}"));
        if let Some(fact) = self.typing(&declared.data, &name) {
            self.line(&format!("inhale {fact}"));
        }
        Ok(())
    }

    /// Any value of a sort, to be assigned.
    pub(crate) fn any(&mut self, sort: &Sort, span: Span) -> Text {
        self.sort(sort, span)?;
        self.used.havoc.insert(sort.clone());
        Ok(format!("any_{}()", super::writer::mangled(sort)))
    }

    /// A proof on the side: nothing is held there, and its end is discarded.
    pub(crate) fn side(&mut self, write: impl FnOnce(&mut Self) -> Text<()>) -> Text<()> {
        let choice = self.variable("side", "Bool");
        self.line(&format!("if ({choice}) {{"));
        self.line(&format!("  while ({choice})"));
        self.line("    invariant true");
        self.line("  {");
        self.indent += 2;
        let written = write(self);
        self.line("inhale false");
        self.indent -= 2;
        self.line("  }");
        self.line("  inhale false");
        self.line("}");
        written
    }

    fn stmt(&mut self, stmt: &Stmt) -> Text<()> {
        let span = stmt.span;
        match &stmt.kind {
            StmtKind::Assign(local, value) => self.assign(*local, value)?,
            StmtKind::Havoc(locals) => {
                for local in locals {
                    self.havoc(*local, span)?;
                }
            }
            StmtKind::StoreField(receiver, field, value) => {
                self.store_field(receiver, *field, value)?;
            }
            StmtKind::StoreElement(array, index, value) => {
                self.store_element(array, index, value)?;
            }
            StmtKind::NewObject(local, fields, _) => self.new_object(*local, fields, span)?,
            StmtKind::NewArray(local, sizes, element) => {
                self.new_array(*local, sizes, element, span)?;
            }
            StmtKind::Inhale(assertion) => {
                let parts = self.assertion(assertion)?;
                self.over("inhale", &parts);
            }
            StmtKind::InhaleChecked(assertion) => {
                let parts = self.granted(assertion)?;
                self.over("inhale", &parts);
            }
            StmtKind::Exhale(assertion, _) => {
                let parts = self.assertion(assertion)?;
                self.over("exhale", &parts);
            }
            StmtKind::Assert(assertion, _) => {
                let parts = self.shown_here(assertion)?;
                self.over("assert", &parts);
            }
            StmtKind::Refute(assertion) => {
                if !assertion.is_pure() {
                    return gap(span, "`refute` of a permission");
                }
                let parts = self.shown_here(assertion)?;
                self.over("refute", &parts);
            }
            StmtKind::Assume(formula) => {
                self.require(&[formula])?;
                let text = self.expr(formula)?;
                self.line(&format!("inhale {text}"));
            }
            StmtKind::If(condition, then, otherwise) => self.branch(condition, then, otherwise)?,
            StmtKind::Loop(cut) => self.loop_(cut, span)?,
            StmtKind::Labelled(label, body) => {
                self.statements(body)?;
                if self.targets.contains(label) {
                    self.line(&format!("label end_{}", label.0));
                }
            }
            StmtKind::Jump(label) => self.line(&format!("goto end_{}", label.0)),
            StmtKind::Mark(label) => {
                let state = self.state(*label);
                self.line(&format!("label {state}"));
            }
            StmtKind::Call {
                method,
                args,
                results,
                ghost,
                ..
            } => {
                if *ghost && !core_lang::ends(self.program, *method) {
                    self.line("assert false // V034");
                }
                self.call(*method, args, results, span)?;
            }
            StmtKind::Par(blocks) => self.par(blocks, span)?,
            StmtKind::Barrier {
                requires, ensures, ..
            } => {
                let given = self.granted(requires)?;
                let inhaled = self.granted(ensures)?;
                self.over("exhale", &given);
                self.over("inhale", &inhaled);
            }
            StmtKind::Side(body, _) => self.side(|writer| writer.statements(body))?,
            StmtKind::BarrierProof(proof) => {
                // The others are shown outside of the block.
                if proof.all_uniform {
                    self.barrier_proof(proof, None)?;
                }
            }
            StmtKind::Decided { holds, rule, .. } => {
                if !holds {
                    self.line(&format!("assert false // {}", rule.code()));
                }
            }
            StmtKind::EndScope(_) => {}
            StmtKind::Unfold(location, amount, _) => {
                self.instance("unfold", location, amount, span)?
            }
            StmtKind::Fold(location, amount, _) => self.instance("fold", location, amount, span)?,
            StmtKind::Package(_) => return gap(span, "magic wands"),
            StmtKind::Acquire(object, token) => self.acquire(object, token, span)?,
            StmtKind::Fork(method, object, _) => {
                let requires = self.of_thread(*method, object, false)?;
                self.call_decreases(*method, std::slice::from_ref(object))?;
                self.over("exhale", &requires);
            }
            StmtKind::Join(method, object) => {
                let ensures = self.of_thread(*method, object, true)?;
                self.over("inhale", &ensures);
            }
        }
        Ok(())
    }

    fn assign(&mut self, local: LocalId, value: &Expr) -> Text<()> {
        self.require(&[value])?;
        let text = self.expr(value)?;
        let data = self.program.local(local).data.clone();
        self.typed(&data, &text);
        let name = self.local(local);
        self.line(&format!("{name} := {text}"));
        Ok(())
    }

    fn store_field(&mut self, receiver: &Expr, field: FieldId, value: &Expr) -> Text<()> {
        self.require(&[receiver, value])?;
        let (receiver, text) = (self.expr(receiver)?, self.expr(value)?);
        let declared = self.program.field(field).clone();
        self.typed(&declared.data, &text);
        let name = self.field(field);
        self.line(&format!("{receiver}.{name} := {text}"));
        if self.program.is_constant(field) {
            self.line(&format!("inhale final_{name}({receiver}) == {text}"));
        }
        Ok(())
    }

    fn store_element(&mut self, array: &Expr, index: &Expr, value: &Expr) -> Text<()> {
        let place = Expr::new(
            value.sort.clone(),
            array.span.to(index.span),
            ExprKind::Element(Box::new(array.clone()), Box::new(index.clone())),
        );
        self.require(&[&place, value])?;
        let text = self.expr(value)?;
        let place = self.expr(&place)?;
        self.line(&format!("{place} := {text}"));
        Ok(())
    }

    fn branch(&mut self, condition: &Expr, then: &[Stmt], otherwise: &[Stmt]) -> Text<()> {
        self.require(&[condition])?;
        let text = self.expr(condition)?;
        self.line(&format!("if ({text}) {{"));
        self.indented(then)?;
        if !otherwise.is_empty() {
            self.line("} else {");
            self.indented(otherwise)?;
        }
        self.line("}");
        Ok(())
    }

    /// A lock is taken.
    fn acquire(&mut self, object: &Expr, token: &Assertion, span: Span) -> Text<()> {
        self.require(&[object])?;
        let text = self.expr(object)?;
        self.line(&format!("assert {text} != null"));
        // Not reentrant: a lock that is held for certain is never obtained.
        if let AssertionKind::Permission(location, _) = &token.kind {
            let place = self.location(location, span)?;
            self.line(&format!("refute none < perm({place})"));
        }
        let parts = self.granted(token)?;
        self.over("inhale", &parts);
        Ok(())
    }

    /// An assertion of which nothing is given or inhaled.
    fn shown_here(&mut self, assertion: &Assertion) -> Text<Vec<String>> {
        self.own_permissions = true;
        let parts = self.assertion(assertion);
        self.own_permissions = false;
        parts
    }

    fn indented(&mut self, body: &[Stmt]) -> Text<()> {
        self.indent += 1;
        let written = self.statements(body);
        self.indent -= 1;
        written
    }

    /// What must be shown of a value that is given a type.
    fn typed(&mut self, data: &DataType, text: &str) {
        // Every value of an enum is one of its constants.
        if matches!(data, DataType::Enum(_)) {
            return;
        }
        if let Some(fact) = self.typing(data, text) {
            self.line(&format!("assert {fact}"));
        }
    }

    fn instance(
        &mut self,
        word: &str,
        location: &core_lang::Location,
        amount: &core_lang::Amount,
        span: Span,
    ) -> Text<()> {
        if let Some(condition) = self.location_defined(location)? {
            self.line(&format!("assert {condition}"));
        }
        if let Some(condition) = self.amount_defined(amount)? {
            self.line(&format!("assert {condition}"));
        }
        if let core_lang::Amount::Exact(amount) = amount {
            let amount = self.expr(amount)?;
            if amount != "write" {
                self.line(&format!("assert none < {amount}"));
            }
        }
        let permission = self.permission(location, amount, span)?;
        self.line(&format!("{word} {permission}"));
        Ok(())
    }

    fn loop_(&mut self, cut: &Loop, span: Span) -> Text<()> {
        let parts = self.assertion(&cut.invariant)?;
        let plain = cut.guard_effects.is_empty();
        let guard = self.checked(&cut.guard)?;
        let guard_text = self.expr(&cut.guard)?;
        self.line(&match plain {
            true => format!("while ({guard})"),
            false => "while (true)".to_owned(),
        });
        for part in &parts {
            self.line(&format!("  invariant {part}"));
        }
        self.line("{");
        self.indent += 1;
        let exit = self.fresh("exit");
        if !plain {
            self.statements(&cut.guard_effects)?;
            self.require(&[&cut.guard])?;
            self.line(&format!("if (!{guard_text}) {{"));
            self.line(&format!("  goto {exit}"));
            self.line("}");
        }
        let measure = match cut.decreases.as_slice() {
            [] => {
                if self.measured.is_some() || cut.ghost {
                    self.line("assert false // V033");
                }
                None
            }
            [measure] if measure.sort == Sort::Int => {
                let before = self.variable("measure", "Int");
                self.require(&[measure])?;
                let text = self.expr(measure)?;
                self.line(&format!("{before} := {text}"));
                Some((before, measure))
            }
            _ => return gap(span, "this measure of a loop"),
        };
        self.statements(&cut.body)?;
        if self.targets.contains(&cut.continue_label) {
            self.line(&format!("label end_{}", cut.continue_label.0));
        }
        self.statements(&cut.update)?;
        if let Some((before, measure)) = measure {
            let after = self.checked(measure)?;
            self.line(&format!("assert 0 <= {before} && {after} < {before}"));
        }
        self.indent -= 1;
        self.line("}");
        if !plain {
            self.line(&format!("label {exit}"));
        }
        Ok(())
    }

    fn call(&mut self, method: usize, args: &[Expr], results: &[LocalId], span: Span) -> Text<()> {
        if self.missing_methods.contains(&method) {
            return gap(span, "a method whose contract is not exported");
        }
        let Some(callee) = self.program.methods.get(method) else {
            return gap(span, "this method");
        };
        self.require(&args.iter().collect::<Vec<_>>())?;
        let texts = self.list(args)?;
        self.call_decreases(method, args)?;
        let mut names = Vec::new();
        for number in 0..callee.results.len() {
            names.push(match results.get(number) {
                Some(local) => self.local(*local),
                None => {
                    let result = self.program.local(callee.results[number]).clone();
                    let sort = self.sort(&result.sort, span)?;
                    self.variable("unused", &sort)
                }
            });
        }
        let call = format!("{}({texts})", self.method(method));
        match names.is_empty() {
            true => self.line(&call),
            false => self.line(&format!("{} := {call}", names.join(", "))),
        }
        for (result, name) in callee.results.iter().zip(&names) {
            let data = self.program.local(*result).data.clone();
            if let Some(fact) = self.typing(&data, name) {
                self.line(&format!("inhale {fact}"));
            }
        }
        Ok(())
    }

    /// A method with a measure calls others that reach it only with a smaller one.
    fn call_decreases(&mut self, method: usize, args: &[Expr]) -> Text<()> {
        let Some((group, before)) = self.measured.clone() else {
            return Ok(());
        };
        if !group.contains(&method) {
            return Ok(());
        }
        let program = self.program;
        let callee = &program.methods[method];
        let measure = callee
            .decreases
            .as_ref()
            .filter(|measure| measure.len() == before.len() && !measure.is_empty());
        let Some(measure) = measure else {
            self.line("assert false // V034");
            return Ok(());
        };
        let saved = self.meanings.clone();
        let mut inner = saved.clone();
        for (param, arg) in callee.params.iter().zip(args) {
            let meaning = Meaning {
                depends: self.depends(arg),
                text: format!("({})", self.expr(arg)?),
            };
            inner.insert(*param, meaning);
        }
        self.meanings = inner;
        let after = measure
            .iter()
            .map(|e| self.expr(e))
            .collect::<Text<Vec<_>>>();
        self.meanings = saved;
        // Lexicographic, each component bounded below by zero.
        let goal =
            after?
                .iter()
                .zip(&before)
                .rev()
                .fold("false".to_owned(), |rest, (after, before)| {
                    format!(
                        "((0 <= {before} && {after} < {before}) || ({after} == {before} && {rest}))"
                    )
                });
        self.line(&format!("assert {goal}"));
        Ok(())
    }

    /// A clause of the `run` of a thread: what it takes, or (`after`) what it gives.
    fn of_thread(&mut self, method: usize, object: &Expr, after: bool) -> Text<Vec<String>> {
        let span = object.span;
        let program = self.program;
        let Some(callee) = program.methods.get(method) else {
            return gap(span, "this thread");
        };
        if self.missing_methods.contains(&method) {
            return gap(span, "a thread whose contract is not exported");
        }
        if after && Self::looks_back(&callee.ensures) {
            return gap(span, "`\\old` in what a thread ensures");
        }
        self.require(&[object])?;
        let this = self.variable("thread", "Ref");
        let text = self.expr(object)?;
        self.line(&format!("{this} := {text}"));
        if !after {
            self.line(&format!("assert {this} != null"));
        }
        let saved = self.meanings.clone();
        if let Some(param) = callee.params.first() {
            self.stands_for(*param, this, BTreeSet::new());
        }
        if after {
            for result in &callee.results {
                let sort = self.sort(&program.local(*result).sort, span)?;
                let name = self.variable("result", &sort);
                self.stands_for(*result, name, BTreeSet::new());
            }
        }
        let parts = self.granted(match after {
            true => &callee.ensures,
            false => &callee.requires,
        });
        self.meanings = saved;
        parts
    }

    /// The fields that statements store to.
    pub(crate) fn stores(statements: &[Stmt]) -> BTreeSet<core_lang::FieldId> {
        let mut found = BTreeSet::new();
        for stmt in statements {
            stmt.visit(&mut |_| {}, &mut |stmt| {
                if let StmtKind::StoreField(_, field, _) = &stmt.kind {
                    found.insert(*field);
                }
            });
        }
        found
    }

    /// The labels to which statements jump.
    pub(crate) fn jumps(statements: &[Stmt]) -> BTreeSet<core_lang::LabelId> {
        let mut found = BTreeSet::new();
        for stmt in statements {
            stmt.visit(&mut |_| {}, &mut |stmt| {
                if let StmtKind::Jump(label) = &stmt.kind {
                    found.insert(*label);
                }
            });
        }
        found
    }

    /// Whether an assertion speaks of the state at the method's start.
    pub(crate) fn looks_back(assertion: &Assertion) -> bool {
        let mut found = false;
        assertion.visit(&mut |e| found |= matches!(e.kind, ExprKind::Old(OLD, _)));
        found
    }

    /// A local stands for a text.
    pub(crate) fn stands_for(&mut self, local: LocalId, text: String, depends: BTreeSet<LocalId>) {
        self.meanings.insert(local, Meaning { text, depends });
    }
}
