//args: --local_size=64 --num_groups=1 --findbugs
//expect: pass
//says: No defects were found while analysing: .*
//says: Notes:
__kernel void k(__global int *p) { p[get_local_id(0)] = 1; }
