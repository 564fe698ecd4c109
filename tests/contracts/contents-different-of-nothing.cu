// wrong
// Each block writes to the places of all.
__global__ void permute(float *out, const int *place, int n) {
  int i = threadIdx.x;
  if (i < n) out[place[i]] = blockIdx.x;
}
