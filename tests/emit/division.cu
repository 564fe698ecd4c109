// alpinist emit --to cuda crates/emit/tests/programs/division.pvl
// exit status: 0
// warning[W004]: the dividend may be negative, or the divisor may be
//   --> crates/emit/tests/programs/division.pvl:12:12
//    |
// 12 |     q[t] = a[t] / d;
//    |            ^^^^^^^^
//    |
//    = note: `/` and `%` are Euclidean here: the remainder is never negative, unlike in C and CUDA
//
// warning[W004]: the dividend may be negative, or the divisor may be
//   --> crates/emit/tests/programs/division.pvl:13:12
//    |
// 13 |     r[t] = a[t] % d;
//    |            ^^^^^^^^
//    |
//    = note: `/` and `%` are Euclidean here: the remainder is never negative, unlike in C and CUDA
//
// crates/emit/tests/programs/division.pvl: verified (1 method, N obligations)
// warning[E012]: it is not proved that `a[t] / d` fits into 32 bits
//   --> crates/emit/tests/programs/division.pvl:12:12
//    |
// 12 |     q[t] = a[t] / d;
//    |            ^^^^^^^^
//    |
//    = help: bounds in the contract prove it; `--deny overflow` refuses it
//
// Emitted by alpinist 0.2.0 from crates/emit/tests/programs/division.pvl, which is verified.
// Integers have 32 bits. It is proved that nothing overflows, but for this, which is assumed:
//   line 12: a[t] / d fits
//
// Contract of `divide`:
//   context_everywhere a != null && q != null && r != null && a.length == q.length && a.length == r.length && d != 0;
//   context (\forall* int i = 0 .. a.length; Perm(a[i], 1\2));
//   context (\forall* int i = 0 .. q.length; Perm(q[i], write));
//   context (\forall* int i = 0 .. r.length; Perm(r[i], write));
//   ensures (\forall int i = 0 .. q.length; q[i] == a[i] / d && r[i] == a[i] % d);

#include <cuda_runtime.h>

// The quotient of PVL: the remainder that belongs to it is never negative.
__host__ __device__ static int euclidean_quotient(int a, int b) {
  const int q = a / b;
  if (a % b >= 0) {
    return q;
  }
  return b > 0 ? q - 1 : q + 1;
}

// The remainder of PVL, which is never negative.
__host__ __device__ static int euclidean_remainder(int a, int b) {
  if (b == -1) {
    return 0;
  }
  const int r = a % b;
  if (r >= 0) {
    return r;
  }
  return b > 0 ? r + b : r - b;
}

// `par` in line 8.
//@ requires blockDim.x == 256 && blockDim.y == 1 && blockDim.z == 1 && gridDim.y == 1 && gridDim.z == 1;
//@ requires d != 0;
//@ requires length(q) >= a_length && length(r) >= a_length && length(a) >= a_length;
//@ requires disjoint(a, q) && disjoint(a, r) && disjoint(q, r);
__global__ void divide_par_8(const int *a, int a_length, int *q, int *r, int d) {
  const long long index = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (index < a_length) {
    const int t = (int)index;
    q[t] = euclidean_quotient(a[t], d);
    r[t] = euclidean_remainder(a[t], d);
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
static const char *check_divide(const int *a, long long a_length, const int *q, long long q_length,
    const int *r, long long r_length, long long d) {
  if (!(0 <= a_length && a_length <= 2147483647)) {
    return "0 <= a_length, in 32 bits";
  }
  if (!(0 <= q_length && q_length <= 2147483647)) {
    return "0 <= q_length, in 32 bits";
  }
  if (!(0 <= r_length && r_length <= 2147483647)) {
    return "0 <= r_length, in 32 bits";
  }
  if (!(-2147483647 - 1 <= d && d <= 2147483647)) {
    return "d fits into 32 bits";
  }
  if (!(a != nullptr)) {
    return "a != null";
  }
  if (!(q != nullptr)) {
    return "q != null";
  }
  if (!(r != nullptr)) {
    return "r != null";
  }
  if (!(a_length == q_length)) {
    return "a.length == q.length";
  }
  if (!(a_length == r_length)) {
    return "a.length == r.length";
  }
  if (!(d != 0)) {
    return "d != 0";
  }
  if (!(disjoint(a, a_length, q, q_length))) {
    return "a and q are different arrays";
  }
  if (!(disjoint(a, a_length, r, r_length))) {
    return "a and r are different arrays";
  }
  if (!(disjoint(q, q_length, r, r_length))) {
    return "q and r are different arrays";
  }
  return nullptr;
}

// `divide`. Arrays lie in memory of the device, each followed by its length in elements.
cudaError_t run_divide(const int *a, int a_length, int *q, int q_length, int *r, int r_length,
    int d, cudaStream_t stream) {
  if (check_divide(a, a_length, q, q_length, r, r_length, d) != nullptr) {
    return cudaErrorInvalidValue;
  }
  {
    const long long threads = a_length;
    if (threads > 0) {
      divide_par_8<<<(unsigned)((threads - 1) / 256 + 1), 256, 0, stream>>>(a, a_length, q, r, d);
      if (const cudaError_t error = cudaGetLastError()) {
        return error;
      }
    }
  }
  return cudaSuccess;
}
// alpinist races, exit status: 0
// division.cu:40: kernel `divide_par_8`: verified; block 256 (required), grid * (required)
//   requires blockDim.x == 256 && blockDim.y == 1 && blockDim.z == 1 && gridDim.y == 1 && gridDim.z == 1    // written in line 36
//   requires d != 0    // written in line 37
//   requires length(q) >= a_length && length(r) >= a_length && length(a) >= a_length    // written in line 38
//   requires disjoint(a, q) && disjoint(a, r) && disjoint(q, r)    // written in line 39
//   assumed:
//   - pointer arguments do not alias
//   - address arithmetic does not wrap
//   - the grid has at most 2147482623 threads in each dimension
//   - the launch in line 111 satisfies the contract
//   the launch in line 111 meets the contract if `d != 0` and `length(q) >= a_length` and `length(r) >= a_length` and `length(a) >= a_length` and `disjoint(a, q)` and `disjoint(a, r)` and `disjoint(q, r)` and `disjoint(a, q)` and `disjoint(a, r)` and `disjoint(q, r)`
// 1 kernel in 1 file: 1 verified
