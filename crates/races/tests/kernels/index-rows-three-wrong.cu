// wrong:Race --blockDim=[*,*,*] --gridDim=[*,*,*]
// The radix of a plane is the width.
__global__ void k(float *a, const float *b, int w, int h, int d) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= w || y >= h || z >= d) return;
  int at = (z * w + y) * w + x;
  a[at] = b[at] + 1;
}
