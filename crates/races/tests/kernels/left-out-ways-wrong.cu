// wrong:Race --blockDim=64 --gridDim=1
// Two ways lead to what only reads, and one of them also to a write.
__global__ void k(const int *a, int *b, int n) {
  int t = threadIdx.x, j = t;
  if (n > 3) {
    if (n > 5) goto inner;
    b[t] = n;
    if (n == 5) goto inner;
  }
  goto done;
inner:
  if (a[t] > 0) j = 0;
done:
  if (n > 5) b[j] = 1;
}
