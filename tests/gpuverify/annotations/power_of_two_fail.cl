//args: --local_size=96 --num_groups=4
//expect: NOT_ALL_VERIFIED
//says: loop invariant might not hold on entry
__kernel void k(__global int *p, __local int *s) {
  unsigned tid = get_local_id(0);
  for (unsigned d = get_local_size(0) / 2; __invariant((d & (d - 1)) == 0), d > 0; d >>= 1) {
    if (tid < d) s[tid] += s[tid + d];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
