//args: --blockDim=64 --gridDim=1
//expect: NOT_ALL_VERIFIED
__global__ void k(int4 *p) { int4 a = make_int4(1, 2, 3, 4); a = a + a; __assert(a.w == 4); }
