//! The change log as text: for each changed or added line which step and rule made it, and
//! from which line of the user's file.

use super::model::ProgramRun;
use text::edit::History;
use text::source::SourceFile;

/// The log of one file, as comment lines that stand before its diff; programs that apply
/// diffs skip them. Empty if nothing changed.
pub fn reasons(run: &ProgramRun, file: u32) -> String {
    of_history(&run.history, &run.files, file)
}

/// The same of the user's files and what was done with them.
pub fn of_history(history: &History, files: &[SourceFile], file: u32) -> String {
    let lines = history.changes(file);
    let Some(source) = files.get(file as usize) else {
        return String::new();
    };
    let rows: Vec<[String; 3]> = lines
        .iter()
        .map(|line| {
            let rules = line.trace.reasons();
            let from = line.trace.user;
            let origin = files
                .get(from.file as usize)
                .map_or_else(String::new, |file| {
                    format!("from line {}", file.line_column(from.start as usize).line)
                });
            [line.line.to_string(), rules, origin]
        })
        .collect();
    if rows.is_empty() {
        return String::new();
    }
    let width = |at: usize| {
        let cells = rows.iter().filter_map(|row| row.get(at));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let (first, second) = (width(0), width(1));
    let mut text = format!("# why each line of the new {} is so\n", source.name);
    for [line, rules, origin] in &rows {
        text.push_str(&format!("# {line:>first$}  {rules:<second$}  {origin}\n"));
    }
    text
}
