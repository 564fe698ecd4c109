// verified --local_size=64 --num_groups=4
// It writes nothing, so its other postconditions hold of memory as it is: an assumption.
void __spec_f(__global int *p) {
  __ensures(p[get_global_id(0)] == 5);
}
__kernel void k(__global int *a) {
  __spec_f(a);
  __assert(a[get_global_id(0)] == 5);
}
