//! Where a text goes: from the expression that makes it to the function that compiles it, unchanged.

use crate::bindings::{Names, Role, Variable};
use crate::compilers::{Fate, compiling, options};
use crate::imports::path;
use crate::tree::{File, Why, arguments, children, is_field, span, within};
use std::cell::RefCell;
use text::span::Span;
use tree_sitter::Node;

/// Functions that read a text and change nothing.
const READERS: [&str; 4] = [
    "builtins.print",
    "builtins.len",
    "builtins.hash",
    "builtins.isinstance",
];

/// More steps are not followed.
const MOST: usize = 500;

/// Follows a value.
pub(crate) struct Uses<'a, 't> {
    file: &'a File<'t>,
    names: &'a Names<'t>,
    define: &'a [String],
    seen: Vec<Node<'t>>,
    /// The calls that compile the text.
    compiled: RefCell<Vec<Span>>,
}

impl<'a, 't> Uses<'a, 't> {
    pub(crate) fn new(file: &'a File<'t>, names: &'a Names<'t>, define: &'a [String]) -> Self {
        let seen = Vec::new();
        Uses {
            file,
            names,
            define,
            seen,
            compiled: RefCell::default(),
        }
    }

    /// Whether the value of an expression reaches whoever uses it as it is; if not, why.
    pub(crate) fn follow(&mut self, node: Node<'t>) -> Result<(), Why> {
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            if self.seen.contains(&node) {
                continue;
            }
            self.seen.push(node);
            if self.seen.len() > MOST {
                return Err(Why::new(node, "it is used in too many places"));
            }
            open.extend(self.step(node)?);
        }
        Ok(())
    }

    /// The calls that compile the text that was followed.
    pub(crate) fn into_compiled(self) -> Vec<Span> {
        self.compiled.into_inner()
    }

    /// Where a value goes next.
    fn step(&self, node: Node<'t>) -> Result<Vec<Node<'t>>, Why> {
        let other = |what: &str| {
            let statement = self.file.parent(node).unwrap_or(node);
            Err(Why::new(statement, what))
        };
        let Some(parent) = self.file.parent(node) else {
            return other("it is not used in a way that is understood");
        };
        match parent.kind() {
            "parenthesized_expression" => Ok(vec![parent]),
            "expression_statement" | "comparison_operator" => Ok(Vec::new()),
            "assignment" if is_field(parent, "right", node) => self.assigned(parent),
            "argument_list" | "keyword_argument" => self.passed(node, parent),
            "list" | "tuple" if children(parent).len() == 1 => {
                let outer = self.file.parent(parent);
                match outer.map(|outer| outer.kind()) {
                    Some("argument_list" | "keyword_argument") => Ok(vec![parent]),
                    _ => other("it is put into a list"),
                }
            }
            "list" | "tuple" | "set" => other("it is one of several texts"),
            "return_statement" => self.returned(parent),
            "attribute" => {
                let name = parent.child_by_field_name("attribute");
                let name = name.map_or("", |name| self.file.of(name));
                other(&format!("`.{name}` may change it"))
            }
            "augmented_assignment" => other("it is added to another text"),
            "interpolation" => other("it is put into another text"),
            "conditional_expression" => other("it is one of several texts"),
            "binary_operator" => other("it is put together with another value"),
            "pair" | "dictionary" => other("it is put into a dictionary"),
            kind => other(&format!(
                "it is used in a way that is not understood (`{kind}`)"
            )),
        }
    }

    fn assigned(&self, assignment: Node<'t>) -> Result<Vec<Node<'t>>, Why> {
        let Some(left) = assignment.child_by_field_name("left") else {
            return Err(Why::new(assignment, "an assignment is not understood"));
        };
        let mut next = match left.kind() {
            "identifier" => {
                let variable = self.only(left)?;
                let mut uses = variable.uses;
                if variable.scope.kind() == "class_definition" {
                    uses.extend(self.members(left, 0)?);
                }
                uses
            }
            "attribute" => {
                let name = left.child_by_field_name("attribute").unwrap_or(left);
                if !self.names.bindings(self.file.of(name)).is_empty() {
                    let message = format!("`{}` may be another value", self.file.of(left));
                    return Err(Why::new(left, message));
                }
                self.members(name, 1)?
            }
            _ => return Err(Why::new(left, "what it is assigned to is not one name")),
        };
        // `a = b = …`
        let outer = self.file.parent(assignment);
        if outer.is_some_and(|outer| is_field(outer, "right", assignment)) {
            next.push(assignment);
        }
        Ok(next)
    }

    /// The variable that an identifier binds, if nothing else binds it.
    fn only(&self, node: Node<'t>) -> Result<Variable<'t>, Why> {
        let name = self.file.of(node);
        let Some(variable) = self.names.variable(self.file, node) else {
            return Err(Why::new(
                node,
                format!("`{name}` may be changed from elsewhere"),
            ));
        };
        match variable.bindings.as_slice() {
            [_] if !self.names.is_set_outside(self.file, name) => Ok(variable),
            _ => {
                let message = format!("`{name}` is given more than one value");
                Err(Why::new(node, message))
            }
        }
    }

    /// The places that read an attribute of a name, if no more than so many set it.
    fn members(&self, name: Node<'t>, most: usize) -> Result<Vec<Node<'t>>, Why> {
        let word = self.file.of(name);
        let all = self.names.attributes(word);
        let set = all.iter().filter(|one| one.role != Role::Use);
        if set.count() > most || self.names.anything().is_some() {
            let message = format!("the attribute `{word}` is given more than one value");
            return Err(Why::new(name, message));
        }
        let read = all.iter().filter(|one| one.role == Role::Use);
        Ok(read.map(|one| one.node).collect())
    }

    fn passed(&self, node: Node<'t>, parent: Node<'t>) -> Result<Vec<Node<'t>>, Why> {
        let list = match parent.kind() {
            "keyword_argument" => self.file.parent(parent).unwrap_or(parent),
            _ => parent,
        };
        let Some(call) = self.file.parent(list).filter(|call| call.kind() == "call") else {
            return Err(Why::new(
                parent,
                "it is passed on in a way that is not understood",
            ));
        };
        let function = call.child_by_field_name("function").unwrap_or(call);
        let shown: String = self.file.of(function).chars().take(40).collect();
        if let Some(compiling) = compiling(self.file, self.names, call) {
            return match compiling.fate(self.file, node, self.define) {
                Fate::Compiled if compiling.path == "pyopencl.Program" => self.built(),
                Fate::Compiled => {
                    let place = span(&call.byte_range());
                    self.compiled.borrow_mut().push(place);
                    Ok(Vec::new())
                }
                Fate::Changed(why) => Err(why),
                Fate::Unknown => {
                    let message = format!("`{shown}` does not take it as the text to compile");
                    Err(Why::new(node, message))
                }
            };
        }
        let path = path(self.file, self.names, function);
        if path.is_some_and(|path| READERS.contains(&path.as_str())) {
            return Ok(Vec::new());
        }
        if let Some(uses) = self.parameter(node, call) {
            return uses;
        }
        let message = format!("it is passed to `{shown}`, which may change it");
        Err(Why::new(node, message))
    }

    /// Options that programs of OpenCL are built with.
    fn built(&self) -> Result<Vec<Node<'t>>, Why> {
        for one in self.names.attributes("build") {
            let call = self
                .file
                .parent(one.node)
                .filter(|call| call.kind() == "call");
            let Some(call) = call else {
                return Err(Why::new(
                    one.node,
                    "it is not known how the program is built",
                ));
            };
            let all = arguments(self.file, call);
            let named = all.named.iter().filter(|(name, _)| *name == "options");
            let given = all
                .ordered
                .first()
                .into_iter()
                .chain(named.map(|(_, node)| node));
            for node in given {
                if let Some(why) = options(self.file, *node, self.define) {
                    return Err(why);
                }
            }
            if all.unpacked {
                return Err(Why::new(call, "it is not known how the program is built"));
            }
        }
        Ok(Vec::new())
    }

    /// Where the parameter is read that gets an argument, if the function is one of the file.
    fn parameter(&self, node: Node<'t>, call: Node<'t>) -> Option<Result<Vec<Node<'t>>, Why>> {
        let function = call.child_by_field_name("function")?;
        if function.kind() != "identifier" {
            return None;
        }
        let variable = self.names.variable(self.file, function)?;
        let [binding] = variable.bindings.as_slice() else {
            return None;
        };
        let definition = self.file.parent(*binding)?;
        let defines = definition.kind() == "function_definition"
            && is_field(definition, "name", *binding)
            && variable.scope.kind() != "class_definition"
            && self.file.parent(definition)?.kind() != "decorated_definition";
        if !defines {
            return None;
        }
        let given = arguments(self.file, call);
        let parameters = children(definition.child_by_field_name("parameters")?);
        let names: Option<Vec<Node<'t>>> = parameters.into_iter().map(parameter_name).collect();
        let names = names?;
        let found = match given.ordered.iter().position(|one| *one == node) {
            Some(number) => names.get(number).copied(),
            None => {
                let label = given.named.iter().find(|(_, one)| *one == node)?.0;
                names.into_iter().find(|one| self.file.of(*one) == label)
            }
        };
        if given.unpacked {
            return None;
        }
        Some(self.only(found?).map(|variable| variable.uses))
    }

    /// The calls of the function that returns a value.
    fn returned(&self, statement: Node<'t>) -> Result<Vec<Node<'t>>, Why> {
        let fail = || {
            Err(Why::new(
                statement,
                "it is not known where the function that returns it is called",
            ))
        };
        let mut at = statement;
        while let Some(parent) = self.file.parent(at) {
            at = parent;
            if matches!(
                at.kind(),
                "function_definition" | "lambda" | "class_definition"
            ) {
                break;
            }
        }
        let plain = at.kind() == "function_definition"
            && self
                .file
                .parent(at)
                .is_none_or(|parent| parent.kind() != "decorated_definition");
        let inside = within(at);
        let returns = inside.iter().filter(|one| one.kind() == "return_statement");
        let several = returns.count() > 1;
        let special = inside
            .iter()
            .any(|one| matches!(one.kind(), "yield" | "await" | "async"));
        let Some(name) = at.child_by_field_name("name").filter(|_| plain && !special) else {
            return fail();
        };
        if several {
            return Err(Why::new(
                statement,
                "the function returns one of several texts",
            ));
        }
        let variable = self.only(name)?;
        let mut uses = variable.uses;
        if variable.scope.kind() == "class_definition" {
            uses.extend(self.members(name, 0)?);
        }
        let call = |one: &Node<'t>| {
            let parent = self
                .file
                .parent(*one)
                .filter(|parent| parent.kind() == "call");
            parent.filter(|parent| is_field(*parent, "function", *one))
        };
        let calls: Option<Vec<Node<'t>>> = uses.iter().map(call).collect();
        calls.map_or_else(fail, Ok)
    }
}

/// The name of a parameter that may be given by place or by name.
fn parameter_name(node: Node<'_>) -> Option<Node<'_>> {
    match node.kind() {
        "identifier" => Some(node),
        "typed_parameter" => node.named_child(0).filter(|one| one.kind() == "identifier"),
        "default_parameter" | "typed_default_parameter" => node.child_by_field_name("name"),
        _ => None,
    }
}
