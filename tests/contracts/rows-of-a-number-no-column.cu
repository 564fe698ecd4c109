// wrong
// The column is forgotten where it is written: no number of threads excuses that.
#define N 512
__global__ void summed(float *out, const float *in) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  out[row * N] = out[row * N] + in[row * N + col];
}
