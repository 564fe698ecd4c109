//! What clang left of a file, kept so that it can be converted again, with changes, without clang.

use super::session::{Outcome, Session, files};
use super::{kernels, on_large_stack};
use crate::convert::Fault;
use crate::find::Program;
use crate::messages;
use crate::request::{Reading, Request};

/// What clang left of a file.
pub struct Recording {
    outcome: Outcome,
    folder: tempfile::TempDir,
    main: &'static str,
}

impl Recording {
    pub(super) fn new(request: &Request, program: &Program) -> Result<Self, Fault> {
        let mut session = Session::new(request, program)?;
        let outcome = session.outcome()?;
        let (folder, main) = session.into_place();
        Ok(Recording {
            outcome,
            folder,
            main,
        })
    }

    /// Clang's tree, as it was written.
    pub fn tree(&self) -> &[u8] {
        &self.outcome.output.tree
    }

    /// Clang's messages, as they were written.
    pub fn messages(&self) -> &str {
        &self.outcome.output.messages
    }

    /// Puts another tree and other messages in place of clang's.
    pub fn change(&mut self, tree: Vec<u8>, said: String) {
        self.outcome.messages = messages::parse(&said);
        self.outcome.output.tree = tree;
        self.outcome.output.messages = said;
    }

    /// What [`super::read`] makes of it, for the request that it was recorded for.
    pub fn replay(&self, request: &Request) -> Reading {
        on_large_stack(request, || {
            let mut files = files(request, &self.outcome, self.folder.path(), self.main);
            kernels::convert(request, &self.outcome, &mut files).map(|(reading, _)| reading)
        })
    }
}
