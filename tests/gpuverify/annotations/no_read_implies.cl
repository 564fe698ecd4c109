//args: --local_size=64 --num_groups=2
//expect: NOT_ALL_VERIFIED
//says: this assertion might not hold
__kernel void k(__global int *p, int n) {
  if (get_global_id(0) == 3) p[3] = 1;
  __assert(__no_write_implies(p, get_global_id(0) != 3));
}
