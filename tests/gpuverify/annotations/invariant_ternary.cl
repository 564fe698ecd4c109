//args: --local_size=64 --num_groups=2
//expect: GPUVERIFYVCGEN_ERROR
//says: user-specified invariant does not appear at loop head
__kernel void k(__global int *p, int n) {
  for (int i = 0; __invariant(n > 0 ? i >= 0 : p[0] == 1), i < n; ++i) { p[get_global_id(0)] = i; }
}
