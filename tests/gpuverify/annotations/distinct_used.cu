//args: --blockDim=64 --gridDim=1 --pointer-bitwidth=64
//expect: pass
__global__ void k(int *p, int n) {
  int x = threadIdx.x;
  for (int i = 0; __invariant(__distinct_int(x)), i < n; ++i) { p[x] = threadIdx.x; x = x * 3 + n; __syncthreads(); }
}
