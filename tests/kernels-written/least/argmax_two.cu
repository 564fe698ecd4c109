// alpinist races --stable argmax_two.cu
__global__ void k(int64_t *out, const float *x, int D) {
  extern __shared__ unsigned char raw[];
  float *v = (float *)raw; int *ix = (int *)(v + blockDim.x);
  v[threadIdx.x] = x[threadIdx.x]; ix[threadIdx.x] = threadIdx.x;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (threadIdx.x < s && v[threadIdx.x + s] > v[threadIdx.x]) { v[threadIdx.x] = v[threadIdx.x + s]; ix[threadIdx.x] = ix[threadIdx.x + s]; }
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = ix[0];
}
void f(int64_t *o, float *x, int n) { k<<<n, 256, 256 * 8>>>(o, x, n); }
