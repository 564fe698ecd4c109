//! JSON-RPC 2.0: what kind of message a JSON text is, and the answers to it.

use serde_json::{Value, json};

/// JSON-RPC and protocol errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Code {
    /// Not JSON.
    Parse = -32700,
    /// Not a request, or not at this time.
    InvalidRequest = -32600,
    /// There is no such request.
    MethodNotFound = -32601,
    /// The parameters are not those of the request.
    InvalidParams = -32602,
    /// A fault of the server.
    Internal = -32603,
    /// The client has not initialized the server.
    NotInitialized = -32002,
    /// The client does not want the answer any more.
    Cancelled = -32800,
    /// The document has changed in the meantime.
    ContentModified = -32801,
    /// It was understood, and cannot be done; the message says why.
    Failed = -32803,
}

/// Why a request is answered with an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Error {
    /// The kind.
    pub code: Code,
    /// In words.
    pub message: String,
}

impl Error {
    /// An error.
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Error {
        let message = message.into();
        Error { code, message }
    }
}

/// A message of the client.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Message {
    /// Wants an answer.
    Request {
        /// A number or a string.
        id: Value,
        /// What is wanted.
        method: String,
        /// Of what.
        params: Value,
    },
    /// Wants none.
    Notification {
        /// What happened.
        method: String,
        /// To what.
        params: Value,
    },
    /// Answers a request of ours.
    Response,
    /// None of these; the identity to answer under, and what is wrong.
    Invalid(Value, &'static str),
}

/// What kind of message this is.
pub(crate) fn message(value: Value) -> Message {
    let Value::Object(mut members) = value else {
        return Message::Invalid(Value::Null, "a message is an object");
    };
    let id = members.remove("id");
    let params = members.remove("params").unwrap_or(Value::Null);
    let is_answer = members.contains_key("result") || members.contains_key("error");
    let id = match id {
        None => None,
        Some(id) if id.is_number() || id.is_string() => Some(id),
        Some(Value::Null) if is_answer => None,
        Some(_) => return Message::Invalid(Value::Null, "`id` is a number or a string"),
    };
    match (members.remove("method"), id) {
        (Some(Value::String(method)), Some(id)) => Message::Request { id, method, params },
        (Some(Value::String(method)), None) => Message::Notification { method, params },
        (None, _) if is_answer => Message::Response,
        (_, id) => Message::Invalid(id.unwrap_or(Value::Null), "`method` is a string"),
    }
}

/// The answer to a request.
pub(crate) fn response(id: &Value, result: Result<Value, Error>) -> Value {
    match result {
        Ok(result) => json!({"jsonrpc": "2.0", "id": id, "result": result}),
        Err(Error { code, message }) => {
            let error = json!({"code": code as i32, "message": message});
            json!({"jsonrpc": "2.0", "id": id, "error": error})
        }
    }
}

/// Something the client is told.
pub(crate) fn notification(method: &str, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "method": method, "params": params})
}

/// Something the client is asked.
pub(crate) fn request(id: u64, method: &str, params: Value) -> Value {
    match params {
        Value::Null => json!({"jsonrpc": "2.0", "id": id, "method": method}),
        params => json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_told_apart() {
        let kind = |value| match message(value) {
            Message::Request { .. } => "request",
            Message::Notification { .. } => "notification",
            Message::Response => "response",
            Message::Invalid(..) => "invalid",
        };
        assert_eq!(kind(json!({"id": 1, "method": "x"})), "request");
        assert_eq!(kind(json!({"id": "a", "method": "x"})), "request");
        assert_eq!(kind(json!({"method": "x", "params": []})), "notification");
        assert_eq!(kind(json!({"id": 1, "result": null})), "response");
        assert_eq!(kind(json!({"id": null, "error": {}})), "response");
        for wrong in [
            json!(3),
            json!([]),
            json!({}),
            json!({"id": 1}),
            json!({"id": 1, "method": 2}),
            json!({"id": null, "method": "x"}),
            json!({"id": {}, "method": "x"}),
        ] {
            assert_eq!(kind(wrong), "invalid");
        }
    }
}
