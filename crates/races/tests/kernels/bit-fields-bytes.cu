// unknown --blockDim=64 --gridDim=1
// Bit fields side by side are one place of memory: the writes race.
struct C { unsigned char a : 7; unsigned char b : 7; };
__global__ void k2() { __shared__ C s; if (threadIdx.x == 0) s.a = 1; if (threadIdx.x == 1) s.b = 2; }
