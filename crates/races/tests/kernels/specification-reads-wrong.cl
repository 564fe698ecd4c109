// wrong:Race --local_size=64 --num_groups=4
void __spec_f(__global int *p) {
  __reads_from(p);
}
__kernel void k(__global int *a) {
  __spec_f(a);
  a[get_global_id(0)] = 1;
}
