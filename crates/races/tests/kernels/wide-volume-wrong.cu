// wrong:u --blockDim=[8,8,4] --gridDim=[*,*,*]
__global__ void scale(float *u, int nx, int ny, int nz) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  int q = blockIdx.z * blockDim.z + threadIdx.z;
  if (i >= nx || j > ny || q >= nz) return;
  size_t at = ((size_t)q * ny + j) * nx + i;
  u[at] *= 2;
}
