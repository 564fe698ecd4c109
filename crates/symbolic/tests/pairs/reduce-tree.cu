// A sum in a row against a tree in shared memory.
//:: reordered: old 1 1, new 1 16, n=16
//:: reordered: old 1 1, new 1 16, n=11
__global__ void old(const float *x, float *out, int n) {
  float sum = 0;
  for (int i = 0; i < n; i++) sum += x[i];
  out[0] = sum;
}
__global__ void fresh(const float *x, float *out, int n) {
  __shared__ float s[16];
  int t = threadIdx.x;
  s[t] = t < n ? x[t] : 0.0f;
  __syncthreads();
  for (int d = 8; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) out[0] = s[0];
}
