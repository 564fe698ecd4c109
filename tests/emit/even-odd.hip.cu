// alpinist emit --to hip examples/kernels/even-odd.pvl
// exit status: 0
// examples/kernels/even-odd.pvl: verified (1 method, N obligations)
// Emitted by alpinist 0.2.0 from examples/kernels/even-odd.pvl, which is verified.
// Integers have 32 bits. If all that is passed fits, nothing overflows: this is proved.
//
// Contract of `weave`:
//   context_everywhere even != null && odd != null && all != null;
//   context_everywhere even.length == n && odd.length == n && all.length == 2 * n;
//   context (\forall* int i; 0 <= i && i < n; Perm(even[i], read));
//   context (\forall* int i; 0 <= i && i < n; Perm(odd[i], read));
//   context (\forall* int i; 0 <= i && i < n; Perm(all[2 * i], write));
//   context (\forall* int i; 0 <= i && i < n; Perm(all[2 * i + 1], write));
//   ensures (\forall int i; 0 <= i && i < n; all[2 * i] == even[i]);
//   ensures (\forall int i; 0 <= i && i < n; all[2 * i + 1] == odd[i]);

#include <hip/hip_runtime.h>

// `par` in line 13.
//@ requires blockDim.x == 256 && blockDim.y == 1 && blockDim.z == 1 && gridDim.y == 1 && gridDim.z == 1;
//@ requires length(even) >= n && length(odd) >= n && length(all) >= 2 * n;
//@ requires disjoint(even, all) && disjoint(odd, all);
__global__ void weave_par_13(int n, const int *even, const int *odd, int *all) {
  const long long index = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (index < n) {
    const int tid = (int)index;
    all[2 * tid] = even[tid];
    all[2 * tid + 1] = odd[tid];
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
static const char *check_weave(long long n, const int *even, long long even_length, const int *odd,
    long long odd_length, const int *all, long long all_length) {
  if (!(-2147483647 - 1 <= n && n <= 2147483647)) {
    return "n fits into 32 bits";
  }
  if (!(0 <= even_length && even_length <= 2147483647)) {
    return "0 <= even_length, in 32 bits";
  }
  if (!(0 <= odd_length && odd_length <= 2147483647)) {
    return "0 <= odd_length, in 32 bits";
  }
  if (!(0 <= all_length && all_length <= 2147483647)) {
    return "0 <= all_length, in 32 bits";
  }
  if (!(even != nullptr)) {
    return "even != null";
  }
  if (!(odd != nullptr)) {
    return "odd != null";
  }
  if (!(all != nullptr)) {
    return "all != null";
  }
  if (!(even_length == n)) {
    return "even.length == n";
  }
  if (!(odd_length == n)) {
    return "odd.length == n";
  }
  if (!(all_length == 2 * n)) {
    return "all.length == 2 * n";
  }
  if (!(disjoint(even, even_length, all, all_length))) {
    return "even and all are different arrays";
  }
  if (!(disjoint(odd, odd_length, all, all_length))) {
    return "odd and all are different arrays";
  }
  return nullptr;
}

// `weave`. Arrays lie in memory of the device, each followed by its length in elements.
hipError_t run_weave(int n, const int *even, int even_length, const int *odd, int odd_length,
    int *all, int all_length, hipStream_t stream) {
  if (check_weave(n, even, even_length, odd, odd_length, all, all_length) != nullptr) {
    return hipErrorInvalidValue;
  }
  {
    const long long threads = n;
    if (threads > 0) {
      weave_par_13<<<(unsigned)((threads - 1) / 256 + 1), 256, 0, stream>>>(n, even, odd, all);
      if (const hipError_t error = hipGetLastError()) {
        return error;
      }
    }
  }
  return hipSuccess;
}
// alpinist races, exit status: 0
// note[K007]: header `hip/hip_runtime.h` was not found and is treated as empty; `-I FOLDER` adds its folder
// even-odd.hip.cu:20: kernel `weave_par_13`: verified; block 256 (required), grid * (required)
//   requires blockDim.x == 256 && blockDim.y == 1 && blockDim.z == 1 && gridDim.y == 1 && gridDim.z == 1    // written in line 17
//   requires length(even) >= n && length(odd) >= n && length(all) >= 2 * n    // written in line 18
//   requires disjoint(even, all) && disjoint(odd, all)    // written in line 19
//   assumed:
//   - pointer arguments do not alias
//   - address arithmetic does not wrap
//   - the grid has at most 2147482623 threads in each dimension
//   - no signed `*` overflows at even-odd.hip.cu:24:5: all[2 * tid] = even[tid];
//   - the launch in line 88 satisfies the contract
//   the launch in line 88 is unchecked: whether accesses are in bounds of its arguments is unknown
// 1 kernel in 1 file: 1 verified
