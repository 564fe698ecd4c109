//! The server of the Language Server Protocol (3.17).
//!
//! One thread reads messages, one writes them, and one (`server`) does everything else but
//! proofs, which `work` seeks on a thread of its own, so that an answer about names never
//! waits for a proof; nor for a check of kernels (`kernels`), which clang reads. What is said about a text is thrown away with the text: nothing is shown as
//! verified that was not verified as it stands.

mod actions;
mod asked;
mod client;
mod colours;
mod commands;
mod completion;
mod documents;
mod edits;
mod fixes;
mod folding;
pub mod host;
mod hover;
mod inlay;
mod kernels;
mod known;
mod lens;
mod mend;
mod messages;
mod nodes;
mod position;
mod program;
mod references;
mod rpc;
mod scope;
mod server;
mod signature;
mod sizes;
mod symbols;
mod tell;
mod transport;
mod uri;
mod versions;
mod work;

use host::Host;
use server::{Event, Server};
use std::io::{BufRead, Write};
use std::sync::mpsc::{self, Sender};
use transport::{Incoming, Outbox};

/// Serves one editor, who speaks through `input` and listens to `output`, until it says `exit` or
/// is gone. True if it had asked for the shutdown before.
///
/// # Errors
/// If no thread can be started.
pub fn serve(
    host: Box<dyn Host>,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> std::io::Result<bool> {
    let (events, queue) = mpsc::channel();
    let outbox = Outbox::new(output)?;
    let reader = events.clone();
    std::thread::Builder::new()
        .name("lsp-reader".to_owned())
        .spawn(move || listen(input, &reader))?;
    let mut server = Server::new(host, outbox, events);
    let orderly = server.serve(&queue);
    server.close();
    Ok(orderly)
}

fn listen(mut input: impl BufRead, events: &Sender<Event>) {
    loop {
        let incoming = transport::read(&mut input);
        let last = incoming == Incoming::End;
        if events.send(Event::Incoming(incoming)).is_err() || last {
            return;
        }
    }
}
