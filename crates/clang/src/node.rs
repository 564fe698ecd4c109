//! Clang's nodes with their places resolved. Clang prints a file's name only where it differs from the
//! one printed before, so places are resolved in the order of the text.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

use text::source::SourceFile;
use text::span::Span;

use crate::json::Json;
use crate::place::{File, Place, Role, Spelling};

/// A node of clang's tree.
#[derive(Debug)]
pub(crate) struct Node<'a> {
    /// Clang's number for it; 0 where there is none.
    pub id: u64,
    pub kind: Cow<'a, str>,
    /// Its range.
    pub place: Place,
    /// Its name, of a declaration.
    pub name_place: Place,
    /// The characters of its last token.
    pub last_token: Span,
    /// Whether it begins in one file and ends in another.
    pub torn: bool,
    /// Everything else.
    pub data: Json<'a>,
    /// Its parts; `None` where one is missing.
    pub inner: Vec<Option<Node<'a>>>,
    /// The parts of an array's initializer: the value of the rest, and the values before.
    pub filler: Vec<Option<Node<'a>>>,
}

impl<'a> Node<'a> {
    pub(crate) fn text(&self, key: &str) -> Option<&str> {
        self.data.get(key)?.text()
    }

    pub(crate) fn name(&self) -> &str {
        self.text("name").unwrap_or("")
    }

    pub(crate) fn flag(&self, key: &str) -> bool {
        self.data.get(key) == Some(&Json::Bool(true))
    }

    /// The number under a key that refers to another node.
    pub(crate) fn reference(&self, key: &str) -> Option<u64> {
        let value = self.data.get(key)?;
        identity(value.text().or_else(|| value.get("id")?.text())?)
    }

    /// The parts that are there.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &Node<'a>> {
        self.inner.iter().flatten()
    }
}

/// Clang's `0x7f…`.
pub(crate) fn identity(text: &str) -> Option<u64> {
    u64::from_str_radix(text.strip_prefix("0x")?, 16)
        .ok()
        .filter(|&id| id != 0)
}

/// The files of a reading, by the names under which clang opened them.
pub(crate) struct Files {
    pub files: Vec<File>,
    names: HashMap<String, u32>,
    folder: PathBuf,
}

impl Files {
    /// Begins with the main file and this program's declarations.
    pub(crate) fn new(folder: &Path, main: (&str, SourceFile), own: (&str, SourceFile)) -> Self {
        let mut files = Files {
            files: Vec::new(),
            names: HashMap::new(),
            folder: folder.to_owned(),
        };
        for (role, (name, source)) in [(Role::Main, main), (Role::Own, own)] {
            let id = files.files.len() as u32;
            files.names.insert(name.to_owned(), id);
            files.files.push(File {
                source,
                role,
                included_from: None,
            });
        }
        files
    }

    /// The number of a file; one not seen before is read. One that cannot be read has no text.
    pub(crate) fn number(&mut self, name: &str, included_from: Option<&str>) -> u32 {
        let name = name.strip_prefix("./").unwrap_or(name);
        if let Some(&id) = self.names.get(name) {
            return id;
        }
        let text = std::fs::read(self.folder.join(name)).unwrap_or_default();
        let id = u32::try_from(self.files.len()).unwrap_or(u32::MAX);
        self.names.insert(name.to_owned(), id);
        let included_from = included_from.and_then(|name| self.names.get(name).copied());
        self.files.push(File {
            source: SourceFile::new(name, String::from_utf8_lossy(&text)),
            role: Role::Included,
            included_from,
        });
        id
    }

    /// The text of a range.
    pub(crate) fn text(&self, span: Span) -> &str {
        let file = self.files.get(span.file as usize);
        file.map_or("", |file| file.source.slice(span))
    }

    /// The numbers of all files, by name.
    pub(crate) fn names(&self) -> HashMap<String, u32> {
        self.names.clone()
    }

    /// Whether clang's lines of a file are ours, and it has this one.
    pub(crate) fn has_place(&self, file: u32, line: usize) -> bool {
        let file = self.files.get(file as usize);
        file.is_some_and(|file| {
            file.source.line_start(line).is_some() && !has_lone_return(&file.source.text)
        })
    }

    /// The offset of clang's line and column (bytes from 1) in a file.
    pub(crate) fn offset(&self, file: u32, line: usize, column: usize) -> usize {
        self.files.get(file as usize).map_or(0, |file| {
            let start = file.source.line_start(line).unwrap_or(0);
            start.saturating_add(column.saturating_sub(1))
        })
    }
}

/// Whether a carriage return stands by itself, which clang takes for the end of a line.
fn has_lone_return(text: &str) -> bool {
    let bytes = text.as_bytes();
    let alone = |at: usize| bytes.get(at + 1) != Some(&b'\n');
    bytes
        .iter()
        .enumerate()
        .any(|(at, byte)| *byte == b'\r' && alone(at))
}

/// A place as clang prints it.
#[derive(Clone, Copy, Default)]
struct Location {
    /// File, offset and length of the token in the text.
    expansion: Option<(u32, usize, usize)>,
    /// The same of the characters, where a macro is in between.
    spelling: Option<(u32, usize, usize)>,
    argument: bool,
}

/// Resolves the places of a whole tree.
pub(crate) struct Builder<'f> {
    pub files: &'f mut Files,
    last: u32,
}

impl<'f> Builder<'f> {
    pub(crate) fn new(files: &'f mut Files) -> Self {
        Builder { files, last: 0 }
    }

    /// Makes a node of an object; `None` if it stands for a part that is missing.
    pub(crate) fn node<'a>(&mut self, json: Json<'a>) -> Option<Node<'a>> {
        let Json::Object(parts) = json else {
            return None;
        };
        let mut node = Node {
            id: 0,
            kind: Cow::Borrowed(""),
            place: Place::default(),
            name_place: Place::default(),
            last_token: Span::default(),
            torn: false,
            data: Json::Null,
            inner: Vec::new(),
            filler: Vec::new(),
        };
        let mut data = Vec::with_capacity(parts.len());
        let mut location = Location::default();
        let mut placed = false;
        for (key, value) in parts {
            match &*key {
                "id" => node.id = value.text().and_then(identity).unwrap_or(0),
                "kind" => {
                    if let Json::Text(text) = value {
                        node.kind = text;
                    }
                }
                "loc" => {
                    location = self.location(&value);
                    node.name_place = place(location, location);
                }
                "range" => {
                    let begin = value.get("begin").map(|v| self.location(v));
                    let end = value.get("end").map(|v| self.location(v));
                    let (begin, end) = (begin.unwrap_or_default(), end.unwrap_or_default());
                    placed = begin.expansion.is_some();
                    if let Some((file, at, length)) = end.spelling.or(end.expansion) {
                        node.last_token = Span::new(file, at, at.saturating_add(length));
                    }
                    let file = |at: Location| at.expansion.map(|(file, ..)| file);
                    node.torn = file(begin) != file(end);
                    node.place = place(begin, end);
                }
                "inner" => node.inner = self.list(value),
                "array_filler" => node.filler = self.list(value),
                _ => data.push((key, value)),
            }
        }
        if !placed {
            node.place = place(location, location);
        }
        node.data = Json::Object(data);
        (!node.kind.is_empty()).then_some(node)
    }

    fn list<'a>(&mut self, json: Json<'a>) -> Vec<Option<Node<'a>>> {
        match json {
            Json::List(values) => values.into_iter().map(|value| self.node(value)).collect(),
            _ => Vec::new(),
        }
    }

    fn location(&mut self, json: &Json<'_>) -> Location {
        if let Some(expansion) = json.get("expansionLoc") {
            let spelling = json.get("spellingLoc").and_then(|v| self.bare(v));
            return Location {
                spelling,
                expansion: self.bare(expansion),
                argument: expansion.get("isMacroArgExpansion") == Some(&Json::Bool(true)),
            };
        }
        Location {
            expansion: self.bare(json),
            spelling: None,
            argument: false,
        }
    }

    fn bare(&mut self, json: &Json<'_>) -> Option<(u32, usize, usize)> {
        let number = |key: &str| match json.get(key) {
            Some(Json::Number(value)) => usize::try_from(*value).ok(),
            _ => None,
        };
        let offset = number("offset")?;
        if let Some(name) = json.get("file").and_then(Json::text) {
            let from = json
                .get("includedFrom")
                .and_then(|from| from.get("file")?.text());
            self.last = self.files.number(name, from);
        }
        Some((self.last, offset, number("tokLen").unwrap_or(0)))
    }
}

/// From the first token to the end of the last, where both are of one file.
fn place(begin: Location, end: Location) -> Place {
    let join = |from: Option<(u32, usize, usize)>, to: Option<(u32, usize, usize)>| {
        let (file, start, length) = from?;
        let last = match to {
            Some((other, at, length)) if other == file && at >= start => at.saturating_add(length),
            _ => start.saturating_add(length),
        };
        Some(Span::new(file, start, last))
    };
    let span = join(begin.expansion, end.expansion);
    let spelling = (begin.spelling.is_some() || end.spelling.is_some())
        .then(|| {
            join(
                begin.spelling.or(begin.expansion),
                end.spelling.or(end.expansion),
            )
        })
        .flatten();
    Place {
        span: span.unwrap_or_default(),
        spelling: spelling.map(|span| Spelling {
            span,
            argument: begin.argument,
        }),
    }
}
