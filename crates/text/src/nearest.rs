//! "Did you mean …?"

/// The candidate nearest to a name, if it is near enough to be a slip of the
/// keyboard: at most a third of the longer one's characters differ (optimal string alignment). Of equally
/// near ones the first in order.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    candidates
        .into_iter()
        .filter(|candidate| *candidate != name)
        .filter_map(|candidate| {
            let longer = name.chars().count().max(candidate.chars().count());
            let allowed = (longer / 3).max(1);
            let short_names_match = longer > 2 || once(name) == once(candidate);
            // Letter case counts nothing.
            let far = strsim::osa_distance(&name.to_lowercase(), &candidate.to_lowercase());
            (far <= allowed && short_names_match).then_some((far, candidate))
        })
        .min()
        .map(|(_, candidate)| candidate)
}

/// A name in lower case with one letter for each run of it: `mm` and `M` are slips of `m`.
fn once(name: &str) -> String {
    let mut letters: Vec<char> = name.to_lowercase().chars().collect();
    letters.dedup();
    letters.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn slips_are_found_and_strangers_are_not() {
        assert_eq!(nearest("lenght", ["length", "size"]), Some("length"));
        assert_eq!(nearest("couter", ["counter", "counters"]), Some("counter"));
        assert_eq!(nearest("x", ["y", "z"]), None);
        assert_eq!(nearest("n", ["N"]), Some("N"));
        assert_eq!(nearest("mm", ["a", "m"]), Some("m"));
        assert_eq!(nearest("mn", ["a", "m"]), None);
        assert_eq!(nearest("total", ["index"]), None);
    }
}
