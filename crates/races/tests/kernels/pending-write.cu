// verified --blockDim=64 --gridDim=4
// Every write of the thread since the last barrier, in whatever iteration, is to its own column.
__global__ void k(int n) {
  __shared__ int s[6400];
  for (int i = 0;
       __invariant(__write_implies(s, (__write_offset_bytes(s) / sizeof(int)) % blockDim.x == threadIdx.x)),
       __invariant(__no_read(s)), i < 100; i++) {
    s[i * 64 + threadIdx.x] = n;
  }
  __assert(__write_implies(s, (__write_offset_bytes(s) / 4) % 64 == threadIdx.x));
  __syncthreads();
  __assert(__no_write(s));
}
