//args: --local_size=64 --num_groups=2 --only-requires
//expect: pass
__kernel void k(__global int *p, int n) {
  __requires(n == 1);
  __assert(n == 2);
  p[get_global_id(0) * n] = get_global_id(0);
}
