//args: --local_size=64 --num_groups=1
//expect: NOT_ALL_VERIFIED
//says: GPUVerify kernel analyser finished with 1 verified, 1 error
__kernel void a(__global int *p) { p[get_local_id(0)] = 1; }
__kernel void b(__global int *p) { p[0] = get_local_id(0); }
