// wrong:Race --blockDim=64 --gridDim=1
// A variable of a loop begins anew.
__global__ void k(const int *a, int *out) {
  for (int j = 0; j < 2; ++j) {
    int own[2];
    if (j == 0) { own[0] = threadIdx.x; own[1] = a[0]; }
    else { own[0] = a[1]; own[1] = a[2]; }
    out[own[0]] = 1;
  }
}
