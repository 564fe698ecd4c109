// repaired:1 --blockDim=64 --gridDim=1
__kernel void k(__local int *l) {
    int i = get_local_id(0);
    l[i] = i;
    barrier(CLK_GLOBAL_MEM_FENCE);
    l[i + 1] = i;
}
