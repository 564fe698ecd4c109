// verified --blockDim=[32,8] --gridDim=[*,*]
__global__ void k(float *o, const float *a, int n) {
  __shared__ float s[8 * 33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  s[threadIdx.y * 33 + threadIdx.x] = x < n && y < n ? a[y * n + x] : 0;
  __syncthreads();
  if (x < n && y < n) o[y * n + x] = s[threadIdx.y * 33 + (threadIdx.x ^ 1)];
}
