//! Carrying edits out, and the way back from the new text to the old.

use super::{Edit, EditError, LineOrigin, Piece};
use crate::source::SourceFile;
use crate::span::Span;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// An edit that had a part in a line of the new text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cause {
    /// Index into [`Applied::edits`].
    pub edit: usize,
    /// The rule.
    pub rule: String,
    /// The place in the old text that the line derives from.
    pub origin: Span,
}

/// What a line of the new text came from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LineSource {
    /// A line of the old text (from 1), line end included, byte for byte.
    Unchanged(usize),
    /// Made or altered by these edits, in order; there is at least one.
    Edited(Vec<Cause>),
}

/// What a byte of the new text came from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Origin {
    /// Untouched: this byte of the old text of the same file.
    Unchanged(usize),
    /// Copied by an edit from a byte of an old text.
    Copied {
        /// Index into [`Applied::edits`].
        edit: usize,
        /// The rule.
        rule: String,
        /// The file it was copied from.
        file: u32,
        /// The byte there.
        offset: usize,
    },
    /// Made by an edit.
    Made {
        /// Index into [`Applied::edits`].
        edit: usize,
        /// The rule.
        rule: String,
        /// The place in the old text it derives from.
        origin: Span,
    },
}

/// A range of the new text in terms of the old.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MappedSpan {
    /// The place in the old text.
    pub span: Span,
    /// The rule that made or copied the text; none if it is untouched.
    pub rule: Option<String>,
    /// True if the range is one run of bytes of the old text, untouched or copied.
    pub exact: bool,
}

/// A line of the change log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The line in the new text, from 1.
    pub line: usize,
    /// Its text, without the line end.
    pub text: String,
    /// The rules that made it, each with the place it derives from.
    pub causes: Vec<Cause>,
}

/// A line of the old text that is gone without a replacement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Removal {
    /// The line in the old text, from 1.
    pub line: usize,
    /// The rule that removed it.
    pub rule: String,
}

/// A stretch of the new text of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Region {
    new: Range<usize>,
    kind: RegionKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum RegionKind {
    /// Old bytes from this offset.
    Old(usize),
    /// The replacement of this edit.
    Edit(usize),
}

/// The new text of a file, and where each part of it came from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Applied {
    /// The new text.
    pub text: String,
    /// For each line of the new text, where it came from.
    pub line_origins: Vec<LineSource>,
    /// The edits, in order of place.
    pub edits: Vec<Edit>,
    /// The lines of the old text (from 1) that are gone.
    pub removals: Vec<Removal>,
    file: u32,
    regions: Vec<Region>,
}

/// Carries out edits of one file. Their order matters only between insertions at one place.
///
/// # Errors
/// [`EditError::OutOfRange`] if a span is not one of the text, [`EditError::Overlap`] if
/// two edits concern the same bytes, [`EditError::MixedFiles`] if their files differ.
pub fn apply(source: &SourceFile, edits: &[Edit]) -> Result<Applied, EditError> {
    let old = source.text.as_str();
    let file = edits.first().map_or(0, |edit| edit.span.file);
    let mut edits = edits.to_vec();
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    check(old, file, &edits)?;

    let mut text = String::with_capacity(old.len());
    let mut regions = Vec::new();
    let mut at = 0;
    let keep = |text: &mut String, regions: &mut Vec<Region>, from: usize, to: usize| {
        if from < to {
            let start = text.len();
            text.push_str(&old[from..to]);
            regions.push(Region {
                new: start..text.len(),
                kind: RegionKind::Old(from),
            });
        }
    };
    for (number, edit) in edits.iter().enumerate() {
        let place = edit.span.range();
        keep(&mut text, &mut regions, at, place.start);
        let start = text.len();
        text.push_str(&edit.replacement);
        regions.push(Region {
            new: start..text.len(),
            kind: RegionKind::Edit(number),
        });
        at = place.end;
    }
    keep(&mut text, &mut regions, at, old.len());

    let mut applied = Applied {
        text,
        line_origins: Vec::new(),
        removals: removals(source, &edits),
        edits,
        file,
        regions,
    };
    applied.line_origins = applied.find_line_origins(source);
    Ok(applied)
}

/// Checks edits in order of place.
fn check(old: &str, file: u32, edits: &[Edit]) -> Result<(), EditError> {
    for edit in edits {
        if edit.span.file != file {
            return Err(EditError::MixedFiles {
                expected: file,
                found: edit.span.file,
            });
        }
        if edit.span.start > edit.span.end || old.get(edit.span.range()).is_none() {
            return Err(EditError::OutOfRange { span: edit.span });
        }
    }
    for pair in edits.windows(2) {
        if let [first, second] = pair
            && second.span.start < first.span.end
        {
            return Err(EditError::Overlap {
                first: first.span,
                first_rule: first.rule.clone(),
                second: second.span,
                second_rule: second.rule.clone(),
            });
        }
    }
    Ok(())
}

/// The old lines that lie wholly within edits that put nothing in their place.
fn removals(source: &SourceFile, edits: &[Edit]) -> Vec<Removal> {
    let mut found = Vec::new();
    for edit in edits.iter().filter(|edit| edit.replacement.is_empty()) {
        let place = edit.span.range();
        let mut line = source.line_column(place.start).line;
        while let Some(start) = source.line_start(line) {
            let end = source.line_start(line + 1).unwrap_or(source.text.len());
            if start >= place.end || start == end {
                break;
            }
            if place.start <= start && end <= place.end {
                found.push(Removal {
                    line,
                    rule: edit.rule.clone(),
                });
            }
            line += 1;
        }
    }
    found
}

impl Applied {
    /// What a byte of the new text came from; offsets past the end count as the end.
    pub fn map_back(&self, offset: usize) -> Origin {
        let at = self
            .regions
            .partition_point(|region| region.new.end <= offset);
        match self.regions.get(at).or(self.regions.last()) {
            None => Origin::Unchanged(0),
            Some(region) => {
                let within = offset.min(region.new.end).saturating_sub(region.new.start);
                match region.kind {
                    RegionKind::Old(start) => Origin::Unchanged(start + within),
                    RegionKind::Edit(edit) => self.origin_in_edit(edit, within),
                }
            }
        }
    }

    fn origin_in_edit(&self, number: usize, within: usize) -> Origin {
        let Some(edit) = self.edits.get(number) else {
            return Origin::Unchanged(0);
        };
        match piece_at(edit, within) {
            Some((_, piece)) => match piece.origin {
                Some(origin) if piece.verbatim => Origin::Copied {
                    edit: number,
                    rule: piece.rule.clone(),
                    file: origin.file,
                    offset: origin.start as usize + (within - piece.range.start),
                },
                origin => Origin::Made {
                    edit: number,
                    rule: piece.rule.clone(),
                    origin: origin.or(edit.origin).unwrap_or(edit.span),
                },
            },
            None => {
                let cause = edit_cause(edit, number, within);
                Origin::Made {
                    edit: number,
                    rule: cause.rule,
                    origin: cause.origin,
                }
            }
        }
    }

    /// What a range of the new text came from. If both ends are old bytes of one file, the
    /// range between them; if both lie in one edit, the places of both ends together;
    /// otherwise the place of the first byte.
    pub fn map_back_span(&self, range: Range<usize>) -> MappedSpan {
        let first = self.map_back(range.start);
        let last_byte = range.end.saturating_sub(1).max(range.start);
        let last = self.map_back(last_byte);
        let (first_span, rule, first_exact) = self.place(&first);
        let (last_span, _, last_exact) = self.place(&last);
        let empty = range.end <= range.start;
        let joined = first_span.file == last_span.file
            && first_span.start <= last_span.end
            && match (&first, &last) {
                (Origin::Unchanged(_), Origin::Unchanged(_)) => true,
                (
                    Origin::Copied { edit: left, .. } | Origin::Made { edit: left, .. },
                    Origin::Copied { edit: right, .. } | Origin::Made { edit: right, .. },
                ) => left == right,
                _ => false,
            };
        let exact = first_exact && last_exact && self.run(range.start) == self.run(last_byte);
        let span = if empty && first_exact {
            Span {
                end: first_span.start,
                ..first_span
            }
        } else if joined {
            first_span.to(last_span)
        } else {
            first_span
        };
        MappedSpan { span, rule, exact }
    }

    /// Which region, and which piece within it, a byte of the new text lies in.
    fn run(&self, offset: usize) -> (usize, Option<usize>) {
        let at = self
            .regions
            .partition_point(|region| region.new.end <= offset);
        let piece = match self.regions.get(at) {
            Some(Region {
                new,
                kind: RegionKind::Edit(number),
            }) => self
                .edits
                .get(*number)
                .and_then(|edit| piece_at(edit, offset - new.start))
                .map(|(index, _)| index),
            _ => None,
        };
        (at, piece)
    }

    /// The old place of an origin (one byte if it is exact), its rule, and whether it is exact.
    fn place(&self, origin: &Origin) -> (Span, Option<String>, bool) {
        match origin {
            Origin::Unchanged(offset) => (Span::new(self.file, *offset, offset + 1), None, true),
            Origin::Copied {
                rule, file, offset, ..
            } => (
                Span::new(*file, *offset, offset + 1),
                Some(rule.clone()),
                true,
            ),
            Origin::Made { rule, origin, .. } => (*origin, Some(rule.clone()), false),
        }
    }

    /// The change log: every changed or added line with the rules that made it.
    pub fn changes(&self) -> Vec<Change> {
        self.line_origins
            .iter()
            .zip(self.text.split_inclusive('\n'))
            .enumerate()
            .filter_map(|(number, (origin, text))| match origin {
                LineSource::Unchanged(_) => None,
                LineSource::Edited(causes) => Some(Change {
                    line: number + 1,
                    text: text.trim_end_matches(['\n', '\r']).to_owned(),
                    causes: causes.clone(),
                }),
            })
            .collect()
    }

    fn find_line_origins(&self, source: &SourceFile) -> Vec<LineSource> {
        let mut origins = Vec::new();
        let mut start = 0;
        let mut first_region = 0;
        for line in self.text.split_inclusive('\n') {
            let end = start + line.len();
            while self
                .regions
                .get(first_region)
                .is_some_and(|region| region.new.end < start)
            {
                first_region += 1;
            }
            let near = self.regions[first_region..]
                .iter()
                .take_while(|region| region.new.start <= end);
            origins.push(self.line_origin(source, start..end, near));
            start = end;
        }
        origins
    }

    fn line_origin<'a>(
        &self,
        source: &SourceFile,
        line: Range<usize>,
        near: impl Iterator<Item = &'a Region>,
    ) -> LineSource {
        let mut causes = Vec::new();
        // Deletions that touch the line matter only if it is not a whole old line.
        let mut touching = Vec::new();
        for region in near {
            match region.kind {
                RegionKind::Old(from)
                    if region.new.start <= line.start && line.end <= region.new.end =>
                {
                    let old_start = from + (line.start - region.new.start);
                    let old_end = old_start + line.len();
                    let number = source.line_column(old_start).line;
                    let next = source.line_start(number + 1).unwrap_or(source.text.len());
                    if source.line_start(number) == Some(old_start) && next == old_end {
                        return LineSource::Unchanged(number);
                    }
                }
                RegionKind::Old(_) => {}
                RegionKind::Edit(number) => {
                    let Some(edit) = self.edits.get(number) else {
                        continue;
                    };
                    let overlaps = region.new.start < line.end && region.new.end > line.start;
                    let within = line.start.saturating_sub(region.new.start);
                    let cause = edit_cause(edit, number, within);
                    if overlaps {
                        causes.push(cause);
                    } else {
                        touching.push(cause);
                    }
                }
            }
        }
        if causes.is_empty() {
            causes = touching;
        }
        LineSource::Edited(causes)
    }
}

/// The piece of a replacement that holds byte `within`, with its index.
fn piece_at(edit: &Edit, within: usize) -> Option<(usize, &Piece)> {
    let index = edit
        .pieces
        .partition_point(|piece| piece.range.end <= within);
    let piece = edit.pieces.get(index)?;
    piece.range.contains(&within).then_some((index, piece))
}

/// Rule and place of the line of a replacement that holds byte `within`.
fn edit_cause(edit: &Edit, number: usize, within: usize) -> Cause {
    let line = edit
        .replacement
        .as_bytes()
        .iter()
        .take(within)
        .filter(|&&byte| byte == b'\n')
        .count();
    let LineOrigin { rule, origin } = edit.line_origin(line);
    Cause {
        edit: number,
        rule,
        origin: origin.or(edit.origin).unwrap_or(edit.span),
    }
}
