// wrong
// The loop goes round once in blocks of 128, and then each thread reads what it wrote.
__global__ void spread(float *out, const float *in) {
  __shared__ float kept[128];
  for (int j = threadIdx.x; j < 128; j += blockDim.x) kept[j] = in[j];
  out[blockIdx.x * blockDim.x + threadIdx.x] = kept[threadIdx.x % 128];
}
