//! Which declarations of a file matter by themselves: kernels, and what is read although no kernel reaches it.

use super::sdk;
use crate::index::{Entry, Index};
use crate::kinds::DeclKind;
use crate::node::{Files, Node};
use crate::place::Role;
use crate::tree::Language;
use std::collections::HashSet;
use text::span::Span;

/// The declarations that matter by themselves.
#[derive(Default)]
pub(super) struct Found<'t, 'a> {
    /// Kernels with a body.
    pub kernels: Vec<Entry<'t, 'a>>,
    /// Templates of kernels of which there is no instance.
    pub templates: Vec<Entry<'t, 'a>>,
    /// What the file says of functions without a body.
    pub axioms: Vec<Entry<'t, 'a>>,
    /// Other functions of devices that have a body.
    pub functions: Vec<Entry<'t, 'a>>,
    /// The places of all declarations of kernels.
    pub declared: Vec<Span>,
}

/// Finds them.
pub(super) fn find<'t, 'a>(
    index: &Index<'t, 'a>,
    files: &Files,
    language: Language,
) -> Found<'t, 'a> {
    let mut found = Found::default();
    let mut instantiated = HashSet::new();
    for id in &index.functions {
        let Some(&entry) = index.entries.get(id) else {
            continue;
        };
        let node = entry.node;
        let has_body = node.parts().any(|part| part.kind == "CompoundStmt");
        // Kernels of a library are not the file's.
        if sdk::holds(files, node.place.span) {
            continue;
        }
        if !is_kernel(node, files) {
            if has_body && !entry.pattern && node.name().starts_with("__alp_axiom_") {
                found.axioms.push(entry);
            } else if has_body && !entry.pattern && is_of_device(node, files, language) {
                found.functions.push(entry);
            }
            continue;
        }
        found.declared.push(node.place.span);
        if entry.pattern {
            // A declaration without a body is not worth an instance.
            if has_body && entry.kind == DeclKind::FunctionDecl {
                found.templates.push(entry);
            }
        } else if has_body {
            instantiated.extend(entry.template);
            instantiated.extend(node.reference("TemplateInstantiationPattern"));
            found.kernels.push(entry);
        }
    }
    found.templates.retain(|entry| {
        !entry.template.is_some_and(|id| instantiated.contains(&id))
            && !instantiated.contains(&entry.node.id)
    });
    found
}

/// Whether a function of the file is for devices: in OpenCL each is.
fn is_of_device(node: &Node<'_>, files: &Files, language: Language) -> bool {
    let file = files.files.get(node.name_place.text_span().file as usize);
    let theirs = file.is_some_and(|file| file.role != Role::Own);
    let marked = match language {
        Language::OpenCl => true,
        Language::Cuda => node.parts().any(|part| part.kind == "CUDADeviceAttr"),
    };
    theirs && marked
}

/// Whether a declaration is one of a kernel.
pub(super) fn is_kernel(node: &Node<'_>, files: &Files) -> bool {
    node.parts().any(|part| match &*part.kind {
        "CUDAGlobalAttr" | "DeviceKernelAttr" | "OpenCLKernelAttr" => true,
        "AnnotateAttr" => files.text(part.place.span).starts_with("__global__"),
        _ => false,
    })
}
