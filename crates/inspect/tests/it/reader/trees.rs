//! Changes of clang's tree.

use super::dice::Dice;
use super::json::Text;
use std::collections::BTreeMap;
use std::ops::Range;

/// A tree that is changed.
pub struct Tree {
    pub text: Text,
    /// The values of the file itself, behind the declarations that come before every file.
    own: Vec<usize>,
    /// Of these, the nodes.
    nodes: Vec<usize>,
    /// Of these, strings and numbers by key.
    words: BTreeMap<String, Vec<usize>>,
}

impl Tree {
    pub fn new(written: &[u8]) -> Self {
        let text = Text::new(written);
        let inner = text.part(0, "inner");
        let tops = inner.map_or(&[][..], |inner| &text.values[inner].parts);
        let first = tops
            .iter()
            .find(|top| text.of(**top).contains("\"file\":\"input.c"));
        let from = first.copied().unwrap_or(0);
        let own: Vec<usize> = (from..text.values.len()).collect();
        let mut nodes = own.clone();
        nodes.retain(|value| text.part(*value, "kind").is_some());
        let mut words: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for &value in &own {
            if text.values[value].parts.is_empty() {
                let key = text.key(value).to_owned();
                words.entry(key).or_default().push(value);
            }
        }
        Tree {
            text,
            own,
            nodes,
            words,
        }
    }

    fn is_node(&self, value: usize) -> bool {
        self.text.part(value, "kind").is_some()
    }
}

/// Words that a clang might say, and some that none says.
const WORDS: &[&str] = &[
    "",
    "int",
    "int *",
    "float4",
    "void (int)",
    "void (*)(int)",
    "T<",
    "T<T<int>>",
    "0x0",
    "0x1",
    "-1",
    "99999999999999999999",
    "-99999999999999999999",
    "18446744073709551615",
    "-9223372036854775808",
    "9223372036854775807",
    "170141183460469231731687303715884105727",
    "1e400",
    "nan",
    "-inf",
    "0x1p-1074",
    "lvalue",
    "LValueToRValue",
    "BitCast",
    "NoOp",
    "IfStmt",
    "ForStmt",
    "SwitchStmt",
    "CaseStmt",
    "GotoStmt",
    "LabelStmt",
    "DeclRefExpr",
    "MemberExpr",
    "BinaryOperator",
    "CompoundAssignOperator",
    "CallExpr",
    "VarDecl",
    "CXXRecordDecl",
    "FieldDecl",
    "FunctionDecl",
    "InitListExpr",
    "ArraySubscriptExpr",
    "UnaryOperator",
    "ConditionalOperator",
    "ImplicitValueInitExpr",
    "LambdaExpr",
    "+",
    "=",
    "&&",
    ",",
    "->*",
    "/",
    "%",
    "<<",
    ">>=",
    "&",
    "*",
    "++",
    "struct S",
    "int[9223372036854775807]",
    "int[4294967296]",
    "int[65536][65536][65536]",
    "int[-1]",
    "int[]",
    "int [0]",
    "char[18446744073709551615]",
    "unsigned _BitInt(7)",
    "_BitInt(8388608)",
    "volatile int &",
    "int &&",
    "int &*",
    "int ()",
    "int (int, ...)",
    "float __attribute__((ext_vector_type(4)))",
    "float __attribute__((ext_vector_type(0)))",
    "float __attribute__((ext_vector_type(4294967296)))",
    "__attribute__((address_space(3))) int *",
    "__private int",
    "__local int *__private",
    "__global __local int *",
    "decltype(nullptr)",
    "auto",
    "struct (unnamed struct at input.cu:1:1)",
    "(lambda at input.cu:1:1)",
    "enum E",
    "const const int",
    "wxyz",
    "s0f",
    "hi",
    "é\\u0000",
    "\\ud83d\\ude00",
    "::",
    "<",
    ">",
    "operator()",
    "__syncthreads",
    "atomicAdd",
    "__alp_instance_0",
    "__alp_axiom_1",
    "threadIdx",
    "barrier",
    "__invariant",
    "__requires",
];

const NUMBERS: &[&str] = &[
    "0",
    "1",
    "-1",
    "2",
    "3",
    "31",
    "32",
    "64",
    "4096",
    "65536",
    "2147483647",
    "-2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "99999999999999999999999999999999999999999999",
    "-9223372036854775808",
    "1e308",
    "-1e308",
    "0.5",
    "1e-300",
    "true",
    "null",
    "\"0\"",
];

/// A part of the text that is exchanged.
struct Edit {
    at: Range<usize>,
    text: String,
}

/// A changed tree; `donor` gives parts of another one.
pub fn mutant(tree: &Tree, donor: &Tree, dice: &mut Dice) -> Vec<u8> {
    let mut edits: Vec<Edit> = Vec::new();
    let count = [1, 1, 1, 2, 2, 3, 5, 12][dice.below(8)];
    for _ in 0..count {
        if let Some(edit) = edit(tree, donor, dice)
            && edits
                .iter()
                .all(|other| edit.at.end <= other.at.start || other.at.end <= edit.at.start)
        {
            edits.push(edit);
        }
    }
    edits.sort_by_key(|edit| (edit.at.start, edit.at.end));
    let whole = &tree.text.text;
    let mut out = String::with_capacity(whole.len());
    let mut from = 0;
    for edit in &edits {
        out.push_str(&whole[from..edit.at.start]);
        out.push_str(&edit.text);
        from = edit.at.end;
    }
    out.push_str(&whole[from..]);
    let mut bytes = out.into_bytes();
    match dice.below(400) {
        0 => bytes.truncate(dice.below(bytes.len())),
        1 => {
            let at = dice.below(bytes.len());
            bytes[at] = u8::try_from(dice.below(256)).unwrap();
        }
        _ => {}
    }
    bytes
}

#[allow(clippy::too_many_lines, reason = "a table of edits")]
fn edit(tree: &Tree, donor: &Tree, dice: &mut Dice) -> Option<Edit> {
    let text = &tree.text;
    let everywhere = dice.below(12) == 0;
    let value = match everywhere {
        true => dice.below(text.values.len()),
        false => *dice.of(&tree.own),
    };
    let node = match tree.nodes.is_empty() {
        true => value,
        false => *dice.of(&tree.nodes),
    };
    let replaced = |value: usize, by: String| {
        let at = text.values[value].at.clone();
        Some(Edit { at, text: by })
    };
    let quoted = |word: &str| format!("\"{word}\"");
    match dice.below(24) {
        0..=2 => remove(text, if dice.below(2) == 0 { node } else { value }),
        3 => twice(text, if dice.below(2) == 0 { node } else { value }),
        4 => {
            let parts = &text.values[text.values[node].parent].parts;
            let other = *dice.of(parts);
            swap(text, node, other)
        }
        // A node of this tree or of another, where one stands.
        5..=6 => {
            let from = if dice.below(3) == 0 { donor } else { tree };
            let other = *from.nodes.get(dice.below(from.nodes.len()))?;
            let by = from.text.of(other);
            (by.len() < 60_000).then(|| replaced(node, by.to_owned()))?
        }
        // A word that stands under the same key elsewhere.
        7..=11 => {
            let key: &str = word(
                dice,
                &[
                    "kind",
                    "qualType",
                    "desugaredQualType",
                    "castKind",
                    "opcode",
                    "valueCategory",
                    "name",
                    "id",
                    "value",
                    "kind",
                    "qualType",
                    "castKind",
                    "opcode",
                    "storageClass",
                    "init",
                    "isArrow",
                    "isPostfix",
                    "referencedMemberDecl",
                    "hasElse",
                    "previousDecl",
                    "parentDeclContextId",
                    "tagUsed",
                    "offset",
                    "tokLen",
                    "line",
                    "col",
                    "targetLabelDeclId",
                    "declId",
                    "computeLHSType",
                    "size",
                ],
            );
            let places = tree.words.get(key)?;
            let from = if dice.below(3) == 0 { donor } else { tree };
            let by = from.words.get(key)?;
            replaced(*dice.of(places), from.text.of(*dice.of(by)).to_owned())
        }
        12..=13 => {
            let key = text.key(value).to_owned();
            let by = donor.words.get(&key)?;
            replaced(value, donor.text.of(*dice.of(by)).to_owned())
        }
        14..=15 => {
            let key: &str = word(
                dice,
                &[
                    "qualType",
                    "desugaredQualType",
                    "name",
                    "value",
                    "kind",
                    "opcode",
                    "id",
                ],
            );
            let places = tree.words.get(key)?;
            replaced(*dice.of(places), quoted(word(dice, WORDS)))
        }
        16 => {
            let number =
                |value: &&usize| text.of(**value).starts_with(|c: char| c.is_ascii_digit());
            let numbers: Vec<&usize> = tree.own.iter().filter(number).collect();
            let place = **numbers.get(dice.below(numbers.len()))?;
            replaced(place, word(dice, NUMBERS).to_owned())
        }
        17 => replaced(value, word(dice, NUMBERS).to_owned()),
        18 => cut(text, value, dice),
        19 => replaced(
            value,
            word(
                dice,
                &["[]", "{}", "null", "[null]", "[{}]", "\"\"", "[[]]"],
            )
            .to_owned(),
        ),
        20 => {
            let inner = text.part(node, "inner")?;
            replaced(
                inner,
                word(dice, &["[]", "[{}]", "null", "[{},{}]"]).to_owned(),
            )
        }
        21 => deep(text, node, dice),
        22 => many(text, node, dice),
        // A node within a part of itself.
        _ => {
            let inside = text.values[node].at.clone();
            let parts: Vec<usize> = (node + 1..text.values.len())
                .take_while(|part| text.values[*part].at.end <= inside.end)
                .filter(|part| tree.is_node(*part))
                .collect();
            let part = *parts.get(dice.below(parts.len()))?;
            let by = text.of(node);
            (by.len() < 60_000).then(|| replaced(part, by.to_owned()))?
        }
    }
}

/// Without a part, its key and its comma.
fn remove(text: &Text, value: usize) -> Option<Edit> {
    let found = &text.values[value];
    if value == 0 {
        return None;
    }
    let start = found.key.as_ref().map_or(found.at.start, |key| key.start);
    let bytes = text.text.as_bytes();
    let at = match (bytes[start - 1], bytes.get(found.at.end)) {
        (b',', _) => start - 1..found.at.end,
        (_, Some(b',')) => start..found.at.end + 1,
        _ => start..found.at.end,
    };
    let text = String::new();
    Some(Edit { at, text })
}

fn twice(text: &Text, value: usize) -> Option<Edit> {
    let found = &text.values[value];
    if value == 0 {
        return None;
    }
    let start = found.key.as_ref().map_or(found.at.start, |key| key.start);
    let by = format!(",{}", &text.text[start..found.at.end]);
    let at = found.at.end..found.at.end;
    Some(Edit { at, text: by })
}

fn swap(text: &Text, one: usize, other: usize) -> Option<Edit> {
    let (first, second) = (one.min(other), one.max(other));
    let (a, b) = (
        text.values[first].at.clone(),
        text.values[second].at.clone(),
    );
    if a.end > b.start || b.end - a.start > 200_000 {
        return None;
    }
    let whole = &text.text;
    let by = [&whole[b.clone()], &whole[a.end..b.start], &whole[a.clone()]].concat();
    let at = a.start..b.end;
    Some(Edit { at, text: by })
}

/// A string without its end or its beginning.
fn cut(text: &Text, value: usize, dice: &mut Dice) -> Option<Edit> {
    let word = text.of(value);
    let inside = word.strip_prefix('"')?.strip_suffix('"')?;
    let at = dice.below(inside.len() + 1);
    if inside.contains('\\') || !inside.is_char_boundary(at) {
        return None;
    }
    let part = if dice.below(2) == 0 {
        &inside[..at]
    } else {
        &inside[at..]
    };
    let at = text.values[value].at.clone();
    let text = format!("\"{part}\"");
    Some(Edit { at, text })
}

/// A node below many others.
fn deep(text: &Text, node: usize, dice: &mut Dice) -> Option<Edit> {
    let depth = *dice.of(&[3, 30, 300, 1000, 2000, 2900, 3100, 100_000]);
    let kind: &str = word(
        dice,
        &[
            "ParenExpr",
            "ImplicitCastExpr",
            "CompoundStmt",
            "UnaryOperator",
            "IfStmt",
            "ForStmt",
            "NamespaceDecl",
            "CXXRecordDecl",
            "ArraySubscriptExpr",
            "MemberExpr",
            "InitListExpr",
            "ExprWithCleanups",
            "LabelStmt",
            "SwitchStmt",
            "CaseStmt",
            "ConstantExpr",
            "CallExpr",
            "BinaryOperator",
            "ConditionalOperator",
            "LambdaExpr",
            "FunctionTemplateDecl",
            "DeclStmt",
            "ArrayFiller",
        ],
    );
    // What the node itself says, so that the others have a type, a place and whatever else they need.
    let about = text.values[node].parts.iter();
    let about: Vec<&str> = about
        .filter(|part| !["kind", "inner", "id"].contains(&text.key(**part)))
        .map(|part| {
            let found = &text.values[*part];
            &text.text[found.key.as_ref().map_or(found.at.start, |key| key.start)..found.at.end]
        })
        .collect();
    let mut about = about.join(",");
    if about.len() > 2000 {
        about.clear();
    }
    let comma = if about.is_empty() { "" } else { "," };
    let open = match depth > 5000 {
        true => format!("{{\"kind\":\"{kind}\",\"inner\":["),
        false => format!(
            "{{\"id\":\"0x7\",\"kind\":\"{kind}\",\"opcode\":\"-\",\"castKind\":\"NoOp\",{about}{comma}\"inner\":["
        ),
    };
    let by = format!(
        "{}{}{}",
        open.repeat(depth),
        text.of(node),
        "]}".repeat(depth)
    );
    let at = text.values[node].at.clone();
    Some(Edit { at, text: by })
}

/// A node many times.
fn many(text: &Text, node: usize, dice: &mut Dice) -> Option<Edit> {
    let count = *dice.of(&[2, 10, 100, 1000, 10_000]);
    let by = text.of(node);
    if by.len() * count > 4_000_000 {
        return None;
    }
    let by = vec![by; count].join(",");
    let at = text.values[node].at.clone();
    Some(Edit { at, text: by })
}

fn word(dice: &mut Dice, all: &[&'static str]) -> &'static str {
    all[dice.below(all.len())]
}

/// Messages that a clang might write, about places that may not be there.
pub fn messages(dice: &mut Dice) -> String {
    const FILES: &[&str] = &[
        "input.cu",
        "input.cl",
        "own.h",
        "./own.h",
        "no/such.h",
        "",
        "a:b",
    ];
    const LEVELS: &[&str] = &["error", "fatal error", "warning", "note", "remark", "bug"];
    const TEXTS: &[&str] = &[
        "use of undeclared identifier 'x'",
        "use of undeclared identifier '",
        "'y.h' file not found",
        "unknown type name 'T'",
        "previous declaration is here",
        "é",
        "",
    ];
    const PLACES: &[&str] = &[
        "0",
        "1",
        "3",
        "7",
        "100000",
        "4294967296",
        "18446744073709551615",
        "-1",
        "x",
    ];
    let mut text = String::new();
    for _ in 0..1 + dice.below(4) {
        let (file, level) = (word(dice, FILES), word(dice, LEVELS));
        let (line, column) = (word(dice, PLACES), word(dice, PLACES));
        text += &format!("{file}:{line}:{column}: {level}: {}\n", word(dice, TEXTS));
    }
    text
}
