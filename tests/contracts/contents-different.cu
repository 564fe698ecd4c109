// verified: injective(place)
// Each element goes to the place that an array gives.
__global__ void permute(float *out, const float *in, const int *place, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[place[i]] = in[i];
}
