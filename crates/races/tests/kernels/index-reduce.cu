// verified --blockDim=256 --gridDim=*
__global__ void k(float *o, const float *a, int n) {
  __shared__ float s[256];
  int t = threadIdx.x, i = blockIdx.x * 256 + t;
  s[t] = i < n ? a[i] : 0;
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (t < half) s[t] += s[t + half];
    __syncthreads();
  }
  if (t == 0) o[blockIdx.x] = s[0];
}
