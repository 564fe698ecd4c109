// wrong:Race --blockDim=256 --gridDim=2
__global__ void k(curandStateMtgp32 *state, unsigned *a) {
  a[blockIdx.x * 256 + threadIdx.x] = curand(state);
}
