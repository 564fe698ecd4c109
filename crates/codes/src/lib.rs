//! The codes of the program and of the checker, and the table of all.

mod concurrent;
mod equalities;
mod gaps;
mod repairs;
mod sequential;
mod warnings;

use text::code::Code;
use text::diagnostics::CodeInfo;

/// The tables of codes of the crates.
fn code_tables() -> impl Iterator<Item = &'static [CodeInfo]> {
    [
        spec_lang::parse::CODES,
        spec_lang::resolve::CODES,
        sequential::CODES,
        concurrent::CODES,
        warnings::CODES,
        gaps::CODES,
        lowering::data_codes::CODES,
        oracle::codes::CODES,
        clang::codes::CODES,
        python::codes::CODES,
        kernels::codes::CODES,
        races::codes::CODES,
        repairs::CODES,
        equalities::CODES,
        emit::codes::CODES,
    ]
    .into_iter()
    .chain(transforms::code_tables())
}

/// All codes the tool gives, sorted, each once.
pub fn all() -> Vec<CodeInfo> {
    let mut codes: Vec<CodeInfo> = code_tables()
        .chain(std::iter::once(CODES))
        .flat_map(|table| table.iter().copied())
        .collect();
    codes.sort_by_key(|info| info.code);
    codes.dedup_by_key(|info| info.code);
    codes
}

/// What is said of a code, and the program in which it is mended, if there is one: the explanation of
/// a kernel has it between fences, where editors show it as code; it is the last of those there, and
/// the others are indented.
pub fn parted(info: &CodeInfo) -> (String, Option<String>) {
    let mut pieces: Vec<&str> = info.text.split("```").collect();
    let (Some(after), Some(program)) = (pieces.pop(), pieces.pop()) else {
        return (info.text.to_owned(), corrected(info.code));
    };
    let mut said = String::new();
    for (number, piece) in pieces.iter().enumerate() {
        match number % 2 {
            0 => said.push_str(piece),
            _ => {
                let lines = piece.trim_start().lines();
                said.extend(lines.map(|line| format!("    {line}\n")));
            }
        }
    }
    let said = format!("{}\n\n{}", said.trim_end(), after.trim());
    let program = program.trim_start_matches('\n').to_owned();
    (said.trim_end().to_owned(), Some(program))
}

/// The program of an explanation, mended; none if it is not known how. Each follows a line `=== CODE`, with
/// a line end behind it.
fn corrected(code: Code) -> Option<String> {
    let mut parts = include_str!("corrected.txt").split("=== ");
    let program = parts.find_map(|part| part.strip_prefix(code.as_str())?.strip_prefix('\n'))?;
    program.strip_suffix('\n').map(str::to_owned)
}

/// Codes of the command line and of what happens between the other rooms.
pub const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: Code::C001,
        title: "the command line is not understood",
        text: "An option, a value or a missing argument. `alpinist --help` lists what there is; \
               each command has a `--help` of its own.",
        example: "alpinist verify --sed 3 program.pvl",
    },
    CodeInfo {
        code: Code::C002,
        title: "a file cannot be read",
        text: "The file does not exist, or this user may not read it. Nothing in it was verified; \
               the other files were. In a folder this also covers broken links that may stand for a program or a \
               folder.",
        example: "alpinist verify no-such-file.pvl",
    },
    CodeInfo {
        code: Code::C003,
        title: "a folder without programs",
        text: "A folder stands for the `.pvl` files in it and below; hidden ones are left out. \
               This folder has none, which is probably a mistake.",
        example: "alpinist verify empty-folder/",
    },
    CodeInfo {
        code: Code::C004,
        title: "a file is not text",
        text: "Programs are UTF-8, with or without a byte order mark, and no larger than 64 MiB. \
               The message says where the first other byte stands.",
        example: "alpinist verify picture.png",
    },
    CodeInfo {
        code: Code::C005,
        title: "the settings in a file's first comment are wrong",
        text: "A file may begin with a comment line `//:: alpinist` followed by `--profile`, \
               `--rlimit`, `--timeout` or `--seed`. Options on the command line override it. \
               Files taken together must not contradict each other: what is granted to one \
               (`--profile vercors-1.4`) is not granted to another that does not say so.",
        example: "//:: alpinist --sed 3",
    },
    CodeInfo {
        code: Code::C006,
        title: "an output cannot be written",
        text: "The file or folder cannot be created or written: no such folder, no permission, a \
               full disk. Files are written whole under a temporary name and then renamed, so the \
               old content is still there. A file that was changed since it was read is not \
               replaced either, for that would lose the change. As a warning it is about the cache: \
               its folder cannot be written, or its server does not answer, and the run goes on \
               without.",
        example: "alpinist --unroll 2 program.pvl -o /no/such/folder/out.pvl",
    },
    CodeInfo {
        code: Code::C007,
        title: "several results and no place for them",
        text: "Standard output takes one file. With several give `-o FOLDER`, `--in-place`, \
               `--diff` or `--check`; to verify without a result use `alpinist verify`. Two results \
               of one name do not go to one folder, nor two outputs to one file of `golden` in \
               alpinist.toml.",
        example: "alpinist --unroll 2 a.pvl b.pvl",
    },
    CodeInfo {
        code: Code::C008,
        title: "no method of that name",
        text: "`--only` names a method as `method` or `Class.method`; none of the program's has \
               that name. Verifying nothing would look like success.",
        example: "alpinist verify --only man program.pvl",
    },
    CodeInfo {
        code: Code::C009,
        title: "the solver cannot be started",
        text: "Proofs are sought by Z3 in processes of the program `alpinist-solver`, which is \
               installed beside `alpinist` and loads the Z3 library: the one in the folder that \
               ALPINIST_Z3 names, else that of the Python package z3-solver if alpinist was \
               installed with it, else the one it was built with. None could be started, so nothing \
               was verified. The help names the command that brings what is missing; \
               `alpinist --version` says which Z3 was found.",
        example: "ALPINIST_Z3=/no/such/folder alpinist verify program.pvl",
    },
    CodeInfo {
        code: Code::C010,
        title: "standard input has no place to be replaced",
        text: "`--in-place` writes results back to the files they come from; `-` has none. Leave \
               `--in-place` out and the result goes to standard output.",
        example: "alpinist --unroll 2 --in-place -",
    },
    CodeInfo {
        code: Code::C011,
        title: "no such code",
        text: "`alpinist explain --all` lists every code there is.",
        example: "alpinist explain V9999",
    },
    CodeInfo {
        code: Code::C012,
        title: "a layout that would change the program",
        text: "`alpinist fmt` parses what it printed and compares it with what it read. They \
               differ, so the file was left alone. This is a fault of the program: please send the \
               file.",
        example: "",
    },
    CodeInfo {
        code: Code::C013,
        title: "alpinist.toml not understood",
        text: "The file of the project has a key that there is not, a value of another kind, a \
               step that is none, or names a schedule that it does not have.",
        example: "alpinist --schedule fast program.pvl",
    },
    CodeInfo {
        code: Code::C014,
        title: "no key for the cache",
        text: "The cache's answers are sealed with a secret of the user, so that nobody else can \
               put an answer there. The secret is in the variable ALPINIST_CACHE_KEY, else in the \
               file `alpinist/cache-key` of $XDG_CONFIG_HOME or ~/.config, which is made when it \
               is first needed. Neither is available, so this run uses a key of its own and asks \
               the solver again for everything that other runs kept.",
        example: "HOME= XDG_CONFIG_HOME= alpinist verify --cache kept program.pvl",
    },
    CodeInfo {
        code: Code::C015,
        title: "answers in the cache that are sealed with another key",
        text: "Answers from another user or another machine are not accepted, unless both have the same secret in the variable ALPINIST_CACHE_KEY. With \
               `--cache-mode enforce` such a query is unknown; otherwise it is proved again and the answer \
               replaced. For a cache on a server, where others write, this is always reported, also for answers \
               that were altered or cut off.",
        example: "ALPINIST_CACHE_KEY=other alpinist ci --cache-mode enforce",
    },
    CodeInfo {
        code: Code::C016,
        title: "an expected output differs from the current one",
        text: "`golden` in alpinist.toml names where the outputs of a program are kept. `alpinist \
               ci` compares them with the outputs of this run, and gives status 5 if they differ \
               or are not there; `alpinist ci --update` writes them. A file in a folder of outputs \
               that no program produces any more has the same status; the tool does not delete it, \
               so delete it yourself. Contracts of kernels are kept in the file that `contracts` names: \
               one that became stronger, is new or is gone has this status, too.",
        example: "alpinist ci",
    },
    CodeInfo {
        code: Code::C020,
        title: "nothing was checked of what `--only` names",
        text: "An inline function without a postcondition has no proof obligation of its own: it \
               is checked where it is used. That the other methods named hold says nothing about \
               it, so the run ends with 3.",
        example: "alpinist verify --only inline_function program.pvl",
    },
    CodeInfo {
        code: Code::C024,
        title: "a denied assumption",
        text: "`--deny KIND`, or `deny = [\"KIND\"]` in alpinist.toml, allows no assumptions of this \
               kind: `trusted` stands for all, `assume`, `inhale`, `axiom`, `abstract` (methods and \
               functions without a body), `forperm`, `float`, `profile` (what a profile grants) for \
               one. `alpinist ci` denies all by default. Prove it, or allow it: `allow = [\"kernel.pvl:lemma\"]` \
               in alpinist.toml allows the assumptions in or about `lemma`, `allow = [\"kernel.pvl\"]` in the whole file. The \
               exit status is 3. Verdicts on CUDA and OpenCL kernels have further assumptions (docs/kernels/assumptions.md lists the kinds, such as `launches`, `sizes`, `lock-step`): \
               of these only the program's own (`assume`) are denied unless others are named.",
        example: "alpinist verify --deny assume program.pvl",
    },
    CodeInfo {
        code: Code::C021,
        title: "a run did not come to its end",
        text: "A run writes into the file of `--report` that it has begun, so that the report of \
               an earlier run is not taken for one of this run. If that entry is still there, the \
               run was killed or is still working.",
        example: "",
    },
    CodeInfo {
        code: Code::C017,
        title: "a contract is not written",
        text: "`alpinist contract --in-place` writes inferred clauses before kernels of CUDA and OpenCL files. It writes \
               nothing where a kernel comes from a header, a macro or a string of Python, where instances of a template \
               require different things, or where the kernels would not be verified as they were. `alpinist contract` \
               prints the clauses.",
        example: "",
    },
    CodeInfo {
        code: Code::K013,
        title: "a written clause is not understood",
        text: "A comment `//@ requires CLAUSE;`, or `/*@ requires CLAUSE; @*/`, says what launches of the kernel \
               behind it have to satisfy. This one is no clause, names what is no parameter of the kernel, belongs \
               to no kernel, or is there only if a condition of the preprocessor says so. It is not \
               skipped: the kernel is not understood. A clause is written as in C, with parameters of the kernel and \
               the names of sizes (`blockDim.x`, `gridDim.x`, in OpenCL also `get_local_size(0)`); its numbers are \
               unbounded integers.",
        example: "//@ requires m % 4 == 0;\n__global__ void k(int *p, int n) {\n  \
                  p[blockIdx.x * blockDim.x + threadIdx.x] = n;\n}\n",
    },
    CodeInfo {
        code: Code::K014,
        title: "annotations that are not read",
        text: "Comments `//@ …` are annotations of verifiers such as VerCors. Of them `//@ requires …;` before a \
               kernel is read, as its contract, and no other: what they promise is neither used nor shown.",
        example: "//@ context n > 0;\n__global__ void k(int *p, int n) {\n  \
                  p[blockIdx.x * blockDim.x + threadIdx.x] = n;\n}\n",
    },
    CodeInfo {
        code: Code::K015,
        title: "a written contract leaves nothing to do",
        text: "Under the clauses that are written before the kernel no launch is found, or none in which two threads \
               come to a statement of which something is found without them. A proof under such a contract \
               says nothing about the kernel, so the answer is unknown. Write clauses that launches satisfy, or \
               correct the kernel.",
        example: "//@ requires n == 1;\n__global__ void k(int *p, int n) {\n  if (n != 1) {\n    p[0] = n;\n  }\n}\n",
    },
    CodeInfo {
        code: Code::K016,
        title: "a comment that accepts nothing",
        text: "A comment `// alpinist: allow K301 reason` accepts the findings of that code at its line, or, where it \
               stands alone, at the line behind it. This one begins with `alpinist:` and is not understood: it has no \
               code, one that is no finding's, or no reason, or it stands in a directive, such as the body of a macro. \
               It is reported and accepts nothing. Several codes stand with commas between them: `allow K301,K305 …`.",
        example: "__global__ void k(int *p) {\n  p[0] = 1; // alpinist: allow K301\n}\n",
    },
    CodeInfo {
        code: Code::K017,
        title: "nothing is found where a finding is accepted",
        text: "A comment or an entry of `alpinist.toml` accepts findings, and none of that code is found there, though all \
               was checked: the finding was corrected or has moved. Remove it, so that it does not accept the \
               next one. It is a warning and changes no status.",
        example: "__global__ void k(int *p) {\n  // alpinist: allow K301 all write one value\n  \
                  p[blockIdx.x * blockDim.x + threadIdx.x] = 1;\n}\n",
    },
    CodeInfo {
        code: Code::K018,
        title: "read through a file that includes it",
        text: "The file uses names that it does not declare, and a file in the same folder, which is compiled, includes it. \
               That one is read, and of it the kernels that stand in the file: with the macros and declarations before \
               the `#include`, and with the launches. `-p DIR` says by a project's `compile_commands.json` which file is \
               compiled, and with which flags.",
        example: "",
    },
    CodeInfo {
        code: Code::K310,
        title: "a launch violates the contract of the kernel that it starts",
        text: "The kernel is verified for all launches that satisfy its contract, which `alpinist races` \
               prints; this one does not. A contract holds what the kernel's text has evidence for: here \
               `tile` has an element for each of 256 threads, and the launch makes 512. Correct the \
               launch, or the kernel so that it asks for less.",
        example: "__global__ void k(int *out, const int *in) {\n  __shared__ int tile[256];\n  \
                  tile[threadIdx.x] = in[threadIdx.x];\n  __syncthreads();\n  \
                  out[blockIdx.x * blockDim.x + threadIdx.x] = tile[255 - threadIdx.x];\n}\n\
                  void start(int *out, const int *in) {\n  k<<<4, 512>>>(out, in);\n}\n",
    },
    CodeInfo {
        code: Code::K311,
        title: "an array is not written as it has to be",
        text: "`--covers out:n` demands that each element of `out[0 .. n)` is written exactly once, and that no array is \
               written that is read, but for those that are named. An execution in a launch with enough threads shows an \
               element that no thread writes, or one that is written twice: here the last one is left out. Launches with \
               too few threads are another matter: that there are enough is a clause of the contract. Each element has to \
               depend on what the launch is given as well, an array or a parameter that is no integer, and on nothing \
               that an earlier launch has left in a variable of the program; its term in a small launch shows that.",
        example: "// alpinist races --covers out:n x.cu\n__global__ void k(float *out, int n) {\n  \
                  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n - 1) out[i] = 1.0f;\n}\n",
    },
    CodeInfo {
        code: Code::K320,
        title: "a file without kernels",
        text: "The file was read, and no function in it is a kernel (`__global__` in CUDA, `__kernel` \
               or `kernel` in OpenCL). Nothing was shown, so the exit status is 3.",
        example: "int twice(int x) {\n  return 2 * x;\n}\n",
    },
    CodeInfo {
        code: Code::K321,
        title: "the kernel could not be lowered",
        text: "Clang read the kernel, but the tool made no graph of it and gave no reason. This is \
               a fault of the program: please send the file.",
        example: "",
    },
    CodeInfo {
        code: Code::C022,
        title: "a file of another language",
        text: "`alpinist races` and `repair` read CUDA (`.cu`, `.cuh`) and OpenCL (`.cl`). What has \
               another ending, or comes from standard input, needs `--language cuda` or `--language \
               opencl`. `alpinist verify` and all that carries out steps read PVL.",
        example: "alpinist races kernel.txt",
    },
    CodeInfo {
        code: Code::C023,
        title: "no kernel of that name",
        text: "`--kernel` names a kernel with or without its namespaces and template arguments; no file \
               has one of that name. Checking nothing would look like success.",
        example: "alpinist races --kernel man kernel.cu",
    },
    CodeInfo {
        code: Code::V900,
        title: "a step changed a contract",
        text: "A method keeps its contract byte for byte, so that its callers see no difference; \
               where a matrix becomes an array, each contract is the old one read through the \
               index map. After this step that is not so, and the result is not written. This is a \
               fault of the program: please send the file and the step.",
        example: "",
    },
    CodeInfo {
        code: Code::V901,
        title: "the text a step printed is not a program",
        text: "The tool parses and resolves the result of every step again from its printed text. \
               This one has errors, so it is not written. This is a fault of the program: please \
               send the file and the step.",
        example: "",
    },
    CodeInfo {
        code: Code::W900,
        title: "too many messages",
        text: "After a hundred messages about one program the rest is counted and left out; most \
               of them usually have one cause.",
        example: "",
    },
    CodeInfo {
        code: Code::W903,
        title: "only some methods were verified",
        text: "`--only`, or `only` in alpinist.toml, names the methods that are verified. The \
               verdict says nothing about the others, which the message names; the contracts of called methods \
               are assumed.",
        example: "alpinist verify --only sum program.pvl",
    },
    CodeInfo {
        code: Code::V902,
        title: "nothing was shown",
        text: "Nothing is wrong, and nothing was proved either: no method has a body, or \
               `--no-verify` asked for the steps alone. The exit status is 3, for that is no yes. \
               Reports for other programs say it by this code.",
        example: "",
    },
    CodeInfo {
        code: Code::W902,
        title: "an assumption that is not proved",
        text: "An assumption, an axiom, a method or function without a body, and whatever else \
               `alpinist audit` lists. What was verified rests on it. Reports for other programs \
               note each such place by this code; the text report lists them behind the verdict.",
        example: "assume x > 0;",
    },
    CodeInfo {
        code: Code::W901,
        title: "the program was read under a profile that grants what is not shown",
        text: "Under `--profile vercors-1.4` indices are not shown to be in bounds, contracts of barriers in \
               braces are assumed, and more (docs/reference/profiles.md). The \
               verdict is one of that reading. The profile is that of the command line, of the \
               file's first comment, of the program's entry in alpinist.toml, or of that file as \
               a whole.",
        example: "//:: alpinist --profile vercors-1.4",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_code_has_one_entry_in_one_table() {
        let tables = code_tables().chain(std::iter::once(CODES));
        let mut entries: Vec<Code> = tables.flatten().map(|info| info.code).collect();
        entries.sort_unstable();
        let mut expected = Code::ALL.to_vec();
        expected.sort_unstable();
        assert_eq!(entries, expected);
    }

    #[test]
    fn every_code_says_something() {
        for info in all() {
            assert!(
                !info.title.is_empty() && !info.text.is_empty(),
                "{}",
                info.code
            );
            assert!(!info.title.ends_with('.'), "{}", info.code);
        }
    }
}
