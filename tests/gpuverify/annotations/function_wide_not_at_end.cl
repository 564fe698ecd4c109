//args: --local_size=64 --num_groups=2
//expect: BUGLE_ERROR
//says: function-wide
__global int G[4096];
__kernel void k(int n) {
  __function_wide_invariant(get_local_id(0) < 64);
  for (int i = 0; i < n; ++i) G[get_global_id(0)] = i;
}
