//! Barriers as edits of the source text.

use crate::header;
use crate::model::{Change, Changed};
use crate::points::{Level, Site};
use clang::tree::Language;
use kernel_graph::{Fences, PatchPoint};
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
pub(crate) fn flags(fences: Fences) -> &'static str {
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
        if changes.iter().any(grid)
            && let Some((at, lines)) = header::of(self.text, GROUPS)
        {
            edits.insert(0, at, lines, RULE);
        }
        Some(edits)
    }

    /// Where the line of an offset begins.
    pub fn line_start(&self, at: usize) -> Option<usize> {
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
        self.close(edits, point.file, until, &outer)
    }

    /// Opens a block above a line: the brace goes behind what the block is the body of, or on a line of its own
    /// if that is how the file has it. Gives the blanks that the closing brace is indented by.
    pub fn open(&self, edits: &mut EditSet, file: u32, line: usize) -> Option<String> {
        let head = code_end(self.text.get(..line)?);
        let head_line = self.line_start(self.begin_of(head))?;
        let outer = self.text.get(head_line..head)?;
        let outer: String = outer
            .chars()
            .take_while(|c| matches!(c, ' ' | '\t'))
            .collect();
        let behind = self.text.get(self.line_start(head)?..head)?.trim_start();
        match self.braces_on_own_lines() || behind.starts_with('#') {
            true => edits.insert(file, line, format!("{outer}{{\n"), RULE),
            false => edits.insert(file, head, " {", RULE),
        };
        Some(outer)
    }

    /// Closes a block behind a statement, and a comment on its line.
    pub fn close(&self, edits: &mut EditSet, file: u32, until: usize, outer: &str) -> Option<()> {
        let rest = self.text.get(until..)?;
        let line = rest.lines().next().unwrap_or_default();
        let code = line.trim();
        let comment = code.starts_with("//") || (code.starts_with("/*") && code.ends_with("*/"));
        let next = rest.trim_start();
        let is_else = next.strip_prefix("else").is_some_and(|rest| {
            let more = rest.chars().next();
            !more.is_some_and(|c| c.is_alphanumeric() || c == '_')
        });
        if is_else && !comment && self.text.contains("} else") {
            let blanks = rest.len() - next.len();
            let span = Span::new(file, until, until + blanks);
            edits.replace(span, format!("\n{outer}}} "), RULE);
            return Some(());
        }
        let end = match comment {
            true => until + line.trim_end().len(),
            false => until,
        };
        edits.insert(file, end, format!("\n{outer}}}"), RULE);
        Some(())
    }

    /// Where the statement begins whose head ends at an offset: before the parentheses, if there are some.
    pub fn begin_of(&self, end: usize) -> usize {
        let head = self.text.get(..end).unwrap_or_default();
        let mut depth = 0u32;
        for (at, c) in head.char_indices().rev() {
            match c {
                ')' => depth += 1,
                '(' => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return at;
            }
        }
        end
    }

    /// Whether opening braces stand on lines of their own in this file.
    fn braces_on_own_lines(&self) -> bool {
        let lines = || self.text.lines().map(str::trim);
        let alone = lines().filter(|line| *line == "{").count();
        let behind = lines().filter(|line| line.len() > 1 && line.ends_with('{'));
        alone > behind.count()
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
        let end = end + blanks + 1;
        if alone {
            // The body of another statement stays one.
            let head = self.text.get(..start)?.trim_end().len();
            let commented = code_end(self.text.get(..start)?) != head;
            let (from, body) = if commented {
                (start, "{}")
            } else {
                (head, " {}")
            };
            edits.replace(Span::new(call.file, from, end), body, RULE);
            return Some(());
        }
        let label = self.text.get(..start)?.trim_end().ends_with(':');
        if label && rest.trim_start().starts_with('}') {
            // A label stands before a statement.
            edits.delete(call, RULE);
            return Some(());
        }
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

/// Where the code of a text ends: before blanks, lines that are comments, and a comment behind code.
fn code_end(text: &str) -> usize {
    let mut end = text.trim_end().len();
    loop {
        let kept = text.get(..end).unwrap_or_default();
        let line = kept.rfind('\n').map_or(0, |at| at + 1);
        let last = kept.get(line..).unwrap_or_default();
        let comment = match last.ends_with("*/") {
            true => kept.rfind("/*"),
            false => last.find("//").map(|at| line + at),
        };
        let Some(comment) = comment else {
            return end;
        };
        end = kept.get(..comment).unwrap_or_default().trim_end().len();
    }
}

/// The rule that edits name.
pub(crate) const RULE: &str = "repair";
