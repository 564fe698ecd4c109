__kernel void k(__global short *a, int n) {
    int i = get_local_id(0);
    if (n > 3) {
        __typeof__(a[i] + a[i + 1]) next = a[i] + a[i + 1];
        barrier(CLK_GLOBAL_MEM_FENCE);
        a[i] = next;
    }
}
