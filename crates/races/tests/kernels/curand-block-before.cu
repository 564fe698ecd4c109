// verified --blockDim=64 --gridDim=1
__global__ void k(curandStateMtgp32 *state, unsigned *a) {
  if (threadIdx.x == 0) state->offset = 0;
  __syncthreads();
  a[threadIdx.x] = curand(state);
  if (threadIdx.x == 1) state->offset = 0;
}
