// verified: gridDim.x * blockDim.x >= n
// with: --covers out:n
// The members of an element, one after the other.
struct Pair {
  float x;
  float y;
};
__global__ void pairs(const float *in, Pair *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i].x = in[i];
    out[i].y = -in[i];
  }
}
