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
            ExprKind::OptionNone => match want {
                Some(option @ Type::Option(_)) => option.clone(),
                _ => Type::Option(Box::new(Type::Any)),
            },
            ExprKind::CurrentThread => self.current_thread(expr),
            ExprKind::Any => want.cloned().unwrap_or(Type::Any),
            ExprKind::Name(name) => self.name(expr, name),
            ExprKind::Unary(op, inner) => self.unary(expr, *op, inner),
            ExprKind::Binary(op, left, right) => self.binary(expr, *op, left, right, want),
            ExprKind::Conditional(condition, yes, no) => {
                self.conditional(expr, condition, yes, no, want)
            }
            ExprKind::Increment { target, .. } => self.increment(target),
            ExprKind::Index(base, index) => self.index(base, index),
            ExprKind::AllElements(base) => {
                let some = |ty: &Type| matches!(ty, Type::Array(_) | Type::Seq(_));
                self.element_of(base, some, "an array is wanted")
            }
            ExprKind::Slice(base, low, high) => self.slice(base, [low, high], want),
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
            ExprKind::Trigger(exprs, _) => self.trigger(exprs),
            ExprKind::Old(label, inner) => self.old(expr, label.as_ref(), inner, want),
            ExprKind::Perm(location, amount) | ExprKind::HPerm(location, amount) => {
                self.permission(location, amount, None)
            }
            ExprKind::PointsTo(location, amount, value) => {
                self.permission(location, amount, Some(value))
            }
            ExprKind::Value(location) => self.about_location(location, Type::Resource),
            ExprKind::CurrentPerm(location) => self.about_location(location, Type::Rational),
            ExprKind::Held(inner) => self.about_object(inner, Type::Resource),
            ExprKind::Committed(inner) => self.about_object(inner, Type::Boolean),
            ExprKind::Idle(inner) => self.about_thread(inner, "idle"),
            ExprKind::Running(inner) => self.about_thread(inner, "running"),
            ExprKind::Scale(amount, inner) => self.scaled(amount, inner),
            ExprKind::Matrix(matrix, rows, columns) => self.matrix(matrix, rows, columns),
            ExprKind::ArrayOf(array, length) => {
                self.array_operand(array, &[length]);
                Type::Boolean
            }
            ExprKind::Values(array, low, high) => {
                Type::Seq(Box::new(self.array_operand(array, &[low, high])))
            }
            ExprKind::SeqLiteral(ty, elements) => {
                Type::Seq(self.literal(ty.as_ref(), elements, want, &Type::Seq))
            }
            ExprKind::SetLiteral(ty, elements) => {
                Type::Set(self.literal(ty.as_ref(), elements, want, &Type::Set))
            }
            ExprKind::BagLiteral(ty, elements) => {
                Type::Bag(self.literal(ty.as_ref(), elements, want, &Type::Bag))
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
                let collection = if *sequence { Type::Seq } else { Type::Set };
                collection(Box::new(Type::Int))
            }
            ExprKind::Comprehension {
                ty,
                element,
                binders,
                condition,
            } => self.comprehension(ty.as_ref(), element, binders, condition.as_deref()),
            ExprKind::Size(inner) => self.size(expr, inner),
            ExprKind::Cast(ty, inner) => self.cast(expr, ty, inner),
            ExprKind::InstanceOf(inner, ty) => self.instance_of(inner, ty),
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
                let some = |ty: &Type| matches!(ty, Type::Seq(_) | Type::Set(_) | Type::Bag(_));
                self.element_of(inner, some, "a set, bag or sequence is wanted")
            }
            ExprKind::ForPerm(binders, location, body) => {
                self.forperm(binders, location, body);
                Type::Boolean
            }
        }
    }

    fn increment(&mut self, target: &Expr) -> Type {
        let ty = self.target(target);
        if !ty.is_numeric() && !matches!(ty, Type::Any | Type::Other(_)) {
            let shown = self.show(&ty);
            let message = format!("a number is wanted, this is of type `{shown}`");
            self.error(Code::T006, target.span, message);
        }
        ty
    }

    /// `Perm`, `HPerm`; with a value `PointsTo`.
    fn permission(&mut self, location: &Expr, amount: &Expr, value: Option<&Expr>) -> Type {
        let stored = self.location(location);
        self.expect(amount, &Type::Rational);
        if let Some(value) = value {
            self.expect(value, &stored);
        }
        Type::Resource
    }

    fn scaled(&mut self, amount: &Expr, inner: &Expr) -> Type {
        self.expect(amount, &Type::Rational);
        self.expect_resource(inner);
        Type::Resource
    }

    /// Several terms; the type is that of the first.
    fn trigger(&mut self, exprs: &[Expr]) -> Type {
        let types = exprs
            .iter()
            .map(|e| self.purely(Pure::Formula, |this| this.expr(e)));
        types
            .collect::<Vec<_>>()
            .into_iter()
            .next()
            .unwrap_or(Type::Error)
    }

    fn matrix(&mut self, matrix: &Expr, rows: &Expr, columns: &Expr) -> Type {
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

    /// The type of a literal's elements; an empty one has those of the wanted type, if that is such a
    /// `collection`.
    fn literal(
        &mut self,
        ty: Option<&TypeExpr>,
        elements: &[Expr],
        want: Option<&Type>,
        collection: &dyn Fn(Box<Type>) -> Type,
    ) -> Box<Type> {
        let open = want.and_then(|want| match want {
            Type::Seq(element) | Type::Set(element) | Type::Bag(element)
                if collection(element.clone()) == *want && !fits::is_open(element) =>
            {
                Some((**element).clone())
            }
            _ => None,
        });
        Box::new(self.elements(ty, elements, open))
    }

    /// `|e|`.
    fn size(&mut self, expr: &Expr, inner: &Expr) -> Type {
        const WANTED: &str = "a sequence, set, bag or map is wanted";
        let ty = self.expr(inner);
        match ty {
            Type::Seq(_)
            | Type::Set(_)
            | Type::Bag(_)
            | Type::Map(..)
            | Type::String
            | Type::Any
            | Type::Other(_) => {}
            Type::Array(_) => {
                let message = format!("{WANTED}, this is of type `{}`", self.show(&ty));
                self.report(
                    Diagnostic::error(Code::T006, inner.span, message)
                        .with_help("the length of an array is `a.length`")
                        .with_fixes("write `.length`", bars(expr.span, inner)),
                );
            }
            _ => {
                self.wrong_operand(inner, &ty, WANTED);
            }
        }
        Type::Int
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

    /// An array and integers; the type of its elements.
    fn array_operand(&mut self, array: &Expr, ints: &[&Expr]) -> Type {
        let element = self.element_of(
            array,
            |ty| matches!(ty, Type::Array(_)),
            "an array is wanted",
        );
        ints.iter().for_each(|int| self.expect_int(int));
        element
    }

    /// The type of the elements of what is wanted.
    fn element_of(&mut self, of: &Expr, is_wanted: fn(&Type) -> bool, wanted: &str) -> Type {
        let ty = self.expr(of);
        match &ty {
            Type::Any | Type::Other(_) => Type::Any,
            Type::Array(element) | Type::Seq(element) | Type::Set(element) | Type::Bag(element)
                if is_wanted(&ty) =>
            {
                (**element).clone()
            }
            _ => self.wrong_operand(of, &ty, wanted),
        }
    }

    fn slice(&mut self, base: &Expr, ends: [&Option<Box<Expr>>; 2], want: Option<&Type>) -> Type {
        let ty = self.expr_hinted(base, want);
        ends.into_iter()
            .flatten()
            .for_each(|end| self.expect_int(end));
        match ty {
            Type::Seq(_) | Type::Any | Type::Other(_) => ty,
            _ => self.wrong_operand(base, &ty, "a sequence is wanted"),
        }
    }

    fn instance_of(&mut self, inner: &Expr, ty: &TypeExpr) -> Type {
        self.expr(inner);
        self.written(ty);
        self.sizes(ty);
        Type::Boolean
    }

    fn about_location(&mut self, location: &Expr, said: Type) -> Type {
        self.location(location);
        said
    }

    fn about_thread(&mut self, object: &Expr, word: &str) -> Type {
        self.runnable(object, word);
        Type::Resource
    }

    /// Something that is said of an object, and its type.
    fn about_object(&mut self, object: &Expr, said: Type) -> Type {
        let ty = self.expr(object);
        if !matches!(
            ty,
            Type::Class(..) | Type::Error | Type::Any | Type::Other(_) | Type::Parameter(_)
        ) {
            self.wrong_operand(object, &ty, "an object is wanted");
        }
        said
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
