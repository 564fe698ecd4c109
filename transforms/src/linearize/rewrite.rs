//! Every mention of a matrix, as one of the array; or which mention stands in the way.

use super::arith::{binary, ident, int, name, node, plus, same, times};
use super::extents::{Extents, Meaning};
use super::group::{Group, is_null, mentions};
use super::world::{Place, World};
use crate::copies::directive_place;
use crate::input::Refusal;
use crate::names::effect;
use num_bigint::BigInt;
use spec_lang::ast::{
    BinaryOp, Binder, Call, Clause, ClauseKind, Declaration, DeclarationKind, Directive,
    DirectiveKind, Expr, ExprKind, Method, NodeId, Primitive, QuantifierKind, Stmt, StmtKind,
    TypeExpr, TypeKind, Visitor, VisitorMut,
};
use spec_lang::diagnostics::Diagnostic;
use spec_lang::print;
use spec_lang::resolve::Profile;
use spec_lang::span::Span;

/// The names of the rules, as the change log has them.
pub(super) mod rules {
    pub const DIRECTIVE: &str = "linearize: directive carried out";
    pub const DECLARATION: &str = "linearize: declared as an array";
    pub const ACCESS: &str = "linearize: element of the array";
    pub const LENGTH: &str = "linearize: length in terms of the extents";
    pub const ROWS: &str = "linearize: what was said of the rows themselves";
    pub const FUNCTION: &str = "linearize: the number of an element, as a function";
    pub const ALLOCATION: &str = "linearize: allocated as one array";
    pub const SIGNS: &str = "linearize: what the lengths said of the extents";
}

/// A place where a matrix of the group is made.
#[derive(Clone, Debug)]
pub(super) struct Allocation {
    pub member: usize,
    /// The sizes as they stand there, and the extents of the matrix.
    pub sizes: (Expr, Expr),
    pub extents: (Expr, Expr),
    pub place: Place,
    pub span: Span,
    pub callable: usize,
}

/// What comes of all mentions.
pub(super) struct Rewrite<'w> {
    world: &'w World<'w>,
    group: &'w Group,
    /// The directive that is carried out.
    directive: Option<Span>,
    /// The new name of a column that is counted.
    column: String,
    /// The new function for the number of a cell, if there is one.
    function: Option<String>,
    callable: Option<usize>,
    place: Option<Place>,
    in_trigger: bool,
    pub edits: Vec<(Span, String, &'static str)>,
    pub accesses: Vec<(usize, Span)>,
    pub allocations: Vec<Allocation>,
    /// Matrices of which two rows are compared.
    pub compared: Vec<usize>,
    pub refusal: Option<Refusal>,
}

/// What becomes of an expression.
enum Rule {
    /// Nothing by itself; its parts may change.
    Parts,
    /// Another one.
    Becomes(Box<Expr>, &'static str),
    /// It stays, and only these parts may change.
    Only(Vec<Expr>),
}

fn truth(value: bool) -> Expr {
    node(ExprKind::Bool(value))
}

impl<'w> Rewrite<'w> {
    pub fn new(
        world: &'w World<'w>,
        group: &'w Group,
        directive: Option<Span>,
        column: String,
        function: Option<String>,
    ) -> Self {
        Rewrite {
            world,
            group,
            directive,
            column,
            function,
            callable: None,
            place: None,
            in_trigger: false,
            edits: Vec::new(),
            accesses: Vec::new(),
            allocations: Vec::new(),
            compared: Vec::new(),
            refusal: None,
        }
    }

    /// Goes over the whole program.
    pub fn all(&mut self) {
        self.visit_program(self.world.input.program);
    }

    fn fail(&mut self, diagnostic: Diagnostic) {
        self.refusal
            .get_or_insert_with(|| Refusal::not_applicable(diagnostic));
    }

    fn member(&self, expr: &Expr) -> Option<usize> {
        self.group.member(self.world, expr)
    }

    /// `m[r]`: the matrix, its expression and the row.
    fn row<'e>(&self, expr: &'e Expr) -> Option<(usize, &'e Expr, &'e Expr)> {
        match &expr.kind {
            ExprKind::Index(matrix, row) => Some((self.member(matrix)?, matrix, row)),
            // A row that is marked as a trigger is none any more.
            ExprKind::Trigger(parts, _) => match parts.as_slice() {
                [part] => self.row(part),
                _ => None,
            },
            _ => None,
        }
    }

    /// `e.length` of a matrix or of its row; the row if it is one.
    fn length<'e>(&self, expr: &'e Expr) -> Option<(usize, &'e Expr, Option<&'e Expr>)> {
        let (inner, member) = match &expr.kind {
            ExprKind::Member(inner, member) => (inner, member),
            ExprKind::Trigger(parts, _) => match parts.as_slice() {
                [part] => return self.length(part).filter(|(_, _, row)| row.is_some()),
                _ => return None,
            },
            _ => return None,
        };
        if member.name != "length" {
            return None;
        }
        match self.row(inner) {
            Some((found, matrix, row)) => Some((found, matrix, Some(row))),
            None => Some((self.member(inner)?, inner, None)),
        }
    }

    fn legacy(&self) -> bool {
        self.world.input.profile == Profile::VerCors14
    }

    /// The extents in words for the place of a mention.
    fn here(&mut self, member: usize, matrix: &Expr) -> (Expr, Expr) {
        let Some(extents) = self.group.extents.get(&member) else {
            return (int(BigInt::from(0)), int(BigInt::from(0)));
        };
        match in_words(self.world, extents, matrix) {
            Ok(words) => words,
            Err(unseen) => {
                let message = format!("`{unseen}` cannot be seen here, or means something else");
                let what = self.world.describe(member);
                self.fail(
                    Diagnostic::error("A408", matrix.span, message)
                        .with_note(format!("it is an extent of {what}"))
                        .with_help("give the extents in names that can be seen at every mention"),
                );
                (extents.rows.clone(), extents.columns.clone())
            }
        }
    }

    /// The number of a cell: row by row `r * C + c`, column by column `c * R + r`.
    fn index(&self, extents: &(Expr, Expr), row: Expr, column: Expr) -> Expr {
        let (first, by, second) = match self.group.row_major {
            true => (row, extents.1.clone(), column),
            false => (column, extents.0.clone(), row),
        };
        match &self.function {
            None => plus(times(first, by), second),
            Some(function) => node(ExprKind::Call(Box::new(Call {
                receiver: None,
                null_safe: false,
                name: ident(function),
                type_args: Vec::new(),
                args: vec![by, first, second],
                given: Vec::new(),
                yields: Vec::new(),
                ghost_statements: Vec::new(),
            }))),
        }
    }

    /// The expression in terms of the array.
    fn mapped(&mut self, expr: &Expr) -> Expr {
        struct Map<'m, 'w> {
            rewrite: &'m mut Rewrite<'w>,
            /// Whether the expression around lets a matrix stand as it is.
            stays: bool,
        }
        impl VisitorMut for Map<'_, '_> {
            fn visit_expr(&mut self, expr: &mut Expr) {
                let stays = std::mem::replace(&mut self.stays, false);
                if stays && self.rewrite.member(expr).is_some() {
                    self.walk_expr(expr);
                } else if self.rewrite.trivial(expr) {
                    *expr = truth(true);
                } else {
                    match self.rewrite.rule(&expr.clone()) {
                        Rule::Becomes(new, _) => *expr = *new,
                        Rule::Parts => self.walk_expr(expr),
                        Rule::Only(_) => {
                            self.stays = true;
                            self.walk_expr(expr);
                        }
                    }
                }
                self.stays = stays;
            }
        }
        let mut copy = expr.clone();
        let mut map = Map {
            rewrite: self,
            stays: false,
        };
        map.visit_expr(&mut copy);
        copy
    }

    /// Whether a formula says nothing any more once there are no rows: shares of rows, that
    /// they are there, how long they are, that they differ.
    fn trivial(&mut self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Perm(location, _) | ExprKind::Value(location) => match &location.kind {
                ExprKind::AllElements(array) => self.member(array).is_some(),
                _ => self.row(location).is_some(),
            },
            // What is left out must not do anything.
            ExprKind::Binary(BinaryOp::Eq | BinaryOp::Ne, left, right)
                if effect(self.world.input, left).is_some()
                    || effect(self.world.input, right).is_some() =>
            {
                false
            }
            ExprKind::Binary(BinaryOp::Ne, left, right) => {
                (self.row(left).is_some() && is_null(right))
                    || (self.row(right).is_some() && is_null(left))
            }
            ExprKind::Binary(BinaryOp::Eq, left, right) => {
                self.is_width(left, right) || self.is_width(right, left)
            }
            ExprKind::Binary(BinaryOp::And | BinaryOp::Star, left, right) => {
                self.trivial(left) && self.trivial(right)
            }
            ExprKind::Binary(BinaryOp::Implies, left, right) => {
                self.trivial(right) || self.says_rows_differ(left, right)
            }
            ExprKind::Conditional(_, then, otherwise) => {
                self.trivial(then) && self.trivial(otherwise)
            }
            ExprKind::Quantifier {
                kind: QuantifierKind::Forall | QuantifierKind::ForallStar,
                range,
                body,
                ..
            } => {
                self.trivial(body)
                    || range
                        .as_ref()
                        .is_some_and(|range| self.says_rows_differ(range, body))
            }
            _ => false,
        }
    }

    /// `m[r].length` and what it is.
    fn is_width(&mut self, length: &Expr, other: &Expr) -> bool {
        match self.length(length) {
            Some((member, matrix, Some(_))) => {
                let columns = self.here(member, matrix).1;
                same(&columns, other)
            }
            _ => false,
        }
    }

    /// `m[i] == m[j] ==> i == j`, or that of `!=` the other way round, perhaps behind more
    /// conditions.
    fn says_rows_differ(&mut self, left: &Expr, right: &Expr) -> bool {
        let compares = |this: &Self, one: &Expr| {
            matches!(&one.kind, ExprKind::Binary(BinaryOp::Eq | BinaryOp::Ne, a, b)
                if this.row(a).is_some() && this.row(b).is_some())
        };
        let conditions = conjuncts(left);
        if !compares(self, right) && !conditions.iter().any(|one| compares(self, one)) {
            return false;
        }
        let right = self.mapped(right);
        conditions
            .into_iter()
            .any(|condition| equal(&self.mapped(condition), &right))
    }

    /// What becomes of an expression that names a matrix of the group.
    fn rule(&mut self, expr: &Expr) -> Rule {
        match &expr.kind {
            ExprKind::Index(array, column) => {
                if let Some((member, matrix, row)) = self.row(array) {
                    return self.access(expr, member, matrix, row, column);
                }
            }
            ExprKind::Member(..) | ExprKind::Trigger(..) => {
                if let Some((member, matrix, row)) = self.length(expr) {
                    let (rows, columns) = self.here(member, matrix);
                    return match row {
                        Some(row) => {
                            self.mapped(row);
                            self.left_out(row);
                            Rule::Becomes(Box::new(columns), rules::LENGTH)
                        }
                        None if self.legacy() => {
                            self.fail(
                                Diagnostic::error(
                                    "A405",
                                    expr.span,
                                    "it cannot be said what this length is after the step",
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
            ExprKind::Perm(location, share) => {
                if self.member(location).is_some() {
                    return Rule::Only(vec![(**share).clone()]);
                }
                if let ExprKind::AllElements(array) = &location.kind
                    && let Some((member, matrix, row)) = self.row(array)
                {
                    return self.whole_row(member, matrix, row, Some(share));
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
                    "A404",
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
                    "A405",
                    expr.span,
                    format!("{what} is used here as a whole"),
                )
                .with_note(
                    "its elements, its lengths, a null test, an allocation and a call that gets \
                     it as an argument can be followed",
                ),
            );
            return Rule::Only(Vec::new());
        }
        Rule::Parts
    }

    /// What is left out must be without effect.
    fn left_out(&mut self, expr: &Expr) {
        if let Some(span) = effect(self.world.input, expr) {
            self.fail(
                Diagnostic::error("A411", span, "this index does more than look")
                    .with_note("the step would leave it out")
                    .with_help("take it out of the index"),
            );
        }
    }

    fn access(
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
                Diagnostic::error("A411", span, "this index does more than look")
                    .with_note("column by column, the column is looked at before the row")
                    .with_help("take it out of the index, or go row by row"),
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
        Rule::Becomes(
            Box::new(node(ExprKind::Index(
                Box::new(matrix.clone()),
                Box::new(index),
            ))),
            rules::ACCESS,
        )
    }

    /// Equations of lengths, null tests, and two rows compared.
    fn comparison(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> Option<Rule> {
        for (one, other) in [(left, right), (right, left)] {
            if is_null(other) {
                if let Some((_, _, row)) = self.row(one) {
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
        let (Some((one, _, first)), Some((other, _, second))) = (self.row(left), self.row(right))
        else {
            return None;
        };
        if one != other {
            return None;
        }
        self.compared.push(one);
        let (first, second) = (self.mapped(first), self.mapped(second));
        Some(Rule::Becomes(
            Box::new(binary(op, first, second)),
            rules::ROWS,
        ))
    }

    fn matrix(&mut self, member: usize, matrix: &Expr, rows: &Expr, columns: &Expr) -> Rule {
        let extents = self.here(member, matrix);
        let product = times(extents.0.clone(), extents.1.clone());
        let mut formula = node(ExprKind::ArrayOf(
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
    fn whole_row(
        &mut self,
        member: usize,
        matrix: &Expr,
        row: &Expr,
        share: Option<&Expr>,
    ) -> Rule {
        let extents = self.here(member, matrix);
        let row = self.mapped(row);
        let index = self.index(&extents, row, name(&self.column));
        let cell = Box::new(node(ExprKind::Index(
            Box::new(matrix.clone()),
            Box::new(index),
        )));
        let body = match share {
            Some(share) => ExprKind::Perm(cell, Box::new(self.mapped(share))),
            None => ExprKind::Value(cell),
        };
        let binder = Binder {
            id: NodeId(0),
            span: Span::default(),
            ty: TypeExpr {
                id: NodeId(0),
                span: Span::default(),
                kind: TypeKind::Primitive(Primitive::Int),
            },
            name: ident(&self.column),
            range: Some((int(BigInt::from(0)), extents.1)),
            from: None,
        };
        Rule::Becomes(
            Box::new(node(ExprKind::Quantifier {
                kind: QuantifierKind::ForallStar,
                binders: vec![binder],
                range: None,
                body: Box::new(node(body)),
            })),
            rules::ACCESS,
        )
    }

    /// A call: what is passed on as a whole changes there too.
    fn call(&mut self, expr: &Expr, call: &Call) -> Rule {
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

    fn delete_clause(&mut self, span: Span) {
        if let Some(file) = self.world.input.file(span) {
            self.edits
                .push((directive_place(file, span), String::new(), rules::ROWS));
        }
    }

    /// What a variable of the group is set to: a new matrix or `null`.
    fn set(&mut self, member: usize, target: Option<&Expr>, value: &Expr, place: Place) {
        match &value.kind {
            ExprKind::Null => {}
            ExprKind::NewArray(element, sizes) => {
                let [Some(rows), Some(columns)] = sizes.as_slice() else {
                    return self.fail(
                        Diagnostic::error(
                            "A403",
                            value.span,
                            "this makes rows of which the length is left open",
                        )
                        .with_note("a matrix has rows of one length")
                        .with_help("give both sizes, as in `new int[rows][columns]`"),
                    );
                };
                let matrix = match (target, self.world.matrices.get(member)) {
                    (Some(target), _) => target.clone(),
                    (None, Some(declared)) => Expr {
                        span: value.span,
                        ..name(&declared.name)
                    },
                    _ => return,
                };
                let extents = self.here(member, &matrix);
                if let Some(callable) = self.callable {
                    self.allocations.push(Allocation {
                        member,
                        sizes: (rows.clone(), columns.clone()),
                        extents,
                        place,
                        span: value.span,
                        callable,
                    });
                }
                let (rows, columns) = (self.mapped(rows), self.mapped(columns));
                let size = Some(times(rows, columns));
                let new = node(ExprKind::NewArray(element.clone(), vec![size]));
                self.edits
                    .push((value.span, print::expr(&new), rules::ALLOCATION));
            }
            _ => {
                let what = self.world.describe(member);
                self.fail(
                    Diagnostic::error("A405", value.span, format!("{what} gets another matrix"))
                        .with_note("only `new` makes a matrix of known extents")
                        .with_help("use one variable for it throughout"),
                );
            }
        }
    }

    /// A directive for another step, or one that asks for the same.
    fn directive(&mut self, directive: &Directive) {
        match &directive.kind {
            DirectiveKind::MatrixLin {
                matrix,
                row_major,
                rows,
                columns,
            } => {
                let own = self.directive == Some(directive.span);
                let meant = own
                    || self.group.members.iter().any(|&member| {
                        self.world.matrices.get(member).is_some_and(|declared| {
                            declared.name == matrix.name && declared.callable == self.callable
                        })
                    });
                if !meant {
                    self.visit_expr(rows);
                    self.visit_expr(columns);
                } else if *row_major != self.group.row_major {
                    self.fail(
                        Diagnostic::error(
                            "A410",
                            directive.span,
                            "this asks for the other order, but the two matrices are passed on \
                             from one to the other",
                        )
                        .with_help("ask for one order everywhere"),
                    );
                } else if let Some(file) = self.world.input.file(directive.span) {
                    let place = directive_place(file, directive.span);
                    self.edits.push((place, String::new(), rules::DIRECTIVE));
                }
            }
            DirectiveKind::GlobToReg(array, locations) => match self.row(array) {
                Some((member, matrix, row)) => {
                    let (matrix, row) = (matrix.clone(), row.clone());
                    let extents = self.here(member, &matrix);
                    let row = self.mapped(&row);
                    self.edits
                        .push((array.span, print::expr(&matrix), rules::ACCESS));
                    for location in locations {
                        let column = self.mapped(location);
                        let index = self.index(&extents, row.clone(), column);
                        let text = format!("({})", print::expr(&index));
                        self.edits.push((location.span, text, rules::ACCESS));
                    }
                }
                None => self.walk_directive(directive),
            },
            _ => self.walk_directive(directive),
        }
    }

    /// `a && b` of which one side says nothing any more: the other one, as it stands.
    fn drop_side(&mut self, whole: Span, gone: &Expr, kept: &Expr, left_goes: bool) {
        let input = self.world.input;
        let between = |start: u32, end: u32| Span {
            start,
            end,
            ..whole
        };
        let found = if left_goes {
            // Where the other side begins, with its parentheses.
            let tail = input.slice(between(kept.span.end, whole.end));
            let closing = tail.matches(')').count();
            let head = input.slice(between(gone.span.end, kept.span.start));
            let plain = !tail.contains('/') && !head.contains('/');
            let at = match closing {
                0 => Some(head.len()),
                _ => head.rmatch_indices('(').nth(closing - 1).map(|(at, _)| at),
            };
            at.filter(|_| plain).map(|at| {
                let at = u32::try_from(at).unwrap_or(0);
                between(whole.start, gone.span.end + at)
            })
        } else {
            let head = input.slice(between(whole.start, kept.span.start));
            let opening = head.matches('(').count();
            let tail = input.slice(between(kept.span.end, gone.span.start));
            let plain = !tail.contains('/') && !head.contains('/');
            let at = match opening {
                0 => Some(0),
                _ => tail
                    .match_indices(')')
                    .nth(opening - 1)
                    .map(|(at, _)| at + 1),
            };
            at.filter(|_| plain).map(|at| {
                let at = u32::try_from(at).unwrap_or(0);
                between(kept.span.end + at, whole.end)
            })
        };
        match found {
            Some(span) => self.edits.push((span, String::new(), rules::ROWS)),
            None => self.edits.push((gone.span, "true".to_owned(), rules::ROWS)),
        }
        self.visit_expr(kept);
    }
}

/// What is looked at to find a matrix: the object of a field.
fn receiver(matrix: &Expr) -> Vec<Expr> {
    match &matrix.kind {
        ExprKind::Member(object, _) => vec![(**object).clone()],
        _ => Vec::new(),
    }
}

/// The parts of a conjunction.
pub(super) fn conjuncts(expr: &Expr) -> Vec<&Expr> {
    let mut parts = Vec::new();
    let mut todo = vec![expr];
    while let Some(next) = todo.pop() {
        match &next.kind {
            ExprKind::Binary(BinaryOp::And | BinaryOp::Star, left, right) => {
                todo.extend([&**right, &**left]);
            }
            _ => parts.push(next),
        }
    }
    parts
}

/// Whether two comparisons say the same.
fn equal(left: &Expr, right: &Expr) -> bool {
    match (&left.kind, &right.kind) {
        (ExprKind::Binary(one, a, b), ExprKind::Binary(other, c, d))
            if one == other && matches!(one, BinaryOp::Eq | BinaryOp::Ne) =>
        {
            (same(a, c) && same(b, d)) || (same(a, d) && same(b, c))
        }
        _ => false,
    }
}

/// The extents of a matrix in words for the place where an expression names it.
///
/// # Errors
/// The name that cannot be seen there.
pub(super) fn in_words(
    world: &World<'_>,
    extents: &Extents,
    matrix: &Expr,
) -> Result<(Expr, Expr), String> {
    let at = matrix.span;
    let mut words = Vec::new();
    for (own, meaning) in &extents.names {
        let word = match meaning {
            Meaning::Local(id) if world.is_seen(own, *id, at) => name(own),
            Meaning::Local(_) => return Err(own.clone()),
            Meaning::Field(_) => match &matrix.kind {
                ExprKind::Member(object, _) if !matches!(object.kind, ExprKind::This) => {
                    if !is_path(object) {
                        return Err(own.clone());
                    }
                    node(ExprKind::Member(object.clone(), ident(own)))
                }
                _ if world.seen(own, at).is_none() => name(own),
                _ => node(ExprKind::Member(Box::new(node(ExprKind::This)), ident(own))),
            },
        };
        words.push((own.clone(), word));
    }
    Ok(extents.map(&|own| {
        words
            .iter()
            .find(|(known, _)| known == own)
            .map(|(_, word)| word.clone())
    }))
}

/// `a.b.c`: evaluating it twice gives the same.
fn is_path(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Name(_) | ExprKind::This => true,
        ExprKind::Member(inner, _) => is_path(inner),
        _ => false,
    }
}

impl Visitor for Rewrite<'_> {
    fn visit_declaration(&mut self, declaration: &Declaration) {
        let outer = self.callable;
        if matches!(
            declaration.kind,
            DeclarationKind::Method(_) | DeclarationKind::Predicate(_)
        ) {
            self.callable = self.world.callable(declaration.id);
        }
        if let DeclarationKind::Field(field) = &declaration.kind {
            for name in &field.names {
                let member = self
                    .world
                    .declared(name.id)
                    .filter(|member| self.group.members.contains(member));
                if let (Some(_), Some(init)) = (member, &name.init) {
                    self.fail(Diagnostic::error(
                        "A405",
                        init.span,
                        "a field of matrix type with an initial value cannot be followed",
                    ));
                }
            }
        }
        self.walk_declaration(declaration);
        self.callable = outer;
    }

    fn visit_method(&mut self, method: &Method) {
        self.walk_method(method);
    }

    fn visit_clause(&mut self, clause: &Clause) {
        match &clause.kind {
            ClauseKind::Requires(expr)
            | ClauseKind::Ensures(expr)
            | ClauseKind::Context(expr)
            | ClauseKind::ContextEverywhere(expr)
            | ClauseKind::LoopInvariant(expr)
                if self.trivial(expr) =>
            {
                // What is compared in it still has to be shown.
                self.mapped(expr);
                self.delete_clause(clause.span);
            }
            ClauseKind::Directive(directive) => self.directive(directive),
            _ => self.walk_clause(clause),
        }
    }

    fn visit_directive(&mut self, directive: &Directive) {
        self.directive(directive);
    }

    fn visit_stmt(&mut self, stmt: &Stmt) {
        let outer = self.place.replace(Place {
            span: stmt.span,
            wrap: !matches!(stmt.kind, StmtKind::Local { .. }),
        });
        let place = self.place.unwrap_or(Place {
            span: stmt.span,
            wrap: true,
        });
        match &stmt.kind {
            StmtKind::Assign { target, value, .. } => {
                if let Some(member) = self.member(target) {
                    for part in receiver(target) {
                        self.visit_expr(&part);
                    }
                    self.set(member, Some(target), value, place);
                } else {
                    self.walk_stmt(stmt);
                }
            }
            StmtKind::Local { names, .. } => {
                for name in names {
                    let member = self
                        .world
                        .declared(name.id)
                        .filter(|member| self.group.members.contains(member));
                    match (member, &name.init) {
                        (Some(member), Some(init)) => self.set(member, None, init, place),
                        (None, Some(init)) => self.visit_expr(init),
                        (_, None) => {}
                    }
                }
            }
            _ => self.walk_stmt(stmt),
        }
        self.place = outer;
    }

    fn visit_expr(&mut self, expr: &Expr) {
        if let ExprKind::Trigger(..) = expr.kind
            && self.length(expr).is_none()
        {
            let outer = std::mem::replace(&mut self.in_trigger, true);
            self.walk_expr(expr);
            self.in_trigger = outer;
            return;
        }
        if !mentions(self.world, self.group, expr) {
            return;
        }
        if self.trivial(expr) {
            self.mapped(expr);
            self.edits.push((expr.span, "true".to_owned(), rules::ROWS));
            return;
        }
        if let ExprKind::Binary(BinaryOp::And | BinaryOp::Star, left, right) = &expr.kind {
            let (first, second) = (self.trivial(left), self.trivial(right));
            if first {
                self.mapped(left);
                return self.drop_side(expr.span, left, right, true);
            }
            if second {
                self.mapped(right);
                return self.drop_side(expr.span, right, left, false);
            }
        }
        match self.rule(expr) {
            Rule::Parts => self.walk_expr(expr),
            Rule::Only(parts) => {
                for part in &parts {
                    self.visit_expr(part);
                }
            }
            Rule::Becomes(new, rule) => {
                // An equation stands where one stood; all else can be any operand.
                let text = match (&expr.kind, &new.kind) {
                    (ExprKind::Binary(..), _) | (_, ExprKind::Index(..)) => print::expr(&new),
                    _ => print::operand(&new),
                };
                self.edits.push((expr.span, text, rule));
            }
        }
    }
}
