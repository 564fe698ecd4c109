// Kernels that do not become one, each pair for a reason of its own.
//:: --fuse one,three
//:: --fuse one,two
//:: --fuse one,one
//:: --fuse one
//:: --fuse 2
//:: --fuse 3@one
//:: --fuse 2@three
//:: --fuse ome,two
//:: --fuse back,front
//:: --fuse front,back
//:: --fuse part,whole
//:: --fuse same,again
//:: --fuse first,last
//:: --fuse spread,gather --block 32 --grid 2 --sizes n=64
//:: --fuse hidden,other --block 32 --grid 2 --sizes n=64
//:: --fuse counted,after
#include <cuda_runtime.h>
#define AT blockIdx.x * blockDim.x + threadIdx.x

__global__ void one(int *p) { p[AT] = 1; }
__global__ void two(int *p) { p[AT] += 2; }
__global__ void three(int *p) { p[AT] += 3; }
__global__ void front(int *p, int n) {
  int i = AT;
  if (i < n) {
    if (p[i] == 0) return;
    p[i] = 7;
  }
}
__global__ void back(int *p, int n) {
  int i = AT;
  if (i < n) p[i] *= 2;
}
__global__ void part(int *p) { p[AT] = 1; }
__global__ void whole(int *p) { p[AT] += 1; }
__global__ void same(int *p) { p[AT] = 1; }
__global__ void again(int *p) { p[AT] += 1; }
__global__ __launch_bounds__(128) void first(int *p) { p[AT] = 1; }
__global__ void last(int *p) { p[AT] += 1; }
__global__ void spread(int *p, int n) {
  int i = AT;
  if (i < n) p[i] = i;
}
__global__ void gather(int *q, const int *p, int n) {
  int i = AT;
  if (i < n) q[i] = p[n - 1 - i];
}
__global__ void hidden(int *p, int n) {
  int i = AT;
  if (i < n) p[i] = i;
}
__global__ void other(int *q, int n) {
  int i = AT;
  if (i < n) q[i] += 1;
}
__global__ void counted(int *p, int n) {
  int i = AT;
  n = n / 2;
  if (i < n) p[i] = i;
}
__global__ void after(int *p, int n) {
  int i = AT;
  if (i < n) p[i] += 1;
}

void run(int *p, int *q, int n) {
  one<<<n / 32, 32>>>(p);
  cudaDeviceSynchronize();
  two<<<n / 32, 32>>>(p);
  front<<<n / 32, 32>>>(p, n);
  back<<<n / 32, 32>>>(p, n);
  part<<<n / 32, 32>>>(p);
  whole<<<n / 64, 64>>>(p);
  same<<<n / 32, 32>>>(p);
  again<<<n / 32, 32>>>(p);
  again<<<n / 32, 32>>>(q);
  first<<<n / 32, 32>>>(p);
  last<<<n / 32, 32>>>(p);
  spread<<<n / 32, 32>>>(p, n);
  gather<<<n / 32, 32>>>(q, p, n);
  hidden<<<n / 32, 32>>>(p, n);
  other<<<n / 32, 32>>>(p + 1, n);
  counted<<<n / 32, 32>>>(p, n);
  after<<<n / 32, 32>>>(p, n);
  three<<<n / 32, 32>>>(p);
}
