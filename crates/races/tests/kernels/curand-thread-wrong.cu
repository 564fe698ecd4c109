// wrong:Race --blockDim=64 --gridDim=1
// States of other kinds are of one thread.
__global__ void k(curandState *state, unsigned *a) {
  a[threadIdx.x] = curand(state);
}
