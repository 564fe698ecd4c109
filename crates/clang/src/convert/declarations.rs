//! Functions, variables and their attributes.

use text::code::Code;
use text::span::Span;

use super::records::argument_text;
use super::{Converter, Fault, Res, Work, fault};
use crate::index::Entry;
use crate::json::Json;
use crate::kinds::{AttributeKind, DeclKind};
use crate::node::Node;
use crate::place::Role;
use crate::tokens::{TokenKind, tokens};
use crate::tree::{
    Attribute, Function, FunctionId, Initializer, InitializerTarget, Membership, Storage,
    TemplateArgument, Variable, VariableId,
};
use crate::types::{AddressSpace, Qual, Type};

impl<'t, 'a> Converter<'t, 'a> {
    /// The function that a declaration is of; it waits for its conversion from then on.
    pub(super) fn function(&mut self, id: u64) -> FunctionId {
        let root = self.index.root(id);
        let known = self.functions.get(&root).copied();
        let function = match known {
            Some(function) => function,
            None => {
                let defining = self.index.definition(id).map(|entry| entry.node.id);
                let function = self.new_function(defining);
                self.functions.insert(root, function);
                function
            }
        };
        self.refer(Work::Function(function));
        function
    }

    /// A function of the language's own, which the tree has no declaration of.
    pub(super) fn built_in(&mut self, id: u64, name: &str, ty: Qual) -> FunctionId {
        if let Some(&known) = self.functions.get(&id) {
            return known;
        }
        let function = self.new_function(None);
        self.functions.insert(id, function);
        let (result, parameters, variadic) = match self.unit.types.get(ty.id).clone() {
            Type::Function {
                result,
                parameters,
                variadic,
            } => (result, parameters, variadic),
            _ => (ty, Vec::new(), true),
        };
        let parameters = parameters
            .into_iter()
            .map(|ty| self.new_variable(None, "", ty, Storage::Parameter))
            .collect();
        if let Some(made) = self.unit.functions.get_mut(function.0 as usize) {
            made.name = name.to_owned();
            made.qualified = name.to_owned();
            made.result = result;
            made.parameters = parameters;
            made.variadic = variadic;
            made.own = true;
        }
        function
    }

    fn new_function(&mut self, node: Option<u64>) -> FunctionId {
        let id = FunctionId(u32::try_from(self.unit.functions.len()).unwrap_or(u32::MAX));
        let void = self.unit.types.intern(Type::Void);
        self.unit.functions.push(Function {
            name: String::new(),
            qualified: String::new(),
            mangled: String::new(),
            template_arguments: Vec::new(),
            membership: Membership::Free,
            result: Qual::plain(void),
            parameters: Vec::new(),
            variadic: false,
            kernel: false,
            noreturn: false,
            host_only: false,
            defaulted: false,
            initializers: Vec::new(),
            body: None,
            attributes: Vec::new(),
            name_place: Default::default(),
            place: Default::default(),
            own: false,
        });
        self.function_nodes.push(node);
        id
    }

    fn new_variable(
        &mut self,
        node: Option<u64>,
        name: &str,
        ty: Qual,
        storage: Storage,
    ) -> VariableId {
        let id = VariableId(u32::try_from(self.unit.variables.len()).unwrap_or(u32::MAX));
        self.unit.variables.push(Variable {
            name: name.to_owned(),
            ty,
            storage,
            space: ty.space,
            init: None,
            constexpr: false,
            attributes: Vec::new(),
            name_place: Default::default(),
            place: Default::default(),
        });
        self.variable_nodes.push(node);
        id
    }

    /// The variable that a declaration is of. One outside of functions waits for its conversion from
    /// then on; one of a function is converted where it is declared.
    pub(super) fn variable(&mut self, id: u64) -> Option<VariableId> {
        let root = self.index.root(id);
        let Some(entry) = self.index.definition(id) else {
            return self.variables.get(&root).copied();
        };
        let local = self
            .index
            .entries
            .get(&entry.scope)
            .is_some_and(|outer| is_function(outer.kind));
        let variable = match self.variables.get(&root) {
            Some(&known) => known,
            None => {
                let void = Qual::plain(self.unit.types.intern(Type::Void));
                let storage = Storage::Global;
                let new = self.new_variable(Some(entry.node.id), entry.node.name(), void, storage);
                self.variables.insert(root, new);
                new
            }
        };
        if !local {
            self.refer(Work::Variable(variable));
        }
        Some(variable)
    }

    /// A variable that a lambda makes for itself.
    pub(super) fn own_capture(&mut self, name: &str, ty: Qual, storage: Storage) -> VariableId {
        self.new_variable(None, name, ty, storage)
    }

    /// What clang's number refers to, for a variable that it does not show the declaration of.
    pub(super) fn bind(&mut self, id: u64, variable: VariableId) {
        self.variables.insert(id, variable);
    }

    /// A variable that is declared here.
    pub(super) fn declare(&mut self, node: &'t Node<'a>) -> Res<VariableId> {
        let Some(id) = self.variable(node.id) else {
            return Err(lost(node));
        };
        self.fill_variable(id, node)?;
        Ok(id)
    }

    pub(super) fn convert_variable(&mut self, id: VariableId) -> Res<()> {
        let node_id = self.variable_nodes.get(id.0 as usize).copied().flatten();
        let Some(entry) = node_id.and_then(|id| self.index.entries.get(&id).copied()) else {
            return Ok(());
        };
        self.within(entry.scope, |this| this.fill_variable(id, entry.node))
    }

    fn fill_variable(&mut self, id: VariableId, node: &'t Node<'a>) -> Res<()> {
        if node.flag("isInvalid") {
            let message = format!("`{}` has an error", node.name());
            return Err(fault(Code::K002, node.name_place.span, message));
        }
        let ty = self.type_under(node, "type")?;
        let entry = self.index.entries.get(&node.id).copied();
        let attributes = match entry {
            Some(entry) => self.all_attributes(entry)?,
            None => self.attributes(node)?,
        };
        let in_function = entry
            .and_then(|entry| self.index.entries.get(&entry.scope))
            .is_some_and(|outer| is_function(outer.kind));
        let storage = match (node.text("storageClass"), in_function) {
            _ if node.kind == "ParmVarDecl" => Storage::Parameter,
            (Some("extern"), _) => Storage::Extern,
            (Some("static"), true) => Storage::Static,
            // One of a thread keeps its value from call to call.
            (_, true) if node.data.get("tls").is_some() => Storage::Static,
            (_, true) => Storage::Local,
            (_, false) => Storage::Global,
        };
        let has = |kind| attributes.iter().any(|a: &Attribute| a.kind == kind);
        let space = if has(AttributeKind::CUDASharedAttr) {
            AddressSpace::Local
        } else if has(AttributeKind::CUDAConstantAttr) {
            AddressSpace::Constant
        } else if has(AttributeKind::CUDADeviceAttr) || has(AttributeKind::HIPManagedAttr) {
            AddressSpace::Global
        } else {
            ty.space
        };
        if has(AttributeKind::AsmLabelAttr) {
            let message = format!(
                "`{}` may be another variable of the same symbol",
                node.name()
            );
            return Err(fault(Code::K203, node.name_place.span, message));
        }
        // A parameter's default is of the calls that leave it out, and for what is weak the linker may
        // take another definition.
        let init = if storage == Storage::Parameter || has(AttributeKind::WeakAttr) {
            None
        } else {
            match node.parts().find(|part| {
                !is_attribute(part) && !is_type(part) && part.kind != "TemplateArgument"
            }) {
                Some(init) if node.data.get("init").is_some() => Some(self.expression(init)?),
                _ => None,
            }
        };
        let constexpr = node.flag("constexpr");
        if let Some(variable) = self.unit.variables.get_mut(id.0 as usize) {
            variable.name = node.name().to_owned();
            variable.ty = ty;
            variable.storage = storage;
            variable.space = space;
            variable.init = init;
            variable.constexpr = constexpr;
            variable.attributes = attributes;
            variable.name_place = node.name_place;
            variable.place = node.place;
        }
        Ok(())
    }

    pub(super) fn convert_function(&mut self, id: FunctionId) -> Res<()> {
        let node_id = self.function_nodes.get(id.0 as usize).copied().flatten();
        let Some(entry) = node_id.and_then(|id| self.index.entries.get(&id).copied()) else {
            return Ok(());
        };
        let node = entry.node;
        self.within(node.id, |this| this.fill_function(id, entry))
    }

    fn fill_function(&mut self, id: FunctionId, entry: Entry<'t, 'a>) -> Res<()> {
        let node = entry.node;
        if entry.pattern {
            return Err(fault(
                Code::K009,
                node.name_place.span,
                format!(
                    "`{}` is a template that is not instantiated here",
                    node.name()
                ),
            ));
        }
        let attributes = self.all_attributes(entry)?;
        let ty = self.type_under(node, "type")?;
        let Type::Function {
            result, variadic, ..
        } = self.unit.types.get(ty.id).clone()
        else {
            return Err(lost(node));
        };
        let template_arguments = self.template_arguments(node, node.place.span)?;
        let membership = self.membership(entry)?;
        if let Membership::Method(record) = membership {
            let class = self.record_nodes.get(record.0 as usize).copied();
            if let Some(class) = class {
                self.closure(class, record);
            }
        }
        let qualified = self.qualified(entry, &template_arguments);
        let has = |kind| attributes.iter().any(|a: &Attribute| a.kind == kind);
        let kernel = has(AttributeKind::CUDAGlobalAttr)
            || has(AttributeKind::DeviceKernelAttr)
            || has(AttributeKind::OpenCLKernelAttr);
        let cuda = self.unit.language == crate::tree::Language::Cuda;
        let own = node.place.span == Span::default()
            || self
                .files
                .files
                .get(node.place.span.file as usize)
                .is_some_and(|file| file.role == Role::Own);
        let host_only = cuda
            && !own
            && !kernel
            && !has(AttributeKind::CUDADeviceAttr)
            && !node.flag("constexpr")
            && !node.flag("isImplicit");
        let noreturn = has(AttributeKind::C11NoReturnAttr)
            || has(AttributeKind::CXX11NoReturnAttr)
            || is_noreturn(node);
        let (parameters, initializers, body) = self.parts_of(node)?;
        // The linker may take another body.
        let body = body.filter(|_| kernel || !has(AttributeKind::WeakAttr));
        if let Some(function) = self.unit.functions.get_mut(id.0 as usize) {
            *function = Function {
                name: node.name().to_owned(),
                qualified,
                mangled: node.text("mangledName").unwrap_or("").to_owned(),
                template_arguments,
                membership,
                result,
                parameters,
                variadic,
                kernel,
                noreturn,
                host_only,
                defaulted: node.data.get("explicitlyDefaulted").is_some(),
                initializers,
                body,
                attributes,
                name_place: node.name_place,
                place: node.place,
                own,
            };
        }
        Ok(())
    }

    #[allow(clippy::type_complexity)]
    fn parts_of(
        &mut self,
        node: &'t Node<'a>,
    ) -> Res<(Vec<VariableId>, Vec<Initializer>, Option<crate::tree::Stmt>)> {
        let (mut parameters, mut initializers, mut body) = (Vec::new(), Vec::new(), None);
        for part in node.parts() {
            match &*part.kind {
                "ParmVarDecl" => parameters.push(self.declare(part)?),
                "CXXCtorInitializer" => initializers.push(self.initializer(part)?),
                "CompoundStmt" | "CXXTryStmt" => body = Some(self.statement(part)?),
                _ => {}
            }
        }
        Ok((parameters, initializers, body))
    }

    fn initializer(&mut self, node: &'t Node<'a>) -> Res<Initializer> {
        let target = if let Some(field) = node.reference("anyInit") {
            InitializerTarget::Field(self.field(field, node.place.span)?)
        } else if let Some(base) = node.data.get("baseInit") {
            InitializerTarget::Base(self.type_of_json(base, node.place.span)?)
        } else if let Some(own) = node.data.get("delegatingInit") {
            InitializerTarget::Delegate(self.type_of_json(own, node.place.span)?)
        } else {
            return Err(lost(node));
        };
        let value = node.parts().next().ok_or_else(|| lost(node))?;
        let value = self.expression(value)?;
        Ok(Initializer { target, value })
    }

    fn membership(&mut self, entry: Entry<'t, 'a>) -> Res<Membership> {
        if !matches!(
            entry.kind,
            DeclKind::CXXMethodDecl
                | DeclKind::CXXConstructorDecl
                | DeclKind::CXXDestructorDecl
                | DeclKind::CXXConversionDecl
        ) {
            return Ok(Membership::Free);
        }
        // A method that is defined outside of its class names it.
        let class = entry
            .node
            .reference("parentDeclContextId")
            .unwrap_or(entry.scope);
        let ty = self.declared_type(class, entry.node.name_place.span)?;
        let Type::Record(record) = *self.unit.types.get(ty) else {
            return Err(lost(entry.node));
        };
        let first = self.index.entries.get(&self.index.root(entry.node.id));
        let is_static = |node: &Node<'_>| node.text("storageClass") == Some("static");
        Ok(match entry.kind {
            DeclKind::CXXConstructorDecl => Membership::Constructor(record),
            DeclKind::CXXDestructorDecl => Membership::Destructor(record),
            _ if is_static(entry.node) || first.is_some_and(|first| is_static(first.node)) => {
                Membership::StaticMethod(record)
            }
            _ => Membership::Method(record),
        })
    }

    pub(super) fn qualified(&self, entry: Entry<'t, 'a>, arguments: &[TemplateArgument]) -> String {
        let mut name = String::new();
        let class = entry
            .node
            .reference("parentDeclContextId")
            .unwrap_or(entry.scope);
        for outer in self.index.path(class) {
            let Some(outer) = self.index.entries.get(&outer) else {
                continue;
            };
            if is_function(outer.kind) {
                continue;
            }
            name.push_str(outer.node.name());
            let texts = self.argument_texts(outer.node);
            if !texts.is_empty() {
                name.push_str(&format!("<{}>", texts.join(", ")));
            }
            name.push_str("::");
        }
        name.push_str(entry.node.name());
        if !arguments.is_empty() {
            let texts = self.argument_texts(entry.node);
            name.push_str(&format!("<{}>", texts.join(", ")));
        }
        name
    }

    /// The attributes of a declaration and of those before it.
    fn all_attributes(&mut self, entry: Entry<'t, 'a>) -> Res<Vec<Attribute>> {
        let mut all = self.attributes(entry.node)?;
        let root = self.index.root(entry.node.id);
        if root != entry.node.id
            && let Some(first) = self.index.entries.get(&root)
        {
            let more = self.attributes(first.node)?;
            all.extend(more);
        }
        Ok(all)
    }

    /// The attributes of a node.
    pub(super) fn attributes(&mut self, node: &'t Node<'a>) -> Res<Vec<Attribute>> {
        let mut attributes = Vec::new();
        for part in node.parts().filter(|part| is_attribute(part)) {
            let Some(kind) = AttributeKind::of(&part.kind) else {
                return Err(fault(
                    Code::K003,
                    part.place.span,
                    format!("the attribute {} is not known", part.kind),
                ));
            };
            let kind = self.annotated(kind, part);
            let mut values = Vec::new();
            // Behind one that is not known, the positions would be wrong.
            let mut known = true;
            for argument in part.parts() {
                match self.folded(argument).filter(|_| known) {
                    Some(value) => values.push(value),
                    None => known = false,
                }
            }
            if values.is_empty() && known {
                values = self.written_numbers(part);
            }
            attributes.push(Attribute {
                kind,
                values,
                place: part.place,
            });
        }
        Ok(attributes)
    }

    /// In plain C++, CUDA's words are macros for annotations; the use says which.
    fn annotated(&self, kind: AttributeKind, node: &Node<'_>) -> AttributeKind {
        let text = self.slice(node.place.span);
        let word = tokens(text, 0).next().map_or("", |token| token.of(text));
        match (kind, word) {
            (AttributeKind::AnnotateAttr, "__global__") => AttributeKind::CUDAGlobalAttr,
            (AttributeKind::AnnotateAttr, "__device__") => AttributeKind::CUDADeviceAttr,
            (AttributeKind::AnnotateAttr, "__host__") => AttributeKind::CUDAHostAttr,
            (AttributeKind::AnnotateAttr, "__shared__") => AttributeKind::CUDASharedAttr,
            (AttributeKind::AnnotateAttr, "__constant__") => AttributeKind::CUDAConstantAttr,
            (AttributeKind::AnnotateAttr, "__managed__") => AttributeKind::HIPManagedAttr,
            (AttributeKind::AnnotateAttr, "__launch_bounds__") => {
                AttributeKind::CUDALaunchBoundsAttr
            }
            _ => kind,
        }
    }

    /// The numbers that are an attribute's arguments, which clang does not print for all of them; up to
    /// one that is no number.
    fn written_numbers(&self, node: &Node<'_>) -> Vec<i128> {
        let text = self.slice(node.place.text_span());
        let mut values = Vec::new();
        let mut words = tokens(text, 0)
            .skip_while(|token| token.of(text) != "(")
            .skip(1);
        while let (Some(number), Some(mark)) = (words.next(), words.next()) {
            let value = number.of(text).trim_end_matches(['u', 'U']).parse().ok();
            let Some(value) = value.filter(|_| number.kind == TokenKind::Number) else {
                break;
            };
            if !matches!(mark.of(text), "," | ")") {
                break;
            }
            values.push(value);
        }
        values
    }

    /// The template arguments of an instance.
    pub(super) fn template_arguments(
        &mut self,
        node: &Node<'_>,
        place: Span,
    ) -> Res<Vec<TemplateArgument>> {
        let mut arguments = Vec::new();
        let conditions = self.conditions(node);
        let parts = node.parts().filter(|part| part.kind == "TemplateArgument");
        for (at, part) in parts.enumerate() {
            let argument = self.template_argument(part, place)?;
            arguments.push(match conditions.get(at) {
                Some(true) => condition(argument),
                _ => argument,
            });
        }
        Ok(arguments)
    }

    /// Which parameters of the template that a node is an instance of are of type `bool`.
    fn conditions(&self, node: &Node<'_>) -> Vec<bool> {
        let template = self.index.entries.get(&node.id).and_then(|e| e.template);
        let Some(template) = template.and_then(|id| self.index.entries.get(&id)) else {
            return Vec::new();
        };
        let parameters = template.node.parts();
        let parameters = parameters.filter(|part| part.kind.ends_with("ParmDecl"));
        parameters.map(is_condition).collect()
    }

    /// The template arguments of an instance as a program writes them.
    pub(super) fn argument_texts(&self, node: &Node<'_>) -> Vec<String> {
        let conditions = self.conditions(node);
        let texts = node.parts().filter_map(argument_text).enumerate();
        texts
            .map(|(at, text)| match (conditions.get(at), text.as_str()) {
                (Some(true), "0") => "false".to_owned(),
                (Some(true), "-1" | "1") => "true".to_owned(),
                _ => text,
            })
            .collect()
    }

    fn template_argument(&mut self, part: &Node<'_>, place: Span) -> Res<TemplateArgument> {
        if part.data.get("type").is_some() && part.data.get("value").is_none() {
            return match part.data.get("type") {
                Some(ty) => Ok(TemplateArgument::Type(self.type_of_json(ty, place)?)),
                None => Ok(TemplateArgument::Other(String::new())),
            };
        }
        match part.data.get("value") {
            Some(Json::Number(value)) => return Ok(TemplateArgument::Integer(*value)),
            Some(Json::Text(text)) => {
                return Ok(match text.parse() {
                    Ok(value) => TemplateArgument::Integer(value),
                    Err(_) => TemplateArgument::Other(text.to_string()),
                });
            }
            _ => {}
        }
        let inner: Vec<&Node<'_>> = part.parts().collect();
        if inner.iter().any(|part| part.kind == "TemplateArgument") {
            let mut pack = Vec::new();
            for part in inner {
                pack.push(self.template_argument(part, place)?);
            }
            return Ok(TemplateArgument::Pack(pack));
        }
        let name = part
            .data
            .get("decl")
            .and_then(|decl| decl.get("name")?.text());
        Ok(match name {
            Some(name) => TemplateArgument::Other(name.to_owned()),
            None => TemplateArgument::Pack(Vec::new()),
        })
    }
}

/// Whether a parameter of a template is of type `bool`.
pub(crate) fn is_condition(parameter: &Node<'_>) -> bool {
    let ty = parameter.data.get("type");
    parameter.kind == "NonTypeTemplateParmDecl"
        && ty.and_then(|ty| ty.get("qualType")?.text()) == Some("bool")
}

/// The argument for a parameter of type `bool`: clang prints its one bit as a signed number.
fn condition(argument: TemplateArgument) -> TemplateArgument {
    match argument {
        TemplateArgument::Integer(value) => TemplateArgument::Integer(i128::from(value != 0)),
        TemplateArgument::Pack(inner) => {
            TemplateArgument::Pack(inner.into_iter().map(condition).collect())
        }
        other => other,
    }
}

pub(crate) fn is_function(kind: DeclKind) -> bool {
    matches!(
        kind,
        DeclKind::FunctionDecl
            | DeclKind::CXXMethodDecl
            | DeclKind::CXXConstructorDecl
            | DeclKind::CXXDestructorDecl
            | DeclKind::CXXConversionDecl
    )
}

/// Whether the type of a function says that it does not return.
fn is_noreturn(node: &Node<'_>) -> bool {
    let ty = node.data.get("type").and_then(|ty| ty.get("qualType"));
    let said = ty.and_then(crate::json::Json::text).unwrap_or("");
    // Else it is what the function gives that does not return.
    said.ends_with("__attribute__((noreturn))") && !said.contains("(*")
}

pub(super) fn is_attribute(node: &Node<'_>) -> bool {
    node.kind.ends_with("Attr")
}

pub(super) fn is_type(node: &Node<'_>) -> bool {
    node.kind.ends_with("Type")
}

/// A node that lacks what it should have.
pub(super) fn lost(node: &Node<'_>) -> Fault {
    fault(
        Code::K004,
        node.place.span,
        format!("clang's {} lacks a part", node.kind),
    )
}
