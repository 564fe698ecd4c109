//! Instances of kernels that are templates and that no launch makes: a type that nothing names is taken
//! to be `float`, a condition is tried both ways. A number is never guessed. Whoever reads the answer is
//! told.

use super::named::Named;
use crate::convert::is_condition;
use crate::index::{Entry, Index};
use crate::kinds::DeclKind;
use crate::node::Node;

/// So many launches of one kernel are looked at.
const MOST: usize = 8;

/// So many instances of one kernel are tried. With more conditions than fit none is: a verdict about some
/// of them would read as one about all.
const MOST_INSTANCES: usize = 8;

/// An instance that the file does not name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Guess {
    /// The kernel's name without namespaces.
    pub kernel: String,
    /// The instance, as a program names it.
    pub text: String,
}

/// The instances to try of a template, from the most like the launches to the least.
pub(super) fn guesses(
    index: &Index<'_, '_>,
    entry: &Entry<'_, '_>,
    launches: &[Named],
) -> Vec<Guess> {
    let Some(path) = path(index, entry) else {
        return Vec::new();
    };
    let Some(template) = entry.template.and_then(|id| index.entries.get(&id)) else {
        return Vec::new();
    };
    let name = entry.node.name();
    let mut written: Vec<&[String]> = launches
        .iter()
        .filter(|launch| launch.is_of(name))
        .map(|launch| launch.arguments.as_slice())
        .take(MOST)
        .collect();
    if written.is_empty() {
        written.push(&[]);
    }
    let mut found = Vec::new();
    for written in written {
        for arguments in arguments(template.node, written) {
            let guess = Guess {
                kernel: name.to_owned(),
                text: format!("{path}{name}<{}>", arguments.join(", ")),
            };
            if !found.contains(&guess) {
                found.push(guess);
            }
        }
    }
    found
}

/// The namespaces that a function is in; `None` if it is in something else.
fn path(index: &Index<'_, '_>, entry: &Entry<'_, '_>) -> Option<String> {
    let (mut path, mut scope) = (String::new(), entry.scope);
    while scope != 0 {
        let around = index.entries.get(&scope)?;
        if around.kind != DeclKind::NamespaceDecl {
            return None;
        }
        let name = around.node.name();
        if !name.is_empty() {
            path = format!("{name}::{path}");
        }
        scope = around.scope;
    }
    Some(path)
}

/// Arguments for the parameters, once for each way the conditions among them may be; none if nothing is
/// known of a parameter.
fn arguments(template: &Node<'_>, written: &[String]) -> Vec<Vec<String>> {
    let mut ways: Vec<Vec<String>> = vec![Vec::new()];
    let parameters = template.parts().filter(|part| {
        matches!(
            &*part.kind,
            "TemplateTypeParmDecl" | "NonTypeTemplateParmDecl" | "TemplateTemplateParmDecl"
        )
    });
    for (at, parameter) in parameters.enumerate() {
        if parameter.flag("isParameterPack") {
            return Vec::new();
        }
        let written = written.get(at).map(String::as_str);
        let choices: &[&str] = match (&*parameter.kind, written) {
            (_, None) if is_condition(parameter) => &["false", "true"],
            (_, None) if parameter.data.get("defaultArg").is_some() => break,
            ("TemplateTypeParmDecl", Some(name)) if is_plain(name) => &[name],
            ("TemplateTypeParmDecl", _) => &["float"],
            ("NonTypeTemplateParmDecl", Some(value)) => &[value],
            _ => return Vec::new(),
        };
        ways = ways
            .iter()
            .flat_map(|way| {
                choices.iter().map(move |choice| {
                    let mut way = way.clone();
                    way.push((*choice).to_owned());
                    way
                })
            })
            .collect();
        if ways.len() > MOST_INSTANCES {
            return Vec::new();
        }
    }
    ways
}

/// Whether a type's name means the same everywhere.
fn is_plain(name: &str) -> bool {
    let words = [
        "bool", "char", "short", "int", "long", "signed", "unsigned", "float", "double", "half",
        "__half", "half2", "__half2", "float2", "float4", "int2", "int4", "int8_t", "uint8_t",
        "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t", "size_t",
    ];
    name.split_whitespace().all(|word| words.contains(&word))
}
