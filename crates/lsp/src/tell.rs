//! What the client is told without having asked.

use crate::messages;
use crate::rpc;
use crate::server::{Entry, Server};
use gen_lsp_types::{Diagnostic, Uri};
use serde_json::{Value, json};

impl Server {
    pub(super) fn log(&self, kind: u8, words: &str) {
        let params = json!({"type": kind, "message": words});
        let message = rpc::notification("window/logMessage", params);
        self.outbox.send(message);
    }

    /// A search that is given up with its text.
    pub(super) fn no_longer_wanted(&self, entry: &Entry) {
        if let Some((number, _)) = entry.running {
            self.end(number, "no longer wanted");
        }
    }

    pub(super) fn say(&self, uri: &Uri, version: Option<i32>, diagnostics: &[Diagnostic]) {
        let mut params = json!({"uri": uri, "diagnostics": diagnostics});
        if let (Some(version), Some(members)) = (version, params.as_object_mut()) {
            members.insert("version".to_owned(), json!(version));
        }
        let method = "textDocument/publishDiagnostics";
        self.outbox.send(rpc::notification(method, params));
    }

    /// Says of every file of a program what there is to say.
    pub(super) fn publish(&mut self, key: &str) {
        let Some(entry) = self.entries.get_mut(key) else {
            return;
        };
        entry.said = messages::of_program(&entry.program, self.options.hints);
        let Some(entry) = self.entries.get(key) else {
            return;
        };
        for (file, said) in entry.program.files.iter().zip(&entry.said) {
            self.say(&file.uri, file.version, said);
        }
    }

    /// The client is to ask for lenses and hints again.
    pub(super) fn refresh(&mut self) {
        if self.client.refresh_hints && self.options.hints {
            let number = self.number();
            let method = "workspace/inlayHint/refresh";
            self.outbox.send(rpc::request(number, method, Value::Null));
        }
        if self.client.refresh_lenses {
            let number = self.number();
            let method = "workspace/codeLens/refresh";
            self.outbox.send(rpc::request(number, method, Value::Null));
        }
    }

    /// Tells that work begins that takes a while.
    pub(super) fn begin(&mut self, token: u64, title: &str) {
        if self.client.progress {
            let number = self.number();
            let token = json!({ "token": token });
            let method = "window/workDoneProgress/create";
            self.outbox
                .send(rpc::request(number, method, token.clone()));
            let value = json!({"kind": "begin", "title": title, "cancellable": true});
            self.progress(token, &value);
        }
    }

    pub(super) fn end(&self, token: u64, words: &str) {
        if self.client.progress {
            let value = json!({"kind": "end", "message": words});
            self.progress(json!({ "token": token }), &value);
        }
    }

    fn progress(&self, mut params: Value, value: &Value) {
        if let Some(members) = params.as_object_mut() {
            members.insert("value".to_owned(), value.clone());
        }
        self.outbox.send(rpc::notification("$/progress", params));
    }
}
