//! Changes of sources.

use super::Source;
use super::dice::Dice;

/// What a program may say anywhere, and what none says.
const WORDS: &[&str] = &[
    "<<<",
    ">>>",
    "(",
    ")",
    "{",
    "}",
    ";",
    ",",
    "&",
    "*",
    "->",
    ".",
    "[",
    "]",
    "++",
    "--",
    "/",
    "%",
    "<<",
    ">>",
    "?",
    ":",
    "=",
    "+=",
    "<",
    "<=",
    "==",
    "!=",
    "&&",
    "||",
    "^",
    "~",
    "!",
    "-",
    "+",
    "::",
    "...",
    "template<class T>",
    "template<int N>",
    "__shared__",
    "__global__",
    "__device__",
    "__constant__",
    "__kernel",
    "__local",
    "__global",
    "__private",
    "if",
    "else",
    "while",
    "for(;;)",
    "do",
    "switch",
    "case 1:",
    "default:",
    "goto a;",
    "a:",
    "return",
    "return;",
    "break;",
    "continue;",
    "volatile",
    "struct",
    "union",
    "const",
    "static",
    "extern",
    "constexpr",
    "inline",
    "virtual",
    "this",
    "new",
    "delete",
    "throw",
    "operator",
    "reinterpret_cast<int*>(",
    "sizeof",
    "alignof(int)",
    "threadIdx.x",
    "blockIdx.y",
    "blockDim.x",
    "get_local_id(0)",
    "get_global_id(i)",
    "__syncthreads();",
    "barrier(CLK_LOCAL_MEM_FENCE);",
    "__syncwarp();",
    "atomicAdd(",
    "atomic_inc(",
    "__shfl_down_sync(~0u, x, 1)",
    "async_work_group_copy(",
    "asm(\"\")",
    "__launch_bounds__(",
    "__attribute__((aligned(16)))",
    "__attribute__((reqd_work_group_size(8,8,1)))",
    "__requires(",
    "__invariant(",
    "__assert(",
    "__ensures(",
    "__old(",
    "__read(",
    "__write_implies(",
    "\"",
    "'",
    "#",
    "\\",
    "//",
    "/*",
    "*/",
    "R\"(",
    "[&]",
    "[=](auto x) {",
    "@",
    "é",
    "\u{0}",
    "\u{feff}",
    "\r\n",
    "\n",
    "\t",
    "#define X X",
    "#define F(x) x F(x)",
    "#include \"x.h\"",
    "#include <y>",
    "#if 0",
    "#endif",
    "#pragma unroll",
    "#line 1000000 \"z.cu\"",
    "#error no",
    "__LINE__",
    "__COUNTER__",
    "??/",
    "%:",
];

const TYPES: &[&str] = &[
    "int",
    "unsigned",
    "char",
    "unsigned char",
    "short",
    "long",
    "long long",
    "unsigned long long",
    "float",
    "double",
    "half",
    "bool",
    "void",
    "float4",
    "int2",
    "uchar3",
    "double16",
    "size_t",
    "auto",
    "int *",
    "int **",
    "float &",
    "int[4]",
    "struct S",
    "void (*)(int)",
    "__int128",
    "_BitInt(9)",
    "dim3",
    "event_t",
    "image2d_t",
];

const NUMBERS: &[&str] = &[
    "0",
    "1",
    "-1",
    "2",
    "3",
    "16",
    "31",
    "32",
    "33",
    "64",
    "1024",
    "65536",
    "2147483647",
    "2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "18446744073709551615",
    "99999999999999999999",
    "0x7fffffffffffffff",
    "1u",
    "1ull",
    "0.5f",
    "1e38f",
    "1e400",
    "'a'",
    "1 << 31",
    "1 / 0",
    "-2147483648",
    "010",
    "0b101",
    "1'000",
    "nullptr",
    "NULL",
    "true",
];

const OPERATORS: &[&str] = &[
    "+", "-", "*", "/", "%", "<", "<=", ">", ">=", "==", "!=", "&&", "||", "&", "|", "^", "<<",
    ">>", "=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", ",", "? 1 :", ".", "->",
];

/// Pieces of a text: words, and single marks and blanks.
fn pieces(text: &str) -> Vec<&str> {
    let mut all = Vec::new();
    let mut start = 0;
    let mut word = false;
    for (at, c) in text.char_indices() {
        let is_word = c.is_alphanumeric() || c == '_';
        if at > start && !(word && is_word) {
            all.push(&text[start..at]);
            start = at;
        }
        word = is_word;
    }
    all.push(&text[start..]);
    all
}

/// A word of those, between blanks.
fn put(dice: &mut Dice, all: &[&str]) -> String {
    format!(" {} ", dice.of(all))
}

/// A changed source; `donor` gives parts of another one.
pub fn mutant(text: &str, donor: &str, dice: &mut Dice) -> String {
    let mut all: Vec<String> = pieces(text).into_iter().map(str::to_owned).collect();
    let other = pieces(donor);
    for _ in 0..[1, 1, 1, 2, 2, 3, 4, 8][dice.below(8)] {
        change(&mut all, &other, dice);
        if all.is_empty() {
            all.push(String::new());
        }
    }
    let text = all.concat();
    match dice.below(40) {
        0 => text.replace('\n', "\r\n"),
        1 => text.replace('\n', " "),
        2 => text.replace(' ', "\n"),
        3 => text.replace('\n', "\\\n"),
        4 => format!("\u{feff}{text}"),
        5 => format!("#define BODY {}\nBODY\n", text.replace('\n', " \\\n")),
        6 => format!("{text}\n{text}"),
        7 => format!("namespace n {{ {text} }}"),
        8 => format!("{}{text}", "/* x */ ".repeat(100_000)),
        _ => text,
    }
}

/// Several changed sources in one file, each in a namespace of its own; only such whose brackets close, so
/// that each is read by itself.
pub fn many(sources: &[&Source], count: usize, dice: &mut Dice) -> String {
    let mut text = String::new();
    let mut made = 0;
    while made < count {
        let (source, donor) = (*dice.of(sources), *dice.of(sources));
        let one = mutant(&source.text, &donor.text, dice);
        if one.len() < 20_000 && closes(&one) {
            text += &format!("namespace n{made} {{\n{one}\n}}\n");
            made += 1;
        }
    }
    text
}

/// Whether what opens is closed, as far as that shows without reading.
fn closes(text: &str) -> bool {
    if ["\"", "'", "/*", "#if", "R(", "\u{0}"]
        .iter()
        .any(|mark| text.contains(mark))
    {
        return false;
    }
    let mut open = Vec::new();
    let code = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or(""));
    for c in code.flat_map(str::chars) {
        match c {
            '(' | '[' | '{' => open.push(c),
            ')' if open.pop() != Some('(') => return false,
            ']' if open.pop() != Some('[') => return false,
            '}' if open.pop() != Some('{') => return false,
            _ => {}
        }
    }
    open.is_empty()
}

fn change(all: &mut Vec<String>, donor: &[&str], dice: &mut Dice) {
    let at = dice.below(all.len());
    // What follows is more interesting at a word of the wanted sort.
    let near = |all: &[String], wanted: &dyn Fn(&str) -> bool| {
        (at..all.len().min(at + 60)).find(|place| wanted(&all[*place]))
    };
    match dice.below(16) {
        0 | 1 => {
            let end = (at + 1 + dice.below(12)).min(all.len());
            all.drain(at..end);
        }
        2 => all.insert(at, put(dice, WORDS)),
        3 => {
            let other = dice.below(all.len());
            all.swap(at, other);
        }
        4 => {
            let end = (at + 1 + dice.below(60)).min(all.len());
            let copy: Vec<String> = all[at..end].to_vec();
            let to = dice.below(all.len());
            all.splice(to..to, copy);
        }
        5 => all[at] = put(dice, WORDS),
        6 => {
            let other = dice.below(all.len());
            all[at] = all[other].clone();
        }
        7 | 8 => {
            let number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
            if let Some(place) = near(all, &number) {
                all[place] = put(dice, NUMBERS);
            }
        }
        9 | 10 => {
            let names = [
                "int", "float", "unsigned", "char", "double", "uint", "long", "short",
            ];
            if let Some(place) = near(all, &|word: &str| names.contains(&word)) {
                all[place] = put(dice, TYPES);
            }
        }
        11 | 12 => {
            let mark = |word: &str| word.len() == 1 && "+-*/%<>=&|^".contains(word);
            if let Some(place) = near(all, &mark) {
                all[place] = put(dice, OPERATORS);
            }
        }
        13 => {
            let from = dice.below(donor.len());
            let end = (from + 1 + dice.below(80)).min(donor.len());
            all.splice(at..at, donor[from..end].iter().map(|&word| word.to_owned()));
        }
        14 => all.truncate(at.max(1)),
        _ => nest(all, at, dice),
    }
}

/// A word within many brackets, blocks or calls.
fn nest(all: &mut [String], at: usize, dice: &mut Dice) {
    let depth = *dice.of(&[3, 50, 250, 1000, 20_000]);
    let (open, close) = *dice.of(&[
        ("(", ")"),
        ("{", "}"),
        ("[", "]"),
        ("-(", ")"),
        ("if (1) {", "}"),
        ("for (;;) {", "}"),
        ("*&", ""),
        ("x ? 1 : ", ""),
        ("1 + ", ""),
        ("(int)", ""),
        ("struct A { ", "} "),
        ("T<", ">"),
        ("#if 1\n", "#endif\n"),
        ("while (x) ", ""),
        ("p[", "]"),
        ("[&] { ", "}()"),
    ]);
    all[at] = format!("{}{}{}", open.repeat(depth), all[at], close.repeat(depth));
}
