//! Names after a step: each must mean what it meant before.
//!
//! A step moves and copies text, and text means what the names around it say. Whether a name is
//! caught by another declaration, or a call goes to another method because a type is another
//! one, is seen by reading the new text and comparing what each name means there with what it
//! meant where it came from ([`Applied::map_back_span`]). A name in copied text must mean the
//! very declaration; one in text that a step made, something that its name means in the place it
//! is made from, if that has the name at all.

use crate::framework::input::{Input, Refusal};
use spec_lang::ast::{
    Binder, Declaration, DeclarationKind, Expr, ExprKind, Ident, Iterator, NodeId, ParBlock, Param,
    Program, Variable, Visitor,
};
use spec_lang::resolve::{Reference, Resolution};
use std::collections::{HashMap, HashSet};
use text::code::Code;
use text::diagnostics::{Diagnostic, Severity};
use text::edit::{Applied, EditSet};
use text::source::SourceFile;
use text::span::Span;

/// Carries the edits of a step out for a look, and compares what names mean. Text that is no program is
/// left to the verification of the result.
///
/// # Errors
/// `A007` at the first name that means something else.
pub(crate) fn kept(input: &Input<'_>, step: &str, edits: &EditSet) -> Result<(), Refusal> {
    let Ok(applied) = edits.apply(input.files) else {
        return Ok(());
    };
    let files: Vec<SourceFile> = input
        .files
        .iter()
        .zip(&applied)
        .map(|(file, applied)| match applied {
            Some(applied) => SourceFile::new(file.name.clone(), applied.text.clone()),
            None => file.clone(),
        })
        .collect();
    let parsed = spec_lang::parse::parse(&files);
    let is_error = |one: &Diagnostic| one.severity == Severity::Error;
    if parsed.diagnostics.iter().any(is_error) {
        return Ok(());
    }
    let resolved = spec_lang::resolve::resolve(&parsed.program, input.profile);
    if resolved.diagnostics.iter().any(is_error) {
        return Ok(());
    }
    let steps = Steps {
        applied: &applied,
        old: Names::of(input.program, input.resolution),
        new: Names::of(&parsed.program, &resolved.resolution),
    };
    let Some((used, place)) = steps.changed() else {
        return Ok(());
    };
    let message = format!(
        "`{}` would mean something else after `{step}`",
        used.ident.name
    );
    let note = match used.call {
        true => "another method of this name fits once types have changed, or is nearer",
        false => "the step needs its text where another declaration has this name",
    };
    Err(Refusal::inapplicable(Code::A007, place, message)
        .with_note(note)
        .with_help("give the two different names"))
}

/// A name that is used.
struct Used {
    ident: Ident,
    call: bool,
    means: Reference,
}

/// The names of a program.
struct Names {
    used: Vec<Used>,
    /// By the place of the declared name.
    declared: HashMap<Span, NodeId>,
    idents: HashMap<NodeId, Ident>,
    par_iterators: HashSet<NodeId>,
}

impl Names {
    fn of(program: &Program, resolution: &Resolution) -> Names {
        let mut collect = Collect {
            resolution,
            names: Names {
                used: Vec::new(),
                declared: HashMap::new(),
                idents: HashMap::new(),
                par_iterators: HashSet::new(),
            },
        };
        collect.visit_program(program);
        collect.names
    }

    /// What a name means or declares within a place.
    fn within(&self, name: &str, place: Span) -> impl std::iter::Iterator<Item = NodeId> + '_ {
        let name = name.to_owned();
        self.idents
            .iter()
            .filter(move |(_, ident)| ident.name == name && place.contains(ident.span))
            .map(|(id, _)| *id)
    }
}

struct Collect<'a> {
    resolution: &'a Resolution,
    names: Names,
}

impl Collect<'_> {
    fn declare(&mut self, id: NodeId, ident: &Ident) {
        self.names.declared.insert(ident.span, id);
        self.names.idents.insert(id, ident.clone());
    }

    fn use_of(&mut self, expr: &Expr, ident: &Ident, call: bool) {
        let means = match self.resolution.references.get(&expr.id) {
            Some(Reference::Local(id)) => Reference::Local(self.resolution.canonical(*id)),
            Some(other) => other.clone(),
            None => return,
        };
        self.names.used.push(Used {
            ident: ident.clone(),
            call,
            means,
        });
    }
}

impl Visitor for Collect<'_> {
    fn visit_declaration(&mut self, declaration: &Declaration) {
        let name = match &declaration.kind {
            DeclarationKind::Class(class) => Some(&class.name),
            DeclarationKind::Method(method) => Some(&method.name),
            DeclarationKind::Predicate(predicate) => Some(&predicate.name),
            DeclarationKind::Adt(adt) => Some(&adt.name),
            DeclarationKind::Enum(own) => {
                for constant in &own.constants {
                    self.declare(constant.id, &constant.name);
                }
                Some(&own.name)
            }
            _ => None,
        };
        if let Some(name) = name {
            self.declare(declaration.id, name);
        }
        self.walk_declaration(declaration);
    }

    fn visit_par_block(&mut self, block: &ParBlock) {
        let iterators = block.iterators.iter().map(|iterator| iterator.id);
        self.names.par_iterators.extend(iterators);
        self.walk_par_block(block);
    }

    fn visit_variable(&mut self, variable: &Variable) {
        self.declare(variable.id, &variable.name);
        if let Some(init) = &variable.init {
            self.visit_expr(init);
        }
    }

    fn visit_param(&mut self, param: &Param) {
        self.declare(param.id, &param.name);
    }

    fn visit_iterator(&mut self, iterator: &Iterator) {
        self.declare(iterator.id, &iterator.name);
        self.visit_expr(&iterator.low);
        self.visit_expr(&iterator.high);
    }

    fn visit_binder(&mut self, binder: &Binder) {
        self.declare(binder.id, &binder.name);
        binder.exprs().for_each(|expr| self.visit_expr(expr));
    }

    fn visit_expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Name(ident) | ExprKind::Member(_, ident) => self.use_of(expr, ident, false),
            ExprKind::Call(call) | ExprKind::New(call) => self.use_of(expr, &call.name, true),
            _ => {}
        }
        self.walk_expr(expr);
    }
}

/// Both programs, and the way back from the new text.
struct Steps<'a> {
    applied: &'a [Option<Applied>],
    old: Names,
    new: Names,
}

impl Steps<'_> {
    /// Where a place of the new text comes from, and whether it is the same text.
    fn back(&self, span: Span) -> (Span, bool) {
        match self.applied.get(span.file as usize) {
            Some(Some(applied)) => {
                let mapped = applied.map_back_span(span.range());
                (mapped.span, mapped.exact)
            }
            _ => (span, true),
        }
    }

    /// The first name that means something else, with its place in the old text.
    fn changed(&self) -> Option<(&Used, Span)> {
        // The old declarations that each new one may stand for, and those that still stand.
        let mut images: HashMap<NodeId, Vec<NodeId>> = HashMap::new();
        let mut standing = HashSet::new();
        for (id, ident) in &self.new.idents {
            let (place, exact) = self.back(ident.span);
            let image: Vec<NodeId> = match exact {
                true => self.old.declared.get(&place).copied().into_iter().collect(),
                false => self.old.within(&ident.name, place).collect(),
            };
            if exact {
                standing.extend(image.iter().copied());
            }
            images.insert(*id, image);
        }
        let before: HashMap<Span, &Used> = self
            .old
            .used
            .iter()
            .map(|used| (used.ident.span, used))
            .collect();
        let same = |new: &Reference, old: &Reference| match (new.declaration(), old.declaration()) {
            (None, None) => new == old,
            (Some(new_id), Some(old_id)) => {
                if std::mem::discriminant(new) != std::mem::discriminant(old) {
                    return false;
                }
                let none = Vec::new();
                let image = images.get(&new_id).unwrap_or(&none);
                let gone = !standing.contains(&old_id);
                image.contains(&old_id)
                    || (gone && image.is_empty())
                    // The threads of fused kernels are one.
                    || (gone
                        && self.new.par_iterators.contains(&new_id)
                        && self.old.par_iterators.contains(&old_id))
            }
            _ => false,
        };
        self.new.used.iter().find_map(|used| {
            let (place, exact) = self.back(used.ident.span);
            let kept = match exact {
                true => before
                    .get(&place)
                    .is_none_or(|old| same(&used.means, &old.means)),
                false => {
                    let meant = self
                        .old
                        .used
                        .iter()
                        .filter(|old| {
                            old.ident.name == used.ident.name && place.contains(old.ident.span)
                        })
                        .map(|old| old.means.clone());
                    let declared = self.old.within(&used.ident.name, place);
                    let mut all = meant.chain(declared.map(Reference::Local)).peekable();
                    all.peek().is_none() || all.any(|old| same(&used.means, &old))
                }
            };
            (!kept).then_some((used, place))
        })
    }
}
