// verified:Fits --blockDim=64 --gridDim=1
// The inner loop has no first iteration in the first one of the outer loop: the product is computed in the second.
__global__ void k(int *out, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) out[(int)threadIdx.x * n + j] = i;
}
