// violates: length(a) >= n + 1 && length(out) >= n && length(at) >= n
// One element more than there are is written; what other memory reads or holds is not known, and no reason.
__global__ void cleared(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) a[i] = 0;
}
__global__ void gathered(float *out, const float *in, const int *at, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[at[i] - 1];
}
void go(int n) {
  float *a, *b, *out;
  int *at;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, (n + 1) * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMalloc(&at, n * sizeof(int));
  cleared<<<(n + 255) / 256, 256>>>(a, n); // launch: violates `length(a) >= n + 1`
  cleared<<<(n + 256) / 256, 256>>>(b, n); // launch: meets the contract
  gathered<<<(n + 255) / 256, 256>>>(out, a, at, n);
}
int main() {
  float *a;
  cudaMalloc(&a, 400);
  cleared<<<1, 128>>>(a, 99); // launch: meets the contract
}
