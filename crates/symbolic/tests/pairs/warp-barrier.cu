// Threads of a warp exchange through shared memory, with a barrier of the warp.
//:: exact: both 1 32, n=32
__global__ void old(const float *x, float *y, int n) { int t = threadIdx.x; y[t] = x[t] + x[31 - t]; }
__global__ void fresh(const float *x, float *y, int n) {
  __shared__ float s[32];
  int t = threadIdx.x;
  s[t] = x[t];
  __syncwarp();
  y[t] = s[t] + s[31 - t];
}
