__kernel void k(__global int *p, __local int *l) {
    int i = get_local_id(0);
    l[i] = p[i + 1];
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    p[i] = l[63 - i];
}
