//! What the name of a data sort says.

use crate::Sort;

/// The kinds of data sorts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DataSort {
    /// Sequences of the sort.
    Seq(Sort),
    /// Finite sets of the sort.
    Set(Sort),
    /// Finite bags of the sort.
    Bag(Sort),
    /// Nothing, or one value of the sort.
    Option(Sort),
    /// Finite maps from the first to the second sort.
    Map(Sort, Sort),
    /// Tuples.
    Tuple(Vec<Sort>),
    /// Strings.
    String,
}

impl DataSort {
    /// The sort itself.
    pub fn sort(&self) -> Sort {
        let of = |name: &str, args: &[&Sort]| {
            let args: Vec<String> = args.iter().map(|s| name_of_sort(s)).collect();
            Sort::Data(format!("{name}<{}>", args.join(",")))
        };
        match self {
            DataSort::Seq(element) => of("Seq", &[element]),
            DataSort::Set(element) => of("Set", &[element]),
            DataSort::Bag(element) => of("Bag", &[element]),
            DataSort::Option(element) => of("Option", &[element]),
            DataSort::Map(key, value) => of("Map", &[key, value]),
            DataSort::Tuple(parts) => of("Tuple", &parts.iter().collect::<Vec<_>>()),
            DataSort::String => Sort::Data("String".to_owned()),
        }
    }
}

/// What a data sort is; none for other sorts and for type parameters.
pub fn data_sort(sort: &Sort) -> Option<DataSort> {
    let Sort::Data(name) = sort else { return None };
    if name == "String" {
        return Some(DataSort::String);
    }
    let (head, args) = name.strip_suffix('>')?.split_once('<')?;
    let mut args = split(args).into_iter().map(sort_of_name);
    let mut next = || args.next();
    let found = match head {
        "Seq" => DataSort::Seq(next()?),
        "Set" => DataSort::Set(next()?),
        "Bag" => DataSort::Bag(next()?),
        "Option" => DataSort::Option(next()?),
        "Map" => DataSort::Map(next()?, next()?),
        "Tuple" => return Some(DataSort::Tuple(args.collect())),
        _ => return None,
    };
    args.next().is_none().then_some(found)
}

/// The sort that is written so within the name of another.
pub fn sort_of_name(name: &str) -> Sort {
    match name {
        "Bool" => return Sort::Bool,
        "Int" => return Sort::Int,
        "Real" => return Sort::Real,
        "Ref" => return Sort::Ref,
        _ => {}
    }
    let array = name
        .strip_prefix("Array(")
        .and_then(|rest| rest.strip_suffix(')'))
        .map(split);
    match array.as_deref() {
        Some([from, to]) => Sort::array(sort_of_name(from), sort_of_name(to)),
        _ => Sort::Data(name.to_owned()),
    }
}

/// How a sort is written within the name of another.
fn name_of_sort(sort: &Sort) -> String {
    match sort {
        Sort::Array(from, to) => format!("Array({},{})", name_of_sort(from), name_of_sort(to)),
        other => other.to_string(),
    }
}

/// Splits at the commas that are not within brackets.
fn split(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0usize, 0usize);
    for (at, c) in text.char_indices() {
        match c {
            '<' | '(' => depth += 1,
            '>' | ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        let pair = DataSort::Tuple(vec![Sort::Int, Sort::Bool]);
        let map = DataSort::Map(pair.sort(), Sort::array(Sort::Int, Sort::Ref));
        for kind in [
            DataSort::Seq(map.sort()),
            DataSort::Set(pair.sort()),
            DataSort::Bag(Sort::Real),
            DataSort::Option(DataSort::String.sort()),
            pair,
            map,
            DataSort::String,
        ] {
            assert_eq!(data_sort(&kind.sort()), Some(kind));
        }
        assert_eq!(data_sort(&Sort::Data("Type:T".into())), None);
        assert_eq!(data_sort(&Sort::Data("Seq<Int,Int>".into())), None);
        assert_eq!(data_sort(&Sort::Int), None);
    }
}
