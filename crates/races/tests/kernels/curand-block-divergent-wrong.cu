// wrong:Divergence --blockDim=256 --gridDim=1
__global__ void k(curandStateMtgp32 *state, unsigned *a) {
  if (threadIdx.x < 128) a[threadIdx.x] = curand(state);
}
