// repaired:1 --blockDim=64 --gridDim=1
#define SYNC(flags) barrier(flags)
__kernel void k(__global int *p, __local int *l) {
    int i = get_local_id(0);
    p[i] = i;
    SYNC(CLK_LOCAL_MEM_FENCE);
    l[i] = p[63 - i];
}
