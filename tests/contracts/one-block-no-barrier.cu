// wrong
// That there is one block orders no two threads of it.
__global__ void reverse(float *out, const float *in) {
  __shared__ float kept[256];
  kept[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = kept[255 - threadIdx.x];
}
int main() {
  float *in, *out;
  cudaMalloc(&in, 256 * sizeof(float));
  cudaMalloc(&out, 256 * sizeof(float));
  reverse<<<1, 256>>>(out, in);
}
