//! What an expression is called where it comes from: `cp.RawKernel` is `cupy.RawKernel` after
//! `import cupy as cp`.

use crate::bindings::Names;
use crate::tree::{File, bare, children, is_field};
use tree_sitter::Node;

/// The full name of a module's member, of a module, or of what Python has itself (`builtins.print`). None
/// if the name may stand for anything else.
pub(crate) fn path<'t>(file: &File<'t>, names: &Names<'t>, node: Node<'t>) -> Option<String> {
    let mut node = bare(node);
    let mut members = Vec::new();
    while node.kind() == "attribute" {
        members.push(file.of(node.child_by_field_name("attribute")?));
        node = bare(node.child_by_field_name("object")?);
    }
    let mut path = match node.kind() {
        "identifier" => root(file, names, node)?,
        _ => return None,
    };
    for member in members.into_iter().rev() {
        path.push('.');
        path.push_str(member);
    }
    // A member that the file replaces is another.
    let replaced = path.split('.').skip(1).any(|member| {
        let all = names.attributes(member).iter();
        all.clone()
            .any(|one| one.role != crate::bindings::Role::Use)
            && names.is_set_outside(file, member)
    });
    (!replaced).then_some(path)
}

fn root<'t>(file: &File<'t>, names: &Names<'t>, node: Node<'t>) -> Option<String> {
    let bindings = names.bound(file, node)?;
    let mut found: Option<String> = None;
    for binding in &bindings {
        if is_none(file, *binding) {
            continue;
        }
        let path = imported(file, *binding)?;
        if found.as_ref().is_some_and(|found| *found != path) {
            return None;
        }
        found = Some(path);
    }
    match (found, bindings.is_empty()) {
        (Some(path), _) => Some(path),
        (None, true) => Some(format!("builtins.{}", file.of(node))),
        (None, false) => None,
    }
}

/// Whether a binding gives `None`, as where a module is not there.
fn is_none<'t>(file: &File<'t>, binding: Node<'t>) -> bool {
    let parent = file
        .parent(binding)
        .filter(|parent| parent.kind() == "assignment");
    parent.is_some_and(|parent| {
        is_field(parent, "left", binding)
            && parent
                .child_by_field_name("right")
                .is_some_and(|right| file.of(right) == "None")
    })
}

/// What an import binds a name to.
fn imported<'t>(file: &File<'t>, binding: Node<'t>) -> Option<String> {
    let parent = file.parent(binding)?;
    let (name, statement) = match parent.kind() {
        "aliased_import" => (parent.child_by_field_name("name")?, file.parent(parent)?),
        "dotted_name" => (parent, file.parent(parent)?),
        _ => return None,
    };
    let dotted = |node: Node<'t>| -> String {
        let parts: Vec<&str> = children(node).iter().map(|part| file.of(*part)).collect();
        parts.join(".")
    };
    match statement.kind() {
        "import_statement" if parent.kind() == "dotted_name" => Some(file.of(binding).to_owned()),
        "import_statement" => Some(dotted(name)),
        "import_from_statement" => {
            let module = statement.child_by_field_name("module_name")?;
            let absolute = module.kind() == "dotted_name";
            absolute.then(|| format!("{}.{}", dotted(module), dotted(name)))
        }
        _ => None,
    }
}
