//args: --local_size=64 --num_groups=1
//expect: pass
__kernel void k(__local int *A) {
  __local int ghost[64];
  ghost[get_local_id(0)] = get_local_id(0) + 4;
  A[get_local_id(0)] = get_local_id(0) + 4;
  __assert(ghost[get_local_id(0)] == A[get_local_id(0)]);
}
