// wrong:Assertion --local_size=64 --num_groups=4
void __spec_f(__global int *p) {
  __ensures(p[get_global_id(0)] == 5);
}
__kernel void k(__global int *a) {
  __spec_f(a);
  a[get_global_id(0)] = 4;
  __assert(a[get_global_id(0)] == 5);
}
