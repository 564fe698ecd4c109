// wrong:Race --blockDim=64 --gridDim=1 --find-bugs=3
// In the third iteration thread t writes what thread t + 1 reads.
__global__ void k(int *a, const int *from) {
  int i = threadIdx.x;
  for (int n = 0; n < 10; n++) {
    if (n == 2 && i < 63) a[i] = a[i + 1];
    else a[i] = from[i];
  }
}
