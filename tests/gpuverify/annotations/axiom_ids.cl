//args: --local_size=64 --num_groups=2
//expect: pass
__axiom(get_local_id(0) < 8);
__axiom(get_group_id(0) == 0);
__kernel void k(__global int *p) { __assert(get_local_id(0) < 8); p[get_local_id(0)] = get_local_id(0); }
