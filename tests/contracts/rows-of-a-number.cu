// violates: gridDim.x * blockDim.x <= 512
// Rows have as many elements as a number of the text says.
#define N 512
__global__ void scaled(float *out, const float *in) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  out[row * N + col] = 2 * in[row * N + col];
}
int main() {
  float *out, *in;
  cudaMalloc(&out, 2 * N * N * sizeof(float));
  cudaMalloc(&in, 2 * N * N * sizeof(float));
  dim3 block(16, 16);
  scaled<<<dim3(32, 32), block>>>(out, in); // launch: meets the contract
  scaled<<<dim3(33, 32), block>>>(out, in); // launch: violates `gridDim.x * blockDim.x <= 512`
}
