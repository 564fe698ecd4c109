#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::*;
use proptest::prelude::*;

fn source(text: &str) -> SourceFile {
    SourceFile::new("a.pvl", text)
}

fn span_of(text: &str, part: &str) -> Span {
    let start = text.find(part).unwrap();
    Span::new(0, start, start + part.len())
}

#[test]
fn replaces_and_keeps_the_rest() {
    let text = "a\r\n\tb // c\r\nd";
    let edit = Edit::new(span_of(text, "b"), "x\r\n\ty", "rename");
    let applied = apply(&source(text), &[edit]).unwrap();
    assert_eq!(applied.text, "a\r\n\tx\r\n\ty // c\r\nd");
    assert_eq!(applied.line_origins[0], LineSource::Unchanged(1));
    assert_eq!(applied.line_origins[3], LineSource::Unchanged(3));
    assert!(
        matches!(&applied.line_origins[1], LineSource::Edited(causes) if causes[0].rule == "rename")
    );
    assert!(matches!(&applied.line_origins[2], LineSource::Edited(_)));
    assert_eq!(applied.changes().len(), 2);
}

#[test]
fn insertions_keep_their_order_and_precede_replacements() {
    let mut set = EditSet::new();
    set.insert(0, 1, "1", "one");
    set.replace(Span::new(0, 1, 2), "B", "two");
    set.insert(0, 1, "2", "three");
    let applied = set.apply(&[source("abc")]).unwrap().remove(0).unwrap();
    assert_eq!(applied.text, "a12Bc");
}

#[test]
fn refuses_overlaps_and_bad_places() {
    let text = source("abcdef");
    let two = |a: Span, b: Span| apply(&text, &[Edit::new(a, "", "p"), Edit::new(b, "", "q")]);
    let at = |start, end| Span::new(0, start, end);
    assert!(matches!(
        two(at(0, 3), at(2, 4)),
        Err(EditError::Overlap { .. })
    ));
    assert!(matches!(
        two(at(0, 3), at(1, 1)),
        Err(EditError::Overlap { .. })
    ));
    assert!(two(at(0, 3), at(3, 4)).is_ok());
    assert!(two(at(0, 3), at(3, 3)).is_ok());
    assert!(matches!(
        two(at(0, 3), at(5, 9)),
        Err(EditError::OutOfRange { .. })
    ));
    assert!(matches!(
        two(at(0, 3), Span::new(1, 4, 5)),
        Err(EditError::MixedFiles { .. })
    ));
    assert!(apply(&source("é"), &[Edit::new(at(1, 2), "", "p")]).is_err());
}

#[test]
fn a_deleted_line_leaves_its_neighbours_unchanged() {
    let text = "a\n  gpuopt x;\nb\n";
    let file = source(text);
    let place = whole_lines(&file, span_of(text, "gpuopt x;"));
    let applied = apply(&file, &[Edit::new(place, "", "done")]).unwrap();
    assert_eq!(applied.text, "a\nb\n");
    assert_eq!(
        applied.line_origins,
        [LineSource::Unchanged(1), LineSource::Unchanged(3)]
    );
    assert_eq!(
        applied.removals,
        [Removal {
            line: 2,
            rule: "done".into()
        }]
    );
}

#[test]
fn joining_lines_is_a_change() {
    let applied = apply(
        &source("a\nb\n"),
        &[Edit::new(Span::new(0, 1, 2), "", "join")],
    )
    .unwrap();
    assert_eq!(applied.text, "ab\n");
    assert!(matches!(applied.line_origins[0], LineSource::Edited(_)));
}

#[test]
fn lines_of_statements() {
    let text = "\u{feff}  // about x\n  /* more */\n  x = 1; // trailing\n\ty = 2; z = 3;\n";
    let file = source(text);
    let x = span_of(text, "x = 1;");
    assert_eq!(indentation(&file, x.start as usize), "  ");
    assert_eq!(indentation(&file, 4), "  ");
    assert_eq!(file.slice(whole_lines(&file, x)), "x = 1; ");
    assert_eq!(
        file.slice(whole_lines(&file, span_of(text, "y = 2;"))),
        "y = 2; "
    );
    assert_eq!(
        file.slice(whole_lines(&file, span_of(text, "z = 3;"))),
        "z = 3;"
    );
    assert_eq!(
        indentation(&file, span_of(text, "z = 3").start as usize),
        "\t"
    );
    let line = line_span(&file, 0, x.start as usize);
    assert_eq!(file.slice(line), "  x = 1; // trailing\n");
    assert_eq!(file.slice(whole_lines(&file, line)), file.slice(line));
    assert_eq!(indentation_unit(&file), "  ");
    assert_eq!(line_end(&file), LineEnd::Lf);
    assert_eq!(LineEnd::of("a\r\nb\r\nc\n"), LineEnd::CrLf);
}

#[test]
fn a_copy_is_substituted_reindented_and_traced() {
    let text = "  if (a) {\n    b = i; // i stays\n\n    c = i;\n  }\n";
    let file = source(text);
    let statement = Span::new(0, 2, text.len() - 1);
    let first = span_of(text, "i;");
    let first = Span {
        end: first.start + 1,
        ..first
    };
    let last = text.rfind("i;").unwrap();
    let list = [
        (Span::new(0, last, last + 1), "i + 1".to_owned()),
        (first, "i + 1".to_owned()),
    ];
    let copy = Snippet::copy_with(&file, statement, &list, "copy")
        .unwrap()
        .reindented("  ", "\t\t");
    assert_eq!(
        copy.text(),
        "if (a) {\n\t\t  b = i + 1; // i stays\n\n\t\t  c = i + 1;\n\t\t}"
    );
    let edit = Edit::from_snippet(Span::new(0, 0, 0), &copy, "unroll");
    let applied = apply(&file, &[edit]).unwrap();
    let new = applied.text.clone();
    let c = new.find("c = i + 1").unwrap();
    let mapped = applied.map_back_span(c..c + 5);
    assert_eq!(mapped.rule.as_deref(), Some("copy"));
    assert_eq!(file.slice(mapped.span), "c = i");
    let exact = applied.map_back_span(c..c + 3);
    assert!(exact.exact);
    assert_eq!(file.slice(exact.span), "c =");
    let overlapping = [
        (first, String::new()),
        (
            Span {
                end: first.end + 1,
                ..first
            },
            String::new(),
        ),
    ];
    assert!(Snippet::copy_with(&file, statement, &overlapping, "copy").is_err());
    assert!(Snippet::copy_with(&file, Span::new(0, 0, 999), &[], "copy").is_err());
}

#[test]
fn generated_lines_end_as_the_file_does() {
    let text = "a;\r\nb;\r\n";
    let file = source(text);
    let mut snippet = Snippet::generated("x;\n", "new", None);
    snippet.append(Snippet::copy(&file, Span::new(0, 0, 4), "copy"));
    snippet.push("y;\n", "new", None);
    let mut set = EditSet::new();
    set.push(Edit::from_snippet(Span::new(0, 4, 4), &snippet, "r"));
    let applied = set.apply(&[file]).unwrap().remove(0).unwrap();
    assert_eq!(applied.text, "a;\r\nx;\r\na;\r\ny;\r\nb;\r\n");
    let copied = applied.text.rfind("a;").unwrap();
    assert_eq!(
        applied.map_back_span(copied..copied + 4).span,
        Span::new(0, 0, 4)
    );
    assert!(applied.map_back_span(copied..copied + 4).exact);
}

#[test]
fn history_traces_through_steps() {
    let user = source("one;\ntwo;\n");
    let two = span_of(&user.text, "two;");
    let mut history = History::new();
    let copy = Snippet::copy(&user, two, "copy body");
    let mut first = EditSet::new();
    first.push(Edit::from_snippet(Span::new(0, 0, 0), &copy, "peel"));
    first.insert(0, 0, "\n", "peel");
    let files = vec![user.clone()];
    history.push("unroll", first.apply(&files).unwrap());
    let files = history.newest(&files);
    assert_eq!(files[0].text, "two;\none;\ntwo;\n");
    let mut second = EditSet::new();
    second
        .replace(span_of(&files[0].text, "two"), "2", "rename")
        .origin = Some(span_of(&files[0].text, "two"));
    history.push("merge", second.apply(&files).unwrap());
    let newest = history.newest(&files);
    assert_eq!(newest[0].text, "2;\none;\ntwo;\n");
    let trace = history.trace(Span::new(0, 0, 1));
    assert_eq!(user.slice(trace.user), "two");
    assert_eq!(trace.derivation.len(), 2);
    assert!(!trace.exact);
    let trace = history.trace(span_of(&newest[0].text, "one"));
    assert_eq!((user.slice(trace.user), trace.exact), ("one", true));
    assert!(trace.derivation.is_empty());
    let log = history.changes(0);
    assert_eq!(log.len(), 1);
    assert_eq!((log[0].line, log[0].text.as_str()), (1, "2;"));
    assert_eq!(user.slice(log[0].trace.user), "two");
    assert_eq!(log[0].trace.reasons(), "step 2, rename; step 1, copy body");
}

#[test]
fn a_rule_that_made_several_parts_of_a_line_is_named_once() {
    let user = source("a b c\n");
    let mut edits = EditSet::new();
    for word in ["a", "c"] {
        edits.replace(span_of(&user.text, word), "x", "rename");
    }
    let mut history = History::new();
    history.push("one", edits.apply(&[user]).unwrap());
    let log = history.changes(0);
    assert_eq!(log[0].text, "x b x");
    assert_eq!(log[0].trace.reasons(), "step 1, rename");
}

/// Text with everything that could go wrong, and edits that do not overlap.
fn text_and_edits() -> impl Strategy<Value = (String, Vec<Edit>)> {
    let word = prop::sample::select(vec![
        "a", "é", "\n", "\r\n", "\t", " ", "x = 1;", "// c", "𝛼",
    ]);
    prop::collection::vec(word, 0..40)
        .prop_map(|words| words.concat())
        .prop_flat_map(|text| {
            let length = text.chars().count();
            (
                Just(text),
                prop::collection::vec((0..=length, "[a-c\n]{0,6}"), 0..8),
            )
        })
        .prop_map(|(text, cuts)| {
            let offset = |index: usize| {
                text.char_indices()
                    .nth(index)
                    .map_or(text.len(), |(at, _)| at)
            };
            let mut places: Vec<usize> = cuts.iter().map(|(at, _)| offset(*at)).collect();
            places.sort_unstable();
            let edits = places
                .chunks(2)
                .zip(&cuts)
                .map(|(pair, (_, new))| {
                    let end = pair.last().copied().unwrap_or(pair[0]);
                    Edit::new(Span::new(0, pair[0], end), new.as_str(), "rule")
                })
                .collect();
            (text, edits)
        })
}

proptest! {
    #[test]
    fn no_edits_no_change((text, _) in text_and_edits()) {
        let applied = apply(&source(&text), &[]).unwrap();
        prop_assert_eq!(&applied.text, &text);
        for (number, origin) in applied.line_origins.iter().enumerate() {
            prop_assert_eq!(origin, &LineSource::Unchanged(number + 1));
        }
        for offset in 0..=text.len() {
            prop_assert_eq!(applied.map_back(offset), Origin::Unchanged(offset));
        }
    }

    #[test]
    fn edits_do_what_they_say_and_map_back((text, edits) in text_and_edits()) {
        let file = source(&text);
        let applied = apply(&file, &edits).unwrap();
        let mut model = text.clone();
        for edit in edits.iter().rev() {
            model.replace_range(edit.span.range(), &edit.replacement);
        }
        prop_assert_eq!(&applied.text, &model);
        prop_assert_eq!(applied.line_origins.len(), file_lines(&model));
        let mut kept = 0;
        for (at, byte) in applied.text.bytes().enumerate() {
            match applied.map_back(at) {
                Origin::Unchanged(old) => {
                    kept += 1;
                    prop_assert_eq!(text.as_bytes()[old], byte);
                    prop_assert!(edits.iter().all(|edit| !edit.span.range().contains(&old)));
                }
                Origin::Made { origin, .. } => prop_assert!(edits.iter().any(|edit| edit.span == origin)),
                Origin::Copied { .. } => prop_assert!(false),
            }
        }
        let removed: usize = edits.iter().map(|edit| edit.span.range().len()).sum();
        prop_assert_eq!(kept, text.len() - removed);
        for (origin, line) in applied.line_origins.iter().zip(applied.text.split_inclusive('\n')) {
            match origin {
                LineSource::Unchanged(old) => {
                    let old_line = text.split_inclusive('\n').nth(old - 1);
                    prop_assert_eq!(old_line, Some(line));
                }
                LineSource::Edited(causes) => prop_assert!(!causes.is_empty()),
            }
        }
    }

    #[test]
    fn copies_map_back_byte_for_byte(
        (text, edits) in text_and_edits(),
        from in "[ \t]{0,3}",
        to in "[ \t]{0,3}",
    ) {
        let file = source(&text);
        let whole = Span::new(0, 0, text.len());
        let list: Vec<(Span, String)> =
            edits.iter().map(|edit| (edit.span, edit.replacement.clone())).collect();
        let copy = Snippet::copy_with(&file, whole, &list, "copy").unwrap();
        prop_assert_eq!(copy.text(), apply(&file, &edits).unwrap().text);
        let copy = copy.reindented(&from, &to);
        let applied = apply(&file, &[Edit::from_snippet(Span::new(0, 0, 0), &copy, "r")]).unwrap();
        let length = copy.text().len();
        for (at, byte) in applied.text.bytes().enumerate().take(length) {
            match applied.map_back(at) {
                Origin::Copied { offset, .. } => prop_assert_eq!(text.as_bytes()[offset], byte),
                Origin::Made { .. } => {}
                Origin::Unchanged(_) => prop_assert!(false),
            }
        }
    }

    #[test]
    fn helpers_never_panic(text in "(.|\n|\r|\t|/|\\*|\"|'){0,60}", start in 0usize..70, end in 0usize..70) {
        let file = source(&text);
        let span = Span::new(0, start, end);
        let _ = indentation(&file, start);
        let _ = indentation_unit(&file);
        let _ = line_span(&file, 0, start);
        let _ = whole_lines(&file, span);
        let _ = apply(&file, &[Edit::new(span, "x", "r")]);
    }
}

fn file_lines(text: &str) -> usize {
    text.split_inclusive('\n').count()
}
