//args: --local_size=64 --num_groups=2 --infer-info
//expect: pass
//says: Houdini assignment axiom:
__kernel void k(__global int *p) { p[get_global_id(0)] = 1; }
