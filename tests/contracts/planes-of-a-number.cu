// verified: gridDim.x * blockDim.x <= 4096
// Three planes of a literal length.
__global__ void split(float *out, const float3 *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i].x;
  out[4096 + i] = in[i].y;
  out[8192 + i] = in[i].z;
}
