//! What is said of the thing under the pointer: its type, its contract, what a code means.

use crate::nodes::{Nodes, Place};
use crate::program::Program;
use gen_lsp_types::{Contents, Diagnostic, Hover, Location, MarkupContent, MarkupKind};
use spec_lang::ast::NodeId;
use spec_lang::resolve::Type;
use text::diagnostics::CodeInfo;
use text::span::Span;

/// The longest contract that is shown, in lines.
const LINES: usize = 40;

/// What is said of a place; `said` is what is said of the file.
pub(crate) fn hover(
    program: &Program,
    nodes: &Nodes,
    at: Place,
    said: &[Diagnostic],
) -> Option<Hover> {
    let mut parts = Vec::new();
    let mut range = None;
    if let Some((span, text)) = code_here(program, at) {
        range = Some(span);
        parts.push(text);
    } else if let Some((span, text)) = thing(program, nodes, at) {
        range = Some(span);
        parts.push(text);
    }
    let mut told: Vec<String> = Vec::new();
    let (file, source) = program.file(at.file)?;
    let here = file.lines.position(&source.text, at.offset);
    for one in said {
        let Some(gen_lsp_types::Code::String(code)) = &one.code else {
            continue;
        };
        if one.range.start <= here && here <= one.range.end && !told.contains(code) {
            told.push(code.clone());
            parts.extend(
                codes::all()
                    .iter()
                    .find(|info| info.code.as_str() == code)
                    .map(explain),
            );
        }
    }
    if parts.is_empty() {
        return None;
    }
    Some(Hover {
        contents: Contents::from(MarkupContent {
            kind: MarkupKind::Markdown,
            value: parts.join("\n\n---\n\n"),
        }),
        range: range.map(|span| program.range(span)),
    })
}

/// Where the thing under the pointer is declared.
pub(crate) fn definition(program: &Program, nodes: &Nodes, at: Place) -> Option<Location> {
    let (_, _, declared) = nodes.named(&program.front.resolution, at)?;
    program.location(declared.span)
}

pub(crate) fn explain(info: &CodeInfo) -> String {
    format!("**{}: {}**\n\n{}", info.code, info.title, info.text)
}

/// A code written at the place, as in `//~ V002`.
fn code_here(program: &Program, at: Place) -> Option<(Span, String)> {
    let (_, source) = program.file(at.file)?;
    let text = source.text.as_str();
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let bytes = text.as_bytes();
    let before = bytes.get(..at.offset)?.iter().rev();
    let start = at.offset - before.take_while(|byte| is_word(**byte)).count();
    let after = bytes.get(at.offset..)?.iter();
    let end = at.offset + after.take_while(|byte| is_word(**byte)).count();
    let word = text.get(start..end)?;
    let all = codes::all();
    let info = all.iter().find(|info| info.code.as_str() == word)?;
    Some((Span::new(at.file, start, end), explain(info)))
}

fn thing(program: &Program, nodes: &Nodes, at: Place) -> Option<(Span, String)> {
    let resolution = &program.front.resolution;
    if let Some((span, id, declared)) = nodes.named(resolution, at) {
        let name = &declared.name;
        let code = match declared.text {
            Some(text) => clipped(program, text),
            None => match resolution.declared.get(&id) {
                Some(ty) => format!("{} {name}", show(nodes, ty)),
                None => format!("{} {name}", declared.what),
            },
        };
        return Some((span, format!("```pvl\n{code}\n```\n{}", declared.what)));
    }
    if let Some(directive) = nodes.directive(at) {
        let entry = transforms::transformation_of(directive)?;
        entry.of_directive(directive).ok()?;
        let info = entry.about();
        let text = format!(
            "```pvl\n{}\n```\n{}: {}; as a flag `{}`",
            info.directive,
            info.name,
            info.summary,
            info.flag()
        );
        return Some((directive.span, text));
    }
    let (span, id) = nodes.expression(at)?;
    let ty = resolution.types.get(&id).filter(|ty| **ty != Type::Error)?;
    let (_, source) = program.file(span.file)?;
    let words = source.slice(span);
    let short = words.len() <= 60 && !words.contains('\n');
    let words = if short { words } else { "…" };
    let text = format!("```pvl\n{words}: {}\n```", show(nodes, ty));
    Some((span, text))
}

fn show(nodes: &Nodes, ty: &Type) -> String {
    ty.show(&|id: NodeId| nodes.name(id))
}

/// The text of a span, without its indentation and not without end.
fn clipped(program: &Program, span: Span) -> String {
    let Some((_, source)) = program.file(span.file) else {
        return String::new();
    };
    let at = source.line_column(span.start as usize);
    let indent = source.line_text(at.line);
    let indent = indent.len() - indent.trim_start().len();
    let lines: Vec<&str> = source.slice(span).trim_end().lines().collect();
    let cut = |line: &&str| {
        let blank = line.len() - line.trim_start().len();
        line.get(indent.min(blank)..).unwrap_or(line).to_owned()
    };
    let mut shown: Vec<String> = lines.iter().take(LINES).map(cut).collect();
    if lines.len() > LINES {
        shown.push("…".to_owned());
    }
    shown.join("\n")
}
