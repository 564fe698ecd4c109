//! Statements.

use super::declarations::{is_attribute, lost};
use super::{Converter, Res, fault};
use crate::kinds::NodeKind;
use crate::node::Node;
use crate::tree::{Expr, LabelId, Stmt, StmtKind};
use text::code::Code;

impl<'t, 'a> Converter<'t, 'a> {
    /// A statement.
    ///
    /// # Errors
    /// A node whose kind is not known or not supported, at its place.
    pub(super) fn statement(&mut self, node: &'t Node<'a>) -> Res<Stmt> {
        match self.tolerance.clone() {
            Some(tolerance) => self.tolerant_statement(node, &tolerance),
            None => self.strict_statement(node),
        }
    }

    pub(super) fn strict_statement(&mut self, node: &'t Node<'a>) -> Res<Stmt> {
        let Some(kind) = NodeKind::of(&node.kind) else {
            return Err(self.unknown(node));
        };
        let kind = match kind {
            NodeKind::CompoundStmt => StmtKind::Block(self.statements(node)?),
            NodeKind::NullStmt => StmtKind::Empty,
            NodeKind::DeclStmt => self.declare_all(node)?,
            NodeKind::IfStmt => self.if_statement(node)?,
            NodeKind::WhileStmt => self.while_statement(node)?,
            NodeKind::DoStmt => {
                let [body, condition] = self.exactly(node)?;
                StmtKind::Do {
                    body: Box::new(self.statement(body)?),
                    condition: self.expression(condition)?,
                }
            }
            NodeKind::ForStmt => self.for_statement(node)?,
            NodeKind::CXXForRangeStmt => self.for_range(node)?,
            NodeKind::SwitchStmt => {
                let mut parts: Vec<_> = node.parts().collect();
                let (Some(body), Some(value)) = (parts.pop(), parts.pop()) else {
                    return Err(lost(node));
                };
                StmtKind::Switch {
                    before: self.all_statements(&parts)?,
                    value: self.expression(value)?,
                    body: Box::new(self.statement(body)?),
                }
            }
            NodeKind::CaseStmt => {
                let mut parts: Vec<_> = node.parts().collect();
                let body = parts.pop().ok_or_else(|| lost(node))?;
                let first = parts.first().copied().ok_or_else(|| lost(node))?;
                let last = match parts.get(1) {
                    Some(last) => Some(self.expression(last)?),
                    None => None,
                };
                StmtKind::Case {
                    first: self.expression(first)?,
                    last,
                    body: Box::new(self.statement(body)?),
                }
            }
            NodeKind::DefaultStmt => {
                let [body] = self.exactly(node)?;
                StmtKind::Default(Box::new(self.statement(body)?))
            }
            NodeKind::LabelStmt => {
                let [body] = self.exactly(node)?;
                StmtKind::Label {
                    label: self.label(node, "declId")?,
                    name: node.name().to_owned(),
                    body: Box::new(self.statement(body)?),
                }
            }
            NodeKind::GotoStmt => StmtKind::Goto(self.label(node, "targetLabelDeclId")?),
            NodeKind::BreakStmt => StmtKind::Break,
            NodeKind::ContinueStmt => StmtKind::Continue,
            NodeKind::ReturnStmt => StmtKind::Return(match node.parts().next() {
                Some(value) => Some(self.expression(value)?),
                None => None,
            }),
            NodeKind::AttributedStmt => {
                let body = node.parts().find(|part| !is_attribute(part));
                let body = body.ok_or_else(|| lost(node))?;
                StmtKind::Attributed {
                    attributes: self.attributes(node)?,
                    body: Box::new(self.statement(body)?),
                }
            }
            NodeKind::GCCAsmStmt => {
                let mut operands = Vec::new();
                for part in node.parts() {
                    operands.push(self.expression(part)?);
                }
                StmtKind::Asm {
                    text: self.slice(node.place.text_span()).to_owned(),
                    operands,
                }
            }
            NodeKind::CXXTryStmt | NodeKind::CXXCatchStmt | NodeKind::IndirectGotoStmt => {
                return Err(self.unsupported(node));
            }
            // All else is an expression; one that is not supported says so itself.
            _ => StmtKind::Expr(self.expression(node)?),
        };
        Ok(Stmt {
            kind,
            place: node.place,
        })
    }

    pub(super) fn statements(&mut self, node: &'t Node<'a>) -> Res<Vec<Stmt>> {
        let parts: Vec<_> = node.parts().collect();
        self.all_statements(&parts)
    }

    fn all_statements(&mut self, parts: &[&'t Node<'a>]) -> Res<Vec<Stmt>> {
        parts.iter().map(|part| self.statement(part)).collect()
    }

    /// The parts of a node that has this many, all of them there.
    pub(super) fn exactly<const N: usize>(&self, node: &'t Node<'a>) -> Res<[&'t Node<'a>; N]> {
        let parts: Vec<_> = node.parts().collect();
        <[&Node<'_>; N]>::try_from(parts).map_err(|_| lost(node))
    }

    fn label(&mut self, node: &Node<'_>, key: &str) -> Res<LabelId> {
        let id = node.reference(key).ok_or_else(|| lost(node))?;
        let next = LabelId(u32::try_from(self.labels.len()).unwrap_or(u32::MAX));
        Ok(*self.labels.entry(id).or_insert(next))
    }

    fn declare_all(&mut self, node: &'t Node<'a>) -> Res<StmtKind> {
        let mut variables = Vec::new();
        for part in node.parts() {
            match &*part.kind {
                "VarDecl" => variables.push(self.declare(part)?),
                // What these declare is looked up where it is used.
                "CXXRecordDecl" | "RecordDecl" | "EnumDecl" | "TypedefDecl" | "TypeAliasDecl"
                | "StaticAssertDecl" | "UsingDecl" | "UsingDirectiveDecl" | "UsingEnumDecl"
                | "NamespaceAliasDecl" | "FunctionDecl" | "LabelDecl" | "EmptyDecl" => {}
                _ => return Err(self.unsupported(part)),
            }
        }
        Ok(StmtKind::Declare(variables))
    }

    fn if_statement(&mut self, node: &'t Node<'a>) -> Res<StmtKind> {
        if node.flag("isConsteval") {
            return Err(self.unsupported(node));
        }
        let constexpr = node.flag("isConstexpr");
        let count = usize::from(node.flag("hasInit")) + usize::from(node.flag("hasVar"));
        let mut parts = node.inner.iter();
        let mut before = Vec::new();
        for _ in 0..count {
            if let Some(part) = parts.next().and_then(Option::as_ref) {
                before.push(self.statement(part)?);
            }
        }
        let condition = parts.next().and_then(Option::as_ref);
        let condition = self.expression(condition.ok_or_else(|| lost(node))?)?;
        let mut branches = Vec::new();
        for part in parts {
            branches.push(match part {
                Some(part) => Some(Box::new(self.statement(part)?)),
                None => None,
            });
        }
        let otherwise = if branches.len() > 1 {
            branches.pop().flatten()
        } else {
            None
        };
        let then = branches.pop().flatten();
        if then.is_none() && !constexpr {
            return Err(lost(node));
        }
        Ok(StmtKind::If {
            before,
            condition,
            then,
            otherwise,
            constexpr,
        })
    }

    fn while_statement(&mut self, node: &'t Node<'a>) -> Res<StmtKind> {
        let mut parts: Vec<_> = node.parts().collect();
        let (Some(body), Some(condition)) = (parts.pop(), parts.pop()) else {
            return Err(lost(node));
        };
        let variable = match parts.pop() {
            Some(variable) => Some(Box::new(self.statement(variable)?)),
            None => None,
        };
        Ok(StmtKind::While {
            variable,
            condition: self.expression(condition)?,
            body: Box::new(self.statement(body)?),
        })
    }

    fn for_statement(&mut self, node: &'t Node<'a>) -> Res<StmtKind> {
        let [init, variable, condition, step, Some(body)] = &node.inner[..] else {
            return Err(lost(node));
        };
        Ok(StmtKind::For {
            init: self.maybe_statement(init)?,
            variable: self.maybe_statement(variable)?,
            condition: self.maybe_expression(condition)?,
            step: self.maybe_expression(step)?,
            body: Box::new(self.statement(body)?),
        })
    }

    fn maybe_statement(&mut self, node: &'t Option<Node<'a>>) -> Res<Option<Box<Stmt>>> {
        match node {
            Some(node) => Ok(Some(Box::new(self.statement(node)?))),
            None => Ok(None),
        }
    }

    fn maybe_expression(&mut self, node: &'t Option<Node<'a>>) -> Res<Option<Expr>> {
        match node {
            Some(node) => Ok(Some(self.expression(node)?)),
            None => Ok(None),
        }
    }

    fn for_range(&mut self, node: &'t Node<'a>) -> Res<StmtKind> {
        let [
            init,
            range,
            begin,
            end,
            Some(condition),
            Some(step),
            Some(variable),
            Some(body),
        ] = &node.inner[..]
        else {
            return Err(lost(node));
        };
        let mut before = Vec::new();
        for part in [init, range, begin, end].into_iter().flatten() {
            before.push(self.statement(part)?);
        }
        Ok(StmtKind::ForRange {
            before,
            condition: self.expression(condition)?,
            step: self.expression(step)?,
            variable: Box::new(self.statement(variable)?),
            body: Box::new(self.statement(body)?),
        })
    }

    pub(super) fn unknown(&self, node: &Node<'_>) -> super::Fault {
        let message = format!("clang's {} is not known to this program", node.kind);
        fault(Code::K003, node.place.span, message)
    }

    pub(super) fn unsupported(&self, node: &Node<'_>) -> super::Fault {
        let message = format!("{} is not supported", node.kind);
        fault(Code::K004, node.place.span, message)
    }
}
