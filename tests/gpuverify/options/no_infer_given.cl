//args: --local_size=64 --num_groups=1 --no-infer
//expect: pass
__kernel void k(__global int *p) {
  int i = 0;
  while (__invariant((i & 1) == 0), __invariant(i >= 0), __invariant(i <= 100), i < 100) { i += 2; }
  __assert(i == 100);
}
