// wrong K301: rows of 60 elements for 64 columns overlap
// options: --block 16,16 --grid 4,4

#define T 16
__global__ void copy(const float *in, float *out) {
  unsigned x = blockIdx.x * T + threadIdx.x;
  unsigned y = blockIdx.y * T + threadIdx.y;
  out[y * 60 + x] = in[y * 64 + x];
}
