// repaired:10 --blockDim=8,8 --gridDim=1 --remove --bits=32
__kernel void k(__global unsigned *a, __local unsigned *s) {
    int x = get_local_id(0), y = get_local_id(1);
    s[y * 8 + x] = a[y * 8 + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (unsigned k = 0; k < 8; ++k) {
        if (s[y * 8 + x] == 0)
            if (s[y * 8 + k] != 0 && s[k * 8 + x] != 0)
                s[y * 8 + x] = 7;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    a[y * 8 + x] = s[y * 8 + x];
}
