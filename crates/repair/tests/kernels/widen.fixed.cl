__kernel void k(__local int *l) {
    int i = get_local_id(0);
    l[i] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    l[i + 1] = i;
}
