// wrong:Race --local_size=64 --num_groups=4
// It may write anywhere.
void __spec_f(__global int *p) {
  __writes_to(p);
}
__kernel void k(__global int *a) {
  __spec_f(a);
}
