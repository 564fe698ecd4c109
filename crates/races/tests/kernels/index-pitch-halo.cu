// verified --blockDim=[*,*] --gridDim=[*,*]
__global__ void k(float *o, const float *a, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  int pitch = w + 2;
  float v = a[y * w + x];
  o[(y + 1) * pitch + x + 1] = v;
  if (x == 0) o[(y + 1) * pitch] = v;
  if (x == w - 1) o[(y + 1) * pitch + w + 1] = v;
}
