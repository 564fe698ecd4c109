//! Functions that compile a text, what their arguments are, and options that change no text.

use crate::bindings::Names;
use crate::fillings::word;
use crate::imports::path;
use crate::tree::{File, Why, arguments, bare, children};
use tree_sitter::Node;

/// What an argument is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Takes {
    /// The text.
    Text,
    /// Options of the compiler.
    Options,
    /// The kernel's name.
    Name,
    /// Something that does not change what the text means.
    Other,
    /// Something that may: a text that is put before it.
    More,
}

/// A function that compiles a text: its full names, and its parameters in order.
struct Compiler {
    paths: &'static [&'static str],
    parameters: &'static [(&'static str, Takes)],
}

use Takes::{More, Name, Options, Other, Text};

const COMPILERS: &[Compiler] = &[
    Compiler {
        paths: &["cupy.RawKernel", "cupy._core.RawKernel"],
        parameters: &[
            ("code", Text),
            ("name", Name),
            ("options", Options),
            ("backend", Other),
            ("translate_cucomplex", More),
            ("enable_cooperative_groups", Other),
            ("jitify", More),
        ],
    },
    Compiler {
        paths: &["cupy.RawModule", "cupy._core.RawModule"],
        parameters: &[
            ("code", Text),
            ("path", More),
            ("options", Options),
            ("backend", Other),
            ("translate_cucomplex", More),
            ("enable_cooperative_groups", Other),
            ("name_expressions", Other),
            ("jitify", More),
        ],
    },
    Compiler {
        paths: &[
            "pycuda.compiler.SourceModule",
            "pycuda.compiler.DynamicSourceModule",
        ],
        parameters: &[
            ("source", Text),
            ("nvcc", More),
            ("options", Options),
            ("keep", Other),
            ("no_extern_c", Other),
            ("arch", Other),
            ("code", Other),
            ("cache_dir", Other),
            ("include_dirs", Other),
        ],
    },
    Compiler {
        paths: &["torch.cuda._compile_kernel"],
        parameters: &[
            ("kernel_source", Text),
            ("kernel_name", Name),
            ("compute_capability", Other),
            ("header_code", More),
            ("cuda_include_dirs", Other),
            ("nvcc_options", Options),
        ],
    },
    Compiler {
        paths: &["torch.utils.cpp_extension.load_inline"],
        parameters: &[
            ("name", Other),
            ("cpp_sources", Text),
            ("cuda_sources", Text),
            ("functions", Other),
            ("extra_cflags", Options),
            ("extra_cuda_cflags", Options),
            ("extra_ldflags", Other),
            ("extra_include_paths", Other),
            ("build_directory", Other),
            ("verbose", Other),
            ("with_cuda", Other),
            ("is_python_module", Other),
        ],
    },
    Compiler {
        paths: &["pyopencl.Program"],
        parameters: &[("context", Other), ("src", Text)],
    },
];

/// Beginnings of options that change no text.
const OPTIONS: [&str; 26] = [
    "-O",
    "--use_fast_math",
    "-use_fast_math",
    "-std=",
    "--std=",
    "-lineinfo",
    "--generate-line-info",
    "-arch",
    "--gpu-architecture=",
    "-gencode",
    "-I",
    "-w",
    "-g",
    "-G",
    "-m64",
    "-l",
    "-L",
    "-W",
    "-Xptxas",
    "--ptxas-options",
    "-maxrregcount",
    "--maxrregcount",
    "--expt-",
    "--extended-lambda",
    "-cl-",
    "-fPIC",
];

/// What a call does with one of its arguments.
pub(crate) enum Fate {
    /// It compiles it as it is.
    Compiled,
    /// It is no compiler that is known.
    Unknown,
    /// It may change it.
    Changed(Why),
}

/// A call of a compiler, or none.
pub(crate) struct Compiling<'t> {
    pub(crate) path: String,
    given: Vec<(Takes, &'t str, Node<'t>)>,
    unpacked: bool,
}

/// A call of a function that compiles.
pub(crate) fn compiling<'t>(
    file: &File<'t>,
    names: &Names<'t>,
    call: Node<'t>,
) -> Option<Compiling<'t>> {
    let path = path(file, names, call.child_by_field_name("function")?)?;
    let compiler = COMPILERS
        .iter()
        .find(|one| one.paths.contains(&path.as_str()))?;
    let all = arguments(file, call);
    let mut unpacked = all.unpacked;
    let mut given = Vec::new();
    for (number, node) in all.ordered.iter().enumerate() {
        match compiler.parameters.get(number) {
            Some((name, takes)) => given.push((*takes, *name, *node)),
            None => unpacked = true,
        }
    }
    for (name, node) in &all.named {
        match compiler.parameters.iter().find(|one| one.0 == *name) {
            Some((name, takes)) => given.push((*takes, *name, *node)),
            // Nothing is known of other parameters.
            None => given.push((Takes::More, *name, *node)),
        }
    }
    Some(Compiling {
        path,
        given,
        unpacked,
    })
}

impl<'t> Compiling<'t> {
    /// The kernel's name, where it is one plain string.
    pub(crate) fn kernel(&self, file: &File<'t>) -> Option<String> {
        let mut names = self.given.iter().filter(|one| one.0 == Takes::Name);
        names.next().and_then(|one| word(file, bare(one.2)))
    }

    /// What becomes of an argument that holds a text; `define` are the user's macros.
    pub(crate) fn fate(&self, file: &File<'t>, argument: Node<'t>, define: &[String]) -> Fate {
        if self.unpacked {
            let message = "the call that compiles it unpacks its arguments";
            return Fate::Changed(Why::new(argument, message));
        }
        let is_text = |one: &&(Takes, &str, Node<'t>)| one.0 == Text && one.2 == argument;
        if !self.given.iter().any(|one| is_text(&one)) {
            return Fate::Unknown;
        }
        for (takes, name, node) in &self.given {
            let plain = matches!(file.of(*node), "None" | "False" | "\"\"" | "''");
            match takes {
                Takes::More if !plain => {
                    let message =
                        format!("`{}` gets `{name}`, which may add to the text", self.path);
                    return Fate::Changed(Why::new(*node, message));
                }
                Takes::Options if !plain => {
                    if let Some(why) = options(file, *node, define) {
                        return Fate::Changed(why);
                    }
                }
                _ => {}
            }
        }
        Fate::Compiled
    }
}

/// Why options may change what is compiled, if they may.
pub(crate) fn options<'t>(file: &File<'t>, node: Node<'t>, define: &[String]) -> Option<Why> {
    let node = bare(node);
    let all = match node.kind() {
        "list" | "tuple" => children(node),
        _ => vec![node],
    };
    let mut all = all.into_iter().map(|one| (one, word(file, one)));
    let bad = all.find(|(_, option)| !option.as_ref().is_some_and(|text| harmless(text, define)));
    bad.map(|(one, option)| {
        let message = match option {
            Some(option) => format!("the option `{option}` may change what is compiled"),
            None => "the compiler's options are not known".to_owned(),
        };
        let why = Why::new(one, message);
        match file.of(one).contains("-D") {
            true => why.with_help("give the same macro with `-D`"),
            false => why,
        }
    })
}

fn harmless(option: &str, define: &[String]) -> bool {
    let mut words = option.split_whitespace();
    words.all(|word| {
        let macros = word.strip_prefix("-D");
        macros.is_some_and(|given| define.iter().any(|one| one == given))
            || OPTIONS.iter().any(|start| word.starts_with(start))
    })
}
