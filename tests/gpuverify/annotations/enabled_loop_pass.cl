//args: --local_size=64 --num_groups=2
//expect: pass
__kernel void k(__global int *p, int n) {
  for (int i = 0; __invariant(__uniform_bool(__enabled())), __invariant(__uniform_int(i)), i < n; ++i) {
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}
