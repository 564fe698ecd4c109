// wrong:Race --blockDim=[32] --gridDim=[2]
// Rows of `wide` elements: with a width below the number of threads those of two tiles meet.
__global__ void k(float *o, int d, int tiles, int wide) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  float *q = s, *r = &s[wide * d];
  for (int j = 0; j < tiles; j++) {
    for (int x = 0; x < d; x++) q[t * d + x] = o[blockIdx.x * 64 + x];
    __syncthreads();
    for (int y = 0; y < wide; y++) r[wide * t + y] += q[y * d];
    __syncthreads();
  }
}
