//! The type of every expression: one function for each kind.

use super::resolver::{Pure, Resolver};
use super::{Builtin, Reference, Type, fits};
use crate::ast::{Expr, ExprKind, Ident, TypeExpr, UnaryOp};
use text::code::Code;
use text::diagnostics::{Diagnostic, Replacement};
use text::span::Span;

impl Resolver<'_> {
    /// The type of an expression.
    pub(super) fn expr(&mut self, expr: &Expr) -> Type {
        self.expr_hinted(expr, None)
    }

    /// The type of an expression; `want` settles what is open in literals.
    pub(super) fn expr_wanted(&mut self, expr: &Expr, want: &Type) -> Type {
        self.expr_hinted(expr, Some(want))
    }

    fn expr_hinted(&mut self, expr: &Expr, want: Option<&Type>) -> Type {
        let ty = self.expr_kind(expr, want);
        self.out.types.insert(expr.id, ty.clone());
        ty
    }

    fn expr_kind(&mut self, expr: &Expr, want: Option<&Type>) -> Type {
        match &expr.kind {
            ExprKind::Int(_) => Type::Int,
            ExprKind::Float(text) => float_type(text),
            ExprKind::Bool(_) => Type::Boolean,
            ExprKind::Str(_) => Type::String,
            ExprKind::Char(_) => Type::Char,
            ExprKind::Null => Type::Null,
            ExprKind::This => self.this_expr(expr),
            ExprKind::Result => self.result_expr(expr),
            ExprKind::Write | ExprKind::Read => Type::Frac,
            ExprKind::NoPerm => Type::ZFrac,
            ExprKind::OptionNone => Type::Option(Box::new(match want {
                Some(Type::Option(inner)) => (**inner).clone(),
                _ => Type::Any,
            })),
            ExprKind::CurrentThread => self.current_thread(expr),
            ExprKind::Any => want.cloned().unwrap_or(Type::Any),
            ExprKind::Name(name) => self.name(expr, name),
            ExprKind::Unary(op, inner) => self.unary(expr, *op, inner),
            ExprKind::Binary(op, left, right) => self.binary(expr, *op, left, right, want),
            ExprKind::Conditional(condition, yes, no) => {
                self.conditional(expr, condition, yes, no, want)
            }
            ExprKind::Increment { target, .. } => {
                let ty = self.target(target);
                if !ty.is_numeric() && !matches!(ty, Type::Any | Type::Other(_)) {
                    let shown = self.show(&ty);
                    self.error(
                        Code::T006,
                        target.span,
                        format!("a number is wanted, this is of type `{shown}`"),
                    );
                }
                ty
            }
            ExprKind::Index(base, index) => self.index(base, index),
            ExprKind::AllElements(base) => {
                let ty = self.expr(base);
                match ty {
                    Type::Array(element) => *element,
                    Type::Any | Type::Other(_) => Type::Any,
                    Type::Seq(element) => *element,
                    Type::Error => Type::Error,
                    _ => self.wrong_operand(base, &ty, "an array is wanted"),
                }
            }
            ExprKind::Slice(base, low, high) => {
                let ty = self.expr_hinted(base, want);
                for bound in [low, high].into_iter().flatten() {
                    self.expect_int(bound);
                }
                match ty {
                    Type::Seq(_) | Type::Any | Type::Other(_) | Type::Error => ty,
                    _ => self.wrong_operand(base, &ty, "a sequence is wanted"),
                }
            }
            ExprKind::Update(base, at, value) => self.update(base, at, value, want),
            ExprKind::Member(inner, name) => self.member_expr(expr, inner, name),
            ExprKind::Call(call) => self.call(expr, call, want),
            ExprKind::New(call) => self.creation(expr, call, want),
            ExprKind::NewArray(element, sizes) => self.new_array(expr, element, sizes),
            ExprKind::Quantifier {
                kind,
                binders,
                range,
                body,
            } => self.quantifier(*kind, binders, range.as_deref(), body),
            ExprKind::Let { ty, variable, body } => self.let_expr(ty, variable, body, want),
            ExprKind::Trigger(exprs, _) => {
                let mut last = Type::Error;
                for (at, inner) in exprs.iter().enumerate() {
                    let ty = self.purely(Pure::Formula, |this| this.expr(inner));
                    if at == 0 {
                        last = ty;
                    }
                }
                last
            }
            ExprKind::Old(label, inner) => self.old(expr, label.as_ref(), inner, want),
            ExprKind::Perm(location, amount) | ExprKind::HPerm(location, amount) => {
                self.location(location);
                self.expect(amount, &Type::Rational);
                Type::Resource
            }
            ExprKind::PointsTo(location, amount, value) => {
                let stored = self.location(location);
                self.expect(amount, &Type::Rational);
                self.expect(value, &stored);
                Type::Resource
            }
            ExprKind::Value(location) => {
                self.location(location);
                Type::Resource
            }
            ExprKind::CurrentPerm(location) => {
                self.location(location);
                Type::Rational
            }
            ExprKind::Held(inner) => {
                self.object_of_formula(inner);
                Type::Resource
            }
            ExprKind::Committed(inner) => {
                self.object_of_formula(inner);
                Type::Boolean
            }
            ExprKind::Idle(inner) => {
                self.runnable(inner, "idle");
                Type::Resource
            }
            ExprKind::Running(inner) => {
                self.runnable(inner, "running");
                Type::Resource
            }
            ExprKind::Scale(amount, inner) => {
                self.expect(amount, &Type::Rational);
                self.expect_resource(inner);
                Type::Resource
            }
            ExprKind::Matrix(matrix, rows, columns) => {
                let ty = self.expr(matrix);
                let is_matrix = match &ty {
                    Type::Array(row) => matches!(**row, Type::Array(_) | Type::Any),
                    Type::Error | Type::Any | Type::Other(_) => true,
                    _ => false,
                };
                if !is_matrix {
                    self.wrong_operand(matrix, &ty, "an array of arrays is wanted");
                }
                self.expect_int(rows);
                self.expect_int(columns);
                Type::Boolean
            }
            ExprKind::ArrayOf(array, length) => {
                self.array_operand(array);
                self.expect_int(length);
                Type::Boolean
            }
            ExprKind::Values(array, low, high) => {
                let element = self.array_operand(array);
                self.expect_int(low);
                self.expect_int(high);
                Type::Seq(Box::new(element))
            }
            ExprKind::SeqLiteral(ty, elements) => {
                let open = want_element(want, |ty| match ty {
                    Type::Seq(element) => Some(element),
                    _ => None,
                });
                Type::Seq(Box::new(self.elements(ty.as_ref(), elements, open)))
            }
            ExprKind::SetLiteral(ty, elements) => {
                let open = want_element(want, |ty| match ty {
                    Type::Set(element) => Some(element),
                    _ => None,
                });
                Type::Set(Box::new(self.elements(ty.as_ref(), elements, open)))
            }
            ExprKind::BagLiteral(ty, elements) => {
                let open = want_element(want, |ty| match ty {
                    Type::Bag(element) => Some(element),
                    _ => None,
                });
                Type::Bag(Box::new(self.elements(ty.as_ref(), elements, open)))
            }
            ExprKind::MapLiteral(key, value, entries) => self.map_literal(key, value, entries),
            ExprKind::TupleLiteral(types, parts) => self.tuple_literal(expr, types, parts, want),
            ExprKind::Range {
                sequence,
                low,
                high,
            } => {
                self.expect_int(low);
                self.expect_int(high);
                let element = Box::new(Type::Int);
                if *sequence {
                    Type::Seq(element)
                } else {
                    Type::Set(element)
                }
            }
            ExprKind::Comprehension {
                ty,
                element,
                binders,
                condition,
            } => self.comprehension(ty.as_ref(), element, binders, condition.as_deref()),
            ExprKind::Size(inner) => {
                let ty = self.expr(inner);
                match ty {
                    Type::Seq(_)
                    | Type::Set(_)
                    | Type::Bag(_)
                    | Type::Map(..)
                    | Type::String
                    | Type::Any
                    | Type::Other(_)
                    | Type::Error => {}
                    Type::Array(_) => {
                        let shown = self.show(&ty);
                        self.report(
                            Diagnostic::error(
                                Code::T006,
                                inner.span,
                                format!("a sequence, set, bag or map is wanted, this is of type `{shown}`"),
                            )
                            .with_help("the length of an array is `a.length`")
                            .with_fixes("write `.length`", bars(expr.span, inner)),
                        );
                    }
                    _ => {
                        self.wrong_operand(inner, &ty, "a sequence, set, bag or map is wanted");
                    }
                }
                Type::Int
            }
            ExprKind::Cast(ty, inner) => self.cast(expr, ty, inner),
            ExprKind::InstanceOf(inner, ty) => {
                self.expr(inner);
                self.written(ty);
                self.sizes(ty);
                Type::Boolean
            }
            ExprKind::Builtin(name, args) => self.builtin_keyword(expr, name, args),
            ExprKind::Unfolding(predicate, inner) => {
                self.folded(predicate, false);
                self.purely(Pure::Formula, |this| this.expr_hinted(inner, want))
            }
            ExprKind::During(_, first, inner) => {
                self.purely(Pure::Formula, |this| this.expect_resource(first));
                self.expr_hinted(inner, want)
            }
            ExprKind::PolarityDependent(learnt, shown) => {
                let (left, right) = (self.expect_resource(learnt), self.expect_resource(shown));
                if left == Type::Resource { left } else { right }
            }
            ExprKind::Choose(inner) | ExprKind::ChooseFresh(inner) => {
                let ty = self.expr(inner);
                match ty {
                    Type::Seq(element) | Type::Set(element) | Type::Bag(element) => *element,
                    Type::Any | Type::Other(_) => Type::Any,
                    Type::Error => Type::Error,
                    _ => self.wrong_operand(inner, &ty, "a set, bag or sequence is wanted"),
                }
            }
            ExprKind::ForPerm(binders, location, body) => {
                self.forperm(binders, location, body);
                Type::Boolean
            }
        }
    }

    /// Reports an operand of a wrong type.
    pub(super) fn wrong_operand(&mut self, operand: &Expr, ty: &Type, wanted: &str) -> Type {
        if *ty != Type::Error {
            let shown = self.show(ty);
            self.error(
                Code::T006,
                operand.span,
                format!("{wanted}, this is of type `{shown}`"),
            );
        }
        Type::Error
    }

    fn array_operand(&mut self, array: &Expr) -> Type {
        let ty = self.expr(array);
        match ty {
            Type::Array(element) => *element,
            Type::Any | Type::Other(_) => Type::Any,
            _ => self.wrong_operand(array, &ty, "an array is wanted"),
        }
    }

    fn object_of_formula(&mut self, expr: &Expr) {
        let ty = self.expr(expr);
        if !matches!(
            ty,
            Type::Class(..) | Type::Error | Type::Any | Type::Other(_) | Type::Parameter(_)
        ) {
            self.wrong_operand(expr, &ty, "an object is wanted");
        }
    }

    fn unary(&mut self, expr: &Expr, op: UnaryOp, inner: &Expr) -> Type {
        if op == UnaryOp::Not {
            self.expect_boolean(inner);
            return Type::Boolean;
        }
        let ty = self.expr(inner);
        match ty {
            // An amount's negative is no amount.
            Type::Frac | Type::ZFrac => Type::Rational,
            Type::Any | Type::Other(_) => Type::Any,
            _ if ty.is_numeric() => ty,
            _ => self.wrong_operand(expr, &ty, "a number is wanted"),
        }
    }

    fn conditional(
        &mut self,
        expr: &Expr,
        condition: &Expr,
        yes: &Expr,
        no: &Expr,
        want: Option<&Type>,
    ) -> Type {
        self.expect_boolean(condition);
        let left = self.expr_hinted(yes, want);
        let right = self.expr_hinted(no, want);
        let joined = match (&left, &right) {
            (Type::Void, _) | (_, Type::Void) => None,
            _ => self.globals.join(&left, &right),
        };
        match joined {
            Some(joined) => {
                self.settle(yes, &left, &joined);
                self.settle(no, &right, &joined);
                joined
            }
            None => {
                let (left, right) = (self.show(&left), self.show(&right));
                self.report(
                    Diagnostic::error(
                        Code::T006,
                        expr.span,
                        "the two branches have no common type",
                    )
                    .with_label(yes.span, format!("of type `{left}`"))
                    .with_label(no.span, format!("of type `{right}`")),
                );
                Type::Error
            }
        }
    }

    fn index(&mut self, base: &Expr, index: &Expr) -> Type {
        let ty = self.expr(base);
        match ty {
            Type::Array(element) | Type::Seq(element) => {
                self.expect_int(index);
                *element
            }
            Type::Map(key, value) => {
                self.expect(index, &key);
                *value
            }
            Type::Tuple(parts) => {
                let at = match &index.kind {
                    ExprKind::Int(at) => usize::try_from(at).ok(),
                    _ => None,
                };
                self.expect_int(index);
                match at.and_then(|at| parts.get(at)) {
                    Some(part) => part.clone(),
                    None => {
                        self.error(
                            Code::T006,
                            index.span,
                            format!(
                                "an element of this tuple is named by a literal below {}",
                                parts.len()
                            ),
                        );
                        Type::Error
                    }
                }
            }
            Type::Bag(element) => {
                self.expect(index, &element);
                Type::Int
            }
            Type::Any | Type::Other(_) => {
                self.expr(index);
                Type::Any
            }
            _ => {
                self.expr(index);
                self.wrong_operand(base, &ty, "an array, sequence, map or tuple is wanted")
            }
        }
    }

    fn update(&mut self, base: &Expr, at: &Expr, value: &Expr, want: Option<&Type>) -> Type {
        let ty = self.expr_hinted(base, want);
        match &ty {
            Type::Seq(element) => {
                self.expect_int(at);
                self.expect(value, element);
                ty
            }
            Type::Map(key, element) => {
                self.expect(at, key);
                self.expect(value, element);
                ty
            }
            _ => {
                self.expr(at);
                self.expr(value);
                if matches!(ty, Type::Any | Type::Other(_)) {
                    return ty;
                }
                self.wrong_operand(base, &ty, "a sequence or map is wanted")
            }
        }
    }

    fn new_array(&mut self, expr: &Expr, element: &TypeExpr, sizes: &[Option<Expr>]) -> Type {
        if self.here.pure.is_some() {
            self.impure(expr.span, "a creation");
        }
        self.sizes(element);
        let mut ty = self.written_value(element);
        for size in sizes {
            if let Some(size) = size {
                self.expect_int(size);
            }
            ty = Type::Array(Box::new(ty));
        }
        ty
    }

    fn cast(&mut self, expr: &Expr, ty: &TypeExpr, inner: &Expr) -> Type {
        self.sizes(ty);
        let to = self.written_value(ty);
        let from = self.expr_wanted(inner, &to);
        let possible = (from.is_numeric() && to.is_numeric())
            || self.globals.fits(&from, &to)
            || self.globals.fits(&to, &from)
            || matches!(from, Type::Parameter(_))
            || matches!(to, Type::Parameter(_));
        if !possible {
            let (from, to) = (self.show(&from), self.show(&to));
            self.error(
                Code::T006,
                expr.span,
                format!("a value of type `{from}` is never one of type `{to}`"),
            );
        }
        to
    }

    /// `\typeof(e)` and other words that are read without meaning.
    fn builtin_keyword(&mut self, expr: &Expr, name: &Ident, args: &[Expr]) -> Type {
        let word = name.name.trim_start_matches('\\');
        for (at, arg) in args.iter().enumerate() {
            // A type, or the name of an operation, kept as a name.
            let no_value = word == "type" || (word == "Reducible" && at > 0);
            if no_value && matches!(arg.kind, ExprKind::Name(_)) {
                self.refer(arg.id, Reference::Builtin(Builtin::Unsupported));
                self.out.types.insert(arg.id, Type::Any);
            } else {
                self.expr(arg);
            }
        }
        self.refer(expr.id, Reference::Builtin(Builtin::Unsupported));
        match word {
            "typeof" | "type" => Type::Other("type".into()),
            "ltid" | "gtid" => Type::Int,
            _ => Type::Any,
        }
    }

    /// `\old(e)`, `\old[label](e)`.
    fn old(
        &mut self,
        expr: &Expr,
        label: Option<&Ident>,
        inner: &Expr,
        want: Option<&Type>,
    ) -> Type {
        if let Some(label) = label {
            let here: Vec<_> = self.around.blocks.iter().map(|(id, _)| *id).collect();
            match self.labels.get(&label.name) {
                Some((id, blocks)) if here.starts_with(blocks) => {
                    let id = *id;
                    self.refer(expr.id, Reference::Statement(id));
                }
                _ => self.unknown_label(label),
            }
        }
        self.purely(Pure::Formula, |this| this.expr_hinted(inner, want))
    }
}

/// `|a|` as `a.length`, where no parentheses are needed for that.
fn bars(whole: Span, inner: &Expr) -> Vec<Replacement> {
    let simple = matches!(
        inner.kind,
        ExprKind::Name(_) | ExprKind::Index(..) | ExprKind::Member(..)
    );
    let is_bare = whole.start + 1 == inner.span.start && inner.span.end + 1 == whole.end;
    if !(simple && is_bare) {
        return Vec::new();
    }
    let part = |start, end, text: &str| Replacement {
        span: Span {
            start,
            end,
            ..whole
        },
        text: text.to_owned(),
    };
    vec![
        part(whole.start, inner.span.start, ""),
        part(inner.span.end, whole.end, ".length"),
    ]
}

/// `0.5f` is of single precision, `0.5` of double.
fn float_type(text: &str) -> Type {
    if text.ends_with(['f', 'F']) {
        Type::Float32
    } else {
        Type::Float64
    }
}

fn want_element(want: Option<&Type>, select: impl Fn(&Type) -> Option<&Box<Type>>) -> Option<Type> {
    want.and_then(select)
        .map(|element| (**element).clone())
        .filter(|element| !fits::is_open(element))
}
