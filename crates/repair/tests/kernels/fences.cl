// repaired:2 --blockDim=64 --gridDim=1
__kernel void k(__global int *p, __local int *l) {
    int i = get_local_id(0);
    l[i] = i;
    int own = l[63 - i];
    p[i] = own;
    int other = p[63 - i];
    l[i + 64] = other;
}
