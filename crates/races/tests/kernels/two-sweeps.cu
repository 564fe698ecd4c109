// verified --blockDim=512 --gridDim=1
// No thread is in a later iteration of the first loop than the one in which all leave it.
#define SECTION 1024
__global__ void brent_kung(float *out) {
  __shared__ float s[SECTION];
  for (unsigned stride = 1; stride <= blockDim.x; stride *= 2) {
    __syncthreads();
    unsigned i = (threadIdx.x + 1) * 2 * stride - 1;
    if (i < SECTION) s[i] += s[i - stride];
  }
  for (int stride = SECTION / 4; stride > 0; stride /= 2) {
    __syncthreads();
    unsigned i = (threadIdx.x + 1) * stride * 2 - 1;
    if (i + stride < SECTION) s[i + stride] += s[i];
  }
}
