// wrong
// Of one launch it is not known how many blocks it has: in it the number may be forgotten.
__global__ void add(float *out, const float *in) {
  out[threadIdx.x] += in[threadIdx.x];
}
int main(int argc, char **argv) {
  float *in, *out;
  cudaMalloc(&in, 256 * sizeof(float));
  cudaMalloc(&out, 256 * sizeof(float));
  add<<<1, 256>>>(out, in);
  add<<<argc, 256>>>(out, in);
}
