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
