// wrong:Race --blockDim=64 --gridDim=1
// Others read the state while this is written.
__global__ void k(curandStateMtgp32 *state, unsigned *a) {
  if (threadIdx.x == 0) state->offset = 0;
  a[threadIdx.x] = curand(state);
}
