//args: --local_size=64 --num_groups=2
//expect: pass
__kernel void k(__global int *p, int n) {
  __local int A[64];
  A[get_local_id(0)] = 1;
  __assert(A[get_local_id(0)] == 1);
}
