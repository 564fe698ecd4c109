//! A file as Python's grammar has it.

use std::collections::HashMap;
use std::ops::Range;
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::span::Span;
use tree_sitter::{Node, Parser, Tree};

/// Deeper than this no expression is followed.
pub(crate) const DEEPEST: usize = 64;

/// Why something is not known, and where.
#[derive(Clone, Debug)]
pub(crate) struct Why {
    place: Range<usize>,
    message: String,
    help: Option<String>,
}

impl Why {
    pub(crate) fn new(node: Node<'_>, message: impl Into<String>) -> Why {
        Why::at(node.byte_range(), message)
    }

    pub(crate) fn at(place: Range<usize>, message: impl Into<String>) -> Why {
        Why {
            place,
            message: message.into(),
            help: None,
        }
    }

    pub(crate) fn with_help(mut self, help: impl Into<String>) -> Why {
        self.help = Some(help.into());
        self
    }

    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    pub(crate) fn diagnostic(self) -> Diagnostic {
        let message = format!("the text that is compiled is not known: {}", self.message);
        let found = Diagnostic::error(Code::K012, span(&self.place), message);
        found.with_usual_help(self.help.as_deref())
    }
}

/// A range of bytes as a place of a text.
pub(crate) fn span(range: &Range<usize>) -> Span {
    Span::new(0, range.start, range.end)
}

/// The tree of a text; none if the parser gives none.
pub(crate) fn parse(text: &str) -> Option<Tree> {
    let mut parser = Parser::new();
    parser
        .set_language(&tree_sitter_python::LANGUAGE.into())
        .ok()?;
    parser.parse(text, None)
}

/// A file and its tree.
pub(crate) struct File<'t> {
    pub(crate) text: &'t str,
    pub(crate) root: Node<'t>,
    /// What stands around each node, by its number: the tree itself finds that from its root.
    around: HashMap<usize, Around<'t>>,
}

#[derive(Clone, Copy)]
struct Around<'t> {
    parent: Node<'t>,
    /// The innermost body of a function or class, or the module.
    scope: Node<'t>,
}

impl<'t> File<'t> {
    pub(crate) fn new(text: &'t str, tree: &'t Tree) -> File<'t> {
        let root = tree.root_node();
        let mut around: HashMap<usize, Around<'t>> = HashMap::new();
        for parent in within(root) {
            let outer = around.get(&parent.id()).map_or(root, |known| known.scope);
            let opens = matches!(parent.kind(), "class_definition" | "function_definition");
            let mut cursor = parent.walk();
            for child in parent.children(&mut cursor) {
                let body = opens && is_field(parent, "body", child);
                let scope = if body { parent } else { outer };
                around.insert(child.id(), Around { parent, scope });
            }
        }
        File { text, root, around }
    }

    pub(crate) fn parent(&self, node: Node<'_>) -> Option<Node<'t>> {
        self.around.get(&node.id()).map(|known| known.parent)
    }

    /// The innermost function or class whose body a node stands in, or the module.
    pub(crate) fn body_of(&self, node: Node<'_>) -> Node<'t> {
        self.around
            .get(&node.id())
            .map_or(self.root, |known| known.scope)
    }

    pub(crate) fn of(&self, node: Node<'_>) -> &'t str {
        self.text.get(node.byte_range()).unwrap_or("")
    }

    /// The line of a place, from 1.
    pub(crate) fn line(&self, node: Node<'_>) -> usize {
        node.start_position().row + 1
    }

    /// All nodes, each before those in it.
    pub(crate) fn nodes(&self) -> Vec<Node<'t>> {
        within(self.root)
    }

    /// Where the grammar does not fit the text, if anywhere.
    pub(crate) fn error(&self) -> Option<Node<'t>> {
        let broken = |node: &Node<'t>| node.is_error() || node.is_missing();
        let any = self.root.has_error();
        any.then(|| self.nodes().into_iter().find(broken).unwrap_or(self.root))
    }
}

/// A node and all nodes in it, each before those in it.
pub(crate) fn within(node: Node<'_>) -> Vec<Node<'_>> {
    let mut found = Vec::new();
    let mut cursor = node.walk();
    loop {
        found.push(cursor.node());
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return found;
            }
        }
    }
}

/// The children that have a name in the grammar, comments left out.
pub(crate) fn children(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    let all = node.named_children(&mut cursor);
    all.filter(|child| child.kind() != "comment").collect()
}

/// Whether a node is what its parent has in a field.
pub(crate) fn is_field(parent: Node<'_>, field: &str, node: Node<'_>) -> bool {
    let mut cursor = parent.walk();
    parent
        .children_by_field_name(field, &mut cursor)
        .any(|child| child == node)
}

/// An expression without the parentheses around it.
pub(crate) fn bare(mut node: Node<'_>) -> Node<'_> {
    while node.kind() == "parenthesized_expression" {
        match children(node).as_slice() {
            [inner] => node = *inner,
            _ => return node,
        }
    }
    node
}

/// The arguments of a call.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arguments<'t> {
    pub(crate) ordered: Vec<Node<'t>>,
    pub(crate) named: Vec<(&'t str, Node<'t>)>,
    /// Whether more are unpacked from values.
    pub(crate) unpacked: bool,
}

/// The arguments of a call; one that is a generator counts as unpacked.
pub(crate) fn arguments<'t>(file: &File<'t>, call: Node<'t>) -> Arguments<'t> {
    let mut found = Arguments::default();
    let list = call.child_by_field_name("arguments");
    let Some(list) = list.filter(|list| list.kind() == "argument_list") else {
        found.unpacked = true;
        return found;
    };
    for argument in children(list) {
        match argument.kind() {
            "keyword_argument" => {
                let name = argument.child_by_field_name("name");
                let value = argument.child_by_field_name("value");
                match name.zip(value) {
                    Some((name, value)) => found.named.push((file.of(name), value)),
                    None => found.unpacked = true,
                }
            }
            "list_splat" | "dictionary_splat" => found.unpacked = true,
            _ => found.ordered.push(argument),
        }
    }
    found
}
