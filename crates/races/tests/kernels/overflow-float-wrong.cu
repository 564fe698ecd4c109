// wrong:Race --blockDim=64 --gridDim=1
// What floats give is fixed by the program: the sum overflows in every launch.
__global__ void k(int *out, float f) {
  int d = (int)(1073741824.0f * 1.5f);
  int e = d + 1073741824;
  if (e < d) out[0] = threadIdx.x;
}
