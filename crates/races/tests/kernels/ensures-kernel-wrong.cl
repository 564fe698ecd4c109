// wrong:Broken(Postcondition) --local_size=64 --num_groups=1
// At the second return something was written.
__kernel void k(__global int *a, int n) {
  __ensures(__no_write(a));
  if (n < 0) return;
  a[get_global_id(0)] = n;
}
