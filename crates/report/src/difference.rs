//! The difference of two texts.

/// The difference of two texts as a unified diff; empty if there is none.
pub fn unified(name: &str, old: &str, new: &str) -> String {
    if old == new {
        return String::new();
    }
    let name = name.replace('\\', "/");
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
}
