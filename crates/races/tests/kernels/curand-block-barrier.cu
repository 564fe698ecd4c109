// verified --blockDim=256 --gridDim=4
// curand is a barrier
__global__ void k(curandStateMtgp32 *s, unsigned *a) {
  __shared__ unsigned t[256];
  t[threadIdx.x] = threadIdx.x;
  unsigned r = curand(&s[blockIdx.x]);
  a[blockIdx.x * 256 + threadIdx.x] = t[255 - threadIdx.x] + r;
}
