//! Barriers as edits of the source text.

use crate::model::{Change, Changed};
use crate::points::{Level, Site, is_operator, operator};
use clang::tree::Language;
use ir::kernel::{Fences, PatchPoint};
use std::collections::BTreeMap;
use text::edit::EditSet;
use text::span::Span;

/// The header that declares CUDA's barrier of the grid.
const GROUPS: &str = "cooperative_groups.h";

/// What is written for a barrier.
pub fn statement(language: Language, level: Level, fences: Fences) -> &'static str {
    match (language, level, fences.shared, fences.global) {
        (Language::Cuda, Level::Warp, ..) => "__syncwarp();",
        (Language::Cuda, Level::Block, ..) => "__syncthreads();",
        (Language::Cuda, Level::Grid, ..) => "cooperative_groups::this_grid().sync();",
        (Language::OpenCl, _, true, false) => "barrier(CLK_LOCAL_MEM_FENCE);",
        (Language::OpenCl, _, false, true) => "barrier(CLK_GLOBAL_MEM_FENCE);",
        (Language::OpenCl, ..) => "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);",
    }
}

/// OpenCL's flags for the memory that a barrier orders.
pub fn flags(fences: Fences) -> &'static str {
    match (fences.shared, fences.global) {
        (true, false) => "CLK_LOCAL_MEM_FENCE",
        (false, true) => "CLK_GLOBAL_MEM_FENCE",
        (true, true) => "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE",
        (false, false) => "0",
    }
}

/// A text to be patched.
pub struct Patch<'a> {
    /// The text.
    pub text: &'a str,
    /// Its language.
    pub language: Language,
    /// The patch points of sites.
    pub points: &'a BTreeMap<Site, PatchPoint>,
}

impl Patch<'_> {
    /// The edits that make changes; none if one of them has no room.
    pub fn edits(&self, changes: &[Changed]) -> Option<EditSet> {
        let mut edits = EditSet::new();
        for changed in changes {
            match (changed.change, changed.site) {
                (Change::Add(level, fences), site) => {
                    let point = self.points.get(&site)?;
                    let statement = statement(self.language, level, fences);
                    if changed.apart {
                        self.take_apart(&mut edits, point, statement)?;
                        continue;
                    }
                    self.insert(&mut edits, point, statement)?;
                }
                (Change::Remove(_), Site::There(span)) => self.remove(&mut edits, span)?,
                (Change::Widen(fences), Site::There(span)) => {
                    self.widen(&mut edits, span, fences)?;
                }
                (Change::Remove(_) | Change::Widen(_), Site::New(..)) => return None,
            }
        }
        let grid = |changed: &Changed| matches!(changed.change, Change::Add(Level::Grid, _));
        if changes.iter().any(grid) && !self.text.contains(GROUPS) {
            let (at, line) = self.header();
            edits.insert(0, at, line, RULE);
        }
        Some(edits)
    }

    /// Where a file's `#include`s begin, and what is written there: above the first that no condition is
    /// around, else behind the comments at the file's start.
    fn header(&self) -> (usize, String) {
        let line = format!("#include <{GROUPS}>\n");
        let (mut at, mut depth, mut commented) = (0, 0u32, false);
        // Behind the comments that the file begins with.
        let mut top = None;
        for text in self.text.split_inclusive('\n') {
            let word = text.trim_start();
            if commented || word.starts_with("/*") {
                commented = !text.contains("*/");
            } else if !word.starts_with("//") && !word.is_empty() {
                top.get_or_insert(at);
                let directive = word.strip_prefix('#').map(str::trim_start);
                match directive {
                    Some(rest) if rest.starts_with("if") => depth += 1,
                    Some(rest) if rest.starts_with("endif") => depth = depth.saturating_sub(1),
                    Some(rest) if rest.starts_with("include") && depth == 0 => return (at, line),
                    _ => {}
                }
            }
            at += text.len();
        }
        (top.unwrap_or(0), line + "\n")
    }

    fn line_start(&self, at: usize) -> Option<usize> {
        Some(self.text.get(..at)?.rfind('\n').map_or(0, |end| end + 1))
    }

    fn insert(&self, edits: &mut EditSet, point: &PatchPoint, statement: &str) -> Option<()> {
        let at = point.offset as usize;
        let line = self.line_start(at)?;
        let own_line = self.text.get(line..at)?.trim().is_empty();
        let Some(until) = point.braces_until.map(|until| until as usize) else {
            match own_line {
                true => {
                    let text = format!("{}{statement}\n", point.indentation);
                    edits.insert(point.file, line, text, RULE);
                }
                false => {
                    edits.insert(point.file, at, format!("{statement} "), RULE);
                }
            }
            return Some(());
        };
        if !own_line {
            edits.insert(point.file, at, format!("{{ {statement} "), RULE);
            edits.insert(point.file, until, " }", RULE);
            return Some(());
        }
        let outer = self.open(edits, point.file, line)?;
        let text = format!("{}{statement}\n", point.indentation);
        edits.insert(point.file, line, text, RULE);
        let rest = self.text.get(until..)?;
        let rest = rest.lines().next().unwrap_or_default();
        let end = match rest.trim_start().starts_with("//") {
            true => until + rest.len(),
            false => until,
        };
        edits.insert(point.file, end, format!("\n{outer}}}"), RULE);
        Some(())
    }

    /// Opens a block above a line: the brace goes behind the line above, unless that ends in a comment. Gives
    /// the blanks that the closing brace is indented by.
    fn open(&self, edits: &mut EditSet, file: u32, line: usize) -> Option<String> {
        let above = self.text.get(..line)?.trim_end().len();
        let above_line = self.text.get(self.line_start(above)?..above)?;
        let outer = above_line.len() - above_line.trim_start().len();
        let outer = above_line.get(..outer)?.to_owned();
        let commented = above_line.contains("//") || above_line.ends_with("*/");
        match commented {
            true => edits.insert(file, line, format!("{outer}{{\n"), RULE),
            false => edits.insert(file, above, " {", RULE),
        };
        Some(outer)
    }

    /// Takes an assignment apart: what it reads, the barrier, its write.
    fn take_apart(&self, edits: &mut EditSet, point: &PatchPoint, barrier: &str) -> Option<()> {
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
        let own_line = self.text.get(line..start)?.trim().is_empty();
        let rest = self.text.get(end..)?.lines().next().unwrap_or_default();
        let blanks = &point.indentation;
        // A declaration behind a label of `switch` needs braces.
        let text = match (own_line && rest.trim().is_empty(), own.braces_until) {
            (true, Some(_)) => {
                let outer = self.open(edits, point.file, line)?;
                format!("{}\n{outer}}}", lines.join(&format!("\n{blanks}")))
            }
            (true, None) if self.text.contains("switch") => {
                let inner = format!("\n{blanks}    ");
                format!("{{{inner}{}\n{blanks}}}", lines.join(&inner))
            }
            (true, None) => lines.join(&format!("\n{blanks}")),
            (false, None) if !self.text.contains("switch") && !own_line => lines.join(" "),
            (false, None) if !self.text.contains("switch") => lines.join(&format!("\n{blanks}")),
            (false, _) => format!("{{ {} }}", lines.join(" ")),
        };
        edits.replace(Span::new(point.file, start, end), text, RULE);
        Some(())
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

    /// Writes other flags as the first argument of a barrier of OpenCL.
    fn widen(&self, edits: &mut EditSet, call: Span, fences: Fences) -> Option<()> {
        if self.language != Language::OpenCl {
            return None;
        }
        let text = self.text.get(call.range())?;
        let open = text.find('(')? + 1;
        let inner = text.get(open..)?.strip_suffix(')')?;
        let mut depth = 0;
        let comma = inner.find(|c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            c == ',' && depth == 0
        });
        let first = inner.get(..comma.unwrap_or(inner.len()))?;
        let start = call.start as usize + open + first.len() - first.trim_start().len();
        let span = Span::new(call.file, start, start + first.trim().len());
        edits.replace(span, flags(fences), RULE);
        Some(())
    }

    /// Removes a barrier with its semicolon, and its line if nothing else is on it.
    fn remove(&self, edits: &mut EditSet, call: Span) -> Option<()> {
        let (start, end) = (call.start as usize, call.end as usize);
        let rest = self.text.get(end..)?;
        let blanks = rest.len() - rest.trim_start().len();
        let rest = rest.trim_start().strip_prefix(';')?;
        let alone = self
            .points
            .get(&Site::New(call.file, call.start))
            .is_some_and(|point| point.braces_until.is_some());
        if alone {
            // The body of another statement stays one.
            edits.delete(call, RULE);
            return Some(());
        }
        let end = end + blanks + 1;
        let line = self.line_start(start)?;
        let before = self.text.get(line..start)?;
        let after = rest.split_inclusive('\n').next().unwrap_or_default();
        let span = match (before.trim().is_empty(), after.trim().is_empty()) {
            (true, true) => Span::new(call.file, line, end + after.len()),
            (true, false) => {
                let blanks = after.len() - after.trim_start().len();
                Span::new(call.file, start, end + blanks)
            }
            (false, _) => {
                let kept = before.trim_end().len();
                Span::new(call.file, line + kept, end)
            }
        };
        edits.delete(span, RULE);
        Some(())
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

/// The rule that edits name.
const RULE: &str = "repair";
