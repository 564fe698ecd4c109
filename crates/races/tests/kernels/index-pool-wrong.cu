// unknown --blockDim=[*,*,*] --gridDim=[*,*,*]
// To be decided: a race where the result is higher than wide.
// The radix of a plane is the width.
__global__ void k(float *o, const float *a, int c, int h, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  int oh = h / 2, ow = w / 2;
  if (x >= ow || y >= oh || z >= c) return;
  float m = a[(z * h + 2 * y) * w + 2 * x];
  for (int e = 1; e < 4; ++e) m = fmaxf(m, a[(z * h + 2 * y + e / 2) * w + 2 * x + e % 2]);
  o[(z * ow + y) * ow + x] = m;
}
