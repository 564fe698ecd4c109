//! Assignments that are taken apart: what they read, a barrier, their write.

use crate::patch::{Patch, RULE};
use crate::points::{Site, is_operator, operator};
use clang::tree::Language;
use kernel_graph::PatchPoint;
use text::edit::{EditSet, unit_of};
use text::span::Span;

impl Patch<'_> {
    /// Takes an assignment apart: what it reads, the barrier, its write.
    pub fn take_apart(&self, edits: &mut EditSet, point: &PatchPoint, barrier: &str) -> Option<()> {
        let at = point.offset as usize;
        let end = point.braces_until? as usize;
        // Its statement is the last that begins before.
        let before = Site::New(point.file, 0)..Site::New(point.file, point.offset);
        let statements = self.points.range(before).rev();
        let mut statements = statements.filter(|(site, _)| !is_operator(self.text, **site));
        let (_, own) = statements.next()?;
        let start = own.offset as usize;
        let (left, operator) = (
            self.text.get(start..at)?.trim(),
            operator(self.text.get(at..)?)?,
        );
        let right = self.text.get(at + operator.len()..end)?;
        let right = right.trim().strip_suffix(';')?.trim();
        let binary = operator.strip_suffix('=')?;
        if !binary.is_empty() && has_effect(left) {
            return None;
        }
        let value = match binary {
            "" => right.to_owned(),
            binary if is_operand(right) => format!("{left} {binary} {right}"),
            binary => format!("{left} {binary} ({right})"),
        };
        let name = self.fresh_name(edits);
        let ty = match self.language {
            Language::Cuda => "auto".to_owned(),
            // A sum has no address space.
            Language::OpenCl if binary.is_empty() => format!("__typeof__(({value}) + 0)"),
            Language::OpenCl => format!("__typeof__({value})"),
        };
        let lines = [
            format!("{ty} {name} = {value};"),
            barrier.to_owned(),
            format!("{left} = {name};"),
        ];
        let line = self.line_start(start)?;
        let rest = self.text.get(end..)?.lines().next().unwrap_or_default();
        let comment = rest.trim_start().starts_with("//");
        let own_line = self.text.get(line..start)?.trim().is_empty();
        let own_line = own_line && (comment || rest.trim().is_empty());
        let blanks = &point.indentation;
        let stacked = lines.join(&format!("\n{blanks}"));
        let text = match (
            own_line,
            own.braces_until.is_some(),
            self.is_jumped_over(start),
        ) {
            (true, true, _) => {
                let outer = self.open(edits, point.file, line)?;
                self.close(edits, point.file, end, &outer)?;
                stacked
            }
            (true, false, true) => {
                let inner = format!("\n{blanks}{}", unit_of(self.text));
                format!("{{{inner}{}\n{blanks}}}", lines.join(&inner))
            }
            (true, false, false) => stacked,
            (false, false, false) => lines.join(" "),
            (false, ..) => format!("{{ {} }}", lines.join(" ")),
        };
        edits.replace(Span::new(point.file, start, end), text, RULE);
        Some(())
    }

    /// Whether a jump may pass what is declared at an offset: to a label of `switch`, or by `goto`.
    fn is_jumped_over(&self, at: usize) -> bool {
        let before = self.text.get(..at).unwrap_or_default();
        let mut depth = 0u32;
        let mut open = before.char_indices().rev().filter(|(_, c)| match c {
            '}' => {
                depth += 1;
                false
            }
            '{' if depth > 0 => {
                depth -= 1;
                false
            }
            c => *c == '{',
        });
        let around = open.next().map_or(0, |(at, _)| at);
        let head = before.get(..around).unwrap_or_default().trim_end();
        let head = before.get(..self.begin_of(head.len())).unwrap_or_default();
        head.trim_end().ends_with("switch") || self.text.contains("goto ")
    }

    /// A name that does not occur in the text.
    fn fresh_name(&self, edits: &EditSet) -> String {
        let taken = |name: &str| {
            let declared = format!(" {name} = ");
            let new = edits.edits().iter();
            self.text.contains(name) || new.clone().any(|e| e.replacement.contains(&declared))
        };
        let mut names = (2u32..).map(|n| format!("next{n}"));
        match taken("next") {
            true => names.find(|name| !taken(name)).unwrap_or_default(),
            false => "next".to_owned(),
        }
    }
}

/// Whether a text is one operand: a name, a number, a call or an element.
fn is_operand(text: &str) -> bool {
    let mut depth = 0;
    text.chars().all(|c| {
        depth += i32::from(matches!(c, '(' | '[')) - i32::from(matches!(c, ')' | ']'));
        let word = c.is_alphanumeric() || matches!(c, '_' | '.');
        depth > 0 || word || matches!(c, ')' | ']')
    })
}

/// Whether evaluating an expression twice may differ from evaluating it once, as far as its text says.
fn has_effect(text: &str) -> bool {
    let calls = text
        .char_indices()
        .filter(|(_, c)| *c == '(')
        .any(|(at, _)| {
            let before = text.get(..at).unwrap_or_default().trim_end();
            before.ends_with(|c: char| c.is_alphanumeric() || c == '_')
        });
    calls || text.contains("++") || text.contains("--") || text.contains('=')
}
