// A table of the program's memory, and its copy in shared memory.
//:: exact: both 1 8, n=8
__global__ void old(const unsigned char *x, const float *table, float *y, int n) { y[threadIdx.x] = table[x[threadIdx.x] & 7]; }
__global__ void fresh(const unsigned char *x, const float *table, float *y, int n) {
  __shared__ float s[8];
  s[threadIdx.x] = table[threadIdx.x];
  __syncthreads();
  y[threadIdx.x] = s[x[threadIdx.x] & 7];
}
