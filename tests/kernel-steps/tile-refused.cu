// Kernels whose threads do not take several elements, each for a reason of its own.
//:: --tile inter:1@plain
//:: --tile inter:5000@plain
//:: --tile inter:2@barrier
//:: --tile inter:2@shared
//:: --tile inter:2@identity
//:: --tile inter:2@broken
//:: --tile inter:2@behind
//:: --tile inter:2@none
//:: --tile inter:2@moved
//:: --tile inter:2@bound
//:: --tile inter:2@pair
//:: --tile inter:2@inside
//:: --tile inter:2@macro
//:: --tile inter:2@choice
//:: --tile inter:2@plain
//:: --tile inter:2
//:: --tile inter:2@absent
//:: --tile inter:2@neighbour --block 32 --grid 2 --sizes n=60
//:: --tile inter:2@taken
#include <cuda_runtime.h>
#define NUMBER blockIdx.x * blockDim.x + threadIdx.x
#define RUN(k, n) k<<<(n) / 32, 32>>>

__global__ void plain(int *p, int n) {
  int i = NUMBER;
  if (i < n) p[i] = 1;
}
__global__ void barrier(int *p, int n) {
  int i = NUMBER;
  if (i >= n) return;
  p[i] = 1;
  __syncthreads();
}
__global__ void shared(int *p, int n) {
  int i = NUMBER;
  if (i >= n) return;
  __shared__ int s[1024];
  s[threadIdx.y] = p[i];
}
__global__ void identity(int *p, int n) {
  int i = NUMBER;
  if (i < n) p[i] = blockIdx.x;
}
__global__ void broken(int *p, int n) {
  int i = NUMBER;
  if (i < n) {
    for (int k = 0; k < 4; k++) {
      if (p[i] == k) return;
      p[i] += k;
    }
  }
}
__global__ void behind(int *p, int n) {
  int i = NUMBER;
  if (i < n) p[i] = 1;
  p[n + blockIdx.x * blockDim.x + threadIdx.x] = 2;
}
__global__ void none(int *p) {
  int i = NUMBER;
  p[i] = 1;
}
__global__ void moved(int *p, int n) {
  int i = NUMBER;
  if (i < n) {
    p[i] = 1;
    i += n;
    p[i] = 2;
  }
}
__global__ void bound(int *p, int n) {
  int i = NUMBER;
  if (i < n) {
    p[i] = n;
    n = n - 1;
  }
}
__global__ void pair(int *p, int n) {
  int i = NUMBER, j = 2 * i;
  if (i < n) p[i] = j;
}
__global__ void inside(int *p, int n) {
  if (n > 0) {
    int i = NUMBER;
    if (i < n) p[i] = 1;
  }
}
#define GUARDED if (i < n) p[i] = 1
__global__ void macro(int *p, int n) {
  int i = NUMBER;
  GUARDED;
}
__global__ void choice(int *p, int n) {
  int i = NUMBER;
  if (i >= n) return;
#ifdef TWICE
  p[i] = 2;
#else
  p[i] = 1;
#endif
}
// A thread writes what the next reads: there is a race already.
__global__ void neighbour(int *p, int n) {
  int i = NUMBER;
  if (i < n - 1) p[i] = p[i + 1];
}
__global__ void taken(int *p, int n) {
  int i = NUMBER;
  if (i < n) p[i] = 1;
}
void run(int *p, int n) {
  RUN(plain, n)(p, n);
  void *arguments[] = {&p, &n};
  cudaLaunchKernel((const void *)taken, dim3(n / 32), dim3(32), arguments, 0, 0);
}
