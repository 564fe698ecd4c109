//! What names stand for: which occurrences bind a name, and in which scope.
//!
//! An occurrence is a use only if its place in the tree is on the list [`role`]; every other occurrence
//! counts as one that binds.

use crate::tree::{File, is_field};
use std::collections::HashMap;
use tree_sitter::Node;

/// What an occurrence of an identifier does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// It reads the name's value.
    Use,
    /// It may give the name a value, or take it away.
    Binding,
    /// It is the name of an attribute or of a parameter of a call.
    Label,
}

/// Words that reach names past the grammar.
const REFLECTION: [&str; 21] = [
    "mock",
    "mocker",
    "monkeypatch",
    "exec",
    "eval",
    "execfile",
    "globals",
    "locals",
    "vars",
    "setattr",
    "delattr",
    "__dict__",
    "__globals__",
    "__builtins__",
    "__setattr__",
    "__import__",
    "f_globals",
    "_getframe",
    "importlib",
    "builtins",
    "f_locals",
];

/// Variables, of programs and of their environment, with flags of compilers.
const FLAGS: [&str; 3] = [
    "DEFAULT_NVCC_FLAGS",
    "NVCC_APPEND_FLAGS",
    "NVCC_PREPEND_FLAGS",
];

/// Those that also name methods of other things, such as `model.eval()`.
const METHODS: [&str; 5] = ["exec", "eval", "locals", "globals", "vars"];

/// Whether an identifier or attribute at this place is read, bound, or only a label.
pub(crate) fn role<'t>(file: &File<'t>, node: Node<'t>) -> Role {
    let Some(parent) = file.parent(node) else {
        return Role::Binding;
    };
    let field = |name: &str| is_field(parent, name, node);
    match parent.kind() {
        "type" if is_declared(file, parent) => Role::Binding,
        "dotted_name" => role_in_dotted(file, node, parent),
        "attribute" if field("attribute") => Role::Label,
        "keyword_argument" if field("name") && !field("value") => Role::Label,
        "assignment" | "augmented_assignment" if field("left") => Role::Binding,
        "default_parameter" | "typed_default_parameter" | "named_expression" if !field("value") => {
            Role::Binding
        }
        "for_statement" | "for_in_clause" if field("left") => Role::Binding,
        // A tuple, list or parenthesis may be a target in Python although the grammar has it as a value.
        "tuple" | "list" | "parenthesized_expression" | "expression_list" => {
            match is_target(file, parent) {
                true => Role::Binding,
                false => Role::Use,
            }
        }
        "attribute"
        | "subscript"
        | "slice"
        | "call"
        | "argument_list"
        | "keyword_argument"
        | "binary_operator"
        | "unary_operator"
        | "boolean_operator"
        | "not_operator"
        | "comparison_operator"
        | "conditional_expression"
        | "lambda"
        | "interpolation"
        | "expression_statement"
        | "return_statement"
        | "assert_statement"
        | "raise_statement"
        | "if_statement"
        | "elif_clause"
        | "while_statement"
        | "for_statement"
        | "for_in_clause"
        | "if_clause"
        | "assignment"
        | "augmented_assignment"
        | "named_expression"
        | "default_parameter"
        | "typed_default_parameter"
        | "dictionary"
        | "set"
        | "pair"
        | "list_comprehension"
        | "set_comprehension"
        | "dictionary_comprehension"
        | "generator_expression"
        | "await"
        | "yield"
        | "list_splat"
        | "dictionary_splat"
        | "print_statement"
        | "type"
        | "decorator"
        | "format_expression"
        | "chevron"
        | "with_item" => Role::Use,
        _ => Role::Binding,
    }
}

/// Whether an expression is what a call calls: `x.modules()` of torch is not the table of modules.
fn is_called<'t>(file: &File<'t>, node: Node<'t>) -> bool {
    let parent = file.parent(node).filter(|parent| parent.kind() == "call");
    parent.is_some_and(|call| is_field(call, "function", node))
}

/// Whether a type is a name that `type T = …` or the parameters of a generic function give.
fn is_declared<'t>(file: &File<'t>, node: Node<'t>) -> bool {
    let parent = file.parent(node);
    parent.is_some_and(|parent| matches!(parent.kind(), "type_alias_statement" | "type_parameter"))
}

/// What an identifier of a dotted name does: imports bind the first part, or the name after `as`.
fn role_in_dotted<'t>(file: &File<'t>, node: Node<'t>, dotted: Node<'t>) -> Role {
    let Some(parent) = file.parent(dotted) else {
        return Role::Binding;
    };
    let first = dotted.named_child(0) == Some(node);
    match parent.kind() {
        "aliased_import" | "relative_import" | "future_import_statement" => Role::Label,
        "import_from_statement" if is_field(parent, "module_name", dotted) => Role::Label,
        "import_statement" if !first => Role::Label,
        _ => Role::Binding,
    }
}

/// Whether a tuple, list or parenthesis is assigned to, or may be.
fn is_target<'t>(file: &File<'t>, node: Node<'t>) -> bool {
    let Some(parent) = file.parent(node) else {
        return true;
    };
    match parent.kind() {
        "assignment" | "augmented_assignment" | "for_statement" | "for_in_clause" => {
            is_field(parent, "left", node)
        }
        "tuple" | "list" | "parenthesized_expression" | "expression_list" => {
            is_target(file, parent)
        }
        "delete_statement" | "as_pattern" | "as_pattern_target" | "with_item" => true,
        kind => kind.ends_with("pattern") || kind.ends_with("pattern_list"),
    }
}

/// An occurrence of a name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Occurrence<'t> {
    pub(crate) node: Node<'t>,
    pub(crate) role: Role,
    /// The class, function or module around it in which it would be bound.
    scope: Node<'t>,
}

/// The occurrences of an identifier.
#[derive(Default)]
struct Entry<'t> {
    bindings: Vec<Occurrence<'t>>,
    uses: Vec<Occurrence<'t>>,
}

/// All names of a file.
pub(crate) struct Names<'t> {
    identifiers: HashMap<&'t str, Entry<'t>>,
    /// By the attribute's name, the whole `a.b`.
    attributes: HashMap<&'t str, Vec<Occurrence<'t>>>,
    /// Names of `global` and `nonlocal`.
    shared: Vec<&'t str>,
    /// What may give any name a value: `import *`, or a word of [`REFLECTION`].
    anything: Option<Node<'t>>,
}

impl<'t> Names<'t> {
    pub(crate) fn new(file: &File<'t>) -> Names<'t> {
        let mut names = Names {
            identifiers: HashMap::new(),
            attributes: HashMap::new(),
            shared: Vec::new(),
            anything: None,
        };
        // Compilers have flags beside those of a call.
        let text = file.of(file.root);
        if FLAGS.iter().any(|name| text.contains(name)) {
            names.anything = Some(file.root);
        }
        for node in file.nodes() {
            match node.kind() {
                "identifier" => names.add(file, node),
                "attribute" => {
                    let Some(name) = node.child_by_field_name("attribute") else {
                        continue;
                    };
                    let found = Occurrence {
                        node,
                        role: role(file, node),
                        scope: scope(file, node),
                    };
                    let all = names.attributes.entry(file.of(name)).or_default();
                    all.push(found);
                }
                "wildcard_import" | "exec_statement" => {
                    names.anything = names.anything.or(Some(node))
                }
                _ => {}
            }
        }
        names
    }

    fn add(&mut self, file: &File<'t>, node: Node<'t>) {
        let name = file.of(node);
        let parent = file.parent(node);
        let modules = || name == "modules" && parent.is_some_and(|parent| !is_called(file, parent));
        let role = role(file, node);
        let reflects =
            REFLECTION.contains(&name) && !(role == Role::Label && METHODS.contains(&name));
        // Python takes letters of different scripts for the same name.
        if reflects || modules() || !name.is_ascii() {
            self.anything = self.anything.or(Some(node));
        }
        let shares =
            |parent: Node<'_>| matches!(parent.kind(), "global_statement" | "nonlocal_statement");
        if parent.is_some_and(shares) {
            self.shared.push(name);
        }
        let found = Occurrence {
            node,
            role,
            scope: scope(file, node),
        };
        let entry = self.identifiers.entry(name).or_default();
        match role {
            Role::Label => {}
            Role::Use => entry.uses.push(found),
            Role::Binding => entry.bindings.push(found),
        }
    }

    /// What may give any name a value, past what the tree shows.
    pub(crate) fn anything(&self) -> Option<Node<'t>> {
        self.anything
    }

    /// All occurrences of an identifier that bind it, in whatever scope.
    pub(crate) fn bindings(&self, name: &str) -> Vec<Node<'t>> {
        let all = self.identifiers.get(name).into_iter();
        all.flat_map(|entry| &entry.bindings)
            .map(|one| one.node)
            .collect()
    }

    /// Whether an attribute of that name is set on what may be a module, and so a variable of a module.
    pub(crate) fn is_set_outside(&self, file: &File<'t>, name: &str) -> bool {
        // Another name, and what a function gives, may be a module.
        let set = self.attributes(name).iter();
        set.filter(|one| one.role == Role::Binding).any(|one| {
            let object = one.node.child_by_field_name("object");
            object.is_none_or(|object| file.of(object) != "self")
        })
    }

    /// Whether `global` or `nonlocal` names it.
    pub(crate) fn is_shared(&self, name: &str) -> bool {
        self.shared.contains(&name)
    }

    /// The attributes of a name, `a.name` as a whole.
    pub(crate) fn attributes(&self, name: &str) -> &[Occurrence<'t>] {
        self.attributes.get(name).map_or(&[], Vec::as_slice)
    }

    /// The occurrences that bind the variable that an identifier stands for. None if `global` or `nonlocal`
    /// name it, or anything may bind it.
    pub(crate) fn bound(&self, file: &File<'t>, node: Node<'t>) -> Option<Vec<Node<'t>>> {
        let name = file.of(node);
        if self.anything.is_some() || self.is_shared(name) {
            return None;
        }
        let entry = self.identifiers.get(name)?;
        let owner = owner(file, &entry.bindings, scope(file, node));
        let all = entry.bindings.iter();
        let mine = all.filter(|one| self::owner(file, &entry.bindings, one.scope) == owner);
        Some(mine.map(|one| one.node).collect())
    }

    /// As [`Names::bound`], with those that read it.
    pub(crate) fn variable(&self, file: &File<'t>, node: Node<'t>) -> Option<Variable<'t>> {
        let bindings = self.bound(file, node)?;
        let entry = self.identifiers.get(file.of(node))?;
        let scope = owner(file, &entry.bindings, self::scope(file, node));
        let uses = entry.uses.iter();
        let mine = uses.filter(|one| owner(file, &entry.bindings, one.scope) == scope);
        Some(Variable {
            scope,
            bindings,
            uses: mine.map(|one| one.node).collect(),
        })
    }
}

/// The scope whose name is meant inside a scope: the first around it that binds the name.
fn owner<'t>(file: &File<'t>, bindings: &[Occurrence<'t>], innermost: Node<'t>) -> Node<'t> {
    let mut at = innermost;
    loop {
        let binds = bindings.iter().any(|one| one.scope == at);
        // Functions in a class do not see the names of its body.
        let seen = at == innermost || at.kind() != "class_definition";
        if file.parent(at).is_none() || binds && seen {
            return at;
        }
        // The name of a function or class is bound in the scope around it.
        at = scope(file, at);
    }
}

/// A name in the scope that binds it.
#[derive(Clone, Debug)]
pub(crate) struct Variable<'t> {
    pub(crate) scope: Node<'t>,
    pub(crate) bindings: Vec<Node<'t>>,
    pub(crate) uses: Vec<Node<'t>>,
}

/// The module, class or function around a node in which a name there is bound. Comprehensions and lambdas
/// count as part of the scope around them, so that their names are bound there as well: more bindings.
fn scope<'t>(file: &File<'t>, node: Node<'t>) -> Node<'t> {
    let mut at = node;
    while let Some(parent) = file.parent(at) {
        match parent.kind() {
            // A parameter; its value and type stand outside.
            "default_parameter" | "typed_default_parameter" | "typed_parameter"
                if is_field(parent, "value", at) || is_field(parent, "type", at) =>
            {
                break;
            }
            "default_parameter"
            | "typed_default_parameter"
            | "typed_parameter"
            | "list_splat_pattern"
            | "dictionary_splat_pattern"
            | "tuple_pattern" => at = parent,
            "parameters" => return file.parent(parent).unwrap_or(parent),
            _ => break,
        }
    }
    file.body_of(node)
}
