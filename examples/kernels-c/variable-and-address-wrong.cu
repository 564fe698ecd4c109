// unchecked: the pointer leads to the variable that the kernel reads
// options: --kernel shift

__device__ float table[1024];

__global__ void shift(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - 1 && i < 1023) out[i] = table[i + 1];
}

void run(int n) {
  float *p;
  cudaGetSymbolAddress((void **)&p, table);
  shift<<<(n + 255) / 256, 256>>>(p, n);
}
