// verified --blockDim=[*,*,*] --gridDim=[*,*,*]
__global__ void k(float *col, const float *im, int c, int h, int w, int size) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= w || y >= h || z >= c) return;
  for (int ky = 0; ky < size; ++ky)
    for (int kx = 0; kx < size; ++kx) {
      bool in = y + ky < h && x + kx < w;
      col[(((z * size + ky) * size + kx) * h + y) * w + x] = in ? im[(z * h + y + ky) * w + x + kx] : 0;
    }
}
