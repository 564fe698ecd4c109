//! Codes of what has no rule.

use text::code::Code;
use text::diagnostics::CodeInfo;

/// What the codes mean.
pub const CODES: &[CodeInfo] = &[
    CodeInfo::new(
        Code::K201,
        "an expression without a rule",
        "The compiler understands the expression, but this program has no rule for its meaning. \
         The kernel is unknown; the other kernels of the file are not affected.",
        "struct B { unsigned a : 3; unsigned b : 5; };\n__global__ void k(int *p, bool c) {\n  B s;\n  s.a = 1;\n  s.b = 2;\n  (c ? s.a : s.b) = 3;\n  p[blockIdx.x * blockDim.x + threadIdx.x] = s.a;\n}\n",
    ),
    CodeInfo::new(
        Code::K202,
        "a statement without a rule",
        "The compiler understands the statement, but this program has no rule for its meaning. The \
         kernel is unknown; the other kernels of the file are not affected.",
        "__global__ void k(int *p, int n) {\n  switch (n) {\n  case 0 ... 2000000000: p[blockIdx.x * blockDim.x + threadIdx.x] = 1;\n  }\n}\n",
    ),
    CodeInfo::new(
        Code::K203,
        "a type without a rule",
        "This program has no rule for values of this type: complex numbers, pointers to members \
         and the like.",
        "struct Guard {\n  int *at;\n  __device__ Guard(int *p) : at(p) {}\n  __device__ ~Guard() { *at = 1; }\n};\n__global__ void k(int *p) {\n  Guard guard(p + blockIdx.x * blockDim.x + threadIdx.x);\n}\n",
    ),
    CodeInfo::new(
        Code::K204,
        "a function without a rule",
        "The function belongs to CUDA or OpenCL, and this program has no rule for what it does.",
        "struct Shape {\n  virtual __device__ int size() { return 1; }\n};\n__global__ void k(int *p, Shape *shape) {\n  p[blockIdx.x * blockDim.x + threadIdx.x] = shape->size();\n}\n",
    ),
    CodeInfo::new(
        Code::K205,
        "inline assembly",
        "This PTX instruction has no rule, or the statement is made by macros that build its text. Loads, stores, \
         asynchronous copies, `ldmatrix`, `mma`, barriers, fences, exchanges of a warp, and instructions that compute with \
         registers alone have one.",
        "__global__ void k(unsigned *p) {\n  unsigned old;\n  asm volatile(\"atom.global.add.u32 %0, [%1], 1;\" : \"=r\"(old) : \"l\"(p));\n}\n",
    ),
    CodeInfo::new(
        Code::K206,
        "the lowering failed",
        "A fault of this program's, or a tree of clang's that contradicts itself: the graph of the kernel is \
         not well-formed, or there is none for the whole file.",
        "",
    ),
    CodeInfo::new(
        Code::K207,
        "the address of a function without a body",
        "The program takes the address of a function that has no body here, as one of CUDA's. A call by \
         an address is a choice between functions of the program.",
        "typedef float (*Op)(float);\n__device__ float twice(float x);\n__global__ void k(float *p) {\n  Op op = twice;\n  p[blockIdx.x * blockDim.x + threadIdx.x] = op(1.0f);\n}\n",
    ),
    CodeInfo::new(
        Code::K208,
        "an annotation for a function of another type",
        "A postcondition speaks of the function's result as of a value of another type: `__return_val_int` \
         is for functions that give 32 bits, `__return_val_int4` for those that give an `int4`.",
        "__device__ long long twice(int i) {\n  __ensures(__return_val_int() == i + i);\n  return i + i;\n}\n__global__ void k(long long *p) {\n  p[blockIdx.x * blockDim.x + threadIdx.x] = twice(threadIdx.x);\n}\n",
    ),
];
