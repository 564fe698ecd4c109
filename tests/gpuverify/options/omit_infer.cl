//args: --local_size=64 --num_groups=1 --omit-infer=loopBound --omit-infer=accessBreak
//expect: pass
__kernel void k(__global int *p) { p[get_local_id(0)] = 1; }
