// verified: sorted(offset)
// What lies in memory is not followed: a launch satisfies the contract on that condition.
__global__ void add(float *out, const int *offset, float more) {
  int start = offset[blockIdx.x];
  int end = offset[blockIdx.x + 1];
  for (int i = start + threadIdx.x; i < end; i += blockDim.x) out[i] = more;
}
int main() {
  float *out;
  int *offset;
  cudaMalloc(&out, 1000 * sizeof(float));
  cudaMalloc(&offset, 11 * sizeof(int));
  add<<<10, 64>>>(out, offset, 1); // launch: meets the contract if `sorted(offset)`
}
