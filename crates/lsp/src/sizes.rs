//! Sizes of blocks and grids in `alpinist.toml`: those of the launches in the files of the entry.

use crate::documents::Document;
use crate::host::Sizes;
use crate::position::Lines;
use crate::rpc::{self, Code, Error};
use crate::server::{Event, Server};
use crate::uri;
use gen_lsp_types::{Position, Range, Uri};
use serde_json::{Value, json};

/// The name of a project's settings.
const NAME: &str = "alpinist.toml";

/// The keys whose values are sizes.
const BLOCK: &str = "block";
const GRID: &str = "grid";

/// The tables that have them: one for all files, and one an entry.
const FOR_ALL: &str = "[kernels]";
const ENTRY: &str = "[[kernel]]";

/// A place at which a size is written.
#[derive(Debug, PartialEq, Eq)]
struct Slot {
    /// Which key it is the value of.
    key: &'static str,
    /// What is replaced, in bytes: all that stands behind the `=`.
    bytes: std::ops::Range<usize>,
    /// The bytes of the line, without which the text is to be understood.
    line: std::ops::Range<usize>,
    /// The number of the entry; none in the table for all files.
    entry: Option<usize>,
}

/// The slot that a place is in, if it is in one. What is written just now need not be TOML, so lines are looked at.
fn slot(text: &str, offset: usize) -> Option<Slot> {
    let start = text.get(..offset)?.rfind('\n').map_or(0, |at| at + 1);
    let end = text.get(offset..)?.find('\n');
    let end = end.map_or(text.len(), |at| offset + at);
    let line = text.get(start..end)?.trim_end_matches('\r');
    let (name, value) = line.split_once('=')?;
    let from = start + name.len() + 1;
    if offset < from || value.contains('#') {
        return None;
    }
    let key = [BLOCK, GRID].into_iter().find(|key| *key == name.trim())?;
    let above = text.get(..start)?.lines().map(str::trim);
    let mut tables = above.clone().filter(|line| line.starts_with('['));
    let table = tables.next_back()?;
    let entries = above.filter(|line| *line == ENTRY).count();
    let entry = match table {
        FOR_ALL => None,
        ENTRY => Some(entries.checked_sub(1)?),
        _ => return None,
    };
    Some(Slot {
        key,
        bytes: from..start + line.len(),
        line: start..end,
        entry,
    })
}

/// What may stand in a slot, given the launches of its files.
fn items(slot: &'static str, range: Range, launches: &[Sizes]) -> Vec<Value> {
    let mut found: Vec<(&str, Vec<String>)> = Vec::new();
    for one in launches {
        let size = if slot == BLOCK { &one.block } else { &one.grid };
        let place = format!("`{}` in {}", one.kernel, one.file);
        match found.iter_mut().find(|(other, _)| other == size) {
            Some((_, places)) if places.contains(&place) => {}
            Some((_, places)) => places.push(place),
            None => found.push((size, vec![place])),
        }
    }
    let written = |size: &str| match size.parse::<u32>() {
        Ok(number) => number.to_string(),
        Err(_) => format!("\"{size}\""),
    };
    let mut all: Vec<(String, String)> = found
        .into_iter()
        .map(|(size, places)| (written(size), format!("launched so: {}", places.join(", "))))
        .collect();
    all.push(("\"*\"".to_owned(), "any size".to_owned()));
    let item = |(number, (label, detail)): (usize, (String, String))| {
        json!({
            "label": label,
            "detail": detail,
            "kind": 12,
            "sortText": format!("{number:03}"),
            "filterText": format!(" {label}"),
            "textEdit": {"range": range, "newText": format!(" {label}")},
        })
    };
    all.into_iter().enumerate().map(item).collect()
}

impl Server {
    /// Whether a document is a project's settings.
    pub(super) fn is_project(uri: &Uri) -> bool {
        let path = uri::path(uri);
        path.is_some_and(|path| path.file_name().is_some_and(|name| name == NAME))
    }

    /// What may be written at a place of a project's settings; no answer yet if launches are to be read.
    pub(super) fn complete_project(
        &self,
        id: &Value,
        project: &Document,
        at: Position,
    ) -> Option<Value> {
        let text = &project.text;
        let lines = Lines::of(text);
        let Some(slot) = slot(text, lines.offset(text, at)) else {
            return Some(Value::Null);
        };
        let range = lines.range(text, slot.bytes);
        let path = uri::path(&project.uri)?;
        let mut rest = text.clone();
        rest.replace_range(slot.line, "");
        let read = self.host.launches(&path, &rest, slot.entry);
        let (events, asked, key) = (self.events.clone(), id.clone(), slot.key);
        let work = move || {
            let found = std::panic::catch_unwind(std::panic::AssertUnwindSafe(read));
            let found = found.unwrap_or_else(|_| Err("alpinist has a fault".to_owned()));
            let _ = events.send(Event::Sized(asked, (key, range), found));
        };
        let thread = std::thread::Builder::new()
            .name("lsp-launches".to_owned())
            .stack_size(pipeline::STACK)
            .spawn(work);
        match thread {
            Ok(_) => None,
            Err(_) => Some(json!(items(slot.key, range, &[]))),
        }
    }

    /// Launches were read for a completion.
    pub(super) fn sized(
        &mut self,
        id: &Value,
        (key, range): (&'static str, Range),
        found: Result<Vec<Sizes>, String>,
    ) {
        let answer = found
            .map(|launches| json!(items(key, range, &launches)))
            .map_err(|words| Error::new(Code::Failed, words));
        self.outbox.send(rpc::response(id, answer));
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn sizes_stand_behind_their_keys() {
        let text = "[kernels]\ngrid = \n\n[[kernel]]\nfiles = [\"a.cu\"]\n[[kernel]]\nblock = \"3\nonly = 1\n";
        let at = |words: &str| text.find(words).unwrap() + words.len();
        let found = slot(text, at("grid =")).unwrap();
        assert_eq!((found.key, found.entry), (GRID, None));
        let found = slot(text, at("block = \"")).unwrap();
        assert_eq!((found.key, found.entry), (BLOCK, Some(1)));
        assert_eq!(text.get(found.bytes), Some(" \"3"));
        for elsewhere in ["gri", "files = [", "only = ", "[[ker"] {
            assert_eq!(slot(text, at(elsewhere)), None, "{elsewhere}");
        }
    }
}
