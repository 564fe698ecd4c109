//! Collecting declarations: fields, signatures, and what is declared twice.

use super::globals::{CallableKind, ClassInfo, FieldInfo, Signature, callable_kind, members_of};
use super::resolver::{Here, Resolver, This};
use super::{Reference, Type};
use crate::ast::{
    Body, ClauseKind, Contract, Declaration, DeclarationKind, Field, Ident, Method, Modifier,
    ModifierKind, NodeId, Param, Predicate, Program,
};
use std::collections::BTreeMap;
use std::rc::Rc;
use text::code::Code;
use text::diagnostics::Diagnostic;

/// Whether a modifier stands before a declaration.
pub(super) fn has(modifiers: &[Modifier], kind: ModifierKind) -> bool {
    modifiers.iter().any(|modifier| modifier.kind == kind)
}

impl<'p> Resolver<'p> {
    /// Collects everything declared, types first.
    pub(super) fn collect(&mut self, program: &'p Program) {
        self.duplicate_types(program);
        for declaration in &program.declarations {
            if let DeclarationKind::Class(class) = &declaration.kind {
                let info = ClassInfo {
                    type_params: names(&class.type_params),
                    bases: Vec::new(),
                    fields: BTreeMap::new(),
                    callables: BTreeMap::new(),
                    operators: BTreeMap::new(),
                    constructors: Vec::new(),
                    run: None,
                };
                self.globals.classes.insert(declaration.id, info);
            }
        }
        for declaration in &program.declarations {
            self.collect_bases(declaration);
        }
        for declaration in &program.declarations {
            self.check_bases(declaration);
        }
        for declaration in &program.declarations {
            self.collect_one(declaration, None);
            self.here = self.inside(declaration);
            for member in members_of(declaration) {
                self.collect_one(member, Some(declaration));
            }
            self.here = Here::top_level();
        }
        self.duplicate_callables(program);
    }

    /// The place directly inside a class or abstract data type.
    pub(super) fn inside(&self, declaration: &Declaration) -> Here {
        let mut here = Here::top_level();
        match &declaration.kind {
            DeclarationKind::Class(class) => {
                here.type_params = names(&class.type_params);
                here.this = This::Is(self.type_inside(declaration));
            }
            DeclarationKind::Adt(adt) => here.type_params = names(&adt.type_params),
            _ => {}
        }
        here
    }

    /// A class or abstract data type as seen from inside it.
    pub(super) fn type_inside(&self, declaration: &Declaration) -> Type {
        let of = |params: &[Ident]| {
            params
                .iter()
                .map(|param| Type::Parameter(param.name.clone()))
                .collect()
        };
        match &declaration.kind {
            DeclarationKind::Class(class) => Type::Class(declaration.id, of(&class.type_params)),
            DeclarationKind::Adt(adt) => Type::Adt(declaration.id, of(&adt.type_params)),
            _ => Type::Error,
        }
    }

    fn duplicate_types(&mut self, program: &Program) {
        let mut first: BTreeMap<&str, &Ident> = BTreeMap::new();
        for declaration in &program.declarations {
            let name = match &declaration.kind {
                DeclarationKind::Class(class) => &class.name,
                DeclarationKind::Enum(declared) => &declared.name,
                DeclarationKind::Adt(adt) => &adt.name,
                DeclarationKind::Model(model) => &model.name,
                _ => continue,
            };
            match first.get(name.name.as_str()) {
                Some(earlier) => self.duplicate("type", name, earlier),
                None => {
                    first.insert(&name.name, name);
                }
            }
        }
    }

    fn duplicate(&mut self, what: &str, name: &Ident, earlier: &Ident) {
        self.report(
            Diagnostic::error(
                Code::N005,
                name.span,
                format!("the {what} `{}` is declared twice", name.name),
            )
            .with_label(earlier.span, "first declared here"),
        );
    }

    fn collect_bases(&mut self, declaration: &Declaration) {
        let DeclarationKind::Class(class) = &declaration.kind else {
            return;
        };
        self.here = self.inside(declaration);
        let bases: Vec<Type> = class.bases.iter().map(|base| self.written(base)).collect();
        self.here = Here::top_level();
        if let Some(info) = self.globals.classes.get_mut(&declaration.id) {
            info.bases = bases;
        }
    }

    /// Only classes are extended, and none through itself.
    fn check_bases(&mut self, declaration: &Declaration) {
        let DeclarationKind::Class(class) = &declaration.kind else {
            return;
        };
        for base in &class.bases {
            let ty = self.out.type_of(base.id).clone();
            match &ty {
                Type::Class(id, _) => {
                    let above = self.globals.supertypes(&ty);
                    let cyclic = *id == declaration.id
                        || above
                            .iter()
                            .any(|ty| matches!(ty, Type::Class(id, _) if *id == declaration.id));
                    if cyclic {
                        let name = &class.name.name;
                        self.error(Code::N023, base.span, format!("`{name}` extends itself"));
                    }
                }
                Type::Error | Type::Other(_) => {}
                _ => {
                    let shown = self.show(&ty);
                    self.error(
                        Code::T001,
                        base.span,
                        format!("a class is wanted, `{shown}` is none"),
                    );
                }
            }
        }
    }

    fn collect_one(&mut self, declaration: &Declaration, owner: Option<&Declaration>) {
        if let Some(owner) = owner {
            self.out.owner.insert(declaration.id, owner.id);
        }
        match &declaration.kind {
            DeclarationKind::Field(field) => self.collect_field(field, owner),
            DeclarationKind::Method(method) => self.collect_method(declaration, method, owner),
            DeclarationKind::Predicate(predicate) => {
                self.collect_predicate(declaration, predicate, owner);
            }
            DeclarationKind::Enum(declared) => {
                let mut constants: BTreeMap<String, NodeId> = BTreeMap::new();
                if declared.constants.is_empty() {
                    self.error(
                        Code::N019,
                        declaration.span,
                        format!("the enum `{}` has no constants", declared.name.name),
                    );
                }
                for constant in &declared.constants {
                    let ty = Type::Enum(declaration.id);
                    self.out.declared.insert(constant.id, ty);
                    self.out.owner.insert(constant.id, declaration.id);
                    if constants.contains_key(&constant.name.name) {
                        if let Some(earlier) = declared
                            .constants
                            .iter()
                            .find(|other| other.name.name == constant.name.name)
                        {
                            self.duplicate("constant", &constant.name, &earlier.name);
                        }
                    } else {
                        constants.insert(constant.name.name.clone(), constant.id);
                    }
                }
                self.globals.constants.insert(declaration.id, constants);
            }
            DeclarationKind::Adt(_) => {
                self.globals.adts.entry(declaration.id).or_default();
            }
            _ => {}
        }
    }

    fn collect_field(&mut self, field: &Field, owner: Option<&Declaration>) {
        let ty = self.written_value(&field.ty);
        for variable in &field.names {
            self.out.declared.insert(variable.id, ty.clone());
            let info = FieldInfo {
                id: variable.id,
                ty: ty.clone(),
                is_final: has(&field.modifiers, ModifierKind::Final),
                is_static: owner.is_none() || has(&field.modifiers, ModifierKind::Static),
            };
            let name = variable.name.name.clone();
            let taken = match owner {
                None => insert_new(&mut self.globals.variables, name, info),
                Some(owner) => {
                    self.out.owner.insert(variable.id, owner.id);
                    match self.globals.classes.get_mut(&owner.id) {
                        Some(class) => insert_new(&mut class.fields, name, info),
                        None => false,
                    }
                }
            };
            if taken {
                self.error(
                    Code::N005,
                    variable.name.span,
                    format!("the field `{}` is declared twice", variable.name.name),
                );
            }
        }
    }

    fn collect_method(
        &mut self,
        declaration: &Declaration,
        method: &Method,
        owner: Option<&Declaration>,
    ) {
        let before = self.here.type_params.len();
        self.here.type_params.extend(names(&method.type_params));
        let result = self.written(&method.return_type);
        let adt = owner.and_then(|owner| match &owner.kind {
            DeclarationKind::Adt(adt) => Some(adt),
            _ => None,
        });
        let kind = callable_kind(method.kind, adt.is_some());
        let mut type_params = adt.map_or_else(Vec::new, |adt| names(&adt.type_params));
        type_params.extend(names(&method.type_params));
        let params = self.collect_params(&method.params);
        let (given, yields) = self.collect_ghosts(&method.contract);
        let is_static =
            owner.is_none() || adt.is_some() || has(&method.modifiers, ModifierKind::Static);
        let signature = Signature {
            id: declaration.id,
            kind,
            name: method.name.name.clone(),
            span: method.name.span,
            owner: owner.map(|owner| owner.id),
            is_static,
            pure: adt.is_some() || method.is_pure(),
            inline: has(&method.modifiers, ModifierKind::Inline),
            has_body: method.body != Body::Abstract,
            type_params,
            params,
            given,
            yields,
            result: result.clone(),
        };
        self.here.type_params.truncate(before);
        self.out.declared.insert(declaration.id, result);
        self.file(signature, owner);
    }

    fn collect_predicate(
        &mut self,
        declaration: &Declaration,
        predicate: &Predicate,
        owner: Option<&Declaration>,
    ) {
        let before = self.here.type_params.len();
        self.here.type_params.extend(names(&predicate.type_params));
        let params = self.collect_params(&predicate.params);
        self.here.type_params.truncate(before);
        self.out.declared.insert(declaration.id, Type::Resource);
        let signature = Signature {
            id: declaration.id,
            kind: CallableKind::Predicate,
            name: predicate.name.name.clone(),
            span: predicate.name.span,
            owner: owner.map(|owner| owner.id),
            is_static: owner.is_none() || has(&predicate.modifiers, ModifierKind::Static),
            pure: true,
            inline: has(&predicate.modifiers, ModifierKind::Inline),
            has_body: predicate.body.is_some(),
            type_params: names(&predicate.type_params),
            params,
            given: Vec::new(),
            yields: Vec::new(),
            result: Type::Resource,
        };
        self.file(signature, owner);
    }

    /// The types of parameters; files them under the parameters too.
    fn collect_params(&mut self, params: &[Param]) -> Vec<Type> {
        params
            .iter()
            .map(|param| {
                let ty = self.written_parameter(&param.ty);
                self.out.declared.insert(param.id, ty.clone());
                ty
            })
            .collect()
    }

    fn collect_ghosts(&mut self, contract: &Contract) -> (Vec<Ghost>, Vec<Ghost>) {
        let (mut given, mut yields) = (Vec::new(), Vec::new());
        for clause in &contract.clauses {
            let (params, list) = match &clause.kind {
                ClauseKind::Given(params) => (params, &mut given),
                ClauseKind::Yields(params) => (params, &mut yields),
                _ => continue,
            };
            let types = self.collect_params(params);
            for (param, ty) in params.iter().zip(types) {
                list.push((param.id, param.name.name.clone(), ty));
            }
        }
        (given, yields)
    }

    /// Files a signature where calls will look for it.
    fn file(&mut self, signature: Signature, owner: Option<&Declaration>) {
        let (id, name, kind) = (signature.id, signature.name.clone(), signature.kind);
        let no_params = signature.params.is_empty();
        let (no_result, span) = (signature.result == Type::Void, signature.span);
        self.globals.signatures.insert(id, Rc::new(signature));
        let Some(owner) = owner else {
            let list = self.globals.callables.entry(name).or_default();
            list.push(id);
            return;
        };
        if let Some(class) = self.globals.classes.get_mut(&owner.id) {
            let mut second_run = false;
            match kind {
                CallableKind::Constructor => class.constructors.push(id),
                CallableKind::Operator => class.operators.entry(name).or_default().push(id),
                CallableKind::Run => {
                    second_run = class.run.is_some();
                    class.run = class.run.or(Some(id));
                }
                _ => {
                    if name == "run" && no_params && no_result && kind == CallableKind::Method {
                        second_run = class.run.is_some();
                        class.run = class.run.or(Some(id));
                    }
                    class.callables.entry(name).or_default().push(id);
                }
            }
            if second_run {
                self.error(Code::N005, span, "`run` is declared twice in this class");
            }
        } else if let Some(functions) = self.globals.adts.get_mut(&owner.id) {
            functions.entry(name.clone()).or_default().push(id);
            self.globals.adt_functions.entry(name).or_default().push(id);
        }
    }

    /// Two callables of one name with the same parameters in one place.
    fn duplicate_callables(&mut self, program: &Program) {
        let mut groups: Vec<Vec<NodeId>> = vec![callables(&program.declarations)];
        groups.extend(
            program
                .declarations
                .iter()
                .map(|declaration| callables(members_of(declaration))),
        );
        for group in groups {
            let mut seen: BTreeMap<(bool, String, Vec<Type>), Rc<Signature>> = BTreeMap::new();
            for id in group {
                let Some(signature) = self.globals.signatures.get(&id).cloned() else {
                    continue;
                };
                if signature.kind == CallableKind::Run {
                    continue;
                }
                let is_constructor = signature.kind == CallableKind::Constructor;
                // A constructor is one whether it is named by the class or by the keyword.
                let name = if is_constructor {
                    String::new()
                } else {
                    signature.name.clone()
                };
                let key = (is_constructor, name, signature.params.clone());
                match seen.get(&key) {
                    Some(earlier) => self.second(&signature, &Rc::clone(earlier)),
                    None => {
                        seen.insert(key, signature);
                    }
                }
            }
        }
    }

    fn second(&mut self, signature: &Signature, earlier: &Signature) {
        let name = &signature.name;
        let diagnostic = if signature.has_body == earlier.has_body {
            Diagnostic::error(
                Code::N005,
                signature.span,
                format!("`{name}` is declared twice with these parameters"),
            )
        } else {
            Diagnostic::error(
                Code::N018,
                signature.span,
                format!("`{name}` has several contracts: one here and one where it is declared without a body"),
            )
            .with_help("keep the declaration with the body, and its contract")
        };
        self.report(diagnostic.with_label(earlier.span, "the other one"));
    }

    /// The reference to a callable; `this` is implied for instance members called by plain name.
    pub(super) fn reference_to(signature: &Signature, implied: bool) -> Reference {
        let implied = implied && !signature.is_static;
        match signature.kind {
            CallableKind::Predicate => Reference::Predicate(signature.id, implied),
            _ => Reference::Method(signature.id, implied),
        }
    }
}

type Ghost = (NodeId, String, Type);

/// The names of type parameters.
pub(super) fn names(params: &[Ident]) -> Vec<String> {
    params.iter().map(|param| param.name.clone()).collect()
}

/// Inserts unless taken; true if taken.
fn insert_new<V>(map: &mut BTreeMap<String, V>, name: String, value: V) -> bool {
    if map.contains_key(&name) {
        return true;
    }
    map.insert(name, value);
    false
}

fn callables(declarations: &[Declaration]) -> Vec<NodeId> {
    declarations
        .iter()
        .filter(|declaration| {
            matches!(
                declaration.kind,
                DeclarationKind::Method(_) | DeclarationKind::Predicate(_)
            )
        })
        .map(|declaration| declaration.id)
        .collect()
}
