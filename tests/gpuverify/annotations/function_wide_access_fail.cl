//args: --local_size=64 --num_groups=2
//expect: NOT_ALL_VERIFIED
//says: loop invariant might not
__global int G[4096];
__kernel void k(int n) {
  for (int i = 0; i < n; ++i) G[get_global_id(0)] = i;
  __function_wide_invariant(__write_implies(G, __write_offset_bytes(G) / sizeof(int) == get_local_id(0)));
}
