//args: --local_size=64 --num_groups=1
//expect: pass
__kernel void k(__global int *p) { __global int *q = p + get_local_id(0); __assert(__ptr_base(q) == __other_ptr_base(q)); __assert(__ptr_offset_bytes(q) == 4 * get_local_id(0)); }
