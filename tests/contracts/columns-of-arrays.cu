// verified: gridDim.x * blockDim.x <= 400 && gridDim.y * blockDim.y <= 300
// Rows of an array of arrays are apart, and a plane from the next one.
__global__ void fill(float a[][300][400], float with) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  a[z][y][x] = with;
}
