__kernel void k(__global int *p, __local int *l) {
    int i = get_local_id(0);
    l[i] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    int own = l[63 - i];
    p[i] = own;
    barrier(CLK_GLOBAL_MEM_FENCE);
    int other = p[63 - i];
    l[i + 64] = other;
}
