//! Inline declarations that mention themselves.

use super::resolver::Resolver;
use crate::ast::NodeId;
use std::collections::BTreeSet;
use text::code::Code;
use text::diagnostics::Diagnostic;

impl Resolver<'_> {
    /// Notes that the inline declaration being walked mentions an inline one.
    pub(super) fn mentions(&mut self, id: NodeId) {
        if let (true, Some(from)) = (self.here.inline, self.here.callable) {
            self.inlined.entry(from).or_default().insert(id);
        }
    }

    /// Reports inline declarations that can never be written out.
    pub(super) fn cyclic_inlining(&mut self) {
        let names: Vec<NodeId> = self.inlined.keys().copied().collect();
        for id in names {
            let mut reached: BTreeSet<NodeId> = BTreeSet::new();
            let mut next: Vec<NodeId> = vec![id];
            while let Some(at) = next.pop() {
                for &mentioned in self.inlined.get(&at).into_iter().flatten() {
                    if reached.insert(mentioned) {
                        next.push(mentioned);
                    }
                }
            }
            if !reached.contains(&id) {
                continue;
            }
            if let Some(signature) = self.globals.signatures.get(&id) {
                let name = &signature.name;
                let diagnostic = Diagnostic::error(
                    Code::N015,
                    signature.span,
                    format!("`{name}` is inline and mentions itself, so writing it out has no end"),
                )
                .with_help("leave out `inline`");
                self.report(diagnostic);
            }
        }
    }
}
