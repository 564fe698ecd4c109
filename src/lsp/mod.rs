//! `alpinist lsp`: the Language Server Protocol (3.17) over standard input and output.
//!
//! One thread reads messages, one writes them, and one (`server`) does everything else but
//! proofs, which `work` seeks on a thread of its own, so that an answer about names never
//! waits for a proof. What is said about a text is thrown away with the text: nothing is shown as
//! verified that was not verified as it stands.

mod actions;
mod client;
mod commands;
mod documents;
mod edits;
mod fixes;
mod hover;
mod lens;
mod messages;
mod nodes;
mod position;
mod program;
mod rpc;
mod server;
mod symbols;
mod tell;
mod transport;
mod uri;
mod work;

use crate::cli::LspArgs;
use crate::files::sentence;
use crate::output::Failure;
use crate::status::Status;
use server::{Event, Server};
use std::sync::mpsc::{self, Sender};
use text::diagnostics::Diagnostic;
use transport::{Incoming, Outbox};

/// Serves one editor until it says `exit`, or is gone. The status is 0 if it had asked for
/// the shutdown before, and 1 otherwise, as the protocol wants it.
///
/// # Errors
/// If no thread can be started.
pub fn run(args: &LspArgs) -> Result<Status, Failure> {
    let failed = |error: std::io::Error| {
        let message = format!("no thread can be started: {}", sentence(&error));
        Failure::from(Diagnostic::global("C006", message))
    };
    let (events, queue) = mpsc::channel();
    let outbox = Outbox::stdout().map_err(failed)?;
    let reader = events.clone();
    std::thread::Builder::new()
        .name("lsp-reader".to_owned())
        .spawn(move || listen(&reader))
        .map_err(failed)?;
    let mut server = Server::new(args.clone(), outbox, events);
    let orderly = server.serve(&queue);
    server.close();
    Ok(match orderly {
        true => Status::Holds,
        false => Status::Failed,
    })
}

fn listen(events: &Sender<Event>) {
    let mut input = std::io::stdin().lock();
    loop {
        let incoming = transport::read(&mut input);
        let last = incoming == Incoming::End;
        if events.send(Event::Incoming(incoming)).is_err() || last {
            return;
        }
    }
}
