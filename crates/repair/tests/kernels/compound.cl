// repaired:1 --blockDim=64 --gridDim=1
__kernel void k(__global short *a, int n) {
    int i = get_local_id(0);
    if (n > 3)
        a[i] += a[i + 1];
}
