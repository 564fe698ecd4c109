//! Three command lines for each command, and what each does: what `--help` begins with.

/// The examples of a command.
pub(super) struct Examples {
    /// The command; empty for the program itself.
    pub(super) command: &'static str,
    /// Command lines without the program's name, each with its effect.
    pub(super) lines: [(&'static str, &'static str); 3],
}

/// One line a command. Those that take no arguments have none.
pub(super) const EXAMPLES: &[Examples] = &[
    of(
        "",
        [
            (
                "races kernel.cu",
                "check CUDA for races, divergence, bounds",
            ),
            ("repair --in-place kernel.cu", "insert the missing barriers"),
            ("verify program.pvl", "verify a PVL program"),
        ],
    ),
    of(
        "optimize",
        [
            (
                "optimize --unroll 4@i --diff program.pvl",
                "show an unrolled loop",
            ),
            (
                "optimize --tile intra:2 -o out.pvl program.pvl",
                "tile a block",
            ),
            (
                "optimize --unroll 2 --block 256 kernel.cu",
                "unroll in CUDA",
            ),
        ],
    ),
    of(
        "verify",
        [
            ("verify program.pvl", "verify a program"),
            ("verify --only sum folder", "verify one method of the files"),
            (
                "verify --format sarif program.pvl",
                "report for code scanning",
            ),
        ],
    ),
    of(
        "emit",
        [
            ("emit --to cuda program.pvl", "print CUDA"),
            (
                "emit --to opencl -o out.c program.pvl",
                "write OpenCL and its host",
            ),
            ("emit --to hip --int 64 program.pvl", "use 64-bit integers"),
        ],
    ),
    of(
        "races",
        [
            ("races kernel.cu", "check all kernels of a file"),
            (
                "races --block 256 --grid '*' kernel.cu",
                "fix the block size",
            ),
            (
                "races --requires 'n % 4 == 0' kernel.cu",
                "assume it of launches",
            ),
        ],
    ),
    of(
        "contract",
        [
            ("contract kernel.cu", "print what launches must satisfy"),
            ("contract --emit header kernel.cu", "as a C++ header"),
            (
                "contract --in-place kernel.cu",
                "write it before the kernel",
            ),
        ],
    ),
    of(
        "equal",
        [
            ("equal old.cu new.cu", "compare kernels of the same name"),
            ("equal --git HEAD kernel.cu", "compare with the last commit"),
            (
                "equal --sizes n=64 --block 32 old.cu new.cu",
                "for one launch",
            ),
        ],
    ),
    of(
        "repair",
        [
            ("repair kernel.cu", "print the repair as a diff"),
            ("repair --in-place kernel.cu", "write it into the file"),
            (
                "repair --atomics --block 256 kernel.cu",
                "allow atomic updates",
            ),
        ],
    ),
    of(
        "plan",
        [
            ("plan program.pvl", "list sites and steps"),
            ("plan --format json program.pvl", "the same for programs"),
            ("plan --together a.pvl b.pvl", "of a program in two files"),
        ],
    ),
    of(
        "review",
        [
            ("review --unroll 2 program.pvl", "explain what a step does"),
            ("review old.cu new.cu", "compare two versions"),
            ("review --html page.html kernel.cu", "write a page"),
        ],
    ),
    of(
        "ci",
        [
            ("ci --init", "set up a project"),
            ("ci", "check the project of this folder"),
            ("ci --update", "accept what changed"),
        ],
    ),
    of(
        "run",
        [
            ("run program.pvl sum '[1, 2, 3]'", "execute a method"),
            ("run --random=100 program.pvl sum", "with random arguments"),
            ("run --block 64 --grid 2 kernel.cu", "execute a kernel"),
        ],
    ),
    of(
        "fmt",
        [
            ("fmt program.pvl", "format a file in place"),
            ("fmt --check folder", "list files that would change"),
            ("fmt --diff program.pvl", "show what would change"),
        ],
    ),
    of(
        "audit",
        [
            ("audit program.pvl", "list the assumptions"),
            ("audit --format json program.pvl", "the same for programs"),
            ("audit --profile vercors-1.4 program.pvl", "under a profile"),
        ],
    ),
    of(
        "explain",
        [
            ("explain V010", "explain a code"),
            ("explain race", "find the codes about races"),
            ("explain 3", "explain an exit status"),
        ],
    ),
];

const fn of(command: &'static str, lines: [(&'static str, &'static str); 3]) -> Examples {
    Examples { command, lines }
}
