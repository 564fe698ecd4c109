//! Whether clang need be run: its answer is kept by a key of everything that it reads.
//!
//! Which files those are is not asked of clang, for it is to be known before it is run. The key has all
//! files that clang could meet: each name that an `#include` of any of them has, in each folder that any
//! of them lies in or that is searched; those that are there with their content. So a header that
//! appears, goes, or is hidden by another one changes the key. What clang says that it read is compared
//! with that, and an answer with another file in it is not kept; nor is one for a text that asks which
//! files there are, or what time it is.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::session::OWN;
use crate::find::Program;
use crate::process::Output;
use crate::request::Request;
use crate::tokens::{TokenKind, includes, tokens};

/// Changes with what is kept, and with how it is read.
const FORM: &[u8] = b"alpinist clang 3";

/// More files than these are not looked for.
const MOST_FILES: usize = 500;

/// More pairs of a folder and a name than these are not looked at.
const MOST_PLACES: usize = 20_000;

/// More bytes than these are not kept.
const MOST_BYTES: usize = 16 << 20;

/// The file that clang lists in what it included.
pub(super) const LIST: &str = "included.txt";

/// The arguments that make it do so.
pub(super) const LISTING: [&str; 3] = ["-header-include-file", LIST, "-sys-header-deps"];

/// What clang could read besides its own input.
pub(super) struct Reach {
    files: BTreeMap<PathBuf, Vec<u8>>,
    /// To which file each way leads: a link on it may lead elsewhere the next time.
    ways: BTreeMap<PathBuf, PathBuf>,
    names: BTreeSet<String>,
}

impl Reach {
    /// That of a request; none if it cannot be said.
    pub(super) fn of(request: &Request) -> Option<Reach> {
        let mut folders: BTreeSet<PathBuf> = BTreeSet::new();
        let mut reach = Reach {
            files: BTreeMap::new(),
            ways: BTreeMap::new(),
            names: BTreeSet::new(),
        };
        for folder in request.folder.iter().chain(&request.include) {
            let folder = super::ask::absolute(folder);
            if let Ok(placed) = folder.canonicalize() {
                folders.insert(placed.clone());
                reach.ways.insert(folder, placed);
            }
        }
        request.define.iter().try_for_each(|define| plain(define))?;
        reach.add(&request.text)?;
        for file in &request.forced {
            reach.look(super::ask::absolute(file), &mut folders)?;
        }
        loop {
            let before = reach.files.len();
            if folders.len().saturating_mul(reach.names.len()) > MOST_PLACES {
                return None;
            }
            let names: Vec<String> = reach.names.iter().cloned().collect();
            for place in folders.clone() {
                for name in &names {
                    reach.look(place.join(name), &mut folders)?;
                }
            }
            if reach.files.len() == before {
                return Some(reach);
            }
        }
    }

    /// The files.
    pub(super) fn into_files(self) -> impl Iterator<Item = PathBuf> {
        self.files.into_keys()
    }

    fn look(&mut self, path: PathBuf, folders: &mut BTreeSet<PathBuf>) -> Option<()> {
        if !path.is_file() {
            return Some(());
        }
        let way = path;
        let path = placed(&way)?;
        self.ways.insert(way, path.clone());
        if self.files.contains_key(&path) {
            return Some(());
        }
        if self.files.len() >= MOST_FILES {
            return None;
        }
        let bytes = std::fs::read(&path).ok()?;
        self.add(&String::from_utf8_lossy(&bytes))?;
        folders.extend(path.parent().map(Path::to_path_buf));
        self.files.insert(path, Sha256::digest(&bytes).to_vec());
        Some(())
    }

    fn add(&mut self, text: &str) -> Option<()> {
        plain(text)?;
        let all = includes(text).into_iter();
        self.names.extend(all.map(|include| include.name));
        Some(())
    }

    /// Whether clang read nothing else, as far as its list says.
    pub(super) fn covers(&self, folder: &Path, main: &str, missing: &[String]) -> bool {
        let Ok(list) = std::fs::read_to_string(folder.join(LIST)) else {
            return false;
        };
        let known = |line: &str| {
            let name = line.strip_prefix("./").unwrap_or(line);
            let own = [OWN, main].contains(&name) || name.starts_with("missing/");
            own || placed(Path::new(name)).is_some_and(|path| self.files.contains_key(&path))
        };
        list.lines().all(known) && missing.iter().all(|name| self.names.contains(name))
    }
}

/// A file by the folder that it is in, whatever the way there: with `../a` in a file of `a` there is no end of ways. A
/// link to a file stays one, for what it includes is looked for beside it.
fn placed(path: &Path) -> Option<PathBuf> {
    let folder = path.parent()?.canonicalize().ok()?;
    Some(folder.join(path.file_name()?))
}

/// Nothing, unless a text asks for something that the key does not have.
fn plain(text: &str) -> Option<()> {
    // Pasted words may ask for anything.
    const ASKS: [&str; 8] = [
        "##",
        "__has_include",
        "__has_embed",
        "include_next",
        "__DATE__",
        "__TIME",
        "%:",
        "??",
    ];
    let word = |byte: Option<&u8>| byte.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
    let bytes = text.as_bytes();
    // A word of which a part stands on the next line.
    let parted = text.match_indices('\\').any(|(at, _)| {
        let before = at.checked_sub(1).and_then(|at| bytes.get(at));
        // Clang looks past blanks before the end of the line.
        let blank = |b: &&u8| matches!(**b, b' ' | b'\t' | 0x0b | 0x0c | b'\r');
        let rest = bytes.get(at.saturating_add(1)..).unwrap_or_default();
        let blanks = rest.iter().take_while(blank).count();
        let ends = rest.get(blanks) == Some(&b'\n');
        ends && word(before) && word(rest.get(blanks.saturating_add(1)))
    });
    // A name that is not looked for may be that of a file which hides another one.
    let known = includes(text);
    let is_known = |at: usize| known.iter().any(|one| one.line.contains(&at));
    let mut hash = false;
    let asks_by_directive = tokens(text, 0).any(|token| {
        let found = hash
            && match token.of(text) {
                "embed" => true,
                "include" | "import" => !is_known(token.start),
                _ => false,
            };
        hash = token.kind == TokenKind::Mark && token.of(text) == "#";
        found
    });
    let asks = ASKS.iter().any(|word| text.contains(word));
    (!parted && !asks_by_directive && !asks).then_some(())
}

/// One run of clang, as far as it decides the answer.
pub(super) struct Asked<'a> {
    pub program: &'a Program,
    pub arguments: &'a [OsString],
    /// The texts of the input and of this program's declarations.
    pub texts: [&'a str; 2],
    /// The headers that are made, empty.
    pub missing: &'a [String],
}

/// The key of an answer; none if there is no such program.
pub(super) fn key(asked: &Asked<'_>, reach: &Reach) -> Option<String> {
    let mut parts: Vec<Vec<u8>> = vec![FORM.to_vec()];
    let mut list = |of: Vec<Vec<u8>>| {
        parts.push(of.len().to_le_bytes().to_vec());
        parts.extend(of);
    };
    let bytes = |word: &OsString| word.as_encoded_bytes().to_vec();
    list(identity(asked.program)?);
    list(asked.program.leading.iter().map(bytes).collect());
    list(asked.arguments.iter().map(bytes).collect());
    list(asked.texts.map(|text| text.as_bytes().to_vec()).to_vec());
    list(
        asked
            .missing
            .iter()
            .map(|n| n.clone().into_bytes())
            .collect(),
    );
    let files = reach.files.iter();
    list(
        files
            .flat_map(|(path, hash)| [path.as_os_str().as_encoded_bytes().to_vec(), hash.clone()])
            .collect(),
    );
    let ways = reach.ways.iter();
    let ways = ways.flat_map(|(way, path)| [way, path]);
    list(
        ways.map(|path| path.as_os_str().as_encoded_bytes().to_vec())
            .collect(),
    );
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part.len().to_le_bytes());
        hash.update(part);
    }
    let digest = hash.finalize();
    let digits = digest.iter().map(|byte| format!("{byte:02x}"));
    Some(digits.collect())
}

/// What tells a program from another of its name, and from what it was: it is too large to be read
/// each time.
fn identity(program: &Program) -> Option<Vec<Vec<u8>>> {
    let path = std::fs::canonicalize(&program.path).ok()?;
    let data = std::fs::metadata(&path).ok()?;
    let changed = data.modified().ok()?;
    let changed = changed.duration_since(std::time::UNIX_EPOCH).ok()?;
    let mut all = vec![
        path.as_os_str().as_encoded_bytes().to_vec(),
        data.len().to_le_bytes().to_vec(),
        changed.as_nanos().to_le_bytes().to_vec(),
    ];
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let numbers = [data.ctime(), data.ctime_nsec()];
        all.extend(numbers.map(|number| number.to_le_bytes().to_vec()));
        all.push(data.ino().to_le_bytes().to_vec());
    }
    // Names of folders that some compilers search.
    for name in ["CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"] {
        let value = std::env::var_os(name).unwrap_or_default();
        all.push(value.as_encoded_bytes().to_vec());
    }
    Some(all)
}

/// An answer as bytes, if it is worth keeping.
pub(super) fn written(output: &Output) -> Option<Vec<u8>> {
    let failed = match &output.failed {
        None => 0,
        // Without a word on why, another run may have another answer.
        Some(_) if output.messages.contains("error: ") => 1,
        Some(_) => return None,
    };
    let messages = output.messages.as_bytes();
    let tree = packed(&output.tree);
    // Whatever ended it too early may not happen again.
    if !tree.ends_with(b"}") {
        return None;
    }
    if messages.len().saturating_add(tree.len()) > MOST_BYTES {
        return None;
    }
    let length = u64::try_from(messages.len()).ok()?;
    let mut bytes = vec![failed];
    bytes.extend(length.to_le_bytes());
    bytes.extend(messages);
    bytes.extend(tree);
    Some(bytes)
}

/// An answer from its bytes.
pub(super) fn read(bytes: &[u8]) -> Option<Output> {
    let (failed, rest) = bytes.split_first()?;
    let (length, rest) = rest.split_first_chunk::<8>()?;
    let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
    let (messages, tree) = rest.split_at_checked(length)?;
    Some(Output {
        tree: tree.to_vec(),
        messages: std::str::from_utf8(messages).ok()?.to_owned(),
        failed: (*failed != 0).then(|| "with errors".to_owned()),
    })
}

/// JSON without the space between its parts, which is more than half of clang's.
fn packed(json: &[u8]) -> Vec<u8> {
    let (mut text, mut escaped) = (false, false);
    let keeps = |byte: &u8| {
        let keep = text || !byte.is_ascii_whitespace();
        match (*byte, escaped) {
            (b'"', false) => text = !text,
            (b'\\', false) if text => {
                escaped = true;
                return keep;
            }
            _ => {}
        }
        escaped = false;
        keep
    };
    json.iter().copied().filter(keeps).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::tree::Language;

    fn reach(home: &Path, text: &str) -> Option<Reach> {
        let mut request = Request::new("a.cu", text, Language::Cuda);
        request.folder = Some(home.to_path_buf());
        request.include = vec![home.join("inc")];
        Reach::of(&request)
    }

    #[test]
    fn all_that_could_be_read_is_known() {
        let home = tempfile::tempdir().unwrap();
        let home = std::fs::canonicalize(home.path()).unwrap();
        std::fs::create_dir_all(home.join("inc/deep")).unwrap();
        let write = |name: &str, text: &str| std::fs::write(home.join(name), text).unwrap();
        write("inc/a.h", "#include \"deep/b.h\"\n");
        write("inc/deep/b.h", "#include \"c.h\"\n#include <d.h>\n");
        write("inc/deep/c.h", "");
        let text = "#include <a.h>\nint x;\n";
        let found = reach(&home, text).unwrap();
        let files: Vec<&PathBuf> = found.files.keys().collect();
        let at = |name: &str| home.join(name);
        assert_eq!(
            files,
            [&at("inc/a.h"), &at("inc/deep/b.h"), &at("inc/deep/c.h")]
        );
        assert!(found.names.contains("d.h"));
        // What hides another file is another file.
        write("c.h", "");
        assert_eq!(reach(&home, text).unwrap().files.len(), 4);
    }

    #[test]
    fn what_asks_for_more_is_not_kept() {
        let home = tempfile::tempdir().unwrap();
        for text in [
            "#if __has_include(\"a.h\")\n#endif\n",
            "const char *day = __DATE__;",
            "char x[] = {\n#embed \"a\"\n};",
            "#incl\\\nude \"a.h\"\n",
            "%:include \"a.h\"\n",
        ] {
            assert!(reach(home.path(), text).is_none(), "{text}");
        }
        assert!(reach(home.path(), "int embed; // \\\n x\n").is_some());
    }

    #[test]
    fn an_answer_is_read_as_it_was_written() {
        let output = || Output {
            tree: br#"{ "a b" : [ "\" \\" , 1 ] }"#.to_vec(),
            messages: "x.cu:1:1: error: y\n".to_owned(),
            failed: Some("with errors".to_owned()),
        };
        let bytes = written(&output()).unwrap();
        let again = read(&bytes).unwrap();
        assert_eq!(again.tree, br#"{"a b":["\" \\",1]}"#);
        assert_eq!(
            (again.messages, again.failed),
            (output().messages, output().failed)
        );
        assert!(read(&bytes[..20]).is_none());
        let quiet = Output {
            messages: String::new(),
            failed: Some("exit status: 70".to_owned()),
            tree: b"{}".to_vec(),
        };
        assert!(written(&quiet).is_none());
        let cut = Output {
            tree: b"{ \"a\":".to_vec(),
            ..output()
        };
        assert!(written(&cut).is_none());
    }

    #[test]
    fn a_way_through_folders_has_an_end() -> std::io::Result<()> {
        let home = tempfile::tempdir()?;
        let write = |name: &str, text: &str| {
            let path = home.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap_or(&path))?;
            std::fs::write(path, text)
        };
        write("a/x.h", "#include \"../b/y.h\"\n#include \"../a/z.h\"\n")?;
        write("a/z.h", "\n")?;
        write("b/y.h", "#include \"../a/x.h\"\n#include \"../b/y.h\"\n")?;
        let main = home.path().join("a/main.cu");
        let text = "#include \"x.h\"\n";
        let request = Request::new(main.to_string_lossy(), text, Language::Cuda);
        let files = Reach::of(&request).into_iter().flat_map(Reach::into_files);
        let mut names: Vec<_> = files
            .filter_map(|file| file.file_name().map(OsString::from))
            .collect();
        names.sort();
        assert_eq!(names, ["x.h", "y.h", "z.h"]);
        Ok(())
    }

    #[test]
    #[cfg(unix)]
    fn a_link_that_leads_elsewhere_is_another_answer() -> std::io::Result<()> {
        use std::os::unix::fs::symlink;
        let home = tempfile::tempdir()?;
        let at = |name: &str| home.path().join(name);
        for folder in ["v1", "v2"] {
            std::fs::create_dir_all(at(folder))?;
            std::fs::write(at(folder).join("size.h"), format!("#define {folder}\n"))?;
        }
        let ways = |current: &str, other: &str| -> std::io::Result<Option<_>> {
            for (link, to) in [("cur", current), ("alt", other)] {
                let _ = std::fs::remove_file(at(link));
                symlink(at(to), at(link))?;
            }
            let mut request = Request::new("a.cu", "#include <size.h>\n", Language::Cuda);
            request.folder = Some(home.path().to_path_buf());
            request.include = vec![at("cur"), at("alt")];
            Ok(Reach::of(&request).map(|reach| (reach.files, reach.ways)))
        };
        let (one, other) = (ways("v1", "v2")?, ways("v2", "v1")?);
        assert!(one.is_some() && one != other);
        Ok(())
    }

    #[test]
    fn a_directive_with_a_name_that_is_not_seen_is_not_kept() {
        for text in [
            "#define H \"a.h\"\n#include H\n",
            "/**/ #include \"a.h\"\n",
            "#import \"a.h\"\n",
        ] {
            assert!(plain(text).is_none(), "{text}");
        }
        assert!(plain("#include \"a.h\"\n/*\n#include \"b.h\"\n*/\n").is_some());
    }
}
