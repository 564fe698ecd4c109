// wrong:only_by_overflow:~true --blockDim=[64] --gridDim=[1]
// A loop that the program repeats forty times doubles a number too often, in each launch.
__global__ void k(float *out) {
  int far = 1;
  for (int i = 0; i < 40; i++) {
    out[far == 0 ? 0 : threadIdx.x] = 1;
    far = far * 2;
  }
}
