// verified
// The buffers change their places each time, and stay two.
#include <utility>
__global__ void step(float *next, const float *last, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) next[i] = last[i - 1] + last[i + 1];
}
int main(int argc, char **argv) {
  float *a, *b;
  cudaMalloc(&a, 4096);
  cudaMalloc(&b, 4096);
  for (int i = 0; i < atoi(argv[1]); i++) {
    step<<<4, 256>>>(a, b, 1024);
    std::swap(a, b);
  }
}
