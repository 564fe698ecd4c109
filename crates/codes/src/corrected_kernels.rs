//! Kernels in which what explanations show is mended.

use text::code::Code;

/// By code, in order.
pub(super) const KERNELS: &[(Code, &str)] = &[
    (
        Code::K002,
        "\
__global__ void k(int *p, int value) {
  p[blockIdx.x * blockDim.x + threadIdx.x] = value;
}
",
    ),
    (
        Code::K004,
        "\
__global__ void k() { goto l; l: return; }
",
    ),
    (
        Code::K005,
        "\
__global__ void k(int *p) {
  signed char x = 1;
  p[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
",
    ),
    (
        Code::K008,
        "\
__global__ void k(int *p) { p[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
",
    ),
    (
        Code::K009,
        "\
template<int N> __global__ void k(int *p) { p[blockIdx.x * blockDim.x + threadIdx.x] = N; }
void run(int *p) { k<4><<<2, 64>>>(p); }
",
    ),
    (
        Code::K010,
        "\
__device__ int p[128];
__global__ void k() { p[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
",
    ),
    (
        Code::K011,
        "\
#define FAST
__global__ void k(int *p) {
#ifdef FAST
  p[blockIdx.x * blockDim.x + threadIdx.x] = 1;
#endif
}
",
    ),
    (
        Code::K201,
        "\
struct B { unsigned a : 3; unsigned b : 5; };
__global__ void k(int *p, bool c) {
  B s;
  s.a = 1;
  s.b = 2;
  if (c) s.a = 3; else s.b = 3;
  p[blockIdx.x * blockDim.x + threadIdx.x] = s.a;
}
",
    ),
    (
        Code::K202,
        "\
__global__ void k(int *p, int n) {
  if (0 <= n && n <= 2000000000) p[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
",
    ),
    (
        Code::K203,
        "\
struct Guard {
  int *at;
  __device__ Guard(int *p) : at(p) {}
  __device__ void leave() { *at = 1; }
};
__global__ void k(int *p) {
  Guard guard(p + blockIdx.x * blockDim.x + threadIdx.x);
  guard.leave();
}
",
    ),
    (
        Code::K204,
        "\
struct Shape {
  __device__ int size() { return 1; }
};
__global__ void k(int *p, Shape *shape) {
  p[blockIdx.x * blockDim.x + threadIdx.x] = shape->size();
}
",
    ),
    (
        Code::K205,
        "\
__global__ void k(unsigned *p) {
  unsigned lane = threadIdx.x % warpSize;
  p[blockIdx.x * blockDim.x + threadIdx.x] = lane;
}
",
    ),
    (
        Code::K207,
        "\
typedef float (*Op)(float);
__device__ float twice(float x) { return 2 * x; }
__global__ void k(float *p) {
  Op op = twice;
  p[blockIdx.x * blockDim.x + threadIdx.x] = op(1.0f);
}
",
    ),
    (
        Code::K208,
        "\
__device__ int twice(int i) {
  __ensures(__return_val_int() == i + i);
  return i + i;
}
__global__ void k(long long *p) {
  p[blockIdx.x * blockDim.x + threadIdx.x] = twice(threadIdx.x);
}
",
    ),
    (
        Code::K306,
        "\
__constant__ int table[4];
__global__ void k(int *p) {
  p[blockIdx.x * blockDim.x + threadIdx.x] = table[threadIdx.x % 4];
}
",
    ),
    (
        Code::K307,
        "\
__global__ void k(int *p) {
  int *q = p + blockIdx.x * blockDim.x + threadIdx.x;
  q[0] = 1;
}
",
    ),
    (
        Code::K309,
        "\
__global__ void k() {
  __shared__ int s[64];
  s[threadIdx.x] = 1;
  __barrier_invariant_1(s[threadIdx.x] == 1, threadIdx.x);
  __syncthreads();
}
",
    ),
    (
        Code::K320,
        "\
__global__ void twice(int *x) {
  x[blockIdx.x * blockDim.x + threadIdx.x] *= 2;
}
",
    ),
    (
        Code::K401,
        "\
__global__ void k(int *cells) {
  cells[(blockIdx.x * blockDim.x + threadIdx.x) * 4] = 1;
}
",
    ),
    (
        Code::K402,
        "\
typedef float (*Op)(float);
__device__ float twice(float x) { return x + x; }
__device__ float square(float x) { return x * x; }
__global__ void k(float *a, bool doubled) {
  Op f = doubled ? twice : square;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = f(a[i]);
}
",
    ),
    (
        Code::K403,
        "\
__device__ void fill(int *p) {
  p[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}
__global__ void k(int *p) {
  fill(p);
}
",
    ),
    (
        Code::K404,
        "\
__device__ int f(int n) {
  while (n >= 1) n = n - 1;
  return 0;
}
__global__ void k(int *p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  p[i] = f(p[i]);
}
",
    ),
    (
        Code::K405,
        "\
__global__ void k(int n) {
  int i = 1;
  if (n <= 0) i = 0;
  while (i < n) i += 3;
}
",
    ),
    (
        Code::K406,
        "\
__global__ void k(int *a) {
  __shared__ int s[64];
  s[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
}
",
    ),
    (
        Code::K407,
        "\
__global__ void k(int *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = 0;
  __assert(!__read(a));
}
",
    ),
    (
        Code::K408,
        "\
__device__ int next(int i) {
  __ensures(__return_val_int() == i + 1);
  return i + 1;
}
__global__ void k(int *p) {
  p[blockIdx.x * blockDim.x + threadIdx.x] = next(threadIdx.x);
}
",
    ),
    (
        Code::K409,
        "\
__global__ void k(int *p) {
  for (int i = 0; i < 1 << 20; i++) p[blockIdx.x * blockDim.x + threadIdx.x] += 1;
}
",
    ),
    (
        Code::K410,
        "\
// alpinist races --block 64 --grid 2 x.cu
__global__ void k(int *p, int n) {
  for (int i = 0; i < n; i++) {
    p[blockIdx.x * blockDim.x + threadIdx.x] = i;
  }
}
",
    ),
    (
        Code::K412,
        "\
// alpinist races --block 64 --grid 2 x.cu
__global__ void k(int *p, int n) {
  for (int i = 0; i < n; i++) {
    p[blockIdx.x * blockDim.x + threadIdx.x] = i;
  }
}
",
    ),
    (
        Code::K501,
        "\
__global__ void k(int *a) {
  __shared__ int s[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  s[threadIdx.x] = a[i];
  __syncthreads();
  a[i] = s[63 - threadIdx.x];
}
",
    ),
    (
        Code::K502,
        "\
__global__ void k(int *sum, int *a) {
  atomicAdd(sum, a[threadIdx.x]);
}
",
    ),
    (
        Code::K504,
        "\
__global__ void k(int *a) {
  a[blockIdx.x * 64 + threadIdx.x] = 1;
}
",
    ),
];
