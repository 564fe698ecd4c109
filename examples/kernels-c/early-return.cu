// wrong K302: threads that return early do not come to the barrier
// options: --block 64 --grid *

__global__ void scale(int n, float *x) {
  __shared__ float s[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i >= n) return;
  s[threadIdx.x] = x[i];
  __syncthreads();
  x[i] = s[threadIdx.x] * 2;
}
