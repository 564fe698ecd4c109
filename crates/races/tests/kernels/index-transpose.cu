// verified --blockDim=[32,8] --gridDim=[*,*]
__global__ void k(float *o, const float *a, int w, int h) {
  __shared__ float s[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int e = 0; e < 32; e += 8)
    if (x < w && y + e < h) s[threadIdx.y + e][threadIdx.x] = a[(y + e) * w + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
  for (int e = 0; e < 32; e += 8)
    if (x < h && y + e < w) o[(y + e) * h + x] = s[threadIdx.x][threadIdx.y + e];
}
