#define SYNC(flags) barrier(flags)
__kernel void k(__global int *p, __local int *l) {
    int i = get_local_id(0);
    p[i] = i;
    barrier(CLK_GLOBAL_MEM_FENCE);
    SYNC(CLK_LOCAL_MEM_FENCE);
    l[i] = p[63 - i];
}
