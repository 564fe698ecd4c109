//! Reads files and says what came of them: `cargo run -p clang --example read -- FILE…`.
#![allow(clippy::print_stdout)]

use clang::place::File;
use clang::tree::Language;
use clang::{Request, read};
use text::diagnostics::Diagnostic;

fn say(what: &str, files: &[File], said: &Diagnostic) {
    let place = said.primary.as_ref().and_then(|label| {
        let file = files.get(label.span.file as usize)?;
        let at = file.source.line_column(label.span.start as usize);
        Some(format!("{}:{}:{}", file.source.name, at.line, at.column))
    });
    println!(
        "  {what} {} {}: {}",
        said.code,
        place.unwrap_or_default(),
        said.message
    );
}

fn main() {
    for name in std::env::args().skip(1) {
        let text = std::fs::read(&name).unwrap_or_default();
        let text = String::from_utf8_lossy(&text).into_owned();
        let language = if name.ends_with(".cl") {
            Language::OpenCl
        } else {
            Language::Cuda
        };
        let mut request = Request::new(&name, text, language);
        if std::env::var_os("BITS32").is_some() {
            request.target = clang::types::Target::Bits32;
        }
        request.instantiate = std::env::var("INSTANTIATE").into_iter().collect();
        let start = std::time::Instant::now();
        let reading = read(&request);
        println!("{name}: {:?}, {} runs", start.elapsed(), reading.runs);
        let files = &reading.unit.files;
        for kernel in &reading.kernels {
            println!(
                "  kernel {} ({} functions)",
                kernel.name,
                kernel.functions.len()
            );
            kernel
                .errors
                .iter()
                .for_each(|error| say("  error", files, error));
            if let Some(function) = kernel.function.and_then(|id| reading.unit.function(id))
                && std::env::var_os("TREE").is_some()
            {
                println!("{:#?}", function.body);
            }
        }
        reading
            .errors
            .iter()
            .for_each(|error| say("error", files, error));
        reading
            .notes
            .iter()
            .for_each(|note| say("note", files, note));
        reading
            .clang
            .iter()
            .for_each(|error| say("clang", files, error));
    }
}
