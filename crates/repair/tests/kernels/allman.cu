// repaired:1 --blockDim=64 --gridDim=1
__global__ void k(int *a, int n)
{
  __shared__ int s[64];
  int t = threadIdx.x;
  if (n > 2 &&
      n < 9) // a few
    a[t] = a[t + 1]; // to the left
  else
    a[t] = 0;
}
