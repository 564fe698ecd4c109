//! What a call takes: shown while its arguments are written.

use crate::nodes::{Nodes, Place};
use crate::program::Program;
use serde_json::{Value, json};
use spec_lang::ast::{
    Contract, Declaration, DeclarationKind, MethodKind, NodeId, Param, TypeExpr, Visitor,
};
use spec_lang::lex::{self, Token, TokenKind};
use text::source::SourceFile;

/// What the language brings, and what it takes.
const BUILT_IN: &[(&str, &[&str])] = &[
    ("Perm", &["location", "amount"]),
    ("PointsTo", &["location", "amount", "value"]),
    ("Value", &["location"]),
    ("perm", &["location"]),
    ("held", &["object"]),
    ("idle", &["thread"]),
    ("running", &["thread"]),
    ("committed", &["object"]),
    ("\\array", &["array", "length"]),
    ("\\matrix", &["matrix", "rows", "columns"]),
    ("\\values", &["array", "from", "to"]),
    ("\\old", &["expression"]),
    ("\\polarity_dependent", &["where learnt", "where shown"]),
    ("\\choose", &["collection"]),
];

/// What can be called by a name: its header and its contract.
pub(crate) struct Signature {
    id: Option<NodeId>,
    label: String,
    params: Vec<String>,
    contract: String,
}

/// The signatures of the call around a place, and which argument stands there.
pub(crate) fn help(program: &Program, nodes: &Nodes, at: Place) -> Option<Value> {
    let (_, source) = program.file(at.file)?;
    let before = source.text.get(..at.offset)?;
    let call = Call::around(before, at.file)?;
    let found = match BUILT_IN.iter().find(|(name, _)| *name == call.name) {
        Some((name, params)) => vec![built_in(name, params)],
        None => declared(program, &call.name, call.creates),
    };
    if found.is_empty() {
        return None;
    }
    let place = Place {
        offset: call.start,
        ..at
    };
    let meant = nodes.named(&program.front.resolution, place);
    let meant = meant.map(|(_, id, _)| id);
    let active = found
        .iter()
        .position(|one| one.id.is_some() && one.id == meant);
    // Of several that it may be, the first that takes as many arguments.
    let fits = || {
        found
            .iter()
            .position(|one| one.params.len() > call.argument)
    };
    let active = active.or_else(fits).unwrap_or(0);
    let signatures: Vec<Value> = found.iter().map(shown).collect();
    Some(json!({
        "signatures": signatures,
        "activeSignature": active,
        "activeParameter": call.argument,
    }))
}

fn shown(one: &Signature) -> Value {
    let params: Vec<Value> = one
        .params
        .iter()
        .map(|param| json!({ "label": param }))
        .collect();
    let mut value = json!({"label": one.label, "parameters": params});
    if let (false, Some(members)) = (one.contract.is_empty(), value.as_object_mut()) {
        let text = format!("```pvl\n{}\n```", one.contract);
        members.insert(
            "documentation".to_owned(),
            json!({"kind": "markdown", "value": text}),
        );
    }
    value
}

fn built_in(name: &str, params: &[&str]) -> Signature {
    Signature {
        id: None,
        label: format!("{name}({})", params.join(", ")),
        params: params.iter().map(|one| (*one).to_owned()).collect(),
        contract: String::new(),
    }
}

/// A call whose arguments are being written.
struct Call {
    name: String,
    start: usize,
    /// `new C(…)`.
    creates: bool,
    /// How many arguments stand before.
    argument: usize,
}

impl Call {
    /// The innermost call that is open at the end of a text.
    fn around(before: &str, file: u32) -> Option<Call> {
        let (mut tokens, _) = lex::tokens(before, file);
        tokens.retain(|token| token.kind != TokenKind::End);
        let mut argument = 0;
        let mut closed = 0usize;
        for (at, token) in tokens.iter().enumerate().rev() {
            match token.kind {
                TokenKind::Punct(")" | "]" | "}" | ":}") => closed += 1,
                TokenKind::Punct("(") if closed == 0 => {
                    let (name, rest) = tokens.get(..at)?.split_last()?;
                    let named = matches!(name.kind, TokenKind::Word | TokenKind::Keyword(_));
                    if named {
                        return Call::named(before, *name, rest, argument);
                    }
                    // Parentheses around an expression.
                    argument = 0;
                }
                TokenKind::Punct("[" | "{:") if closed == 0 => argument = 0,
                TokenKind::Punct("(" | "[" | "{" | "{:") if closed > 0 => closed -= 1,
                TokenKind::Punct(";" | "{") if closed == 0 => return None,
                TokenKind::Punct(",") if closed == 0 => argument += 1,
                _ => {}
            }
        }
        None
    }

    fn named(before: &str, name: Token, rest: &[Token], argument: usize) -> Option<Call> {
        let word = before.get(name.span.range())?.to_owned();
        // What a keyword has in parentheses is no argument.
        if name.kind == TokenKind::Word && spec_lang::parse::is_reserved(&word) {
            return None;
        }
        let creates = rest.last().is_some_and(|token| {
            token.kind == TokenKind::Word && before.get(token.span.range()) == Some("new")
        });
        Some(Call {
            name: word,
            start: name.span.start as usize,
            creates,
            argument,
        })
    }
}

/// What is declared under a name that can be called, or created.
fn declared(program: &Program, name: &str, creates: bool) -> Vec<Signature> {
    let mut find = Find {
        program,
        name,
        creates,
        class: String::new(),
        found: Vec::new(),
    };
    find.visit_program(&program.front.program);
    find.found
}

struct Find<'a> {
    program: &'a Program,
    name: &'a str,
    creates: bool,
    /// The class around.
    class: String,
    found: Vec<Signature>,
}

impl Visitor for Find<'_> {
    fn visit_declaration(&mut self, declaration: &Declaration) {
        match &declaration.kind {
            DeclarationKind::Class(class) => {
                let before = std::mem::replace(&mut self.class, class.name.name.clone());
                for member in &class.members {
                    self.visit_declaration(member);
                }
                self.class = before;
            }
            DeclarationKind::Adt(adt) => {
                for member in &adt.members {
                    self.visit_declaration(member);
                }
            }
            DeclarationKind::Method(_) | DeclarationKind::Predicate(_) => {
                self.found.extend(self.callable(declaration));
            }
            DeclarationKind::Field(_)
            | DeclarationKind::Enum(_)
            | DeclarationKind::Axiom(_)
            | DeclarationKind::Model(_)
            | DeclarationKind::Unsupported { .. } => {}
        }
    }
}

impl Find<'_> {
    fn callable(&self, declaration: &Declaration) -> Option<Signature> {
        let (_, source) = self.program.file(declaration.span.file)?;
        let constructs = match &declaration.kind {
            DeclarationKind::Method(method) => matches!(
                method.kind,
                MethodKind::ClassNameConstructor | MethodKind::KeywordConstructor
            ),
            _ => false,
        };
        let name = match (&declaration.kind, constructs) {
            (_, true) => self.class.as_str(),
            (DeclarationKind::Method(method), _) => method.name.name.as_str(),
            (DeclarationKind::Predicate(predicate), _) => predicate.name.name.as_str(),
            _ => return None,
        };
        if name != self.name || constructs != self.creates {
            return None;
        }
        signature(source, declaration, name)
    }
}

/// The signature of a method or predicate under the name by which it is called.
pub(crate) fn signature(
    source: &SourceFile,
    declaration: &Declaration,
    name: &str,
) -> Option<Signature> {
    let (result, params, contract): (Option<&TypeExpr>, &[Param], &Contract) =
        match &declaration.kind {
            DeclarationKind::Method(method) => {
                let constructs = matches!(
                    method.kind,
                    MethodKind::ClassNameConstructor | MethodKind::KeywordConstructor
                );
                let result = (!constructs).then_some(&method.return_type);
                (result, &method.params, &method.contract)
            }
            DeclarationKind::Predicate(predicate) => (None, &predicate.params, &predicate.contract),
            _ => return None,
        };
    let words = |span| {
        let parts: Vec<&str> = source.slice(span).split_whitespace().collect();
        parts.join(" ")
    };
    let params: Vec<String> = params.iter().map(|param| words(param.span)).collect();
    let list = params.join(", ");
    let label = match result {
        Some(result) => format!("{} {name}({list})", words(result.span)),
        None if matches!(declaration.kind, DeclarationKind::Predicate(_)) => {
            format!("resource {name}({list})")
        }
        None => format!("{name}({list})"),
    };
    let clauses = contract.clauses.iter();
    let clauses: Vec<String> = clauses.map(|clause| words(clause.span)).collect();
    Some(Signature {
        id: Some(declaration.id),
        label,
        params,
        contract: clauses.join("\n"),
    })
}

impl Signature {
    /// The header in one line.
    pub(crate) fn label(&self) -> &str {
        &self.label
    }
}
