//args: --local_size=64 --num_groups=1 --no-inline
//expect: pass
__attribute__((always_inline)) void __spec_f(__global int *p, int i) {
  __writes_to(p);
  __ensures(__implies(__write(p), __write_offset_bytes(p) == 4 * i));
}
void f(__global int *p, int i) { __spec_f(p, i); }
__kernel void k(__global int *p) { f(p, get_local_id(0)); }
