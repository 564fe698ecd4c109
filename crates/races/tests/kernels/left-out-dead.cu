// verified --blockDim=64 --gridDim=1
// Where control never comes nothing is read: no assumption speaks of `a`.
__global__ void k(const float *a, float *out) {
  float sum = 0;
  if (false)
    for (int j = 0; j < 8; ++j) sum += a[j];
  out[threadIdx.x] = sum;
}
