// wrong:Race --blockDim=[32] --gridDim=[1]
__global__ void k(int *a, const int *b) {
  for (int j = 0; j < b[0]; j++) {
    int x = 2147483645;
    for (int i = 0; i < 8; i++) x++;
    a[x == 5 ? 0 : 1] = threadIdx.x;
  }
}
