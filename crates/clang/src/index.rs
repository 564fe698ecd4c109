//! All declarations of clang's tree by number, and type names by where they are declared.

use std::collections::{HashMap, HashSet};

use crate::kinds::DeclKind;
use crate::node::{Node, identity};
use crate::place::Place;

/// A declaration and what it is in.
#[derive(Clone, Copy)]
pub(crate) struct Entry<'t, 'a> {
    pub node: &'t Node<'a>,
    pub kind: DeclKind,
    /// The namespace, class or function that it is in; 0 for none.
    pub scope: u64,
    /// Whether it is part of a template that is no instance.
    pub pattern: bool,
    /// The template that it is an instance or the pattern of.
    pub template: Option<u64>,
}

#[derive(Default)]
pub(crate) struct Index<'t, 'a> {
    pub entries: HashMap<u64, Entry<'t, 'a>>,
    /// Types and namespaces by scope and name; a template's instances are under its name.
    names: HashMap<(u64, String), Vec<u64>>,
    /// The same by name alone.
    anywhere: HashMap<String, Vec<u64>>,
    /// Namespaces by name alone, each once.
    spaces: HashMap<String, Vec<u64>>,
    /// Records and enumerations by file and offset of their name or keyword.
    pub by_place: HashMap<(u32, u32), Vec<u64>>,
    /// The namespace that one which is opened again belongs to.
    namespaces: HashMap<u64, u64>,
    /// A later declaration's first one.
    roots: HashMap<u64, u64>,
    /// The declaration with the body, by first declaration.
    definitions: HashMap<u64, u64>,
    /// Functions in the order of the text.
    pub functions: Vec<u64>,
    /// Lambdas by the number of their closure's class.
    pub lambdas: HashMap<u64, &'t Node<'a>>,
    /// Declarations of a kind that is not known.
    pub unknown: Vec<(String, Place)>,
}

impl<'t, 'a> Index<'t, 'a> {
    pub(crate) fn new(root: &'t Node<'a>) -> Self {
        let mut index = Index::default();
        for part in root.parts() {
            index.walk(part, 0, false, None);
        }
        index.cut_rounds();
        index.define();
        index
    }

    /// Every way outwards comes to an end, also in a tree that clang would not write.
    fn cut_rounds(&mut self) {
        let mut ids: Vec<u64> = self.entries.keys().copied().collect();
        ids.sort_unstable();
        let mut good: HashSet<u64> = HashSet::new();
        for id in ids {
            let mut way: HashSet<u64> = HashSet::from([id]);
            let mut at = id;
            while let Some(entry) = self.entries.get_mut(&at) {
                if entry.scope == 0 || good.contains(&entry.scope) {
                    break;
                }
                if !way.insert(entry.scope) {
                    entry.scope = 0;
                    break;
                }
                at = entry.scope;
            }
            good.extend(way);
        }
    }

    fn walk(&mut self, node: &'t Node<'a>, scope: u64, pattern: bool, template: Option<u64>) {
        let Some(kind) = DeclKind::of(&node.kind) else {
            if node.kind == "LambdaExpr"
                && let Some(class) = node.parts().find(|part| part.kind == "CXXRecordDecl")
            {
                self.lambdas.entry(class.id).or_insert(node);
            }
            if node.kind.ends_with("Decl") {
                self.unknown.push((node.kind.to_string(), node.place));
            }
            for part in node.parts() {
                self.walk(part, scope, pattern, None);
            }
            return;
        };
        let instance = node.parts().any(|part| part.kind == "TemplateArgument");
        let pattern = pattern
            || matches!(kind, DeclKind::ClassTemplatePartialSpecializationDecl)
            || (template.is_some() && !instance);
        let mut inside = scope;
        let mut below = None;
        match kind {
            DeclKind::NamespaceDecl => {
                inside = self.namespace(node, scope);
            }
            DeclKind::FunctionTemplateDecl
            | DeclKind::ClassTemplateDecl
            | DeclKind::VarTemplateDecl => {
                below = Some(node.id);
            }
            DeclKind::CXXRecordDecl
            | DeclKind::RecordDecl
            | DeclKind::ClassTemplateSpecializationDecl
            | DeclKind::ClassTemplatePartialSpecializationDecl
            | DeclKind::EnumDecl => {
                // The class's own name inside of it refers to itself, which clang prints as a class.
                let injected = node.flag("isImplicit")
                    && self
                        .entries
                        .get(&scope)
                        .is_some_and(|outer| outer.node.name() == node.name())
                    && !node.name().is_empty();
                if injected {
                    return;
                }
                inside = node.id;
                if !pattern {
                    self.name(scope, node);
                }
                let span = node.name_place.span;
                let at = self.by_place.entry((span.file, span.start)).or_default();
                if !at.contains(&node.id) {
                    at.push(node.id);
                }
            }
            DeclKind::NamespaceAliasDecl => {
                if let Some(id) = node.reference("aliasedNamespace") {
                    let id = self.namespaces.get(&id).copied().unwrap_or(id);
                    let all = self.spaces.entry(node.name().to_owned()).or_default();
                    if !all.contains(&id) {
                        all.push(id);
                    }
                    self.names.insert((scope, node.name().to_owned()), vec![id]);
                }
            }
            DeclKind::TypedefDecl | DeclKind::TypeAliasDecl if !pattern => {
                self.name(scope, node);
            }
            DeclKind::FunctionDecl
            | DeclKind::CXXMethodDecl
            | DeclKind::CXXConstructorDecl
            | DeclKind::CXXDestructorDecl
            | DeclKind::CXXConversionDecl => {
                inside = node.id;
                if !self.entries.contains_key(&node.id) {
                    self.functions.push(node.id);
                }
            }
            _ => {}
        }
        let entry = Entry {
            node,
            kind,
            scope,
            pattern,
            template,
        };
        // A declaration may be mentioned before or after it is shown in full.
        let fuller = self
            .entries
            .get(&node.id)
            .is_none_or(|known| known.node.inner.len() < node.inner.len());
        if node.id != 0 && fuller {
            self.entries.insert(node.id, entry);
        }
        if let Some(previous) = node.text("previousDecl").and_then(identity) {
            let root = self.roots.get(&previous).copied().unwrap_or(previous);
            self.roots.insert(node.id, root);
        }
        for part in node.inner.iter().chain(&node.filler).flatten() {
            self.walk(part, inside, pattern, below);
        }
    }

    /// A namespace is one however often it is opened.
    fn namespace(&mut self, node: &'t Node<'a>, scope: u64) -> u64 {
        let name = node.name().to_owned();
        let known = self
            .names
            .get(&(scope, name.clone()))
            .and_then(|ids| ids.first().copied());
        let first = known.unwrap_or_else(|| {
            self.spaces.entry(name.clone()).or_default().push(node.id);
            self.names.insert((scope, name), vec![node.id]);
            node.id
        });
        self.namespaces.insert(node.id, first);
        first
    }

    fn name(&mut self, scope: u64, node: &'t Node<'a>) {
        if node.name().is_empty() {
            return;
        }
        let mut scope = scope;
        loop {
            let ids = self
                .names
                .entry((scope, node.name().to_owned()))
                .or_default();
            if !ids.contains(&node.id) {
                ids.push(node.id);
            }
            // What is in a namespace without a name, or in an inline one, is seen outside as well.
            match self.entries.get(&scope) {
                Some(outer)
                    if outer.kind == DeclKind::NamespaceDecl
                        && (outer.node.name().is_empty() || outer.node.flag("isInline")) =>
                {
                    scope = outer.scope;
                }
                _ => break,
            }
        }
        let all = self.anywhere.entry(node.name().to_owned()).or_default();
        if !all.contains(&node.id) {
            all.push(node.id);
        }
    }

    fn define(&mut self) {
        for (&id, entry) in &self.entries {
            let defines = entry.node.flag("completeDefinition")
                || entry.kind == DeclKind::EnumDecl
                || entry
                    .node
                    .parts()
                    .any(|part| part.kind == "CompoundStmt" || part.kind == "CXXTryStmt")
                || (entry.kind == DeclKind::VarDecl
                    && (entry.node.data.get("init").is_some()
                        || entry.node.text("storageClass") != Some("extern")));
            if defines {
                self.definitions.insert(self.root(id), id);
            }
        }
    }

    /// The first declaration of what a declaration declares.
    pub(crate) fn root(&self, id: u64) -> u64 {
        self.roots.get(&id).copied().unwrap_or(id)
    }

    /// The declaration that defines it, or the one given.
    pub(crate) fn definition(&self, id: u64) -> Option<Entry<'t, 'a>> {
        let defining = self.definitions.get(&self.root(id)).copied().unwrap_or(id);
        self.entries.get(&defining).copied()
    }

    /// The scope outside of a scope.
    pub(crate) fn outside(&self, scope: u64) -> Option<u64> {
        (scope != 0).then(|| self.entries.get(&scope).map_or(0, |entry| entry.scope))
    }

    /// The types or namespaces of a name in one scope, without those around it.
    pub(crate) fn inside(&self, scope: u64, name: &str) -> &[u64] {
        self.names
            .get(&(scope, name.to_owned()))
            .map_or(&[], Vec::as_slice)
    }

    /// The types or namespaces that a name may mean in a scope: those of the nearest scope that has any,
    /// else all of that name.
    pub(crate) fn candidates(&self, scope: u64, name: &str) -> &[u64] {
        let mut scope = Some(scope);
        while let Some(at) = scope {
            let found = self.inside(at, name);
            if !found.is_empty() {
                return found;
            }
            scope = self.outside(at);
        }
        self.anywhere.get(name).map_or(&[], Vec::as_slice)
    }

    /// All types of a name, wherever they are declared.
    pub(crate) fn anywhere(&self, name: &str) -> &[u64] {
        self.anywhere.get(name).map_or(&[], Vec::as_slice)
    }

    /// All namespaces of a name, wherever they are.
    pub(crate) fn spaces(&self, name: &str) -> &[u64] {
        self.spaces.get(name).map_or(&[], Vec::as_slice)
    }

    /// The namespaces and classes that a declaration is in, outermost first.
    pub(crate) fn path(&self, scope: u64) -> Vec<u64> {
        let mut path = Vec::new();
        let mut at = Some(scope);
        while let Some(scope) = at {
            if scope != 0 {
                path.push(scope);
            }
            at = self.outside(scope);
        }
        path.reverse();
        path
    }
}
