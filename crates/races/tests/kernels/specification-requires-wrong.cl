// wrong:Precondition --local_size=64 --num_groups=4
void __spec_f(__global int *p) {
  __requires(__no_write(p));
}
__kernel void k(__global int *a) {
  a[get_global_id(0)] = 1;
  __spec_f(a);
}
