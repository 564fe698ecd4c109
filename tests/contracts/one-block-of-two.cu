// violates: blockDim.x == 256 && blockDim.y == 1 && blockDim.z == 1 && gridDim.x == 1
// The same, launched once with more.
__global__ void total(float *out, const float *in, int n) {
  __shared__ float part[256];
  float own = 0;
  for (int i = threadIdx.x; i < n; i += 256) own += in[i];
  part[threadIdx.x] = own;
  __syncthreads();
  for (int k = 128; k > 0; k /= 2) {
    if (threadIdx.x < k) part[threadIdx.x] += part[threadIdx.x + k];
    __syncthreads();
  }
  if (threadIdx.x == 0) *out = part[0];
}
int main() {
  float *in, *out;
  cudaMalloc(&in, 1000 * sizeof(float));
  cudaMalloc(&out, sizeof(float));
  total<<<1, 256>>>(out, in, 1000); // launch: meets the contract
  total<<<4, 256>>>(out, in, 1000); // launch: violates `gridDim.x == 1`
}
