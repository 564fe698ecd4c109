// unknown --local_size=64 --num_groups=4
// It is more than annotations.
void __spec_f(__global int *p) {
  p[0] = 1;
}
__kernel void k(__global int *a) {
  __spec_f(a);
}
