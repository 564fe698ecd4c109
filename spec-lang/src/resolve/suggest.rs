//! "Did you mean …?"

/// The candidate nearest to a name, if it is near enough to be a slip of the
/// keyboard: at most a third of the longer one's characters differ. Of equally
/// near ones the first in order.
pub(super) fn nearest<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    candidates
        .into_iter()
        .filter(|candidate| *candidate != name)
        .filter_map(|candidate| {
            let longer = name.chars().count().max(candidate.chars().count());
            let allowed = (longer / 3).max(1);
            let short_names_match = longer > 2 || name.eq_ignore_ascii_case(candidate);
            let far = distance(name, candidate, allowed)?;
            short_names_match.then_some((far, candidate))
        })
        .min()
        .map(|(_, candidate)| candidate)
}

/// Edit distance with transpositions (optimal string alignment), letter case
/// counting nothing; none if above `allowed`.
fn distance(left: &str, right: &str, allowed: usize) -> Option<usize> {
    let left: Vec<char> = left.chars().flat_map(char::to_lowercase).collect();
    let right: Vec<char> = right.chars().flat_map(char::to_lowercase).collect();
    if left.len().abs_diff(right.len()) > allowed {
        return None;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=right.len()).collect();
    for (i, a) in left.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, b) in right.iter().enumerate() {
            let mut cost = (last[j] + usize::from(a != b))
                .min(last[j + 1] + 1)
                .min(row[j] + 1);
            if i > 0 && j > 0 && *a == right[j - 1] && left[i - 1] == *b {
                cost = cost.min(before[j - 1] + 1);
            }
            row.push(cost);
        }
        before = std::mem::replace(&mut last, row);
    }
    last.last().copied().filter(|far| *far <= allowed)
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
