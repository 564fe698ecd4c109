// wrong:Bounds --blockDim=64 --gridDim=1
// The length of what is only read is known, and the loop goes further.
__constant__ float weights[4];
__global__ void k(float *out) {
  float sum = 0;
  for (int i = 0; i <= 4; ++i) sum += weights[i];
  out[threadIdx.x] = sum;
}
