// wrong:Race --blockDim=[64] --gridDim=[1]
// The counter starts again between its uses, so both give the same numbers.
__global__ void k() {
  __shared__ unsigned n;
  __shared__ int s[1024];
  unsigned t = threadIdx.x;
  if (t == 0) n = 0;
  __syncthreads();
  unsigned r1 = atomicAdd(&n, 1u);
  __syncthreads();
  if (t == 0) n = 0;
  __syncthreads();
  unsigned r2 = atomicAdd(&n, 1u);
  if (r1 < 1024) s[r1] = t;
  if (r2 < 1024) s[r2] = t;
}
