// violates: gridDim.x * blockDim.x >= n
// with: --covers out:n
// A launch with too few threads.
__global__ void twice(const float *a, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2.0f * a[i];
}
void start() {
  float *a, *out;
  cudaMalloc(&a, 1000 * sizeof(float));
  cudaMalloc(&out, 1000 * sizeof(float));
  twice<<<3, 256>>>(a, out, 1000); // launch: violates
  twice<<<4, 256>>>(a, out, 1000); // launch: meets the contract
}
