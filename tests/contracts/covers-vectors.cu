// verified: gridDim.x * blockDim.x >= n
// with: --covers out:n
// Elements of sixteen bytes.
__global__ void move(const float4 *in, float4 *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
