//args: --local_size=64 --num_groups=1
//expect: pass
__kernel void k(__global half *p, __global float *q) { float f = vload_half(get_local_id(0), p); vstore_half(f + 1.0f, get_local_id(0), p); q[get_local_id(0)] = f; }
