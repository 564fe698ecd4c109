// repaired:1 --blockDim=64 --gridDim=1
__kernel void k(__local int *l) {
    int i = get_local_id(0);
    l[i] = i;
    work_group_barrier(0, memory_scope_work_group);
    l[i + 1] = i;
}
