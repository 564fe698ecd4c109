//args: --local_size=64 --num_groups=1
//expect: GPUVERIFYVCGEN_ERROR
__kernel void k(__global int *p, int n) { int i = 0; if (n) goto b; a: i++; b: i += 2; if (i < 100) goto a; p[get_local_id(0)] = i; }
