// verified
// After the first time both are one buffer: it is not known that they stay two.
__global__ void step(float *next, const float *last, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) next[i] = last[i - 1] + last[i + 1];
}
int main(int argc, char **argv) {
  float *a, *b, *c;
  cudaMalloc(&a, 4096);
  cudaMalloc(&b, 4096);
  for (int i = 0; i < atoi(argv[1]); i++) {
    step<<<4, 256>>>(a, b, 1024); // launch: is unchecked
    c = a;
    if (i % 2) a = b;
    b = c;
  }
}
