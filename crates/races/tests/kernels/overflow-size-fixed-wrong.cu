// wrong:only_by_overflow:~true --blockDim=[64] --gridDim=[1048577]
// So many blocks overflow in each launch: the last writes where the first does.
__global__ void k(float *out) {
  int b = blockIdx.x, t = threadIdx.x;
  out[b * 4096 + t] = 1;
}
