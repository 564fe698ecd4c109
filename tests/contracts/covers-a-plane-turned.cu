// verified: h >= 1 && gridDim.y * blockDim.y >= h && gridDim.x * blockDim.x >= w
// with: --covers out:w * h
// The rows of the result are the columns of what is read.
__global__ void turn(const float *in, float *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  out[x * h + y] = in[y * w + x];
}
