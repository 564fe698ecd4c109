// wrong:Race --blockDim=[64] --gridDim=[1]
// The first thread divides by zero in each launch: nothing rests on that it does not.
__global__ void k(float *out) { out[64 / threadIdx.x == 64 ? 1 : threadIdx.x] = 1; }
