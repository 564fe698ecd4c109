//! The edits of a kernel whose threads take several elements.

use super::fits::Return;
use super::found::{AXES, Elements};
use crate::loops::layout::{behind_comment, line_starts};
use crate::loops::parts::{no_directives, statement_end};
use crate::opened::Opened;
use crate::prefetch::register::Names;
use crate::sites::Touched;
use clang::tree::{Expr, Language, Stmt, StmtKind};
use text::code::Code;
use text::edit::{EditSet, indentation, indentation_unit, line_end, whole_lines};
use text::span::Span;
use transforms::Refusal;

const LOOP: &str = "tile: loop over the elements of a thread";
const FIRST: &str = "tile: first element of a thread";
const MOVED: &str = "tile: declared in the loop";
const GUARD: &str = "tile: guard of the loop";
const INSIDE: &str = "tile: body for one element";
const NEXT: &str = "tile: on to the next element";

/// A kernel whose threads take several elements.
pub(crate) struct Tiling<'a> {
    pub opened: &'a Opened<'a>,
    pub elements: &'a Elements<'a>,
    pub returns: &'a [Return],
    pub by: u32,
    pub adjacent: bool,
}

/// The declaration of the element, in its parts.
struct Declaration {
    ty: String,
    name: String,
    init: String,
    /// From its first word to its semicolon.
    span: Span,
}

impl Tiling<'_> {
    /// The edits of the kernel.
    ///
    /// # Errors
    /// `A009` of what a macro or a directive of the preprocessor has part in, `A504` of declarations of several names.
    pub(crate) fn edits(&self, edits: &mut EditSet) -> Result<(), Refusal> {
        let text = &self.opened.source.text;
        let one = self.declaration()?;
        let body = self.elements.body;
        let last = body.last().ok_or_else(|| self.in_macro(one.span))?;
        let end = statement_end(text, last).ok_or_else(|| self.in_macro(last.place.span))?;
        let whole = Span::new(0, one.span.start as usize, end);
        no_directives(text, whole, "the statements")?;
        let guard = &self.elements.guard;
        let stmt = body.get(guard.at).ok_or_else(|| self.in_macro(one.span))?;
        if stmt.place.spelling.is_some() || stmt.place.span.file != 0 {
            return Err(self.in_macro(stmt.place.span));
        }
        for span in self.returns {
            let word = Span::new(0, span.start as usize, span.start as usize + "return".len());
            edits.replace(word, "continue", NEXT);
        }
        match (self.is_free(), guard.early) {
            (true, false) => self.guarded(&one, stmt, edits),
            (true, true) => self.behind(&one, (stmt, end), edits),
            (false, _) => self.around(&one, (stmt, end), edits),
        }
    }

    /// Whether the element is not used before the guard, nor by other parts of its condition.
    fn is_free(&self) -> bool {
        let unit = &self.opened.reading.unit;
        let guard = &self.elements.guard;
        let mut touched = Touched::default();
        let before = self.elements.declared + 1..guard.at;
        for stmt in self.elements.body.get(before).unwrap_or_default() {
            touched.stmt(unit, stmt);
        }
        let uses = |touched: &Touched| {
            let all = touched.read.iter();
            all.filter(|id| **id == self.elements.variable).count()
        };
        let mut tested = Touched::default();
        if let Some(StmtKind::If { condition, .. }) =
            self.elements.body.get(guard.at).map(|one| &one.kind)
        {
            tested.expr(unit, condition);
        }
        uses(&touched) == 0 && uses(&tested) == 1
    }

    /// `if (i < n) …` becomes the loop.
    fn guarded(&self, one: &Declaration, stmt: &Stmt, edits: &mut EditSet) -> Result<(), Refusal> {
        let StmtKind::If {
            then: Some(then), ..
        } = &stmt.kind
        else {
            return Err(self.in_macro(stmt.place.span));
        };
        let guard = &self.elements.guard;
        let condition = match guard.others.is_empty() {
            true => guard.text.clone(),
            false => self.opened.slice(guard.condition).to_owned(),
        };
        let first = self.first(one, edits);
        let text = &self.opened.source.text;
        let start = stmt.place.span.start as usize;
        let head = text.get(start..then.place.span.start as usize);
        let head = head.ok_or_else(|| self.in_macro(stmt.place.span))?;
        let head = Span::new(0, start, start + head.trim_end().len());
        edits.replace(head, self.header(one, first.as_deref(), &condition), LOOP);
        Ok(())
    }

    /// Behind `if (i >= n) return;` the rest becomes the body of the loop.
    fn behind(
        &self,
        one: &Declaration,
        (stmt, end): (&Stmt, usize),
        edits: &mut EditSet,
    ) -> Result<(), Refusal> {
        let text = &self.opened.source.text;
        let guard = &self.elements.guard;
        let close = statement_end(text, stmt).ok_or_else(|| self.in_macro(stmt.place.span))?;
        let first = self.first(one, edits);
        let header = format!("{} {{", self.header(one, first.as_deref(), &guard.text));
        let span = Span::new(0, stmt.place.span.start as usize, close);
        match guard.others.is_empty() {
            true => {
                edits.replace(span, header, LOOP);
            }
            false => {
                edits.delete(self.cut(), GUARD);
                let indent = indentation(self.opened.source, span.start as usize);
                let eol = line_end(self.opened.source);
                let at = behind_comment(text, close);
                edits.insert(0, at, format!("{}{indent}{header}", eol.as_str()), LOOP);
            }
        }
        self.inside(close, end, edits);
        Ok(())
    }

    /// The loop begins where the element is declared, with all that is behind it.
    fn around(
        &self,
        one: &Declaration,
        (stmt, end): (&Stmt, usize),
        edits: &mut EditSet,
    ) -> Result<(), Refusal> {
        let text = &self.opened.source.text;
        let guard = &self.elements.guard;
        let first = match self.adjacent {
            true => Some(self.fresh(one)),
            false => None,
        };
        let eol = line_end(self.opened.source);
        let indent = indentation(self.opened.source, one.span.start as usize);
        let lead = first.as_ref().map_or_else(String::new, |first| {
            let value = self.first_value(one);
            format!("{} {first} = {value};{}{indent}", one.ty, eol.as_str())
        });
        let header = self.header(one, first.as_deref(), &guard.text);
        edits.replace(one.span, format!("{lead}{header} {{"), LOOP);
        if guard.early {
            let close = statement_end(text, stmt).ok_or_else(|| self.in_macro(stmt.place.span))?;
            let span = Span::new(0, stmt.place.span.start as usize, close);
            match guard.others.is_empty() {
                true => {
                    edits.delete(whole_lines(self.opened.source, span), GUARD);
                    self.inside_but(one.span.end as usize, end, Some(span), edits);
                    return Ok(());
                }
                false => {
                    edits.delete(self.cut(), GUARD);
                    self.continues(stmt, edits)?;
                }
            }
        }
        self.inside(one.span.end as usize, end, edits);
        Ok(())
    }

    /// `return` of the guard, which no longer ends the thread.
    fn continues(&self, stmt: &Stmt, edits: &mut EditSet) -> Result<(), Refusal> {
        let text = &self.opened.source.text;
        let (start, end) = (stmt.place.span.start as usize, stmt.place.span.end as usize);
        let all = clang::tokens(text, start).take_while(|token| token.start < end);
        let word = all.filter(|token| token.of(text) == "return").last();
        let word = word.ok_or_else(|| self.in_macro(stmt.place.span))?;
        edits.replace(Span::new(0, word.start, word.end), "continue", NEXT);
        Ok(())
    }

    /// The guard's part of a condition with the operator that joins it to the others.
    fn cut(&self) -> Span {
        let guard = &self.elements.guard;
        let part = guard.part;
        let mut others = guard.others.iter();
        match others.clone().find(|one| one.start >= part.end) {
            Some(next) => Span::new(0, part.start as usize, next.start as usize),
            None => {
                let before = others.rfind(|one| one.end <= part.start);
                let start = before.map_or(part.start, |one| one.end);
                Span::new(0, start as usize, part.end as usize)
            }
        }
    }

    /// Moves lines into the loop, and closes it.
    fn inside(&self, from: usize, end: usize, edits: &mut EditSet) {
        self.inside_but(from, end, None, edits);
    }

    fn inside_but(&self, from: usize, end: usize, but: Option<Span>, edits: &mut EditSet) {
        let source = self.opened.source;
        let unit = indentation_unit(source);
        for at in line_starts(&source.text, from, end) {
            let left_out = but.is_some_and(|but| {
                let lines = whole_lines(source, but);
                lines.range().contains(&at)
            });
            if !left_out {
                edits.insert(0, at, unit.clone(), INSIDE);
            }
        }
        let at = behind_comment(&source.text, end);
        let indent = self
            .elements
            .body
            .get(self.elements.declared)
            .map_or("", |stmt| {
                indentation(source, stmt.place.span.start as usize)
            });
        let text = format!("{}{indent}}}", line_end(source).as_str());
        edits.insert(0, at, text, LOOP);
    }

    /// Takes the declaration out of its place; adjacent elements have one of the first in its place.
    fn first(&self, one: &Declaration, edits: &mut EditSet) -> Option<String> {
        if !self.adjacent {
            edits.delete(whole_lines(self.opened.source, one.span), MOVED);
            return None;
        }
        let name = self.fresh(one);
        let text = format!("{} {name} = {};", one.ty, self.first_value(one));
        edits.replace(one.span, text, FIRST);
        Some(name)
    }

    fn fresh(&self, one: &Declaration) -> String {
        let mut names = Names::of(&self.opened.source.text);
        names.fresh(&format!("first_{}", one.name))
    }

    fn first_value(&self, one: &Declaration) -> String {
        let call = one.init.ends_with(')') && one.init.starts_with("get_global_id(");
        match call {
            true => format!("{} * {}", one.init, self.by),
            false => format!("({}) * {}", one.init, self.by),
        }
    }

    fn header(&self, one: &Declaration, first: Option<&str>, condition: &str) -> String {
        let Declaration { ty, name, init, .. } = one;
        let by = self.by;
        match first {
            Some(first) => format!(
                "for ({ty} {name} = {first}; {name} < {first} + {by} && {condition}; {name}++)"
            ),
            None => {
                let stride = self.stride();
                format!("for ({ty} {name} = {init}; {condition}; {name} += {stride})")
            }
        }
    }

    /// The number of threads, as text.
    fn stride(&self) -> String {
        let axis = AXES.get(self.elements.axis).copied().unwrap_or_default();
        match self.opened.reading.unit.language {
            Language::OpenCl => format!("get_global_size({})", self.elements.axis),
            Language::Cuda => {
                let block = self.elements.block.clone();
                let block = block.unwrap_or_else(|| format!("blockDim.{axis}"));
                format!("{block} * gridDim.{axis}")
            }
        }
    }

    fn declaration(&self) -> Result<Declaration, Refusal> {
        let unit = &self.opened.reading.unit;
        let text = &self.opened.source.text;
        let stmt = self.elements.body.get(self.elements.declared);
        let (Some(stmt), Some(variable)) = (stmt, unit.variable(self.elements.variable)) else {
            return Err(self.in_macro(Span::new(0, 0, 0)));
        };
        let span = stmt.place.span;
        let several = matches!(&stmt.kind, StmtKind::Declare(all) if all.len() != 1);
        if several {
            let message = format!("`{}` is declared together with others", variable.name);
            return Err(
                Refusal::inapplicable(Code::A504, span, message).with_help("declare it by itself")
            );
        }
        let end = statement_end(text, stmt);
        let name = variable.name_place;
        let init = variable
            .init
            .as_ref()
            .and_then(|init| init_of(text, name.span, init));
        let plain = name.spelling.is_none() && name.span.file == 0;
        let (Some(end), Some(init), true) = (end, init, plain) else {
            return Err(self.in_macro(span));
        };
        let before = text.get(span.start as usize..name.span.start as usize);
        let words = before.into_iter().flat_map(|text| {
            let all = clang::tokens(text, 0);
            all.map(move |one| one.of(text))
        });
        let words: Vec<&str> = words.filter(|word| *word != "const").collect();
        Ok(Declaration {
            ty: words.join(" "),
            name: variable.name.clone(),
            init: text
                .get(init..end.saturating_sub(1))
                .unwrap_or("")
                .trim()
                .to_owned(),
            span: Span::new(0, span.start as usize, end),
        })
    }

    fn in_macro(&self, span: Span) -> Refusal {
        let message = "a macro brings a part of the element's declaration, of its guard, or the end of the body";
        Refusal::inapplicable(Code::A009, span, message).with_help("write it out")
    }
}

/// Where the initial value of a declaration begins, behind `=`.
fn init_of(text: &str, name: Span, init: &Expr) -> Option<usize> {
    let equals = clang::tokens(text, name.end as usize).next()?;
    let begins = init.place.span.file != 0 || init.place.span.start as usize >= equals.end;
    (equals.of(text) == "=" && begins).then_some(equals.end)
}
