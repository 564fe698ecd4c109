__kernel void k(__global int *p, __local int *l) {
    int i = get_local_id(0);
    if (i < 10)
        l[i] = p[i];
    else l[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    p[64 + get_global_id(0)] = l[63 - i];
}
