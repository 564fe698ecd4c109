// wrong:Divergence --blockDim=256 --gridDim=1
// All threads of the block are to come with one state.
__global__ void k(curandStateMtgp32 *state, unsigned *a) {
  a[threadIdx.x] = curand(&state[threadIdx.x % 2]);
}
