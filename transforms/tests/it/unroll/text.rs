//! The text that comes out: lines, rules of lines, comments, line ends.

use super::counting;
use crate::common::{Runs, directive, directive_in, flag};
use spec_lang::resolve::Profile;
use text::source::SourceFile;

#[test]
fn once() {
    assert_eq!(
        directive(&counting("1"), 3),
        "\
// Sets every cell.
class Fill {
  context_everywhere a != null && a.length == n;
  requires n >= 3; // enough
  context (\\forall* int j; 0 <= j && j < n; Perm(a[j], write));
  void fill(int[] a, int n) {
    int i = 0;

    // The loop.
    assert 0 <= i && i <= n;
    a[i] = 0; // cell

    i = i + 1;
    loop_invariant 1 <= i && i <= n;
    loop_invariant (\\forall* int j; 0 <= j && j < n; Perm(a[j], write));
    while (i < n) {
      a[i] = 0; // cell

      i = i + 1;
    } // done
  }
}
"
    );
}

#[test]
fn several_times() {
    for count in [2_usize, 3, 7] {
        let result = directive(&counting(&count.to_string()), count);
        assert_eq!(
            result.matches("    assert 0 <= i && i <= n;\n").count(),
            count
        );
        assert_eq!(result.matches("a[i] = 0; // cell\n").count(), count + 1);
        assert!(result.contains(&format!("loop_invariant {count} <= i && i <= n;")));
        assert!(!result.contains("gpuopt"));
        // What is not part of the loop is as it was.
        let (head, tail) = (counting("1"), "    } // done\n  }\n}\n");
        assert!(result.starts_with(head.split("    gpuopt").next().unwrap()));
        assert!(result.ends_with(tail));
    }
}

#[test]
fn every_line_has_its_rule() {
    let (_, rewritten) = directive_in(&counting("2"), Profile::Sound, &mut Runs::times(2)).unwrap();
    let files = [SourceFile::new("test.pvl", counting("2"))];
    let applied = rewritten.edits.apply(&files).unwrap().remove(0).unwrap();
    let changes = applied.changes();
    assert_eq!(changes.len(), 2 * 4 + 1);
    assert!(changes.iter().all(|change| !change.causes.is_empty()));
    let first = &changes[0].causes[0];
    assert_eq!(first.rule, "unroll: invariant between copies");
    let origin = first.origin;
    assert!(files[0].slice(origin).contains("0 <= i && i <= n"));
    assert_eq!(rewritten.shown.len(), 1);
}

#[test]
fn on_one_line() {
    let text =
        "void m(int n) { int i = 0; loop_invariant 0 <= i; while (i < n) { i++; } n = 1; }\n";
    let (result, _) = flag(text, "1@i", false, 1).unwrap();
    assert_eq!(
        result,
        "void m(int n) { int i = 0;\nassert 0 <= i;\ni++;\nloop_invariant 1 <= i; while (i < n) { i++; } n = 1; }\n"
    );
}

#[test]
fn line_ends_tabs_and_mark_stay() {
    let text = format!("\u{feff}{}", counting("2"))
        .replace("  ", "\t")
        .replace('\n', "\r\n");
    let result = directive(&text, 2);
    assert_eq!(result.matches('\n').count(), result.matches("\r\n").count());
    assert!(result.starts_with("\u{feff}//"));
    let expected = directive(&counting("2"), 2)
        .replace("  ", "\t")
        .replace('\n', "\r\n");
    assert_eq!(result.trim_start_matches('\u{feff}'), expected);
}

#[test]
fn annotations_in_comments() {
    let text = "\
void m(int n) {
  int i = 0;
  /*@ gpuopt loop_unroll i 1; @*/
  //@ loop_invariant 0 <= i;
  while (i < n) {
    i = i + 1;
  }
}
";
    assert_eq!(
        directive(text, 1),
        "\
void m(int n) {
  int i = 0;
  assert 0 <= i;
  i = i + 1;
  //@ loop_invariant 1 <= i;
  while (i < n) {
    i = i + 1;
  }
}
"
    );
}
