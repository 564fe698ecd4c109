#define SYNC barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
__kernel void k(__global int *p, __local int *l) {
    int i = get_local_id(0);
    p[i] = i;
    SYNC;
    int other = p[63 - i];
    SYNC;
    p[i] = other;
}
