// wrong:Bounds --blockDim=[64] --gridDim=[1]
// Where an array of known size is read is looked at, though nobody writes it.
__constant__ float table[64];
__global__ void k(float *p, int n) {
  int at = 0;
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += table[at];
    at += 2;
  }
  p[threadIdx.x] = sum;
}
