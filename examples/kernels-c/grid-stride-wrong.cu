// wrong K301: the stride is the size of a block, so blocks meet
// options: --block 128 --grid 8

__global__ void fill(int n, int *p) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x)
    p[i] = i;
}
