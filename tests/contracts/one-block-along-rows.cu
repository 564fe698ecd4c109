// verified: gridDim.x == 1
// Each block sums the rows of its number, and the kernel does not ask how many blocks there are along them.
__global__ void sums(float *out, const float *in, int width) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (threadIdx.x == 0) {
    float sum = 0;
    for (int i = 0; i < width; ++i) sum += in[row * width + i];
    out[row] = sum;
  }
}
int main() {
  float *in, *out;
  cudaMalloc(&in, 256 * 100 * sizeof(float));
  cudaMalloc(&out, 256 * sizeof(float));
  sums<<<dim3(1, 32), dim3(32, 8)>>>(out, in, 100); // launch: meets the contract
}
