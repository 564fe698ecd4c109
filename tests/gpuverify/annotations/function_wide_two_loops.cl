//args: --local_size=64 --num_groups=2
//expect: NOT_ALL_VERIFIED
__global int G[4096];
__kernel void k(int n) {
  for (int i = 0; i < n; ++i) G[get_global_id(0)] = i;
  for (int i = 0; i < n; ++i) { int x = G[get_global_id(0)]; }
  __function_wide_invariant(!__write(G));
}
