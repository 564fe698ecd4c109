// unknown --local_size=64 --num_groups=1
// The body of a specification is not what the function does.
void __spec_f(__global int *p) {
  __ensures(__no_write(p));
}
__kernel void k(__global int *a) {
  __spec_f(a);
}
