//! Codes of the repair of kernels. The crate `repair` gives them; it lies above this one.

use text::code::Code;
use text::diagnostics::CodeInfo;

/// The table.
pub(crate) const CODES: &[CodeInfo] = &[
    CodeInfo::new(
        Code::K501,
        "barriers that are missing, or too many",
        "With the barriers that are named the kernel is free of races and of barrier divergence. The text \
         with them was read and checked again from the start. `alpinist repair --in-place` writes it; \
         without, nothing is changed. A minimum is a choice of barriers with the least cost.",
        "__global__ void k(int *a) {\n  __shared__ int s[64];\n  int i = blockIdx.x * 64 + threadIdx.x;\n  \
         s[threadIdx.x] = a[i];\n  a[i] = s[63 - threadIdx.x];\n}\n",
    ),
    CodeInfo::new(
        Code::K502,
        "barriers do not help",
        "The kernel has a race or diverges, and no choice of barriers removes that: both accesses are in the same \
         statement or on ways that exclude each other, the text has no point between them, not all threads \
         come to any such point, or the threads are of different blocks. An atomic operation, a separate element for each thread, \
         a second buffer, or a loop with another stride may help.",
        "__global__ void k(int *sum, int *a) {\n  *sum += a[threadIdx.x];\n}\n",
    ),
    CodeInfo::new(
        Code::K503,
        "a rejected repair",
        "Barriers were found, but the text with them could not be made, or was not proved when it was read \
         again. So nothing is changed.",
        "",
    ),
    CodeInfo::new(
        Code::K504,
        "a barrier that is not needed",
        "Without this barrier the kernel is free of races and of divergence as well. Of several such \
         barriers each was left out alone; without two of them the kernel may race. `--remove` removes them.",
        "__global__ void k(int *a) {\n  a[blockIdx.x * 64 + threadIdx.x] = 1;\n  __syncthreads();\n}\n",
    ),
];
