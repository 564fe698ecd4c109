//! Mutated sources and mutated syntax trees through reader and lowering: an answer comes, without panic,
//! without end or more memory than there is. `ALPINIST_MUTANTS=N` makes N of each instead of a few.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use clang::find::Program;
use clang::tree::Language;
use clang::{Reading, Request, read};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::Duration;

/// Mutants in the everyday tests.
const FEW: u64 = 100;

/// One mutant takes no longer.
const LONGEST: Duration = Duration::from_secs(60);

fn count() -> u64 {
    let asked = std::env::var("ALPINIST_MUTANTS").ok();
    asked.and_then(|n| n.parse().ok()).unwrap_or(FEW)
}

/// Numbers that look random and are the same each time.
struct Dice(u64);

impl Dice {
    fn new(seed: u64) -> Self {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: usize) -> usize {
        let limit = u64::try_from(limit.max(1)).unwrap();
        usize::try_from(self.next() % limit).unwrap()
    }

    fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

fn sources() -> Vec<(String, String)> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = Vec::new();
    for folder in ["../clang/tests/kernels", "../../tests/kernels-real"] {
        let mut paths: Vec<PathBuf> = std::fs::read_dir(here.join(folder))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| {
                path.extension()
                    .is_some_and(|end| end == "cu" || end == "cl")
            })
            .collect();
        paths.sort();
        for path in paths {
            let text = std::fs::read_to_string(&path).unwrap();
            all.push((path.to_string_lossy().into_owned(), text));
        }
    }
    all
}

fn request(name: &str, text: &str) -> Request {
    let language = match name.ends_with(".cl") {
        true => Language::OpenCl,
        false => Language::Cuda,
    };
    Request::new(name, text, language)
}

/// Reads and lowers; gives what is wrong with the answer.
fn answer(request: &Request) -> Result<(), String> {
    let (send, receive) = mpsc::channel();
    let request = request.clone();
    std::thread::spawn(move || {
        let reading: Reading = read(&request);
        let abnormal = reading.errors.iter().any(|error| {
            error.message.contains("ended abnormally") && error.message.contains("reader")
        });
        let mut graphs = kernels::lower(&reading.unit);
        let failed = graphs
            .refused
            .values()
            .any(|why| why.message.contains("error in the lowering"));
        let formed = ir::kernel::check(&graphs.module).map_err(|fault| fault.to_string());
        ir::kernel::promote(&mut graphs.module);
        let promoted = ir::kernel::check(&graphs.module).map_err(|fault| fault.to_string());
        let said = match (abnormal, failed) {
            (true, _) => Err("the reader panicked".to_owned()),
            (_, true) => Err("the lowering panicked".to_owned()),
            _ => formed.and(promoted),
        };
        let _ = send.send(said);
    });
    match receive.recv_timeout(LONGEST) {
        Ok(said) => said,
        Err(mpsc::RecvTimeoutError::Timeout) => Err("no end".to_owned()),
        Err(mpsc::RecvTimeoutError::Disconnected) => Err("a panic".to_owned()),
    }
}

/// Pieces of text between blanks and marks.
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

const WORDS: &[&str] = &[
    "<<<",
    ">>>",
    "(",
    ")",
    "{",
    "}",
    ";",
    ",",
    "0",
    "-1",
    "0x7fffffffffffffff",
    "template<class T>",
    "__shared__",
    "__global__",
    "if",
    "while",
    "for(;;)",
    "do",
    "switch",
    "case 1:",
    "default:",
    "goto a;",
    "a:",
    "return",
    "break;",
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
    "float4",
    "volatile",
    "struct",
    "union",
    "int",
    "unsigned",
    "double",
    "long long",
    "char",
    "void",
    "auto",
    "const",
    "static",
    "extern",
    "constexpr",
    "reinterpret_cast<int*>(",
    "sizeof",
    "threadIdx.x",
    "__syncthreads();",
    "atomicAdd(",
    "\"",
    "'",
    "#",
    "\\",
    "//",
    "/*",
    "R\"(",
    "[&]",
    "[=]",
    "operator",
    "__launch_bounds__(",
    "virtual",
    "~",
    "this",
    "new",
    "throw",
    "#define X X",
    "#include \"x.h\"",
    "@",
    "é",
    "\u{0}",
];

fn mutate_text(text: &str, dice: &mut Dice) -> String {
    let mut all: Vec<String> = pieces(text).into_iter().map(str::to_owned).collect();
    for _ in 0..1 + dice.below(4) {
        let at = dice.below(all.len());
        match dice.below(7) {
            0 => {
                let length = 1 + dice.below(12);
                let end = (at + length).min(all.len());
                all.drain(at..end);
            }
            1 => all.insert(at, format!(" {} ", dice.of(WORDS))),
            2 => {
                let other = dice.below(all.len());
                all.swap(at, other);
            }
            3 => {
                let end = (at + 1 + dice.below(40)).min(all.len());
                let copy: Vec<String> = all[at..end].to_vec();
                let to = dice.below(all.len());
                all.splice(to..to, copy);
            }
            4 => all[at] = format!(" {} ", dice.of(WORDS)),
            5 => {
                let other = dice.below(all.len());
                all[at] = all[other].clone();
            }
            _ => all.truncate(at.max(1)),
        }
        if all.is_empty() {
            all.push(String::new());
        }
    }
    all.concat()
}

#[test]
fn mutated_sources() {
    if Program::find().is_none() {
        eprintln!("skipped: there is no clang (scripts/setup-clang)");
        return;
    }
    let sources = sources();
    let mut wrong = Vec::new();
    for seed in 0..count() {
        let mut dice = Dice::new(seed + 1);
        let (name, text) = dice.of(&sources).clone();
        let text = mutate_text(&text, &mut dice);
        if let Err(what) = answer(&request(&name, &text)) {
            wrong.push(format!("seed {seed} of {name}: {what}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// All places of a tree, as paths.
fn nodes(value: &Value, path: &mut Vec<Step>, found: &mut Vec<Vec<Step>>) {
    found.push(path.clone());
    match value {
        Value::Object(parts) => {
            for (key, part) in parts {
                path.push(Step::Key(key.clone()));
                nodes(part, path, found);
                path.pop();
            }
        }
        Value::Array(parts) => {
            for (at, part) in parts.iter().enumerate() {
                path.push(Step::At(at));
                nodes(part, path, found);
                path.pop();
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[derive(Clone)]
enum Step {
    Key(String),
    At(usize),
}

fn at<'v>(value: &'v mut Value, path: &[Step]) -> Option<&'v mut Value> {
    let mut value = value;
    for step in path {
        value = match step {
            Step::Key(key) => value.get_mut(key)?,
            Step::At(at) => value.get_mut(at)?,
        };
    }
    Some(value)
}

const TEXTS: &[&str] = &[
    "",
    "int",
    "int *",
    "float4",
    "void (int",
    "T<",
    "__half",
    "0x0",
    "0x1",
    "-1",
    "99999999999999999999",
    "lvalue",
    "LValueToRValue",
    "BitCast",
    "NoOp",
    "IfStmt",
    "ForStmt",
    "DeclRefExpr",
    "BinaryOperator",
    "CallExpr",
    "VarDecl",
    "+",
    "=",
    "&&",
    ",",
    "struct S",
    "int[9223372036854775807]",
    "unsigned _BitInt(7)",
    "volatile int &",
    "é\u{0}",
];

fn mutate_tree(tree: &mut Value, paths: &[Vec<Step>], dice: &mut Dice) {
    for _ in 0..1 + dice.below(4) {
        let path = dice.of(paths).clone();
        let other = dice.of(paths).clone();
        let other = at(tree, &other).cloned().unwrap_or(Value::Null);
        let kind = dice.below(8);
        let word = (*dice.of(TEXTS)).to_owned();
        let pick = dice.below(64);
        let Some(place) = at(tree, &path) else {
            continue;
        };
        match (kind, &mut *place) {
            (0, Value::Object(parts)) => {
                let key = parts.keys().nth(pick % parts.len().max(1)).cloned();
                key.and_then(|key| parts.remove(&key));
            }
            (0, Value::Array(parts)) if !parts.is_empty() => {
                parts.remove(pick % parts.len());
            }
            (1, Value::Array(parts)) if parts.len() > 1 => {
                let to = pick % parts.len();
                parts.swap(0, to);
            }
            (2, Value::Array(parts)) if parts.len() < 100 => {
                let copy = parts.clone();
                parts.extend(copy);
            }
            (3, Value::Number(_)) => {
                let numbers = [0, 1, u64::MAX, 1 << 40, i64::MAX as u64, 4096];
                *place = Value::from(numbers[pick % numbers.len()]);
            }
            (4, Value::String(text)) => *text = word,
            (5, _) => *place = Value::Null,
            (6, Value::Bool(truth)) => *truth = !*truth,
            // A part of the tree somewhere else, but not inside of itself.
            (_, place) if other.to_string().len() < 20_000 => *place = other,
            _ => {}
        }
    }
}

#[test]
fn mutated_trees() {
    let Some(program) = Program::find() else {
        eprintln!("skipped: there is no clang (scripts/setup-clang)");
        return;
    };
    if !cfg!(unix) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let tree = folder.path().join("tree.json");
    // A clang that keeps what the real one says, and one that says what lies there.
    let keeper = folder.path().join("keeper");
    let script = format!(
        "#!/bin/sh\n'{}' {} \"$@\" | tee '{}'\n",
        program.path.display(),
        program
            .leading
            .iter()
            .map(|w| w.to_string_lossy().into_owned())
            .collect::<Vec<_>>()
            .join(" "),
        tree.display()
    );
    write_script(&keeper, &script);
    let teller = folder.path().join("teller");
    write_script(
        &teller,
        &format!("#!/bin/sh\nexec cat '{}'\n", tree.display()),
    );

    let mut wrong = Vec::new();
    let mut sources = sources();
    sources.retain(|(_, text)| text.len() < 3000);
    let each = 25;
    for round in 0..count().div_ceil(each) {
        let mut dice = Dice::new(round + 77);
        let (name, text) = dice.of(&sources).clone();
        let mut request = request(&name, &text);
        request.program = Some(Program::new(&keeper));
        read(&request);
        let Ok(said) = std::fs::read_to_string(&tree) else {
            continue;
        };
        let Ok(whole) = serde_json::from_str::<Value>(&said) else {
            continue;
        };
        let mut paths = Vec::new();
        nodes(&whole, &mut Vec::new(), &mut paths);
        request.program = Some(Program::new(&teller));
        for number in 0..each {
            let mut mutant = whole.clone();
            mutate_tree(&mut mutant, &paths, &mut dice);
            std::fs::write(&tree, mutant.to_string()).unwrap();
            if let Err(what) = answer(&request) {
                wrong.push(format!("round {round}, {number} of {name}: {what}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn write_script(path: &Path, text: &str) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::write(path, text).unwrap();
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn deep_and_long_texts() {
    if Program::find().is_none() {
        return;
    }
    let deep = |open: &str, inner: &str, close: &str, times: usize| {
        format!("{}{inner}{}", open.repeat(times), close.repeat(times))
    };
    let kernel = |body: &str| format!("__global__ void k(int *p, int i) {{ {body} }}");
    let mut texts = vec![
        kernel(&format!("p[0] = {};", deep("(i + ", "1", ")", 200))),
        kernel(&format!("p[0] = {};", deep("p[", "i", "]", 200))),
        kernel(&deep("if (i) {", "p[0] = 1;", "}", 200)),
        kernel(&deep("for (;;) {", "p[0] = 1; break;", "}", 200)),
        kernel(&format!("p[0] = {};", "i ? 1 : ".repeat(200) + "2")),
        kernel(&format!("p[0] = {};", deep("(i + ", "1", ")", 20_000))),
        kernel(&format!("p[0] = i{};", " + i".repeat(1500))),
        kernel(&"p[i++] = 1; ".repeat(3000)),
        deep("namespace a { ", "__global__ void k() {}", "}", 300),
        format!(
            "struct S {{ int a{}; }}; __global__ void k(S s) {{}}",
            "[2]".repeat(300)
        ),
        "<<<".repeat(50_000),
        "a<".repeat(50_000) + "<<<1,1>>>",
        "#define A0 1\n".to_owned()
            + &(1..40)
                .map(|n| format!("#define A{n} (A{m} + A{m})\n", m = n - 1))
                .collect::<String>()
            + "void f() { k<<<A39, A39>>>(); }",
    ];
    texts.push("const int a = a + 1; __global__ void k(int *p, int i) { p[a] = 1; switch (i) { case 1: p[0] = a; } }".to_owned());
    for text in &texts {
        let head: String = text.chars().take(60).collect();
        assert_eq!(answer(&request("k.cu", text)), Ok(()), "{head}");
    }
}
