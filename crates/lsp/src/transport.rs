//! Messages over two streams: a header with a length, an empty line, JSON.
//!
//! Written here because nothing that comes in may end the server: the crate `lsp-server` allocates
//! whatever length a header claims, and gives up at the first text that is not JSON.

use serde_json::Value;
use std::io::{BufRead, Read, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Duration;

/// The longest message that is read, in bytes; what is longer is skipped and complained of.
const LONGEST: u64 = 64 << 20;

/// The longest line of a header, in bytes.
const LONGEST_LINE: u64 = 4096;

/// How long the last messages may take to be read by the client.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// What comes in.
#[derive(Debug, PartialEq)]
pub(crate) enum Incoming {
    /// A JSON text.
    Message(Value),
    /// Something that is none; what is wrong with it.
    Malformed(String),
    /// Nothing any more.
    End,
}

/// Reads the next message.
pub(crate) fn read(input: &mut impl BufRead) -> Incoming {
    let mut length: Option<u64> = None;
    let mut any = false;
    loop {
        let mut line = Vec::new();
        match input
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut line)
        {
            Ok(0) | Err(_) => return Incoming::End,
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        if !line.is_empty() {
            any = true;
            if let Some((name, value)) = line.split_once(':')
                && name.trim().eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse().ok();
            }
            continue;
        }
        match length {
            Some(length) if length > LONGEST => {
                return match std::io::copy(&mut input.take(length), &mut std::io::sink()) {
                    Ok(read) if read == length => {
                        Incoming::Malformed(format!("a message of {length} bytes is too long"))
                    }
                    _ => Incoming::End,
                };
            }
            Some(length) => return body(input, length),
            None if any => {
                return Incoming::Malformed("a header without a Content-Length".to_owned());
            }
            None => {}
        }
    }
}

fn body(input: &mut impl BufRead, length: u64) -> Incoming {
    let mut bytes = Vec::new();
    match input.take(length).read_to_end(&mut bytes) {
        Ok(read) if read as u64 == length => {}
        _ => return Incoming::End,
    }
    match serde_json::from_slice(&bytes) {
        Ok(value) => Incoming::Message(value),
        Err(error) => Incoming::Malformed(error.to_string()),
    }
}

/// Writes a message.
///
/// # Errors
/// If nobody reads any more.
pub(crate) fn write(output: &mut impl Write, message: &Value) -> std::io::Result<()> {
    let text = message.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

/// Where messages are put to be sent. A thread of its own writes them, so that a client that
/// does not read cannot hold up the server.
pub(crate) struct Outbox {
    messages: Sender<Value>,
    written: Receiver<()>,
}

impl Outbox {
    /// Begins to write to `output`.
    ///
    /// # Errors
    /// If no thread can be started.
    pub(crate) fn new(mut output: impl Write + Send + 'static) -> std::io::Result<Outbox> {
        let (messages, queue) = mpsc::channel::<Value>();
        let (done, written) = mpsc::channel();
        let name = "lsp-writer".to_owned();
        std::thread::Builder::new().name(name).spawn(move || {
            // Once nobody reads, the rest is dropped; what comes in will end soon.
            while let Ok(message) = queue.recv() {
                if write(&mut output, &message).is_err() {
                    break;
                }
            }
            let _ = done.send(());
        })?;
        Ok(Outbox { messages, written })
    }

    /// Sends a message.
    pub(crate) fn send(&self, message: Value) {
        let _ = self.messages.send(message);
    }

    /// Waits until everything is written, but not for ever.
    pub(crate) fn close(self) {
        drop(self.messages);
        let _ = self.written.recv_timeout(LAST_WORDS);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_written_is_read() {
        let mut bytes = Vec::new();
        let messages = [json!({"a": "ä𝄞"}), json!([]), json!(null)];
        for message in &messages {
            write(&mut bytes, message).unwrap();
        }
        let mut input = bytes.as_slice();
        for message in messages {
            assert_eq!(read(&mut input), Incoming::Message(message));
        }
        assert_eq!(read(&mut input), Incoming::End);
    }

    #[test]
    fn after_nonsense_the_next_message_is_read() {
        let text = "Content-Length: x\r\n\r\n\
                    Content-Length: 3\r\n\r\n{]}\
                    \r\n\r\nnonsense\r\n\r\n\
                    content-length:2\nOther: 7\n\n{}";
        let mut input = text.as_bytes();
        for _ in 0..3 {
            assert!(matches!(read(&mut input), Incoming::Malformed(_)));
        }
        assert_eq!(read(&mut input), Incoming::Message(json!({})));
        assert_eq!(read(&mut input), Incoming::End);
    }

    #[test]
    fn lengths_that_are_lies_allocate_nothing() {
        for length in ["18446744073709551615", "99999999999", "12"] {
            let text = format!("Content-Length: {length}\r\n\r\n{{}}");
            assert_eq!(read(&mut text.as_bytes()), Incoming::End);
        }
    }
}
