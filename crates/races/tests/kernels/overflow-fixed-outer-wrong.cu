// wrong:Race --blockDim=[32] --gridDim=[1]
// The fourth product overflows in each execution that gets here: nothing may rest on its fitting, although the
// loop around ends by what lies in memory.
__global__ void k(int *a, const int *b) {
  for (int j = 0; j < 2; j++) {
    if (b[j] == 77) return;
    int x = 1;
    for (int i = 0; i < 4; i++) x *= 1000;
    if (x != 5) a[0] = threadIdx.x;
  }
}
