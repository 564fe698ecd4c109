// wrong:Race --blockDim=[*,*] --gridDim=[*,*]
// Two steps in one kernel: the row below is written meanwhile.
__global__ void k(float *hz, const float *ex, float *ey, int w, int h) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= h || j >= w) return;
  ey[i * w + j] *= 0.5f;
  float d = ey[(i + 1) * w + j] - ey[i * w + j];
  hz[i * w + j] -= 0.7f * (ex[i * (w + 1) + j + 1] - ex[i * (w + 1) + j] + d);
}
