// verified
// With one memory for both each kernel is right, but they promise the compiler that there are two.
#define LOAD(p) __ldg(p)
__global__ void by_macro(const int *a, int *b) {
  b[blockIdx.x * blockDim.x + threadIdx.x] = LOAD(a + blockIdx.x * blockDim.x + threadIdx.x) + 1;
}
__device__ int load(const int *__restrict__ p, int i) { return p[i]; }
__global__ void by_call(const int *a, int *b) {
  b[blockIdx.x * blockDim.x + threadIdx.x] = load(a, blockIdx.x * blockDim.x + threadIdx.x) + 1;
}
__global__ void by_variable(int *a, int *b) {
  int *__restrict__ to = b;
  to[blockIdx.x * blockDim.x + threadIdx.x] = a[blockIdx.x * blockDim.x + threadIdx.x] + 1;
}
__global__ void without(int *a, int *b) {
  b[blockIdx.x * blockDim.x + threadIdx.x] = a[blockIdx.x * blockDim.x + threadIdx.x] + 1;
}
void start() {
  int *p;
  cudaMalloc(&p, 64 * sizeof(int));
  by_macro<<<1, 64>>>(p, p);  // launch: is unchecked: `disjoint(a, b)` does not hold
  by_call<<<1, 64>>>(p, p);  // launch: is unchecked: `disjoint(a, b)` does not hold
  by_variable<<<1, 64>>>(p, p);  // launch: is unchecked: `disjoint(a, b)` does not hold
  without<<<1, 64>>>(p, p);
}
