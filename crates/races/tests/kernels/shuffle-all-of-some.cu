// verified --blockDim=64 --gridDim=1
// Where the launch lets one lane come it may let all come, and a float that it gives lets one come.
__global__ void k(const float *a, int *out) {
  int t = threadIdx.x, v = t;
  if (a[t] > 0.5f) v = __shfl_sync(0xffffffffu, v, 0);
  out[t] = v;
}
