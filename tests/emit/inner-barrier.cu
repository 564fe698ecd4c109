// alpinist emit --to cuda golden/fusing/inner-barrier.pvl
// exit status: 0
// golden/fusing/inner-barrier.pvl: verified (1 method, N obligations)
// Emitted by alpinist 0.2.0 from golden/fusing/inner-barrier.pvl, which is verified.
// Integers have 32 bits. If all that is passed fits, nothing overflows: this is proved.
//
// Contract of `m`:
//   context_everywhere a != null && b != null && a.length == n && b.length == n;
//   context (\forall* int i; 0 <= i && i < n; Perm(a[i], 1));
//   context (\forall* int i; 0 <= i && i < n; Perm(b[i], 1));
//   ensures (\forall int i; 0 <= i && i < n; b[i] == 5);

#include <cuda_runtime.h>

// `par k1` in line 9, part 1 of 2: a barrier of all threads is the end of a launch.
//@ requires blockDim.x == 256 && blockDim.y == 1 && blockDim.z == 1 && gridDim.y == 1 && gridDim.z == 1;
//@ requires length(a) >= n;
__global__ void m_k1_1(int *a, int n) {
  const long long index = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (index < n) {
    const int t = (int)index;
    a[t] = 5;
  }
}

// `par k1` in line 9, part 2 of 2: a barrier of all threads is the end of a launch.
//@ requires blockDim.x == 256 && blockDim.y == 1 && blockDim.z == 1 && gridDim.y == 1 && gridDim.z == 1;
//@ requires length(a) >= n && length(b) >= n;
//@ requires disjoint(a, b);
__global__ void m_k1_2(int *a, int *b, int n) {
  const long long index = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (index < n) {
    const int t = (int)index;
    a[n - 1 - t] = 5;
    b[t] = a[n - 1 - t];
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
static const char *check_m(const int *a, long long a_length, const int *b, long long b_length,
    long long n) {
  if (!(0 <= a_length && a_length <= 2147483647)) {
    return "0 <= a_length, in 32 bits";
  }
  if (!(0 <= b_length && b_length <= 2147483647)) {
    return "0 <= b_length, in 32 bits";
  }
  if (!(-2147483647 - 1 <= n && n <= 2147483647)) {
    return "n fits into 32 bits";
  }
  if (!(a != nullptr)) {
    return "a != null";
  }
  if (!(b != nullptr)) {
    return "b != null";
  }
  if (!(a_length == n)) {
    return "a.length == n";
  }
  if (!(b_length == n)) {
    return "b.length == n";
  }
  if (!(disjoint(a, a_length, b, b_length))) {
    return "a and b are different arrays";
  }
  return nullptr;
}

// `m`. Arrays lie in memory of the device, each followed by its length in elements.
cudaError_t run_m(int *a, int a_length, int *b, int b_length, int n, cudaStream_t stream) {
  if (check_m(a, a_length, b, b_length, n) != nullptr) {
    return cudaErrorInvalidValue;
  }
  {
    const long long threads = n;
    if (threads > 0) {
      m_k1_1<<<(unsigned)((threads - 1) / 256 + 1), 256, 0, stream>>>(a, n);
      if (const cudaError_t error = cudaGetLastError()) {
        return error;
      }
    }
  }
  {
    const long long threads = n;
    if (threads > 0) {
      m_k1_2<<<(unsigned)((threads - 1) / 256 + 1), 256, 0, stream>>>(a, b, n);
      if (const cudaError_t error = cudaGetLastError()) {
        return error;
      }
    }
  }
  return cudaSuccess;
}
// alpinist races, exit status: 0
// inner-barrier.cu:15: kernel `m_k1_1`: verified; block 256 (required), grid * (required)
//   requires blockDim.x == 256 && blockDim.y == 1 && blockDim.z == 1 && gridDim.y == 1 && gridDim.z == 1    // written in line 13
//   requires length(a) >= n    // written in line 14
//   assumed:
//   - the launch in line 82 satisfies the contract
//   the launch in line 82 meets the contract if `length(a) >= n`
// inner-barrier.cu:27: kernel `m_k1_2`: verified; block 256 (required), grid * (required)
//   requires blockDim.x == 256 && blockDim.y == 1 && blockDim.z == 1 && gridDim.y == 1 && gridDim.z == 1    // written in line 24
//   requires length(a) >= n && length(b) >= n    // written in line 25
//   requires disjoint(a, b)    // written in line 26
//   assumed:
//   - pointer arguments do not alias
//   - the launch in line 91 satisfies the contract
//   the launch in line 91 meets the contract if `length(a) >= n` and `length(b) >= n` and `disjoint(a, b)`
// assumed for all kernels:
// - address arithmetic does not wrap
// - the grid has at most 2147482623 threads in each dimension
// 2 kernels in 1 file: 2 verified
