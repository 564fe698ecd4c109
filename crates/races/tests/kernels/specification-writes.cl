// verified --local_size=64 --num_groups=4
// The specification writes the thread's own element.
void __spec_f(__global int *p) {
  __requires(__no_write(p));
  __ensures(__write_implies(p, __write_offset_bytes(p) / sizeof(int) == get_global_id(0)));
  __writes_to(p);
}
__kernel void k(__global int *a) {
  __spec_f(a);
  a[get_global_id(0)] = 1;
}
