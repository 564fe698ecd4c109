// verified --blockDim=64 --gridDim=1
// Both lie in one unit, which one thread writes.
struct B { unsigned a : 3; unsigned b : 4; };
__global__ void k(B *s) { int t = threadIdx.x; s[t].a = 1; s[t].b = s[t].a; }
