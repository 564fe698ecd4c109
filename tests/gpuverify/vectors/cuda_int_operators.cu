//args: --blockDim=64 --gridDim=1
//expect: pass
__global__ void k(int4 *p, int2 *q, uint4 *u, int3 *t) {
  int4 a = make_int4(1, 2, 3, 4);
  a = a + a; __assert(a.w == 8); a = a * 2; __assert(a.x == 4); a += a; a -= make_int4(1); __assert(a.x == 7);
  p[threadIdx.x] = a;
  int2 b = make_int2(1, 2); b = b - make_int2(3, 3); __assert(b.x == -2); q[threadIdx.x] = b;
  uint4 c = make_uint4(1u); c += c; u[threadIdx.x] = c;
  int3 d = make_int3(1); d = d * 4; __assert(d.z == 4); t[threadIdx.x] = d;
}
