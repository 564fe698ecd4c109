// wrong: blockDim.x == 32 && blockDim.y == 2 && blockDim.z == 1 && gridDim.x * blockDim.x <= 33
// The same without a barrier.
__global__ void turn(float *out, const float *in, int stride) {
  __shared__ float tile[16 * 33];
  int y = 8 * threadIdx.y;
  in += (blockIdx.y * 16 + y) * stride + blockIdx.x * 32 + threadIdx.x;
  for (int i = 0; i < 8; ++i) tile[(y + i) * 33 + threadIdx.x] = in[i * stride];
  float sum = 0;
  for (int i = 0; i < 8; ++i) sum += tile[(y + i) * 33 + 31 - threadIdx.x];
  atomicAdd(out, sum);
}
