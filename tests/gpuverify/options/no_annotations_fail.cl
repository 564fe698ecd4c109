//args: --local_size=64 --num_groups=2 --no-annotations
//expect: NOT_ALL_VERIFIED
//says: write-write race on p
__kernel void k(__global int *p, int n) {
  __requires(n == 1);
  p[get_global_id(0) * n] = get_global_id(0);
}
