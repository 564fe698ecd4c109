// verified --blockDim=[32,32] --gridDim=[*,*]
__global__ void k(float *o, const float *a, int n) {
  __shared__ float s[32 * 32];
  int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 32 + tx, y = blockIdx.y * 32 + ty;
  s[ty * 32 + (tx ^ ty)] = x < n && y < n ? a[y * n + x] : 0;
  __syncthreads();
  x = blockIdx.y * 32 + tx, y = blockIdx.x * 32 + ty;
  if (x < n && y < n) o[y * n + x] = s[tx * 32 + (ty ^ tx)];
}
