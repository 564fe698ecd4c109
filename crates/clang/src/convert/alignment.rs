//! Alignments that attributes ask for: of records and fields, and of names for types, which the types
//! here do not keep.

use super::{Converter, Res, fault};

use crate::kinds::{AttributeKind, DeclKind};
use crate::node::Node;
use crate::tree::Attribute;
use crate::types::TypeId;
use std::collections::HashMap;
use text::code::Code;

impl<'t, 'a> Converter<'t, 'a> {
    /// Whether a name in the written type of a field may give it another alignment than its type has.
    pub(super) fn is_aligned_by_name(&mut self, node: &'t Node<'a>, ty: TypeId) -> bool {
        if self.aligned_names.is_none() {
            self.aligned_names = Some(self.names_that_align());
        }
        let names = self
            .aligned_names
            .as_ref()
            .filter(|names| !names.is_empty());
        let Some(names) = names else {
            return false;
        };
        let natural = self.unit.align_of(ty);
        words(written_type(node)).any(|word| {
            // What these words stand for is not looked up.
            let computed = word == "decltype" || word.contains("typeof") || word == "auto";
            computed || names.get(word).is_some_and(|align| *align != natural)
        })
    }

    /// The names of types that a file gives an alignment, and of those that are made of them; none if
    /// it is not known, or names differ.
    fn names_that_align(&mut self) -> HashMap<String, Option<u64>> {
        let aliases =
            self.index.entries.values().filter(|entry| {
                matches!(entry.kind, DeclKind::TypedefDecl | DeclKind::TypeAliasDecl)
            });
        let aliases: Vec<&'t Node<'a>> = aliases.map(|entry| entry.node).collect();
        let mut names: HashMap<String, Option<u64>> = HashMap::new();
        for node in &aliases {
            if !node.parts().any(|part| part.kind == "AlignedAttr") {
                continue;
            }
            let align = self.attributes(node);
            let align = align.and_then(|all| alignment(&all)).ok().flatten();
            let known = names.entry(node.name().to_owned()).or_insert(align);
            if *known != align {
                *known = None;
            }
        }
        let mut before = 0;
        while names.len() > before {
            before = names.len();
            for node in &aliases {
                let made_of_one = words(written_type(node)).any(|word| names.contains_key(word));
                if made_of_one && !names.contains_key(node.name()) {
                    names.insert(node.name().to_owned(), None);
                }
            }
        }
        names
    }
}

/// A declaration's type as it is written.
fn written_type<'n>(node: &'n Node<'_>) -> &'n str {
    let ty = node
        .data
        .get("type")
        .and_then(|ty| ty.get("qualType")?.text());
    ty.unwrap_or("")
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
}

/// The alignment that attributes ask for, in bytes.
pub(super) fn alignment(attributes: &[Attribute]) -> Res<Option<u64>> {
    let mut most = None;
    let aligned = |attribute: &&Attribute| attribute.kind == AttributeKind::AlignedAttr;
    for attribute in attributes.iter().filter(aligned) {
        let said = attribute.values.first().copied();
        let said = said.and_then(|value| u64::try_from(value).ok());
        let Some(align) = said.filter(|align| align.is_power_of_two()) else {
            let message = "an alignment that is not written as a number";
            return Err(fault(Code::K004, attribute.place.span, message));
        };
        most = most.max(Some(align));
    }
    Ok(most)
}
