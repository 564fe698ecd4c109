__global__ void k(int *a, int n)
{
  __shared__ int s[64];
  int t = threadIdx.x;
  if (n > 2 &&
      n < 9) // a few
  {
    auto next = a[t + 1];
    __syncthreads();
    a[t] = next; // to the left
  }
  else
    a[t] = 0;
}
