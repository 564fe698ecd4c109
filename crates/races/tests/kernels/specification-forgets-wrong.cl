// wrong:Assertion --local_size=64 --num_groups=4
// What it writes is not known, whatever lay there before.
void __spec_f(__global int *p) {
  __ensures(__write_implies(p, __write_offset_bytes(p) / sizeof(int) == get_global_id(0)));
  __ensures(p[get_global_id(0)] == 1);
  __writes_to(p);
}
__kernel void k(__global int *a) {
  a[get_global_id(0)] = 1;
  __spec_f(a);
  __assert(a[get_global_id(0)] == 1);
}
