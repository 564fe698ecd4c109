//! The codes of what is said while kernels are read.

use text::code::Code;
use text::diagnostics::CodeInfo;

/// What `alpinist explain K…` says.
pub const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: Code::K001,
        title: "no clang",
        text: "CUDA and OpenCL are read by clang, which was not found. `./x setup` fetches the \
               pinned one; `ALPINIST_CLANG` names another, 19 or newer. PVL needs none.",
        example: "",
    },
    CodeInfo {
        code: Code::K002,
        title: "clang does not understand this",
        text: "Clang reports an error inside a kernel or in a function that a kernel calls. Errors \
               in host code do not count.",
        example: "__global__ void k(int *p) { p[0] = undeclared; }",
    },
    CodeInfo {
        code: Code::K003,
        title: "an unknown kind of node",
        text: "Clang's tree holds a kind of node that this program does not know, so its meaning \
               is unknown. Nothing is left out in silence: the kernel is not analysed.",
        example: "",
    },
    CodeInfo {
        code: Code::K004,
        title: "not supported in a kernel",
        text: "Clang understands this, but this program has no rule for it, or clang does not say enough \
               about it. The kernel is not analysed; others of the file are.",
        example: "__global__ void k() { void *p = &&l; l: goto *p; }",
    },
    CodeInfo {
        code: Code::K005,
        title: "a type that is not understood",
        text: "Clang writes types as text. This program could not read this one back, or its name \
               could mean more than one type.",
        example: "__global__ void k(int *p) {\n  _BitInt(7) x = 1;\n  p[blockIdx.x * blockDim.x + threadIdx.x] = x;\n}\n",
    },
    CodeInfo {
        code: Code::K006,
        title: "clang gave no tree",
        text: "The process that reads kernels was stopped (time, memory, amount of output), ended \
               abnormally, is older than clang 19, or left something that is no tree.",
        example: "",
    },
    CodeInfo {
        code: Code::K007,
        title: "a header is missing",
        text: "The file was read as if the header were empty. If a kernel needs something from the \
               header, clang reports an error; `-I` names the header's folder.",
        example: "#include <torch/extension.h>",
    },
    CodeInfo {
        code: Code::K008,
        title: "a kernel was not read",
        text: "The text declares a kernel here, but clang did not understand the declaration, or a \
               condition of the preprocessor leaves it out.",
        example: "#ifdef NEVER\n__global__ void k(int *p) { p[0] = 1; }\n#endif\n",
    },
    CodeInfo {
        code: Code::K009,
        title: "an instance of a template",
        text: "The kernel is a template, and no launch in the file says for which arguments. Types are then \
               assumed to be `float`, and both values of a condition are tried, if the template needs nothing \
               else. Or \
               launches say it, and may mean other instances than those that are read: in templates, \
               in code that is not understood, through other functions, by names with several meanings. \
               Each verdict is about the instance in its name; `--instantiate 'k<float, 128>'` names \
               others.",
        example: "template<int N> __global__ void k(int *p) { p[0] = N; }",
    },
    CodeInfo {
        code: Code::K010,
        title: "read again as plain C++",
        text: "A kernel uses a function or variable of the host, which CUDA does not allow. It was read \
               as if there were one memory and one kind of function; launches are not understood then.",
        example: "int *p; __global__ void k() { p[0] = 1; }",
    },
    CodeInfo {
        code: Code::K011,
        title: "a choice that is not made here",
        text: "A condition of the preprocessor, in the kernel or around what it mentions, tests a macro that \
               neither the file nor `-D` defines, so it counts as undefined; or the architecture or compiler, for \
               which one is assumed. The text for the other case was not \
               analysed. From OpenCL 2.0 on, all work-groups of a launch are also assumed to have the same size.",
        example: "__global__ void k(int *p) {\n#ifdef FAST\n  p[0] = 1;\n#endif\n}",
    },
];
