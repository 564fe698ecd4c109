// alpinist emit --to cuda examples/kernels/vector-add.pvl
// exit status: 0
// examples/kernels/vector-add.pvl: verified (1 method, N obligations)
// warning[E012]: it is not proved that `b[tid] + c[tid]` fits into 32 bits
//   --> examples/kernels/vector-add.pvl:18:16
//    |
// 18 |       a[tid] = b[tid] + c[tid];
//    |                ^^^^^^^^^^^^^^^
//    |
//    = help: bounds in the contract prove it; `--deny overflow` refuses it
//
// Emitted by alpinist 0.2.0 from examples/kernels/vector-add.pvl, which is verified.
// Integers have 32 bits. It is proved that nothing overflows, but for this, which is assumed:
//   line 18: b[tid] + c[tid] fits
//
// Contract of `VectorAdd.add`:
//   context_everywhere a != null && b != null && c != null;
//   context_everywhere a.length == n && b.length == n && c.length == n;
//   context (\forall* int i; 0 <= i && i < n; Perm(a[i], write));
//   context (\forall* int i; 0 <= i && i < n; Perm(b[i], read));
//   context (\forall* int i; 0 <= i && i < n; Perm(c[i], read));
//   ensures (\forall int i; 0 <= i && i < n; a[i] == b[i] + c[i]);

#include <cuda_runtime.h>

// `par threads` in line 12.
//@ requires blockDim.x == 256 && blockDim.y == 1 && blockDim.z == 1 && gridDim.y == 1 && gridDim.z == 1;
//@ requires length(a) >= n && length(b) >= n && length(c) >= n;
//@ requires disjoint(a, b) && disjoint(a, c);
__global__ void VectorAdd_add_threads(int n, int *a, const int *b, const int *c) {
  const long long index = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (index < n) {
    const int tid = (int)index;
    a[tid] = b[tid] + c[tid];
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
static const char *check_VectorAdd_add(long long n, const int *a, long long a_length, const int *b,
    long long b_length, const int *c, long long c_length) {
  if (!(-2147483647 - 1 <= n && n <= 2147483647)) {
    return "n fits into 32 bits";
  }
  if (!(0 <= a_length && a_length <= 2147483647)) {
    return "0 <= a_length, in 32 bits";
  }
  if (!(0 <= b_length && b_length <= 2147483647)) {
    return "0 <= b_length, in 32 bits";
  }
  if (!(0 <= c_length && c_length <= 2147483647)) {
    return "0 <= c_length, in 32 bits";
  }
  if (!(a != nullptr)) {
    return "a != null";
  }
  if (!(b != nullptr)) {
    return "b != null";
  }
  if (!(c != nullptr)) {
    return "c != null";
  }
  if (!(a_length == n)) {
    return "a.length == n";
  }
  if (!(b_length == n)) {
    return "b.length == n";
  }
  if (!(c_length == n)) {
    return "c.length == n";
  }
  if (!(disjoint(a, a_length, b, b_length))) {
    return "a and b are different arrays";
  }
  if (!(disjoint(a, a_length, c, c_length))) {
    return "a and c are different arrays";
  }
  return nullptr;
}

// `VectorAdd.add`. Arrays lie in memory of the device, each followed by its length in elements.
cudaError_t run_VectorAdd_add(int n, int *a, int a_length, const int *b, int b_length, const int *c,
    int c_length, cudaStream_t stream) {
  if (check_VectorAdd_add(n, a, a_length, b, b_length, c, c_length) != nullptr) {
    return cudaErrorInvalidValue;
  }
  {
    const long long threads = n;
    if (threads > 0) {
      VectorAdd_add_threads<<<(unsigned)((threads - 1) / 256 + 1), 256, 0, stream>>>(n, a, b, c);
      if (const cudaError_t error = cudaGetLastError()) {
        return error;
      }
    }
  }
  return cudaSuccess;
}
// alpinist races, exit status: 0
// vector-add.cu:19: kernel `VectorAdd_add_threads`: verified; block 256 (required), grid * (required)
//   requires blockDim.x == 256 && blockDim.y == 1 && blockDim.z == 1 && gridDim.y == 1 && gridDim.z == 1    // written in line 16
//   requires length(a) >= n && length(b) >= n && length(c) >= n    // written in line 17
//   requires disjoint(a, b) && disjoint(a, c)    // written in line 18
//   assumed:
//   - pointer arguments do not alias
//   - address arithmetic does not wrap
//   - the grid has at most 2147482623 threads in each dimension
//   - the launch in line 86 satisfies the contract
//   the launch in line 86 meets the contract if `length(a) >= n` and `length(b) >= n` and `length(c) >= n` and `disjoint(a, b)` and `disjoint(a, c)` and `disjoint(a, b)` and `disjoint(a, c)`
// 1 kernel in 1 file: 1 verified
