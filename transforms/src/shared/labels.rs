//! Labels in a statement that is copied: each copy has its own, under a new name.
//!
//! A label may be copied if it does nothing but mark a state for `\old[l](e)`, and if execution
//! passes the label before each such expression, in the same copy. Then `l` in a copy is the state
//! in which that copy passed it. A jump needs a single target, so a label that is one is a
//! hindrance.

use crate::framework::input::Input;
use spec_lang::ast::{
    Block, Call, Expr, ExprKind, Ident, NodeId, Program, Stmt, StmtKind, Visitor,
};
use spec_lang::resolve::Reference;
use std::collections::BTreeMap;
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::span::Span;

/// The labels of a statement, to be renamed in copies of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Labels {
    labels: Vec<Label>,
    /// How many labels have the same name but for the number behind it.
    alike: BTreeMap<String, u64>,
}

#[derive(Clone, Debug)]
struct Label {
    /// The name without the number behind it.
    base: String,
    /// The number in the first copy.
    number: u64,
    /// Where it stands, and where it is asked for.
    places: Vec<Span>,
}

/// Why a label cannot be copied.
#[derive(Clone, Debug)]
pub(crate) struct Hindrance {
    /// Its name.
    name: String,
    /// The statement.
    at: Span,
    /// The jump to it, or who asks for its state from elsewhere.
    by: Span,
    jump: bool,
}

impl Hindrance {
    /// The refusal: what stands in the way, and what helps.
    pub(crate) fn diagnostic(&self, code: Code) -> Diagnostic {
        let name = &self.name;
        if self.jump {
            return Diagnostic::error(
                code,
                self.at,
                format!(
                    "something jumps to the label `{name}`, of which each copy would have its own"
                ),
            )
            .with_label(self.by, "jumps there")
            .with_help("write it with `if` instead");
        }
        Diagnostic::error(
            code,
            self.at,
            format!("the state at the label `{name}` is used where it may be that of another copy"),
        )
        .with_label(self.by, "here the label need not have been passed before in the same copy")
        .with_help(format!(
            "use it after `label {name};` and within the same braces only, or keep the value in a local variable"
        ))
    }
}

impl Labels {
    /// The labels within a statement.
    ///
    /// # Errors
    /// The first that copies of the statement could not have.
    pub(crate) fn within(input: &Input<'_>, stmt: &Stmt) -> Result<Labels, Hindrance> {
        let mut find = Find::default();
        find.visit_stmt(stmt);
        if find.found.is_empty() {
            return Ok(Labels::default());
        }
        let mut uses = Uses {
            input,
            found: BTreeMap::new(),
        };
        uses.visit_program(input.program);
        let numbers = numbers(input.program);
        let mut labels = Labels::default();
        for (id, name, at, scope) in find.found {
            let mut places = vec![name.span];
            for (by, place) in uses.found.remove(&id).unwrap_or_default() {
                let hindrance = |jump| Hindrance {
                    name: name.name.clone(),
                    at,
                    by,
                    jump,
                };
                match place {
                    None => return Err(hindrance(true)),
                    Some(_) if !scope.contains(by) => return Err(hindrance(false)),
                    Some(place) => places.push(place),
                }
            }
            if let Some(by) = find.left.get(&name.name) {
                return Err(Hindrance {
                    name: name.name.clone(),
                    at,
                    by: *by,
                    jump: true,
                });
            }
            let (base, _) = split(&name.name);
            let first = numbers.get(base).copied().unwrap_or(1).max(1);
            let alike = labels.alike.entry(base.to_owned()).or_insert(0);
            *alike += 1;
            labels.labels.push(Label {
                base: base.to_owned(),
                number: first.saturating_add(*alike),
                places,
            });
        }
        Ok(labels)
    }

    /// The places to be replaced in copy number `copy`, from 1; number 0 is the statement itself.
    pub(crate) fn names(&self, copy: u64) -> Vec<(Span, String)> {
        let Some(before) = copy.checked_sub(1) else {
            return Vec::new();
        };
        let mut names = Vec::new();
        for label in &self.labels {
            let alike = self.alike.get(&label.base).copied().unwrap_or(1);
            let number = label.number.saturating_add(before.saturating_mul(alike));
            let name = format!("{}_{number}", label.base);
            names.extend(label.places.iter().map(|place| (*place, name.clone())));
        }
        names
    }
}

/// Numbers beyond this one are taken for part of the name, so that counting never overflows.
const MOST_NUMBER: u64 = 1 << 48;

/// A name without the number behind it, and the number.
fn split(name: &str) -> (&str, Option<u64>) {
    let number = name.rsplit_once('_').and_then(|(base, digits)| {
        let plain = !base.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let number = digits.parse().ok().filter(|number| *number < MOST_NUMBER);
        number.filter(|_| plain).map(|number| (base, number))
    });
    match number {
        Some((base, number)) => (base, Some(number)),
        None => (name, None),
    }
}

/// The largest number behind each name in the program.
fn numbers(program: &Program) -> BTreeMap<String, u64> {
    struct All(BTreeMap<String, u64>);
    impl Visitor for All {
        fn visit_ident(&mut self, ident: &Ident) {
            if let (base, Some(number)) = split(&ident.name) {
                let most = self.0.entry(base.to_owned()).or_insert(number);
                *most = number.max(*most);
            }
        }
    }
    let mut all = All(BTreeMap::new());
    all.visit_program(program);
    all.0
}

/// Finds labels, each with the place whose statements run after it only.
#[derive(Default)]
struct Find {
    found: Vec<(NodeId, Ident, Span, Span)>,
    /// `break` and `continue` by name.
    left: BTreeMap<String, Span>,
    /// The end of the block whose statement comes next.
    end: Option<u32>,
    in_call: bool,
}

impl Visitor for Find {
    fn visit_call(&mut self, call: &Call) {
        // The words `with` and `then` are filed as labels, but are none.
        let outer = std::mem::replace(&mut self.in_call, true);
        for stmt in &call.ghost_statements {
            self.visit_stmt(stmt);
        }
        self.in_call = outer;
    }
    fn visit_block(&mut self, block: &Block) {
        for stmt in &block.statements {
            self.end = Some(block.span.end);
            self.visit_stmt(stmt);
        }
        self.end = None;
    }
    fn visit_stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Label(name, _) if !self.in_call => {
                let scope = Span {
                    end: self.end.unwrap_or(stmt.span.end),
                    ..stmt.span
                };
                self.found.push((stmt.id, name.clone(), stmt.span, scope));
            }
            StmtKind::Label(..) | StmtKind::Ghost(_) => {}
            StmtKind::Break(Some(name)) | StmtKind::Continue(Some(name)) => {
                self.left.insert(name.name.clone(), stmt.span);
            }
            _ => self.end = None,
        }
        self.walk_stmt(stmt);
    }
}

/// Who means a label: the whole, and the place of its name where it is asked for its state.
type Use = (Span, Option<Span>);

/// Finds who means which label.
struct Uses<'a> {
    input: &'a Input<'a>,
    found: BTreeMap<NodeId, Vec<Use>>,
}

impl Uses<'_> {
    fn add(&mut self, id: NodeId, by: Span, place: Option<Span>) {
        if let Some(Reference::Statement(label)) = self.input.resolution.references.get(&id) {
            self.found.entry(*label).or_default().push((by, place));
        }
    }
}

impl Visitor for Uses<'_> {
    fn visit_stmt(&mut self, stmt: &Stmt) {
        if let StmtKind::Goto(_) = &stmt.kind {
            self.add(stmt.id, stmt.span, None);
        }
        self.walk_stmt(stmt);
    }
    fn visit_expr(&mut self, expr: &Expr) {
        if let ExprKind::Old(Some(label), _) = &expr.kind {
            self.add(expr.id, expr.span, Some(label.span));
        }
        self.walk_expr(expr);
    }
}
