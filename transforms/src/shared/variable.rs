//! The variable a loop runs over.

use crate::framework::directive::Carrier;
use crate::framework::find::find_site;
use crate::framework::input::{Input, Refusal};
use crate::framework::site::{Site, SiteKind, SiteName, sites};
use crate::framework::step::{Asked, StepOrigin};
use crate::shared::loops::Loop;
use crate::shared::names::local;
use spec_lang::ast::{Expr, ExprKind, NodeId, Visitor};
use spec_lang::resolve::{Reference, Resolution};
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::span::Span;

/// The variable a loop runs over.
#[derive(Clone, Debug)]
pub(crate) struct LoopVariable {
    /// Its declaration.
    pub id: NodeId,
    /// Its name.
    pub name: String,
}

/// The local variable of this name that the loop writes.
///
/// # Errors
/// Not applicable, with this code, if there is none.
pub(crate) fn variable_named(
    input: &Input<'_>,
    parts: &Loop,
    name: &str,
    at: Span,
    code: Code,
) -> Result<LoopVariable, Refusal> {
    if let Some(iterator) = parts
        .iterator
        .as_ref()
        .filter(|iterator| iterator.name.name == name)
    {
        return Ok(LoopVariable {
            id: iterator.id,
            name: name.to_owned(),
        });
    }
    struct Named<'a> {
        resolution: &'a Resolution,
        name: &'a str,
        locals: Vec<NodeId>,
        field: Option<Span>,
    }
    impl Visitor for Named<'_> {
        fn visit_expr(&mut self, expr: &Expr) {
            if let ExprKind::Name(name) = &expr.kind
                && name.name == self.name
            {
                self.locals.extend(local(self.resolution, expr));
                if let Some(Reference::Field(..)) = self.resolution.references.get(&expr.id) {
                    self.field.get_or_insert(expr.span);
                }
            }
            self.walk_expr(expr);
        }
    }
    let mut named = Named {
        resolution: input.resolution,
        name,
        locals: Vec::new(),
        field: None,
    };
    if let Some(guard) = &parts.guard {
        named.visit_expr(guard);
    }
    for stmt in parts.update.iter().chain(std::iter::once(&parts.body)) {
        named.visit_stmt(stmt);
    }
    let writes = parts.writes(input.resolution);
    let written = named
        .locals
        .iter()
        .find(|id| writes.iter().any(|write| write.variable == **id));
    if let Some(id) = written {
        return Ok(LoopVariable {
            id: *id,
            name: name.to_owned(),
        });
    }
    let message = format!("this loop does not run over a local variable `{name}`");
    let mut diagnostic = Diagnostic::error(code, at, message);
    if let Some(field) = named.field {
        diagnostic = diagnostic.with_label(
            field,
            "this is a field, which a call in the body could change",
        );
    } else if named.locals.is_empty() {
        diagnostic = diagnostic.with_note(format!("no local variable `{name}` is used in it"));
    } else {
        diagnostic = diagnostic.with_note(format!("`{name}` is read in it but never written"));
    }
    Err(Refusal::not_applicable(diagnostic))
}

/// The loop a step means.
pub(crate) struct LoopMeant {
    /// Where it stands.
    pub site: Site,
    /// Its variable, if the step names one.
    pub name: Option<String>,
    /// The directive, if one asks for it.
    pub directive: Option<Span>,
}

/// The loop a step means; `word` begins the directive, which names `variable`.
pub(crate) fn loop_meant(
    input: &Input<'_>,
    asked: &Asked,
    word: &str,
    variable: Option<&str>,
) -> Result<LoopMeant, Refusal> {
    match &asked.origin {
        StepOrigin::Directive { span, carrier } => match loop_site(input, carrier) {
            Some(site) => Ok(LoopMeant {
                site,
                name: variable.map(str::to_owned),
                directive: Some(*span),
            }),
            None => Err(Refusal::inapplicable(
                Code::A001,
                *span,
                format!("`{word}` does not stand before a loop"),
            )
            .with_help("put it before the loop's invariants")),
        },
        StepOrigin::Flag(_) => {
            let site = find_site(input, SiteKind::Loop, asked.site.as_ref())?;
            let name = match &asked.site {
                Some(SiteName::Name(name) | SiteName::InMethod(_, name))
                    if site.names.contains(name) =>
                {
                    Some(name.clone())
                }
                _ => None,
            };
            Ok(LoopMeant {
                site,
                name,
                directive: None,
            })
        }
    }
}

/// The site of the loop that carries a directive; none if something else does.
fn loop_site(input: &Input<'_>, carrier: &Carrier) -> Option<Site> {
    let Carrier::Loop { id, .. } = carrier else {
        return None;
    };
    sites(input.program)
        .into_iter()
        .find(|site| site.kind == SiteKind::Loop && site.id == *id)
}
