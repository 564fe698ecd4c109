//! Requests with parameters of their own.

use crate::known::Known;
use crate::nodes::Place;
use crate::rpc::Error;
use crate::server::{Answer, Entry, OfDocument, Server, read};
use crate::{completion, hover, inlay, lens, references};
use gen_lsp_types::{Range, ReferenceParams, TextDocumentPositionParams};
use serde::Deserialize;
use serde_json::{Value, json};

impl Server {
    /// A place in a program; none in what is no program of ours.
    fn place(&self, params: &TextDocumentPositionParams) -> Result<Option<(&Entry, Place)>, Error> {
        let uri = &params.text_document.uri;
        if self.others.contains(uri.as_ref()) {
            return Ok(None);
        }
        let (entry, file) = self.entry(uri)?;
        let found = entry.program.file(file).map(|(lines, source)| {
            let offset = lines.lines.offset(&source.text, params.position);
            (entry, Place { file, offset })
        });
        Ok(found)
    }

    /// What is known of the kernels of the document that a request names, if it has any.
    fn known(&self, params: &Value) -> Result<Option<Known<'_>>, Error> {
        let OfDocument { text_document } = read(params.clone())?;
        let sheet = self.kernels.get(text_document.uri.as_ref());
        Ok(sheet.map(Known::of))
    }

    /// What is said of what stands at a place.
    pub(super) fn hover(&self, params: Value) -> Answer {
        if let Some(known) = self.known(&params)? {
            let params: TextDocumentPositionParams = read(params)?;
            return Ok(json!(known.hover(params.position)));
        }
        self.at_place(params, |entry, place, said| {
            json!(hover::hover(&entry.program, &entry.nodes, place, said))
        })
    }

    /// The lines above methods and kernels.
    pub(super) fn lenses(&self, params: Value) -> Answer {
        if let Some(known) = self.known(&params)? {
            return Ok(json!(known.lenses()));
        }
        self.of_document(params, |entry, uri, file| {
            let running = entry.running.is_some() || entry.due.is_some();
            json!(lens::lenses(&entry.program, uri, file, running))
        })
    }

    /// What may be written at a place; no answer if that takes a while.
    pub(super) fn complete(&self, id: &Value, params: Value) -> Result<Option<Value>, Error> {
        let at: TextDocumentPositionParams = read(params.clone())?;
        if let Some(project) = self.projects.get(at.text_document.uri.as_ref()) {
            return Ok(self.complete_project(id, project, at.position));
        }
        let all = self.at_place(params, |entry, place, _| {
            json!(completion::completions(&entry.program, place))
        })?;
        Ok(Some(all))
    }

    /// Where what stands at a place is named.
    pub(super) fn references(&self, params: Value) -> Answer {
        let params: ReferenceParams = read(params)?;
        let declaration = params.context.include_declaration;
        let place = self.place(&params.text_document_position_params)?;
        Ok(place.map_or(Value::Null, |(entry, place)| {
            let (program, nodes) = (&entry.program, &entry.nodes);
            json!(references::references(program, nodes, place, declaration))
        }))
    }

    /// Whether what stands at a place can be renamed, and its name.
    pub(super) fn renamable(&self, params: Value) -> Answer {
        let params: TextDocumentPositionParams = read(params)?;
        let Some((entry, place)) = self.place(&params)? else {
            return Ok(Value::Null);
        };
        let (range, name) = references::renamable(&entry.program, &entry.nodes, place)?;
        Ok(json!({"range": range, "placeholder": name}))
    }

    /// The edits that rename what stands at a place.
    pub(super) fn rename(&self, params: Value) -> Answer {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Params {
            #[serde(flatten)]
            at: TextDocumentPositionParams,
            new_name: String,
        }
        let Params { at, new_name } = read(params)?;
        let Some((entry, place)) = self.place(&at)? else {
            return Ok(Value::Null);
        };
        let (program, nodes) = (&entry.program, &entry.nodes);
        let versioned = self.client.versioned_edits;
        let edit = references::rename(program, nodes, place, &new_name, versioned)?;
        Ok(json!(edit))
    }

    /// The marks within a range of a document.
    pub(super) fn inlay_hints(&self, params: Value) -> Answer {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Params {
            range: Range,
        }
        let Params { range } = read(params.clone())?;
        let wanted = self.options.hints;
        if let Some(known) = self.known(&params)?.filter(|_| wanted) {
            return Ok(json!(known.hints(range)));
        }
        self.of_document(params, |entry, _, file| match wanted {
            true => json!(inlay::hints(&entry.program, file, range)),
            false => Value::Null,
        })
    }
}
