//! What can be done at a place: fixes of what is wrong there, and steps.

use crate::client::Client;
use crate::commands::STEP;
use crate::fixes;
use crate::nodes::Nodes;
use crate::program::Program;
use gen_lsp_types::{
    CodeAction, CodeActionDisabled, CodeActionKind, CodeActionParams, Command, Diagnostic, Uri,
};
use serde_json::json;
use text::span::Span;
use transforms::Input;

/// The numbers that are offered where a flag leaves one open, as `K` in `--unroll K@i`.
const NUMBERS: &[&str] = &["2", "4"];

/// What can be done with a range of a file; `said` is what is said of the file.
pub(crate) fn actions(
    program: &Program,
    nodes: &Nodes,
    file: u32,
    params: &CodeActionParams,
    said: &[Diagnostic],
    client: &Client,
) -> Vec<CodeAction> {
    let wanted = |kind: &str| match &params.context.only {
        None => true,
        Some(kinds) => kinds.iter().any(|wanted| {
            let wanted = wanted.to_string();
            kind == wanted || wanted.is_empty() || kind.starts_with(&format!("{wanted}."))
        }),
    };
    let mut found = Vec::new();
    if wanted("quickfix") {
        found.extend(fixes::actions(program, file, params, said, client));
    }
    if wanted("refactor.rewrite") && program.is_sound() {
        let uri = &params.text_document.uri;
        let Some((text, lines)) = program
            .file(file)
            .map(|(file, source)| (&source.text, &file.lines))
        else {
            return found;
        };
        let chosen = lines.bytes(text, params.range);
        let chosen = Span::new(file, chosen.start, chosen.end);
        found.extend(directives(program, nodes, uri, chosen));
        found.extend(steps(program, uri, chosen, client));
    }
    found
}

fn meets(one: Span, other: Span) -> bool {
    one.file == other.file && one.start <= other.end && other.start <= one.end
}

/// A step as an action: nothing is written before the result is verified.
fn action(uri: &Uri, version: Option<i32>, title: String, words: &serde_json::Value) -> CodeAction {
    CodeAction {
        title: title.clone(),
        kind: Some(CodeActionKind::RefactorRewrite),
        command: Some(Command {
            title,
            command: STEP.to_owned(),
            arguments: Some(vec![json!(uri), json!(version), words.clone()]),
            ..Command::default()
        }),
        ..CodeAction::default()
    }
}

fn version(program: &Program, uri: &Uri) -> Option<i32> {
    program.files.iter().find(|file| file.uri == *uri)?.version
}

/// The directives of the file, if one of them is meant.
fn directives(program: &Program, nodes: &Nodes, uri: &Uri, chosen: Span) -> Option<CodeAction> {
    let all = nodes.directives();
    all.iter().find(|directive| meets(directive.span, chosen))?;
    let title = match all.len() {
        1 => "carry out this directive and verify the result".to_owned(),
        count => format!("carry out all {count} directives and verify the result"),
    };
    Some(action(uri, version(program, uri), title, &json!(null)))
}

/// The steps of the sites whose heads are meant.
fn steps(program: &Program, uri: &Uri, chosen: Span, client: &Client) -> Vec<CodeAction> {
    let input = Input {
        files: &program.sources,
        program: &program.front.program,
        resolution: &program.front.resolution,
        profile: program.settings.profile,
        only: None,
    };
    let version = version(program, uri);
    let mut found = Vec::new();
    for entry in transforms::plan(&input) {
        if !meets(entry.site.head, chosen) {
            continue;
        }
        for possible in &entry.possible {
            match &possible.obstacle {
                None => found.extend(possible.flag.filled(NUMBERS).into_iter().map(|flag| {
                    let title = format!("{} ({flag}) and verify", possible.transformation);
                    action(uri, version, title, &json!([flag]))
                })),
                Some(obstacle) if client.disabled_actions => found.push(CodeAction {
                    title: format!("{} {}", possible.transformation, entry.site.describe()),
                    kind: Some(CodeActionKind::RefactorRewrite),
                    disabled: Some(CodeActionDisabled::new(format!(
                        "{}: {}",
                        obstacle.code, obstacle.message
                    ))),
                    ..CodeAction::default()
                }),
                Some(_) => {}
            }
        }
    }
    found
}
