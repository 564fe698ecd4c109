//! Expressions.

use text::code::Code;
use text::span::Span;

use super::declarations::{is_attribute, lost};
use super::{Converter, Res, fault, operators};
use crate::json::Json;
use crate::kinds::{CastKind, DeclKind, NodeKind};
use crate::node::{Node, identity};
use crate::tokens::{TokenKind, tokens};
use crate::tree::{Category, Expr, ExprKind, FunctionId, Measure};
use crate::types::{Qual, Type};

impl<'t, 'a> Converter<'t, 'a> {
    /// An expression.
    ///
    /// # Errors
    /// A node whose kind is not known or not supported, at its place.
    pub(super) fn expression(&mut self, node: &'t Node<'a>) -> Res<Expr> {
        match (self.strict_expression(node), self.tolerance.clone()) {
            (Err(fault), Some(tolerance)) => Ok(self.opaque_expression(node, &tolerance, &fault)),
            (outcome, _) => outcome,
        }
    }

    fn strict_expression(&mut self, node: &'t Node<'a>) -> Res<Expr> {
        let Some(kind) = NodeKind::of(&node.kind) else {
            return Err(self.unknown(node));
        };
        if kind.dependent() {
            let message =
                "this depends on a template's parameter, and the template is not instantiated";
            return Err(fault(Code::K009, node.place.span, message));
        }
        if let Some(inner) = transparent(kind, node) {
            let converted = self.strict_expression(inner.ok_or_else(|| lost(node))?);
            return converted.or_else(|fault| self.constant(kind, node).ok_or(fault));
        }
        if kind == NodeKind::RecoveryExpr {
            return Err(fault(
                Code::K002,
                node.place.span,
                "clang did not understand this",
            ));
        }
        let ty = self.type_under(node, "type")?;
        let category = match node.text("valueCategory") {
            Some("lvalue") => Category::Place,
            Some("xvalue") => Category::Expiring,
            _ => Category::Value,
        };
        let kind = self.expression_kind(kind, node, ty)?;
        Ok(Expr {
            kind,
            ty,
            category,
            place: node.place,
        })
    }

    /// The value that clang has computed, where the expression below is not understood.
    fn constant(&mut self, kind: NodeKind, node: &'t Node<'a>) -> Option<Expr> {
        let value = match self.known_value(node) {
            Some(value) if kind == NodeKind::ConstantExpr => value,
            _ => return None,
        };
        Some(Expr {
            kind: ExprKind::Integer(value),
            ty: self.type_under(node, "type").ok()?,
            category: Category::Value,
            place: node.place,
        })
    }

    fn boxed(&mut self, node: &'t Node<'a>) -> Res<Box<Expr>> {
        Ok(Box::new(self.expression(node)?))
    }

    fn expressions(&mut self, nodes: impl Iterator<Item = &'t Node<'a>>) -> Res<Vec<Expr>> {
        nodes.map(|node| self.expression(node)).collect()
    }

    /// Every kind is named, so that a new one must be thought about.
    #[allow(clippy::too_many_lines, reason = "a table of kinds")]
    fn expression_kind(&mut self, kind: NodeKind, node: &'t Node<'a>, ty: Qual) -> Res<ExprKind> {
        Ok(match kind {
            NodeKind::IntegerLiteral => {
                let text = node.text("value").and_then(|text| text.parse().ok());
                ExprKind::Integer(text.ok_or_else(|| lost(node))?)
            }
            NodeKind::CharacterLiteral => match node.data.get("value") {
                Some(Json::Number(value)) => ExprKind::Integer(*value),
                _ => return Err(lost(node)),
            },
            NodeKind::CXXBoolLiteralExpr => ExprKind::Integer(i128::from(node.flag("value"))),
            NodeKind::FloatingLiteral => {
                ExprKind::Floating(node.text("value").ok_or_else(|| lost(node))?.to_owned())
            }
            NodeKind::StringLiteral => self.string(node, ty)?,
            NodeKind::CXXNullPtrLiteralExpr => ExprKind::NullPointer,
            NodeKind::GNUNullExpr => ExprKind::Integer(0),
            NodeKind::CXXScalarValueInitExpr | NodeKind::ImplicitValueInitExpr => ExprKind::Zero,
            NodeKind::CXXThisExpr => ExprKind::This,
            NodeKind::DeclRefExpr => self.reference(node)?,
            NodeKind::MemberExpr => self.member(node)?,
            NodeKind::ExtVectorElementExpr => self.swizzle(node)?,
            NodeKind::ArraySubscriptExpr => {
                let [base, index] = self.operands(node)?;
                ExprKind::Index { base, index }
            }
            NodeKind::UnaryOperator => self.unary(node)?,
            NodeKind::BinaryOperator | NodeKind::CompoundAssignOperator => self.binary(node)?,
            NodeKind::ConditionalOperator => {
                let [condition, then, otherwise] = self.operands(node)?;
                ExprKind::Conditional {
                    condition,
                    then,
                    otherwise,
                }
            }
            NodeKind::BinaryConditionalOperator => {
                let [common, condition, then, otherwise] = self.operands(node)?;
                ExprKind::BinaryConditional {
                    common,
                    condition,
                    then,
                    otherwise,
                }
            }
            NodeKind::OpaqueValueExpr => ExprKind::Common,
            NodeKind::ImplicitCastExpr
            | NodeKind::CStyleCastExpr
            | NodeKind::CXXFunctionalCastExpr
            | NodeKind::CXXStaticCastExpr
            | NodeKind::CXXReinterpretCastExpr
            | NodeKind::CXXConstCastExpr
            | NodeKind::CXXDynamicCastExpr
            | NodeKind::CXXAddrspaceCastExpr
            | NodeKind::BuiltinBitCastExpr => self.cast(kind, node)?,
            NodeKind::CallExpr
            | NodeKind::CXXMemberCallExpr
            | NodeKind::CXXOperatorCallExpr
            | NodeKind::UserDefinedLiteral => self.call(kind, node)?,
            NodeKind::CUDAKernelCallExpr => self.launch(node)?,
            NodeKind::CXXConstructExpr | NodeKind::CXXTemporaryObjectExpr => ExprKind::Construct {
                constructor: self.constructor(node, ty)?,
                arguments: self.expressions(node.parts())?,
                zeroing: node.flag("zeroing"),
            },
            NodeKind::InitListExpr | NodeKind::CXXParenListInitExpr => self.list(node, ty)?,
            NodeKind::CompoundLiteralExpr => ExprKind::Compound(self.only(node)?),
            NodeKind::UnaryExprOrTypeTraitExpr => self.measure(node)?,
            NodeKind::OffsetOfExpr => self.offset_of(node),
            NodeKind::LambdaExpr => self.lambda(node, ty)?,
            NodeKind::MaterializeTemporaryExpr => ExprKind::Temporary(self.only(node)?),
            NodeKind::StmtExpr => {
                let [inner] = self.exactly(node)?;
                ExprKind::Block(self.statements(inner)?)
            }
            NodeKind::AsTypeExpr => ExprKind::Reinterpret(self.only(node)?),
            NodeKind::ShuffleVectorExpr => ExprKind::Shuffle(self.expressions(node.parts())?),
            NodeKind::ConvertVectorExpr => ExprKind::ConvertVector(self.only(node)?),
            NodeKind::AtomicExpr => ExprKind::Atomic {
                name: node
                    .text("name")
                    .ok_or_else(|| self.unsupported(node))?
                    .to_owned(),
                operands: self.expressions(node.parts())?,
            },
            NodeKind::ArrayInitLoopExpr => self.array_loop(node)?,
            NodeKind::ArrayInitIndexExpr => ExprKind::ArrayIndex,
            NodeKind::VAArgExpr => ExprKind::VaArg(self.only(node)?),
            NodeKind::CXXNewExpr => ExprKind::New(self.expressions(node.parts())?),
            NodeKind::CXXDeleteExpr => ExprKind::Delete(self.only(node)?),
            NodeKind::CXXThrowExpr => ExprKind::Throw(match node.parts().next() {
                Some(inner) => Some(self.boxed(inner)?),
                None => None,
            }),
            NodeKind::CXXPseudoDestructorExpr => ExprKind::EndLife(self.only(node)?),
            NodeKind::TypeTraitExpr
            | NodeKind::SizeOfPackExpr
            | NodeKind::CXXNoexceptExpr
            | NodeKind::RequiresExpr
            | NodeKind::ConceptSpecializationExpr
            | NodeKind::ArrayTypeTraitExpr => match self.known_value(node) {
                Some(value) => ExprKind::Integer(value),
                None => return Err(self.unsupported(node)),
            },
            NodeKind::AddrLabelExpr
            | NodeKind::CXXDefaultArgExpr
            | NodeKind::CXXDefaultInitExpr
            | NodeKind::CXXInheritedCtorInitExpr
            | NodeKind::CXXRewrittenBinaryOperator
            | NodeKind::CXXStdInitializerListExpr
            | NodeKind::CXXTypeidExpr
            | NodeKind::ChooseExpr
            | NodeKind::DesignatedInitExpr
            | NodeKind::FunctionParmPackExpr
            | NodeKind::GenericSelectionExpr
            | NodeKind::ImaginaryLiteral
            | NodeKind::MatrixSubscriptExpr
            | NodeKind::NoInitExpr
            | NodeKind::PackIndexingExpr
            | NodeKind::PseudoObjectExpr
            | NodeKind::SourceLocExpr
            | NodeKind::SubstNonTypeTemplateParmPackExpr => return Err(self.unsupported(node)),
            // Taken care of before.
            NodeKind::ConstantExpr
            | NodeKind::CXXBindTemporaryExpr
            | NodeKind::ExprWithCleanups
            | NodeKind::ParenExpr
            | NodeKind::PredefinedExpr
            | NodeKind::RecoveryExpr
            | NodeKind::SubstNonTypeTemplateParmExpr
            | NodeKind::CXXDependentScopeMemberExpr
            | NodeKind::CXXFoldExpr
            | NodeKind::CXXUnresolvedConstructExpr
            | NodeKind::DependentScopeDeclRefExpr
            | NodeKind::PackExpansionExpr
            | NodeKind::ParenListExpr
            | NodeKind::UnresolvedLookupExpr
            | NodeKind::UnresolvedMemberExpr => return Err(self.unsupported(node)),
            // Statements, which are no values.
            NodeKind::AttributedStmt
            | NodeKind::BreakStmt
            | NodeKind::CXXCatchStmt
            | NodeKind::CXXForRangeStmt
            | NodeKind::CXXTryStmt
            | NodeKind::CaseStmt
            | NodeKind::CompoundStmt
            | NodeKind::ContinueStmt
            | NodeKind::DeclStmt
            | NodeKind::DefaultStmt
            | NodeKind::DoStmt
            | NodeKind::ForStmt
            | NodeKind::GCCAsmStmt
            | NodeKind::GotoStmt
            | NodeKind::IfStmt
            | NodeKind::IndirectGotoStmt
            | NodeKind::LabelStmt
            | NodeKind::NullStmt
            | NodeKind::ReturnStmt
            | NodeKind::SwitchStmt
            | NodeKind::WhileStmt => return Err(lost(node)),
        })
    }

    /// The one operand of a node.
    fn only(&mut self, node: &'t Node<'a>) -> Res<Box<Expr>> {
        let [operand] = self.exactly(node)?;
        self.boxed(operand)
    }

    /// The operands of a node that has this many.
    fn operands<const N: usize>(&mut self, node: &'t Node<'a>) -> Res<[Box<Expr>; N]> {
        let parts = self.exactly::<N>(node)?;
        let operands: Res<Vec<_>> = parts.into_iter().map(|part| self.boxed(part)).collect();
        operands?.try_into().map_err(|_| lost(node))
    }

    fn unary(&mut self, node: &'t Node<'a>) -> Res<ExprKind> {
        let op = node.text("opcode").unwrap_or("");
        let op = operators::unary(op, node.flag("isPostfix"));
        Ok(ExprKind::Unary {
            op: op.ok_or_else(|| self.unsupported(node))?,
            operand: self.only(node)?,
        })
    }

    fn array_loop(&mut self, node: &'t Node<'a>) -> Res<ExprKind> {
        let [common, element] = self.exactly(node)?;
        // The array is written as the value of a node that refers to it.
        let common = common.parts().next().unwrap_or(common);
        Ok(ExprKind::ArrayLoop {
            common: self.boxed(common)?,
            element: self.boxed(element)?,
        })
    }

    pub(super) fn known_value(&self, node: &Node<'_>) -> Option<i128> {
        match node.data.get("value")? {
            Json::Bool(value) => Some(i128::from(*value)),
            Json::Number(value) => Some(*value),
            Json::Text(value) if value == "true" => Some(1),
            Json::Text(value) if value == "false" => Some(0),
            Json::Text(value) => value.parse().ok(),
            Json::Null | Json::List(_) | Json::Object(_) => None,
        }
    }

    fn string(&mut self, node: &Node<'_>, ty: Qual) -> Res<ExprKind> {
        let text = node.text("value").and_then(operators::unescape);
        let mut bytes = text.ok_or_else(|| self.unsupported(node))?;
        match *self.unit.types.get(ty.id) {
            Type::Array {
                element,
                count: Some(count),
            } if self.unit.size_of(element.id) == Some(1) && count < 1 << 30 => {
                bytes.resize(usize::try_from(count).unwrap_or(0), 0);
            }
            _ => return Err(self.unsupported(node)),
        }
        Ok(ExprKind::Text(bytes))
    }

    fn reference(&mut self, node: &'t Node<'a>) -> Res<ExprKind> {
        let target = node.data.get("referencedDecl").ok_or_else(|| lost(node))?;
        let id = target.get("id").and_then(Json::text).and_then(identity);
        let id = id.ok_or_else(|| lost(node))?;
        let kind = target.get("kind").and_then(Json::text).unwrap_or("");
        let place = node.place.span;
        match DeclKind::of(kind) {
            Some(
                DeclKind::VarDecl | DeclKind::ParmVarDecl | DeclKind::VarTemplateSpecializationDecl,
            ) => {
                let name = target.get("name").and_then(Json::text).unwrap_or("");
                self.variable(id).map(ExprKind::Variable).ok_or_else(|| {
                    fault(
                        Code::K004,
                        place,
                        format!("clang does not show where `{name}` is declared"),
                    )
                })
            }
            Some(
                DeclKind::FunctionDecl
                | DeclKind::CXXMethodDecl
                | DeclKind::CXXConversionDecl
                | DeclKind::CXXConstructorDecl
                | DeclKind::CXXDestructorDecl,
            ) => {
                if self.index.entries.contains_key(&id) {
                    return Ok(ExprKind::Function(self.function(id)));
                }
                let name = target.get("name").and_then(Json::text).unwrap_or("");
                let ty = target.get("type").ok_or_else(|| lost(node))?;
                let ty = self.type_of_json(ty, place)?;
                Ok(ExprKind::Function(self.built_in(id, name, ty)))
            }
            Some(DeclKind::EnumConstantDecl) => self.enum_constant(id, place),
            Some(DeclKind::NonTypeTemplateParmDecl) => Err(fault(
                Code::K009,
                place,
                "this is a template's parameter, and the template is not instantiated",
            )),
            Some(_) => Err(fault(
                Code::K004,
                place,
                format!("a reference to a {kind} is not supported"),
            )),
            None => Err(fault(
                Code::K003,
                place,
                format!("clang's {kind} is not known to this program"),
            )),
        }
    }

    pub(super) fn enum_constant(&mut self, id: u64, place: Span) -> Res<ExprKind> {
        let entry = self.index.entries.get(&id).copied();
        let Some(entry) = entry else {
            return Err(fault(
                Code::K004,
                place,
                "an enumeration that is not declared",
            ));
        };
        let ty = self.declared_type(entry.scope, place)?;
        if let Type::Enum(made) = *self.unit.types.get(ty)
            && let Some(made) = self.unit.enums.get(made.0 as usize)
        {
            let name = entry.node.name();
            if let Some((_, value)) = made.constants.iter().find(|(known, _)| known == name) {
                return Ok(ExprKind::Integer(*value));
            }
        }
        Err(fault(Code::K004, place, "an enumeration's value"))
    }

    fn member(&mut self, node: &'t Node<'a>) -> Res<ExprKind> {
        let id = node
            .reference("referencedMemberDecl")
            .ok_or_else(|| lost(node))?;
        let [base] = self.exactly(node)?;
        let arrow = node.flag("isArrow");
        let kind = self.index.entries.get(&id).map(|entry| entry.kind);
        match kind {
            Some(DeclKind::FieldDecl) => Ok(ExprKind::Field {
                base: self.boxed(base)?,
                arrow,
                field: self.field(id, node.place.span)?,
            }),
            Some(
                DeclKind::CXXMethodDecl
                | DeclKind::CXXConversionDecl
                | DeclKind::CXXDestructorDecl
                | DeclKind::CXXConstructorDecl,
            ) => Ok(ExprKind::Method {
                base: self.boxed(base)?,
                arrow,
                function: self.function(id),
            }),
            Some(DeclKind::VarDecl | DeclKind::VarTemplateSpecializationDecl) => {
                let variable = self.variable(id).ok_or_else(|| lost(node))?;
                Ok(ExprKind::Variable(variable))
            }
            Some(DeclKind::EnumConstantDecl) => self.enum_constant(id, node.place.span),
            _ => Err(self.unsupported(node)),
        }
    }

    /// Clang does not print the name of the elements; it is the last token.
    fn swizzle(&mut self, node: &'t Node<'a>) -> Res<ExprKind> {
        let [base] = self.exactly(node)?;
        let name = self.slice(node.last_token).to_owned();
        let base = self.boxed(base)?;
        let vector = match *self.unit.types.get(base.ty.id) {
            Type::Pointer(to) => to.id,
            _ => base.ty.id,
        };
        let arrow = vector != base.ty.id;
        let elements = match *self.unit.types.get(vector) {
            Type::Vector { count, .. } => operators::swizzle(&name, count),
            // OpenCL 3.0 lets a number have one.
            _ => operators::swizzle(&name, 1),
        };
        let elements = elements.ok_or_else(|| {
            fault(
                Code::K004,
                node.place.span,
                format!("the elements `{name}` of a vector are not understood"),
            )
        })?;
        Ok(ExprKind::Swizzle {
            base,
            arrow,
            elements,
            name,
        })
    }

    fn binary(&mut self, node: &'t Node<'a>) -> Res<ExprKind> {
        let opcode = node.text("opcode").unwrap_or("");
        let [left, right] = self.exactly(node)?;
        let (left, right) = (self.boxed(left)?, self.boxed(right)?);
        if opcode == "=" {
            return Ok(ExprKind::Assign {
                op: None,
                left,
                right,
            });
        }
        if node.kind == "CompoundAssignOperator" {
            let op = opcode.strip_suffix('=').and_then(operators::binary);
            let op = op.ok_or_else(|| self.unsupported(node))?;
            let from = self.type_under(node, "computeLHSType")?;
            let result = self.type_under(node, "computeResultType")?;
            return Ok(ExprKind::Assign {
                op: Some((op, from, result)),
                left,
                right,
            });
        }
        let op = operators::binary(opcode).ok_or_else(|| self.unsupported(node))?;
        Ok(ExprKind::Binary { op, left, right })
    }

    fn cast(&mut self, kind: NodeKind, node: &'t Node<'a>) -> Res<ExprKind> {
        let name = node.text("castKind").unwrap_or("");
        let Some(cast) = CastKind::of(name) else {
            let message = format!("clang's conversion {name} is not known to this program");
            return Err(fault(Code::K003, node.place.span, message));
        };
        let operand = node.parts().next().ok_or_else(|| lost(node))?;
        Ok(ExprKind::Cast {
            kind: cast,
            form: operators::cast_form(kind),
            operand: self.boxed(operand)?,
        })
    }

    fn call(&mut self, kind: NodeKind, node: &'t Node<'a>) -> Res<ExprKind> {
        let mut parts = node.parts();
        let callee = parts.next().ok_or_else(|| lost(node))?;
        let callee = self.boxed(callee)?;
        let arguments = self.expressions(parts)?;
        Ok(ExprKind::Call {
            callee,
            arguments,
            operator: kind == NodeKind::CXXOperatorCallExpr,
        })
    }

    fn launch(&mut self, node: &'t Node<'a>) -> Res<ExprKind> {
        let mut parts = node.parts();
        let callee = parts.next().ok_or_else(|| lost(node))?;
        let configuration = parts.next().ok_or_else(|| lost(node))?;
        Ok(ExprKind::Launch {
            callee: self.boxed(callee)?,
            configuration: self.expressions(configuration.parts().skip(1))?,
            arguments: self.expressions(parts)?,
        })
    }

    /// The constructor of the class that has the type which clang prints; it prints no more of it.
    fn constructor(&mut self, node: &'t Node<'a>, ty: Qual) -> Res<FunctionId> {
        let mut made = ty.id;
        while let Type::Array { element, .. } = *self.unit.types.get(made) {
            made = element.id;
        }
        let Type::Record(record) = *self.unit.types.get(made) else {
            return Err(lost(node));
        };
        let text = |node: &Node<'_>, key: &str| {
            let ty = node.data.get(key)?;
            Some(ty.get("qualType")?.text()?.to_owned())
        };
        let wanted = text(node, "ctorType");
        let class = self.record_nodes.get(record.0 as usize).copied();
        let class = class.and_then(|id| self.index.definition(id));
        let class = class.ok_or_else(|| lost(node))?.node;
        let mut found: Vec<u64> = Vec::new();
        let mut pending: Vec<&Node<'_>> = class.parts().collect();
        while let Some(part) = pending.pop() {
            match &*part.kind {
                "CXXConstructorDecl" if text(part, "type") == wanted => found.push(part.id),
                "FunctionTemplateDecl" => pending.extend(part.parts()),
                _ => {}
            }
        }
        found.retain(|id| {
            self.index
                .entries
                .get(id)
                .is_some_and(|entry| !entry.pattern)
        });
        match found[..] {
            [only] => Ok(self.function(only)),
            _ => {
                let message = format!("the constructor of `{}`", class.name());
                Err(fault(Code::K004, node.place.span, message))
            }
        }
    }

    fn list(&mut self, node: &'t Node<'a>, ty: Qual) -> Res<ExprKind> {
        let mut nodes: Vec<&'t Node<'a>> = node.parts().collect();
        let mut filler = None;
        let mut fillers = node.filler.iter().flatten();
        if let Some(first) = fillers.next() {
            filler = Some(self.boxed(first)?);
            nodes.extend(fillers);
        }
        let record = match *self.unit.types.get(ty.id) {
            Type::Record(record) => Some(record),
            _ => None,
        };
        let bases = record
            .and_then(|record| self.unit.record(record))
            .map_or(0, |record| record.bases.len());
        let mut values = Vec::new();
        for (at, part) in nodes.iter().enumerate() {
            let default = part.kind == "CXXDefaultInitExpr" && part.parts().next().is_none();
            let value = match (default, record, at.checked_sub(bases)) {
                (true, Some(record), Some(at)) => self
                    .unit
                    .record(record)
                    .and_then(|record| record.fields.get(at)?.init.clone())
                    .ok_or_else(|| self.unsupported(part))?,
                _ => self.expression(part)?,
            };
            values.push(value);
        }
        let field = match node.reference("field") {
            Some(id) => Some(self.field(id, node.place.span)?),
            None => None,
        };
        Ok(ExprKind::InitList {
            values,
            filler,
            field,
        })
    }

    fn measure(&mut self, node: &'t Node<'a>) -> Res<ExprKind> {
        let measure = match node.text("name") {
            Some("sizeof" | "__datasizeof") => Measure::Size,
            Some("alignof" | "__alignof" | "_Alignof") => Measure::Align,
            Some("vec_step") => Measure::VecStep,
            _ => return Err(self.unsupported(node)),
        };
        let mut of = match node.parts().find(|part| !is_attribute(part)) {
            _ if node.data.get("argType").is_some() => self.type_under(node, "argType")?,
            Some(operand) => self.expression(operand)?.ty,
            None => return Err(lost(node)),
        };
        if let Type::Reference { to, .. } = *self.unit.types.get(of.id) {
            of = to;
        }
        let value = match measure {
            Measure::Size => self.unit.size_of(of.id),
            Measure::Align => self.unit.align_of(of.id),
            Measure::VecStep => match self.unit.types.get(of.id) {
                Type::Vector { count: 3, .. } => Some(4),
                Type::Vector { count, .. } => Some(u64::from(*count)),
                _ => Some(1),
            },
        };
        Ok(ExprKind::Measure { measure, of, value })
    }

    /// Clang prints neither the type nor the path.
    fn offset_of(&mut self, node: &'t Node<'a>) -> ExprKind {
        let text = self.slice(node.place.text_span()).to_owned();
        let value = self.offset_value(&text, node.place.span);
        ExprKind::OffsetOf { text, value }
    }

    fn offset_value(&mut self, text: &str, place: Span) -> Option<u64> {
        let inner = text.split_once('(')?.1.strip_suffix(')')?;
        let (ty, path) = inner.rsplit_once(',')?;
        let mut ty = self.parse_type(ty.trim(), place).ok()?;
        let mut bits = 0u64;
        let path = path.trim();
        let words: Vec<_> = tokens(path, 0).collect();
        let mut at = 0;
        while let Some(token) = words.get(at) {
            at += 1;
            match (token.kind, token.of(path)) {
                (TokenKind::Word, name) => {
                    let Type::Record(record) = *self.unit.types.get(ty.id) else {
                        return None;
                    };
                    let record = self.unit.record(record)?;
                    let field = record.fields.iter().position(|field| field.name == name)?;
                    bits = bits.checked_add(*record.layout.as_ref()?.fields.get(field)?)?;
                    ty = record.fields.get(field)?.ty;
                }
                (_, "[") => {
                    let Type::Array { element, .. } = *self.unit.types.get(ty.id) else {
                        return None;
                    };
                    let index: u64 = words.get(at)?.of(path).parse().ok()?;
                    let size = self.unit.size_of(element.id)?.checked_mul(8)?;
                    bits = bits.checked_add(size.checked_mul(index)?)?;
                    ty = element;
                    at += 1;
                    if words.get(at)?.of(path) != "]" {
                        return None;
                    }
                    at += 1;
                }
                (_, ".") => {}
                _ => return None,
            }
        }
        Some(bits / 8)
    }
}

/// The part that a node without a meaning of its own stands for; `Some(None)` if it has none.
fn transparent<'t, 'a>(kind: NodeKind, node: &'t Node<'a>) -> Option<Option<&'t Node<'a>>> {
    match kind {
        NodeKind::ConstantExpr
        | NodeKind::CXXBindTemporaryExpr
        | NodeKind::ExprWithCleanups
        | NodeKind::ParenExpr
        | NodeKind::PredefinedExpr => Some(node.parts().next()),
        NodeKind::CXXDefaultArgExpr => Some(node.parts().next()),
        NodeKind::CXXDefaultInitExpr => node.parts().next().map(Some),
        NodeKind::SubstNonTypeTemplateParmExpr => Some(
            node.parts()
                .filter(|part| !part.kind.ends_with("Decl"))
                .last(),
        ),
        _ => None,
    }
}
