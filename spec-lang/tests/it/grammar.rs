//! The rules in front of the parser's functions are the grammar of the reference. `ALPINIST_UPDATE=1` writes it.

use itertools::Itertools;
use spec_lang::ast::BinaryOp;
use spec_lang::lex;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// What the page says before the rules.
const INTRODUCTION: &str = "\
# 17. Grammar

These are the rules by which a program is read; each stands in front of the function of the parser that reads it.
`[ … ]` may be missing, `{ … }` may stand any number of times, `|` divides alternatives, and what is written between
quotes stands as it is. A `file` is a program or a part of one.

Some parts have no rule. A `name` is a word that is not reserved, or any word between backticks; behind a point any word is one.
`number`, `string` and `character` are literals, a `keyword` is a word with a backslash, and a `token` is anything that
[section 2](text.md) lists. Many words are keywords only where they are followed by what the rule says, and names elsewhere.
";

/// The files of the parser with rules, by the sections of the page.
const SECTIONS: &[(&str, &[&str])] = &[
    ("Declarations", &["decl", "method", "logic", "skipped"]),
    ("Contracts and directives", &["contract", "directive"]),
    ("Statements", &["stmt", "control", "par", "simple", "proof"]),
    ("Types", &["types"]),
    (
        "Expressions",
        &[
            "expr", "primary", "suffix", "call", "literal", "binder", "builtin",
        ],
    ),
];

/// What needs no rule.
const LEXICAL: &[&str] = &[
    "character",
    "keyword",
    "name",
    "number",
    "string",
    "token",
    "word",
];

/// The text of each file of the parser, by its name.
fn sources() -> BTreeMap<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/parse");
    let files = folder
        .read_dir()
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let source = |path: std::path::PathBuf| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        (name, fs::read_to_string(path).unwrap())
    };
    files.map(source).collect()
}

/// The rules in the comments of a source, as they are on the page.
fn rules_in(source: &str) -> Vec<String> {
    let comments = source.lines().map(|line| line.strip_prefix("///"));
    let comments = comments.map(|line| line.map_or("`", str::trim)).join("\n");
    let spans = comments.split('`');
    let rule = |span: &&str| {
        span.ends_with(" .")
            && span
                .split_once(" = ")
                .is_some_and(|(name, _)| is_name(name))
    };
    spans
        .filter(rule)
        .map(|rule| rule.replace('\n', "\n    "))
        .collect()
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.chars().all(|c| c.is_ascii_lowercase() || c == '-')
}

/// The name that a rule defines, and the words of its right side.
fn sides(rule: &str) -> (&str, impl Iterator<Item = &str>) {
    let (name, right) = rule.split_once(" = ").unwrap();
    (name, right.split_whitespace())
}

/// What stands in a rule as it is.
fn literals(rule: &str) -> impl Iterator<Item = &str> {
    sides(rule)
        .1
        .filter_map(|word| word.strip_prefix('"')?.strip_suffix('"'))
}

/// The operators by level, loosest first.
fn operators() -> String {
    let operators = BinaryOp::ALL.iter().map(|op| op.facts());
    let levels = operators
        .sorted_by_key(|facts| facts.level)
        .chunk_by(|facts| facts.level);
    let rows = levels.into_iter().map(|(_, operators)| {
        let forms = operators.flat_map(|facts| {
            let side = format!("{:?}", facts.associativity).to_lowercase();
            [facts.symbol]
                .into_iter()
                .chain(facts.also.iter().copied())
                .map(move |form| (side.clone(), form))
                .collect_vec()
        });
        let by_side = forms.into_group_map();
        let forms = |forms: &Vec<&str>| {
            forms
                .iter()
                .map(|form| format!("`{}`", form.replace('|', "\\|")))
                .join(" ")
        };
        let mut sides = by_side
            .iter()
            .sorted()
            .map(|(side, of)| format!("{} to the {side}", forms(of)));
        format!("| {} |\n", sides.join("; "))
    });
    format!(
        "\n## Operators\n\nFrom those that bind loosest to those that bind tightest, and to which side a chain of them leans. `instanceof` binds as tightly as the comparisons.\n\n| operators |\n|---|\n{}",
        rows.collect::<String>()
    )
}

#[test]
fn the_reference_has_the_rules_of_the_parser() {
    let mut sources = sources();
    let mut page = INTRODUCTION.to_owned();
    for (title, files) in SECTIONS {
        let rules = files
            .iter()
            .flat_map(|file| rules_in(&sources.remove(*file).unwrap()));
        page += &format!(
            "\n## {title}\n\n```text\n{}\n```\n",
            rules.collect_vec().join("\n")
        );
    }
    page += &operators();
    for (file, source) in sources {
        assert_eq!(rules_in(&source), [""; 0], "{file} is in no section");
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/reference/grammar.md");
    if trials::updating() {
        fs::write(&path, &page).unwrap();
    }
    assert!(
        fs::read_to_string(&path).unwrap() == page,
        "ALPINIST_UPDATE=1 writes the page anew"
    );
}

#[test]
fn each_rule_has_one_name_and_is_used() {
    let rules = sources()
        .values()
        .flat_map(|source| rules_in(source))
        .collect_vec();
    let names = rules.iter().map(|rule| sides(rule).0).counts();
    assert_eq!(names.iter().find(|(_, count)| **count > 1), None);
    let mut open = vec!["file"];
    let mut reached = BTreeSet::new();
    while let Some(name) = open.pop() {
        if LEXICAL.contains(&name) || !reached.insert(name) {
            continue;
        }
        let rule = rules.iter().find(|rule| sides(rule).0 == name);
        let rule = rule.unwrap_or_else(|| panic!("`{name}` has no rule"));
        open.extend(sides(rule).1.filter(|word| is_name(word)));
    }
    let names: BTreeSet<&str> = names.into_keys().collect();
    assert_eq!(names.difference(&reached).collect_vec(), [&""; 0]);
}

#[test]
fn what_stands_in_a_rule_is_a_token() {
    let rules = sources()
        .values()
        .flat_map(|source| rules_in(source))
        .collect_vec();
    for literal in rules.iter().flat_map(|rule| literals(rule)) {
        // The parser joins the shifts.
        let tokens = literal
            .chars()
            .all(|c| c == '>' || c == '<')
            .then_some(literal.len());
        assert_eq!(
            lex::tokens(literal, 0).0.len(),
            tokens.unwrap_or(1) + 1,
            "{literal}"
        );
    }
}

#[test]
fn the_rule_of_operators_has_all() {
    let sources = sources();
    let rules = rules_in(&sources["expr"]);
    let rule = rules
        .iter()
        .find(|rule| sides(rule).0 == "operator")
        .unwrap();
    let facts = BinaryOp::ALL.iter().map(|op| op.facts());
    let forms =
        facts.flat_map(|facts| [facts.symbol].into_iter().chain(facts.also.iter().copied()));
    assert_eq!(
        literals(rule).sorted().collect_vec(),
        forms.sorted().collect_vec()
    );
}
