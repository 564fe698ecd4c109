// verified --local_size=64 --num_groups=1
// A specification that names no memory does nothing: listed as an assumption.
void __spec_f(__global int *p) {
  __ensures(__no_write(p));
}
__kernel void k(__global int *a) {
  __spec_f(a);
}
