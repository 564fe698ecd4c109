//! Codes of what is found in kernels, and of what is not decided.

use text::code::Code;
use text::diagnostics::CodeInfo;

const fn code(
    code: Code,
    title: &'static str,
    text: &'static str,
    example: &'static str,
) -> CodeInfo {
    CodeInfo {
        code,
        title,
        text,
        example,
    }
}

/// What the codes mean.
pub const CODES: &[CodeInfo] = &[
    code(
        Code::K301,
        "two threads may race",
        "Two threads access the same bytes, at least one of them writes, and nothing orders the two. \
         Threads of one block are ordered by a barrier between the accesses that fences the memory \
         concerned; threads of different blocks by nothing but a barrier of the whole grid. Two atomic \
         operations do not race.\n\nHere each thread reads what its neighbour writes. A barrier \
         between the two statements orders them:\n\n```\n\
         __global__ void k(int *out) {\n  __shared__ int s[65];\n  s[threadIdx.x] = 1;\n  \
         __syncthreads();\n  out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x + 1];\n}\n```",
        "__global__ void k(int *out) {\n  __shared__ int s[65];\n  s[threadIdx.x] = 1;\n  \
         out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x + 1];\n}\n",
    ),
    code(
        Code::K302,
        "a barrier may not be reached by all threads",
        "A barrier waits for all threads of the block (a barrier of the grid for all threads of the \
         grid). If only some threads reach it, the behaviour is undefined, usually a hang.\n\n\
         All lanes of the mask must also reach a shuffle, vote, reduction or warp barrier. A lane of the mask \
         that waits elsewhere is the same error:\n\n```\n\
         // wrong: the mask names 32 lanes; 8 come, and the others wait at the barrier\n\
         __global__ void k(int *p) {\n  int t = threadIdx.x, x = t;\n  \
         if (t % 32 < 8) x += __shfl_down_sync(0xffffffffu, x, 4);\n  \
         __syncthreads();\n  p[blockIdx.x * blockDim.x + t] = x;\n}\n```\n\n\
         Pass a mask of the lanes that arrive; a vote before the branch computes it:\n\n```\n\
         __global__ void k(int *p) {\n  int t = threadIdx.x, x = t;\n  \
         unsigned there = __ballot_sync(0xffffffffu, t % 32 < 8);\n  \
         if (t % 32 < 8) x += __shfl_down_sync(there, x, 4);\n  \
         __syncthreads();\n  p[blockIdx.x * blockDim.x + t] = x;\n}\n```\n\n\
         Move a barrier out of the condition:\n\n```\n\
         __global__ void k(int *p) {\n  if (threadIdx.x < 16) p[blockIdx.x * 16 + threadIdx.x] = 0;\n  \
         __syncthreads();\n}\n```",
        "__global__ void k(int *p) {\n  if (threadIdx.x < 16) {\n    \
         p[blockIdx.x * 16 + threadIdx.x] = 0;\n    __syncthreads();\n  }\n}\n",
    ),
    code(
        Code::K303,
        "an assertion may not hold",
        "The condition of `assert` or `__assert`, or the `__requires` of a called function, may be \
         false. The counterexample names the thread and the values.\n\nThis one \
         holds:\n\n```\n__global__ void k(int *p) {\n  __assert(threadIdx.x < blockDim.x);\n}\n```",
        "__global__ void k(int *p) {\n  __assert(threadIdx.x > 0);\n}\n",
    ),
    code(
        Code::K304,
        "an invariant may not hold",
        "A loop's invariant must hold before the first iteration, and each iteration must preserve \
         it. It is proved, never assumed.\n\nThis one holds:\n\n```\n__global__ void k(int *p, int \
         n) {\n  for (int i = 0; __invariant(i >= 0), i < n; i++) {\n  }\n}\n```",
        "__global__ void k(int *p, int n) {\n  for (int i = 0; __invariant(i > 0), i < 10; i++) {\n  }\n}\n",
    ),
    code(
        Code::K305,
        "an access may be out of bounds",
        "The array has a known size, and the access may lie outside of it. `--no-bounds` disables this check. The size of the memory behind a pointer parameter is not known, so \
         bounds are not checked there.\n\nWith blocks of 64 threads this stays \
         inside:\n\n```\n__global__ void k() {\n  __shared__ int s[64];\n  s[threadIdx.x] = \
         1;\n}\n```",
        "__global__ void k() {\n  __shared__ int s[64];\n  s[threadIdx.x + 1] = 1;\n}\n",
    ),
    code(
        Code::K306,
        "constant memory may be written",
        "What `__constant__` or `__constant` declares must not be written while a kernel runs.",
        "__constant__ int table[4];\n__global__ void k() {\n  int *p = (int *)table;\n  p[threadIdx.x % 4] = 1;\n}\n",
    ),
    code(
        Code::K307,
        "a null pointer may be dereferenced",
        "For some thread the address is that of the null pointer.",
        "__global__ void k(int *p) {\n  int *q = threadIdx.x == 0 ? nullptr : p;\n  q[0] = 1;\n}\n",
    ),
    code(
        Code::K308,
        "a barrier invariant may not hold",
        "A barrier invariant must hold of every thread of the block when all have come to the next \
         barrier (a binary one of every two threads). It is proved, never assumed unproved; behind \
         the barrier it is known for the threads that it names.\n\nThis one \
         holds:\n\n```\n__global__ void k() {\n  __shared__ int s[64];\n  s[threadIdx.x] = 1;\n  \
         __barrier_invariant_1(s[threadIdx.x] == 1, threadIdx.x);\n  __syncthreads();\n}\n```",
        "__global__ void k() {\n  __shared__ int s[64];\n  s[threadIdx.x] = 1;\n  \
         __barrier_invariant_1(s[threadIdx.x] == 2, threadIdx.x);\n  __syncthreads();\n}\n",
    ),
    code(
        Code::K309,
        "a barrier invariant reads what another thread may write",
        "What a barrier invariant of a thread reads no other thread may write since the barrier \
         before; in a binary invariant the second thread may. Otherwise it would not be known which \
         value is read.\n\nHere all threads read `s[0]`, which thread 0 writes. With `s[threadIdx.x]` \
         each reads what it wrote itself.",
        "__global__ void k() {\n  __shared__ int s[64];\n  s[threadIdx.x] = 1;\n  \
         __barrier_invariant_1(s[0] == 1, threadIdx.x);\n  __syncthreads();\n}\n",
    ),
    code(
        Code::K401,
        "an unknown address",
        "The kernel accesses memory at an address that was read from memory, or made from a \
         number, so it may point anywhere. Findings elsewhere in the kernel are reported as if this access \
         changed nothing.",
        "__global__ void k(int **rows) {\n  rows[threadIdx.x][0] = 1;\n}\n",
    ),
    code(
        Code::K402,
        "a call through an unknown pointer",
        "The kernel calls a function through a pointer, and the pointer may be of no function that the \
         program gives it: it comes from the host or from memory that others write, or its type is \
         another one. A call through a pointer is a choice between the functions of the program whose \
         address is taken and whose type fits; what restricts it (`__requires(f == square | f == twice)`, \
         a test, a table in constant memory) decides it.",
        "typedef float (*Op)(float);\n__global__ void k(float *a, Op f) {\n  a[threadIdx.x] = f(a[threadIdx.x]);\n}\n",
    ),
    code(
        Code::K403,
        "a function without a body",
        "The function is declared and has no body here, so what it does to memory that other threads see \
         is not known, nor whether it waits for them. Give its definition, in the file or a header, or \
         say `--trust-external`: then it is assumed to write only through its pointer arguments, and the \
         assumption is listed.",
        "__device__ void fill(int *p);\n__global__ void k(int *p) {\n  fill(p);\n}\n",
    ),
    code(
        Code::K404,
        "recursion",
        "A function that the kernel calls is recursive. Calls are inlined, which would not terminate.",
        "__device__ int f(int n) {\n  return n < 1 ? 0 : f(n - 1);\n}\n__global__ void k(int *p) {\n  p[0] = f(p[0]);\n}\n",
    ),
    code(
        Code::K405,
        "a loop with several entries",
        "Jumps lead into the middle of this loop from outside. Write it with one entry.",
        "__global__ void k(int n) {\n  int i = 0;\n  if (n > 0) goto middle;\ntop:\n  i += 2;\nmiddle:\n  i++;\n  \
         if (i < n) goto top;\n}\n",
    ),
    code(
        Code::K406,
        "asynchronous copies",
        "Which copies this waits for is unknown (the event comes from an earlier iteration of a loop or from \
         memory), or the thread accesses what one of its own copies reads or writes before it has waited for the copy. \
         The same code stands for rows that the lanes of a warp load or store together (`ldmatrix`, `stmatrix`) where the \
         thread accesses the same memory with no barrier in between: `__syncwarp()` orders the two. And for instructions \
         that need all lanes of a warp, where blocks may end with a part of one.",
        "#include <cuda_pipeline.h>\n__global__ void k(int *a) {\n  __shared__ int s[64];\n  \
         __pipeline_memcpy_async(s + threadIdx.x, a + threadIdx.x, 4);\n  __pipeline_commit();\n  \
         s[threadIdx.x] = 0;\n  __pipeline_wait_prior(0);\n}\n",
    ),
    code(
        Code::K407,
        "an annotation without a rule",
        "These are not supported, and are reported: a `__barrier_invariant` that does not \
         stand at its barrier, `__ptr_base`, `__atomic_has_taken_value`, assumptions about two threads \
         or about accesses, and annotations about a second thread where there may be but one. An invariant of threads that are not at it (`__global_invariant`) is \
         unknown if it does not hold for all values that their variables may have.\n\nWhat other \
         annotations say of accesses holds for every access of the thread since the last barrier that \
         orders the array (for memory that all blocks see, a barrier of the grid, if there are several \
         blocks), and if there is none: `__write_implies(a, e)` says that each of these writes \
         satisfies `e`, `__assert(!__write(a))` that there is none. Atomic operations are neither reads \
         nor writes here. What they say of a second thread holds for any other thread; where it is not at \
         the same point in the same iteration, its variables may have any values.",
        "__global__ void k(int *a) {\n  a[threadIdx.x] = 0;\n  __assume(!__write(a));\n}\n",
    ),
    code(
        Code::K408,
        "a postcondition",
        "Calls are inlined, and a postcondition is asserted at each return. A postcondition that reads memory is \
         not supported.",
        "__device__ int next(int *p, int i) {\n  __ensures(__return_val_int() == p[i] + 1);\n  return p[i] + 1;\n}\n__global__ void k(int *p) {\n  int t = blockIdx.x * blockDim.x + threadIdx.x;\n  p[t] = next(p, t);\n}\n",
    ),
    code(
        Code::K409,
        "too large a kernel",
        "After inlining the kernel has more statements than the limit.",
        "template <int N> __device__ void f(int *p) { f<N - 1>(p); f<N - 1>(p); }\ntemplate <> __device__ void f<0>(int *p) { *p += 1; }\n__global__ void k(int *p) {\n  f<20>(p + blockIdx.x * blockDim.x + threadIdx.x);\n}\n",
    ),
    code(
        Code::K410,
        "the solver reached a limit",
        "A solver query reached its limit. `--timeout` sets the time, `--rlimit` the resource units; the message \
         names the limit. Fixed sizes (`--block 256`) are easier than `*`.",
        "// alpinist races --block 64 --grid 2 --rlimit 10 x.cu\n__global__ void k(int *p) {\n  int t = blockIdx.x * blockDim.x + threadIdx.x;\n  p[t ^ (t >> 1)] = t;\n}\n",
    ),
    code(
        Code::K411,
        "options or launches that do not fit the kernel",
        "Values for parameters or axioms were given that cannot be used: another number of values than \
         the kernel has parameters that are numbers, or an axiom about a function that the kernel does \
         not use. So are grids with more threads than are checked. Or a launch of the \
         file passes pointers that may alias, as `k<<<1, 64>>>(a, a + 1)`, or \
         `k<<<1, 64>>>(a, b)` where `b = a` stands in a branch; or the address of a variable that the \
         kernel uses; or arguments that cannot be read. Then the kernel's pointers are not assumed to be \
         disjoint. They are assumed to be disjoint where each argument is a separate allocation in its own \
         variable.",
        "",
    ),
    code(
        Code::K412,
        "a search for faults in the first iterations",
        "`--find-bugs N` checks only the first N iterations of each loop. A finding is a finding of the kernel. \
         Without findings, later iterations are unknown. Without the option all iterations are checked.",
        "// alpinist races --block 64 --grid 2 --find-bugs 2 x.cu\n__global__ void k(int *p, int n) {\n  for (int i = 0; i < n; i++) {\n    p[blockIdx.x * blockDim.x + threadIdx.x] = i;\n  }\n}\n",
    ),
    code(
        Code::K413,
        "a finding that the solver does not confirm",
        "The solver reports a counterexample in which an operation (a product, a quotient, the value of a loop) \
         is approximated, and evaluation does not confirm it. It is not proved either. Fixed sizes and parameters help most (`--block 256`, `--requires 'n == 1024'`), since such operations \
         are then computed; or a simpler index.",
        "",
    ),
    code(
        Code::K414,
        "threads that may be missing from an exchange",
        "The mask of a shuffle, a vote or a warp barrier names threads that may not arrive, and no launch was \
         found in which all of them arrive. So convergence is neither proved nor assumed. Pass a mask of the \
         threads that arrive, as `__ballot_sync` computes it.",
        "",
    ),
    code(
        Code::K415,
        "something that may be wrong by an overflow alone",
        "Something goes wrong where arithmetic has no defined result: a signed operation overflows, a division is by \
         zero, a shift is by too many bits. Whether it also goes wrong where all results are defined was not \
         determined. `--assume no-signed-overflow` assumes that this does not happen; an unsigned or 64-bit type \
         makes the operation defined.",
        "",
    ),
    code(
        Code::K416,
        "an assumption about arithmetic that no launch is known to satisfy",
        "A proof would rest on an operation not overflowing, not dividing by zero or not shifting too far, and no \
         launch was found in which that is so and a thread executes the operation. An assumption that no launch \
         satisfies would prove everything, so it is not made. Bound the parameters: `--requires 'n <= N'`, or an \
         `assert` at the kernel's beginning.",
        "",
    ),
    code(
        Code::K417,
        "too many findings for one array",
        "All reported findings of the kernel are accepted, and the search stopped because one array has too \
         many. Whether there are other findings is unknown. Correct some of what is accepted.",
        "",
    ),
    code(
        Code::K418,
        "the solver gave no answer",
        "A solver query has no answer although no limit was reached: the solver failed, or `--cache-mode \
         enforce` allows cached answers only. Run it again, without that flag; a failure \
         that comes again is a fault of the program: please send the file.",
        "",
    ),
    code(
        Code::K419,
        "it is not shown that an array is written as a whole",
        "`--covers out:n` demands that each element of `out[0 .. n)` is written exactly once, and that no array is written \
         that is read, but for those that are named. Nothing shows the contrary, and it is not proved. It is where the \
         index of each store is a sum of thread numbers, block numbers and loop counters, each times a size, and where \
         each thread whose index is in the range executes the store; not where what is written depends on contents, nor \
         for atomic operations. Here a thread leaves the loop by what it reads. Let each thread go on to the end, or leave \
         the demand out.",
        "// alpinist races --covers out:n x.cu\n__global__ void k(float *out, const int *in, int n) {\n  for (int i = \
         blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {\n    if (in[i] == 7) return;\n    \
         out[i] = 1.0f;\n  }\n}\n",
    ),
];
