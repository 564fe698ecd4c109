//! What is read of a file, as text.

use clang::Request;
use clang::tree::Language;
use contracts::{Clause, Contract};
use hosts::{Argument, Entry, Hosts, Launch, Number, Status, Target};
use std::path::Path;

/// The clauses that a file asks for.
pub fn clauses(text: &str) -> Contract {
    let lines = text.lines().filter_map(|line| line.strip_prefix("//@ "));
    let clauses = lines
        .flat_map(|line| Clause::parse(line).unwrap_or_else(|error| panic!("{line}: {error}")));
    Contract {
        clauses: clauses.collect(),
    }
}

/// Compares what is read with what the file says.
pub fn agrees(path: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(path).unwrap();
    let rest: Vec<&str> = text
        .lines()
        .filter(|line| !line.starts_with("//= "))
        .collect();
    let rest = rest.join("\n").trim_end().to_owned();
    let expected: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("//= "))
        .collect();
    let found = of(&path.display().to_string(), &rest);
    if trials::updating() {
        let lines: Vec<String> = found.iter().map(|line| format!("//= {line}\n")).collect();
        std::fs::write(path, format!("{rest}\n{}", lines.concat())).unwrap();
        return Ok(());
    }
    match found == expected {
        true => Ok(()),
        false => Err(format!(
            "expected:\n{}\nfound:\n{}",
            expected.join("\n"),
            found.join("\n")
        )),
    }
}

/// What is read of a text.
pub fn of(name: &str, text: &str) -> Vec<String> {
    let contract = clauses(text);
    let hosts = hosts::read(&Request::new(name, text, Language::Cuda)).unwrap();
    let line = |place: &clang::place::Place| line_of(&hosts, place.span);
    let mut all: Vec<String> = hosts
        .launches
        .iter()
        .map(|launch| {
            let statuses = hosts.check_each(&contract, launch);
            let statuses: Vec<String> = statuses.iter().map(status).collect();
            let from = if launch.entry == Entry::Main {
                "main"
            } else {
                match launch.called_here {
                    Some(_) => "perhaps elsewhere",
                    None => "elsewhere",
                }
            };
            let calls: String = launch
                .calls
                .iter()
                .map(|call| format!(" via {}", line(call)))
                .collect();
            let what = passed(&hosts, launch);
            let joint = if statuses.is_empty() { "" } else { " | " };
            let names = hosts.decided_by(launch.place.span).join(", ");
            let decided = if names.is_empty() {
                ""
            } else {
                " | decided by "
            };
            format!(
                "{} {from}{calls}: {what}{joint}{}{decided}{names}",
                line(&launch.place),
                statuses.join(", ")
            )
        })
        .collect();
    for one in &hosts.unread {
        let name = one.kernel.as_deref().unwrap_or("<<<");
        all.push(format!(
            "{} unread {name}: {}",
            line(&one.why.place),
            one.why.reason
        ));
    }
    all
}

pub fn line_of(hosts: &Hosts, span: text::span::Span) -> usize {
    let file = &hosts.unit.files[span.file as usize];
    file.source.line_column(span.start as usize).line
}

fn passed(hosts: &Hosts, launch: &Launch) -> String {
    let passed = match &launch.passed {
        Ok(passed) => passed,
        Err(why) => return format!("{} unchecked: {}", launch.kernel, why.reason),
    };
    let number = |number: &Number| hosts.symbols.text(number);
    let three = |sizes: &[Number; 3]| {
        let mut all: Vec<String> = sizes.iter().map(number).collect();
        while all.len() > 1 && all.last().is_some_and(|last| last == "1") {
            all.pop();
        }
        all.join(" x ")
    };
    let mut sizes = format!("{}, {}", three(&passed.grid), three(&passed.block));
    if passed.shared != Number::Literal(0) {
        sizes.push_str(&format!(", {} bytes", number(&passed.shared)));
    }
    let arguments: Vec<String> = passed
        .arguments
        .iter()
        .map(|(name, argument)| format!("{name} = {}", argument_text(hosts, argument)))
        .collect();
    format!("{}<<<{sizes}>>>({})", launch.kernel, arguments.join(", "))
}

fn argument_text(hosts: &Hosts, argument: &Argument) -> String {
    match argument {
        Argument::Integer(number) => hosts.symbols.text(number),
        Argument::Pointer { target, offset, .. } => {
            let target = match target {
                Target::Null => "null".to_owned(),
                Target::Allocation(id) => {
                    let allocation = &hosts.allocations[id.0 as usize];
                    let line = line_of(hosts, allocation.place.span);
                    format!("[{}]@{line}", hosts.symbols.text(&allocation.bytes))
                }
                Target::Freed(_) => "freed".to_owned(),
                Target::Unknown(symbol) => hosts.symbols.text(&Number::Symbol(*symbol)),
                Target::Host => "host".to_owned(),
            };
            match offset {
                Number::Literal(0) => target,
                _ => format!("{target} + {}", hosts.symbols.text(offset)),
            }
        }
        Argument::Record(parts) => {
            let parts: Vec<String> = parts
                .iter()
                .map(|(name, part)| format!("{name} = {}", argument_text(hosts, part)))
                .collect();
            format!("{{{}}}", parts.join(", "))
        }
        Argument::Unknown(why) => format!("? ({})", why.reason),
    }
}

fn status(status: &Status) -> String {
    match status {
        Status::Meets => "meets".to_owned(),
        Status::Violates { text, .. } => format!("violates: {text}"),
        Status::Conditional { text, .. } => format!("if {text}"),
        Status::Unchecked { why } => format!("unchecked: {}", why.reason),
    }
}
