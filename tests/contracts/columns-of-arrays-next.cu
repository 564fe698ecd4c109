// wrong
// The element of the next row is another thread's, whatever a row has.
__global__ void smooth(float a[][300][400]) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  a[z][y][x] += a[z][y + 1][x];
}
