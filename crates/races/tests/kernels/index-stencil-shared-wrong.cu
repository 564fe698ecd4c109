// wrong:Race --blockDim=256 --gridDim=*
// The edge is the last element.
__global__ void k(float *o, const float *a, int n) {
  __shared__ float s[258];
  int t = threadIdx.x, i = blockIdx.x * 256 + t;
  s[t + 1] = i < n ? a[i] : 0;
  if (t == 0) s[0] = i > 0 ? a[i - 1] : 0;
  if (t == 254) s[256] = i + 1 < n ? a[i + 1] : 0;
  __syncthreads();
  if (i < n) o[i] = s[t] + s[t + 1] + s[t + 2];
}
