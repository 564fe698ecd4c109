// verified: each thread takes every element that is as many further as there are threads
// options: --block 128 --grid 8

__global__ void fill(int n, int *p) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    p[i] = i;
}
