// wrong:Race --blockDim=257 --gridDim=1
__global__ void k(curandStateMtgp32 *state, unsigned *a) {
  a[threadIdx.x] = curand(state);
}
