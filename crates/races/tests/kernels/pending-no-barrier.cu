// wrong:Broken(Assertion) --blockDim=64 --gridDim=4
// The write is still pending: no barrier came since.
__global__ void k(int n) {
  __shared__ int s[64];
  __syncthreads();
  s[threadIdx.x] = n;
  __assert(__no_write(s));
}
