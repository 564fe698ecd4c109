// verified --blockDim=64 --gridDim=1
__global__ void k(int *a) {
  auto at = [&](int i) -> int & { return a[i]; };
  auto add = [](int x, int y) -> int { return x + y; };
  at(threadIdx.x) = add(threadIdx.x, 1);
}
