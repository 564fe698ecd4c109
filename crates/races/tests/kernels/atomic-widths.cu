// wrong --blockDim=64 --gridDim=1
// access.rs:conflicts: two atomics never conflict, even of different widths on overlapping bytes (not atomic with respect to each other).
__global__ void k(unsigned long long *A) {
  if (threadIdx.x == 0) atomicAdd(A, 1ull); else atomicAdd((unsigned*)A, 1u);
}
