// Two kernels that are launched one behind the other.
//:: --fuse scale,add --block 32 --grid 4 --sizes n=100
//:: --fuse 2@scale
//:: --fuse load,reduce --block 64 --grid 2 --sizes n=128
//:: --fuse grad,step --block 32 --grid 2 --sizes n=60
//:: --fuse scale,add --tile inter:2@scale_add --block 32 --grid 4 --sizes n=100
//:: --fuse init,shift --block 32 --grid 2 --sizes n=64
#include <cuda_runtime.h>

#define CEIL(a, b) (((a) + (b) - 1) / (b))

// tmp = s * x
__global__ void scale(float *tmp, const float *x, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  tmp[i] = s * x[i];  // scaled
}

// out += tmp
__global__ void add(float *out, const float *in, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  out[i] += in[i];
}

// Each block reverses its part: data goes to other threads of the block.
__global__ void load(float *a, const float *in) {
  int t = threadIdx.x;
  int base = blockIdx.x * blockDim.x;
  a[base + t] = in[base + t];
}

__global__ void reduce(const float *a, float *b) {
  int t = threadIdx.x;
  int base = blockIdx.x * blockDim.x;
  b[base + t] = a[base + blockDim.x - 1 - t];
}

__global__ void grad(float4 *g, const float4 *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float4 d = x[i];
    g[i] = make_float4(2 * d.x, 2 * d.y, 2 * d.z, 0.f);
  }
}

__global__ void step(float4 *x, const float4 *g, float rate, int n) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < n) {
    float4 d = g[k];
    x[k].x -= rate * d.x;
    x[k].y -= rate * d.y;
  }
}

__global__ void init(int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] = i;
}

// Data goes to other blocks.
__global__ void shift(int *q, const int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) q[i] = p[(i + 1) % n];
}

void run(float *x, float *y, float *t, float4 *g, float4 *v, int *p, int *q, int n) {
  scale<<<CEIL(n, 256), 256>>>(t, x, 2.0f, n);
  add<<<CEIL(n, 256), 256>>>(y, t, n);
  load<<<n / 64, 64>>>(x, y);
  reduce<<<n / 64, 64>>>(x, t);
  grad<<<CEIL(n, 128), 128>>>(g, v, n);
  // one step of descent
  step<<<CEIL(n, 128), 128>>>(v, g, 0.1f, n);
  init<<<CEIL(n, 32), 32>>>(p, n);
  shift<<<CEIL(n, 32), 32>>>(q, p, n);
}
