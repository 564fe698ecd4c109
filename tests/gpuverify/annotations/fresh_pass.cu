//args: --blockDim=64 --gridDim=1
//expect: pass
struct S { int *p; int *q; };
__global__ void k(struct S s) {
  __requires_fresh_array(s.p);
  __requires_fresh_array(s.q);
  s.p[threadIdx.x] = s.q[threadIdx.x + 1];
}
