//! Building a [`Question`]: the program with text put in, and which of it is asked about.

use crate::framework::input::Input;
use crate::framework::prover::Question;
use text::source::SourceFile;
use text::span::Span;

/// A program that gets assertions.
///
/// What is put in at one place stands there in the order of the calls; nothing else of
/// the program changes.
pub struct Probe<'a> {
    input: &'a Input<'a>,
    method: String,
    pieces: Vec<Piece>,
    /// Places of the program itself that are asked about.
    places: Vec<Span>,
}

struct Piece {
    file: u32,
    offset: usize,
    text: String,
    /// Asked about, up to where the piece of this number stands.
    asked: Option<usize>,
}

impl<'a> Probe<'a> {
    /// Nothing put in yet; `method` is where the assertions will stand.
    pub fn new(input: &'a Input<'a>, method: &str) -> Self {
        Probe {
            input,
            method: method.to_owned(),
            pieces: Vec::new(),
            places: Vec::new(),
        }
    }

    /// Puts text before byte `offset` of file number `file`.
    pub fn insert(&mut self, file: u32, offset: usize, text: impl Into<String>) {
        self.pieces.push(Piece {
            file,
            offset,
            text: text.into(),
            asked: None,
        });
    }

    /// Puts `assert formula;` there, and asks about it.
    pub fn assert(&mut self, file: u32, offset: usize, formula: &str) {
        self.pieces.push(Piece {
            file,
            offset,
            // On a line of its own: the formula might end in a comment.
            text: format!("assert {formula}\n;"),
            asked: Some(self.pieces.len()),
        });
        self.insert(file, offset, "\n");
    }

    /// Asks about all that must hold at a place of the program as it is.
    pub fn about(&mut self, place: Span) {
        self.places.push(place);
    }

    /// Where a place of the program has moved to.
    fn moved(&self, place: Span) -> Span {
        let shift = |offset: u32| {
            let before = self
                .pieces
                .iter()
                .filter(|piece| piece.file == place.file && piece.offset <= place.start as usize);
            offset as usize + before.map(|piece| piece.text.len()).sum::<usize>()
        };
        Span::new(place.file, shift(place.start), shift(place.end))
    }

    /// Puts text there and asks about it: whatever must be shown within it, as for an
    /// invariant.
    pub fn ask(&mut self, file: u32, offset: usize, text: impl Into<String>) {
        self.pieces.push(Piece {
            file,
            offset,
            text: text.into(),
            asked: Some(self.pieces.len()),
        });
    }

    /// Asks about all that stands from byte `from` to byte `to`, what is put in at these
    /// places before (at `from`) and until (at `to`) this call included.
    pub fn ask_all(&mut self, file: u32, from: usize, to: usize) {
        let end = self.pieces.len() + 1;
        self.pieces.push(Piece {
            file,
            offset: from,
            text: String::new(),
            asked: Some(end),
        });
        self.insert(file, to, "");
    }

    /// The question; its assertions in the order they were put in, then the places.
    pub fn finish(self) -> Question {
        let mut order: Vec<usize> = (0..self.pieces.len()).collect();
        order.sort_by_key(|&index| (self.pieces[index].file, self.pieces[index].offset, index));
        let mut starts: Vec<(usize, u32, usize, usize)> = Vec::new();
        let mut ends: Vec<usize> = vec![0; self.pieces.len()];
        let mut files = Vec::new();
        for (number, file) in (0_u32..).zip(self.input.files) {
            let mut text = String::new();
            let mut done = 0;
            for &index in order
                .iter()
                .filter(|&&index| self.pieces[index].file == number)
            {
                let piece = &self.pieces[index];
                let at = piece.offset.clamp(done, file.text.len());
                text.push_str(file.text.get(done..at).unwrap_or(""));
                done = at;
                if let Some(end) = piece.asked {
                    starts.push((index, number, text.len(), end));
                }
                text.push_str(&piece.text);
                if let Some(end) = ends.get_mut(index) {
                    *end = text.len();
                }
            }
            text.push_str(file.text.get(done..).unwrap_or(""));
            files.push(SourceFile::new(file.name.clone(), text));
        }
        starts.sort_by_key(|(index, ..)| *index);
        let span = |(_, file, start, end): (usize, u32, usize, usize)| {
            Span::new(file, start, ends.get(end).copied().unwrap_or(start))
        };
        let places = self.places.iter().map(|place| self.moved(*place));
        Question {
            files,
            asserts: starts.into_iter().map(span).chain(places).collect(),
            method: self.method,
        }
    }
}
