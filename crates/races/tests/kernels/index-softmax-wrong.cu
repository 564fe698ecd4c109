// wrong:Race --blockDim=128 --gridDim=*
// Rows overlap by one element.
__global__ void k(float *o, const float *a, int n) {
  __shared__ float s[128];
  int t = threadIdx.x, row = blockIdx.x * (n - 1);
  float sum = 0;
  for (int j = t; j < n; j += 128) sum += expf(a[row + j]);
  s[t] = sum;
  __syncthreads();
  for (int half = 64; half > 0; half /= 2) {
    if (t < half) s[t] += s[t + half];
    __syncthreads();
  }
  for (int j = t; j < n; j += 128) o[row + j] = expf(a[row + j]) / s[0];
}
