// verified --blockDim=256 --gridDim=8
// Up to 256 threads of a block draw from one state of this kind together.
__global__ void k(curandStateMtgp32 *state, float *a, int n) {
  for (int i = 0; i < n; i++) {
    a[blockIdx.x * 256 + threadIdx.x] += curand_uniform(&state[blockIdx.x]);
  }
}
