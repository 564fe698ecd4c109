//! What becomes of an expression.

use super::*;
use text::code::Code;

impl Rewrite<'_> {
    /// What becomes of an expression that names a matrix of the group.
    pub(super) fn rule(&mut self, expr: &Expr) -> Rule {
        match &expr.kind {
            ExprKind::Index(array, column) => {
                if let Some((member, matrix, row)) = self.row(array) {
                    return self.access(expr, member, matrix, row, column);
                }
            }
            ExprKind::Member(..) | ExprKind::Trigger(..) => {
                if let Some((member, matrix, row)) = self.length(expr) {
                    let (rows, columns) = self.here(member, matrix);
                    self.left_out(matrix);
                    return match row {
                        Some(row) => {
                            self.mapped(row);
                            self.left_out(row);
                            Rule::Becomes(Box::new(columns), rules::LENGTH)
                        }
                        None if self.legacy() => {
                            self.fail(
                                Diagnostic::error(
                                    Code::A405,
                                    expr.span,
                                    "the value of this length after the step cannot be determined",
                                )
                                .with_note(
                                    "under `--profile vercors-1.4` the length of a matrix may be \
                                     said to be that of the array already",
                                )
                                .with_help("use the number of rows instead"),
                            );
                            Rule::Only(Vec::new())
                        }
                        None => Rule::Becomes(Box::new(rows), rules::LENGTH),
                    };
                }
            }
            ExprKind::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), left, right) => {
                if let Some(rule) = self.comparison(*op, left, right) {
                    return rule;
                }
            }
            ExprKind::Matrix(matrix, rows, columns) => {
                if let Some(member) = self.member(matrix) {
                    return self.matrix(member, matrix, rows, columns);
                }
            }
            ExprKind::Perm(location, amount) => {
                if self.member(location).is_some() {
                    return Rule::Only(vec![(**amount).clone()]);
                }
                if let ExprKind::AllElements(array) = &location.kind
                    && let Some((member, matrix, row)) = self.row(array)
                {
                    return self.whole_row(member, matrix, row, Some(amount));
                }
            }
            ExprKind::Value(location) => {
                if self.member(location).is_some() {
                    return Rule::Only(Vec::new());
                }
                if let ExprKind::AllElements(array) = &location.kind
                    && let Some((member, matrix, row)) = self.row(array)
                {
                    return self.whole_row(member, matrix, row, None);
                }
            }
            ExprKind::Call(call) | ExprKind::New(call) => {
                return self.call(expr, call);
            }
            _ => {}
        }
        if let Some((member, _, _)) = self.row(expr) {
            let what = self.world.describe(member);
            self.fail(
                Diagnostic::error(
                    Code::A404,
                    expr.span,
                    format!("a row of {what} is used by itself"),
                )
                .with_note("after the step there are no rows, only elements")
                .with_help("use its elements, `m[r][c]`"),
            );
            return Rule::Only(Vec::new());
        }
        if let Some(member) = self.member(expr) {
            let what = self.world.describe(member);
            self.fail(
                Diagnostic::error(
                    Code::A405,
                    expr.span,
                    format!("{what} is used here as a whole"),
                )
                .with_note(
                    "the step can follow its elements, its lengths, a null test, an allocation and \
                     a call with it as an argument",
                ),
            );
            return Rule::Only(Vec::new());
        }
        Rule::Parts
    }

    /// What is left out must be without effect.
    pub(super) fn left_out(&mut self, expr: &Expr) {
        if let Some(span) = effect(self.world.input, expr) {
            self.fail(
                Diagnostic::error(Code::A411, span, "this does more than look")
                    .with_note("the step would leave it out")
                    .with_help("do it in a statement of its own before"),
            );
        }
    }

    pub(super) fn access(
        &mut self,
        expr: &Expr,
        member: usize,
        matrix: &Expr,
        row: &Expr,
        column: &Expr,
    ) -> Rule {
        let input = self.world.input;
        if !self.group.row_major
            && let Some(span) = effect(input, row).or_else(|| effect(input, column))
        {
            self.fail(
                Diagnostic::error(Code::A411, span, "this index does more than look")
                    .with_note("column by column, the column is evaluated before the row")
                    .with_help("take it out of the index, or go row by row"),
            );
        }
        let local = matches!(
            input.resolution.references.get(&matrix.id),
            Some(spec_lang::resolve::Reference::Local(_))
        );
        if self.group.row_major
            && !local
            && let Some(span) = effect(input, row)
        {
            self.fail(
                Diagnostic::error(Code::A411, span, "this index does more than look")
                    .with_note(
                        "the number of columns is evaluated after it, and may then be another",
                    )
                    .with_help("take it out of the index"),
            );
        }
        if let (Some(callable), false) = (self.callable, self.in_trigger)
            && !self.accesses.contains(&(callable, expr.span))
        {
            self.accesses.push((callable, expr.span));
        }
        let extents = self.here(member, matrix);
        let (row, column) = (self.mapped(row), self.mapped(column));
        let index = self.index(&extents, row, column);
        Rule::Becomes(Box::new(build::index(matrix.clone(), index)), rules::ACCESS)
    }

    /// Equations of lengths, null tests, and two rows compared.
    pub(super) fn comparison(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> Option<Rule> {
        for (one, other) in [(left, right), (right, left)] {
            if is_null(other) {
                if let Some((_, matrix, row)) = self.row(one) {
                    self.left_out(matrix);
                    self.left_out(row);
                    return Some(Rule::Becomes(
                        Box::new(truth(op == BinaryOp::Ne)),
                        rules::ROWS,
                    ));
                }
                if self.member(one).is_some() {
                    return Some(Rule::Only(receiver(one)));
                }
            }
            if let Some((member, matrix, None)) = self.length(one)
                && op == BinaryOp::Eq
            {
                let (rows, columns) = self.here(member, matrix);
                let product = times(rows.clone(), columns);
                if self.legacy() && same(other, &product) {
                    return Some(Rule::Only(receiver(matrix)));
                }
                if same(other, &rows) {
                    let length = one.clone();
                    let (left, right) = match std::ptr::eq(one, left) {
                        true => (length, product),
                        false => (product, length),
                    };
                    return Some(Rule::Becomes(
                        Box::new(binary(BinaryOp::Eq, left, right)),
                        rules::LENGTH,
                    ));
                }
            }
        }
        let (Some((one, matrix, first)), Some((other, beside, second))) =
            (self.row(left), self.row(right))
        else {
            return None;
        };
        // Rows of one matrix, and of one object.
        if one != other || !same(matrix, beside) {
            return None;
        }
        self.left_out(matrix);
        self.left_out(beside);
        self.compared.push(one);
        let (first, second) = (self.mapped(first), self.mapped(second));
        Some(Rule::Becomes(
            Box::new(binary(op, first, second)),
            rules::ROWS,
        ))
    }

    pub(super) fn matrix(
        &mut self,
        member: usize,
        matrix: &Expr,
        rows: &Expr,
        columns: &Expr,
    ) -> Rule {
        let extents = self.here(member, matrix);
        let product = times(extents.0.clone(), extents.1.clone());
        let mut formula = build::expr(ExprKind::ArrayOf(
            Box::new(matrix.clone()),
            Box::new(product),
        ));
        for (said, extent) in [(rows, &extents.0), (columns, &extents.1)] {
            if !same(said, extent) {
                let said = self.mapped(said);
                let equation = binary(BinaryOp::Eq, said, extent.clone());
                formula = binary(BinaryOp::And, formula, equation);
            }
        }
        Rule::Becomes(Box::new(formula), rules::LENGTH)
    }

    /// `Perm(m[r][*], p)`, or `Value` of them, element by element.
    pub(super) fn whole_row(
        &mut self,
        member: usize,
        matrix: &Expr,
        row: &Expr,
        amount: Option<&Expr>,
    ) -> Rule {
        let extents = self.here(member, matrix);
        let row = self.mapped(row);
        let index = self.index(&extents, row, name(&self.column));
        let cell = build::index(matrix.clone(), index);
        let body = match amount {
            Some(amount) => build::perm(cell, self.mapped(amount)),
            None => build::expr(ExprKind::Value(Box::new(cell))),
        };
        let all = build::forall_star(&self.column, int(0), extents.1, body);
        Rule::Becomes(Box::new(all), rules::ACCESS)
    }

    /// A call: what is passed on as a whole changes there too.
    pub(super) fn call(&mut self, expr: &Expr, call: &Call) -> Rule {
        let callee = self
            .world
            .calls
            .iter()
            .find(|site| site.span == expr.span)
            .and_then(|site| self.world.callable(site.callee));
        let passed = |this: &Self, index: usize, arg: &Expr| {
            let to = callee.and_then(|callee| this.world.param(callee, index));
            this.member(arg).is_some() && to.is_some_and(|to| this.group.members.contains(&to))
        };
        if !call
            .args
            .iter()
            .enumerate()
            .any(|(index, arg)| passed(self, index, arg))
        {
            return Rule::Parts;
        }
        let mut parts: Vec<Expr> = call.receiver.iter().map(|one| (**one).clone()).collect();
        for (index, arg) in call.args.iter().enumerate() {
            match passed(self, index, arg) {
                true => parts.extend(receiver(arg)),
                false => parts.push(arg.clone()),
            }
        }
        let ghosts = call.given.iter().chain(&call.yields);
        parts.extend(ghosts.map(|ghost| ghost.right.clone()));
        for stmt in &call.ghost_statements {
            self.visit_stmt(stmt);
        }
        Rule::Only(parts)
    }
}
