//args: --local_size=64 --num_groups=2
//expect: pass
__kernel void k(__global int *p, int n) {
  int a = 0, b = 0;
  for (int i = 0; __invariant(a <= 100), __invariant(a == b), i < n; ++i) {
    if (b < 100) { a = b + 1; b = a; }
  }
}
