// verified: four elements at once, through a cast to a vector type
// options: --block 64 --grid 4096

__global__ void copy(const float *in, float *out) {
  int i = 4 * (blockIdx.x * 64 + threadIdx.x);
  float4 v = *reinterpret_cast<const float4 *>(in + i);
  *reinterpret_cast<float4 *>(out + i) = v;
}
