//! The review of a change: in the terminal and as a page.

use crate::common::{COUNT, WRONG, alpinist_in, folder, knows_the_program, programs, root};
use std::path::Path;

#[test]
fn each_changed_line_has_its_reason_and_its_proofs() {
    let home = folder(&[("count.pvl", COUNT)]);
    let run = alpinist_in(home.path(), &["review", "--unroll", "2@i", "count.pvl"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    for says in [
        "--unroll 2@i: done",
        "1 contract as callers see them: unchanged",
        "+ assert 0 <= i; added from 5: step 1, unroll: invariant between copies; 1 proved",
        "+ i = i + 1; copied from 8: step 1, unroll: copy of the body",
        "changed from 5: step 1, unroll: bound moved by the unrolled updates; 2 proved",
        "… 2 lines the same",
    ] {
        // How wide the columns are is of no account.
        let squeezed = run.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(squeezed.contains(says), "no `{says}` in\n{}", run.stdout);
    }
    // The file itself is left alone.
    let text = std::fs::read_to_string(home.path().join("count.pvl")).unwrap();
    assert_eq!(text, COUNT);
}

#[test]
fn contracts_that_a_step_changed_are_not_called_unchanged() {
    let kernel = crate::common::root().join("examples/linearizing/by-columns.pvl");
    let home = folder(&[("m.pvl", &std::fs::read_to_string(kernel).unwrap())]);
    knows_the_program(&home.path().join("cache"));
    let steps = [
        "--linearize",
        "m:col",
        "--unroll",
        "1@c",
        "--guard",
        "m.pvl",
    ];
    let steps = [&["--cache", "cache"], &steps[..]].concat();
    let run = alpinist_in(home.path(), &[&["review"], &steps[..]].concat());
    assert_eq!(run.status, 0, "{}", run.stderr);
    let says = "step 1: 1 contract read through the index map, 0 contracts unchanged; \
                step 2: 1 contract unchanged";
    assert!(run.stdout.contains(says), "{}", run.stdout);
    assert!(!run.stdout.contains("as callers see them"));
    let sarif = ["--format", "sarif", "--report", "r.sarif"];
    alpinist_in(home.path(), &[&sarif[..], &steps[..]].concat());
    let log = std::fs::read_to_string(home.path().join("r.sarif")).unwrap();
    assert!(
        log.contains(&format!("the result is verified; {says}")),
        "{log}"
    );
}

#[test]
fn what_fails_is_shown_and_decides_the_status() {
    let wrong = COUNT.replace("return i;", "return i + 1;");
    let home = folder(&[("count.pvl", COUNT), ("wrong.pvl", &wrong)]);
    let run = alpinist_in(home.path(), &["review", "count.pvl", "wrong.pvl"]);
    assert_eq!(run.status, 1, "{}", run.stderr);
    assert!(run.stdout.contains("wrong.pvl:2: V022"), "{}", run.stdout);
    assert!(run.stdout.contains("+   return i + 1;"), "{}", run.stdout);
    let changed = COUNT.replace("requires 2 <= n", "requires 3 <= n");
    std::fs::write(home.path().join("other.pvl"), changed).unwrap();
    let run = alpinist_in(home.path(), &["review", "count.pvl", "other.pvl"]);
    assert!(
        run.stdout.contains("the contract of count is not the same"),
        "{}",
        run.stdout
    );
    let run = alpinist_in(
        home.path(),
        &["review", "count.pvl", "other.pvl", "--unroll", "2"],
    );
    assert_eq!(run.status, 2);
}

#[test]
fn the_page_stands_alone() {
    let kernel = "\
context_everywhere a != null && a.length == n && 0 < n;
context (\\forall* int i = 0 .. n; Perm(a[i], write));
void fill(int[] a, int n) {
  par T (int t = 0 .. n)
    context Perm(a[t], write);
  {
    a[t] = 1; // <script>alert(\"&\")</script>
  }
}
";
    let home = folder(&[("k.pvl", kernel)]);
    let run = alpinist_in(home.path(), &["review", "--html", "r.html", "k.pvl"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let page = std::fs::read_to_string(home.path().join("r.html")).unwrap();
    // Nothing is fetched, and nothing of the program is taken for markup.
    for fetched in ["src=", "http://", "https://", "@import", "url("] {
        assert!(!page.contains(fetched), "{fetched}");
    }
    assert!(page.contains("&lt;script&gt;alert(&quot;&amp;&quot;)&lt;/script&gt;"));
    // Eight threads, each with its own cell, before and after.
    assert_eq!(page.matches("<rect class=\"whole\"").count(), 16);
    assert!(page.contains("t = 3 holds write of a[3]"));
    assert!(page.contains("prefers-color-scheme: dark") && page.contains("@media print"));
}

/// The page of a review.
fn page(home: &Path, args: &[&str]) -> String {
    alpinist_in(home, &[&["review", "--html", "r.html"], args].concat());
    std::fs::read_to_string(home.join("r.html")).unwrap()
}

/// What stands between two texts.
fn between<'a>(text: &'a str, from: &str, to: &str) -> Vec<&'a str> {
    let parts = text.split(from).skip(1);
    parts.map(|part| part.split(to).next().unwrap()).collect()
}

fn banner(page: &str) -> (String, String) {
    let [banner] = between(page, "<p class=\"banner ", "</p>")[..] else {
        panic!("no banner in {page}");
    };
    let (ending, words) = banner.split_once("\">").unwrap();
    let words = words.replace("<strong>", "").replace("</strong>", "");
    (ending.to_owned(), words)
}

#[test]
fn the_first_line_says_what_happened() {
    let fuse = root().join("examples/fusing/ring.pvl");
    let refused = COUNT.replace("requires 2 <= n", "requires 1 <= n");
    let home = folder(&[
        ("count.pvl", COUNT),
        ("wrong.pvl", WRONG),
        ("refused.pvl", &refused),
        ("syntax.pvl", "void m() {\n  int = 3;\n}\n"),
        (
            "believes.pvl",
            "ensures n > 2;\nvoid lemma(int n);\n\nvoid m(int n) {\n  lemma(n);\n  assert n > 1;\n}\n",
        ),
    ]);
    knows_the_program(&home.path().join("cache"));
    let fuse = fuse.to_str().unwrap();
    let blocks = root().join("examples/fusing/blocks.pvl");
    let race = root().join("examples/wrong/race.pvl");
    for (args, ending, words) in [
        (
            &[fuse][..],
            "proved",
            "Proved: 2 kernels became 1, 1 barrier added, contract unchanged, nothing trusted",
        ),
        // One kernel within thread blocks is one kernel.
        (
            &[blocks.to_str().unwrap()],
            "proved",
            "Proved: 2 kernels became 1, 1 barrier added, contract unchanged, nothing trusted",
        ),
        // The line is named once.
        (
            &[race.to_str().unwrap()],
            "refuted",
            "Refuted: the block's precondition allows a data race on `a[0]`: all threads ask for the whole of \
             it (line 8) (V041)",
        ),
        (
            &["count.pvl", "--unroll", "2@i"],
            "proved",
            "Proved: `--unroll 2@i` done, 7 lines changed, contract unchanged, nothing trusted",
        ),
        (
            &["count.pvl"],
            "proved",
            "Proved: all obligations, nothing was changed, nothing trusted",
        ),
        (
            &["believes.pvl"],
            "proved",
            "Proved: all obligations, nothing was changed, 1 place trusted",
        ),
        (
            &["wrong.pvl"],
            "refuted",
            "Refuted: the postcondition may not hold (V022, line 1)",
        ),
        (
            &["refused.pvl", "--unroll", "2@i"],
            "undecided",
            "Unknown: the step `--unroll 2@i` does not apply, so it was not carried out: ",
        ),
        (&["syntax.pvl"], "undecided", "Unknown: expected a name"),
        (
            &["count.pvl", "refused.pvl"],
            "proved",
            "Proved: 1 line changed, contract of count changed, nothing trusted",
        ),
        (
            &["count.pvl", "wrong.pvl"],
            "refuted",
            "Refuted: the postcondition may not hold (V022, line 1) (new text)",
        ),
    ] {
        // The terminal has the answers of the page.
        let args = &[&["--cache", "cache"], args].concat()[..];
        let page = page(home.path(), args);
        let (class, said) = banner(&page);
        assert_eq!(class, ending, "{args:?}: {said}");
        assert!(said.starts_with(words), "{args:?}: {said}");
        // It comes before all else, in the terminal as well.
        let header = page.find("<header>").unwrap();
        assert!(page[header..].starts_with("<header><p class=\"banner"));
        let run = alpinist_in(home.path(), &[&["review"], args].concat());
        assert!(run.stdout.starts_with(words), "{}", run.stdout);
    }
}

#[test]
fn what_is_not_changed_stands_once() {
    let home = folder(&[("sub/wrong.pvl", WRONG), ("count.pvl", COUNT)]);
    let same = page(home.path(), &["sub/wrong.pvl"]);
    assert!(same.contains("<title>Review of wrong.pvl</title>"));
    assert!(same.contains("<table class=\"single\">"));
    assert!(!same.contains("<th scope=\"col\">Old</th>"));
    assert_eq!(between(&same, "<td class=\"code\">", "</td>").len(), 4);
    let changed = page(home.path(), &["count.pvl", "--unroll", "2@i"]);
    for word in ["Old", "New"] {
        assert!(changed.contains(&format!("<th scope=\"col\">{word}</th>")));
    }
    for word in ["Before", "After"] {
        assert!(!changed.contains(word), "{word}");
    }
    // Words have their colours, and what is marked as changed keeps its text.
    assert!(changed.contains("<span class=\"s\">requires</span> <span class=\"d\">2</span>"));
    assert!(changed.contains("<span class=\"w\">while</span>"));
}

#[test]
fn ownership_is_drawn_old_beside_new() {
    let home = folder(&[]);
    let tiled = root().join("examples/tiling");
    let mut seen = 0;
    let every = if trials::asked("ALPINIST_SLOW") { 1 } else { 2 };
    for program in programs(&tiled).into_iter().step_by(every) {
        let text = std::fs::read_to_string(&program).unwrap();
        let options = text
            .lines()
            .find_map(|line| line.strip_prefix("//:: options "));
        let mut args = vec!["--jobs", "1", program.to_str().unwrap()];
        args.extend(options.unwrap_or("").split_whitespace());
        let page = page(home.path(), &args);
        let (class, said) = banner(&page);
        let sides = between(&page, "<div class=\"beside\">", "</figure></div></div>");
        let same = said.contains("nothing was changed");
        if class != "proved" || same || !page.contains("<figure") {
            continue;
        }
        seen += 1;
        assert!(!sides.is_empty(), "{}: {said}", program.display());
        for side in sides {
            let (old, new) = side.split_once("<h3>New</h3>").unwrap();
            assert!(old.contains("<h3>Old</h3>"));
            assert!(old.contains("At the start") && new.contains("At the end"));
            // Two tiles at least: a thread of the new text has several cells, and there are two of them.
            for figure in between(new, "<figure", "</div></div>") {
                let threads = between(figure, "y=\"42\">0<title>", "<").len();
                let second = figure.contains(">1<title>");
                assert!(threads > 0 && second, "{}: one tile", program.display());
            }
        }
    }
    assert!(seen > 3, "{seen}");
}

/// What the page says of a failure are the numbers that it draws.
#[test]
fn what_is_said_is_what_is_drawn() {
    let home = folder(&[(
        "all.pvl",
        "requires 2 <= n;\ncontext a != null && a.length == n;\ncontext Perm(a[*], write);\n\
         void race(int n, int[] a) {\n  par threads (int t = 0 .. n)\n    context Perm(a[0], write);\n  {\n    \
         a[0] = t;\n  }\n}\n",
    )]);
    let mut wrong = programs(&root().join("examples/wrong"));
    wrong.push(home.path().join("all.pvl"));
    let (mut claims, mut together) = (0, 0);
    for program in wrong {
        let page = page(home.path(), &["--jobs", "1", program.to_str().unwrap()]);
        for figure in between(&page, "<figure class=\"failing\"", "</figure>") {
            let stages = between(figure, "<p class=\"when\">", "<p class=\"when\">");
            let cells: Vec<&str> = between(figure, "<ul>", "</ul>")
                .first()
                .map_or(Vec::new(), |list| between(list, "<li>", "</li>"));
            for cell in cells {
                let (when, said) = cell.split_once(": ").unwrap();
                let stage = stages.iter().find(|stage| stage.starts_with(when)).unwrap();
                let drawn = between(stage, "<title>", "</title>");
                let of = said.rsplit_once(" of ").map_or("", |(_, cell)| cell);
                match said.split_once(" asks for ") {
                    Some((who, amount)) => {
                        let wanted = format!("{who} holds {amount}");
                        assert!(drawn.contains(&wanted.as_str()), "{said}: {drawn:?}");
                        claims += 1;
                        together += usize::from(program.ends_with("all.pvl"));
                    }
                    None if said.contains(" holds nothing of ") => {
                        let who = said.split(" holds ").next().unwrap();
                        let other = |title: &&&str| {
                            title.starts_with(&format!("{who} holds ")) && title.ends_with(of)
                        };
                        assert_eq!(drawn.iter().find(other), None, "{said}");
                        claims += 1;
                    }
                    None if said.contains(" holds ") => {
                        assert!(drawn.contains(&said), "{said}: {drawn:?}");
                        claims += 1;
                    }
                    None => assert!(said.contains("is outside its bounds"), "{said}"),
                }
            }
        }
    }
    assert!(claims > 3, "{claims}");
    // Each of two threads asks for the whole, not for both of it.
    assert_eq!(together, 2);
}
