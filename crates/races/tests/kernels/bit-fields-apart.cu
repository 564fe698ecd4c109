// unknown --blockDim=64 --gridDim=1
// Bit fields side by side are one place of memory: the writes race.
struct B { unsigned a : 31; unsigned b : 31; };
__global__ void k1() { __shared__ B s; if (threadIdx.x == 0) s.a = 1; if (threadIdx.x == 1) s.b = 2; }
