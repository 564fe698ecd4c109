//! Reads the launches of files and says what came of them: `cargo run -p hosts --example launches -- FILE…`.
#![allow(clippy::print_stdout)]

use clang::Request;
use clang::tree::Language;
use hosts::{Argument, Hosts, Launch, Number, Symbols, Target};
use std::time::Instant;

/// How much of a launch is known.
fn known(hosts: &Hosts, launch: &Launch) -> String {
    let passed = match &launch.passed {
        Ok(passed) => passed,
        Err(why) => return format!("unchecked: {}", why.reason),
    };
    let sizes = passed
        .grid
        .iter()
        .chain(&passed.block)
        .chain([&passed.shared]);
    let sizes: Vec<&Number> = sizes.collect();
    if let Some(why) = sizes.iter().find_map(|size| lost(&hosts.symbols, size)) {
        return format!("size: {why}");
    }
    let mut arguments = passed.arguments.iter();
    let why = arguments.find_map(|(_, argument)| lost_in(&hosts.symbols, argument));
    why.map_or_else(|| "known".to_owned(), |why| format!("argument: {why}"))
}

fn lost(symbols: &Symbols, number: &Number) -> Option<String> {
    number
        .symbols()
        .into_iter()
        .find_map(|symbol| match &symbols.get(symbol)?.origin {
            hosts::Origin::Lost(why) => Some(why.reason.clone()),
            hosts::Origin::Given(_) => None,
        })
}

fn lost_in(symbols: &Symbols, argument: &Argument) -> Option<String> {
    match argument {
        Argument::Integer(number) => lost(symbols, number),
        Argument::Pointer { target, offset, .. } => match target {
            Target::Unknown(symbol) => lost(symbols, &Number::Symbol(*symbol)),
            Target::Freed(_) => Some("memory that may have been given back".to_owned()),
            Target::Host => Some("memory of the host".to_owned()),
            Target::Null | Target::Allocation(_) => lost(symbols, offset),
        },
        Argument::Record(parts) => parts.iter().find_map(|(_, part)| lost_in(symbols, part)),
        Argument::Unknown(why) => Some(why.reason.clone()),
    }
}

fn main() {
    for name in std::env::args().skip(1) {
        let text = std::fs::read(&name).unwrap_or_default();
        let text = String::from_utf8_lossy(&text).into_owned();
        let start = Instant::now();
        let request = Request::new(&name, text, Language::Cuda);
        let hosts = match hosts::read(&request) {
            Ok(hosts) => hosts,
            Err(error) => {
                println!("{name}: {}", error.message);
                continue;
            }
        };
        println!("{name}: {:?}, {} runs", start.elapsed(), hosts.runs);
        let line = |span: text::span::Span| {
            let file = hosts.unit.files.get(span.file as usize);
            file.map_or(0, |file| file.source.line_column(span.start as usize).line)
        };
        for launch in &hosts.launches {
            let at = line(launch.place.span);
            let text = |sizes: &[Number; 3]| {
                let all: Vec<String> = sizes.iter().map(|size| hosts.symbols.text(size)).collect();
                all.join(" x ")
            };
            let sizes = launch.passed.as_ref().ok();
            let sizes = sizes.map(|passed| (text(&passed.grid), text(&passed.block)));
            let (grid, block) = sizes.unwrap_or_default();
            println!(
                "  {at} {:?} {}<<<{grid}, {block}>>>: {}",
                launch.entry,
                launch.kernel,
                known(&hosts, launch)
            );
        }
        for one in &hosts.unread {
            let kernel = one.kernel.as_deref().unwrap_or("<<<");
            println!(
                "  {} unread {kernel}: {}",
                line(one.why.place.span),
                one.why.reason
            );
        }
    }
}
