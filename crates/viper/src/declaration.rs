//! Methods, functions and predicates, and what of them is left out.

use super::member::calls_itself;
use super::preamble::preamble;
use super::writer::{Gap, Text, Used, Writer};
use super::{Exported, Omission};
use core_lang::{FunctionBody, FunctionId, Method, PredicateId, Program};
use std::collections::BTreeSet;

/// What has no exported text, and so cannot be used either.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Missing {
    functions: BTreeSet<FunctionId>,
    predicates: BTreeSet<PredicateId>,
    methods: BTreeSet<usize>,
}

/// The whole program.
pub(super) fn program(program: &Program) -> Exported {
    let mut missing = Missing::default();
    loop {
        let mut work = Work::new(program, &missing);
        let found = work.declarations();
        if found == missing {
            return work.finish();
        }
        missing = found;
    }
}

struct Work<'a> {
    program: &'a Program,
    missing: &'a Missing,
    used: Used,
    text: String,
    done: Exported,
}

fn id(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

impl<'a> Work<'a> {
    fn new(program: &'a Program, missing: &'a Missing) -> Self {
        Work {
            program,
            missing,
            used: Used::default(),
            text: String::new(),
            done: Exported::default(),
        }
    }

    fn writer(&self) -> Writer<'a> {
        let mut writer = Writer::new(
            self.program,
            &self.missing.functions,
            &self.missing.predicates,
            &self.missing.methods,
        );
        writer.used = self.used.clone();
        writer
    }

    /// Writes everything; gives what could not be written.
    fn declarations(&mut self) -> Missing {
        let mut missing = self.missing.clone();
        for (number, predicate) in self.program.predicates.iter().enumerate() {
            let key = PredicateId(id(number));
            let counts = predicate.body.is_some();
            let written = |writer: &mut Writer<'a>| writer.whole_predicate(key, predicate);
            if !self.write("predicate", &predicate.name, counts, written) {
                missing.predicates.insert(key);
            }
        }
        for (number, function) in self.program.functions.iter().enumerate() {
            let key = FunctionId(id(number));
            // One that could not be lowered stands among the methods.
            let methods = &self.program.methods;
            if methods.iter().any(|method| method.span == function.span) {
                missing.functions.insert(key);
                continue;
            }
            if function.inline && matches!(function.body, FunctionBody::Expr(_)) {
                // Written out where it is used; what it promises is shown apart.
                if !function.ensures.conjuncts().is_empty() {
                    let written = |writer: &mut Writer<'a>| writer.promise_of_inline(key, function);
                    self.write("what is promised by", &function.name, true, written);
                }
                continue;
            }
            let written = |writer: &mut Writer<'a>| writer.whole_function(key, function);
            if !self.write("function", &function.name, true, written) {
                missing.functions.insert(key);
            } else if calls_itself(self.program, key) && function.decreases.is_none() {
                self.partly(&function.name, "that its recursion ends", function.span);
            }
        }
        for axiom in &self.program.axioms {
            let what = "an axiom, which is neither believed nor examined there".to_owned();
            let span = axiom.span;
            self.left_out(&axiom.name, Gap { what, span });
            self.done.total += 1;
        }
        for (number, method) in self.program.methods.iter().enumerate() {
            if !method.has_contract {
                let what = Gap {
                    what: unsupported(method),
                    span: method.span,
                };
                self.left_out(&method.name, what);
                self.done.total += 1;
                missing.methods.insert(number);
                continue;
            }
            self.method(number, method, &mut missing);
        }
        missing
    }

    fn method(&mut self, number: usize, method: &'a Method, missing: &mut Missing) {
        if method.unsupported.is_none() {
            let whole = |writer: &mut Writer<'a>| writer.whole_method(number, method, true);
            let mut writer = self.writer();
            match whole(&mut writer) {
                Ok(()) => {
                    self.keep("method", &method.name, writer);
                    self.done.total += 1;
                    self.done.exported += 1;
                    return;
                }
                Err(gap) => self.left_out(&method.name, gap),
            }
        } else {
            let what = unsupported(method);
            let span = method.span;
            self.left_out(&method.name, Gap { what, span });
        }
        self.done.total += 1;
        // Its contract may still be of use to callers.
        let mut writer = self.writer();
        match writer.whole_method(number, method, false) {
            Ok(()) => self.keep("contract of", &method.name, writer),
            Err(_) => {
                missing.methods.insert(number);
            }
        }
    }

    fn write(
        &mut self,
        kind: &str,
        name: &str,
        counts: bool,
        write: impl FnOnce(&mut Writer<'a>) -> Text<()>,
    ) -> bool {
        let mut writer = self.writer();
        let written = write(&mut writer);
        self.done.total += usize::from(counts);
        match written {
            Ok(()) => {
                self.keep(kind, name, writer);
                self.done.exported += usize::from(counts);
                true
            }
            Err(gap) => {
                self.left_out(name, gap);
                false
            }
        }
    }

    /// Takes what was written, below a line that names the declaration.
    fn keep(&mut self, kind: &str, name: &str, writer: Writer<'a>) {
        self.text.push_str(&format!("\n// {kind} {name}\n"));
        self.text.push_str(&writer.out);
        self.used = writer.used;
    }

    fn left_out(&mut self, name: &str, gap: Gap) {
        self.done.left_out.push(Omission {
            name: name.to_owned(),
            reason: gap.what,
            span: gap.span,
        });
    }

    fn partly(&mut self, name: &str, what: &str, span: text::span::Span) {
        self.done.exported = self.done.exported.saturating_sub(1);
        self.done.partly.push(Omission {
            name: name.to_owned(),
            reason: what.to_owned(),
            span,
        });
    }

    fn finish(mut self) -> Exported {
        let mut text = String::from(
            "// Written by `alpinist verify --emit viper`; to be checked by Silicon.\n",
        );
        text.push_str(&format!(
            "// {} of {} methods, functions, predicates and axioms exported\n",
            self.done.exported, self.done.total
        ));
        for one in &self.done.left_out {
            text.push_str(&format!("// left out: {}: {}\n", one.name, one.reason));
        }
        for one in &self.done.partly {
            text.push_str(&format!(
                "// not exported of {}: {}\n",
                one.name, one.reason
            ));
        }
        if self.text.contains("  decreases") {
            text.push_str("import <decreases/all.vpr>\n");
        }
        match preamble(self.program, &self.used) {
            Ok(preamble) => text.push_str(&preamble),
            Err(gap) => self.left_out("preamble", gap),
        }
        text.push_str(&self.text);
        self.done.text = text;
        self.done
    }
}

fn unsupported(method: &Method) -> String {
    match &method.unsupported {
        Some(diagnostic) => format!("{}: {}", diagnostic.code, diagnostic.message),
        None => "its contract has no rule".to_owned(),
    }
}
