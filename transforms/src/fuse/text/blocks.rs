//! Blocks of threads around the fused kernel.

use super::{Lines, Mark, Writer, Written, rules};
use crate::fuse::contract::Conjunct;
use crate::fuse::formula::{all, canonical};
use crate::fuse::join::Place;
use crate::fuse::ranges::Blocks;
use crate::fuse::row::Kernel;
use spec_lang::ast::build::{binary, int, name};
use spec_lang::ast::{BinaryOp, Binder, Expr, ExprKind, NodeId, QuantifierKind, TypeExpr};
use std::collections::BTreeMap;
use text::edit::{Edit, Snippet};
use text::span::Span;

impl Writer<'_> {
    /// What a conjunct says in the text.
    pub(super) fn said(&self, conjunct: &Conjunct) -> String {
        match self.layout.grid {
            Some(_) => canonical(&self.in_block(&conjunct.expr)),
            None => conjunct.text.clone(),
        }
    }

    /// An expression with the thread's place in its block for the thread.
    pub(super) fn in_block(&self, expr: &Expr) -> Expr {
        match self.layout.grid {
            Some(grid) => {
                let thread = BTreeMap::from([(grid.iterator.clone(), grid.thread.clone())]);
                crate::fuse::formula::replaced(expr, &thread)
            }
            None => expr.clone(),
        }
    }

    /// The blocks of threads around the kernel.
    pub(super) fn around(&self, first: &Kernel, gone: &[Span], written: &mut Written) {
        let layout = self.layout;
        let (Some(grid), Some(iterator)) = (layout.grid, first.block.iterators.first()) else {
            return;
        };
        let origin = Some(first.head());
        let indent = self.indent.as_str();
        let inside = format!("{indent}{}", self.unit);
        let mut lines = Lines::new(self.eol);
        if let Some((name, value)) = &grid.kept {
            let text = format!("int {name} = {};", canonical(value));
            lines.line(indent, &text, rules::BLOCKS, origin);
        }
        let text = format!(
            "par {}(int {} = 0 .. {})",
            grid.name, grid.block, grid.count
        );
        lines.line(indent, &text, rules::BLOCKS, origin);
        let sides = [
            (Place::Take, "requires", &layout.joined.pre),
            (Place::Give, "ensures", &layout.joined.post),
        ];
        for (place, word, conjuncts) in sides {
            let (held, said): (Vec<_>, Vec<_>) = conjuncts
                .iter()
                .partition(|conjunct| conjunct.atom.is_some());
            for conjunct in held.into_iter().chain(said) {
                let whole = self.of_block(grid, &iterator.ty, conjunct);
                let text = format!("{word} {};", canonical(&whole));
                let range = lines.line(&inside, &text, rules::BLOCKS, Some(conjunct.origin));
                lines.marked(range, Mark::Conjunct(place, Box::new(conjunct.clone())));
            }
        }
        lines.line(indent, "{", rules::BLOCKS, origin);
        let span = first.stmt.span;
        let from = first
            .directives
            .iter()
            .map(|directive| directive.span.end as usize)
            .filter(|end| *end < first.block.body.span.start as usize)
            .max()
            .unwrap_or(span.start as usize);
        // The word `par`, behind the directives.
        let rest = self.text().get(from..).unwrap_or("");
        let at = from + rest.find("par").unwrap_or(0);
        let start = self.own_line(at).unwrap_or(at);
        let mut closing = Lines::new(self.eol);
        closing.append(Snippet::generated(
            format!("\n{indent}}}"),
            rules::BLOCKS,
            origin,
        ));
        let end = span.end as usize;
        if start == at {
            lines.append(Snippet::generated(inside.as_str(), rules::BLOCKS, origin));
        }
        self.push(
            written,
            Span::new(span.file, start, start),
            lines,
            rules::BLOCKS,
        );
        let body = self.text().get(at..end).unwrap_or("");
        let starts = body.match_indices('\n').map(|(line, _)| at + line + 1);
        for line in std::iter::once(start)
            .filter(|line| *line != at)
            .chain(starts)
        {
            let text = self.text().get(line..end).unwrap_or("");
            let blank = text.lines().next().unwrap_or("").trim().is_empty();
            let removed = gone.iter().any(|gone| gone.range().contains(&line));
            if !blank && !removed {
                let place = Span::new(span.file, line, line);
                let edit = Edit::new(place, self.unit.clone(), rules::BLOCKS).with_origin(span);
                written.edits.push((edit, Vec::new()));
            }
        }
        self.push(
            written,
            Span::new(span.file, end, end),
            closing,
            rules::BLOCKS,
        );
    }

    /// What a thread takes or gives, of all threads of a block.
    fn of_block(&self, grid: &Blocks, ty: &TypeExpr, conjunct: &Conjunct) -> Expr {
        use crate::fuse::formula::mentions;
        if conjunct.atom.is_none() && !mentions(&conjunct.expr, &grid.iterator) {
            return conjunct.expr.clone();
        }
        let lane = || name(&grid.lane);
        let mut conditions = vec![
            binary(BinaryOp::Le, int(0), lane()),
            binary(BinaryOp::Lt, lane(), grid.size.clone()),
        ];
        let mut binders = vec![Binder {
            id: NodeId::default(),
            span: Span::default(),
            ty: ty.clone(),
            name: spec_lang::ast::Ident {
                name: grid.lane.clone(),
                span: Span::default(),
            },
            range: None,
            from: None,
        }];
        let (kind, body) = match &conjunct.atom {
            Some(atom) => {
                let own = atom.conditions.iter();
                conditions.extend(own.map(|condition| self.in_block(condition)));
                binders.extend(atom.binders.iter().cloned());
                (QuantifierKind::ForallStar, self.in_block(&atom.held()))
            }
            None => (QuantifierKind::Forall, self.in_block(&conjunct.expr)),
        };
        Expr {
            id: NodeId::default(),
            span: Span::default(),
            kind: ExprKind::Quantifier {
                kind,
                binders,
                range: all(conditions).map(Box::new),
                body: Box::new(body),
            },
        }
    }
}
