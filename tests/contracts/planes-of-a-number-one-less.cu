// wrong
// The last plane begins one element too early.
__global__ void split(float *out, const float3 *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i].x;
  out[4096 + i] = in[i].y;
  out[8191 + i] = in[i].z;
}
