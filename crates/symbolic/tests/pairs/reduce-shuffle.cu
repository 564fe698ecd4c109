// A sum in a row against shuffles of a warp.
//:: reordered: old 1 1, new 1 32, n=32
__global__ void old(const float *x, float *out, int n) {
  float sum = 0;
  for (int i = 0; i < n; i++) sum += x[i];
  out[0] = sum;
}
__global__ void fresh(const float *x, float *out, int n) {
  float v = x[threadIdx.x];
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
  if (threadIdx.x == 0) out[0] = v;
}
