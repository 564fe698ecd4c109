//args: --local_size=64 --num_groups=1 --kernel-args=k,*
//expect: NOT_ALL_VERIFIED
//says: write-write race on p
__kernel void k(__global int *p, int n) {
  p[get_local_id(0) * n] = get_local_id(0);
}
