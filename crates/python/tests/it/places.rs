//! Texts keep the places of the Python file.

use crate::squeezed;
use python::texts;

/// The text of the only kernel, which is known.
fn read(text: &str) -> String {
    let all = texts("m.py", text, &[]);
    assert_eq!(all.len(), 1, "{text}");
    assert_eq!(all[0].undecided, None, "{text}");
    assert_eq!(all[0].request.text.len(), text.len());
    all[0].request.text.clone()
}

pub fn places_are_those_of_the_python_file() {
    let text = "B = 64 # threads\ns = r'''\n__global__ void k() { int é; }\n'''\n\
                t = f\"\"\"__global__ void j() {{ int a[{B}]; printf(\"\\\\n\"); }}\"\"\"\nu = \"__global__\"\n";
    let all = texts("m.py", text, &[]);
    assert_eq!(all.len(), 2);
    for (one, part) in all
        .iter()
        .zip(["__global__ void k() { int é; }", "__global__ void j()"])
    {
        assert_eq!(one.undecided, None);
        assert_eq!(one.request.text.len(), text.len());
        assert_eq!(text.find(part), one.request.text.find(part));
    }
    let second = &all[1].request.text;
    assert!(
        squeezed(second).contains("{ int a[64 ]; printf(\"\\n\" ); }"),
        "{second}"
    );
    assert!(!second.contains("void k"));
    assert_eq!(text.find("int a["), second.find("int a["));
    assert_eq!(text.find("printf"), second.find("printf"));
}

pub fn escapes_mean_what_they_mean_in_python() {
    for (escape, found) in [
        ("// one \\n a[0] = 1;", "// one \n a[0] = 1;"),
        ("// one \\x0a a[0] = 1;", "\n   a[0] = 1;"),
        ("// one \\12 a[0] = 1;", "\n  a[0] = 1;"),
        ("/* *\\57 a[0] = 1;", "/* */"),
        ("f(); \\n g();", "f();   g();"),
        ("printf(\"x\\\\n\");", "printf(\"x\\n\")"),
        ("'a' \\t 'b'", "'a' \t  'b'"),
        ("ab\\x63d = 1;", "abcd   "),
        ("a \\q b", "a \\q b"),
    ] {
        let text = format!("s = \"\"\"__global__ void k() {{ }} {escape} \"\"\"");
        let all = texts("m.py", &text, &[]);
        assert_eq!(all[0].undecided, None, "{escape}");
        let read = &all[0].request.text;
        let bare = |text: &str| text.replace(' ', "");
        assert!(bare(read).contains(&bare(found)), "{escape}: {read}");
    }
}

pub fn parts_of_one_text_stay_in_place() {
    let text = "s = ('#define N 3\\n'  # three\n     '__global__ void k(int *a) { '\n\n     'a[N] = 1; } // x')\n";
    let found = read(text);
    assert_eq!(text.find("a[N]"), found.find("a[N]"));
    assert!(
        found.contains("#define N 3 \n") || found.contains("#define N 3\n"),
        "{found}"
    );
    // A line that ends in the file, but not in the text, ends no comment.
    let text = "s = ('__global__ void k() { } // x'\n  ' y')\n";
    assert!(read(text).contains("\\\n"), "{}", read(text));
}

pub fn languages_and_what_is_no_kernel() {
    use clang::tree::Language;
    for (text, language) in [
        ("s = '__kernel void k() { }'", Some(Language::OpenCl)),
        (
            "s = '__global__ __launch_bounds__(256) void k() { }'",
            Some(Language::Cuda),
        ),
        ("'''Calls a __global__ function.'''", None),
        ("s = '// __global__ void k() { }'", None),
        ("# '__global__ void k() { }'", None),
        ("x = 3", None),
        ("", None),
    ] {
        let all = texts("m.py", text, &[]);
        let found = all.first().map(|one| one.request.language);
        assert_eq!(found, language, "{text}");
    }
}
