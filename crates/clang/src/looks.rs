//! What a text looks like in which no kernel was found.

use crate::tokens::{TokenKind, tokens};
use crate::tree::Language;

/// Why a text may have no kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// It is written in the other language.
    OtherLanguage,
    /// It has the words of a kernel, and nothing that marks one.
    Unmarked,
}

/// What tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Looks<'a> {
    /// Why there is no kernel.
    pub why: Why,
    /// The word by which it is known.
    pub word: &'a str,
    /// Where that begins.
    pub offset: usize,
}

/// The word that marks a kernel.
pub fn mark(language: Language) -> &'static str {
    match language {
        Language::Cuda => "__global__",
        Language::OpenCl => "__kernel",
    }
}

/// The other language.
pub fn other(language: Language) -> Language {
    match language {
        Language::Cuda => Language::OpenCl,
        Language::OpenCl => Language::Cuda,
    }
}

/// What asks which thread it is.
fn of_threads(language: Language) -> &'static [&'static str] {
    match language {
        Language::Cuda => &["threadIdx", "blockIdx", "blockDim"],
        Language::OpenCl => &["get_global_id", "get_local_id", "get_group_id"],
    }
}

/// Why a text that is read in a language has no kernel, if its words tell it. What stands in comments and
/// strings is no word.
pub fn looks(text: &str, language: Language) -> Option<Looks<'_>> {
    let other = other(language);
    let find = |words: &[&str]| {
        let mut all = tokens(text, 0).filter(|token| token.kind == TokenKind::Word);
        let found = all.find(|token| words.contains(&token.of(text)))?;
        Some((found.of(text), found.start))
    };
    let marked = find(&[mark(language)]).is_some();
    let own = || find(of_threads(language)).filter(|_| !marked);
    let (why, (word, offset)) = match (find(&[mark(other)]), own()) {
        (Some(found), _) => (Why::OtherLanguage, found),
        (None, Some(found)) => (Why::Unmarked, found),
        (None, None) if !marked => (Why::OtherLanguage, find(of_threads(other))?),
        (None, None) => return None,
    };
    Some(Looks { why, word, offset })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn words_tell_why_there_is_no_kernel() {
        let cases = [
            (
                Language::Cuda,
                "__kernel void k() {}",
                Some((Why::OtherLanguage, "__kernel")),
            ),
            (
                Language::OpenCl,
                "__global__ void k() {}",
                Some((Why::OtherLanguage, "__global__")),
            ),
            (
                Language::Cuda,
                "void k(int *a) { a[threadIdx.x] = 1; }",
                Some((Why::Unmarked, "threadIdx")),
            ),
            (
                Language::OpenCl,
                "void k() { get_local_id(0); }",
                Some((Why::Unmarked, "get_local_id")),
            ),
            (
                Language::Cuda,
                "void k() { get_local_id(0); }",
                Some((Why::OtherLanguage, "get_local_id")),
            ),
            (Language::Cuda, "// threadIdx\nint f() { return 0; }", None),
        ];
        for (language, text, wanted) in cases {
            let found = looks(text, language).map(|one| (one.why, one.word));
            assert_eq!(found, wanted, "{text}");
        }
    }
}
