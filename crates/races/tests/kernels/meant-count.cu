// verified:Fits --blockDim=[*] --gridDim=[1]
// A loop that counts without a sign is meant to end before its count wraps round.
__global__ void k(float *out, unsigned n) {
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x) out[i] = 1;
}
