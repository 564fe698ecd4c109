// wrong:Race --blockDim=[32,16] --gridDim=1
__global__ void k(curandStateMtgp32 *state, unsigned *a) {
  a[threadIdx.y * 32 + threadIdx.x] = curand(state);
}
