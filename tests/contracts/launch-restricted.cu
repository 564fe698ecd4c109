// verified
// Both pointers are promised to be different, and are the same.
__global__ void k(float *__restrict__ out, const float *__restrict__ in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] + 1;
}
int main() {
  float *a;
  cudaMalloc(&a, 4096);
  k<<<4, 256>>>(a, a); // launch: is unchecked: `disjoint(out, in)` does not hold
}
