// wrong:Race --blockDim=64 --gridDim=1
__global__ void k(int *a) {
  auto at = [&](int i) -> int & { return a[i / 2]; };
  at(threadIdx.x) = 1;
}
