// alpinist emit --to cuda --int 64 examples/matrices/transpose.pvl
// exit status: 0
// examples/matrices/transpose.pvl: verified (1 method, N obligations)
// Emitted by alpinist 0.2.0 from examples/matrices/transpose.pvl, which is verified.
// Integers have 64 bits. If all that is passed fits, nothing overflows: this is proved.
//
// Contract of `transpose`:
//   context_everywhere from != null && to != null && 0 < rows && 0 < cols;
//   context_everywhere from.length == rows * cols && to.length == rows * cols;
//   context (\forall* int r = 0 .. rows, int c = 0 .. cols; Perm(from[r * cols + c], 1\2));
//   context (\forall* int r = 0 .. rows, int c = 0 .. cols; Perm(to[c * rows + r], write));
//   ensures (\forall int r = 0 .. rows, int c = 0 .. cols; to[c * rows + r] == from[r * cols + c]);

#include <cuda_runtime.h>

// `par` in line 10.
//@ requires blockDim.x == 16 && blockDim.y == 16 && blockDim.z == 1 && gridDim.z == 1;
//@ requires 0 < rows && 0 < cols;
//@ requires length(from) >= rows * cols && length(to) >= rows * cols;
//@ requires disjoint(from, to);
__global__ void transpose_par_10(long long rows, long long cols, const long long *from,
    long long *to) {
  const long long index_x = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  const long long index_y = (long long)blockIdx.y * blockDim.y + threadIdx.y;
  if (index_x < cols && index_y < rows) {
    const long long c = (long long)index_x;
    const long long r = (long long)index_y;
    to[c * rows + r] = from[r * cols + c];
  }
}

// Whether two arrays with so many elements have no byte in common.
template <class A, class B>
static bool disjoint(const A *a, size_t a_length, const B *b, size_t b_length) {
  const size_t first = (size_t)a, second = (size_t)b;
  const size_t first_bytes = a_length * sizeof(A), second_bytes = b_length * sizeof(B);
  return first + first_bytes <= second || second + second_bytes <= first;
}

// Tests what the contract requires of the arguments; gives the first clause that does not hold.
static const char *check_transpose(__int128 rows, __int128 cols, const long long *from,
    __int128 from_length, const long long *to, __int128 to_length) {
  if (!(-9223372036854775807LL - 1 <= rows && rows <= 9223372036854775807LL)) {
    return "rows fits into 64 bits";
  }
  if (!(-9223372036854775807LL - 1 <= cols && cols <= 9223372036854775807LL)) {
    return "cols fits into 64 bits";
  }
  if (!(0 <= from_length && from_length <= 9223372036854775807LL)) {
    return "0 <= from_length, in 64 bits";
  }
  if (!(0 <= to_length && to_length <= 9223372036854775807LL)) {
    return "0 <= to_length, in 64 bits";
  }
  if (!(from != nullptr)) {
    return "from != null";
  }
  if (!(to != nullptr)) {
    return "to != null";
  }
  if (!(0 < rows)) {
    return "0 < rows";
  }
  if (!(0 < cols)) {
    return "0 < cols";
  }
  if (!(from_length == rows * cols)) {
    return "from.length == rows * cols";
  }
  if (!(to_length == rows * cols)) {
    return "to.length == rows * cols";
  }
  if (!(disjoint(from, from_length, to, to_length))) {
    return "from and to are different arrays";
  }
  return nullptr;
}

// `transpose`. Arrays lie in memory of the device, each followed by its length in elements.
cudaError_t run_transpose(long long rows, long long cols, const long long *from,
    long long from_length, long long *to, long long to_length, cudaStream_t stream) {
  if (check_transpose(rows, cols, from, from_length, to, to_length) != nullptr) {
    return cudaErrorInvalidValue;
  }
  {
    const long long threads_x = cols;
    const long long threads_y = rows;
    if (threads_x > 0 && threads_y > 0) {
      if (threads_x > 2147483647LL * 16) {
        return cudaErrorInvalidConfiguration;
      }
      if (threads_y > 65535LL * 16) {
        return cudaErrorInvalidConfiguration;
      }
      const dim3 blocks((unsigned)((threads_x - 1) / 16 + 1), (unsigned)((threads_y - 1) / 16 + 1));
      transpose_par_10<<<blocks, dim3(16, 16), 0, stream>>>(rows, cols, from, to);
      if (const cudaError_t error = cudaGetLastError()) {
        return error;
      }
    }
  }
  return cudaSuccess;
}
// alpinist races, exit status: 0
// transpose-64.cu:18: kernel `transpose_par_10`: verified; block 16,16 (required), grid *,* (required)
//   requires blockDim.x == 16 && blockDim.y == 16 && blockDim.z == 1 && gridDim.z == 1    // written in line 14
//   requires 0 < rows && 0 < cols    // written in line 15
//   requires length(from) >= rows * cols && length(to) >= rows * cols    // written in line 16
//   requires disjoint(from, to)    // written in line 17
//   assumed:
//   - pointer arguments do not alias
//   - address arithmetic does not wrap
//   - the grid has at most 2147482623 threads in each dimension
//   - no signed `+` overflows at transpose-64.cu:25:5: to[c * rows + r] = from[r * cols + c];
//   - no signed `*` overflows at transpose-64.cu:25:8: to[c * rows + r] = from[r * cols + c];
//   - no signed `+` overflows at transpose-64.cu:25:24: to[c * rows + r] = from[r * cols + c];
//   - no signed `*` overflows at transpose-64.cu:25:29: to[c * rows + r] = from[r * cols + c];
//   - the launch in line 93 satisfies the contract
//   the launch in line 93 is unchecked: whether accesses are in bounds of its arguments is unknown
// 1 kernel in 1 file: 1 verified
