//! An editor, as far as the server can tell: it speaks the protocol to the real program.

use serde_json::{Value, json};
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

/// How long anything may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<Value>,
    /// Messages that nobody has asked for yet.
    pub seen: VecDeque<Value>,
    last: i64,
}

impl Client {
    /// Starts the program; nothing is said yet.
    pub fn start() -> Client {
        let mut child = Command::new(env!("CARGO_BIN_EXE_alpinist"))
            .args(["lsp", "--stdio", "--no-cache"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let (sender, receiver) = mpsc::channel();
        std::thread::spawn(move || {
            while let Some(message) = read(&mut output) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        Client {
            input: child.stdin.take(),
            child,
            output: receiver,
            seen: VecDeque::new(),
            last: 0,
        }
    }

    /// Starts the program and says hello, as an editor that can do everything.
    pub fn ready(options: Value) -> Client {
        let mut client = Client::start();
        let capabilities = json!({
            "workspace": {
                "applyEdit": true,
                "workspaceEdit": {"documentChanges": true},
                "codeLens": {"refreshSupport": true},
            },
            "textDocument": {"codeAction": {"disabledSupport": true}},
            "window": {"workDoneProgress": true},
        });
        let params = json!({
            "processId": null,
            "rootUri": null,
            "capabilities": capabilities,
            "initializationOptions": options,
        });
        client.ask("initialize", params).unwrap();
        client.tell("initialized", json!({}));
        client
    }

    /// Sends bytes as they are.
    pub fn raw(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).unwrap();
        input.flush().unwrap();
    }

    /// Sends a message.
    pub fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.raw(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    /// Sends a notification.
    pub fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Sends a request without waiting.
    pub fn begin(&mut self, method: &str, params: Value) -> i64 {
        self.last += 1;
        let id = self.last;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        id
    }

    /// The answer to a request: its result, or the error's code and message.
    pub fn answer(&mut self, id: i64) -> Result<Value, (i64, String)> {
        let message = self.wait(|message| message["id"] == id && message.get("method").is_none());
        match message.get("error") {
            Some(error) => Err((
                error["code"].as_i64().unwrap(),
                error["message"].as_str().unwrap().to_owned(),
            )),
            None => Ok(message["result"].clone()),
        }
    }

    /// Sends a request and waits for the answer.
    pub fn ask(&mut self, method: &str, params: Value) -> Result<Value, (i64, String)> {
        let id = self.begin(method, params);
        self.answer(id)
    }

    /// The next message like this, seen already or still to come.
    pub fn wait(&mut self, is_meant: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.seen.iter().position(&is_meant) {
            return self.seen.remove(at).unwrap();
        }
        let start = Instant::now();
        loop {
            let left = PATIENCE.saturating_sub(start.elapsed());
            let message = self.output.recv_timeout(left).unwrap_or_else(|_| {
                panic!("no such message came; these did: {:#?}", self.seen);
            });
            if is_meant(&message) {
                return message;
            }
            self.seen.push_back(message);
        }
    }

    /// Opens a text.
    pub fn open(&mut self, uri: &str, text: &str) {
        let item = json!({"uri": uri, "languageId": "pvl", "version": 1, "text": text});
        self.tell("textDocument/didOpen", json!({"textDocument": item}));
    }

    /// Replaces a text.
    pub fn change(&mut self, uri: &str, version: i32, text: &str) {
        let params = json!({
            "textDocument": {"uri": uri, "version": version},
            "contentChanges": [{"text": text}],
        });
        self.tell("textDocument/didChange", params);
    }

    /// Says what is said next of a version of a text.
    pub fn said(&mut self, uri: &str, version: i32) -> Vec<Value> {
        let message = self.wait(|message| {
            message["method"] == "textDocument/publishDiagnostics"
                && message["params"]["uri"] == uri
                && message["params"]["version"] == version
        });
        message["params"]["diagnostics"].as_array().unwrap().clone()
    }

    /// Says what is said of a version once its proofs are there.
    pub fn proved(&mut self, uri: &str, version: i32) -> Vec<Value> {
        self.said(uri, version);
        self.said(uri, version)
    }

    /// Asks something of a place.
    pub fn at(&mut self, method: &str, uri: &str, line: u32, character: u32) -> Value {
        let params = json!({
            "textDocument": {"uri": uri},
            "position": {"line": line, "character": character},
        });
        self.ask(method, params).unwrap()
    }

    /// Asks something of a whole text.
    pub fn of(&mut self, method: &str, uri: &str) -> Value {
        let options = json!({"tabSize": 2, "insertSpaces": true});
        let params = json!({"textDocument": {"uri": uri}, "options": options});
        self.ask(method, params).unwrap()
    }

    /// What can be done at a place.
    pub fn actions(&mut self, uri: &str, line: u32, character: u32) -> Vec<Value> {
        let place = json!({"line": line, "character": character});
        let params = json!({
            "textDocument": {"uri": uri},
            "range": {"start": place, "end": place},
            "context": {"diagnostics": []},
        });
        let answer = self.ask("textDocument/codeAction", params).unwrap();
        answer.as_array().unwrap().clone()
    }

    /// The exit status.
    pub fn status(mut self) -> i32 {
        drop(self.input.take());
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code().unwrap();
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("it does not end");
    }

    /// Says good-bye; the status must be that of an orderly end.
    pub fn finish(mut self) {
        assert_eq!(self.ask("shutdown", Value::Null), Ok(Value::Null));
        self.tell("exit", Value::Null);
        assert_eq!(self.status(), 0);
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        // Nothing but headers may stand here: something else was printed by mistake.
        match line.trim_end() {
            "" => break,
            line => length = line.strip_prefix("Content-Length: ")?.parse().ok()?,
        }
    }
    let mut bytes = vec![0; length];
    output.read_exact(&mut bytes).ok()?;
    Some(serde_json::from_slice(&bytes).expect("JSON"))
}

/// What a client makes of edits of a text.
pub fn applied(text: &str, edits: &Value) -> String {
    // Lines of these texts end with `\n`, and have nothing but ASCII.
    let offset = |place: &Value| {
        let line = place["line"].as_u64().unwrap();
        let lines = text
            .split_inclusive('\n')
            .take(usize::try_from(line).unwrap());
        let start: usize = lines.map(str::len).sum();
        start + usize::try_from(place["character"].as_u64().unwrap()).unwrap()
    };
    let mut new = text.to_owned();
    for edit in edits.as_array().unwrap().iter().rev() {
        let range = offset(&edit["range"]["start"])..offset(&edit["range"]["end"]);
        new.replace_range(range, edit["newText"].as_str().unwrap());
    }
    new
}
