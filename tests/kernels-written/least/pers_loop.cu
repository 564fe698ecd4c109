// alpinist races --stable pers_loop.cu
__device__ unsigned ctr;
__global__ void k(int *dst, int w, int h, int gw, int nb) {
  __shared__ unsigned bi, bx, by;
  while (1) {
    if (threadIdx.x == 0 && threadIdx.y == 0) { bi = atomicAdd(&ctr, 1); bx = bi % gw; by = bi / gw; }
    __syncthreads();
    if (bi >= nb) break;
    int x = blockDim.x * bx + threadIdx.x, y = blockDim.y * by + threadIdx.y;
    if (x < w && y < h) dst[w * y + x] = 1;
    __syncthreads();
  }
}
void f(int *d, int w, int h, int gw, int n) { k<<<8, dim3(16, 16)>>>(d, w, h, gw, n); }
