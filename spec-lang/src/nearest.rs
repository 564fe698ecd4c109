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
            let short_names_match = longer > 2 || name.eq_ignore_ascii_case(candidate);
            // Letter case counts nothing.
            let far = strsim::osa_distance(&name.to_lowercase(), &candidate.to_lowercase());
            (far <= allowed && short_names_match).then_some((far, candidate))
        })
        .min()
        .map(|(_, candidate)| candidate)
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
        assert_eq!(nearest("total", ["index"]), None);
    }
}
