__global__ void k(int *a, int *b, int n) {
  int t = threadIdx.x;
  switch (n) {
  case 1:
    {
      auto next = a[t + 1];
      __syncthreads();
      a[t] = next;
    }
    break;
  default:
    break;
  }
  auto next2 = b[t + 1];
  __syncthreads();
  b[t] = next2;
}
