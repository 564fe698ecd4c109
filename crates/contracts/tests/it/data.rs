//! Tables of tests: a row a line, with `=>` between columns; a line that begins with `#` is a comment.

/// The rows of a table, each of so many columns.
pub(crate) fn rows<const COLUMNS: usize>(table: &str) -> Vec<[&str; COLUMNS]> {
    let is_row = |line: &&str| !line.is_empty() && !line.starts_with('#');
    table.lines().filter(is_row).map(row).collect()
}

fn row<const COLUMNS: usize>(line: &str) -> [&str; COLUMNS] {
    let columns: Vec<&str> = line.split("=>").map(str::trim).collect();
    let wrong = |_| panic!("not {COLUMNS} columns: {line}");
    columns.try_into().unwrap_or_else(wrong)
}
