//! The difference of two texts.

/// The difference of two texts as a unified diff; empty if there is none. Its header names the file as
/// `git` does, so that `git apply` and `patch -p1` take it: an absolute path from the root on.
pub fn unified(name: &str, old: &str, new: &str) -> String {
    if old == new {
        return String::new();
    }
    let name = name.replace('\\', "/");
    let name = name.trim_start_matches("./").trim_start_matches('/');
    similar::TextDiff::from_lines(old, new)
        .unified_diff()
        .context_radius(3)
        .header(&format!("a/{name}"), &format!("b/{name}"))
        .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_have_no_difference() {
        assert_eq!(unified("x", "a\n", "a\n"), "");
        let text = unified("x", "a\nb\n", "a\nc\n");
        assert!(
            text.contains("--- a/x\n+++ b/x\n") && text.contains("-b\n+c\n"),
            "{text}"
        );
    }

    #[test]
    fn headers_are_those_of_git() {
        for name in ["/tmp/x", "./tmp/x", "tmp/x", "tmp\\x"] {
            let text = unified(name, "a\n", "b\n");
            assert!(text.starts_with("--- a/tmp/x\n+++ b/tmp/x\n"), "{text}");
        }
    }
}
