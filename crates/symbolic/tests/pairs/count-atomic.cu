// A count in a row against atomic additions.
//:: exact: old 1 1, new 2 8, n=16
__global__ void old(const int *x, int *out, int n) { int c = out[0]; for (int i = 0; i < n; i++) c += x[i] & 1; out[0] = c; }
__global__ void fresh(const int *x, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(out, x[i] & 1);
}
