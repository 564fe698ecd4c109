//args: --local_size=64 --num_groups=1
//expect: unknown
//says: K204
__kernel void k(__local int *A, __local int *ghost) {
  A[get_local_id(0)] = get_local_id(0);
  __array_snapshot(ghost, A);
  __assert(ghost[get_local_id(0)] == A[get_local_id(0)]);
}
