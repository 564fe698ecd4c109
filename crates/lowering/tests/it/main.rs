//! What the rules make of small programs. Each case has a name, which a failure says.
#![allow(unreachable_pub, reason = "modules of one test binary")]
#![allow(clippy::unwrap_used, clippy::panic)]

mod barriers;
mod refused;
mod statements;

use core_lang::{Program, Stmt};
use spec_lang::resolve::Profile;
use text::diagnostics::Severity;
use text::source::SourceFile;

/// The core of a program, which must resolve.
fn core(name: &str, text: &str) -> Program {
    let files = [SourceFile::new(name, text)];
    let parsed = spec_lang::parse::parse(&files);
    let resolved = spec_lang::resolve::resolve(&parsed.program, Profile::Sound);
    let mut found = parsed.diagnostics.iter().chain(&resolved.diagnostics);
    let error = found.find(|diagnostic| diagnostic.severity == Severity::Error);
    assert!(error.is_none(), "{name}: {error:?}");
    lowering::lower(&parsed.program, &resolved.resolution, Profile::Sound).program
}

/// The statements of the method `m`, those within others as well.
fn each_statement(name: &str, text: &str, mut seen: impl FnMut(&Stmt)) {
    let core = core(name, text);
    let mut methods = core.methods.iter();
    let method = methods.find(|method| method.name.split('.').next_back() == Some("m"));
    let body = method.and_then(|method| method.body.as_ref());
    let body = body.unwrap_or_else(|| panic!("{name}: no body"));
    for stmt in body {
        stmt.visit(&mut |_| {}, &mut seen);
    }
}

/// All that differs from what is wanted, by name.
fn compare<W: PartialEq + std::fmt::Debug>(found: impl Iterator<Item = (&'static str, W, W)>) {
    let wrong: Vec<_> = found.filter(|(_, found, wanted)| found != wanted).collect();
    assert!(wrong.is_empty(), "name, found, wanted: {wrong:#?}");
}
