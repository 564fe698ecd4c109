// Element-wise kernels of which each thread takes several elements, with their launches.
//:: --tile inter:4@saxpy
//:: --tile intra:4@saxpy --block 32 --grid 4 --sizes n=100
//:: --tile inter:2@relu
//:: --tile inter:2@relu --block 32 --grid 4 --sizes n=100
//:: --tile intra:2@relu --block 32 --grid 4 --sizes n=100
//:: --tile inter:4@mask --block 64 --grid 4 --sizes n=250
//:: --tile inter:2@blend/x --block 8,4 --grid 4,4 --sizes w=30,h=14
//:: --tile intra:2@blend/y --block 8,4 --grid 4,4 --sizes w=30,h=14
//:: --tile inter:8@scale4
//:: --tile inter:4@rows --block 32 --grid 4 --sizes rows=120,n=3
//:: --tile inter:2@fill --block 32 --grid 4 --sizes n=100
#include <cuda_runtime.h>

#define THREADS 256
#define CEIL(a, b) (((a) + (b) - 1) / (b))

// y = a * x + y
__global__ void saxpy(float a, const float *x, float *y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;  // one element
  if (i < n) {
    y[i] = a * x[i] + y[i];
  }
}

__global__ void relu(float *v, int n) {
  int i = threadIdx.x + blockDim.x * blockIdx.x;
  if (i >= n) return;

  // nothing below zero
  float x = v[i];
  if (x > 0.0f) return;
  v[i] = 0.0f;
}

__global__ void mask(float *out, const float *in, const int *keep, int n) {
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  float zero = 0.0f;
  if (i < n && keep[i])
    out[i] = in[i];
  /* the others stay */
}

__global__ void blend(uchar4 *dst, const uchar4 *src, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  uchar4 a = src[y * w + x];
  dst[y * w + x].x = (a.x + a.y) / 2;
}

__global__ void scale4(float4 *v, float s, int n) {
  int i = blockIdx.x * THREADS + threadIdx.x;
  if (n <= i) return;
  float4 u = v[i];
  v[i] = make_float4(s * u.x, s * u.y, s * u.z, u.w);
}

template <typename T>
__global__ void fill(T *p, T value, size_t n) {
  size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] = value;
}

__global__ void rows(const float *a, float *sums, int rows, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) { return; }
  float s = 0.f;
  for (int j = 0; j < n; j++) {
    if (a[row * n + j] < 0.f) continue;
    s += a[row * n + j];
  }
  sums[row] = s;
}

void run(float *x, float *y, float4 *q, uchar4 *d, const uchar4 *s, int n) {
  saxpy<<<(n + 255) / 256, 256>>>(2.0f, x, y, n);
  saxpy<<<dim3((n + 63) / 64), dim3(64)>>>(3.0f, x, y, n);  // again
  relu<<<CEIL(n, THREADS), THREADS>>>(y, n);
  dim3 block(16, 16), grid(4, 4);
  blend<<<grid, block>>>(d, s, 64, 64);
  scale4<<<64, THREADS, 0, 0>>>(q, 0.5f, n);
  fill<int><<<n / 128 + 1, 128>>>((int *)x, 0, n);
}
