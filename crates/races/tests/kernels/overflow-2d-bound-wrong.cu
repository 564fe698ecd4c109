// wrong:Race --blockDim=[16,16] --gridDim=[*,*]
// The check lets `x` be as large as `w`: two threads meet without any overflow.
__global__ void k(float *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x <= w && y < h) out[y * w + x] = 1;
}
