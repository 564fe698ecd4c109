//args: --local_size=64 --num_groups=2 --no-annotations
//expect: pass
__kernel void k(__global int *p) {
  __assert(false);
  for (int i = 0; __invariant(i == 7), i < 4; ++i)
    p[get_global_id(0)] = i;
  __ensures(false);
}
