// wrong:Race --blockDim=[*] --gridDim=[1]
// With more than n / 2 threads two of them have one element; seen soonest with few threads.
__global__ void k(float *out, const float *in, int n) {
  extern __shared__ float temp[];
  int t = threadIdx.x, offset = 1;
  int ai = t, bi = t + n / 2;
  int ca = ai >> 5, cb = bi >> 5;
  temp[ai + ca] = in[ai];
  temp[bi + cb] = in[bi];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) {
      int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
      a += a >> 5;
      b += b >> 5;
      temp[b] += temp[a];
    }
    offset *= 2;
  }
  __syncthreads();
  out[ai] = temp[ai + ca];
  out[bi] = temp[bi + cb];
}
