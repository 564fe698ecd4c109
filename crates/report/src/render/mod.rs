//! The formats of a report, one writer each. A writer asks nothing and decides nothing: what is no yes must
//! not look like one.

mod github;
pub mod json;
mod junit;
mod sarif;
mod text;

use crate::document::Document;
use std::path::Path;

/// The format of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For people.
    Text,
    /// For programs; see docs/json.md.
    Json,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// JUnit's XML, for test reports.
    Junit,
    /// Annotations of a change on GitHub.
    Github,
}

impl Format {
    /// Each format with its name and what it is for.
    pub const ALL: &[(Format, &str, &str)] = &[
        (Format::Text, "text", "For people"),
        (Format::Json, "json", "For programs; see docs/json.md"),
        (Format::Sarif, "sarif", "SARIF 2.1.0, for code scanning"),
        (Format::Junit, "junit", "JUnit's XML, for test reports"),
        (
            Format::Github,
            "github",
            "Annotations of a change on GitHub",
        ),
    ];

    /// The format that the name of a file suggests.
    pub fn of(path: &Path) -> Format {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("json") => Format::Json,
            Some("sarif") => Format::Sarif,
            Some("xml") => Format::Junit,
            _ => Format::Text,
        }
    }
}

/// The report in a format.
pub fn render(document: &Document<'_>, format: Format) -> String {
    match format {
        Format::Text => text::write(document),
        Format::Json => json::write(document),
        Format::Sarif => sarif::write(document),
        Format::Junit => junit::write(document),
        Format::Github => github::write(document),
    }
}
