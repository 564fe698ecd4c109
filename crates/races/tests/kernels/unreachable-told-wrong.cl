// wrong:Broken(Assertion) --local_size=64 --num_groups=1 --unknown-is-null
// As GPUVerify means it, what is called unreachable must not be reached.
__kernel void k(__global int *a, int n) {
  if (n == 7) __builtin_unreachable();
  a[get_local_id(0)] = n;
}
