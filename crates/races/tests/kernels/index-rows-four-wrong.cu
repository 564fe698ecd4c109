// wrong:Race --blockDim=[*,*,*] --gridDim=[*,*,*]
// The radix of a feature is the number of batches.
__global__ void k(float *a, const float *bias, int n, int c, int h, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (c <= 0 || z >= n * c || y >= h || x >= w) return;
  int b = z / c, f = z % c;
  a[((b * n + f) * h + y) * w + x] += bias[f];
}
