// repaired:1 --blockDim=64 --gridDim=1
__kernel void k(__global int *p, __local int *l) {
    int i = get_local_id(0);
    l[i] = p[i + 1];
    p[i] = l[63 - i];
}
