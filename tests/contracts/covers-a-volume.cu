// verified: w >= 1 && gridDim.x * blockDim.x >= w && h >= 1 && gridDim.y * blockDim.y >= h && gridDim.z * blockDim.z >= d
// with: --covers out:w * h * d
// Three dimensions.
__global__ void fill(float *out, float value, int w, int h, int d) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < w && y < h && z < d) out[(z * h + y) * w + x] = value;
}
