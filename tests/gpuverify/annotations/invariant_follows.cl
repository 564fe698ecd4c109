//args: --local_size=64 --num_groups=2
//expect: pass
__kernel void k(__global int *p, int n) {
  int a = 0, b = 0;
  for (int i = 0; __invariant(a == b), __invariant(a >= 0), __invariant(a <= 100), i < n; ++i) {
    if (a < 100) { int t = a; a = b + 1; b = t + 1; }
  }
}
